// Compiled with -mavx2 and its like (playout/CMakeLists.txt). It must define nothing that other files might
// share: tools/check-kernels looks.
#include "playout/domains/samegame/kernel_body.h"
#include "playout/domains/samegame/kernels.h"

namespace playout::samegame {

extern constexpr std::array<Kernel<Small>, 4> avx2_small = tables<Small>();
extern constexpr std::array<Kernel<Large>, 4> avx2_large = tables<Large>();

}  // namespace playout::samegame
