#include "playout/catalogue/make_search.h"
#include "playout/domains/snake/two_ends.h"

PLAYOUT_ALL_SEARCHES_ON(playout::snake::TwoEnds);
