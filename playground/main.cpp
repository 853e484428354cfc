// The program without a system: main() is called once for each command line, on files in memory.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/error_text.h"
#include "cli/provenance.h"
#include "cli/standard_streams.h"
#include "subintent/error.h"
#include "support/output_file.h"

namespace subintent::internal {
namespace {

void run(const std::vector<std::string>& arguments) {
  const auto command = std::find_if(commands().begin(), commands().end(), [&](const Command& one) {
    return !arguments.empty() && one.name == arguments[0];
  });
  if (command == commands().end()) {
    throw Error::usage("there is no such command here",
                       "use evaluate, hierarchy, explain or report");
  }
  CommandLine line(arguments[0], {arguments.begin() + 1, arguments.end()});
  try {
    command->setup(line)();
    write_provenance(line, SUBINTENT_VERSION);
  } catch (const HelpRequest& request) {
    OutputFile output("-");
    output.write(request.text);
    output.close();
  }
}

}  // namespace
}  // namespace subintent::internal

int main(int argc, char** argv) {
  using namespace subintent::internal;
  try {
    run({argv + 1, argv + argc});
    return 0;
  } catch (const subintent::Error& error) {
    print_failure(error_text(error));
    return error.kind() == subintent::Error::Kind::argument ? 2 : 1;
  } catch (const std::exception& error) {
    print_failure(error.what());
  }
  return 1;
}
