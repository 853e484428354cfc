#include "similarity/diversify/rerank.h"

#include <fmt/format.h>

#include "core/base/messages.h"
#include "core/base/parallel.h"
#include "core/base/warning.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/run.h"
#include "core/io/content.h"

namespace subintent::internal {
namespace {

constexpr const char* advice =
    "write \"topic intent docno score\", or give a run: \"topic Q0 docno rank score tag\"";

class Reader {
 public:
  Reader(const TextFile& file, const std::string& intent, IntentScores& scores)
      : file_(file), given_intent_(intent), scores_(scores), texts_(file.content()) {}

  void read() {
    const RunFormat& format = format_of_run(file_.text());
    if (JsonDict::fits(file_.text()))
      read_dict();
    else if (&format != &run_formats().back())
      read_run(format);
    else
      read_lines();
    if (documents_ == nullptr) throw Error(Location{file_.name(), 0}, "has no scores", advice);
  }

 private:
  void read_lines() {
    LineCutter lines(file_.text().data());
    const char* const end = file_.text().data() + file_.text().size();
    for (const char* at = file_.text().data(); at < end;) {
      const LineColumns& columns = lines.next();
      at = columns.end + 1;
      if (!is_blank_or_comment(columns)) add_line(columns);
    }
  }

  void add_line(const LineColumns& columns) {
    const char* const place = columns.bounds[0];
    const bool names_intent = columns.count == 4;
    if (!names_intent && columns.count != 5 && columns.count != 6)
      refuse_columns(file_.location(place), "4 or 6", columns.count, advice);
    if (names_intent)
      go_to(columns[0], columns[1]);
    else
      go_to_list(columns[0], place);
    const std::string_view score = columns[names_intent ? 3 : 4];
    const auto number = parse_double(score);
    if (!number) {
      throw Error(file_.location(place),
                  "the score '" + printable(score) + "' is not a finite number", advice);
    }
    add(columns[2], *number, place);
  }

  void read_dict() {
    JsonDict dict(file_, R"(write {"topic": {"intent": {"docno": score}}})");
    for (const Content& names : dict.names()) texts_.add(names);
    LineInWork line = nullptr;
    for (const TopicLines& topic : dict.take_topics()) {
      dict.read(topic, line, [&](const JsonDict::Entry& entry) {
        if (entry.intent.empty())
          go_to_list(topic.topic, entry.place);
        else
          go_to(topic.topic, entry.intent);
        add(entry.docno, entry.number, entry.place);
      });
    }
  }

  void read_run(const RunFormat& format) {
    const RunText run = format.open(file_, RunOrder::file);
    for (const Content& names : run.names) texts_.add(names);
    LineInWork line = nullptr;
    for (const TopicLines& topic : run.topics) {
      go_to_list(topic.topic, topic.topic.data());
      ListBuilder builder(texts_, topic.topic, RunOrder::file, OnDuplicate::error);
      run.read(topic, builder, line);
      for (const RankedLine& line : builder.lines()) add(line.docno, line.score, line.docno.data());
    }
  }

  // The next scores are of a list of a run, whose topic may tell the intent.
  void go_to_list(std::string_view topic, const char* place) {
    if (!given_intent_.empty()) return go_to(topic, given_intent_);
    const std::size_t separator = topic.find_last_of("-.:_");
    if (separator == std::string_view::npos || separator == 0 || separator + 1 == topic.size()) {
      throw Error(texts_.location(place),
                  "the topic '" + printable(topic) + "' does not give the intent of the run",
                  "write TOPIC-INTENT, such as 20-5, or give the run as INTENT=RUN");
    }
    go_to(topic.substr(0, separator), topic.substr(separator + 1));
  }

  void go_to(std::string_view topic, std::string_view intent) {
    if (documents_ != nullptr && topic == topic_ && intent == intent_) return;
    topic_ = topic;
    intent_ = intent;
    documents_ = &scores_[std::string(topic)][std::string(intent)];
  }

  void add(std::string_view docno, double score, const char* place) {
    if (documents_->emplace(docno, score).second) return;
    throw Error(texts_.location(place),
                "intent " + printable(intent_) + " of topic " + printable(topic_) +
                    " has document " + printable(docno) + " twice",
                "remove one");
  }

  const TextFile& file_;
  const std::string& given_intent_;
  IntentScores& scores_;
  Contents texts_;
  DocumentScores* documents_ = nullptr;  // those of the topic and intent that it is at
  std::string_view topic_, intent_;
};

}  // namespace

void read_intent_scores(const Source& source, const std::string& intent, IntentScores& scores) {
  static constexpr WantedColumn wanted[] = {
      {topic_columns}, {intent_columns}, {docno_columns}, {score_columns, true, true}};
  const TextFile given(source);
  const auto table = HeaderTable::of(given.text(), wanted);
  const bool names_intents = table && !is_called(table->name_of(1), iteration_columns);
  const TextFile file = names_intents ? with_columns_in_order(given, wanted) : given;
  Reader(file, intent, scores).read();
}

namespace {

void require_probability(double score, std::string_view topic, const std::string& file) {
  if (score >= 0 && score <= 1) return;
  throw Error(
      Location{file, 0},
      fmt::format("topic {} has the score {}, which is not from 0 to 1", printable(topic), score),
      "use another `scale` than none");
}

// Scores as probabilities, in place.
void scale(std::vector<double>& scores, ScoreScale kind, std::string_view topic,
           const std::string& file) {
  if (scores.empty()) return;
  if (kind == ScoreScale::none) {
    for (const double score : scores) require_probability(score, topic, file);
    return;
  }
  if (kind != ScoreScale::minmax)
    for (double& score : scores) score = std::max(score, 0.0);
  const auto [least, most] = std::ranges::minmax(scores);
  const double sum = total_of(scores);
  const double low = kind == ScoreScale::minmax ? least : 0;
  const double high = kind == ScoreScale::sum ? sum : most;
  const double same = kind == ScoreScale::minmax ? 1 : 0;  // with max and sum: none is above 0
  for (double& score : scores) {
    // Halves, so that the difference of the largest numbers is finite.
    score = high > low ? (score / 2 - low / 2) / (high / 2 - low / 2) : same;
  }
}

// P(d|i) of the candidates, 0 of those that the intent does not name.
std::vector<double> relevance_to(const DocumentScores& documents,
                                 std::span<const std::string_view> candidates, ScoreScale kind,
                                 std::string_view topic) {
  std::vector<double> relevance(candidates.size(), 0), scores;
  std::vector<std::size_t> places;
  for (std::size_t d = 0; d < candidates.size(); ++d) {
    const auto at = documents.find(candidates[d]);
    if (at == documents.end()) continue;
    places.push_back(d);
    scores.push_back(at->second);
  }
  scale(scores, kind, topic, "the scores of intents");
  for (std::size_t k = 0; k < places.size(); ++k) relevance[places[k]] = scores[k];
  return relevance;
}

using Intents = std::map<std::string, DocumentScores, LabelLess>;

double probability_of(const IntentTable* table, std::string_view topic, const std::string& intent,
                      std::size_t intents) {
  if (table == nullptr) return 1.0 / static_cast<double>(intents);
  const auto at = table->find(std::string(topic));
  if (at != table->end()) {
    const auto info = at->second.find(intent);
    if (info != at->second.end() && info->second.probability) return *info->second.probability;
  }
  throw Error(
      Location{},
      fmt::format("intent {} of topic {} has no probability", printable(intent), printable(topic)),
      "add a line to the file of `probabilities`, or leave the option out");
}

IntentLayer flat_layer(const Intents& intents, const RankedList& list,
                       std::span<const std::string_view> docnos, const RerankInputs& inputs) {
  IntentLayer layer;
  for (const auto& [intent, documents] : intents) {
    layer.weights.push_back(
        probability_of(inputs.probabilities, list.topic, intent, intents.size()));
    layer.parents.emplace_back();
    layer.relevance.push_back(relevance_to(documents, docnos, inputs.scale, list.topic));
  }
  return layer;
}

// The layers of a hierarchy. A node covers a candidate that it holds, as far as the candidate is
// relevant to the node's intent, or to the query where no scores of that intent are given.
std::vector<IntentLayer> layers_of(const Hierarchy& hierarchy, const Intents* intents,
                                   const RankedList& list, std::span<const std::string_view> docnos,
                                   const std::vector<double>& relevance,
                                   const RerankInputs& inputs) {
  std::vector<IntentLayer> layers(hierarchy.layers);
  std::vector<std::uint32_t> places(hierarchy.nodes.size());
  std::map<std::string, std::vector<double>> of_intents;
  for (std::uint32_t n = 0; n < hierarchy.nodes.size(); ++n) {
    const HierarchyNode& node = hierarchy.nodes[n];
    IntentLayer& layer = layers[node.layer - 1];
    places[n] = static_cast<std::uint32_t>(layer.weights.size());
    layer.weights.push_back(node.weight);
    layer.parents.emplace_back(node.parent ? std::optional(places[*node.parent]) : std::nullopt);
    const std::vector<double>* graded = &relevance;
    if (intents != nullptr) {
      const auto known = intents->find(node.intent);
      if (known != intents->end()) {
        auto [at, is_new] = of_intents.try_emplace(node.intent);
        if (is_new) at->second = relevance_to(known->second, docnos, inputs.scale, list.topic);
        graded = &at->second;
      }
    }
    std::vector<double> covered(docnos.size(), 0);
    for (std::size_t d = 0; d < docnos.size(); ++d) {
      const auto place = std::ranges::lower_bound(hierarchy.docnos, docnos[d]);
      if (place == hierarchy.docnos.end() || *place != docnos[d]) continue;
      const auto document = static_cast<std::uint32_t>(place - hierarchy.docnos.begin());
      if (std::ranges::binary_search(node.docs, document)) covered[d] = (*graded)[d];
    }
    layer.relevance.push_back(std::move(covered));
  }
  return layers;
}

const Hierarchy* hierarchy_of(const RerankInputs& inputs, std::string_view topic) {
  if (inputs.hierarchies == nullptr) return nullptr;
  const auto at = std::ranges::find(*inputs.hierarchies, topic, &Hierarchy::topic);
  return at == inputs.hierarchies->end() ? nullptr : &*at;
}

const Intents* intents_of(const RerankInputs& inputs, std::string_view topic) {
  if (inputs.intents == nullptr) return nullptr;
  const auto at = inputs.intents->find(std::string(topic));
  return at == inputs.intents->end() ? nullptr : &at->second;
}

Candidates candidates_of(const RankedList& list, const std::string& file,
                         const RerankInputs& inputs) {
  const std::size_t count = std::min(inputs.candidates, list.docnos.size());
  const std::span docnos(list.docnos.data(), count);
  Candidates candidates;
  candidates.relevance.assign(list.scores.begin(),
                              list.scores.begin() + static_cast<std::ptrdiff_t>(count));
  scale(candidates.relevance, inputs.scale, list.topic, file);
  if (inputs.similarity != nullptr) {
    std::vector<std::uint32_t> numbers;
    for (const std::string_view docno : docnos) numbers.push_back(inputs.similarity->find(docno));
    candidates.similarity = [numbers = std::move(numbers), similarity = inputs.similarity](
                                std::uint32_t a, std::uint32_t b) {
      return similarity->similarity(numbers[a], numbers[b]);
    };
    return candidates;
  }
  const Intents* const intents = intents_of(inputs, list.topic);
  if (const Hierarchy* const hierarchy = hierarchy_of(inputs, list.topic))
    candidates.layers = layers_of(*hierarchy, intents, list, docnos, candidates.relevance, inputs);
  else if (intents != nullptr && inputs.hierarchies == nullptr)
    candidates.layers.push_back(flat_layer(*intents, list, docnos, inputs));
  else
    candidates.relevance.clear();  // nothing is known: the list stays as it is
  return candidates;
}

// Adds the candidates of a list, and those of them that are known. Topics without intents do not
// count.
void count_known(const RankedList& list, const RerankInputs& inputs, Fit& fit) {
  const std::size_t count = std::min(inputs.candidates, list.docnos.size());
  const std::span<const std::string_view> docnos(list.docnos.data(), count);
  const auto count_if = [&](const auto& is_known) {
    fit.all += count;
    fit.known += static_cast<std::uint64_t>(std::ranges::count_if(docnos, is_known));
  };
  if (inputs.similarity != nullptr) {
    count_if([&](std::string_view docno) {
      const std::uint32_t number = inputs.similarity->find(docno);
      return number != DocumentSimilarity::missing && !is_zero(*inputs.similarity, number);
    });
  } else if (const Hierarchy* const hierarchy = hierarchy_of(inputs, list.topic)) {
    count_if([&](std::string_view docno) {
      return std::ranges::binary_search(hierarchy->docnos, docno, std::less<>());
    });
  } else if (const Intents* const intents = intents_of(inputs, list.topic);
             intents != nullptr && inputs.hierarchies == nullptr) {
    count_if([&](std::string_view docno) {
      return std::ranges::any_of(*intents,
                                 [&](const auto& intent) { return intent.second.contains(docno); });
    });
  }
}

// Warns of documents that the method knows nothing of. Without a representation they are similar to
// none, and so look new; without an intent they are behind all others.
void check_fit(const Run& run, const RerankInputs& inputs, Warnings& warnings) {
  const bool by_similarity = inputs.similarity != nullptr;
  Fit fit{run.file,
          "documents to re-rank",
          by_similarity                   ? "fingerprint or vector"
          : inputs.hierarchies != nullptr ? "place in the hierarchy"
                                          : "score for any intent",
          by_similarity ? "their similarity to all others is 0" : "they cover no intent",
          0,
          0};
  for (const RankedList& list : run.topics) count_known(list, inputs, fit);
  if (fit.is_none()) {
    throw Error(Location{run.file, 0}, "none of its documents has a " + fit.lacked,
                "check that they belong to the same collection");
  }
  if (fit.known == fit.all || (!by_similarity && !fit.is_few())) return;
  warnings.push_back(make_warning("unknown-candidates", Location{run.file, 0},
                                  fmt::format("{} of {} {} have no {}: {}", fit.all - fit.known,
                                              fit.all, fit.documents, fit.lacked, fit.effect)));
}

}  // namespace

Reranker::Reranker(const Run& run, const Diversifier& diversifier, const RerankInputs& inputs,
                   Warnings& warnings)
    : run_(run), diversifier_(diversifier), candidates_(run.topics.size()) {
  check_fit(run, inputs, warnings);
  parallel_for(run.topics.size(), [&](std::size_t t) {
    candidates_[t] = candidates_of(run.topics[t], run.file, inputs);
  });
  const auto unknown =
      static_cast<std::size_t>(std::ranges::count(candidates_, 0U, &Candidates::size));
  if (unknown == candidates_.size()) {
    throw Error(Location{run.file, 0}, "no intents are known for any of its topics",
                "check that topics have the same names in both files");
  }
  if (unknown > 0) {
    warnings.push_back(make_warning(
        "topics-without-intents", Location{run.file, 0},
        fmt::format("no intents are known for {} of {} topics; their lists are unchanged", unknown,
                    candidates_.size())));
  }
}

std::vector<RankedList> Reranker::lists(double lambda) const {
  std::vector<RankedList> lists(run_.topics.size());
  parallel_for(lists.size(), [&](std::size_t t) {
    const RankedList& list = run_.topics[t];
    const Candidates& candidates = candidates_[t];
    RankedList& reranked = lists[t];
    reranked.topic = list.topic;
    if (candidates.size() > 0)
      for (const std::uint32_t d : diversifier_.rank(candidates, lambda, candidates.size()))
        reranked.docnos.push_back(list.docnos[d]);
    reranked.docnos.insert(
        reranked.docnos.end(),
        list.docnos.begin() + static_cast<std::ptrdiff_t>(reranked.docnos.size()),
        list.docnos.end());
  });
  return lists;
}

}  // namespace subintent::internal
