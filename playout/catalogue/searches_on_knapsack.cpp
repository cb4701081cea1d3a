#include "playout/catalogue/make_search.h"
#include "playout/domains/knapsack/state.h"

PLAYOUT_ALL_SEARCHES_ON(playout::knapsack::KnapsackState);
