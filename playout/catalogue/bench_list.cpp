// One line or more for every domain, every algorithm and every player; all of it together takes a few seconds.
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
knapsack depth-budgeted       seed=1 playouts=20000  gen.size=100 gen.class=strong gen.range=10000 gen.seed=1
knapsack uct                  seed=1 playouts=100000 gen.size=100 gen.class=strong gen.seed=1
knapsack uct                  seed=1 playouts=30000  gen.size=100 gen.class=weak gen.seed=2 expansion=full theta=5 rave=100 transpositions=on
knapsack sp-mcts              seed=1 playouts=50000  gen.size=100 gen.class=strong gen.seed=1 searches=3
knapsack beam-mcts            seed=1 playouts=50000  gen.size=100 gen.class=strong gen.seed=1
samegame sp-mcts              seed=1 nodes=20000     preset=balanced
samegame sp-mcts              seed=1 playouts=10000  preset=cem-per-move final_move=visits gen.seed=5
samegame beam-mcts            seed=1 playouts=10000  strategy=random limit=200 width=5
samegame uct                  seed=1 playouts=5000   gen.seed=6 tree_nodes=1000 full_tree=recycle
knapsack nrpa                 seed=1 playouts=20000  gen.size=100 gen.class=strong gen.seed=1 level=2
knapsack hd-nrpa              seed=1 playouts=10000  gen.size=100 gen.class=strong gen.seed=1 level=2 bias=1
samegame nmcs                 seed=1 playouts=50000  level=2
samegame nrpa                 seed=1 playouts=20000  n=20
samegame nrpa                 seed=2 playouts=5000   level=2 stabilise=4 repetitions=3 gen.width=20 gen.height=20 gen.colours=8 gen.seed=1
samegame beam-nrpa            seed=1 playouts=5000   level=2 n=20 beam_1=2 gen.seed=2
samegame hd-nrpa              seed=1 playouts=20000  n=20 temperature=1.5
samegame nrpa                 seed=1 playouts=20000  n=20 polish=1
samegame hd-nrpa              seed=1 playouts=20000  n=10 polish=2 polish_share=0.8 bias=0.1
clickomania nmcs              seed=1 playouts=5000   strategy=random gen.seed=3
samegame mc-beam              seed=1 playouts=50000  width=3
samegame anneal               seed=1 playouts=200000 changes=50000
samegame anneal               seed=2 playouts=100000 start=mc-beam start_width=2 changes=10000 growth=1 gen.seed=1
samegame anneal               seed=1 playouts=20000  gen.width=20 gen.height=20 gen.colours=8 gen.seed=1
knapsack anneal               seed=1 playouts=100000 gen.size=100 gen.class=strong gen.seed=1
partition anneal              seed=1 playouts=20000  gen.size=100 gen.bits=100 gen.seed=1
snake anneal                  seed=1 playouts=50000  gen.dimension=7
gdl mc-beam                   seed=1 playouts=20000  width=5
gdl anneal                    seed=1 playouts=20000  start=nrpa
samegame portfolio            seed=1 playouts=300000 changes=3000
knapsack portfolio            seed=1 playouts=100000 changes=1000 gen.size=100 gen.class=strong gen.seed=1
partition portfolio           seed=1 playouts=20000  changes=200 lines=5 gen.size=100 gen.bits=100 gen.seed=1
snake portfolio               seed=1 playouts=50000  changes=500 gen.dimension=7
samegame random               seed=1 playouts=20000  strategy=roulette tune=0.5
samegame random               seed=1 playouts=50000
samegame random               seed=1 playouts=10000  strategy=selective-tabu leftover=formula
samegame random               seed=1 playouts=5000   strategy=bandit-tabu gen.width=24 gen.height=20 gen.colours=10 gen.seed=1
samegame random               seed=1 playouts=5000   strategy=roulette gen.seed=2
samegame beam                 seed=1 nodes=100000    order=bias gen.seed=3
samegame ida-star             seed=1 nodes=50000     gen.seed=4
samegame depth-budgeted       seed=1 playouts=5000
clickomania random            seed=1 playouts=5000   strategy=random gen.width=20 gen.height=20 gen.colours=10 gen.seed=1
clickomania depth-budgeted    seed=1 playouts=2000   gen.width=12 gen.height=20 gen.colours=8 gen.seed=2
bubble-breaker random         seed=1 playouts=20000  strategy=tabu-random gen.seed=1
bubble-breaker dfs            seed=1 nodes=500000    gen.width=8 gen.height=8 gen.colours=5 gen.seed=1
knapsack limited-discrepancy  seed=1 nodes=5000000   gen.size=100 gen.class=strong gen.range=10000 gen.seed=1
snake beam                    seed=1 nodes=200000    noise=0.5
snake nrpa                    seed=1 playouts=20000  level=2 gen.dimension=8
snake uct                     seed=1 playouts=20000  gen.dimension=10 gen.spread=4
coil beam                     seed=1 nodes=50000     gen.dimension=8 noise=0.5
coil nrpa                     seed=1 playouts=5000   level=2
coil dfs                      seed=1 nodes=500000    gen.dimension=11 gen.spread=5
partition dfs                 seed=1 nodes=5000000   gen.size=100 gen.bits=100 gen.seed=1
partition limited-discrepancy seed=1 nodes=500000    gen.size=300 gen.bits=300 gen.seed=1
partition uct                 seed=1 playouts=20000  gen.size=100 gen.bits=100 gen.seed=1 expansion=full
partition nrpa                seed=1 playouts=5000   level=2 gen.size=100 gen.bits=100 gen.seed=1
partition hd-nrpa             seed=1 playouts=500    level=2 gen.size=200 gen.bits=200 gen.seed=1
gdl random                    seed=1 playouts=20000
gdl uct                       seed=1 playouts=300
gdl dfs                       seed=1 nodes=300000
knapsack ida-star             seed=1 nodes=10000000  gen.size=100 gen.class=strong gen.range=10000 gen.seed=1
match tic-tac-toe uct,random  seed=1 playouts=200    matches=2
match tic-tac-toe mac-ucb,uct seed=2 playouts=500    matches=2
match tic-tac-toe fc-ucb,legal seed=1 playouts=200   matches=2
match connect-four uct,mac-ucb seed=1 playouts=1000  matches=2
match connect-four fc-ucb,uct seed=3 playouts=300    matches=2
match matching-pennies mac-ucb,uct seed=1 playouts=300 matches=4
)";
    return list;
}

}  // namespace playout
