// What learning from long games asks on its way: whether the run is over, so that it stands still where it is
// and goes on from there when it is called again; and, before it keeps more, whether it may.
#pragma once

#include <cstddef>
#include <cstdint>

namespace playout {

class LearningGuard {
  public:
    virtual ~LearningGuard() = default;
    virtual bool over() = 0;
    // For so many bytes more; false: and the run is over.
    virtual bool has_room(std::int64_t bytes) = 0;
};

// Nothing ever ends.
class NoLearningGuard final : public LearningGuard {
  public:
    bool over() override { return false; }
    bool has_room(std::int64_t) override { return true; }
};

// Between two questions, so that none is asked for games of ordinary length. Some microseconds of work.
inline constexpr std::size_t codes_per_question = 512;
inline constexpr std::size_t steps_per_question = 128;

}  // namespace playout
