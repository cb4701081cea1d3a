#include "playout/base/archive.h"

#include <algorithm>
#include <cstring>

#include "playout/base/errors.h"

namespace playout {

ByteBlocks::ByteBlocks(ByteBlocks&& other) noexcept
    : blocks_(std::exchange(other.blocks_, {})), size_(std::exchange(other.size_, 0)) {}

ByteBlocks& ByteBlocks::operator=(ByteBlocks&& other) noexcept {
    blocks_.swap(other.blocks_);
    std::swap(size_, other.size_);
    return *this;
}

ByteBlocks::~ByteBlocks() {
    for (char* block : blocks_) detail::release_chunk(block, block_bytes);
}

void ByteBlocks::append(const void* data, std::size_t count) {
    const char* from = static_cast<const char*>(data);
    while (count > 0) {
        const auto used = static_cast<std::size_t>(size_ % block_bytes);
        if (used == 0) {
            blocks_.reserve(blocks_.size() + 1);
            blocks_.push_back(static_cast<char*>(detail::allocate_chunk(block_bytes)));
        }
        const std::size_t part = std::min(count, block_bytes - used);
        std::memcpy(blocks_.back() + used, from, part);
        from += part;
        count -= part;
        size_ += part;
    }
}

Archive::Archive(std::string source, std::uint64_t bytes, Next next)
    : source_(std::move(source)), next_(std::move(next)), left_(bytes) {}

void Archive::bytes(void* data, std::size_t count) {
    if (count == 0) return;
    if (saving()) return saved_.append(data, count);
    if (count > left_) fail("damaged: it ends too early");
    char* to = static_cast<char*>(data);
    left_ -= count;
    while (count > 0) {
        if (used_ == buffer_.size()) refill(count);
        const std::size_t part = std::min(count, buffer_.size() - used_);
        std::memcpy(to, buffer_.data() + used_, part);
        to += part;
        used_ += part;
        count -= part;
    }
}

// `wanted` are still to be delivered of what was asked for; left_ counts the others.
void Archive::refill(std::size_t wanted) {
    constexpr std::uint64_t buffer_bytes = std::uint64_t{1} << 20;
    buffer_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(buffer_bytes, left_ + wanted)));
    used_ = 0;
    next_(buffer_);
}

std::size_t Archive::count(std::size_t elements, std::size_t bytes_each) {
    std::uint64_t number = elements;
    bytes(&number, sizeof number);
    if (loading() && number > left_ / bytes_each) fail("damaged: it promises more than it holds");
    return static_cast<std::size_t>(number);
}

void Archive::fail(const std::string& message) const {
    throw InputError(source_.empty() ? "archive" : source_, message);
}

}  // namespace playout
