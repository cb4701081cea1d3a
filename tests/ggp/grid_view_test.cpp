#include "playout/ggp/grid_view.h"

#include <gtest/gtest.h>

#include <vector>

namespace playout::ggp {
namespace {

using Texts = std::vector<std::string>;

TEST(GridView, DrawsBoards) {
    EXPECT_EQ(grid_view(Texts{"(cell 1 1 x)", "(cell 1 2 b)", "(cell 2 1 o)", "(cell 2 2 b)", "(control x)"}),
              "cell\n"
              "  2  b b\n"
              "  1  x o\n"
              "     1 2\n");
    EXPECT_EQ(grid_view(Texts{"(at 1 1 x)", "(at 2 1 y)", "(at 1 3 z)"}),
              "at\n"
              "  3  z .\n"
              "  2  . .\n"
              "  1  x y\n"
              "     1 2\n");
    // Numbers in their order, letters as columns, cells without anything, longer texts.
    EXPECT_EQ(grid_view(Texts{"(at a 9 wk)", "(at b 10 (on x))", "(at c 9 q)"}),
              "at\n"
              "  10  .      (on x) .\n"
              "  9   wk     .      q\n"
              "      a      b      c\n");
}

TEST(GridView, LeavesOutWhatIsNoBoard) {
    EXPECT_EQ(grid_view(Texts{}), "");
    EXPECT_EQ(grid_view(Texts{"done", "(step 1)", "(cell 1 1 x)", "(on a b)", "(line 1 1 x)", "(line 1 2 x)"}),
              "");
    EXPECT_EQ(grid_view(Texts{"(m 1 1 x)", "(m 1 1 y)", "(m 2 2 x)", "(m 1 2 x)"}), "");  // two in one cell
    Texts sparse;
    for (int i = 0; i < 20; ++i) sparse.push_back("(s " + std::to_string(i) + " " + std::to_string(i) + " x)");
    EXPECT_EQ(grid_view(sparse), "");
}

}  // namespace
}  // namespace playout::ggp
