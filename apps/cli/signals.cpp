#include "apps/cli/signals.h"

#include <csignal>

namespace playout::cli {
namespace {

StopRequest stop_request{false};

void ask_to_stop(int) {
    stop_request = true;
}

}  // namespace

const StopRequest& stop_on_signals() {
    struct sigaction action {};
    action.sa_handler = ask_to_stop;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return stop_request;
}

}  // namespace playout::cli
