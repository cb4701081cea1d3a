#include "playout/ground/grounder.h"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "playout/base/hash.h"
#include "playout/gdl/dependencies.h"
#include "playout/ground/demand.h"
#include "playout/ground/split.h"

namespace playout::ground {
namespace {

using gdl::Literal;
using gdl::Rule;
using gdl::Sign;
using gdl::Symbol;
namespace keyword = gdl::keyword;

constexpr int no_variable = -1;

// A condition or a head with its variables numbered.
struct Pattern {
    Symbol name = 0;
    int variable = no_variable;
    TermId constant = GroundTerms::none;  // of a pattern without variables
    std::vector<Pattern> arguments;

    bool is_constant() const { return constant != GroundTerms::none; }
    friend bool operator==(const Pattern&, const Pattern&) = default;
};

// Sentences by what is known of them: those that have the pattern's form, under a hash of what its bound
// variables stand for. Different ones may share a hash, so what is found has to be matched.
struct Index {
    Pattern pattern;
    std::vector<bool> bound;  // by variable
    tsl::robin_map<std::uint64_t, std::vector<TermId>> found;
};

// What to do with one condition when some variables are bound.
struct Step {
    enum class Kind { look_up, scan, refuse, distinct };  // refuse: a static sentence that must not hold
    Kind kind;
    std::uint32_t literal;
    std::uint32_t index = 0;  // to scan
};
using Plan = std::vector<Step>;

struct CompiledRule {
    Pattern head;
    std::vector<Pattern> conditions;  // of distinct: two arguments
    std::vector<Sign> signs;
    std::vector<bool> dynamic;               // by condition
    std::vector<bool> recorded;              // by condition: it is part of an instance
    std::optional<std::uint32_t> asks_head;  // the condition that this very head is asked for
    int variables = 0;
    std::uint32_t ring = 0;
    bool is_dynamic = false;
    bool only_asks = false;               // makes no sentence of the game
    Plan full;                            // from nothing
    std::map<std::uint32_t, Plan> after;  // by the condition that a new sentence matched
};

struct Occurrence {
    std::uint32_t rule;
    std::uint32_t condition;
};

class Grounder {
  public:
    // `most_rules`: gives up beyond so many instances. With `on_demand` only what is asked for is made.
    Grounder(const gdl::Sheet& sheet, const Limits& limits, bool waits, std::size_t most_rules)
        : limits_(limits), watch_(limits.over), most_rules_(most_rules) {
        program_.names = sheet.names;
        for (const gdl::Term& role : gdl::roles_of(sheet)) program_.roles.push_back(terms().make(role));
        rules_ = sheet.rules;
        if (waits) {
            std::vector<bool> may_wait = dynamic_names();
            std::fill(may_wait.begin(), may_wait.begin() + keyword::count, false);
            DemandRules made = on_demand(rules_, std::move(may_wait), program_.names, watch_);
            rules_ = std::move(made.rules);
            asked_ = std::move(made.asked);
        }
        rules_ = split_rules(rules_, program_.names, watch_);
        dynamic_ = dynamic_names();
    }

    GroundProgram ground() {
        compile();
        evaluate_static();
        collect_static();
        evaluate_dynamic();
        return std::move(program_);
    }

  private:
    GroundTerms& terms() { return program_.terms; }

    // Names of what depends on the state or the moves.
    std::vector<bool> dynamic_names() const {
        std::vector<Symbol> seeds = {keyword::true_, keyword::does};
        for (const auto& [asked, name] : asked_) seeds.push_back(asked);
        return gdl::Dependencies(rules_, program_.names.size()).dependents(seeds);
    }

    Pattern pattern_of(const gdl::Term& term, std::map<Symbol, int>& variables) {
        Pattern pattern{term.name, no_variable, GroundTerms::none, {}};
        if (term.variable) {
            pattern.variable =
                variables.try_emplace(term.name, static_cast<int>(variables.size())).first->second;
            return pattern;
        }
        std::vector<TermId> arguments;
        for (const gdl::Term& argument : term.arguments) {
            pattern.arguments.push_back(pattern_of(argument, variables));
            if (pattern.arguments.back().is_constant()) arguments.push_back(pattern.arguments.back().constant);
        }
        if (arguments.size() == term.arguments.size()) pattern.constant = terms().make(term.name, arguments);
        return pattern;
    }

    void compile() {
        const std::vector<std::uint32_t> order = gdl::rule_order(rules_, watch_);
        for (std::size_t i = 0; i < rules_.size(); ++i) {
            const Rule& rule = rules_[i];
            CompiledRule made;
            std::map<Symbol, int> variables;
            for (const Literal& literal : rule.body) {
                made.conditions.push_back(pattern_of(literal.atom, variables));
                made.signs.push_back(literal.sign);
                made.dynamic.push_back(literal.sign != Sign::distinct && dynamic_[literal.atom.name]);
                made.recorded.push_back(made.dynamic.back() && !asked_.contains(literal.atom.name));
            }
            made.head = pattern_of(rule.head, variables);
            for (std::uint32_t j = 0; j < rule.body.size(); ++j) {
                const auto asked = asked_.find(rule.body[j].atom.name);
                if (asked != asked_.end() && asked->second == rule.head.name &&
                    made.conditions[j].arguments == made.head.arguments)
                    made.asks_head = j;
            }
            made.variables = static_cast<int>(variables.size());
            made.ring = order[i];
            made.is_dynamic = dynamic_[rule.head.name];
            made.only_asks = asked_.contains(rule.head.name);
            compiled_.push_back(std::move(made));
        }
        for (std::uint32_t i = 0; i < compiled_.size(); ++i) {
            CompiledRule& rule = compiled_[i];
            const Shape shape = shape_of(rule);
            const auto kept = [&](Plan plan) {
                plan_bytes_ += static_cast<std::int64_t>(plan.capacity() * sizeof(Step));
                watch_memory();
                return plan;
            };
            rule.full = kept(plan(rule, shape, std::nullopt));
            for (std::uint32_t j = 0; j < rule.conditions.size(); ++j) {
                if (rule.signs[j] != Sign::positive || (rule.is_dynamic && !rule.dynamic[j])) continue;
                rule.after[j] = kept(plan(rule, shape, j));
                occurrences_[rule.conditions[j].name].push_back({i, j});
            }
        }
    }

    // Where the variables of a rule's conditions are.
    struct Shape {
        struct Use {
            std::uint32_t condition;
            int places;  // in it
        };
        std::vector<std::map<int, int>> places;  // by condition: of each of its variables
        std::vector<int> constants;              // by condition
        std::vector<std::vector<Use>> uses;      // by variable
    };
    static void find_places(const Pattern& pattern, std::map<int, int>& places, int& constants) {
        if (pattern.variable != no_variable) {
            ++places[pattern.variable];
        } else if (pattern.is_constant()) {
            ++constants;
        }
        for (const Pattern& argument : pattern.arguments) find_places(argument, places, constants);
    }
    static Shape shape_of(const CompiledRule& rule) {
        Shape shape;
        shape.places.resize(rule.conditions.size());
        shape.constants.resize(rule.conditions.size(), 0);
        shape.uses.resize(static_cast<std::size_t>(rule.variables));
        for (std::uint32_t i = 0; i < rule.conditions.size(); ++i) {
            find_places(rule.conditions[i], shape.places[i], shape.constants[i]);
            for (const auto& [variable, places] : shape.places[i])
                shape.uses[static_cast<std::size_t>(variable)].push_back({i, places});
        }
        return shape;
    }

    // Tests as soon as they can be made; then the condition that should have the fewest matches: one that has
    // to do with what is bound, with the fewest free variables, and of these the one that knows most.
    Plan plan(const CompiledRule& rule, const Shape& shape, std::optional<std::uint32_t> first) {
        Plan steps;
        const std::size_t conditions = rule.conditions.size();
        std::vector<bool> bound(static_cast<std::size_t>(rule.variables), false);
        std::vector<int> free(conditions), known = shape.constants;
        const auto rank = [&](std::uint32_t i) {
            return std::tuple(free[i] > 0 && known[i] == 0, free[i], -known[i], rule.dynamic[i] ? 1 : 0, i);
        };
        std::vector<std::uint32_t> tests;  // that can be made
        std::set<std::tuple<bool, int, int, int, std::uint32_t>> open;
        for (std::uint32_t i = 0; i < conditions; ++i) {
            free[i] = static_cast<int>(shape.places[i].size());
            if (i == first) continue;
            if (rule.signs[i] == Sign::positive) {
                open.insert(rank(i));
            } else if (free[i] == 0) {
                tests.push_back(i);
            }
        }
        const auto bind = [&](std::uint32_t condition) {
            for (const auto& [variable, here] : shape.places[condition]) {
                if (bound[static_cast<std::size_t>(variable)]) continue;
                bound[static_cast<std::size_t>(variable)] = true;
                for (const auto& [user, places] : shape.uses[static_cast<std::size_t>(variable)]) {
                    watch_.look();
                    const bool waits = open.erase(rank(user)) > 0;
                    --free[user];
                    known[user] += places;
                    if (waits) open.insert(rank(user));
                    if (rule.signs[user] != Sign::positive && free[user] == 0) tests.push_back(user);
                }
            }
        };
        if (first) bind(*first);
        for (;;) {
            std::sort(tests.begin(), tests.end());
            for (const std::uint32_t i : tests) {
                // The negation of what depends on the state is not decided here.
                if (rule.signs[i] == Sign::distinct) steps.push_back({Step::Kind::distinct, i});
                if (rule.signs[i] == Sign::negative && !rule.dynamic[i])
                    steps.push_back({Step::Kind::refuse, i});
            }
            tests.clear();
            if (open.empty()) break;
            watch_.look();
            const std::uint32_t best = std::get<4>(*open.begin());
            open.erase(open.begin());
            if (free[best] == 0) {
                steps.push_back({Step::Kind::look_up, best});
            } else {
                steps.push_back({Step::Kind::scan, best, index_for(rule.conditions[best], bound)});
            }
            bind(best);
        }
        return steps;
    }

    // Indexes are told apart by the form of the pattern and by what is bound in it.
    static void describe(const Pattern& pattern, const std::vector<bool>& bound, std::string& text) {
        if (pattern.is_constant()) {
            text += fmt::format("={}", pattern.constant);
        } else if (pattern.variable != no_variable) {
            text += bound[static_cast<std::size_t>(pattern.variable)] ? "!" : "?";
        } else {
            text += fmt::format("{}(", pattern.name);
            for (const Pattern& argument : pattern.arguments) {
                describe(argument, bound, text);
                text += ",";
            }
            text += ")";
        }
    }

    std::uint32_t index_for(const Pattern& pattern, const std::vector<bool>& bound) {
        std::string text;
        describe(pattern, bound, text);
        const auto [place, fresh] =
            index_numbers_.try_emplace(text, static_cast<std::uint32_t>(indexes_.size()));
        if (fresh) {
            indexes_.push_back({pattern, bound, {}});
            indexes_of_[pattern.name].push_back(place->second);
        }
        return place->second;
    }

    // The hash of what a sentence has where the pattern's bound variables are; false: it has not the form.
    bool key_of(const Index& index, const Pattern& pattern, TermId term, std::uint64_t& key) const {
        if (pattern.is_constant()) return pattern.constant == term;
        if (pattern.variable != no_variable) {
            if (index.bound[static_cast<std::size_t>(pattern.variable)]) key = combine(key, term);
            return true;
        }
        if (program_.terms.name(term) != pattern.name) return false;
        const std::span<const TermId> arguments = program_.terms.arguments(term);
        if (arguments.size() != pattern.arguments.size()) return false;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (!key_of(index, pattern.arguments[i], arguments[i], key)) return false;
        return true;
    }
    void key_of_bindings(const Index& index, const Pattern& own, const Pattern& pattern,
                         std::uint64_t& key) const {
        if (pattern.is_constant()) return;
        if (pattern.variable != no_variable) {
            if (index.bound[static_cast<std::size_t>(pattern.variable)])
                key = combine(key, bindings_[static_cast<std::size_t>(own.variable)]);
            return;
        }
        for (std::size_t i = 0; i < pattern.arguments.size(); ++i)
            key_of_bindings(index, own.arguments[i], pattern.arguments[i], key);
    }

    bool match(const Pattern& pattern, TermId term) {
        if (pattern.is_constant()) return pattern.constant == term;
        if (pattern.variable != no_variable) {
            TermId& value = bindings_[static_cast<std::size_t>(pattern.variable)];
            if (value != GroundTerms::none) return value == term;
            value = term;
            trail_.push_back(static_cast<std::uint32_t>(pattern.variable));
            return true;
        }
        if (program_.terms.name(term) != pattern.name) return false;
        const std::span<const TermId> arguments = program_.terms.arguments(term);
        if (arguments.size() != pattern.arguments.size()) return false;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (!match(pattern.arguments[i], arguments[i])) return false;
        return true;
    }
    void undo_to(std::size_t mark) {
        for (; trail_.size() > mark; trail_.pop_back()) bindings_[trail_.back()] = GroundTerms::none;
    }

    // The pattern with all variables bound; only looked for, not made, unless `make`.
    TermId instance(const Pattern& pattern, bool make) {
        if (pattern.is_constant()) return pattern.constant;
        if (pattern.variable != no_variable) return bindings_[static_cast<std::size_t>(pattern.variable)];
        const std::size_t base = scratch_.size();
        for (const Pattern& argument : pattern.arguments) {
            const TermId term = instance(argument, make);
            if (term == GroundTerms::none) {
                scratch_.resize(base);
                return term;
            }
            scratch_.push_back(term);
        }
        const std::span<const TermId> arguments(scratch_.data() + base, scratch_.size() - base);
        const TermId made =
            make ? terms().make(pattern.name, arguments) : terms().find(pattern.name, arguments);
        scratch_.resize(base);
        return made;
    }

    bool holds(TermId sentence) const { return sentence < known_.size() && known_[sentence]; }

    void learn(TermId sentence) {
        if (sentence >= queued_.size()) {
            queued_.resize(terms().size() + 1024, false);
            known_.resize(queued_.size(), false);
        }
        if (queued_[sentence]) return;
        queued_[sentence] = true;
        queue_.push_back(sentence);
    }

    // From here on the sentence takes part in joins.
    void admit(TermId sentence) {
        known_[sentence] = true;
        const auto indexes = indexes_of_.find(terms().name(sentence));
        if (indexes == indexes_of_.end()) return;
        for (const std::uint32_t number : indexes->second) {
            Index& index = indexes_[number];
            std::uint64_t key = 0;
            if (!key_of(index, index.pattern, sentence, key)) continue;
            std::vector<TermId>& found = index.found[key];
            // A new list has a place in the table, which is half full, and a piece of memory of its own.
            index_bytes_ += found.empty() ? 112 : 2 * sizeof(TermId);
            found.push_back(sentence);
        }
    }

    // All ways to meet the conditions of the plan from a step on. `newest`: a sentence that conditions before
    // the one it matched leave out, so that every instance is found once.
    void join(const CompiledRule& rule, const Plan& plan, std::size_t step, TermId newest,
              std::uint32_t newest_at) {
        if (step == plan.size()) return fire(rule);
        const auto [kind, literal, index_number] = plan[step];
        const Pattern& pattern = rule.conditions[literal];
        switch (kind) {
            case Step::Kind::distinct:
                if (instance(pattern.arguments[0], true) != instance(pattern.arguments[1], true))
                    join(rule, plan, step + 1, newest, newest_at);
                return;
            case Step::Kind::refuse: {
                const TermId sentence = instance(pattern, false);
                if (sentence == GroundTerms::none || !holds(sentence))
                    join(rule, plan, step + 1, newest, newest_at);
                return;
            }
            case Step::Kind::look_up: {
                const TermId sentence = instance(pattern, false);
                if (sentence == GroundTerms::none || !holds(sentence) ||
                    (sentence == newest && literal < newest_at))
                    return;
                matched_[literal] = sentence;
                join(rule, plan, step + 1, newest, newest_at);
                return;
            }
            case Step::Kind::scan:
                break;
        }
        const Index& index = indexes_[index_number];
        std::uint64_t key = 0;
        key_of_bindings(index, pattern, index.pattern, key);
        const auto found = index.found.find(key);
        if (found == index.found.end()) return;
        const std::vector<TermId>& sentences = found->second;  // firing admits nothing, so this stays
        for (const TermId sentence : sentences) {
            tick();
            if (sentence == newest && literal < newest_at) continue;
            const std::size_t mark = trail_.size();
            if (match(pattern, sentence)) {
                matched_[literal] = sentence;
                join(rule, plan, step + 1, newest, newest_at);
            }
            undo_to(mark);
        }
    }

    // Many instances may have one head; who asks for it remembers it.
    TermId head_of(const CompiledRule& rule) {
        if (!rule.asks_head) return instance(rule.head, true);
        const TermId asked = matched_[*rule.asks_head];
        if (asked >= head_asked_for_.size()) head_asked_for_.resize(terms().size() + 1024, GroundTerms::none);
        TermId& head = head_asked_for_[asked];
        if (head == GroundTerms::none) head = instance(rule.head, true);
        return head;
    }

    void fire(const CompiledRule& rule) {
        const TermId head = head_of(rule);
        watch_limits();
        if (!rule.is_dynamic || rule.only_asks) return learn(head);
        positive_.clear();
        negative_.clear();
        for (std::size_t i = 0; i < rule.conditions.size(); ++i) {
            if (!rule.recorded[i]) continue;
            if (rule.signs[i] == Sign::positive) positive_.push_back(matched_[i]);
            if (rule.signs[i] == Sign::negative) negative_.push_back(instance(rule.conditions[i], true));
        }
        program_.rules.add(head, positive_, negative_);
        learn(head);
    }

    void watch_limits() {
        if (program_.rules.size() > most_rules_)
            throw TooLarge{fmt::format("more than {} rule instances", most_rules_)};
        if (++fired_ % 4096 != 0) return;
        watch_memory();
        watch_time();
    }

    void watch_memory() {
        const std::int64_t bytes =
            terms().bytes() + program_.rules.bytes() + index_bytes_ + plan_bytes_ +
            static_cast<std::int64_t>((queue_.capacity() + head_asked_for_.capacity()) * sizeof(TermId));
        if (bytes > limits_.memory)
            throw TooLarge{fmt::format("{} rule instances take more than {} MB", program_.rules.size(),
                                       limits_.memory >> 20)};
    }

    void tick() {
        if (++scanned_ % 16384 == 0) watch_time();
    }

    void watch_time() const {
        if (limits_.over())
            throw TooLarge{fmt::format("time is over after {} rule instances", program_.rules.size())};
    }

    void start(const CompiledRule& rule) {
        bindings_.assign(static_cast<std::size_t>(rule.variables), GroundTerms::none);
        matched_.assign(rule.conditions.size(), GroundTerms::none);
        trail_.clear();
    }

    void run_full(const CompiledRule& rule) {
        start(rule);
        join(rule, rule.full, 0, GroundTerms::none, 0);
    }

    // Takes sentences from the queue until none is left; `takes_part(rule)` says which rules they are joined
    // with.
    template <typename TakesPart, typename Learned>
    void drain(TakesPart takes_part, Learned learned) {
        while (next_in_queue_ < queue_.size()) {
            const TermId sentence = queue_[next_in_queue_++];
            admit(sentence);
            learned(sentence);
            const auto occurrences = occurrences_.find(terms().name(sentence));
            if (occurrences == occurrences_.end()) continue;
            for (const auto [number, condition] : occurrences->second) {
                tick();
                const CompiledRule& rule = compiled_[number];
                if (!takes_part(rule)) continue;
                start(rule);
                if (!match(rule.conditions[condition], sentence)) continue;
                matched_[condition] = sentence;
                join(rule, rule.after.at(condition), 0, sentence, condition);
            }
        }
    }

    void evaluate_static() {
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < compiled_.size(); ++i)
            if (!compiled_[i].is_dynamic) order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
            return compiled_[one].ring < compiled_[other].ring;
        });
        for (std::size_t first = 0; first < order.size();) {
            const std::uint32_t ring = compiled_[order[first]].ring;
            std::size_t end = first;
            for (; end < order.size() && compiled_[order[end]].ring == ring; ++end)
                run_full(compiled_[order[end]]);
            drain([&](const CompiledRule& rule) { return !rule.is_dynamic && rule.ring == ring; },
                  [](TermId) {});
            first = end;
        }
    }

    void collect_static() {
        for (const TermId sentence : queue_) {
            const Symbol name = terms().name(sentence);
            const std::span<const TermId> arguments = terms().arguments(sentence);
            if (name == keyword::init) program_.initial.push_back(arguments[0]);
            // What is asked for in every state, but is the same in all of them.
            for (const Symbol asked : {keyword::next, keyword::legal, keyword::goal, keyword::terminal})
                if (name == asked) program_.rules.add(sentence, {}, {});
        }
        program_.facts = queue_;
        for (const TermId sentence : queue_)
            if (terms().name(sentence) == keyword::base)
                bounded_.insert(terms().name(terms().arguments(sentence)[0]));
        for (const TermId fluent : program_.initial)
            if (!holds(make_one(keyword::base, fluent))) bounded_.clear();
        program_.moves.resize(program_.roles.size());
    }

    TermId make_one(Symbol name, TermId argument) { return terms().make(name, std::span(&argument, 1)); }

    void evaluate_dynamic() {
        for (const TermId fact : program_.facts) follow(fact);
        for (const TermId fluent : program_.initial) learn(make_one(keyword::true_, fluent));
        for (const CompiledRule& rule : compiled_) {
            if (!rule.is_dynamic) continue;
            bool waits = false;
            for (std::size_t i = 0; i < rule.conditions.size(); ++i)
                waits = waits || (rule.dynamic[i] && rule.signs[i] == Sign::positive);
            if (!waits) run_full(rule);
        }
        drain([](const CompiledRule& rule) { return rule.is_dynamic; },
              [this](TermId sentence) { follow(sentence); });
    }

    // What may come next may be true, what may be legal may be done.
    void follow(TermId sentence) {
        const Symbol name = terms().name(sentence);
        if (name == keyword::next) {
            const TermId fluent = terms().arguments(sentence)[0];
            if (!bounded_.contains(terms().name(fluent)) || holds(make_one(keyword::base, fluent)))
                learn(make_one(keyword::true_, fluent));
        } else if (name == keyword::legal) {
            const std::vector<TermId> arguments(terms().arguments(sentence).begin(),
                                                terms().arguments(sentence).end());
            const auto role = std::find(program_.roles.begin(), program_.roles.end(), arguments[0]);
            if (role == program_.roles.end()) return;
            learn(terms().make(keyword::does, arguments));
            program_.moves[static_cast<std::size_t>(role - program_.roles.begin())].push_back(arguments[1]);
        } else if (name == keyword::true_) {
            program_.fluents.push_back(terms().arguments(sentence)[0]);
        }
    }

    const Limits& limits_;
    const Watch watch_;
    const std::size_t most_rules_;
    std::map<Symbol, Symbol> asked_;  // names of sentences that only say that another one is asked for
    GroundProgram program_;
    std::vector<Rule> rules_;
    std::vector<bool> dynamic_;  // by name
    std::vector<CompiledRule> compiled_;
    tsl::robin_map<Symbol, std::vector<Occurrence>> occurrences_;
    std::map<std::string, std::uint32_t> index_numbers_;
    std::vector<Index> indexes_;
    tsl::robin_map<Symbol, std::vector<std::uint32_t>> indexes_of_;
    std::vector<bool> queued_, known_;    // by sentence
    std::vector<TermId> head_asked_for_;  // by sentence that asks for it; none: not made yet
    std::vector<TermId> queue_;
    std::size_t next_in_queue_ = 0;
    std::set<Symbol> bounded_;  // names of fluents of which `base` tells all
    std::int64_t fired_ = 0, scanned_ = 0, index_bytes_ = 0, plan_bytes_ = 0;

    // Of the join that is under way.
    std::vector<TermId> bindings_, matched_, scratch_, positive_, negative_;
    std::vector<std::uint32_t> trail_;
};

}  // namespace

void GroundRules::add(TermId head, std::span<const TermId> positive, std::span<const TermId> negative) {
    words_.push_back(head);
    words_.push_back(static_cast<TermId>(positive.size()));
    words_.push_back(static_cast<TermId>(negative.size()));
    words_.insert(words_.end(), positive.begin(), positive.end());
    words_.insert(words_.end(), negative.begin(), negative.end());
    ++size_;
}

GroundProgram ground(const gdl::Sheet& sheet, const Limits& limits) {
    try {
        // Asking first costs more where there is little to save.
        try {
            return Grounder(sheet, limits, false, limits.ask_from).ground();
        } catch (const TooLarge&) {
            if (limits.over()) throw;
        }
        return Grounder(sheet, limits, true, ~std::size_t{0}).ground();
    } catch (const WorkEnded&) {
        throw TooLarge{"time was over before the first rule instance"};
    }
}

}  // namespace playout::ground
