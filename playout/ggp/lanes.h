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
#include "playout/ggp/random_games.h"

namespace playout::ggp {

// Whether this processor has what the faster kernel needs.
bool has_fast_lanes();

class Lanes final : public RandomGames {
  public:
    // Which of the two kernels; the fast one only where has_fast_lanes().
    explicit Lanes(const Circuit& circuit, bool fast = has_fast_lanes());

    std::size_t lanes() const override { return lane_count; }
    std::size_t roles() const override { return circuit_.moves.size(); }
    void play(GameFeed& feed, Rng& rng, std::int64_t max_steps, const std::function<bool()>& over) override;

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
    void begin(GameFeed& feed, const Row& free);
    void start(const Row& which);
    void read_states(const Row& which);
    void tell_first_steps(GameFeed& feed);
    void find_goals(const Row& which, std::vector<int>& goals);
    void look_at_goals(std::int64_t after);
    std::span<const game::MoveId> moves_of(std::size_t lane) const;

    const Circuit& circuit_;
    const LaneKernel& kernel_;
    std::vector<LaneGate> gates_;
    std::vector<std::uint32_t> inputs_;
    std::vector<Stretch> for_state_, for_next_, for_goals_;
    std::vector<std::uint64_t> values_;  // lane_words for every node
    std::vector<std::uint32_t> done_;    // by role and lane: the node of the move that is set
    Row active_{}, without_move_{};
    // Games before their first step of which the feed wants to hear, and which begin with given moves.
    Row telling_{}, given_{};
    std::vector<std::span<const game::MoveId>> given_moves_;  // by lane
    std::vector<std::vector<game::MoveId>> first_legal_;      // by lane and role
    std::vector<game::MoveId> joint_;
    std::vector<const game::StateKey*> starts_;  // by lane: where its game begins
    std::vector<game::StateKey> states_;         // by lane, where they were read
    std::vector<std::uint64_t> chosen_bits_;
    std::array<std::uint32_t, lane_count> counts_{}, places_{};  // of one role's legal moves, by lane
    std::vector<std::int64_t> steps_;                            // by lane
    std::vector<int> goals_;                                     // by lane and role
    std::vector<int> early_goals_;                               // likewise, of the games in looked_at_
    Row looked_at_{};
    std::vector<std::uint64_t> next_;
    bool keeps_moves_ = false;
    std::vector<std::vector<game::MoveId>> moves_;  // by lane: of its game, by step and role
};

}  // namespace playout::ggp
