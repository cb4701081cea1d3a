// Instances of number partitioning and names of moves; small sums are played by all three kinds of states.
#include "playout/domains/partition/leading_state.h"
#include "tests/fuzz/play_through.h"

namespace playout::partition {
namespace {

FUZZ_TARGET(partition) {
    const fuzz::InstanceAndMoves parts = fuzz::split_at_moves(text);
    const auto read = [](const std::string& one) { return read_instance(one, "instance"); };
    const auto instance = fuzz::read_twice(read, parts.instance);
    if (!instance) return;
    fuzz::play_through(LeadingState(*instance), parts.moves, 100);
    fuzz::play_through(PartitionState<Wide>(*instance), parts.moves, 100);
    if (Narrow::fits(*instance)) fuzz::play_through(PartitionState<Narrow>(*instance), parts.moves, 100);
}

}  // namespace
}  // namespace playout::partition
