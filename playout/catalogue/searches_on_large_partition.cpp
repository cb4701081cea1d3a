#include "playout/catalogue/make_search.h"
#include "playout/domains/partition/leading_state.h"

PLAYOUT_ALL_SEARCHES_ON(playout::partition::LeadingState);
