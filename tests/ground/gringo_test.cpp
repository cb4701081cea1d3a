// Another grounder as an oracle: the fluents and moves that may be are those that gringo finds, where every
// state may or may not have what `next` brings and every role may or may not do what `legal` allows.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include "playout/base/text.h"
#include "playout/ground/grounder.h"
#include "tests/folders.h"
#include "tests/ggp/sheets.h"

namespace playout::ground {
namespace {

namespace keyword = gdl::keyword;

// Names of any spelling as gringo's, by their numbers.
std::string translated(const gdl::Term& term) {
    std::string text = (term.variable ? "V" : "s") + std::to_string(term.name);
    for (std::size_t i = 0; i < term.arguments.size(); ++i)
        text += (i == 0 ? "(" : ",") + translated(term.arguments[i]);
    return term.arguments.empty() ? text : text + ")";
}

std::string number(gdl::Symbol name) {
    return "s" + std::to_string(name);
}

// What depends on the state or on the moves.
std::set<gdl::Symbol> changing(const gdl::Sheet& sheet) {
    std::set<gdl::Symbol> names = {keyword::true_, keyword::does};
    for (std::size_t before = 0; before != names.size();) {
        before = names.size();
        for (const gdl::Rule& rule : sheet.rules)
            for (const gdl::Literal& literal : rule.body)
                if (names.contains(literal.atom.name)) names.insert(rule.head.name);
    }
    return names;
}

// Negation of what changes is left out: it may hold and it may not.
std::string translated(const gdl::Sheet& sheet) {
    const std::set<gdl::Symbol> may_change = changing(sheet);
    const bool bounded = std::any_of(sheet.rules.begin(), sheet.rules.end(),
                                     [](const gdl::Rule& rule) { return rule.head.name == keyword::base; });
    std::string text = "{" + number(keyword::true_) + "(F)} :- " + number(keyword::init) + "(F).\n{" +
                       number(keyword::true_) + "(F)} :- " + number(keyword::next) + "(F)" +
                       (bounded ? ", " + number(keyword::base) + "(F)" : "") + ".\n{" + number(keyword::does) +
                       "(R,M)} :- " + number(keyword::legal) + "(R,M), " + number(keyword::role) + "(R).\n";
    for (const gdl::Rule& rule : sheet.rules) {
        text += translated(rule.head);
        std::string before = " :- ";
        for (const gdl::Literal& literal : rule.body) {
            if (literal.sign == gdl::Sign::negative && may_change.contains(literal.atom.name)) continue;
            text += std::exchange(before, ", ");
            if (literal.sign == gdl::Sign::distinct) {
                text += translated(literal.atom.arguments[0]) + " != " + translated(literal.atom.arguments[1]);
            } else {
                text += (literal.sign == gdl::Sign::negative ? "not " : "") + translated(literal.atom);
            }
        }
        text += ".\n";
    }
    return text;
}

bool has_gringo() {
    return std::system("command -v gringo >/dev/null") == 0;
}

// The sentences `true` and `does` that gringo can derive; nothing where it takes too long.
std::optional<std::set<std::string>> by_gringo(const gdl::Sheet& sheet) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("playout-gringo-" + std::to_string(getpid()) + ".lp");
    std::ofstream(file) << translated(sheet);
    std::FILE* pipe = popen(("timeout 20 gringo --text --warn=none " + file.string()).c_str(), "r");
    std::string text;
    for (char part[1 << 16]; const std::size_t size = std::fread(part, 1, sizeof(part), pipe);)
        text.append(part, size);
    const int code = pclose(pipe);
    std::filesystem::remove(file);
    if (code != 0) return std::nullopt;
    std::set<std::string> found;
    for (std::size_t at = 0; at < text.size();) {  // `{s2(...)}:-...` or `{s2(...)}.` in a line
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        if (line.starts_with("{")) found.insert(line.substr(1, line.find('}') - 1));
        at = end + 1;
    }
    return found;
}

std::string translated(const GroundTerms& terms, TermId term) {
    std::string text = number(terms.name(term));
    const auto arguments = terms.arguments(term);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        text += (i == 0 ? "(" : ",") + translated(terms, arguments[i]);
    return arguments.empty() ? text : text + ")";
}

std::set<std::string> by_us(const gdl::Sheet& sheet, std::size_t ask_from) {
    const GroundProgram program = ground(sheet, {.ask_from = ask_from});
    std::set<std::string> found;
    for (const TermId fluent : program.fluents)
        found.insert(number(keyword::true_) + "(" + translated(program.terms, fluent) + ")");
    for (std::size_t role = 0; role < program.roles.size(); ++role)
        for (const TermId move : program.moves[role])
            found.insert(number(keyword::does) + "(" + translated(program.terms, program.roles[role]) + "," +
                         translated(program.terms, move) + ")");
    return found;
}

void same_as_gringo(const std::string& text, const std::string& name) {
    const gdl::Sheet sheet = gdl::read_sheet(text, name);
    const auto expected = by_gringo(sheet);
    ASSERT_TRUE(expected) << name << ": gringo takes too long";
    EXPECT_FALSE(expected->empty()) << name;
    EXPECT_EQ(by_us(sheet, 2'000'000), *expected) << name;
    EXPECT_EQ(by_us(sheet, 0), *expected) << name << ", on demand";
}

TEST(Gringo, FindsTheSameFluentsAndMoves) {
    if (!has_gringo()) GTEST_SKIP() << "gringo is not installed";
    same_as_gringo(ggp::tic_tac_toe, "tic-tac-toe");
    same_as_gringo(ggp::bridges, "bridges");
    same_as_gringo(ggp::dice, "dice");
    Rng rng(12);
    for (int i = 0; i < 40 && !testing::Test::HasFailure(); ++i) {
        const std::string text = ggp::RandomSheet(rng).make();
        same_as_gringo(text, "random sheet " + std::to_string(i) + "\n" + text);
    }
}

TEST(Gringo, FindsTheSameInRealSheets) {
    const std::string folder = data_folder("gdl/base");
    if (folder.empty() || !has_gringo()) GTEST_SKIP() << "needs gringo and PLAYOUT_DATA";
    // With and without `base`, with chains of rules, rings and long lists of moves.
    for (const char* name :
         {"ticTacToe/ticTacToe", "connectFour/connectFour", "breakthrough/breakthrough", "hex/hex",
          "snake2p/snake2p", "gt_tinfoil/gt_tinfoil", "copolymer_4_pie/copolymer_4_pie", "pacman2p/pacman2p",
          "knightwar/knightwar", "bomberman2p/bomberman2p", "eightPuzzle/eightPuzzle"}) {
        const std::string file = folder + "/" + name + ".kif";
        same_as_gringo(read_text_file(file), file);
    }
}

}  // namespace
}  // namespace playout::ground
