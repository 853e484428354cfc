// What the words of Japanese texts do, which have no blanks between them.
#pragma once

#include <string_view>
#include <vector>

#include "hierarchy/labels/label_words.h"

namespace subintent::internal {

// Is the word in katakana alone?
bool is_katakana(std::string_view word);

// Sets the kinds of the tokens of a text, and joins those that are one word, if it has a letter of
// kana. What ICU's dictionary has cut is whole again: words in katakana, and single kanji with the
// word that they lead or end ("生息" and "地"). Stop words are words in hiragana but for those of
// three letters or more that look like nouns; verbs and adjectives, by their endings; and nouns
// that する makes verbs. の is genitive. Numbers with the kanji behind them ("三頭") are numbers.
void mark_japanese(std::vector<Run>& runs, std::string_view text);

}  // namespace subintent::internal
