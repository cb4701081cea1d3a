// How much memory a kept state takes, so that open lists can keep the memory limit: what the domain says; else
// sizeof, and for states that own memory an estimate from copies made now and then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "playout/base/archive.h"
#include "playout/base/heap_use.h"
#include "playout/problem/state.h"

namespace playout {

template <State S>
class StateBytes {
  public:
    std::int64_t of(const S& state) {
        if constexpr (HasBytes<S>) {
            return state.bytes();
        } else if constexpr (std::is_trivially_copyable_v<S>) {
            return static_cast<std::int64_t>(sizeof(S));
        } else {
            if (calls_++ % calls_per_sample == 0) {
                const std::int64_t before = heap_in_use();
                const S copy = state;
                owned_ = std::max<std::int64_t>(0, heap_in_use() - before);
            }
            return static_cast<std::int64_t>(sizeof(S)) + owned_;
        }
    }

    void archive(Archive& archive) { archive(calls_, owned_); }

  private:
    static constexpr std::int64_t calls_per_sample = 1024;
    std::int64_t calls_ = 0;
    std::int64_t owned_ = 0;
};

}  // namespace playout
