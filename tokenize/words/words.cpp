#include "tokenize/words/words.h"

#include <unicode/brkiter.h>
#include <unicode/bytestream.h>
#include <unicode/uchar.h>

#include <bit>
#include <cstring>

#include "core/base/strings.h"
#include "core/io/block_masks.h"
#include "subintent/program.h"
#include "tokenize/words/ascii_word_classes.h"
#include "tokenize/words/common_characters.h"
#include "tokenize/words/icu_status.h"
#include "tokenize/words/word_folding.h"

namespace subintent::internal {
namespace {

using Class = WordClass;

void set_to_utf8(std::string& bytes, const icu::UnicodeString& text) {
  const std::u16string_view units(text.getBuffer(), static_cast<std::size_t>(text.length()));
  bytes.clear();
  if (std::ranges::any_of(units, [](char16_t unit) { return U16_IS_SURROGATE(unit); })) {
    text.toUTF8String(bytes);
    return;
  }
  for (const char16_t unit : units) {
    if (unit < 0x80) {
      bytes += static_cast<char>(unit);
    } else if (unit < 0x800) {
      bytes += {static_cast<char>(0xC0 | unit >> 6), static_cast<char>(0x80 | (unit & 0x3F))};
    } else {
      bytes += {static_cast<char>(0xE0 | unit >> 12), static_cast<char>(0x80 | (unit >> 6 & 0x3F)),
                static_cast<char>(0x80 | (unit & 0x3F))};
    }
  }
}

std::unique_ptr<icu::BreakIterator> make_word_iterator() {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> words(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  require_success(status);
  return words;
}

bool is_letter_or_digit(UChar32 c) {
  const std::uint32_t category = U_GET_GC_MASK(c);
  if ((category & U_GC_LM_MASK) != 0)
    return u_getIntPropertyValue(c, UCHAR_WORD_BREAK) != U_WB_EXTEND;
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

// The first bytes of sixteen, in lower case as those of letters and digits of ASCII are; their
// number is in the last.
ShortText lower_short_text(const char* from, std::size_t size) {
  using Bytes = std::array<unsigned char, 16>;
  // Thirty-two bytes, the latter half of which keep nothing: a part of them is a mask.
  static constexpr auto keep = [] {
    std::array<unsigned char, 32> bytes{};
    std::fill_n(bytes.begin(), 16, static_cast<unsigned char>(0xFF));
    return bytes;
  }();
  static constexpr auto sizes = [] {
    std::array<Bytes, 16> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i][15] = static_cast<unsigned char>(i);
    return bytes;
  }();
  Bytes16 bytes, kept, last;
  std::memcpy(&bytes, from, sizeof bytes);
  std::memcpy(&kept, keep.data() + (16 - size), sizeof kept);
  std::memcpy(&last, sizes[size].data(), sizeof last);
  bytes = ((bytes | 0x20) & kept) | last;
  ShortText::Bytes result;
  std::memcpy(result.data(), &bytes, sizeof bytes);
  return ShortText(result);
}

// Passes terms on in batches: a call for each would cost as much as finding the word.
class TermBatch {
 public:
  explicit TermBatch(TermSink& sink) : sink_(sink) {}

  void add(const ShortText& term) {
    terms_[count_++] = term;
    if (count_ == terms_.size()) flush();
  }
  void add(std::string_view term) {
    if (term.empty() || term.size() > longest_term) return;
    if (term.size() <= ShortText::longest) return add(ShortText(term));
    flush();
    sink_.add(term);
  }
  void flush() { sink_.add({terms_.data(), std::exchange(count_, 0)}); }

 private:
  TermSink& sink_;
  std::size_t count_ = 0;
  std::array<ShortText, 64> terms_;
};

class CallingSink final : public TermSink {
 public:
  explicit CallingSink(const std::function<void(std::string_view)>& use) : use_(use) {}
  void add(std::span<const ShortText> terms) override {
    for (const ShortText& term : terms) use_(term.view());
  }
  void add(std::string_view term) override { use_(term); }

 private:
  const std::function<void(std::string_view)>& use_;
};

}  // namespace

class WordTokenizer::Segmenter {
 public:
  explicit Segmenter(Folding folding)
      : is_turkic_(folding == Folding::turkic),
        words_(make_word_iterator()),
        class_(find_ascii_word_classes(*words_)),
        folding_(folding),
        common_(folding_) {
    for (char c = 0; is_ascii(c); ++c) {
      const bool is_plain = is_letter(c) || is_digit(c);
      if (!is_plain && (class_of(c) & (Class::in_word | Class::foreign)) != 0) joiners_ += c;
    }
  }

  void run(std::string_view text, TermSink& sink) {
    TermBatch terms(sink);
    for (std::size_t position = 0; position < text.size();) {
      std::array<char, block_size + ShortText::capacity> last{};
      const char* block = text.data() + position;
      if (const std::size_t left = text.size() - position; left < last.size()) {
        std::memcpy(last.data(), block, left);
        block = last.data();
      }
      position = take_block(text, position, block, terms);
    }
    terms.flush();
  }

  // Calls `use` with each term.
  void run_icu(std::string_view text, const auto& use) {
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

  static constexpr std::size_t block_size = 64;

  std::uint16_t class_of(char c) const { return class_[static_cast<unsigned char>(c)]; }

  // The class of the character, which may be a common one beyond ASCII.
  std::uint16_t class_at(std::string_view text, std::size_t position) {
    const char c = text[position];
    return is_ascii(c) ? class_of(c) : common_.at(text, position).kind;
  }

  static bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

  // The bytes of a character, as the first of them says.
  static std::size_t size_of(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  }

  // Finds the start of the character before `position`; 0 at the beginning.
  static std::size_t before(std::string_view text, std::size_t position) {
    if (position > 0) --position;
    while (position > 0 && (static_cast<unsigned char>(text[position]) & 0xC0) == 0x80) --position;
    return position;
  }

  // Masks of the 64 bytes of a block: those that are letters or digits of ASCII, and all at which
  // take() may have something to do.
  struct Masks {
    std::uint64_t plain, starts;
  };
  Masks masks_of(const char* block) const {
    constexpr auto is_plain = [](Bytes16 bytes) {
      return ((bytes | 0x20) - 'a' <= 'z' - 'a') | (bytes - '0' <= 9);
    };
    constexpr auto is_high = [](Bytes16 bytes) { return bytes >= 0x80; };
    const auto [plain, high] = masks_where(block, is_plain, is_high);
    std::uint64_t starts = plain | high;
    for (const char joiner : joiners_) starts |= mask_of(block, joiner);
    return {plain, starts};
  }

  // Finds the words that start in the 64 bytes from `position`, a boundary, on; returns the
  // boundary to go on from. `block` has these bytes and sixteen more: zeros behind the end of the
  // text.
  std::size_t take_block(std::string_view text, std::size_t position, const char* block,
                         TermBatch& terms) {
    const auto [plain, starts] = masks_of(block);
    std::size_t at = 0;
    while (at < block_size) {
      const std::uint64_t left = starts >> at;
      if (left == 0) return position + block_size;
      at += static_cast<std::size_t>(std::countr_zero(left));
      const auto size = static_cast<std::size_t>(std::countr_one(plain >> at));
      if (at > 0 && at + size >= block_size) return position + at;
      if (is_plain_word(block + at, size)) {
        terms.add(lower_short_text(block + at, size));
        at += size;
      } else {
        at = take(text, position + at, terms) - position;
      }
    }
    return position + at;
  }

  // Whether so many letters and digits of ASCII are a word that fits into a ShortText, and what is
  // behind them cannot be a part of it.
  bool is_plain_word(const char* start, std::size_t size) const {
    if (size == 0 || size > ShortText::longest || is_turkic_) return false;
    const std::uint16_t next = class_of(start[size]);
    if ((next & (Class::in_word | Class::foreign)) != 0) return false;
    return (next & (Class::mid_letter | Class::mid_number)) == 0 ||
           (class_of(start[size + 1]) & (Class::in_word | Class::foreign)) == 0;
  }

  // Takes the character at `position`, a boundary, with the word that starts there, if one does;
  // returns the boundary behind it.
  std::size_t take(std::string_view text, std::size_t position, TermBatch& terms) {
    const std::uint16_t kind = class_at(text, position);
    if ((kind & (Class::ideograph | Class::hangul)) != 0)
      return take_alike(text, position, kind & (Class::ideograph | Class::hangul), terms);
    // With the character before, since this one may be a sign upon it.
    if ((kind & Class::foreign) != 0) return use_icu(text, before(text, position), position, terms);
    if ((kind & Class::in_word) != 0) return take_word(text, position, terms);
    return position + size_of(text[position]);
  }

  // The word that starts at `start`, a boundary; returns the position behind it. A word that may
  // not end or go on within ASCII and common characters is left to ICU, with what is behind it.
  std::size_t take_word(std::string_view text, std::size_t start, TermBatch& terms) {
    std::size_t end = start;
    std::uint16_t kinds = 0;  // of all characters so far
    bool all_ascii = true;
    while (true) {
      std::uint16_t kind = 0, next = 0;  // of the last character, and of the one behind it
      while (end < text.size()) {
        next = class_at(text, end);
        if ((next & Class::in_word) == 0) break;
        kinds |= kind = next;
        const std::size_t size = size_of(text[end]);
        all_ascii &= size == 1;
        end += size;
      }
      if (end == text.size()) break;
      // Nothing joins an ideograph but a connector, to those of Katakana.
      if ((next & Class::ideograph) != 0 && (kind & Class::connector) == 0) break;
      if ((next & (Class::foreign | Class::doubtful)) != 0) return use_icu(text, start, end, terms);
      const int joins = ((next & Class::mid_letter) != 0 ? kind & Class::letter : 0) |
                        ((next & Class::mid_number) != 0 ? kind & Class::digit : 0);
      if (joins == 0) break;
      const std::size_t joined = end + size_of(text[end]);
      if (joined == text.size()) break;
      const std::uint16_t behind = class_at(text, joined);
      if (is_unknown(behind)) return use_icu(text, start, joined, terms);
      if ((behind & joins) == 0) break;
      all_ascii &= joined == end + 1;
      end = joined;
    }
    // Folding makes no ASCII and no common character vanish: a byte at least is left of three.
    if ((kinds & Class::counts) != 0 && end - start <= 3 * longest_term) {
      const std::string_view word = text.substr(start, end - start);
      const bool is_special = is_turkic_ && word.find('I') != std::string_view::npos;
      terms.add(all_ascii && !is_special ? lowered(text, start, end - start)
                                         : folded(text.substr(0, end), start));
    }
    return end;
  }

  // Foreign, and no ideograph.
  static bool is_unknown(std::uint16_t kind) {
    return (kind & (Class::foreign | Class::ideograph)) == Class::foreign;
  }

  // The ideographs, or syllables of Hangul, from `start`, a boundary, on. They join nothing but
  // their like and signs; and those of Katakana connectors.
  std::size_t take_alike(std::string_view text, std::size_t start, int kind, TermBatch& terms) {
    std::size_t end = start;
    std::uint16_t next = 0;
    while (end < text.size()) {
      next = class_at(text, end);
      if ((next & kind) == 0) break;
      end += size_of(text[end]);
    }
    const bool is_last = end == text.size();
    if (!is_last && (is_unknown(next) || (next & Class::connector) != 0))
      return use_icu(text, start, end, terms);
    const std::string_view run = text.substr(start, end - start);
    if ((kind & Class::hangul) != 0)
      terms.add(run);
    else
      cut_ideographs(run, terms);
    return end;
  }

  // The words in a text of ideographs, which all have three bytes and are folded to themselves.
  void cut_ideographs(std::string_view run, TermBatch& terms) {
    if (run.size() > icu_limit)
      return run_icu(run, [&](std::string_view term) { terms.add(term); });
    units_.clear();
    for (std::size_t i = 0; i < run.size(); i += 3) {
      const auto byte = [&](std::size_t j) { return static_cast<unsigned char>(run[i + j]); };
      units_ +=
          static_cast<char16_t>((byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F));
    }
    characters_.setTo(false, units_.data(), static_cast<std::int32_t>(units_.size()));
    words_->setText(characters_);
    std::size_t begin = 0;
    for (std::int32_t end = words_->next(); end != icu::BreakIterator::DONE; end = words_->next()) {
      const auto end_byte = 3 * static_cast<std::size_t>(end);
      terms.add(run.substr(begin, end_byte - begin));
      begin = end_byte;
    }
  }

  // The word from `position` to the end of `text`, folded; valid until the next call.
  std::string_view folded(std::string_view text, std::size_t position) {
    term_.clear();
    while (position < text.size()) {
      const char c = text[position];
      if (is_turkic_ && c == 'I')
        term_ += "\u0131";
      else if (is_ascii(c))
        term_ += lower(c);
      else
        term_ += common_.at(text, position).folded();
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
                      TermBatch& terms) {
    const std::size_t end = end_of_foreign_text(text, foreign);
    const std::string_view part = text.substr(start, end - start);
    run_icu(part, [&](std::string_view term) { terms.add(term); });
    return end;
  }

  // The boundary before a character that joins nothing before it, whatever that is.
  std::size_t end_of_foreign_text(std::string_view text, std::size_t position) {
    while (position < text.size() && class_at(text, position) != 0)
      position += size_of(text[position]);
    return std::min(position, text.size());
  }

  void use_segments(std::string_view text, const auto& use) {
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

  void use_segment(const char16_t* segment, std::int32_t length, const auto& use) {
    // Folding can take a character away (soft hyphens) or make 33 bytes of one: a word so long that
    // more than soft hyphens would be left of it is not folded at all.
    constexpr std::int32_t longest_segment = 4 * longest_term;
    if (length > longest_segment || !has_letter_or_digit(segment, length)) return;
    const icu::UnicodeString word(false, segment, length);
    if (folding_.keeps(word)) {
      set_to_utf8(term_, word);
    } else {
      folding_.fold(word, folded_);
      set_to_utf8(term_, folded_);
    }
    if (!term_.empty() && term_.size() <= longest_term) use(std::string_view(term_));
  }

  bool is_turkic_ = false;
  std::unique_ptr<icu::BreakIterator> words_;
  AsciiWordClasses class_;
  WordFolding folding_;
  CommonCharacters common_;
  icu::UnicodeString characters_, folded_;
  std::u16string units_;
  std::string term_, lowered_;
  std::string joiners_;  // of ASCII: signs at which a word may begin, or go on
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
  CallingSink sink(use);
  segmenter_->run(text, sink);
}

void WordTokenizer::find_terms(std::string_view text, TermSink& sink) {
  segmenter_->run(text, sink);
}

void WordTokenizer::for_each_word(std::string_view text,
                                  const std::function<void(const Word&)>& use) {
  segmenter_->run_words(text, use);
}

void WordTokenizer::for_each_term_by_icu(std::string_view text,
                                         const std::function<void(std::string_view)>& use) {
  segmenter_->run_icu(text, use);
}

bool is_abbreviation(std::string_view term) {
  std::size_t longest = 0, parts = 0;
  for (std::size_t begin = 0; begin <= term.size(); ++parts) {
    const std::size_t end = std::min(term.find('.', begin), term.size());
    longest = std::max(longest, end - begin);
    begin = end + 1;
  }
  return longest < 2 || (parts > 1 && longest <= 2);
}

bool is_markup(std::string_view text, const Word& word) {
  constexpr std::string_view limits = " \t\r\n()[]{}<>\"`";
  const std::size_t begin = word.begin - std::min<std::size_t>(word.begin, 60);
  std::string_view before = text.substr(begin, word.begin - begin);
  const bool is_target = before.find_last_of(" )") + 1 < before.rfind("](") + 1;  // npos is -1
  before.remove_prefix(before.find_last_of(limits) + 1);
  std::string_view behind = text.substr(word.end, 60);
  behind = behind.substr(0, behind.find_first_of(limits));
  return is_target || before.find("://") != std::string_view::npos || behind.starts_with("://") ||
         std::ranges::count(before, '/') + std::ranges::count(behind, '/') > 1 ||
         behind.starts_with("::") || behind.starts_with('=') || before.ends_with(':') ||
         word.term.find('_') != std::string::npos;
}

std::string_view without_genitive(std::string_view word) {
  for (const std::string_view ending : {"'s", "\u2019s", "'S", "\u2019S"})
    if (word.size() > ending.size() && word.ends_with(ending))
      return word.substr(0, word.size() - ending.size());
  return word;
}

}  // namespace subintent::internal
