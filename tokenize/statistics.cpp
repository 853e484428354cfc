#include "tokenize/statistics.h"

#include <fmt/format.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>

#include "support/error.h"
#include "support/strings.h"

namespace subintent {
namespace {

constexpr std::string_view documents_label = "#documents";
constexpr std::size_t write_size = 1 << 16;

// A whole number from 0 on, or nothing.
std::optional<std::uint64_t> parse_count(std::string_view text) {
  const auto number = parse_integer(text);
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

// Lines "label<tab>count", collected to larger writes.
class CountWriter {
 public:
  CountWriter(OutputFile& file, std::uint64_t documents) : file_(file) {
    write(documents_label, documents);
  }
  void write(std::string_view label, std::uint64_t count) {
    fmt::format_to(std::back_inserter(text_), "{}\t{}\n", label, count);
    if (text_.size() >= write_size) flush();
  }
  void flush() {
    file_.write(text_);
    text_.clear();
  }

 private:
  OutputFile& file_;
  std::string text_;
};

}  // namespace

void CollectionStatistics::add(const CollectionStatistics& other) {
  documents += other.documents;
  for (const auto& [term, count] : other.document_frequency) document_frequency[term] += count;
}

double CollectionStatistics::idf(std::string_view term) const {
  if (documents == 0) return 0;
  const auto found = document_frequency.find(term);
  const std::uint64_t frequency = found == document_frequency.end() ? 1 : found->second;
  return std::log(static_cast<double>(documents) / static_cast<double>(frequency));
}

StatisticsReader::StatisticsReader(const std::string& path) : lines_(path) {
  std::string_view line;
  const bool any = lines_.next(line);
  const std::size_t tab = line.find('\t');
  const auto documents =
      tab == std::string_view::npos ? std::nullopt : parse_count(line.substr(tab + 1));
  if (!any || line.substr(0, tab) != documents_label || !documents) {
    throw Error({lines_.stream().name(), 1},
                "is no collection statistics: \"#documents<tab>N\" "
                "must be the first line",
                "make the file with subintent tokenize --statistics");
  }
  documents_ = *documents;
}

bool StatisticsReader::next() {
  std::string_view line;
  if (!lines_.next(line)) return false;
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos || tab == 0) {
    throw Error(lines_.location(), "is not \"term<tab>document frequency\"",
                "make the file again with subintent tokenize --statistics");
  }
  const auto count = parse_count(line.substr(tab + 1));
  const std::string_view term = line.substr(0, tab);
  if (!count || *count == 0 || *count > documents_) {
    throw Error(lines_.location(),
                fmt::format("the document frequency '{}' of '{}' is no whole number from 1 to {}",
                            printable(line.substr(tab + 1)), printable(term), documents_),
                "make the file again with subintent tokenize --statistics");
  }
  if (lines_.line_number() > 2 && term <= std::string_view(term_)) {
    throw Error(lines_.location(),
                fmt::format("the term '{}' is out of order or there twice", printable(term)),
                "sort the lines after the first one with LC_ALL=C sort");
  }
  term_ = term;
  document_frequency_ = *count;
  return true;
}

CollectionStatistics read_statistics(const std::string& path) {
  StatisticsReader reader(path);
  CollectionStatistics statistics;
  statistics.documents = reader.documents();
  while (reader.next()) {
    statistics.document_frequency.emplace(reader.term(), reader.document_frequency());
  }
  return statistics;
}

void write_statistics(const CollectionStatistics& statistics, const std::string& path) {
  OutputFile file(path);
  write_statistics(statistics, file);
  file.close();
}

void write_statistics(const CollectionStatistics& statistics, OutputFile& file) {
  CountWriter writer(file, statistics.documents);
  using Entry = std::pair<const std::string, std::uint64_t>;
  std::vector<const Entry*> entries;
  entries.reserve(statistics.document_frequency.size());
  for (const Entry& entry : statistics.document_frequency) entries.push_back(&entry);
  tbb::parallel_sort(entries.begin(), entries.end(),
                     [](const Entry* a, const Entry* b) { return a->first < b->first; });
  for (const Entry* entry : entries) writer.write(entry->first, entry->second);
  writer.flush();
}

void merge_statistics(const std::vector<std::string>& paths, const std::string& output) {
  if (paths.size() > merged_files_limit) {
    throw Error(
        fmt::format("{} files are too many to merge at a time; merge them in groups of at "
                    "most {}, then merge the results",
                    paths.size(), merged_files_limit));
  }
  std::vector<std::unique_ptr<StatisticsReader>> heap;  // the reader with the smallest term on top
  std::uint64_t documents = 0;
  for (const std::string& path : paths) {
    auto reader = std::make_unique<StatisticsReader>(path);
    if (reader->documents() > std::numeric_limits<std::int64_t>::max() - documents) {
      throw Error({display_name(path), 1}, "the sum of the document counts is too large",
                  "check the count in the first line");
    }
    documents += reader->documents();
    if (reader->next()) heap.push_back(std::move(reader));
  }
  const auto later = [](const auto& a, const auto& b) { return a->term() > b->term(); };
  std::make_heap(heap.begin(), heap.end(), later);
  OutputFile file(output);
  CountWriter writer(file, documents);
  while (!heap.empty()) {
    const std::string term = heap.front()->term();
    std::uint64_t sum = 0;
    while (!heap.empty() && heap.front()->term() == term) {
      std::pop_heap(heap.begin(), heap.end(), later);
      sum += heap.back()->document_frequency();
      if (heap.back()->next()) {
        std::push_heap(heap.begin(), heap.end(), later);
      } else {
        heap.pop_back();
      }
    }
    writer.write(term, sum);
  }
  writer.flush();
  file.close();
}

}  // namespace subintent
