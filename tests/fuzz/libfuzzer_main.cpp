// What libFuzzer calls: the one target that is linked with it.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    playout::fuzz::targets().front().run({reinterpret_cast<const char*>(data), size});
    return 0;
}
