#include "playout/csp/least_model.h"

#include <cassert>
#include <unordered_map>

namespace playout::csp {

LeastModel::LeastModel(const Derivation& derivation) {
    std::unordered_map<AtomId, std::uint32_t> place;
    for (const Derivation::Rule& rule : derivation.rules)
        if (place.emplace(atom_of(rule.head), heads_.size()).second) heads_.push_back(atom_of(rule.head));
    rules_with_.resize(heads_.size());
    for (const Derivation::Rule& rule : derivation.rules) {
        assert(!is_negated(rule.head));
        Rule made{.head = place.at(atom_of(rule.head)), .others = {}};
        for (const Literal literal : rule.body) {
            const auto head = place.find(atom_of(literal));
            if (head == place.end()) {
                made.others.push_back(literal);
            } else {
                assert(!is_negated(literal));
                rules_with_[head->second].push_back(static_cast<std::uint32_t>(rules_.size()));
                ++made.waits;
            }
        }
        rules_.push_back(std::move(made));
    }
}

std::vector<bool> LeastModel::derive(const std::function<bool(Literal)>& holds) const {
    std::vector<bool> derived(heads_.size(), false);
    std::vector<std::uint32_t> waits(rules_.size()), found;
    const auto conclude = [&](const Rule& rule) {
        if (derived[rule.head]) return;
        for (const Literal literal : rule.others)
            if (!holds(literal)) return;
        derived[rule.head] = true;
        found.push_back(rule.head);
    };
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        waits[i] = rules_[i].waits;
        if (waits[i] == 0) conclude(rules_[i]);
    }
    while (!found.empty()) {
        const std::uint32_t head = found.back();
        found.pop_back();
        for (const std::uint32_t rule : rules_with_[head])
            if (--waits[rule] == 0) conclude(rules_[rule]);
    }
    return derived;
}

}  // namespace playout::csp
