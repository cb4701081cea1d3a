// Sheets of games/, word for word (a test compares them): one of turns, a longer one, and one in which moves
// are made at once and chance plays.
#include "playout/catalogue/bench.h"

namespace playout {

const std::vector<BenchSheet>& bench_sheets() {
    static const std::vector<BenchSheet> sheets{
        {"tic-tac-toe",
         R"SHEET(; Tic-tac-toe. Two players, x first, mark one empty cell of a 3x3 board each in turn.
; It ends with three marks of a player in a line (row, column or diagonal), or with a full board.
; Goals: 100 for who has the line, 0 for the other; 50 each without one.

(role x)
(role o)

; The board: column, row, content.
(number 1) (number 2) (number 3)
(<= (init (cell ?c ?r empty)) (number ?c) (number ?r))
(init (control x))

; Moves.
(<= (legal ?p (mark ?c ?r)) (true (control ?p)) (true (cell ?c ?r empty)))
(<= (legal x noop) (true (control o)))
(<= (legal o noop) (true (control x)))

; What they do.
(<= (next (cell ?c ?r ?p)) (does ?p (mark ?c ?r)))
(<= (next (cell ?c ?r ?content)) (true (cell ?c ?r ?content)) (not (marked ?c ?r)))
(<= (marked ?c ?r) (does ?p (mark ?c ?r)))
(<= (next (control o)) (true (control x)))
(<= (next (control x)) (true (control o)))

; Lines.
(<= (line ?p) (role ?p) (true (cell 1 ?r ?p)) (true (cell 2 ?r ?p)) (true (cell 3 ?r ?p)))
(<= (line ?p) (role ?p) (true (cell ?c 1 ?p)) (true (cell ?c 2 ?p)) (true (cell ?c 3 ?p)))
(<= (line ?p) (role ?p) (true (cell 1 1 ?p)) (true (cell 2 2 ?p)) (true (cell 3 3 ?p)))
(<= (line ?p) (role ?p) (true (cell 1 3 ?p)) (true (cell 2 2 ?p)) (true (cell 3 1 ?p)))
(<= open (true (cell ?c ?r empty)))

; The end.
(<= terminal (line ?p))
(<= terminal (not open))
(<= (goal ?p 100) (line ?p))
(<= (goal x 0) (line o))
(<= (goal o 0) (line x))
(<= (goal ?p 50) (role ?p) (not (line x)) (not (line o)))
)SHEET"},
        {"connect-four",
         R"SHEET(; Connect four, 7 columns and 6 rows. Two players, red first, drop a disc into a column each in turn; it falls onto the
; discs there.
; It ends with four discs of a player in a line (upright, level or diagonal), or with a full board.
; Goals: 100 for who has the line, 0 for the other; 50 each without one.

(role red)
(role yellow)

; The board: column, row (1 is the lowest), content.
(column 1) (column 2) (column 3) (column 4) (column 5) (column 6) (column 7)
(row 1) (row 2) (row 3) (row 4) (row 5) (row 6)
(above 1 2) (above 2 3) (above 3 4) (above 4 5) (above 5 6)
(<= (init (cell ?c ?r empty)) (column ?c) (row ?r))
(init (control red))

; Moves.
(<= (legal ?p (drop ?c)) (true (control ?p)) (true (cell ?c 6 empty)))
(<= (legal red noop) (true (control yellow)))
(<= (legal yellow noop) (true (control red)))

; Where a disc in a column comes to rest.
(<= (rest ?c 1) (true (cell ?c 1 empty)))
(<= (rest ?c ?r) (above ?below ?r) (true (cell ?c ?r empty)) (not (true (cell ?c ?below empty))))

; What moves do.
(<= (next (cell ?c ?r ?p)) (does ?p (drop ?c)) (rest ?c ?r))
(<= (next (cell ?c ?r ?content)) (true (cell ?c ?r ?content)) (not (filled ?c ?r)))
(<= (filled ?c ?r) (does ?p (drop ?c)) (rest ?c ?r))
(<= (next (control yellow)) (true (control red)))
(<= (next (control red)) (true (control yellow)))

; Lines.
(four 1 2 3 4) (four 2 3 4 5) (four 3 4 5 6) (four 4 5 6 7)
(<= (line ?p) (role ?p) (four ?a ?b ?c ?d)
    (true (cell ?a ?r ?p)) (true (cell ?b ?r ?p)) (true (cell ?c ?r ?p)) (true (cell ?d ?r ?p)))
(<= (line ?p) (role ?p) (four ?a ?b ?c ?d)
    (true (cell ?x ?a ?p)) (true (cell ?x ?b ?p)) (true (cell ?x ?c ?p)) (true (cell ?x ?d ?p)))
(<= (line ?p) (role ?p) (four ?a ?b ?c ?d) (four ?e ?f ?g ?h)
    (true (cell ?a ?e ?p)) (true (cell ?b ?f ?p)) (true (cell ?c ?g ?p)) (true (cell ?d ?h ?p)))
(<= (line ?p) (role ?p) (four ?a ?b ?c ?d) (four ?e ?f ?g ?h)
    (true (cell ?a ?h ?p)) (true (cell ?b ?g ?p)) (true (cell ?c ?f ?p)) (true (cell ?d ?e ?p)))
(<= open (true (cell ?c 6 empty)))

; The end.
(<= terminal (line ?p))
(<= terminal (not open))
(<= (goal ?p 100) (line ?p))
(<= (goal red 0) (line yellow))
(<= (goal yellow 0) (line red))
(<= (goal ?p 50) (role ?p) (not (line red)) (not (line yellow)))
)SHEET"},
        {"matching-pennies",
         R"SHEET(; Matching pennies, played together: the game of Figure 1 in Koriche, Lagrue, Piette and Tabary, "General Game Playing
; with Stochastic CSP". In the first round alice and bob choose a side of their coins at the same time; in the second
; round chance chooses one of its own.
; It ends when all three coins lie.
; Goals: 100 for both alice and bob if the three sides are the same, else 0.

(role alice)
(role bob)
(role random)

(side heads)
(side tails)

; The coins, and who is to choose.
(init (coin alice unset))
(init (coin bob unset))
(init (coin random unset))
(init (control alice))
(init (control bob))

; Moves.
(<= (legal ?p (choose ?side)) (true (control ?p)) (side ?side))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))

; What they do.
(<= (next (coin ?p ?side)) (does ?p (choose ?side)))
(<= (next (coin ?p ?side)) (does ?p noop) (true (coin ?p ?side)))
(<= (next (control random)) (true (control alice)))

; The end.
(<= waiting (true (coin ?p unset)))
(<= terminal (not waiting))
(<= matched (side ?side) (true (coin alice ?side)) (true (coin bob ?side)) (true (coin random ?side)))
(<= (goal alice 100) matched)
(<= (goal alice 0) (not matched))
(<= (goal bob 100) matched)
(<= (goal bob 0) (not matched))
)SHEET"}};
    return sheets;
}

}  // namespace playout
