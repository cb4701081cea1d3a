#include "playout/ggp/machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <tuple>

namespace playout::ggp {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

}  // namespace

Wiring::Wiring(Circuit circuit) : circuit_(std::move(circuit)) {
    const std::vector<bool> eager = eager_gates();
    number_nodes(eager);
    connect(eager);
    connect_goals();
}

StateBits Wiring::initial() const {
    StateBits state(state_words(), 0);
    for (std::size_t i = 0; i < circuit_.fluents; ++i)
        if (circuit_.initial[i]) state[i / 64] |= std::uint64_t{1} << (i % 64);
    return state;
}

// visit(wire) in the order of the output nodes: legal moves, next fluents, terminal.
template <typename Visit>
void Wiring::for_each_output(Visit visit) const {
    for (const std::vector<Wire>& moves : circuit_.legal)
        for (const Wire wire : moves) visit(wire);
    for (const Wire wire : circuit_.next) visit(wire);
    visit(circuit_.terminal);
}

std::vector<bool> Wiring::eager_gates() const {
    const Node first = circuit_.first_gate;
    std::vector<bool> eager(circuit_.gates.size(), false);
    const auto mark = [&](Wire wire) {
        if (node_of(wire) >= first) eager[node_of(wire) - first] = true;
    };
    for_each_output(mark);
    // Inputs come before their gates, but within rings, which are all marked.
    for (std::size_t i = circuit_.gates.size(); i-- > 0;) {
        const Gate& gate = circuit_.gates[i];
        if (gate.ring != no_ring) eager[i] = true;
        if (!eager[i]) continue;
        for (std::uint32_t j = 0; j < gate.count; ++j) mark(circuit_.inputs[gate.first + j]);
    }
    return eager;
}

// A gate that exactly one output shows is that output's node; other outputs have nodes of their own.
void Wiring::number_nodes(const std::vector<bool>& eager) {
    const Node first = circuit_.first_gate;
    number_.assign(first + circuit_.gates.size(), none);
    std::vector<std::uint32_t> shown_by(circuit_.gates.size(), 0);
    for_each_output([&](Wire wire) {
        if (node_of(wire) >= first) ++shown_by[node_of(wire) - first];
    });
    for_each_output([&](Wire wire) {
        const Node node = node_of(wire);
        if (node >= first && !is_negated(wire) && shown_by[node - first] == 1 &&
            circuit_.gates[node - first].ring == no_ring)
            number_[node] = nodes_;
        ++nodes_;
    });
    for (std::size_t role = 0; role < circuit_.legal.size(); ++role) {
        first_move_of_.push_back(static_cast<std::uint32_t>(role_of_.size()));
        role_of_.insert(role_of_.end(), circuit_.legal[role].size(), static_cast<std::uint32_t>(role));
    }
    first_next_ = static_cast<std::uint32_t>(role_of_.size());
    terminal_ = nodes_ - 1;
    first_fluent_ = nodes_;
    first_move_ = first_fluent_ + static_cast<std::uint32_t>(circuit_.fluents);
    for (Node node = 1; node < first; ++node) number_[node] = nodes_++;
    const auto number_gates = [&](bool of_rings) {
        for (std::size_t i = 0; i < eager.size(); ++i)
            if (eager[i] && (circuit_.gates[i].ring != no_ring) == of_rings && number_[first + i] == none)
                number_[first + i] = nodes_++;
    };
    number_gates(false);
    first_ring_gate_ = nodes_;
    number_gates(true);
    std::uint32_t lazy = nodes_;
    for (std::size_t i = 0; i < eager.size(); ++i)
        if (!eager[i]) number_[first + i] = lazy++;
}

void Wiring::connect(const std::vector<bool>& eager) {
    Edges edges, inner;
    start_.assign(nodes_, -1);
    std::uint32_t output = 0;
    for_each_output([&](Wire wire) {
        const std::uint32_t node = output++;
        if (wire == always) start_[node] = 0;
        if (node_of(wire) == 0 || number_[node_of(wire)] == node) return;
        connect_wire(wire, node, edges);
    });
    ring_of_.assign(nodes_ - first_ring_gate_, 0);
    for (std::size_t i = 0; i < circuit_.gates.size(); ++i)
        if (eager[i]) connect_gate(i, edges, inner);
    make_fans(edges);
    make_inner_edges(inner);
}

void Wiring::connect_wire(Wire wire, std::uint32_t to, Edges& edges) {
    edges.push_back({number_[node_of(wire)], to * 2 + (is_negated(wire) ? 1 : 0)});
    if (is_negated(wire)) ++start_[to];
}

void Wiring::connect_gate(std::size_t place, Edges& edges, Edges& inner) {
    const Gate& gate = circuit_.gates[place];
    const std::uint32_t node = number_[circuit_.first_gate + place];
    start_[node] = gate.all ? -static_cast<std::int32_t>(gate.count) : -1;
    if (gate.ring != no_ring) {
        if (rings_.size() <= gate.ring) rings_.resize(gate.ring + 1, {node, node});
        rings_[gate.ring].end = node + 1;
        ring_of_[node - first_ring_gate_] = gate.ring;
    }
    for (std::uint32_t j = 0; j < gate.count; ++j) {
        const Wire wire = circuit_.inputs[gate.first + j];
        const Node from = node_of(wire);
        const bool within = gate.ring != no_ring && from >= circuit_.first_gate &&
                            circuit_.gates[from - circuit_.first_gate].ring == gate.ring;
        if (within) {
            inner.push_back({number_[from] - first_ring_gate_, node - first_ring_gate_});
        } else {
            connect_wire(wire, node, edges);
        }
    }
}

// The edges by node and kind, sorted by counting.
void Wiring::make_fans(const Edges& edges) {
    std::vector<std::array<std::uint32_t, 3>> fan_out(nodes_, {0, 0, 0});
    const auto kind_of = [&](const Edge& edge) { return edge.to / 2 >= first_ring_gate_ ? 2U : edge.to % 2; };
    for (const Edge& edge : edges) ++fan_out[edge.from][kind_of(edge)];
    std::uint32_t end = 0;
    for (std::array<std::uint32_t, 3>& counts : fan_out) {
        Fans fans{};
        fans.plain = end;
        fans.negated = fans.plain + counts[0];
        fans.rings = fans.negated + counts[1];
        fans.end = end = fans.rings + counts[2];
        counts = {fans.plain, fans.negated, fans.rings};
        fans_.push_back(fans);
    }
    edges_.resize(end);
    for (const Edge& edge : edges) {
        const unsigned kind = kind_of(edge);
        edges_[fan_out[edge.from][kind]++] = kind == 2 ? edge.to : edge.to / 2;
    }
}

void Wiring::make_inner_edges(Edges& inner) {
    std::sort(inner.begin(), inner.end(), [](const Edge& one, const Edge& other) {
        return std::tie(one.from, one.to) < std::tie(other.from, other.to);
    });
    first_inner_edge_.assign(nodes_ - first_ring_gate_ + 1, 0);
    for (const Edge& edge : inner) {
        ++first_inner_edge_[edge.from + 1];
        inner_edges_.push_back(edge.to);
    }
    for (std::size_t i = 1; i < first_inner_edge_.size(); ++i) first_inner_edge_[i] += first_inner_edge_[i - 1];
}

void Wiring::connect_goals() {
    for (std::size_t i = 0; i < circuit_.gates.size(); ++i) {
        if (number_[circuit_.first_gate + i] < nodes_) continue;
        const Gate& gate = circuit_.gates[i];
        lazy_.push_back({static_cast<std::uint32_t>(lazy_inputs_.size()), gate.count, gate.all});
        for (std::uint32_t j = 0; j < gate.count; ++j)
            lazy_inputs_.push_back(machine_wire(circuit_.inputs[gate.first + j]));
    }
    for (const std::vector<Goal>& goals : circuit_.goals) {
        goals_.emplace_back();
        for (const Goal& goal : goals)
            goals_.back().push_back({goal.value, node_of(goal.wire) == 0
                                                     ? (goal.wire == always ? none - 1 : none)
                                                     : machine_wire(goal.wire)});
    }
}

Machine::Machine(const Wiring& wiring)
    : wiring_(wiring),
      counts_(wiring.start_),
      shown_(wiring.nodes_, 0),
      queue_(wiring.nodes_),
      is_dirty_(wiring.rings_.size(), true),
      state_(wiring.state_words(), 0),
      next_(wiring.state_words(), 0),
      legal_(wiring.roles()),
      place_(wiring.first_next_, 0),
      done_(wiring.roles(), none),
      lazy_truth_(wiring.lazy_.size(), false) {
    for (std::uint32_t node = 0; node < wiring_.first_ring_gate_; ++node)
        if (counts_[node] >= 0) queue_[queued_++] = node;
    for (std::uint32_t ring = 0; ring < wiring_.rings_.size(); ++ring) dirty_rings_.push_back(ring);
    settle();
    set_state(wiring_.initial());
}

// Tells everybody whom it concerns. A gate is queued when its count crosses the threshold, without a branch:
// what is written behind the end of the queue does not count.
inline void Machine::show(std::uint32_t node, bool truth) {
    shown_[node] = truth ? 1 : 0;
    if (node <= wiring_.terminal_) act(node, truth);
    const auto [plain, negated, rings, end] = wiring_.fans_[node];
    if (queue_.size() < queued_ + (end - plain) + 1) queue_.resize(2 * queue_.size() + (end - plain) + 1);
    const std::uint32_t* edges = wiring_.edges_.data();
    std::int32_t* counts = counts_.data();
    std::uint32_t* queue = queue_.data();
    std::size_t queued = queued_;
    const auto change = [&](std::uint32_t from, std::uint32_t to, std::int32_t by) {
        const std::int32_t crossed = by > 0 ? 0 : -1;
        for (std::uint32_t i = from; i < to; ++i) {
            const std::uint32_t gate = edges[i];
            const std::int32_t count = counts[gate] + by;
            counts[gate] = count;
            queue[queued] = gate;
            queued += count == crossed ? 1 : 0;
        }
    };
    change(plain, negated, truth ? 1 : -1);
    change(negated, rings, truth ? -1 : 1);
    queued_ = queued;
    for (std::uint32_t i = rings; i < end; ++i) {
        const std::uint32_t gate = edges[i] / 2;
        counts[gate] += truth != (edges[i] % 2 != 0) ? 1 : -1;
        const std::uint32_t ring = wiring_.ring_of_[gate - wiring_.first_ring_gate_];
        if (is_dirty_[ring]) continue;
        is_dirty_[ring] = true;
        dirty_rings_.push_back(ring);
    }
}

void Machine::act(std::uint32_t node, bool truth) {
    if (node >= wiring_.first_next_) {
        if (node == wiring_.terminal_) {
            terminal_ = truth;
        } else {
            const std::uint32_t fluent = node - wiring_.first_next_;
            next_[fluent / 64] ^= std::uint64_t{1} << (fluent % 64);
        }
        return;
    }
    const std::uint32_t role = wiring_.role_of_[node];
    std::vector<MoveId>& moves = legal_[role];
    const std::uint32_t first = wiring_.first_move_of_[role];
    if (truth) {
        place_[node] = static_cast<std::uint32_t>(moves.size());
        moves.push_back(node - first);
    } else {
        const MoveId last = moves.back();
        moves[place_[node]] = last;
        place_[first + last] = place_[node];
        moves.pop_back();
    }
}

void Machine::settle() {
    for (;;) {
        for (std::size_t i = 0; i < queued_; ++i) {
            const std::uint32_t node = queue_[i];
            const bool truth = counts_[node] >= 0;
            if (truth != (shown_[node] != 0)) show(node, truth);
        }
        queued_ = 0;
        if (dirty_rings_.empty()) return;
        // The lowest first: what it changes may make others dirty again.
        const auto lowest = std::min_element(dirty_rings_.begin(), dirty_rings_.end());
        const std::uint32_t ring = *lowest;
        *lowest = dirty_rings_.back();
        dirty_rings_.pop_back();
        is_dirty_[ring] = false;
        settle_ring(ring);
    }
}

// The least solution: from what enters the ring, with nothing in it true, to what follows.
void Machine::settle_ring(std::uint32_t ring) {
    const auto [first, end] = wiring_.rings_[ring];
    const std::uint32_t base = first - wiring_.first_ring_gate_;
    inner_counts_.resize(end - first);
    inner_queue_.clear();
    for (std::uint32_t node = first; node < end; ++node) {
        inner_counts_[node - first] = counts_[node];
        if (counts_[node] >= 0) inner_queue_.push_back(node - first);
    }
    for (std::size_t i = 0; i < inner_queue_.size(); ++i) {
        const std::uint32_t from = base + inner_queue_[i];
        for (std::uint32_t j = wiring_.first_inner_edge_[from]; j < wiring_.first_inner_edge_[from + 1]; ++j) {
            const std::uint32_t to = wiring_.inner_edges_[j] - base;
            if (++inner_counts_[to] == 0) inner_queue_.push_back(to);
        }
    }
    for (std::uint32_t node = first; node < end; ++node) {
        const bool truth = inner_counts_[node - first] >= 0;
        if (truth != (shown_[node] != 0)) show(node, truth);
    }
}

void Machine::flip_fluents(const StateBits& to) {
    goals_known_ = false;
    for (std::size_t w = 0; w < state_.size(); ++w) {
        for (std::uint64_t change = state_[w] ^ to[w]; change != 0; change &= change - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(change));
            show(wiring_.first_fluent_ + static_cast<std::uint32_t>(w) * 64 + bit, (to[w] >> bit & 1) != 0);
        }
        state_[w] = to[w];
    }
    settle();
}

void Machine::step(std::span<const MoveId> moves) {
    assert(moves.size() == wiring_.roles());
    for (std::size_t role = 0; role < moves.size(); ++role) {
        assert(std::find(legal_[role].begin(), legal_[role].end(), moves[role]) != legal_[role].end());
        const std::uint32_t node = wiring_.first_move_ + wiring_.first_move_of_[role] + moves[role];
        if (done_[role] == node) continue;
        if (done_[role] != none) show(done_[role], false);
        show(node, true);
        done_[role] = node;
    }
    settle();
    const StateBits after = next_;
    flip_fluents(after);
}

std::optional<MoveId> Machine::find_move(std::size_t role, std::string_view text) const {
    const std::vector<MoveId>& moves = legal_[role];
    const auto found = gdl::find_term(
        moves.size(), [&](std::size_t i) -> const std::string& { return move_text(role, moves[i]); }, text);
    return found ? std::optional(moves[*found]) : std::nullopt;
}

std::vector<std::string> Machine::fluents() const {
    const Circuit& circuit = wiring_.circuit();
    std::vector<std::string> texts = circuit.constant_texts;
    for (std::size_t i = 0; i < circuit.fluents; ++i)
        if ((state_[i / 64] >> (i % 64) & 1) != 0) texts.push_back(circuit.fluent_texts[i]);
    std::sort(texts.begin(), texts.end());
    return texts;
}

bool Machine::lazy_value(std::uint32_t wire) const {
    const std::uint32_t node = wire / 2;
    const bool truth = node < wiring_.nodes_ ? shown_[node] != 0 : lazy_truth_[node - wiring_.nodes_];
    return truth != (wire % 2 != 0);
}

std::optional<int> Machine::goal(std::size_t role) {
    assert(role < roles());
    if (!goals_known_) {
        for (std::size_t i = 0; i < wiring_.lazy_.size(); ++i) {
            const auto& [first, count, all] = wiring_.lazy_[i];
            bool truth = all;
            for (std::uint32_t j = first; j < first + count && truth == all; ++j)
                truth = lazy_value(wiring_.lazy_inputs_[j]);
            lazy_truth_[i] = truth;
        }
        goals_known_ = true;
    }
    std::optional<int> found;
    for (const auto& [value, wire] : wiring_.goals_[role]) {
        if (wire == none || (wire != none - 1 && !lazy_value(wire))) continue;
        if (found) return std::nullopt;
        found = value;
    }
    return found == -1 ? std::nullopt : found;
}

}  // namespace playout::ggp
