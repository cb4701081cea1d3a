// Number partitioning, for sums of up to 126 bits and for larger ones.
#include <fmt/format.h>

#include <type_traits>

#include "playout/catalogue/domain_of.h"
#include "playout/domains/partition/leading_state.h"
#include "playout/domains/partition/picture.h"
#include "playout/domains/partition/recount.h"

namespace playout {
namespace {

using NarrowState = partition::PartitionState<partition::Narrow>;

template <typename S>
struct Partition {
    using Instance = partition::Instance;
    using State = S;
    using Moves = std::vector<partition::Move>;
    using Larger = Partition<partition::LeadingState>;

    static DomainInfo info() {
        return {.name = "partition",
                .meaning = "number partitioning: two sides whose sums differ as little as possible",
                .instance_text =
                    "up to 20000 positive integers of up to 313000 digits, separated by blanks or lines",
                .move_text = "`difference` or `sum`: what replaces the two largest numbers",
                .value_text = "log2(difference of the sums + 1)",
                .default_algorithm = "limited-discrepancy",
                .parameters = {},
                .generator_parameters = partition::generator_knobs().parameters()};
    }
    static Instance read(const std::string& text, const std::string& source, const Settings&) {
        return partition::read_instance(text, source);
    }
    static Instance built_in(const Settings&) {
        Rng rng(1);
        return partition::generate({}, rng);
    }
    static Instance generate(const Settings& settings, Rng& rng) {
        try {
            return partition::generate(partition::generator_knobs().read(settings), rng);
        } catch (const std::invalid_argument& error) {
            throw UsageError(std::string("partition: ") + error.what());
        }
    }
    static bool needs_larger(const Instance& instance) {
        return std::is_same_v<State, NarrowState> && !partition::Narrow::fits(instance);
    }
    static std::string text(const Instance& instance) { return partition::to_text(instance); }
    static std::string summary(const Instance& instance) {
        return fmt::format("{} numbers, their sum has {} bits", instance.size(),
                           mpz_sizeinbase(instance.sum().get_mpz_t(), 2));
    }
    static State root(const Instance& instance) { return State(instance); }
    static Outcome recount(const Instance& instance, const Moves& moves) {
        return partition::recount(instance, moves);
    }
    static Json details(const Instance& instance, const Moves& moves) {
        const partition::Sides sides = partition::split(instance, moves);
        return {{"discrepancy", sides.difference().get_str()},
                {"left", sides.left},
                {"right", sides.right},
                {"left_sum", sides.left_sum.get_str()},
                {"right_sum", sides.right_sum.get_str()}};
    }
    static std::string terminal_picture(const Instance& instance, const Moves& moves,
                                        const Terminal& terminal) {
        return partition::terminal_picture(instance, partition::split(instance, moves), terminal);
    }
    static std::string svg_picture(const Instance& instance, const Moves& moves) {
        return partition::svg_picture(instance, partition::split(instance, moves));
    }
    static std::string frame(const Instance&, const State& state, const Terminal&) {
        return fmt::format("{} numbers left\n", state.numbers_left());
    }
};

}  // namespace

std::unique_ptr<Domain> make_partition_domain() {
    return std::make_unique<DomainOf<Partition<NarrowState>>>();
}

}  // namespace playout
