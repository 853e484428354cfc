// What takes the place of files of the rooms that need threads, ICU, zlib or zstd, and of a
// terminal.
#include <cstdint>
#include <exception>

#include "report/label_phrases.h"
#include "subintent/error.h"
#include "support/display_width.h"
#include "support/error.h"
#include "support/gzip_decoder.h"
#include "support/parallel.h"
#include "support/zstd_decoder.h"

// A page is no terminal: it gets neither progress lines nor bold. Emscripten's own function says
// that it is one.
extern "C" int isatty(int) {
  return 0;
}

namespace subintent::internal {
namespace {

[[noreturn]] void refuse_compressed(const RawFile& file) {
  throw Error(Location{file.name(), 0}, "is compressed, which is not read here",
              "decompress it first");
}

[[noreturn]] void refuse_labels() {
  throw Error(Location{}, "labels are not made here",
              "make them with the program: subintent hierarchy --labels");
}

}  // namespace

// One thread. What fails first is what has the lowest index.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work, LoopOrder) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

std::size_t thread_limit() {
  return 1;
}

// Every character takes a column.
std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return columns;
}

GzipDecoder::GzipDecoder() = default;
GzipDecoder::~GzipDecoder() = default;
std::size_t GzipDecoder::read(RawFile& file, char*, std::size_t) {
  refuse_compressed(file);
}
bool GzipDecoder::resume(RawFile&) {
  return false;
}
void GzipDecoder::FreeDecompressor::operator()(libdeflate_decompressor*) const {}

ZstdDecoder::ZstdDecoder() : wanted_(0) {}
std::size_t ZstdDecoder::read(RawFile& file, char*, std::size_t) {
  refuse_compressed(file);
}
void ZstdDecoder::FreeContext::operator()(ZSTD_DCtx_s*) const {}

StopWordLanguages::StopWordLanguages() = default;
bool StopWordLanguages::is_stop_word(std::string_view, std::optional<std::size_t>) const {
  return false;
}
void StopWordLanguages::count(std::string_view, std::vector<std::uint32_t>&) const {}
std::vector<std::uint32_t> StopWordLanguages::no_counts() {
  return {};
}
std::optional<std::size_t> StopWordLanguages::language(const std::vector<std::uint32_t>&,
                                                       std::optional<std::size_t> usual) {
  return usual;
}
class PhraseFinder::Parts {};
LabelBackground::LabelBackground(std::span<const DocumentText* const>) {
  refuse_labels();
}
double LabelBackground::specificity(std::string_view) const {
  refuse_labels();
}
PhraseFinder::PhraseFinder(const LabelBackground&) {
  refuse_labels();
}
PhraseFinder::~PhraseFinder() = default;
std::vector<LabelPhrase> PhraseFinder::phrases(const DocumentText&) {
  refuse_labels();
}

}  // namespace subintent::internal
