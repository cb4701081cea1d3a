// A snake of which a part is replaced: a stretch between two of its nodes is taken out and another way looked
// for there, or an end is taken off and grows again. What is kept stays where it is in the cube. As a list of
// moves a snake changes from the first other move on, and hardly anything of what follows is legal then.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "playout/base/archive.h"
#include "playout/base/rng.h"
#include "playout/domains/snake/instance.h"

namespace playout::snake {

class PathRepair {
  public:
    // Of an instance for snakes that grow at one end.
    explicit PathRepair(const Instance& instance);

    // The snake, by the bits that flip.
    void begin(const std::vector<int>& bits);
    // Looks for another one. False: it found none this time.
    bool change(Rng& rng);
    // That becomes the snake to be changed; otherwise it is forgotten when the next one is looked for.
    void accept();

    // Of the changed one: its edges, how many nodes are near to none of its own,
    int length() const { return static_cast<int>(changed_.size()) - 1; }
    int free_nodes() const { return free_nodes_; }
    // and the bits that flip, named in the order in which they do so first.
    std::vector<int> bits() const;

    std::int64_t bytes() const;
    void archive(Archive& archive);

  private:
    using Bits = std::array<Node, static_cast<std::size_t>(max_dimensions)>;
    enum class Look { found, dead_end, gave_up };

    void add(Node node);
    void remove(Node node);
    void take_back();
    void cut(Rng& rng);
    bool may_follow(Node node) const;
    Look look(Rng& rng);
    void keep_longest();
    void grow(Rng& rng);
    Bits bits_in_random_order(Rng& rng) const;
    void drop_added();

    const Instance& instance_;
    std::vector<Node> ball_;           // all differences of fewer bits than the reach
    std::vector<Node> path_;           // the nodes of the snake
    std::vector<Node> changed_;        // of the changed one: kept, added, kept
    std::size_t kept_ = 0;             // how many are kept before those that are added,
    std::vector<Node> after_;          // and those after them; none: an end grows
    std::vector<Node> removed_;        // what was between them
    std::vector<std::uint16_t> near_;  // how many nodes of the path are nearer than the reach, for every node
    int free_nodes_ = 0;               // with none
    bool is_changed_ = false;          // near_ is that of the changed one,
    bool is_joined_ = false;           // which has those after the cut,
    std::size_t grown_ = 0;            // and so many that grew behind them
    std::vector<Node> longest_;        // added to an end so far
    int looks_left_ = 0;
    std::size_t min_nodes_ = 0;  // of a changed one that counts as found
};

}  // namespace playout::snake
