#include "playout/domains/partition/leading_state.h"

namespace playout::partition {

static_assert(State<LeadingState> && HasCodeCount<LeadingState> && HasBias<LeadingState> &&
              HasExactBound<LeadingState> && HasCannotBeat<LeadingState> && HasEndsWorse<LeadingState> &&
              HasRepeatsParent<LeadingState> && HasUndo<LeadingState> && HasBytes<LeadingState> &&
              HasStrategies<LeadingState> && ExactOutcome<OutcomeOf<LeadingState>>);

LeadingState::LeadingState(const Instance& instance) : quick_(instance) {
    if (quick_.in_doubt()) play_exactly();
}

void LeadingState::play(Move move) {
    if (exact_) return exact_->state.play(move);
    quick_.play(move);
    moves_.push_back(move);
    if (quick_.in_doubt()) play_exactly();
}

PartitionState<Wide> LeadingState::replayed() const {
    PartitionState<Wide> state(instance());
    for (const Move move : moves_) state.play(move);
    return state;
}

void LeadingState::undo_exact_move(const Memento& memento) {
    if (!exact_->mementos.empty()) {
        exact_->state.undo(exact_->mementos.back());
        exact_->mementos.pop_back();
        return;
    }
    exact_.reset();  // the move that was in doubt
    undo(memento);
}

double LeadingState::value() const {
    const std::optional<double> value = exact_ ? std::nullopt : quick_.value_by_windows();
    return value ? *value : outcome().value;
}

Discrepancy LeadingState::outcome() const {
    return exact_ ? exact_->state.outcome() : replayed().outcome();
}

std::int64_t LeadingState::bytes() const {
    const auto own =
        static_cast<std::int64_t>(sizeof(*this) - sizeof quick_ + moves_.capacity() * sizeof(Move));
    return own + quick_.bytes() + (exact_ ? exact_->state.bytes() : 0);
}

std::vector<StrategyEntry<LeadingState>> LeadingState::strategies() {
    return karmarkar_karp<LeadingState>();
}

}  // namespace playout::partition
