#include "faces/cli/options/preferences.h"

#include <algorithm>

#include "collection/preferences.h"
#include "io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string file_of(const std::string& pool) {
  const std::size_t equals = pool.find('=');
  return equals == std::string::npos ? pool : pool.substr(equals + 1);
}

}  // namespace

std::vector<std::string> preference_files(const std::vector<std::string>& pools) {
  std::vector<std::string> files;
  for (const std::string& pool : pools) {
    files.push_back(file_of(pool));
    if (!files.back().empty()) continue;
    throw Error::usage("--preferences: no file is given in '" + printable(pool) + "'",
                       "write FILE or NAME=FILE");
  }
  return files;
}

std::vector<PreferencePool> read_preference_pools(const std::vector<std::string>& pools) {
  std::vector<PreferencePool> read;
  for (const std::string& pool : pools) {
    const std::string file = file_of(pool);
    const std::string name = file.size() == pool.size()
                                 ? display_name(file)
                                 : pool.substr(0, pool.size() - file.size() - 1);
    if (std::ranges::count(read, name, &PreferencePool::name) > 0) {
      throw Error(Location{display_name(file), 0},
                  "there is already a pool of preferences called " + printable(name),
                  "give each another name, NAME=FILE, and each file once");
    }
    read.push_back({name, display_name(file), read_preferences(file)});
  }
  return read;
}

}  // namespace subintent::internal
