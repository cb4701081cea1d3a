// A game straight from its rules: every question is answered by looking for the rules that could answer it, and
// asking on. Slow, and simple: the tests hold the circuit against it, and it plays what is too large to ground.
//
// Answers to a question are kept until the state changes, or for good where they do not depend on it. A
// question that comes up while it is being answered (recursion) takes the answers found so far; whoever asked
// it first asks again until nothing new comes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "playout/base/watch.h"
#include "playout/ground/terms.h"

namespace playout::ggp {

using ground::TermId;

// Of a valid sheet. Questions throw InputError where the rules lead too deep, WorkEnded when the watch says so,
// and bad_alloc where the answers take more memory than they may.
class Prover {
  public:
    using State = std::vector<TermId>;  // fluents, rising

    explicit Prover(const gdl::Sheet& sheet, const Watch& watch = {}, std::int64_t memory = default_memory);
    static constexpr std::int64_t default_memory = std::int64_t{2} << 30;

    // From here on questions look at this one.
    void set_watch(const Watch& watch) { watch_ = watch; }

    const std::vector<TermId>& roles() const { return roles_; }
    const State& initial() const { return initial_; }
    void set_state(const State& state);
    const State& state() const { return state_; }

    bool terminal();
    std::vector<TermId> legal(std::size_t role);  // rising
    // None if the rules give none, or more than one, or no number.
    std::optional<int> goal(std::size_t role);
    State next(std::span<const TermId> moves);
    // What a role perceives when these moves are made (GDL-II); rising.
    std::vector<TermId> sees(std::size_t role, std::span<const TermId> moves);

    std::string text(TermId term) const { return terms_.text(term, names_); }
    gdl::Symbol name(TermId term) const { return terms_.name(term); }

  private:
    // A rule's term: a variable by its number, or a name and arguments.
    struct Pattern {
        int variable = -1;
        gdl::Symbol name = 0;
        std::vector<Pattern> arguments;
    };
    struct Condition {
        gdl::Sign sign;
        Pattern pattern;
    };
    struct Clause {
        Pattern head;
        std::vector<Condition> body;
        int variables = 0;
    };
    using Bindings = std::vector<TermId>;
    // What is asked: a sentence with holes.
    struct Question {
        TermId known = ground::GroundTerms::none;  // the whole term, if there is no hole in it
        bool hole = false;
        gdl::Symbol name = 0;
        std::vector<Question> arguments;
    };
    struct Answers {
        std::set<TermId> found;
        bool complete = false;
        bool open = false;  // being answered
        std::size_t depth = 0;
    };

    // Answers by question.
    struct Store {
        std::unordered_map<std::string, Answers> answers;
        std::int64_t bytes = 0;  // about
        void clear() {
            answers.clear();
            bytes = 0;
        }
    };

    Pattern pattern_of(const gdl::Term& term, std::vector<gdl::Symbol>& variables) const;
    Question question_of(const Pattern& pattern, const Bindings& bindings);
    std::string key_of(const Question& question) const;
    bool match(const Pattern& pattern, TermId term, Bindings& bindings) const;
    bool may_answer(const Pattern& head, const Question& question, Bindings& bindings) const;
    bool answers(const Question& question, TermId term) const;
    TermId instance(const Pattern& pattern, const Bindings& bindings);
    const std::set<TermId>& ask(const Question& question);
    void look_at_limits() const;
    void answer_once(const Question& question, std::set<TermId>& found);
    void meet(const Clause& clause, std::vector<bool>& met, const Bindings& bindings, const Question& question,
              std::set<TermId>& found);
    std::set<TermId> ask_of(gdl::Symbol name, std::span<const TermId> known, std::size_t holes);
    void set_moves(std::span<const TermId> moves);

    std::string file_;
    gdl::Names names_;
    ground::GroundTerms terms_;
    std::unordered_map<gdl::Symbol, std::vector<Clause>> clauses_;
    std::vector<bool> depends_on_state_, depends_on_moves_;  // by name
    std::vector<TermId> roles_;
    State initial_, state_;
    std::unordered_map<gdl::Symbol, std::set<TermId>> given_;  // true and does
    Store for_good_, of_state_, of_moves_;
    std::size_t depth_ = 0;  // questions that are being answered
    std::size_t calls_ = 0;  // of `meet`, one within the other
    Watch watch_;
    const std::int64_t memory_;
    std::size_t reached_up_ =
        0;  // the least depth of an open question that was met, in the one that is being answered
};

}  // namespace playout::ggp
