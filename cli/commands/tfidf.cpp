// subintent tfidf --statistics S VECTORS... -o VECTORS
#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "support/error.h"
#include "support/output_file.h"
#include "support/parallel.h"
#include "support/progress.h"
#include "support/strings.h"
#include "tfidf/tfidf.h"

namespace subintent {
namespace {

constexpr std::size_t batch_terms = 1 << 14;

struct Arguments {
  std::vector<std::string> inputs;
  std::string statistics, output = "-";
};

// Some documents on their way through the pipeline.
struct Batch {
  std::vector<DocumentVector> vectors;
  std::vector<Location> locations;
  std::vector<std::string> unknown;
  std::string text;
  double share = -1;  // of the inputs, read so far
};

// The inputs, one after the other, in batches.
class BatchReader {
 public:
  explicit BatchReader(const std::vector<std::string>& paths) : paths_(paths) {}

  // Nothing at the end of the last input.
  std::unique_ptr<Batch> next() {
    auto batch = std::make_unique<Batch>();
    std::size_t terms = 0;
    DocumentVector vector;
    while (terms < batch_terms && next_vector(vector)) {
      terms += vector.terms.size() + 16;
      batch->locations.push_back(reader_->location());
      batch->vectors.push_back(std::move(vector));
      vector = {};
    }
    if (batch->vectors.empty()) return nullptr;
    if (reader_ && reader_->share_read() >= 0) {
      batch->share = (static_cast<double>(opened_ - 1) + reader_->share_read()) /
                     static_cast<double>(paths_.size());
    }
    return batch;
  }

 private:
  bool next_vector(DocumentVector& vector) {
    while (true) {
      if (reader_ && reader_->next(vector)) return true;
      reader_.reset();
      if (opened_ == paths_.size()) return false;
      reader_.emplace(paths_[opened_++]);
    }
  }

  const std::vector<std::string>& paths_;
  std::optional<VectorReader> reader_;
  std::size_t opened_ = 0;
};

void weigh_batch(Batch& batch, const CollectionStatistics& statistics) {
  for (std::size_t i = 0; i < batch.vectors.size(); ++i) {
    DocumentVector& vector = batch.vectors[i];
    if (statistics.documents == 0 && !vector.terms.empty()) {
      throw Error(batch.locations[i],
                  "document " + printable(vector.docno) +
                      " has terms, but the statistics are those of no documents",
                  "give the statistics of the collection that it belongs to");
    }
    if (!weigh(vector, statistics, batch.unknown)) {
      throw Error(batch.locations[i],
                  "document " + printable(vector.docno) + " has a weight too large for a number",
                  "give term frequencies");
    }
    append_vector_line(batch.text, vector);
  }
}

// Returns how many terms the statistics lack.
std::size_t write_weights(const CommandLine& line, const Arguments& arguments,
                          const CollectionStatistics& statistics, OutputFile& output) {
  ProgressLine shown(line.shows_progress());
  ProgressMeter progress(shown.callback(), "weights", "documents");
  BatchReader reader(arguments.inputs);
  std::unordered_set<std::string> unknown;
  using BatchPointer = std::shared_ptr<Batch>;
  const auto read = [&](tbb::flow_control& control) -> BatchPointer {
    BatchPointer batch = reader.next();
    if (!batch) control.stop();
    return batch;
  };
  const auto weigh_all = [&](BatchPointer batch) {
    weigh_batch(*batch, statistics);
    return batch;
  };
  const auto write = [&](const BatchPointer& batch) {
    output.write(batch->text);
    unknown.insert(batch->unknown.begin(), batch->unknown.end());
    if (batch->share >= 0) progress.set_share(batch->share);
    progress.advance(batch->vectors.size());
  };
  const std::size_t in_flight = 4 * thread_limit();
  tbb::parallel_pipeline(
      in_flight,
      tbb::make_filter<void, BatchPointer>(tbb::filter_mode::serial_in_order, read) &
          tbb::make_filter<BatchPointer, BatchPointer>(tbb::filter_mode::parallel, weigh_all) &
          tbb::make_filter<BatchPointer, void>(tbb::filter_mode::serial_in_order, write));
  return unknown.size();
}

void run(const CommandLine& line, const Arguments& arguments) {
  OutputFile output(arguments.output);
  const CollectionStatistics statistics = read_statistics(arguments.statistics);
  const std::size_t unknown = write_weights(line, arguments, statistics, output);
  if (unknown > 0) {
    line.warn(fmt::format("{} not in {}: counted as in one document",
                          unknown == 1 ? "1 term is" : fmt::format("{} terms are", unknown),
                          display_name(arguments.statistics)));
  }
  output.close();
}

void check(const Arguments& arguments) {
  if (arguments.statistics.empty()) {
    throw Error::usage("--statistics is missing",
                       "name the statistics of the collection, made with subintent tokenize");
  }
  if (arguments.inputs.empty()) {
    throw Error::usage("no document vectors given",
                       "name at least one file, or - for standard input");
  }
  std::vector<std::string> inputs = arguments.inputs;
  inputs.push_back(arguments.statistics);
  CommandLine::check_files(inputs, {arguments.output});
}

}  // namespace

Work setup_tfidf(CommandLine& line) {
  line.summary("Turns term frequencies into TF-IDF weights.");
  Arguments arguments;
  line.inputs(&arguments.inputs, "VECTORS...",
              "document vectors of term frequencies, JSON lines; - is standard input");
  line.option("statistics", &arguments.statistics, "S",
              "document frequencies of the collection, TSV (required)");
  line.option("output,o", &arguments.output, "VECTORS",
              "where to write the weighted vectors (default: standard output)");
  line.parse();
  check(arguments);
  return [&line, arguments] { run(line, arguments); };
}

}  // namespace subintent
