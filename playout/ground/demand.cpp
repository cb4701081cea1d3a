#include "playout/ground/demand.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace playout::ground {
namespace {

using gdl::Literal;
using gdl::Rule;
using gdl::Sign;
using gdl::Symbol;
using gdl::Term;
using gdl::variables_of;
using Places = std::vector<bool>;  // by argument

class Demand {
  public:
    Demand(const std::vector<Rule>& rules, std::vector<bool> may_wait, gdl::Names& names, const Watch& watch)
        : rules_(rules), waits_(std::move(may_wait)), names_(names), watch_(watch) {}

    DemandRules make() {
        find_known_places();
        DemandRules made;
        for (const auto& [name, places] : known_) {
            asked_[name] = names_.fresh("asked");
            made.asked.emplace(asked_[name], name);
        }
        for (const Rule& rule : rules_) {
            for (std::size_t i = 0; i < rule.body.size(); ++i)
                if (waits(rule.body[i]))
                    made.rules.push_back({asked(rule.body[i].atom), what_to_ask(rule, i), rule.line});
            Rule changed = rule;
            for (const Literal& literal : rule.body)
                if (literal.sign == Sign::negative && waits(literal) && knows_all(literal.atom))
                    changed.body.push_back({Sign::positive, asked(literal.atom)});
            if (waits_[rule.head.name]) changed.body.push_back({Sign::positive, asked(rule.head)});
            made.rules.push_back(std::move(changed));
        }
        return made;
    }

  private:
    bool waits(const Literal& literal) const {
        return literal.sign != Sign::distinct && waits_[literal.atom.name];
    }

    // The conditions that may be met before the i-th one is asked for: all others of a negated one, else those
    // that do not wait or stand before it.
    std::vector<Literal> knowledge(const Rule& rule, std::size_t i) const {
        std::vector<Literal> known;
        for (std::size_t j = 0; j < rule.body.size(); ++j) {
            watch_.look();
            if (j == i || rule.body[j].sign != Sign::positive) continue;
            if (rule.body[i].sign == Sign::negative || !waits(rule.body[j]) || j < i)
                known.push_back(rule.body[j]);
        }
        return known;
    }

    // Of these, as few as it takes to know the arguments that are asked for, the one that knows most of them
    // first; and whatever else speaks of nothing but what those do.
    std::vector<Literal> what_to_ask(const Rule& rule, std::size_t i) const {
        std::vector<Literal> left = knowledge(rule, i), taken;
        if (waits_[rule.head.name]) taken.push_back({Sign::positive, asked(rule.head)});
        std::set<Symbol> wanted = variables_of(asked(rule.body[i].atom)), spoken_of;
        const auto take = [&](std::size_t which) {
            taken.push_back(left[which]);
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(which));
        };
        for (const Literal& literal : taken) spoken_of.merge(variables_of(literal.atom));
        for (;;) {
            std::set<Symbol> missing;
            std::set_difference(wanted.begin(), wanted.end(), spoken_of.begin(), spoken_of.end(),
                                std::inserter(missing, missing.end()));
            if (missing.empty()) break;
            const auto knows = [&](const Literal& literal) {
                watch_.look();
                const std::set<Symbol> variables = variables_of(literal.atom);
                return std::count_if(missing.begin(), missing.end(),
                                     [&](Symbol name) { return variables.contains(name); });
            };
            std::size_t best = 0;
            for (std::size_t j = 1; j < left.size(); ++j)
                if (knows(left[j]) > knows(left[best])) best = j;
            spoken_of.merge(variables_of(left[best].atom));
            take(best);
        }
        for (std::size_t j = left.size(); j-- > 0;) {
            const std::set<Symbol> variables = variables_of(left[j].atom);
            if (std::includes(spoken_of.begin(), spoken_of.end(), variables.begin(), variables.end())) take(j);
        }
        return taken;
    }

    std::set<Symbol> known_variables(const Rule& rule, std::size_t i) const {
        std::set<Symbol> variables;
        const auto add = [&](Symbol name) { variables.insert(name); };
        for (const Literal& literal : knowledge(rule, i)) gdl::for_each_variable(literal.atom, add);
        if (!waits_[rule.head.name]) return variables;
        const Places& places = known_.at(rule.head.name);
        for (std::size_t place = 0; place < places.size() && place < rule.head.arguments.size(); ++place)
            if (places[place]) gdl::for_each_variable(rule.head.arguments[place], add);
        return variables;
    }

    // The arguments that everybody who asks knows. One that nobody knows any of does not wait, and what others
    // know then changes, so it begins again.
    void find_known_places() {
        for (bool changed = true; changed;) {
            changed = false;
            known_.clear();
            for (const Rule& rule : rules_) {
                if (waits_[rule.head.name]) grow(rule.head);
                for (const Literal& literal : rule.body)
                    if (waits(literal)) grow(literal.atom);
            }
            for (bool narrower = true; narrower;) {
                narrower = false;
                for (const Rule& rule : rules_)
                    for (std::size_t i = 0; i < rule.body.size(); ++i)
                        if (waits(rule.body[i])) narrower = narrow(rule, i) || narrower;
            }
            for (const auto& [name, places] : known_) {
                if (std::find(places.begin(), places.end(), true) != places.end()) continue;
                waits_[name] = false;
                changed = true;
            }
        }
    }

    void grow(const Term& sentence) {
        Places& places = known_[sentence.name];
        places.resize(std::max(places.size(), sentence.arguments.size()), true);
    }

    bool narrow(const Rule& rule, std::size_t i) {
        const Term& sentence = rule.body[i].atom;
        Places& places = known_.at(sentence.name);
        const std::set<Symbol> variables = known_variables(rule, i);
        bool changed = false;
        for (std::size_t place = 0; place < places.size(); ++place) {
            bool known = place < sentence.arguments.size();
            if (known)
                gdl::for_each_variable(sentence.arguments[place],
                                       [&](Symbol name) { known = known && variables.contains(name); });
            if (places[place] && !known) {
                places[place] = false;
                changed = true;
            }
        }
        return changed;
    }

    // That it is asked for says everything that the sentence speaks of.
    bool knows_all(const Term& sentence) const {
        return variables_of(asked(sentence)) == variables_of(sentence);
    }

    Term asked(const Term& sentence) const {
        Term made{asked_.at(sentence.name), false, {}};
        const Places& places = known_.at(sentence.name);
        for (std::size_t place = 0; place < places.size() && place < sentence.arguments.size(); ++place)
            if (places[place]) made.arguments.push_back(sentence.arguments[place]);
        return made;
    }

    const std::vector<Rule>& rules_;
    std::vector<bool> waits_;  // by name
    gdl::Names& names_;
    const Watch& watch_;
    std::map<Symbol, Places> known_;  // by name of those that wait
    std::map<Symbol, Symbol> asked_;
};

}  // namespace

DemandRules on_demand(const std::vector<Rule>& rules, std::vector<bool> may_wait, gdl::Names& names,
                      const Watch& watch) {
    return Demand(rules, std::move(may_wait), names, watch).make();
}

}  // namespace playout::ground
