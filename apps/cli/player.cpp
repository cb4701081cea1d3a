#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/errors.h"
#include "playout/base/heap_use.h"
#include "playout/base/text.h"
#include "playout/catalogue/match.h"

namespace playout::cli {

namespace {

// Nobody must wait for whoever reads this, or for one who does not: then the line is left out.
void log_line(const std::string& line) {
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    if (poll(&output, 1, 0) != 1 || (output.revents & POLLOUT) == 0) return;
    try_print(excerpt(line, 1000) + "\n");  // where there is no reader any more it plays on
}

}  // namespace

int player(const PlayerArguments& arguments) {
    ggp_net::ServiceConfig config;
    if (arguments.player) config.player = name_or_empty("--player", arguments.player);
    config.name = arguments.name ? name_or_empty("--name", arguments.name)
                                 : "playout-" + config.player.substr(0, config.player.find(' '));
    if (arguments.margin) config.margin = positive_real("--margin", *arguments.margin);
    if (arguments.memory) config.settings.memory = bytes("--memory", *arguments.memory);
    config.settings.load_memory = loading_of(std::nullopt, arguments.memory).memory;
    config.settings.seed = seed_or_default(arguments.seed);
    config.names = name_case(arguments.names);
    if (config.name.find_first_of(" \t\r\n();?") != std::string::npos)
        throw UsageError("--name must be one word without parentheses");
    if (!arguments.quiet) config.log = log_line;
    const int port =
        arguments.port ? static_cast<int>(integer("--port", *arguments.port, 0, 65535)) : ggp_net::usual_port;
    const std::string address = arguments.bind ? name_or_empty("--bind", arguments.bind) : "127.0.0.1";
    return_freed_memory();
    const StopRequest& stop = stop_on_signals();
    const ggp_net::Server server(std::move(config), steady_clock(), address, port);
    print(fmt::format("listening on {}:{}\n", address, server.port()));
    while (!stop.load()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return exit_result;
}

}  // namespace playout::cli
