#include "playout/domains/samegame/kernel.h"

#include <type_traits>

#include "playout/base/hash.h"
#include "playout/domains/samegame/kernels.h"

namespace playout::samegame {
namespace {

constexpr auto make_word_keys() {
    std::array<std::uint64_t, cells_of<Large> / 64> keys{};
    for (std::size_t word = 0; word < keys.size(); ++word) {
        keys[word] = combine(1, word);
        if (std::popcount(keys[word]) % 2 == 0) keys[word] ^= 1;
    }
    return keys;
}

constexpr auto make_colour_keys() {
    std::array<std::uint64_t, max_colours + 1> keys{};
    for (std::size_t colour = 0; colour < keys.size(); ++colour) keys[colour] = combine(2, colour);
    return keys;
}

}  // namespace

extern constexpr std::array<std::uint64_t, cells_of<Large> / 64> word_keys = make_word_keys();
extern constexpr std::array<std::uint64_t, max_colours + 1> colour_keys = make_colour_keys();

bool has_fast_path() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
}

Path best_path() {
    return has_fast_path() ? Path::fast : Path::portable;
}

template <typename Layout>
const Kernel<Layout>& kernel_for(int planes, Path path) {
    const auto at = static_cast<std::size_t>(planes - 2);
    if constexpr (std::is_same_v<Layout, Small>) {
        return path == Path::fast ? avx2_small[at] : portable_small[at];
    } else {
        return path == Path::fast ? avx2_large[at] : portable_large[at];
    }
}
template const Kernel<Small>& kernel_for<Small>(int planes, Path path);
template const Kernel<Large>& kernel_for<Large>(int planes, Path path);

}  // namespace playout::samegame
