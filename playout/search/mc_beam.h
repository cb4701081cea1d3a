// Monte-Carlo beam search (after Cazenave 2012, whose beams rank by nested searches): layer by layer, all
// children of the states that go on are played to the end some times, and the `width` best go on:
//
//     value(child) = best_weight * best + (1 - best_weight) * mean   of `games` playouts from it
//
// A layer is what the domain calls one stage of a game, so that like is compared with like: with moves of many
// sizes (cells taken away, items placed) a beam by the number of moves would prefer small ones. Without a stage
// it is the number of moves. Equal states are played from once. A pass that went through is followed by one
// that is `growth` times as wide; one that left nothing out has seen every game.
#pragma once

#include <fmt/format.h>

#include <tsl/robin_set.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/archive_pass.h"
#include "playout/search/path_links.h"
#include "playout/search/playout.h"
#include "playout/search/scores.h"
#include "playout/search/state_bytes.h"

namespace playout {

struct McBeamConfig {
    std::int64_t width = 30;
    double growth = 2;
    std::int64_t games = 4;
    double best_weight = 0.5;
    std::int64_t passes = 0;
};

// One pass.
template <State S>
class McBeamPass {
  public:
    McBeamPass(Run<S>& run, Scores& scores, const McBeamConfig& config, std::size_t width)
        : run_(run), scores_(scores), config_(config), width_(width), guard_(run, false), child_(run.root()) {
        if (!child_.at_end())
            layers_[stage_of(child_, 0)].members.push_back({child_, 0, PathLinks<S>::root, 0});
    }

    // A playout, or the next child. False: the pass went all the way down.
    bool step() {
        if (valuing_) {
            play_child();
        } else if (layers_.empty()) {
            return false;
        } else if (member_ == members().size()) {
            layers_.erase(layers_.begin());
            member_ = 0;
        } else {
            if (move_ == 0) legal_moves_of(parent().state, moves_);
            if (move_ < moves_.size()) {
                begin_child();
            } else {
                move_ = 0;
                ++member_;
            }
        }
        return true;
    }

    // Something was left out, or perhaps: of two states with one hash the second.
    bool cut() const { return cut_; }
    bool trusted_a_hash() const { return trusted_a_hash_; }

    void archive(Archive& archive) {
        links_.archive(archive, run_.root());
        archive(member_, move_, valuing_, games_, sum_, best_, state_bytes_, cut_, trusted_a_hash_);
        archive_layers(archive);
        if (archive.saving() || move_ == 0) return;
        if (layers_.empty() || member_ >= members().size()) archive.fail("damaged: no state is being expanded");
        legal_moves_of(parent().state, moves_);
        if (move_ > moves_.size()) archive.fail("damaged: a state has no such move");
        make_child();
    }

  private:
    using Move = MoveOf<S>;

    struct Member {
        S state;
        double value;
        typename PathLinks<S>::Index link;
        std::size_t depth;
    };
    // The best states of one stage so far, and the hashes of all that were tried.
    struct Layer {
        std::vector<Member> members;
        tsl::robin_set<std::uint64_t> tried;
    };

    std::vector<Member>& members() { return layers_.begin()->second.members; }
    const Member& parent() { return members()[member_]; }
    Layer& layer_of_child() { return layers_[stage_of(child_, parent().depth + 1)]; }

    void make_child() {
        child_ = parent().state;
        child_.play(moves_[move_ - 1]);
    }

    void begin_child() {
        ++move_;
        make_child();
        run_.budget.count_node();
        if (child_.at_end()) {
            run_.budget.count_playout();
            run_.offer(child_, links_.path(parent().link, moves_[move_ - 1]));
            return;
        }
        if (run_.hopeless(child_)) return;
        if constexpr (HasHash<S>) {
            if (offers(child_).hash && !layer_of_child().tried.insert(child_.hash()).second) {
                trusted_a_hash_ = true;
                return;
            }
        }
        valuing_ = true;
        games_ = 0;
        sum_ = 0;
        best_ = -std::numeric_limits<double>::infinity();
    }

    // One of the games by which the child is valued.
    void play_child() {
        S end = child_;
        game_.clear();
        if (!run_.strategy.playout(end, game_, run_.rng, guard_)) return;
        run_.budget.count_playout();
        const OutcomeOf<S> outcome = outcome_of(end);
        run_.strategy.learn(outcome);
        if (run_.improves(outcome)) offer(end);
        const double score = scores_.of_smooth(end);
        sum_ += score;
        best_ = std::max(best_, score);
        const std::int64_t games = run_.strategy.deterministic() ? 1 : config_.games;
        if (++games_ < games) return;
        valuing_ = false;
        const double mean = sum_ / static_cast<double>(games);
        keep_child(config_.best_weight * best_ + (1 - config_.best_weight) * mean);
    }

    void offer(const S& end) {
        std::vector<Move> game = links_.path(parent().link, moves_[move_ - 1]);
        game.insert(game.end(), game_.begin(), game_.end());
        run_.offer(end, game);
    }

    // If it is among the best of its layer.
    void keep_child(double value) {
        std::vector<Member>& rivals = layer_of_child().members;
        if (rivals.size() == width_) {
            const auto worst = std::min_element(
                rivals.begin(), rivals.end(),
                [](const Member& left, const Member& right) { return left.value < right.value; });
            cut_ = true;
            if (worst->value >= value) return;
            rivals.erase(worst);
        }
        if (!has_room()) return;
        const auto link = links_.add(parent().link, moves_[move_ - 1]);
        rivals.push_back({child_, value, link, parent().depth + 1});
    }

    // False, and the run is over: the memory limit is reached.
    bool has_room() {
        const std::int64_t state_bytes = state_bytes_.of(child_) + static_cast<std::int64_t>(sizeof(Member));
        std::int64_t bytes = links_.bytes();
        for (const auto& [stage, layer] : layers_)
            bytes += static_cast<std::int64_t>(layer.members.capacity()) * state_bytes +
                     static_cast<std::int64_t>(layer.tried.bucket_count() * 2 * sizeof(std::uint64_t));
        if (!links_.full() && run_.budget.set_memory(bytes)) return true;
        run_.budget.stop(StopReason::memory);
        return false;
    }

    void archive_layers(Archive& archive) {
        const std::size_t count = archive.count(layers_.size(), 1);
        std::vector<std::int64_t> stages;
        for (const auto& [stage, layer] : layers_) stages.push_back(stage);
        stages.resize(count);
        archive(stages);
        if (archive.loading()) layers_.clear();
        for (const std::int64_t stage : stages) archive_layer(archive, layers_[stage]);
    }
    void archive_layer(Archive& archive, Layer& layer) {
        std::vector<std::uint64_t> tried(layer.tried.begin(), layer.tried.end());
        archive(tried);
        if (archive.loading()) layer.tried.insert(tried.begin(), tried.end());
        const std::size_t count = archive.count(layer.members.size(), 1);
        for (std::size_t i = 0; i < count; ++i) {
            Member member = archive.saving() ? layer.members[i] : Member{run_.root(), 0, PathLinks<S>::root, 0};
            archive(member.value, member.link, member.depth);
            if (archive.saving()) continue;
            member.state = links_.state(run_.root(), member.link);
            layer.members.push_back(std::move(member));
        }
    }

    Run<S>& run_;
    Scores& scores_;
    const McBeamConfig config_;
    const std::size_t width_;
    RunGuard<S> guard_;
    PathLinks<S> links_;
    StateBytes<S> state_bytes_;
    std::map<std::int64_t, Layer> layers_;  // by stage; the first one is being expanded
    std::size_t member_ = 0;                // of that,
    std::vector<Move> moves_;               // its moves,
    std::size_t move_ = 0;                  // and how many of these were tried
    S child_;                               // the last of them leads here
    bool valuing_ = false;                  // it is being valued
    std::int64_t games_ = 0;                // by so many games so far
    double sum_ = 0;
    double best_ = 0;
    std::vector<Move> game_;
    bool cut_ = false;
    bool trusted_a_hash_ = false;
};

template <State S>
class McBeamSearch final : public Search<S> {
  public:
    McBeamSearch(Run<S>& run, const McBeamConfig& config)
        : run_(run), config_(config), scores_(run.sense()), width_(static_cast<double>(config.width)) {}

    bool step() override {
        if (finished_) return false;
        if (!dived_) {
            dived_ = greedy_dive(run_);
            return true;
        }
        if (!pass_) begin_pass();
        if (pass_->step()) return true;
        finished_ = !pass_->cut();
        complete_ = finished_ && !pass_->trusted_a_hash();
        pass_.reset();
        finished_ = finished_ || passes_ == config_.passes;
        if (finished_) return false;
        width_ = std::min(std::ceil(width_ * config_.growth), 1e9);
        return true;
    }

    Proof proof() const override { return run_.proof_if(complete_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return Search<S>::least_bytes(game) + 4 * game.state_bytes;
    }
    Statistics statistics() const override {
        return {{"passes", static_cast<double>(passes_)}, {"width", width_}};
    }
    void archive(Archive& archive) override {
        archive(scores_, dived_, complete_, finished_, width_, passes_);
        auto width = static_cast<std::size_t>(width_);
        archive_pass(archive, pass_, run_, scores_, config_, width);
    }

  private:
    void begin_pass() {
        run_.phase = fmt::format("width {:.0f}", width_);
        ++passes_;
        pass_.emplace(run_, scores_, config_, static_cast<std::size_t>(width_));
    }

    Run<S>& run_;
    const McBeamConfig config_;
    Scores scores_;
    double width_;
    std::optional<McBeamPass<S>> pass_;
    std::int64_t passes_ = 0;
    bool dived_ = false;
    bool complete_ = false;
    bool finished_ = false;
};

struct McBeam {
    using Config = McBeamConfig;

    static AlgorithmInfo info() {
        return {
            .name = "mc-beam",
            .meaning = "layer by layer, the states from which playouts come out best go on; then again, wider",
            .playouts = "a finished game",
            .nodes = "a state made, in every pass",
            .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>()
                .number("width", &Config::width, 1, 100'000'000,
                        "states that go on from every layer in the first pass")
                .number("growth", &Config::growth, 1, 100, "how many times as wide the next pass is")
                .number("passes", &Config::passes, 0, 1'000'000'000, "passes; 0: as many as the limits allow")
                .number("games", &Config::games, 1, 1'000'000, "playouts by which a state is valued")
                .number("best_weight", &Config::best_weight, 0, 1,
                        "what the best of them counts; the rest is their mean");
        return table;
    }

    template <State S>
    using On = McBeamSearch<S>;
};

}  // namespace playout
