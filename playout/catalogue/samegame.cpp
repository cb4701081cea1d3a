// SameGame, Clickomania and Bubble Breaker: the same states under other rules, so that every search is compiled
// once for all three, for boards up to 16x16 and for larger ones.
#include <fmt/format.h>

#include "playout/catalogue/domain_of.h"
#include "playout/domains/samegame/picture.h"
#include "playout/domains/samegame/recount.h"
#include "playout/domains/samegame/state.h"

namespace playout {
namespace {

using samegame::Puzzle;

struct SameGameConfig {
    samegame::Leftover leftover = samegame::Leftover::maastricht;
};

const Knobs<SameGameConfig>& samegame_knobs() {
    static const auto table = Knobs<SameGameConfig>().choice(
        "leftover", &SameGameConfig::leftover, {"maastricht", "formula", "none"},
        "what n cells of a colour cost at the end: (n-2)^2 from 3 cells on, (n-2)^2 always, nothing");
    return table;
}

template <Puzzle puzzle, typename Layout>
struct SameGame {
    using Instance = samegame::Instance;
    using State = samegame::SameGameState<Layout>;
    using Moves = std::vector<samegame::Move>;
    using Larger = SameGame<puzzle, samegame::Large>;

    static DomainInfo info() {
        DomainInfo info{
            .name = "samegame",
            .meaning = "take away groups of one colour: (n-2)^2 points for n cells, 1000 for an empty board",
            .instance_text =
                "rows from the top, colours 1 to 16 separated by blanks (or one digit each), . or 0 "
                "empty; up to 32x32",
            .move_text =
                "`x,y`, any cell of a group: column from the left, row from the bottom, both from 0, on "
                "the board as it stands",
            .value_text = "points, less what the leftover cells cost",
            .default_algorithm = "portfolio",
            .parameters = {},
            .generator_parameters = samegame::generator_knobs().parameters()};
        if (puzzle == Puzzle::samegame) info.parameters = samegame_knobs().parameters();
        if (puzzle == Puzzle::clickomania) {
            info.name = "clickomania";
            info.meaning = "take away groups of one colour, and as many cells as possible";
            info.value_text = "cells taken away";
        }
        if (puzzle == Puzzle::bubble_breaker) {
            info.name = "bubble-breaker";
            info.meaning = "take away groups of one colour: n(n-1) points for n cells";
            info.value_text = "points";
        }
        return info;
    }
    static samegame::Rules rules(const Settings& settings) {
        return {puzzle, samegame_knobs().read(settings).leftover};
    }
    static Instance read(const std::string& text, const std::string& source, const Settings& settings) {
        return samegame::read_instance(text, source, rules(settings));
    }
    static Instance built_in(const Settings& settings) { return samegame::standard_board(rules(settings)); }
    static Instance generate(const Settings& settings, Rng& rng) {
        return samegame::generate(samegame::generator_knobs().read(settings), rules({}), rng);
    }
    static bool needs_larger(const Instance& instance) { return !instance.fits<Layout>(); }
    static std::string text(const Instance& instance) { return samegame::to_text(instance); }
    static std::string summary(const Instance& instance) {
        return fmt::format("{}x{} cells, {} colours", instance.width(), instance.height(), instance.colours());
    }
    static State root(const Instance& instance) { return State(instance); }
    static Outcome recount(const Instance& instance, const Moves& moves) {
        return samegame::recount<Layout>(instance, moves);
    }

    static State end(const Instance& instance, const Moves& moves) {
        State state(instance);
        for (const samegame::Move move : moves) state.play(move);
        return state;
    }
    static Json details(const Instance& instance, const Moves& moves) {
        int largest = 0;
        for (const samegame::Move move : moves) largest = std::max<int>(largest, move.size);
        const int left = end(instance, moves).cells_left();
        return {{"cells_left", left}, {"cleared", left == 0}, {"largest_group", largest}};
    }
    static std::string terminal_picture(const Instance& instance, const Moves& moves,
                                        const Terminal& terminal) {
        return samegame::terminal_picture(instance, samegame::steps_of<Layout>(instance, moves),
                                          end(instance, moves).value(), terminal);
    }
    static std::string svg_picture(const Instance& instance, const Moves& moves) {
        return samegame::svg_picture(instance, samegame::steps_of<Layout>(instance, moves),
                                     end(instance, moves).value());
    }
    static std::string frame(const Instance&, const State& state, const Terminal& terminal) {
        return samegame::terminal_frame(state, terminal);
    }
};

template <Puzzle puzzle>
std::unique_ptr<Domain> make_domain() {
    return std::make_unique<DomainOf<SameGame<puzzle, samegame::Small>>>();
}

}  // namespace

std::unique_ptr<Domain> make_samegame_domain() {
    return make_domain<Puzzle::samegame>();
}
std::unique_ptr<Domain> make_clickomania_domain() {
    return make_domain<Puzzle::clickomania>();
}
std::unique_ptr<Domain> make_bubble_breaker_domain() {
    return make_domain<Puzzle::bubble_breaker>();
}

}  // namespace playout
