#include "playout/gdl/dependencies.h"

#include <algorithm>
#include <unordered_map>

#include "playout/base/components.h"
#include "playout/base/errors.h"

namespace playout::gdl {

namespace {

constexpr std::size_t max_pairs = 50'000'000;  // of rules that depend on each other: 200 MB

}  // namespace

Dependencies::Dependencies(std::span<const Rule> rules, std::size_t names) : used_(names) {
    for (const Rule& rule : rules)
        for (const Literal& literal : rule.body)
            if (literal.sign != Sign::distinct) used_[rule.head.name].push_back(literal.atom.name);
    for (std::vector<Symbol>& used : used_) {
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
    }
    ring_ = components(used_);
    users_.resize(names);
    for (Symbol head = 0; head < names; ++head)
        for (const Symbol used : used_[head]) users_[used].push_back(head);
}

std::vector<bool> Dependencies::dependents(std::span<const Symbol> on) const {
    std::vector<bool> marked(used_.size(), false);
    std::vector<Symbol> waiting(on.begin(), on.end());
    while (!waiting.empty()) {
        const Symbol name = waiting.back();
        waiting.pop_back();
        if (marked[name]) continue;
        marked[name] = true;
        waiting.insert(waiting.end(), users_[name].begin(), users_[name].end());
    }
    return marked;
}

bool may_match(const Term& one, const Term& other) {
    if (one.variable || other.variable) return true;
    if (one.name != other.name || one.arguments.size() != other.arguments.size()) return false;
    return std::equal(one.arguments.begin(), one.arguments.end(), other.arguments.begin(), may_match);
}

std::vector<std::vector<std::uint32_t>> rules_used(std::span<const Rule> rules, const Watch& watch) {
    std::unordered_map<Symbol, std::vector<std::uint32_t>> rules_of;
    for (std::uint32_t i = 0; i < rules.size(); ++i)
        if (!rules[i].body.empty()) rules_of[rules[i].head.name].push_back(i);
    std::vector<std::vector<std::uint32_t>> used(rules.size());
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < rules.size(); ++i)
        for (const Literal& literal : rules[i].body) {
            const auto heads = rules_of.find(literal.atom.name);
            if (literal.sign == Sign::distinct || heads == rules_of.end()) continue;
            for (const std::uint32_t rule : heads->second) {
                watch.look();
                if (!may_match(rules[rule].head, literal.atom)) continue;
                used[i].push_back(rule);
                if (++pairs > max_pairs)
                    throw InputError("rules", rules[i].line, "too many rules depend on each other");
            }
        }
    return used;
}

std::vector<std::uint32_t> rule_order(std::span<const Rule> rules, const Watch& watch) {
    std::vector<std::uint32_t> order = components(rules_used(rules, watch));
    for (std::size_t i = 0; i < rules.size(); ++i) order[i] = rules[i].body.empty() ? 0 : order[i] + 1;
    return order;
}

}  // namespace playout::gdl
