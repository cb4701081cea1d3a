#include "playout/domains/partition/instance.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "playout/base/text.h"

namespace playout::partition {
namespace {

void copy_limbs(const mpz_class& number, Limb* to) {
    const std::size_t count = mpz_size(number.get_mpz_t());
    std::copy_n(mpz_limbs_read(number.get_mpz_t()), count, to);
}

}  // namespace

Window window_of(const mpz_class& number) {
    Limb limbs[2] = {0, 0};
    copy_limbs(number, limbs);
    return joined(limbs);
}

mpz_class number_of(const Limb* limbs, std::size_t count) {
    mpz_class number;
    mpz_import(number.get_mpz_t(), count, -1, sizeof(Limb), 0, 0, limbs);
    return number;
}

Instance::Instance(std::vector<mpz_class> numbers) : numbers_(std::move(numbers)) {
    if (numbers_.empty()) throw std::invalid_argument("there are no numbers");
    if (std::ssize(numbers_) > max_numbers) throw std::invalid_argument("there are more than 20000 numbers");
    for (const mpz_class& number : numbers_) {
        if (number <= 0) throw std::invalid_argument("a number is not positive");
        sum_ += number;
    }
    if (mpz_sizeinbase(sum_.get_mpz_t(), 2) > max_bits)
        throw std::invalid_argument("the numbers are too large: their sum has more than 1040000 bits");
    const mpz_class roomy = 4 * sum_;
    shift_ = std::max<std::size_t>(128, mpz_sizeinbase(roomy.get_mpz_t(), 2)) - 128;
    limbs_each_ = std::max<std::size_t>(2, mpz_size(roomy.get_mpz_t()));
    if (static_cast<std::int64_t>(limbs_each_ * sizeof(Limb)) > max_bytes / size())
        throw std::invalid_argument("numbers of this length are too many: together they take more than 1 GB");
    order_.resize(numbers_.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [this](std::int32_t left, std::int32_t right) {
        return numbers_[static_cast<std::size_t>(left)] < numbers_[static_cast<std::size_t>(right)];
    });
    limbs_.assign(numbers_.size() * limbs_each_, 0);
    for (std::size_t rank = 0; rank < numbers_.size(); ++rank) {
        Limb* row = &limbs_[rank * limbs_each_];
        copy_limbs(numbers_[static_cast<std::size_t>(order_[rank])], row);
        keys_.push_back(key_of(row, limbs_each_));
        windows_.push_back(window_of(numbers_[static_cast<std::size_t>(order_[rank])] >> shift_));
    }
    look_at_neighbours();
}

void Instance::look_at_neighbours() {
    Window below = 0;
    for (std::int32_t rank = 0; rank < size(); ++rank) {
        if (window(rank) + slack() + 1 >= below) moderate_from_ = rank + 1;
        below += window(rank);
        if (rank > 0) gaps_[(rank - 1) % 2].push_back({window(rank) - window(rank - 1), rank - 1});
    }
    for (std::vector<Gap>& gaps : gaps_)
        std::sort(gaps.begin(), gaps.end(), [](const Gap& one, const Gap& other) {
            return one.size != other.size ? one.size < other.size : one.rank < other.rank;
        });
}

Instance read_instance(std::string_view text, const std::string& file) {
    Scanner scanner(text, file);
    std::vector<mpz_class> numbers;
    while (numbers.empty() || !scanner.at_end()) {
        if (std::ssize(numbers) == max_numbers) scanner.fail("expected at most 20000 numbers");
        const std::string word(scanner.word("a positive integer"));
        const bool digits = std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (std::ssize(word) > max_digits) scanner.fail("expected numbers of at most 313000 digits");
        mpz_class number;
        if (!digits || number.set_str(word, 10) != 0 || number == 0)
            scanner.fail("expected a positive integer, found '" + excerpt(word) + "'");
        numbers.push_back(std::move(number));
    }
    try {
        return Instance(std::move(numbers));
    } catch (const std::invalid_argument& error) {
        scanner.fail(error.what());
    }
}

std::string to_text(const Instance& instance) {
    std::string text;
    for (const mpz_class& number : instance.numbers()) text += number.get_str() + "\n";
    return text;
}

const Knobs<GeneratorConfig>& generator_knobs() {
    using Config = GeneratorConfig;
    static const auto table =
        Knobs<Config>()
            .number("size", &Config::size, 1, max_numbers, "how many numbers")
            .number("bits", &Config::bits, 1, 1'000'000, "numbers are drawn from 1 to 2^bits - 1");
    return table;
}

Instance generate(const GeneratorConfig& config, Rng& rng) {
    if (config.size > max_bytes * 3 / config.bits)  // as text, a digit for every 3.3 bits
        throw std::invalid_argument("numbers of this length are too many: together they take more than 1 GB");
    std::vector<mpz_class> numbers;
    for (std::int64_t i = 0; i < config.size; ++i) {
        mpz_class number;
        while (number == 0) {
            std::vector<std::uint64_t> words;  // the highest first
            for (std::int64_t drawn = 0; drawn < config.bits; drawn += 64) words.push_back(rng.next());
            mpz_import(number.get_mpz_t(), words.size(), 1, sizeof words[0], 0, 0, words.data());
            number >>= static_cast<mp_bitcnt_t>(std::ssize(words) * 64 - config.bits);
        }
        numbers.push_back(std::move(number));
    }
    return Instance(std::move(numbers));
}

}  // namespace playout::partition
