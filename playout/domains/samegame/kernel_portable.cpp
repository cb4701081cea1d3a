#include "playout/domains/samegame/kernel_body.h"
#include "playout/domains/samegame/kernels.h"

namespace playout::samegame {

extern constexpr std::array<Kernel<Small>, 4> portable_small = tables<Small>();
extern constexpr std::array<Kernel<Large>, 4> portable_large = tables<Large>();

}  // namespace playout::samegame
