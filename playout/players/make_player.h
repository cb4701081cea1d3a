// The players by their names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "playout/ggp/load.h"
#include "playout/players/player.h"

namespace playout::players {

struct PlayerName {
    std::string name;
    std::string meaning;
};
const std::vector<PlayerName>& player_names();
// Throws UsageError where there is no such player.
void require_player(const std::string& name);

struct PlayerSettings {
    std::uint64_t seed = 1;
    std::int64_t playouts = 0;                    // at most so many a move; 0: as time allows
    std::int64_t memory = std::int64_t{1} << 30;  // what it may keep
};

// The sheet must outlive the player.
std::unique_ptr<Player> make_player(const std::string& name, const ggp::RuleSheet& sheet, std::size_t role,
                                    const PlayerSettings& settings);

}  // namespace playout::players
