// An HTTP message as it comes in, piece by piece: a request, or a response to one. Knows no sockets. Keeps the
// first line and the body; what is longer than allowed is refused as soon as that is known.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace playout::ggp_net {

class HttpReader {
  public:
    enum class Kind { request, response };
    struct SizeLimits {
        std::size_t head = std::size_t{64} << 10;  // all lines together, those between pieces of the body too
        std::size_t body = std::size_t{1} << 20;
    };
    HttpReader(Kind kind, const SizeLimits& limits) : kind_(kind), limits_(limits) {}

    enum class State { incomplete, complete, refused };
    // The next bytes; what comes after the end of the message is ignored.
    State read(std::string_view bytes);
    // Nothing more comes: the end of a response that did not say how long it is.
    State end();
    State state() const { return state_; }

    // Of a request.
    const std::string& method() const { return method_; }
    const std::string& target() const { return target_; }
    // The sender waits to be told to go on before it sends the body.
    bool waits_to_go_on() const { return expects_ && state_ == State::incomplete && head_is_over(); }

    // Of a message that is complete. May be taken.
    std::string& body() { return body_; }
    // Of one that was refused: a status as HTTP has it, and the reason.
    int status() const { return status_; }
    const std::string& reason() const { return reason_; }
    // Bytes of memory that it takes.
    std::size_t bytes() const { return body_.capacity() + line_.capacity(); }

  private:
    enum class Part { first_line, fields, body, rest, chunk_size, chunk, chunk_end, trailer };

    bool head_is_over() const { return part_ != Part::first_line && part_ != Part::fields; }
    void take_line();
    void take_first_line();
    void take_field();
    void end_of_head();
    void take_chunk_size();
    void expect_body(std::size_t size, Part part);
    void body_is_read();
    void refuse(int status, const std::string& reason);

    const Kind kind_;
    const SizeLimits limits_;
    State state_ = State::incomplete;
    Part part_ = Part::first_line;
    std::string method_, target_, line_, body_, reason_;
    std::size_t line_bytes_ = 0;  // of all lines
    std::size_t left_ = 0;        // of the body, or of a piece of it
    std::optional<std::size_t> length_;
    bool chunked_ = false, expects_ = false;
    int status_ = 0;
};

// A text of HTTP in which letters have no case.
bool same_word(std::string_view one, std::string_view other);

}  // namespace playout::ggp_net
