// A domain behind one virtual call per run: what the catalogue's list holds and the apps see.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "playout/base/parameter.h"
#include "playout/catalogue/loading.h"
#include "playout/catalogue/surroundings.h"
#include "playout/picture/terminal.h"
#include "playout/record/record.h"

namespace playout {

struct StrategyInfo {
    std::string name;
    std::string meaning;
    ParameterList parameters;
};

struct DomainInfo {
    std::string name;
    std::string meaning;  // one line
    std::string instance_text;
    std::string move_text;
    std::string value_text;
    std::string default_algorithm;
    SettingTexts default_settings = {};  // of that algorithm, where the user names neither it nor them
    ParameterList parameters;            // of the rules
    ParameterList generator_parameters;
    std::vector<StrategyInfo> strategies = {};   // filled in by the catalogue; the default first
    std::vector<std::string> capabilities = {};  // filled in by the catalogue
};

// What a replay of move texts found.
struct Replayed {
    std::optional<std::string> complaint;  // nothing: the moves are a complete game
    Outcome outcome;
    // What the moves are worth by the domain's recount, as long as the problem is there. Empty: it has none;
    // nothing: that would take too long.
    std::function<std::optional<Outcome>()> recount = {};
    bool beats_bound = false;  // the value is better than the start's bound allows: something is wrong
    bool meets_bound = false;  // the value is as good as the start's bound allows: it is optimal
    Json details;
};

// One instance of one domain.
class Problem {
  public:
    virtual ~Problem() = default;

    virtual std::string text() const = 0;         // the instance; reading it gives the same problem
    virtual const std::string& hash() const = 0;  // of that text
    virtual std::string summary() const = 0;      // a few words: "50 items, capacity 12594"
    virtual Sense sense() const = 0;

    // Throws UsageError for a request that `solve` would refuse.
    virtual void validate(const Request& request) const = 0;
    // The instance's name is the caller's to fill in.
    virtual Record solve(const Request& request, const Surroundings& surroundings) const = 0;
    virtual Replayed replay(const std::vector<std::string>& moves) const = 0;

    // The rest is asked only with moves that replay. A domain may draw nothing on the terminal: an empty text.
    virtual std::string terminal_picture(const std::vector<std::string>& moves,
                                         const Terminal& terminal) const = 0;
    virtual bool has_svg_picture() const = 0;
    virtual std::string svg_picture(const std::vector<std::string>& moves) const = 0;
    // Every position from the start on, as it looks on a terminal.
    virtual void show_game(const std::vector<std::string>& moves, const Terminal& terminal,
                           const std::function<void(const std::string&)>& show) const = 0;
};

class Domain {
  public:
    virtual ~Domain() = default;
    virtual const DomainInfo& info() const = 0;
    // Throws InputError, and WorkEnded where loading takes longer than it may. `settings` are those of
    // `info().parameters`.
    virtual std::unique_ptr<Problem> read(const std::string& text, const std::string& source,
                                          const Settings& settings, const Loading& loading) const = 0;
    virtual std::unique_ptr<Problem> built_in(const Settings& settings) const = 0;
    // The text of a new instance, or UsageError where the domain has no generator; `settings` are those of
    // `info().generator_parameters`.
    virtual std::string generate(const Settings& settings, std::uint64_t seed) const = 0;
};

}  // namespace playout
