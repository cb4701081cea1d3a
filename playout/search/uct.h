// `uct` and its knobs; the search is in uct_search.h.
#pragma once

#include "playout/search/uct_search.h"

namespace playout {

struct Uct {
    using Config = UctConfig;

    static AlgorithmInfo info() {
        return {
            .name = "uct",
            .meaning =
                "Monte-Carlo tree search for optimisation: best games, reward ranges, bounds, infeasibility",
            .playouts = "a game played to its end from a node of the tree",
            .nodes = "a node added to the tree",
            .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = [] {
            Knobs<Config> knobs;
            knobs
                .number("c", &Config::c, 0, 1e6,
                        "how much rarely visited children are favoured; rewards lie in [0, 1]")
                .choice("value", &Config::value, {"best", "average"},
                        "what a node is worth: its best game, or the average")
                .choice("expansion", &Config::expansion, {"single", "full", "lazy"},
                        "add a random child at a time, all at once, or the next in the domain's order")
                .number(
                    "theta", &Config::theta, 0, 1'000'000'000,
                    "every so many visits a node goes on to a child though it has moves left to try; 0: never")
                .choice("pruning", &Config::pruning, {"auto", "on", "off"},
                        "by the domain's bound; auto: if it has one")
                .number("first_play", &Config::first_play, 0, 1e6,
                        "what a move without a child is worth beside the children; 0: more than any")
                .number("bias", &Config::bias, 0, 1e6,
                        "progressive bias: weight of the domain's bias, over visits + 1")
                .number("history", &Config::history, 0, 1e6,
                        "weight of what all games with the move were worth")
                .number("progressive_history", &Config::progressive_history, 0, 1e6,
                        "the same, over visits + 1")
                .number("rave", &Config::rave, 0, 1e9,
                        "visits at which a child's own games count as much as those in which its move came "
                        "later; 0: off");
            return add_tree_knobs(knobs);
        }();
        return table;
    }

    template <State S>
    using On = UctSearch<S>;
};

}  // namespace playout
