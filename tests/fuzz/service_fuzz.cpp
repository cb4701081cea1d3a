// A player behind the protocol and any messages at all, one a line: every one is answered, whatever came
// before. The clock moves when somebody looks at it, so that no text makes the target wait.
#include <atomic>
#include <memory>

#include "playout/ggp_net/service.h"
#include "tests/fuzz/target.h"

namespace playout::ggp_net {
namespace {

constexpr std::size_t max_messages = 12;

Clock counting_clock() {
    const auto looks = std::make_shared<std::atomic<std::int64_t>>(0);
    return [looks] { return 0.01 * static_cast<double>(++*looks); };
}

FUZZ_TARGET(service) {
    ServiceConfig config;
    config.player = "legal";
    Service service(config, counting_clock());
    for (std::size_t sent = 0; sent < max_messages && !text.empty(); ++sent) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const Service::Reply reply = service.answer(line);
        fuzz::require(!reply.text.empty(), "a message without an answer");
        const bool readable = fuzz::read_or_refuse([&] { return read_message(line); }).has_value();
        fuzz::require(readable || !reply.understood, "an unreadable message was understood");
    }
    fuzz::require(service.answer("( INFO )").text.find("status") != std::string::npos, "INFO fails");
}

}  // namespace
}  // namespace playout::ggp_net
