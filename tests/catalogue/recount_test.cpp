// Records of a domain whose state lies: only its recount can tell.
#include <gtest/gtest.h>

#include "playout/catalogue/catalogue.h"
#include "playout/catalogue/domain_of.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

// Says of its ends that they are better by 3, and consistently so.
class LyingToy : public BareToy {
  public:
    using BareToy::BareToy;
    double value() const { return BareToy::value() - 3; }
};

template <typename S>
struct Toy {
    using Instance = CostTable;
    using State = S;

    static DomainInfo info() {
        DomainInfo info;
        info.name = "toy";
        return info;
    }
    static std::string text(const Instance&) { return "toy"; }
    static std::string summary(const Instance&) { return "a toy"; }
    static State root(const Instance& table) { return State(table); }
    static Outcome recount(const Instance& table, const std::vector<int>& moves) {
        int cost = 0;
        for (std::size_t i = 0; i < moves.size(); ++i)
            cost += table[i][static_cast<std::size_t>(moves[i])] +
                    (i == 0 ? 0 : (moves[i - 1] * 7 + moves[i] * 5) % 11);
        return {0, static_cast<double>(cost)};
    }
};

}  // namespace

// Nothing is searched here, so that no search need be compiled for toys.
template <>
Record ProblemOf<Toy<BareToy>>::solve(const Request&, const Surroundings&) const {
    return {};
}
template <>
Record ProblemOf<Toy<LyingToy>>::solve(const Request&, const Surroundings&) const {
    return {};
}

namespace {

// As a run would write it.
template <typename S>
std::vector<std::string> complaints_about(const std::vector<std::string>& moves) {
    const ProblemOf<Toy<S>> problem({{1, 2}, {3, 4}, {5, 6}});
    Record record;
    record.sense = problem.sense();
    record.moves = moves;
    record.outcome = problem.replay(moves).outcome;
    record.trace = {{0, 0, *record.outcome}};
    record.details = Json::object();
    return check(record, problem);
}

TEST(Recount, AgreesWithAStateThatDoesNotLie) {
    EXPECT_EQ(complaints_about<BareToy>({"0", "1", "0"}), std::vector<std::string>{});
}

TEST(Recount, CatchesAStateThatLiesWithBothNumbers) {
    EXPECT_EQ(complaints_about<LyingToy>({"0", "1", "0"}),
              std::vector<std::string>{"value: the moves give 19, a recount of them 22"});
}

TEST(Recount, EveryDomainHasOne) {
    for (const auto& domain : domains()) {
        Request request;
        request.domain = domain->info().name;
        request.algorithm = "greedy";
        request.limits.playouts = 1;
        const auto problem = open_problem(request);
        const Replayed replayed = problem->replay(run(*problem, request).moves);
        ASSERT_TRUE(replayed.recount) << request.domain;
        EXPECT_EQ(replayed.recount(), replayed.outcome) << request.domain;
    }
}

}  // namespace
}  // namespace playout
