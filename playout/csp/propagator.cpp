#include "playout/csp/propagator.h"

#include <algorithm>
#include <set>

namespace playout::csp {
namespace {

// Lists one after the other, from pairs of a list's number and an element; the place where each begins, and one
// more.
template <typename Element>
std::vector<std::size_t> lay_out(std::size_t lists, const std::vector<std::pair<std::size_t, Element>>& pairs,
                                 std::vector<Element>& elements) {
    std::vector<std::size_t> first(lists + 1, 0);
    for (const auto& [list, element] : pairs) ++first[list + 1];
    for (std::size_t i = 0; i < lists; ++i) first[i + 1] += first[i];
    std::vector<std::size_t> next = first;
    elements.resize(pairs.size());
    for (const auto& [list, element] : pairs) elements[next[list]++] = element;
    return first;
}

}  // namespace

Propagator::Propagator(const Network& network, Strength strength)
    : network_(network), strength_(strength), domains_(network, trail_) {
    for (const Table& table : network.tables) {
        tables_.emplace_back(network, table.allowed, trail_);
        impossible_ = impossible_ || tables_.back().empty();
    }
    for (const Derivation& derivation : network.derivations) models_.emplace_back(derivation);
    failures_.assign(network.constraints(), 0);
    queued_.assign(network.constraints(), false);
    connect_variables();
    connect_atoms();
    for (VariableId variable = 0; variable < network.variables.size(); ++variable) {
        for (const Value value : network.variables[variable].removed) lose(variable, value);
        impossible_ = impossible_ || domains_.size(variable) == 0;
    }
    // Everything is looked at once.
    events_.clear();
    for (AtomId atom = 0; strength == Strength::arcs && atom < network.atoms.size(); ++atom) {
        if (count(atom) == 0) {
            events_.push_back({atom, false});
        } else if (count(atom) == domains_.size(network.atoms[atom].variable)) {
            decide_true(atom);
        }
    }
    for (std::uint32_t constraint = 0; constraint < network.constraints(); ++constraint)
        if (strength == Strength::arcs || trail_[unassigned_ + constraint] <= 1) enqueue(constraint);
}

std::vector<std::vector<VariableId>> Propagator::scopes() const {
    std::vector<std::vector<VariableId>> all;
    for (const Table& table : network_.tables) all.push_back(table.allowed.scope);
    for (const Conjunction& conjunction : network_.conjunctions) {
        all.emplace_back();
        for (const Literal input : conjunction.inputs) all.back().push_back(network_.variable_of(input));
        if (conjunction.output) all.back().push_back(network_.variable_of(*conjunction.output));
    }
    // Heads follow from the rest, and nothing follows from them.
    for (const Derivation& derivation : network_.derivations) {
        all.emplace_back();
        std::set<AtomId> heads;
        for (const Derivation::Rule& rule : derivation.rules) heads.insert(atom_of(rule.head));
        for (const Derivation::Rule& rule : derivation.rules)
            for (const Literal literal : rule.body)
                if (!heads.contains(atom_of(literal))) all.back().push_back(network_.variable_of(literal));
    }
    for (std::vector<VariableId>& scope : all) {
        std::sort(scope.begin(), scope.end());
        scope.erase(std::unique(scope.begin(), scope.end()), scope.end());
    }
    return all;
}

void Propagator::connect_variables() {
    const std::vector<std::vector<VariableId>> all = scopes();
    std::vector<std::pair<std::size_t, std::uint32_t>> pairs;
    unassigned_ = trail_.make(all.size(), 0);
    assigned_ = trail_.make(network_.variables.size(), 0);
    for (std::uint32_t constraint = 0; constraint < all.size(); ++constraint) {
        for (const VariableId variable : all[constraint]) pairs.emplace_back(variable, constraint);
        trail_.set(unassigned_ + constraint, all[constraint].size());
    }
    first_constraint_ = lay_out(network_.variables.size(), pairs, constraints_of_);
    std::erase_if(pairs, [&](const auto& pair) {
        return pair.second >= tables_.size() && pair.second < tables_.size() + network_.conjunctions.size();
    });
    first_queued_ = lay_out(network_.variables.size(), pairs, queued_of_);
}

void Propagator::connect_atoms() {
    std::size_t values = 0;
    for (VariableId variable = 0; variable < network_.variables.size(); ++variable) {
        first_value_.push_back(values);
        values += network_.domain_size(variable);
    }
    std::vector<std::pair<std::size_t, AtomId>> of_value, wide;
    std::vector<std::pair<std::size_t, Watch>> watches;
    counts_ = trail_.make(network_.atoms.size(), 0);
    for (AtomId atom = 0; atom < network_.atoms.size(); ++atom) {
        const auto& [variable, its_values] = network_.atoms[atom];
        for (const Value value : its_values) of_value.emplace_back(first_value_[variable] + value, atom);
        if (its_values.size() > 1) wide.emplace_back(variable, atom);
        variable_of_.push_back(variable);
        trail_.set(counts_ + atom, its_values.size());
    }
    waits_ = trail_.make(network_.conjunctions.size(), 0);
    dead_ = trail_.make(network_.conjunctions.size(), 0);
    for (std::uint32_t i = 0; i < network_.conjunctions.size(); ++i) {
        const Conjunction& conjunction = network_.conjunctions[i];
        for (const Literal input : conjunction.inputs)
            watches.push_back({atom_of(input), {i, false, is_negated(input)}});
        if (conjunction.output)
            watches.push_back({atom_of(*conjunction.output), {i, true, is_negated(*conjunction.output)}});
        trail_.set(waits_ + i, conjunction.inputs.size());
        flat_.push_back({inputs_.size(), static_cast<std::uint32_t>(conjunction.inputs.size()),
                         conjunction.output.value_or(none)});
        inputs_.insert(inputs_.end(), conjunction.inputs.begin(), conjunction.inputs.end());
    }
    first_atom_ = lay_out(values, of_value, atoms_of_value_);
    first_wide_ = lay_out(network_.variables.size(), wide, wide_atoms_);
    first_watch_ = lay_out(network_.atoms.size(), watches, watches_);
}

// Domains

void Propagator::lose(VariableId variable, Value value) {
    domains_.remove(variable, value);
    if (strength_ == Strength::forward) return;
    const std::size_t place = first_value_[variable] + value;
    for (std::size_t i = first_atom_[place]; i < first_atom_[place + 1]; ++i) {
        const AtomId atom = atoms_of_value_[i];
        trail_.set(counts_ + atom, trail_[counts_ + atom] - 1);
        if (count(atom) == 0) events_.push_back({atom, false});
    }
}

void Propagator::after_loss(VariableId variable) {
    if (strength_ == Strength::forward) return;
    if (trail_.depth() > 0) changes_.push_back(variable);
    for (std::size_t i = first_queued_[variable]; i < first_queued_[variable + 1]; ++i) enqueue(queued_of_[i]);
    const std::size_t size = domains_.size(variable);
    if (size == 1) {
        const std::size_t place = first_value_[variable] + domains_.value(variable);
        for (std::size_t i = first_atom_[place]; i < first_atom_[place + 1]; ++i)
            decide_true(atoms_of_value_[i]);
    } else {
        for (std::size_t i = first_wide_[variable]; i < first_wide_[variable + 1]; ++i)
            if (count(wide_atoms_[i]) == size) decide_true(wide_atoms_[i]);
    }
}

void Propagator::decide_true(AtomId atom) {
    const std::uint64_t known = trail_[counts_ + atom];
    if ((known & true_mark) != 0) return;
    trail_.set(counts_ + atom, known | true_mark);
    events_.push_back({atom, true});
}

Truth Propagator::truth(Literal literal) const {
    const VariableId variable = variable_of_[atom_of(literal)];
    const std::size_t size = domains_.size(variable);
    std::size_t left = 0;
    if (strength_ == Strength::arcs) {
        left = count(atom_of(literal));
    } else {
        const std::vector<Value>& values = network_.atoms[atom_of(literal)].values;
        for (const Value value : values) left += domains_.contains(variable, value) ? 1 : 0;
    }
    if (left != 0 && left != size) return Truth::open;
    return (left != 0) != is_negated(literal) ? Truth::yes : Truth::no;
}

bool Propagator::make_true(Literal literal) {
    const Truth known = truth(literal);
    if (known != Truth::open) return known == Truth::yes;
    const auto& [variable, values] = network_.atoms[atom_of(literal)];
    if (is_negated(literal)) {
        for (const Value value : values)
            if (domains_.contains(variable, value)) lose(variable, value);
    } else {
        // From the last one on: removing swaps with it.
        for (std::size_t left = domains_.size(variable); left-- > 0;)
            if (const Value value = domains_.values(variable)[left];
                !std::binary_search(values.begin(), values.end(), value))
                lose(variable, value);
    }
    after_loss(variable);
    return true;
}

void Propagator::assign(VariableId variable, Value value) {
    assert(domains_.contains(variable, value));
    if (domains_.size(variable) > 1) {
        for (std::size_t left = domains_.size(variable); left-- > 0;)
            if (const Value other = domains_.values(variable)[left]; other != value) lose(variable, other);
        after_loss(variable);
    }
    if (strength_ == Strength::arcs || trail_[assigned_ + variable] != 0) return;
    trail_.set(assigned_ + variable, 1);
    for (const std::uint32_t constraint : constraints_of(variable)) {
        const std::uint64_t left = trail_[unassigned_ + constraint] - 1;
        trail_.set(unassigned_ + constraint, left);
        if (left <= 1) enqueue(constraint);
    }
}

void Propagator::remove(VariableId variable, Value value) {
    assert(domains_.contains(variable, value) && domains_.size(variable) > 1);
    lose(variable, value);
    after_loss(variable);
}

void Propagator::go_back() {
    assert(!changes_at_mark_.empty());
    trail_.go_back();
    changes_.resize(changes_at_mark_.back());
    changes_at_mark_.pop_back();
    clear_queues();
}

// Constraints

void Propagator::enqueue(std::uint32_t constraint) {
    if (queued_[constraint]) return;
    queued_[constraint] = true;
    queue_.push_back(constraint);
}

void Propagator::clear_queues() {
    events_.clear();
    for (const std::uint32_t constraint : queue_) queued_[constraint] = false;
    queue_.clear();
}

bool Propagator::propagate() {
    if (impossible_) return false;
    if (propagate_all()) return true;
    ++failures_[failed_];
    impossible_ = trail_.depth() == 0;
    clear_queues();
    return false;
}

bool Propagator::propagate_all() {
    std::size_t next = 0;
    for (std::size_t seen = 0;;) {
        while (seen < events_.size()) {
            const Event event = events_[seen++];
            if (!tell(event)) return false;
        }
        events_.clear();
        seen = 0;
        if (next == queue_.size()) break;
        failed_ = queue_[next++];
        queued_[failed_] = false;
        if (!filter(failed_)) return false;
    }
    queue_.clear();
    return true;
}

// An atom tells the conjunctions that it is in.
bool Propagator::tell(const Event& event) {
    for (std::size_t i = first_watch_[event.atom]; i < first_watch_[event.atom + 1]; ++i) {
        const auto [number, is_output, negated] = watches_[i];
        const bool holds = event.holds != negated;
        failed_ = static_cast<std::uint32_t>(tables_.size()) + number;
        if (is_output && holds) {
            for (const Literal input : inputs(number))
                if (!make_true(input)) return false;
        } else if (!is_output && !holds) {
            trail_.set(dead_ + number, 1);
            const Literal output = flat_[number].output;
            if (output != none && !make_true(negation_of(output))) return false;
        } else {
            if (!is_output) trail_.set(waits_ + number, trail_[waits_ + number] - 1);
            if (!weigh_last_input(number)) return false;
        }
    }
    return true;
}

// Where all inputs hold, the output holds. Where the output does not, and all inputs but one do, that one does
// not hold.
bool Propagator::weigh_last_input(std::uint32_t number) {
    const std::uint64_t waits = trail_[waits_ + number];
    if (waits > 1 || trail_[dead_ + number] != 0) return true;
    const Literal output = flat_[number].output;
    if (waits == 0) return output != none && make_true(output);
    if (output != none && truth(output) != Truth::no) return true;
    for (const Literal input : inputs(number))
        if (truth(input) != Truth::yes) return make_true(negation_of(input));
    return true;  // the last one holds too, and will say so
}

bool Propagator::filter(std::uint32_t constraint) {
    if (constraint < tables_.size())
        return tables_[constraint].filter(
            domains_, trail_, [&](VariableId variable, Value value) { lose(variable, value); },
            [&](VariableId variable) { after_loss(variable); });
    constraint -= static_cast<std::uint32_t>(tables_.size());
    if (constraint < network_.conjunctions.size()) return filter_conjunction(constraint);
    return filter_derivation(models_[constraint - network_.conjunctions.size()]);
}

// From what is known of its literals, without counts.
bool Propagator::filter_conjunction(std::uint32_t number) {
    const Literal output = flat_[number].output;
    Literal open = none;
    bool several = false;
    for (const Literal input : inputs(number)) {
        const Truth known = truth(input);
        if (known == Truth::no) return output == none || make_true(negation_of(output));
        if (known == Truth::yes) continue;
        several = several || open != none;
        open = input;
    }
    if (open == none) return output != none && make_true(output);
    const Truth known = output == none ? Truth::no : truth(output);
    if (known == Truth::yes) {
        for (const Literal input : inputs(number))
            if (!make_true(input)) return false;
    } else if (known == Truth::no && !several) {
        return make_true(negation_of(open));
    }
    return true;
}

bool Propagator::filter_derivation(const LeastModel& model) {
    const std::vector<bool> surely =
        model.derive([&](Literal literal) { return truth(literal) == Truth::yes; });
    const std::vector<bool> maybe = model.derive([&](Literal literal) { return truth(literal) != Truth::no; });
    for (std::size_t i = 0; i < model.heads().size(); ++i) {
        const Literal head = literal_of(model.heads()[i]);
        if (surely[i] && !make_true(head)) return false;
        if (!maybe[i] && !make_true(negation_of(head))) return false;
    }
    return true;
}

bool Propagator::make_singleton_consistent(const std::function<bool()>& over) {
    assert(strength_ == Strength::arcs && events_.empty() && queue_.empty());
    for (bool again = true; again;) {
        again = false;
        for (VariableId variable = 0; variable < domains_.variables(); ++variable) {
            if (domains_.size(variable) == 1) continue;
            const std::vector<Value> values(domains_.values(variable).begin(), domains_.values(variable).end());
            for (const Value value : values) {
                if (!domains_.contains(variable, value) || domains_.size(variable) == 1) continue;
                if (over()) return true;
                mark();
                assign(variable, value);
                const bool possible = propagate();
                go_back();
                if (possible) continue;
                remove(variable, value);
                again = true;
                if (!propagate()) return false;
            }
        }
    }
    return true;
}

}  // namespace playout::csp
