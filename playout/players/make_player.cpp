#include "playout/players/make_player.h"

#include <fmt/format.h>

#include <algorithm>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/ggp/lanes.h"
#include "playout/players/round_moves.h"
#include "playout/players/uct_player.h"

namespace playout::players {
namespace {

// Of players that solve rounds, which begin with other values.
struct RoundsConfig : UctPlayerConfig {
    std::uint64_t rows = 0;  // see rounds::RoundOptions

    RoundsConfig() {
        at_once = 4;
        amaf = 50;
        horizon = 4;
    }
};

// What can be said behind the name of every player that searches.
template <typename Config>
Knobs<Config> uct_knobs() {
    using Real = double Config::*;
    Knobs<Config> knobs;
    knobs.number("c", static_cast<Real>(&UctPlayerConfig::c), 0, 10, "how much UCB explores")
        .number("at_once", static_cast<Real>(&UctPlayerConfig::at_once), 1, 1'000,
                "times as much where several roles choose at once")
        .number("amaf", static_cast<Real>(&UctPlayerConfig::amaf), 0, 1e9,
                "games until later uses of a move count half; 0: they do not count")
        .number("horizon", static_cast<std::int64_t Config::*>(&UctPlayerConfig::horizon), 0, 1'000'000,
                "steps of a random game, where goals tell how games end; with chance four times as many, "
                "where ends tell nothing; "
                "0: to the end")
        .number("expand_after", static_cast<std::uint32_t Config::*>(&UctPlayerConfig::expand_after), 1,
                1'000'000, "samples before a state has children in the tree")
        .flag("cache", static_cast<bool Config::*>(&UctPlayerConfig::keep_known),
              "subtrees known to their ends are not played again");
    return knobs;
}

const Knobs<UctPlayerConfig>& plain_knobs() {
    static const Knobs<UctPlayerConfig> made = uct_knobs<UctPlayerConfig>();
    return made;
}

const Knobs<RoundsConfig>& rounds_knobs() {
    using C = RoundsConfig;
    static const Knobs<C> made =
        uct_knobs<C>()
            .number("solving", static_cast<double C::*>(&C::solving), 0, 1,
                    "the share of the time that solving rounds may have, where there is a clock")
            .number("solve_after", static_cast<std::uint32_t C::*>(&C::solve_after), 1, 1'000'000,
                    "samples before a state's round is solved")
            .number("rows", &C::rows, 0, 1'000'000, "of a table in the network, at most");
    return made;
}

struct Spec {
    std::string name;
    UctPlayerConfig config = {};
    std::size_t rows = 0;
};

bool solves_rounds(const Spec& spec) {
    return spec.name == "mac-ucb" || spec.name == "fc-ucb";
}

void read_settings(Spec& spec, const SettingTexts& texts) {
    const auto read = [&](const auto& knobs) {
        return knobs.read(resolve(knobs.parameters(), texts, "player " + spec.name));
    };
    if (solves_rounds(spec)) {
        const RoundsConfig config = read(rounds_knobs());
        spec.config = config;
        spec.rows = config.rows;
    } else if (spec.name == "uct") {
        spec.config = read(plain_knobs());
    } else {
        resolve({}, texts, "player " + spec.name);
    }
}

Spec read_spec(const std::string& player) {
    std::vector<std::string> words(1);
    for (const char letter : player) letter == ' ' ? void(words.emplace_back()) : void(words.back() += letter);
    Spec spec{.name = words[0]};
    std::vector<std::string> names;
    for (const PlayerName& one : player_names()) names.push_back(one.name);
    if (std::find(names.begin(), names.end(), spec.name) == names.end())
        throw UsageError(unknown_name("player", spec.name, names));
    SettingTexts texts;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::size_t sign = words[i].find('=');
        if (sign == std::string::npos)
            throw UsageError(
                fmt::format("player '{}': expected NAME=VALUE, not '{}'", excerpt(player), words[i]));
        if (!texts.emplace(words[i].substr(0, sign), words[i].substr(sign + 1)).second)
            throw UsageError(fmt::format("player '{}' has a setting twice", excerpt(player)));
    }
    read_settings(spec, texts);
    return spec;
}

UctPlayerConfig uct_config(const ggp::RuleSheet& sheet, const Spec& spec, const PlayerSettings& settings) {
    UctPlayerConfig config = spec.config;
    config.memory = settings.memory;
    config.playouts = settings.playouts;
    if (settings.playouts == 0) config.clock = settings.clock;  // a given number of playouts must repeat
    if (sheet.wiring() == nullptr) return config;
    for (const std::vector<ggp::Goal>& goals : sheet.wiring()->circuit().goals) {
        int highest = 0;
        for (const ggp::Goal& goal : goals) highest = std::max(highest, goal.value);
        config.highest.push_back(highest / 100.0);
    }
    return config;
}

rounds::RoundOptions round_options(const Spec& spec, const Over& over, const Over& stopped) {
    rounds::RoundOptions options{.max_rows = spec.rows, .ends = false, .groups = {}};
    options.groups.over = [=] { return over() || stopped(); };
    options.stopped = stopped;
    return options;
}

std::unique_ptr<JointMoves> joint_moves_of(const Spec& spec, const ggp::RuleSheet& sheet,
                                           const PlayerSettings& settings, const Over& over,
                                           const Over& stopped) {
    if (!solves_rounds(spec)) return nullptr;
    const auto shared = settings.rounds ? settings.rounds : std::make_shared<SharedRounds>();
    auto round = shared->get(sheet, round_options(spec, over, stopped));
    if (!round) return nullptr;
    return std::make_unique<RoundMoves>(std::move(round),
                                        spec.name == "mac-ucb" ? csp::Strength::arcs : csp::Strength::forward);
}

template <game::Game G>
std::unique_ptr<Player> make(const Spec& spec, G game, const ggp::RuleSheet& sheet, std::size_t role,
                             const PlayerSettings& settings, const Over& over, const Over& stopped) {
    if (spec.name == "random")
        return std::make_unique<RandomPlayer<G>>(std::move(game), role, settings.seed, stopped);
    if (spec.name == "legal") return std::make_unique<LegalPlayer<G>>(std::move(game), role, stopped);
    std::unique_ptr<ggp::RandomGames> games;
    if (sheet.wiring() != nullptr) games = std::make_unique<ggp::Lanes>(sheet.wiring()->circuit());
    return std::make_unique<UctPlayer<G>>(std::move(game), role, settings.seed,
                                          uct_config(sheet, spec, settings), std::move(games),
                                          joint_moves_of(spec, sheet, settings, over, stopped), stopped);
}

}  // namespace

const std::vector<rounds::FluentGroup>& SharedRounds::groups(const ggp::RuleSheet& sheet,
                                                             const rounds::GroupLimits& limits) {
    if (!groups_) groups_ = rounds::find_groups(*sheet.wiring(), limits);
    return *groups_;
}

std::shared_ptr<const rounds::RoundNetwork> SharedRounds::get(const ggp::RuleSheet& sheet,
                                                              const rounds::RoundOptions& options) {
    constexpr std::size_t max_gates = 100'000;  // with more, making the network takes too long
    if (sheet.wiring() == nullptr || sheet.wiring()->circuit().gates.size() > max_gates) return nullptr;
    const std::lock_guard lock(mutex_);
    auto& made = made_[fmt::format("{} {}", options.max_rows, options.ends)];
    if (!made)
        made = std::make_shared<rounds::RoundNetwork>(
            rounds::make_round_network(*sheet.wiring(), groups(sheet, options.groups), options));
    return made;
}

const std::vector<PlayerName>& player_names() {
    static const std::vector<PlayerName> names = {
        {"uct", "tree search with random games, every role for itself", plain_knobs().parameters()},
        {"mac-ucb", "rounds solved as constraint networks by MAC, their solutions sampled by UCB",
         rounds_knobs().parameters()},
        {"fc-ucb", "the same, with rounds solved by forward checking", rounds_knobs().parameters()},
        {"random", "any legal move", {}},
        {"legal", "the first legal move, by its text", {}},
    };
    return names;
}

void require_player(const std::string& player) {
    read_spec(player);
}

void prepare_shared(const std::string& player, const ggp::RuleSheet& sheet, const PlayerSettings& settings,
                    const Over& over, const Over& stopped) {
    const Spec spec = read_spec(player);
    if (settings.rounds && solves_rounds(spec)) settings.rounds->get(sheet, round_options(spec, over, stopped));
}

std::unique_ptr<Player> make_player(const std::string& player, const ggp::RuleSheet& sheet, std::size_t role,
                                    const PlayerSettings& settings, const Over& over, const Over& stopped) {
    const Spec spec = read_spec(player);
    if (sheet.wiring() != nullptr)
        return make(spec, ggp::Machine(*sheet.wiring()), sheet, role, settings, over, stopped);
    return make(spec, sheet.proved_game(Watch(over)), sheet, role, settings, over, stopped);
}

}  // namespace playout::players
