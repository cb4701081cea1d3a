#include "playout/players/make_player.h"

#include <algorithm>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/ggp/lanes.h"
#include "playout/players/uct_player.h"

namespace playout::players {
namespace {

UctConfig uct_config(const ggp::RuleSheet& sheet, const PlayerSettings& settings) {
    UctConfig config;
    config.memory = settings.memory;
    config.playouts = settings.playouts;
    if (sheet.wiring() == nullptr) return config;
    for (const std::vector<ggp::Goal>& goals : sheet.wiring()->circuit().goals) {
        int highest = 0;
        for (const ggp::Goal& goal : goals) highest = std::max(highest, goal.value);
        config.highest.push_back(highest / 100.0);
    }
    return config;
}

template <game::Game G>
std::unique_ptr<Player> make(const std::string& name, G game, const ggp::RuleSheet& sheet, std::size_t role,
                             const PlayerSettings& settings) {
    if (name == "random") return std::make_unique<RandomPlayer<G>>(std::move(game), role, settings.seed);
    if (name == "legal") return std::make_unique<LegalPlayer<G>>(std::move(game), role);
    std::unique_ptr<ggp::RandomGames> games;
    if (sheet.wiring() != nullptr) games = std::make_unique<ggp::Lanes>(sheet.wiring()->circuit());
    return std::make_unique<UctPlayer<G>>(std::move(game), role, settings.seed, uct_config(sheet, settings),
                                          std::move(games));
}

}  // namespace

const std::vector<PlayerName>& player_names() {
    static const std::vector<PlayerName> names = {
        {"uct", "tree search with random games, every role for itself"},
        {"random", "any legal move"},
        {"legal", "the first legal move, by its text"},
    };
    return names;
}

void require_player(const std::string& name) {
    std::vector<std::string> names;
    for (const PlayerName& player : player_names()) names.push_back(player.name);
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw UsageError(unknown_name("player", name, names));
}

std::unique_ptr<Player> make_player(const std::string& name, const ggp::RuleSheet& sheet, std::size_t role,
                                    const PlayerSettings& settings) {
    require_player(name);
    if (sheet.wiring() != nullptr) return make(name, ggp::Machine(*sheet.wiring()), sheet, role, settings);
    return make(name, ggp::ProvedGame(sheet.sheet()), sheet, role, settings);
}

}  // namespace playout::players
