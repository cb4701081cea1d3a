#include "playout/ggp_net/http_reader.h"

#include <algorithm>
#include <charconv>

#include "playout/base/text.h"

namespace playout::ggp_net {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Digits only, and not too many.
std::optional<std::size_t> size_of(std::string_view digits, int base) {
    std::size_t size = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, size, base);
    if (digits.empty() || digits.front() == '-' || error != std::errc() || stop != end) return std::nullopt;
    return size;
}

}  // namespace

bool same_word(std::string_view one, std::string_view other) {
    const auto lower = [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    };
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [&](char a, char b) { return lower(a) == lower(b); });
}

HttpReader::State HttpReader::read(std::string_view bytes) {
    while (!bytes.empty() && state_ == State::incomplete) {
        if (part_ == Part::body || part_ == Part::chunk || part_ == Part::rest) {
            const std::size_t taken = part_ == Part::rest ? bytes.size() : std::min(left_, bytes.size());
            if (body_.size() + taken > limits_.body) {
                refuse(413, "longer than allowed");
                break;
            }
            body_.append(bytes.substr(0, taken));
            bytes.remove_prefix(taken);
            if (part_ != Part::rest && (left_ -= taken) == 0) body_is_read();
        } else {
            const std::size_t end = bytes.find('\n');
            const std::size_t taken = end == std::string_view::npos ? bytes.size() : end + 1;
            line_bytes_ += taken;
            if (line_bytes_ > limits_.head) {
                refuse(431, "a head that is too long");
                break;
            }
            line_.append(bytes.substr(0, taken));
            bytes.remove_prefix(taken);
            if (end != std::string_view::npos) take_line();
        }
    }
    return state_;
}

HttpReader::State HttpReader::end() {
    if (state_ == State::incomplete && part_ == Part::rest) state_ = State::complete;
    if (state_ == State::incomplete) refuse(400, "it is cut off");
    return state_;
}

void HttpReader::refuse(int status, const std::string& reason) {
    state_ = State::refused;
    status_ = status;
    reason_ = reason;
}

void HttpReader::take_line() {
    line_.pop_back();
    if (line_.ends_with('\r')) line_.pop_back();
    switch (part_) {
        case Part::first_line:
            if (!line_.empty()) take_first_line();  // some send an empty line after the message before
            break;
        case Part::fields:
            line_.empty() ? end_of_head() : take_field();
            break;
        case Part::chunk_size:
            take_chunk_size();
            break;
        case Part::chunk_end:
            line_.empty() ? static_cast<void>(part_ = Part::chunk_size) : refuse(400, "a chunk that goes on");
            break;
        default:  // a trailer, which nobody needs
            if (line_.empty()) state_ = State::complete;
    }
    line_.clear();
}

void HttpReader::take_first_line() {
    part_ = Part::fields;
    length_.reset();
    if (kind_ == Kind::response) {
        const std::size_t blank = line_.find(' ');
        const auto status = blank == std::string::npos ? std::nullopt : size_of(line_.substr(blank + 1, 3), 10);
        if (!line_.starts_with("HTTP/") || !status) return refuse(400, "not HTTP");
        status_ = static_cast<int>(*status);
        return;
    }
    const std::size_t first = line_.find(' '), last = line_.rfind(' ');
    if (first == std::string::npos || first == last || !line_.substr(last + 1).starts_with("HTTP/1."))
        return refuse(400, "not HTTP");
    method_ = line_.substr(0, first);
    target_ = trimmed(std::string_view(line_).substr(first, last - first));
}

void HttpReader::take_field() {
    const std::size_t colon = line_.find(':');
    if (colon == std::string::npos) return refuse(400, "a field without a colon");
    const std::string_view name = std::string_view(line_).substr(0, colon);
    const std::string_view value = trimmed(std::string_view(line_).substr(colon + 1));
    if (same_word(name, "Content-Length")) {
        const auto length = size_of(value, 10);
        if (!length || (length_ && length_ != length)) return refuse(400, "a length that is none");
        length_ = length;
    } else if (same_word(name, "Transfer-Encoding")) {
        if (!same_word(value, "chunked")) return refuse(501, "an unknown encoding");
        chunked_ = true;
    } else if (same_word(name, "Expect")) {
        expects_ = same_word(value, "100-continue");
    }
}

void HttpReader::end_of_head() {
    if (kind_ == Kind::response && status_ >= 100 && status_ < 200) {
        part_ = Part::first_line;  // the response proper is still to come
    } else if (chunked_) {
        part_ = Part::chunk_size;
    } else if (length_) {
        expect_body(*length_, Part::body);
    } else if (kind_ == Kind::response) {
        part_ = Part::rest;
    } else if (method_ == "POST" || method_ == "PUT") {
        refuse(411, "it does not say how long it is");
    } else {
        state_ = State::complete;
    }
}

void HttpReader::take_chunk_size() {
    const std::string_view digits = trimmed(std::string_view(line_).substr(0, line_.find(';')));
    const auto size = size_of(digits, 16);
    if (!size) return refuse(400, "a chunk without a size");
    if (*size == 0) {
        part_ = Part::trailer;
    } else {
        expect_body(*size, Part::chunk);
    }
}

void HttpReader::expect_body(std::size_t size, Part part) {
    if (size > limits_.body || body_.size() > limits_.body - size) return refuse(413, "longer than allowed");
    part_ = part;
    left_ = size;
    if (size == 0) body_is_read();
}

void HttpReader::body_is_read() {
    if (part_ == Part::chunk) {
        part_ = Part::chunk_end;
    } else {
        state_ = State::complete;
    }
}

}  // namespace playout::ggp_net
