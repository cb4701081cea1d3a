// The players by their names.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "playout/base/clock.h"
#include "playout/base/parameter.h"
#include "playout/ggp/load.h"
#include "playout/players/player.h"
#include "playout/rounds/round_network.h"

namespace playout::players {

struct PlayerName {
    std::string name;
    std::string meaning;
    ParameterList parameters;  // that may follow the name: `uct c=0.5`
};
const std::vector<PlayerName>& player_names();
// Throws UsageError where there is no such player, or a setting is wrong.
void require_player(const std::string& player);

// The rounds of a sheet as a network, made when first asked for, once for all players.
class SharedRounds {
  public:
    // Nothing where the sheet is too large for that, or was not grounded.
    std::shared_ptr<const rounds::RoundNetwork> get(const ggp::RuleSheet& sheet,
                                                    const rounds::RoundOptions& options);

  private:
    const std::vector<rounds::FluentGroup>& groups(const ggp::RuleSheet& sheet,
                                                   const rounds::GroupLimits& limits);

    std::mutex mutex_;
    std::optional<std::vector<rounds::FluentGroup>> groups_;  // whatever the other options
    std::map<std::string, std::shared_ptr<const rounds::RoundNetwork>> made_;
};

struct PlayerSettings {
    std::uint64_t seed = 1;
    std::int64_t playouts = 0;                         // at most, per move; 0: as time allows
    std::int64_t memory = std::int64_t{1} << 30;       // what it may keep
    std::int64_t load_memory = std::int64_t{4} << 30;  // what loading the rules may take
    std::shared_ptr<SharedRounds> rounds = {};         // of this sheet; nothing: each player makes its own
    Clock clock = {};                                  // for what has a share of the time
};

// Makes what a player shares with others of the same sheet, before any clock runs. What can be cut short is
// when `over()`; all of it ends by WorkEnded when `stopped()`.
void prepare_shared(const std::string& player, const ggp::RuleSheet& sheet, const PlayerSettings& settings,
                    const Over& over, const Over& stopped);

// `player`: its name, and settings behind it. The sheet must outlive the player. What it takes to get ready
// ends early when `over()`; all that takes long ends by WorkEnded when `stopped()`.
std::unique_ptr<Player> make_player(const std::string& player, const ggp::RuleSheet& sheet, std::size_t role,
                                    const PlayerSettings& settings, const Over& over = never_over,
                                    const Over& stopped = never_over);

}  // namespace playout::players
