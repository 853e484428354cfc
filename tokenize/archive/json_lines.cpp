// Collections in JSON lines, one document per object:
//   {"id": "docno", "contents": "text"}                    (Anserini, Pyserini)
//   {"id": "docno", "title": "title", "text": "text"}
//   {"ClueWeb22-ID": "docno", "Clean-Text": "text"}        (ClueWeb22)
// A title and a URL ("url", "URL") are told to people with any of them.
#include <simdjson.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "base/docno.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document_lines.h"
#include "tokenize/archive/http_response.h"

namespace subintent::internal {
namespace {

class JsonLinesReader : public DocumentLines {
 public:
  using DocumentLines::DocumentLines;

 private:
  std::optional<std::string> read_line(std::string_view line, Document& document) override {
    simdjson::dom::object members;
    switch (parser_.parse(line.data(), line.size()).get(members)) {
      case simdjson::SUCCESS:
        break;
      case simdjson::UTF8_ERROR:
        return "line that is not valid UTF-8";
      case simdjson::DEPTH_ERROR:
        return "object nested more than 1024 deep";
      default:
        return "line that is not a JSON object";
    }
    const auto docno = docno_of(members);
    if (!docno) return "object without \"id\"";
    if (const auto defect = docno_defect(*docno)) return "\"id\" that " + *defect;
    document.docno = *docno;
    document.title = string_member(members, {"title"});
    document.url = encoded_url(trim(string_member(members, {"url", "URL"})));
    if (!read_text(members, document.content)) return "object without \"contents\" or \"text\"";
    return std::nullopt;
  }

  // A docno is a string; a whole number is taken for its digits.
  static std::optional<std::string> docno_of(simdjson::dom::object members) {
    for (const std::string_view name : {"id", "ClueWeb22-ID"}) {
      simdjson::dom::element value;
      if (members[name].get(value) != simdjson::SUCCESS) continue;
      std::string_view text;
      if (value.get(text) == simdjson::SUCCESS) return std::string(text);
      std::int64_t number = 0;
      if (value.get(number) == simdjson::SUCCESS) return std::to_string(number);
      std::uint64_t large = 0;
      if (value.get(large) == simdjson::SUCCESS) return std::to_string(large);
    }
    return std::nullopt;
  }

  // The first of these members that is a string; else empty.
  static std::string_view string_member(simdjson::dom::object members,
                                        std::initializer_list<std::string_view> names) {
    std::string_view text;
    for (const std::string_view name : names) {
      if (members[name].get(text) == simdjson::SUCCESS) return text;
    }
    return {};
  }

  static bool read_text(simdjson::dom::object members, std::string& content) {
    std::string_view text;
    content.clear();
    if (members["contents"].get(text) == simdjson::SUCCESS) {
      content = text;
      return true;
    }
    if (members["title"].get(text) == simdjson::SUCCESS) content.append(text) += '\n';
    if (members["text"].get(text) != simdjson::SUCCESS &&
        members["Clean-Text"].get(text) != simdjson::SUCCESS) {
      return false;
    }
    content += text;
    return true;
  }

  simdjson::dom::parser parser_;
};

}  // namespace

CollectionFormat jsonl_format() {
  return {
      .label = "JSON lines",
      .detect =
          [](std::string_view bytes) { return without_leading_blanks(bytes).starts_with('{'); },
      .open = open_reader<JsonLinesReader>,
      .is_plain = true,
      .is_advised = true,
      .example =
          "{\"id\": \"d1\", \"contents\": \"An example\"}\n"
          "{\"id\": 2, \"title\": \"Another\", \"text\": \"with a title\"}\n",
  };
}

}  // namespace subintent::internal
