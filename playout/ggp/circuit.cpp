#include "playout/ggp/circuit.h"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>

#include "playout/base/components.h"
#include "playout/base/errors.h"
#include "playout/base/hash.h"
#include "playout/base/text.h"
#include "playout/ggp/folded_rules.h"

namespace playout::ggp {
namespace {

using ground::GroundProgram;
using ground::TermId;
namespace keyword = gdl::keyword;

using Atom = FoldedRules::Atom;
using RuleId = FoldedRules::RuleId;
constexpr Wire unbuilt = ~Wire{0};
constexpr std::uint32_t none = ~std::uint32_t{0};

class Builder {
  public:
    Builder(const GroundProgram& program, const std::string& file, const ground::GroundLimits& limits)
        : program_(program), terms_(program.terms), file_(file), limits_(limits), rules_(program, limits) {}

    Circuit build() {
        name_inputs();
        find_needed();
        build_gates();
        connect_outputs();
        return std::move(circuit_);
    }

  private:
    void look_at_clock() {
        if (++looks_ % 4096 != 0) return;
        if (limits_.over()) throw ground::TooLarge{"it takes too long to compile"};
        const std::size_t words = rules_.words() + circuit_.inputs.capacity() + 4 * circuit_.gates.capacity() +
                                  8 * gate_by_hash_.size();
        if (static_cast<std::int64_t>(words * sizeof(Wire)) > limits_.memory)
            throw ground::TooLarge{fmt::format("compiling takes more than {} MB", limits_.memory >> 20)};
    }
    void name_inputs() {
        wire_.assign(rules_.atoms(), unbuilt);
        Node node = 1;
        for (const TermId fluent : program_.fluents) {
            const Atom state = rules_.find(keyword::true_, fluent);
            if (rules_.is_always(state)) circuit_.constant_texts.push_back(terms_.text(fluent, program_.names));
            if (!rules_.is_open(state)) continue;
            fluents_.push_back(fluent);
            circuit_.fluent_texts.push_back(terms_.text(fluent, program_.names));
            wire_[state] = wire_of(node++);
        }
        circuit_.fluents = fluents_.size();
        circuit_.initial.assign(fluents_.size(), false);
        std::vector<TermId> initial = program_.initial;
        std::sort(initial.begin(), initial.end());
        for (std::size_t i = 0; i < fluents_.size(); ++i)
            circuit_.initial[i] = std::binary_search(initial.begin(), initial.end(), fluents_[i]);
        for (std::size_t role = 0; role < program_.roles.size(); ++role) {
            circuit_.role_texts.push_back(terms_.text(program_.roles[role], program_.names));
            if (terms_.name(program_.roles[role]) == keyword::random) circuit_.chance_role = role;
            circuit_.moves.push_back(program_.moves[role].size());
            circuit_.move_texts.emplace_back();
            for (const TermId move : program_.moves[role]) {
                circuit_.move_texts.back().push_back(terms_.text(move, program_.names));
                wire_[rules_.find(keyword::does, role, move)] = wire_of(node++);
            }
        }
        circuit_.first_gate = node;
    }

    void find_needed() {
        const auto atoms = static_cast<std::uint32_t>(rules_.atoms());
        std::vector<bool> needed(atoms, false);
        const auto need = [&](Atom atom) {
            if (!rules_.is_open(atom) || rules_.is_input(atom) || needed[atom]) return;
            needed[atom] = true;
            needed_.push_back(atom);
        };
        for (const TermId fluent : fluents_) need(rules_.find(keyword::next, fluent));
        for (std::size_t role = 0; role < program_.roles.size(); ++role)
            for (const TermId move : program_.moves[role]) need(rules_.find(keyword::legal, role, move));
        for (Atom atom = 0; atom < atoms; ++atom)
            if (const gdl::Symbol name = terms_.name(rules_.term_of(atom));
                name == keyword::terminal || name == keyword::goal)
                need(atom);
        for (std::size_t i = 0; i < needed_.size(); ++i)
            for (const RuleId rule : rules_.rules_of(needed_[i]))
                for (const std::uint32_t literal : rules_.body(rule)) need(literal / 2);
    }

    void build_gates() {
        place_.assign(rules_.atoms(), none);
        build_group(needed_);
    }

    // Whether the rule can apply, as far as its conditions are built.
    bool may_apply(RuleId rule) const {
        for (const std::uint32_t literal : rules_.body(rule))
            if (wire_[literal / 2] == (literal % 2 != 0 ? always : never)) return false;
        return true;
    }

    // Gates for these sentences, those that others depend on first; what else they depend on is built.
    void build_group(const std::vector<Atom>& members) {
        for (std::uint32_t i = 0; i < members.size(); ++i) place_[members[i]] = i;
        std::vector<std::vector<std::uint32_t>> uses(members.size());
        for (std::uint32_t i = 0; i < members.size(); ++i) {
            for (const RuleId rule : rules_.rules_of(members[i])) {
                look_at_clock();
                if (!may_apply(rule)) continue;
                for (const std::uint32_t literal : rules_.body(rule))
                    if (place_[literal / 2] != none) uses[i].push_back(place_[literal / 2]);
            }
            std::sort(uses[i].begin(), uses[i].end());
            uses[i].erase(std::unique(uses[i].begin(), uses[i].end()), uses[i].end());
        }
        for (const Atom atom : members) place_[atom] = none;
        const std::vector<std::uint32_t> component = components(uses);
        std::vector<std::uint32_t> order(members.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
            return component[one] < component[other];
        });
        for (std::size_t first = 0; first < order.size();) {
            std::size_t end = first + 1;
            while (end < order.size() && component[order[end]] == component[order[first]]) ++end;
            const std::uint32_t only = order[first];
            if (end == first + 1 && !std::binary_search(uses[only].begin(), uses[only].end(), only)) {
                build_atom(members[only]);
            } else {
                std::vector<Atom> ring;
                for (std::size_t i = first; i < end; ++i) ring.push_back(members[order[i]]);
                build_ring(std::move(ring));
            }
            first = end;
        }
    }

    void build_atom(Atom atom) {
        alternatives_.clear();
        for (const RuleId rule : rules_.rules_of(atom)) {
            look_at_clock();
            conditions_.clear();
            for (const std::uint32_t literal : rules_.body(rule))
                conditions_.push_back(wire_[literal / 2] ^ (literal % 2));
            alternatives_.push_back(gate(true, conditions_));
        }
        wire_[atom] = gate(false, alternatives_);
    }

    // All of the inputs, or any of them; one that is there already, where there is one. Sorts the inputs.
    Wire gate(bool all, std::vector<Wire>& wires) {
        const Wire neutral = all ? always : never;
        std::erase(wires, neutral);
        std::sort(wires.begin(), wires.end());
        wires.erase(std::unique(wires.begin(), wires.end()), wires.end());
        if (wires.empty()) return neutral;
        for (std::size_t i = 0; i < wires.size(); ++i)  // x and not x are neighbours
            if (wires[i] == negation_of(neutral) || (i > 0 && wires[i] == negation_of(wires[i - 1])))
                return negation_of(neutral);
        if (wires.size() == 1) return wires[0];
        std::uint64_t hash = all ? 1 : 2;
        for (const Wire wire : wires) hash = combine(hash, wire);
        const auto [known, fresh] = gate_by_hash_.try_emplace(hash, Node{0});
        if (!fresh && is_gate(known.value(), all, wires)) return wire_of(known.value());
        const Node made = add_gate(all, wires, no_ring);
        if (fresh) known.value() = made;
        return wire_of(made);
    }

    bool is_gate(Node node, bool all, const std::vector<Wire>& wires) const {
        const Gate& gate = circuit_.gates[node - circuit_.first_gate];
        return gate.all == all &&
               std::ranges::equal(std::span(circuit_.inputs).subspan(gate.first, gate.count), wires);
    }

    Node add_gate(bool all, const std::vector<Wire>& wires, std::uint32_t ring) {
        circuit_.gates.push_back({static_cast<std::uint32_t>(circuit_.inputs.size()),
                                  static_cast<std::uint32_t>(wires.size()), all, ring});
        circuit_.inputs.insert(circuit_.inputs.end(), wires.begin(), wires.end());
        return circuit_.first_gate + static_cast<Node>(circuit_.gates.size() - 1);
    }

    // Sentences that depend on each other, and what they take beside each other.
    struct Ring {
        struct Alternative {
            Wire outside;  // what it takes beside the members
            std::vector<Atom> together;
        };
        std::vector<Atom> members;
        std::vector<Wire> support;                     // by member: what makes it true without the others
        std::vector<std::vector<Alternative>> inside;  // by member: what makes it true with some of them
    };

    void build_ring(std::vector<Atom> members) {
        const Ring ring = collect_ring(std::move(members));
        const auto known = std::find(ring.support.begin(), ring.support.end(), always);
        known == ring.support.end() ? emit_ring(ring) : build_rest(ring);
    }

    // All this stands before the gates of the ring, so that those are neighbours.
    Ring collect_ring(std::vector<Atom> members) {
        Ring ring{.members = std::move(members), .support = {}, .inside = {}};
        for (std::uint32_t i = 0; i < ring.members.size(); ++i) place_[ring.members[i]] = i;
        for (const Atom member : ring.members) {
            std::vector<Wire> alone;
            std::vector<Ring::Alternative>& inside = ring.inside.emplace_back();
            for (const RuleId rule : rules_.rules_of(member)) {
                if (!may_apply(rule)) continue;
                Ring::Alternative alternative = alternative_of(rule, member);
                if (alternative.outside == never) continue;
                if (alternative.together.empty()) {
                    alone.push_back(alternative.outside);
                } else {
                    inside.push_back(std::move(alternative));
                }
            }
            ring.support.push_back(gate(false, alone));
        }
        for (const Atom atom : ring.members) place_[atom] = none;
        return ring;
    }

    // The members of the ring are those that have a place.
    Ring::Alternative alternative_of(RuleId rule, Atom head) {
        std::vector<Wire> others;
        std::vector<Atom> together;
        for (const std::uint32_t literal : rules_.body(rule)) {
            if (place_[literal / 2] == none) {
                others.push_back(wire_[literal / 2] ^ (literal % 2));
            } else if (literal % 2 != 0) {
                throw InputError(file_, fmt::format("{} depends on its own negation",
                                                    terms_.text(rules_.term_of(head), program_.names)));
            } else {
                together.push_back(literal / 2);
            }
        }
        return {gate(true, others), std::move(together)};
    }

    // Some members always hold, and the others are a ring no longer.
    void build_rest(const Ring& ring) {
        std::vector<Atom> rest;
        for (std::size_t i = 0; i < ring.members.size(); ++i) {
            if (ring.support[i] == always) {
                wire_[ring.members[i]] = always;
            } else {
                rest.push_back(ring.members[i]);
            }
        }
        build_group(rest);
    }

    // Every member has a gate "any of", and every alternative of it that another member takes part in a gate
    // "all of".
    void emit_ring(const Ring& ring) {
        const std::uint32_t number = circuit_.rings++;
        const Node first = circuit_.first_gate + static_cast<Node>(circuit_.gates.size());
        for (std::size_t i = 0; i < ring.members.size(); ++i) {
            wire_[ring.members[i]] = wire_of(first + static_cast<Node>(i));
            add_gate(false, {}, number);
        }
        const auto sort_out = [](std::vector<Wire>& wires) {
            std::sort(wires.begin(), wires.end());
            wires.erase(std::unique(wires.begin(), wires.end()), wires.end());
        };
        for (std::size_t i = 0; i < ring.members.size(); ++i) {
            std::vector<Wire> alternatives;
            if (ring.support[i] != never) alternatives.push_back(ring.support[i]);
            for (const Ring::Alternative& alternative : ring.inside[i]) {
                std::vector<Wire> wires;
                if (alternative.outside != always) wires.push_back(alternative.outside);
                for (const Atom partner : alternative.together) wires.push_back(wire_[partner]);
                sort_out(wires);
                alternatives.push_back(wires.size() == 1 ? wires[0] : wire_of(add_gate(true, wires, number)));
            }
            sort_out(alternatives);
            Gate& own = circuit_.gates[first + i - circuit_.first_gate];
            own.first = static_cast<std::uint32_t>(circuit_.inputs.size());
            own.count = static_cast<std::uint32_t>(alternatives.size());
            circuit_.inputs.insert(circuit_.inputs.end(), alternatives.begin(), alternatives.end());
        }
    }

    Wire output(Atom atom) const {
        if (atom == FoldedRules::no_atom) return never;
        if (rules_.is_always(atom)) return always;
        return rules_.is_open(atom) ? wire_[atom] : never;
    }

    void connect_outputs() {
        for (const TermId fluent : fluents_)
            circuit_.next.push_back(output(rules_.find(keyword::next, fluent)));
        for (std::size_t role = 0; role < program_.roles.size(); ++role) {
            circuit_.legal.emplace_back();
            for (const TermId move : program_.moves[role])
                circuit_.legal.back().push_back(output(rules_.find(keyword::legal, role, move)));
        }
        circuit_.terminal = output(rules_.find(terms_.find(keyword::terminal, {})));
        circuit_.goals.resize(program_.roles.size());
        for (Atom atom = 0; atom < rules_.atoms(); ++atom) {
            const TermId term = rules_.term_of(atom);
            if (terms_.name(term) != keyword::goal || output(atom) == never) continue;
            const std::span<const TermId> arguments = terms_.arguments(term);
            const auto role = std::find(program_.roles.begin(), program_.roles.end(), arguments[0]);
            if (role == program_.roles.end()) continue;
            const std::string text = terms_.text(arguments[1], program_.names);
            const auto value = parse_integer(text);
            const bool fits = value && *value >= 0 && *value <= 100;
            circuit_.goals[static_cast<std::size_t>(role - program_.roles.begin())].push_back(
                {fits ? static_cast<int>(*value) : -1, output(atom)});
        }
        for (std::vector<Goal>& goals : circuit_.goals)
            std::sort(goals.begin(), goals.end(),
                      [](const Goal& one, const Goal& other) { return one.value > other.value; });
    }

    const GroundProgram& program_;
    const ground::GroundTerms& terms_;
    const std::string& file_;
    const ground::GroundLimits& limits_;
    const FoldedRules rules_;
    std::uint64_t looks_ = 0;
    Circuit circuit_;
    std::vector<TermId> fluents_;
    std::vector<Atom> needed_;
    std::vector<std::uint32_t> place_;  // by atom: where in the group or ring that is being built, or none
    std::vector<Wire> wire_;            // by atom
    tsl::robin_map<std::uint64_t, Node> gate_by_hash_;
    std::vector<Wire> alternatives_, conditions_;  // of the atom that is being built
};

}  // namespace

Circuit build_circuit(const ground::GroundProgram& program, const std::string& file,
                      const ground::GroundLimits& limits) {
    return Builder(program, file, limits).build();
}

}  // namespace playout::ggp
