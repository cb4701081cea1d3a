#include "playout/rounds/fluent_groups.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "playout/csp/propagator.h"
#include "playout/rounds/circuit_network.h"
#include "playout/rounds/random_states.h"
#include "playout/rounds/term_text.h"

namespace playout::rounds {
namespace {

using csp::Literal;
using csp::Truth;
using Fluents = std::vector<std::uint32_t>;
using Partition = std::vector<Fluents>;

bool holds(const ggp::StateBits& state, std::uint32_t fluent) {
    return ((state[fluent / 64] >> (fluent % 64)) & 1) != 0;
}

// The largest and the least number of fluents of a group that hold in one of the states.
std::pair<std::size_t, std::size_t> most_and_least(const Fluents& fluents,
                                                   const std::vector<ggp::StateBits>& states) {
    std::size_t most = 0, least = fluents.size();
    for (const ggp::StateBits& state : states) {
        const auto count = static_cast<std::size_t>(
            std::count_if(fluents.begin(), fluents.end(), [&](auto fluent) { return holds(state, fluent); }));
        most = std::max(most, count);
        least = std::min(least, count);
    }
    return {most, least};
}

// The ways in which the fluents of one name can be grouped as far as the sample tells, the coarsest first; the
// last one has every fluent by itself.
std::vector<Partition> candidates(const Fluents& fluents, const std::vector<std::vector<std::string>>& words,
                                  const std::vector<ggp::StateBits>& states) {
    const std::size_t places = words[fluents[0]].size() - 1;
    std::set<Partition> found;
    for (std::uint32_t keys = 0; keys < (1U << std::min<std::size_t>(places, 8)); ++keys) {
        std::map<std::vector<std::string>, Fluents> groups;
        for (const std::uint32_t fluent : fluents) {
            std::vector<std::string> key;
            for (std::size_t place = 0; place < places; ++place)
                if ((keys >> place & 1) != 0 || place >= 8) key.push_back(words[fluent][place + 1]);
            groups[key].push_back(fluent);
        }
        Partition partition;
        bool possible = true;
        for (auto& [key, group] : groups) {
            possible = possible && (group.size() == 1 || most_and_least(group, states).first <= 1);
            partition.push_back(std::move(group));
        }
        if (possible) found.insert(std::move(partition));
    }
    Partition single;
    for (const std::uint32_t fluent : fluents) single.push_back({fluent});
    found.insert(single);
    std::vector<Partition> sorted(found.begin(), found.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Partition& one, const Partition& other) { return one.size() < other.size(); });
    return sorted;
}

// One step of the game from any state in which the groups hold, with what is to be refuted.
class Step {
  public:
    Step(const ggp::Circuit& circuit, const std::vector<FluentGroup>& groups, const GroupLimits& limits)
        : limits_(limits), roles_(circuit.moves.size()) {
        std::vector<Input> inputs(circuit.first_gate);
        const auto add = [&](std::size_t values) {
            network_.variables.push_back({.name = {}, .values = std::vector<std::string>(values)});
            return static_cast<csp::VariableId>(network_.variables.size() - 1);
        };
        for (const FluentGroup& group : groups) {
            const csp::VariableId variable = add(group.fluents.size() + (group.always_one ? 0 : 1));
            for (csp::Value value = 0; value < group.fluents.size(); ++value)
                inputs[1 + group.fluents[value]] = {variable, value};
        }
        auto node = static_cast<ggp::Node>(1 + circuit.fluents);
        std::vector<csp::VariableId> actions;
        first_action_ = static_cast<csp::VariableId>(network_.variables.size());
        for (const std::size_t moves : circuit.moves) {
            actions.push_back(add(moves));
            for (csp::Value move = 0; move < moves; ++move) inputs[node++] = {actions.back(), move};
        }
        CircuitNetwork wires(circuit, network_, std::move(inputs), 0);
        for (std::size_t role = 0; role < actions.size(); ++role)
            for (csp::Value move = 0; move < circuit.moves[role]; ++move)
                wires.require(wires.is(actions[role], move), circuit.legal[role][move]);
        for (const ggp::Wire wire : circuit.next) next_.push_back(wires.literal(wire));
        // No moves are made where the game is over.
        network_.conjunctions.push_back({.output = {}, .inputs = {wires.literal(circuit.terminal)}});
        propagator_.emplace(network_);
        possible_ = propagator_->propagate();
    }

    bool at_most_one(const Fluents& fluents) {
        for (std::size_t i = 1; i < fluents.size() && possible_; ++i) {
            if (limits_.over()) return false;
            propagator_->mark();
            bool proved = true;
            if (assume(next_[fluents[i]]))
                for (std::size_t j = 0; j < i && proved; ++j) {
                    if (propagator_->truth(next_[fluents[j]]) == Truth::no) continue;
                    cases_left_ = limits_.cases;
                    propagator_->mark();
                    proved = !assume(next_[fluents[j]]) || refuted();
                    propagator_->go_back();
                }
            propagator_->go_back();
            if (!proved) return false;
        }
        return true;
    }

    bool at_least_one(const Fluents& fluents) {
        if (!possible_) return true;
        cases_left_ = limits_.cases;
        propagator_->mark();
        bool open = true;
        for (const std::uint32_t fluent : fluents)
            open = open && propagator_->make_true(csp::negation_of(next_[fluent]));
        const bool proved = !open || !propagator_->propagate() || refuted();
        propagator_->go_back();
        return proved;
    }

  private:
    bool is_action(csp::VariableId variable) const {
        return variable >= first_action_ && variable < first_action_ + roles_;
    }
    bool assume(Literal literal) { return propagator_->make_true(literal) && propagator_->propagate(); }

    // Whether what is assumed leads to a contradiction. Where propagation alone does not, a constraint is
    // taken, and each way to meet it is refuted in turn.
    bool refuted() {
        if (--cases_left_ < 0 || limits_.over()) return false;
        const std::vector<Literal> ways = choose_cases();
        const std::optional<csp::VariableId> narrowed = choose_variable();
        if (narrowed && (ways.empty() || propagator_->domains().size(*narrowed) <= ways.size() + 2))
            return refuted_by_values(*narrowed);
        if (ways.empty()) return false;
        propagator_->mark();
        bool all = true;
        for (const Literal way : ways) {
            propagator_->mark();
            all = !assume(way) || refuted();
            propagator_->go_back();
            if (!all || !assume(csp::negation_of(way))) break;  // in the other cases it does not hold
        }
        propagator_->go_back();
        return all;
    }

    // The variable that has the fewest values left, of those that what is assumed has touched.
    std::optional<csp::VariableId> choose_variable() const {
        constexpr std::size_t max_size = 64;
        const csp::Domains& domains = propagator_->domains();
        std::optional<csp::VariableId> best;
        for (const csp::VariableId variable : propagator_->changes())
            if (domains.size(variable) > 1 && domains.size(variable) <= max_size &&
                (!best || domains.size(variable) < domains.size(*best)))
                best = variable;
        return best;
    }

    bool refuted_by_values(csp::VariableId variable) {
        const csp::Domains& domains = propagator_->domains();
        const std::vector<csp::Value> values(domains.values(variable).begin(), domains.values(variable).end());
        propagator_->mark();
        bool all = true;
        for (const csp::Value value : values) {
            if (!domains.contains(variable, value)) continue;
            propagator_->mark();
            propagator_->assign(variable, value);
            all = !propagator_->propagate() || refuted();
            propagator_->go_back();
            if (!all || domains.size(variable) == 1) break;
            propagator_->remove(variable, value);
            if (!propagator_->propagate()) break;
        }
        propagator_->go_back();
        return all;
    }

    // Of the constraints that what is assumed has touched, that with the fewest ways to meet it.
    std::vector<Literal> choose_cases() {
        std::vector<Literal> best;
        const std::size_t first = network_.tables.size();
        const auto changes = propagator_->changes();
        seen_.resize(network_.variables.size(), 0);
        ++looks_;
        for (std::size_t i = changes.size(); i-- > 0;) {
            if (std::exchange(seen_[changes[i]], looks_) == looks_) continue;  // a variable changes many times
            for (const std::uint32_t constraint : propagator_->constraints_of(changes[i])) {
                if (constraint - first >= network_.conjunctions.size()) continue;
                std::vector<Literal> ways = ways_to_meet(network_.conjunctions[constraint - first]);
                if (ways.empty() || (!best.empty() && ways.size() >= best.size())) continue;
                best = std::move(ways);
                if (best.size() == 2) return best;
            }
        }
        return best;
    }

    // Some input of a conjunction that must not hold has to fail: the ways are those that still may. None where
    // one has failed already, or where nothing of it is decided yet.
    std::vector<Literal> ways_to_meet(const csp::Conjunction& conjunction) const {
        bool touched = conjunction.output.has_value();
        if (touched && propagator_->truth(*conjunction.output) != Truth::no) return {};
        std::vector<Literal> ways;
        for (const Literal input : conjunction.inputs) {
            const Truth known = propagator_->truth(input);
            if (known == Truth::no) return {};
            touched = touched || (known == Truth::yes && is_action(network_.variable_of(input)));
            if (known == Truth::open) ways.push_back(csp::negation_of(input));
        }
        if (!touched) ways.clear();
        return ways;
    }

    const GroupLimits& limits_;
    const std::size_t roles_;
    csp::Network network_;
    std::vector<Literal> next_;         // by fluent
    csp::VariableId first_action_ = 0;  // before it are the variables of the state
    std::optional<csp::Propagator> propagator_;
    bool possible_ = true;
    std::int64_t cases_left_ = 0;
    std::vector<std::uint64_t> seen_;  // by variable: at which look
    std::uint64_t looks_ = 0;
};

std::vector<FluentGroup> single_groups(std::size_t fluents) {
    std::vector<FluentGroup> single;
    for (std::uint32_t fluent = 0; fluent < fluents; ++fluent) single.push_back({.fluents = {fluent}});
    return single;
}

// By name, the ways in which its fluents may be grouped.
std::vector<std::vector<Partition>> all_candidates(const ggp::Circuit& circuit,
                                                   const std::vector<ggp::StateBits>& states) {
    std::vector<std::vector<std::string>> words;
    std::map<std::pair<std::string, std::size_t>, Fluents> by_name;
    for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
        words.push_back(words_of(circuit.fluent_texts[fluent]));
        by_name[{words.back()[0], words.back().size()}].push_back(fluent);
    }
    std::vector<std::vector<Partition>> ways;
    for (const auto& [name, fluents] : by_name) ways.push_back(candidates(fluents, words, states));
    return ways;
}

// All groups are assumed, and must follow from each other; where one does not, its name takes the next way.
std::vector<FluentGroup> prove_at_most_one(const ggp::Circuit& circuit,
                                           std::vector<std::vector<Partition>> ways,
                                           const GroupLimits& limits) {
    std::vector<FluentGroup> groups;
    for (bool again = true; again;) {
        groups.clear();
        for (const std::vector<Partition>& left : ways)
            for (const Fluents& group : left.front()) groups.push_back({.fluents = group});
        again = false;
        std::optional<Step> step;
        for (std::vector<Partition>& left : ways) {
            if (left.size() == 1) continue;
            if (!step) step.emplace(circuit, groups, limits);
            const bool proved = std::all_of(left.front().begin(), left.front().end(),
                                            [&](const Fluents& group) { return step->at_most_one(group); });
            if (proved) continue;
            limits.over() ? void(left.erase(left.begin(), left.end() - 1)) : void(left.erase(left.begin()));
            again = true;
        }
    }
    return groups;
}

// Likewise that one always holds: it is assumed of all groups of which the sample does not show otherwise.
void prove_always_one(const ggp::Circuit& circuit, const std::vector<ggp::StateBits>& states,
                      const GroupLimits& limits, std::vector<FluentGroup>& groups) {
    for (FluentGroup& group : groups)
        group.always_one = group.fluents.size() > 1 && most_and_least(group.fluents, states).second == 1;
    for (bool again = true; again;) {
        again = false;
        std::optional<Step> step;
        for (FluentGroup& group : groups) {
            if (limits.over()) group.always_one = false;
            if (group.always_one && !step) step.emplace(circuit, groups, limits);
            if (!group.always_one || step->at_least_one(group.fluents)) continue;
            group.always_one = false;
            again = true;
        }
    }
}

}  // namespace

std::vector<FluentGroup> find_groups(const ggp::Wiring& wiring, const GroupLimits& limits) {
    const ggp::Circuit& circuit = wiring.circuit();
    if (circuit.gates.size() > limits.max_gates) return single_groups(circuit.fluents);
    const std::vector<ggp::StateBits> states =
        random_states(wiring, {.games = limits.games, .states = limits.states}, limits.over);
    std::vector<FluentGroup> groups = prove_at_most_one(circuit, all_candidates(circuit, states), limits);
    prove_always_one(circuit, states, limits, groups);
    return groups;
}

}  // namespace playout::rounds
