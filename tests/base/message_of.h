// What an action complains about, for tests of error messages.
#pragma once

#include <string>

namespace playout {

template <typename Error, typename Action>
std::string message_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

}  // namespace playout
