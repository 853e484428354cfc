#include <fmt/format.h>

#include "core/base/progress.h"
#include "core/collection/documents.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/io/input_file.h"
#include "engine/recipe_plan.h"
#include "subintent/stages.h"

namespace subintent {
namespace {

using internal::RecipeLevel;
using internal::RecipePlan;

TokenizerOptions tokenizer_options(const TokenizeOptions& options) {
  TokenizerOptions result{options.stem, {}, options.ngrams, options.main_content};
  if (options.stopwords.empty()) return result;
  if (has_stop_words(options.stopwords)) {
    result.stopwords = stop_words(options.stopwords);
    result.language = options.stem.empty() ? options.stopwords : options.stem;
    return result;
  }
  for (const std::string& line : split(read_file(options.stopwords), '\n'))
    if (const auto word = trim(line); !word.empty()) result.stopwords.emplace_back(word);
  return result;
}

// Compares documents by the weights of their terms, without those that are left out.
Similarity similarity_by_terms(const std::map<std::string, std::vector<Term>>& documents,
                               const Statistics& statistics, TermsByDocument without) {
  std::vector<std::string> docnos;
  std::vector<Similarity::SparseVector> vectors;
  for (const auto& [docno, terms] : documents) {
    docnos.push_back(docno);
    vectors.push_back(statistics.weigh(terms));
    std::erase_if(vectors.back(), [&left_out = without[docno]](const auto& weight) {
      return left_out.contains(weight.first);
    });
  }
  return Similarity::sparse(docnos, vectors);
}

[[noreturn]] void refuse_twice(const std::string& docno, const std::string& argument) {
  throw Error::argument(argument, argument + ": " + printable(docno) + " has two texts",
                        "give each document once");
}

// The documents that are relevant to a topic or to one of its intents.
std::set<std::string_view> relevant_to(std::string_view topic, const Judgments& judgments) {
  const internal::Judgments& inside = internal::Inside::of(judgments);
  std::set<std::string_view> docnos;
  for (const internal::Qrels* const qrels : {&inside.diversity, &inside.adhoc}) {
    const internal::TopicQrels* const judged = qrels->find(topic);
    if (judged == nullptr) continue;
    const auto relevant = internal::relevant_docnos(*judged);
    docnos.insert(relevant.begin(), relevant.end());
  }
  return docnos;
}

// Reads documents once: statistics of all, terms and texts of the relevant ones.
class ReadDocuments {
 public:
  ReadDocuments(const Judgments& judgments, const RecipeInputs& inputs, const RecipePlan& plan,
                const ProgressCallback& progress, Warnings& warnings)
      : plan_(plan), tokenizer_(tokenizer_options(plan.tokenize)) {
    std::set<std::string_view> relevant;
    for (const std::string& topic : judgments.topics())
      relevant.merge(relevant_to(topic, judgments));
    std::string other;
    const auto use = [&](const Document& document) {
      const bool is_relevant = relevant.contains(document.docno);
      if (!is_relevant && other.empty()) other = document.docno;
      std::vector<Term> terms;
      if (!inputs.similarity) terms = tokenizer_.terms(document);
      if (is_relevant) {
        const bool is_known = texts_.contains(document.docno);
        DocumentText text = document_text(document, plan.tokenize.main_content);
        DocumentText& known = texts_[document.docno];
        if (is_known && known == text && terms_[document.docno] == terms) return;
        if (is_known) refuse_twice(document.docno, "documents");
        known = std::move(text);
      }
      if (inputs.similarity) return;
      statistics_.add(terms);
      if (is_relevant) terms_[document.docno] = std::move(terms);
    };
    if (!inputs.collections.empty()) {
      CollectionOptions options = plan.tokenize.collection;
      options.wanted = relevant;
      const auto read = read_collection(inputs.collections, options, use, progress);
      warnings.insert(warnings.end(), read.warnings.begin(), read.warnings.end());
    }
    if (inputs.documents) {
      internal::ProgressMeter meter(progress, "tokenize", "documents");
      inputs.documents([&](const Document& document) {
        use(document);
        meter.advance();
      });
    }
    if (!texts_.empty()) return;
    const auto& sources = inputs.collections;
    throw Error::argument(
        "documents",
        fmt::format("documents: none of them is relevant (the judgments have {}{})",
                    relevant.empty() ? "none" : printable(*relevant.begin()),
                    other.empty() ? "" : "; there are such as " + printable(other)),
        internal::advice_on_docnos(relevant,
                                   sources.empty() ? Source::memory("", "documents") : sources[0]));
  }

  const Texts& texts() const { return texts_; }

  // Compares relevant documents without the terms of the titles of their topics.
  Similarity similarity(const Judgments& judgments,
                        const std::map<std::string, std::string>& titles) const {
    if (plan_.recipe.documents != Recipe::Documents::fingerprints)
      return similarity_by_terms(terms_, statistics_, terms_of(titles, judgments));
    const int bits = plan_.tokenize.bits.value_or(64);
    std::vector<std::string> docnos;
    std::vector<std::uint64_t> words;
    for (const auto& [docno, terms] : terms_) {
      const auto fingerprint = simhash(terms, bits);
      if (!fingerprint) continue;
      docnos.push_back(docno);
      words.insert(words.end(), fingerprint->begin(), fingerprint->end());
    }
    return Similarity::fingerprints(docnos, words, plan_.similarity, bits);
  }

 private:
  // By relevant document, the terms of the titles of its topics.
  TermsByDocument terms_of(const std::map<std::string, std::string>& titles,
                           const Judgments& judgments) const {
    TermsByDocument by_document;
    bool is_of_topic = false;
    for (const auto& [topic, title] : titles) {
      const auto terms = tokenizer_.terms(Document{topic, title, false, "utf-8"});
      for (const std::string_view docno : relevant_to(topic, judgments)) {
        is_of_topic = true;
        for (const Term& term : terms) by_document[std::string(docno)].insert(term.term);
      }
    }
    refuse_if(!is_of_topic && !titles.empty(), "topics",
              "topics: no title is of a topic with relevant documents",
              "give titles under the names that topics have in the judgments");
    return by_document;
  }

  const RecipePlan& plan_;
  Tokenizer tokenizer_;
  Statistics statistics_;
  std::map<std::string, std::vector<Term>> terms_;
  Texts texts_;
};

// The judgments with probabilities of intents, if the level has any.
Judgments weighted(const Judgments& judgments, const RecipeLevel& level) {
  if (!level.probabilities) return judgments;
  JudgmentInputs inputs = judgments.inputs();
  inputs.topics.reset();
  inputs.probabilities = Source(*level.probabilities);
  return Judgments::read(std::move(inputs));
}

// The member of an object, or of one in it, that names a wanted document; empty where none does.
[[gnu::cold]] std::string member_of_wanted(std::string_view object,
                                           const std::set<std::string_view>& wanted) {
  std::string found;
  internal::any_first_member(object, [&](std::string_view name, std::string_view value) {
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    if (value.starts_with('{')) {
      found = member_of_wanted(value, wanted);
      if (!found.empty()) found = fmt::format("{}.{}", name, found);
    } else {
      const bool is_text = value.starts_with('"');
      if (is_text) value.remove_prefix(1);
      value = value.substr(0, value.find_first_of(is_text ? "\"" : ",} \t"));
      if (wanted.contains(internal::wanted_part(value, wanted))) found = name;
    }
    return !found.empty();
  });
  return found;
}

}  // namespace

// By the member of JSON, or by the column, that names them.
[[gnu::cold]] std::string internal::advice_on_docnos(const std::set<std::string_view>& wanted,
                                                     const Source& documents) try {
  constexpr int looked_at = 1000;  // lines
  LineReader lines(documents);
  std::string_view line;
  std::vector<std::string> headings;
  for (int i = 0; i < looked_at && lines.next(line); ++i) {
    if (line.starts_with('{') || line.starts_with('[')) {
      const std::string member = member_of_wanted(line, wanted);
      if (!member.empty())
        return fmt::format("they are in {0}: say `docno={0}`", printable(member));
      continue;
    }
    if (i == 0 && (line.starts_with("WARC/") || line.starts_with('<')))
      return std::string(same_docnos_advice) +
             (line[0] == 'W' ? "; for addresses, say `docno=WARC-Target-URI`" : "");
    if (i == 0 && names_columns(line)) headings = headings_in(line);
    LineCells row;
    cut_cells(line, headings.empty() ? '\t' : separator_of(line), row);
    const auto cells = row.all();
    const auto at = std::ranges::find_if(
        cells, [&](auto cell) { return wanted.contains(wanted_part(cell, wanted)); });
    if (at == cells.end()) continue;
    const auto column = static_cast<std::size_t>(at - cells.begin());
    if (column < headings.size())
      return fmt::format("they are in {0}: say `docno={0}`", printable(headings[column]));
    if (cells.size() > 2)
      return fmt::format("if column {0} names the documents, say `docno={0}` and `text={1}`",
                         column + 1, cells.size());
  }
  return "write docnos in the judgments as the documents have them, or say which member or column "
         "has them, as with `docno=NAME`";
} catch (const Error&) {  // of a folder
  return std::string(same_docnos_advice);
}

Similarity Similarity::read_texts(const std::vector<Source>& inputs,
                                  const CollectionOptions& options,
                                  const ProgressCallback& progress, Warnings* warnings) {
  const Tokenizer tokenizer;
  Statistics statistics;
  std::map<std::string, std::vector<Term>> terms;
  const auto use = [&](const Document& document) {
    std::vector<Term> its = tokenizer.terms(document);
    const bool is_known = terms.contains(document.docno);
    std::vector<Term>& known = terms[document.docno];
    if (is_known && known != its) refuse_twice(document.docno, "texts");
    if (is_known) return;
    statistics.add(its);
    known = std::move(its);
  };
  const auto read = read_collection(inputs, options, use, progress);
  add(read.warnings, warnings);
  return similarity_by_terms(terms, statistics, {});
}

MadeHierarchies make_hierarchies(const Judgments& judgments, const RecipeInputs& inputs,
                                 const RecipeOptions& options, const ProgressCallback& progress,
                                 Warnings* warnings) {
  // Without any, a recipe for titles is not chosen, but may be given.
  const bool has_titles = inputs.topics && (options.recipe || !inputs.topics->empty());
  const bool has_documents = !inputs.collections.empty() || inputs.documents;
  const bool is_of_fingerprints =
      inputs.similarity && internal::Inside::of(*inputs.similarity).kind() ==
                               internal::DocumentSimilarity::Kind::fingerprints;
  const RecipePlan plan = internal::plan_recipe(options, {.documents = has_documents,
                                                          .vectors = inputs.similarity.has_value(),
                                                          .fingerprints = is_of_fingerprints,
                                                          .titles = has_titles,
                                                          .name_of_documents = "documents",
                                                          .name_of_vectors = "similarity",
                                                          .example_of_vectors = "similarity"});
  const auto titles = inputs.topics.value_or(std::map<std::string, std::string>());
  Warnings found;
  std::optional<ReadDocuments> read;
  if (has_documents) read.emplace(judgments, inputs, plan, progress, found);
  const Similarity similarity =
      inputs.similarity ? *inputs.similarity : read->similarity(judgments, titles);
  const auto by_intents = internal::counted_intents(judgments);
  const auto make_level = [&](bool of_topics, const RecipeLevel& level) {
    const Judgments& judged = by_intents && !of_topics ? *by_intents : judgments;
    ClusterOptions clustering = plan.cluster;
    clustering.topic_level = of_topics;
    clustering.topic_pairs = true;
    const auto dendrograms = cluster(judged, similarity, clustering, progress, &found);
    HierarchyOptions how = level.options;
    if (level.mean_delta) how.delta = mean_similarity(dendrograms);
    auto at_level = hierarchies(weighted(judged, level), dendrograms, how, &found);
    if (level.labels)
      at_level = label_hierarchies(std::move(at_level), {Source(*level.labels)}, &found);
    return read ? with_labels(at_level, read->texts(), &found, titles) : at_level;
  };
  MadeHierarchies result;
  result.topic = make_level(true, plan.topic);
  const bool has_intents = internal::has_several_intents(judgments, found);
  internal::check_subtopics(plan, has_intents, found);
  if (has_intents) result.intent = make_level(false, plan.intent);
  if (read) result.texts = read->texts();
  add(found, warnings);
  return result;
}

}  // namespace subintent
