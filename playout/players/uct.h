// UCT for games of several roles (Sturtevant 2008): every role chooses for itself, by what it got itself after
// each of its own moves. Where several roles move at once, each does so without looking at the others; chance
// draws. Random games from the leaves may be many at once: those under way count as lost for everybody, so that
// the next one goes elsewhere.
//
// States that are reached in several ways are one node. A subtree that is known to its end is solved (the cache
// of explored subtrees of 004, section 5): its value is used as it is, and no game is played in it again. Where
// a known move looks best, the next best one that is not known is tried in its place, and what the known one
// gives is what the nodes above hear.
//
// With somebody who tells all joint moves of a state at once (`JointMoves`), this is the search of MAC-UCB
// (004, sections 4.2 to 4.4): the round of a node that was sampled often enough is solved, where there is a
// clock while solving has had less than its share of the time; all solutions become arms with their successors,
// and what ends the game is known then. Nodes whose turn has not come are expanded as in UCT.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "playout/base/bandit.h"
#include "playout/base/clock.h"
#include "playout/ggp/random_games.h"
#include "playout/players/game_tree.h"
#include "playout/players/goal_forecast.h"
#include "playout/players/joint_moves.h"
#include "playout/players/later_moves.h"
#include "playout/players/player.h"
#include "playout/players/solving_time.h"

namespace playout::players {

struct UctConfig {
    double c = 0.7;                               // UCB's exploration, of goals from 0 to 1
    std::int64_t memory = std::int64_t{1} << 30;  // of the tree
    std::int64_t most_steps = 1000;               // a random game is cut there
    std::int64_t playouts = 0;                    // at most so many a move; 0: any number
    std::vector<double> highest = {};             // by role: no goal is higher (0 to 1); empty: 1
    // Random games are cut after so many steps where the goals on the way tell how games end (004 samples to a
    // horizon too), in games of chance after four times as many, since throwing dice takes steps; 0: they are
    // not.
    std::int64_t horizon = 0;
    double amaf = 0;  // see LaterMoves
    // So many times as much is explored where several roles choose at once: what is best there depends on what
    // the others cannot know, and a search that settles early takes them for mind readers.
    double at_once = 1;
    bool keep_known = true;  // solved subtrees; false: only ends of games are known

    std::uint32_t expand_after = 1;  // a node has children after so many samples

    // Where the joint moves of a node can be told at once:
    std::uint32_t solve_after = 32;    // samples before that is done
    double solving = 0.1;              // the share of the time that it may have
    Clock clock = {};                  // nothing: whatever it takes
    std::size_t most_joints = 20'000;  // a node with more is expanded as it comes
};

template <game::Game G>
class Uct final : private ggp::GameFeed {
  public:
    // All must outlive it; the game is set to other states here.
    Uct(G& game, ggp::RandomGames& games, const UctConfig& config, JointMoves* joint_moves = nullptr)
        : game_(game),
          games_(games),
          joint_moves_(joint_moves),
          config_(config),
          roles_(game.roles()),
          chance_(game.chance_role().value_or(roles_)),
          tree_(new_tree()),
          paths_(games.lanes()),
          moves_(roles_),
          place_of_(roles_),
          values_(roles_),
          sum_(roles_),
          solving_time_(config.solving, config.clock),
          later_(config.amaf, roles_),
          forecast_(game.chance_role()) {
        set_root(game.initial());
    }

    // What was learned below that state is kept.
    void set_root(const game::StateKey& state) {
        root_ = tree_->find(state);
        if (root_ == no_node) root_ = add_and_look(state);
        if (!tree_->is_solved(root_) && !tree_->is_expanded(root_)) expand(root_);
    }
    // A full tree becomes the one before, from which the next one takes its nodes as it comes to them: what
    // cannot come any more is forgotten without a search for it, which would take longer than a move may.
    void make_room() {
        if (!tree_->full()) return;
        tree_->state_of(root_, state_);
        before_ = std::exchange(tree_, new_tree());
        set_root(game::StateKey(state_));
    }
    // Everybody has a move at the root.
    bool has_moves() const { return tree_->is_expanded(root_); }

    void search(Rng& rng, const Over& over) {
        rng_ = &rng;
        over_ = &over;
        playouts_ = begun_ = 0;
        solving_time_.begin_search();
        later_.begin_search();
        const auto ended = [&] { return tree_->is_solved(root_) || over(); };
        if (config_.horizon > 0 && !trusts_goals_ && !in_vain()) {
            play(config_.most_steps, [&] { return ended() || forecast_.trusted().has_value(); });
            trusts_goals_ = forecast_.trusted();
        }
        // The first step of a random game leads to the new node.
        if (!ended()) play(cuts_games() ? horizon() + 1 : config_.most_steps, ended);
        if (playouts_ > 0 && !in_vain()) searches_in_vain_ = 0;
        if (playouts_ == 0 && !tree_->is_solved(root_)) ++searches_in_vain_;
        solving_time_.end_search();
    }

    // Of the last search.
    std::int64_t playouts() const { return playouts_; }
    std::size_t nodes() const { return tree_->size(); }
    std::int64_t bytes() const { return tree_->bytes() + (before_ ? before_->bytes() : 0); }
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
                                                     reaches(known->exact, highest(role)));
        const Edge& chosen = take_known ? *known : *tried;
        return {chosen.move, take_known ? chosen.exact : chosen.visits == 0 ? -1 : mean(chosen)};
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    bool cuts_games() const { return trusts_goals_.value_or(in_vain()); }
    // Time after time not one random game came to its end: it is better then to look some steps ahead than not
    // at all, and fewer where those are too many.
    bool in_vain() const { return config_.horizon > 0 && searches_in_vain_ >= 3; }
    std::int64_t horizon() const {
        const std::int64_t steps = config_.horizon * (chance_ == roles_ ? 1 : 4);
        return std::max<std::int64_t>(1,
                                      trusts_goals_ ? steps : steps >> std::min(searches_in_vain_ / 3 - 1, 60));
    }

    void play(std::int64_t most_steps, const Over& over) {
        const TakeBack at_the_end{*this};  // also where the rules lead too deep, or memory ends
        games_.play(*this, *rng_, most_steps, over);
    }

    struct Step {
        NodeId node;
        std::uint32_t first_edge;  // of its chosen ones in the path's edges
        // The role and its known move whose value the nodes above are told, where that is not this way's.
        std::uint32_t chooser = 0, known = none;
    };
    struct Path {
        std::vector<Step> steps;
        std::vector<std::uint32_t> edges;  // by step and role: the place in the role's list
        game::StateKey leaf;               // where the random game begins
        std::vector<float> values;         // what everybody gets, where that is known; else empty
        std::vector<game::MoveId> joint;   // with which the random game begins; empty: it is drawn
        NodeId sampled = no_node;          // the node of the leaf, if it counted this game
        NodeId opening = no_node;          // the node whose move is to become a child
        NodeId child = no_node;            // that it became
        bool under_way = false;
    };

    // Means over what chance may do are rounded.
    static bool alike(float one, float other) { return std::abs(one - other) < 1e-5F; }
    static bool reaches(double value, double goal) { return value > goal - 1e-5; }
    double highest(std::size_t role) const { return config_.highest.empty() ? 1 : config_.highest[role]; }

    std::unique_ptr<GameTree> new_tree() const {
        return std::make_unique<GameTree>(roles_, config_.memory / 2);
    }

    // A node for the state, with what the tree before knew of it.
    NodeId add(const game::StateKey& state) {
        const NodeId node = tree_->add(state);
        const NodeId known = before_ ? before_->find(state) : no_node;
        if (known != no_node) tree_->copy(node, *before_, known);
        return node;
    }
    // Solved where the game is over. The game stands there afterwards.
    NodeId add_and_look(const game::StateKey& state) {
        const NodeId node = add(state);
        game_.set_state(state);
        if (!tree_->is_solved(node) && game_.terminal()) solve_by_goals(node);
        return node;
    }
    void solve_by_goals(NodeId node) {
        find_goals();
        tree_->solve(node, values_);
    }
    // Of the state at which the game stands.
    void find_goals() {
        for (std::size_t role = 0; role < roles_; ++role)
            values_[role] = static_cast<float>(game_.goal(role).value_or(0)) / 100;
    }

    // The game stands there afterwards. Where somebody has no move, the game ends.
    void expand(NodeId node) {
        tree_->state_of(node, state_);
        game_.set_state(state_);
        std::size_t count = 0;
        for (std::size_t role = 0; role < roles_; ++role) {
            if (game_.legal(role).empty()) return solve_by_goals(node);
            count += game_.legal(role).size();
        }
        tree_->begin_edges(node, count);
        for (std::size_t role = 0; role < roles_; ++role)
            for (const game::MoveId move : game_.legal(role)) tree_->add_edge(role, move);
    }

    bool may_solve(NodeId node) const {
        if (joint_moves_ == nullptr || tree_->visits(node) < config_.solve_after || tree_->is_complete(node))
            return false;
        return !tree_->full() && solving_time_.allows_round();
    }

    // All joint moves of a node become arms with their successors.
    void solve_round(NodeId node) {
        solving_time_.begin_round();
        bool found = false;
        tree_->complete(node);
        tree_->state_of(node, state_);
        solutions_.clear();
        const bool all = joint_moves_->for_each(
            state_,
            [&](std::span<const game::MoveId> joint, const game::StateKey& next) {
                solutions_.add(joint, next);
                return solutions_.size() < config_.most_joints;
            },
            *over_);
        if (all && solutions_.size() > 0) {
            if (!tree_->is_expanded(node)) add_arms(node);
            found = add_successors(node);
        } else if (!tree_->is_expanded(node)) {
            expand(node);
        }
        solving_time_.end_round(found);
    }

    void add_arms(NodeId node) {
        std::vector<std::vector<game::MoveId>> moves(roles_);
        std::size_t count = 0;
        for (std::size_t role = 0; role < roles_; ++role) {
            for (std::size_t i = 0; i < solutions_.size(); ++i)
                moves[role].push_back(solutions_.joint(i)[role]);
            std::sort(moves[role].begin(), moves[role].end());
            moves[role].erase(std::unique(moves[role].begin(), moves[role].end()), moves[role].end());
            count += moves[role].size();
        }
        tree_->begin_edges(node, count);
        for (std::size_t role = 0; role < roles_; ++role)
            for (const game::MoveId move : moves[role]) tree_->add_edge(role, move);
    }

    // Whether some successor is known.
    bool add_successors(NodeId node) {
        // Where each role's moves are in their lists.
        for (std::size_t role = 0; role < roles_; ++role) {
            const std::span<const Edge> edges = tree_->edges(node, role);
            for (std::uint32_t place = 0; place < edges.size(); ++place) {
                if (place_of_[role].size() <= edges[place].move) place_of_[role].resize(edges[place].move + 1);
                place_of_[role][edges[place].move] = place;
            }
        }
        bool any_known = false;
        for (std::size_t i = 0; i < solutions_.size(); ++i) {
            JointCode code = 0;
            for (std::size_t role = 0; role < roles_; ++role)
                code = with_move(code, tree_->edges(node, role).size(),
                                 place_of_[role][solutions_.joint(i)[role]]);
            NodeId child = tree_->child(node, code);
            if (child == no_node) {
                solutions_.state(i, state_);
                child = tree_->find(state_);
                if (child == no_node) child = add_and_look(state_);
                tree_->link(node, code, child);
            }
            any_known = any_known || tree_->is_solved(child);
        }
        if (any_known && config_.keep_known) try_all_moves(node);
        return any_known;
    }
    void try_all_moves(NodeId node) {
        std::vector<std::uint32_t> taken(roles_, 0);
        for (std::size_t role = 0; role < roles_; ++role) {
            if (role == chance_ || tree_->edges(node, role).size() == 1) continue;
            for (; taken[role] < tree_->edges(node, role).size(); ++taken[role])
                if (try_to_solve(node, taken)) return;
            return;  // where another role chooses too, nothing is known
        }
        try_to_solve(node, taken);
    }

    // GameFeed

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
            finish(path, path.values);
        }
    }

    // The move becomes a child, of a node that may have none yet.
    void first_step(std::size_t lane, const ggp::FirstStep& step) override {
        Path& path = paths_[lane];
        const NodeId node = path.opening;
        if (!step.legal.empty() && !make_drawn_move(path, step)) return;
        const std::span<const std::uint32_t> places = std::span(path.edges).last(roles_);
        JointCode code = 0;
        for (std::size_t role = 0; role < roles_; ++role)
            code = with_move(code, tree_->edges(node, role).size(), places[role]);
        path.child = tree_->child(node, code);
        if (path.child == no_node) {
            path.child = tree_->find(step.state);
            if (tree_->full()) return;
            if (path.child == no_node) path.child = add(step.state);
            tree_->link(node, code, path.child);
        }
        if (tree_->is_solved(path.child)) end_solved(path, path.child);
    }
    // At the node where the random game began. False where it ends.
    bool make_drawn_move(Path& path, const ggp::FirstStep& step) {
        const NodeId node = path.opening;
        if (tree_->is_solved(node)) return false;
        if (!tree_->is_expanded(node)) {
            std::size_t count = 0;
            for (const auto& moves : step.legal) count += moves.size();
            tree_->begin_edges(node, count);
            for (std::size_t role = 0; role < roles_; ++role)
                for (const game::MoveId move : step.legal[role]) tree_->add_edge(role, move);
        }
        ++tree_->visits(node);
        path.steps.push_back({node, static_cast<std::uint32_t>(path.edges.size())});
        for (std::size_t role = 0; role < roles_; ++role) {
            const std::span<Edge> edges = tree_->edges(node, role);
            std::uint32_t place = 0;
            while (edges[place].move != step.joint[role]) ++place;
            ++edges[place].visits;
            path.edges.push_back(place);
        }
        return true;
    }

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
        finish(path, values_);
    }
    // The game is over after so many steps, everybody's value in values_: maybe at a node.
    void note_end(Path& path, std::int64_t steps) {
        NodeId node = no_node;
        if (steps == 0 && path.joint.empty()) node = path.opening == no_node ? path.sampled : path.opening;
        if (steps == 1) node = path.child;
        if (node == no_node) return;
        if (!tree_->is_solved(node)) tree_->solve(node, values_);
        end_solved(path, node);
    }

    // From the root to where a random game begins: at a node without children, with a move that has not become
    // a child yet, or where a circle closes; or to a node that is solved.
    void descend(Path& path) {
        path.steps.clear();
        path.edges.clear();
        path.values.clear();
        path.joint.clear();
        path.sampled = path.opening = path.child = no_node;
        ++descents_;
        for (NodeId node = root_;;) {
            tree_->mark(node) = descents_;
            const bool solve = may_solve(node);
            if (!solve && !tree_->is_expanded(node)) {
                if (tree_->full() || tree_->visits(node) + 1 < config_.expand_after) {
                    ++tree_->visits(node);
                    path.sampled = node;
                } else {
                    path.opening = node;
                }
                return tree_->state_of(node, path.leaf);
            }
            if (solve) solve_round(node);
            if (tree_->is_solved(node)) return end_solved(path, node);
            const NodeId child = tree_->child(node, choose_moves(path, node));
            if (child == no_node) {
                path.opening = node;
                path.joint = moves_;
                return tree_->state_of(node, path.leaf);
            }
            if (tree_->is_solved(child)) return end_solved(path, child);
            if (tree_->mark(child) == descents_) return tree_->state_of(child, path.leaf);  // in a circle
            node = child;
        }
    }

    // The way ends at a node whose value is known, and maybe those before it are known now.
    void end_solved(Path& path, NodeId node) {
        tree_->state_of(node, path.leaf);
        path.values.assign(tree_->values(node).begin(), tree_->values(node).end());
        if (!config_.keep_known) return;
        for (std::size_t i = path.steps.size(); i-- > 0;) {
            const Step& step = path.steps[i];
            if (!try_to_solve(step.node, std::span(path.edges).subspan(step.first_edge, roles_))) return;
        }
    }

    // A move of every role, which are left in moves_.
    JointCode choose_moves(Path& path, NodeId node) {
        const std::uint32_t visits = ++tree_->visits(node);
        path.steps.push_back({node, static_cast<std::uint32_t>(path.edges.size())});
        const double c = config_.c * (config_.at_once != 1 && several_choose(node) ? config_.at_once : 1);
        JointCode code = 0;
        for (std::size_t role = 0; role < roles_; ++role) {
            const std::span<Edge> edges = tree_->edges(node, role);
            std::size_t place = 0;
            if (edges.size() > 1 && role == chance_) {
                place = rng_->below(edges.size());
            } else if (edges.size() > 1) {
                const Choice choice = select(edges, visits, c);
                place = choice.place;
                if (choice.known != none) {
                    path.steps.back().chooser = static_cast<std::uint32_t>(role);
                    path.steps.back().known = choice.known;
                }
            }
            ++edges[place].visits;
            moves_[role] = edges[place].move;
            path.edges.push_back(static_cast<std::uint32_t>(place));
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

    struct Choice {
        std::size_t place;
        std::uint32_t known = none;  // the known move that looks better
    };
    // Nothing is known of it yet.
    bool is_fresh(const Edge& edge) const { return edge.exact < 0 && !later_.knows(edge); }

    // UCB1: one that was never tried, any of them; else the highest mean with its exploration term.
    Choice select(std::span<const Edge> edges, std::uint32_t visits, double c) {
        std::uint64_t fresh = 0;
        for (const Edge& edge : edges) fresh += is_fresh(edge) ? 1 : 0;
        if (fresh > 0) {
            std::uint64_t left = rng_->below(fresh);
            for (std::size_t i = 0;; ++i)
                if (is_fresh(edges[i]) && left-- == 0) return {i};
        }
        const double width = c * root_of_log_(visits);
        std::size_t best_open = edges.size(), best_known = edges.size();
        double open_score = -1, known_value = -1, open_mean = -1;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const Edge& edge = edges[i];
            if (edge.exact >= 0) {
                if (edge.exact > known_value) best_known = i;
                known_value = std::max<double>(known_value, edge.exact);
                continue;
            }
            const double visits_of_edge = std::max<std::uint32_t>(1, edge.visits);
            const double score = later_.worth(edge) + width / std::sqrt(visits_of_edge);
            if (score <= open_score) continue;
            open_score = score;
            open_mean = later_.worth(edge);
            best_open = i;
        }
        if (best_open == edges.size()) return {best_known};
        return {best_open, known_value > open_mean ? static_cast<std::uint32_t>(best_known) : none};
    }

    // A node where at most one role has a choice is solved when that role knows a move that nothing can beat,
    // or all its moves; what chance does counts by its mean. (Where several choose at once, the value would be
    // that of a matrix game; such nodes stay open.) `taken`: of the moves of all roles, those that lead to a
    // child that was solved.
    bool try_to_solve(NodeId node, std::span<const std::uint32_t> taken) {
        std::size_t chooser = roles_;
        for (std::size_t role = 0; role < roles_; ++role) {
            if (role == chance_ || tree_->edges(node, role).size() == 1) continue;
            if (chooser != roles_) return false;
            chooser = role;
        }
        const std::uint32_t place = chooser == roles_ ? 0 : taken[chooser];
        if (!value_of_move(node, chooser, place, sum_)) return false;
        if (chooser != roles_) {
            const std::span<Edge> edges = tree_->edges(node, chooser);
            edges[place].exact = sum_[chooser];
            if (!reaches(sum_[chooser], highest(chooser)) && !best_of_all(node, chooser, edges)) return false;
        }
        tree_->solve(node, sum_);
        return true;
    }

    // The values of the chooser's best move are left in sum_. False where a move is not known, or where moves
    // that are equal to the chooser are not so to the others.
    bool best_of_all(NodeId node, std::size_t chooser, std::span<const Edge> edges) {
        float best = -1;
        for (const Edge& edge : edges) {
            if (edge.exact < 0) return false;
            best = std::max(best, edge.exact);
        }
        bool first = true;
        for (std::uint32_t place = 0; place < edges.size(); ++place) {
            if (!alike(edges[place].exact, best)) continue;
            if (!value_of_move(node, chooser, place, first ? sum_ : values_)) return false;
            if (!first && !std::equal(sum_.begin(), sum_.end(), values_.begin(), alike)) return false;
            first = false;
        }
        return true;
    }

    // The mean over what chance may do after a move of the only role that has a choice, if all of it is solved.
    bool value_of_move(NodeId node, std::size_t chooser, std::uint32_t place, std::vector<float>& values) {
        const std::size_t draws = chance_ == roles_ ? 1 : tree_->edges(node, chance_).size();
        values.assign(roles_, 0);
        for (std::size_t draw = 0; draw < draws; ++draw) {
            JointCode code = 0;
            for (std::size_t role = 0; role < roles_; ++role)
                code = with_move(code, tree_->edges(node, role).size(),
                                 role == chance_   ? draw
                                 : role == chooser ? place
                                                   : 0);
            const NodeId child = tree_->child(node, code);
            if (child == no_node || !tree_->is_solved(child)) return false;
            for (std::size_t role = 0; role < roles_; ++role)
                values[role] += tree_->values(child)[role] / static_cast<float>(draws);
        }
        return true;
    }

    std::int64_t look_after() const override {
        return config_.horizon > 0 && !trusts_goals_ ? forecast_.look_after() : 0;
    }
    bool wants_moves() const override { return later_.noted(); }

    void finish(Path& path, std::span<const float> values) {
        path.under_way = false;
        if (++playouts_ % 512 == 0 && later_.noted())
            for (std::size_t role = 0; role < roles_; ++role)
                if (role != chance_) later_.weigh(tree_->edges(root_, role));
        for (std::size_t i = path.steps.size(); i-- > 0;) {
            const Step& step = path.steps[i];
            for (std::size_t role = 0; role < roles_; ++role) {
                const std::span<Edge> edges = tree_->edges(step.node, role);
                Edge& taken = edges[path.edges[step.first_edge + role]];
                taken.sum += values[role];
                if (later_.noted() && role != chance_) later_.add(role, edges, taken, values[role]);
            }
            if (step.known != none && value_of_move(step.node, step.chooser, step.known, above_))
                values = above_;
        }
    }

    // Games that were not played to their end have not been.
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
        for (const Step& step : path.steps) {
            --tree_->visits(step.node);
            for (std::size_t role = 0; role < roles_; ++role)
                --tree_->edges(step.node, role)[path.edges[step.first_edge + role]].visits;
        }
    }

    G& game_;
    ggp::RandomGames& games_;
    JointMoves* const joint_moves_;
    const UctConfig config_;
    const std::size_t roles_, chance_;  // chance_: roles_ where nothing is drawn
    const RootOfLog root_of_log_;
    std::unique_ptr<GameTree> tree_, before_;  // before_: nothing as long as there is room
    NodeId root_ = no_node;
    Rng* rng_ = nullptr;
    std::int64_t begun_ = 0, playouts_ = 0;
    std::uint64_t asked_ = 0;  // for a game
    const Over* over_ = nullptr;
    std::uint32_t descents_ = 0;
    std::vector<Path> paths_;  // by lane
    // For the moment only.
    std::vector<game::MoveId> moves_;
    std::vector<std::vector<std::uint32_t>> place_of_;  // by role and move
    game::StateKey state_;
    Solutions solutions_;
    std::vector<float> values_, sum_, above_;
    SolvingTime solving_time_;
    LaterMoves later_;
    GoalForecast forecast_;
    std::optional<bool> trusts_goals_;
    int searches_in_vain_ = 0;  // one after the other
};

}  // namespace playout::players
