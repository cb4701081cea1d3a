// Which neighbours the games of a state have: the domain's own, those by decision where states say which one
// they ask for, else those by order. A domain's own may suit some of its problems only, and says which.
#pragma once

#include <type_traits>
#include <variant>

#include "playout/problem/neighbourhood.h"
#include "playout/search/decision_neighbourhood.h"
#include "playout/search/ordered_neighbourhood.h"

namespace playout {

// The domain's own where they suit the problem, else those by order.
template <State S>
class OwnOrOrderedNeighbourhood {
  public:
    using Own = typename S::Neighbourhood;
    using Move = MoveOf<S>;

    OwnOrOrderedNeighbourhood(const S& root, Strategy<S>& completion) {
        if (Own::suits(root)) {
            games_.template emplace<Own>(root, completion);
        } else {
            games_.template emplace<OrderedNeighbourhood<S>>(root, completion);
        }
    }

    bool begin(const std::vector<Move>& moves, PlayoutGuard<S>& guard) {
        return visit([&](auto& games) { return games.begin(moves, guard); });
    }
    bool change(Rng& rng, PlayoutGuard<S>& guard, double worst) {
        return visit([&](auto& games) { return games.change(rng, guard, worst); });
    }
    OutcomeOf<S> outcome() const {
        return visit([](const auto& games) { return games.outcome(); });
    }
    double smooth_value() const {
        return visit([](const auto& games) { return games.smooth_value(); });
    }
    const S& end() const {
        return visit([](const auto& games) -> const S& { return games.end(); });
    }
    const std::vector<Move>& moves() const {
        return visit([](const auto& games) -> const std::vector<Move>& { return games.moves(); });
    }
    void accept() {
        visit([](auto& games) { games.accept(); });
    }
    std::int64_t bytes() const {
        return visit([](const auto& games) { return games.bytes(); });
    }
    void archive(Archive& archive) {
        visit([&](auto& games) { games.archive(archive); });
    }

  private:
    template <typename What>
    decltype(auto) visit(What what) {
        if (auto* own = std::get_if<Own>(&games_)) return what(*own);
        return what(std::get<OrderedNeighbourhood<S>>(games_));
    }
    template <typename What>
    decltype(auto) visit(What what) const {
        if (const auto* own = std::get_if<Own>(&games_)) return what(*own);
        return what(std::get<OrderedNeighbourhood<S>>(games_));
    }

    std::variant<std::monostate, Own, OrderedNeighbourhood<S>> games_;
};

namespace detail {

template <typename S>
auto neighbourhood_of() {
    if constexpr (requires(const S& root) { S::Neighbourhood::suits(root); }) {
        return std::type_identity<OwnOrOrderedNeighbourhood<S>>{};
    } else if constexpr (requires { typename S::Neighbourhood; }) {
        return std::type_identity<typename S::Neighbourhood>{};
    } else if constexpr (HasDecision<S>) {
        return std::type_identity<DecisionNeighbourhood<S>>{};
    } else {
        return std::type_identity<OrderedNeighbourhood<S>>{};
    }
}

}  // namespace detail

template <State S>
using NeighbourhoodOf = typename decltype(detail::neighbourhood_of<S>())::type;

}  // namespace playout
