#include "playout/ggp/percepts.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace playout::ggp {
namespace {

using ground::TermId;
namespace keyword = gdl::keyword;

}  // namespace

Percepts::Percepts(const ground::GroundProgram& program) {
    const ground::GroundTerms& terms = program.terms;
    // The move that alone brings a percept about; none where something else does too, or can.
    std::map<TermId, TermId> cause;
    program.rules.for_each([&](const ground::GroundRules::Instance& rule) {
        if (terms.name(rule.head) != keyword::sees) return;
        const bool one_move =
            rule.positive.size() == 1 && rule.negative.empty() && terms.name(rule.positive[0]) == keyword::does;
        const TermId move = one_move ? rule.positive[0] : ground::GroundTerms::none;
        const auto [place, fresh] = cause.emplace(rule.head, move);
        if (!fresh && place->second != move) place->second = ground::GroundTerms::none;
    });
    for (const TermId fact : program.facts)
        if (terms.name(fact) == keyword::sees) cause[fact] = ground::GroundTerms::none;
    if (cause.empty()) return;

    const std::size_t roles = program.roles.size();
    const auto text = [&](TermId term) { return terms.text(term, program.names); };
    const auto is_random = [&](std::size_t role) { return terms.name(program.roles[role]) == keyword::random; };
    const auto role_of = [&](TermId name) {
        return static_cast<std::size_t>(std::find(program.roles.begin(), program.roles.end(), name) -
                                        program.roles.begin());
    };
    views_.assign(roles, std::vector<View>(roles));
    std::vector<std::vector<std::set<TermId>>> seen(roles, std::vector<std::set<TermId>>(roles));
    percepts_.resize(roles);
    for (const auto& [percept, move] : cause) {
        const std::size_t viewer = role_of(terms.arguments(percept)[0]);
        if (viewer == roles) continue;
        percepts_[viewer].push_back(text(terms.arguments(percept)[1]));
        if (move == ground::GroundTerms::none) continue;
        const std::size_t mover = role_of(terms.arguments(move)[0]);
        if (mover == roles) continue;
        views_[viewer][mover].move_of[text(terms.arguments(percept)[1])] = text(terms.arguments(move)[1]);
        seen[viewer][mover].insert(terms.arguments(move)[1]);
    }
    for (std::size_t viewer = 0; viewer < roles; ++viewer)
        for (std::size_t mover = 0; mover < roles; ++mover) {
            std::size_t unseen = 0;
            for (const TermId move : program.moves[mover]) {
                if (seen[viewer][mover].contains(move)) continue;
                ++unseen;
                views_[viewer][mover].unseen = text(move);
            }
            if (unseen > 1) views_[viewer][mover].unseen.reset();
            if (unseen > 1 && viewer != mover && !is_random(viewer) && hidden_.empty())
                hidden_ =
                    text(program.roles[viewer]) + " is not told all moves of " + text(program.roles[mover]);
        }
}

std::optional<std::vector<std::string>> Percepts::joint_move(std::size_t role,
                                                             std::span<const std::string> seen,
                                                             const std::string& own) const {
    assert(by_rules() && role < percepts_.size());
    const std::vector<std::string>& known = percepts_[role];
    std::vector<std::size_t> percepts;
    for (const std::string& percept : seen) {
        const auto found = gdl::find_term(
            known.size(), [&](std::size_t i) -> const std::string& { return known[i]; }, percept);
        if (!found) return std::nullopt;
        percepts.push_back(*found);
    }
    std::vector<std::string> joint;
    for (std::size_t mover = 0; mover < views_.size(); ++mover) {
        const View& view = views_[role][mover];
        const std::string* move = view.unseen ? &*view.unseen : nullptr;
        if (mover == role) move = &own;
        for (const std::size_t percept : percepts)
            if (const auto found = view.move_of.find(known[percept]); found != view.move_of.end())
                move = &found->second;
        if (move == nullptr) return std::nullopt;
        joint.push_back(*move);
    }
    return joint;
}

}  // namespace playout::ggp
