// Rule sheets from the text to the game: grounded within small limits, compiled, and played for a few steps
// side by side with the prover, which knows nothing of either. Lines after `moves` name moves of the first
// role.
#include <algorithm>
#include <set>

#include "playout/base/rng.h"
#include "playout/ggp/load.h"
#include "playout/ggp/puzzle.h"
#include "tests/fuzz/play_through.h"

namespace playout::ggp {
namespace {

constexpr int max_steps = 6;

// So much work may be done, counted by how often somebody looks: a fuzzer wants many texts.
class Work {
  public:
    explicit Work(int max_looks) : looks_left_(max_looks) {}
    bool over() { return --looks_left_ < 0; }

  private:
    int looks_left_;
};
constexpr int looks_while_loading = 80, looks_while_playing = 2'000;

LoadLimits limits_of(Work& work) {
    LoadLimits limits;
    limits.memory = std::int64_t{32} << 20;
    limits.over = [&work] { return work.over(); };
    return limits;
}

std::vector<std::string> sorted_texts(const Prover& prover, const std::vector<TermId>& terms) {
    std::vector<std::string> texts;
    for (const TermId term : terms) texts.push_back(prover.text(term));
    std::sort(texts.begin(), texts.end());
    return texts;
}

std::vector<std::string> legal_texts(const Machine& machine, std::size_t role) {
    std::vector<std::string> texts;
    for (const MoveId move : machine.legal(role)) texts.push_back(machine.move_text(role, move));
    std::sort(texts.begin(), texts.end());
    return texts;
}

TermId term_of(const Prover& prover, const std::vector<TermId>& terms, const std::string& text) {
    return *std::find_if(terms.begin(), terms.end(), [&](TermId term) { return prover.text(term) == text; });
}

// Whether it says which fluents there are. If it leaves some out, the circuit does without them, the prover
// not.
bool has_base(const gdl::Sheet& sheet) {
    return std::any_of(sheet.rules.begin(), sheet.rules.end(),
                       [](const gdl::Rule& rule) { return rule.head.name == gdl::keyword::base; });
}

// One step of both; false at the end.
bool step(Machine& machine, Prover& prover, const gdl::Sheet& sheet, const std::string& wish, Rng& rng) {
    const bool same = machine.fluents() == sorted_texts(prover, prover.state());
    if (!same && has_base(sheet)) return false;
    fuzz::require(same, "states differ");
    fuzz::require(machine.terminal() == prover.terminal(), "one game is over");
    std::vector<MoveId> fast;
    std::vector<TermId> slow;
    for (std::size_t role = 0; role < machine.roles(); ++role) {
        fuzz::require(machine.goal(role) == prover.goal(role), "goals differ");
        const std::vector<TermId> terms = prover.legal(role);
        const std::vector<std::string> legal = legal_texts(machine, role);
        fuzz::require(legal == sorted_texts(prover, terms), "legal moves differ");
        if (legal.empty()) return false;
        std::string move = legal[rng.below(legal.size())];
        if (role == 0 && machine.find_move(role, wish))
            move = machine.move_text(role, *machine.find_move(role, wish));
        const auto found = machine.find_move(role, move);
        fuzz::require(found && machine.move_text(role, *found) == move, "a move's text names another move");
        fast.push_back(*found);
        slow.push_back(term_of(prover, terms, move));
    }
    if (machine.terminal()) return false;
    machine.step(fast);
    prover.set_state(prover.next(slow));
    return true;
}

void play_both(const RuleSheet& sheet, const std::vector<std::string>& wishes) {
    Work work(looks_while_playing);
    try {
        Machine machine(*sheet.wiring());
        Prover prover(sheet.sheet(), Watch([&] { return work.over(); }));
        prover.set_state(prover.initial());
        Rng rng(wishes.size());
        for (std::size_t i = 0; i < max_steps; ++i)
            if (!step(machine, prover, sheet.sheet(), i < wishes.size() ? wishes[i] : "", rng)) return;
    } catch (const WorkEnded&) {
    } catch (const InputError&) {  // the rules lead too deep
    }
}

FUZZ_TARGET(loaded_sheet) {
    const fuzz::InstanceAndMoves parts = fuzz::split_at_moves(text);
    Work work(looks_while_loading);
    const auto sheet = fuzz::read_or_refuse(
        [&] { return std::make_unique<RuleSheet>(parts.instance, "sheet", limits_of(work)); });
    if (!sheet || (*sheet)->wiring() == nullptr) return;
    play_both(**sheet, parts.moves);
    Work again(looks_while_loading);
    const auto puzzle = fuzz::read_or_refuse(
        [&] { return std::make_unique<Puzzle>(parts.instance, "sheet", max_steps, limits_of(again)); });
    if (puzzle && (*puzzle)->sheet().wiring() != nullptr)
        fuzz::play_through(PuzzleState(**puzzle), parts.moves, max_steps + 1);
}

}  // namespace
}  // namespace playout::ggp
