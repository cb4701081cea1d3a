// Boards and names of moves, under the rules of all three puzzles.
#include "playout/domains/samegame/state.h"
#include "tests/fuzz/play_through.h"

namespace playout::samegame {
namespace {

FUZZ_TARGET(samegame) {
    const fuzz::InstanceAndMoves parts = fuzz::split_at_moves(text);
    constexpr Puzzle puzzles[] = {Puzzle::samegame, Puzzle::clickomania, Puzzle::bubble_breaker};
    const Rules rules{puzzles[text.size() % 3], Leftover::maastricht};
    const auto read = [&](const std::string& one) { return read_instance(one, "board", rules); };
    const auto instance = fuzz::read_twice(read, parts.instance);
    if (!instance) return;
    fuzz::play_through(SameGameState<Large>(*instance), parts.moves, 60);
    if (instance->fits<Small>()) fuzz::play_through(SameGameState<Small>(*instance), parts.moves, 60);
}

}  // namespace
}  // namespace playout::samegame
