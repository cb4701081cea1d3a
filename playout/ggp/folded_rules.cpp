#include "playout/ggp/folded_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace playout::ggp {
namespace {

using ground::TermId;
namespace keyword = gdl::keyword;

constexpr std::uint32_t none = ~std::uint32_t{0};

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

}  // namespace

class RuleFolder {
  public:
    RuleFolder(FoldedRules& made, const ground::GroundLimits& limits) : made_(made), limits_(limits) {}

    void fold() {
        read_rules();
        find_inputs();
        fold_constants();
        gather_rules();
    }

  private:
    using Atom = FoldedRules::Atom;
    using RuleId = FoldedRules::RuleId;
    using Constancy = FoldedRules::Constancy;
    static constexpr Atom no_atom = FoldedRules::no_atom;

    const ground::GroundProgram& program() const { return made_.program_; }
    std::size_t rule_count() const { return made_.rules_.size() - 1; }
    Atom head(RuleId rule) const { return made_.rules_[rule].head; }

    void look_at_clock() {
        if (++looks_ % 4096 != 0) return;
        if (limits_.over()) throw ground::TooLarge{"it takes too long to compile"};
        if (static_cast<std::int64_t>(made_.words() * sizeof(std::uint32_t)) > limits_.memory)
            throw ground::TooLarge{fmt::format("compiling takes more than {} MB", limits_.memory >> 20)};
    }

    Atom atom(TermId term) {
        if (made_.atom_of_[term] == no_atom) {
            made_.atom_of_[term] = static_cast<Atom>(made_.term_of_.size());
            made_.term_of_.push_back(term);
        }
        return made_.atom_of_[term];
    }

    void read_rules() {
        std::vector<std::uint32_t>& literals = made_.literals_;
        program().rules.for_each([&](const ground::GroundRules::Instance& instance) {
            look_at_clock();
            made_.rules_.push_back({atom(instance.head), static_cast<std::uint32_t>(literals.size())});
            for (const TermId term : instance.positive) literals.push_back(atom(term) * 2);
            for (const TermId term : instance.negative) literals.push_back(atom(term) * 2 + 1);
            const auto first = literals.begin() + made_.rules_.back().first;
            std::sort(first, literals.end());  // each of them once
            literals.erase(std::unique(first, literals.end()), literals.end());
        });
    }

    void find_inputs() {
        std::vector<Atom> inputs;
        for (const TermId fluent : program().fluents)
            inputs.push_back(atom(made_.sentence(keyword::true_, fluent)));
        for (std::size_t role = 0; role < program().roles.size(); ++role)
            for (const TermId move : program().moves[role])
                inputs.push_back(atom(made_.sentence(keyword::does, role, move)));
        made_.rules_.push_back({no_atom, static_cast<std::uint32_t>(made_.literals_.size())});
        made_.constancy_.assign(made_.atoms(), Constancy::open);
        made_.is_input_.assign(made_.atoms(), false);
        for (const Atom input : inputs) made_.is_input_[input] = true;
    }

    // What is true or false whatever the state, and what follows from that.
    void fold_constants() {
        count_what_is_open();
        find_start();
        for (Atom one = 0; one < made_.atoms(); ++one)
            if (open_rules_[one] == 0 && !made_.is_input_[one]) decide(one, Constancy::never);
        for (RuleId rule = 0; rule < rule_count(); ++rule)
            if (open_literals_[rule] == 0) decide(head(rule), Constancy::always);
        // A fluent that nothing brings about is in no state but the first.
        for (const TermId fluent : program().fluents) {
            const Atom state = made_.find(keyword::true_, fluent);
            if (made_.find(keyword::next, fluent) == no_atom && !at_start_[state])
                decide(state, Constancy::never);
        }
        while (!decided_.empty()) {
            const Atom atom = decided_.back();
            decided_.pop_back();
            carry_to_next_state(atom);
            for (const RuleId rule : uses_[atom]) {
                look_at_clock();
                carry_to_rule(atom, rule);
            }
        }
    }

    void count_what_is_open() {
        uses_ = Lists(made_.atoms());
        open_literals_.resize(rule_count());
        open_rules_.assign(made_.atoms(), 0);
        dead_.assign(rule_count(), false);
        for (RuleId rule = 0; rule < rule_count(); ++rule)
            for (const std::uint32_t literal : made_.body(rule)) uses_.count(literal / 2);
        uses_.counted();
        for (RuleId rule = 0; rule < rule_count(); ++rule) {
            for (const std::uint32_t literal : made_.body(rule)) uses_.add(literal / 2, rule);
            open_literals_[rule] = static_cast<std::uint32_t>(made_.body(rule).size());
            ++open_rules_[head(rule)];
        }
    }

    void find_start() {
        at_start_.assign(made_.atoms(), false);
        for (const TermId fluent : program().initial)
            if (const Atom state = made_.find(keyword::true_, fluent); state != no_atom)
                at_start_[state] = true;
    }

    void decide(Atom atom, Constancy constancy) {
        if (made_.constancy_[atom] != Constancy::open) return;
        made_.constancy_[atom] = constancy;
        decided_.push_back(atom);
    }

    // What is the same in every next state and at the start is the same in every state.
    void carry_to_next_state(Atom atom) {
        const TermId term = made_.term_of(atom);
        if (program().terms.name(term) != keyword::next) return;
        const Atom state = made_.find(keyword::true_, program().terms.arguments(term)[0]);
        if (state != no_atom && at_start_[state] == made_.is_always(atom))
            decide(state, made_.constancy_[atom]);
    }

    // The atom is decided: it is a condition less, or the rule never applies.
    void carry_to_rule(Atom atom, RuleId rule) {
        for (const std::uint32_t literal : made_.body(rule)) {
            if (literal / 2 != atom || dead_[rule]) continue;
            if (made_.is_always(atom) != (literal % 2 != 0)) {  // met
                if (--open_literals_[rule] == 0) decide(head(rule), Constancy::always);
            } else {
                dead_[rule] = true;
                if (--open_rules_[head(rule)] == 0 && !made_.is_input_[head(rule)])
                    decide(head(rule), Constancy::never);
            }
        }
    }

    // The rules that may apply, those of an atom one after the other, with the conditions that are open.
    void gather_rules() {
        const auto applies = [&](RuleId rule) {
            return !dead_[rule] && made_.is_open(made_.rules_[rule].head);
        };
        made_.first_rule_.assign(made_.term_of_.size() + 1, 0);
        for (RuleId rule = 0; rule < rule_count(); ++rule)
            if (applies(rule)) ++made_.first_rule_[made_.rules_[rule].head + 1];
        std::partial_sum(made_.first_rule_.begin(), made_.first_rule_.end(), made_.first_rule_.begin());
        std::vector<RuleId> place(made_.first_rule_.begin(), made_.first_rule_.end() - 1);
        std::vector<FoldedRules::Rule> rules(made_.first_rule_.back() + 1, {no_atom, 0});
        std::vector<RuleId> moved(rule_count(), none);
        for (RuleId rule = 0; rule < rule_count(); ++rule) {
            if (!applies(rule)) continue;
            moved[rule] = place[made_.rules_[rule].head]++;
            rules[moved[rule]].head = made_.rules_[rule].head;
            for (const std::uint32_t literal : made_.body(rule))
                rules[moved[rule] + 1].first += made_.is_open(literal / 2);
        }
        for (std::size_t i = 1; i < rules.size(); ++i) rules[i].first += rules[i - 1].first;
        std::vector<std::uint32_t> literals(rules.back().first);
        for (RuleId rule = 0; rule < rule_count(); ++rule) {
            if (moved[rule] == none) continue;
            std::uint32_t to = rules[moved[rule]].first;
            for (const std::uint32_t literal : made_.body(rule))
                if (made_.is_open(literal / 2)) literals[to++] = literal;
        }
        made_.rules_ = std::move(rules);
        made_.literals_ = std::move(literals);
    }

    FoldedRules& made_;
    const ground::GroundLimits& limits_;
    std::uint64_t looks_ = 0;
    Lists uses_{0};                             // by atom: the rules that have it as a condition
    std::vector<std::uint32_t> open_literals_;  // by rule: conditions that are not known to be met
    std::vector<std::uint32_t> open_rules_;     // by atom: rules for it that may apply
    std::vector<bool> dead_;                    // by rule: it never applies
    std::vector<bool> at_start_;                // by atom, of true(...)
    std::vector<Atom> decided_;                 // of which others have not heard yet
};

FoldedRules::FoldedRules(const ground::GroundProgram& program, const ground::GroundLimits& limits)
    : program_(program), atom_of_(program.terms.size(), no_atom) {
    RuleFolder(*this, limits).fold();
}

}  // namespace playout::ggp
