// A game made ready for learning from it again and again: its codes are looked up once, then every adaptation
// of the policy (Cazenave and Edelkamp, Fig. 3) is arithmetic on short arrays. As in Rosin's NRPA all chances
// are those of the policy before the adaptation.
#pragma once

#include <algorithm>
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

    // The guard allows what so many codes more take, with the policy and what an adaptation needs.
    bool has_room(std::size_t more, const Policy& policy, LearningGuard& guard) const {
        const std::int64_t growth = growth_of(codes_, more) + growth_of(slots_, more) +
                                    growth_of(lesson_of_, more) + growth_of(places_, more) +
                                    growth_to(known_of_, policy.capacity_with(more)) + policy.growth(more) +
                                    growth_of(members_, more) + growth_to(strengths_, size() + more) +
                                    growth_to(shares_, size() + more);
        return growth == 0 || guard.has_room(growth);
    }

    // An adaptation: begin; for every step of every game the sum over strength() and with it the shares;
    // finish. Until that has begun nothing is changed.
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
        weights.reserve(codes_.size());
        for (std::size_t i = 0; i < codes_.size(); ++i)
            weights.emplace_back(codes_[i], policy.weight(codes_[i]));
    }

    std::size_t size() const { return members_.size(); }
    std::size_t known() const { return codes_.size(); }  // since clear()
    std::int64_t bytes() const {
        return bytes_of(codes_) + bytes_of(slots_) + bytes_of(lesson_of_) + bytes_of(places_) +
               bytes_of(known_of_) + bytes_of(members_) + bytes_of(strengths_) + bytes_of(shares_);
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
    // After a mark: forgets the game.
    void clear() {
        codes_.clear();
        preparing_ = false;
    }

    // All that follows returns false where the guard stopped it, and goes on when it is called again.

    // After clear(): puts the weights into the policy.
    bool restore(Policy& policy, const LearnedWeights& weights, LearningGuard& guard) {
        while (codes_.known() < weights.size()) {
            const std::size_t first = codes_.known();
            const std::size_t end = std::min(first + codes_per_question, weights.size());
            if (!codes_.has_room(end - first, policy, guard)) return false;
            if (first > 0 && guard.over()) return false;
            for (std::size_t i = first; i < end; ++i) {
                codes_.number(weights[i].first, policy);
                policy.set(policy.slot(weights[i].first), weights[i].second);
            }
        }
        return true;
    }

    template <State S>
    bool prepare(const Rollout<S>& game, Policy& policy, LearningGuard& guard) {
        if (!preparing_ && !begin(game, guard)) return false;
        while (numbers_.size() < game.codes.size()) {
            const std::size_t first = numbers_.size();
            const std::size_t end = std::min(first + codes_per_question, game.codes.size());
            if (!codes_.has_room(end - first, policy, guard)) return false;
            if (first > 0 && guard.over()) return false;
            for (std::size_t i = first; i < end; ++i) numbers_.push_back(codes_.number(game.codes[i], policy));
        }
        if (const std::int64_t more = growth_to(times_taken_, codes_.size()); more > 0)
            if (!guard.has_room(more)) return false;
        times_taken_.assign(codes_.size(), 0);
        for (const std::uint32_t taken : game.taken) ++times_taken_[numbers_[taken]];
        preparing_ = false;
        return true;
    }

    // Where it is stopped nothing has happened.
    bool adapt(Policy& policy, double alpha, LearningGuard& guard) {
        codes_.begin(policy);
        const bool complete = priors_.empty() ? add_shares(guard, [](std::size_t) { return 1.0f; })
                                              : add_shares(guard, [this](std::size_t i) { return priors_[i]; });
        if (complete) codes_.finish(policy, alpha, times_taken_);
        return complete;
    }

    // All that restore() put in and adapt() learned since.
    void save(const Policy& policy, LearnedWeights& weights) const { codes_.save(policy, weights); }
    bool has_room_to_save(const LearnedWeights& weights, LearningGuard& guard) const {
        const std::int64_t more = growth_to(weights, codes_.known());
        return more == 0 || guard.has_room(more);
    }

    void archive(Archive& archive) { archive(codes_, ends_, numbers_, priors_, times_taken_, preparing_); }

    std::int64_t bytes() const {
        return codes_.bytes() + bytes_of(ends_) + bytes_of(numbers_) + bytes_of(priors_) +
               bytes_of(times_taken_);
    }

  private:
    template <State S>
    bool begin(const Rollout<S>& game, LearningGuard& guard) {
        const std::int64_t more = growth_to(ends_, game.ends.size()) + growth_to(priors_, game.priors.size()) +
                                  growth_to(numbers_, game.codes.size());
        if (more > 0 && !guard.has_room(more)) return false;
        ends_ = game.ends;
        priors_ = game.priors;
        codes_.next_lesson();
        numbers_.clear();
        numbers_.reserve(game.codes.size());
        preparing_ = true;
        return true;
    }

    template <typename Prior>
    bool add_shares(LearningGuard& guard, Prior prior) {
        std::size_t first = 0;
        for (std::size_t step = 0; step < ends_.size();) {
            if (step > 0 && guard.over()) return false;
            for (const std::size_t last = std::min(step + steps_per_question, ends_.size()); step < last;
                 ++step) {
                const std::uint32_t end = ends_[step];
                float sum = 0;
                for (std::size_t i = first; i < end; ++i) sum += codes_.strength(numbers_[i]) * prior(i);
                const float share = 1 / sum;
                for (std::size_t i = first; i < end; ++i) codes_.add_share(numbers_[i], share * prior(i));
                first = end;
            }
        }
        return true;
    }

    LessonCodes codes_;
    bool preparing_ = false;              // the lesson of a game is half made
    std::vector<std::uint32_t> ends_;     // where the moves of each step end
    std::vector<std::uint32_t> numbers_;  // of all moves
    std::vector<float> priors_;           // of all moves, or none
    std::vector<float> times_taken_;      // by number
};

}  // namespace playout
