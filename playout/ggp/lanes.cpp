#include "playout/ggp/lanes.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>

namespace playout::ggp {
namespace {

constexpr std::uint32_t no_move = ~std::uint32_t{0};
using LaneRow = std::array<std::uint64_t, lane_words>;

template <typename Visit>
void for_each_lane(const LaneRow& row, Visit visit) {
    for (std::size_t word = 0; word < lane_words; ++word)
        for (std::uint64_t bits = row[word]; bits != 0; bits &= bits - 1)
            visit(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
}

LaneRow every_lane() {
    LaneRow row{};
    row.fill(~std::uint64_t{0});
    return row;
}

bool any(const LaneRow& row) {
    std::uint64_t all = 0;
    for (const std::uint64_t word : row) all |= word;
    return all != 0;
}

LaneRow both(const LaneRow& one, const LaneRow& other) {
    LaneRow result{};
    for (std::size_t word = 0; word < lane_words; ++word) result[word] = one[word] & other[word];
    return result;
}

LaneRow without(const LaneRow& one, const LaneRow& other) {
    LaneRow result{};
    for (std::size_t word = 0; word < lane_words; ++word) result[word] = one[word] & ~other[word];
    return result;
}

}  // namespace

bool has_fast_lanes() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
}

Lanes::Lanes(const Circuit& circuit, bool fast)
    : circuit_(circuit),
      kernel_(fast ? avx2_lanes : portable_lanes),
      values_((circuit.first_gate + circuit.gates.size()) * lane_words, 0),
      done_(circuit.moves.size() * lane_count, no_move),
      given_moves_(lane_count),
      first_legal_(circuit.moves.size() * lane_count),
      joint_(circuit.moves.size()),
      starts_(lane_count),
      states_(lane_count, game::StateKey((circuit.fluents + 63) / 64)),
      steps_(lane_count, 0),
      goals_(lane_count * circuit.moves.size(), GameEnd::no_goal),
      early_goals_(goals_.size(), GameEnd::no_goal),
      next_(circuit.fluents * lane_words, 0),
      moves_(lane_count) {
    assert(!fast || has_fast_lanes());
    std::fill_n(values_.begin(), lane_words, ~std::uint64_t{0});  // node 0 is true
    sort_gates();
}

// A gate that depends on the moves belongs to the next state; one that legal moves, the end or the next state
// need, to the state; what is left is for goals.
std::vector<Lanes::Part> Lanes::parts_of_gates() const {
    const Node first = circuit_.first_gate;
    const std::size_t count = circuit_.gates.size();
    std::vector<bool> on_moves(count, false), needed(count, false), wanted(count, false);
    const auto inputs_of = [&](std::size_t i) {
        return std::span(circuit_.inputs).subspan(circuit_.gates[i].first, circuit_.gates[i].count);
    };
    for (bool again = true; again;) {  // once more where a ring's gates come after their users
        again = false;
        for (std::size_t i = 0; i < count; ++i) {
            if (on_moves[i]) continue;
            for (const Wire wire : inputs_of(i)) {
                const Node node = node_of(wire);
                const bool moves = node < first ? node > circuit_.fluents : on_moves[node - first];
                if (!moves) continue;
                on_moves[i] = true;
                again = circuit_.rings > 0;
                break;
            }
        }
    }
    const auto spread = [&](std::vector<bool>& marked) {
        for (bool again = true; again;) {
            again = false;
            for (std::size_t i = count; i-- > 0;) {
                if (!marked[i]) continue;
                for (const Wire wire : inputs_of(i)) {
                    if (node_of(wire) < first || marked[node_of(wire) - first]) continue;
                    marked[node_of(wire) - first] = true;
                    again = again || node_of(wire) - first > i;
                }
            }
        }
    };
    const auto mark = [&](std::vector<bool>& marked, Wire wire) {
        if (node_of(wire) >= first) marked[node_of(wire) - first] = true;
    };
    for (const auto& moves : circuit_.legal)
        for (const Wire wire : moves) mark(needed, wire);
    for (const Wire wire : circuit_.next) mark(needed, wire);
    mark(needed, circuit_.terminal);
    for (const auto& goals : circuit_.goals)
        for (const Goal& goal : goals) mark(wanted, goal.wire);
    spread(needed);
    spread(wanted);
    std::vector<Part> parts(count, Part::none);
    for (std::size_t i = 0; i < count; ++i) {
        if (needed[i]) {
            parts[i] = on_moves[i] ? Part::next : Part::state;
        } else if (wanted[i]) {
            parts[i] = Part::goal;
        }
    }
    return parts;
}

void Lanes::sort_gates() {
    const std::vector<Part> parts = parts_of_gates();
    for (std::size_t i = 0; i < circuit_.gates.size(); ++i) {
        const Gate& gate = circuit_.gates[i];
        const std::span<const Wire> wires = std::span(circuit_.inputs).subspan(gate.first, gate.count);
        LaneGate made{static_cast<std::uint32_t>(inputs_.size()), 0, 0, gate.all ? 1U : 0U};
        for (const Wire wire : wires)
            if (!is_negated(wire)) inputs_.push_back(node_of(wire));
        made.plain = static_cast<std::uint32_t>(inputs_.size()) - made.first;
        for (const Wire wire : wires)
            if (is_negated(wire)) inputs_.push_back(node_of(wire));
        made.negated = static_cast<std::uint32_t>(inputs_.size()) - made.first - made.plain;
        gates_.push_back(made);
        if (parts[i] == Part::none) continue;
        std::vector<Stretch>& stretches = parts[i] == Part::state  ? for_state_
                                          : parts[i] == Part::next ? for_next_
                                                                   : for_goals_;
        const bool ring = gate.ring != no_ring;
        // A ring's gates are one stretch; they belong to the same part, since they depend on each other.
        const bool goes_on = !stretches.empty() && stretches.back().gate + stretches.back().count == i &&
                             stretches.back().ring == ring &&
                             (!ring || circuit_.gates[i - 1].ring == gate.ring);
        if (goes_on) {
            ++stretches.back().count;
        } else {
            stretches.push_back(
                {circuit_.first_gate + static_cast<Node>(i), static_cast<std::uint32_t>(i), 1, ring});
        }
    }
}

void Lanes::evaluate(const std::vector<Stretch>& stretches) {
    for (const Stretch& stretch : stretches) {
        const LaneGate* gates = gates_.data() + stretch.gate;
        if (!stretch.ring) {
            kernel_.evaluate(gates, stretch.count, inputs_.data(), values_.data(), stretch.first);
            continue;
        }
        std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(stretch.first * lane_words),
                    stretch.count * lane_words, 0);
        while (kernel_.evaluate_again(gates, stretch.count, inputs_.data(), values_.data(), stretch.first)) {
        }
    }
}

Lanes::Row Lanes::row(Wire wire) const {
    Row row{};
    const std::uint64_t* values = values_.data() + std::size_t{node_of(wire)} * lane_words;
    for (std::size_t word = 0; word < lane_words; ++word)
        row[word] = is_negated(wire) ? ~values[word] : values[word];
    return row;
}

// A legal move for every game, uniformly: the rows of 64 moves become the columns of 64 games.
void Lanes::draw_moves(std::size_t role, Rng& rng) {
    const std::vector<Wire>& legal = circuit_.legal[role];
    const std::size_t chunks = (legal.size() + 63) / 64;
    chosen_bits_.assign(chunks * lane_count, 0);  // by chunk and lane: which moves of it are legal
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        const std::size_t count = std::min<std::size_t>(64, legal.size() - chunk * 64);
        for (std::size_t i = 0; i < count; ++i) {
            const Row moves = row(legal[chunk * 64 + i]);
            for (std::size_t word = 0; word < lane_words; ++word)
                chosen_bits_[chunk * lane_count + word * 64 + i] = moves[word];
        }
        for (std::size_t word = 0; word < lane_words; ++word)
            kernel_.transpose(&chosen_bits_[chunk * lane_count + word * 64]);
    }
    Node first = static_cast<Node>(circuit_.fluents + 1);
    for (std::size_t other = 0; other < role; ++other) first += static_cast<Node>(circuit_.moves[other]);
    kernel_.count(chosen_bits_.data(), chunks, counts_.data());
    for_each_lane(active_, [&](std::size_t lane) {
        // A draw more or less where moves are given does not matter.
        places_[lane] = counts_[lane] <= 1 ? 0 : static_cast<std::uint32_t>(rng.below(counts_[lane]));
    });
    for_each_lane(without(every_lane(), active_), [&](std::size_t lane) { counts_[lane] = 0; });
    kernel_.pick(chosen_bits_.data(), counts_.data(), places_.data());
    for_each_lane(both(given_, active_), [&](std::size_t lane) { places_[lane] = given_moves_[lane][role]; });
    for_each_lane(both(without(telling_, given_), active_), [&](std::size_t lane) {
        std::vector<game::MoveId>& moves = first_legal_[lane * circuit_.moves.size() + role];
        moves.clear();
        for (std::size_t chunk = 0; chunk < chunks; ++chunk)
            for (std::uint64_t bits = chosen_bits_[chunk * lane_count + lane]; bits != 0; bits &= bits - 1)
                moves.push_back(
                    static_cast<game::MoveId>(chunk * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
    });
    for_each_lane(active_, [&](std::size_t lane) {
        const std::uint64_t mask = std::uint64_t{1} << (lane % 64);
        std::uint32_t& done = done_[role * lane_count + lane];
        if (done != no_move) values_[std::size_t{done} * lane_words + lane / 64] &= ~mask;
        done = no_move;
        if (counts_[lane] == 0) {
            without_move_[lane / 64] |= mask;
            return;
        }
        done = first + places_[lane];
        values_[std::size_t{done} * lane_words + lane / 64] |= mask;
        if (keeps_moves_) moves_[lane].push_back(places_[lane]);
    });
}

// New games in free lanes.
void Lanes::begin(GameFeed& feed, const Row& free) {
    Row which{};
    for_each_lane(free, [&](std::size_t lane) {
        const GameStart game = feed.begin(lane);
        if (game.state == nullptr) return;
        assert(game.state->size() == (circuit_.fluents + 63) / 64);
        assert(game.joint.empty() || game.joint.size() == circuit_.moves.size());
        const std::uint64_t mask = std::uint64_t{1} << (lane % 64);
        which[lane / 64] |= mask;
        looked_at_[lane / 64] &= ~mask;
        if (game.tells_first) telling_[lane / 64] |= mask;
        if (!game.joint.empty()) given_[lane / 64] |= mask;
        given_moves_[lane] = game.joint;
        starts_[lane] = game.state;
        steps_[lane] = 0;
        moves_[lane].clear();
    });
    start(which);
    for (std::size_t word = 0; word < lane_words; ++word) active_[word] |= which[word];
}

// Fluents of some games are turned into words of their states, or these into those: game by game where they are
// few, and by squares of 64 games and 64 fluents where they are many.
constexpr int few_lanes = 6;

void Lanes::start(const Row& which) {
    for (std::size_t word = 0; word < lane_words; ++word) {
        const bool few = std::popcount(which[word]) <= few_lanes;
        for (std::size_t first = 0; first < circuit_.fluents && which[word] != 0; first += 64) {
            std::uint64_t* values = values_.data() + (first + 1) * lane_words + word;
            const std::size_t count = std::min<std::size_t>(64, circuit_.fluents - first);
            if (few) {
                for (std::uint64_t lanes = which[word]; lanes != 0; lanes &= lanes - 1) {
                    const auto bit = static_cast<unsigned>(std::countr_zero(lanes));
                    const std::uint64_t fluents = (*starts_[word * 64 + bit])[first / 64];
                    const std::uint64_t others = ~(std::uint64_t{1} << bit);
                    for (std::size_t i = 0; i < count; ++i)
                        values[i * lane_words] = (values[i * lane_words] & others) | (fluents >> i & 1) << bit;
                }
                continue;
            }
            std::array<std::uint64_t, 64> square{};
            for (std::uint64_t lanes = which[word]; lanes != 0; lanes &= lanes - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(lanes));
                square[bit] = (*starts_[word * 64 + bit])[first / 64];
            }
            kernel_.transpose(square.data());
            for (std::size_t i = 0; i < count; ++i)
                values[i * lane_words] = (values[i * lane_words] & ~which[word]) | square[i];
        }
    }
}

void Lanes::read_states(const Row& which) {
    for (std::size_t word = 0; word < lane_words; ++word) {
        const bool few = std::popcount(which[word]) <= few_lanes;
        for (std::size_t first = 0; first < circuit_.fluents && which[word] != 0; first += 64) {
            const std::uint64_t* values = values_.data() + (first + 1) * lane_words + word;
            const std::size_t count = std::min<std::size_t>(64, circuit_.fluents - first);
            std::array<std::uint64_t, 64> square{};
            if (!few) {
                for (std::size_t i = 0; i < count; ++i) square[i] = values[i * lane_words];
                kernel_.transpose(square.data());
            }
            for (std::uint64_t lanes = which[word]; lanes != 0; lanes &= lanes - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(lanes));
                if (few)
                    for (std::size_t i = 0; i < count; ++i)
                        square[bit] |= (values[i * lane_words] >> bit & 1) << i;
                states_[word * 64 + bit][first / 64] = square[bit];
            }
        }
    }
}

// Of the games that have just made it.
void Lanes::tell_first_steps(GameFeed& feed) {
    const std::size_t roles = circuit_.moves.size();
    const Row which = both(telling_, active_);
    read_states(which);
    for_each_lane(which, [&](std::size_t lane) {
        Node first = static_cast<Node>(circuit_.fluents + 1);
        for (std::size_t role = 0; role < roles; ++role) {
            joint_[role] = done_[role * lane_count + lane] - first;
            first += static_cast<Node>(circuit_.moves[role]);
        }
        std::span<const std::vector<game::MoveId>> legal;
        if ((given_[lane / 64] >> (lane % 64) & 1) == 0)
            legal = std::span(first_legal_).subspan(lane * roles, roles);
        feed.first_step(lane, {joint_, legal, states_[lane]});
    });
    telling_ = given_ = {};
}

void Lanes::find_goals(const Row& which, std::vector<int>& found) {
    evaluate(for_goals_);
    const std::size_t roles = circuit_.goals.size();
    for_each_lane(which, [&](std::size_t lane) {
        std::fill_n(found.begin() + static_cast<std::ptrdiff_t>(lane * roles), roles, GameEnd::no_goal);
    });
    for (std::size_t role = 0; role < roles; ++role) {
        Row once{}, twice{};  // games with a goal for the role, with more than one
        for (const Goal& goal : circuit_.goals[role]) {
            const Row holds = both(row(goal.wire), which);
            for (std::size_t word = 0; word < lane_words; ++word) {
                twice[word] |= once[word] & holds[word];
                once[word] |= holds[word];
            }
            if (goal.value >= 0)
                for_each_lane(holds, [&](std::size_t lane) { found[lane * roles + role] = goal.value; });
        }
        for_each_lane(twice, [&](std::size_t lane) { found[lane * roles + role] = GameEnd::no_goal; });
    }
}

// The goals of the games that have made exactly `after` steps and are not over.
void Lanes::look_at_goals(std::int64_t after) {
    Row which{};
    for_each_lane(active_, [&](std::size_t lane) {
        if (steps_[lane] == after) which[lane / 64] |= std::uint64_t{1} << (lane % 64);
    });
    if (!any(which)) return;
    find_goals(which, early_goals_);
    for (std::size_t word = 0; word < lane_words; ++word) looked_at_[word] |= which[word];
}

std::span<const game::MoveId> Lanes::moves_of(std::size_t lane) const {
    if (!keeps_moves_) return {};
    return std::span(moves_[lane]).first(static_cast<std::size_t>(steps_[lane]) * circuit_.moves.size());
}

void Lanes::play(GameFeed& feed, Rng& rng, std::int64_t max_steps, const std::function<bool()>& over) {
    const std::size_t roles = circuit_.moves.size();
    active_ = telling_ = given_ = {};
    keeps_moves_ = feed.wants_moves();
    if (!over()) begin(feed, every_lane());
    while (any(active_)) {
        evaluate(for_state_);
        Row ended = both(row(circuit_.terminal), active_), cut{};
        for_each_lane(without(active_, ended), [&](std::size_t lane) {
            if (steps_[lane] >= max_steps) cut[lane / 64] |= std::uint64_t{1} << (lane % 64);
        });
        active_ = without(without(active_, ended), cut);
        if (feed.look_after() > 0) look_at_goals(feed.look_after());
        without_move_ = {};
        for (std::size_t role = 0; role < roles; ++role) draw_moves(role, rng);
        active_ = without(active_, without_move_);
        for (std::size_t word = 0; word < lane_words; ++word) ended[word] |= cut[word] | without_move_[word];
        if (any(ended)) {
            find_goals(ended, goals_);
            for_each_lane(ended, [&](std::size_t lane) {
                const auto in = [&](const Row& row) { return (row[lane / 64] >> (lane % 64) & 1) != 0; };
                GameEnd end{in(cut)             ? GameEnd::How::cut
                            : in(without_move_) ? GameEnd::How::stuck
                                                : GameEnd::How::over,
                            steps_[lane], std::span(goals_).subspan(lane * roles, roles), moves_of(lane)};
                if (in(looked_at_)) end.early_goals = std::span(early_goals_).subspan(lane * roles, roles);
                feed.end(lane, end);
            });
        }
        if (over()) break;
        evaluate(for_next_);
        for (std::size_t fluent = 0; fluent < circuit_.fluents; ++fluent) {
            const Row holds = row(circuit_.next[fluent]);
            std::copy(holds.begin(), holds.end(),
                      next_.begin() + static_cast<std::ptrdiff_t>(fluent * lane_words));
        }
        std::copy(next_.begin(), next_.end(), values_.begin() + static_cast<std::ptrdiff_t>(lane_words));
        for_each_lane(active_, [&](std::size_t lane) { ++steps_[lane]; });
        if (any(telling_) || any(given_)) tell_first_steps(feed);
        if (any(ended)) begin(feed, ended);
    }
}

}  // namespace playout::ggp
