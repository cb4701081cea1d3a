#include "playout/catalogue/rounds.h"

#include <algorithm>
#include <map>

#include "playout/base/errors.h"
#include "playout/catalogue/load_limits.h"
#include "playout/game/for_each_joint.h"
#include "playout/rounds/random_states.h"
#include "playout/rounds/round_solver.h"

namespace playout {
namespace {

using Joint = std::vector<ggp::MoveId>;

// Of random games that are not over.
std::vector<ggp::StateBits> sample(const ggp::Wiring& wiring, std::int64_t count, std::uint64_t seed,
                                   const std::function<bool()>& over) {
    return rounds::random_states(
        wiring,
        {.games = 0, .states = static_cast<std::size_t>(count), .one_in = 3, .ends = false, .seed = seed},
        over);
}

}  // namespace

bool is_rule_sheet(std::string_view text, const std::string& file) {
    if (file.ends_with(".kif") || file.ends_with(".gdl")) return true;
    while (!text.empty()) {
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) return false;
        if (text[first] != ';') return text[first] == '(';
        const std::size_t end = text.find('\n', first);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return false;
}

struct SheetRounds::Inside {
    std::unique_ptr<ggp::RuleSheet> sheet;
    rounds::RoundNetwork round;
    RoundsFacts facts;

    // Whether the solutions of a state are its joint moves with what they lead to, and the end and the chances
    // are those of the game.
    bool agrees(rounds::RoundSolver& solver, ggp::Machine& machine, const ggp::StateBits& state,
                std::int64_t& solutions) const {
        std::map<Joint, ggp::StateBits> found;
        bool once = true;
        solver.solve(state, [&](std::span<const ggp::MoveId> joint, const ggp::StateBits& next) {
            once = found.emplace(Joint(joint.begin(), joint.end()), next).second && once;
            return true;
        });
        solutions += static_cast<std::int64_t>(found.size());
        machine.set_state(state);
        for (std::size_t role = 0; role < machine.roles(); ++role)
            if (machine.legal(role).empty()) return found.empty();
        bool same = once && solver.terminal() == machine.terminal();
        if (machine.chance_role()) {
            std::vector<ggp::MoveId> drawn(machine.legal(*machine.chance_role()).begin(),
                                           machine.legal(*machine.chance_role()).end());
            std::sort(drawn.begin(), drawn.end());
            same = same && solver.draws() == drawn;
        }
        std::size_t expected = 0;
        game::for_each_joint(machine, [&](const Joint& joint) {
            machine.step(joint);
            ++expected;
            const auto place = found.find(joint);
            same = same && place != found.end() && place->second == machine.state();
            return same;
        });
        return same && expected == found.size();
    }
};

SheetRounds::SheetRounds(std::string_view text, const std::string& file, const RoundsRequest& request)
    : inside_(std::make_unique<Inside>()) {
    const Clock& clock = request.loading.clock;
    const double begin = clock();
    ggp::LoadLimits limits = load_limits(request.loading);
    limits.names = request.names;
    inside_->sheet = std::make_unique<ggp::RuleSheet>(text, file, limits);
    const ggp::Wiring* wiring = inside_->sheet->wiring();
    if (wiring == nullptr) throw InputError(file, "cannot be grounded: " + inside_->sheet->why_not_ground());
    const double loaded = clock();
    rounds::RoundOptions options{.max_rows = request.rows, .ends = true, .groups = {}};
    options.groups.over = [&] { return clock() - loaded > request.proof_seconds || limits.stop(); };
    options.stopped = limits.stop;
    inside_->round = rounds::make_round_network(*wiring, options);
    const double built = clock();
    RoundsFacts& facts = inside_->facts;
    if (request.preprocessed) {
        // States in which the game is over may have no solution, and are states all the same.
        csp::PreprocessOptions preprocess = request.preprocess;
        preprocess.keep = inside_->round.ends;
        for (const rounds::RoundNetwork::StateVariable& variable : inside_->round.state)
            preprocess.keep.push_back(variable.now);
        facts.preprocess = csp::preprocess(inside_->round.network, preprocess);
    }
    facts.load_seconds = loaded - begin;
    facts.build_seconds = built - loaded;
    facts.preprocess_seconds = clock() - built;
    facts.fluents = wiring->circuit().fluents;
    facts.state_variables = inside_->round.state.size();
}

SheetRounds::~SheetRounds() = default;

RoundsFacts SheetRounds::facts(bool with_text) const {
    RoundsFacts facts = inside_->facts;
    facts.network = facts_of(inside_->round.network, with_text);
    return facts;
}

RoundsCheck SheetRounds::check(std::int64_t states, std::uint64_t seed,
                               const std::function<bool()>& over) const {
    const ggp::Wiring& wiring = *inside_->sheet->wiring();
    ggp::Machine machine(wiring);
    rounds::RoundSolver solver(inside_->round, csp::Strength::arcs);
    RoundsCheck report;
    for (const ggp::StateBits& state : sample(wiring, states, seed, over)) {
        if (over()) break;
        ++report.states;
        if (!inside_->agrees(solver, machine, state, report.solutions)) ++report.differences;
    }
    return report;
}

std::vector<SolvingRate> SheetRounds::rates(std::int64_t states, std::uint64_t seed, double seconds,
                                            const Clock& clock, const std::function<bool()>& over) const {
    const ggp::Wiring& wiring = *inside_->sheet->wiring();
    const std::vector<ggp::StateBits> drawn = sample(wiring, states, seed, over);
    std::vector<SolvingRate> rates;
    // Calls solve(state), which says how many solutions it has, over and over.
    const auto measure = [&](const std::string& name, auto solve) {
        const double begin = clock();
        std::int64_t rounds = 0, solutions = 0;
        for (std::size_t i = 0; !drawn.empty() && !over() && clock() - begin < seconds;
             i = (i + 1) % drawn.size()) {
            solutions += solve(drawn[i]);
            ++rounds;
        }
        const double took = std::max(1e-9, clock() - begin);
        rates.push_back({name, static_cast<double>(rounds) / took, static_cast<double>(solutions) / took});
    };
    for (const auto& [name, strength] :
         {std::pair{"mac", csp::Strength::arcs}, {"fc", csp::Strength::forward}}) {
        rounds::RoundSolver solver(inside_->round, strength);
        measure(name, [&](const ggp::StateBits& state) {
            return solver
                .solve(
                    state, [](auto, const auto&) { return true; }, over)
                .solutions;
        });
    }
    ggp::Machine machine(wiring);
    measure("machine", [&](const ggp::StateBits& state) {
        std::int64_t count = 0;
        machine.set_state(state);
        game::for_each_joint(machine, [&](const Joint& joint) {
            machine.step(joint);
            ++count;
            return true;
        });
        return count;
    });
    return rates;
}

SheetRounds::FirstRound SheetRounds::first_round(bool with_states, const std::function<bool()>& over) const {
    const ggp::Wiring& wiring = *inside_->sheet->wiring();
    ggp::Machine machine(wiring);
    rounds::RoundSolver solver(inside_->round, csp::Strength::arcs);
    FirstRound found;
    found.complete = solver
                         .solve(
                             wiring.initial(),
                             [&](std::span<const ggp::MoveId> joint, const ggp::StateBits& next) {
                                 RoundSolution one;
                                 for (std::size_t role = 0; role < joint.size(); ++role)
                                     one.moves.push_back(machine.move_text(role, joint[role]));
                                 if (with_states) {
                                     machine.set_state(next);
                                     one.next = machine.fluents();
                                 }
                                 found.solutions.push_back(std::move(one));
                                 return true;
                             },
                             over)
                         .complete;
    return found;
}

}  // namespace playout
