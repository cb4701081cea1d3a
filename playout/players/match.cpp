#include "playout/players/match.h"

#include <fmt/format.h>

#include <algorithm>

#include "playout/base/rng.h"

namespace playout::players {
namespace {

template <game::Game G>
class Referee {
  public:
    Referee(G& game, const std::vector<Seat>& seats, const MatchRules& rules, const Clock& clock,
            const Over& interrupted)
        : game_(game),
          seats_(seats),
          rules_(rules),
          clock_(clock),
          interrupted_(interrupted),
          rng_(rules.seed),
          players_(seats.size()),
          overdue_(seats.size()) {
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
            if (step == rules_.max_steps) {
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
        for (std::size_t role = 0; role < players_.size(); ++role) settle(role, true);
    }

    bool somebody_is_stuck() {
        for (std::size_t role = 0; role < players_.size(); ++role)
            if (game_.legal(role).empty()) return true;
        return false;
    }

    double move_seconds(std::size_t role) const {
        return seats_[role].elsewhere ? seats_[role].elsewhere->move_seconds : rules_.move_seconds;
    }

    // For a player elsewhere and a clock that began then. It is asked until the first, not only as long as it
    // may think, since its answer may take a while to arrive.
    static TimedPlayer::Times times_elsewhere(const Elsewhere& clocks, double start, double seconds) {
        const double end = start + seconds + clocks.grace;
        return {end - thinking_margin(clocks.grace), end};
    }

    void prepare() {
        const double start = clock_(), seconds = rules_.start_seconds;
        std::vector<TimedPlayer::Asked> asked(players_.size());
        // A player here must come into being, however short the time is.
        for (std::size_t role = 0; role < players_.size(); ++role) {
            const auto& elsewhere = seats_[role].elsewhere;
            if (players_[role])
                asked[role] = players_[role]->ask_to_prepare(
                    elsewhere
                        ? times_elsewhere(*elsewhere, start, elsewhere->start_seconds)
                        : TimedPlayer::Times{start + seconds - thinking_margin(seconds), start + seconds + 60});
        }
        for (std::size_t role = 0; role < players_.size(); ++role) {
            if (!players_[role]) continue;
            const TimedPlayer::Answer answer = players_[role]->answer_to(asked[role], interrupted_);
            if (interrupted_()) return;
            if (seats_[role].elsewhere && !answer.complaint.empty()) throw NotReady(answer.complaint);
            if (seats_[role].elsewhere && !answer.done)
                throw NotReady(seats_[role].name + ": no answer in time");
            if (!answer.complaint.empty())
                report_.seats[role].complaint = "before the first move: " + answer.complaint;
        }
    }

    void finish(const std::vector<std::vector<std::string>>& last) {
        const double start = clock_();
        std::vector<TimedPlayer::Asked> asked(players_.size());
        for (std::size_t role = 0; role < players_.size(); ++role) {
            const double until = start + move_seconds(role);
            if (players_[role]) asked[role] = players_[role]->ask_to_finish(last, {until, until});
        }
        for (std::size_t role = 0; role < players_.size(); ++role)
            if (players_[role]) players_[role]->answer_to(asked[role], interrupted_);
    }

    // A legal move of every role; whatever, where it is interrupted.
    std::vector<std::string> ask_all(const std::vector<std::vector<std::string>>& last) {
        const double start = clock_(), seconds = rules_.move_seconds;
        std::vector<TimedPlayer::Asked> asked(players_.size());
        for (std::size_t role = 0; role < players_.size(); ++role) {
            const auto& elsewhere = seats_[role].elsewhere;
            if (players_[role])
                asked[role] = players_[role]->ask_for_move(
                    last, elsewhere ? times_elsewhere(*elsewhere, start, elsewhere->move_seconds)
                                    : TimedPlayer::Times{start + seconds - thinking_margin(seconds),
                                                         start + seconds - thinking_margin(seconds) / 2});
        }
        std::vector<std::string> joint;
        for (std::size_t role = 0; role < players_.size(); ++role) {
            const auto legal = game_.legal(role);
            std::optional<std::string> move;
            if (players_[role]) {
                const TimedPlayer::Answer answer = players_[role]->answer_to(asked[role], interrupted_);
                if (interrupted_()) return {};
                settle(role, false);
                judge(role, answer, start);
                if (!answer.done && !answer.move && !overdue_[role])
                    overdue_[role] = {asked[role], start, report_.moves.size()};
                // As the rules spell it, whatever the player wrote.
                if (const auto found = answer.move ? game_.find_move(role, *answer.move) : std::nullopt)
                    move = game_.move_text(role, *found);
            }
            joint.push_back(move ? *move : game_.move_text(role, legal[rng_.below(legal.size())]));
        }
        return joint;
    }

    void judge(std::size_t role, const TimedPlayer::Answer& answer, double start) {
        SeatReport& seat = report_.seats[role];
        const double seconds = (answer.done ? answer.at : clock_()) - start;
        std::string complaint = answer.complaint;
        if (answer.unreachable) {
            ++seat.faults.unreachable;
        } else if (answer.move && !game_.find_move(role, *answer.move)) {
            ++seat.faults.illegal;
            complaint = "not a legal move: " + *answer.move;
        } else if (!answer.move && answer.done && !answer.late) {
            ++seat.faults.illegal;
        } else if (!answer.move) {
            ++seat.faults.late;
            note_late(role, report_.moves.size(), "no answer", seconds);
            complaint.clear();
        }
        if (!complaint.empty())
            seat.complaint = fmt::format("move {}: {}", report_.moves.size() + 1, complaint);
        if (game_.legal(role).size() > 1) ++seat.moves;
        seat.playouts += answer.thoughts.playouts;
        seat.longest_seconds = std::max(seat.longest_seconds, seconds);
    }

    void note_late(std::size_t role, std::size_t step, const std::string& what, double seconds) {
        const double late = std::max(0.0, seconds - move_seconds(role));
        report_.seats[role].complaint =
            fmt::format("move {}: {} {:.2f} s after its clock", step + 1, what, late);
        report_.seats[role].latest_seconds = std::max(report_.seats[role].latest_seconds, late);
    }

    // Where a move was not waited for any longer: how late it was when it came, or is by the end.
    void settle(std::size_t role, bool at_the_end) {
        if (!overdue_[role]) return;
        const TimedPlayer::Answer answer =
            players_[role]->answer_to(overdue_[role]->asked, [] { return true; });
        if (!answer.done && !at_the_end) return;
        note_late(role, overdue_[role]->step, answer.done ? "answered" : "no answer",
                  (answer.done ? answer.at : clock_()) - overdue_[role]->start);
        overdue_[role].reset();
    }

    struct Overdue {
        TimedPlayer::Asked asked;
        double start;
        std::size_t step;
    };

    G& game_;
    const std::vector<Seat>& seats_;
    const MatchRules& rules_;
    const Clock& clock_;
    const Over& interrupted_;
    Rng rng_;
    std::vector<std::unique_ptr<TimedPlayer>> players_;  // by role; none where the referee draws
    std::vector<std::optional<Overdue>> overdue_;        // by role
    MatchReport report_;
};

}  // namespace

double thinking_margin(double seconds) {
    return std::min(0.1, seconds / 10);
}

MatchReport play_match(const ggp::RuleSheet& sheet, const std::vector<Seat>& seats, const MatchRules& rules,
                       const Clock& clock, const Over& interrupted) {
    return sheet.with_game([&](auto& game) { return Referee(game, seats, rules, clock, interrupted).play(); },
                           Watch(interrupted));
}

}  // namespace playout::players
