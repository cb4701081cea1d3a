// Several ways to do a piece of work, drawn in proportion to what each gained lately for what it cost. A bandit
// whose best arm changes while a search goes on, so that what was learned is forgotten at a rate. All rates are
// drawn towards the mean: each way counts as if it had been tried once more for its part of all costs, with the
// gain of the mean. So no way is ever left out.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

#include "playout/base/archive.h"
#include "playout/base/rng.h"

namespace playout {

class WayShares {
  public:
    explicit WayShares(std::size_t ways) : gain_(ways, 0), cost_(ways, 0) {}

    std::size_t draw(Rng& rng) const {
        const std::size_t ways = gain_.size();
        const double gain = std::accumulate(gain_.begin(), gain_.end(), 0.0);
        const double cost = std::accumulate(cost_.begin(), cost_.end(), 0.0);
        if (gain <= 0) return rng.below(ways);
        const auto parts = static_cast<double>(ways);
        std::vector<double> rates(ways);
        for (std::size_t i = 0; i < ways; ++i) rates[i] = (gain_[i] + gain / parts) / (cost_[i] + cost / parts);
        double drawn = rng.unit() * std::accumulate(rates.begin(), rates.end(), 0.0);
        for (std::size_t i = 0; i + 1 < ways; ++i)
            if ((drawn -= rates[i]) < 0) return i;
        return ways - 1;
    }

    // The cost must be above 0.
    void learn(std::size_t way, double gain, double cost) {
        for (std::size_t i = 0; i < gain_.size(); ++i) {
            gain_[i] *= remembered;
            cost_[i] *= remembered;
        }
        gain_[way] += gain;
        cost_[way] += cost;
    }

    void archive(Archive& archive) {
        const std::size_t ways = gain_.size();
        archive(gain_, cost_);
        if (gain_.size() != ways || cost_.size() != ways) archive.fail("damaged: another number of ways");
    }

  private:
    static constexpr double remembered = 0.99;  // from one piece of work to the next

    std::vector<double> gain_;
    std::vector<double> cost_;
};

}  // namespace playout
