// The temperature of an annealing search, set by what it is for: how many of the games that are worse are
// accepted. That share falls from `hot` to `cold` over a cycle, by equal factors in equal times, and the
// temperature follows it: every refusal raises it a little, every acceptance lowers it, by as much more as
// refusals are to be more frequent (an acceptance ratio that is prescribed: Lam and Delosme 1988). So nothing
// need be known about the scale of a problem's values.
#pragma once

#include <cmath>

#include "playout/base/archive.h"
#include "playout/base/rng.h"

namespace playout {

class Temperature {
  public:
    Temperature(double hot, double cold) : hot_(hot), cold_(cold), wanted_(hot) {}

    // How much of the cycle is over, from 0 to 1.
    void set_progress(double progress) { wanted_ = hot_ * std::pow(cold_ / hot_, progress); }

    // By how much a game may be worse to be accepted this time (Metropolis and others 1953).
    double allowed_loss(Rng& rng) const { return value_ * -std::log(1 - rng.unit()); }

    // What became of a game that was worse, and by how much, where it was not given up before that was known.
    void accepted_loss() { value_ *= std::exp(-step * (1 - wanted_)); }
    void refused_loss(double loss) {
        if (value_ == 0) {  // a loss like the first one would be accepted as often as is wanted
            value_ = loss / -std::log(wanted_);
        } else {
            value_ *= std::exp(step * wanted_);
        }
    }

    double value() const { return value_; }
    void archive(Archive& archive) { archive(wanted_, value_); }

  private:
    static constexpr double step = 0.05;

    double hot_;
    double cold_;
    double wanted_;  // share of worse games to accept
    double value_ = 0;
};

}  // namespace playout
