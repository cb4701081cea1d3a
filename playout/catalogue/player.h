// Players for the apps: what `playout players` and `playout player` do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "playout/base/clock.h"
#include "playout/base/parameter.h"
#include "playout/gdl/spelling.h"

namespace playout {

namespace ggp_net {
class Server;
}

struct PlayerRow {
    std::string name;
    std::string meaning;
    ParameterList parameters;  // that may follow the name: `uct c=0.5`
};
std::vector<PlayerRow> player_rows();

struct PlayerRequest {
    std::string player = "uct";    // a name, with settings behind it
    std::string name = "playout";  // by which it is known to managers: one word
    std::string address = "127.0.0.1";
    std::optional<int> port = {};  // nothing: the usual one; 0: any that is free
    double margin = -1;            // seconds kept back of each clock; less than 0: by the clock
    std::uint64_t seed = 1;
    std::int64_t memory = std::int64_t{1} << 30;       // bytes that it may keep
    std::int64_t load_memory = std::int64_t{4} << 30;  // and that loading the rules may take
    gdl::NameCase names = gdl::NameCase::exact;
    std::function<void(const std::string&)> log = {};  // a line an event
};

// A player for game managers elsewhere, until it is destroyed: that ends all that is under way.
class PlayerOnPort {
  public:
    // Listens at once. Throws UsageError where that cannot be done, or there is no such player.
    PlayerOnPort(const PlayerRequest& request, const Clock& clock);
    ~PlayerOnPort();

    int port() const;

  private:
    std::unique_ptr<ggp_net::Server> server_;
};

}  // namespace playout
