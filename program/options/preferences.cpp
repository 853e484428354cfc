#include "program/options/preferences.h"

#include "subintent/program.h"

namespace subintent::internal {

std::vector<NamedFile> preference_files(const std::vector<std::string>& pools) {
  std::vector<NamedFile> files;
  for (const std::string& pool : pools) {
    const std::size_t equals = pool.find('=');
    const std::string file = equals == std::string::npos ? pool : pool.substr(equals + 1);
    if (file.empty()) {
      throw Error::usage("--preferences: no file is given in '" + printable(pool) + "'",
                         "write FILE or NAME=FILE");
    }
    files.push_back({file});
    if (equals != std::string::npos) files.back().name = pool.substr(0, equals);
  }
  return files;
}

}  // namespace subintent::internal
