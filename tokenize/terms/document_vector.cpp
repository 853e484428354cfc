#include "tokenize/terms/document_vector.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <unordered_set>

#include "core/base/strings.h"
#include "core/io/json.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view shape =
    R"(each line must read {"id": "docno", "vector": {"term": weight, ...}})";

bool term_less(const TermWeight& a, const TermWeight& b) {
  return a.term < b.term;
}
bool same_term(const TermWeight& a, const TermWeight& b) {
  return a.term == b.term;
}

// The line of one vector; `append_value` appends the weight of an entry.
template <typename Terms, typename AppendValue>
void append_line(std::string& out, std::string_view docno, const Terms& terms,
                 AppendValue append_value) {
  out += R"({"id": )";
  append_json_string(out, docno);
  out += R"(, "vector": {)";
  bool first = true;
  for (const auto& entry : terms) {
    if (!std::exchange(first, false)) out += ", ";
    append_json_string(out, entry.term);
    out += ": ";
    append_value(entry);
  }
  out += "}}\n";
}

}  // namespace

class VectorReader::Parser {
 public:
  void parse(std::string_view line, const Location& location, DocumentVector& vector) {
    simdjson::dom::object members;
    const auto error = parser_.parse(line.data(), line.size()).get(members);
    if (error == simdjson::INCORRECT_TYPE)
      throw Error(location, "is not a JSON object", std::string(shape));
    if (line.starts_with("\x93NUMPY")) {
      throw Error(location, "is an array of NumPy",
                  "give it as `dense`, with the docnos of its rows as `docnos`");
    }
    if (is_line_of_texts(line)) {
      throw Error(location, "is a text, not a vector",
                  "give what tfidf made of it; texts have an option of their own");
    }
    if (error != simdjson::SUCCESS) {
      throw Error(location,
                  fmt::format("is not valid JSON: {}", json_defect(simdjson::error_message(error))),
                  std::string(shape));
    }
    read_docno(members, location, vector.docno);
    read_terms(members, location, vector.terms);
  }

 private:
  static void read_docno(simdjson::dom::object members, const Location& location,
                         std::string& docno) {
    const auto id = docno_of(members, {"id", "docid", "docno", "_id"});
    if (!id) throw Error(location, "has no \"id\"", std::string(shape));
    if (const auto defect = docno_defect(*id))
      throw Error(location, std::string("the \"id\" ") + *defect, "give the docno of the vector");
    docno = *id;
  }

  static void read_terms(simdjson::dom::object members, const Location& location,
                         std::vector<TermWeight>& terms) {
    simdjson::dom::object weights;
    if (members["vector"].get(weights) != simdjson::SUCCESS) {
      bool is_dense = false;
      for (const auto member : members) is_dense |= member.value.is_array();
      throw Error(
          location, "has no object \"vector\"",
          is_dense ? "give vectors that are lists of numbers as `dense`" : std::string(shape));
    }
    std::size_t count = 0;
    for (const auto [term, value] : weights) {
      double weight = 0;
      if (value.get(weight) != simdjson::SUCCESS) {
        throw Error(location, "the weight of '" + printable(term) + "' is not a number",
                    std::string(shape));
      }
      if (count == terms.size()) terms.emplace_back();
      terms[count].term = term;
      terms[count].weight = weight;
      ++count;
    }
    terms.resize(count);
    if (!std::is_sorted(terms.begin(), terms.end(), term_less))
      std::sort(terms.begin(), terms.end(), term_less);
    const auto twice = std::adjacent_find(terms.begin(), terms.end(), same_term);
    if (twice != terms.end()) {
      throw Error(location, "the term '" + printable(twice->term) + "' is listed twice",
                  "add up its weights");
    }
  }

  simdjson::dom::parser parser_;
};

VectorReader::VectorReader(const Source& source)
    : lines_(source), parser_(std::make_unique<Parser>()) {}
VectorReader::~VectorReader() = default;

bool VectorReader::next(DocumentVector& vector) {
  std::string_view line;
  do {
    if (!lines_.next(line)) return false;
  } while (trim(line).empty());
  parser_->parse(line, lines_.location(), vector);
  return true;
}

Location VectorReader::location() const {
  return lines_.location();
}

double VectorReader::share_read() const {
  return lines_.share_read();
}

bool VectorsReader::next(DocumentVector& vector) {
  while (!reader_ || !reader_->next(vector)) {
    if (opened_ == sources_.size()) return false;
    reader_.emplace(sources_[opened_++]);
  }
  return true;
}

double VectorsReader::share_read() const {
  const double share = reader_ ? reader_->share_read() : -1;
  if (share < 0) return -1;
  return (static_cast<double>(opened_ - 1) + share) / static_cast<double>(sources_.size());
}

void append_vector_line(std::string& out, const DocumentVector& vector) {
  append_line(out, vector.docno, vector.terms,
              [&](const TermWeight& entry) { append_json_number(out, entry.weight); });
}

void append_vector_line(std::string& out, std::string_view docno,
                        std::span<const TermCount> terms) {
  append_line(out, docno, terms, [&](const TermCount& entry) {
    const fmt::format_int digits(entry.count);
    out.append(digits.data(), digits.size());
  });
}

std::vector<DocumentVector> read_vectors(const std::vector<Source>& sources,
                                         const std::function<bool(std::string_view)>& wanted) {
  std::vector<DocumentVector> vectors;
  std::unordered_set<std::string> seen;
  VectorsReader reader(sources);
  DocumentVector vector;
  while (reader.next(vector)) {
    if (wanted && !wanted(vector.docno)) continue;
    if (!seen.insert(vector.docno).second) {
      throw Error(reader.location(), "the docno '" + printable(vector.docno) + "' is listed twice",
                  "keep one vector per document");
    }
    vectors.push_back(std::move(vector));
    vector = {};
  }
  return vectors;
}

}  // namespace subintent::internal
