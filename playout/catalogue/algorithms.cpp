#include "playout/catalogue/algorithms.h"

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/make_search.h"

namespace playout {
namespace {

constexpr const char* preset_key = "preset";

template <typename Algorithm>
AlgorithmRow row_of() {
    AlgorithmRow row{Algorithm::info(), {}, {}};
    if constexpr (requires { Algorithm::presets(); }) {
        row.presets = Algorithm::presets();
        Parameter parameter{
            .name = preset_key,
            .kind = Parameter::Kind::choice,
            .choices = {"none"},
            .meaning = "settings of a paper by name; other settings given beside it come first"};
        for (const Preset& preset : row.presets) parameter.choices.push_back(preset.name);
        parameter.highest = static_cast<double>(row.presets.size());
        row.parameters.push_back(std::move(parameter));
    }
    const ParameterList& own = Algorithm::knobs().parameters();
    row.parameters.insert(row.parameters.end(), own.begin(), own.end());
    return row;
}

template <typename... Algorithm>
std::vector<AlgorithmRow> rows_of(std::type_identity<std::tuple<Algorithm...>>) {
    return {row_of<Algorithm>()...};
}

}  // namespace

const std::vector<AlgorithmRow>& algorithm_rows() {
    static const std::vector<AlgorithmRow> rows = rows_of(std::type_identity<Algorithms>{});
    return rows;
}

const Preset* find_preset(const AlgorithmRow& algorithm, const SettingTexts& settings) {
    const auto named = settings.find(preset_key);
    if (named == settings.end() || algorithm.presets.empty() || named->second == "none") return nullptr;
    std::vector<std::string> names{"none"};
    for (const Preset& preset : algorithm.presets) {
        if (preset.name == named->second) return &preset;
        names.push_back(preset.name);
    }
    throw UsageError(unknown_name("preset", named->second, names));
}

SettingTexts with_preset(const Preset* preset, const SettingTexts& settings, const ParameterList& parameters) {
    SettingTexts texts = settings;
    if (preset == nullptr) return texts;
    for (const Parameter& parameter : parameters)
        if (const auto found = preset->settings.find(parameter.name); found != preset->settings.end())
            texts.insert(*found);  // unless the settings say otherwise
    return texts;
}

const AlgorithmRow& find_algorithm(const std::string& name) {
    std::vector<std::string> names;
    for (const AlgorithmRow& row : algorithm_rows()) {
        if (row.info.name == name) return row;
        names.push_back(row.info.name);
    }
    throw UsageError(unknown_name("algorithm", name, names));
}

}  // namespace playout
