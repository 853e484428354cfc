// All bytes of a source in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "subintent/basics.h"

namespace subintent::internal {

// The decompressed bytes of a source. Invariant: they are followed by a line end and at least
// `padding` bytes that may be read. A source of memory that is not compressed is shared, not
// copied. Copies share the bytes.
class Content {
 public:
  static constexpr std::size_t padding = Source::padding;

  Content() = default;  // without bytes
  explicit Content(const Source& source);

  // The bytes of a source of memory as they are, whether they look compressed or not.
  static Content plain(const Source& memory);

  // Zeros beside these bytes, as many of them, and where they can be changed: each is in the same
  // line as the byte in its place. Memory is taken where they are.
  std::pair<Content, char*> beside() const;

  std::string_view bytes() const { return {bytes_.get(), size_}; }
  // The name of the source, for messages.
  const std::string& name() const { return name_; }
  // The line of a place in the bytes; counts line ends, so it is for messages.
  Location location(const char* place) const;
  bool holds(const char* place) const;

 private:
  void share(const Source& memory);
  bool map(const std::string& path);
  void read(const Source& source);

  std::string name_;
  std::shared_ptr<const char> bytes_, lines_;  // `lines_`: those that these are beside
  std::size_t size_ = 0;
};

// Several of them, as those of the files that judgments come from.
class Contents {
 public:
  Contents() = default;
  Contents(Content first) { add(std::move(first)); }

  void add(Content more) { all_.push_back(std::move(more)); }
  const Content& first() const { return all_.front(); }
  // The names of all files, for messages: "a.txt, b.txt".
  std::string name() const;
  // The file and line of a place in the bytes of one of the files.
  Location location(const char* place) const;
  // How many bytes of it are before that place.
  std::size_t offset(const char* place) const;

 private:
  const Content& holder_of(const char* place) const;

  std::vector<Content> all_;
};

}  // namespace subintent::internal
