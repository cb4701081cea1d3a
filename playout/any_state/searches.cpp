#include "playout/catalogue/make_search.h"
#include "playout/problem/any_state.h"

PLAYOUT_ALL_SEARCHES_ON(playout::AnyState);
