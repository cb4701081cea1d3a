#include "playout/catalogue/player.h"

#include "playout/ggp_net/server.h"
#include "playout/players/make_player.h"

namespace playout {
namespace {

ggp_net::ServiceConfig service_config(const PlayerRequest& request) {
    ggp_net::ServiceConfig config;
    config.name = request.name;
    config.player = request.player;
    config.margin = request.margin;
    config.settings.seed = request.seed;
    config.settings.memory = request.memory;
    config.settings.load_memory = request.load_memory;
    config.names = request.names;
    if (request.log) config.log = request.log;
    return config;
}

}  // namespace

std::vector<PlayerRow> player_rows() {
    std::vector<PlayerRow> rows;
    for (const players::PlayerName& player : players::player_names())
        rows.push_back({player.name, player.meaning, player.parameters});
    return rows;
}

PlayerOnPort::PlayerOnPort(const PlayerRequest& request, const Clock& clock)
    : server_(std::make_unique<ggp_net::Server>(service_config(request), clock, request.address,
                                                request.port.value_or(ggp_net::usual_port))) {}

PlayerOnPort::~PlayerOnPort() = default;

int PlayerOnPort::port() const {
    return server_->port();
}

}  // namespace playout
