// subintent simhash VECTORS... -o FINGERPRINTS
// subintent simhash --within H [--groups] FINGERPRINTS... -o PAIRS
#include <fmt/format.h>

#include "program/analysis_command.h"
#include "program/command_line.h"
#include "subintent/analysis.h"
#include "subintent/program.h"
#include "subintent/similarity.h"

namespace subintent::internal {
namespace {

struct SimhashArguments {
  std::vector<std::string> inputs;
  std::string output = "-";
  AnalysisArguments near;  // of near_duplicates_record()
  std::optional<std::int64_t> bits;
};

void fingerprint(const CommandLine& line, const SimhashArguments& arguments, int bits) {
  write_output(arguments.output, [&](const TextWriter& write) {
    std::uint64_t without = 0;
    {
      ProgressLine progress(line.shows_progress());
      without = fingerprint_vectors(sources(arguments.inputs), bits, write, progress.callback());
    }
    if (without == 0) return;
    line.note(count_of(without, "document") +
              " without terms, or with a vector of zeros: no fingerprint");
  });
}

void list_near_duplicates(const CommandLine& line, const SimhashArguments& arguments, int within) {
  OutputFile output(arguments.output);
  const Fingerprints fingerprints = Fingerprints::read(sources(arguments.inputs));
  std::string found;
  {
    ProgressLine progress(line.shows_progress());
    if (arguments.near["groups"].flag) {
      const auto groups = near_duplicate_groups(fingerprints, within, progress.callback());
      std::size_t documents = 0;
      output.write("group\tdocno\n");
      for (const std::vector<std::string>& docnos : groups) {
        documents += docnos.size();
        for (const std::string& docno : docnos)
          output.write(fmt::format("{}\t{}\n", docnos[0], docno));
      }
      found = fmt::format("{} of {} connected by pairs", count_of(groups.size(), "group"),
                          count_of(documents, "document"));
    } else {
      const auto write = [&](std::string_view first, std::string_view second, int distance) {
        output.write(fmt::format("{}\t{}\t{}\n", first, second, distance));
      };
      found = count_of(near_duplicates(fingerprints, within, write, progress.callback()), "pair");
    }
  }
  line.note(fmt::format("{} at most {} apart, of {}", found,
                        count_of(static_cast<std::uint64_t>(within), "bit"),
                        count_of(fingerprints.size(), "document")));
  output.close();
}

void check_simhash_options(CommandLine& line, const SimhashArguments& arguments) {
  const bool is_search = arguments.near["within"].given();
  refuse_if(arguments.inputs.empty(),
            is_search ? "no fingerprints given" : "no document vectors given",
            "give at least one file, or - for standard input");
  line.check_files(arguments.inputs, {arguments.output});
  refuse_if(is_search && arguments.bits,
            "--bits cannot be combined with --within: the fingerprints exist already",
            "leave out --bits");
  refuse_if(arguments.near["groups"].given() && !is_search, "--groups needs --within",
            "add --within 3, or leave it out");
}

void declare_simhash(CommandLine& line, SimhashArguments& arguments) {
  line.inputs(&arguments.inputs, "INPUT...",
              "document vectors, JSON lines with \"id\" and \"vector\"; with --within "
              "fingerprints; - is standard input");
  line.example("simhash vectors.jsonl -o fingerprints.tsv");
  line.example("simhash --within 3 fingerprints.tsv -o near-duplicates.tsv");
  line.example("simhash --within 3 --groups fingerprints.tsv -o groups.tsv");
  line.option("output,o", &arguments.output, "FILE",
              "where to write the fingerprints, pairs or groups (default: standard output)");
  const std::vector<AnalysisOption>& options = near_duplicates_record().options;
  const AnalysisOption& within = option_named(options, "within");
  declare_record_option(line, arguments.near, within, within.meaning);  // it has no default here
  declare_record_options(line, arguments.near, options, "groups", "groups");
  line.option("bits", &arguments.bits, "64|128|256", "bits of a fingerprint (default: 64)");
}

}  // namespace

Work setup_simhash(CommandLine& line) {
  line.summary("Makes the SimHash fingerprints of documents; lists near-duplicates.");
  SimhashArguments arguments;
  declare_simhash(line, arguments);
  line.parse();
  check_simhash_options(line, arguments);
  if (arguments.near["within"].given()) {
    const auto bits = values_of(arguments.near, near_duplicates_record().options).whole("within");
    return [&line, arguments, bits] {
      list_near_duplicates(line, arguments, static_cast<int>(*bits));
    };
  }
  return [&line, arguments, bits = fingerprint_bits(arguments.bits.value_or(64))] {
    fingerprint(line, arguments, bits);
  };
}

}  // namespace subintent::internal
