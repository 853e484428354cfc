#include "tokenize/statistics/statistics.h"

#include <fmt/format.h>

#include "core/base/portable_math.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view documents_label = "#documents";
constexpr std::size_t write_size = 1 << 16;

// A whole number from 0 on, or nothing.
std::optional<std::uint64_t> parse_count(std::string_view text) {
  const auto number = parse_integer(text);
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

void CollectionStatistics::add(const CollectionStatistics& other) {
  documents += other.documents;
  for (const auto& [term, count] : other.document_frequency) document_frequency[term] += count;
}

std::optional<std::uint64_t> CollectionStatistics::frequency_of(std::string_view term) const {
  const auto found = document_frequency.find(term);
  if (found == document_frequency.end()) return std::nullopt;
  return found->second;
}

double CollectionStatistics::idf(std::optional<std::uint64_t> frequency) const {
  if (documents == 0) return 0;
  return portable::log(static_cast<double>(documents) / static_cast<double>(frequency.value_or(1)));
}

StatisticsReader::StatisticsReader(const Source& source) : lines_(source) {
  std::string_view line;
  const bool any = lines_.next(line);
  const std::size_t tab = line.find('\t');
  const auto documents =
      tab == std::string_view::npos ? std::nullopt : parse_count(line.substr(tab + 1));
  if (!any || line.substr(0, tab) != documents_label || !documents) {
    throw Error(
        {lines_.name(), 1},
        "is not a file of collection statistics: the first line must be \"#documents<tab>N\"",
        "make the file with subintent tokenize `statistics`");
  }
  documents_ = *documents;
}

bool StatisticsReader::next() {
  std::string_view line;
  if (!lines_.next(line)) return false;
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos || tab == 0) {
    throw Error(lines_.location(), "is not \"term<tab>document frequency\"",
                "make the file again with subintent tokenize `statistics`");
  }
  const auto count = parse_count(line.substr(tab + 1));
  const std::string_view term = line.substr(0, tab);
  if (!count || *count == 0 || *count > documents_) {
    throw Error(
        lines_.location(),
        fmt::format("the document frequency '{}' of '{}' is not a whole number from 1 to {}",
                    printable(line.substr(tab + 1)), printable(term), documents_),
        "make the file again with subintent tokenize `statistics`");
  }
  if (lines_.line_number() > 2 && term <= std::string_view(term_)) {
    throw Error(lines_.location(),
                fmt::format("the term '{}' is out of order or listed twice", printable(term)),
                "sort the lines after the first one with LC_ALL=C sort");
  }
  term_ = term;
  document_frequency_ = *count;
  return true;
}

CollectionStatistics read_statistics(const Source& source) {
  StatisticsReader reader(source);
  CollectionStatistics statistics;
  statistics.documents = reader.documents();
  while (reader.next())
    statistics.document_frequency.emplace(reader.term(), reader.document_frequency());
  return statistics;
}

std::string statistics_first_line(std::uint64_t documents) {
  std::string line;
  append_statistics_line(line, documents_label, documents);
  return line;
}

void append_statistics_line(std::string& text, std::string_view term,
                            std::uint64_t document_frequency) {
  const fmt::format_int digits(document_frequency);
  text.append(term);
  text += '\t';
  text.append(digits.data(), digits.size());
  text += '\n';
}

StatisticsWriter::StatisticsWriter(std::uint64_t documents,
                                   std::function<void(std::string_view)> write)
    : write_(std::move(write)), text_(statistics_first_line(documents)) {}

void StatisticsWriter::write(std::string_view term, std::uint64_t document_frequency) {
  append_statistics_line(text_, term, document_frequency);
  if (text_.size() >= write_size) flush();
}

void StatisticsWriter::flush() {
  write_(text_);
  text_.clear();
}

}  // namespace subintent::internal
