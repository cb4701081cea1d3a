#include "playout/catalogue/algorithms.h"

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout {
namespace {

template <typename... Algorithm>
std::vector<AlgorithmRow> rows_of(std::type_identity<std::tuple<Algorithm...>>) {
    return {AlgorithmRow{Algorithm::info(), Algorithm::knobs().parameters()}...};
}

}  // namespace

const std::vector<AlgorithmRow>& algorithm_rows() {
    static const std::vector<AlgorithmRow> rows = rows_of(std::type_identity<Algorithms>{});
    return rows;
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
