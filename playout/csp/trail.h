// Numbers that can be put back: what is changed after a mark is as it was when the mark is gone back to.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

namespace playout::csp {

class Trail {
  public:
    using Cell = std::uint32_t;

    // Cells for `count` numbers; the first of them. Before any mark.
    Cell make(std::size_t count, std::uint64_t value) {
        assert(marks_.empty());
        const auto first = static_cast<Cell>(numbers_.size());
        numbers_.resize(numbers_.size() + count, value);
        stamps_.resize(numbers_.size(), 0);
        return first;
    }

    std::uint64_t operator[](Cell cell) const { return numbers_[cell]; }
    void set(Cell cell, std::uint64_t value) {
        if (numbers_[cell] == value) return;
        if (!marks_.empty() && stamps_[cell] != stamp_) {  // once after every mark is enough
            saved_.push_back({cell, stamps_[cell], numbers_[cell]});
            stamps_[cell] = stamp_;
        }
        numbers_[cell] = value;
    }

    void mark() {
        marks_.push_back({saved_.size(), stamp_});
        stamp_ = ++stamps_given_;
    }
    void go_back() {
        for (; saved_.size() > marks_.back().saved; saved_.pop_back()) {
            numbers_[saved_.back().cell] = saved_.back().number;
            stamps_[saved_.back().cell] = saved_.back().stamp;
        }
        stamp_ = marks_.back().stamp;
        marks_.pop_back();
    }
    std::size_t depth() const { return marks_.size(); }

  private:
    struct Saved {
        Cell cell;
        std::uint64_t stamp;
        std::uint64_t number;
    };
    struct Mark {
        std::size_t saved;
        std::uint64_t stamp;
    };
    std::vector<std::uint64_t> numbers_, stamps_;
    std::vector<Saved> saved_;
    std::vector<Mark> marks_;
    std::uint64_t stamp_ = 0, stamps_given_ = 0;
};

}  // namespace playout::csp
