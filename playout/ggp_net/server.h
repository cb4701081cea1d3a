// A service on a port, for game managers: HTTP, POST with the message as its body or GET with it as the path.
#pragma once

#include <string>

#include "playout/ggp_net/http_server.h"
#include "playout/ggp_net/service.h"

namespace playout::ggp_net {

inline constexpr int usual_port = 9147;
inline constexpr std::size_t longest_message = std::size_t{1} << 20;  // bytes; the largest sheets have 0.4 MB

class Server {
  public:
    // Listens at once. Port 0: any that is free. Throws UsageError where that cannot be done.
    Server(ServiceConfig config, const Clock& clock, const std::string& address, int port);
    // Ends all that is under way.
    ~Server();

    int port() const { return http_.port(); }

  private:
    Service service_;
    HttpServer http_;
};

}  // namespace playout::ggp_net
