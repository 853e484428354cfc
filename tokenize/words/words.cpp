#include "tokenize/words/words.h"

#include <unicode/brkiter.h>
#include <unicode/bytestream.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/ascii.h"
#include "io/block_masks.h"
#include "tokenize/words/ascii_word_classes.h"
#include "tokenize/words/common_characters.h"
#include "tokenize/words/icu_status.h"
#include "tokenize/words/word_folding.h"

namespace subintent::internal {
namespace {

using Class = AsciiWordClass;

std::unique_ptr<icu::BreakIterator> make_word_iterator() {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> words(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  require_success(status);
  return words;
}

bool is_letter_or_digit(UChar32 c) {
  const std::uint32_t category = U_GET_GC_MASK(c);
  if ((category & U_GC_LM_MASK) != 0) {
    return u_getIntPropertyValue(c, UCHAR_WORD_BREAK) != U_WB_EXTEND;
  }
  if ((category & (U_GC_L_MASK | U_GC_N_MASK)) != 0) return true;
  return (category & U_GC_S_MASK) != 0 && u_isUAlphabetic(c);
}

bool has_letter_or_digit(const char16_t* text, std::int32_t length) {
  for (std::int32_t i = 0; i < length;) {
    UChar32 c;
    U16_NEXT(text, i, length, c);
    if (is_letter_or_digit(c)) return true;
  }
  return false;
}

// Eight bytes in lower case at once; those that are not ASCII may become anything.
std::uint64_t lower_each(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101;
  const std::uint64_t low = bytes & 0x7f * each;
  // The highest bit of each byte: is it from 'A' on, is it beyond 'Z'?
  const std::uint64_t from_a = low + (0x80 - 'A') * each, beyond_z = low + (0x80 - 'Z' - 1) * each;
  return bytes | ((from_a & ~beyond_z & 0x80 * each) >> 2);
}

}  // namespace

class WordTokenizer::Segmenter {
 public:
  using Use = std::function<void(std::string_view)>;

  explicit Segmenter(Folding folding)
      : is_turkic_(folding == Folding::turkic),
        words_(make_word_iterator()),
        class_(find_ascii_word_classes(*words_)),
        folding_(folding),
        common_(folding_) {}

  void run(std::string_view text, const Use& use) {
    for (std::size_t position = 0; position < text.size();) {
      const std::uint8_t kind = class_at(text, position);
      if ((kind & Class::foreign) != 0) {
        // With the character before, since this one may be a sign upon it.
        position = use_icu(text, before(text, position), position, use);
      } else if ((kind & Class::in_word) == 0) {
        position += size_of(text[position]);
      } else if (const std::size_t size = is_turkic_ ? 0 : plain_word(text, position)) {
        use({plain_.data(), size});
        position += size;
      } else {
        position = take_word(text, position, use);
      }
    }
  }

  void run_icu(std::string_view text, const Use& use) {
    while (text.size() > icu_limit) {
      const std::string_view part = first_part(text);
      use_segments(part, use);
      text.remove_prefix(part.size());
    }
    use_segments(text, use);
  }

  void run_words(std::string_view text, const std::function<void(const Word&)>& use) {
    std::size_t begin = 0;
    for_each_segment(first_part(text), [&](const char16_t* segment, std::int32_t length) {
      Word word = shape_of(segment, length);
      word.begin = begin;
      word.end = begin = begin + word.end;
      use_segment(segment, length, [&](std::string_view term) {
        word.term = term;
        use(word);
      });
    });
  }

 private:
  // ICU counts in 32 bits, so a very long text is cut, at a character.
  static constexpr std::size_t icu_limit = 1u << 26;

  static std::string_view first_part(std::string_view text) {
    if (text.size() <= icu_limit) return text;
    std::size_t end = icu_limit;
    while (end > icu_limit - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return text.substr(0, end);
  }

  // How a segment is written; its `end` is the number of its bytes in UTF-8.
  static Word shape_of(const char16_t* segment, std::int32_t length) {
    Word word;
    std::size_t letters = 0, capitals = 0;
    for (std::int32_t i = 0; i < length;) {
      UChar32 c;
      U16_NEXT(segment, i, length, c);
      word.end += static_cast<std::size_t>(U8_LENGTH(c));
      if (!u_isalpha(c)) continue;
      const bool is_capital = u_isupper(c) || u_istitle(c);
      if (letters++ == 0) word.capitalised = is_capital;
      capitals += is_capital ? 1 : 0;
    }
    word.has_letter = letters > 0;
    word.all_capitals = letters > 1 && capitals == letters;
    return word;
  }

  std::uint8_t class_of(char c) const { return class_[static_cast<unsigned char>(c)]; }

  // The class of the character, which may be a common one beyond ASCII.
  std::uint8_t class_at(std::string_view text, std::size_t position) const {
    const char c = text[position];
    return is_ascii(c) ? class_of(c) : common_.at(text, position).kind;
  }

  static bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

  // The bytes of a character that is not foreign.
  static std::size_t size_of(char c) {
    return is_ascii(c) ? 1 : static_cast<unsigned char>(c) < 0xE0 ? 2 : 3;
  }

  // Where the character before `position` starts; 0 at the beginning.
  static std::size_t before(std::string_view text, std::size_t position) {
    if (position > 0) --position;
    while (position > 0 && (static_cast<unsigned char>(text[position]) & 0xC0) == 0x80) --position;
    return position;
  }

  // The size of the word that starts at `start`, a boundary, if it is one of up to fifteen letters
  // and digits of ASCII, and what is behind it cannot be a part of it; 0 otherwise. All sixteen
  // bytes are looked at together, and put into plain_ in lower case.
  std::size_t plain_word(std::string_view text, std::size_t start) {
    if (text.size() - start < plain_.size() + 1) return 0;
    Bytes16 bytes;
    std::memcpy(&bytes, text.data() + start, sizeof bytes);
    const Bytes16 lower_case =
        bytes | 0x20;  // of letters and digits; nothing else becomes a letter
    const auto others = (lower_case - 'a' > 'z' - 'a') & (bytes - '0' > 9);
    const std::uint32_t ends = bits_of(reinterpret_cast<Bytes16>(others));
    if (ends == 0) return 0;
    const auto size = static_cast<std::size_t>(std::countr_zero(ends));
    const std::uint8_t next = class_of(text[start + size]);
    if ((next & (Class::in_word | Class::foreign)) != 0) return 0;
    if ((next & (Class::mid_letter | Class::mid_number)) != 0 &&
        (class_of(text[start + size + 1]) & (Class::in_word | Class::foreign)) != 0) {
      return 0;
    }
    std::memcpy(plain_.data(), &lower_case, sizeof lower_case);
    return size;
  }

  // The word that starts at `start`, a boundary; returns the position behind it. A word that may
  // not end or go on within ASCII and common characters is left to ICU, with what is behind it.
  std::size_t take_word(std::string_view text, std::size_t start, const Use& use) {
    std::size_t end = start;
    std::uint8_t kinds = 0;  // of all characters so far
    bool all_ascii = true;
    while (true) {
      std::uint8_t kind = 0, next = 0;  // of the last character, and of the one behind it
      while (end < text.size()) {
        next = class_at(text, end);
        if ((next & Class::in_word) == 0) break;
        kinds |= kind = next;
        const std::size_t size = size_of(text[end]);
        all_ascii &= size == 1;
        end += size;
      }
      if (end == text.size()) break;
      if ((next & Class::foreign) != 0) return use_icu(text, start, end, use);
      const std::uint8_t joins = ((next & Class::mid_letter) != 0 ? kind & Class::letter : 0) |
                                 ((next & Class::mid_number) != 0 ? kind & Class::digit : 0);
      if (joins == 0) break;
      const std::size_t joined = end + size_of(text[end]);
      if (joined == text.size()) break;
      const std::uint8_t behind = class_at(text, joined);
      if ((behind & Class::foreign) != 0) return use_icu(text, start, joined, use);
      if ((behind & joins) == 0) break;
      all_ascii &= joined == end + 1;
      end = joined;
    }
    // Folding makes no ASCII and no common character vanish: a byte at least is left of two.
    if ((kinds & Class::counts) != 0 && end - start <= 2 * longest_term) {
      const std::string_view word = text.substr(start, end - start);
      const bool is_special = is_turkic_ && word.find('I') != std::string_view::npos;
      use_term(all_ascii && !is_special ? lowered(text, start, end - start)
                                        : folded(text.substr(0, end), start),
               use);
    }
    return end;
  }

  static void use_term(std::string_view term, const Use& use) {
    if (!term.empty() && term.size() <= longest_term) use(term);
  }

  // The word from `position` to the end of `text`, folded; valid until the next call.
  std::string_view folded(std::string_view text, std::size_t position) {
    term_.clear();
    while (position < text.size()) {
      const char c = text[position];
      if (is_turkic_ && c == 'I') {
        term_ += "\u0131";
      } else if (is_ascii(c)) {
        term_ += lower(c);
      } else {
        term_ += common_.at(text, position).folded();
      }
      position += size_of(c);
    }
    return term_;
  }

  // ASCII in lower case; valid until the next call.
  std::string_view lowered(std::string_view text, std::size_t start, std::size_t size) {
    if (lowered_.size() < size + 8) lowered_.resize(2 * size + 64);
    const char* from = text.data() + start;
    char* to = lowered_.data();
    std::size_t done = 0;
    // In eights, beyond the end of the word if the text goes on.
    for (; done < size && start + done + 8 <= text.size(); done += 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, from + done, sizeof bytes);
      bytes = lower_each(bytes);
      std::memcpy(to + done, &bytes, sizeof bytes);
    }
    for (; done < size; ++done) to[done] = lower(from[done]);
    return {to, size};
  }

  // Gives the text from `start`, a boundary, to ICU, at least up to behind `foreign`, where the
  // first character that is not for us is; returns the boundary it goes to.
  std::size_t use_icu(std::string_view text, std::size_t start, std::size_t foreign,
                      const Use& use) {
    const std::size_t end = end_of_foreign_text(text, foreign);
    run_icu(text.substr(start, end - start), use);
    return end;
  }

  // The boundary before a character that joins nothing before it, whatever that is. With a
  // stretch for us behind it, since short islands of such are not worth a call of ICU each; but a
  // long text is cut at the next such boundary, so that memory stays bounded.
  std::size_t end_of_foreign_text(std::string_view text, std::size_t position) const {
    constexpr std::size_t stretch = 24, long_text = 1u << 18;
    const std::size_t start = position;
    std::size_t end = text.size();
    bool found = false;  // `end`, with nothing foreign behind it so far
    for (; position < text.size(); ++position) {
      const std::uint8_t kind = class_at(text, position);
      if ((kind & Class::foreign) != 0) {
        found = false;
      } else if (kind == 0 && !found) {
        found = true;
        end = position;
      }
      if ((kind & Class::foreign) == 0) position += size_of(text[position]) - 1;
      if (found && (position - end >= stretch || position - start >= long_text)) return end;
    }
    return found ? end : text.size();
  }

  void use_segments(std::string_view text, const Use& use) {
    for_each_segment(text, [&](const char16_t* segment, std::int32_t length) {
      use_segment(segment, length, use);
    });
  }

  void for_each_segment(std::string_view text, const auto& use) {
    characters_ = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    words_->setText(characters_);
    std::int32_t start = words_->first();
    for (std::int32_t end = words_->next(); end != icu::BreakIterator::DONE; end = words_->next()) {
      use(characters_.getBuffer() + start, end - start);
      start = end;
    }
  }

  void use_segment(const char16_t* segment, std::int32_t length, const Use& use) {
    // Folding can take a character away (soft hyphens) or make 33 bytes of one: a word so long that
    // more than soft hyphens would be left of it is not folded at all.
    constexpr std::int32_t longest_segment = 4 * longest_term;
    if (length > longest_segment || !has_letter_or_digit(segment, length)) return;
    folding_.fold(icu::UnicodeString(false, segment, length), folded_);
    term_.clear();
    folded_.toUTF8String(term_);
    use_term(term_, use);
  }

  bool is_turkic_ = false;
  std::unique_ptr<icu::BreakIterator> words_;
  AsciiWordClasses class_;
  WordFolding folding_;
  CommonCharacters common_;
  icu::UnicodeString characters_, folded_;
  std::string term_, lowered_;
  std::array<char, 16> plain_{};  // a plain word, and what is behind it
};

Folding folding_of(std::string_view language) {
  constexpr std::array<std::string_view, 7> turkic = {"turkish", "tr",  "tur", "azerbaijani",
                                                      "azeri",   "aze", "az"};
  return std::ranges::find(turkic, language) != turkic.end() ? Folding::turkic : Folding::usual;
}

WordTokenizer::WordTokenizer(Folding folding) : segmenter_(std::make_unique<Segmenter>(folding)) {}
WordTokenizer::~WordTokenizer() = default;
WordTokenizer::WordTokenizer(WordTokenizer&&) noexcept = default;
WordTokenizer& WordTokenizer::operator=(WordTokenizer&&) noexcept = default;

void WordTokenizer::for_each_term(std::string_view text,
                                  const std::function<void(std::string_view)>& use) {
  segmenter_->run(text, use);
}

void WordTokenizer::for_each_word(std::string_view text,
                                  const std::function<void(const Word&)>& use) {
  segmenter_->run_words(text, use);
}

void WordTokenizer::for_each_term_by_icu(std::string_view text,
                                         const std::function<void(std::string_view)>& use) {
  segmenter_->run_icu(text, use);
}

}  // namespace subintent::internal
