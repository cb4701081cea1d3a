// Snakes and coils: the same states, so that every search is compiled once for both, for cubes of up to nine
// dimensions and for larger ones; and snakes that grow at both ends.
#include <fmt/format.h>

#include <type_traits>

#include "playout/catalogue/domain_of.h"
#include "playout/domains/snake/picture.h"
#include "playout/domains/snake/recount.h"
#include "playout/domains/snake/state.h"
#include "playout/domains/snake/two_ends.h"

namespace playout {
namespace {

using snake::Kind;

struct CubeConfig {
    std::int64_t dimension = 0;
    std::int64_t spread = 0;
    std::int64_t axis = 0;
    std::int64_t mirror = 0;
    snake::Middle middle = snake::Middle::node;
};

const Knobs<CubeConfig>& cube_knobs() {
    static const auto table =
        Knobs<CubeConfig>()
            .number("dimension", &CubeConfig::dimension, 0, snake::max_dimensions,
                    "bits of a node; 0: as the instance says, 7 without one")
            .number("spread", &CubeConfig::spread, 0, snake::max_spread,
                    "how far apart nodes are that are at least so many steps apart; 0: as the instance says, 2 "
                    "without one")
            .number(
                "axis", &CubeConfig::axis, 0, (std::int64_t{1} << snake::max_dimensions) - 1,
                "coils only: opposite nodes differ in the bits of this number, so the moves are half of the "
                "coil; 0: as the instance says, any coil without one")
            .number(
                "mirror", &CubeConfig::mirror, 0, snake::max_mirrored,
                "snakes only: grow from the middle, with so many moves at both ends at once, then at each by "
                "turns; three eighths of the length that is hoped for is a good number; 0: as the instance "
                "says, at one end without one")
            .choice("middle", &CubeConfig::middle, {"node", "edge"},
                    "what a mirrored snake has in its middle: then the mirrored part has an even, or an odd "
                    "number of edges");
    return table;
}

using SmallState = snake::SnakeState<snake::Small>;
using LargeState = snake::SnakeState<snake::Large>;

template <Kind kind, typename S>
struct Snake {
    using Instance = snake::Instance;
    using State = S;
    using Moves = std::vector<typename State::Move>;
    static constexpr bool is_small = std::is_same_v<S, SmallState>;
    static constexpr bool has_two_ends = std::is_same_v<S, snake::TwoEnds>;
    // The last one names itself, and never needs it.
    using Larger = Snake<kind, std::conditional_t<is_small, LargeState, snake::TwoEnds>>;

    static DomainInfo info() {
        DomainInfo info{
            .name = "snake",
            .meaning = "snake in the box: a long path in a cube that keeps away from itself",
            .instance_text = "`dimension spread`, 1 to 16 and 2 to 16, or `dimension spread middle mirror`",
            .move_text = "the bit that flips; bits are used for the first time in their order",
            .value_text = "edges",
            .default_algorithm = "beam",
            .default_settings = {{"noise", "0.5"}},
            .parameters = cube_knobs().parameters(),
            .generator_parameters = snake::generator_knobs().parameters()};
        if (kind == Kind::coil) {
            info.name = "coil";
            info.meaning = "coil in the box: a long cycle in a cube that keeps away from itself";
            info.instance_text =
                "`dimension spread`, 2 to 16 each, or `dimension spread axis`, or `dimension spread axis turn`";
        }
        return info;
    }
    static Instance read(const std::string& text, const std::string& source, const Settings& settings) {
        Instance instance = snake::read_instance(text, source, kind);
        const CubeConfig config = cube_knobs().read(settings);
        if ((config.dimension != 0 && config.dimension != instance.dimension()) ||
            (config.spread != 0 && config.spread != instance.spread()) ||
            (config.axis != 0 && config.axis != instance.axis()) ||
            (config.mirror != 0 && config.mirror != instance.mirror().moves) ||
            ((config.mirror != 0 || config.middle != snake::Middle::node) &&
             config.middle != instance.mirror().middle))
            throw UsageError(fmt::format("{} says {}, the settings something else", source, summary(instance)));
        return instance;
    }
    static Instance built_in(const Settings& settings) {
        const CubeConfig config = cube_knobs().read(settings);
        const snake::GeneratorConfig initial;
        const std::int64_t dimension = config.dimension == 0 ? initial.dimension : config.dimension;
        const std::int64_t spread = config.spread == 0 ? initial.spread : config.spread;
        return checked(dimension, spread, config.axis, mirror_of(config));
    }
    static Instance generate(const Settings& settings, Rng&) {
        const snake::GeneratorConfig config = snake::generator_knobs().read(settings);
        return checked(config.dimension, config.spread, config.axis, mirror_of(config));
    }
    template <typename Config>
    static snake::Mirror mirror_of(const Config& config) {
        return {config.mirror, config.middle};
    }
    static Instance checked(std::int64_t dimension, std::int64_t spread, std::int64_t axis,
                            const snake::Mirror& mirror) {
        try {
            return Instance(kind, dimension, spread, axis, mirror);
        } catch (const std::invalid_argument& error) {
            throw UsageError(info().name + ": " + error.what());
        }
    }
    static bool needs_larger(const Instance& instance) {
        if (has_two_ends) return false;
        return instance.mirror().moves > 0 || (is_small && instance.dimension() > snake::Small::max_dimensions);
    }
    static std::string text(const Instance& instance) { return snake::to_text(instance); }
    static std::string summary(const Instance& instance) {
        std::string rest;
        if (instance.axis() != 0) rest = fmt::format(", axis {}", instance.axis());
        if (!instance.turn().empty()) rest += ", turn " + snake::to_text(instance.turn());
        if (const snake::Mirror& mirror = instance.mirror(); mirror.moves > 0)
            rest = fmt::format(", {} moves mirrored at the middle {}", mirror.moves, to_text(mirror.middle));
        return fmt::format("dimension {}, spread {}{}", instance.dimension(), instance.spread(), rest);
    }
    static State root(const Instance& instance) { return State(instance); }
    // As the moves flip them.
    static snake::Bits flipped(const Instance& instance, const Moves& moves) {
        if constexpr (has_two_ends) return snake::from_end_to_end(instance, moves);
        snake::Bits bits;
        for (const auto move : moves) bits.push_back(move.bit);
        return bits;
    }
    static Outcome recount(const Instance& instance, const Moves& moves) {
        return snake::recount(instance, flipped(instance, moves));
    }
    // Of the whole path, also where the moves are half of it.
    static snake::Bits bits(const Instance& instance, const Moves& moves) {
        snake::Bits bits = flipped(instance, moves);
        if constexpr (has_two_ends) return bits;
        const std::size_t part = bits.size(), all = part * static_cast<std::size_t>(instance.fold());
        if (instance.axis() == 0 || snake::path_of(bits).back() != instance.home()) return bits;
        while (bits.size() < all) {
            const int bit = bits[bits.size() - part];
            bits.push_back(instance.turn().empty() ? bit : instance.turn()[static_cast<std::size_t>(bit)]);
        }
        return bits;
    }
    static Json details(const Instance& instance, const Moves& moves) {
        Json details{{"dimension", instance.dimension()},
                     {"spread", instance.spread()},
                     {"nodes", snake::path_of(bits(instance, moves))}};
        if (instance.axis() != 0) details["axis"] = instance.axis();
        if (!instance.turn().empty()) details["turn"] = snake::to_text(instance.turn());
        if (instance.mirror().moves > 0) details["mirror"] = instance.mirror().moves;
        return details;
    }
    static std::string terminal_picture(const Instance& instance, const Moves& moves,
                                        const Terminal& terminal) {
        return snake::terminal_picture(instance, bits(instance, moves), terminal);
    }
    static std::string svg_picture(const Instance& instance, const Moves& moves) {
        return snake::svg_picture(instance, bits(instance, moves));
    }
    static std::string frame(const Instance&, const State& state, const Terminal&) {
        const int digits = state.instance().dimension();
        if constexpr (has_two_ends)
            return fmt::format("nodes {:0{}b} and {:0{}b}, {} free nodes\n", state.head(0), digits,
                               state.head(1), digits, state.promise());
        else
            return fmt::format("node {:0{}b}, {} free nodes\n", state.head(), digits, state.promise());
    }
};

}  // namespace

std::unique_ptr<Domain> make_snake_domain() {
    return std::make_unique<DomainOf<Snake<Kind::snake, SmallState>>>();
}
std::unique_ptr<Domain> make_coil_domain() {
    return std::make_unique<DomainOf<Snake<Kind::coil, SmallState>>>();
}

}  // namespace playout
