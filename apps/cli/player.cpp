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
#include "playout/catalogue/player.h"

namespace playout::cli {

namespace {

// Nobody must wait for whoever reads this, or for one who does not: then the line is left out.
void log_line(const std::string& line) {
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    if (poll(&output, 1, 0) != 1 || (output.revents & POLLOUT) == 0) return;
    try_print(excerpt(line, 1000) + "\n");  // where there is no reader any more it plays on
}

PlayerRequest request_of(const PlayerArguments& arguments) {
    PlayerRequest request;
    if (arguments.player) request.player = name_or_empty("--player", arguments.player);
    request.name = arguments.name ? name_or_empty("--name", arguments.name)
                                  : "playout-" + request.player.substr(0, request.player.find(' '));
    if (request.name.find_first_of(" \t\r\n();?") != std::string::npos)
        throw UsageError("--name must be one word without parentheses");
    if (arguments.bind) request.address = name_or_empty("--bind", arguments.bind);
    if (arguments.port) request.port = static_cast<int>(integer("--port", *arguments.port, 0, 65535));
    if (arguments.margin) request.margin = positive_real("--margin", *arguments.margin);
    request.seed = seed_or_default(arguments.seed);
    if (arguments.memory) request.memory = bytes("--memory", *arguments.memory);
    request.load_memory = loading_of(std::nullopt, arguments.memory).memory;
    request.names = name_case(arguments.names);
    if (!arguments.quiet) request.log = log_line;
    return request;
}

}  // namespace

int player(const PlayerArguments& arguments) {
    const PlayerRequest request = request_of(arguments);
    return_freed_memory();
    const StopRequest& stop = stop_on_signals();
    const PlayerOnPort player(request, steady_clock());
    print(fmt::format("listening on {}:{}\n", request.address, player.port()));
    while (!stop.load()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return exit_result;
}

}  // namespace playout::cli
