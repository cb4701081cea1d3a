#include "playout/ggp_net/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/gdl/rules.h"

namespace playout::ggp_net {
namespace {

using gdl::Expression;
using Kind = Message::Kind;

const std::string source = "message";

struct Form {
    Kind kind;
    std::string_view head;
    std::string_view form;  // as it should be
    std::size_t items;      // with the head
};
constexpr std::array forms = {Form{Kind::info, "info", "(INFO)", 1},
                              Form{Kind::start, "start", "(START id role (rules) startclock playclock)", 6},
                              Form{Kind::play, "play", "(PLAY id (moves))", 3},
                              Form{Kind::stop, "stop", "(STOP id (moves))", 3},
                              Form{Kind::abort, "abort", "(ABORT id)", 2},
                              Form{Kind::preview, "preview", "(PREVIEW (rules) clock)", 3}};

double seconds_of(const Expression& item) {
    const auto number = item.list ? std::nullopt : parse_real(item.word);
    if (!number || *number < 0 || *number > 1e6)
        throw InputError(source, "a clock must be a number of seconds from 0 to 1000000");
    return *number;
}

std::string rules_of(const Expression& item) {
    if (!item.list) throw InputError(source, "the rules must be a list");
    std::string text;
    for (const Expression& rule : item.items) text += gdl::to_kif(rule) + "\n";
    return text;
}

}  // namespace

Message read_message(std::string_view text) {
    const std::vector<Expression> read = gdl::read_kif(text, source);
    if (read.size() != 1 || !read[0].list || read[0].items.empty() || read[0].items[0].list)
        throw InputError(source,
                         "expected one list that begins with INFO, START, PLAY, STOP, ABORT or PREVIEW");
    const std::vector<Expression>& items = read[0].items;
    const std::string head = gdl::lower_case(items[0].word);
    const auto form =
        std::find_if(forms.begin(), forms.end(), [&](const Form& one) { return one.head == head; });
    if (form == forms.end())
        throw InputError(source, fmt::format("'{}' is not INFO, START, PLAY, STOP, ABORT or PREVIEW",
                                             excerpt(items[0].word)));
    // As the reference does: what START may have one day is no reason to refuse it.
    const bool more = form->kind == Kind::start && items.size() > form->items;
    if (items.size() != form->items && !more) throw InputError(source, fmt::format("expected {}", form->form));
    Message message;
    message.kind = form->kind;
    if (form->kind == Kind::info) return message;
    if (form->kind == Kind::preview) {
        message.rules = rules_of(items[1]);
        message.start_seconds = seconds_of(items[2]);
        return message;
    }
    message.match = gdl::to_kif(items[1]);
    if (form->kind == Kind::start) {
        message.role = gdl::term_text(items[2], source);
        message.rules = rules_of(items[3]);
        message.start_seconds = seconds_of(items[4]);
        message.move_seconds = seconds_of(items[5]);
    } else if (form->kind != Kind::abort && items[2].list) {  // any word means that there are none
        message.moves.emplace();
        for (const Expression& move : items[2].items) message.moves->push_back(gdl::term_text(move, source));
    }
    return message;
}

std::string to_text(const Message& message) {
    const std::string moves =
        message.moves ? fmt::format("({})", fmt::join(*message.moves, " ")) : std::string("NIL");
    std::string rules = message.rules;
    std::replace(rules.begin(), rules.end(), '\n', ' ');
    switch (message.kind) {
        case Kind::info:
            return "(INFO)";
        case Kind::start:
            return fmt::format("(START {} {} ({}) {} {})", message.match, message.role, rules,
                               number_text(message.start_seconds), number_text(message.move_seconds));
        case Kind::play:
            return fmt::format("(PLAY {} {})", message.match, moves);
        case Kind::stop:
            return fmt::format("(STOP {} {})", message.match, moves);
        case Kind::abort:
            return fmt::format("(ABORT {})", message.match);
        case Kind::preview:
            break;
    }
    return fmt::format("(PREVIEW ({}) {})", rules, number_text(message.start_seconds));
}

}  // namespace playout::ggp_net
