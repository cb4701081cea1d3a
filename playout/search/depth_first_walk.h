// The way of every depth-first search: down to the next child that waits, back when none is left. It keeps only
// the path and what waits beside it.
#pragma once

#include <utility>
#include <vector>

#include "playout/run/run.h"
#include "playout/search/descent.h"

namespace playout {

// `Child` is what is kept of a child that waits: its `move`, and what else the search wants to know there.
template <State S, typename Child>
class DepthFirstWalk {
  public:
    explicit DepthFirstWalk(Run<S>& run) : run_(run), path_(run.root()) {}

    const S& state() const { return path_.state(); }
    const std::vector<MoveOf<S>>& moves() const { return path_.moves(); }

    // A child of the node that is being visited; the last one added is searched first.
    void add(Child child) { children_.push_back(std::move(child)); }

    // Some nodes further. `visit(child)` looks at the node that the child led to (nullptr: at the root), where
    // the walk stands now, and may add children; true when it did. `settled(child)`, asked before its move is
    // played, says that there is no need to. Returns false when everything was searched.
    template <typename Visit, typename Settled>
    bool step(Visit visit, Settled settled) {
        if (!begun_ && visit(static_cast<const Child*>(nullptr))) level_ends_.push_back(0);
        begun_ = true;
        constexpr int nodes_per_step = 256;
        for (int i = 0; i < nodes_per_step && !level_ends_.empty() && !run_.over(); ++i) {
            if (children_.size() == level_ends_.back()) {
                level_ends_.pop_back();
                if (!level_ends_.empty()) path_.back();
                continue;
            }
            if (!HasUndo<S> && !fits()) return true;
            const Child child = children_.back();
            children_.pop_back();
            if (settled(child)) continue;
            path_.play(child.move);
            const std::size_t waiting = children_.size();
            if (visit(&child)) {
                level_ends_.push_back(waiting);
            } else {
                path_.back();
            }
        }
        if (level_ends_.empty()) return false;
        fits();
        return true;
    }

    // Of a game and all that waits beside it.
    static std::int64_t least_bytes(const GameSize& game) {
        return descent_bytes<S>(game) + 2 * game.choices * static_cast<std::int64_t>(sizeof(Child)) +
               2 * game.moves * static_cast<std::int64_t>(sizeof(std::size_t)) + 4 * game.state_bytes;
    }

    // An end that is known to be no better than the best counts as visited, though its move is not played.
    bool ends_worse(const Child& child) {
        if (!run_.ends_worse(state(), child.move)) return false;
        run_.budget.count_node();
        run_.budget.count_playout();
        return true;
    }

    void archive(Archive& archive) {
        archive(begun_, level_ends_, children_);
        archive_path(archive, run_.root(), path_);
        if (has_plain_moves<S>) return;
        S state = run_.root();
        for (std::size_t level = 0; level < level_ends_.size(); ++level) {
            const std::size_t end = level + 1 < level_ends_.size() ? level_ends_[level + 1] : children_.size();
            for (std::size_t i = level_ends_[level]; i < end; ++i)
                archive_text(archive, state, children_[i].move);
            if (level < moves().size()) state.play(moves()[level]);
        }
    }

  private:
    // False, and the run is over: the path takes more than it may.
    bool fits() { return run_.budget.must_fit(path_.bytes() + bytes_of(children_) + bytes_of(level_ends_)); }

    Run<S>& run_;
    bool begun_ = false;
    Descent<S> path_;
    std::vector<Child> children_;          // that wait, of every level, the deepest last
    std::vector<std::size_t> level_ends_;  // where in `children_` each level begins
};

}  // namespace playout
