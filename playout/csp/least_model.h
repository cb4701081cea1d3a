// Which heads the rules derive from the literals that are known. Asked twice, it tells the heads that hold
// however the open literals turn out (taking these for false), and those that cannot hold (taking them for
// true).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "playout/csp/network.h"

namespace playout::csp {

class LeastModel {
  public:
    explicit LeastModel(const Derivation& derivation);

    // The atoms of the heads, no two alike.
    std::span<const AtomId> heads() const { return heads_; }
    // By head: whether it is derived where holds(literal) says what holds of the literals that are no heads.
    std::vector<bool> derive(const std::function<bool(Literal)>& holds) const;

  private:
    struct Rule {
        std::uint32_t head;
        std::vector<Literal> others;  // of its body, those that are no heads
        std::uint32_t waits = 0;      // for how many heads
    };
    std::vector<AtomId> heads_;
    std::vector<Rule> rules_;
    std::vector<std::vector<std::uint32_t>> rules_with_;  // by head: those that have it in their bodies
};

}  // namespace playout::csp
