// A circuit at work on one state: which moves are legal, whether the game is over, what follows.
//
// Every gate counts its inputs that are true; when a count crosses the gate's threshold, those that it feeds
// change theirs, first in, first out. So a step costs what it changes, not what the game is large. Gates that
// only goals ask for are evaluated when somebody asks; rings of gates anew whenever something that enters them
// has changed.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playout/game/game.h"
#include "playout/ggp/circuit.h"

namespace playout::ggp {

using game::MoveId;
using StateBits = game::StateKey;  // a bit for every fluent

// What all machines on one circuit share. Immutable.
class Wiring {
  public:
    explicit Wiring(Circuit circuit);
    const Circuit& circuit() const { return circuit_; }
    std::size_t state_words() const { return (circuit_.fluents + 63) / 64; }
    std::size_t roles() const { return circuit_.moves.size(); }
    StateBits initial() const;

  private:
    friend class Machine;

    struct Ring {
        Node first, end;
    };
    struct Lazy {  // a gate that only goals ask for
        std::uint32_t first, count;
        bool all;
    };
    struct LazyGoal {
        int value;
        std::uint32_t wire;  // as in lazy inputs
    };
    // Which gates count all the time: those that moves, states and the end depend on, and all rings.
    std::vector<bool> eager_gates() const;
    void number_nodes(const std::vector<bool>& eager);
    // A node and one that it feeds: node * 2, odd if negated; within a ring, both counted from
    // first_ring_gate_.
    struct Edge {
        std::uint32_t from, to;
    };
    using Edges = std::vector<Edge>;
    void connect(const std::vector<bool>& eager);
    void connect_wire(Wire wire, std::uint32_t to, Edges& edges);
    void connect_gate(std::size_t place, Edges& edges, Edges& inner);
    void make_fans(const Edges& edges);
    void make_inner_edges(Edges& inner);
    void connect_goals();
    std::uint32_t machine_wire(Wire wire) const { return number_[node_of(wire)] * 2 + wire % 2; }
    template <typename Visit>
    void for_each_output(Visit visit) const;

    Circuit circuit_;
    std::vector<std::uint32_t> number_;  // by node of the circuit; lazy gates come after the nodes
    // Nodes of the machine: legal moves, next fluents and terminal first, then inputs, gates, and gates of
    // rings.
    std::uint32_t first_next_ = 0, terminal_ = 0, first_fluent_ = 0, first_move_ = 0, first_ring_gate_ = 0,
                  nodes_ = 0;
    std::vector<std::int32_t> start_;  // by node: what its count is with all inputs false, less the threshold
    struct Fans {                      // where in edges_ the gates are that a node feeds:
        std::uint32_t plain, negated, rings, end;  // as it is, negated, gates of rings
    };
    std::vector<Fans> fans_;            // by node
    std::vector<std::uint32_t> edges_;  // nodes; of rings: node * 2, odd if negated
    std::vector<Ring> rings_;
    std::vector<std::uint32_t> ring_of_;           // by gate of a ring
    std::vector<std::uint32_t> first_inner_edge_;  // by gate of a ring, and one more
    std::vector<std::uint32_t> inner_edges_;       // to gates of the same ring
    std::vector<std::uint32_t> first_move_of_;     // by role: its first legal node
    std::vector<Lazy> lazy_;
    std::vector<std::uint32_t>
        lazy_inputs_;  // node * 2 of the machine, or (nodes_ + lazy gate) * 2; odd: negated
    std::vector<std::vector<LazyGoal>> goals_;
    std::vector<std::uint32_t> role_of_;  // by legal node
};

class Machine {
  public:
    // The wiring must outlive it. Stands at the initial state.
    explicit Machine(const Wiring& wiring);

    std::size_t roles() const { return wiring_.roles(); }
    const std::string& role_text(std::size_t role) const { return wiring_.circuit().role_texts[role]; }
    std::optional<std::size_t> chance_role() const { return wiring_.circuit().chance_role; }
    StateBits initial() const { return wiring_.initial(); }
    void set_state(const StateBits& state) {
        assert(state.size() == wiring_.state_words());
        flip_fluents(state);
    }
    const StateBits& state() const { return state_; }
    bool terminal() const { return terminal_; }
    std::span<const MoveId> legal(std::size_t role) const {
        assert(role < roles());
        return legal_[role];
    }
    void step(std::span<const MoveId> moves);
    std::optional<int> goal(std::size_t role);
    const std::string& move_text(std::size_t role, MoveId move) const {
        assert(role < roles() && move < wiring_.circuit().moves[role]);
        return wiring_.circuit().move_texts[role][move];
    }
    std::optional<MoveId> find_move(std::size_t role, std::string_view text) const;
    std::vector<std::string> fluents() const;

  private:
    void show(std::uint32_t node, bool truth);
    void act(std::uint32_t node, bool truth);
    void settle();
    void settle_ring(std::uint32_t ring);
    void flip_fluents(const StateBits& to);
    bool lazy_value(std::uint32_t wire) const;

    const Wiring& wiring_;
    std::vector<std::int32_t> counts_;  // by node: of true inputs, less what it takes; true from 0 on
    std::vector<std::uint8_t> shown_;   // by node: what others have been told
    std::vector<std::uint32_t> queue_;  // nodes whose truth may have changed, queued_ of them
    std::size_t queued_ = 0;
    std::vector<std::uint32_t> dirty_rings_;
    std::vector<bool> is_dirty_;
    std::vector<std::int32_t> inner_counts_;  // of the ring that is being settled
    std::vector<std::uint32_t> inner_queue_;

    StateBits state_, next_;
    bool terminal_ = false;
    std::vector<std::vector<MoveId>> legal_;
    std::vector<std::uint32_t> place_;  // by legal node: where in its list
    std::vector<std::uint32_t> done_;   // by role: the node of the move that is set, or none
    std::vector<bool> lazy_truth_;
    bool goals_known_ = false;
};

static_assert(game::Game<Machine>);

}  // namespace playout::ggp
