// Which variables of a network decide a wire of a circuit, where these have few combinations of values, and
// whether the wire holds for each of those.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "playout/base/watch.h"
#include "playout/csp/network.h"
#include "playout/ggp/circuit.h"

namespace playout::rounds {

// Which value of which variable an input of the circuit is.
struct Input {
    csp::VariableId variable = 0;
    csp::Value value = 0;
};

class WireSupports {
  public:
    // All must outlive it. `inputs`: by node of the circuit, up to its first gate. `max_rows`: the most
    // combinations; 0: no wire has a support.
    WireSupports(const ggp::Circuit& circuit, const csp::Network& network, const std::vector<Input>& inputs,
                 std::size_t max_rows, const Watch& watch)
        : circuit_(circuit),
          network_(network),
          inputs_(inputs),
          max_rows_(max_rows),
          watch_(watch),
          supports_(circuit.gates.size()),
          known_(circuit.gates.size(), Known::no),
          evaluated_(circuit.gates.size(), 0),
          value_(circuit.gates.size()) {}

    // The variables that decide a wire; nothing where their values have too many combinations.
    std::optional<std::vector<csp::VariableId>> find(ggp::Wire wire);
    // False: there would be too many combinations.
    bool unite(std::vector<csp::VariableId>& scope, const std::vector<csp::VariableId>& more) const;
    std::size_t combinations(const std::vector<csp::VariableId>& scope) const;

    // visit(row) with the values of the variables, for all of them. May throw WorkEnded.
    template <typename Visit>
    void for_each_combination(const std::vector<csp::VariableId>& scope, Visit visit) {
        now_.resize(network_.variables.size(), 0);
        std::vector<csp::Value> row(scope.size(), 0);
        for (;;) {
            for (std::size_t i = 0; i < scope.size(); ++i) now_[scope[i]] = row[i];
            ++combination_;
            watch_.look();
            visit(row);
            std::size_t place = 0;
            while (place < row.size() && ++row[place] == network_.domain_size(scope[place])) row[place++] = 0;
            if (place == row.size()) return;
        }
    }
    // For the combination that is visited: its value, and whether a wire holds that has a support within it.
    csp::Value value(csp::VariableId variable) const { return now_[variable]; }
    bool evaluate(ggp::Wire wire);

  private:
    bool is_gate(ggp::Node node) const { return node >= circuit_.first_gate; }
    const ggp::Gate& gate(ggp::Node node) const { return circuit_.gates[node - circuit_.first_gate]; }
    std::vector<csp::VariableId> of_input(ggp::Node node) const;
    void find_all_below(ggp::Node gate);
    std::optional<ggp::Node> unite_inputs(ggp::Node gate);

    const ggp::Circuit& circuit_;
    const csp::Network& network_;
    const std::vector<Input>& inputs_;
    const std::size_t max_rows_;
    const Watch& watch_;
    enum class Known : std::uint8_t { no, large, yes };
    std::vector<std::vector<csp::VariableId>> supports_;  // by gate
    std::vector<Known> known_;                            // by gate: whether its support is
    std::vector<csp::Value> now_;                         // by variable: the combination at hand
    std::uint64_t combination_ = 0;
    std::vector<std::uint64_t> evaluated_;  // by gate: for which combination
    std::vector<bool> value_;               // by gate: then
};

}  // namespace playout::rounds
