#include "playout/csp/preprocess.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "playout/csp/propagator.h"

namespace playout::csp {
namespace {

using Rows = std::set<std::vector<Value>>;

Rows rows_of(const Tuples& tuples) {
    Rows rows;
    for (std::size_t row = 0; row < tuples.size(); ++row)
        rows.emplace(tuples.row(row).begin(), tuples.row(row).end());
    return rows;
}

Table table_of(std::vector<VariableId> scope, const Rows& rows) {
    Table table{.allowed = {.scope = std::move(scope), .values = {}}};
    for (const std::vector<Value>& row : rows) table.allowed.add(row);
    return table;
}

class Preprocessing {
  public:
    Preprocessing(Network& network, const PreprocessOptions& options) : network_(network), options_(options) {}

    PreprocessReport run() {
        sort_scopes();
        if (options_.merge) merge();
        if (options_.unary) project_unary();
        if (options_.universal) drop_universal();
        if (options_.unary) project_unary();  // those that are left with one variable
        if (options_.singleton) remove_refuted();
        return report_;
    }

  private:
    void remove(VariableId variable, Value value) {
        std::vector<Value>& removed = network_.variables[variable].removed;
        if (std::find(removed.begin(), removed.end(), value) != removed.end()) return;
        removed.push_back(value);
        ++report_.removed;
        if (removed.size() == network_.domain_size(variable)) report_.possible = false;
    }
    bool is_removed(VariableId variable, Value value) const {
        const std::vector<Value>& removed = network_.variables[variable].removed;
        return std::find(removed.begin(), removed.end(), value) != removed.end();
    }

    // Every variable once, in their order; rows that give one two values are none.
    void sort_scopes() {
        for (Table& table : network_.tables) {
            std::vector<VariableId> scope = table.allowed.scope;
            std::sort(scope.begin(), scope.end());
            scope.erase(std::unique(scope.begin(), scope.end()), scope.end());
            if (scope == table.allowed.scope) continue;
            Rows rows;
            for (std::size_t row = 0; row < table.allowed.size(); ++row) {
                std::map<VariableId, Value> values;
                bool sound = true;
                for (std::size_t i = 0; i < table.allowed.scope.size(); ++i) {
                    const Value value = table.allowed.row(row)[i];
                    sound = sound && values.emplace(table.allowed.scope[i], value).first->second == value;
                }
                std::vector<Value> sorted;
                for (const auto& [variable, value] : values) sorted.push_back(value);
                if (sound) rows.insert(std::move(sorted));
            }
            table = table_of(std::move(scope), rows);
        }
    }

    void merge() {
        std::map<std::vector<VariableId>, std::size_t> first;
        std::vector<Table> kept;
        for (Table& table : network_.tables) {
            const auto [place, fresh] = first.emplace(table.allowed.scope, kept.size());
            if (fresh) {
                kept.push_back(std::move(table));
                continue;
            }
            const Rows one = rows_of(kept[place->second].allowed), other = rows_of(table.allowed);
            Rows both;
            std::set_intersection(one.begin(), one.end(), other.begin(), other.end(),
                                  std::inserter(both, both.end()));
            kept[place->second] = table_of(table.allowed.scope, both);
            ++report_.merged;
        }
        network_.tables = std::move(kept);
    }

    void project_unary() {
        std::erase_if(network_.tables, [&](const Table& table) {
            if (table.allowed.scope.size() != 1) return false;
            const Rows rows = rows_of(table.allowed);
            for (Value value = 0; value < network_.domain_size(table.allowed.scope[0]); ++value)
                if (!rows.contains({value})) remove(table.allowed.scope[0], value);
            ++report_.unary;
            return true;
        });
        std::erase_if(network_.conjunctions, [&](const Conjunction& conjunction) {
            if (conjunction.output || conjunction.inputs.size() != 1) return false;
            const Atom& atom = network_.atoms[atom_of(conjunction.inputs[0])];
            for (Value value = 0; value < network_.domain_size(atom.variable); ++value)
                if (std::binary_search(atom.values.begin(), atom.values.end(), value) !=
                    is_negated(conjunction.inputs[0]))
                    remove(atom.variable, value);
            ++report_.unary;
            return true;
        });
    }

    // A variable is universal where the table has all its values for every row of the others.
    void drop_universal() {
        for (Table& table : network_.tables) {
            Rows rows = rows_of(table.allowed);
            std::erase_if(rows, [&](const std::vector<Value>& row) {
                for (std::size_t i = 0; i < row.size(); ++i)
                    if (is_removed(table.allowed.scope[i], row[i])) return true;
                return false;
            });
            std::vector<VariableId> scope = table.allowed.scope;
            const auto before = static_cast<std::int64_t>(scope.size());
            for (std::size_t i = 0; i < scope.size() && scope.size() > 1;) {
                const std::size_t left =
                    network_.domain_size(scope[i]) - network_.variables[scope[i]].removed.size();
                Rows others;
                for (std::vector<Value> row : rows) {
                    row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
                    others.insert(std::move(row));
                }
                if (rows.size() != others.size() * left || rows.empty()) {
                    ++i;
                    continue;
                }
                scope.erase(scope.begin() + static_cast<std::ptrdiff_t>(i));
                rows = std::move(others);
            }
            report_.universal += before - static_cast<std::int64_t>(scope.size());
            table = table_of(std::move(scope), rows);
        }
    }

    void remove_refuted() {
        Propagator propagator(network_);
        if (!report_.possible || !propagator.propagate() ||
            !propagator.make_singleton_consistent(options_.over)) {
            report_.possible = false;
            return;
        }
        const std::set<VariableId> kept(options_.keep.begin(), options_.keep.end());
        for (VariableId variable = 0; variable < network_.variables.size(); ++variable)
            for (Value value = 0; !kept.contains(variable) && value < network_.domain_size(variable); ++value)
                if (!propagator.domains().contains(variable, value)) remove(variable, value);
    }

    Network& network_;
    const PreprocessOptions& options_;
    PreprocessReport report_;
};

}  // namespace

PreprocessReport preprocess(Network& network, const PreprocessOptions& options) {
    return Preprocessing(network, options).run();
}

}  // namespace playout::csp
