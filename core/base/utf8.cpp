#include "core/base/utf8.h"

#include <simdjson.h>

namespace subintent::internal {

std::size_t utf8_sequence_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  std::size_t length = 0;
  unsigned char low = 0x80, high = 0xBF;  // limits of the second byte
  if (byte(0) >= 0xC2 && byte(0) <= 0xDF) {
    length = 2;
  } else if (byte(0) >= 0xE0 && byte(0) <= 0xEF) {
    length = 3;
    if (byte(0) == 0xE0) low = 0xA0;
    if (byte(0) == 0xED) high = 0x9F;
  } else if (byte(0) >= 0xF0 && byte(0) <= 0xF4) {
    length = 4;
    if (byte(0) == 0xF0) low = 0x90;
    if (byte(0) == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (text.size() < length || byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  return length;
}

bool is_valid_utf8(std::string_view text) {
  return simdjson::validate_utf8(text.data(), text.size());
}

std::string_view wide_encoding(std::string_view bytes) {
  bytes = bytes.substr(0, std::min<std::size_t>(bytes.size(), 4096) / 4 * 4);
  if (bytes.find('\0') == bytes.npos) return {};
  std::array<std::size_t, 4> zeros{}, small{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    zeros[i % 4] += bytes[i] == 0 ? 1 : 0;
    small[i % 4] += static_cast<unsigned char>(bytes[i]) < 0x20 ? 1 : 0;
  }
  // The first or the last bytes of characters are nearly all small, some of them 0.
  const std::size_t fours = bytes.size() / 4;
  for (const std::size_t high : {1, 0}) {
    const std::size_t low = 1 - high, last = 3 * high;
    if (16 * zeros[last] >= 15 * fours && 16 * zeros[1 + high] >= 15 * fours &&
        2 * zeros[3 - last] <= fours)
      return high == 1 ? "UTF-32LE" : "UTF-32BE";
    const std::size_t of_high = zeros[high] + zeros[high + 2], of_low = zeros[low] + zeros[low + 2];
    const bool is_small = of_high > 0 && 8 * (small[high] + small[high + 2]) >= 15 * fours;
    if ((of_high > fours || is_small) && 8 * of_low <= fours &&
        2 * (small[low] + small[low + 2]) <= 3 * fours)
      return high == 1 ? "UTF-16LE" : "UTF-16BE";
  }
  return {};
}

namespace {

// White space (Unicode's White_Space) and controls (C0, DEL, C1).
bool is_gap(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  switch (character.size()) {
    case 1:
      return byte(0) <= 0x20 || byte(0) == 0x7f;
    case 2:
      return byte(0) == 0xc2 && byte(1) <= 0xa0;
    case 3:
      return (character >= "\u2000" && character <= "\u200a") || character == "\u2028" ||
             character == "\u2029" || character == "\u1680" || character == "\u202f" ||
             character == "\u205f" || character == "\u3000";
    default:
      return false;
  }
}

// How many bytes come first that are words of ASCII with one blank between them.
std::size_t count_plain(std::string_view text) {
  const auto is_plain = [&](std::size_t i) {
    return i < text.size() && text[i] > ' ' && text[i] < 0x7f;
  };
  std::size_t count = 0;
  while (is_plain(count)) {
    ++count;
    if (is_plain(count + 1) && text[count] == ' ') ++count;
  }
  return count;
}

}  // namespace

std::string one_line(std::string_view text, std::size_t limit) {
  std::string line;
  const bool fits = text.size() <= limit;  // there is nothing to count
  line.reserve(std::min(text.size(), limit));
  std::size_t characters = 0;
  std::size_t words_end = 0, word_start = 0;  // in bytes, in characters
  bool gap = false;
  while (!text.empty()) {
    if (fits && !gap) {
      const std::size_t plain = count_plain(text);
      line += text.substr(0, plain);
      text.remove_prefix(plain);
      if (text.empty()) break;
    }
    const std::size_t length = utf8_sequence_length(text);
    const std::string_view character = length == 0 ? "\ufffd" : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
    if (length > 0 && is_gap(character)) {
      gap = !line.empty();
      continue;
    }
    if (gap) {
      if (characters + 1 >= limit) return line;
      words_end = line.size();
      line += ' ';
      word_start = ++characters;
      gap = false;
    }
    if (characters == limit) {
      if (word_start > limit / 2) line.resize(words_end);
      return line;
    }
    line += character;
    ++characters;
  }
  return line;
}

std::size_t size_before_mark(std::string_view line, std::size_t room) {
  if (room >= line.size()) return line.size();
  std::size_t size = room;
  if (line[room] != ' ') {
    const std::size_t blank = line.substr(0, room).find_last_of(' ');
    if (blank != std::string_view::npos && blank + 1 > room / 2) size = blank;
  }
  const std::size_t end = line.substr(0, size).find_last_not_of(" ,;:");
  return end == std::string_view::npos ? size : end + 1;
}

}  // namespace subintent::internal
