#include "tokenize/archive/collection.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "core/base/strings.h"
#include "gzip_member.h"
#include "messages.h"
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
  EXPECT_EQ(detected("\"doc-id\", Title, body\n"), "csv");
  EXPECT_EQ(detected("docno;text\n"), "csv");
  EXPECT_EQ(detected("dogs, text and cats\n"), "none");
  EXPECT_EQ(detected("[\n {\"id\""), "jsonl");
  EXPECT_EQ(detected("[1] A reference\n"), "none");
  EXPECT_EQ(detected("<?xml version='1.0'?>\n<!-- x -->\n<docs>\n<DOC id='a'>"), "trec");
  EXPECT_EQ(detected("<DOCS>\n<p>"), "none");
  EXPECT_EQ(detected("no table\na\tb\n"), "none");
  EXPECT_EQ(detected("\ttext\n"), "tsv");
  EXPECT_EQ(detected(std::string_view("d1\ttext\0", 8)), "none");
  EXPECT_EQ(detected("<html>"), "none");
  EXPECT_EQ(detected(""), "none");
}

TEST(Collection, ExamplesAreOfTheirFormatAndSound) {
  for (const CollectionFormat& format : collection_formats()) {
    EXPECT_EQ(detected(format.example), format.name == "text" ? "none" : format.name);
    EXPECT_EQ(&collection_format(format.name), &format);
    EXPECT_NE(format.label, "");
    if (format.name == "text") continue;  // has its docno from a file
    const auto read = read_any(std::string(format.example), format);
    EXPECT_FALSE(read.documents.empty()) << format.name;
    EXPECT_TRUE(read.counts.skipped.empty()) << read.counts.skipped_text();
    EXPECT_TRUE(read.counts.repaired.empty()) << read.counts.repaired_text();
    const std::string& content = read.documents.at(0).content;
    EXPECT_TRUE(has(content, "An example")) << format.name << content;
  }
  EXPECT_THROW(collection_format("xml"), Error);
}

TEST(Collection, RefusesWhatIsNoCollection) {
  EXPECT_NE(error_of(write_temporary("f", "no error")), "");
  EXPECT_NE(error_of(write_temporary("f", gzip(""))), "no error");
  EXPECT_NE(error_of(write_temporary("f", gzip("WARC/1.0").substr(0, 8))), "no error");
  EXPECT_TRUE(has(error_of(write_temporary("f", "\x04\x22\x4d\x18xyz")), "lz4"));
  EXPECT_NE(error_of(testing::TempDir()), "no error");
  EXPECT_NE(error_of(temporary_path("missing")), "no error");
  for (unsigned seed = 0; seed < 50; ++seed)
    EXPECT_NE(error_of(write_temporary("f", random_bytes(3000, seed))), "no error") << seed;
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
        EXPECT_FALSE(has(error.what(), "\n"));
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
  EXPECT_EQ(read.counts.skipped.at("docno that is empty").count, 1u);
  EXPECT_EQ(read.counts.skipped.at("object without a docno").count, 1u);
  EXPECT_EQ(read.counts.skipped.at("object without a text").count, 2u);
}

TEST(JsonLines, ReadsTheNamesOfTheField) {
  const auto read = read_text(R"({"_id": "a", "title": "Title", "text": "text", "metadata": {}}
{"docid": "b", "url": "http://x/", "title": "Title", "headings": "Heads", "body": "body"}
{"docid": "whole", "pid": "c", "passage": "part"}
{"Doc-ID": 4.0, "segment": null, "abstract": ["one", "two"]}
{"id": "e", "headings": "not joined before", "text": "x"}
{"uuid": "f", "html": "<p>x"})");
  ASSERT_EQ(docnos_of(read), (Docnos{"a", "b", "c", "4", "e", "f"}));
  EXPECT_EQ(read.documents[1].content, "Title\nHeads\nbody");
  EXPECT_EQ(read.documents[1].title, "Title");
  EXPECT_EQ(read.documents[1].url, "http://x/");
  EXPECT_EQ(read.documents[3].content, "one\ntwo");
  EXPECT_EQ(read.documents[4].content, "x");
  EXPECT_TRUE(read.documents[5].is_html);
  EXPECT_TRUE(read.counts.skipped.empty());
}

TEST(JsonLines, NamesMayBeAskedFor) {
  const std::string text = "{\"key\": \"a\", \"story\": \"x\", \"more\": \"y\", \"text\": \"z\"}\n";
  const std::string path = write_temporary("f", text);
  const std::string message = error_of(path);
  EXPECT_TRUE(has(
      message, "f:1: has members key, story, more, text, none of which is known to be the docno;"));
  EXPECT_TRUE(has(message, "docno=key"));
  const auto read = read_text(text, {.names = FieldNames("key", {"story", "more"})});
  ASSERT_EQ(read.documents.size(), 1u);
  EXPECT_EQ(read.documents[0].content, "x\ny");
  EXPECT_TRUE(
      has(error_of(path, {.names = FieldNames("KEY", {"nothing"})}), "none called nothing"));
}

TEST(Json, ReadsArraysAndObjectsOfSeveralLines) {
  for (const std::string text :
       {"[{\"id\": 1, \"text\": \"]},{\\\"\"},\n  {\"id\": 2,\n \"text\": \"y\"}\n]\n",
        "{\n \"id\": 1, \"text\": \"]},{\\\"\"\n}\n{\n\"id\": 2, \"text\": \"y\"}",
        "{\"id\": 1,\n\"text\": \"]},{\\\"\"} {\"id\": 2, \"text\": \"y\"}"}) {
    const auto read = read_text(text);
    ASSERT_EQ(docnos_of(read), (Docnos{"1", "2"})) << text;
    EXPECT_EQ(read.documents[0].content, "]},{\"");
  }
  std::string large = "[";
  for (int i = 0; i < 20'000; ++i) {
    large += (i > 0 ? ",\n{\"id\": " : "{\"id\": ") + std::to_string(i) + ", \"text\": \"" +
             std::string(40, 'x') + "\"}";
  }
  EXPECT_EQ(read_text(large + "]").documents.size(), 20'000u);
  const auto cut = read_text(large.substr(0, large.size() - 5));
  EXPECT_EQ(cut.documents.size(), 19'999u);
  EXPECT_TRUE(cut.counts.skipped.at("JSON value without an end").first_place.ends_with(":20000"));
  const auto odd =
      read_text("[{\"id\": 1, \"text\": \"x\"}, 7, \"a\", {]}, {\"id\": 2, \"text\": \"y\"}]");
  EXPECT_EQ(docnos_of(odd), (Docnos{"1", "2"}));
}

TEST(Json, ReadsWhatOtherProgramsPutAroundDocuments) {
  const std::string two = R"([{"id": "a", "text": "x"}, {"id": "b", "text": "y"}])";
  const std::string hits =
      R"([{"_id": "a", "_source": {"id": 7, "body": "x"}}, {"_id": "b", "_source": {"body": "y"}}])";
  const std::string rows =
      R"([{"row_idx": 0, "row": {"_id": "a", "text": "x"}}, {"row": {"_id": "b", "text": "y"}}])";
  for (const std::string& text :
       {R"({"name": "corpus", "documents": )" + two + "}", "{\"data\":\n" + two + "}",
        R"({"status": {"id": 0}, "response": {"docs": )" + two + "}}",
        R"({"_scroll_id": "s", "hits": {"total": 2, "hits": )" + hits + "}}",
        R"({"features": [{"name": "_id"}], "rows": )" + rows + "}",
        std::string("{\"index\": {\"_id\": \"a\"}}\n{\"id\": 7, \"body\": \"x\"}\n"
                    "{\"create\":{\"_id\":\"b\"}}\n{\"body\":\"y\"}\n")}) {
    const auto read = read_text(text);
    ASSERT_EQ(docnos_of(read), (Docnos{"a", "b"})) << text;
    EXPECT_EQ(read.documents[1].content, "y");
    EXPECT_EQ(read.counts.records, 2u);
  }
  // A document may have such members, too.
  const auto one = read_text(
      "{\"index\": {\"_id\": \"a\"}, \"id\": \"c\", \"text\": \"x\"}\n"
      "{\"id\": \"d\", \"text\": \"y\", \"row\": {\"title\": \"T\"}}\n");
  EXPECT_EQ(docnos_of(one), (Docnos{"c", "d"}));
  EXPECT_EQ(one.documents[1].content, "y");
  EXPECT_TRUE(has(error_of(write_temporary("f", R"({"title": "T", "parts": )" + two + "}")),
                  "has members title, parts"));
}

TEST(JsonLines, NumbersThatNobodyReadsMayBeAny) {
  const auto read = read_text(
      "{\"id\": 123456789012345678901, \"text\": \"\\\"NaN\", \"hash\": -34028236692093846346}\n"
      "{\"id\": 2, \"text\": \"x\", \"a\": nan, \"b\": -Infinity, \"c\": 1.25}\n");
  ASSERT_EQ(docnos_of(read), (Docnos{"123456789012345678901", "2"}));
  EXPECT_EQ(read.documents[0].content, "\"NaN");
}

TEST(JsonLines, EmptyTextsGiveWayToOthers) {
  const auto read = read_text(
      "{\"id\": 1, \"contents\": \"\", \"title\": \"T\", \"text\": \"x\"}\n"
      "{\"id\": 2, \"title\": \"T\", \"text\": \"\", \"body\": \"\"}\n");
  ASSERT_EQ(read.documents.size(), 2u);
  EXPECT_EQ(read.documents[0].content, "T\nx");
  EXPECT_EQ(read.documents[1].content, "T\n");
}

// The names of parts of documents, of what is said of items, and of both.
TEST(Collection, AnotherDocumentOfTheSameNameIsAskedFor) {
  EXPECT_EQ(docnos_of(read_text("{\"review_id\":\"r1\",\"business_id\":\"b\",\"text\":\"x\"}\n"
                                "{\"review_id\":\"r2\",\"business_id\":\"b\",\"text\":\"y\"}\n")),
            (Docnos{"r1", "r2"}));
  for (const std::string text : {"{\"doc_id\":\"D\",\"chunk_id\":0,\"text\":\"x\"}\n"
                                 "{\"doc_id\":\"E\",\"chunk_id\":0,\"text\":\"y\"}\n",
                                 "doc_id,chunk_id,text\nD,0,x\nE,0,y\n"})
    EXPECT_TRUE(
        has(error_of(write_temporary("f", text)),
            "has the docno 0 of a document before, but another doc_id; join the two, or say "
            "which is the docno, as with `docno=doc_id`"));
  // The same document twice is left to others, and an id may number rows.
  EXPECT_EQ(docnos_of(read_text("id,doc_id,chunk_id,text\n0,D,1,x\n1,D,1,x\n")),
            (Docnos{"1", "1"}));
  EXPECT_EQ(docnos_of(read_text("doc_id,chunk_id,text\nD,0,x\nE,1,y\n")), (Docnos{"0", "1"}));
}

TEST(JsonLines, AFileOfBrokenLinesIsAnError) {
  const std::string message = error_of(write_temporary("f", "{\n{\n"));
  EXPECT_TRUE(has(message, "f:1: "));
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

TEST(Tables, AHeaderLineIsNoDocument) {
  const auto tabs = read_text("\xef\xbb\xbf\"docno\"\tText\nd1\tone\ttwo\nd2\t\"three\n");
  ASSERT_EQ(docnos_of(tabs), (Docnos{"d1", "d2"}));
  EXPECT_EQ(tabs.documents[0].content, "one\ttwo");
  EXPECT_EQ(tabs.documents[1].content, "\"three");
  EXPECT_EQ(tabs.counts.records, 2u);
  const auto commas = read_text(
      "url,DocID,title,body\r\nu,\"d,1\",T,\"two\r\nlines, \"\"q\"\"\"\r\nv,d2,,x, y\r\nw,d3\r\n");
  ASSERT_EQ(docnos_of(commas), (Docnos{"d,1", "d2"}));
  EXPECT_EQ(commas.documents[0].content, "T\ntwo\r\nlines, \"q\"");
  EXPECT_EQ(commas.documents[0].title, "T");
  EXPECT_EQ(commas.documents[1].content, "x, y");
  EXPECT_TRUE(commas.counts.skipped.at("line with fewer columns than the header line")
                  .first_place.ends_with(":5"));
  EXPECT_EQ(docnos_of(read_text("id;text\n1;x\n")), Docnos{"1"});
  // A docno and a text that are names elsewhere.
  EXPECT_EQ(docnos_of(read_text("apple\tfruit\npear\tfruit\n")), (Docnos{"apple", "pear"}));
}

std::vector<std::string> contents_of(const std::string& text) {
  std::vector<std::string> contents;
  for (const Document& document : read_text(text).documents)
    contents.push_back(document.docno + ": " + document.content);
  return contents;
}

TEST(Tables, CellsBetweenTabsMayHaveQuotes) {
  using Contents = std::vector<std::string>;
  EXPECT_EQ(contents_of("\"docno\"\t\"text\"\n\"a\"\t\"x \"\"q\"\"\"\n"), Contents{"a: x \"q\""});
  EXPECT_EQ(contents_of("id\ttext\ttitle\n1\t\"A \"\"b\"\" c\"\tT\n2\t\"two\nlines\"\tU\r\n"),
            (Contents{"1: T\nA \"b\" c", "2: U\ntwo\nlines"}));
  EXPECT_EQ(contents_of("1\t\"two\nlines\"\n2\tx\n"), (Contents{"1: two\nlines", "2: x"}));
  // Texts may begin and end with quotes of their own.
  EXPECT_EQ(contents_of("1\t\"Yes.\"\n2\t\"I went home.\n3\tThen I slept.\"\n"),
            (Contents{"1: \"Yes.\"", "2: \"I went home.", "3: Then I slept.\""}));
  EXPECT_EQ(contents_of("1\t\"\"5 inch\"\"\n2\t\"No\" he said\n"),
            (Contents{"1: \"\"5 inch\"\"", "2: \"No\" he said"}));
}

TEST(Tables, TextsOfThisProgramAreTitleAndExcerpt) {
  const auto read = read_text("a\tS\thttps://x.org/1\tone two\nb\t\"S\"\t\tone\n");
  ASSERT_EQ(read.documents.size(), 2u);
  EXPECT_EQ(read.documents[0].content, "S\none two");
  EXPECT_EQ(read.documents[0].url, "https://x.org/1");
  EXPECT_EQ(read.documents[1].content, "\"S\"\none");
  EXPECT_EQ(read_text("a\tx\t\ty\nb\tz\n").documents.at(0).content, "x\t\ty");
}

TEST(Tables, OtherSeparatorsAndLineEnds) {
  EXPECT_EQ(docnos_of(read_text("docno|text\na|x y\nb|z\n")), (Docnos{"a", "b"}));
  EXPECT_TRUE(has(error_of(write_temporary("f.csv", "docno,text\ra,x\rb,y")),
                  "has CR alone as line ends; convert it with tr"));
}

TEST(Tables, ColumnsMayBeAskedFor) {
  const std::string text = "name\tstory\nd1\tx\n", path = write_temporary("f", text);
  EXPECT_TRUE(
      has(error_of(path),
          "f:1: has columns name, story, none of which is known to be the docno or the text;"));
  EXPECT_EQ(docnos_of(read_text(text, {.names = FieldNames("name", {"story"})})), Docnos{"d1"});
  const auto numbered = read_text("some text,d1\nmore,d2\n", {.format = &collection_format("csv"),
                                                              .names = FieldNames("2", {"1"})});
  EXPECT_EQ(docnos_of(numbered), (Docnos{"d1", "d2"}));
  EXPECT_EQ(numbered.documents[0].content, "some text");
  EXPECT_TRUE(has(error_of(path, {.names = FieldNames("other", {})}), "none called other"));
}

TEST(Tables, AQuoteThatIsNotClosedCostsALine) {
  std::string text = "id,text\n1,x\n2,\"y\n";
  for (int i = 3; i < 3000; ++i) text += std::to_string(i) + ",z\n";
  const auto read = read_text(text);
  EXPECT_EQ(read.documents.size(), 2998u);
  EXPECT_TRUE(
      read.counts.skipped.at("record with a quote that is not closed").first_place.ends_with(":3"));
}

TEST(PlainTexts, WholePagesAreHtml) {
  const auto is_html = [](const std::string& text) {
    return read_text("d1\t" + text + "\n").documents.at(0).is_html;
  };
  for (const std::string text :
       {"<!DOCTYPE html><p>x", "  <html lang=en> <head>",
        "<!-- x --><?xml version='1.0'?><!doctype HTML PUBLIC '-//W3C'><html>", "<body>x</body>",
        "<html>x</HTML> ", "<HEAD><TITLE>x"})
    EXPECT_TRUE(is_html(text)) << text;
  for (const std::string text :
       {"a <b> c", "<html> is the first tag", "<p>x</p>", "<htmlx><p>", "<doctype html>",
        "<!doctype book><p>", "std::vector<a> b", "x <html><body>"})
    EXPECT_FALSE(is_html(text)) << text;
  const auto with_markup = [](const std::string& text) {
    return read_text("d1\t" + text + "\n").counts.with_markup.count == 1;
  };
  for (const std::string text :
       {"<p>one</p>", "<div class=x>y", "one <b>two</b> three <i>four</i>"})
    EXPECT_TRUE(with_markup(text)) << text;
  for (const std::string text : {"a <b> c", "if (a <b) c> d", "map<string, list<a>> b; vector<i> c",
                                 "<record><name>x</name><year>y</year></record>", "1 < 2 > 0"})
    EXPECT_FALSE(with_markup(text)) << text;
}

struct Folder {
  std::string path = temporary_path("folder");
  Folder() { std::filesystem::remove_all(path); }
  void add(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = std::filesystem::path(path) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
};

ReadCollection read_folder(const std::string& path, const CollectionOptions& options = {}) {
  ReadCollection result;
  DifferentDocuments different;
  for (const CollectionFile& file : collection_files({Source(path)})) {
    CollectionReader reader(file, options);
    if (reader.is_document()) different.add(file);
    for (Document document; reader.next(document);) result.documents.push_back(document);
    result.counts.add(reader.counts());
  }
  return result;
}

TEST(Folders, FilesAreDocumentsByTheirNames) {
  const Folder folder;
  folder.add("b.txt", "first line\twith a tab\nmore\n");
  folder.add("a/c.html", "x");
  folder.add("a/fr940104.0", "y");
  folder.add("a/d.md.gz", gzip("# z"));
  folder.add("empty.txt", "");
  folder.add("docs.jsonl", "{\"id\": \"j\", \"text\": \"x\"}\n");
  folder.add("web.warc", warc_page("w", "<p>x"));
  folder.add("sgml", "<DOC id=\"s\">x</DOC>");
  folder.add("package.json", "{\"name\": \"x\", \"version\": \"1\"}");
  folder.add("grades.tsv", "1\t0\td\t1\n");
  folder.add("qrels.txt", "1 0 d 1\n");
  folder.add("style.css", "p {}");
  folder.add("picture.png", "\x89PNG\r\n\x1a\n");
  folder.add(".hidden/x.txt", "x");
  const auto read = read_folder(folder.path);
  EXPECT_EQ(docnos_of(read), (Docnos{"a/c", "a/d", "a/fr940104.0", "b", "j", "empty", "s", "w"}));
  EXPECT_TRUE(read.documents[0].is_html);
  EXPECT_EQ(read.documents[1].content, "z\n");
  EXPECT_EQ(read.counts.other.at("image instead of text"), 1u);
  EXPECT_EQ(read.counts.other.at("file that is no document"), 2u);
  EXPECT_EQ(read.counts.other.at("file whose columns or members are not known"), 1u);
  EXPECT_EQ(read.counts.skipped.at("object without a text").count, 1u);
  EXPECT_EQ(docnos_of(read_folder(folder.path + "/")), docnos_of(read));
  folder.add("beir/corpus.jsonl", "{\"_id\": \"c\", \"text\": \"x\"}\n");
  folder.add("beir/queries.jsonl", "{\"_id\": \"q\", \"text\": \"x\"}\n");
  EXPECT_EQ(docnos_of(read_folder(folder.path + "/beir")), Docnos{"c"});
  folder.add("b.html", "x");
  EXPECT_THROW(read_folder(folder.path), Error);
}

TEST(Folders, AFileIsNamedAsItIs) {
  const Folder folder;
  folder.add("a.txt", "Title\twords\nand no tab\n");
  folder.add("b.txt", "d1\tx\nd2\ty\n");
  folder.add("c.csv", "d3,x\n");
  EXPECT_EQ(docnos_of(read_folder(folder.path + "/a.txt")), Docnos{"a"});
  EXPECT_EQ(docnos_of(read_folder(folder.path + "/b.txt")), (Docnos{"d1", "d2"}));
  EXPECT_EQ(docnos_of(read_folder(folder.path + "/c.csv")), Docnos{"d3"});
  EXPECT_EQ(docnos_of(read_folder(folder.path + "/c.csv", {.format = &collection_format("text")})),
            Docnos{"c"});
}

TEST(TrecText, ReadsTextAndWebDocuments) {
  const auto read = read_text(
      "<DOC>\n<DOCNO> FT911-1 </DOCNO>\n<HEADLINE>Head</HEADLINE>\n<TEXT>\nbody\n</TEXT>\n</DOC>\n"
      "<doc>\n<docno>GX000-00</docno>\n<DOCOLDNO>IA1</DOCOLDNO>\n<DOCHDR>\nhttp://x/\nHTTP/1.1 200 "
      "OK\nContent-type: text/html; charset=iso-8859-2\n</DOCHDR>\n<html>page</html>\n</doc>\n");
  ASSERT_EQ(read.documents.size(), 2u);
  EXPECT_EQ(read.documents[0].docno, "FT911-1");
  EXPECT_TRUE(read.documents[0].is_html);
  EXPECT_TRUE(has(read.documents[0].content, "<HEADLINE>Head"));
  EXPECT_FALSE(has(read.documents[0].content, "FT911"));
  EXPECT_EQ(read.documents[1].docno, "GX000-00");
  EXPECT_EQ(read.documents[1].http_charset, "iso-8859-2");
  EXPECT_TRUE(has(read.documents[1].content, "<html>page</html>"));
  EXPECT_FALSE(has(read.documents[1].content, "http:"));
  EXPECT_FALSE(has(read.documents[1].content, "IA1"));
}

TEST(TrecText, MarksOfTypesettingAreNoWords) {
  const auto read = read_text(
      "<DOC><DOCNO>a</DOCNO>&UR;x&LR; &Cx1f;well&hyph;known &LT;b&GT; AT&T; &amp; &QL</DOC>\n"
      "<DOC><DOCNO>b</DOCNO><DOCHDR>http://x/</DOCHDR>&UR;</DOC>");
  EXPECT_EQ(read.documents.at(0).content, "  x   well-known &LT;b&GT; AT&T; &amp; &QL");
  EXPECT_TRUE(has(read.documents.at(1).content, "&UR;"));
}

TEST(TrecText, SurvivesMissingTags) {
  const auto read = read_text(
      "<DOC>\n<DOCNO>a</DOCNO>\nno end\n<DOC>\n<DOCNO>b</DOCNO>\nin line <DOC> is "
      "text\n</DOC>\nstray\n<DOC>\nno docno\n</DOC>\n<DOC>\n<DOCNO>c</DOCNO>\ncut");
  ASSERT_EQ(read.documents.size(), 3u);
  EXPECT_EQ(read.documents[0].docno, "a");
  EXPECT_TRUE(has(read.documents[1].content, "<DOC> is text"));
  EXPECT_EQ(read.documents[2].docno, "c");
  EXPECT_EQ(read.counts.repaired.at("document without </DOC>").count, 1u);
  EXPECT_EQ(read.counts.repaired.at("text between documents skipped").count, 1u);
  EXPECT_EQ(read.counts.repaired.at("document truncated at the end of the file").count, 1u);
  EXPECT_EQ(read.counts.skipped.at("DOCNO that is empty").count, 1u);
}

TEST(TrecText, ReadsDocumentsOfTheLdcAndInXml) {
  const auto read = read_text(
      "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!DOCTYPE x [ <!ENTITY a \"b\"> ]>\n<set name='x'>\n"
      "<DOC id=\"AFP_1\" type=\"story\" >\n<HEADLINE>Head</HEADLINE>\n<TEXT>x</TEXT>\n</DOC>\n"
      "<doc type=story docno='B'>\ny</doc>\n<DOC>\n<DOCID> C </DOCID>z\n</DOC>\n"
      "<DOC id=other>\n<DOCNO>D</DOCNO><DOCID>1</DOCID>\n</DOC>\n</set>\n");
  EXPECT_EQ(docnos_of(read), (Docnos{"AFP_1", "B", "C", "D"}));
  EXPECT_FALSE(has(read.documents[0].content, "story"));
  EXPECT_TRUE(has(read.documents[3].content, "<DOCID>1"));
  EXPECT_TRUE(read.counts.repaired.empty()) << read.counts.repaired_text();
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
