// The compiled copies of the cells' kernel.
#pragma once

#include "playout/domains/samegame/cell_kernel.h"

namespace playout::samegame {

extern const CellKernel<Small> portable_small_cells;
extern const CellKernel<Large> portable_large_cells;
extern const CellKernel<Small> avx2_small_cells;
extern const CellKernel<Large> avx2_large_cells;
extern const CellKernel<Small> avx512_small_cells;

}  // namespace playout::samegame
