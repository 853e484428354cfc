// How characters take part in words, and those of ASCII in particular.
#pragma once

#include <unicode/brkiter.h>

#include <array>
#include <cstdint>

namespace subintent::internal {

// The word-break classes that matter among ASCII and common characters (UAX #29, Table 3).
struct WordClass {
  enum Bits : std::uint16_t {
    letter = 1,       // ALetter, be it a letter or not
    digit = 2,        // Numeric
    connector = 4,    // ExtendNumLet: joins letters, digits and its like
    mid_letter = 8,   // joins two letters
    mid_number = 16,  // joins two digits
    quote = 32,       // matters only beside letters that are not ASCII
    foreign = 64,     // not ASCII, or treated by ICU in a way that is not known here
    counts = 128,     // makes a term of the word it is in
    // Han, Hiragana, Katakana: joins its like, which is cut by dictionary; with `foreign`
    ideograph = 256,
    hangul = 512,       // a syllable: joins its like, and no other letters
    pictograph = 1024,  // joins nothing before it, unless that ends in U+200D
    // Joins nothing but letters or digits on both sides, in a way that is not known here
    doubtful = 2048,
    in_word = letter | digit | connector
  };
};

// Classes of all bytes, as bits; 0 for a character that no word goes across. They are found by
// asking `words` about short texts, since they are not the same in all versions of ICU.
using AsciiWordClasses = std::array<std::uint16_t, 256>;
AsciiWordClasses find_ascii_word_classes(icu::BreakIterator& words);

}  // namespace subintent::internal
