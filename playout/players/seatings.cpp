#include "playout/players/seatings.h"

#include <algorithm>
#include <numeric>

namespace playout::players {

std::vector<std::vector<std::size_t>> seatings(std::size_t players, std::size_t seats, std::int64_t matches) {
    std::vector<std::vector<std::size_t>> all;
    std::vector<std::size_t> chosen(seats);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    for (;;) {
        for (std::int64_t match = 0; match < matches; ++match) {
            std::vector<std::size_t> seated = chosen;
            std::rotate(seated.begin(), seated.begin() + match % static_cast<std::int64_t>(seats),
                        seated.end());
            all.push_back(std::move(seated));
        }
        std::size_t last = seats;  // the next choice, in the order of a dictionary
        while (last > 0 && chosen[last - 1] == players - seats + last - 1) --last;
        if (last == 0) return all;
        ++chosen[last - 1];
        for (std::size_t i = last; i < seats; ++i) chosen[i] = chosen[i - 1] + 1;
    }
}

}  // namespace playout::players
