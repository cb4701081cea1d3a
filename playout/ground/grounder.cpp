#include "playout/ground/grounder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "playout/gdl/dependencies.h"
#include "playout/ground/demand.h"
#include "playout/ground/join_plan.h"
#include "playout/ground/split.h"

namespace playout::ground {
namespace {

using gdl::Literal;
using gdl::Rule;
using gdl::Sign;
using gdl::Symbol;
namespace keyword = gdl::keyword;

class Grounder {
  public:
    // Throws TooLarge beyond `max_rules` instances. With `waits`, only sentences that others ask for are made.
    Grounder(const gdl::Sheet& sheet, const GroundLimits& limits, bool waits, std::size_t max_rules)
        : limits_(limits), watch_(limits.over), max_rules_(max_rules) {
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

    void compile() {
        compiled_ = compile_rules(rules_, {dynamic_, asked_}, terms(), watch_,
                                  [this](std::int64_t plan_bytes) { watch_memory(plan_bytes); });
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
        const auto indexes = compiled_.indexes_of.find(terms().name(sentence));
        if (indexes == compiled_.indexes_of.end()) return;
        for (const std::uint32_t number : indexes->second)
            index_bytes_ += compiled_.indexes[number].add(terms(), sentence);
    }

    // All ways to meet the conditions of the plan from a step on. `newest`: the new sentence, which matched the
    // condition `newest_at`. Conditions before that one leave it out, so that every instance is found once.
    void join(const CompiledRule& rule, const JoinPlan& plan, std::size_t step, TermId newest,
              std::uint32_t newest_at) {
        if (step == plan.size()) return fire(rule);
        const auto [kind, literal, index_number] = plan[step];
        const Pattern& pattern = rule.conditions[literal];
        switch (kind) {
            case JoinStep::Kind::distinct:
                if (bindings_.instance(pattern.arguments[0], true) !=
                    bindings_.instance(pattern.arguments[1], true))
                    join(rule, plan, step + 1, newest, newest_at);
                return;
            case JoinStep::Kind::refuse: {
                const TermId sentence = bindings_.instance(pattern, false);
                if (sentence == GroundTerms::none || !holds(sentence))
                    join(rule, plan, step + 1, newest, newest_at);
                return;
            }
            case JoinStep::Kind::look_up: {
                const TermId sentence = bindings_.instance(pattern, false);
                if (sentence == GroundTerms::none || !holds(sentence) ||
                    (sentence == newest && literal < newest_at))
                    return;
                matched_[literal] = sentence;
                join(rule, plan, step + 1, newest, newest_at);
                return;
            }
            case JoinStep::Kind::scan:
                break;
        }
        // Firing admits nothing, so these stay where they are.
        const std::span<const TermId> sentences = compiled_.indexes[index_number].find(pattern, bindings_);
        for (const TermId sentence : sentences) {
            tick();
            if (sentence == newest && literal < newest_at) continue;
            const std::size_t mark = bindings_.mark();
            if (bindings_.match(pattern, sentence)) {
                matched_[literal] = sentence;
                join(rule, plan, step + 1, newest, newest_at);
            }
            bindings_.undo_to(mark);
        }
    }

    // Many instances have the same head. The sentence that asks for it remembers it, so that it is made once.
    TermId head_of(const CompiledRule& rule) {
        if (!rule.asks_head) return bindings_.instance(rule.head, true);
        const TermId asked = matched_[*rule.asks_head];
        if (asked >= head_asked_for_.size()) head_asked_for_.resize(terms().size() + 1024, GroundTerms::none);
        TermId& head = head_asked_for_[asked];
        if (head == GroundTerms::none) head = bindings_.instance(rule.head, true);
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
            if (rule.signs[i] == Sign::negative)
                negative_.push_back(bindings_.instance(rule.conditions[i], true));
        }
        program_.rules.add(head, positive_, negative_);
        learn(head);
    }

    void watch_limits() {
        if (program_.rules.size() > max_rules_)
            throw TooLarge{fmt::format("more than {} rule instances", max_rules_)};
        if (++fired_ % 4096 != 0) return;
        watch_memory(compiled_.bytes);
        watch_time();
    }

    void watch_memory(std::int64_t plan_bytes) {
        const std::int64_t bytes =
            terms().bytes() + program_.rules.bytes() + index_bytes_ + plan_bytes +
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
        bindings_.start(rule.variables);
        matched_.assign(rule.conditions.size(), GroundTerms::none);
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
            const auto occurrences = compiled_.occurrences.find(terms().name(sentence));
            if (occurrences == compiled_.occurrences.end()) continue;
            for (const auto [number, condition] : occurrences->second) {
                tick();
                const CompiledRule& rule = compiled_.rules[number];
                if (!takes_part(rule)) continue;
                start(rule);
                if (!bindings_.match(rule.conditions[condition], sentence)) continue;
                matched_[condition] = sentence;
                join(rule, rule.after.at(condition), 0, sentence, condition);
            }
        }
    }

    void evaluate_static() {
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < compiled_.rules.size(); ++i)
            if (!compiled_.rules[i].is_dynamic) order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
            return compiled_.rules[one].ring < compiled_.rules[other].ring;
        });
        for (std::size_t first = 0; first < order.size();) {
            const std::uint32_t ring = compiled_.rules[order[first]].ring;
            std::size_t end = first;
            for (; end < order.size() && compiled_.rules[order[end]].ring == ring; ++end)
                run_full(compiled_.rules[order[end]]);
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
        for (const CompiledRule& rule : compiled_.rules) {
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

    const GroundLimits& limits_;
    const Watch watch_;
    const std::size_t max_rules_;
    std::map<Symbol, Symbol> asked_;  // names of sentences that only say that another one is asked for
    GroundProgram program_;
    std::vector<Rule> rules_;
    std::vector<bool> dynamic_;  // by name
    CompiledRules compiled_;
    std::vector<bool> queued_, known_;    // by sentence
    std::vector<TermId> head_asked_for_;  // by sentence that asks for it; none: not made yet
    std::vector<TermId> queue_;
    std::size_t next_in_queue_ = 0;
    std::set<Symbol> bounded_;  // names of fluents of which `base` tells all
    std::int64_t fired_ = 0, scanned_ = 0, index_bytes_ = 0;

    // Of the join that is under way.
    Bindings bindings_{program_.terms};
    std::vector<TermId> matched_, positive_, negative_;
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

GroundProgram ground(const gdl::Sheet& sheet, const GroundLimits& limits) {
    try {
        // Sheets of usual size are grounded faster without asking.
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
