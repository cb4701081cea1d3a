// A ground program as a circuit: inputs are the fluents of a state and the moves that are made, gates are "all
// of" and "any of", wires may negate. What is always true or never, what nobody asks for and what is there
// twice is left out. Sentences that depend on each other in a ring are kept apart: such a ring has the least
// solution.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "playout/ground/grounder.h"

namespace playout::ggp {

using Node = std::uint32_t;
// A node, negated if odd: node * 2 + 1.
using Wire = std::uint32_t;

constexpr Wire wire_of(Node node) {
    return node * 2;
}
constexpr Node node_of(Wire wire) {
    return wire / 2;
}
constexpr bool is_negated(Wire wire) {
    return wire % 2 != 0;
}
constexpr Wire negation_of(Wire wire) {
    return wire ^ 1;
}

inline constexpr Wire always = 0;  // of node 0, which is true
inline constexpr Wire never = 1;
inline constexpr std::uint32_t no_ring = ~std::uint32_t{0};

struct Gate {
    std::uint32_t first = 0;  // of its inputs
    std::uint32_t count = 0;
    bool all = false;  // all of its inputs, or any
    std::uint32_t ring = no_ring;
};

struct Goal {
    int value = 0;  // -1: no number from 0 to 100
    Wire wire = never;
};

struct Circuit {
    std::size_t fluents = 0;         // nodes 1 .. fluents
    std::vector<std::size_t> moves;  // by role; their nodes follow, role by role
    Node first_gate = 0;             // the gates follow; inputs of a gate come before it, but within a ring
    std::vector<Gate> gates;
    std::vector<Wire> inputs;  // of the gates
    std::uint32_t rings = 0;   // gates of one ring are neighbours

    std::vector<Wire> next;                // by fluent
    std::vector<std::vector<Wire>> legal;  // by role and move
    Wire terminal = never;
    std::vector<std::vector<Goal>> goals;  // by role
    std::vector<bool> initial;             // by fluent

    // What the inputs stand for.
    std::vector<std::string> fluent_texts;
    std::vector<std::string> constant_texts;  // fluents of every state, which have no node
    std::vector<std::string> role_texts;
    std::vector<std::vector<std::string>> move_texts;
    std::optional<std::size_t> chance_role;  // that of `random`
};

// Throws InputError where something depends on its own negation (`file` names the sheet), and TooLarge by the
// limits.
Circuit build_circuit(const ground::GroundProgram& program, const std::string& file,
                      const ground::GroundLimits& limits = {});

}  // namespace playout::ggp
