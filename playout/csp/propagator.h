// A network's hard constraints at work on its domains, with marks that can be gone back to.
//
// By arcs: values without support go, until nothing changes (generalised arc consistency; less for derivations,
// where that is what follows from what is known, and for conjunctions with a variable twice). Every atom counts
// the values that its variable has left of it, and tells its conjunctions when it is decided; conjunctions
// count the inputs that do not hold yet. Forward: a constraint is looked at when all its variables but one have
// been assigned (forward checking).
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "playout/csp/compact_table.h"
#include "playout/csp/least_model.h"

namespace playout::csp {

enum class Strength : std::uint8_t { arcs, forward };
enum class Truth : std::uint8_t { no, yes, open };

class Propagator {
  public:
    // Nothing is removed yet but what the network says. The network must outlive it.
    explicit Propagator(const Network& network, Strength strength = Strength::arcs);
    Propagator(const Propagator&) = delete;  // the domains look at its trail
    Propagator& operator=(const Propagator&) = delete;

    Strength strength() const { return strength_; }
    const Domains& domains() const { return domains_; }
    // False: some variable has no value left, and so has the network no solution from here.
    bool propagate();
    void assign(VariableId variable, Value value);  // one that is left
    void remove(VariableId variable, Value value);  // one of several that are left
    // False: it cannot hold.
    bool make_true(Literal literal);
    Truth truth(Literal literal) const;

    // Where everything is propagated.
    void mark() {
        assert(events_.empty() && queue_.empty());
        trail_.mark();
        changes_at_mark_.push_back(changes_.size());
    }
    void go_back();
    // Which variables lost values since the first mark, maybe more than once. By arcs only.
    std::span<const VariableId> changes() const {
        assert(strength_ == Strength::arcs);
        return changes_;
    }

    // Every value that is left can be assigned without a contradiction by propagation. After propagate(); ends
    // early when `over()`. By arcs only.
    bool make_singleton_consistent(const std::function<bool()>& over = [] { return false; });

    // How often each constraint ran into a contradiction, and which are those of a variable. Tables come first,
    // then conjunctions, then derivations (which are not those of their heads).
    std::span<const std::uint32_t> constraints_of(VariableId variable) const {
        return std::span(constraints_of_)
            .subspan(first_constraint_[variable],
                     first_constraint_[variable + 1] - first_constraint_[variable]);
    }
    std::uint64_t failures(std::uint32_t constraint) const { return failures_[constraint]; }

  private:
    struct Watch {  // of an atom
        std::uint32_t conjunction;
        bool output, negated;
    };
    struct Flat {           // a conjunction
        std::size_t first;  // of its inputs
        std::uint32_t count;
        Literal output;  // none: there is no output
    };
    struct Event {  // an atom is decided
        AtomId atom;
        bool holds;
    };

    void connect_variables();
    void connect_atoms();
    void lose(VariableId variable, Value value);
    void after_loss(VariableId variable);
    void decide_true(AtomId atom);
    void enqueue(std::uint32_t constraint);
    void clear_queues();
    bool propagate_all();
    bool tell(const Event& event);
    bool weigh_last_input(std::uint32_t conjunction);
    bool filter(std::uint32_t constraint);
    bool filter_conjunction(std::uint32_t conjunction);
    bool filter_derivation(const LeastModel& model);
    std::vector<std::vector<VariableId>> scopes() const;  // by constraint

    static constexpr Literal none = ~Literal{0};
    std::span<const Literal> inputs(std::uint32_t conjunction) const {
        return std::span(inputs_).subspan(flat_[conjunction].first, flat_[conjunction].count);
    }

    static constexpr std::uint64_t true_mark = std::uint64_t{1} << 63;
    std::uint64_t count(AtomId atom) const { return trail_[counts_ + atom] & ~true_mark; }

    const Network& network_;
    const Strength strength_;
    Trail trail_;
    Domains domains_;
    std::vector<CompactTable> tables_;
    std::vector<LeastModel> models_;
    bool impossible_ = false;                    // there is nothing to go back to
    std::vector<std::size_t> first_constraint_;  // by variable, and one more
    std::vector<std::uint32_t> constraints_of_;
    std::vector<std::size_t> first_queued_;  // likewise, those that are filtered as a whole: no conjunctions
    std::vector<std::uint32_t> queued_of_;
    std::vector<std::uint64_t> failures_;
    std::uint32_t failed_ = 0;  // the constraint at work

    // Atoms and conjunctions, by arcs.
    Trail::Cell counts_ = 0;  // by atom: values that are left of it; marked when it is known to hold
    Trail::Cell waits_ = 0;   // by conjunction: inputs that do not hold yet
    Trail::Cell dead_ = 0;    // by conjunction: 1 where some input does not hold for good
    std::vector<VariableId> variable_of_;  // by atom
    std::vector<Flat> flat_;               // by conjunction
    std::vector<Literal> inputs_;
    std::vector<std::size_t> first_value_;  // by variable
    std::vector<std::size_t> first_atom_;   // by value: where its atoms begin, and one more
    std::vector<AtomId> atoms_of_value_;
    std::vector<std::size_t> first_wide_;  // by variable: atoms of several values
    std::vector<AtomId> wide_atoms_;
    std::vector<std::size_t> first_watch_;  // by atom
    std::vector<Watch> watches_;
    std::vector<Event> events_;
    std::vector<VariableId> changes_;
    std::vector<std::size_t> changes_at_mark_;

    // Tables and derivations, and all constraints when checking forward.
    Trail::Cell unassigned_ = 0;  // by constraint, forward: variables that have not been assigned
    Trail::Cell assigned_ = 0;    // by variable, forward
    std::vector<std::uint32_t> queue_;
    std::vector<bool> queued_;
};

}  // namespace playout::csp
