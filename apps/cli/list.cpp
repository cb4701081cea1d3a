#include <fmt/format.h>

#include <iterator>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "playout/catalogue/catalogue.h"

namespace playout::cli {
namespace {

void add_parameters(std::string& text, const std::string& title, const ParameterList& parameters) {
    if (parameters.empty()) return;
    text += title + "\n";
    for (const Parameter& parameter : parameters)
        fmt::format_to(std::back_inserter(text), "    {:<16} {:<12} {}\n    {:<16} {:<12} {}\n", parameter.name,
                       parameter.text(parameter.initial), parameter.meaning, "", "", parameter.range_text());
}

std::string domain_text(const DomainInfo& info) {
    std::string text = fmt::format("{}: {}\n  instance  {}\n  move      {}\n  value     {}\n", info.name,
                                   info.meaning, info.instance_text, info.move_text, info.value_text);
    text += fmt::format("  default   algorithm {}, strategy {}\n", info.default_algorithm,
                        info.strategies.at(0).name);
    text += fmt::format("  it has    {}\n", fmt::join(info.capabilities, ", "));
    text += "  strategies (--strategy)\n";
    for (const StrategyInfo& strategy : info.strategies) {
        text += fmt::format("    {:<20} {}\n", strategy.name, strategy.meaning);
        add_parameters(text, "    its settings", strategy.parameters);
    }
    add_parameters(text, "  settings of the rules (--set key=value): key, default, meaning, range",
                   info.parameters);
    add_parameters(text, "  settings of `playout generate` (--set key=value): key, default, meaning, range",
                   info.generator_parameters);
    return text;
}

std::string algorithm_text(const AlgorithmRow& row) {
    std::string text =
        fmt::format("{}: {}\n  one playout is  {}\n  one node is     {}\n", row.info.name, row.info.meaning,
                    row.info.playouts, row.info.nodes.empty() ? "not counted" : row.info.nodes);
    if (row.info.uses_strategy) text += "  plays with the strategy of the run (--strategy)\n";
    add_parameters(text, "  settings (--set key=value): key, default, meaning, range", row.parameters);
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

int generate(const std::string& domain, const std::vector<std::string>& settings,
             const std::optional<std::string>& seed) {
    print(generate_instance(domain, parse_settings(settings), seed_or_default(seed)));
    return exit_result;
}

}  // namespace playout::cli
