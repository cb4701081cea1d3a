#include <fmt/format.h>

#include <iterator>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "playout/catalogue/algorithms.h"
#include "playout/catalogue/catalogue.h"
#include "playout/catalogue/player.h"

namespace playout::cli {
namespace {

void add_parameters(std::string& text, const ParameterList& parameters, int indent = 4) {
    for (const Parameter& parameter : parameters)
        fmt::format_to(std::back_inserter(text), "{0:{1}}{2:<16} {3:<12} {4}\n{0:{1}}{0:<16} {0:<12} {5}\n", "",
                       indent, parameter.name, parameter.text(parameter.initial), parameter.meaning,
                       parameter.range_text());
}

void add_section(std::string& text, const std::string& title, const ParameterList& parameters) {
    if (parameters.empty()) return;
    text += fmt::format("  {} (--set key=value): key, default, meaning, range\n", title);
    add_parameters(text, parameters);
}

std::string domain_text(const DomainInfo& info) {
    std::string text = fmt::format("{}: {}\n  instance  {}\n  move      {}\n  value     {}\n", info.name,
                                   info.meaning, info.instance_text, info.move_text, info.value_text);
    std::string settings;
    for (const auto& [key, value] : info.default_settings) settings += fmt::format(" {}={}", key, value);
    text += fmt::format("  default   algorithm {}{}, strategy {}\n", info.default_algorithm, settings,
                        info.strategies.at(0).name);
    text += fmt::format("  it has    {}\n", fmt::join(info.capabilities, ", "));
    text += "  strategies (--strategy), each with its settings (--set key=value)\n";
    for (const StrategyInfo& strategy : info.strategies) {
        text += fmt::format("    {:<20} {}\n", strategy.name, strategy.meaning);
        add_parameters(text, strategy.parameters, 8);
    }
    add_section(text, "settings of the rules", info.parameters);
    add_section(text, "settings of `playout generate`", info.generator_parameters);
    return text;
}

std::string algorithm_text(const AlgorithmRow& row) {
    std::string text =
        fmt::format("{}: {}\n  one playout is  {}\n  one node is     {}\n", row.info.name, row.info.meaning,
                    row.info.playouts, row.info.nodes.empty() ? "not counted" : row.info.nodes);
    if (row.info.uses_strategy) text += "  plays with the strategy of the run (--strategy)\n";
    add_section(text, "settings", row.parameters);
    if (!row.presets.empty()) text += "  presets (--set preset=NAME) and what they set\n";
    for (const Preset& preset : row.presets) {
        text += fmt::format("    {:<16} {}\n                     strategy {}", preset.name, preset.meaning,
                            preset.strategy);
        for (const auto& [key, value] : preset.settings) text += fmt::format(", {}={}", key, value);
        text += "\n";
    }
    return text;
}

}  // namespace

int list_domains(const std::string& name) {
    if (!name.empty()) {
        print(domain_text(find_domain(name).info()));
        return exit_result;
    }
    for (const auto& domain : domains())
        print(fmt::format("{:<22} {}\n", domain->info().name, domain->info().meaning));
    return exit_result;
}

int list_algorithms(const std::string& name) {
    if (!name.empty()) {
        print(algorithm_text(find_algorithm(name)));
        return exit_result;
    }
    for (const AlgorithmRow& row : algorithm_rows())
        print(fmt::format("{:<22} {}\n", row.info.name, row.info.meaning));
    return exit_result;
}

int list_players() {
    for (const PlayerRow& player : player_rows()) {
        std::string text = fmt::format("{:<12} {}\n", player.name, player.meaning);
        add_parameters(text, player.parameters);
        print(text);
    }
    print(fmt::format("{:<12} a player elsewhere, by the GGP protocol\n", "http://HOST:PORT"));
    return exit_result;
}

int generate(const std::string& domain, const std::vector<std::string>& settings,
             const std::optional<std::string>& seed) {
    print(generate_instance(domain, parse_settings(settings), seed_or_default(seed)));
    return exit_result;
}

}  // namespace playout::cli
