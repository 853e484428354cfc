#include "core/io/table_cells.h"
#include "subintent/basics.h"

#include <gtest/gtest.h>

#include <random>

namespace subintent::internal {
namespace {

std::vector<std::string> cells_of(LineCells& line) {
  return {line.all().begin(), line.all().end()};
}

// A row byte by byte; only where it is plain it is right to cut it so.
std::vector<std::string> naive_cells(std::string_view line, char separator) {
  std::vector<std::string> cells(1);
  for (const char c : line)
    if (c == separator)
      cells.emplace_back();
    else
      cells.back() += c;
  return cells;
}

bool is_plain(std::string_view line, char separator) {
  return std::ranges::all_of(line,
                             [&](char c) { return c == separator || (c >= '#' && c <= '~'); });
}

TEST(CellCutter, CutsRowsAtSeparators) {
  std::mt19937 random(1);
  for (const char separator : {',', '\t', blank_separated}) {
    std::string text;
    for (int i = 0; i < 20000; ++i) {
      const auto kind = random() % 40;
      constexpr std::string_view odd = "\"! \r\x80\x7f";
      if (kind < 4)
        text += separator;
      else if (kind == 4)
        text += random() % 3 == 0 ? "\r\n" : "\n";
      else if (kind == 5 && random() % 8 == 0)
        text += odd[random() % odd.size()];
      else
        text += static_cast<char>('#' + random() % ('~' - '#' + 1));
    }
    text += '\n';
    const std::size_t size = text.size();
    text += std::string(64, '\n');
    CellCutter rows(separator);
    rows.seek(text.data());
    std::size_t plain = 0, others = 0;
    while (rows.row() < text.data() + size) {
      const char* const row = rows.row();
      LineCells& found = rows.next();
      ASSERT_EQ(rows.row(), std::find(row, row + size, '\n') + 1);
      const std::string_view line(row, rows.row() - 1);
      LineCells expected;
      cut_cells(line, separator, expected);
      EXPECT_EQ(cells_of(found), cells_of(expected)) << line;
      EXPECT_EQ(found.defect == nullptr, expected.defect == nullptr) << line;
      EXPECT_TRUE(found.cells[found.count].empty());
      const std::string_view without_return = line.substr(0, line.size() - line.ends_with('\r'));
      if (found.is_plain) {
        EXPECT_TRUE(is_plain(without_return, separator)) << line;
        EXPECT_EQ(cells_of(found), naive_cells(without_return, separator)) << line;
      }
      ++(found.is_plain ? plain : others);
    }
    EXPECT_EQ(plain > others, separator != blank_separated);
    EXPECT_GT(others, 10u);
  }
}

TEST(Cells, OfALineHaveNoQuotesAndNoBlanksAroundThem) {
  struct Case {
    std::string_view line;
    char separator;
    std::vector<std::string> cells;
    std::string defect;
  };
  const Case cases[] = {{"", ',', {""}, ""},
                        {" a ,b c,, ", ',', {"a", "b c", "", ""}, ""},
                        {" \"a, b\" ,\"say \"\"x\"\"\"\r", ',', {"a, b", "say \"\"x\"\""}, ""},
                        {"a\t\t", '\t', {"a", "", ""}, ""},
                        {"  a \t b ", blank_separated, {"a", "b"}, ""},
                        {"\"a\"b,c", ',', {"a", "c"}, "has text behind a closing quote"},
                        {"a,\"b,c", ',', {"a", "b,c"}, "has a quote that is not closed"}};
  for (const Case& one : cases) {
    LineCells found;
    cut_cells(one.line, one.separator, found);
    EXPECT_EQ(cells_of(found), one.cells) << one.line;
    EXPECT_EQ(found.defect == nullptr ? "" : found.defect, one.defect) << one.line;
    EXPECT_TRUE(found.cells[found.count].empty());
  }
}

}  // namespace
}  // namespace subintent::internal
