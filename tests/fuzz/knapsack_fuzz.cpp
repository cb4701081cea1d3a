// Instances of knapsack and names of moves.
#include "playout/domains/knapsack/state.h"
#include "tests/fuzz/play_through.h"

namespace playout::knapsack {
namespace {

FUZZ_TARGET(knapsack) {
    const fuzz::InstanceAndMoves parts = fuzz::split_at_moves(text);
    const auto read = [](const std::string& one) { return read_instance(one, "instance"); };
    if (const auto instance = fuzz::read_twice(read, parts.instance))
        fuzz::play_through(KnapsackState(*instance), parts.moves, 100);
}

}  // namespace
}  // namespace playout::knapsack
