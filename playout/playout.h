// The one header that a program with a problem of its own needs: write a type that satisfies playout::State,
// let playout::check_problem look for mistakes in it, then call playout::solve. Everything that the command
// line does is in catalogue/catalogue.h.
#pragma once

#include "playout/catalogue/catalogue.h"
#include "playout/catalogue/make_search.h"
#include "playout/catalogue/solve.h"
#include "playout/problem/capabilities.h"
#include "playout/problem/check_problem.h"
#include "playout/problem/state.h"
#include "playout/problem/strategy.h"
