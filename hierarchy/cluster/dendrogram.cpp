#include "hierarchy/cluster/dendrogram.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <set>

#include "core/base/utf8.h"
#include "core/io/input_file.h"
#include "core/io/json.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

namespace dom = simdjson::dom;

constexpr const char* advice = "make the file again with subintent cluster";
constexpr std::uint64_t node_limit = std::uint64_t{1} << 31;

bool is_similarity(double value) {
  return std::abs(value) <= 1 + 1e-9;
}

std::string not_a_merge(std::size_t number) {
  return fmt::format("merge {} is not [node, node, similarity from -1 to 1, size]", number);
}

std::optional<std::string> defect_of_documents(const std::vector<std::string>& docs) {
  if (docs.empty()) return "has no documents";
  if (docs.size() >= node_limit) return "has too many documents";
  const auto at = std::ranges::adjacent_find(docs, std::greater_equal<>());
  if (at == docs.end()) return std::nullopt;
  return fmt::format("document {} is out of order or listed twice", printable(at[1]));
}

// `sizes` are those of the nodes so far, 0 for one that was merged already.
std::optional<std::string> defect_of_merge(const Merge& merge, std::size_t number,
                                           const std::vector<std::uint32_t>& sizes) {
  if (!is_similarity(merge.similarity)) return not_a_merge(number);
  if (merge.a >= sizes.size() || merge.b >= sizes.size() || merge.a == merge.b) {
    return fmt::format(
        "merge {} joins nodes {} and {}, which are not two nodes that exist at this point", number,
        merge.a, merge.b);
  }
  for (const std::uint32_t node : {merge.a, merge.b})
    if (sizes[node] == 0)
      return fmt::format("merge {} joins node {}, which was merged before", number, node);
  const std::uint32_t size = sizes[merge.a] + sizes[merge.b];
  if (merge.size == size) return std::nullopt;
  return fmt::format("merge {} has size {}, but joins {} documents", number, merge.size, size);
}

// Says why it is no binary tree over distinct documents, sorted by bytes, with
// similarities from -1 to 1.
std::optional<std::string> tree_defect(const Dendrogram& dendrogram) {
  if (auto defect = defect_of_documents(dendrogram.docs)) return defect;
  if (dendrogram.topic_pairs && !is_similarity(dendrogram.topic_pairs->mean_similarity))
    return "has a mean similarity that is not from -1 to 1";
  if (dendrogram.excess && !dendrogram.excess->empty() &&
      dendrogram.excess->size() != dendrogram.merges.size()) {
    return fmt::format("has {} of \"excess\" for {}", count_of(dendrogram.excess->size(), "number"),
                       count_of(dendrogram.merges.size(), "merge"));
  }
  const std::size_t documents = dendrogram.docs.size();
  std::vector<std::uint32_t> sizes(documents, 1);
  for (std::size_t i = 0; i < dendrogram.merges.size(); ++i) {
    if (i + 1 == documents) return "has more merges than its documents allow";
    const Merge& merge = dendrogram.merges[i];
    if (auto defect = defect_of_merge(merge, i, sizes)) return defect;
    sizes.push_back(sizes[merge.a] + sizes[merge.b]);
    sizes[merge.a] = sizes[merge.b] = 0;
  }
  if (dendrogram.merges.size() + 1 == documents) return std::nullopt;
  return fmt::format("has {} for {}: one fewer than documents are needed",
                     count_of(dendrogram.merges.size(), "merge"), count_of(documents, "document"));
}

std::string label_in(const JsonObject& line, std::string_view name) {
  const std::string label = line.text(name);
  if (label.empty()) line.fail(fmt::format("\"{}\" is empty", name));
  return label;
}

Merge read_merge(const JsonObject& line, dom::element element, std::size_t number) {
  dom::array parts;
  if (element.get(parts) == simdjson::SUCCESS && parts.size() == 4) {
    std::uint64_t a = 0, b = 0, size = 0;
    double similarity = 0;
    if (parts.at(0).get(a) == simdjson::SUCCESS && parts.at(1).get(b) == simdjson::SUCCESS &&
        parts.at(2).get(similarity) == simdjson::SUCCESS && is_similarity(similarity) &&
        parts.at(3).get(size) == simdjson::SUCCESS && a < node_limit && b < node_limit &&
        size < node_limit) {
      if (a > b) std::swap(a, b);
      return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), similarity,
              static_cast<std::uint32_t>(size)};
    }
  }
  line.fail(not_a_merge(number));
}

std::vector<double> excess_in(const JsonObject& line) {
  std::vector<double> excess;
  for (const dom::element element : line.get<dom::array>("excess", "an array")) {
    double value = 0;
    if (element.get(value) != simdjson::SUCCESS || !std::isfinite(value))
      line.fail(fmt::format("\"excess\"[{}] is not a number", excess.size()));
    excess.push_back(value);
  }
  return excess;
}

Dendrogram dendrogram_in(const JsonObject& line) {
  if (line.has("nodes")) {
    line.place().fail("contains hierarchies, not dendrograms",
                      "give the output of subintent cluster, or topic-dendrograms.jsonl or "
                      "intent-dendrograms.jsonl of make");
  }
  Dendrogram dendrogram;
  dendrogram.topic = label_in(line, "topic");
  dendrogram.intent = label_in(line, "intent");
  for (const dom::element element : line.get<dom::array>("docs", "an array")) {
    std::string_view docno;
    if (element.get(docno) != simdjson::SUCCESS || docno.empty())
      line.fail(fmt::format("\"docs\"[{}] is not a docno", dendrogram.docs.size()));
    dendrogram.docs.emplace_back(docno);
  }
  for (const dom::element element : line.get<dom::array>("merges", "an array"))
    dendrogram.merges.push_back(read_merge(line, element, dendrogram.merges.size()));
  if (line.has("topic_pairs") || line.has("topic_mean")) {
    dendrogram.topic_pairs = TopicPairs{line.get<std::uint64_t>("topic_pairs", "a whole number"),
                                        line.real("topic_mean")};
  }
  if (line.has("excess")) dendrogram.excess = excess_in(line);
  if (const auto defect = tree_defect(dendrogram)) line.fail(*defect);
  return dendrogram;
}

void append_excess(std::string& out, const std::vector<double>& excess) {
  out += R"(,"excess":[)";
  for (std::size_t i = 0; i < excess.size(); ++i) {
    if (i > 0) out += ',';
    append_json_number(out, excess[i]);
  }
  out += ']';
}

}  // namespace

void check(const Dendrogram& dendrogram) {
  const auto is_name = [](const std::string& name) { return !name.empty() && is_valid_utf8(name); };
  auto defect = tree_defect(dendrogram);
  if (!is_name(dendrogram.topic) || !is_name(dendrogram.intent) ||
      !std::ranges::all_of(dendrogram.docs, is_name))
    defect = "has a name that is empty or not UTF-8";
  if (!defect) return;
  throw Error(Location{"the dendrogram of topic " + printable(dendrogram.topic) + ", intent " +
                       printable(dendrogram.intent)},
              *defect, "change it, or make it with cluster()");
}

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
    out += fmt::format("{}[{},{},", i > 0 ? "," : "", merge.a, merge.b);
    append_json_number(out, merge.similarity);
    out += fmt::format(",{}]", merge.size);
  }
  out += ']';
  if (dendrogram.topic_pairs) {
    const auto& [count, mean] = *dendrogram.topic_pairs;
    out += fmt::format(R"(,"topic_pairs":{},"topic_mean":)", count);
    append_json_number(out, mean);
  }
  if (dendrogram.excess) append_excess(out, *dendrogram.excess);
  out += "}\n";
}

}  // namespace subintent::internal

namespace subintent {

std::vector<Dendrogram> read_dendrograms(const Source& source) {
  std::vector<Dendrogram> dendrograms;
  std::set<std::pair<std::string, std::string>> seen;
  simdjson::dom::parser parser;
  internal::LineReader lines(source);
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    const Location location = lines.location();
    Dendrogram dendrogram = internal::dendrogram_in(
        internal::JsonObject::parse(parser, line, internal::JsonPlace(location, internal::advice)));
    if (!seen.emplace(dendrogram.topic, dendrogram.intent).second) {
      throw Error(location,
                  fmt::format("topic {}, intent {} has a dendrogram already",
                              printable(dendrogram.topic), printable(dendrogram.intent)),
                  "keep one of the two lines");
    }
    dendrograms.push_back(std::move(dendrogram));
  }
  return dendrograms;
}

}  // namespace subintent
