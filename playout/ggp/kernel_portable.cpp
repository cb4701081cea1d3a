#include "playout/ggp/kernel_body.h"

namespace playout::ggp {

extern const LaneKernel portable_lanes = kernel;

}  // namespace playout::ggp
