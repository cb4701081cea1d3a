// Instances of snakes and coils and names of moves.
#include "playout/base/hash.h"
#include "playout/base/text.h"
#include "playout/domains/snake/state.h"
#include "playout/domains/snake/two_ends.h"
#include "tests/fuzz/play_through.h"

namespace playout::snake {
namespace {

// Large cubes have large tables: one in so many is enough.
bool is_worth_its_time(const std::string& text) {
    constexpr std::int64_t quick_dimensions = 8;
    const auto dimension = parse_integer(text.substr(0, text.find_first_of(" \n\t")));
    return !dimension || *dimension <= quick_dimensions || hash_text(text) % 256 == 0;
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
        if (instance->dimension() <= Small::most_dimensions)
            fuzz::play_through(SnakeState<Small>(*instance), parts.moves, 40);
    }
}

}  // namespace
}  // namespace playout::snake
