// subintent simhash VECTORS... -o FINGERPRINTS
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "simhash/docno_set.h"
#include "simhash/simhash.h"
#include "support/error.h"
#include "support/output_file.h"
#include "support/strings.h"
#include "tokenize/document_vector.h"

namespace subintent {
namespace {

constexpr std::size_t write_size = 1 << 16;

struct Arguments {
  std::vector<std::string> inputs;
  std::string output = "-";
};

// Returns how many documents have no terms, and so no fingerprint.
std::uint64_t write_fingerprints(const CommandLine& line, const Arguments& arguments) {
  OutputFile output(arguments.output);
  Progress progress("fingerprints", "documents", 0, line.shows_progress());
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
  output.close();
  return without_terms;
}

void run(const CommandLine& line, const Arguments& arguments) {
  if (const std::uint64_t without_terms = write_fingerprints(line, arguments); without_terms > 0) {
    line.note(count_of(without_terms, "document") + " without terms got no fingerprint");
  }
}

}  // namespace

Work setup_simhash(CommandLine& line) {
  line.summary("Makes the 64-bit SimHash fingerprints of document vectors.");
  Arguments arguments;
  line.inputs(&arguments.inputs, "VECTORS...",
              "document vectors, JSON lines with \"id\" and \"vector\"; - is standard input");
  line.option("output,o", &arguments.output, "FINGERPRINTS",
              "where to write them (default: standard output)");
  line.parse();
  if (arguments.inputs.empty()) {
    throw Error::usage("no document vectors given",
                       "name at least one file, or - for standard input");
  }
  CommandLine::require_one_standard_input(arguments.inputs);
  return [&line, arguments] { run(line, arguments); };
}

}  // namespace subintent
