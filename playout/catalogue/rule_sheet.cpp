#include "playout/catalogue/rule_sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/load_limits.h"
#include "playout/ggp/base_warning.h"
#include "playout/ggp/grid_view.h"
#include "playout/ggp/lanes.h"
#include "playout/ggp/load.h"
#include "playout/ggp/simulate.h"

namespace playout {
namespace {

// `text` makes of a term's text what is shown.
template <game::Game G>
GamePosition position_of(G& game, const std::function<std::string(const std::string&)>& text) {
    GamePosition position;
    for (const std::string& fluent : game.fluents()) position.state.push_back(text(fluent));
    std::sort(position.state.begin(), position.state.end());
    position.board = ggp::grid_view(position.state);
    position.terminal = game.terminal();
    for (std::size_t role = 0; role < game.roles(); ++role) {
        std::vector<std::string> moves;
        if (!position.terminal)
            for (const game::MoveId move : game.legal(role)) moves.push_back(text(game.move_text(role, move)));
        std::sort(moves.begin(), moves.end());
        position.legal.emplace_back(text(game.role_text(role)), std::move(moves));
        if (const auto goal = game.goal(role)) position.goals.emplace_back(text(game.role_text(role)), *goal);
    }
    return position;
}

// The moves of one line, as they are written.
std::vector<std::string> terms_of(std::string_view line, const std::string& file, std::int64_t number) {
    std::vector<std::string> terms;
    try {
        for (const gdl::Expression& expression : gdl::read_kif(line, file))
            terms.push_back(gdl::term_text(expression, file));
    } catch (const InputError&) {
        throw InputError(file, number, "expected terms separated by blanks, such as (mark 1 1) noop");
    }
    return terms;
}

}  // namespace

std::vector<std::string> check_rule_sheet(std::string_view text, const std::string& file, gdl::NameCase names,
                                          const Loading& loading) {
    const ggp::LoadLimits limits = load_limits(loading);
    const Watch watch(limits.stop);
    const gdl::Sheet sheet = gdl::read_sheet(text, file, names, watch);
    gdl::require_valid(sheet, watch);
    std::vector<std::string> warnings;
    for (const gdl::Remark& remark : gdl::check(sheet, watch).warnings)
        warnings.push_back(remark.line == 0 ? remark.text
                                            : fmt::format("line {}: {}", remark.line, remark.text));
    if (const auto warning = ggp::warning_of_base(sheet, limits)) warnings.push_back(*warning);
    return warnings;
}

GameSheet::GameSheet(std::string_view text, const std::string& file, gdl::NameCase names,
                     const Loading& loading, bool prove) {
    ggp::LoadLimits limits = load_limits(loading);
    limits.names = names;
    limits.ground = !prove;
    sheet_ = std::make_unique<ggp::RuleSheet>(text, file, limits);
}

GameSheet::~GameSheet() = default;
GameSheet::GameSheet(GameSheet&&) noexcept = default;
GameSheet& GameSheet::operator=(GameSheet&&) noexcept = default;

RuleSheetFacts GameSheet::facts() const {
    RuleSheetFacts facts;
    facts.rules = sheet_->sheet().rules.size();
    facts.why_not = sheet_->why_not_ground();
    for (const gdl::Term& role : gdl::roles_of(sheet_->sheet()))
        facts.roles.push_back(gdl::to_text(role, sheet_->sheet().names));
    if (const ggp::Wiring* wiring = sheet_->wiring()) {
        const ggp::Circuit& circuit = wiring->circuit();
        facts.ground = true;
        facts.fluents = circuit.fluents;
        for (const std::size_t moves : circuit.moves) facts.moves += moves;
        facts.ground_rules = sheet_->ground_rules();
        facts.gates = circuit.gates.size();
        facts.rings = circuit.rings;
    }
    return facts;
}

SimulationReport GameSheet::simulate(std::uint64_t seed, std::int64_t playouts, std::int64_t max_steps,
                                     const std::function<bool()>& over, const Clock& clock) const {
    Rng rng(seed);
    const double start = clock();
    const auto report_of = [&](const ggp::Simulation& found) {
        SimulationReport report{found.playouts, found.transitions, found.cut, found.stuck, clock() - start, {}};
        const std::vector<std::string> roles = facts().roles;
        for (std::size_t role = 0; role < roles.size(); ++role)
            if (found.goal_counts[role] > 0)
                report.mean_goals.emplace_back(roles[role], static_cast<double>(found.goal_sums[role]) /
                                                                static_cast<double>(found.goal_counts[role]));
        return report;
    };
    if (const ggp::Wiring* wiring = sheet_->wiring()) {
        ggp::Lanes games(wiring->circuit());
        return report_of(ggp::simulate(games, wiring->initial(), rng, {playouts, max_steps}, over));
    }
    ggp::Simulation none;
    none.goal_sums = none.goal_counts = std::vector<std::int64_t>(facts().roles.size(), 0);
    try {
        ggp::ProvedGame game = sheet_->proved_game(Watch(over));
        ggp::SingleGames games(game);
        return report_of(ggp::simulate(games, game.initial(), rng, {playouts, max_steps}, over));
    } catch (const WorkEnded&) {  // before the first game
        return report_of(none);
    }
}

void GameSheet::replay(std::string_view moves, const std::string& moves_file, Shown shown,
                       const std::function<void(const GamePosition&)>& show, const Over& over) const {
    const gdl::Names& names = sheet_->sheet().names;
    const auto text = [&](const std::string& term) {
        return shown == Shown::canonical ? names.canonical(term) : term;
    };
    sheet_->with_game(
        [&](auto& game) {
            show(position_of(game, text));
            std::int64_t number = 0;
            while (!moves.empty()) {
                const std::size_t end = std::min(moves.find('\n'), moves.size());
                const std::vector<std::string> terms = terms_of(moves.substr(0, end), moves_file, ++number);
                moves.remove_prefix(std::min(end + 1, moves.size()));
                if (terms.empty()) continue;
                if (terms.size() != game.roles())
                    throw InputError(moves_file, number,
                                     fmt::format("expected {} moves, one of each role, found {}", game.roles(),
                                                 terms.size()));
                if (game.terminal()) throw InputError(moves_file, number, "the game is over before this move");
                std::vector<game::MoveId> joint;
                for (std::size_t role = 0; role < game.roles(); ++role) {
                    const auto move = game.find_move(role, terms[role]);
                    if (!move)
                        throw InputError(moves_file, number,
                                         fmt::format("'{}' is not a legal move of {}", excerpt(terms[role], 60),
                                                     game.role_text(role)));
                    joint.push_back(*move);
                }
                game.step(joint);
                show(position_of(game, text));
            }
        },
        Watch(over));
}

}  // namespace playout
