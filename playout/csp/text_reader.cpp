#include "playout/csp/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout::csp {
namespace {

constexpr std::size_t max_players = 64, max_variables = 10'000'000;
constexpr double rounding = 1e-6;

using Words = std::vector<std::string_view>;

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r';
}

Words words_of(std::string_view line) {
    line = line.substr(0, line.find('#'));
    Words words;
    for (std::size_t at = 0; at < line.size();) {
        if (is_blank(line[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < line.size() && !is_blank(line[end])) ++end;
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

class Reader {
  public:
    Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    Network read() {
        while (next_line()) read_item();
        if (network_.variables.empty()) fail("there are no variables");
        for (VariableId variable = 0; variable < network_.variables.size(); ++variable)
            if (network_.variables[variable].stochastic && !distributed_.contains(variable))
                fail(fmt::format("nothing says how {} is distributed",
                                 excerpt(network_.variables[variable].name)));
        if (network_.threshold.empty()) network_.threshold.assign(network_.players, 0);
        return std::move(network_);
    }

  private:
    [[noreturn]] void fail(const std::string& message) const { throw InputError(file_, line_, message); }

    // The next line that says something.
    bool next_line() {
        while (at_ < text_.size()) {
            const std::size_t end = std::min(text_.find('\n', at_), text_.size());
            words_ = words_of(text_.substr(at_, end - at_));
            at_ = end + 1;
            ++line_;
            if (!words_.empty()) return true;
        }
        return false;
    }

    void read_item() {
        const std::string_view head = words_[0];
        if (head == "players") {
            read_players();
        } else if (head == "decision" || head == "stochastic") {
            read_variable();
        } else if (head == "table") {
            read_table();
        } else if (head == "without") {
            read_without();
        } else if (head == "all") {
            read_all();
        } else if (head == "never") {
            network_.conjunctions.push_back({.output = {}, .inputs = literals(1)});
        } else if (head == "derive") {
            read_derivation();
        } else if (head == "uniform") {
            read_uniform();
        } else if (head == "utility") {
            read_utility();
        } else if (head == "probability") {
            read_probability();
        } else if (head == "threshold") {
            if (!network_.threshold.empty()) fail("there is a threshold already");
            network_.threshold = numbers(1, network_.players, "a number a player");
        } else {
            fail(fmt::format(
                "'{}' is none of players, decision, stochastic, table, without, all, never, derive, "
                "utility, probability, uniform, threshold",
                excerpt(head)));
        }
    }

    void read_players() {
        const auto count = words_.size() == 2 ? parse_integer(words_[1]) : std::nullopt;
        if (!count || *count < 1 || *count > static_cast<std::int64_t>(max_players))
            fail(fmt::format("expected a number of players from 1 to {}", max_players));
        if (!network_.utilities.empty() || !network_.threshold.empty())
            fail("the number of players comes before utilities and the threshold");
        network_.players = static_cast<std::size_t>(*count);
    }

    void read_variable() {
        if (words_.size() < 3) fail("expected a variable's name and its values");
        if (network_.variables.size() == max_variables)
            fail(fmt::format("more than {} variables", max_variables));
        VariableInfo made{
            .name = std::string(words_[1]), .values = {}, .stochastic = words_[0] == "stochastic"};
        if (made.name == "|" || made.name == ":" || made.name.find_first_of("=!") != std::string::npos ||
            has_control(made.name))
            fail("a variable cannot have this name");
        for (std::size_t i = 2; i < words_.size(); ++i) {
            if (words_[i] == ":" || words_[i] == "end" || words_[i].find(',') != std::string_view::npos ||
                has_control(words_[i]))
                fail(fmt::format("a value cannot be '{}'", excerpt(words_[i])));
            made.values.emplace_back(words_[i]);
        }
        std::vector<std::string> sorted = made.values;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            fail(fmt::format("{} has a value twice", excerpt(made.name)));
        if (!numbers_of_variables_.emplace(made.name, network_.variables.size()).second)
            fail(fmt::format("there is a variable {} already", excerpt(made.name)));
        std::unordered_map<std::string, Value> numbers;
        for (Value value = 0; value < made.values.size(); ++value) numbers.emplace(made.values[value], value);
        numbers_of_values_.push_back(std::move(numbers));
        network_.variables.push_back(std::move(made));
    }

    VariableId variable(std::string_view name) const {
        const auto found = numbers_of_variables_.find(std::string(name));
        if (found == numbers_of_variables_.end()) fail(fmt::format("there is no variable {}", excerpt(name)));
        return static_cast<VariableId>(found->second);
    }

    std::vector<VariableId> scope(std::size_t first) const {
        std::vector<VariableId> made;
        for (std::size_t i = first; i < words_.size(); ++i) made.push_back(variable(words_[i]));
        return made;
    }

    Value value(VariableId variable, std::string_view name) const {
        const auto& numbers = numbers_of_values_[variable];
        const auto found = numbers.find(std::string(name));
        if (found == numbers.end())
            fail(fmt::format("{} has no value {}", network_.variables[variable].name, excerpt(name)));
        return found->second;
    }

    // The values of a row.
    void add_row(Tuples& rows) const {
        std::vector<Value> row;
        for (std::size_t i = 0; i < rows.scope.size(); ++i) row.push_back(value(rows.scope[i], words_[i]));
        rows.add(row);
    }

    // `x=a,b` or `x!=a,b`
    Literal literal(std::string_view word) {
        const std::size_t sign = word.find('=');
        const bool negated = sign != std::string_view::npos && sign > 0 && word[sign - 1] == '!';
        if (sign == std::string_view::npos || sign == 0 || sign + 1 == word.size())
            fail(fmt::format("expected VARIABLE=VALUE or VARIABLE!=VALUE, not '{}'", excerpt(word)));
        Atom atom{.variable = variable(word.substr(0, negated ? sign - 1 : sign))};
        for (std::string_view rest = word.substr(sign + 1);;) {
            const std::size_t comma = rest.find(',');
            atom.values.push_back(value(atom.variable, rest.substr(0, comma)));
            if (comma == std::string_view::npos) break;
            rest = rest.substr(comma + 1);
        }
        std::sort(atom.values.begin(), atom.values.end());
        atom.values.erase(std::unique(atom.values.begin(), atom.values.end()), atom.values.end());
        const auto [place, fresh] = atoms_.emplace(atom, static_cast<AtomId>(network_.atoms.size()));
        if (fresh) network_.atoms.push_back(std::move(atom));
        return literal_of(place->second, negated);
    }
    std::vector<Literal> literals(std::size_t first) {
        std::vector<Literal> all;
        for (std::size_t i = first; i < words_.size(); ++i) all.push_back(literal(words_[i]));
        return all;
    }

    void read_without() {
        if (words_.size() < 3) fail("expected a variable and values");
        const VariableId of = variable(words_[1]);
        for (std::size_t i = 2; i < words_.size(); ++i) {
            const Value one = value(of, words_[i]);
            if (!removed_.emplace(of, one).second)
                fail(fmt::format("{} is without {} already", words_[1], excerpt(words_[i])));
            network_.variables[of].removed.push_back(one);
        }
    }

    void read_all() {
        if (words_.size() < 3 || words_[2] != ":") fail("expected VARIABLE=VALUE, a colon, and what it takes");
        const Literal output = literal(words_[1]);
        network_.conjunctions.push_back({.output = output, .inputs = literals(3)});
    }

    void read_derivation() {
        Derivation derivation;
        std::set<AtomId> heads, negated;
        read_rows([&] {
            if (words_.size() < 2 || words_[1] != ":")
                fail("expected VARIABLE=VALUE, a colon, and what it takes");
            Derivation::Rule rule{.head = literal(words_[0]), .body = literals(2)};
            if (is_negated(rule.head)) fail("a head cannot be negated");
            heads.insert(atom_of(rule.head));
            for (const Literal one : rule.body)
                if (is_negated(one)) negated.insert(atom_of(one));
            derivation.rules.push_back(std::move(rule));
        });
        for (const AtomId head : heads)
            if (negated.contains(head)) fail("a head is negated in a rule");
        network_.derivations.push_back(std::move(derivation));
    }

    void read_uniform() {
        if (words_.size() < 3 || words_[2] != ":")
            fail("expected a stochastic variable, a colon, and conditions");
        Probability probability{.variable = drawn(words_[1])};
        probability.uniform = literals(3);
        if (probability.uniform.size() != network_.domain_size(probability.variable))
            fail(fmt::format("expected a condition for every value of {}", words_[1]));
        for (const Literal condition : probability.uniform)
            if (network_.variable_of(condition) >= probability.variable)
                fail(fmt::format("{} comes after {}", network_.variables[network_.variable_of(condition)].name,
                                 words_[1]));
        network_.probabilities.push_back(std::move(probability));
    }

    // A stochastic variable of which nothing was said before.
    VariableId drawn(std::string_view name) {
        const VariableId found = variable(name);
        if (!network_.variables[found].stochastic) fail(fmt::format("{} is chosen, not drawn", name));
        if (!distributed_.insert(found).second)
            fail(fmt::format("it is said already how {} is distributed", excerpt(name)));
        return found;
    }

    // For rows of which each may be there once.
    void add_new_row(Tuples& rows, std::set<std::vector<Value>>& known) const {
        add_row(rows);
        const std::size_t width = rows.scope.size();
        if (!known.emplace(rows.values.end() - static_cast<std::ptrdiff_t>(width), rows.values.end()).second &&
            width > 0)
            fail("this row is there already");
    }

    double number(std::string_view word) const {
        const std::size_t slash = word.find('/');
        const auto above = parse_real(word.substr(0, slash));
        const auto below =
            slash == std::string_view::npos ? std::optional<double>(1) : parse_real(word.substr(slash + 1));
        if (!above || !below || *below == 0 || !std::isfinite(*above / *below))
            fail(fmt::format("'{}' is not a number", excerpt(word)));
        return *above / *below;
    }

    std::vector<double> numbers(std::size_t first, std::size_t count, const char* what) const {
        if (words_.size() != first + count) fail(fmt::format("expected {}", what));
        std::vector<double> found;
        for (std::size_t i = first; i < words_.size(); ++i) found.push_back(number(words_[i]));
        return found;
    }

    // Calls row() for every line up to `end`.
    template <typename Row>
    void read_rows(Row row) {
        const std::int64_t begin = line_;
        while (next_line()) {
            if (words_.size() == 1 && words_[0] == "end") return;
            row();
        }
        line_ = begin;
        fail("there is no `end` to this");
    }

    void expect_colon(std::size_t values) const {
        if (words_.size() <= values || words_[values] != ":")
            fail(fmt::format("expected {} values and then a colon", values));
    }

    void read_table() {
        Table table{.allowed = {.scope = scope(1), .values = {}}};
        if (table.allowed.scope.empty()) fail("expected the names of variables");
        read_rows([&] {
            if (words_.size() != table.allowed.scope.size())
                fail(fmt::format("expected {} values", table.allowed.scope.size()));
            add_row(table.allowed);
        });
        network_.tables.push_back(std::move(table));
    }

    void read_utility() {
        Utility utility;
        utility.rows.scope = scope(1);
        if (utility.rows.scope.empty()) fail("expected the names of variables");
        std::set<std::vector<Value>> known;
        read_rows([&] {
            const std::size_t values = utility.rows.scope.size();
            expect_colon(values);
            const std::vector<double> gains = numbers(values + 1, network_.players, "a number a player");
            add_new_row(utility.rows, known);
            utility.gains.insert(utility.gains.end(), gains.begin(), gains.end());
        });
        network_.utilities.push_back(std::move(utility));
    }

    void read_probability() {
        if (words_.size() < 2 || (words_.size() > 2 && words_[2] != "|"))
            fail("expected a stochastic variable, and what it depends on behind a bar");
        Probability probability{.variable = drawn(words_[1])};
        probability.given.scope = scope(std::min<std::size_t>(3, words_.size()));
        for (const VariableId before : probability.given.scope)
            if (before >= probability.variable)
                fail(fmt::format("{} comes after {}", network_.variables[before].name, words_[1]));
        std::size_t rows = 0;
        std::set<std::vector<Value>> known;
        read_rows([&] {
            const std::size_t values = probability.given.scope.size();
            expect_colon(values);
            const std::vector<double> chances =
                numbers(values + 1, network_.domain_size(probability.variable), "a number for every value");
            double sum = 0;
            for (const double chance : chances) {
                if (chance < 0) fail("a probability is negative");
                sum += chance;
            }
            if (std::abs(sum - 1) > rounding)
                fail(fmt::format("the probabilities sum to {}, not to 1", number_text(sum)));
            add_new_row(probability.given, known);
            // Rounding stays as it was written.
            for (const double chance : chances)
                probability.chances.push_back(std::abs(sum - 1) < 1e-12 ? chance : chance / sum);
            ++rows;
        });
        if (probability.given.scope.empty() && rows != 1) fail("expected one row");
        network_.probabilities.push_back(std::move(probability));
    }

    std::string_view text_;
    const std::string& file_;
    std::size_t at_ = 0;
    std::int64_t line_ = 0;
    Words words_;
    Network network_;
    std::set<std::pair<VariableId, Value>> removed_;
    std::unordered_map<std::string, std::size_t> numbers_of_variables_;
    std::vector<std::unordered_map<std::string, Value>> numbers_of_values_;  // by variable
    std::set<VariableId> distributed_;
    std::map<Atom, AtomId> atoms_;
};

}  // namespace

Network read_network(std::string_view text, const std::string& file) {
    return Reader(text, file).read();
}

}  // namespace playout::csp
