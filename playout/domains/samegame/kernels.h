// The compiled copies of the kernel, each by the number of planes from 2 on.
#pragma once

#include <array>

#include "playout/domains/samegame/kernel.h"

namespace playout::samegame {

extern const std::array<Kernel<Small>, 4> portable_small;
extern const std::array<Kernel<Large>, 4> portable_large;
extern const std::array<Kernel<Small>, 4> avx2_small;
extern const std::array<Kernel<Large>, 4> avx2_large;

}  // namespace playout::samegame
