// Gecode as an oracle: solutions, counts and the values that arc consistency and singleton arc consistency
// leave.
#include <gtest/gtest.h>

#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>

#include "playout/csp/mac.h"
#include "tests/csp/random_network.h"

namespace playout::csp {
namespace {

class Model final : public Gecode::Space {
  public:
    explicit Model(const Network& network) {
        for (VariableId variable = 0; variable < network.variables.size(); ++variable)
            variables_ << Gecode::IntVar(*this, 0, static_cast<int>(network.domain_size(variable)) - 1);
        for (const Table& table : network.tables) post(table);
        for (const Conjunction& conjunction : network.conjunctions) post(network, conjunction);
        const Gecode::IntVarArgs all = variables_;
        array_ = Gecode::IntVarArray(*this, all);
        Gecode::branch(*this, array_, Gecode::INT_VAR_NONE(), Gecode::INT_VAL_MIN());
    }
    Model(Model& other) : Gecode::Space(other) { array_.update(*this, other.array_); }
    Gecode::Space* copy() override { return new Model(*this); }

    std::vector<Value> solution() const {
        std::vector<Value> values;
        for (const Gecode::IntVar& variable : array_) values.push_back(static_cast<Value>(variable.val()));
        return values;
    }
    Left left() const {
        Left all;
        for (const Gecode::IntVar& variable : array_) {
            all.emplace_back();
            for (Gecode::IntVarValues value(variable); value(); ++value)
                all.back().insert(static_cast<Value>(value.val()));
        }
        return all;
    }
    void assign(std::size_t variable, Value value) {
        Gecode::rel(*this, array_[static_cast<int>(variable)], Gecode::IRT_EQ, static_cast<int>(value));
    }
    void remove(std::size_t variable, Value value) {
        Gecode::rel(*this, array_[static_cast<int>(variable)], Gecode::IRT_NQ, static_cast<int>(value));
    }

  private:
    // Gecode wants every variable once.
    void post(const Table& table) {
        std::vector<VariableId> scope = table.allowed.scope;
        std::sort(scope.begin(), scope.end());
        scope.erase(std::unique(scope.begin(), scope.end()), scope.end());
        Gecode::TupleSet rows(static_cast<int>(scope.size()));
        for (std::size_t i = 0; i < table.allowed.size(); ++i) {
            Gecode::IntArgs row(static_cast<int>(scope.size()));
            bool sound = true;
            for (std::size_t place = 0; place < scope.size(); ++place) {
                std::set<Value> values;
                for (std::size_t j = 0; j < table.allowed.scope.size(); ++j)
                    if (table.allowed.scope[j] == scope[place]) values.insert(table.allowed.row(i)[j]);
                sound = sound && values.size() == 1;
                row[static_cast<int>(place)] = static_cast<int>(*values.begin());
            }
            if (sound) rows.add(row);
        }
        rows.finalize();
        Gecode::IntVarArgs variables;
        for (const VariableId variable : scope) variables << variables_[static_cast<int>(variable)];
        Gecode::extensional(*this, variables, rows);
    }

    Gecode::BoolVar truth(const Network& network, Literal literal) {
        const Atom& atom = network.atoms[atom_of(literal)];
        Gecode::IntArgs values;
        for (const Value value : atom.values) values << static_cast<int>(value);
        const Gecode::BoolVar holds(*this, 0, 1);
        Gecode::dom(*this, variables_[static_cast<int>(atom.variable)], Gecode::IntSet(values), holds);
        return is_negated(literal) ? Gecode::expr(*this, !holds) : holds;
    }
    void post(const Network& network, const Conjunction& conjunction) {
        Gecode::BoolVarArgs inputs;
        for (const Literal input : conjunction.inputs) inputs << truth(network, input);
        const Gecode::BoolVar output =
            conjunction.output ? truth(network, *conjunction.output) : Gecode::BoolVar(*this, 0, 0);
        Gecode::rel(*this, Gecode::BOT_AND, inputs, output);
    }

    Gecode::IntVarArgs variables_;
    Gecode::IntVarArray array_;
};

Solutions solutions_of(Model& model) {
    Gecode::DFS<Model> search(&model);
    Solutions found;
    while (const std::unique_ptr<Model> one{search.next()}) found.insert(one->solution());
    return found;
}

bool make_singleton_consistent(Model& model) {
    for (bool again = true; again;) {
        again = false;
        const Left left = model.left();
        for (std::size_t variable = 0; variable < left.size() && !again; ++variable)
            for (const Value value : left[variable]) {
                const std::unique_ptr<Model> tried{static_cast<Model*>(model.clone())};
                tried->assign(variable, value);
                if (tried->status() != Gecode::SS_FAILED) continue;
                model.remove(variable, value);
                if (model.status() == Gecode::SS_FAILED) return false;
                again = true;
                break;
            }
    }
    return true;
}

// Gecode 6.2 gives memory of calloc to operator delete, which the address sanitizer does not forgive.
#ifdef __SANITIZE_ADDRESS__
constexpr bool can_run = false;
#else
constexpr bool can_run = true;
#endif

TEST(Gecode, FindsTheSameSolutions) {
    if (!can_run) GTEST_SKIP();
    Rng rng(21);
    int with_solutions = 0;
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        Network network = random_network(rng);
        if (i % 2 == 0) {
            add_formulas(network, rng);
            network.derivations.clear();
        }
        Model model(network);
        const Solutions expected = solutions_of(model);
        for (const Strength strength : {Strength::arcs, Strength::forward}) {
            Propagator propagator(network, strength);
            Solutions found;
            const MacReport report = for_each_solution(
                propagator, [&](const Domains& domains) { return found.insert(values_of(domains)).second; });
            EXPECT_TRUE(report.complete) << "network " << i;
            EXPECT_EQ(found, expected) << "network " << i;
        }
        with_solutions += expected.empty() ? 0 : 1;
    }
    EXPECT_GT(with_solutions, 2000);
}

TEST(Gecode, LeavesTheSameValues) {
    if (!can_run) GTEST_SKIP();
    Rng rng(22);
    int by_arcs = 0, by_singletons = 0;
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        const Network network = random_network(rng);
        Model model(network);
        Propagator propagator(network);
        const bool possible = model.status() != Gecode::SS_FAILED;
        ASSERT_EQ(propagator.propagate(), possible) << "network " << i;
        if (!possible) continue;
        const Left arcs = model.left();
        EXPECT_EQ(left_of(propagator.domains()), arcs) << "network " << i;
        by_arcs += arcs != all_values(network) ? 1 : 0;
        const bool still = make_singleton_consistent(model);
        ASSERT_EQ(propagator.make_singleton_consistent(), still) << "network " << i;
        if (!still) continue;
        EXPECT_EQ(left_of(propagator.domains()), model.left()) << "network " << i;
        by_singletons += model.left() != arcs ? 1 : 0;
    }
    EXPECT_GT(by_arcs, 1000);
    EXPECT_GT(by_singletons, 20);
}

}  // namespace
}  // namespace playout::csp
