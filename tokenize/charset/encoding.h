// The character encodings of the web and their names, after the WHATWG Encoding standard (§4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

enum class Encoding {
  utf_8,
  ibm866,
  iso_8859_2,
  iso_8859_3,
  iso_8859_4,
  iso_8859_5,
  iso_8859_6,
  iso_8859_7,
  iso_8859_8,
  iso_8859_8_i,
  iso_8859_10,
  iso_8859_13,
  iso_8859_14,
  iso_8859_15,
  iso_8859_16,
  koi8_r,
  koi8_u,
  macintosh,
  windows_874,
  windows_1250,
  windows_1251,
  windows_1252,
  windows_1253,
  windows_1254,
  windows_1255,
  windows_1256,
  windows_1257,
  windows_1258,
  x_mac_cyrillic,
  gbk,
  gb18030,
  big5,
  euc_jp,
  iso_2022_jp,
  shift_jis,
  euc_kr,
  replacement,
  utf_16be,
  utf_16le,
  x_user_defined
};

extern const std::string_view encodings_text;  // encodings.txt

// The encoding a label stands for: letter case and white space around it do not matter. As on the
// web, "latin1" and "ascii" stand for windows-1252, "gb2312" for GBK, "shift_jis" for windows-31j.
std::optional<Encoding> encoding_of_label(std::string_view label);

// The standard's name of an encoding: "windows-1252".
std::string_view encoding_name(Encoding encoding);

}  // namespace subintent::internal
