// The messages of the GGP protocol, between a game manager and a player.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace playout::ggp_net {

struct Message {
    enum class Kind { info, start, play, stop, abort, preview };
    Kind kind = Kind::info;
    std::string match = {};  // as it was written
    std::string role = {};   // as it was written
    std::string rules = {};  // prefix form, names as they were written
    double start_seconds = 0, move_seconds = 0;
    // Terms as they were written: the moves of all roles, or what is seen of them. Nothing before the first
    // move.
    std::optional<std::vector<std::string>> moves = {};
};

// Throws InputError with what was expected.
Message read_message(std::string_view text);
// As a manager writes it; reads back to the same message.
std::string to_text(const Message& message);

}  // namespace playout::ggp_net
