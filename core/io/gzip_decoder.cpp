#include "core/io/gzip_decoder.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <string>

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
    if (at == std::string_view::npos) {
      file.consume(bytes.size() - (magic.size() - 1));
    } else {
      file.consume(std::max<std::size_t>(at, 1));
    }
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

}  // namespace subintent::internal
