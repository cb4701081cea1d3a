// Settings are a struct; knobs are a table. A table of knobs binds a name, a range and a meaning to each member
// of a settings struct. The command line, the help, the record, and whoever tunes or calls from another
// language read the same rows; the initial value of a knob is the member's initialiser and stands nowhere else.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace playout {

// Where it makes sense to look for a better value.
struct TuningRange {
    double lowest = 0;
    double highest = 0;
    bool logarithmic = false;  // equal factors are equally far apart; `lowest` is above 0 then

    // `place` goes from 0 to 1.
    double value(double place) const {
        if (!logarithmic) return lowest + place * (highest - lowest);
        return lowest * std::pow(highest / lowest, place);
    }
};

// One row as the outside sees it. Every value is a double: a choice is its index, a flag is 0 or 1.
struct Parameter {
    enum class Kind { integer, real, flag, choice };

    std::string name;
    Kind kind = Kind::real;
    double initial = 0;
    double lowest = 0;
    double highest = 0;
    std::vector<std::string> choices = {};
    std::string meaning = {};
    std::optional<TuningRange> tuning = std::nullopt;  // none: nobody has named one

    // Throws UsageError naming the key and the range.
    double parse(std::string_view text) const;
    std::string text(double value) const;
    std::string range_text() const;
};

using Settings = std::map<std::string, double>;           // name -> value, checked
using SettingTexts = std::map<std::string, std::string>;  // name -> text, as the user wrote it
using ParameterList = std::vector<Parameter>;

// Values of every parameter: the initial one, or what `texts` says. A key that no parameter has is a UsageError
// that names `owner` ("algorithm beam with domain knapsack").
Settings resolve(std::span<const Parameter> parameters, const SettingTexts& texts, std::string_view owner);

template <typename Config>
class Knobs {
  public:
    template <typename T>
    Knobs& number(std::string name, T Config::*member, std::type_identity_t<T> lowest,
                  std::type_identity_t<T> highest, std::string meaning) {
        return add(number_row<T>(std::move(name), lowest, highest, std::move(meaning)), member);
    }

    // One row for every element of an array, from `name`1 on; {} in the meaning stands for its number.
    template <typename T, std::size_t count>
    Knobs& numbers(const std::string& name, std::array<T, count> Config::*member,
                   std::type_identity_t<T> lowest, std::type_identity_t<T> highest,
                   const std::string& meaning) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::string number = std::to_string(i + 1);
            std::string own_meaning = meaning;
            if (const auto place = meaning.find("{}"); place != std::string::npos)
                own_meaning.replace(place, 2, number);
            add_row(number_row<T>(name + number, lowest, highest, own_meaning),
                    [member, i](Config& config) -> T& { return (config.*member)[i]; });
        }
        return *this;
    }

    Knobs& flag(std::string name, bool Config::*member, std::string meaning) {
        return add({std::move(name), Parameter::Kind::flag, 0, 0, 1, {"off", "on"}, std::move(meaning)},
                   member);
    }

    // `choices` names the enumerators of E in their order, from 0.
    template <typename E>
    requires std::is_enum_v<E> Knobs& choice(std::string name, E Config::*member,
                                             std::vector<std::string> choices, std::string meaning) {
        const auto last = static_cast<double>(choices.size()) - 1;
        return add(
            {std::move(name), Parameter::Kind::choice, 0, 0, last, std::move(choices), std::move(meaning)},
            member);
    }

    // Where the row that was added last may be tuned.
    Knobs& tuned(TuningRange range) {
        parameters_.back().tuning = range;
        return *this;
    }

    const ParameterList& parameters() const { return parameters_; }

    // Reads its own keys; keys of other tables are left alone.
    Config read(const Settings& settings) const {
        Config config;
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            if (const auto found = settings.find(parameters_[i].name); found != settings.end())
                setters_[i](config, found->second);
        return config;
    }

  private:
    template <typename T>
    static Parameter number_row(std::string name, T lowest, T highest, std::string meaning) {
        constexpr auto kind = std::is_integral_v<T> ? Parameter::Kind::integer : Parameter::Kind::real;
        return {.name = std::move(name),
                .kind = kind,
                .lowest = static_cast<double>(lowest),
                .highest = static_cast<double>(highest),
                .meaning = std::move(meaning)};
    }

    template <typename T>
    Knobs& add(Parameter parameter, T Config::*member) {
        add_row(std::move(parameter), [member](Config& config) -> T& { return config.*member; });
        return *this;
    }

    // `of(config)` is the value that the row stands for.
    template <typename Of>
    void add_row(Parameter parameter, Of of) {
        Config initial;
        parameter.initial = static_cast<double>(of(initial));
        parameters_.push_back(std::move(parameter));
        setters_.push_back([of](Config& config, double value) {
            of(config) = static_cast<std::remove_reference_t<decltype(of(config))>>(value);
        });
    }

    ParameterList parameters_;
    std::vector<std::function<void(Config&, double)>> setters_;
};

}  // namespace playout
