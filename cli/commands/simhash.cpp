// subintent simhash VECTORS... -o FINGERPRINTS
// subintent simhash --within H FINGERPRINTS... -o PAIRS
#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "simhash/docno_set.h"
#include "simhash/near_duplicates.h"
#include "simhash/simhash.h"
#include "support/error.h"
#include "support/output_file.h"
#include "support/progress.h"
#include "support/strings.h"
#include "tokenize/terms/document_vector.h"

namespace subintent {
namespace {

constexpr std::size_t write_size = 1 << 16;

struct Arguments {
  std::vector<std::string> inputs;
  std::string output = "-";
  std::optional<std::string> within;
};

void write_fingerprints(const CommandLine& line, const Arguments& arguments) {
  OutputFile output(arguments.output);
  ProgressLine shown(line.shows_progress());
  ProgressMeter progress(shown.callback(), "fingerprints", "documents");
  DocnoSet docnos;
  DocumentVector vector;
  std::string text;
  std::uint64_t without_terms = 0;
  for (std::size_t i = 0; i < arguments.inputs.size(); ++i) {
    VectorReader reader(arguments.inputs[i]);
    while (reader.next(vector)) {
      if (!docnos.insert(vector.docno)) {
        throw Error(reader.location(), "document " + printable(vector.docno) + " is there twice",
                    "keep one vector a document over all inputs");
      }
      if (const auto value = simhash(vector.terms)) {
        text += fingerprint_line(vector.docno, *value);
      } else {
        ++without_terms;
      }
      if (text.size() >= write_size) {
        output.write(text);
        text.clear();
      }
      if (const double share = reader.share_read(); share >= 0) {
        progress.set_share((static_cast<double>(i) + share) /
                           static_cast<double>(arguments.inputs.size()));
      }
      progress.advance();
    }
  }
  output.write(text);
  if (without_terms > 0) {
    line.note(count_of(without_terms, "document") + " without terms got no fingerprint");
  }
  output.close();
}

// Fingerprints of a whole collection, in little memory.
class Documents {
 public:
  explicit Documents(const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
      FingerprintReader reader(input);
      std::string_view docno;
      std::uint64_t value = 0;
      while (reader.next(docno, value)) {
        if (!is_new(docno)) {
          throw Error(reader.location(), "document " + printable(docno) + " is there twice",
                      "keep one fingerprint a document over all inputs");
        }
        if (values_.size() == UINT32_MAX) {
          throw Error(reader.location(), "there are more than 4,294,967,295 fingerprints",
                      "compare parts of the collection");
        }
        docnos_ += docno;
        ends_.push_back(docnos_.size());
        values_.push_back(value);
      }
    }
    seen_ = {};
  }

  std::string_view docno(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(docnos_).substr(begin, ends_[i] - begin);
  }
  const std::vector<std::uint64_t>& values() const { return values_; }

 private:
  // Ascending docnos, as most collections have them, are new without a search.
  bool is_new(std::string_view next) {
    if (ascending_) {
      if (values_.empty() || docno(values_.size() - 1) < next) return true;
      ascending_ = false;
      for (std::size_t i = 0; i < values_.size(); ++i) seen_.insert(docno(i));
    }
    return seen_.insert(next);
  }

  std::string docnos_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint64_t> values_;
  bool ascending_ = true;
  DocnoSet seen_;
};

int parse_within(const std::string& text) {
  const auto bits = parse_integer(text);
  if (!bits || *bits < 0 || *bits > NearDuplicates::largest_distance) {
    throw Error::usage("--within: '" + printable(text) + "' is not a number of bits from 0 to 3",
                       "give 3 for near-duplicates, 0 for equal fingerprints");
  }
  return static_cast<int>(*bits);
}

void write_near_duplicates(const CommandLine& line, const Arguments& arguments, int within) {
  OutputFile output(arguments.output);
  const Documents documents(arguments.inputs);
  ProgressLine shown(line.shows_progress());
  const NearDuplicates near(documents.values(), within, shown.callback());
  const std::uint64_t pairs = near.number_of_pairs();
  ProgressMeter progress(shown.callback(), "writing", "pairs", pairs);
  std::vector<NearDuplicates::Partner> partners;
  std::string text;
  for (std::size_t i = 0; i < documents.values().size(); ++i) {
    near.later_partners(static_cast<std::uint32_t>(i), partners);
    for (const auto& partner : partners) {
      fmt::format_to(std::back_inserter(text), "{}\t{}\t{}\n", documents.docno(i),
                     documents.docno(partner.document), partner.distance);
      if (text.size() < write_size) continue;
      output.write(text);
      text.clear();
    }
    progress.advance(partners.size());
  }
  output.write(text);
  line.note(fmt::format("{} at most {} apart, of {}", count_of(pairs, "pair"),
                        count_of(static_cast<std::uint64_t>(within), "bit"),
                        count_of(documents.values().size(), "document")));
  output.close();
}

}  // namespace

Work setup_simhash(CommandLine& line) {
  line.summary("Makes the 64-bit SimHash fingerprints of document vectors; lists near-duplicates.");
  Arguments arguments;
  line.inputs(&arguments.inputs, "INPUT...",
              "document vectors, JSON lines with \"id\" and \"vector\"; with --within "
              "fingerprints; - is standard input");
  line.option("output,o", &arguments.output, "FILE",
              "where to write the fingerprints, or the pairs (default: standard output)");
  line.option("within", &arguments.within, "H",
              "list all pairs of documents whose fingerprints differ in at most H bits, 0 to 3");
  line.parse();
  if (arguments.inputs.empty()) {
    throw Error::usage(arguments.within ? "no fingerprints given" : "no document vectors given",
                       "name at least one file, or - for standard input");
  }
  CommandLine::check_files(arguments.inputs, {arguments.output});
  if (arguments.within) {
    return [&line, arguments, within = parse_within(*arguments.within)] {
      write_near_duplicates(line, arguments, within);
    };
  }
  return [&line, arguments] { write_fingerprints(line, arguments); };
}

}  // namespace subintent
