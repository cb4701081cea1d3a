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

// What can be said behind a player's name. Those that solve rounds begin with other values.
template <bool rounds>
struct Tuning {
    double c = 0.7;
    double at_once = rounds ? 4 : 1;
    double amaf = rounds ? 50 : 0;
    std::int64_t horizon = rounds ? 4 : 0;
    std::uint32_t expand_after = 1;
    bool cache = true;
    double solving = 0.1;
    std::uint32_t solve_after = 32;
    std::uint64_t rows = 0;
};

template <bool rounds>
const Knobs<Tuning<rounds>>& knobs() {
    using T = Tuning<rounds>;
    static const Knobs<T> made = [] {
        Knobs<T> all;
        all.number("c", &T::c, 0, 10, "how much UCB explores")
            .number("at_once", &T::at_once, 1, 1'000, "times as much where several roles choose at once")
            .number("amaf", &T::amaf, 0, 1e9,
                    "games until later uses of a move count half; 0: they do not count")
            .number("horizon", &T::horizon, 0, 1'000'000,
                    "steps of a random game, where goals tell how games end; with chance four times as many, "
                    "where ends tell nothing; "
                    "0: to the end")
            .number("expand_after", &T::expand_after, 1, 1'000'000,
                    "samples before a state has children in the tree")
            .flag("cache", &T::cache, "subtrees known to their ends are not played again");
        if (rounds)
            all.number("solving", &T::solving, 0, 1,
                       "the share of the time that solving rounds may have, where there is a clock")
                .number("solve_after", &T::solve_after, 1, 1'000'000,
                        "samples before a state's round is solved")
                .number("rows", &T::rows, 0, 1'000'000, "of a table in the network, at most");
        return all;
    }();
    return made;
}

struct Spec {
    std::string name;
    UctConfig config = {};
    std::size_t rows = 0;
};

bool solves_rounds(const Spec& spec) {
    return spec.name == "mac-ucb" || spec.name == "fc-ucb";
}

template <bool rounds>
void read_settings(Spec& spec, const SettingTexts& texts) {
    const Tuning<rounds> tuning =
        knobs<rounds>().read(resolve(knobs<rounds>().parameters(), texts, "player " + spec.name));
    spec.config.c = tuning.c;
    spec.config.at_once = tuning.at_once;
    spec.config.amaf = tuning.amaf;
    spec.config.horizon = tuning.horizon;
    spec.config.expand_after = tuning.expand_after;
    spec.config.keep_known = tuning.cache;
    spec.config.solving = tuning.solving;
    spec.config.solve_after = tuning.solve_after;
    spec.rows = tuning.rows;
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
    if (solves_rounds(spec)) {
        read_settings<true>(spec, texts);
    } else if (spec.name == "uct") {
        read_settings<false>(spec, texts);
    } else {
        resolve({}, texts, "player " + spec.name);
    }
    return spec;
}

UctConfig uct_config(const ggp::RuleSheet& sheet, const Spec& spec, const PlayerSettings& settings) {
    UctConfig config = spec.config;
    config.memory = settings.memory;
    config.playouts = settings.playouts;
    if (settings.playouts == 0) config.clock = settings.clock;  // so many playouts are always the same ones
    if (sheet.wiring() == nullptr) return config;
    for (const std::vector<ggp::Goal>& goals : sheet.wiring()->circuit().goals) {
        int highest = 0;
        for (const ggp::Goal& goal : goals) highest = std::max(highest, goal.value);
        config.highest.push_back(highest / 100.0);
    }
    return config;
}

rounds::RoundOptions round_options(const Spec& spec, const Over& over, const Over& stopped) {
    rounds::RoundOptions options{.most_rows = spec.rows, .ends = false, .groups = {}};
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
    constexpr std::size_t most_gates = 100'000;  // with more, making the network takes too long
    if (sheet.wiring() == nullptr || sheet.wiring()->circuit().gates.size() > most_gates) return nullptr;
    const std::lock_guard lock(mutex_);
    auto& made = made_[fmt::format("{} {}", options.most_rows, options.ends)];
    if (!made)
        made = std::make_shared<rounds::RoundNetwork>(
            rounds::make_round_network(*sheet.wiring(), groups(sheet, options.groups), options));
    return made;
}

const std::vector<PlayerName>& player_names() {
    static const std::vector<PlayerName> names = {
        {"uct", "tree search with random games, every role for itself", knobs<false>().parameters()},
        {"mac-ucb", "rounds solved as constraint networks by MAC, their solutions sampled by UCB",
         knobs<true>().parameters()},
        {"fc-ucb", "the same, with rounds solved by forward checking", knobs<true>().parameters()},
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
