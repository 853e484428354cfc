#include "tokenize/charset/character_references.h"

#include <gtest/gtest.h>

#include "core/base/utf8.h"

namespace subintent::internal {
namespace {

using Decoded = std::pair<std::string, std::size_t>;

// The characters of the reference at the start of `text`, and its length.
Decoded decode(std::string_view text) {
  std::string characters;
  const std::size_t length = append_character_reference(text, characters);
  return {characters, length};
}

TEST(CharacterReferences, Named) {
  EXPECT_EQ(decode("&amp;"), Decoded("&", 5));
  EXPECT_EQ(decode("&eacute;x"), Decoded("é", 8));
  EXPECT_EQ(decode("&CounterClockwiseContourIntegral;"), Decoded("\u2233", 33));
}

TEST(CharacterReferences, NamesAreMatchedAsLongAsPossible) {
  EXPECT_EQ(decode("&not"), Decoded("¬", 4));
  EXPECT_EQ(decode("&notit;"), Decoded("¬", 4));
  EXPECT_EQ(decode("&notin;"), Decoded("\u2209", 7));
  EXPECT_EQ(decode("&notin"), Decoded("¬", 4));
  EXPECT_EQ(decode("&ampamp;"), Decoded("&", 4));
  EXPECT_EQ(decode("&AMP"), Decoded("&", 4));
  EXPECT_EQ(decode("&frac12;"), Decoded("½", 8));
  EXPECT_EQ(decode("&sup1a"), Decoded("¹", 5));
}

TEST(CharacterReferences, WhatIsNoneIsLeft) {
  for (const char* text : {"&", "&;", "& amp;", "&nosuch;", "&Amp;", "&alpha", "&#", "&#;", "&#x",
                           "&#xg;", "&#a", "&é;"})
    EXPECT_EQ(decode(text), Decoded("", 0)) << text;
}

TEST(CharacterReferences, Numeric) {
  EXPECT_EQ(decode("&#65;"), Decoded("A", 5));
  EXPECT_EQ(decode("&#65a"), Decoded("A", 4));
  EXPECT_EQ(decode("&#x41g"), Decoded("A", 5));
  EXPECT_EQ(decode("&#X4e2D;"), Decoded("中", 8));
  EXPECT_EQ(decode("&#x1F600;"), Decoded("\U0001F600", 9));
  EXPECT_EQ(decode("&#000000000000065;"), Decoded("A", 18));
}

TEST(CharacterReferences, NumbersThatAreNoCharacters) {
  for (const char* text : {"&#0;", "&#xD800;", "&#xDFFF;", "&#x110000;", "&#99999999999999999999;",
                           "&#x100000041;", "&#4294967361;"}) {
    EXPECT_EQ(decode(text).first, "\uFFFD") << text;
    EXPECT_EQ(decode(text).second, std::string_view(text).size()) << text;
  }
  EXPECT_EQ(decode("&#xFFFE;").first, "\uFFFE");  // a noncharacter, but a scalar value
}

TEST(CharacterReferences, ControlsAreReadAsWindows1252) {
  EXPECT_EQ(decode("&#128;").first, "€");
  EXPECT_EQ(decode("&#x92;").first, "’");
  EXPECT_EQ(decode("&#x9F;").first, "Ÿ");
  EXPECT_EQ(decode("&#x81;").first, "\u0081");
}

// Every name of the table, alone and in front of other text.
TEST(CharacterReferences, TableIsCompleteAndSorted) {
  std::string_view items = character_references_text, previous;
  items.remove_prefix(items.find("\n\n") + 2);
  std::size_t names = 0;
  while (!items.empty()) {
    const std::string_view item = items.substr(0, items.find_first_of(" \n"));
    items.remove_prefix(item.size() + 1);
    const std::string_view name = item.substr(0, item.find_first_of("=~"));
    EXPECT_LT(previous, name);
    previous = name;
    const Decoded closed = decode("&" + std::string(name) + ";;x");
    EXPECT_EQ(closed.second, name.size() + 2) << name;
    EXPECT_TRUE(is_valid_utf8(closed.first) && !closed.first.empty()) << name;
    ++names;
    if (item[name.size()] == '~') {
      EXPECT_EQ(decode("&" + std::string(name)), Decoded(closed.first, name.size() + 1));
      ++names;
    }
  }
  EXPECT_EQ(names, 2231u);
}

TEST(AppendUtf8, EncodesScalarValues) {
  std::string text;
  for (const char32_t c : {0x24u, 0xA3u, 0x20ACu, 0x10348u, 0xD800u, 0x110000u})
    append_utf8(c, text);
  EXPECT_EQ(text, "$£€\U00010348\uFFFD\uFFFD");
}

}  // namespace
}  // namespace subintent::internal
