#include "playout/catalogue/make_search.h"
#include "playout/domains/samegame/state.h"

PLAYOUT_ALL_SEARCHES_ON(playout::samegame::SameGameState<playout::samegame::Large>);
