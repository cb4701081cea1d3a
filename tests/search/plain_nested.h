// The nested searches once more, as slowly and plainly as they can be written: what the fast ones are compared
// with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "playout/base/rng.h"
#include "playout/problem/walk.h"
#include "playout/search/policy.h"

namespace playout {

// As their pseudo-code has them: a policy is a map, and every level copies it. Sums are
// made in the order of the moves, so that every draw is the same.
template <State S>
class Plain {
  public:
    using Weights = std::map<MoveCode, float>;
    struct Game {
        OutcomeOf<S> outcome{};
        std::vector<MoveOf<S>> moves;
        std::vector<std::vector<MoveCode>> codes;
        std::vector<MoveCode> taken;
    };
    struct Member {
        Game game;
        Weights policy;
    };

    Plain(const S& root, std::int64_t n, std::size_t width = 1) : root_(root), n_(n), width_(width) {}

    // The number of the playout and the value, wherever a game was better than all before it.
    std::vector<std::pair<std::int64_t, double>> trace;

    Game nrpa(std::int64_t level, Weights policy, bool always = true) {
        if (level == 0) return playout(policy);
        Game best;
        for (std::int64_t i = 0; i < n_; ++i) {
            Game game = nrpa(level - 1, policy, always);
            const bool is_new = i == 0 || (game.moves != best.moves && !worse(game, best));
            if (is_new) best = std::move(game);
            if (is_new || always) policy = adapted(policy, best);
        }
        return best;
    }

    std::vector<Member> beam_nrpa(std::int64_t level, const Weights& policy) {
        if (level == 0) return {{playout(policy), policy}};
        std::vector<Member> beam;
        for (std::int64_t i = 0; i < n_; ++i) {
            std::vector<Member> found;
            const std::vector<Member> start{{{}, policy}};
            for (const Member& member : beam.empty() ? start : beam)
                for (const Member& below : beam_nrpa(level - 1, member.policy))
                    if (!has(beam, below.game) && !has(found, below.game))
                        found.insert(found.begin(), {below.game, member.policy});  // the latest first
            found.insert(found.end(), beam.begin(), beam.end());
            std::stable_sort(found.begin(), found.end(), [this](const Member& left, const Member& right) {
                return worse(right.game, left.game);
            });
            if (found.size() > width_) found.resize(width_);
            beam = std::move(found);
            for (Member& member : beam) member.policy = adapted(member.policy, member.game);
        }
        return beam;
    }

    // The first iteration does not learn: theta = 1 / n.
    std::vector<Game> hd_nrpa(std::int64_t level, Weights policy) {
        if (level == 0) return {playout(policy)};
        std::vector<Game> beam;
        for (std::int64_t i = 0; i < n_; ++i) {
            for (const Game& game : hd_nrpa(level - 1, policy)) {
                const auto alike = [&](const Game& known) {
                    return known.outcome == game.outcome && known.moves.size() == game.moves.size();
                };
                if (std::any_of(beam.begin(), beam.end(), alike)) continue;
                beam.push_back(game);
                std::stable_sort(beam.begin(), beam.end(),
                                 [this](const Game& left, const Game& right) { return worse(right, left); });
                if (beam.size() > (level == 1 ? 1 : width_)) beam.pop_back();
            }
            if (i >= 1) policy = hd_adapted(policy, beam);
        }
        return beam;
    }

    Game nmcs(std::int64_t level, const S& start, const std::vector<MoveOf<S>>& path) {
        Game best;
        bool any = false;
        S state = start;
        std::vector<MoveOf<S>> walked = path, moves;
        if (level == 0 || state.at_end()) {
            for (; !state.at_end(); state.play(walked.back())) {
                state.legal_moves(moves);
                walked.push_back(moves[rng_.below(moves.size())]);
            }
            best.moves = walked;
            finish(best, state);
            return best;
        }
        while (!state.at_end()) {
            std::vector<MoveOf<S>> here;
            state.legal_moves(here);
            for (const auto& move : here) {
                S child = state;
                child.play(move);
                std::vector<MoveOf<S>> longer = walked;
                longer.push_back(move);
                Game game = nmcs(level - 1, child, longer);
                if (!any || worse(best, game)) best = std::move(game);
                any = true;
            }
            walked.push_back(best.moves[walked.size()]);
            state.play(walked.back());
        }
        return best;
    }

  private:
    static float strength(const Weights& policy, MoveCode code) {
        const auto known = policy.find(code);
        return policy_exp(known == policy.end() ? 0 : known->second);
    }
    bool worse(const Game& left, const Game& right) const {
        return better(right.outcome, left.outcome, root_.sense());
    }
    static bool has(const std::vector<Member>& members, const Game& game) {
        return std::any_of(members.begin(), members.end(),
                           [&](const Member& member) { return member.game.moves == game.moves; });
    }

    void finish(Game& game, const S& end) {
        game.outcome = outcome_of(end);
        ++playouts_;
        if (best_ && !better(game.outcome, *best_, root_.sense())) return;
        best_ = game.outcome;
        trace.emplace_back(playouts_, game.outcome.value);
    }

    Game playout(const Weights& policy) {
        Game game;
        S state = root_;
        while (!state.at_end()) {
            std::vector<MoveOf<S>> moves;
            state.legal_moves(moves);
            if constexpr (HasSelection<S>) state.select(moves);
            std::vector<MoveCode> codes;
            std::vector<float> sums;
            float sum = 0;
            for (const auto& move : moves) {
                codes.push_back(code_of(state, move, game.moves.size()));
                sums.push_back(sum += strength(policy, codes.back()));
            }
            const float point = static_cast<float>(rng_.next() >> 40) * 0x1p-24f * sum;
            std::size_t chosen = 0;
            while (chosen + 1 < moves.size() && sums[chosen] <= point) ++chosen;
            game.taken.push_back(codes[chosen]);
            game.codes.push_back(codes);
            game.moves.push_back(moves[chosen]);
            state.play(moves[chosen]);
        }
        finish(game, state);
        return game;
    }

    static Weights adapted(const Weights& policy, const Game& game) {
        std::map<MoveCode, float> shares, times;
        for (std::size_t step = 0; step < game.codes.size(); ++step)
            add_fork(policy, game.taken[step], game.codes[step], shares, times);
        return moved(policy, shares, times);
    }

    // Every move that a game of the beam takes once. Right where games that take the same move have the same
    // moves to choose from.
    static Weights hd_adapted(const Weights& policy, const std::vector<Game>& beam) {
        std::map<MoveCode, float> shares, times;
        for (const Game& game : beam)
            for (std::size_t step = 0; step < game.codes.size(); ++step)
                if (!times.contains(game.taken[step]))
                    add_fork(policy, game.taken[step], game.codes[step], shares, times);
        return moved(policy, shares, times);
    }

    static void add_fork(const Weights& policy, MoveCode taken, const std::vector<MoveCode>& codes,
                         std::map<MoveCode, float>& shares, std::map<MoveCode, float>& times) {
        ++times[taken];
        float sum = 0;
        for (const MoveCode code : codes) sum += strength(policy, code);
        for (const MoveCode code : codes) shares[code] += 1 / sum;
    }

    static Weights moved(const Weights& policy, const std::map<MoveCode, float>& shares,
                         std::map<MoveCode, float>& times) {
        Weights next = policy;
        for (const auto& [code, share] : shares)
            next[code] += 1 * (times[code] - strength(policy, code) * share);
        return next;
    }

    const S root_;
    const std::int64_t n_;
    const std::size_t width_;
    Rng rng_{1};  // as run_algorithm has it
    std::int64_t playouts_ = 0;
    std::optional<OutcomeOf<S>> best_;
};

}  // namespace playout
