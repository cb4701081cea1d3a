// UCT for games of several roles (Sturtevant 2008): every role chooses for itself, by what it got itself after
// each of its own moves. Where several roles move at once, each does so without looking at the others; chance
// draws. Random games from the leaves may be many at once: those under way count as lost for everybody, so that
// the next one goes elsewhere.
//
// States that are reached in several ways are one node. A subtree that is known to its end is solved (the cache
// of explored subtrees of 004, section 5): its value is used as it is, and no game is played in it again. Where
// a known move looks best, the next best one that is not known is tried in its place, and what the known one
// gives is what the nodes above hear.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "playout/base/bandit.h"
#include "playout/ggp/random_games.h"
#include "playout/players/game_tree.h"
#include "playout/players/player.h"

namespace playout::players {

struct UctConfig {
    double c = 0.7;                               // UCB's exploration, of goals from 0 to 1
    std::int64_t memory = std::int64_t{1} << 30;  // of the tree
    std::int64_t most_steps = 1000;               // a random game is cut there
    std::int64_t playouts = 0;                    // at most so many a move; 0: any number
    std::vector<double> highest = {};             // by role: no goal is higher (0 to 1); empty: 1
};

template <game::Game G>
class Uct final : private ggp::GameFeed {
  public:
    // Both must outlive it; the game is set to other states here.
    Uct(G& game, ggp::RandomGames& games, const UctConfig& config)
        : game_(game),
          games_(games),
          config_(config),
          roles_(game.roles()),
          chance_(game.chance_role().value_or(roles_)),
          tree_(roles_, config.memory),
          paths_(games.lanes()),
          moves_(roles_),
          values_(roles_),
          sum_(roles_) {
        set_root(game.initial());
    }

    // What was learned below that state is kept.
    void set_root(const game::StateKey& state) {
        root_ = tree_.find(state);
        if (root_ == no_node) {
            game_.set_state(state);
            root_ = add();
        }
        if (!tree_.is_solved(root_) && !tree_.is_expanded(root_)) expand(root_);
    }
    // Forgets what cannot come any more, where the tree is full. May take a second.
    void make_room() {
        if (tree_.full()) root_ = tree_.keep_below(root_);
    }
    // Everybody has a move at the root.
    bool has_moves() const { return tree_.is_expanded(root_); }

    void search(Rng& rng, const Over& over) {
        rng_ = &rng;
        playouts_ = begun_ = 0;
        const TakeBack at_the_end{*this};  // also where the rules lead too deep, or memory ends
        games_.play(*this, rng, config_.most_steps, [&] { return tree_.is_solved(root_) || over(); });
    }

    // Of the last search.
    std::int64_t playouts() const { return playouts_; }
    std::size_t nodes() const { return tree_.size(); }
    std::int64_t bytes() const { return tree_.bytes(); }
    bool solved() const { return tree_.is_solved(root_); }

    struct Best {
        game::MoveId move;
        double expected;  // 0 to 1; less than 0: no idea
    };
    // The move of a role at the root: one that is known to be best, or the one that was tried most often.
    Best best(std::size_t role) {
        const std::span<const Edge> edges = tree_.edges(root_, role);
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
        bool under_way = false;
    };

    // Means over what chance may do are rounded.
    static bool alike(float one, float other) { return std::abs(one - other) < 1e-5F; }
    static bool reaches(double value, double goal) { return value > goal - 1e-5; }
    static double mean(const Edge& edge) { return edge.visits == 0 ? 0 : edge.sum / edge.visits; }
    double highest(std::size_t role) const { return config_.highest.empty() ? 1 : config_.highest[role]; }

    // A node for the state at which the game stands; solved where it is over.
    NodeId add() {
        const NodeId node = tree_.add(game_.state());
        if (game_.terminal()) solve_by_goals(node);
        return node;
    }
    void solve_by_goals(NodeId node) {
        find_goals();
        tree_.solve(node, values_);
    }
    // Of the state at which the game stands.
    void find_goals() {
        for (std::size_t role = 0; role < roles_; ++role)
            values_[role] = static_cast<float>(game_.goal(role).value_or(0)) / 100;
    }

    // The game stands there afterwards. Where somebody has no move, the game ends.
    void expand(NodeId node) {
        tree_.state_of(node, state_);
        game_.set_state(state_);
        for (std::size_t role = 0; role < roles_; ++role)
            if (game_.legal(role).empty()) return solve_by_goals(node);
        tree_.begin_edges(node);
        for (std::size_t role = 0; role < roles_; ++role)
            for (const game::MoveId move : game_.legal(role)) tree_.add_edge(role, move);
    }

    // GameFeed

    const game::StateKey* begin(std::size_t lane) override {
        Path& path = paths_[lane];
        // Ways that end where all is known cost next to nothing, but the clock must be looked at now and then.
        for (int free = 0;; ++free) {
            if (tree_.is_solved(root_) || (config_.playouts > 0 && begun_ == config_.playouts)) return nullptr;
            ++begun_;
            descend(path);
            path.under_way = true;
            if (path.values.empty() || free == 4) return &path.leaf;
            finish(path, path.values);
        }
    }

    void end(std::size_t lane, const ggp::GameEnd& end) override {
        Path& path = paths_[lane];
        if (path.values.empty()) {
            for (std::size_t role = 0; role < roles_; ++role)
                values_[role] = static_cast<float>(std::max(0, end.goals[role])) / 100;
        } else {
            values_ = path.values;
        }
        finish(path, values_);
    }

    // From the root to a leaf: a state that is new, solved, or on the way already.
    void descend(Path& path) {
        path.steps.clear();
        path.edges.clear();
        path.values.clear();
        ++descents_;
        NodeId node = root_;
        for (;;) {
            tree_.mark(node) = descents_;
            bool stands_there = false;
            if (!tree_.is_expanded(node)) {
                if (tree_.full()) return tree_.state_of(node, path.leaf);
                expand(node);
                stands_there = true;
                if (tree_.is_solved(node)) return end_solved(path, node);
            }
            const std::optional<JointCode> joint = choose_moves(path, node);
            NodeId child = joint ? tree_.child(node, *joint) : no_node;
            if (child == no_node) {
                if (!stands_there) {
                    tree_.state_of(node, state_);
                    game_.set_state(state_);
                }
                game_.step(moves_);
                child = tree_.find(game_.state());
                if (child == no_node) {
                    path.leaf = game_.state();
                    if (!tree_.full()) {
                        child = add();
                        if (joint) tree_.link(node, *joint, child);
                        if (tree_.is_solved(child)) end_solved(path, child);
                    } else if (game_.terminal()) {
                        find_goals();
                        path.values = values_;
                    }
                    return;
                }
                if (joint && !tree_.full()) tree_.link(node, *joint, child);
            }
            if (tree_.is_solved(child)) return end_solved(path, child);
            if (tree_.mark(child) == descents_) {  // in a circle
                tree_.state_of(child, path.leaf);
                return;
            }
            node = child;
        }
    }

    // The way ends at a node whose value is known, and maybe those before it are known now.
    void end_solved(Path& path, NodeId node) {
        tree_.state_of(node, path.leaf);
        path.values.assign(tree_.values(node).begin(), tree_.values(node).end());
        for (std::size_t i = path.steps.size(); i-- > 0;) {
            const Step& step = path.steps[i];
            if (!try_to_solve(step.node, std::span(path.edges).subspan(step.first_edge, roles_))) return;
        }
    }

    // A move of every role, which are left in moves_. The code is nothing where there are too many joint moves
    // to number them.
    std::optional<JointCode> choose_moves(Path& path, NodeId node) {
        const std::uint32_t visits = ++tree_.visits(node);
        path.steps.push_back({node, static_cast<std::uint32_t>(path.edges.size())});
        bool numbered = true;
        JointCode code = 0;
        for (std::size_t role = 0; role < roles_; ++role) {
            const std::span<Edge> edges = tree_.edges(node, role);
            std::size_t place = 0;
            if (edges.size() > 1 && role == chance_) {
                place = rng_->below(edges.size());
            } else if (edges.size() > 1) {
                const Choice choice = select(edges, visits);
                place = choice.place;
                if (choice.known != none) {
                    path.steps.back().chooser = static_cast<std::uint32_t>(role);
                    path.steps.back().known = choice.known;
                }
            }
            ++edges[place].visits;
            moves_[role] = edges[place].move;
            path.edges.push_back(static_cast<std::uint32_t>(place));
            numbered = numbered && code < std::numeric_limits<JointCode>::max() / edges.size() - 1;
            code = code * edges.size() + place;
        }
        return numbered ? std::optional(code) : std::nullopt;
    }

    struct Choice {
        std::size_t place;
        std::uint32_t known = none;  // the known move that looks better
    };
    // UCB1: one that was never tried, any of them; else the highest mean with its exploration term.
    Choice select(std::span<const Edge> edges, std::uint32_t visits) {
        std::uint64_t fresh = 0;
        for (const Edge& edge : edges) fresh += edge.visits == 0 ? 1 : 0;
        if (fresh > 0) {
            std::uint64_t left = rng_->below(fresh);
            for (std::size_t i = 0;; ++i)
                if (edges[i].visits == 0 && left-- == 0) return {i};
        }
        const double width = config_.c * root_of_log_(visits);
        std::size_t best_open = edges.size(), best_known = edges.size();
        double open_score = -1, known_value = -1, open_mean = -1;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const Edge& edge = edges[i];
            if (edge.exact >= 0) {
                if (edge.exact > known_value) best_known = i;
                known_value = std::max<double>(known_value, edge.exact);
                continue;
            }
            const double score = edge.sum / edge.visits + width / std::sqrt(edge.visits);
            if (score <= open_score) continue;
            open_score = score;
            open_mean = edge.sum / edge.visits;
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
            if (role == chance_ || tree_.edges(node, role).size() == 1) continue;
            if (chooser != roles_) return false;
            chooser = role;
        }
        const std::uint32_t place = chooser == roles_ ? 0 : taken[chooser];
        if (!value_of_move(node, chooser, place, sum_)) return false;
        if (chooser != roles_) {
            const std::span<Edge> edges = tree_.edges(node, chooser);
            edges[place].exact = sum_[chooser];
            if (!reaches(sum_[chooser], highest(chooser)) && !best_of_all(node, chooser, edges)) return false;
        }
        tree_.solve(node, sum_);
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
        const std::size_t draws = chance_ == roles_ ? 1 : tree_.edges(node, chance_).size();
        values.assign(roles_, 0);
        for (std::size_t draw = 0; draw < draws; ++draw) {
            JointCode code = 0;
            for (std::size_t role = 0; role < roles_; ++role)
                code = code * tree_.edges(node, role).size() + (role == chance_   ? draw
                                                                : role == chooser ? place
                                                                                  : 0);
            const NodeId child = tree_.child(node, code);
            if (child == no_node || !tree_.is_solved(child)) return false;
            for (std::size_t role = 0; role < roles_; ++role)
                values[role] += tree_.values(child)[role] / static_cast<float>(draws);
        }
        return true;
    }

    void finish(Path& path, std::span<const float> values) {
        path.under_way = false;
        ++playouts_;
        for (std::size_t i = path.steps.size(); i-- > 0;) {
            const Step& step = path.steps[i];
            for (std::size_t role = 0; role < roles_; ++role)
                tree_.edges(step.node, role)[path.edges[step.first_edge + role]].sum += values[role];
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
        for (const Step& step : path.steps) {
            --tree_.visits(step.node);
            for (std::size_t role = 0; role < roles_; ++role)
                --tree_.edges(step.node, role)[path.edges[step.first_edge + role]].visits;
        }
    }

    G& game_;
    ggp::RandomGames& games_;
    const UctConfig config_;
    const std::size_t roles_, chance_;  // chance_: roles_ where nothing is drawn
    const RootOfLog root_of_log_;
    GameTree tree_;
    NodeId root_ = no_node;
    Rng* rng_ = nullptr;
    std::int64_t begun_ = 0, playouts_ = 0;
    std::uint32_t descents_ = 0;
    std::vector<Path> paths_;  // by lane
    // For the moment only.
    std::vector<game::MoveId> moves_;
    game::StateKey state_;
    std::vector<float> values_, sum_, above_;
};

}  // namespace playout::players
