#include "io/cell_cutter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace subintent::internal {
namespace {

struct NaiveRow {
  std::vector<std::string> cells;
  bool is_plain;
  std::size_t size;
};

NaiveRow naive_row(std::string_view text, char separator) {
  std::string_view line = text.substr(0, text.find('\n'));
  NaiveRow row{{}, true, line.size() + 1};
  if (line.ends_with('\r')) line.remove_suffix(1);
  row.is_plain =
      std::ranges::all_of(line, [&](char c) { return c == separator || (c >= '#' && c <= '~'); });
  std::string cell;
  for (const char c : line) {
    if (c != separator) {
      cell += c;
      continue;
    }
    row.cells.push_back(cell);
    cell.clear();
  }
  row.cells.push_back(cell);
  return row;
}

TEST(CellCutter, CutsRowsAtSeparators) {
  std::mt19937 random(1);
  for (const char separator : {',', '\t', ' '}) {
    std::string text;
    for (int i = 0; i < 20000; ++i) {
      const auto kind = random() % 40;
      constexpr std::string_view odd = "\"! \r\x80\x7f";
      if (kind < 4) {
        text += separator;
      } else if (kind == 4) {
        text += random() % 3 == 0 ? "\r\n" : "\n";
      } else if (kind == 5 && random() % 8 == 0) {
        text += odd[random() % odd.size()];
      } else {
        text += static_cast<char>('#' + random() % ('~' - '#' + 1));
      }
    }
    text += '\n';
    const std::size_t size = text.size();
    text += std::string(64, '\n');
    CellCutter rows(text.data(), separator);
    std::size_t plain = 0, others = 0;
    for (std::size_t at = 0; at < size;) {
      const NaiveRow expected = naive_row(std::string_view(text).substr(at), separator);
      ASSERT_EQ(rows.row(), text.data() + at);
      std::vector<std::string> cells;
      const auto row = rows.next([&](std::size_t i, std::string_view cell) {
        EXPECT_EQ(i, cells.size());
        cells.emplace_back(cell);
      });
      EXPECT_EQ(row.count, cells.size());
      if (row.is_plain) {
        EXPECT_TRUE(expected.is_plain);
        EXPECT_EQ(cells, expected.cells);
      }
      ++(row.is_plain ? plain : others);
      at += expected.size;
    }
    EXPECT_GT(plain, others);
    EXPECT_GT(others, 10u);
  }
}

TEST(CellCutter, GoesOnFromWhereItIsSent) {
  const std::string text = "1,a\n# x, y\n2,b\n" + std::string(64, '\n');
  CellCutter rows(text.data(), ',');
  rows.seek(text.data() + 11);
  std::string cells;
  EXPECT_TRUE(rows.next([&](std::size_t, std::string_view cell) { cells += cell; }).is_plain);
  EXPECT_EQ(cells, "2b");
}

}  // namespace
}  // namespace subintent::internal
