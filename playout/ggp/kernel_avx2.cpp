// Compiled with -mavx2 -mbmi -mpopcnt (playout/CMakeLists.txt). It must define nothing that other files might
// share: tools/check-kernels looks.
#include "playout/ggp/kernel_body.h"

namespace playout::ggp {

extern const LaneKernel avx2_lanes = kernel;

}  // namespace playout::ggp
