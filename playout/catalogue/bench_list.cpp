// One line or more for every domain and every algorithm; all of it together takes a few seconds.
#include "playout/catalogue/bench.h"

namespace playout {

const std::string& signature_list() {
    static const std::string list = R"(
knapsack random               seed=1 playouts=200000 gen.size=100 gen.class=strong gen.seed=1
knapsack random               seed=2 playouts=200000 gen.size=100 gen.class=strong gen.seed=1 cutoff=off
knapsack greedy               seed=1 playouts=1      gen.size=500 gen.class=weak gen.seed=2
knapsack dfs                  seed=1 nodes=20000000  gen.size=100 gen.class=strong gen.range=10000 gen.seed=1
knapsack bfs                  seed=1 nodes=1000000   gen.size=60 gen.class=strong gen.range=10000 gen.seed=4
knapsack best-first           seed=1 nodes=1000000   gen.size=100 gen.class=strong gen.range=10000 gen.seed=1
knapsack iterative-broadening seed=1 nodes=10000000  gen.size=100 gen.class=strong gen.range=10000 gen.fill=0.7 gen.seed=2
knapsack beam                 seed=1 nodes=2000000   gen.size=200 gen.class=strong gen.range=100000 gen.seed=7
knapsack ida-star             seed=1 nodes=10000000  gen.size=100 gen.class=strong gen.range=10000 gen.seed=1
)";
    return list;
}

}  // namespace playout
