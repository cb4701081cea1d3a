// What a beam of games teaches (Cazenave and Edelkamp, Fig. 6: HD-Adapt and HD-Other). A move that several
// games of the beam take is learned once, against all moves that any of them could have taken instead: no fork
// is counted twice, nor is one that a single game meets twice. Games come and go; a hash map with deletion
// knows which moves the beam takes. (The figure sets p'[c] from p[c]; we add to p', so that what another fork
// took away from c stays taken away.)
#pragma once

#include <tsl/robin_map.h>

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
        for (Fork& fork : forks_) {
            fork.uses = 0;
            fork.moves.clear();
            unused_.push_back(unused_.size());
        }
    }

    template <State S>
    void add(const Rollout<S>& game, Policy& policy) {
        for_each_step(game, [&](MoveCode taken, std::size_t first, std::size_t end) {
            Fork& fork = fork_for(taken, policy);
            ++fork.uses;
            note_places(fork);
            for (std::size_t i = first; i < end; ++i) {
                const std::uint32_t number = codes_.number(game.codes[i], policy);
                if (places_.size() < codes_.size()) places_.resize(codes_.size(), none);
                if (places_[number] == none) {
                    places_[number] = static_cast<std::uint32_t>(fork.moves.size());
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
    void remove(const Rollout<S>& game, Policy& policy) {
        for_each_step(game, [&](MoveCode taken, std::size_t first, std::size_t end) {
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

    void adapt(Policy& policy, double alpha) {
        codes_.begin(policy);
        times_taken_.assign(codes_.size(), 0);
        for (const Fork& fork : forks_) {
            if (fork.uses == 0) continue;
            float sum = 0;
            for (const Move& move : fork.moves) sum += codes_.strength(move.number) * move.prior();
            const float share = 1 / sum;
            for (const Move& move : fork.moves) codes_.add_share(move.number, share * move.prior());
            times_taken_[fork.taken] += 1;
        }
        codes_.finish(policy, alpha, times_taken_);
    }

    void archive(Archive& archive) {
        archive(codes_, forks_, unused_, times_taken_, places_);
        archive_table(archive, fork_of_);
    }

    std::int64_t bytes() const {
        std::size_t bytes = times_taken_.capacity() * 4 + places_.capacity() * 4 + unused_.capacity() * 8;
        for (const Fork& fork : forks_) bytes += sizeof(Fork) + fork.moves.capacity() * sizeof(Move);
        return codes_.bytes() + static_cast<std::int64_t>(bytes);
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

    template <State S>
    static double prior_of(const Rollout<S>& game, std::size_t i) {
        return game.priors.empty() ? 1 : static_cast<double>(game.priors[i]);
    }

    template <State S, typename Visit>
    static void for_each_step(const Rollout<S>& game, Visit visit) {
        std::size_t first = 0;
        for (std::size_t step = 0; step < game.ends.size(); ++step) {
            visit(game.codes[game.taken[step]], first, game.ends[step]);
            first = game.ends[step];
        }
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
    std::vector<std::size_t> unused_;                // of forks_
    tsl::robin_map<MoveCode, std::size_t> fork_of_;  // a taken move's code -> place in forks_
    std::vector<float> times_taken_;                 // by number
    std::vector<std::uint32_t> places_;              // `none` but for the fork at work
};

}  // namespace playout
