#include "apps/cli/signals.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "apps/cli/commands.h"

namespace playout::cli {
namespace {

std::atomic<bool> kept{false};
StopRequest stop_request{false};

// Only calls that are allowed inside a handler.
void answer(int) {
    if (kept && !stop_request.exchange(true)) return;
    constexpr std::string_view line = "playout: interrupted\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
    _exit(exit_interrupted);
}

}  // namespace

void end_on_signals() {
    kept = false;
    struct sigaction action {};
    action.sa_handler = answer;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

const StopRequest& stop_on_signals() {
    kept = true;
    return stop_request;
}

}  // namespace playout::cli
