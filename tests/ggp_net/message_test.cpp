#include "playout/ggp_net/message.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"

namespace playout::ggp_net {
namespace {

using Kind = Message::Kind;

TEST(Message, IsReadInWhateverCase) {
    EXPECT_EQ(read_message("( INFO )").kind, Kind::info);
    EXPECT_EQ(read_message("(info)").kind, Kind::info);
    const Message start = read_message("(START m.1 White ((role White) (<= (legal ?X a) (role ?X))) 30 5.5)");
    EXPECT_EQ(start.kind, Kind::start);
    EXPECT_EQ(start.match, "m.1");
    EXPECT_EQ(start.role, "White");
    EXPECT_EQ(start.rules, "(role White)\n(<= (legal ?X a) (role ?X))\n");
    EXPECT_EQ(start.start_seconds, 30);
    EXPECT_EQ(start.move_seconds, 5.5);
    EXPECT_FALSE(read_message("(PLAY m NIL)").moves);
    EXPECT_FALSE(read_message("(PLAY m whatever)").moves);
    EXPECT_EQ(read_message("(play m ((MARK  1 1) (noop) dropBomb))").moves,
              (std::vector<std::string>{"(MARK 1 1)", "(noop)", "dropBomb"}));
    EXPECT_EQ(read_message("(play m ())").moves, (std::vector<std::string>{}));
    EXPECT_EQ(read_message("(Stop m (a b))").kind, Kind::stop);
    EXPECT_EQ(read_message("(ABORT m)").match, "m");
    EXPECT_EQ(read_message("(PREVIEW ((role r)) 10)").kind, Kind::preview);
}

TEST(Message, StartMayHaveMoreThanIsKnown) {
    const Message start = read_message("(START m r ((role r)) 30 5 (server x) 7)");
    EXPECT_EQ(start.role, "r");
    EXPECT_EQ(start.start_seconds, 30);
    EXPECT_EQ(start.move_seconds, 5);
}

TEST(Message, IsRefusedWithAReason) {
    for (const char* text : {"",
                             "   ",
                             "info",
                             "()",
                             "(())",
                             "(hello)",
                             "(info 1)",
                             "(play m)",
                             "(play m nil nil)",
                             "(start m r)",
                             "(start m r rules 1 1)",
                             "(start m r ((role r)) x 1)",
                             "(start m r ((role r)) -1 1)",
                             "(start m r ((role r)) 1 nan)",
                             "(start m ?r ((role r)) 1 1)",
                             "(play m (?x))",
                             "(play m (()))",
                             "(info",
                             "(info) (info)",
                             ")",
                             "(abort)",
                             "(preview x 1)",
                             "(start m r ((role r)) 1 1e9)"})
        EXPECT_THROW(read_message(text), InputError) << text;
    EXPECT_THROW(read_message(std::string(1'000'000, '(')), InputError);
}

TEST(Message, ReadsBackAsItWasWritten) {
    for (const char* text :
         {"(INFO)", "(START m.1 white ((role white) (<= (legal ?X a) (role ?X))) 30 5.5)", "(PLAY m.1 NIL)",
          "(PLAY m.1 ((mark 1 1) noop))", "(STOP m.1 (a b))", "(ABORT m.1)", "(PREVIEW ((role r)) 10)"}) {
        const std::string once = to_text(read_message(text));
        EXPECT_EQ(to_text(read_message(once)), once) << text;
        EXPECT_EQ(read_message(once).rules, read_message(text).rules) << text;
        EXPECT_EQ(read_message(once).moves, read_message(text).moves) << text;
    }
}

}  // namespace
}  // namespace playout::ggp_net
