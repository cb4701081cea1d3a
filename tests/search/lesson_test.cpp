#include "playout/search/lesson.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "playout/base/heap_use.h"
#include "playout/search/beam_lesson.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

using Game = Rollout<BareToy>;
using Weights = std::map<MoveCode, double>;

// Steps of several codes, some of them in other steps too.
Game random_game(Rng& rng, bool priors, std::uint64_t codes) {
    Game game;
    const std::size_t steps = rng.below(12);
    for (std::size_t step = 0; step < steps; ++step) {
        std::set<MoveCode> offered;
        const std::size_t moves = 1 + rng.below(6);
        while (offered.size() < moves) offered.insert(rng.below(codes));
        game.taken.push_back(static_cast<std::uint32_t>(game.codes.size() + rng.below(moves)));
        game.codes.insert(game.codes.end(), offered.begin(), offered.end());
        game.ends.push_back(static_cast<std::uint32_t>(game.codes.size()));
    }
    if (priors)
        for (std::size_t i = 0; i < game.codes.size(); ++i)
            game.priors.push_back(0.5f + static_cast<float>(rng.unit()));
    return game;
}

double prior_of(const Game& game, std::size_t i) {
    return game.priors.empty() ? 1 : static_cast<double>(game.priors[i]);
}

// Cazenave and Edelkamp, Fig. 3, with the chances of the policy as it is (Rosin).
Weights adapted(const Weights& policy, const Game& game, double alpha, double temperature) {
    Weights next = policy;
    const auto weight = [&policy](MoveCode code) { return policy.contains(code) ? policy.at(code) : 0; };
    std::size_t first = 0;
    for (std::size_t step = 0; step < game.ends.size(); ++step) {
        const auto strength = [&](std::size_t i) {
            return std::exp(weight(game.codes[i]) / temperature) * prior_of(game, i);
        };
        next[game.codes[game.taken[step]]] += alpha / temperature;
        double z = 0;
        for (std::size_t i = first; i < game.ends[step]; ++i) z += strength(i);
        for (std::size_t i = first; i < game.ends[step]; ++i)
            next[game.codes[i]] -= alpha / temperature * strength(i) / z;
        first = game.ends[step];
    }
    return next;
}

NoLearningGuard never;

void expect_equal(const Policy& policy, const Weights& weights) {
    for (const auto& [code, weight] : weights) ASSERT_NEAR(policy.weight(code), weight, 1e-4);
}

// Stops whatever asks it, again and again: one question in so many.
class Interrupting final : public LearningGuard {
  public:
    Interrupting(Rng& rng, std::uint64_t one_in) : rng_(rng), one_in_(one_in) {}
    bool over() override { return stopped(); }
    bool has_room(std::int64_t) override { return !stopped(); }
    int stops() const { return stops_; }

  private:
    bool stopped() {
        const bool stops = rng_.below(one_in_) == 0;
        stops_ += stops ? 1 : 0;
        return stops;
    }
    Rng& rng_;
    const std::uint64_t one_in_;
    int stops_ = 0;
};

// Notes how much was asked for.
class Counting final : public LearningGuard {
  public:
    explicit Counting(std::function<std::int64_t()> bytes) : bytes_(std::move(bytes)) {}
    bool over() override { return false; }
    bool has_room(std::int64_t more) override {
        most_ = std::max(most_, bytes_() + more);
        return true;
    }
    std::int64_t most() const { return most_; }

  private:
    std::function<std::int64_t()> bytes_;
    std::int64_t most_ = 0;
};

// So long that there are many questions.
Game long_game(Rng& rng, std::size_t steps, std::uint64_t codes) {
    Game game;
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t first = game.codes.size();
        const std::uint64_t offset = rng.below(codes);
        const std::size_t moves = 1 + rng.below(12);
        for (std::size_t i = 0; i < moves; ++i) game.codes.push_back(offset + i);
        game.taken.push_back(static_cast<std::uint32_t>(first + rng.below(moves)));
        game.ends.push_back(static_cast<std::uint32_t>(game.codes.size()));
    }
    return game;
}

TEST(Lesson, MayBeStoppedAnywhere) {
    Rng rng(8);
    Interrupting stops(rng, 3);
    for (int i = 0; i < 20; ++i) {
        const Game first = long_game(rng, 1000, 2000 + 500 * static_cast<std::uint64_t>(i)), second = first;
        const auto learn = [&](Policy& policy, LearningGuard& guard) {
            const auto finish = [](auto part) {
                while (!part()) {
                }
            };
            Lesson lesson;
            const Policy::Mark before = policy.mark();
            lesson.clear();
            finish([&] { return lesson.prepare(first, policy, guard); });
            finish([&] { return lesson.adapt(policy, 1, guard); });
            LearnedWeights learned;
            lesson.save(policy, learned);
            finish([&] { return policy.go_back(before, guard); });
            lesson.clear();
            finish([&] { return lesson.restore(policy, learned, guard); });
            finish([&] { return lesson.prepare(second, policy, guard); });
            finish([&] { return lesson.adapt(policy, 0.5, guard); });
        };
        Policy policy, twin;
        learn(policy, stops);
        learn(twin, never);
        for (const MoveCode code : first.codes) ASSERT_EQ(policy.weight(code), twin.weight(code));
        EXPECT_EQ(policy.size(), twin.size());
    }
    EXPECT_GT(stops.stops(), 200);
}

TEST(BeamLesson, MayBeStoppedAnywhere) {
    Rng rng(9);
    Interrupting stops(rng, 20);
    Policy policy, twin;
    BeamLesson lesson, twin_lesson;
    std::vector<Game> beam;
    const auto finish = [](auto part) {
        while (!part()) {
        }
    };
    for (int i = 0; i < 40; ++i) {
        if (beam.size() == 4) {
            finish([&] { return lesson.remove(beam.front(), policy, stops); });
            twin_lesson.remove(beam.front(), twin, never);
            beam.erase(beam.begin());
        }
        beam.push_back(long_game(rng, 1000, 20'000));
        finish([&] { return lesson.add(beam.back(), policy, stops); });
        finish([&] { return lesson.adapt(policy, 1, stops); });
        twin_lesson.add(beam.back(), twin, never);
        twin_lesson.adapt(twin, 1, never);
        for (const MoveCode code : beam.back().codes) ASSERT_EQ(policy.weight(code), twin.weight(code));
    }
    EXPECT_GT(stops.stops(), 100);
}

// What is asked for is no less than what is taken then, and not far more.
TEST(Lesson, AsksForAllThatItTakes) {
    if (heap_in_use() == 0) GTEST_SKIP() << "the allocator does not tell what is in use";
    Rng rng(10);
    const Game game = long_game(rng, 100'000, 1'000'000), other = long_game(rng, 100'000, 1'000'000);
    const auto expect_near = [](std::int64_t taken, std::int64_t asked) {
        EXPECT_LE(taken, asked + asked / 20);
        EXPECT_GT(taken, asked / 3);
    };
    {
        const std::int64_t before = heap_in_use();
        Policy policy;
        Lesson lesson;
        Counting guard([&] { return policy.bytes() + lesson.bytes(); });
        ASSERT_TRUE(lesson.prepare(game, policy, guard) && lesson.adapt(policy, 1, guard));
        expect_near(heap_in_use() - before, guard.most());
    }
    {
        const std::int64_t before = heap_in_use();
        Policy policy;
        BeamLesson lesson;
        Counting guard([&] { return policy.bytes() + lesson.bytes(); });
        ASSERT_TRUE(lesson.add(game, policy, guard) && lesson.add(other, policy, guard));
        ASSERT_TRUE(lesson.adapt(policy, 1, guard));
        expect_near(heap_in_use() - before, guard.most());
    }
}

TEST(Lesson, AdaptsAsWorkedOutByHand) {
    Game game;  // one step with the codes 5 and 6, 5 is taken
    game.codes = {5, 6};
    game.ends = {2};
    game.taken = {0};
    Policy policy;
    Lesson lesson;
    lesson.clear();
    lesson.prepare(game, policy, never);
    lesson.adapt(policy, 1, never);
    EXPECT_FLOAT_EQ(policy.weight(5), 0.5f);  // 0 + 1 - 1/2
    EXPECT_FLOAT_EQ(policy.weight(6), -0.5f);
    lesson.adapt(policy, 1, never);
    EXPECT_NEAR(policy.weight(5), 0.5 + 1 - 1 / (1 + std::exp(-1.0)), 1e-6);
    EXPECT_NEAR(policy.weight(6), -0.5 - 1 / (1 + std::exp(1.0)), 1e-6);
}

TEST(Lesson, AdaptsAsThePseudoCodeDoes) {
    Rng rng(3);
    for (int i = 0; i < 300; ++i) {
        const double temperature = i % 3 == 0 ? 1 : 0.5 + rng.unit();
        Policy policy(temperature);
        Weights weights;
        Lesson lesson;
        for (int game_number = 0; game_number < 5; ++game_number) {
            const Game game = random_game(rng, i % 2 == 0, i % 5 == 0 ? 5000 : 20);
            lesson.clear();
            lesson.prepare(game, policy, never);
            for (int again = 0; again < 3; ++again) {
                lesson.adapt(policy, 0.7, never);
                weights = adapted(weights, game, 0.7, temperature);
                expect_equal(policy, weights);
            }
        }
        policy.go_back(0);
        for (const auto& [code, weight] : weights) ASSERT_EQ(policy.weight(code), 0);
    }
}

// A lesson is under way at one level, another one below makes the table grow several times.
TEST(Lesson, GoesOnWhenTheTableGrows) {
    Rng rng(6);
    const auto long_game = [&rng](std::uint64_t first_code, std::size_t codes) {
        Game game;
        for (std::size_t i = 0; i < codes; ++i) game.codes.push_back(first_code + rng.below(100'000));
        game.ends = {static_cast<std::uint32_t>(codes)};
        game.taken = {0};
        return game;
    };
    Policy policy;
    Lesson above, below;
    const Game first = long_game(0, 300), second = long_game(50'000, 5000);
    above.clear();
    above.prepare(first, policy, never);
    above.adapt(policy, 1, never);
    Weights weights = adapted({}, first, 1, 1);
    const Policy::Mark mark = policy.mark();
    below.clear();
    below.prepare(second, policy, never);
    below.adapt(policy, 1, never);
    EXPECT_GT(policy.capacity(), 5000u);
    expect_equal(policy, adapted(weights, second, 1, 1));
    policy.go_back(mark);
    expect_equal(policy, weights);
    above.adapt(policy, 1, never);
    weights = adapted(weights, first, 1, 1);
    expect_equal(policy, weights);
    const Game third = long_game(0, 4000);
    above.prepare(third, policy, never);
    above.adapt(policy, 1, never);
    expect_equal(policy, adapted(weights, third, 1, 1));
    policy.go_back(0);
    EXPECT_EQ(policy.size(), 0u);
}

// Codes that address the table directly, and a level that learns from one game after the other: what there is
// to go back from does not grow with the games.
TEST(Lesson, KeepsEveryCodeOnceHoweverManyGamesCome) {
    Rng rng(7);
    Policy policy(1, 20);
    Weights weights;
    Lesson lesson;
    lesson.clear();
    for (int i = 0; i < 200; ++i) {
        const Game game = random_game(rng, false, 20);
        lesson.prepare(game, policy, never);
        lesson.adapt(policy, 0.3, never);
        weights = adapted(weights, game, 0.3, 1);
        expect_equal(policy, weights);
    }
    EXPECT_LE(policy.mark(), 20u);
}

TEST(Lesson, SavesAndRestoresWhatWasLearned) {
    Rng rng(4);
    for (int i = 0; i < 100; ++i) {
        Policy policy;
        Lesson lesson;
        const Game below = random_game(rng, false, 20), first = random_game(rng, false, 20),
                   second = random_game(rng, false, 20);
        lesson.clear();
        lesson.prepare(below, policy, never);
        lesson.adapt(policy, 1, never);
        Weights weights = adapted({}, below, 1, 1);
        const Policy::Mark mark = policy.mark();
        lesson.clear();
        lesson.prepare(first, policy, never);
        lesson.adapt(policy, 1, never);
        LearnedWeights learned;
        lesson.save(policy, learned);
        policy.go_back(mark);
        expect_equal(policy, weights);
        lesson.clear();
        ASSERT_TRUE(lesson.restore(policy, learned, never));
        lesson.prepare(second, policy, never);
        lesson.adapt(policy, 1, never);
        weights = adapted(adapted(weights, first, 1, 1), second, 1, 1);
        expect_equal(policy, weights);
        lesson.save(policy, learned);
        policy.go_back(mark);
        lesson.clear();
        ASSERT_TRUE(lesson.restore(policy, learned, never));
        expect_equal(policy, weights);
    }
}

// Cazenave and Edelkamp, Fig. 6, but that it adds to what other forks took away: (taken, offered) pairs of the
// games before count as learned, offers of later games that take the same move join.
Weights hd_adapted(const Weights& policy, const std::vector<Game>& beam, double alpha) {
    struct Step {
        MoveCode taken;
        std::vector<std::pair<MoveCode, double>> offered;  // with its prior
    };
    std::vector<std::vector<Step>> games;
    for (const Game& game : beam) {
        auto& steps = games.emplace_back();
        std::size_t first = 0;
        for (std::size_t step = 0; step < game.ends.size(); ++step) {
            steps.push_back({game.codes[game.taken[step]], {}});
            for (; first < game.ends[step]; ++first)
                steps.back().offered.emplace_back(game.codes[first], prior_of(game, first));
        }
    }
    Weights next = policy;
    const auto strength = [&policy](MoveCode code) {
        return std::exp(policy.contains(code) ? policy.at(code) : 0);
    };
    std::set<MoveCode> learned;
    for (std::size_t b = 0; b < games.size(); ++b)
        for (const Step& step : games[b]) {
            if (!learned.insert(step.taken).second) continue;
            std::map<MoveCode, std::vector<double>> others;
            for (std::size_t later = b; later < games.size(); ++later)
                for (const Step& there : games[later])
                    if (there.taken == step.taken)
                        for (const auto& [code, prior] : there.offered) others[code].push_back(prior);
            const auto chance = [&](MoveCode code) {  // but for the sum of all
                const std::vector<double>& priors = others.at(code);
                return strength(code) * std::accumulate(priors.begin(), priors.end(), 0.0) /
                       static_cast<double>(priors.size());
            };
            double z = 0;
            for (const auto& [code, priors] : others) z += chance(code);
            next[step.taken] += alpha;
            for (const auto& [code, priors] : others) next[code] -= alpha * chance(code) / z;
        }
    return next;
}

TEST(BeamLesson, LearnsEveryForkOfTheBeamOnceWhileGamesComeAndGo) {
    Rng rng(5);
    for (int i = 0; i < 100; ++i) {
        Policy policy;
        Weights weights;
        BeamLesson lesson;
        std::vector<Game> beam;
        for (int change = 0; change < (i % 4 == 0 ? 150 : 30); ++change) {
            if (beam.size() > 6 || (!beam.empty() && rng.below(3) == 0)) {
                const auto leaving = beam.begin() + static_cast<std::ptrdiff_t>(rng.below(beam.size()));
                lesson.remove(*leaving, policy, never);
                beam.erase(leaving);
            } else {
                beam.push_back(random_game(rng, i % 3 == 0, i % 4 == 0 ? 50'000 : 15));
                lesson.add(beam.back(), policy, never);
            }
            lesson.adapt(policy, 0.5, never);
            weights = hd_adapted(weights, beam, 0.5);
            expect_equal(policy, weights);
        }
        lesson.clear();
        policy.go_back(0);
        const Game game = random_game(rng, false, 15);
        lesson.add(game, policy, never);
        lesson.adapt(policy, 1, never);
        expect_equal(policy, hd_adapted({}, {game}, 1));
    }
}

}  // namespace
}  // namespace playout
