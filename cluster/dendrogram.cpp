#include "cluster/dendrogram.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "support/error.h"
#include "support/input_file.h"
#include "support/json.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

constexpr const char* advice = "make the file again with subintent cluster";
constexpr std::uint64_t node_limit = std::uint64_t{1} << 31;

// One line of the file.
class LineParser {
 public:
  Dendrogram parse(std::string_view line, const Location& location) {
    location_ = &location;
    simdjson::dom::object members;
    const auto error = parser_.parse(line.data(), line.size()).get(members);
    if (error == simdjson::INCORRECT_TYPE) fail("is no JSON object");
    if (error != simdjson::SUCCESS) {
      fail(fmt::format("is not valid JSON: {}", json_defect(simdjson::error_message(error))));
    }
    if (members["nodes"].error() == simdjson::SUCCESS) {
      throw Error(location, "holds hierarchies, not dendrograms",
                  "give the output of subintent cluster");
    }
    Dendrogram dendrogram;
    dendrogram.topic = label(members, "topic");
    dendrogram.intent = label(members, "intent");
    dendrogram.docs = docs(members);
    dendrogram.merges = merges(members, dendrogram.docs.size());
    return dendrogram;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(*location_, message, advice);
  }

  std::string label(simdjson::dom::object members, const char* name) const {
    std::string_view text;
    if (members[name].get(text) != simdjson::SUCCESS || text.empty()) {
      fail(fmt::format("has no string \"{}\"", name));
    }
    return std::string(text);
  }

  std::vector<std::string> docs(simdjson::dom::object members) const {
    simdjson::dom::array array;
    if (members["docs"].get(array) != simdjson::SUCCESS) fail("has no array \"docs\"");
    std::vector<std::string> docs;
    for (const auto element : array) {
      std::string_view docno;
      if (element.get(docno) != simdjson::SUCCESS || docno.empty()) {
        fail(fmt::format("\"docs\"[{}] is no docno", docs.size()));
      }
      if (!docs.empty() && docno <= std::string_view(docs.back())) {
        fail(fmt::format("document {} is out of order or there twice", printable(docno)));
      }
      docs.emplace_back(docno);
    }
    if (docs.empty()) fail("has no documents");
    if (docs.size() >= node_limit) fail("has too many documents");
    return docs;
  }

  std::vector<Merge> merges(simdjson::dom::object members, std::size_t documents) const {
    simdjson::dom::array array;
    if (members["merges"].get(array) != simdjson::SUCCESS) fail("has no array \"merges\"");
    std::vector<Merge> merges;
    std::vector<std::uint32_t> sizes(documents, 1);  // by node; 0: merged already
    for (const auto element : array) {
      if (merges.size() + 1 == documents) fail("has more merges than its documents allow");
      Merge merge = read_merge(element, merges.size());
      if (merge.a >= sizes.size() || merge.b >= sizes.size() || merge.a == merge.b) {
        fail(
            fmt::format("merge {} joins nodes {} and {}, which are not two nodes there are by then",
                        merges.size(), merge.a, merge.b));
      }
      for (const std::uint32_t node : {merge.a, merge.b}) {
        if (sizes[node] == 0) {
          fail(fmt::format("merge {} joins node {}, which was merged before", merges.size(), node));
        }
      }
      const std::uint32_t size = sizes[merge.a] + sizes[merge.b];
      if (merge.size != size) {
        fail(fmt::format("merge {} has size {}, but joins {} documents", merges.size(), merge.size,
                         size));
      }
      sizes[merge.a] = sizes[merge.b] = 0;
      sizes.push_back(size);
      merges.push_back(merge);
    }
    if (merges.size() + 1 != documents) {
      fail(fmt::format("has {} for {}: one fewer than documents are needed",
                       count_of(merges.size(), "merge"), count_of(documents, "document")));
    }
    return merges;
  }

  Merge read_merge(simdjson::dom::element element, std::size_t number) const {
    simdjson::dom::array parts;
    if (element.get(parts) == simdjson::SUCCESS && parts.size() == 4) {
      std::uint64_t a = 0, b = 0, size = 0;
      double similarity = 0;
      if (parts.at(0).get(a) == simdjson::SUCCESS && parts.at(1).get(b) == simdjson::SUCCESS &&
          parts.at(2).get(similarity) == simdjson::SUCCESS && std::abs(similarity) <= 1 + 1e-9 &&
          parts.at(3).get(size) == simdjson::SUCCESS && a < node_limit && b < node_limit &&
          size < node_limit) {
        if (a > b) std::swap(a, b);
        return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), similarity,
                static_cast<std::uint32_t>(size)};
      }
    }
    fail(fmt::format("merge {} is not [node, node, similarity from -1 to 1, size]", number));
  }

  simdjson::dom::parser parser_;
  const Location* location_ = nullptr;
};

}  // namespace

void append_dendrogram_line(std::string& out, const Dendrogram& dendrogram) {
  out += R"({"topic":)";
  append_json_string(out, dendrogram.topic);
  out += R"(,"intent":)";
  append_json_string(out, dendrogram.intent);
  out += R"(,"docs":[)";
  for (std::size_t i = 0; i < dendrogram.docs.size(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, dendrogram.docs[i]);
  }
  out += R"(],"merges":[)";
  for (std::size_t i = 0; i < dendrogram.merges.size(); ++i) {
    const Merge& merge = dendrogram.merges[i];
    fmt::format_to(std::back_inserter(out), "{}[{},{},", i > 0 ? "," : "", merge.a, merge.b);
    append_json_number(out, merge.similarity);
    fmt::format_to(std::back_inserter(out), ",{}]", merge.size);
  }
  out += "]}\n";
}

}  // namespace subintent::internal

namespace subintent {

std::vector<Dendrogram> read_dendrograms(const Source& source) {
  std::vector<Dendrogram> dendrograms;
  std::set<std::pair<std::string, std::string>> seen;
  internal::LineParser parser;
  internal::LineReader lines(source);
  std::string_view line;
  while (lines.next(line)) {
    if (internal::trim(line).empty()) continue;
    const Location location = lines.location();
    Dendrogram dendrogram = parser.parse(line, location);
    if (!seen.emplace(dendrogram.topic, dendrogram.intent).second) {
      throw Error(location,
                  fmt::format("topic {}, intent {} has a dendrogram already",
                              internal::printable(dendrogram.topic),
                              internal::printable(dendrogram.intent)),
                  "keep one of the two lines");
    }
    dendrograms.push_back(std::move(dendrogram));
  }
  return dendrograms;
}

}  // namespace subintent
