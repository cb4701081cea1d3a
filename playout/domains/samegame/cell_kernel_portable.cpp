#include "playout/domains/samegame/cell_kernel_body.h"
#include "playout/domains/samegame/cell_kernels.h"

namespace playout::samegame {

extern constexpr CellKernel<Small> portable_small_cells = cell_table<Small>();
extern constexpr CellKernel<Large> portable_large_cells = cell_table<Large>();

}  // namespace playout::samegame
