// Every game from a state on, where these are few: the best end below each state is then known, and what is
// below two states can be compared. For check_problem.h.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "playout/base/hash.h"
#include "playout/problem/check_promises.h"
#include "playout/problem/check_strategies.h"
#include "playout/problem/observation.h"

namespace playout {

template <State S>
class TreeCheck {
  public:
    TreeCheck(const S& root, Bests<S>& bests, StrategyCheck<S>& strategies, Checking& checking)
        : root_(root),
          bests_(bests),
          strategies_(strategies),
          checking_(checking),
          complaints_(checking.complaints) {}

    // False: there are more than `max_states` states below the end of the path; those of them that were seen
    // with all that is below them were checked.
    bool search(const std::vector<MoveOf<S>>& path, std::int64_t max_states) {
        S state = root_;
        for (const MoveOf<S>& move : path) state.play(move);
        starts_.push_back(path);
        path_.clear();
        states_left_ = max_states;
        return look(state, 0).has_value();
    }

  private:
    static constexpr int deepest = 400;  // levels of the recursion
    static constexpr std::size_t max_kept = 2000;

    struct Below {
        std::optional<OutcomeOf<S>> best;  // of the feasible ends
        std::uint64_t games = 0;           // all that can follow, moves and outcomes, in one word
        std::int64_t ends = 0;
        std::int64_t longest = 0;  // game from here, in moves
    };
    // The way to a state. Games may be long, so their beginning is kept once for all states.
    struct Way {
        std::size_t start;
        std::vector<MoveOf<S>> path;  // from there
    };
    // The first state with its hash.
    struct Seen {
        Way way;
        Below below;
    };
    // States with the same games below them.
    struct Kept {
        Way way;
        std::optional<S> state;
        std::uint64_t hash;
    };

    std::optional<Below> look(const S& state, int depth) {
        if (--states_left_ < 0 || depth > deepest) return std::nullopt;
        Below below;
        if (state.at_end()) {
            const OutcomeOf<S> outcome = outcome_of(state);
            if (outcome.feasible()) below.best = outcome;
            below.games = combine(std::bit_cast<std::uint64_t>(outcome.violation + 0.0),
                                  std::bit_cast<std::uint64_t>(outcome.value + 0.0));
            below.ends = 1;
            check_cannot_beat(
                state, bests_, [&] { return name(here()); }, complaints_);
            bests_.add(outcome);
        }
        for (const MoveOf<S>& move : listed_moves(state)) {
            if (state.at_end()) break;
            S child = state;
            child.play(move);
            path_.push_back(move);
            check_growth(state, child);
            const std::optional<Below> found = look(child, depth + 1);
            path_.pop_back();
            if (!found) return std::nullopt;
            if (found->best && (!below.best || better(*found->best, *below.best, root_.sense())))
                below.best = found->best;
            below.games += combine(hash_text(std::string(state.move_text(move))), found->games);
            below.ends += found->ends;
            below.longest = std::max(below.longest, found->longest + 1);
        }
        check_moves(state);
        check_moves_left(state, below);
        check_bound(state, below);
        check_hash(state, below);
        return below;
    }

    Way here() const { return {starts_.size() - 1, path_}; }
    std::vector<MoveOf<S>> whole(const Way& way) const {
        std::vector<MoveOf<S>> path = starts_[way.start];
        path.insert(path.end(), way.path.begin(), way.path.end());
        return path;
    }
    std::string name(const Way& way) const { return path_name(root_, whole(way)); }

    void check_moves(const S& state) {
        if constexpr (HasEndsWorse<S> || HasRepeatsParent<S>) {
            if (state.at_end()) return;
            const std::vector<MoveOf<S>> moves = listed_moves(state);
            check_ends_worse(
                state, moves, bests_, [&] { return name(here()); }, complaints_);
            if (checking_.work_left <= 0) return;
            const std::vector<MoveOf<S>> path = whole(here());
            strategies_.check_repeats({root_, path, state, ""}, moves);
        }
    }

    void check_growth(const S& parent, const S& child) {
        if constexpr (HasMovesLeft<S>) {
            const auto left = static_cast<std::int64_t>(child.moves_left());
            const auto before = static_cast<std::int64_t>(parent.moves_left());
            if (left > before)
                complaints_.add("moves_left() grows", [&] {
                    return fmt::format("moves_left() {} is {}, but {} before that move", name(here()), left,
                                       before);
                });
        }
    }

    void check_moves_left(const S& state, const Below& below) {
        if constexpr (HasMovesLeft<S>) {
            const auto left = static_cast<std::int64_t>(state.moves_left());
            if (left >= below.longest) return;
            complaints_.add("moves_left()", [&] {
                return fmt::format("moves_left() {} is {}, but a game of {} moves follows", name(here()), left,
                                   below.longest);
            });
        }
    }

    void check_bound(const S& state, const Below& below) {
        if (!below.best) return;
        TightestBound<S> bound;
        bound.see(state, 0);
        const auto broken = bound.broken_by(*below.best, root_.sense());
        if (!broken) return;
        complaints_.add(broken->method, [&] {
            return fmt::format("{} {} is {}, but a game from there ends with {} ({})", broken->method,
                               name(here()), broken->bound, below.best->value, sense_name(root_.sense()));
        });
    }

    void check_hash(const S& state, const Below& below) {
        if constexpr (HasHash<S>) {
            if (!offers(state).hash) return;
            const std::uint64_t hash = state.hash();
            const auto [found, fresh] = seen_.try_emplace(hash, Seen{here(), below});
            if (!fresh && found->second.below.games != below.games)
                complaints_.add("one hash", [&] {
                    return fmt::format("hash() is {} {} and {}, but {}", hash, name(found->second.way),
                                       name(here()), other_games(found->second.below, below));
                });
            if constexpr (std::equality_comparable<S>) {
                if (offers(state).equality) check_equals(state, hash, below);
            }
        }
    }

    static std::string other_games(const Below& one, const Below& other) {
        if (one.ends != other.ends)
            return fmt::format("there are {} and {} games from there on", one.ends, other.ends);
        if (one.best && other.best && one.best->value != other.best->value)
            return fmt::format("the best ends below are {} and {}", one.best->value, other.best->value);
        return "the games from there on have other moves or ends";
    }

    // Equal states have the same games below them, so they are looked for among those.
    void check_equals(const S& state, std::uint64_t hash, const Below& below) {
        std::vector<Kept>& alike = kept_[below.games];
        for (const Kept& other : alike) {
            if (other.hash == hash) return;
            if (!(*other.state == state)) continue;
            complaints_.add("equal states", [&] {
                return fmt::format("hash() is {} {} but {} {}, and operator== calls both states equal",
                                   other.hash, name(other.way), hash, name(here()));
            });
        }
        if (kept_count_ == max_kept || alike.size() == 8) return;
        ++kept_count_;
        alike.push_back({here(), state, hash});
    }

    const S& root_;
    Bests<S>& bests_;
    StrategyCheck<S>& strategies_;
    Checking& checking_;
    Complaints& complaints_;
    std::vector<std::vector<MoveOf<S>>> starts_;  // of all searches
    std::vector<MoveOf<S>> path_;                 // from the last of them
    std::int64_t states_left_ = 0;
    std::unordered_map<std::uint64_t, Seen> seen_;
    std::unordered_map<std::uint64_t, std::vector<Kept>> kept_;  // by the games below them
    std::size_t kept_count_ = 0;
};

}  // namespace playout
