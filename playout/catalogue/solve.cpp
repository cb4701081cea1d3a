#include "playout/catalogue/solve.h"

namespace playout {

void check_limits(const Request& request, const AlgorithmRow& algorithm) {
    const Limits& limits = request.limits;
    const auto positive = [](const auto& limit, const char* name) {
        if (limit && !(*limit > 0)) throw UsageError(fmt::format("{}: expected a number above 0", name));
    };
    positive(limits.seconds, "seconds");
    positive(limits.playouts, "playouts");
    positive(limits.nodes, "nodes");
    if (limits.memory <= 0) throw UsageError("memory: expected a number of bytes above 0");
    if (request.threads != 1) throw UsageError("threads: only 1 is possible so far");
    if (limits.nodes && algorithm.info.nodes.empty())
        throw UsageError(
            fmt::format("nodes: algorithm {} keeps no tree and counts no nodes; limit seconds or playouts",
                        algorithm.info.name));
    if (!request.strategy.empty() && !algorithm.info.uses_strategy)
        throw UsageError(fmt::format("strategy: algorithm {} uses none", algorithm.info.name));
}

}  // namespace playout
