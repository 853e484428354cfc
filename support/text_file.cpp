#include "support/text_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "support/block_masks.h"
#include "support/input_file.h"

namespace subintent {
void TextMemory::operator()(char* bytes) const {
  if (mapped == 0) {
    std::free(bytes);
  } else {
    munmap(bytes, mapped);
  }
}

TextFile::Bytes TextFile::allocate(std::size_t size) {
  Bytes bytes(static_cast<char*>(std::malloc(size)));
  if (bytes == nullptr) throw std::bad_alloc();
  return bytes;
}

// A plain file that is large enough, with the room behind it that allocate() gives; else nothing.
// First touching new memory and copying the bytes into it would take longer than to parse them.
TextFile::Bytes TextFile::map(const std::string& path, std::size_t& size) {
  constexpr off_t least = 1 << 22;
  const int descriptor = path == "-" ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  struct stat status {};
  std::array<char, 4> magic{};
  const bool plain =
      fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= least &&
      pread(descriptor, magic.data(), magic.size(), 0) == static_cast<ssize_t>(magic.size()) &&
      !is_gzip({magic.data(), magic.size()}) && !is_zstd({magic.data(), magic.size()});
  Bytes bytes;
  if (plain) {
    // The file lies over the start of empty memory, whose rest is behind its last page.
    const auto file_size = static_cast<std::size_t>(status.st_size);
    const std::size_t all = file_size + padding + 1;
    void* const memory =
        mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
      bytes = Bytes(static_cast<char*>(memory), TextMemory{all});
      if (mmap(memory, file_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, descriptor, 0) !=
          MAP_FAILED) {
        size = file_size;
      } else {
        bytes = nullptr;  // it will be read
      }
    }
  }
  close(descriptor);
  return bytes;
}

TextFile::Bytes TextFile::read(const std::string& path, std::size_t& size) {
  ByteStream stream(path);
  size = 0;
  // A plain file fits exactly and is read at once; compressed ones and pipes make the buffer grow.
  std::size_t capacity = std::max<std::size_t>(stream.size() + 1, 1 << 16);
  Bytes bytes = allocate(capacity + padding + 1);
  while (true) {
    size += stream.read(bytes.get() + size, capacity - size);
    if (size < capacity) return bytes;
    capacity *= 2;
    Bytes larger = allocate(capacity + padding + 1);
    std::memcpy(larger.get(), bytes.get(), size);
    bytes = std::move(larger);
  }
}

TextFile::TextFile(const std::string& path) : name_(display_name(path)) {
  std::size_t size = 0;
  bytes_ = map(path, size);
  if (bytes_ == nullptr) bytes_ = read(path, size);
  std::memset(bytes_.get() + size, '\n', padding + 1);
  text_ = {bytes_.get(), size};
  if (text_.starts_with("\xff\xfe") || text_.starts_with("\xfe\xff")) {
    throw Error({name_, 1}, "is UTF-16 text", "convert the file with iconv -f UTF-16 -t UTF-8");
  }
  if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos) {
    throw Error(location(text_.data() + zero), "holds a byte 0, which no text has",
                "get a good copy of the file");
  }
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
}

Location TextFile::location(const char* place) const {
  const auto lines = std::count(text_.data(), place, '\n');
  return {name_, static_cast<std::size_t>(lines) + 1};
}

LineColumns split_line(const char* line) {
  LineColumns columns;
  std::size_t bounds = 0;
  std::uint64_t before = 1;  // is the byte before the block a blank?
  while (true) {
    const BlockMasks masks = masks_of(line);
    // A column begins or ends wherever a byte and the one before it differ.
    std::uint64_t changes = masks.blanks ^ (masks.blanks << 1 | before);
    // Nothing after the first line end counts: x ^ (x - 1) are the bits up to the lowest one.
    if (masks.line_ends != 0) changes &= masks.line_ends ^ (masks.line_ends - 1);
    for (; changes != 0; changes &= changes - 1, ++bounds) {
      if (bounds < 2 * LineColumns::limit)
        columns.bounds[bounds] = line + std::countr_zero(changes);
    }
    if (masks.line_ends != 0) {
      columns.end = line + std::countr_zero(masks.line_ends);
      columns.count = bounds / 2;
      return columns;
    }
    before = masks.blanks >> 63;
    line += 64;
  }
}

}  // namespace subintent
