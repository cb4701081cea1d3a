// Messages of the GGP protocol: read or refused, and written as a manager writes them they are the same.
#include "playout/ggp_net/message.h"
#include "tests/fuzz/target.h"

namespace playout::ggp_net {
namespace {

FUZZ_TARGET(message) {
    const auto message = fuzz::read_or_refuse([&] { return read_message(text); });
    if (!message) return;
    const std::string once = to_text(*message);
    const Message again = read_message(once);
    fuzz::require(to_text(again) == once, "a message reads back as another");
    fuzz::require(again.kind == message->kind && again.match == message->match && again.role == message->role &&
                      again.rules == message->rules && again.moves == message->moves &&
                      again.start_seconds == message->start_seconds &&
                      again.move_seconds == message->move_seconds,
                  "a message loses something on its way");
}

}  // namespace
}  // namespace playout::ggp_net
