// Archives, charsets and words of a large corpus of real pages in SUBINTENT_CORPUS. The same pages
// lie in the archives cw09-*.warc.gz (WARC/0.18) and cc-*.warc.gz (WARC/1.0, each with its request
// and metadata), the first of them in cw09-onemember.warc.gz and, with known defects, in
// quirks.warc.gz. The columns of truth.tsv are docno, source, language, charset by Python's name,
// charset in the HTTP header, charset in `meta`, bytes. With ctest -V the tests print the share of
// pages decoded rightly, by charset.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "io/input_file.h"
#include "subintent/program.h"
#include "tokenize/archive/collection.h"
#include "tokenize/charset/charset.h"
#include "tokenize/charset/encoding_decoder.h"
#include "tokenize/html/html_text.h"
#include "tokenize/words/words.h"

namespace subintent::internal {
namespace {

namespace fs = std::filesystem;

const std::string corpus = SUBINTENT_CORPUS;

std::string archive(int number, const std::string& family = "cw09") {
  return corpus + "/" + family + "-0" + std::to_string(number) + ".warc.gz";
}

bool has_corpus() {
  return !corpus.empty() && fs::exists(corpus + "/truth.tsv") && fs::exists(archive(0));
}

using Kinds = std::map<std::string, std::uint64_t, std::less<>>;

// What truth.tsv says of a page.
struct Page {
  std::string docno, charset, in_header, in_meta;
  std::size_t bytes = 0;
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

// In the order of the archives.
std::vector<Page> read_truth() {
  std::vector<Page> pages;
  LineReader lines(corpus + "/truth.tsv");
  std::string_view line;
  while (lines.next(line)) {
    const auto columns = split(line);
    pages.push_back({columns.at(0), columns.at(3), columns.at(4), columns.at(5),
                     static_cast<std::size_t>(std::stoull(columns.at(6)))});
  }
  return pages;
}

TEST(Corpus, EveryPageComesOutOfEveryArchive) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus in '" << corpus << "'";
  const std::vector<Page> truth = read_truth();
  std::size_t pages = 0;
  for (int number = 0; number < 4; ++number) {
    CollectionReader records(archive(number), {}), triples(archive(number, "cc"), {});
    Document record, triple;
    std::size_t first = pages;
    for (; records.next(record); ++pages) {
      ASSERT_LT(pages, truth.size());
      EXPECT_EQ(record.docno, truth[pages].docno);
      EXPECT_EQ(record.content.size(), truth[pages].bytes) << record.docno;
      ASSERT_TRUE(triples.next(triple)) << record.docno << " is lost in " << archive(number, "cc");
      EXPECT_TRUE(triple.content == record.content) << record.docno << ' ' << triple.docno;
    }
    EXPECT_FALSE(triples.next(triple));
    const std::uint64_t count = pages - first;
    EXPECT_EQ(records.counts().other, (Kinds{{"warcinfo", 1}}));
    EXPECT_EQ(triples.counts().other, (Kinds{{"metadata", count}, {"request", count}}));
    for (const auto* counts : {&records.counts(), &triples.counts()}) {
      EXPECT_TRUE(counts->skipped.empty());
      EXPECT_TRUE(counts->repaired.empty());
    }
  }
  EXPECT_EQ(pages, truth.size());
}

// The pages of the first archive, or the first of them, in another file.
void expect_pages_of_first_archive(const std::string& name, std::size_t count,
                                   std::uint64_t wrong_lengths) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus in '" << corpus << "'";
  CollectionReader reader(corpus + "/" + name, {}), originals(archive(0), {});
  Document document, original;
  std::size_t pages = 0;
  for (; reader.next(document); ++pages) {
    ASSERT_TRUE(originals.next(original));
    EXPECT_EQ(document.docno, original.docno);
    EXPECT_TRUE(document.content == original.content) << document.docno;
  }
  EXPECT_EQ(count, pages);
  EXPECT_TRUE(reader.counts().skipped.empty());
  for (const auto& [reason, defect] : reader.counts().repaired) {
    EXPECT_EQ(reason, "wrong Content-Length");
    EXPECT_EQ(defect.count, wrong_lengths);
  }
}

TEST(Corpus, EveryPageComesOutOfOneMember) {
  std::size_t pages = 0;
  if (has_corpus()) {
    CollectionReader reader(archive(0), {});
    for (Document document; reader.next(document);) ++pages;
  }
  expect_pages_of_first_archive("cw09-onemember.warc.gz", pages, 0);
}

TEST(Corpus, EveryPageSurvivesTheKnownDefects) {
  expect_pages_of_first_archive("quirks.warc.gz", 3000, 1000);
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
  const std::vector<Page> truth = read_truth();
  Shares utf8, declared, undeclared, misdeclared;
  Document document;
  std::size_t pages = 0;
  for (int number = 0; number < 4; ++number) {
    CollectionReader reader(archive(number), {});
    for (; reader.next(document); ++pages) {
      const Page& page = truth.at(pages);
      ASSERT_EQ(document.docno, page.docno);
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
}  // namespace subintent::internal
