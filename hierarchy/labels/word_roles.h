// Which words of a text are nouns, and which are verbs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hierarchy/labels/function_words.h"
#include "subintent/program.h"

namespace subintent::internal {

struct SentenceWord {
  std::string term;               // folded
  std::optional<WordRole> known;  // of a function word or number
  bool is_name = false;           // it is no verb
  bool is_participle = false;     // it is no noun
  bool is_modal = false;          // a verb follows, or its subject and a verb
  bool is_object = false;         // as "me" behind a verb
};
using Sentence = std::vector<SentenceWord>;

// Learns the roles of words from sentences in one language in which nobody has marked any: a hidden
// Markov model, as [Kupiec 1992, Robust part-of-speech tagging using a hidden Markov model]. Its
// states are noun, modifier and verb, and the known roles of function words. The probabilities of
// transitions are fixed, so that the states keep their meaning: after a determiner there is a noun
// or a modifier, after "can" a verb, and so on. What is learned is how probable each role is for a
// word; of words that are rare, the last three letters count, too.
class WordRoles {
 public:
  // `is_sure`: is the sentence surely in this language?
  void add(const Sentence& sentence, bool is_sure);

  // Six iterations of expectation maximisation, over all sentences that were added, in their order.
  // Linear time. The sentences are forgotten.
  void learn();

  // The most probable role of each word. A noun behind another word is a verb if nothing attests
  // it: if it is nowhere behind a determiner or preposition, nor before "of", a conjunction, an
  // auxiliary or the end of a sentence; and if the next word is none that may be the verb. So is
  // the last of the nouns behind a modal, if there is no verb ("can an aircraft hold").
  std::vector<WordRole> roles(const Sentence& sentence) const;

  // Is the word in a sentence that is surely in this language?
  bool is_usual(std::string_view term) const;

 private:
  static constexpr std::size_t learned = 3;  // roles: noun, modifier, verb
  using Weights = std::array<double, learned>;

  // One word at one place. `form` and `ending` are places in the tables below.
  struct Observed {
    std::uint32_t form = 0;
    std::optional<WordRole> known;
    bool is_name = false, is_participle = false;
  };
  struct Form {
    // Is it a verb where it begins a sentence, as "list" of "list all flights"?
    bool is_imperative() const {  // of requests
      return before_objects > 1 && 5 * before_objects >= first && 2 * first >= places;
    }

    // Is it one nearly everywhere: often behind "to" or "can" and before an object, as "cancel" of
    // "I want to cancel my order"?
    bool is_verb() const { return surely_verb > 2 && 3 * surely_verb >= places; }

    std::uint32_t ending = 0;
    Weights expected{};     // how often it has each role
    bool attested = false;  // stands where nouns do
    bool usual = false;     // is in a sentence that is surely in this language
    // Places, those at the beginning of a sentence, and those of them before an object.
    std::uint32_t places = 0, first = 0, before_objects = 0;
    std::uint32_t surely_verb = 0;  // places
  };

  bool is_attested(const Sentence& sentence, std::size_t i) const;
  bool may_be_verb(const Sentence& sentence, std::size_t i) const;
  bool is_no_verb(const Sentence& sentence, std::span<const WordRole> roles, std::size_t i) const;
  static bool is_surely_verb(std::span<const Observed> words, const Form& form);
  static void mark_verb_of_modal(const Sentence& sentence, std::size_t modal,
                                 std::vector<WordRole>& roles);
  Weights emission(const Weights& of_form, const Weights& of_ending) const;
  std::vector<Weights> emissions(std::span<const Observed> words) const;
  static std::vector<Weights> posteriors(std::span<const Observed> words,
                                         std::span<const Weights> emissions);

  template <class Value>
  using ByText = std::unordered_map<std::string, Value, StringHash, std::equal_to<>>;

  ByText<std::uint32_t> places_, ending_places_;
  std::vector<Form> forms_;
  std::vector<Weights> endings_;
  std::vector<Observed> words_;     // of all sentences
  std::vector<std::size_t> sizes_;  // of the sentences
};

}  // namespace subintent::internal
