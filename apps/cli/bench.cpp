#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/text.h"
#include "playout/catalogue/bench.h"

namespace playout::cli {

int bench(const std::string& list_file) {
    const auto runs = list_file.empty() ? parse_bench_list(signature_list(), "the built-in list")
                                        : parse_bench_list(read_text_file(list_file), list_file);
    print(fmt::format("{:<34} {:>14} {:>12} {:>12} {:>9} {:>12} {:>12}\n", "run", "value", "playouts", "nodes",
                      "seconds", "playouts/s", "nodes/s"));
    const StopRequest& stop_request = stop_on_signals();
    double seconds = 0;
    const auto show = [&](const BenchDone& done) {
        const double time = std::max(done.seconds, 1e-9);
        seconds += done.seconds;
        print(fmt::format("{:<34} {:>14} {:>12} {:>12} {:>9.3f} {:>12} {:>12}\n", done.name, done.value,
                          done.playouts, done.nodes, done.seconds,
                          short_count(static_cast<double>(done.playouts) / time),
                          short_count(static_cast<double>(done.nodes) / time)));
    };
    const BenchResult result = run_bench(runs, show, &stop_request);
    if (result.done.size() < runs.size() || stop_request) {
        print("interrupted: no signature\n");
        return exit_interrupted;
    }
    print(fmt::format("{} runs, {:.1f} s\nBench: {}\n", runs.size(), seconds, result.signature));
    return exit_result;
}

}  // namespace playout::cli
