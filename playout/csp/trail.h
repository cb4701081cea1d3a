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
        const auto first = static_cast<Cell>(cells_.size());
        cells_.resize(cells_.size() + count, {value, 0});
        return first;
    }

    std::uint64_t operator[](Cell cell) const {
        assert(cell < cells_.size());
        return cells_[cell].number;
    }
    void set(Cell cell, std::uint64_t value) {
        assert(cell < cells_.size());
        Stamped& stamped = cells_[cell];
        if (stamped.number == value) return;
        if (stamped.stamp != stamp_) {  // once after every mark is enough
            saved_.push_back({cell, stamped});
            stamped.stamp = stamp_;
        }
        stamped.number = value;
    }

    void mark() {
        marks_.push_back({saved_.size(), stamp_});
        stamp_ = ++stamps_given_;
    }
    void go_back() {
        assert(!marks_.empty());
        for (; saved_.size() > marks_.back().saved; saved_.pop_back())
            cells_[saved_.back().cell] = saved_.back().before;
        stamp_ = marks_.back().stamp;
        marks_.pop_back();
    }
    std::size_t depth() const { return marks_.size(); }

  private:
    struct Stamped {
        std::uint64_t number;
        std::uint64_t stamp;  // of the mark after which it was changed last
    };
    struct Saved {
        Cell cell;
        Stamped before;
    };
    struct Mark {
        std::size_t saved;
        std::uint64_t stamp;
    };
    std::vector<Stamped> cells_;
    std::vector<Saved> saved_;
    std::vector<Mark> marks_;
    std::uint64_t stamp_ = 0, stamps_given_ = 0;
};

}  // namespace playout::csp
