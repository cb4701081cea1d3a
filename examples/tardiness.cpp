// A problem of one's own in some 70 lines: one machine, jobs with a duration, a due time and a weight; which
// order makes the sum of weight x lateness least? Copy this, change the state, and every algorithm of playout
// runs on it.
//
//     tardiness [ALGORITHM]
#include <playout/playout.h>

#include <cstdio>

struct Job {
    int duration, due, weight;
};
const std::vector<Job> jobs{{6, 9, 4},  {5, 4, 3},  {9, 30, 7}, {3, 14, 2}, {8, 12, 5},
                            {4, 20, 6}, {7, 25, 1}, {2, 16, 8}, {5, 28, 3}, {6, 18, 5}};

class Schedule {
  public:
    using Move = int;  // the job that comes next

    // Required: what a search must know.
    static playout::Sense sense() { return playout::Sense::minimise; }
    bool at_end() const { return done_ == (1u << jobs.size()) - 1; }
    void legal_moves(std::vector<int>& moves) const {
        for (int job = 0; job < static_cast<int>(jobs.size()); ++job)
            if (!(done_ >> job & 1)) moves.push_back(job);
    }
    void play(int job) {
        const Job& next = jobs[static_cast<std::size_t>(job)];
        done_ |= 1u << job;
        time_ += next.duration;
        cost_ += next.weight * std::max(0, time_ - next.due);
    }
    double value() const { return cost_; }
    std::string move_text(int job) const { return std::to_string(job); }
    std::optional<int> parse_move(std::string_view text) const {
        const auto job = playout::parse_integer(text);
        if (!job || *job < 0 || *job >= static_cast<int>(jobs.size()) || done_ >> *job & 1) return std::nullopt;
        return static_cast<int>(*job);
    }

    // Optional: each makes searches stronger. A bound lets them prune: what is late already stays late.
    double bound() const { return cost_; }
    // A bias tells them what to try first: much weight in little time.
    double bias(int job) const {
        const Job& next = jobs[static_cast<std::size_t>(job)];
        return static_cast<double>(next.weight) / next.duration -
               0.05 * std::max(0, next.due - time_ - next.duration);
    }

    // A hash lets beams drop orders that come to the same; with operator== they can prove their result.
    std::uint64_t hash() const { return playout::combine(done_, static_cast<std::uint64_t>(cost_)); }
    friend bool operator==(const Schedule&, const Schedule&) = default;

  private:
    unsigned done_ = 0;
    int time_ = 0;
    int cost_ = 0;
};
static_assert(playout::checked_state<Schedule>);  // the error appears here, not deep inside a search

int main(int count, char** words) {
    const auto mistakes = playout::check_problem(std::vector{Schedule()});
    for (const std::string& line : mistakes) std::printf("mistake: %s\n", line.c_str());
    if (!mistakes.empty()) return 1;

    playout::Request request;
    request.algorithm = count > 1 ? words[1] : "beam";
    request.limits.seconds = 2;
    const auto result = playout::solve(Schedule(), request);
    for (const int job : result.moves) std::printf("%d ", job);
    std::printf("\ncost %g%s\n", result.outcome->value, result.optimal ? ", optimal" : "");
}
