// A network's hard constraints at work on its domains: values without support go, until nothing changes
// (generalised arc consistency); marks that can be gone back to; singleton arc consistency.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "playout/csp/compact_table.h"

namespace playout::csp {

class Propagator {
  public:
    // Nothing is removed yet. The network must outlive it.
    explicit Propagator(const Network& network);
    Propagator(const Propagator&) = delete;  // the domains look at its trail
    Propagator& operator=(const Propagator&) = delete;

    const Domains& domains() const { return domains_; }
    // False: some variable has no value left, and so has the network no solution from here.
    bool propagate();
    void assign(VariableId variable, Value value);  // one that is left
    void remove(VariableId variable, Value value);  // one of several that are left

    // Where everything is propagated.
    void mark() {
        assert(queue_.empty());
        trail_.mark();
    }
    void go_back() {
        trail_.go_back();
        clear_queue();
    }

    // Every value that is left can be assigned without a contradiction by propagation. After propagate().
    bool make_singleton_consistent();

    // How often each constraint ran into a contradiction, and which are those of a variable.
    std::span<const std::uint32_t> constraints_of(VariableId variable) const {
        return constraints_of_[variable];
    }
    std::uint64_t failures(std::uint32_t constraint) const { return failures_[constraint]; }
    const std::vector<VariableId>& scope(std::uint32_t constraint) const { return tables_[constraint].scope(); }

  private:
    void enqueue(VariableId variable);
    void clear_queue();

    Trail trail_;
    Domains domains_;
    std::vector<CompactTable> tables_;
    bool impossible_ = false;                                 // some table is empty, or some domain
    std::vector<std::vector<std::uint32_t>> constraints_of_;  // by variable
    std::vector<std::uint64_t> failures_;
    std::vector<std::uint32_t> queue_;
    std::vector<bool> queued_;
};

}  // namespace playout::csp
