#include <gtest/gtest.h>

#include <random>

#include "gzip_member.h"
#include "messages.h"
#include "subintent/program.h"
#include "test_file.h"
#include "tokenize/collection_support.h"

namespace subintent::internal {
namespace {

ReadCollection warc_read_text(const std::string& text) {
  return read_collection(write_temporary("warc", text));
}

TEST(Warc, GivesPagesWithTheirCharset) {
  const auto read = warc_read_text(warc_record("WARC-Type: warcinfo\r\n", "software: x") +
                                   warc_page("d1", "<p>one") + warc_page("d2", "<p>two"));
  EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2"}));
  EXPECT_EQ(read.documents[1].content, "<p>two");
  EXPECT_TRUE(read.documents[1].is_html);
  EXPECT_EQ(read.documents[1].http_charset, "utf-8");
  EXPECT_EQ(read.counts.records, 3u);
  EXPECT_EQ(read.counts.documents, 2u);
  EXPECT_EQ(read.counts.other.at("warcinfo"), 1u);
  EXPECT_TRUE(read.counts.skipped.empty());
  EXPECT_TRUE(read.counts.repaired.empty());
}

TEST(Warc, PassesOverWhatIsNoPage) {
  const auto response = [](const std::string& status, const std::string& type) {
    return warc_record("WARC-Type: response\r\nWARC-Record-ID: <r>\r\n",
                       "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\n\r\n<p>");
  };
  const auto read = warc_read_text(
      response("404 Not Found", "text/html") + response("200 OK", "image/png") +
      response("200 OK", "text/plain") + warc_record("WARC-Type: response\r\n", "dns 1.2.3.4") +
      warc_record(
          "WARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: http://a/ b\r\n",
          "<p>r") +
      warc_record("WARC-Type: resource\r\nContent-Type: text/plain\r\nWARC-Target-URI: "
                  "metadata://wget/log\r\n",
                  "log") +
      warc_record("WARC-Type: conversion\r\nContent-Type: text/plain\r\nWARC-Record-ID: <c>\r\n",
                  "text") +
      warc_record("WARC-Type: revisit\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n") +
      warc_record("WARC-Type: invented\r\n", "x"));
  EXPECT_EQ(docnos_of(read), (Docnos{"<r>", "http://a/%20b", "<c>"}));
  EXPECT_FALSE(read.documents[0].is_html);
  EXPECT_TRUE(read.documents[1].is_html);
  EXPECT_EQ(read.counts.other.at("response with a status other than 200"), 1u);
  EXPECT_EQ(read.counts.other.at("response that is not a page"), 2u);
  EXPECT_EQ(read.counts.other.at("resource about the crawl"), 1u);
  EXPECT_EQ(read.counts.other.at("revisit"), 1u);
  EXPECT_EQ(read.counts.other.at("record of unknown type"), 1u);
}

TEST(Warc, ChoosesTheDocno) {
  const std::string http = "HTTP/1.1 200 OK\r\n\r\n<p>";
  const std::string type = "WARC-Type: response\r\n", url = "WARC-Target-URI: http://u/\r\n",
                    id = "WARC-Record-ID: <urn:uuid:1>\r\n", web22 = "ClueWeb22-ID: cw22\r\n",
                    trec = "WARC-TREC-ID: cw09\r\n";
  const auto read = warc_read_text(warc_record(type + url + id + web22 + trec, http) +
                                   warc_record(type + url + id + web22, http) +
                                   warc_record(type + url + id, http) +
                                   warc_record(type + url, http) + warc_record(type, http));
  EXPECT_EQ(docnos_of(read), (Docnos{"cw09", "cw22", "<urn:uuid:1>", "http://u/"}));
  EXPECT_EQ(read.counts.skipped.at("docno that is empty").count, 1u);
}

TEST(Warc, AcceptsBadHeaders) {
  const std::string http = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>x";
  const auto read = warc_read_text(
      "WARC/0.18\nWARC-Type: response\nWARC-Target-URI: http://a/\n\nrest-of-url\nWARC-TREC-ID: "
      "d1\nno colon here\nContent-Length: " +
      std::to_string(http.size()) + "\n\n" + http + "\n\n" +
      "WARC/0.18\r\nwarc-type: response\r\nWARC-TREC-ID: d2\r\ncontent-length:" +
      std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n");
  EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2"}));
  EXPECT_EQ(read.documents[0].content, "<p>x");
  EXPECT_TRUE(read.counts.repaired.empty());
}

TEST(Warc, FindsTheNextRecordWhenTheLengthIsWrong) {
  const std::string page = "<p>" + std::string(500, 'x');
  for (const long extra : {-200L, -2L, 5L, 30L, 700L, 100'000L, 3'000'000'000L}) {
    const auto read = warc_read_text(warc_page("d1", "<p>first") + warc_page("d2", page, extra) +
                                     warc_page("d3", "<p>third") + warc_page("d4", "<p>fourth"));
    EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2", "d3", "d4"})) << extra;
    EXPECT_EQ(read.documents[1].content, page) << extra;
    EXPECT_EQ(read.counts.repaired.at("wrong Content-Length").count, 1u) << extra;
    EXPECT_TRUE(read.counts.repaired.at("wrong Content-Length").first_place.ends_with("record 2"));
  }
}

// As the sample files of ClueWeb09: no status line, but counted in the length of the record.
std::string clueweb09_sample_record(const std::string& docno, const std::string& type,
                                    const std::string& page, const std::string& line_end) {
  const std::string http =
      "Content-Type: " + type + line_end + "Server: x" + line_end + line_end + page;
  const std::size_t status_line = ("HTTP/1.1 200 OK" + line_end).size();
  std::string header;
  for (const std::string& line :
       {std::string("WARC/0.18"), std::string("WARC-Type: response"), "WARC-TREC-ID: " + docno,
        std::string("Content-Type: application/http;msgtype=response"),
        "Content-Length: " + std::to_string(http.size() + status_line + 2 * line_end.size()),
        std::string()})
    header += line + line_end;
  return header + http + line_end + line_end;
}

TEST(Warc, ResponsesWithoutStatusLineWhoseLengthReachesIntoTheNextRecord) {
  for (const std::string line_end : {"\n", "\r\n"}) {
    std::vector<std::string> records;
    Docnos expected;
    std::string contents;
    for (int i = 0; i < 40; ++i) {
      const std::string docno = "clueweb09-en0039-05-" + std::to_string(i);
      const bool is_page = i % 10 != 9;
      const std::string page = "<title>" + docno + "</title>\n\nHTTP/1.1 404 Not Found" +
                               std::string(i * 37 % 900, 'x') + "</html>" + (i % 3 ? "\n" : "");
      records.push_back(clueweb09_sample_record(
          docno, is_page ? "text/html; charset=UTF-8" : "application/pdf", page, line_end));
      if (!is_page) continue;
      expected.push_back(docno);
      contents += page;
    }
    std::string plain, members;
    for (const auto& record : records) plain += record, members += gzip(record);
    for (const std::string& file : {plain, members, gzip(plain)}) {
      const auto read = warc_read_text(file);
      EXPECT_EQ(docnos_of(read), expected);
      std::string got;
      for (const Document& document : read.documents) {
        // Without the next record the end of the last page cannot be told.
        got += trim(document.content);
        EXPECT_EQ(document.http_charset, "UTF-8");
      }
      std::string trimmed;
      for (std::size_t at = 0; at < contents.size(); ++at) {
        if (contents[at] == '\n' && contents.substr(at + 1).starts_with("<title>")) continue;
        trimmed += contents[at];
      }
      EXPECT_EQ(got, trim(trimmed));
      EXPECT_EQ(read.counts.records, 40u);
      EXPECT_EQ(read.counts.other.at("response that is not a page"), 4u);
      EXPECT_TRUE(read.counts.repaired.empty());
    }
  }
}

TEST(Warc, OnlyResponsesOfHttpMayLackTheirStatusLine) {
  const std::string fields = "Content-Type: text/html\r\n\r\n<p>x";
  const auto read = warc_read_text(
      warc_record("WARC-Type: response\r\nWARC-Record-ID: a\r\nContent-Type: text/dns\r\n",
                  fields) +
      warc_record("WARC-Type: resource\r\nWARC-Record-ID: b\r\n", fields) +
      warc_record("WARC-Type: response\r\nWARC-Record-ID: c\r\n", fields));
  EXPECT_EQ(docnos_of(read), Docnos{"c"});
  EXPECT_EQ(read.documents[0].content, "<p>x");
}

TEST(Warc, APageInACodingThatNobodyReadsIsCounted) {
  const auto read = warc_read_text(
      warc_record(
          "WARC-Type: response\r\nWARC-Record-ID: a\r\n",
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: compress\r\n\r\n" +
              std::string("\x1f\x9d\x90\x01\x02\x03")) +
      warc_page("d2", "<p>two"));
  EXPECT_EQ(docnos_of(read), Docnos{"d2"});
  EXPECT_EQ(read.counts.other.at("archive instead of text"), 1u);
}

TEST(Warc, ALengthThatIsNoNumberEndsAtTheNextRecord) {
  const auto read = warc_read_text(
      "WARC/1.0\r\nWARC-Type: response\r\nWARC-TREC-ID: d1\r\nContent-Length: many\r\n\r\n"
      "HTTP/1.1 200 OK\r\n\r\n<p>x\r\n\r\n" +
      warc_page("d2", "<p>y"));
  EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2"}));
  EXPECT_EQ(read.documents[0].content, "<p>x");
}

TEST(Warc, ARecordWithoutLengthIsSkipped) {
  const auto read = warc_read_text(warc_page("d1", "<p>x") +
                                   "WARC/1.0\r\nWARC-Type: response\r\nWARC-TREC-ID: d2\r\n\r\n" +
                                   "HTTP/1.1 200 OK\r\n\r\n<p>x\r\n\r\n" + warc_page("d3", "<p>y"));
  EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d3"}));
  EXPECT_EQ(read.counts.skipped.begin()->second.count, 1u);
}

TEST(Warc, APageAboutTheFormatIsNotCut) {
  const std::string page =
      "<pre>\nWARC/1.0\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\nabc\r\n</pre>";
  const auto read = warc_read_text(warc_page("d1", page) + warc_page("d2", "<p>y"));
  EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2"}));
  EXPECT_EQ(read.documents[0].content, page);
}

TEST(Warc, PassesOverTextBetweenRecords) {
  const auto read =
      warc_read_text(warc_page("d1", "<p>x") + "\r\n\r\n\n" + warc_page("d2", "<p>y") +
                     std::string(200'000, 'j') + "\n" + warc_page("d3", "<p>z"));
  // The stray text follows record 2 immediately, and so belongs to its block as far as anybody can
  // tell.
  EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2", "d3"}));
  EXPECT_EQ(read.counts.repaired.size(), 1u);
}

TEST(Warc, ALineOfJunkBehindTheSeparatorCostsNoRecord) {
  for (const std::string& junk : {std::string(1, '\0'), std::string("x"), std::string(1500, 'j')}) {
    const auto read = warc_read_text(warc_page("d1", "<p>x") + junk + warc_page("d2", "<p>y"));
    EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2"}));
    EXPECT_EQ(read.documents[0].content, "<p>x");
    EXPECT_EQ(read.counts.repaired.at("text between records skipped").count, 1u);
  }
}

TEST(Warc, HeaderFieldsMayBeFolded) {
  const auto read = warc_read_text(
      "\xef\xbb\xbfWARC/1.0\r\nWARC-Type:\r\n resource\r\nWARC-TREC-ID:\r\n\td1\r\n"
      "Content-Type: text/html\r\nContent-Length: 4\r\n\r\n<p>x\r\n\r\n");
  EXPECT_EQ(docnos_of(read), Docnos{"d1"});
  EXPECT_TRUE(read.counts.repaired.empty());
}

TEST(Warc, KeepsWhatComesBeforeACut) {
  const std::string whole =
      warc_page("d1", "<p>one") + warc_page("d2", "<p>" + std::string(5000, 'y'));
  for (std::size_t cut = 1; cut < 5000; cut += 97) {
    const auto read = warc_read_text(whole.substr(0, whole.size() - cut - 4));
    ASSERT_FALSE(read.documents.empty());
    EXPECT_EQ(read.documents[0].content, "<p>one");
    EXPECT_EQ(read.counts.repaired.at("record truncated at the end of the file").count, 1u);
  }
}

TEST(Warc, ReadsGzipByMemberOrWhole) {
  const std::string a = warc_page("d1", "<p>one"), b = warc_page("d2", "<p>two");
  EXPECT_EQ(docnos_of(warc_read_text(gzip(a) + gzip(b))), (Docnos{"d1", "d2"}));
  EXPECT_EQ(docnos_of(warc_read_text(gzip(a + b))), (Docnos{"d1", "d2"}));
  EXPECT_EQ(docnos_of(warc_read_text(gzip(a.substr(0, 30)) + gzip(a.substr(30) + b.substr(0, 9)) +
                                     gzip(b.substr(9)))),
            (Docnos{"d1", "d2"}));
}

TEST(Warc, DamagedGzipKeepsTheRecordsBefore) {
  std::mt19937 random(3);
  std::string noise(20'000, '\0');
  for (char& c : noise) c = static_cast<char>('a' + random() % 26);
  const std::string a = gzip(warc_page("d1", "<p>one")), b = gzip(warc_page("d2", "<p>" + noise));
  const auto cut = warc_read_text(a + b.substr(0, b.size() / 2));
  EXPECT_EQ(docnos_of(cut), (Docnos{"d1", "d2"}));
  EXPECT_EQ(cut.counts.repaired.size(), 2u);
  std::string corrupt = a + b;
  for (std::size_t i = 0; i < 40; ++i) corrupt[a.size() + 5000 + i] = '\xff';
  const auto read = warc_read_text(corrupt);
  ASSERT_FALSE(read.documents.empty());
  EXPECT_EQ(read.documents[0].docno, "d1");
  EXPECT_FALSE(read.counts.repaired.empty());
}

TEST(Warc, HugeRecordsAreCutOrPassedOver) {
  const std::string huge = "<p>" + std::string(document_size_limit + 100'000, 'x');
  const auto read =
      warc_read_text(warc_page("d1", huge) + warc_record("WARC-Type: metadata\r\n", huge) +
                     warc_page("d2", "<p>y"));
  EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2"}));
  EXPECT_LE(read.documents[0].content.size(), document_size_limit);
  EXPECT_EQ(read.counts.repaired.at("document cut at 64 MiB").count, 1u);
}

TEST(Warc, AHugeBlockWithAWrongLengthIsCutAtTheSamePlaceHoweverItIsRead) {
  const std::string archive =
      "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nWARC-TREC-ID: d1\r\n"
      "Content-Length: 10\r\n\r\n" +
      std::string(document_size_limit + 10'000'000, 'x') + "\r\n\r\n" + warc_page("d2", "<p>y");
  for (const std::string& bytes : {archive, gzip(archive)}) {
    const auto read = warc_read_text(bytes);
    EXPECT_EQ(docnos_of(read), (Docnos{"d1", "d2"}));
    EXPECT_EQ(read.documents[0].content.size(), document_size_limit);
    EXPECT_EQ(read.counts.repaired.at("document cut at 64 MiB").count, 1u);
  }
}

TEST(Warc, BodiesThatAreHugeWhenDecompressedAreCut) {
  const std::string body = gzip("<p>" + std::string(document_size_limit + 100'000, 'x'));
  const auto read = warc_read_text(warc_record(
      "WARC-Type: response\r\nWARC-TREC-ID: d1\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + body));
  EXPECT_EQ(docnos_of(read), Docnos{"d1"});
  EXPECT_EQ(read.counts.repaired.at("document cut at 64 MiB").count, 1u);
}

TEST(Warc, SurvivesRandomDamage) {
  std::string whole;
  for (int i = 0; i < 20; ++i)
    whole += warc_page("d" + std::to_string(i), "<p>page " + std::to_string(i));
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 5; ++i) {
      const std::size_t at = 10 + random() % (damaged.size() - 10);
      if (random() % 2 == 0)
        damaged[at] = static_cast<char>(random());
      else
        damaged.erase(at, random() % 200);
    }
    const auto read = warc_read_text(damaged);
    // Each defect costs its record and at most the one before or after.
    EXPECT_GE(read.documents.size(), 5u);
    EXPECT_LE(read.counts.documents, read.counts.records);
  }
}

// What the README of the archives says is in them.
struct Archive {
  const char* path;
  std::size_t records, documents, pages;  // pages: those of the documents that are HTML
};

class WarcArchive : public testing::TestWithParam<Archive> {};

TEST_P(WarcArchive, HasTheDocumentsItsReadmeNames) {
  const std::string path = std::string(SUBINTENT_SHARED "/collections/warc/") + GetParam().path;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  const auto read = read_collection(path);
  EXPECT_EQ(read.counts.records, GetParam().records);
  EXPECT_EQ(read.documents.size(), GetParam().documents);
  const auto is_html = [](const Document& document) { return document.is_html; };
  const auto pages = std::count_if(read.documents.begin(), read.documents.end(), is_html);
  EXPECT_EQ(static_cast<std::size_t>(pages), GetParam().pages);
}

INSTANTIATE_TEST_SUITE_P(
    Shared, WarcArchive,
    testing::Values(
        Archive{"resiliparse/warcfile.warc", 50, 16, 16},
        Archive{"resiliparse/warcfile.warc.gz", 50, 16, 16},
        Archive{"resiliparse/clueweb-quirk.warc.gz", 30, 29, 29},
        Archive{"resiliparse/clipped.warc.gz", 1, 1, 1},
        Archive{"resiliparse/block-sized-records.warc", 3, 0, 0},
        Archive{"resiliparse/block-sized-records.warc.gz", 3, 0, 0},
        Archive{"warcio/example.warc", 6, 1, 1}, Archive{"warcio/example.warc.gz", 6, 1, 1},
        Archive{"warcio/example-bad-non-chunked.warc.gz", 6, 1, 1},
        Archive{"warcio/example-bad.warc.gz.bad", 6, 1, 1},
        Archive{"warcio/example-trunc.warc", 4, 1, 1},
        Archive{"warcio/example-wrong-chunks.warc.gz", 2, 1, 1},
        Archive{"warcio/example-iana.org-chunked.warc", 3, 1, 1},
        Archive{"warcio/example-digest.warc", 4, 0, 0},
        Archive{"warcio/example-resource.warc.gz", 3, 1, 1},
        Archive{"warcio/example-space-in-target-uri.warc.gz", 2, 0, 0},
        Archive{"warcio/example-wget-bad-target-uri.warc.gz", 6, 1, 1},
        Archive{"warcio/post-test.warc.gz", 6, 0, 0},
        Archive{"ukwa/IAH-20080430204825-00000-blackbook-truncated.warc", 23, 3, 2},
        Archive{"ukwa/IAH-20080430204825-00000-blackbook-truncated.warc.gz", 23, 3, 2},
        Archive{"ukwa/IAH-urls-wget.warc.gz", 36, 3, 2},
        Archive{"ukwa/main-page.warc.gz", 151, 3, 1},
        Archive{"ukwa/post-blackout.warc.gz", 117, 3, 1},
        Archive{"ukwa/sopa-wikipedia-homepage.warc.gz", 164, 3, 1},
        Archive{"warcio/example.arc", 2, 1, 1}, Archive{"warcio/example.arc.gz", 2, 1, 1},
        Archive{"warcio/example-space-in-url.arc", 2, 1, 1}, Archive{"warcio/bad.arc", 4, 0, 0},
        Archive{"ukwa/IAH-20080430204825-00000-blackbook-truncated.arc", 9, 3, 2},
        Archive{"ukwa/IAH-20080430204825-00000-blackbook-truncated.arc.gz", 9, 3, 2}));

TEST(WarcArchives, Clueweb09) {
  const std::string path = SUBINTENT_SHARED "/collections/warc/resiliparse/clueweb-quirk.warc.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  const auto read = read_collection(path);
  ASSERT_EQ(read.documents.size(), 29u);
  EXPECT_EQ(read.documents.front().docno, "clueweb09-ja0016-50-00000");
  EXPECT_EQ(read.documents.back().docno, "clueweb09-ja0016-50-00028");
  for (const Document& document : read.documents) {
    EXPECT_TRUE(document.is_html);
    EXPECT_TRUE(has(document.content, "</html>")) << document.docno;
  }
  EXPECT_TRUE(read.counts.repaired.empty());
}

TEST(WarcArchives, WarcAndArcOfOneCrawlHoldTheSamePages) {
  const std::string path =
      SUBINTENT_SHARED "/collections/warc/ukwa/IAH-20080430204825-00000-blackbook-truncated";
  if (!std::filesystem::exists(path + ".arc")) GTEST_SKIP() << path << " is not here";
  const auto warc = read_collection(path + ".warc"), arc = read_collection(path + ".arc.gz");
  ASSERT_EQ(warc.documents.size(), arc.documents.size());
  for (std::size_t i = 0; i < warc.documents.size(); ++i) {
    EXPECT_EQ(warc.documents[i].content, arc.documents[i].content);
    EXPECT_TRUE(arc.documents[i].docno.starts_with("http://")) << arc.documents[i].docno;
  }
}

}  // namespace
}  // namespace subintent::internal
