// UCT for games of several roles (Sturtevant 2008): every role chooses for itself, by what it got itself after
// each of its own moves. Where several roles move at once, each does so without looking at the others; chance
// draws. Random games from the leaves may be many at once: those under way count as lost for everybody, so that
// the next one goes elsewhere.
//
// The four parts of an iteration are spread over the life of a random game (`GameFeed`):
//
//     begin        selection: down from the root, every role by UCB1, to where the tree ends
//     first_step   expansion: the first move of the random game becomes a child
//     ...          simulation, by `RandomGames`
//     end          back-up: what everybody got is added along the path
//
// States that are reached in several ways are one node. A subtree that is known to its end is solved
// (`NodeSolver`): its value is used as it is, and no game is played in it again. Where a known move looks best,
// the next best one that is not known is tried in its place, and what the known one gives is what the nodes
// above hear.
//
// With somebody who tells all joint moves of a state at once (`JointMoves`), this is the search of MAC-UCB
// (Koriche et al. 2016, sections 4.2 to 4.4): on the way down, rounds are solved (`RoundExpansion`). Nodes
// whose turn has not come are expanded as in UCT.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "playout/ggp/random_games.h"
#include "playout/players/game_tree.h"
#include "playout/players/goal_forecast.h"
#include "playout/players/joint_moves.h"
#include "playout/players/later_moves.h"
#include "playout/players/node_expansion.h"
#include "playout/players/node_solver.h"
#include "playout/players/player.h"
#include "playout/players/round_expansion.h"
#include "playout/players/ucb_choice.h"
#include "playout/players/uct_path.h"
#include "playout/players/uct_player_config.h"

namespace playout::players {

template <game::Game G>
class Uct final : private ggp::GameFeed {
  public:
    // All must outlive it; the game is set to other states here.
    Uct(G& game, ggp::RandomGames& games, const UctPlayerConfig& config, JointMoves* joint_moves = nullptr)
        : games_(games),
          config_(config),
          roles_(game.roles()),
          chance_(game.chance_role().value_or(roles_)),
          solver_(roles_, chance_, config.highest),
          expansion_(game),
          rounds_(roles_, joint_moves, config_, expansion_, solver_),
          tree_(std::make_unique<GameTree>(roles_, config.memory / 2)),
          paths_(games.lanes()),
          moves_(roles_),
          values_(roles_),
          later_(config.amaf, roles_),
          forecast_(game.chance_role()) {
        set_root(game.initial());
    }
    Uct(const Uct&) = delete;  // its parts look into it
    Uct& operator=(const Uct&) = delete;

    // What was learned below that state is kept.
    void set_root(const game::StateKey& state) {
        root_ = tree_->find(state);
        if (root_ == no_node) root_ = expansion_.add(*tree_, state);
        if (!tree_->is_solved(root_) && !tree_->is_expanded(root_)) expansion_.expand(*tree_, root_);
    }
    // A full tree becomes the one before, from which the next one takes its nodes as it comes to them.
    void make_room() {
        if (!tree_->full()) return;
        game::StateKey state;
        tree_->state_of(root_, state);
        tree_ = std::make_unique<GameTree>(std::move(tree_));
        set_root(state);
    }
    // Everybody has a move at the root.
    bool has_moves() const { return tree_->is_expanded(root_); }

    void search(Rng& rng, const Over& over) {
        rng_ = &rng;
        over_ = &over;
        playouts_ = begun_ = 0;
        rounds_.begin_search();
        later_.begin_search();
        const auto ended = [&] { return tree_->is_solved(root_) || over(); };
        if (config_.horizon > 0 && !trusts_goals_ && !in_vain()) {
            play(config_.max_steps, [&] { return ended() || forecast_.trusted().has_value(); });
            trusts_goals_ = forecast_.trusted();
        }
        // The first step of a random game leads to the new node.
        if (!ended()) play(cuts_games() ? horizon() + 1 : config_.max_steps, ended);
        if (playouts_ > 0 && !in_vain()) searches_in_vain_ = 0;
        if (playouts_ == 0 && !tree_->is_solved(root_)) ++searches_in_vain_;
        rounds_.end_search();
    }

    // Of the last search.
    std::int64_t playouts() const { return playouts_; }
    std::size_t nodes() const { return tree_->size(); }
    std::int64_t bytes() const { return tree_->bytes(); }
    bool solved() const { return tree_->is_solved(root_); }
    // Whether random games are cut at the horizon; nothing: that is not known yet.
    std::optional<bool> trusts_goals() const { return trusts_goals_; }

    struct Best {
        game::MoveId move;
        double expected;  // 0 to 1; less than 0: no idea
    };
    // The move of a role at the root: one that is known to be best, or the one that was tried most often.
    Best best(std::size_t role) {
        const std::span<const Edge> edges = tree_->edges(root_, role);
        const Edge *tried = nullptr, *known = nullptr;
        for (const Edge& edge : edges) {
            const bool exact = edge.exact >= 0;
            if (exact && (known == nullptr || edge.exact > known->exact ||
                          (edge.exact == known->exact && mean(edge) > mean(*known))))
                known = &edge;
            if (!exact && (tried == nullptr || edge.visits > tried->visits)) tried = &edge;
        }
        const bool take_known = known != nullptr && (tried == nullptr || known->exact > mean(*tried) ||
                                                     solver_.is_highest(known->exact, role));
        const Edge& chosen = take_known ? *known : *tried;
        return {chosen.move, take_known ? chosen.exact : chosen.visits == 0 ? -1 : mean(chosen)};
    }

  private:
    using Path = UctPath;

    bool cuts_games() const { return trusts_goals_.value_or(in_vain()); }
    // Several searches in a row did not finish one random game. Games are cut then, and the sooner the longer
    // this goes on: to look some steps ahead is better than not to look at all.
    bool in_vain() const { return config_.horizon > 0 && searches_in_vain_ >= 3; }
    std::int64_t horizon() const {
        const std::int64_t steps = config_.horizon * (chance_ == roles_ ? 1 : 4);
        return std::max<std::int64_t>(1,
                                      trusts_goals_ ? steps : steps >> std::min(searches_in_vain_ / 3 - 1, 60));
    }

    void play(std::int64_t max_steps, const Over& over) {
        const TakeBack at_the_end{*this};  // also where the rules lead too deep, or memory ends
        games_.play(*this, *rng_, max_steps, over);
    }

    std::int64_t look_after() const override {
        return config_.horizon > 0 && !trusts_goals_ ? forecast_.look_after() : 0;
    }
    bool wants_moves() const override { return later_.noted(); }

    // Selection

    ggp::GameStart begin(std::size_t lane) override {
        Path& path = paths_[lane];
        // Hundreds of lanes may begin at once, and a way down may take long.
        if (++asked_ % 16 == 0 && (*over_)()) return {};
        // Ways that end where all is known cost next to nothing, but the clock must be looked at now and then.
        for (int free = 0;; ++free) {
            if (tree_->is_solved(root_) || (config_.playouts > 0 && begun_ == config_.playouts)) return {};
            ++begun_;
            descend(path);
            path.under_way = true;
            if (path.values.empty() || free == 4) return {&path.leaf, path.joint, path.opening != no_node};
            later_.begin_game();
            back_up(path, path.values);
        }
    }

    // From the root to where a random game begins: at a node without children, with a move that has not become
    // a child yet, or where a circle closes; or to a node that is solved.
    void descend(Path& path) {
        path.clear();
        ++descents_;
        for (NodeId node = root_;;) {
            tree_->mark(node) = descents_;
            if (rounds_.may_solve(*tree_, node)) rounds_.solve(*tree_, node, *over_);
            if (tree_->is_solved(node)) return end_solved(path, node);
            if (!tree_->is_expanded(node)) return stop_at_leaf(path, node);
            const NodeId child = tree_->child(node, choose_moves(path, node));
            if (child == no_node) return stop_at_new_move(path, node);
            if (tree_->is_solved(child)) return end_solved(path, child);
            if (tree_->mark(child) == descents_) return tree_->state_of(child, path.leaf);  // in a circle
            node = child;
        }
    }

    // At a node that has no children yet; where it was sampled often enough, the game's first move becomes one.
    void stop_at_leaf(Path& path, NodeId node) {
        if (tree_->full() || tree_->visits(node) + 1 < config_.expand_after) {
            ++tree_->visits(node);
            path.sampled = node;
        } else {
            path.opening = node;
        }
        tree_->state_of(node, path.leaf);
    }
    // With the moves that were chosen there, which lead to no child yet.
    void stop_at_new_move(Path& path, NodeId node) {
        path.opening = node;
        path.joint = moves_;
        tree_->state_of(node, path.leaf);
    }

    // Chooses a move for every role; leaves them in moves_.
    JointCode choose_moves(Path& path, NodeId node) {
        const std::uint32_t visits = ++tree_->visits(node);
        path.add_step(node);
        const double c = config_.c * (config_.at_once != 1 && several_choose(node) ? config_.at_once : 1);
        JointCode code = 0;
        for (std::size_t role = 0; role < roles_; ++role) {
            const std::span<Edge> edges = tree_->edges(node, role);
            std::size_t place = 0;
            if (edges.size() > 1 && role == chance_) {
                place = rng_->below(edges.size());
            } else if (edges.size() > 1) {
                const UcbChoice::Choice choice = ucb_.choose(edges, visits, c, later_, *rng_);
                place = choice.place;
                if (choice.known != UcbChoice::none) {
                    path.steps.back().chooser = static_cast<std::uint32_t>(role);
                    path.steps.back().known = choice.known;
                }
            }
            ++edges[place].visits;
            moves_[role] = edges[place].move;
            path.places.push_back(static_cast<std::uint32_t>(place));
            code = with_move(code, edges.size(), place);
        }
        return code;
    }

    bool several_choose(NodeId node) {
        int choosers = 0;
        for (std::size_t role = 0; role < roles_; ++role)
            choosers += role != chance_ && tree_->edges(node, role).size() > 1 ? 1 : 0;
        return choosers > 1;
    }

    // The path ends at a node whose value is known; the nodes above it may be known now, too.
    void end_solved(Path& path, NodeId node) {
        tree_->state_of(node, path.leaf);
        path.values.assign(tree_->values(node).begin(), tree_->values(node).end());
        if (!config_.keep_known) return;
        for (std::size_t i = path.steps.size(); i-- > 0;) {
            const Path::Step& step = path.steps[i];
            if (!solver_.try_to_solve(*tree_, step.node, path.places_at(step, roles_))) return;
        }
    }

    // Expansion

    // The first move of the random game becomes a child of the node at which the path ended.
    void first_step(std::size_t lane, const ggp::FirstStep& step) override {
        Path& path = paths_[lane];
        const NodeId node = path.opening;
        if (!step.legal.empty() && !make_drawn_move(path, step)) return;
        const std::span<const std::uint32_t> places = std::span(path.places).last(roles_);
        const JointCode code = tree_->code(node, [&](std::size_t role) { return places[role]; });
        path.child = tree_->child(node, code);
        if (path.child == no_node) {
            path.child = tree_->find(step.state);
            if (tree_->full()) return;
            if (path.child == no_node) path.child = tree_->add(step.state);
            tree_->link(node, code, path.child);
        }
        if (tree_->is_solved(path.child)) end_solved(path, path.child);
    }
    // Where the random game drew its first move: adds that step to the path. False: the node was solved
    // meanwhile.
    bool make_drawn_move(Path& path, const ggp::FirstStep& step) {
        const NodeId node = path.opening;
        if (tree_->is_solved(node)) return false;
        if (!tree_->is_expanded(node))
            tree_->expand(node, [&](std::size_t role) { return std::span(step.legal[role]); });
        ++tree_->visits(node);
        path.add_step(node);
        for (std::size_t role = 0; role < roles_; ++role) {
            const std::span<Edge> edges = tree_->edges(node, role);
            std::uint32_t place = 0;
            while (edges[place].move != step.joint[role]) ++place;
            ++edges[place].visits;
            path.places.push_back(place);
        }
        return true;
    }

    // Back-up

    void end(std::size_t lane, const ggp::GameEnd& end) override {
        Path& path = paths_[lane];
        if (config_.horizon > 0 && !trusts_goals_ && path.values.empty()) forecast_.add(end);
        later_.begin_game();
        if (path.values.empty()) {
            for (std::size_t role = 0; role < roles_; ++role)
                values_[role] = static_cast<float>(std::max(0, end.goals[role])) / 100;
            for (std::size_t i = 0; i < end.moves.size(); ++i) later_.note(i % roles_, end.moves[i]);
            if (end.how != ggp::GameEnd::How::cut) note_end(path, end.steps);
        }
        if (!path.values.empty()) values_ = path.values;
        back_up(path, values_);
    }
    // The random game is over after this number of steps, with everybody's value in values_. That may have been
    // at a node of the tree, which is solved then.
    void note_end(Path& path, std::int64_t steps) {
        NodeId node = no_node;
        if (steps == 0 && path.joint.empty()) node = path.opening == no_node ? path.sampled : path.opening;
        if (steps == 1) node = path.child;
        if (node == no_node) return;
        if (!tree_->is_solved(node)) tree_->solve(node, values_);
        end_solved(path, node);
    }

    void back_up(Path& path, std::span<const float> values) {
        path.under_way = false;
        if (++playouts_ % 512 == 0 && later_.noted())
            for (std::size_t role = 0; role < roles_; ++role)
                if (role != chance_) later_.weigh(tree_->edges(root_, role));
        for (std::size_t i = path.steps.size(); i-- > 0;) {
            const Path::Step& step = path.steps[i];
            for (std::size_t role = 0; role < roles_; ++role) {
                const std::span<Edge> edges = tree_->edges(step.node, role);
                Edge& taken = edges[path.places_at(step, roles_)[role]];
                taken.sum += values[role];
                if (later_.noted() && role != chance_) later_.add(role, edges, taken, values[role]);
            }
            if (step.known != UcbChoice::none &&
                solver_.value_of_move(*tree_, step.node, step.chooser, step.known, above_))
                values = above_;
        }
    }

    // Visits are counted on the way down. Those of games that were not finished are taken back.
    struct TakeBack {
        Uct& uct;
        ~TakeBack() {
            for (Path& path : uct.paths_)
                if (path.under_way) uct.take_back(path);
        }
    };
    void take_back(Path& path) {
        path.under_way = false;
        --begun_;
        if (path.sampled != no_node) --tree_->visits(path.sampled);
        for (const Path::Step& step : path.steps) {
            --tree_->visits(step.node);
            for (std::size_t role = 0; role < roles_; ++role)
                --tree_->edges(step.node, role)[path.places_at(step, roles_)[role]].visits;
        }
    }

    ggp::RandomGames& games_;
    const UctPlayerConfig config_;
    const std::size_t roles_, chance_;  // chance_: roles_ where nothing is drawn
    const UcbChoice ucb_;
    NodeSolver solver_;
    NodeExpansion<G> expansion_;
    RoundExpansion<G> rounds_;
    std::unique_ptr<GameTree> tree_;
    NodeId root_ = no_node;
    Rng* rng_ = nullptr;
    std::int64_t begun_ = 0, playouts_ = 0;
    std::uint64_t asked_ = 0;  // for a game
    const Over* over_ = nullptr;
    std::uint32_t descents_ = 0;
    std::vector<Path> paths_;  // by lane
    // For the moment only.
    std::vector<game::MoveId> moves_;
    std::vector<float> values_, above_;
    LaterMoves later_;
    GoalForecast forecast_;
    std::optional<bool> trusts_goals_;
    int searches_in_vain_ = 0;  // the last ones in a row without a finished game
};

}  // namespace playout::players
