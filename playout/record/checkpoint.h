// Checkpoints: a run in a file, so that it can go on after its program ended, however that came.
//
// The file is a line that says what it is, and one zstd frame with a checksum. In the frame are the version of
// the program, the request, the text of the instance (none for a problem of one's own), and all that the
// session knows (catalogue/solve.h). The file alone is enough to go on; another version of the program, or of
// the format, refuses it.
//
// A checkpoint stops the search only as long as it takes to copy what it knows into memory; compressing and
// writing go on beside the search. So it takes as much memory again for that time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "playout/base/archive.h"
#include "playout/base/clock.h"
#include "playout/base/output_file.h"
#include "playout/record/record.h"

namespace playout {

// What the file begins with.
struct CheckpointHead {
    Request request;
    std::string instance_text;

    void archive(Archive& archive);
};

// Where a run is saved to, again and again. It writes in a thread of its own: to FILE.part, which takes the
// file's name when it is complete and on the disk.
class CheckpointWriter {
  public:
    // Throws UsageError if the file cannot be written. No more than one part in 100 of the time goes into
    // pauses: where a pause is long the next one comes later than `seconds`.
    CheckpointWriter(std::string path, double seconds, Clock clock = steady_clock());
    ~CheckpointWriter();
    CheckpointWriter(const CheckpointWriter&) = delete;
    CheckpointWriter& operator=(const CheckpointWriter&) = delete;

    // The run begins, or goes on, with its clock at `seconds`; the first one is due a while later.
    void start_at(double seconds) { next_ = seconds + seconds_; }

    // Whether one should be saved now, by the run's clock.
    bool due(double seconds) {
        if (seconds < next_) return false;
        return is_due(seconds);
    }

    // fill(archive) copies what there is to be saved; the rest goes on behind its back. Waits if the one before
    // is not written yet. False: there was no memory for the copy; finish() tells.
    bool save(double seconds, const std::function<void(Archive&)>& fill);

    // Waits until what was saved last is on the disk. Throws UsageError if that could not be written; the file
    // then is that of the one before.
    void finish();

    const std::string& path() const { return path_; }
    std::int64_t saved() const { return saved_; }  // how many
    double longest_pause() const { return longest_pause_; }
    std::uint64_t bytes() const { return bytes_; }                 // of the last one, before it was compressed
    double seconds_to_write() const { return seconds_to_write_; }  // the last one

  private:
    bool is_due(double seconds);
    void work();
    void write(const ByteBlocks& blocks);

    const std::string path_;
    const double seconds_;
    const Clock clock_;
    double next_;  // when the next one is due
    std::int64_t saved_ = 0;
    double longest_pause_ = 0;
    std::uint64_t bytes_ = 0;

    std::mutex mutex_;
    std::condition_variable changed_;
    ByteBlocks blocks_;     // to be written
    bool waiting_ = false;  // they are
    bool ending_ = false;
    std::string failure_;  // of the last one; empty: it went well
    double seconds_to_write_ = 0;
    std::thread thread_;
};

// A file to go on from. Throws InputError where it is none, is damaged, or is of another version: the whole
// file is read and its checksum compared before anything of it is used.
class CheckpointReader {
  public:
    explicit CheckpointReader(const std::string& path);
    ~CheckpointReader();

    CheckpointHead& head() { return head_; }
    const CheckpointHead& head() const { return head_; }
    // What the session is to load.
    Archive& session() { return *archive_; }

  private:
    class Frame;

    std::unique_ptr<Frame> frame_;
    std::unique_ptr<Archive> archive_;
    CheckpointHead head_;
};

}  // namespace playout
