#include "playout/catalogue/make_search.h"
#include "playout/domains/snake/state.h"

PLAYOUT_ALL_SEARCHES_ON(playout::snake::SnakeState<playout::snake::Small>);
