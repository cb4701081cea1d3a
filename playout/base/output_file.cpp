#include "playout/base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>

#include "playout/base/errors.h"

namespace playout {
namespace detail {

void refuse_to_write(const std::string& path, const std::string& more) {
    throw UsageError(fmt::format("{}: cannot be written: {}{}", path, std::strerror(errno), more));
}

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool is_regular(int file) {
    struct stat status {};
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

std::string canonical_text(const std::string& path) {
    std::error_code ignored;
    const auto canonical = std::filesystem::weakly_canonical(path, ignored);
    return canonical.empty() ? path : canonical.string();
}

}  // namespace detail

namespace {

// Some file systems have no locks; there nobody else is expected.
bool is_locked_elsewhere(int file) {
    return flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// Whether the path still names the open file.
bool is_at(const std::string& path, int file) {
    struct stat open_one {};
    struct stat named {};
    return fstat(file, &open_one) == 0 && stat(path.c_str(), &named) == 0 && open_one.st_ino == named.st_ino &&
           open_one.st_dev == named.st_dev;
}

}  // namespace

Descriptor::~Descriptor() {
    if (number_ >= 0) close(number_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    std::error_code ignored;
    if (std::filesystem::is_symlink(path_, ignored)) path_ = detail::canonical_text(path_);
    const auto status = std::filesystem::status(path_, ignored);
    if (std::filesystem::is_directory(status)) {
        errno = EISDIR;
        detail::refuse_to_write(path_);
    }
    if (std::filesystem::exists(status) && access(path_.c_str(), W_OK) != 0) detail::refuse_to_write(path_);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return;
    part_ = path_ + detail::part_ending;
    open_part();
}

void OutputFile::open_part() {
    for (int tries = 0;;) {
        part_file_ =
            Descriptor(open(part_.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
        if (!part_file_.is_open()) detail::refuse_to_write(path_);
        if (!detail::is_regular(part_file_.number()))
            throw UsageError(fmt::format("{}: cannot be written: {} is in its way", path_, part_));
        if (is_locked_elsewhere(part_file_.number())) {
            // It may be at its end: a record of a match takes no time.
            if (++tries == 20) throw UsageError(fmt::format("{}: another run is about to write it", path_));
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        } else if (is_at(part_, part_file_.number())) {
            break;
        }  // else whoever had it just gave it the file's name
    }
    if (ftruncate(part_file_.number(), 0) != 0) detail::refuse_to_write(path_);
}

OutputFile::~OutputFile() {
    if (!part_.empty() && !done_) std::remove(part_.c_str());
}

void OutputFile::refuse_to_write() const {
    detail::refuse_to_write(
        path_, !part_.empty() && access(path_.c_str(), F_OK) == 0 ? "; what was there before is kept" : "");
}

void OutputFile::append(std::string_view piece) {
    if (part_.empty() && !part_file_.is_open()) {
        part_file_ = Descriptor(open(path_.c_str(), O_WRONLY | O_CLOEXEC));
        if (!part_file_.is_open()) refuse_to_write();
    }
    if (!detail::write_all(part_file_.number(), piece)) refuse_to_write();
}

void OutputFile::finish() {
    // Some file systems cannot be told to sync.
    const auto sync = [&] { return fsync(part_file_.number()) == 0 || errno == EINVAL; };
    if (!part_.empty() && (!sync() || std::rename(part_.c_str(), path_.c_str()) != 0)) refuse_to_write();
    done_ = true;
    part_file_ = Descriptor();
}

}  // namespace playout
