// subintent statistics S... -o S

#include "program/command_line.h"
#include "program/environment.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "subintent/similarity.h"

namespace subintent::internal {

Work setup_statistics(CommandLine& line) {
  line.summary("Adds the collection statistics of shards.");
  std::vector<std::string> inputs;
  std::string output = "-";
  line.inputs(&inputs, "S...", "collection statistics; - is standard input");
  line.example("statistics shard-*.tsv -o statistics.tsv");
  line.option("output,o", &output, "S", "where to write the sum (default: standard output)");
  line.parse();
  refuse_if(inputs.empty(), "no statistics given",
            "give at least one file, or - for standard input");
  line.check_files(inputs, {output});
  return [inputs, output] {
    write_output(output, [&](const TextWriter& write) {
      add_statistics(sources(inputs), write, temporary_folder(output));
    });
  };
}

}  // namespace subintent::internal
