// Instances of snakes and coils and names of moves.
#include "playout/base/hash.h"
#include "playout/base/text.h"
#include "playout/domains/snake/state.h"
#include "playout/domains/snake/two_ends.h"
#include "tests/fuzz/play_through.h"

namespace playout::snake {
namespace {

// Reading a cube makes its tables, which is nearly all the work: one in so many of the larger ones is enough.
// Those up to six dimensions have all their nodes in one word, those up to eight in no more than a row has.
bool is_worth_its_time(const std::string& text) {
    const auto dimension = parse_integer(text.substr(0, text.find_first_of(" \n\t")));
    const std::uint64_t one_in = !dimension || *dimension <= 6 ? 1 : *dimension <= 8 ? 8 : 2048;
    return hash_text(text) % one_in == 0;
}

FUZZ_TARGET(snake) {
    const fuzz::InstanceAndMoves parts = fuzz::split_at_moves(text);
    if (!is_worth_its_time(parts.instance)) return;
    for (const Kind kind : {Kind::snake, Kind::coil}) {
        const auto read = [&](const std::string& one) { return read_instance(one, "instance", kind); };
        const auto instance = fuzz::read_twice(read, parts.instance);
        if (!instance) continue;
        if (instance->mirror().moves > 0) {
            fuzz::play_through(TwoEnds(*instance), parts.moves, 40);
            continue;
        }
        fuzz::play_through(SnakeState<Large>(*instance), parts.moves, 40);
        if (instance->dimension() <= Small::max_dimensions)
            fuzz::play_through(SnakeState<Small>(*instance), parts.moves, 40);
    }
}

}  // namespace
}  // namespace playout::snake
