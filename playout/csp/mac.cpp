#include "playout/csp/mac.h"

#include <algorithm>
#include <optional>

namespace playout::csp {
namespace {

class Search {
  public:
    Search(Propagator& propagator, const std::function<bool(const Domains&)>& visit,
           const std::function<bool()>& over, std::span<const VariableId> first)
        : propagator_(propagator), visit_(visit), over_(over), first_(first) {}

    MacReport run() {
        if (!propagator_.propagate()) return report_;
        propagator_.mark();  // checking forward assigns without choosing
        propagator_.strength() == Strength::arcs ? maintain_arcs() : check_forward(0);
        propagator_.go_back();
        return report_;
    }

  private:
    // False: the search is to end.
    bool maintain_arcs() {
        const std::optional<VariableId> variable = choose();
        if (!variable) return found();
        return for_each_value(*variable, [&] { return maintain_arcs(); });
    }

    // Forward checking takes all variables one after the other; those with one value left are no choices.
    bool check_forward(VariableId variable) {
        const Domains& domains = propagator_.domains();
        for (; variable < domains.variables() && domains.size(variable) == 1; ++variable) {
            propagator_.assign(variable, domains.value(variable));
            if (!propagator_.propagate()) return true;
        }
        if (variable == domains.variables()) return found();
        return for_each_value(variable, [&] { return check_forward(variable + 1); });
    }

    bool found() {
        ++report_.solutions;
        return visit_(propagator_.domains()) || end();
    }
    bool end() {
        report_.complete = false;
        return false;
    }

    template <typename GoOn>
    bool for_each_value(VariableId variable, GoOn go_on) {
        const auto left = propagator_.domains().values(variable);
        std::vector<Value> values(left.begin(), left.end());
        std::sort(values.begin(), values.end());
        for (const Value value : values) {
            if (++report_.choices % 16 == 0 && over_()) return end();
            propagator_.mark();
            propagator_.assign(variable, value);
            const bool possible = propagator_.propagate();
            report_.failures += possible ? 0 : 1;
            const bool more = !possible || go_on();
            propagator_.go_back();
            if (!more) return false;
        }
        return true;
    }

    std::optional<VariableId> choose() const {
        const Domains& domains = propagator_.domains();
        if (domains.open() == 0) return {};
        for (const VariableId variable : first_)
            if (domains.size(variable) > 1) return variable;
        std::optional<VariableId> best;
        double best_score = 0;
        for (VariableId variable = 0; variable < domains.variables(); ++variable) {
            const std::size_t size = domains.size(variable);
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
    const std::function<bool(const Domains&)>& visit_;
    const std::function<bool()>& over_;
    const std::span<const VariableId> first_;
    MacReport report_;
};

}  // namespace

MacReport for_each_solution(Propagator& propagator, const std::function<bool(const Domains&)>& visit,
                            const std::function<bool()>& over, std::span<const VariableId> first) {
    return Search(propagator, visit, over, first).run();
}

}  // namespace playout::csp
