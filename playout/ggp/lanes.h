// Many random games at once: every node of the circuit is a row of bits, one for each game, and a pass over the
// gates takes all games one step further. A pass costs what the circuit is large, but a gate costs hardly more
// for hundreds of games than for one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "playout/base/rng.h"
#include "playout/ggp/circuit.h"
#include "playout/ggp/kernels.h"
#include "playout/ggp/simulate.h"

namespace playout::ggp {

// Whether this processor has what the faster kernel needs.
bool has_fast_lanes();

class Lanes {
  public:
    // Which of the two kernels; the fast one only where has_fast_lanes().
    explicit Lanes(const Circuit& circuit, bool fast = has_fast_lanes());

    // Random games from a state (its fluents' bits; nothing: the initial one). With a number of playouts
    // exactly so many are played; otherwise games go on until `over()`, and those under way then are left out.
    Simulation simulate(Rng& rng, const SimulationLimits& limits, const std::function<bool()>& over,
                        const std::vector<std::uint64_t>* from = nullptr);

  private:
    using Row = std::array<std::uint64_t, lane_words>;

    // A stretch of gates: in their order, or a ring of them, until nothing changes.
    struct Stretch {
        Node first;
        std::uint32_t gate, count;
        bool ring;
    };
    // Which gates what is asked of a state needs, which the next state needs besides, and which goals.
    enum class Part : std::uint8_t { state, next, goal, none };

    void sort_gates();
    std::vector<Part> parts_of_gates() const;
    void evaluate(const std::vector<Stretch>& stretches);
    Row row(Wire wire) const;
    void draw_moves(std::size_t role, Rng& rng);
    void start(const Row& which, const std::vector<std::uint64_t>* from);
    void finish(Simulation& result, const Row& ended, const Row& stuck, const Row& cut);

    const Circuit& circuit_;
    const LaneKernel& kernel_;
    std::vector<LaneGate> gates_;
    std::vector<std::uint32_t> inputs_;
    std::vector<Stretch> for_state_, for_next_, for_goals_;
    std::vector<std::uint64_t> values_;  // lane_words for every node
    std::vector<std::uint32_t> done_;    // by role and lane: the node of the move that is set
    Row active_{}, without_move_{};
    std::vector<std::uint64_t> chosen_bits_;
    std::vector<std::int64_t> steps_;  // by lane
    std::vector<std::uint64_t> next_;
};

}  // namespace playout::ggp
