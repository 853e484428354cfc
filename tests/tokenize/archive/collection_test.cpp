#include "tokenize/archive/collection.h"

#include <gtest/gtest.h>

#include <random>

#include "base/docno.h"
#include "gzip_member.h"
#include "test_file.h"
#include "tokenize/archive/byte_window.h"
#include "tokenize/collection_support.h"

namespace subintent::internal {
namespace {

ReadCollection read_text(const std::string& text, const CollectionOptions& options = {}) {
  return read_collection(write_temporary("input", text), options);
}

std::string random_bytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

std::string_view detected(std::string_view bytes) {
  const CollectionFormat* format = detect_collection_format(bytes);
  return format == nullptr ? "none" : format->name;
}

// Reads all of it, or throws Error; checks what holds for any input.
ReadCollection read_any(const std::string& text, const CollectionFormat& format) {
  const ReadCollection read =
      read_collection(Source::memory(text, "input"), {.format = &format, .html = true});
  std::uint64_t sound = read.documents.size(), broken = 0;
  for (const auto& [kind, times] : read.counts.other) sound += times;
  for (const auto& [reason, defect] : read.counts.skipped) broken += defect.count;
  EXPECT_EQ(read.counts.records, sound + broken) << format.name;
  EXPECT_GT(sound, 0U) << format.name;
  EXPECT_EQ(read.counts.documents, read.documents.size()) << format.name;
  for (const Document& document : read.documents) EXPECT_FALSE(docno_defect(document.docno));
  return read;
}

TEST(Collection, DetectsTheFormatFromTheFirstBytes) {
  EXPECT_EQ(detected("WARC/1.0\r\n"), "warc");
  EXPECT_EQ(detected("filedesc://x 0.0.0.0"), "arc");
  EXPECT_EQ(detected("\n <doc>\n"), "trec");
  EXPECT_EQ(detected("{\"id\""), "jsonl");
  EXPECT_EQ(detected("d1\ttext\n"), "tsv");
  EXPECT_EQ(detected("no table\na\tb\n"), "none");
  EXPECT_EQ(detected("\ttext\n"), "none");
  EXPECT_EQ(detected(std::string_view("d1\ttext\0", 8)), "none");
  EXPECT_EQ(detected("<html>"), "none");
  EXPECT_EQ(detected(""), "none");
}

TEST(Collection, ExamplesAreOfTheirFormatAndSound) {
  for (const CollectionFormat& format : collection_formats()) {
    EXPECT_EQ(detected(format.example), format.name);
    EXPECT_EQ(&collection_format(format.name), &format);
    EXPECT_NE(format.label, "");
    const auto read = read_any(std::string(format.example), format);
    EXPECT_FALSE(read.documents.empty()) << format.name;
    EXPECT_TRUE(read.counts.skipped.empty()) << read.counts.skipped_text();
    EXPECT_TRUE(read.counts.repaired.empty()) << read.counts.repaired_text();
    const std::string& content = read.documents.at(0).content;
    EXPECT_NE(content.find("An example"), std::string::npos) << format.name << content;
  }
  EXPECT_THROW(collection_format("xml"), Error);
}

TEST(Collection, RefusesWhatIsNoCollection) {
  EXPECT_NE(error_of(write_temporary("f", "")), "");
  EXPECT_NE(error_of(write_temporary("f", gzip(""))), "");
  EXPECT_NE(error_of(write_temporary("f", gzip("WARC/1.0").substr(0, 8))), "");
  EXPECT_NE(error_of(write_temporary("f", "\x04\x22\x4d\x18xyz")).find("lz4"), std::string::npos);
  EXPECT_NE(error_of(testing::TempDir()), "");
  EXPECT_NE(error_of(temporary_path("missing")), "");
  for (unsigned seed = 0; seed < 50; ++seed) {
    EXPECT_NE(error_of(write_temporary("f", random_bytes(3000, seed))), "") << seed;
  }
}

TEST(Collection, AForcedFormatNeverCrashes) {
  std::vector<std::string> inputs;
  for (unsigned seed = 0; seed < 20; ++seed) inputs.push_back(random_bytes(100'000, seed));
  for (const CollectionFormat& format : collection_formats()) {
    for (std::size_t size = 1; size <= format.example.size(); ++size) {
      const std::string start(format.example.substr(0, size));
      inputs.push_back(start);
      inputs.push_back(start + random_bytes(3000, static_cast<unsigned>(size)));
    }
  }
  for (const CollectionFormat& format : collection_formats()) {
    for (const std::string& input : inputs) {
      try {
        read_any(input, format);
      } catch (const Error& error) {
        EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
      }
    }
  }
}

TEST(JsonLines, ReadsTheKnownShapes) {
  const auto read =
      read_text(R"({"id": "a", "contents": "one \u00e9", "title": "not used", "vector": [1]}
{"title": "Title", "text": "text", "id": "b"}

{"id": 17, "text": "number"}
{"ClueWeb22-ID": "clueweb22-en0000-00-00000", "URL": "http://x", "Clean-Text": "clean"})");
  ASSERT_EQ(read.documents.size(), 4u);
  EXPECT_EQ(read.documents[0].content, "one \xc3\xa9");
  EXPECT_FALSE(read.documents[0].is_html);
  EXPECT_EQ(read.documents[1].content, "Title\ntext");
  EXPECT_EQ(read.documents[2].docno, "17");
  EXPECT_EQ(read.documents[3].docno, "clueweb22-en0000-00-00000");
  EXPECT_EQ(read.documents[3].content, "clean");
  EXPECT_TRUE(read.counts.skipped.empty());
}

TEST(JsonLines, SkipsAndCountsBrokenLines) {
  const auto read = read_text(
      "{\"id\":\"a\",\"contents\":\"x\"}\nnonsense\n{\"id\":\"b\"\n{\"contents\":\"x\"}\n"
      "{\"id\":\"\",\"contents\":\"x\"}\n{\"id\":\"c\"}\n{\"id\":\"d\",\"contents\":3}\n"
      "{\"id\":\"e\",\"contents\":\"y\"}\n");
  ASSERT_EQ(read.documents.size(), 2u);
  EXPECT_EQ(read.documents[1].docno, "e");
  EXPECT_EQ(read.counts.records, 8u);
  const Defect& broken = read.counts.skipped.at("line that is not a JSON object");
  EXPECT_EQ(broken.count, 2u);
  EXPECT_TRUE(broken.first_place.ends_with(":2"));
  EXPECT_EQ(read.counts.skipped.at("\"id\" that is empty").count, 1u);
  EXPECT_EQ(read.counts.skipped.at("object without \"id\"").count, 1u);
  EXPECT_EQ(read.counts.skipped.at("object without \"contents\" or \"text\"").count, 2u);
}

TEST(JsonLines, AFileOfBrokenLinesIsAnError) {
  const std::string message = error_of(write_temporary("f", "{\n{\n"));
  EXPECT_NE(message.find("f:1: "), std::string::npos) << message;
}

TEST(JsonLines, ReadsLongLines) {
  const std::string text(12'000'000, 'x');
  const auto read =
      read_text("{\"id\":\"a\",\"contents\":\"" + text + "\"}\n{\"id\":\"b\",\"contents\":\"\"}");
  ASSERT_EQ(read.documents.size(), 2u);
  EXPECT_EQ(read.documents[0].content, text);
  EXPECT_EQ(read.documents[1].content, "");
}

TEST(JsonLines, PassesOverAnEndlessLine) {
  const auto read = read_text("{\"id\":\"a\",\"contents\":\"x\"}\n{" +
                              std::string(document_size_limit + 10, ' ') +
                              "\n{\"id\":\"b\",\"contents\":\"y\"}\n");
  ASSERT_EQ(read.documents.size(), 2u);
  EXPECT_EQ(read.counts.skipped.at("line longer than 64 MiB").count, 1u);
}

TEST(TabSeparated, TheTextMayHoldTabs) {
  const auto read =
      read_text("d1\tone\ttwo\r\n\nd2\t\n d3 \tx\nno tab\n\tno docno\n", {.html = true});
  ASSERT_EQ(read.documents.size(), 3u);
  EXPECT_EQ(read.documents[0].content, "one\ttwo");
  EXPECT_TRUE(read.documents[0].is_html);
  EXPECT_EQ(read.documents[1].content, "");
  EXPECT_EQ(read.documents[2].docno, "d3");
  EXPECT_TRUE(read.counts.skipped.at("line without a tab").first_place.ends_with(":5"));
  EXPECT_EQ(read.counts.skipped.at("docno that is empty").count, 1u);
}

TEST(TrecText, ReadsTextAndWebDocuments) {
  const auto read = read_text(
      "<DOC>\n<DOCNO> FT911-1 </DOCNO>\n<HEADLINE>Head</HEADLINE>\n<TEXT>\nbody\n</TEXT>\n</DOC>\n"
      "<doc>\n<docno>GX000-00</docno>\n<DOCOLDNO>IA1</DOCOLDNO>\n<DOCHDR>\nhttp://x/\nHTTP/1.1 200 "
      "OK\n"
      "Content-type: text/html; charset=iso-8859-2\n</DOCHDR>\n<html>page</html>\n</doc>\n");
  ASSERT_EQ(read.documents.size(), 2u);
  EXPECT_EQ(read.documents[0].docno, "FT911-1");
  EXPECT_TRUE(read.documents[0].is_html);
  EXPECT_NE(read.documents[0].content.find("<HEADLINE>Head"), std::string::npos);
  EXPECT_EQ(read.documents[0].content.find("FT911"), std::string::npos);
  EXPECT_EQ(read.documents[1].docno, "GX000-00");
  EXPECT_EQ(read.documents[1].http_charset, "iso-8859-2");
  EXPECT_NE(read.documents[1].content.find("<html>page</html>"), std::string::npos);
  EXPECT_EQ(read.documents[1].content.find("http:"), std::string::npos);
  EXPECT_EQ(read.documents[1].content.find("IA1"), std::string::npos);
}

TEST(TrecText, SurvivesMissingTags) {
  const auto read = read_text(
      "<DOC>\n<DOCNO>a</DOCNO>\nno end\n<DOC>\n<DOCNO>b</DOCNO>\nin line <DOC> is "
      "text\n</DOC>\nstray\n"
      "<DOC>\nno docno\n</DOC>\n<DOC>\n<DOCNO>c</DOCNO>\ncut");
  ASSERT_EQ(read.documents.size(), 3u);
  EXPECT_EQ(read.documents[0].docno, "a");
  EXPECT_NE(read.documents[1].content.find("<DOC> is text"), std::string::npos);
  EXPECT_EQ(read.documents[2].docno, "c");
  EXPECT_EQ(read.counts.repaired.at("document without </DOC>").count, 1u);
  EXPECT_EQ(read.counts.repaired.at("text between documents skipped").count, 1u);
  EXPECT_EQ(read.counts.repaired.at("document truncated at the end of the file").count, 1u);
  EXPECT_EQ(read.counts.skipped.at("DOCNO that is empty").count, 1u);
}

TEST(TrecText, TagsMayLieAcrossBuffers) {
  for (std::size_t size = 65'520; size < 65'560; ++size) {
    const auto read = read_text("<DOC><DOCNO>a</DOCNO>" + std::string(size, 'x') + "</DOC>" +
                                std::string(size, ' ') + "<DOC><DOCNO>b</DOCNO>y</DOC>");
    ASSERT_EQ(read.documents.size(), 2u) << size;
    ASSERT_TRUE(read.counts.repaired.empty()) << size;
    ASSERT_EQ(read.documents[1].content, " y");
  }
}

TEST(ByteWindow, LinesAndBytesAgreeWithTheFile) {
  std::mt19937 random(5);
  std::string text;
  std::vector<std::string> lines;
  for (int i = 0; i < 2000; ++i) {
    lines.push_back(
        std::string(random() % (i % 100 == 0 ? 300'000 : 300), static_cast<char>('a' + i % 26)));
    text += lines.back() + (i % 3 == 0 ? "\r\n" : "\n");
  }
  ByteWindow window(write_temporary("f", gzip(text)));
  std::string_view line;
  bool too_long = false;
  for (const std::string& expected : lines) {
    ASSERT_TRUE(window.next_line(line, 250'000, too_long));
    ASSERT_EQ(too_long, expected.size() > 250'000);
    ASSERT_EQ(line, too_long ? "" : expected);
  }
  EXPECT_FALSE(window.next_line(line, 250'000, too_long));
  ByteWindow bytes(write_temporary("g", text));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t wanted = random() % 700'000;
    const std::string_view seen = bytes.peek(wanted);
    ASSERT_GE(seen.size(), std::min(wanted, text.size() - at));
    ASSERT_EQ(seen, std::string_view(text).substr(at, seen.size()));
    const std::size_t step = 1 + random() % 900'000;
    bytes.skip(step);
    at += step;
  }
  EXPECT_TRUE(bytes.peek(1).empty());
}

}  // namespace
}  // namespace subintent::internal
