#include "playout/catalogue/make_search.h"
#include "playout/ggp/puzzle.h"

PLAYOUT_ALL_SEARCHES_ON(playout::ggp::PuzzleState);
