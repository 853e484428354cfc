#include "core/io/zstd_decoder.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

namespace subintent::internal {
namespace {

constexpr std::size_t frame_start = 5;
constexpr std::size_t skippable_header = 8;
constexpr int largest_window_log = 31;
// Archives have dictionaries of some hundred kilobytes, and the format asks readers for 8 MiB.
constexpr std::size_t dictionary_limit = std::size_t{128} << 20;

constexpr std::string_view dictionary_frame = "\x5d\x2a\x4d\x18";
constexpr std::string_view dictionary_start = "\x37\xa4\x30\xec";
constexpr std::string_view compressed_start = "\x28\xb5\x2f\xfd";

constexpr std::string_view empty_frame("\x28\xb5\x2f\xfd\x20\0\1\0\0", 9);

constexpr const char* copy_again = "copy the file again";

std::size_t little_endian(std::string_view bytes) {
  std::size_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

// The next `size` bytes of the file, or as many as there are.
std::string read_bytes(RawFile& file, std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) {
    const std::string_view part = file.peek().substr(0, size - bytes.size());
    if (part.empty()) break;
    bytes += part;
    file.consume(part.size());
  }
  return bytes;
}

// A compressed dictionary as it was; nothing if it is not one frame, whole and of bearable size.
std::string decompressed(std::string_view frame) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
      size > dictionary_limit) {
    return {};
  }
  std::string bytes(size, '\0');
  const auto got = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  require_zstd_memory(got);
  return got == size ? bytes : std::string();
}

// Decodes nothing with the dictionary: loading it, zstd says of a corrupt one, too, that there is
// no memory for it.
bool is_sound_dictionary(ZSTD_DCtx* context, std::string_view bytes) {
  if (!bytes.starts_with(dictionary_start)) return false;
  char nothing = 0;
  const auto status = ZSTD_decompress_usingDict(context, &nothing, 0, empty_frame.data(),
                                                empty_frame.size(), bytes.data(), bytes.size());
  return ZSTD_isError(status) == 0;
}

}  // namespace

void require_zstd_memory(std::size_t status) {
  if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
}

void ZstdDecoder::FreeContext::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

ZstdDecoder::ZstdDecoder() : context_(ZSTD_createDCtx()), wanted_(frame_start) {
  if (context_ == nullptr) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, largest_window_log);
}

std::size_t ZstdDecoder::read(RawFile& file, char* to, std::size_t size) {
  if (std::exchange(at_start_, false)) read_dictionary(file);
  ZSTD_outBuffer out{to, size, 0};
  while (out.pos == 0) {
    const std::string_view bytes = file.peek();
    if (bytes.empty() && !inside_frame_) return 0;
    // No more than is asked for: zstd would decode a whole frame at once, and lose it all with
    // one defect.
    ZSTD_inBuffer in{bytes.data(), std::min(bytes.size(), wanted_), 0};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &in);
    file.consume(in.pos);
    if (ZSTD_isError(status) != 0) fail(file, status);
    inside_frame_ = status != 0;
    wanted_ = inside_frame_ ? status : frame_start;
    if (bytes.empty() && inside_frame_ && out.pos == 0) {
      throw DamagedData({file.name(), 0}, "the zstd data is truncated",
                        "the file is incomplete; copy it again");
    }
  }
  return out.pos;
}

// Takes the dictionary at the start of the file, if there is one. Another tool's skippable frame of
// the same magic number is none, and passed over.
void ZstdDecoder::read_dictionary(RawFile& file) {
  const std::string_view start = file.peek_at_least(skippable_header + dictionary_start.size());
  if (!start.starts_with(dictionary_frame)) return;
  const std::string_view content = start.substr(std::min(start.size(), skippable_header));
  const bool is_compressed = content.starts_with(compressed_start);
  if (!is_compressed && !content.starts_with(dictionary_start)) return;
  const std::size_t size = little_endian(start.substr(dictionary_frame.size(), 4));
  if (size > dictionary_limit) {
    throw DamagedData({file.name(), 0}, "the zstd dictionary is larger than 128 MiB", copy_again);
  }
  file.consume(skippable_header);
  std::string dictionary = read_bytes(file, size);
  if (dictionary.size() < size) {
    throw DamagedData({file.name(), 0}, "ends within its zstd dictionary",
                      "the file is incomplete; copy it again");
  }
  if (is_compressed) dictionary = decompressed(dictionary);
  if (!is_sound_dictionary(context_.get(), dictionary)) {
    throw DamagedData({file.name(), 0}, "the zstd dictionary at its start is corrupt", copy_again);
  }
  require_zstd_memory(
      ZSTD_DCtx_loadDictionary(context_.get(), dictionary.data(), dictionary.size()));
}

void ZstdDecoder::fail(const RawFile& file, std::size_t status) const {
  require_zstd_memory(status);
  switch (ZSTD_getErrorCode(status)) {
    case ZSTD_error_dictionary_wrong:
      throw DamagedData({file.name(), 0},
                        "is compressed with a zstd dictionary that is not at its start",
                        "decompress it with zstd -d -D DICTIONARY, or copy the file again");
    case ZSTD_error_frameParameter_windowTooLarge:
      throw DamagedData({file.name(), 0}, "needs a zstd window of more than 2 GiB",
                        "compress it again, with zstd --long=31 at most");
    default:
      throw DamagedData({file.name(), 0},
                        std::string("the zstd data is corrupt: ") + ZSTD_getErrorName(status),
                        copy_again);
  }
}

}  // namespace subintent::internal
