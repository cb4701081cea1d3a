#include "apps/cli/progress.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/cli/output.h"
#include "playout/base/text.h"

namespace playout::cli {

void LiveLine::progress(const Progress& progress) {
    constexpr double seconds_between = 0.1;
    if (!shown_ || progress.seconds - last_drawn_ < seconds_between) return;
    last_drawn_ = progress.seconds;
    std::string line = label_ + short_seconds(progress.seconds);
    if (progress.best) line += "  best " + number_text(progress.best->value);
    if (progress.best && !progress.best->feasible())
        line += " (violation " + number_text(progress.best->violation) + ")";
    const auto rate = static_cast<double>(progress.playouts) / progress.seconds;
    line += fmt::format("  {} playouts/s", short_count(rate));
    if (progress.nodes > 0) line += fmt::format("  {} nodes", short_count(static_cast<double>(progress.nodes)));
    if (progress.memory > 0) line += fmt::format("  {}", short_bytes(static_cast<double>(progress.memory)));
    if (!progress.phase.empty()) line += "  " + progress.phase;
    const auto width = static_cast<std::size_t>(terminal_of(stderr).width);
    if (line.size() >= width) line.resize(width - 1);
    std::fputs(("\r\x1b[2K" + line).c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
}

void LiveLine::start(std::string label) {
    label_ = std::move(label);
    last_drawn_ = 0;
}

void LiveLine::wipe() {
    if (drawn_) std::fputs("\r\x1b[2K", stderr);
    drawn_ = false;
}

}  // namespace playout::cli
