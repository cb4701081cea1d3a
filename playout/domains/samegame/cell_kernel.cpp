#include "playout/domains/samegame/cell_kernel.h"

#include <type_traits>

#include "playout/domains/samegame/cell_kernels.h"

namespace playout::samegame {

CellPath best_cell_path(Path path) {
    if (path == Path::portable) return CellPath::portable;
    const bool newest = __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg");
    return newest ? CellPath::avx512 : CellPath::avx2;
}

template <typename Layout>
const CellKernel<Layout>& cell_kernel_for(CellPath path) {
    if constexpr (std::is_same_v<Layout, Small>) {
        if (path == CellPath::avx512) return avx512_small_cells;
        return path == CellPath::avx2 ? avx2_small_cells : portable_small_cells;
    } else {
        return path == CellPath::portable ? portable_large_cells : avx2_large_cells;
    }
}
template const CellKernel<Small>& cell_kernel_for<Small>(CellPath path);
template const CellKernel<Large>& cell_kernel_for<Large>(CellPath path);

}  // namespace playout::samegame
