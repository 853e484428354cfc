// The words and phrases of the documents of a topic, and how well they say what a node is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hierarchy/labels/label_phrases.h"
#include "subintent/values.h"

namespace subintent::internal {

// Documents from which on a node is large, so that what covers it counts more than what is rare.
constexpr std::size_t large_node = 5;
// Of phrases that cover a node: how much more frequent they must be there than elsewhere.
constexpr double least_contrast = 2;

// How a phrase is written.
struct Form {
  std::string text, folded;
  double weight = 0;  // in all documents of the topic
};

// A phrase of a topic.
struct Phrase {
  std::vector<std::string> stems;
  std::vector<std::uint32_t> parts;  // the shorter phrases in it
  std::vector<Form> forms;
  std::uint32_t documents = 0;
  double specificity = 0;
  bool ends_with_number = false;
  bool one_word = false;
  bool is_general = false;  // says too little, as "framework"
  bool is_vague = false;    // LabelPhrase::is_vague
  bool is_name = false;     // has capitals somewhere
  bool is_refused = false;  // of texts of which nothing else is left (their keys begin with "!")
};

// What of a phrase is in one document, and in several.
struct Occurrence {
  std::uint32_t phrase = 0;
  double weight = 0;  // the largest in the document
  bool complete = false, ends = false, is_noun = false, capitalised = false;
  bool empty = true, begins_empty = true;               // in each of its forms there
  bool part_of_name = true;                             // likewise
  std::vector<std::pair<std::uint32_t, double>> forms;  // with their weights
};
struct Sum {
  double weight = 0;
  std::uint32_t documents = 0, complete = 0, ends = 0, is_noun = 0, capitalised = 0;
  std::uint32_t empty = 0, begins_empty = 0, part_of_name = 0;
};
using Sums = std::unordered_map<std::uint32_t, Sum>;  // by phrase

struct Scored {
  std::uint32_t phrase = 0;
  std::uint32_t documents = 0;  // of the node, with the phrase
  double score = 0;
  bool is_common = false;  // in most documents of the siblings, as the words of the query
  bool is_empty = false;   // says nothing on its own
  // How well it says what one document with it is about; 0 if that is not typical of the node.
  double of_document = 0;
};

// The phrases of the documents of a topic.
class TopicPhrases {
 public:
  using Documents = std::vector<std::uint32_t>;  // places in the hierarchy's docnos

  TopicPhrases(const std::vector<std::string>& docnos, const Texts& texts,
               const LabelBackground& background);

  // Of each phrase: inflected as it most often is in the documents of a node, with the capitals
  // that it most often has in the topic.
  std::vector<std::string> texts(std::span<const Scored> phrases, const Documents& documents) const;

  std::string text(std::uint32_t phrase, const Documents& documents) const;

  // Phrases of the topic that are in a label.
  std::set<std::uint32_t> phrases_in(const std::string& label);

  bool is_misspelt(std::uint32_t phrase) const;

  // Of phrases with these texts.
  bool say_the_same(std::uint32_t a, const std::string& text_of_a, std::uint32_t b,
                    const std::string& text_of_b) const;

  // For each phrase, whether each of the documents has it.
  std::vector<std::vector<bool>> found_in(std::span<const Scored> phrases,
                                          const Documents& documents) const;

  Sums sums_of(const Documents& documents) const;

  // The phrases for a label of `documents`, of which there are `all` with those of the siblings,
  // the best first.
  std::vector<Scored> scored(const Documents& documents, const Sums& all,
                             std::size_t all_documents) const;

 private:
  // `any`: those, too, that are cut.
  std::vector<Scored> scored(const Documents& documents, const Sums& all, std::size_t all_documents,
                             bool any) const;

  static std::unordered_map<std::uint32_t, std::size_t> places_of(std::span<const Scored> phrases);

  void add_document(const DocumentText& text, std::vector<Occurrence>& document);

  static void add_form(std::vector<Form>& forms, Occurrence& occurrence, const LabelPhrase& found);

  void add_parts(Phrase& phrase) const;

  // How many documents have a phrase within the same longer one, which two of them have. What is in
  // one in three of five documents is cut: "Vegas" of "Las Vegas", "status" of "order status".
  std::unordered_map<std::uint32_t, std::uint32_t> within_longer(const Sums& sums) const;

  // Several words that end with a noun and stand before different others, as "full text search"
  // before "engine" and "library".
  static bool is_term(const Phrase& phrase, const Sum& sum, std::uint32_t in_longer);

  // Not a part of longer runs of words most of the time, if it is not a name; a name with a number
  // must come twice ("Apollo 11", but not "January 11"). A hyphenated word that most of n documents
  // have, and at least three, may describe other words in all of them: "e-commerce".
  static bool may_stand_alone(const Phrase& phrase, const Sum& sum, double n);

  // As in labels.h; n: documents of the node.
  double score(const Phrase& phrase, const Sum& sum, double n, double elsewhere) const;

  // How much more frequent a phrase is in a node than elsewhere; of large nodes it counts less.
  static double contrast(double share, double elsewhere, double n);

  // As in labels.h.
  static double score_of_document(const Phrase& phrase, const Sum& sum, double n, double elsewhere);

  const LabelBackground& background_;
  PhraseFinder finder_;
  std::unordered_map<std::string, std::uint32_t> places_;  // by key, in phrases_
  std::vector<Phrase> phrases_;
  std::vector<std::vector<Occurrence>> documents_;
};

}  // namespace subintent::internal
