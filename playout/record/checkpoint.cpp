#include "playout/record/checkpoint.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/base/version.h"

namespace playout {
namespace {

// The number is raised whenever something is archived otherwise than before.
constexpr std::string_view first_line = "playout checkpoint 2\n";
constexpr std::string_view first_words = "playout checkpoint ";

constexpr double pauses_per_time = 0.01;

void archive_limits(Archive& archive, Limits& limits) {
    archive(limits.seconds, limits.playouts, limits.nodes, limits.memory, limits.target);
}

struct FreeCompressor {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};
struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

void CheckpointHead::archive(Archive& archive) {
    archive(request.domain, request.instance, request.algorithm, request.strategy, request.settings,
            request.seed, request.threads);
    archive_limits(archive, request.limits);
    archive(request.start, instance_text);
}

CheckpointWriter::CheckpointWriter(std::string path, double seconds, Clock clock)
    : path_(std::move(path)), seconds_(seconds), clock_(std::move(clock)), next_(seconds) {
    OutputFile attempt(path_);  // whether it can be written
    thread_ = std::thread([this] { work(); });
}

CheckpointWriter::~CheckpointWriter() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

bool CheckpointWriter::is_due(double seconds) {
    const std::lock_guard lock(mutex_);
    if (!waiting_) return true;
    next_ = seconds + 0.01;  // the one before is still being written
    return false;
}

bool CheckpointWriter::save(double seconds, const std::function<void(Archive&)>& fill) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_; });
    lock.unlock();
    const double begin = clock_();
    Archive archive;
    std::string failure;
    try {
        std::string written_by(version());
        archive(written_by);
        fill(archive);
    } catch (const std::bad_alloc&) {  // the search itself goes on
        failure = fmt::format("{}: cannot be written: there is not as much memory again", path_);
    }
    const double pause = clock_() - begin;
    lock.lock();
    longest_pause_ = std::max(longest_pause_, pause);
    next_ = seconds + std::max(seconds_, pause / pauses_per_time);
    failure_ = failure;
    if (!failure.empty()) return false;
    ++saved_;
    bytes_ = archive.saved().size();
    blocks_ = std::move(archive.saved());
    waiting_ = true;
    lock.unlock();
    changed_.notify_all();
    return true;
}

void CheckpointWriter::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_; });
    if (!failure_.empty()) throw UsageError(failure_);
}

void CheckpointWriter::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return waiting_ || ending_; });
        if (!waiting_) return;
        const ByteBlocks blocks = std::move(blocks_);
        lock.unlock();
        std::string failure;
        const double begin = clock_();
        try {
            write(blocks);
        } catch (const std::exception& error) {
            failure = error.what();
        }
        lock.lock();
        failure_ = failure;
        seconds_to_write_ = clock_() - begin;
        waiting_ = false;
        changed_.notify_all();
    }
}

void CheckpointWriter::write(const ByteBlocks& blocks) {
    OutputFile file(path_);
    file.append(first_line);
    const std::unique_ptr<ZSTD_CCtx, FreeCompressor> context(ZSTD_createCCtx());
    if (!context) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setPledgedSrcSize(context.get(), blocks.size());
    std::vector<char> room(ZSTD_CStreamOutSize());
    const auto feed = [&](ZSTD_inBuffer input, ZSTD_EndDirective directive) {
        for (std::size_t left = 1; left > 0;) {
            ZSTD_outBuffer output{room.data(), room.size(), 0};
            left = ZSTD_compressStream2(context.get(), &output, &input, directive);
            if (ZSTD_isError(left)) throw BugError(ZSTD_getErrorName(left));
            file.append({room.data(), output.pos});
            if (directive == ZSTD_e_continue && input.pos == input.size) break;
        }
    };
    blocks.for_each([&](std::span<const char> piece) {
        feed({piece.data(), piece.size(), 0}, ZSTD_e_continue);
    });
    feed({nullptr, 0, 0}, ZSTD_e_end);
    file.finish();
}

// The frame behind the first line, decompressed piece by piece.
class CheckpointReader::Frame {
  public:
    explicit Frame(const std::string& path)
        : path_(path), file_(std::fopen(path.c_str(), "rb")), context_(ZSTD_createDCtx()) {
        if (!file_) throw InputError(path, std::strerror(errno));
        if (!context_) throw std::bad_alloc();
        restart();
    }

    // From its beginning.
    void restart() {
        std::rewind(file_.get());
        check_first_line();
        ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
        input_ = {buffer_.data(), 0, 0};
        ended_ = false;
        fill();
        const unsigned long long size = ZSTD_getFrameContentSize(buffer_.data(), input_.size);
        if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) fail();
        size_ = size;
    }

    // What all of it is, decompressed.
    std::uint64_t size() const { return size_; }

    void read(std::span<char> room) {
        ZSTD_outBuffer output{room.data(), room.size(), 0};
        while (output.pos < output.size) {
            if (ended_) fail();
            decompress(output);
        }
    }

    // Reads what is left and throws it away; only then it is sure that nothing is damaged.
    void check_rest() {
        std::vector<char> room(std::size_t{1} << 20);
        std::uint64_t found = 0;
        while (!ended_) {
            ZSTD_outBuffer output{room.data(), room.size(), 0};
            decompress(output);
            found += output.pos;
        }
        if (found != size_ || input_.pos < input_.size || std::fgetc(file_.get()) != EOF) fail();
    }

    [[noreturn]] void fail() const { throw InputError(path_, "a damaged checkpoint"); }

  private:
    void check_first_line() {
        std::array<char, first_line.size()> found{};
        const std::size_t length = std::fread(found.data(), 1, found.size(), file_.get());
        const std::string_view line(found.data(), length);
        if (line == first_line) return;
        const bool other_format = line.starts_with(first_words) && line.size() > first_words.size() &&
                                  line[first_words.size()] >= '0' && line[first_words.size()] <= '9';
        throw InputError(path_, other_format ? "a checkpoint of another format than this program writes"
                                             : "not a checkpoint");
    }

    void fill() {
        input_.pos = 0;
        input_.size = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
    }

    void decompress(ZSTD_outBuffer& output) {
        if (input_.pos == input_.size) fill();
        if (input_.size == 0) fail();  // it ends too early
        const std::size_t left = ZSTD_decompressStream(context_.get(), &output, &input_);
        if (ZSTD_isError(left)) fail();
        ended_ = left == 0;
    }

    std::string path_;
    std::unique_ptr<std::FILE, CloseFile> file_;
    std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context_;
    std::vector<char> buffer_ = std::vector<char>(ZSTD_DStreamInSize());
    ZSTD_inBuffer input_{};
    bool ended_ = false;
    std::uint64_t size_ = 0;
};

CheckpointReader::CheckpointReader(const std::string& path) : frame_(std::make_unique<Frame>(path)) {
    frame_->check_rest();
    frame_->restart();
    archive_ =
        std::make_unique<Archive>(path, frame_->size(), [this](std::span<char> room) { frame_->read(room); });
    std::string written_by;
    (*archive_)(written_by);
    if (written_by != version())
        throw InputError(
            path, fmt::format("a checkpoint of version {}; this is {}", printable(written_by), version()));
    (*archive_)(head_);
}

CheckpointReader::~CheckpointReader() = default;

}  // namespace playout
