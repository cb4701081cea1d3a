#include "apps/cli/output.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "playout/base/errors.h"

namespace playout::cli {
namespace {

[[noreturn]] void refuse(const std::string& path) {
    throw UsageError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

void write_all(const std::string& path, const std::string& text) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) refuse(path);
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (std::fclose(file) != 0 || !written) refuse(path);
}

std::string scaled(double amount, double step, const std::array<std::string_view, 5>& units) {
    std::size_t unit = 0;
    while (amount >= step && unit + 1 < units.size()) {
        amount /= step;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f}{}", amount, units[0])
                     : fmt::format("{:.1f} {}", amount, units[unit]);
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    if (path_.empty()) return;
    std::error_code ignored;
    const auto status = std::filesystem::status(path_, ignored);
    if (std::filesystem::is_directory(status)) {
        errno = EISDIR;
        refuse(path_);
    }
    if (std::filesystem::exists(status) && access(path_.c_str(), W_OK) != 0) refuse(path_);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return;
    part_ = fmt::format("{}.{}.part", path_, getpid());
    std::FILE* file = std::fopen(part_.c_str(), "wb");
    if (file == nullptr) refuse(path_);
    std::fclose(file);
}

OutputFile::~OutputFile() {
    if (!part_.empty() && !done_) std::remove(part_.c_str());
}

void OutputFile::write(const std::string& text) {
    if (!wanted()) return;
    write_all(part_.empty() ? path_ : part_, text);
    if (!part_.empty() && std::rename(part_.c_str(), path_.c_str()) != 0) refuse(path_);
    done_ = true;
}

bool is_terminal(std::FILE* stream) {
    return isatty(fileno(stream)) == 1;
}

Terminal terminal_of(std::FILE* stream) {
    Terminal terminal;
    const char* kind = std::getenv("TERM");
    terminal.colours = is_terminal(stream) && std::getenv("NO_COLOR") == nullptr && kind != nullptr &&
                       std::string_view(kind) != "dumb";
    winsize size{};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.width = size.ws_col;
    return terminal;
}

void print(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        refuse("standard output");
}

std::string short_count(double count) {
    return scaled(count, 1000, {"", "k", "M", "G", "T"});
}

std::string short_bytes(double bytes) {
    return scaled(bytes, 1024, {" B", "KB", "MB", "GB", "TB"});
}

std::string short_seconds(double seconds) {
    return seconds < 1 ? fmt::format("{:.3f} s", seconds) : fmt::format("{:.1f} s", seconds);
}

}  // namespace playout::cli
