#include "playout/rounds/round_network.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "playout/rounds/circuit_network.h"
#include "playout/rounds/term_text.h"

namespace playout::rounds {
namespace {

using csp::Value;
using csp::VariableId;

// Levels: what the state decides comes before the moves, and what moves decide before what is drawn.
enum Level { of_state, of_moves, of_chance, of_next };

class Names {
  public:
    Names() = default;
    explicit Names(const std::vector<std::string>& given) : given_(given.begin(), given.end()) {}
    std::string fresh(const std::string& name) {
        std::string made = name;
        for (int i = 2; !given_.insert(made).second; ++i) made = name + "'" + std::to_string(i);
        return made;
    }

  private:
    std::set<std::string> given_;
};

// What all fluents of a group have in common names the variable, and the rest its values.
csp::VariableInfo describe(const FluentGroup& group, const ggp::Circuit& circuit) {
    std::vector<std::vector<std::string>> words;
    for (const std::uint32_t fluent : group.fluents) words.push_back(words_of(circuit.fluent_texts[fluent]));
    if (words.size() == 1) return {.name = dotted(words[0]), .values = {"true", "false"}};
    csp::VariableInfo made;
    std::vector<std::string> common;
    std::vector<std::size_t> differ;
    for (std::size_t place = 0; place < words[0].size(); ++place) {
        const bool same = std::all_of(words.begin(), words.end(),
                                      [&](const auto& one) { return one[place] == words[0][place]; });
        if (same) common.push_back(words[0][place]);
        if (!same) differ.push_back(place);
    }
    made.name = dotted(common);
    for (const auto& one : words) {
        std::vector<std::string> rest;
        for (const std::size_t place : differ) rest.push_back(one[place]);
        made.values.push_back(dotted(rest));
    }
    if (!group.always_one) made.values.push_back("none");
    Names names;  // should a value be called none
    for (std::string& value : made.values) value = names.fresh(value);
    return made;
}

class Builder {
  public:
    Builder(const ggp::Wiring& wiring, const std::vector<FluentGroup>& groups, const RoundOptions& options)
        : circuit_(wiring.circuit()), groups_(groups), options_(options) {}

    RoundNetwork build() {
        const Watch watch(options_.stopped);
        watch.look_now();  // the groups were cut short by the same request
        add_variables();
        CircuitNetwork wires(circuit_, network_, inputs_, options_.max_rows, watch);
        set_levels(wires);
        for (std::size_t role = 0; role < circuit_.moves.size(); ++role) {
            VariableId action = made_.actions[role];
            for (Value move = 0; move < circuit_.moves[role]; ++move)
                wires.require(wires.is(action, move), circuit_.legal[role][move]);
        }
        if (circuit_.chance_role) add_chances(wires);
        if (options_.ends) add_ends(wires);
        for (const RoundNetwork::StateVariable& variable : made_.state) {
            std::vector<ggp::Wire> next;
            for (const std::uint32_t fluent : variable.fluents) next.push_back(circuit_.next[fluent]);
            wires.choose(variable.next, next);
        }
        network_.players = std::max<std::size_t>(network_.players, 1);
        network_.threshold.assign(network_.players, 0);
        put_in_order(wires);
        made_.network = std::move(network_);
        return std::move(made_);
    }

  private:
    VariableId add(csp::VariableInfo info) {
        info.name = names_.fresh(info.name);
        network_.variables.push_back(std::move(info));
        return static_cast<VariableId>(network_.variables.size() - 1);
    }

    void add_variables() {
        inputs_.resize(circuit_.first_gate);
        if (options_.ends) made_.terminal = add({.name = "terminal", .values = {"true", "false"}});
        for (const FluentGroup& group : groups_) {
            const csp::VariableInfo info = describe(group, circuit_);
            const VariableId now = add(info);
            made_.state.push_back({.now = now, .next = 0, .fluents = group.fluents});
            for (Value value = 0; value < group.fluents.size(); ++value)
                inputs_[1 + group.fluents[value]] = {now, value};
        }
        for (RoundNetwork::StateVariable& variable : made_.state) {
            csp::VariableInfo info = network_.variables[variable.now];
            info.name += "+";
            // What follows the end of a game need not be a state.
            if (options_.ends && info.values.size() == variable.fluents.size())
                info.values.push_back(Names(info.values).fresh("none"));
            variable.next = add(std::move(info));
        }
        auto node = static_cast<ggp::Node>(1 + circuit_.fluents);
        network_.players = 0;
        for (std::size_t role = 0; role < circuit_.moves.size(); ++role) {
            csp::VariableInfo info{.name = "does." + dotted(words_of(circuit_.role_texts[role])),
                                   .values = {},
                                   .stochastic = circuit_.chance_role == role};
            Names names;
            for (const std::string& move : circuit_.move_texts[role])
                info.values.push_back(names.fresh(dotted(words_of(move))));
            network_.players += info.stochastic ? 0 : 1;
            const VariableId action = add(std::move(info));
            made_.actions.push_back(action);
            for (Value move = 0; move < circuit_.moves[role]; ++move) inputs_[node++] = {action, move};
        }
    }

    void set_levels(CircuitNetwork& wires) {
        for (const RoundNetwork::StateVariable& variable : made_.state) wires.set_level(variable.next, of_next);
        for (std::size_t role = 0; role < made_.actions.size(); ++role)
            wires.set_level(made_.actions[role], circuit_.chance_role == role ? of_chance : of_moves);
    }

    // What may be drawn is equally likely.
    void add_chances(CircuitNetwork& wires) {
        csp::Probability drawn{.variable = made_.actions[*circuit_.chance_role]};
        for (const ggp::Wire wire : circuit_.legal[*circuit_.chance_role])
            drawn.uniform.push_back(wires.literal(wire));
        network_.probabilities.push_back(std::move(drawn));
    }

    // A role gets a goal where the game is over and the goal holds.
    void add_ends(CircuitNetwork& wires) {
        wires.choose(*made_.terminal, {circuit_.terminal});
        std::size_t player = 0;
        for (std::size_t role = 0; role < circuit_.moves.size(); ++role) {
            if (circuit_.chance_role == role) continue;
            for (const ggp::Goal& goal : circuit_.goals[role]) {
                if (goal.value <= 0) continue;
                const VariableId variable = add({.name = "goal." + dotted(words_of(circuit_.role_texts[role])) +
                                                         "." + std::to_string(goal.value),
                                                 .values = {"true", "false"}});
                wires.set_level(variable, of_state);
                goals_.insert(variable);
                wires.choose(variable, {goal.wire});
                csp::Utility utility{.rows = {.scope = {*made_.terminal, variable}, .values = {0, 0}},
                                     .gains = {}};
                utility.gains.assign(network_.players, 0);
                utility.gains[player] = goal.value / 100.0;
                network_.utilities.push_back(std::move(utility));
            }
            ++player;
        }
    }

    // Variables in the order in which they can be chosen and drawn, each after those that decide it.
    void put_in_order(const CircuitNetwork& wires) {
        std::vector<VariableId> order(network_.variables.size());
        std::iota(order.begin(), order.end(), VariableId{0});
        const auto rank = [&](VariableId variable) {
            const bool is_end = variable == made_.terminal || goals_.contains(variable);
            return 3 * wires.level(variable) + (is_end ? 2 : wires.is_made(variable) ? 1 : 0);
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](VariableId one, VariableId other) { return rank(one) < rank(other); });
        std::vector<VariableId> place(order.size());
        std::vector<csp::VariableInfo> variables;
        for (VariableId i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
            variables.push_back(std::move(network_.variables[order[i]]));
        }
        network_.variables = std::move(variables);
        const auto move = [&](VariableId& variable) { variable = place[variable]; };
        for (csp::Table& table : network_.tables)
            std::for_each(table.allowed.scope.begin(), table.allowed.scope.end(), move);
        for (csp::Atom& atom : network_.atoms) move(atom.variable);
        for (csp::Utility& utility : network_.utilities)
            std::for_each(utility.rows.scope.begin(), utility.rows.scope.end(), move);
        for (csp::Probability& probability : network_.probabilities) move(probability.variable);
        for (RoundNetwork::StateVariable& variable : made_.state) {
            move(variable.now);
            move(variable.next);
        }
        std::for_each(made_.actions.begin(), made_.actions.end(), move);
        if (made_.terminal) made_.ends.push_back(place[*made_.terminal]);
        for (const VariableId goal : goals_) made_.ends.push_back(place[goal]);
        if (made_.terminal) move(*made_.terminal);
    }

    const ggp::Circuit& circuit_;
    const std::vector<FluentGroup>& groups_;
    const RoundOptions& options_;
    Names names_;
    csp::Network network_;
    RoundNetwork made_;
    std::vector<Input> inputs_;
    std::set<VariableId> goals_;
};

}  // namespace

RoundNetwork make_round_network(const ggp::Wiring& wiring, const std::vector<FluentGroup>& groups,
                                const RoundOptions& options) {
    return Builder(wiring, groups, options).build();
}

RoundNetwork make_round_network(const ggp::Wiring& wiring, const RoundOptions& options) {
    return make_round_network(wiring, find_groups(wiring, options.groups), options);
}

}  // namespace playout::rounds
