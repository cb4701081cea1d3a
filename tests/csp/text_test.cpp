#include "playout/csp/text.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "playout/csp/policies.h"
#include "tests/base/message_of.h"
#include "tests/csp/random_network.h"

namespace playout::csp {
namespace {

// Koriche et al. 2016, Example 2.
const std::string pennies = R"(# cooperative matching pennies
players 2
decision x1a H T
decision x1b H T
stochastic y1 U
decision x2a H T
decision x2b H T
stochastic y2 H T   # the coin
table x1a x2a
  H H
  T T
end
table x1b x2b
  H H
  T T
end
utility x2a x2b y2
  H H H : 1 1
  T T T : 1 1
end
probability y1
  : 1
end
probability y2 | y1
  U : 1/2 0.5
end
threshold 1/2 0.5
)";

TEST(NetworkText, ReadsBackAsItWasWritten) {
    const Network network = read_network(pennies, "n");
    EXPECT_EQ(network.variables.size(), 6U);
    EXPECT_TRUE(network.variables[5].stochastic);
    EXPECT_EQ(network.tables[1].allowed.scope, (std::vector<VariableId>{1, 4}));
    EXPECT_EQ(network.threshold, (std::vector<double>{0.5, 0.5}));
    const std::string text = to_text(network);
    EXPECT_EQ(to_text(read_network(text, "n")), text);
    EXPECT_EQ(best_policies(network).best.at(0).expected, network.threshold);
    Rng rng(1);
    for (int i = 0; i < 200; ++i) {
        Network made = random_network(rng);
        if (i % 2 == 0) add_formulas(made, rng);
        // An atom without values has no text.
        for (const Atom& atom : made.atoms)
            if (atom.values.empty()) made.conjunctions.clear(), made.derivations.clear();
        made.threshold = {0.25};
        EXPECT_EQ(to_text(read_network(to_text(made), "n")), to_text(made));
        EXPECT_EQ(all_solutions(read_network(to_text(made), "n")), all_solutions(made));
    }
}

TEST(NetworkText, SaysWhatIsWrong) {
    for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
             {"", "there are no variables"},
             {"variable x 1", "'variable' is none of"},
             {"decision x", "expected a variable's name"},
             {"decision x 1 1", "has a value twice"},
             {"decision x 1\ndecision x 2", ":2: there is a variable x already"},
             {"decision x 1 :", "a value cannot be ':'"},
             {"players 0", "expected a number of players"},
             {"decision x 1\ntable\nend", "expected the names"},
             {"decision x 1\ntable y\nend", "there is no variable y"},
             {"decision x 1\ntable x\n1", ":2: there is no `end`"},
             {"decision x 1\ntable x\n2\nend", ":3: x has no value 2"},
             {"decision x 1\ntable x\n1 1\nend", "expected 1 values"},
             {"decision x 1\nutility x\n1 1\nend", "expected 1 values and then a colon"},
             {"decision x 1\nutility x\n1 : 1 2\nend", "expected a number a player"},
             {"decision x 1\nutility x\n1 : one\nend", "'one' is not a number"},
             {"decision x 1\nutility x\n1 : 1/0\nend", "'1/0' is not a number"},
             {"decision x 1\nprobability x\n: 1\nend", "x is chosen, not drawn"},
             {"stochastic x 1 2\nprobability x\n: 0.5 0.4\nend", "sum to 0.9, not to 1"},
             {"stochastic x 1 2\nprobability x\n: 2 -1\nend", "negative"},
             {"stochastic x 1 2\nprobability x\nend", "expected one row"},
             {"stochastic x 1 2", "nothing says how x is distributed"},
             {"stochastic x 1\nprobability x\n: 1\nend\nprobability x\n: 1\nend", "it is said already how x"},
             {"decision x 1\nutility x\n1 : 1\n1 : 0\nend", "this row is there already"},
             {"decision x 1\nthreshold 1\nthreshold 1", "there is a threshold already"},
             {"decision x 1\nutility x\n1 : 1e300/1e-300\nend", "is not a number"},
             {"stochastic x 1 2\ndecision y 1\nprobability x | y\n1 : 1 0\nend", "y comes after x"},
             {"decision x=y 1", "a variable cannot have this name"},
             {"decision x 1,2", "a value cannot be '1,2'"},
             {"decision x\x1b 1", "a variable cannot have this name"},
             {"decision x 1 2\x7f", "a value cannot be '2?'"},
             {"decision x 1\nwithout x", "expected a variable and values"},
             {"decision x 1\nwithout x 1 1", "x is without 1 already"},
             {"decision x 1\nall x=1", "a colon, and what it takes"},
             {"decision x 1\nnever x", "expected VARIABLE=VALUE or VARIABLE!=VALUE, not 'x'"},
             {"decision x 1\nnever x=2", "x has no value 2"},
             {"decision x 1\nderive\nx!=1 :\nend", "a head cannot be negated"},
             {"decision x 1\nderive\nx=1 : x!=1\nend", "a head is negated in a rule"},
             {"stochastic y 1 2\nuniform y : y=1", "expected a condition for every value of y"},
             {"stochastic y 1\nuniform y : y=1", "y comes after y"},
             {"decision x 1\nthreshold 1 2", "expected a number a player"}}) {
        const std::string message = message_of<InputError>([&] { read_network(text, "n"); });
        EXPECT_NE(message.find(reason), std::string::npos) << text << ": " << message;
    }
}

// x chooses which sides may be drawn.
TEST(NetworkText, ReadsFormulasAndUniformDraws) {
    const Network network = read_network(R"(
decision x 1 2 3
decision z no yes
stochastic y a b
without x 3
all z=yes : x!=1,3
uniform y : x=1,2 z=yes
utility y
  b : 1
end
)",
                                         "n");
    EXPECT_EQ(network.conjunctions.size(), 1U);
    EXPECT_EQ(network.variables[0].removed, (std::vector<Value>{2}));
    // With x = 2 both are drawn alike, with x = 1 only a.
    EXPECT_EQ(best_policies(network).best.at(0).expected, (std::vector<double>{0.5}));
    EXPECT_EQ(to_text(read_network(to_text(network), "n")), to_text(network));
}

}  // namespace
}  // namespace playout::csp
