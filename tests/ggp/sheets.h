// Rule sheets for the tests: small games, and random ones that no author would write.
#pragma once

#include <string>
#include <vector>

#include "playout/base/rng.h"

namespace playout::ggp {

// Three sides are taken in turn, and whoever takes the last one wins. Names in upper and lower case, keywords
// in any, and a move in parentheses.
inline const std::string sides = R"(
(ROLE xPlayer) (Role oPlayer) (init (control xPlayer)) (init (open Left)) (init (open Middle)) (init (open RIGHT))
(<= (LEGAL ?P (takeSide ?S)) (true (control ?P)) (true (open ?S)))
(<= (legal ?P (pass)) (role ?P) (NOT (true (control ?P))))
(<= (next (control oPlayer)) (true (control xPlayer)))
(<= (next (control xPlayer)) (true (control oPlayer)))
(<= (taken ?S) (does ?P (takeSide ?S)))
(<= (next (open ?S)) (true (open ?S)) (not (taken ?S)))
(<= (next (lastTaker ?P)) (does ?P (takeSide ?S)))
(<= someOpen (true (open ?S)))
(<= terminal (not someOpen))
(<= (goal ?P 100) (true (lastTaker ?P)))
(<= (goal ?P 0) (role ?P) (not (true (lastTaker ?P))))
)";

inline const std::string tic_tac_toe = R"(
(role x) (role o) (index 1) (index 2) (index 3)
(<= (init (cell ?m ?n b)) (index ?m) (index ?n))
(init (control x))
(other x o) (other o x)
(<= (legal ?p (mark ?m ?n)) (true (control ?p)) (true (cell ?m ?n b)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (cell ?m ?n ?p)) (does ?p (mark ?m ?n)))
(<= (next (cell ?m ?n ?v)) (true (cell ?m ?n ?v)) (distinct ?v b))
(<= (next (cell ?m ?n b)) (true (cell ?m ?n b)) (does ?p (mark ?j ?k)) (or (distinct ?m ?j) (distinct ?n ?k)))
(<= (next (control ?p)) (true (control ?q)) (other ?q ?p))
(<= (line ?p) (role ?p) (index ?m) (true (cell ?m 1 ?p)) (true (cell ?m 2 ?p)) (true (cell ?m 3 ?p)))
(<= (line ?p) (role ?p) (index ?n) (true (cell 1 ?n ?p)) (true (cell 2 ?n ?p)) (true (cell 3 ?n ?p)))
(<= (line ?p) (role ?p) (true (cell 1 1 ?p)) (true (cell 2 2 ?p)) (true (cell 3 3 ?p)))
(<= (line ?p) (role ?p) (true (cell 1 3 ?p)) (true (cell 2 2 ?p)) (true (cell 3 1 ?p)))
(<= open (true (cell ?m ?n b)))
(<= over (line ?p))
(<= (goal ?p 100) (line ?p))
(<= (goal ?p 0) (other ?p ?q) (line ?q))
(<= (goal ?p 50) (role ?p) (not over) (not open))
(<= terminal over)
(<= terminal (not open))
)";

// Takes for ever to tell whether n + 1 pigeons fit into n holes: `hole` is asked for when the game stands at (s
// 2), or in every state where it does not depend on that.
inline std::string pigeonhole(int n, bool depends_on_state) {
    std::string rules = R"(
(role r) (init (s 0)) (<= (legal r a) (true (s ?x))) (<= (legal r b) (true (s ?x)))
(<= (next (s 1)) (does r a)) (<= (next (s 2)) (does r b)) (<= (next (s 2)) (true (s 2)))
(<= (goal r 100) (true (s 1))) (<= (goal r 0) (true (s 2))) (<= terminal (true (s 1))) (<= terminal hole)
)";
    for (int i = 0; i < n; ++i) rules += "(p " + std::to_string(i) + ")";
    rules += depends_on_state ? "(<= (q ?x) (p ?x) (true (s 2)))" : "(<= (q ?x) (p ?x))";
    rules += "\n(<= hole";
    const auto variable = [](int i) { return " ?v" + std::to_string(i); };
    for (int i = 0; i <= n; ++i) rules += " (q" + variable(i) + ")";
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j < i; ++j) rules += " (distinct" + variable(i) + variable(j) + ")";
    return rules + ")\n";
}

// Bridges between islands are built and burnt; the walker wins when the far shore can be reached: a ring of
// sentences that lean on each other.
inline const std::string bridges = R"(
(role builder) (island 1) (island 2) (island 3) (island 4)
(init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(<= (pair ?a ?b) (island ?a) (island ?b) (distinct ?a ?b))
(<= (legal builder (build ?a ?b)) (pair ?a ?b) (not (true (bridge ?a ?b))))
(<= (legal builder (burn ?a ?b)) (true (bridge ?a ?b)))
(<= (next (bridge ?a ?b)) (does builder (build ?a ?b)))
(<= (next (bridge ?a ?b)) (true (bridge ?a ?b)) (not (does builder (burn ?a ?b))))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
(<= (link ?a ?b) (true (bridge ?a ?b)))
(<= (link ?a ?b) (true (bridge ?b ?a)))
(<= (path ?a ?b) (link ?a ?b))
(<= (path ?a ?c) (path ?a ?b) (link ?b ?c))
(<= (goal builder 100) (path 1 4))
(<= (goal builder 0) (not (path 1 4)))
(<= terminal (true (step 8)))
)";

// A die is thrown until it shows a six, or three times.
inline const std::string dice = R"(
(role gambler) (role random)
(init (throws 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(side 1) (side 2) (side 3) (side 4) (side 5) (side 6)
(<= (legal random (roll ?n)) (side ?n))
(legal gambler wait)
(<= (next (throws ?t)) (true (throws ?s)) (succ ?s ?t))
(<= (next (shows ?n)) (does random (roll ?n)))
(<= terminal (true (throws 3)))
(<= terminal (true (shows 6)))
(<= (goal gambler 100) (true (shows 6)))
(<= (goal gambler 0) (not (true (shows 6))))
(goal random 100)
)";

// Sentences p1 .. p4 over the fluents (f c) and (g c d), in an order that only negation has to keep.
class RandomSheet {
  public:
    explicit RandomSheet(Rng& rng) : rng_(rng) {}

    std::string make() {
        std::string text = "(role one) (role two)\n(init (f a)) (init (g b c))\n";
        for (const char* one : {"a", "b", "c"})
            for (const char* other : {"a", "b", "c"})
                if (rng_.below(2) == 0) text += std::string("(edge ") + one + " " + other + ") ";
        text +=
            "(item a) (item b) (item c)\n(<= (legal ?r (take ?x)) (role ?r) (item ?x) (not (p1 ?x ?x)))\n(<= "
            "(legal ?r stay) (role ?r))\n";
        for (int level = 1; level <= 4; ++level)
            for (std::uint64_t rules = 1 + rng_.below(3); rules > 0; --rules)
                text += rule("(p" + std::to_string(level) + " ?x ?y)", level, false);
        for (int i = 0; i < 3; ++i) text += rule("(next (f ?x))", 5, true) + rule("(next (g ?x ?y))", 5, true);
        text += "(<= terminal (p2 ?x ?x) (p3 ?x ?y) (not (p1 ?y ?x)))\n";
        text += "(<= (goal ?r 100) (role ?r) (p4 a b))\n(<= (goal ?r 0) (role ?r) (not (p4 a b)))\n";
        return text;
    }

  private:
    std::string pick(const std::vector<std::string>& all) { return all[rng_.below(all.size())]; }
    std::string variable() { return pick({"?x", "?y", "?z", "?w"}); }
    std::string term() { return rng_.below(5) == 0 ? pick({"a", "b", "c"}) : variable(); }

    // Conditions that bind every variable, and some more of any kind.
    std::string rule(const std::string& head, int level, bool moves) {
        std::string text = "(<= " + head + " " + positive(level, moves, "?x", "?y");
        std::vector<std::string> bound = {"?x", "?y"};
        for (const char* extra : {"?z", "?w"})
            if (rng_.below(3) == 0) {
                text += " " + positive(level, moves, pick(bound), extra);
                bound.emplace_back(extra);
            }
        for (std::uint64_t more = rng_.below(3); more > 0; --more) {
            const std::string one = pick(bound), other = pick(bound);
            switch (rng_.below(4)) {
                case 0:
                    text += " (distinct " + one + " " + pick({other, "a"}) + ")";
                    break;
                case 1:
                    text += " (not (true (f " + one + ")))";
                    break;
                case 2:
                    if (level > 1)
                        text += " (not (p" +
                                std::to_string(1 + rng_.below(static_cast<std::uint64_t>(level - 1))) + " " +
                                one + " " + other + "))";
                    break;
                default:
                    text += " " + positive(level, moves, one, other);
            }
        }
        return text + ")\n";
    }

    std::string positive(int level, bool moves, const std::string& one, const std::string& other) {
        const std::string both = " " + one + " " + other + ")";
        switch (rng_.below(moves ? 6 : 5)) {
            case 0:
                return "(edge" + both;
            case 1:
                return "(true (g" + both + ")";
            case 2:
                return "(true (f " + one + ")) (edge" + both;
            case 3:
                // Its own level too: recursion without negation. The item binds what the recursion must not
                // bind alone.
                return "(p" + std::to_string(1 + rng_.below(static_cast<std::uint64_t>(std::min(level, 4)))) +
                       both + " (item " + one + ") (item " + other + ")";
            case 4:
                return "(item " + one + ") (item " + other + ")";
            default:
                return "(does two (take " + one + ")) (item " + other + ")";
        }
    }

    Rng& rng_;
};

}  // namespace playout::ggp
