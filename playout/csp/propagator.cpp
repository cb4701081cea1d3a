#include "playout/csp/propagator.h"

namespace playout::csp {

Propagator::Propagator(const Network& network)
    : domains_(network, trail_), constraints_of_(network.variables.size()) {
    for (VariableId variable = 0; variable < network.variables.size(); ++variable)
        impossible_ = impossible_ || network.domain_size(variable) == 0;
    for (const Table& table : network.tables) {
        const auto number = static_cast<std::uint32_t>(tables_.size());
        for (const VariableId variable : table.allowed.scope) constraints_of_[variable].push_back(number);
        tables_.emplace_back(network, table.allowed, trail_);
        impossible_ = impossible_ || tables_.back().empty();
        queue_.push_back(number);
    }
    queued_.assign(tables_.size(), true);
    failures_.assign(tables_.size(), 0);
}

void Propagator::enqueue(VariableId variable) {
    for (const std::uint32_t constraint : constraints_of_[variable]) {
        if (queued_[constraint]) continue;
        queued_[constraint] = true;
        queue_.push_back(constraint);
    }
}

void Propagator::clear_queue() {
    for (const std::uint32_t constraint : queue_) queued_[constraint] = false;
    queue_.clear();
}

bool Propagator::propagate() {
    if (impossible_) return false;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        const std::uint32_t constraint = queue_[i];
        queued_[constraint] = false;
        if (tables_[constraint].filter(domains_, trail_, [&](VariableId variable) { enqueue(variable); }))
            continue;
        ++failures_[constraint];
        impossible_ = trail_.depth() == 0;  // and there is nothing to go back to
        queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        clear_queue();
        return false;
    }
    queue_.clear();
    return true;
}

void Propagator::assign(VariableId variable, Value value) {
    assert(domains_.contains(variable, value));
    if (domains_.size(variable) == 1) return;
    domains_.assign(variable, value);
    enqueue(variable);
}

void Propagator::remove(VariableId variable, Value value) {
    assert(domains_.contains(variable, value) && domains_.size(variable) > 1);
    domains_.remove(variable, value);
    enqueue(variable);
}

bool Propagator::make_singleton_consistent() {
    for (bool again = true; again;) {
        again = false;
        for (VariableId variable = 0; variable < domains_.variables(); ++variable) {
            if (domains_.size(variable) == 1) continue;
            const std::vector<Value> values(domains_.values(variable).begin(), domains_.values(variable).end());
            for (const Value value : values) {
                if (!domains_.contains(variable, value) || domains_.size(variable) == 1) continue;
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
