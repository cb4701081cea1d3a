#include "playout/csp/mac.h"

#include <algorithm>
#include <optional>

namespace playout::csp {
namespace {

class Mac {
  public:
    Mac(Propagator& propagator, const std::function<bool(const std::vector<Value>&)>& visit,
        const std::function<bool()>& over)
        : propagator_(propagator), visit_(visit), over_(over), solution_(propagator.domains().variables()) {}

    MacReport run() {
        if (propagator_.propagate()) search();
        return report_;
    }

  private:
    // False: the search is to end.
    bool search() {
        const std::optional<VariableId> variable = choose();
        if (!variable) {
            for (VariableId one = 0; one < solution_.size(); ++one)
                solution_[one] = propagator_.domains().values(one)[0];
            ++report_.solutions;
            return visit_(solution_) || end();
        }
        const auto left = propagator_.domains().values(*variable);
        std::vector<Value> values(left.begin(), left.end());
        std::sort(values.begin(), values.end());
        for (const Value value : values) {
            if (++report_.choices % 16 == 0 && over_()) return end();
            propagator_.mark();
            propagator_.assign(*variable, value);
            const bool possible = propagator_.propagate();
            report_.failures += possible ? 0 : 1;
            const bool go_on = !possible || search();
            propagator_.go_back();
            if (!go_on) return false;
        }
        return true;
    }

    bool end() {
        report_.complete = false;
        return false;
    }

    std::optional<VariableId> choose() const {
        std::optional<VariableId> best;
        double best_score = 0;
        for (VariableId variable = 0; variable < solution_.size(); ++variable) {
            const std::size_t size = propagator_.domains().size(variable);
            if (size == 1) continue;
            std::uint64_t weight = 1;
            for (const std::uint32_t constraint : propagator_.constraints_of(variable))
                weight += 1 + propagator_.failures(constraint);
            const double score = static_cast<double>(size) / static_cast<double>(weight);
            if (best && score >= best_score) continue;
            best = variable;
            best_score = score;
        }
        return best;
    }

    Propagator& propagator_;
    const std::function<bool(const std::vector<Value>&)>& visit_;
    const std::function<bool()>& over_;
    std::vector<Value> solution_;
    MacReport report_;
};

}  // namespace

MacReport for_each_solution(Propagator& propagator, const std::function<bool(const std::vector<Value>&)>& visit,
                            const std::function<bool()>& over) {
    return Mac(propagator, visit, over).run();
}

}  // namespace playout::csp
