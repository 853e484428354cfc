// subintent simhash VECTORS... -o FINGERPRINTS
// subintent simhash --within H [--groups] FINGERPRINTS... -o PAIRS
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/strings.h"
#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "io/output_file.h"
#include "subintent/near_duplicates.h"
#include "subintent/simhash.h"

namespace subintent::internal {
namespace {

struct Arguments {
  std::vector<std::string> inputs;
  std::string output = "-";
  std::optional<std::string> within;
  bool groups = false;
  std::optional<std::int64_t> bits;
};

void fingerprint(const CommandLine& line, const Arguments& arguments, int bits) {
  OutputFile output(arguments.output);
  std::uint64_t without_terms = 0;
  {
    ProgressLine progress(line.shows_progress());
    without_terms = fingerprint_vectors(
        sources(arguments.inputs), bits, [&](std::string_view text) { output.write(text); },
        progress.callback());
  }
  if (without_terms > 0) {
    line.note(count_of(without_terms, "document") + " without terms: no fingerprint");
  }
  output.close();
}

int parse_within(const std::string& text) {
  const auto bits = parse_integer(text);
  constexpr int largest = max_near_duplicate_distance(256);
  if (!bits || *bits < 0 || *bits > largest) {
    throw Error::usage(fmt::format("--within: '{}' is not a number of bits from 0 to {}",
                                   printable(text), largest),
                       "give 3 for near-duplicates with 64 bits, or 0 for equal fingerprints");
  }
  return static_cast<int>(*bits);
}

void list_near_duplicates(const CommandLine& line, const Arguments& arguments, int within) {
  OutputFile output(arguments.output);
  const Fingerprints fingerprints = Fingerprints::read(sources(arguments.inputs));
  std::string found;
  {
    const auto write = [&](std::string_view text) { output.write(text); };
    ProgressLine progress(line.shows_progress());
    if (arguments.groups) {
      const NearDuplicateGroups counts =
          write_near_duplicate_groups(fingerprints, within, write, progress.callback());
      found = fmt::format("{} of {} connected by pairs", count_of(counts.groups, "group"),
                          count_of(counts.documents, "document"));
    } else {
      found =
          count_of(write_near_duplicates(fingerprints, within, write, progress.callback()), "pair");
    }
  }
  line.note(fmt::format("{} at most {} apart, of {}", found,
                        count_of(static_cast<std::uint64_t>(within), "bit"),
                        count_of(fingerprints.size(), "document")));
  output.close();
}

}  // namespace

Work setup_simhash(CommandLine& line) {
  line.summary("Makes the SimHash fingerprints of document vectors; lists near-duplicates.");
  Arguments arguments;
  line.inputs(&arguments.inputs, "INPUT...",
              "document vectors, JSON lines with \"id\" and \"vector\"; with --within "
              "fingerprints; - is standard input");
  line.example("simhash vectors.jsonl -o fingerprints.tsv");
  line.example("simhash --within 3 fingerprints.tsv -o near-duplicates.tsv");
  line.example("simhash --within 3 --groups fingerprints.tsv -o groups.tsv");
  line.option("output,o", &arguments.output, "FILE",
              "where to write the fingerprints, pairs or groups (default: standard output)");
  line.option("within", &arguments.within, "H",
              "list all pairs of documents whose fingerprints differ in at most H bits: up to 3 of "
              "64, 7 of 128 or 15 of 256");
  line.flag("groups", &arguments.groups,
            "with --within: list groups of documents connected by pairs, instead of the pairs");
  line.option("bits", &arguments.bits, "64|128|256", "bits of a fingerprint (default: 64)");
  line.parse();
  if (arguments.inputs.empty()) {
    throw Error::usage(arguments.within ? "no fingerprints given" : "no document vectors given",
                       "give at least one file, or - for standard input");
  }
  line.check_files(arguments.inputs, {arguments.output});
  if (arguments.within && arguments.bits) {
    throw Error::usage("--bits cannot be combined with --within: the fingerprints exist already",
                       "leave out --bits");
  }
  if (arguments.groups && !arguments.within) {
    throw Error::usage("--groups needs --within", "add --within 3, or leave it out");
  }
  if (arguments.within) {
    return [&line, arguments, within = parse_within(*arguments.within)] {
      list_near_duplicates(line, arguments, within);
    };
  }
  return [&line, arguments, bits = fingerprint_bits(arguments.bits.value_or(64))] {
    fingerprint(line, arguments, bits);
  };
}

}  // namespace subintent::internal
