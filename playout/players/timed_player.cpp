#include "playout/players/timed_player.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "playout/base/errors.h"

namespace playout::players {
namespace {

constexpr double look_every = 0.02;  // seconds between looks whether anybody still wants to wait

}  // namespace

TimedPlayer::TimedPlayer(Maker make, Clock clock)
    : make_(std::move(make)), clock_(std::move(clock)), thread_([this] { run(); }) {}

TimedPlayer::~TimedPlayer() {
    stop();
    thread_.join();
}

void TimedPlayer::stop() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    changed_.notify_all();
}

bool TimedPlayer::ended() const {
    const std::lock_guard lock(mutex_);
    return ended_;
}

void TimedPlayer::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return stop_ || !tasks_.empty(); });
        if (stop_) break;
        const std::function<void()> task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
    tasks_.clear();
    lock.unlock();
    player_.reset();
    lock.lock();
    ended_ = true;
}

void TimedPlayer::post(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    changed_.notify_all();
}

TimedPlayer::Asked TimedPlayer::ask(const Times& times, Work work) {
    auto question = std::make_shared<Question>();
    question->deadline = times.deadline;
    post([this, question, times, work = std::move(work)] {
        {
            const std::lock_guard lock(mutex_);
            if (question->withdrawn) return;
            question->begun = true;
        }
        const Over over = [&] { return stop_ || clock_() >= times.stop_thinking; };
        const SoFar so_far = [&](const std::string& move) {
            const std::lock_guard lock(mutex_);
            question->answer.move = move;
        };
        Answer answer;
        try {
            work(answer, over, so_far);
        } catch (const PlayerUnreachable& error) {
            answer.unreachable = true;
            answer.complaint = error.what();
        } catch (const PlayerLate& error) {
            answer.late = true;
            answer.complaint = error.what();
        } catch (const WorkEnded&) {
            answer.late = true;
            answer.complaint = "its time was over within a step of the rules";
        } catch (const std::exception& error) {
            answer.complaint = error.what();
        }
        answer.done = true;
        answer.at = clock_();
        const std::lock_guard lock(mutex_);
        // What it had found before something went wrong is better than nothing.
        if (!answer.complaint.empty()) answer.move = question->answer.move;
        question->answer = std::move(answer);
        changed_.notify_all();
    });
    return question;
}

TimedPlayer::Answer TimedPlayer::answer_to(const Asked& asked, const Over& interrupted) {
    std::unique_lock lock(mutex_);
    while (!asked->answer.done && !asked->withdrawn && !stop_ && !interrupted()) {
        const double left = asked->deadline - clock_();
        if (left <= 0) break;
        changed_.wait_for(lock, std::chrono::duration<double>(std::min(left, look_every)));
    }
    return asked->answer;
}

bool TimedPlayer::withdraw(const Asked& asked) {
    const std::lock_guard lock(mutex_);
    if (asked->begun) return false;
    asked->withdrawn = true;
    changed_.notify_all();
    return true;
}

TimedPlayer::Asked TimedPlayer::ask_to_prepare(const Times& times) {
    return ask(times, [this](Answer&, const Over& over, const SoFar&) {
        player_ = make_(over, stopped_);
        player_->prepare(over);
    });
}

TimedPlayer::Asked TimedPlayer::ask_for_move(std::vector<std::vector<std::string>> played, const Times& times) {
    return ask(times,
               [this, played = std::move(played)](Answer& answer, const Over& over, const SoFar& so_far) {
                   if (!player_) throw InputError("player", "it was not made");
                   for (const std::vector<std::string>& joint : played) player_->advance(joint);
                   answer.told = true;
                   answer.move = player_->choose(over, so_far);
                   answer.thoughts = player_->thoughts();
               });
}

TimedPlayer::Asked TimedPlayer::ask_to_finish(std::vector<std::vector<std::string>> played,
                                              const Times& times) {
    return ask(times, [this, played = std::move(played)](Answer&, const Over& over, const SoFar&) {
        if (!player_) return;
        for (const std::vector<std::string>& joint : played) player_->advance(joint);
        player_->finish(over);
    });
}

}  // namespace playout::players
