// A circuit's wires as literals of a network. Gates become Boolean variables with the conjunction that defines
// them (an "any of" is a negated one), or, where few combinations of other variables decide them, tables. Rings
// of gates become derivations.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "playout/base/watch.h"
#include "playout/csp/network.h"
#include "playout/ggp/circuit.h"
#include "playout/rounds/wire_supports.h"

namespace playout::rounds {

class CircuitNetwork {
  public:
    // Adds to the network. `inputs`: by node of the circuit, up to its first gate. Tables get at most
    // `max_rows` rows; 0: no tables. All that adds to the network may throw WorkEnded.
    CircuitNetwork(const ggp::Circuit& circuit, csp::Network& network, std::vector<Input> inputs,
                   std::size_t max_rows, const Watch& watch = {});
    CircuitNetwork(const CircuitNetwork&) = delete;  // its supports look into it
    CircuitNetwork& operator=(const CircuitNetwork&) = delete;

    csp::Literal literal(ggp::Wire wire);
    csp::Literal is(csp::VariableId variable, csp::Value value) { return atom({variable, {value}}); }
    // The output holds if and only if the wire does.
    void define(csp::Literal output, ggp::Wire wire);
    // Where the condition holds, so does the wire.
    void require(csp::Literal condition, ggp::Wire wire);
    // The variable's value is the place of the wire that holds, and one more where none does; where there is no
    // such value or two wires hold, that is no solution.
    void choose(csp::VariableId variable, const std::vector<ggp::Wire>& wires);
    // In what order variables can be given values, each after those that it depends on: 0 for the first ones.
    void set_level(csp::VariableId variable, int level);
    int level(csp::VariableId variable) const { return levels_[variable]; }
    bool is_made(csp::VariableId variable) const { return made_[variable]; }  // for a gate

  private:
    // All of the inputs, or not all of them.
    struct Clause {
        bool negated = false;
        std::vector<csp::Literal> inputs;
    };
    static constexpr csp::Literal none = ~csp::Literal{0};

    csp::Literal atom(csp::Atom atom);
    csp::VariableId make_variable(const std::string& name, int level);
    void make(ggp::Node gate);
    csp::Literal make_by_table(ggp::Node gate, const std::vector<csp::VariableId>& scope);
    void make_ring(ggp::Node gate);
    void make_all_below(ggp::Wire wire);
    // Of a gate that is in no ring; its inputs are there.
    Clause clause(ggp::Node gate);
    std::vector<csp::Value> values(csp::Literal literal) const;
    csp::Literal merged(csp::VariableId variable, const std::vector<csp::Value>& values);
    bool is_gate(ggp::Node node) const { return node >= circuit_.first_gate; }
    const ggp::Gate& gate(ggp::Node node) const { return circuit_.gates[node - circuit_.first_gate]; }

    std::pair<ggp::Node, ggp::Node> ring_of(ggp::Node gate) const;  // its first gate, and one past its last

    const ggp::Circuit& circuit_;
    csp::Network& network_;
    const std::vector<Input> inputs_;
    const std::size_t max_rows_;
    const Watch watch_;
    std::map<csp::Atom, csp::AtomId> atoms_;
    std::vector<csp::Literal> of_gate_;  // none: not made yet
    std::vector<int> levels_;            // by variable
    std::vector<bool> made_;             // by variable
    csp::Literal always_ = none;
    WireSupports supports_;
};

}  // namespace playout::rounds
