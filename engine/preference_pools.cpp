#include "engine/preference_pools.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/collection/preferences.h"
#include "subintent/program.h"

namespace subintent {

std::vector<internal::PreferencePool> internal::read_pools(const std::vector<NamedFile>& files) {
  std::vector<PreferencePool> read;
  for (const NamedFile& file : files) {
    const std::string name = file.name.value_or(file.source.name());
    if (std::ranges::count(read, name, &PreferencePool::name) > 0) {
      throw Error(Location{file.source.name(), 0},
                  "there is already a pool of preferences called " + printable(name),
                  "give each another name, `NamedFile::name`, and each file once");
    }
    PreferencePool& pool = read.emplace_back(PreferencePool{name, file.source.name(), {}});
    pool.preferences = internal::read_preferences(file.source, &pool.failed);
  }
  return read;
}

std::vector<PreferencePool> read_preference_pools(const std::vector<NamedFile>& files) {
  std::vector<PreferencePool> pools;
  for (internal::PreferencePool& pool : internal::read_pools(files)) {
    pools.push_back({std::move(pool.name), std::move(pool.preferences)});
  }
  return pools;
}

}  // namespace subintent
