// The fuzz targets without libFuzzer: over their corpus, which has what was found before, and over some
// thousand mutations of it, the same ones every time.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "playout/base/hash.h"
#include "playout/base/rng.h"
#include "tests/folders.h"
#include "tests/fuzz/target.h"

namespace playout::fuzz {
namespace {

struct Seed {
    std::string name, text;
};

std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Seed> corpus_of(const Target& target) {
    std::vector<Seed> seeds;
    const auto folder = std::filesystem::path(source_folder()) / "tests/fuzz/corpus" / target.name;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        seeds.push_back({entry.path().filename().string(), read_bytes(entry.path())});
    std::sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) { return a.name < b.name; });
    return seeds;
}

// Those of words.txt that need no escapes.
std::vector<std::string> known_words() {
    std::ifstream file(source_folder() + "/tests/fuzz/words.txt");
    std::vector<std::string> words = {"\nmoves\n", "\nend\n", std::string(1, '\0'), "\xff"};
    for (std::string line; std::getline(file, line);)
        if (line.starts_with('"') && line.find('\\') == std::string::npos)
            words.push_back(line.substr(1, line.size() - 2));
    return words;
}

class Mutator {
  public:
    Mutator(const std::vector<Seed>& seeds, std::uint64_t seed) : seeds_(seeds), rng_(seed) {}

    std::string next() {
        std::string text = any(seeds_).text;
        for (std::uint64_t changes = 1 + rng_.below(4); changes > 0; --changes) change(text);
        return text;
    }

  private:
    template <typename T>
    const T& any(const std::vector<T>& all) {
        return all[rng_.below(all.size())];
    }
    std::size_t place_in(const std::string& text) { return rng_.below(text.size() + 1); }

    void change(std::string& text) {
        const std::size_t place = place_in(text);
        const std::size_t length = std::min<std::size_t>(text.size() - place, 1 + rng_.below(20));
        switch (rng_.below(6)) {
            case 0:
                text.erase(place, length);
                break;
            case 1:
                text.insert(place_in(text), text.substr(place, length));
                break;
            case 2:
                text.insert(place, any(words_));
                break;
            case 3:
                text.replace(place, length, any(words_));
                break;
            case 4: {
                const std::string& other = any(seeds_).text;
                text.insert(place, other.substr(place_in(other), 40));
                break;
            }
            default:
                if (place < text.size()) text[place] = static_cast<char>(rng_.below(256));
        }
    }

    const std::vector<Seed>& seeds_;
    const std::vector<std::string> words_ = known_words();
    Rng rng_;
};

void expect_fine(const Target& target, const std::string& text, const std::string& name) {
    try {
        target.run(text);
    } catch (const std::exception& error) {
        ADD_FAILURE() << target.name << ", " << name << ": " << error.what() << "\n" << text;
    }
}

TEST(FuzzTargets, HoldOnTheirCorpus) {
    EXPECT_GE(targets().size(), 11U);
    for (const Target& target : targets()) {
        const std::vector<Seed> seeds = corpus_of(target);
        EXPECT_GE(seeds.size(), 3U) << target.name;
        for (const Seed& seed : seeds) expect_fine(target, seed.text, seed.name);
    }
}

TEST(FuzzTargets, HoldOnMutationsOfTheirCorpus) {
    constexpr int mutations = 500;
    for (const Target& target : targets()) {
        const std::vector<Seed> seeds = corpus_of(target);
        Mutator mutator(seeds, hash_text(target.name));
        for (int i = 0; i < mutations && !HasFailure(); ++i)
            expect_fine(target, mutator.next(), "mutation " + std::to_string(i));
    }
}

}  // namespace
}  // namespace playout::fuzz
