#include "playout/csp/text.h"

#include <fmt/format.h>

#include <span>
#include <utility>
#include <vector>

#include "playout/base/text.h"

namespace playout::csp {
namespace {

std::string numbers_text(std::span<const double> all) {
    std::string line;
    for (const double one : all) line += " " + number_text(one);
    return line;
}

class Writer {
  public:
    explicit Writer(const Network& network) : network_(network) {}

    std::string write() {
        text_ = fmt::format("players {}\n", network_.players);
        for (const VariableInfo& variable : network_.variables)
            text_ += fmt::format("{} {} {}\n", variable.stochastic ? "stochastic" : "decision", variable.name,
                                 fmt::join(variable.values, " "));
        for (const VariableInfo& variable : network_.variables) write_removed(variable);
        for (const Table& table : network_.tables) write_table(table);
        for (const Conjunction& conjunction : network_.conjunctions) write_conjunction(conjunction);
        for (const Derivation& derivation : network_.derivations) write_derivation(derivation);
        for (const Utility& utility : network_.utilities) write_utility(utility);
        for (const Probability& probability : network_.probabilities) write_probability(probability);
        text_ += "threshold" + numbers_text(network_.threshold) + "\n";
        return std::move(text_);
    }

  private:
    // All of these begin with a blank, but a literal alone.

    std::string names(const std::vector<VariableId>& scope) const {
        std::string line;
        for (const VariableId variable : scope) line += " " + network_.variables[variable].name;
        return line;
    }
    std::string row_text(const Tuples& rows, std::size_t row) const {
        std::string line = " ";
        for (std::size_t i = 0; i < rows.scope.size(); ++i)
            line += " " + network_.variables[rows.scope[i]].values[rows.row(row)[i]];
        return line;
    }
    std::string literal_text(Literal literal) const {
        const Atom& atom = network_.atoms[atom_of(literal)];
        const VariableInfo& variable = network_.variables[atom.variable];
        std::string word = variable.name + (is_negated(literal) ? "!=" : "=");
        for (std::size_t i = 0; i < atom.values.size(); ++i)
            word += (i == 0 ? "" : ",") + variable.values[atom.values[i]];
        return word;
    }
    std::string literals(const std::vector<Literal>& all) const {
        std::string line;
        for (const Literal one : all) line += " " + literal_text(one);
        return line;
    }

    void write_removed(const VariableInfo& variable) {
        if (variable.removed.empty()) return;
        text_ += "without " + variable.name;
        for (const Value value : variable.removed) text_ += " " + variable.values[value];
        text_ += "\n";
    }

    void write_table(const Table& table) {
        text_ += "table" + names(table.allowed.scope) + "\n";
        for (std::size_t row = 0; row < table.allowed.size(); ++row)
            text_ += row_text(table.allowed, row) + "\n";
        text_ += "end\n";
    }

    void write_conjunction(const Conjunction& conjunction) {
        text_ += conjunction.output ? "all " + literal_text(*conjunction.output) + " :" : "never";
        text_ += literals(conjunction.inputs) + "\n";
    }

    void write_derivation(const Derivation& derivation) {
        text_ += "derive\n";
        for (const Derivation::Rule& rule : derivation.rules)
            text_ += "  " + literal_text(rule.head) + " :" + literals(rule.body) + "\n";
        text_ += "end\n";
    }

    void write_utility(const Utility& utility) {
        text_ += "utility" + names(utility.rows.scope) + "\n";
        for (std::size_t row = 0; row < utility.rows.size(); ++row)
            text_ += row_text(utility.rows, row) + " :" +
                     numbers_text(std::span(utility.gains).subspan(row * network_.players, network_.players)) +
                     "\n";
        text_ += "end\n";
    }

    void write_probability(const Probability& probability) {
        const std::string& name = network_.variables[probability.variable].name;
        if (!probability.uniform.empty()) {
            text_ += "uniform " + name + " :" + literals(probability.uniform) + "\n";
            return;
        }
        const std::size_t size = network_.domain_size(probability.variable);
        text_ += "probability " + name +
                 (probability.given.scope.empty() ? "" : " |" + names(probability.given.scope)) + "\n";
        for (std::size_t row = 0; row * size < probability.chances.size(); ++row)
            text_ += row_text(probability.given, row) + " :" +
                     numbers_text(std::span(probability.chances).subspan(row * size, size)) + "\n";
        text_ += "end\n";
    }

    const Network& network_;
    std::string text_;
};

}  // namespace

std::string to_text(const Network& network) {
    return Writer(network).write();
}

}  // namespace playout::csp
