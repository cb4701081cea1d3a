// What the roles are told of each other's moves. In a sheet without `sees` that is everything; with it, what
// its rules say: then a game can be played here where every role can tell the moves of all others by what it
// sees.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "playout/ground/grounder.h"

namespace playout::ggp {

class Percepts {
  public:
    // Everybody is told everything.
    Percepts() = default;
    // As the rules say.
    explicit Percepts(const ground::GroundProgram& program);

    // The sheet has `sees`.
    bool by_rules() const { return !views_.empty(); }
    // Who is not told what; empty where nothing is hidden.
    const std::string& hidden() const { return hidden_; }

    // The moves of all roles, by what one role sees and its own move. Nothing where that does not tell them, or
    // where something is no percept of the role.
    std::optional<std::vector<std::string>> joint_move(std::size_t role, std::span<const std::string> seen,
                                                       const std::string& own) const;

  private:
    // How one role sees another: percepts that come with a move and with nothing else, and the one move that
    // has no such percept.
    struct View {
        std::map<std::string, std::string> move_of;
        std::optional<std::string> unseen;
    };
    std::vector<std::vector<View>> views_;            // by who sees and who moves
    std::vector<std::vector<std::string>> percepts_;  // by who sees: all that there may be
    std::string hidden_;
};

}  // namespace playout::ggp
