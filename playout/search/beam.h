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
#include <optional>
#include <utility>
#include <vector>

#include "playout/base/chunked_vector.h"
#include "playout/search/algorithm.h"
#include "playout/search/archive_pass.h"
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

// One pass. Two tasks alternate, both of which may be left and gone on with at any point: to rank all children
// of a layer, and to build the next layer from the best of them.
template <State S>
class BeamPass {
  public:
    BeamPass(Run<S>& run, const BeamConfig& config, std::size_t width)
        : run_(run),
          width_(width),
          order_(config.order),
          noise_(config.noise),
          keep_duplicates_(config.keep_duplicates) {
        if (order_ == BeamOrder::best) order_ = offers(run.root()).bound ? BeamOrder::bound : BeamOrder::bias;
    }

    // A part of a layer. False: the pass went all the way down.
    bool step() {
        if (!begun_) {
            begun_ = true;
            run_.budget.count_node();
            if (!run_.root().at_end()) layer_.emplace_back(Member{run_.root(), PathLinks<S>::root, 0});
        }
        if (layer_.empty()) return false;
        if (ranking_) {
            if (rank_children()) begin_next_layer();
        } else {
            if (build_survivors()) begin_ranking();
        }
        return true;
    }

    void archive(Archive& archive) {
        archive(begun_, ranking_, member_, move_, number_, cut_, trusted_a_hash_, duplicates_, state_bytes_);
        archive(owned_bytes_, owned_by_layer_, candidates_);
        links_.archive(archive, run_.root());
        archive_layer(archive, layer_);
        archive_layer(archive, next_);
        archive_table(archive, seen_);
        candidates_.for_each([&](Candidate& candidate) {
            if (candidate.parent >= layer_.size()) archive.fail("damaged: a state has no parent");
            archive_text(archive, layer_[candidate.parent].state, candidate.move);
        });
        if (archive.loading() && ranking_ && member_ < layer_.size())
            legal_moves_of(layer_[member_].state, moves_);
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

    static constexpr int states_per_step = 64;

    void begin_ranking() {
        ranking_ = true;
        candidates_.clear();
        member_ = 0;
        move_ = 0;
        number_ = 0;
        moves_.clear();
    }

    // True: all children of the layer are ranked.
    bool rank_children() {
        for (int made = 0; member_ < layer_.size(); ++member_, move_ = 0) {
            const Member& member = layer_[member_];
            if (move_ == 0) legal_moves_of(member.state, moves_);
            for (; move_ < moves_.size(); ++move_) {
                if (made++ == states_per_step || run_.over()) return false;
                consider(member, {0, member.bias_sum, 0, static_cast<std::uint32_t>(member_), number_++,
                                  moves_[move_]});
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
        if (offers(child).bound && run_.rules_out(run_.sense() == Sense::maximise ? -cost : cost)) return;
        if constexpr (HasBias<S>) candidate.bias_sum += member.state.bias(candidate.move);
        if constexpr (HasHash<S>) candidate.hash = child.hash();
        candidate.rank = order_ == BeamOrder::bound ? -cost : candidate.bias_sum;
        if (noise_ > 0) candidate.rank += noise_ * run_.rng.unit();
        candidates_.push(candidate);
    }

    void begin_next_layer() {
        ranking_ = false;
        next_.clear();
        owned_bytes_ = owned_by_layer_;
        seen_.clear();
    }

    // Candidates come off a heap one by one, so that no layer is too large for the time limit to be kept. True:
    // the next layer is there.
    bool build_survivors() {
        for (int made = 0; !candidates_.empty(); ++made) {
            if (made == states_per_step || run_.over()) return false;
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
            if (!has_room()) {
                cut_ = true;  // where there is more room later, this one is lost all the same
                seen_.erase(candidate.hash);
                return false;
            }
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
        if (!offers(child).hash || keep_duplicates_) return false;
        const auto [found, fresh] = seen_.insert({hash, next_.size()});
        if (fresh) return false;
        if constexpr (std::equality_comparable<S>) {
            if (offers(child).equality) return child == next_[found->second].state;
        }
        trusted_a_hash_ = true;
        return true;
    }

    // False, and the run is over: the memory limit is reached.
    bool has_room() {
        const auto table = static_cast<std::int64_t>(seen_.bucket_count() * 3 * sizeof(std::uint64_t));
        const std::int64_t bytes =
            layer_.bytes() + next_.bytes() + owned_bytes_ + candidates_.bytes() + links_.bytes() + table;
        if (!links_.full() && run_.budget.set_memory(bytes)) return true;
        run_.budget.stop(StopReason::memory);
        return false;
    }

    // Its members' states are played again from the links.
    void archive_layer(Archive& archive, ChunkedVector<Member>& layer) {
        const std::size_t members = archive.count(layer.size(), 1);
        for (std::size_t i = 0; i < members; ++i) {
            auto link = archive.saving() ? layer[i].link : PathLinks<S>::root;
            double bias_sum = archive.saving() ? layer[i].bias_sum : 0;
            archive(link, bias_sum);
            if (archive.loading()) layer.emplace_back(Member{links_.state(run_.root(), link), link, bias_sum});
        }
    }

    Run<S>& run_;
    std::size_t width_;
    BeamOrder order_;
    double noise_;
    bool keep_duplicates_;
    bool begun_ = false;
    bool ranking_ = true;
    std::size_t member_ = 0;    // of the layer, whose children are being ranked,
    std::size_t move_ = 0;      // its next move,
    std::uint32_t number_ = 0;  // and how many were ranked before
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

template <State S>
class BeamPasses final : public Search<S> {
  public:
    BeamPasses(Run<S>& run, const BeamConfig& config)
        : run_(run), config_(config), width_(static_cast<double>(config.width)) {}

    bool step() override {
        if (finished_) return false;
        if (!dived_) {
            dived_ = greedy_dive(run_);
            return true;
        }
        if (!pass_) begin_pass();
        if (pass_->step()) return true;
        complete_ = !pass_->cut() && !pass_->trusted_a_hash();
        finished_ = !pass_->cut() || (config_.growth <= 1 && config_.noise <= 0);
        duplicates_ += pass_->duplicates();
        pass_.reset();
        if (!finished_) width_ = std::min(std::ceil(width_ * config_.growth), 1e9);
        return !finished_;
    }

    Proof proof() const override { return run_.proof_if(complete_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return Search<S>::least_bytes(game) + 4 * game.state_bytes;
    }
    Statistics statistics() const override {
        const std::int64_t duplicates = duplicates_ + (pass_ ? pass_->duplicates() : 0);
        return {{"passes", static_cast<double>(passes_)},
                {"width", width_},
                {"duplicates", static_cast<double>(duplicates)}};
    }
    void archive(Archive& archive) override {
        archive(dived_, complete_, finished_, width_, passes_, duplicates_);
        auto width = static_cast<std::size_t>(width_);
        archive_pass(archive, pass_, run_, config_, width);
    }

  private:
    void begin_pass() {
        run_.phase = fmt::format("width {:.0f}", width_);
        ++passes_;
        pass_.emplace(run_, config_, static_cast<std::size_t>(width_));
    }

    Run<S>& run_;
    const BeamConfig config_;
    double width_;
    std::optional<BeamPass<S>> pass_;
    std::int64_t passes_ = 0;
    std::int64_t duplicates_ = 0;  // of the passes before
    bool dived_ = false;
    bool complete_ = false;
    bool finished_ = false;
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
    using On = BeamPasses<S>;
};

}  // namespace playout
