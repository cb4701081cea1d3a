// Searches that go over the tree in passes keep the one that is under way.
#pragma once

#include <optional>

#include "playout/base/archive.h"

namespace playout {

// A pass that is under way, or none between two of them; made from the arguments where it is loaded.
template <typename Pass, typename... Arguments>
void archive_pass(Archive& archive, std::optional<Pass>& pass, Arguments&... arguments) {
    bool under_way = pass.has_value();
    archive(under_way);
    if (archive.loading()) {
        pass.reset();
        if (under_way) pass.emplace(arguments...);
    }
    if (under_way) archive(*pass);
}

}  // namespace playout
