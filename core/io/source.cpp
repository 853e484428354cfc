#include "subintent/basics.h"

#include <cstring>
#include <utility>

namespace subintent {

Source::Source(std::string path)
    : path_(std::move(path)), name_(path_ == "-" ? "standard input" : path_) {}

Source::Source(const char* path) : Source(std::string(path)) {}

Source Source::memory(std::string_view bytes, std::string name) {
  auto copy = std::make_shared_for_overwrite<char[]>(bytes.size() + padding + 1);
  if (!bytes.empty()) std::memcpy(copy.get(), bytes.data(), bytes.size());
  std::memset(copy.get() + bytes.size(), '\n', padding + 1);
  Source source;
  source.name_ = std::move(name);
  source.bytes_ = std::move(copy);
  source.size_ = bytes.size();
  return source;
}

std::vector<Source> sources(const std::vector<std::string>& paths) {
  return {paths.begin(), paths.end()};
}

}  // namespace subintent
