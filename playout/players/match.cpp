#include "playout/players/match.h"

#include <algorithm>

#include "playout/base/rng.h"

namespace playout::players {
namespace {

template <game::Game G>
class Referee {
  public:
    Referee(G& game, const std::vector<Seat>& seats, const MatchRules& rules, const Clock& clock,
            const std::function<bool()>& interrupted)
        : game_(game),
          seats_(seats),
          rules_(rules),
          clock_(clock),
          interrupted_(interrupted),
          rng_(rules.seed),
          players_(seats.size()) {
        for (std::size_t role = 0; role < seats_.size(); ++role) {
            report_.seats.push_back({.role = game_.role_text(role), .name = seats_[role].name});
            if (seats_[role].make) players_[role] = std::make_unique<TimedPlayer>(seats_[role].make, clock_);
        }
    }

    ~Referee() {
        for (const auto& player : players_)
            if (player) player->stop();  // all of them before any is waited for
    }

    MatchReport play() {
        const double begin = clock_();
        try {
            play_on();
        } catch (const WorkEnded&) {  // within a step of the rules
            report_.end = MatchReport::End::interrupted;
        }
        report_.seconds = clock_() - begin;
        return report_;
    }

  private:
    void play_on() {
        prepare();
        game_.set_state(game_.initial());
        std::vector<std::vector<std::string>> last;  // the step before
        using End = MatchReport::End;
        for (std::int64_t step = 0;; ++step) {
            if (game_.terminal()) break;
            if (interrupted_()) {
                report_.end = End::interrupted;
                break;
            }
            if (step == rules_.most_steps) {
                report_.end = End::cut;
                break;
            }
            if (somebody_is_stuck()) {
                report_.end = End::stuck;
                break;
            }
            const std::vector<std::string> joint = ask_all(last);
            if (interrupted_()) {
                report_.end = End::interrupted;
                break;
            }
            std::vector<game::MoveId> moves;
            for (std::size_t role = 0; role < joint.size(); ++role)
                moves.push_back(*game_.find_move(role, joint[role]));
            game_.step(moves);
            report_.moves.push_back(joint);
            last = {joint};
        }
        for (std::size_t role = 0; role < players_.size(); ++role) report_.seats[role].goal = game_.goal(role);
        if (report_.end != End::interrupted) finish(last);
    }

    bool somebody_is_stuck() {
        for (std::size_t role = 0; role < players_.size(); ++role)
            if (game_.legal(role).empty()) return true;
        return false;
    }

    void prepare() {
        const double start = clock_(), seconds = rules_.start_seconds;
        std::vector<TimedPlayer::Asked> asked(players_.size());
        // A player must come into being, however short the time is.
        for (std::size_t role = 0; role < players_.size(); ++role)
            if (players_[role])
                asked[role] = players_[role]->ask_to_prepare(
                    {start + seconds - thinking_margin(seconds), start + seconds + seats_[role].grace + 60});
        for (std::size_t role = 0; role < players_.size(); ++role)
            if (players_[role]) note(role, players_[role]->answer_to(asked[role], interrupted_));
    }

    void finish(const std::vector<std::vector<std::string>>& last) {
        const double until = clock_() + rules_.move_seconds;
        std::vector<TimedPlayer::Asked> asked(players_.size());
        for (std::size_t role = 0; role < players_.size(); ++role)
            if (players_[role]) asked[role] = players_[role]->ask_to_finish(last, {until, until});
        for (std::size_t role = 0; role < players_.size(); ++role)
            if (players_[role]) players_[role]->answer_to(asked[role]);
    }

    void note(std::size_t role, const TimedPlayer::Answer& answer) {
        if (!answer.complaint.empty()) report_.seats[role].complaint = answer.complaint;
    }

    // A legal move of every role.
    std::vector<std::string> ask_all(const std::vector<std::vector<std::string>>& last) {
        const double start = clock_(), seconds = rules_.move_seconds;
        std::vector<TimedPlayer::Asked> asked(players_.size());
        for (std::size_t role = 0; role < players_.size(); ++role)
            if (players_[role])
                asked[role] = players_[role]->ask_for_move(
                    last, {start + seconds - thinking_margin(seconds),
                           start + seconds - thinking_margin(seconds) / 2 + seats_[role].grace});
        std::vector<std::string> joint;
        for (std::size_t role = 0; role < players_.size(); ++role) {
            const auto legal = game_.legal(role);
            std::optional<std::string> move;
            if (players_[role]) {
                const TimedPlayer::Answer answer = players_[role]->answer_to(asked[role], interrupted_);
                judge(role, answer, (answer.done ? answer.at : clock_()) - start);
                // As the rules spell it, whatever the player wrote.
                if (const auto found = answer.move ? game_.find_move(role, *answer.move) : std::nullopt)
                    move = game_.move_text(role, *found);
            }
            joint.push_back(move ? *move : game_.move_text(role, legal[rng_.below(legal.size())]));
        }
        return joint;
    }

    void judge(std::size_t role, const TimedPlayer::Answer& answer, double seconds) {
        SeatReport& seat = report_.seats[role];
        note(role, answer);
        if (answer.unreachable) {
            ++seat.faults.unreachable;
        } else if (answer.move && !game_.find_move(role, *answer.move)) {
            ++seat.faults.illegal;
            seat.complaint = "not a legal move: " + *answer.move;
        } else if (!answer.move) {
            ++(answer.done && !answer.late ? seat.faults.illegal : seat.faults.late);
        }
        if (game_.legal(role).size() > 1) ++seat.moves;
        seat.playouts += answer.thoughts.playouts;
        seat.longest_seconds = std::max(seat.longest_seconds, seconds);
    }

    G& game_;
    const std::vector<Seat>& seats_;
    const MatchRules& rules_;
    const Clock& clock_;
    const std::function<bool()>& interrupted_;
    Rng rng_;
    std::vector<std::unique_ptr<TimedPlayer>> players_;  // by role; none where the referee draws
    MatchReport report_;
};

}  // namespace

double thinking_margin(double seconds) {
    return std::min(0.1, seconds / 10);
}

MatchReport play_match(const ggp::RuleSheet& sheet, const std::vector<Seat>& seats, const MatchRules& rules,
                       const Clock& clock, const std::function<bool()>& interrupted) {
    return sheet.with_game([&](auto& game) { return Referee(game, seats, rules, clock, interrupted).play(); },
                           Watch(interrupted));
}

}  // namespace playout::players
