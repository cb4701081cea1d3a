// A game made ready for learning from it again and again: its codes are looked up once, then every adaptation
// of the policy (Cazenave and Edelkamp, Fig. 3) is arithmetic on short arrays. As in Rosin's NRPA all chances
// are those of the policy before the adaptation.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "playout/search/policy.h"
#include "playout/search/rollout.h"

namespace playout {

// The weights in which one policy differs from another.
using LearnedWeights = std::vector<std::pair<MoveCode, float>>;

// The codes that a lesson speaks of, numbered from 0, with their places in the policy.
class LessonCodes {
  public:
    // After a mark, or on the way back to one.
    void clear() {
        codes_.clear();
        slots_.clear();
        lesson_of_.clear();
        places_.clear();
        members_.clear();
        lesson_ = 1;
    }

    // Numbers from 0 again; what the policy held is still kept.
    void next_lesson() {
        ++lesson_;
        members_.clear();
    }

    // The code's number. What the policy holds for a new one is kept for the way back.
    std::uint32_t number(MoveCode code, Policy& policy) {
        const Policy::Slot slot = policy.slot(code);
        find_moved_slots(policy);
        std::uint32_t known = known_of_[slot];
        if (known >= slots_.size() || slots_[known] != slot) {
            policy.keep(slot);
            known = static_cast<std::uint32_t>(slots_.size());
            known_of_[slot] = known;
            codes_.push_back(code);
            slots_.push_back(slot);
            lesson_of_.push_back(0);
            places_.push_back(0);
        }
        if (lesson_of_[known] != lesson_) {
            lesson_of_[known] = lesson_;
            places_[known] = static_cast<std::uint32_t>(members_.size());
            members_.push_back(known);
        }
        return places_[known];
    }

    // An adaptation: begin; for every step of every game the sum over strength() and with it the shares;
    // finish.
    void begin(Policy& policy) {
        find_moved_slots(policy);
        strengths_.resize(size());
        shares_.assign(size(), 0);
        for (std::size_t i = 0; i < size(); ++i) strengths_[i] = policy.strength_at(slot_of(i));
    }
    float strength(std::uint32_t number) const { return strengths_[number]; }
    void add_share(std::uint32_t number, float share) { shares_[number] += share; }
    // For every step alpha more for the move that was taken, and of all moves of the step together alpha less,
    // in proportion to their chances.
    void finish(Policy& policy, double alpha, const std::vector<float>& times_taken) {
        const float per_temperature = policy.per_temperature();
        const float rate = static_cast<float>(alpha) * per_temperature;
        for (std::size_t i = 0; i < size(); ++i)
            shares_[i] = policy.weight_at(slot_of(i)) + rate * (times_taken[i] - strengths_[i] * shares_[i]);
        for (std::size_t i = 0; i < size(); ++i) strengths_[i] = policy_exp(shares_[i] * per_temperature);
        for (std::size_t i = 0; i < size(); ++i) policy.set(slot_of(i), shares_[i], strengths_[i]);
    }

    // What the policy holds for all codes since clear().
    void save(const Policy& policy, LearnedWeights& weights) const {
        weights.clear();
        for (std::size_t i = 0; i < codes_.size(); ++i)
            weights.emplace_back(codes_[i], policy.weight(codes_[i]));
    }

    std::size_t size() const { return members_.size(); }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(codes_.capacity() * sizeof(MoveCode) +
                                         (slots_.capacity() + lesson_of_.capacity() + places_.capacity() +
                                          known_of_.capacity() + members_.capacity() + strengths_.capacity() +
                                          shares_.capacity()) *
                                             sizeof(std::uint32_t));
    }

    void archive(Archive& archive) {
        archive(codes_, slots_, lesson_of_, places_, generation_, known_of_, lesson_, members_, strengths_,
                shares_);
    }

  private:
    Policy::Slot slot_of(std::size_t number) const { return slots_[members_[number]]; }

    void find_moved_slots(Policy& policy) {
        if (generation_ == policy.generation() && known_of_.size() == policy.capacity()) return;
        generation_ = policy.generation();
        known_of_.assign(policy.capacity(), 0);
        for (std::size_t i = 0; i < codes_.size(); ++i) {
            slots_[i] = policy.slot(codes_[i]);
            known_of_[slots_[i]] = static_cast<std::uint32_t>(i);
        }
    }

    // Of all codes since clear(), in the order in which they came:
    std::vector<MoveCode> codes_;
    std::vector<Policy::Slot> slots_;
    std::vector<std::uint32_t> lesson_of_;  // the last lesson that it was in,
    std::vector<std::uint32_t> places_;     // and its number there
    std::uint32_t generation_ = 0;
    std::vector<std::uint32_t> known_of_;  // by slot, the place in these; holds where slots_ agrees
    // Of this lesson, by number:
    std::uint32_t lesson_ = 1;
    std::vector<std::uint32_t> members_;  // the place among all codes
    std::vector<float> strengths_;
    std::vector<float> shares_;  // of the steps that offer it, the sum of 1 / (strength of all their moves)
};

class Lesson {
  public:
    // After a mark: forgets the game, and puts the weights into the policy.
    void restart(Policy& policy, const LearnedWeights& weights = {}) {
        codes_.clear();
        for (const auto& [code, weight] : weights) {
            codes_.number(code, policy);
            policy.set(policy.slot(code), weight);
        }
    }

    template <State S>
    void prepare(const Rollout<S>& game, Policy& policy) {
        ends_ = game.ends;
        priors_ = game.priors;
        codes_.next_lesson();
        numbers_.clear();
        for (const MoveCode code : game.codes) numbers_.push_back(codes_.number(code, policy));
        times_taken_.assign(codes_.size(), 0);
        for (const std::uint32_t taken : game.taken) ++times_taken_[numbers_[taken]];
    }

    void adapt(Policy& policy, double alpha) {
        codes_.begin(policy);
        if (priors_.empty()) {
            add_shares([](std::size_t) { return 1.0f; });
        } else {
            add_shares([this](std::size_t i) { return priors_[i]; });
        }
        codes_.finish(policy, alpha, times_taken_);
    }

    // All that restart() put in and adapt() learned since.
    void save(const Policy& policy, LearnedWeights& weights) const { codes_.save(policy, weights); }

    void archive(Archive& archive) { archive(codes_, ends_, numbers_, priors_, times_taken_); }

    std::int64_t bytes() const {
        return codes_.bytes() + static_cast<std::int64_t>((ends_.capacity() + numbers_.capacity() +
                                                           priors_.capacity() + times_taken_.capacity()) *
                                                          sizeof(std::uint32_t));
    }

  private:
    template <typename Prior>
    void add_shares(Prior prior) {
        std::size_t first = 0;
        for (const std::uint32_t end : ends_) {
            float sum = 0;
            for (std::size_t i = first; i < end; ++i) sum += codes_.strength(numbers_[i]) * prior(i);
            const float share = 1 / sum;
            for (std::size_t i = first; i < end; ++i) codes_.add_share(numbers_[i], share * prior(i));
            first = end;
        }
    }

    LessonCodes codes_;
    std::vector<std::uint32_t> ends_;     // where the moves of each step end
    std::vector<std::uint32_t> numbers_;  // of all moves
    std::vector<float> priors_;           // of all moves, or none
    std::vector<float> times_taken_;      // by number
};

}  // namespace playout
