#include <fmt/format.h>

#include "playout/catalogue/domain_of.h"
#include "playout/domains/knapsack/instance.h"
#include "playout/domains/knapsack/picture.h"
#include "playout/domains/knapsack/recount.h"
#include "playout/domains/knapsack/state.h"

namespace playout {
namespace {

struct Knapsack {
    using Instance = knapsack::Instance;
    using State = knapsack::KnapsackState;
    using Moves = std::vector<State::Move>;

    static DomainInfo info() {
        return {
            .name = "knapsack",
            .meaning = "0-1 knapsack: the items of the largest total profit whose weights fit the capacity",
            .instance_text = "the number of items, the capacity, then `profit weight` for each item",
            .move_text = "`take` or `leave` the next item in ratio order; items that do not fit are skipped",
            .value_text = "total profit",
            .default_algorithm = "beam",
            .parameters = {},
            .generator_parameters = knapsack::generator_knobs().parameters()};
    }
    static Instance read(const std::string& text, const std::string& source, const Settings&) {
        return knapsack::read_instance(text, source);
    }
    static Instance built_in(const Settings&) {
        Rng rng(1);
        return knapsack::generate({}, rng);
    }
    static Instance generate(const Settings& settings, Rng& rng) {
        return knapsack::generate(knapsack::generator_knobs().read(settings), rng);
    }
    static std::string text(const Instance& instance) { return knapsack::to_text(instance); }
    static std::string summary(const Instance& instance) {
        return fmt::format("{} items, capacity {}", instance.size(), instance.capacity());
    }
    static State root(const Instance& instance) { return State(instance); }
    static Outcome recount(const Instance& instance, const Moves& moves) {
        return knapsack::recount(instance, moves);
    }
    static Json details(const Instance& instance, const Moves& moves) {
        const knapsack::Packing packing = knapsack::pack(instance, moves);
        return {{"items", packing.items}, {"weight", packing.weight}, {"capacity", instance.capacity()}};
    }
    static std::string terminal_picture(const Instance& instance, const Moves& moves,
                                        const Terminal& terminal) {
        return knapsack::terminal_picture(instance, knapsack::pack(instance, moves), terminal);
    }
    static std::string svg_picture(const Instance& instance, const Moves& moves) {
        return knapsack::svg_picture(instance, knapsack::pack(instance, moves));
    }
    static std::string frame(const Instance& instance, const State& state, const Terminal& terminal) {
        return knapsack::terminal_frame(instance, state, terminal);
    }
};

}  // namespace

std::unique_ptr<Domain> make_knapsack_domain() {
    return std::make_unique<DomainOf<Knapsack>>();
}

}  // namespace playout
