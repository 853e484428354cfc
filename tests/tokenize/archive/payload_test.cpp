#include "tokenize/archive/payload.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace subintent::internal {
namespace {

using namespace std::string_literals;

std::string noise(std::size_t size) {
  std::mt19937 random(7);
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

TEST(Payload, FormatsAreToldByTheirMagicNumbers) {
  for (const auto& [start, kind] :
       {std::pair("%PDF-1.4\n%"s, "PDF"), std::pair("\r\n%PDF-2.0 \r\n"s, "PDF"),
        std::pair("\xff\xd8\xff\xe0"s, "image"), std::pair("GIF89a"s, "image"),
        std::pair("BM"s, "image"), std::pair("RIFF1234WEBP"s, "image"),
        std::pair("RIFF1234WAVE"s, "audio or video"),
        std::pair("\0\0\0 ftypisom"s, "audio or video"), std::pair("ID3\4"s, "audio or video"),
        std::pair("PK\3\4"s, "archive"),
        std::pair("PK\3\4      [Content_Types].xml"s, "office file"),
        std::pair("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"s, "office file"), std::pair("wOFF"s, "font"),
        std::pair("\0\1\0\0\0"s, "font"),
        std::pair("\x7f"
                  "ELF"s,
                  "executable"),
        std::pair("MZ\x90"s, "executable"), std::pair("Rar!\x1a\7"s, "archive"),
        std::pair(""s, "binary data")})
    EXPECT_EQ(kind_unless_text(start + noise(3000)), kind) << start;
  EXPECT_EQ(kind_unless_text("{\\rtf1\\ansi text}"), "office file");
}

TEST(Payload, TextIsText) {
  for (const std::string& text : {""s, "BMW cars"s, "MZ"s, "GIF89a is a format"s, "PK"s,
                                  "%PDF-1.4 is a format"s, "OTTO"s, "a\0b"s, "a\1"s,
                                  "\xff\xfe"
                                  "a\0\4\4"s,
                                  "<p>" + "x"s + std::string(5000, '\0'), "\x1b$B$\"\x1b(B"s})
    EXPECT_EQ(kind_unless_text(text), "") << text;
  std::string le, be, wide, chinese;
  for (int i = 0; i < 3000; ++i) {
    const char c = "<p>some words"[i % 13];
    (le += c) += '\0';
    (be += '\0') += c;
    ((wide += c) += '\0') += "\0\0"s;
    (chinese += static_cast<char>(i % 256)) += static_cast<char>(0x4e + i % 80);
  }
  EXPECT_EQ(kind_unless_text(le), "");
  EXPECT_EQ(kind_unless_text(be), "");
  EXPECT_EQ(kind_unless_text(wide), "");
  EXPECT_EQ(kind_unless_text(chinese, "utf-16le"), "");
  EXPECT_EQ(kind_unless_text("\xff\xfe" + chinese), "");
  EXPECT_EQ(kind_unless_text(noise(3000), "utf-8"), "binary data");
  EXPECT_EQ(kind_unless_text(noise(3000), "utf-16le"), "binary data");
}

TEST(Payload, TypesThatCrawlersFound) {
  EXPECT_EQ(kind_of_media_type("application/pdf"), "PDF");
  EXPECT_EQ(kind_of_media_type("image/png"), "image");
  EXPECT_EQ(
      kind_of_media_type("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
      "office file");
  for (const char* text : {"", "text/html", "text/x-exec", "image/svg+xml", "application/xhtml+xml",
                           "application/json", "application/gzip", "application/octet-stream"})
    EXPECT_EQ(kind_of_media_type(text), "") << text;
}

}  // namespace
}  // namespace subintent::internal
