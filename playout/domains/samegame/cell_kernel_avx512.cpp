// Compiled with -mavx512vbmi2 and its like (playout/CMakeLists.txt). It must define nothing that other files
// might share: tools/check-kernels looks.
#include "playout/domains/samegame/cell_kernel_body.h"
#include "playout/domains/samegame/cell_kernels.h"

namespace playout::samegame {

extern constexpr CellKernel<Small> avx512_small_cells = cell_table<Small>();

}  // namespace playout::samegame
