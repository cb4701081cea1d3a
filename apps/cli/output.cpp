#include "apps/cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <thread>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout::cli {
namespace {

using detail::canonical_text;
using detail::is_regular;
using detail::write_all;

[[noreturn]] void refuse(const std::string& path, const std::string& more = "") {
    detail::refuse_to_write(path, more);
}

// Waits until nobody else has the lock.
class FileLock {
  public:
    explicit FileLock(int file) : file_(file) { flock(file_, LOCK_EX); }
    ~FileLock() { flock(file_, LOCK_UN); }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    int file_;
};

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

LineFile::LineFile(std::string path, std::string head) : path_(std::move(path)), head_(std::move(head)) {
    file_ = Descriptor(open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
    if (!file_.is_open()) refuse(path_);
    regular_ = is_regular(file_.number());
}

std::string LineFile::lines() const {
    if (!regular_) return "";
    const FileLock lock(file_.number());
    drop_rest();
    return lseek(file_.number(), 0, SEEK_END) == 0 ? "" : read_text_file(path_);
}

void LineFile::drop_rest() const {
    const off_t size = lseek(file_.number(), 0, SEEK_END);
    char last = '\n';
    if (size <= 0 || pread(file_.number(), &last, 1, size - 1) != 1 || last == '\n') return;
    const std::string text = read_text_file(path_);
    const std::size_t begin = text.rfind('\n') + 1;  // 0 where there is no line
    const std::string_view rest = std::string_view(text).substr(begin);
    if (!rest.starts_with(head_) && !std::string_view(head_).starts_with(rest))
        throw InputError(path_, 1 + std::count(text.begin(), text.end(), '\n'),
                         fmt::format("expected a line that begins with {}", head_));
    if (ftruncate(file_.number(), static_cast<off_t>(begin)) != 0) refuse(path_);
}

void LineFile::append(const std::string& line) {
    const FileLock lock(file_.number());
    if (regular_) drop_rest();
    const off_t before = lseek(file_.number(), 0, SEEK_END);
    if (write_all(file_.number(), line)) return;
    const int error = errno;
    // A full disk takes half a line.
    [[maybe_unused]] const int cut = regular_ ? ftruncate(file_.number(), before) : 0;
    errno = error;
    refuse(path_, "; what it had before is kept");
}

OutputFiles::OutputFiles(const std::map<std::string, std::string>& paths, const std::string& instance) {
    std::error_code ignored;
    std::map<std::string, std::string> taken;
    if (!instance.empty() && instance != "-") taken[canonical_text(instance)] = "the instance";
    for (const auto& [option, path] : paths) {
        if (path.empty()) continue;
        if (!std::filesystem::is_other(path, ignored))
            for (const std::string& name : {canonical_text(path), canonical_text(path) + detail::part_ending})
                if (const auto [other, fresh] = taken.emplace(name, option); !fresh)
                    throw UsageError(fmt::format("{}: {} is already {}", option, name, other->second));
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

bool try_print(const std::string& text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

void print(const std::string& text) {
    if (try_print(text)) return;
    if (errno == EPIPE) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    }
    refuse("standard output");
}

void reserve_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) == -1)  // and is the lowest number that is free
            static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

void close_standard_output() {
    if (std::fclose(stdout) != 0) refuse("standard output");
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
