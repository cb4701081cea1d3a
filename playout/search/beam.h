// Beam search: all states of one depth are expanded together and only the best `width` of their children go on.
// Children are ranked first and built only if they survive. Equal states (by hash) are kept once. It begins
// with a greedy dive, so that there is always a solution. When a pass cut anything off, the next pass is
// `growth` times as wide, until the run is over. Noise makes passes of one width differ, so with it they are
// repeated.
//
// The order is the bound, or the sum of the biases along the path. A pass that cut nothing off proves its
// result, if states can be compared: two different ones may share a hash, and without operator== the second of
// them is lost.
#pragma once

#include <fmt/format.h>

#include <tsl/robin_map.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include "playout/base/chunked_vector.h"
#include "playout/search/algorithm.h"
#include "playout/search/open_heap.h"
#include "playout/search/path_links.h"
#include "playout/search/playout.h"
#include "playout/search/state_bytes.h"

namespace playout {

enum class BeamOrder { best, bound, bias };

struct BeamConfig {
    std::int64_t width = 100;
    double growth = 2;
    BeamOrder order = BeamOrder::best;
    double noise = 0;
    bool keep_duplicates = false;
};

template <State S>
class BeamPass {
  public:
    BeamPass(Run<S>& run, const BeamConfig& config, std::size_t width)
        : run_(run),
          width_(width),
          order_(config.order),
          noise_(config.noise),
          keep_duplicates_(config.keep_duplicates) {
        if (order_ == BeamOrder::best) order_ = HasBound<S> ? BeamOrder::bound : BeamOrder::bias;
    }

    // True: the pass went all the way down. False: the run is over.
    bool search() {
        run_.budget.count_node();
        if (!run_.root().at_end()) layer_.emplace_back(Member{run_.root(), PathLinks<S>::root, 0});
        while (!layer_.empty() && rank_children() && build_survivors()) {
        }
        return !run_.budget.stopped();
    }

    bool cut() const { return cut_; }
    // Something was dropped as a duplicate that may have been none.
    bool trusted_a_hash() const { return trusted_a_hash_; }
    std::int64_t duplicates() const { return duplicates_; }

  private:
    using Move = MoveOf<S>;

    struct Member {
        S state;
        typename PathLinks<S>::Index link;
        double bias_sum;
    };
    struct Candidate {
        double rank;  // larger is better
        double bias_sum;
        std::uint64_t hash;
        std::uint32_t parent;  // its place in the layer
        std::uint32_t number;  // settles ties: the earlier wins
        Move move;

        friend bool operator<(const Candidate& left, const Candidate& right) {
            if (left.rank != right.rank) return left.rank > right.rank;
            if (left.bias_sum != right.bias_sum) return left.bias_sum > right.bias_sum;
            return left.number < right.number;
        }
    };

    bool rank_children() {
        candidates_.clear();
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < layer_.size(); ++i) {
            const Member& member = layer_[i];
            legal_moves_of(member.state, moves_);
            for (const Move& move : moves_) {
                if (run_.over()) return false;
                consider(member, {0, member.bias_sum, 0, static_cast<std::uint32_t>(i), number++, move});
            }
            if (!has_room()) return false;
        }
        return true;
    }

    void consider(const Member& member, Candidate candidate) {
        S child = member.state;
        child.play(candidate.move);
        run_.budget.count_node();
        if (child.at_end()) {
            run_.budget.count_playout();
            if (run_.improves(outcome_of(child))) run_.offer(child, links_.path(member.link, candidate.move));
            return;
        }
        const double cost = bound_cost(child);
        if (HasBound<S> && run_.rules_out(run_.sense() == Sense::maximise ? -cost : cost)) return;
        if constexpr (HasBias<S>) candidate.bias_sum += member.state.bias(candidate.move);
        if constexpr (HasHash<S>) candidate.hash = child.hash();
        candidate.rank = order_ == BeamOrder::bound ? -cost : candidate.bias_sum;
        if (noise_ > 0) candidate.rank += noise_ * run_.rng.unit();
        candidates_.push(candidate);
    }

    // Candidates come off a heap one by one, so that no layer is too large for the time limit to be kept.
    bool build_survivors() {
        next_.clear();
        owned_bytes_ = owned_by_layer_;
        seen_.clear();
        while (!candidates_.empty()) {
            if (run_.over()) return false;
            const Candidate candidate = candidates_.pop();
            const Member& parent = layer_[candidate.parent];
            S child = parent.state;
            child.play(candidate.move);
            if (is_duplicate(child, candidate.hash)) {
                ++duplicates_;
                continue;
            }
            if (next_.size() == width_) {
                cut_ = true;
                break;
            }
            if (!has_room()) return false;
            owned_bytes_ += state_bytes_.of(child) - static_cast<std::int64_t>(sizeof(S));
            next_.emplace_back(
                Member{std::move(child), links_.add(parent.link, candidate.move), candidate.bias_sum});
        }
        layer_.swap(next_);
        owned_by_layer_ = owned_bytes_ - owned_by_layer_;
        return true;
    }

    // Remembers a state that is none.
    bool is_duplicate(const S& child, std::uint64_t hash) {
        if (!HasHash<S> || keep_duplicates_) return false;
        const auto [found, fresh] = seen_.insert({hash, next_.size()});
        if (fresh) return false;
        if constexpr (std::equality_comparable<S>) {
            return child == next_[found->second].state;
        } else {
            trusted_a_hash_ = true;
            return true;
        }
    }

    // False, and the run is over: the memory limit is reached.
    bool has_room() {
        const auto table = static_cast<std::int64_t>(seen_.bucket_count() * 3 * sizeof(std::uint64_t));
        const std::int64_t bytes =
            layer_.bytes() + next_.bytes() + owned_bytes_ + candidates_.bytes() + links_.bytes() + table;
        if (!links_.full() && run_.budget.fits(bytes)) return true;
        run_.budget.stop(StopReason::memory);
        return false;
    }

    Run<S>& run_;
    std::size_t width_;
    BeamOrder order_;
    double noise_;
    bool keep_duplicates_;
    ChunkedVector<Member> layer_;
    ChunkedVector<Member> next_;
    OpenHeap<Candidate> candidates_;
    tsl::robin_map<std::uint64_t, std::size_t> seen_;  // hash -> place in next_
    std::vector<Move> moves_;
    PathLinks<S> links_;
    StateBytes<S> state_bytes_;
    std::int64_t owned_bytes_ = 0;     // by the states of both layers, beside their own size
    std::int64_t owned_by_layer_ = 0;  // by those of the layer that is being expanded
    std::int64_t duplicates_ = 0;
    bool cut_ = false;
    bool trusted_a_hash_ = false;
};

struct BeamSearch {
    using Config = BeamConfig;

    static AlgorithmInfo info() {
        return {.name = "beam",
                .meaning = "layer by layer, only the best states of each go on; then again, wider",
                .playouts = "a finished game",
                .nodes = "a state made, in every pass"};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>()
                .number("width", &Config::width, 1, 100'000'000,
                        "states that go on from every layer in the first pass")
                .number("growth", &Config::growth, 1, 100,
                        "how many times as wide the next pass is; 1: no wider, and only one pass if there is "
                        "no noise")
                .choice("order", &Config::order, {"best", "bound", "bias"},
                        "rank by the bound, or by the sum of biases; best: by the bound where there is one")
                .number("noise", &Config::noise, 0, 1e9,
                        "up to so much is added to every rank at random; a little of it settles ties")
                .flag("keep_duplicates", &Config::keep_duplicates,
                      "keep states that another of the layer is equal to");
        return table;
    }

    template <State S>
    static Proof search(Run<S>& run, const Config& config) {
        greedy_dive(run);
        auto width = static_cast<double>(config.width);
        double passes = 0;
        double duplicates = 0;
        bool complete = false;
        for (bool again = true; again && !run.over();) {
            run.phase = fmt::format("width {:.0f}", width);
            BeamPass<S> pass(run, config, static_cast<std::size_t>(width));
            complete = pass.search() && !pass.cut() && !pass.trusted_a_hash();
            duplicates += static_cast<double>(pass.duplicates());
            ++passes;
            again = pass.cut() && (config.growth > 1 || config.noise > 0) && !run.budget.stopped();
            if (again) width = std::min(std::ceil(width * config.growth), 1e9);
        }
        run.statistics = {{"passes", passes}, {"width", width}, {"duplicates", duplicates}};
        return run.proof_if(complete);
    }
};

}  // namespace playout
