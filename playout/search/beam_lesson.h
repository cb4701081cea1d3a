// What a beam of games teaches (Cazenave and Edelkamp, Fig. 6: HD-Adapt and HD-Other). A move that several
// games of the beam take is learned once, against all moves that any of them could have taken instead: no fork
// is counted twice, nor is one that a single game meets twice. Games come and go; a hash map with deletion
// knows which moves the beam takes. (The figure sets p'[c] from p[c]; we add to p', so that what another fork
// took away from c stays taken away.)
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "playout/search/lesson.h"

namespace playout {

class BeamLesson {
  public:
    void clear() {
        codes_.clear();
        fork_of_.clear();
        unused_.clear();
        step_ = 0;
        for (Fork& fork : forks_) {
            fork.uses = 0;
            fork.moves.clear();
            unused_.push_back(unused_.size());
        }
    }

    // What follows returns false where the guard stopped it. Adding and removing then go on with the next call
    // for the same game.
    template <State S>
    bool add(const Rollout<S>& game, Policy& policy, LearningGuard& guard) {
        return for_each_step(
            game, guard,
            [&](std::size_t steps, std::size_t codes) { return may_add(steps, codes, policy, guard); },
            [&](MoveCode taken, std::size_t first, std::size_t end) {
                Fork& fork = fork_for(taken, policy);
                ++fork.uses;
                note_places(fork);
                for (std::size_t i = first; i < end; ++i) {
                    const std::uint32_t number = codes_.number(game.codes[i], policy);
                    if (places_.size() < codes_.size()) places_.resize(codes_.size(), none);
                    if (places_[number] == none) {
                        places_[number] = static_cast<std::uint32_t>(fork.moves.size());
                        fork_bytes_ += growth_of(fork.moves, 1);
                        fork.moves.push_back({number, 0, 0});
                    }
                    Move& move = fork.moves[places_[number]];
                    ++move.uses;
                    move.priors += prior_of(game, i);
                }
                forget_places(fork);
            });
    }

    // A game that was added and leaves the beam.
    template <State S>
    bool remove(const Rollout<S>& game, Policy& policy, LearningGuard& guard) {
        return for_each_step(
            game, guard, [](std::size_t, std::size_t) { return true; },
            [&](MoveCode taken, std::size_t first, std::size_t end) {
                const auto found = fork_of_.find(taken);
                assert(found != fork_of_.end());
                Fork& fork = forks_[found->second];
                note_places(fork);
                for (std::size_t i = first; i < end; ++i) {
                    Move& move = fork.moves[places_[codes_.number(game.codes[i], policy)]];
                    --move.uses;
                    move.priors -= prior_of(game, i);
                }
                forget_places(fork);
                std::erase_if(fork.moves, [](const Move& move) { return move.uses == 0; });
                if (--fork.uses > 0) return;
                unused_.push_back(found->second);
                fork_of_.erase(found);
            });
    }

    // Where it is stopped nothing has happened.
    bool adapt(Policy& policy, double alpha, LearningGuard& guard) {
        if (const std::int64_t more = growth_to(times_taken_, codes_.size()); more > 0)
            if (!guard.has_room(more)) return false;
        codes_.begin(policy);
        times_taken_.assign(codes_.size(), 0);
        for (std::size_t i = 0; i < forks_.size();) {
            if (i > 0 && guard.over()) return false;
            for (const std::size_t last = std::min(i + steps_per_question, forks_.size()); i < last; ++i)
                add_shares(forks_[i]);
        }
        codes_.finish(policy, alpha, times_taken_);
        return true;
    }

    void archive(Archive& archive) {
        archive(codes_, forks_, unused_, times_taken_, places_, step_);
        archive_table(archive, fork_of_);
        if (archive.saving()) return;
        fork_bytes_ = 0;
        for (const Fork& fork : forks_) fork_bytes_ += bytes_of(fork.moves);
    }

    std::int64_t bytes() const {
        return codes_.bytes() + bytes_of(times_taken_) + bytes_of(places_) + bytes_of(unused_) +
               bytes_of(forks_) + fork_bytes_ + static_cast<std::int64_t>(forks_.size() * allocation_bytes) +
               table_bytes();
    }

  private:
    struct Move {
        std::uint32_t number;
        std::uint32_t uses;  // steps that offer it
        double priors;       // of them together; where they differ the mean counts

        float prior() const { return static_cast<float>(priors / uses); }
    };
    // A move that the beam takes, and all moves that there were.
    struct Fork {
        std::uint32_t taken = 0;
        std::uint32_t uses = 0;  // how often it is taken; 0: not any more
        std::vector<Move> moves;

        void archive(Archive& archive) { archive(taken, uses, moves); }
    };
    static constexpr std::uint32_t none = ~0u;
    static constexpr std::size_t allocation_bytes = 16;  // that the C library adds

    template <State S>
    static double prior_of(const Rollout<S>& game, std::size_t i) {
        return game.priors.empty() ? 1 : static_cast<double>(game.priors[i]);
    }

    void add_shares(const Fork& fork) {
        if (fork.uses == 0) return;
        float sum = 0;
        for (const Move& move : fork.moves) sum += codes_.strength(move.number) * move.prior();
        const float share = 1 / sum;
        for (const Move& move : fork.moves) codes_.add_share(move.number, share * move.prior());
        times_taken_[fork.taken] += 1;
    }

    // From the step on at which it stopped. Before some steps with their codes: may(steps, codes).
    template <State S, typename May, typename Visit>
    bool for_each_step(const Rollout<S>& game, LearningGuard& guard, May may, Visit visit) {
        const auto first_of = [&](std::size_t step) {
            return step == 0 ? std::size_t{0} : game.ends[step - 1];
        };
        while (step_ < game.ends.size()) {
            const std::size_t last = std::min(step_ + steps_per_question, game.ends.size());
            if (!may(last - step_, first_of(last) - first_of(step_))) return false;
            if (step_ > 0 && guard.over()) return false;
            for (; step_ < last; ++step_)
                visit(game.codes[game.taken[step_]], first_of(step_), game.ends[step_]);
        }
        step_ = 0;
        return true;
    }

    // So many steps with so many codes. What a fork's own moves take more is known afterwards; for that long
    // games are asked about again and again.
    bool may_add(std::size_t steps, std::size_t codes, const Policy& policy, LearningGuard& guard) const {
        if (!codes_.has_room(codes, policy, guard)) return false;
        const std::int64_t table =
            fork_of_.size() + steps < fork_of_.bucket_count() / 2 ? 0 : 2 * table_bytes();
        const std::int64_t more = growth_of(forks_, steps) + growth_of(unused_, steps) +
                                  growth_to(places_, codes_.size() + codes) + table;
        return (more == 0 && step_ == 0) || guard.has_room(more);
    }
    std::int64_t table_bytes() const {
        constexpr std::size_t bucket = sizeof(MoveCode) + 2 * sizeof(std::size_t);
        return static_cast<std::int64_t>(fork_of_.bucket_count() * bucket);
    }

    // By number, where each move stands in the fork.
    void note_places(const Fork& fork) {
        for (std::size_t i = 0; i < fork.moves.size(); ++i)
            places_[fork.moves[i].number] = static_cast<std::uint32_t>(i);
    }
    void forget_places(const Fork& fork) {
        for (const Move& move : fork.moves) places_[move.number] = none;
    }

    Fork& fork_for(MoveCode taken, Policy& policy) {
        if (const auto found = fork_of_.find(taken); found != fork_of_.end()) return forks_[found->second];
        if (unused_.empty()) {
            unused_.push_back(forks_.size());
            forks_.emplace_back();
        }
        Fork& fork = forks_[unused_.back()];
        fork_of_.emplace(taken, unused_.back());
        unused_.pop_back();
        fork.taken = codes_.number(taken, policy);
        return fork;
    }

    LessonCodes codes_;
    std::vector<Fork> forks_;
    std::int64_t fork_bytes_ = 0;                    // in their moves
    std::vector<std::size_t> unused_;                // of forks_
    tsl::robin_map<MoveCode, std::size_t> fork_of_;  // a taken move's code -> place in forks_
    std::vector<float> times_taken_;                 // by number
    std::vector<std::uint32_t> places_;              // `none` but for the fork at work
    std::size_t step_ = 0;                           // of the game that is being added or removed
};

}  // namespace playout
