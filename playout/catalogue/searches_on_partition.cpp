#include "playout/catalogue/make_search.h"
#include "playout/domains/partition/state.h"

PLAYOUT_ALL_SEARCHES_ON(playout::partition::PartitionState<playout::partition::Narrow>);
