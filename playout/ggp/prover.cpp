#include "playout/ggp/prover.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <new>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/gdl/dependencies.h"

namespace playout::ggp {

namespace keyword = gdl::keyword;
using gdl::Sign;
using ground::GroundTerms;

namespace {

constexpr std::size_t not_up = std::numeric_limits<std::size_t>::max();
// Questions wait for other questions, and conditions for the one before, by calls within calls. These are the
// most that fit on a thread's stack.
constexpr std::size_t deepest = 1000;
constexpr std::size_t max_calls = 10'000;
constexpr std::int64_t answer_bytes = 48;  // in a set

}  // namespace

Prover::Prover(const gdl::Sheet& sheet, const Watch& watch, std::int64_t memory)
    : file_(sheet.file), names_(sheet.names), watch_(watch), memory_(memory) {
    const gdl::Dependencies dependencies(sheet.rules, sheet.names.size());
    depends_on_state_ = dependencies.dependents(keyword::true_);
    depends_on_moves_ = dependencies.dependents(keyword::does);
    for (const gdl::Rule& rule : sheet.rules) {
        Clause clause;
        std::vector<gdl::Symbol> variables;
        clause.head = pattern_of(rule.head, variables);
        for (const gdl::Literal& literal : rule.body)
            clause.body.push_back({literal.sign, pattern_of(literal.atom, variables)});
        clause.variables = static_cast<int>(variables.size());
        clauses_[rule.head.name].push_back(std::move(clause));
    }
    for (const gdl::Term& role : gdl::roles_of(sheet)) roles_.push_back(terms_.make(role));
    for (const TermId sentence : ask_of(keyword::init, {}, 1))
        initial_.push_back(terms_.arguments(sentence)[0]);
    std::sort(initial_.begin(), initial_.end());
    set_state(initial_);
}

Prover::Pattern Prover::pattern_of(const gdl::Term& term, std::vector<gdl::Symbol>& variables) const {
    Pattern pattern;
    if (term.variable) {
        auto place = std::find(variables.begin(), variables.end(), term.name);
        if (place == variables.end()) place = variables.insert(variables.end(), term.name);
        pattern.variable = static_cast<int>(place - variables.begin());
        return pattern;
    }
    pattern.name = term.name;
    for (const gdl::Term& argument : term.arguments)
        pattern.arguments.push_back(pattern_of(argument, variables));
    return pattern;
}

Prover::Question Prover::question_of(const Pattern& pattern, const Bindings& bindings) {
    Question question;
    if (pattern.variable >= 0) {
        question.known = bindings[static_cast<std::size_t>(pattern.variable)];
        question.hole = question.known == GroundTerms::none;
        return question;
    }
    question.name = pattern.name;
    std::vector<TermId> arguments;
    for (const Pattern& argument : pattern.arguments) {
        question.arguments.push_back(question_of(argument, bindings));
        arguments.push_back(question.arguments.back().known);
    }
    if (std::find(arguments.begin(), arguments.end(), GroundTerms::none) == arguments.end())
        question.known = terms_.make(pattern.name, arguments);
    return question;
}

std::string Prover::key_of(const Question& question) const {
    if (question.known != GroundTerms::none) return std::to_string(question.known);
    if (question.hole) return "?";
    std::string key = names_.text(question.name) + "(";
    for (const Question& argument : question.arguments) key += key_of(argument) + ",";
    return key + ")";
}

bool Prover::match(const Pattern& pattern, TermId term, Bindings& bindings) const {
    if (pattern.variable >= 0) {
        TermId& value = bindings[static_cast<std::size_t>(pattern.variable)];
        if (value == GroundTerms::none) value = term;
        return value == term;
    }
    const std::span<const TermId> arguments = terms_.arguments(term);
    if (terms_.name(term) != pattern.name || arguments.size() != pattern.arguments.size()) return false;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!match(pattern.arguments[i], arguments[i], bindings)) return false;
    return true;
}

// Whether a clause with this head may have an answer; binds what the question knows.
bool Prover::may_answer(const Pattern& head, const Question& question, Bindings& bindings) const {
    if (question.hole) return true;
    if (question.known != GroundTerms::none) return match(head, question.known, bindings);
    if (head.variable >= 0) return true;
    if (head.name != question.name || head.arguments.size() != question.arguments.size()) return false;
    for (std::size_t i = 0; i < head.arguments.size(); ++i)
        if (!may_answer(head.arguments[i], question.arguments[i], bindings)) return false;
    return true;
}

bool Prover::answers(const Question& question, TermId term) const {
    if (question.hole) return true;
    if (question.known != GroundTerms::none) return question.known == term;
    const std::span<const TermId> arguments = terms_.arguments(term);
    if (terms_.name(term) != question.name || arguments.size() != question.arguments.size()) return false;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!answers(question.arguments[i], arguments[i])) return false;
    return true;
}

TermId Prover::instance(const Pattern& pattern, const Bindings& bindings) {
    if (pattern.variable >= 0) return bindings[static_cast<std::size_t>(pattern.variable)];
    std::vector<TermId> arguments;
    for (const Pattern& argument : pattern.arguments) {
        arguments.push_back(instance(argument, bindings));
        if (arguments.back() == GroundTerms::none) return GroundTerms::none;
    }
    return terms_.make(pattern.name, arguments);
}

const std::set<TermId>& Prover::ask(const Question& question) {
    const gdl::Symbol name = question.name;
    Store& store = depends_on_moves_[name] ? of_moves_ : depends_on_state_[name] ? of_state_ : for_good_;
    std::string key = key_of(question);
    const auto key_bytes = static_cast<std::int64_t>(key.size() + sizeof(Answers)) + answer_bytes;
    const auto [place, fresh] = store.answers.try_emplace(std::move(key));
    if (fresh) store.bytes += key_bytes;
    Answers& kept = place->second;
    if (kept.open) reached_up_ = std::min(reached_up_, kept.depth);
    if (kept.complete || kept.open) return kept.found;
    if (depth_ >= deepest) throw InputError(file_, "the rules lead too deep to be asked one by one");
    kept.open = true;
    kept.depth = ++depth_;
    // Whatever is thrown below, the question is open no longer.
    struct Close {
        Answers& kept;
        std::size_t& depth;
        ~Close() {
            kept.open = false;
            --depth;
        }
    } const close{kept, depth_};
    const std::size_t before = reached_up_;
    std::size_t size = 0;
    do {
        size = kept.found.size();
        reached_up_ = not_up;
        answer_once(question, kept.found);
        store.bytes += static_cast<std::int64_t>(kept.found.size() - size) * answer_bytes;
        // Nothing that came up is still open but this one: a round without news is the last.
    } while (reached_up_ != not_up && kept.found.size() != size);
    // What depends on a question further up is not complete before that one is; it will be asked again.
    kept.complete = reached_up_ >= kept.depth;
    reached_up_ = std::min(before, kept.complete ? not_up : reached_up_);
    return kept.found;
}

// Answers that are being found are not counted yet, but their terms are, which take a quarter or more of it.
void Prover::look_at_limits() const {
    watch_.look();
    if (calls_ > max_calls) throw InputError(file_, "the rules lead too deep to be asked one by one");
    if (terms_.bytes() * 4 + for_good_.bytes + of_state_.bytes + of_moves_.bytes > memory_)
        throw std::bad_alloc();
}

void Prover::answer_once(const Question& question, std::set<TermId>& found) {
    if (const auto given = given_.find(question.name); given != given_.end())
        for (const TermId term : given->second)
            if (answers(question, term)) found.insert(term);
    const auto clauses = clauses_.find(question.name);
    if (clauses == clauses_.end()) return;
    for (const Clause& clause : clauses->second) {
        watch_.look();
        Bindings bindings(static_cast<std::size_t>(clause.variables), GroundTerms::none);
        if (!may_answer(clause.head, question, bindings)) continue;
        std::vector<bool> met(clause.body.size(), false);
        meet(clause, met, bindings, question, found);
    }
}

// The first condition that is not met yet; negated ones and distinct wait until their variables are bound.
void Prover::meet(const Clause& clause, std::vector<bool>& met, const Bindings& bindings,
                  const Question& question, std::set<TermId>& found) {
    struct Call {
        std::size_t& calls;
        explicit Call(std::size_t& calls) : calls(++calls) {}
        ~Call() { --calls; }
    } const call(calls_);
    look_at_limits();
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
        const auto& [sign, pattern] = clause.body[i];
        if (met[i]) continue;
        if (sign == Sign::distinct) {
            const TermId left = instance(pattern.arguments[0], bindings),
                         right = instance(pattern.arguments[1], bindings);
            if (left == GroundTerms::none || right == GroundTerms::none) continue;
            if (left == right) return;
            met[i] = true;
            meet(clause, met, bindings, question, found);
            met[i] = false;
            return;
        }
        const Question asked = question_of(pattern, bindings);
        if (sign == Sign::negative && asked.known == GroundTerms::none) continue;
        met[i] = true;
        if (sign == Sign::negative) {
            if (ask(asked).empty()) meet(clause, met, bindings, question, found);
        } else {
            const std::set<TermId> terms = ask(asked);  // a copy: it may grow meanwhile
            for (const TermId term : terms) {
                Bindings more = bindings;
                if (match(pattern, term, more)) meet(clause, met, more, question, found);
            }
        }
        met[i] = false;
        return;
    }
    const TermId head = instance(clause.head, bindings);
    if (head != GroundTerms::none && answers(question, head)) found.insert(head);
}

std::set<TermId> Prover::ask_of(gdl::Symbol name, std::span<const TermId> known, std::size_t holes) {
    Question question;
    question.name = name;
    for (const TermId term : known) {
        question.arguments.emplace_back();
        question.arguments.back().known = term;
    }
    for (std::size_t i = 0; i < holes; ++i) {
        question.arguments.emplace_back();
        question.arguments.back().hole = true;
    }
    if (holes == 0) question.known = terms_.make(name, known);
    reached_up_ = not_up;
    return ask(question);
}

void Prover::set_state(const State& state) {
    assert(std::is_sorted(state.begin(), state.end()));
    state_ = state;
    of_state_.clear();
    of_moves_.clear();
    std::set<TermId>& sentences = given_[keyword::true_];
    sentences.clear();
    for (const TermId fluent : state) sentences.insert(terms_.make(keyword::true_, std::span(&fluent, 1)));
}

void Prover::set_moves(std::span<const TermId> moves) {
    of_moves_.clear();
    std::set<TermId>& sentences = given_[keyword::does];
    sentences.clear();
    for (std::size_t role = 0; role < moves.size(); ++role) {
        const std::array<TermId, 2> arguments = {roles_[role], moves[role]};
        sentences.insert(terms_.make(keyword::does, arguments));
    }
}

bool Prover::terminal() {
    return !ask_of(keyword::terminal, {}, 0).empty();
}

std::vector<TermId> Prover::legal(std::size_t role) {
    std::vector<TermId> moves;
    for (const TermId sentence : ask_of(keyword::legal, std::span(&roles_[role], 1), 1))
        moves.push_back(terms_.arguments(sentence)[1]);
    std::sort(moves.begin(), moves.end());
    return moves;
}

std::optional<int> Prover::goal(std::size_t role) {
    const std::set<TermId> goals = ask_of(keyword::goal, std::span(&roles_[role], 1), 1);
    if (goals.size() != 1) return std::nullopt;
    const auto value = parse_integer(text(terms_.arguments(*goals.begin())[1]));
    if (!value || *value < 0 || *value > 100) return std::nullopt;
    return static_cast<int>(*value);
}

Prover::State Prover::next(std::span<const TermId> moves) {
    assert(moves.size() == roles_.size());
    set_moves(moves);
    State state;
    for (const TermId sentence : ask_of(keyword::next, {}, 1)) state.push_back(terms_.arguments(sentence)[0]);
    std::sort(state.begin(), state.end());
    return state;
}

std::vector<TermId> Prover::sees(std::size_t role, std::span<const TermId> moves) {
    assert(role < roles_.size() && moves.size() == roles_.size());
    set_moves(moves);
    std::vector<TermId> percepts;
    for (const TermId sentence : ask_of(keyword::sees, std::span(&roles_[role], 1), 1))
        percepts.push_back(terms_.arguments(sentence)[1]);
    std::sort(percepts.begin(), percepts.end());
    return percepts;
}

}  // namespace playout::ggp
