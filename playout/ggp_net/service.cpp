#include "playout/ggp_net/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "playout/base/errors.h"
#include "playout/players/late_player.h"
#include "playout/players/match.h"

namespace playout::ggp_net {
namespace {

using players::TimedPlayer;

constexpr std::size_t max_retired = 4;
constexpr double late_proof_seconds = 5;
constexpr std::size_t max_waiting = 4;  // for one move: a manager asks once, perhaps again

// The moves that were sent, by step: not always the player's last word, if that came too late.
class SentMoves {
  public:
    void set(std::size_t step, const std::string& move) {
        const std::lock_guard lock(mutex_);
        moves_[step] = move;
    }
    std::string get(std::size_t step) const {
        const std::lock_guard lock(mutex_);
        const auto sent = moves_.find(step);
        return sent == moves_.end() ? "" : sent->second;
    }

  private:
    mutable std::mutex mutex_;
    std::map<std::size_t, std::string> moves_;
};

// The player with what a message has in the place of the moves: those of all roles, or what is seen of them.
class MessagePlayer final : public players::Player {
  public:
    MessagePlayer(std::unique_ptr<ggp::RuleSheet> sheet, std::size_t role, const std::string& name,
                  const players::PlayerSettings& settings, std::shared_ptr<const SentMoves> sent,
                  const Over& over, const Over& stopped)
        : sheet_(std::move(sheet)),
          role_(role),
          player_(make_player(name, *sheet_, role, settings, over, stopped)),
          sent_(std::move(sent)) {}

    void prepare(const Over& over) override { player_->prepare(over); }
    std::string choose(const Over& over, const players::SoFar& so_far) override {
        return player_->choose(over, so_far);
    }
    void advance(std::span<const std::string> terms) override {
        std::optional<std::vector<std::string>> joint;
        if (sheet_->percepts().by_rules())
            joint = sheet_->percepts().joint_move(role_, terms, sent_->get(step_));
        player_->advance(joint ? std::span<const std::string>(*joint) : terms);
        ++step_;  // moves that are refused are none
    }
    players::Thoughts thoughts() const override { return player_->thoughts(); }

  private:
    std::unique_ptr<ggp::RuleSheet> sheet_;
    const std::size_t role_;
    std::unique_ptr<players::Player> player_;
    std::shared_ptr<const SentMoves> sent_;
    std::size_t step_ = 0;
};

// What a match's player is made of.
struct Recipe {
    Message start;
    std::string player;
    players::PlayerSettings settings;
    gdl::NameCase names;
    std::shared_ptr<const SentMoves> sent;
    double load_until;  // by the settings' clock: then the rules themselves, until they are grounded
};

std::unique_ptr<players::Player> make(const Recipe& recipe, const ggp::LoadLimits& limits,
                                      const Over& stopped) {
    auto sheet = std::make_unique<ggp::RuleSheet>(recipe.start.rules, "rules", limits);
    sheet->require_open();
    if (limits.ground && sheet->wiring() == nullptr) return nullptr;
    const std::vector<gdl::Term> roles = gdl::roles_of(sheet->sheet());
    const Clock& clock = recipe.settings.clock;
    // Proofs about a sheet that comes late anyway need not take for ever.
    const double until = clock() < recipe.load_until ? recipe.load_until : clock() + late_proof_seconds;
    const Over over = [=] { return clock() >= until || stopped(); };
    const auto role = gdl::find_term(
        roles.size(), [&](std::size_t i) { return gdl::to_text(roles[i], sheet->sheet().names); },
        recipe.start.role);
    if (!role) throw InputError("rules", fmt::format("there is no role {}", recipe.start.role));
    return std::make_unique<MessagePlayer>(std::move(sheet), *role, recipe.player, recipe.settings, recipe.sent,
                                           over, stopped);
}

// Grounding goes on when its time is over; until it is done, the rules themselves are asked.
std::unique_ptr<players::Player> make_late(const Recipe& recipe, const Over& over, const Over& stopped) {
    const auto with = [recipe](bool ground) {
        return [=](const Over& gone) {
            ggp::LoadLimits limits;
            limits.memory = recipe.settings.load_memory;
            limits.stop = gone;
            limits.ground = ground;
            limits.names = recipe.names;
            return make(recipe, limits, gone);
        };
    };
    const Clock& clock = recipe.settings.clock;
    return std::make_unique<players::LatePlayer>(
        with(false), with(true), [&] { return clock() >= recipe.load_until || over(); }, over, stopped);
}

}  // namespace

struct Service::Match {
    Match(std::string id, double seconds, std::shared_ptr<SentMoves> sent, TimedPlayer::Maker make, Clock clock)
        : id(std::move(id)),
          move_seconds(seconds),
          sent(std::move(sent)),
          player(std::move(make), std::move(clock)) {}
    const std::string id;
    const double move_seconds;
    const std::shared_ptr<SentMoves> sent;
    std::size_t steps = 0;                    // that were played
    double expected_by = 0;                   // when nothing was heard of it by then, its manager is gone
    std::vector<TimedPlayer::Asked> waiting;  // for a move, the oldest first
    TimedPlayer player;

    // Whoever comes last is heard: the manager asks when it has its answer, so that the others are none of its.
    void make_room() {
        if (waiting.size() < max_waiting) return;
        const auto given_up = std::find_if(waiting.begin(), waiting.end(),
                                           [&](const auto& asked) { return player.withdraw(asked); });
        if (given_up != waiting.end()) waiting.erase(given_up);
    }
};

Service::Service(ServiceConfig config, Clock clock) : config_(std::move(config)), clock_(std::move(clock)) {
    players::require_player(config_.player);
}

Service::~Service() {
    shut_down();
}

void Service::shut_down() {
    const std::lock_guard lock(mutex_);
    shut_down_ = true;
    if (match_) match_->player.stop();
    for (const auto& match : retired_) match->player.stop();
}

TimedPlayer::Times Service::times(double received, double seconds) const {
    double margin = config_.margin >= 0 ? config_.margin : std::min(0.5, seconds / 5);
    margin = std::min(margin, seconds / 2);
    // The player stops thinking at the margin, and half of it is for a player that is slow to stop.
    return {received + seconds - margin, received + seconds - margin / 2};
}

Service::Reply Service::answer(std::string_view text, double received) {
    Message message;
    try {
        message = read_message(text);
    } catch (const InputError& error) {
        return {false, error.what()};
    }
    using Kind = Message::Kind;
    switch (message.kind) {
        case Kind::info:
            return {true, info()};
        case Kind::start:
            return start(message, received);
        case Kind::play:
            return {true, play(message, received)};
        case Kind::stop:
        case Kind::abort:
            return {true, stop(message)};
        case Kind::preview:
            break;
    }
    return {true, "done"};
}

std::string Service::info() {
    std::vector<std::shared_ptr<Match>> ended;
    const std::lock_guard lock(mutex_);
    return fmt::format("( ( name {} ) ( status {} ) ( species computer ) )", config_.name,
                       can_start(ended) ? "available" : "busy");
}

// With the lock. Matches that have ended are left to be taken down without it.
bool Service::can_start(std::vector<std::shared_ptr<Match>>& ended) {
    std::erase_if(retired_, [&](const std::shared_ptr<Match>& one) {
        if (!one->player.ended()) return false;
        ended.push_back(one);
        return true;
    });
    return !shut_down_ && !(match_ && clock_() < match_->expected_by) && retired_.size() < max_retired;
}

// The match is not one of the service any more; its thread ends as soon as it notices.
void Service::retire(std::shared_ptr<Match> match) {
    match->player.stop();
    retired_.push_back(std::move(match));
}

Service::Reply Service::start(const Message& message, double received) {
    const TimedPlayer::Times until = times(received, message.start_seconds);
    std::shared_ptr<Match> match;
    std::vector<std::shared_ptr<Match>> ended;  // taken down without the lock
    {
        const std::lock_guard lock(mutex_);
        if (!can_start(ended)) return {true, "busy"};
        if (match_) retire(std::exchange(match_, nullptr));
        players::PlayerSettings settings = config_.settings;
        settings.seed += matches_++;
        settings.clock = clock_;
        // Loading may take half of the clock.
        const auto sent = std::make_shared<SentMoves>();
        const Recipe recipe{message,       config_.player, settings,
                            config_.names, sent,           received + message.start_seconds / 2};
        match_ = match = std::make_shared<Match>(
            message.match, message.move_seconds, sent,
            [recipe](const Over& over, const Over& stopped) { return make_late(recipe, over, stopped); },
            clock_);
        match->expected_by = until.deadline + 2 * message.move_seconds + 60;
    }
    config_.log(fmt::format("start {} as {}, clocks {} and {} s", message.match, message.role,
                            message.start_seconds, message.move_seconds));
    const TimedPlayer::Answer answer = match->player.answer_to(match->player.ask_to_prepare(until));
    if (!answer.complaint.empty()) config_.log(fmt::format("refused {}: {}", message.match, answer.complaint));
    const std::lock_guard lock(mutex_);
    if (match_ != match) return {true, "aborted"};
    if (answer.complaint.empty()) return {true, "ready"};
    retire(std::exchange(match_, nullptr));
    return {false, answer.complaint};
}

std::shared_ptr<Service::Match> Service::match_of(const Message& message) {
    return match_ && match_->id == message.match ? match_ : nullptr;
}

std::string Service::play(const Message& message, double received) {
    std::shared_ptr<Match> match;
    TimedPlayer::Asked asked;
    {
        const std::lock_guard lock(mutex_);
        match = match_of(message);
        if (!match) return match_ ? "busy" : "nil";
        match->expected_by = clock_() + 3 * match->move_seconds + 60;
        match->make_room();
        std::vector<std::vector<std::string>> played;
        if (message.moves) played.push_back(*message.moves);
        asked = match->player.ask_for_move(std::move(played), times(received, match->move_seconds));
        match->waiting.push_back(asked);
    }
    const TimedPlayer::Answer answer = match->player.answer_to(asked);
    std::size_t step = 0;
    {
        const std::lock_guard lock(mutex_);
        if (std::erase(match->waiting, asked) == 0) return "busy";  // it gave way
        if (message.moves && (answer.told || !answer.done)) ++match->steps;
        step = match->steps;
    }
    if (answer.move) match->sent->set(step, *answer.move);
    config_.log(fmt::format("play {}: {}{} after {:.2f} s, {} playouts", message.match,
                            answer.move.value_or("nil"),
                            answer.complaint.empty() ? "" : " (" + answer.complaint + ")", clock_() - received,
                            answer.thoughts.playouts));
    return answer.move.value_or("nil");
}

std::string Service::stop(const Message& message) {
    {
        const std::lock_guard lock(mutex_);
        const std::shared_ptr<Match> match = match_of(message);
        if (!match && match_) return "busy";
        if (match) retire(std::exchange(match_, nullptr));
    }
    config_.log(fmt::format("stop {}", message.match));
    return message.kind == Message::Kind::abort ? "aborted" : "done";
}

}  // namespace playout::ggp_net
