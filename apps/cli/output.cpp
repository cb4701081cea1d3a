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

std::string canonical_text(const std::string& path) {
    std::error_code ignored;
    const auto canonical = std::filesystem::weakly_canonical(path, ignored);
    return canonical.empty() ? path : canonical.string();
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
    std::error_code ignored;
    if (std::filesystem::is_symlink(path_, ignored)) path_ = canonical_text(path_);
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
    write_all(part_.empty() ? path_ : part_, text);
    if (!part_.empty() && std::rename(part_.c_str(), path_.c_str()) != 0) refuse(path_);
    done_ = true;
}

OutputFiles::OutputFiles(const std::map<std::string, std::string>& paths, const std::string& instance) {
    std::error_code ignored;
    std::map<std::string, std::string> taken;
    if (!instance.empty() && instance != "-") taken[canonical_text(instance)] = "the instance";
    for (const auto& [option, path] : paths) {
        if (path.empty()) continue;
        const auto [other, fresh] = taken.emplace(canonical_text(path), option);
        if (!fresh && !std::filesystem::is_other(path, ignored))
            throw UsageError(fmt::format("{}: {} is already {}", option, path, other->second));
        files_[option] = std::make_unique<OutputFile>(path);
    }
}

void OutputFiles::write(const std::string& option, const std::function<std::string()>& text) {
    const auto file = files_.find(option);
    if (file == files_.end()) return;
    try {
        file->second->write(text());
    } catch (const UsageError& error) {
        failures_.emplace_back(error.what());
    }
}

void OutputFiles::report_failures() const {
    if (!failures_.empty()) throw UsageError(fmt::format("{}", fmt::join(failures_, "; ")));
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
