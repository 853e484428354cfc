// Charsets and words of a large corpus of real pages: the archives cw09-*.warc.gz in
// SUBINTENT_CORPUS, and truth.tsv, which tells the charset of each page and where it is declared.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "support/input_file.h"
#include "support/utf8.h"
#include "tokenize/charset.h"
#include "tokenize/collection.h"
#include "tokenize/encoding.h"
#include "tokenize/html_text.h"
#include "tokenize/words.h"

namespace subintent {
namespace {

namespace fs = std::filesystem;

const std::string corpus = SUBINTENT_CORPUS;

std::string archive(int number) {
  return corpus + "/cw09-0" + std::to_string(number) + ".warc.gz";
}

bool has_corpus() {
  return !corpus.empty() && fs::exists(corpus + "/truth.tsv") && fs::exists(archive(0));
}

// What truth.tsv says of a page.
struct Page {
  std::string charset, in_header, in_meta;
};

std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> columns(1);
  for (const char c : line) {
    if (c == '\t') {
      columns.emplace_back();
    } else {
      columns.back() += c;
    }
  }
  return columns;
}

std::unordered_map<std::string, Page> read_truth() {
  std::unordered_map<std::string, Page> pages;
  LineReader lines(corpus + "/truth.tsv");
  std::string_view line;
  while (lines.next(line)) {
    const auto columns = split(line);
    pages.emplace(columns.at(0), Page{columns.at(3), columns.at(4), columns.at(5)});
  }
  return pages;
}

// Charsets have Python's names in truth.tsv.
std::optional<Encoding> encoding_of_python_name(std::string name) {
  if (name == "latin_1") name = "latin1";
  for (char& c : name) {
    if (c == '_') c = '-';
  }
  return encoding_of_label(name);
}

struct Share {
  std::size_t right = 0, all = 0;

  void count(bool is_right) {
    right += is_right ? 1 : 0;
    ++all;
  }
  double percent() const { return all == 0 ? 100 : 100.0 * double(right) / double(all); }
};

std::ostream& operator<<(std::ostream& out, const Share& share) {
  return out << std::setw(6) << share.right << " of " << std::setw(6) << share.all << "  "
             << std::fixed << std::setprecision(2) << std::setw(6) << share.percent() << " %";
}

using Shares = std::map<std::string, Share>;  // by true charset

Share print(const std::string& title, const Shares& shares) {
  Share total;
  std::cout << title << ", text right by charset\n";
  for (const auto& [charset, share] : shares) {
    std::cout << "  " << std::left << std::setw(14) << charset << std::right << share << '\n';
    total.right += share.right;
    total.all += share.all;
  }
  std::cout << "  " << std::setw(14) << std::left << "all" << std::right << total << '\n';
  return total;
}

// Pages whose text depends on the charset chosen: neither ASCII nor UTF-8, which is recognised.
TEST(Corpus, TextIsDecodedAsItsCharsetDemands) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus in '" << corpus << "'";
  const auto truth = read_truth();
  Shares utf8, declared, undeclared, misdeclared;
  Document document;
  std::size_t pages = 0;
  for (int number = 0; number < 4; ++number) {
    CollectionReader reader(archive(number), {});
    for (; reader.next(document); ++pages) {
      const Page& page = truth.at(document.docno);
      const auto encoding = encoding_of_python_name(page.charset);
      ASSERT_TRUE(encoding) << page.charset;
      std::string text;
      append_decoded(*encoding, document.content, text);
      const bool right = text == decode_to_utf8(document.content, document.http_charset, true);
      const std::string& label = page.in_header.empty() ? page.in_meta : page.in_header;
      if (is_valid_utf8(document.content)) {
        utf8[page.charset].count(right);
      } else if (label.empty()) {
        undeclared[page.charset].count(right);
      } else if (encoding_of_label(label) == encoding) {
        declared[page.charset].count(right);
        if (!right) std::cout << "wrong though declared: " << document.docno << '\n';
      } else {
        misdeclared[page.charset].count(right);
      }
    }
  }
  EXPECT_EQ(pages, truth.size());
  const Share of_utf8 = print("valid UTF-8", utf8), of_declared = print("declared", declared);
  const Share of_undeclared = print("not declared", undeclared);
  print("declared wrongly", misdeclared);
  EXPECT_EQ(of_utf8.right, of_utf8.all);
  EXPECT_EQ(of_declared.right, of_declared.all);
  EXPECT_GT(of_declared.all, 0u);
  EXPECT_GT(of_undeclared.all, 0u);
  EXPECT_GE(of_undeclared.percent(), 85);
}

// The terms of a page, a line each.
std::string lines_of(std::string_view text,
                     void (WordTokenizer::*for_each)(std::string_view,
                                                     const std::function<void(std::string_view)>&),
                     WordTokenizer& words) {
  std::string lines;
  (words.*for_each)(text, [&](std::string_view term) { lines.append(term) += '\n'; });
  return lines;
}

void expect_words_of_icu(const std::string& path) {
  CollectionReader reader(path, {});
  WordTokenizer words;
  Document document;
  std::size_t bytes = 0;
  for (std::string text; reader.next(document); text.clear()) {
    append_visible_text(decode_to_utf8(document.content, document.http_charset, true), text);
    const std::string fast = lines_of(text, &WordTokenizer::for_each_term, words);
    const std::string plain = lines_of(text, &WordTokenizer::for_each_term_by_icu, words);
    bytes += plain.size();
    if (fast == plain) continue;
    const auto place =
        static_cast<std::size_t>(std::ranges::mismatch(fast, plain).in1 - fast.begin());
    const std::size_t start = place - std::min<std::size_t>(place, 40);
    ADD_FAILURE() << document.docno << ":\n"
                  << fast.substr(start, 80) << "\ninstead of\n"
                  << plain.substr(start, 80);
  }
  EXPECT_GT(bytes, 10'000u);
}

TEST(Corpus, FastPathGivesTheWordsOfIcuInTheSmallCollection) {
  expect_words_of_icu(SUBINTENT_DATA "/web.warc.gz");
}

// One of the four archives, so that they can be tested side by side.
class CorpusArchive : public testing::TestWithParam<int> {};

TEST_P(CorpusArchive, FastPathGivesTheWordsOfIcu) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus in '" << corpus << "'";
  expect_words_of_icu(archive(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Words, CorpusArchive, testing::Range(0, 4));

}  // namespace
}  // namespace subintent
