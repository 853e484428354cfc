#include "core/io/decoders.h"

#include <libdeflate.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <cstring>
#include <new>

#include "core/base/utf8.h"
#include "core/io/json.h"

namespace subintent::internal {
namespace {

constexpr std::size_t member_limit = 1 << 20;  // decoded bytes of a whole member
constexpr std::string_view magic = "\x1f\x8b\x08";
constexpr std::size_t smallest_member = 18;

// When members are searched for: what has to be decoded of one, out of how much.
constexpr std::size_t trial_output = 256, trial_input = 4096;
// Nobody knows how far a broken member seemed to go.
constexpr std::uint64_t search_back = 1 << 20;

// Gives what follows the header of a gzip member (RFC 1952 section 2.3) that starts with these
// bytes; nothing if they do not start one, or its header goes beyond them.
std::optional<std::string_view> member_data(std::string_view bytes) {
  enum : unsigned { has_crc = 2, has_extra = 4, has_name = 8, has_comment = 16, reserved = 0xe0 };
  constexpr std::size_t fixed_size = 10;
  if (bytes.size() < smallest_member || !bytes.starts_with(magic)) return std::nullopt;
  const unsigned flags = static_cast<unsigned char>(bytes[3]);
  if ((flags & reserved) != 0) return std::nullopt;
  std::size_t size = fixed_size;
  if ((flags & has_extra) != 0) {
    size += 2u + static_cast<unsigned char>(bytes[fixed_size]) +
            256u * static_cast<unsigned char>(bytes[fixed_size + 1]);
  }
  for (const unsigned text : {has_name, has_comment}) {
    if ((flags & text) == 0) continue;
    const std::size_t end = bytes.find('\0', size);  // npos, too, where it starts behind the end
    if (end == std::string_view::npos) return std::nullopt;
    size = end + 1;
  }
  if ((flags & has_crc) != 0) size += 2;
  if (size > bytes.size()) return std::nullopt;
  return bytes.substr(size);
}

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
  for (std::size_t i = bytes.size(); i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
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
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > dictionary_limit)
    return {};
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

void GzipDecoder::FreeDecompressor::operator()(libdeflate_decompressor* decompressor) const {
  libdeflate_free_decompressor(decompressor);
}

GzipDecoder::GzipDecoder() : whole_(libdeflate_alloc_decompressor()) {
  if (whole_ == nullptr || inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
  member_ = std::make_unique_for_overwrite<char[]>(member_limit);
}

GzipDecoder::~GzipDecoder() {
  inflateEnd(&stream_);
}

std::size_t GzipDecoder::read(RawFile& file, char* to, std::size_t size) {
  while (true) {
    if (given_ < decoded_) return give(to, size);
    if (inside_member_) {
      const std::size_t got = stream(file, to, size);
      if (got > 0) return got;
      continue;
    }
    const std::string_view bytes = file.peek();
    if (bytes.empty()) return 0;
    if (bytes[0] == '\0') {
      file.consume(std::min(bytes.find_first_not_of('\0'), bytes.size()));
      continue;
    }
    member_start_ = file.position();
    if (const auto got = decode_member_to(file, to, size)) {
      if (*got > 0) return *got;
      continue;
    }
    inside_member_ = !decode_member(file);
    if (inside_member_) inflateReset(&stream_);
  }
}

// Decodes the next member to where it is wanted, if there is ample room for one of them; nothing if
// that does not succeed.
std::optional<std::size_t> GzipDecoder::decode_member_to(RawFile& file, char* to,
                                                         std::size_t size) {
  if (typical_output_ == 0 || size / 4 < typical_output_) return std::nullopt;
  const std::string_view bytes =
      file.peek_at_least(std::min(2 * typical_size_, RawFile::buffer_size));
  std::size_t taken = 0, decoded = 0;
  const auto result = libdeflate_gzip_decompress_ex(whole_.get(), bytes.data(), bytes.size(), to,
                                                    size, &taken, &decoded);
  if (result != LIBDEFLATE_SUCCESS) return std::nullopt;
  file.consume(taken);
  note_sizes(taken, decoded);
  return decoded;
}

void GzipDecoder::note_sizes(std::size_t taken, std::size_t decoded) {
  typical_size_ = (typical_size_ + taken) / 2;
  typical_output_ = (typical_output_ + decoded) / 2;
}

// Decodes the next member into member_, unless it is too long for that, or damaged.
bool GzipDecoder::decode_member(RawFile& file) {
  std::string_view bytes = file.peek_at_least(std::min(2 * typical_size_, RawFile::buffer_size));
  while (true) {
    std::size_t taken = 0;
    const auto result = libdeflate_gzip_decompress_ex(
        whole_.get(), bytes.data(), bytes.size(), member_.get(), member_limit, &taken, &decoded_);
    if (result == LIBDEFLATE_SUCCESS) {
      file.consume(taken);
      note_sizes(taken, decoded_);
      given_ = 0;
      return true;
    }
    given_ = decoded_ = 0;
    const std::size_t seen = bytes.size();
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) return false;
    bytes = file.peek_at_least(RawFile::buffer_size);
    if (bytes.size() == seen) return false;
  }
}

std::size_t GzipDecoder::give(char* to, std::size_t size) {
  const std::size_t count = std::min(size, decoded_ - given_);
  std::memcpy(to, member_.get() + given_, count);
  given_ += count;
  return count;
}

// The next bytes of a member that is not decoded whole; 0 at its end.
std::size_t GzipDecoder::stream(RawFile& file, char* to, std::size_t size) {
  stream_.next_out = reinterpret_cast<Bytef*>(to);
  stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1u << 30));
  const std::size_t wanted = stream_.avail_out;
  while (inside_member_ && stream_.avail_out == wanted) {
    const std::string_view bytes = file.peek();
    if (bytes.empty()) {
      throw DamagedData({file.name(), 0}, "the gzip data is truncated",
                        "the file is incomplete; copy it again");
    }
    const std::string_view given = bytes.substr(0, 1u << 30);  // zlib counts in 32 bits
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(given.data()));
    stream_.avail_in = static_cast<uInt>(given.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    file.consume(given.size() - stream_.avail_in);
    if (status == Z_STREAM_END) {
      inside_member_ = false;
    } else if (status != Z_OK && status != Z_BUF_ERROR && stream_.avail_out == wanted) {
      // The data before the defect has been given: zlib repeats its answer at the next call.
      throw DamagedData({file.name(), 0},
                        std::string("the gzip data is corrupt: ") +
                            (stream_.msg != nullptr ? stream_.msg : "unknown defect"),
                        "copy the file again");
    }
  }
  return wanted - stream_.avail_out;
}

bool GzipDecoder::resume(RawFile& file) {
  // Behind what was searched before, so that no byte is searched more than twice.
  const std::uint64_t failure = file.position();
  const std::uint64_t back = failure - std::min(failure, search_back);
  file.go_back_to(std::min(failure, std::max({member_start_ + 1, searched_, back})));
  searched_ = std::max(searched_, failure);
  inside_member_ = false;
  while (true) {
    const std::string_view bytes = file.peek_at_least(trial_input);
    const std::size_t at = bytes.find(magic);
    if (at == 0 && starts_member(bytes.substr(0, trial_input))) return true;
    if (bytes.size() < smallest_member) {
      file.consume(bytes.size());
      return false;
    }
    if (at == std::string_view::npos)
      file.consume(bytes.size() - (magic.size() - 1));
    else
      file.consume(std::max<std::size_t>(at, 1));
  }
}

// Whether a member can be decoded whose first bytes these are: its first part, or all of it.
bool GzipDecoder::starts_member(std::string_view bytes) {
  const auto data = member_data(bytes);
  if (!data) return false;
  char decoded[trial_output];
  const auto result = libdeflate_deflate_decompress(whole_.get(), data->data(), data->size(),
                                                    decoded, sizeof decoded, nullptr);
  return result == LIBDEFLATE_INSUFFICIENT_SPACE || result == LIBDEFLATE_SHORT_OUTPUT ||
         result == LIBDEFLATE_SUCCESS;
}

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
  if (size > dictionary_limit)
    throw DamagedData({file.name(), 0}, "the zstd dictionary is larger than 128 MiB", copy_again);
  file.consume(skippable_header);
  std::string dictionary = read_bytes(file, size);
  if (dictionary.size() < size) {
    throw DamagedData({file.name(), 0}, "ends within its zstd dictionary",
                      "the file is incomplete; copy it again");
  }
  if (is_compressed) dictionary = decompressed(dictionary);
  if (!is_sound_dictionary(context_.get(), dictionary))
    throw DamagedData({file.name(), 0}, "the zstd dictionary at its start is corrupt", copy_again);
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

std::size_t Utf16Decoder::read(RawFile& file, char* to, std::size_t size) {
  if (given_ == text_.size()) decode(file);
  size = std::min(size, text_.size() - given_);
  std::memcpy(to, text_.data() + given_, size);
  given_ += size;
  return size;
}

[[gnu::cold]] void Utf16Decoder::decode(RawFile& file) {
  text_.clear();
  given_ = 0;
  const std::string_view bytes = file.peek_at_least(4);
  if (file.position() == 0) is_little_ = bytes.starts_with('\xff');
  const auto unit = [&](std::size_t at) -> char32_t {
    const auto byte = [&](bool first) { return static_cast<unsigned char>(bytes[at + !first]); };
    return byte(!is_little_) * 256u + byte(is_little_);
  };
  std::size_t at = 0;
  while (at + 2 <= bytes.size() && (at == 0 || at + 4 <= bytes.size() || unit(at) >> 10 != 0x36)) {
    char32_t character = unit(at);
    at += 2;
    if (character >> 10 == 0x36 && at + 2 <= bytes.size() && unit(at) >> 10 == 0x37) {
      character = 0x10000 + ((character & 0x3ff) << 10) + (unit(at) & 0x3ff);
      at += 2;
    } else if (character >> 11 == 0x1b) {
      character = 0xfffd;
    }
    std::array<char, 4> room;
    text_.append(room.data(), put_utf8(character, room.data()));
  }
  if (bytes.size() == 1) text_ = "\xef\xbf\xbd", at = 1;  // half of a character
  file.consume(at);
}

bool is_office_file(std::string_view zip) {
  const std::string_view first = zip.substr(0, 256);
  return first.find("[Content_Types].xml") != first.npos ||
         first.find("mimetypeapplication/") != first.npos ||
         first.find("_rels/.rels") != first.npos;
}

void refuse_other_formats(std::string_view bytes, const std::string& name) {
  struct Packed {
    std::string_view magic, program;
  };
  static constexpr Packed compressed[] = {{"\x04\x22\x4d\x18", "lz4"},
                                          {"\xfd"
                                           "7zXZ",
                                           "xz"},
                                          {"BZh", "bzip2"},
                                          {"LZIP", "lzip"},
                                          {"\x1f\x9d", "compress (.Z)"}};
  for (const auto& [magic, program] : compressed) {
    const bool is_bzip2 = bytes.size() > 5 && bytes.substr(4, 2) == "1A";
    if (!bytes.starts_with(magic) || (magic == "BZh" && !is_bzip2)) continue;
    throw Error({name, 0},
                "is compressed with " + std::string(program) + ", which is not supported",
                "compress it with gzip or zstd");
  }
  const auto refuse = [&](const char* what, const char* advice) {
    throw Error({name, 0}, std::string("is ") + what, advice);
  };
  if (bytes.starts_with("\x1f\x8b")) refuse("compressed twice", "decompress it once, with gunzip");
  if (bytes.starts_with("PAR1")) refuse("a Parquet file", frames_advice);
  if (bytes.starts_with("ARROW1")) refuse("an Arrow file", frames_advice);
  if (bytes.starts_with("PK\3\4")) {
    if (bytes.substr(0, 100).find(".npy") != bytes.npos)
      refuse("a .npz file of NumPy", "save its array by itself, with numpy.save");
    if (is_office_file(bytes)) refuse("an office file", "save it as CSV or as text");
    refuse("a ZIP archive",
           "unpack it (a .wacz has its pages below archive/), or save a sheet as CSV");
  }
  if (bytes.size() > 512 && bytes.substr(257).starts_with("ustar"))
    refuse("a tar archive", "unpack it, and give the files");
  if (bytes.starts_with("version https://git-lfs"))
    refuse("a pointer of Git LFS", "fetch the file itself with git lfs pull");
  if (bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5)
    refuse("a pickle of Python", "save it as JSON");
}

}  // namespace subintent::internal
