// Holds a problem against the contract (state.h) before anything is searched: random games from every root are
// looked at closely, and where few games are left all of them are played.
//
//     for (const std::string& line : playout::check_problem(std::vector{MyState(...)}))
//     std::puts(line.c_str());
//
// What it does not see: promises that are broken only where neither random games nor small ends of them lead;
// and equal states with other hashes where states cannot be compared by ==, since then only the same moves are
// known to lead to equal states. It is no proof, but small roots are looked through entirely.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "playout/base/rng.h"
#include "playout/problem/capabilities.h"
#include "playout/problem/check_copies.h"
#include "playout/problem/check_moves.h"
#include "playout/problem/check_promises.h"
#include "playout/problem/check_strategies.h"
#include "playout/problem/check_tree.h"

namespace playout {

struct ProblemCheck {
    std::uint64_t seed = 1;
    int games = 20;                        // random ones from every root
    std::int64_t max_work = 1'000'000;     // moves listed and played to look closely, from every root
    std::int64_t max_states = 5'000;       // of a tree that is looked through
    std::size_t longest_game = 2'000'000;  // moves; a game that goes on is held for endless
};

// All about one root.
template <State S>
class RootCheck {
  public:
    RootCheck(const S& root, const ProblemCheck& options, Complaints& complaints)
        : root_(root),
          options_(options),
          checking_{complaints, Rng(options.seed), options.max_work},
          strategies_(root, checking_) {}

    void check() {
        const Observation<S> start(root_);
        std::vector<std::vector<Move>> games;
        for (int game = 0; game < options_.games; ++game) {
            if (!play_game(game > 0)) return;
            games.push_back(path_);
            path_.clear();
        }
        if (const auto words = difference(Observation<S>(root_), start))
            checking_.complaints.add("copies",
                                     [&] { return "playing on copies changes the first state: " + *words; });
        for (const bool selective : {false, true}) check_walk(root_, selective, checking_);
        strategies_.check_playouts();
        look_through(games);
    }

    // Of the game under way.
    std::size_t moves_played() const { return path_.size(); }

  private:
    using Move = MoveOf<S>;
    static constexpr std::size_t max_kept = 2'000;
    static constexpr std::size_t games_to_look_through = 4;

    // A random game to its end; with `closely`, more is tried at each of its states. False: something is so
    // wrong that going on may do harm, or tells nothing.
    bool play_game(bool closely) {
        S state = root_;
        last_text_.clear();
        moves_left_.clear();
        stages_.clear();
        decisions_.clear();
        while (true) {
            if (checking_.work_left > 0 && !look_at(state, closely)) return false;
            if constexpr (HasMovesLeft<S>) moves_left_.push_back(static_cast<std::int64_t>(state.moves_left()));
            if constexpr (HasStage<S>) stages_.push_back(static_cast<std::int64_t>(state.stage()));
            if constexpr (HasDecision<S>)
                if (!state.at_end()) decisions_.push_back(state.decision());
            const std::vector<Move> moves = listed_moves(state);
            if (state.at_end() || moves.empty()) break;
            if (path_.size() == options_.longest_game) {
                checking_.complaints.add("at_end()", [&] {
                    return fmt::format("at_end() is still false after {} moves", path_.size());
                });
                return false;
            }
            const Move move = moves[checking_.rng.below(moves.size())];
            if (checking_.work_left > 0) last_text_ = state.move_text(move);
            state.play(move);
            path_.push_back(move);
        }
        return check_end(state);
    }

    bool look_at(const S& state, bool closely) {
        const Spot<S> spot{root_, path_, state, last_text_};
        const Observation<S> seen(state);
        checking_.work_left -= static_cast<std::int64_t>(seen.moves.size()) + 1;
        if (const auto words = difference(Observation<S>(state), seen)) {
            checking_.complaints.add(
                "asked again", [&] { return fmt::format("{} when asked again, {}", *words, spot.place()); });
            return false;
        }
        const auto broken = broken_end(seen.at_end, seen.moves.size(), [&] { return spot.place(); });
        if (broken) checking_.complaints.add(*broken);
        const bool known = check_texts(spot, seen.moves, checking_.complaints);
        check_codes(spot, seen, checking_.complaints);
        check_next_move(spot, seen.moves, checking_.complaints);
        check_selection(spot, seen, checking_.complaints);
        check_names(spot, seen.moves, checking_.complaints);
        check_exact_bound(spot, seen, checking_.complaints);
        check_numbers(spot, seen, checking_.complaints);
        if (!known || (broken && !seen.at_end)) return false;
        if (seen.at_end || !closely) return true;
        if (!check_copies(spot, seen, checking_)) return false;
        check_undo(spot, seen, checking_);
        if (HasEndsWorse<S>) checking_.work_left -= static_cast<std::int64_t>(seen.moves.size());
        check_ends_worse(
            state, seen.moves, bests_, [&] { return spot.place(); }, checking_.complaints);
        strategies_.check_repeats(spot, seen.moves);
        check_hash(spot);
        return true;
    }

    // Beams and tables drop all but one of the states with one hash.
    void check_hash(const Spot<S>& spot) {
        if constexpr (HasHash<S>) {
            if (!offers(spot.state).hash) return;
            const std::uint64_t hash = spot.state.hash();
            const auto found = kept_.find(hash);
            if (found == kept_.end()) {
                if (kept_.size() < max_kept) kept_.emplace(hash, Kept{spot.state, path_});
                return;
            }
            if (found->second.path == path_) return;
            if (const auto words = other_future(spot.state, found->second.state, checking_))
                checking_.complaints.add("one hash", [&] {
                    return fmt::format("hash() is {} {} and {}, but {}", hash,
                                       path_name(root_, found->second.path), spot.place(), *words);
                });
        }
    }

    bool check_end(const S& end) {
        const Spot<S> spot{root_, path_, end, last_text_};
        if (!check_copies(spot, Observation<S>(end), checking_)) return false;
        if (const auto broken = broken_promise(root_, path_, end)) checking_.complaints.add(*broken);
        check_moves_left();
        check_stages();
        check_decisions();
        if (!end.at_end()) return true;
        check_undo_of_game(root_, path_, checking_);
        const OutcomeOf<S> outcome = outcome_of(end);
        const Outcome plain = plain_outcome_of(end);
        if (plain.value != outcome.value || plain.violation != outcome.violation)
            checking_.complaints.add("outcome()", [&] {
                return fmt::format("outcome() {} has the value {}, but value() is {}", path_name(root_, path_),
                                   outcome.value, plain.value);
            });
        check_cannot_beat(
            end, bests_, [&] { return spot.place(); }, checking_.complaints);
        bests_.add(outcome);
        return true;
    }

    // Along the game: enough for what followed, and never more than a move before.
    void check_moves_left() {
        for (std::size_t i = 0; i < moves_left_.size(); ++i) {
            const auto follow = static_cast<std::int64_t>(path_.size() - i);
            if (moves_left_[i] < follow)
                checking_.complaints.add("moves_left()", [&] {
                    return fmt::format("moves_left() {} is {}, but {} moves follow",
                                       place_name(root_, path_, i), moves_left_[i], follow);
                });
            if (i > 0 && moves_left_[i] > moves_left_[i - 1])
                checking_.complaints.add("moves_left() grows", [&] {
                    return fmt::format("moves_left() {} is {}, but {} before that move",
                                       place_name(root_, path_, i), moves_left_[i], moves_left_[i - 1]);
                });
        }
    }

    // Along the game: always more.
    void check_stages() {
        for (std::size_t i = 1; i < stages_.size(); ++i)
            if (stages_[i] <= stages_[i - 1])
                checking_.complaints.add("stage()", [&] {
                    return fmt::format("stage() {} is {}, but {} before that move", place_name(root_, path_, i),
                                       stages_[i], stages_[i - 1]);
                });
    }

    // Along the game: none twice.
    void check_decisions() {
        std::unordered_map<std::uint64_t, std::size_t> asked;
        for (std::size_t i = 0; i < decisions_.size(); ++i)
            if (const auto [before, fresh] = asked.emplace(decisions_[i], i); !fresh)
                checking_.complaints.add("decision()", [&] {
                    return fmt::format("decision() {} is {} again, as {}", place_name(root_, path_, i),
                                       decisions_[i], place_name(root_, path_, before->second));
                });
    }

    // All games from the start on, or from near the ends of some.
    void look_through(const std::vector<std::vector<Move>>& games) {
        TreeCheck<S> tree(root_, bests_, strategies_, checking_);
        if (tree.search({}, options_.max_states)) return;
        for (std::size_t i = 0; i < std::min(games.size(), games_to_look_through); ++i)
            for (std::size_t back = 1; back < games[i].size(); back *= 2) {
                const std::vector<Move> path(games[i].begin(),
                                             games[i].end() - static_cast<std::ptrdiff_t>(back));
                if (!tree.search(path, options_.max_states)) break;
            }
    }

    struct Kept {
        S state;
        std::vector<Move> path;
    };

    const S& root_;
    const ProblemCheck& options_;
    Checking checking_;
    StrategyCheck<S> strategies_;
    std::vector<Move> path_;
    std::string last_text_;
    std::vector<std::int64_t> moves_left_;  // as said at every state of the game,
    std::vector<std::int64_t> stages_;
    std::vector<std::uint64_t> decisions_;
    Bests<S> bests_;                                // of the games so far
    std::unordered_map<std::uint64_t, Kept> kept_;  // the first state with each hash
};

// What is broken, a line each: the method, the moves that lead there, and what does not fit together. Nothing
// where all is well.
template <State S>
std::vector<std::string> check_problem(const std::vector<S>& roots, const ProblemCheck& options = {}) {
    static_assert(checked_state<S>);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < roots.size(); ++i) {
        Complaints complaints;
        RootCheck<S> root(roots[i], options, complaints);
        try {
            root.check();
        } catch (const std::exception& error) {
            complaints.add("exception", [&] {
                return fmt::format("an exception in a game after {} moves: {}", root.moves_played(),
                                   error.what());
            });
        }
        for (const std::string& line : complaints.lines())
            lines.push_back(roots.size() > 1 ? fmt::format("root {}: {}", i + 1, line) : line);
    }
    return lines;
}

// Not a state: says what it lacks.
template <typename S, typename... Others>
requires(!State<S>) auto check_problem(const std::vector<S>&, const Others&...) {
    static_assert(checked_state<S>);
}

}  // namespace playout
