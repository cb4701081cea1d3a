#include "playout/ggp/circuit.h"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <ranges>
#include <span>

#include "playout/base/components.h"
#include "playout/base/errors.h"
#include "playout/base/hash.h"
#include "playout/base/text.h"

namespace playout::ggp {
namespace {

using ground::GroundProgram;
using ground::TermId;
namespace keyword = gdl::keyword;

using Atom = std::uint32_t;  // a sentence of the program, numbered densely
using RuleId = std::uint32_t;
constexpr Atom no_atom = ~Atom{0};
constexpr Wire unbuilt = ~Wire{0};
constexpr std::uint32_t none = ~std::uint32_t{0};

enum class Truth : std::uint8_t { open, yes, no };

// Lists of numbers, one after the other.
class Lists {
  public:
    explicit Lists(std::size_t count) : first_(count + 1, 0) {}
    // Twice the same calls: first to count, then to fill.
    void count(std::uint32_t list) { ++first_[list + 1]; }
    void counted() {
        for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        items_.resize(first_.back());
        next_.assign(first_.begin(), first_.end() - 1);
    }
    void add(std::uint32_t list, std::uint32_t item) { items_[next_[list]++] = item; }
    std::span<const std::uint32_t> operator[](std::uint32_t list) const {
        return {items_.data() + first_[list], first_[list + 1] - first_[list]};
    }

  private:
    std::vector<std::uint32_t> first_, next_, items_;
};

class Builder {
  public:
    Builder(const GroundProgram& program, const std::string& file, const ground::Limits& limits)
        : program_(program),
          terms_(program.terms),
          file_(file),
          limits_(limits),
          atom_of_(terms_.size(), no_atom) {}

    Circuit build() {
        read_rules();
        fold_constants();
        gather_rules();
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
        const std::size_t words = literals_.capacity() + 2 * rules_.capacity() + circuit_.inputs.capacity() +
                                  4 * circuit_.gates.capacity() + 8 * gate_by_hash_.size();
        if (static_cast<std::int64_t>(words * sizeof(Wire)) > limits_.memory)
            throw ground::TooLarge{fmt::format("compiling takes more than {} MB", limits_.memory >> 20)};
    }
    Atom atom(TermId term) {
        if (atom_of_[term] == no_atom) {
            atom_of_[term] = static_cast<Atom>(term_of_.size());
            term_of_.push_back(term);
        }
        return atom_of_[term];
    }
    Atom known_atom(TermId term) const { return term == ground::GroundTerms::none ? no_atom : atom_of_[term]; }
    TermId sentence(gdl::Symbol name, TermId argument) const {
        return terms_.find(name, std::span(&argument, 1));
    }

    // literal: atom * 2, negated if odd
    std::span<const std::uint32_t> body(RuleId rule) const {
        return {literals_.data() + rules_[rule].first, rules_[rule + 1].first - rules_[rule].first};
    }

    void read_rules() {
        program_.rules.for_each([&](const ground::GroundRules::Instance& instance) {
            look_at_clock();
            rules_.push_back({atom(instance.head), static_cast<std::uint32_t>(literals_.size())});
            for (const TermId term : instance.positive) literals_.push_back(atom(term) * 2);
            for (const TermId term : instance.negative) literals_.push_back(atom(term) * 2 + 1);
            const auto first = literals_.begin() + rules_.back().first;
            std::sort(first, literals_.end());  // each of them once
            literals_.erase(std::unique(first, literals_.end()), literals_.end());
        });
        for (const TermId fluent : program_.fluents) atom(sentence(keyword::true_, fluent));
        for (std::size_t role = 0; role < program_.roles.size(); ++role)
            for (const TermId move : program_.moves[role]) atom(does(role, move));
        rules_.push_back({no_atom, static_cast<std::uint32_t>(literals_.size())});
        truth_.assign(term_of_.size(), Truth::open);
        is_input_.assign(term_of_.size(), false);
        for (const TermId fluent : program_.fluents)
            is_input_[known_atom(sentence(keyword::true_, fluent))] = true;
        for (std::size_t role = 0; role < program_.roles.size(); ++role)
            for (const TermId move : program_.moves[role]) is_input_[known_atom(does(role, move))] = true;
    }
    TermId does(std::size_t role, TermId move) const { return pair(keyword::does, role, move); }
    TermId pair(gdl::Symbol name, std::size_t role, TermId move) const {
        const std::array<TermId, 2> arguments = {program_.roles[role], move};
        return terms_.find(name, arguments);
    }

    std::size_t rule_count() const { return rules_.size() - 1; }

    // What is true or false whatever the state, and what follows from that.
    void fold_constants() {
        const auto atoms = static_cast<std::uint32_t>(term_of_.size());
        Lists uses(atoms);
        std::vector<std::uint32_t> open_literals(rule_count()), open_rules(atoms, 0);
        for (RuleId rule = 0; rule < rule_count(); ++rule)
            for (const std::uint32_t literal : body(rule)) uses.count(literal / 2);
        uses.counted();
        for (RuleId rule = 0; rule < rule_count(); ++rule) {
            for (const std::uint32_t literal : body(rule)) uses.add(literal / 2, rule);
            open_literals[rule] = static_cast<std::uint32_t>(body(rule).size());
            ++open_rules[rules_[rule].head];
        }
        dead_.assign(rule_count(), false);
        std::vector<bool> at_start(atoms, false);  // of true(...)
        for (const TermId fluent : program_.initial)
            if (const Atom state = known_atom(sentence(keyword::true_, fluent)); state != no_atom)
                at_start[state] = true;
        std::vector<Atom> decided;
        const auto decide = [&](Atom atom, Truth truth) {
            if (truth_[atom] != Truth::open) return;
            truth_[atom] = truth;
            decided.push_back(atom);
        };
        for (Atom one = 0; one < atoms; ++one)
            if (open_rules[one] == 0 && !is_input_[one]) decide(one, Truth::no);
        for (RuleId rule = 0; rule < rule_count(); ++rule)
            if (open_literals[rule] == 0) decide(rules_[rule].head, Truth::yes);
        // A fluent that nothing brings about is in no state but the first.
        for (const TermId fluent : program_.fluents) {
            const Atom state = known_atom(sentence(keyword::true_, fluent));
            if (known_atom(sentence(keyword::next, fluent)) == no_atom && !at_start[state])
                decide(state, Truth::no);
        }
        while (!decided.empty()) {
            const Atom atom = decided.back();
            decided.pop_back();
            const Truth truth = truth_[atom];
            if (terms_.name(term_of_[atom]) == keyword::next) {
                const Atom state = known_atom(sentence(keyword::true_, terms_.arguments(term_of_[atom])[0]));
                if (state != no_atom && at_start[state] == (truth == Truth::yes)) decide(state, truth);
            }
            for (const RuleId rule : uses[atom]) {
                look_at_clock();
                if (dead_[rule]) continue;
                for (const std::uint32_t literal : body(rule)) {
                    if (literal / 2 != atom || dead_[rule]) continue;
                    if ((truth == Truth::yes) != (literal % 2 != 0)) {  // met
                        if (--open_literals[rule] == 0) decide(rules_[rule].head, Truth::yes);
                    } else {
                        dead_[rule] = true;
                        if (--open_rules[rules_[rule].head] == 0 && !is_input_[rules_[rule].head])
                            decide(rules_[rule].head, Truth::no);
                    }
                }
            }
        }
    }

    bool is_open(Atom atom) const { return atom != no_atom && truth_[atom] == Truth::open; }

    void name_inputs() {
        wire_.assign(term_of_.size(), unbuilt);
        Node node = 1;
        for (const TermId fluent : program_.fluents) {
            const Atom state = known_atom(sentence(keyword::true_, fluent));
            if (truth_[state] == Truth::yes)
                circuit_.constant_texts.push_back(terms_.text(fluent, program_.names));
            if (!is_open(state)) continue;
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
                wire_[known_atom(does(role, move))] = wire_of(node++);
            }
        }
        circuit_.first_gate = node;
    }

    // The rules that may apply, those of an atom one after the other, with the conditions that are open.
    void gather_rules() {
        const auto applies = [&](RuleId rule) {
            return !dead_[rule] && truth_[rules_[rule].head] == Truth::open;
        };
        first_rule_.assign(term_of_.size() + 1, 0);
        for (RuleId rule = 0; rule < rule_count(); ++rule)
            if (applies(rule)) ++first_rule_[rules_[rule].head + 1];
        std::partial_sum(first_rule_.begin(), first_rule_.end(), first_rule_.begin());
        std::vector<RuleId> place(first_rule_.begin(), first_rule_.end() - 1);
        std::vector<Rule> rules(first_rule_.back() + 1, {no_atom, 0});
        std::vector<RuleId> moved(rule_count(), none);
        for (RuleId rule = 0; rule < rule_count(); ++rule) {
            if (!applies(rule)) continue;
            moved[rule] = place[rules_[rule].head]++;
            rules[moved[rule]].head = rules_[rule].head;
            for (const std::uint32_t literal : body(rule)) rules[moved[rule] + 1].first += is_open(literal / 2);
        }
        for (std::size_t i = 1; i < rules.size(); ++i) rules[i].first += rules[i - 1].first;
        std::vector<std::uint32_t> literals(rules.back().first);
        for (RuleId rule = 0; rule < rule_count(); ++rule) {
            if (moved[rule] == none) continue;
            std::uint32_t to = rules[moved[rule]].first;
            for (const std::uint32_t literal : body(rule))
                if (is_open(literal / 2)) literals[to++] = literal;
        }
        rules_ = std::move(rules);
        literals_ = std::move(literals);
    }
    auto rules_of(Atom atom) const { return std::views::iota(first_rule_[atom], first_rule_[atom + 1]); }

    void find_needed() {
        const auto atoms = static_cast<std::uint32_t>(term_of_.size());
        std::vector<bool> needed(atoms, false);
        const auto need = [&](Atom atom) {
            if (!is_open(atom) || is_input_[atom] || needed[atom]) return;
            needed[atom] = true;
            needed_.push_back(atom);
        };
        for (const TermId fluent : fluents_) need(known_atom(sentence(keyword::next, fluent)));
        for (std::size_t role = 0; role < program_.roles.size(); ++role)
            for (const TermId move : program_.moves[role]) need(known_atom(pair(keyword::legal, role, move)));
        for (Atom atom = 0; atom < atoms; ++atom)
            if (const gdl::Symbol name = terms_.name(term_of_[atom]);
                name == keyword::terminal || name == keyword::goal)
                need(atom);
        for (std::size_t i = 0; i < needed_.size(); ++i)
            for (const RuleId rule : rules_of(needed_[i]))
                for (const std::uint32_t literal : body(rule)) need(literal / 2);
    }

    void build_gates() {
        place_.assign(term_of_.size(), none);
        build_group(needed_);
    }

    // Whether the rule can apply, as far as its conditions are built.
    bool may_apply(RuleId rule) const {
        for (const std::uint32_t literal : body(rule))
            if (wire_[literal / 2] == (literal % 2 != 0 ? always : never)) return false;
        return true;
    }

    // Gates for these sentences, those that others depend on first; what else they depend on is built.
    void build_group(const std::vector<Atom>& members) {
        for (std::uint32_t i = 0; i < members.size(); ++i) place_[members[i]] = i;
        std::vector<std::vector<std::uint32_t>> uses(members.size());
        for (std::uint32_t i = 0; i < members.size(); ++i) {
            for (const RuleId rule : rules_of(members[i])) {
                look_at_clock();
                if (!may_apply(rule)) continue;
                for (const std::uint32_t literal : body(rule))
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
                build_ring(ring);
            }
            first = end;
        }
    }

    void build_atom(Atom atom) {
        alternatives_.clear();
        for (const RuleId rule : rules_of(atom)) {
            look_at_clock();
            conditions_.clear();
            for (const std::uint32_t literal : body(rule))
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

    // Every member has a gate "any of", and every alternative of it that another member takes part in a gate
    // "all of".
    void build_ring(const std::vector<Atom>& members) {
        struct Alternative {
            Wire outside;  // what it takes beside the members
            std::vector<Atom> together;
        };
        for (std::uint32_t i = 0; i < members.size(); ++i) place_[members[i]] = i;
        std::vector<std::vector<Alternative>> inside(members.size());
        std::vector<Wire> support;  // what makes a member true without the others
        // All this stands before the gates of the ring, so that those are neighbours.
        for (std::size_t i = 0; i < members.size(); ++i) {
            std::vector<Wire> alone;
            for (const RuleId rule : rules_of(members[i])) {
                if (!may_apply(rule)) continue;
                std::vector<Wire> others;
                std::vector<Atom> together;
                for (const std::uint32_t literal : body(rule)) {
                    if (place_[literal / 2] == none) {
                        others.push_back(wire_[literal / 2] ^ (literal % 2));
                    } else if (literal % 2 != 0) {
                        throw InputError(file_, fmt::format("{} depends on its own negation",
                                                            terms_.text(term_of_[members[i]], program_.names)));
                    } else {
                        together.push_back(literal / 2);
                    }
                }
                const Wire outside = gate(true, others);
                if (outside == never) continue;
                if (together.empty()) {
                    alone.push_back(outside);
                } else {
                    inside[i].push_back({outside, std::move(together)});
                }
            }
            support.push_back(gate(false, alone));
        }
        for (const Atom atom : members) place_[atom] = none;
        if (std::find(support.begin(), support.end(), always) !=
            support.end()) {  // the others are a ring no longer
            std::vector<Atom> rest;
            for (std::size_t i = 0; i < members.size(); ++i) {
                if (support[i] == always) {
                    wire_[members[i]] = always;
                } else {
                    rest.push_back(members[i]);
                }
            }
            return build_group(rest);
        }
        const std::uint32_t ring = circuit_.rings++;
        const Node first = circuit_.first_gate + static_cast<Node>(circuit_.gates.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            wire_[members[i]] = wire_of(first + static_cast<Node>(i));
            add_gate(false, {}, ring);
        }
        const auto sort_out = [](std::vector<Wire>& wires) {
            std::sort(wires.begin(), wires.end());
            wires.erase(std::unique(wires.begin(), wires.end()), wires.end());
        };
        for (std::size_t i = 0; i < members.size(); ++i) {
            std::vector<Wire> alternatives;
            if (support[i] != never) alternatives.push_back(support[i]);
            for (const Alternative& alternative : inside[i]) {
                std::vector<Wire> wires;
                if (alternative.outside != always) wires.push_back(alternative.outside);
                for (const Atom partner : alternative.together) wires.push_back(wire_[partner]);
                sort_out(wires);
                alternatives.push_back(wires.size() == 1 ? wires[0] : wire_of(add_gate(true, wires, ring)));
            }
            sort_out(alternatives);
            Gate& own = circuit_.gates[first + i - circuit_.first_gate];
            own.first = static_cast<std::uint32_t>(circuit_.inputs.size());
            own.count = static_cast<std::uint32_t>(alternatives.size());
            circuit_.inputs.insert(circuit_.inputs.end(), alternatives.begin(), alternatives.end());
        }
    }

    Wire output(TermId term) const {
        const Atom atom = known_atom(term);
        if (atom == no_atom || truth_[atom] == Truth::no) return never;
        return truth_[atom] == Truth::yes ? always : wire_[atom];
    }

    void connect_outputs() {
        for (const TermId fluent : fluents_) circuit_.next.push_back(output(sentence(keyword::next, fluent)));
        for (std::size_t role = 0; role < program_.roles.size(); ++role) {
            circuit_.legal.emplace_back();
            for (const TermId move : program_.moves[role])
                circuit_.legal.back().push_back(output(pair(keyword::legal, role, move)));
        }
        circuit_.terminal = output(terms_.find(keyword::terminal, {}));
        circuit_.goals.resize(program_.roles.size());
        for (const TermId term : term_of_) {
            if (terms_.name(term) != keyword::goal || output(term) == never) continue;
            const std::span<const TermId> arguments = terms_.arguments(term);
            const auto role = std::find(program_.roles.begin(), program_.roles.end(), arguments[0]);
            if (role == program_.roles.end()) continue;
            const std::string text = terms_.text(arguments[1], program_.names);
            const auto value = parse_integer(text);
            const bool fits = value && *value >= 0 && *value <= 100;
            circuit_.goals[static_cast<std::size_t>(role - program_.roles.begin())].push_back(
                {fits ? static_cast<int>(*value) : -1, output(term)});
        }
        for (std::vector<Goal>& goals : circuit_.goals)
            std::sort(goals.begin(), goals.end(),
                      [](const Goal& one, const Goal& other) { return one.value > other.value; });
    }

    struct Rule {
        Atom head;
        std::uint32_t first;  // of its literals
    };

    const GroundProgram& program_;
    const ground::GroundTerms& terms_;
    const std::string& file_;
    const ground::Limits& limits_;
    std::uint64_t looks_ = 0;
    Circuit circuit_;
    std::vector<Atom> atom_of_;  // by term
    std::vector<TermId> term_of_;
    std::vector<Rule> rules_;  // and one at the end that says where the literals end
    std::vector<std::uint32_t> literals_;
    std::vector<Truth> truth_;
    std::vector<bool> is_input_, dead_;
    std::vector<TermId> fluents_;
    std::vector<RuleId> first_rule_;  // by atom, and one past the last
    std::vector<Atom> needed_;
    std::vector<std::uint32_t> place_;  // by atom: where in the group or ring that is being built, or none
    std::vector<Wire> wire_;            // by atom
    tsl::robin_map<std::uint64_t, Node> gate_by_hash_;
    std::vector<Wire> alternatives_, conditions_;  // of the atom that is being built
};

}  // namespace

Circuit build_circuit(const ground::GroundProgram& program, const std::string& file,
                      const ground::Limits& limits) {
    return Builder(program, file, limits).build();
}

}  // namespace playout::ggp
