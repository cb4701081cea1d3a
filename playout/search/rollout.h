// A playout that draws its moves by a learned policy, and the finished game with all that learning from it
// takes: the codes of the moves there were in every step, so that adapting never replays (Cazenave and
// Edelkamp, Fig. 3).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "playout/problem/archive_moves.h"
#include "playout/problem/walk.h"
#include "playout/run/run.h"
#include "playout/search/learning_guard.h"
#include "playout/search/policy.h"
#include "playout/search/state_bytes.h"

namespace playout {

template <State S>
struct Rollout {
    OutcomeOf<S> outcome{};
    double promise = 0;                // of the end, where the domain tells
    std::vector<MoveOf<S>> moves;      // taken, one a step
    std::vector<std::uint32_t> ends;   // where the codes of each step end
    std::vector<std::uint32_t> taken;  // which code of `codes` was the move's
    std::vector<MoveCode> codes;
    std::vector<float> priors;  // exp(bias), one a code; empty where the bias has no say

    void clear() {
        moves.clear();
        ends.clear();
        taken.clear();
        codes.clear();
        priors.clear();
    }
    void archive(Archive& archive, const S& root) {
        archive(outcome, promise, ends, taken, codes, priors);
        archive_moves(archive, root, moves);
    }
    bool same_game(const Rollout& other) const { return moves == other.moves; }
    std::int64_t bytes() const {
        return bytes_of(moves) + bytes_of(ends) + bytes_of(taken) + bytes_of(codes) + bytes_of(priors);
    }
    // Of a step more, with so many moves.
    std::int64_t growth(std::size_t choices) const {
        if (moves.size() < moves.capacity() && codes.size() + choices <= codes.capacity()) return 0;
        return growth_of(moves, 1) + growth_of(ends, 1) + growth_of(taken, 1) + growth_of(codes, choices) +
               growth_of(priors, choices);
    }
};

// Of two games with the same outcome the one that promises more is the better one.
template <State S>
bool better(const Rollout<S>& left, const Rollout<S>& right, Sense sense) {
    if (better(left.outcome, right.outcome, sense)) return true;
    return left.promise > right.promise && !better(right.outcome, left.outcome, sense);
}

// The paper's example of a similarity (Cazenave and Edelkamp, Fig. 5): the same score and the same length; and,
// where the domain tells, the same promise, so that games whose score is their length can differ (Cazenave and
// Edelkamp, Improving the diversity).
template <State S>
bool similar(const Rollout<S>& left, const Rollout<S>& right, Sense sense) {
    return left.moves.size() == right.moves.size() && !better(left, right, sense) &&
           !better(right, left, sense);
}

template <State S>
class PolicyPlayout {
  public:
    using Walk = WalkOf<S>;

    // With a bias weight other than 0 the domain's bias joins the policy, where it has one: strength *
    // exp(weight * bias), as in generalised NRPA (Cazenave 2020).
    PolicyPlayout(Run<S>& run, bool selective, double bias_weight)
        : run_(run),
          bias_weight_(offers(run.root()).bias ? bias_weight : 0),
          start_(run.root(), selective),
          walk_(start_),
          walk_bytes_(2 * StateBytes<S>().of(run.root())) {}

    // A whole game; the best one is offered. False: the run is over, the game is unfinished; the next one is
    // that game again.
    bool play(const Policy& policy, Rollout<S>& rollout, LearningGuard& guard) {
        const Rng before = run_.rng;
        if (play_to_the_end(policy, rollout, guard)) return true;
        run_.rng = before;
        return false;
    }

    enum class Replayed { whole, lacks_a_move, interrupted };

    // The game of these moves, found elsewhere, as if it had been played; where one of them is not a sensible
    // move, with all moves. Interrupted: the run is over.
    Replayed replay(const std::vector<MoveOf<S>>& moves, Rollout<S>& rollout, LearningGuard& guard) {
        walk_ = start_;
        const Replayed sensible = replay_from_here(moves, rollout, guard);
        if (sensible != Replayed::lacks_a_move) return sensible;
        walk_ = Walk(run_.root(), false);
        return replay_from_here(moves, rollout, guard);
    }

    // What it keeps itself.
    std::int64_t bytes() const { return walk_bytes_ + bytes_of(sums_); }

  private:
    bool play_to_the_end(const Policy& policy, Rollout<S>& rollout, LearningGuard& guard) {
        rollout.clear();
        for (walk_ = start_; !walk_.moves().empty();) {
            if (!may_go_on(rollout, guard)) return false;
            note_priors(rollout);
            take(draw(policy, rollout), rollout);
        }
        run_.budget.count_playout();
        note_end(rollout);
        if (run_.improves(rollout.outcome)) run_.offer(walk_.state(), rollout.moves);
        return true;
    }

    Replayed replay_from_here(const std::vector<MoveOf<S>>& moves, Rollout<S>& rollout, LearningGuard& guard) {
        rollout.clear();
        for (const MoveOf<S>& move : moves) {
            if (!may_go_on(rollout, guard)) return Replayed::interrupted;
            const auto found = std::find(walk_.moves().begin(), walk_.moves().end(), move);
            if (found == walk_.moves().end()) return Replayed::lacks_a_move;
            note_priors(rollout);
            take(static_cast<std::size_t>(found - walk_.moves().begin()), rollout);
        }
        if (!walk_.moves().empty()) return Replayed::lacks_a_move;
        note_end(rollout);
        return Replayed::whole;
    }

    // False: the run is over.
    bool may_go_on(const Rollout<S>& rollout, LearningGuard& guard) {
        if (run_.over()) return false;
        const std::int64_t more = rollout.growth(walk_.moves().size());
        return more == 0 || guard.has_room(more);
    }
    void note_priors(Rollout<S>& rollout) {
        if (bias_weight_ == 0) return;
        for (std::size_t i = 0; i < walk_.moves().size(); ++i)
            rollout.priors.push_back(policy_exp(static_cast<float>(bias_weight_ * walk_.bias(i))));
    }
    void take(std::size_t chosen, Rollout<S>& rollout) {
        const MoveOf<S> move = walk_.moves()[chosen];
        rollout.taken.push_back(static_cast<std::uint32_t>(rollout.codes.size() + chosen));
        const std::span<const MoveCode> codes = walk_.codes();
        rollout.codes.insert(rollout.codes.end(), codes.begin(), codes.end());
        rollout.ends.push_back(static_cast<std::uint32_t>(rollout.codes.size()));
        rollout.moves.push_back(move);
        walk_.play(move);
    }
    void note_end(Rollout<S>& rollout) const {
        rollout.outcome = outcome_of(walk_.state());
        if constexpr (HasPromise<S>) rollout.promise = static_cast<double>(walk_.state().promise());
    }

    // Which move, each with a chance proportional to its strength: one pass that adds them up, and a look
    // where the point falls.
    std::size_t draw(const Policy& policy, const Rollout<S>& rollout) {
        const std::span<const MoveCode> codes = walk_.codes();
        if (sums_.size() < codes.size()) sums_.resize(codes.size());
        if (bias_weight_ == 0) {
            policy.add_up(codes, sums_.data());
        } else {
            const float* priors = rollout.priors.data() + (rollout.priors.size() - codes.size());
            float sum = 0;
            for (std::size_t i = 0; i < codes.size(); ++i)
                sums_[i] = sum += policy.strength(codes[i]) * priors[i];
        }
        const float point = static_cast<float>(run_.rng.next() >> 40) * 0x1p-24f * sums_[codes.size() - 1];
        std::size_t chosen = 0;
        for (std::size_t i = 0; i + 1 < codes.size(); ++i) chosen += sums_[i] <= point;
        return chosen;
    }

    Run<S>& run_;
    double bias_weight_;
    const Walk start_;
    Walk walk_;
    std::int64_t walk_bytes_;  // of both
    std::vector<float> sums_;
};

}  // namespace playout
