#include "core/io/content.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <tuple>

#include "core/io/decoders.h"
#include "core/io/input_file.h"
#include "core/io/table_cells.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr off_t least_mapped = 1 << 22;

std::atomic<bool> maps_large_files = false;

struct Free {
  void operator()(void* bytes) const { std::free(bytes); }
};

// Room for `size` bytes and what follows them.
std::unique_ptr<char, Free> allocate(std::size_t size) {
  std::unique_ptr<char, Free> bytes(static_cast<char*>(std::malloc(size + Content::padding + 1)));
  if (bytes == nullptr) throw std::bad_alloc();
  return bytes;
}

bool is_encoded(std::string_view start) {
  return is_gzip(start) || is_zstd(start) || is_utf16(start);
}

// Is it a plain file that is large enough to be mapped?
bool can_be_mapped(int descriptor, std::size_t& size) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  if (status.st_size < least_mapped) return false;
  size = static_cast<std::size_t>(status.st_size);
  std::array<char, 4> start{};
  return pread(descriptor, start.data(), start.size(), 0) == ssize_t{start.size()} &&
         !is_encoded({start.data(), start.size()});
}

// Maps zeros, which take no memory until used: room for `size` bytes and the padding. Nothing if
// there is none.
std::shared_ptr<char> mapped(std::size_t size) {
  const std::size_t all = size + Content::padding + 1;
  void* const memory =
      mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  return {static_cast<char*>(memory), [all](char* at) { munmap(at, all); }};
}

// The file over the start of empty memory, whose rest is behind its last page.
std::shared_ptr<char> mapped(int descriptor, std::size_t size) {
  std::shared_ptr<char> bytes = mapped(size);
  constexpr int flags = MAP_PRIVATE | MAP_FIXED;
  if (bytes != nullptr &&
      mmap(bytes.get(), size, PROT_READ | PROT_WRITE, flags, descriptor, 0) == MAP_FAILED)
    return nullptr;
  return bytes;
}

// Refuses texts whose lines are none, or whose columns have lines between them.
[[gnu::cold]] void refuse_drawn_lines(std::string_view text, const std::string& name) {
  const std::size_t end = text.find('\n');
  if (end == text.npos && !text.empty() && text.find('\r') < text.size() - 1)
    throw Error({name, 0}, "has lines that end in CR alone", "convert it, with tr '\\r' '\\n'");
  const auto is_rule = [](std::string_view line) {
    return line.find("--") != line.npos && line.find_first_not_of("|+-: \r") == line.npos;
  };
  const std::string_view first = text.substr(0, end),
                         rest = text.substr(std::min(first.size() + 1, text.size())),
                         second = rest.substr(0, rest.find('\n'));
  if ((is_rule(first) && second.starts_with('|')) ||
      (is_rule(second) && first.find('|') != first.npos))
    throw Error({name, 0}, "is a table with lines between its cells, as of Markdown or psql",
                "save it as CSV");
}

// Puts blanks for line ends in quoted cells, and as many empty lines behind the row. Nothing if
// there are none.
std::optional<std::string> without_line_ends_in_cells(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const std::size_t place = first.find_first_of("\t,;");
  if (place == first.npos || text.starts_with('{') || text.starts_with('[')) return std::nullopt;
  const char separator = first.find('\t') != first.npos  ? '\t'
                         : first.find(',') != first.npos ? ','
                                                         : ';';
  // In few columns a quote may be one of the text.
  if (separator == '\t' && std::ranges::count(first, '\t') < 2) return std::nullopt;
  const auto bounds = [&](std::size_t at) {
    return at >= text.size() || text[at] == separator || text[at] == '\n' || text[at] == '\r';
  };
  std::string result;
  std::size_t copied = 0, owed = 0;
  const auto copy = [&](std::size_t end) {
    const std::size_t line_end = owed > 0 ? text.find('\n', copied) : text.npos;
    if (line_end < end) {
      result.append(text, copied, line_end - copied).append(std::exchange(owed, 0), '\n');
      copied = line_end;
    }
    result.append(text, copied, end - copied);
    copied = end;
  };
  for (std::size_t at = text.find('"'); at != text.npos; at = text.find('"', at + 1)) {
    if (at > 0 && !bounds(at - 1)) continue;
    std::size_t end = text.find('"', at + 1);
    while (end != text.npos && text.substr(end + 1).starts_with('"')) end = text.find('"', end + 2);
    if (end == text.npos) break;
    if (!bounds(end + 1)) continue;
    const std::size_t line_ends = std::ranges::count(text.substr(at, end - at), '\n');
    if (line_ends > 0) {
      copy(at);
      for (; copied < end; ++copied)
        result += text[copied] == '\n' || text[copied] == '\r' ? ' ' : text[copied];
      owed += line_ends;
    }
    at = end;
  }
  if (copied == 0) return std::nullopt;
  copy(text.size());
  return result.append(owed, '\n');
}

}  // namespace

Content::Content(const Source& source) : name_(source.name()) {
  if (source.is_memory() && !is_encoded(source.bytes()))
    share(source);
  else if (source.is_memory() || !maps_large_files || !map(source.path()))
    read(source);
}

Content Content::plain(const Source& memory) {
  Content content;
  content.name_ = memory.name();
  content.share(memory);
  return content;
}

std::pair<Content, char*> Content::beside() const {
  std::shared_ptr<char> bytes = mapped(size_);
  if (bytes == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  madvise(bytes.get(), size_, MADV_HUGEPAGE);  // to touch each of many small pages takes long
#endif
  char* const place = bytes.get();
  std::memset(place + size_, '\n', padding + 1);
  Content content;
  content.name_ = name_;
  content.bytes_ = std::move(bytes);
  content.lines_ = bytes_;
  content.size_ = size_;
  return {std::move(content), place};
}

void Content::share(const Source& memory) {
  bytes_ = {memory.owner(), memory.bytes().data()};
  size_ = memory.bytes().size();
}

// First touching new memory and copying the bytes into it would take longer than to parse them.
bool Content::map(const std::string& path) {
  const int descriptor = path == "-" ? -1 : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  std::shared_ptr<char> bytes;
  if (can_be_mapped(descriptor, size_)) bytes = mapped(descriptor, size_);
  close(descriptor);
  if (bytes == nullptr) return false;
  std::memset(bytes.get() + size_, '\n', padding + 1);
  bytes_ = std::move(bytes);
  return true;
}

void Content::read(const Source& source) {
  ByteStream stream(source);
  size_ = 0;
  // A plain file fits exactly and is read at once; compressed ones and pipes make the buffer grow.
  std::size_t capacity = std::max<std::size_t>(stream.size() + 1, 1 << 16);
  auto bytes = allocate(capacity);
  while (true) {
    size_ += stream.read(bytes.get() + size_, capacity - size_);
    if (size_ < capacity) break;
    capacity *= 2;
    auto larger = allocate(capacity);
    std::memcpy(larger.get(), bytes.get(), size_);
    bytes = std::move(larger);
  }
  std::memset(bytes.get() + size_, '\n', padding + 1);
  bytes_ = std::move(bytes);
}

[[gnu::cold]] Location Content::location(const char* place) const {
  const char* const bytes = lines_ ? lines_.get() : bytes_.get();
  const auto lines = std::count(bytes, bytes + (place - bytes_.get()), '\n');
  return {name_, static_cast<std::size_t>(lines) + 1};
}

bool Content::holds(const char* place) const {
  const std::less<> before;
  return !before(place, bytes_.get()) && !before(bytes_.get() + size_, place);
}

[[gnu::cold]] std::string Contents::name() const {
  std::string all;
  const std::string* last = nullptr;
  for (const Content& content : all_) {
    if (content.name().empty() || (last != nullptr && *last == content.name())) continue;
    all += (last == nullptr ? "" : ", ") + content.name();
    last = &content.name();
  }
  return all;
}

const Content& Contents::holder_of(const char* place) const {
  return *std::ranges::find_if(all_, [&](const Content& text) { return text.holds(place); });
}

[[gnu::cold]] Location Contents::location(const char* place) const {
  return holder_of(place).location(place);
}

std::size_t Contents::offset(const char* place) const {
  return static_cast<std::size_t>(place - holder_of(place).bytes().data());
}

UnescapedNames::UnescapedNames(const Content& text) : original_(text.bytes().data()) {
  std::tie(beside_, place_) = text.beside();
}

std::string_view UnescapedNames::put(std::string_view escaped, std::string_view name) const {
  char* const at = room(escaped);
  std::memcpy(at, name.data(), name.size());
  return {at, name.size()};
}

TextFile::TextFile(const Source& source)
    : content_(source), text_(without_byte_order_mark(content_.bytes(), content_.name())) {
  refuse_other_formats(text_, content_.name());
  refuse_drawn_lines(text_, content_.name());
  if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos) {
    if (3 * std::ranges::count(text_, '\0') > std::ssize(text_))
      refuse_wide_text(text_, content_.name());
    throw Error(location(text_.data() + zero), "contains a zero byte, so it is not text",
                "get a good copy of the file");
  }
  for (const auto rewritten : {without_line_ends_in_cells, without_row_names}) {
    const auto plain = rewritten(text_);
    if (!plain) continue;
    content_ = Content(Source::memory(*plain, content_.name()));
    text_ = content_.bytes();
  }
}

}  // namespace subintent::internal

namespace subintent {

void map_large_files() {
  internal::maps_large_files = true;
}

std::string read_file(const Source& source) {
  return std::string(internal::Content(source).bytes());
}

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
