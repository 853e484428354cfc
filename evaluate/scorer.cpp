#include "evaluate/scorer.h"

#include <fmt/format.h>

#include <atomic>
#include <set>
#include <unordered_map>

#include "core/base/parallel.h"
#include "evaluate/measure_table.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::set<std::int32_t> least_grades_of(const std::vector<Measure>& measures) {
  std::set<std::int32_t> grades;
  for (const Measure& measure : measures) grades.insert(measure.parameters.least_grade);
  return grades;
}

// Are documents named that are judged not relevant? Else nothing is known of what is left out.
bool names_nonrelevant(const std::vector<TopicData>& topics) {
  return std::ranges::any_of(topics, [](const TopicData& topic) {
    return std::ranges::any_of(topic.diversity->judgments,
                               [](const Judgment& judgment) { return judgment.grade < 1; });
  });
}

// Lists of a run are scored at the same time.
void add(std::uint64_t& sum, std::uint64_t number) {
  std::atomic_ref<std::uint64_t>(sum).fetch_add(number, std::memory_order_relaxed);
}

// A ranked list as measures see it, in each form made when the first asks for it.
class SeenRankings {
 public:
  SeenRankings(const TopicData& topic, const SeenList& list, const DocumentSimilarity* similarity)
      : topic_(topic), list_(list), similarity_(similarity) {}

  // `by_adhoc`: topic-level judgments say what is judged.
  Ranking of(const Measure& measure, bool by_adhoc) {
    const Documents documents = measure.record->traits.by_judged || measure.record->traits.sees_pool
                                    ? Documents::marked
                                : measure.record->of_groups     ? Documents::grouped
                                : measure.record->of_similarity ? Documents::represented
                                                                : Documents::relevant;
    if (!measure.parameters.judged_only) return of(documents);
    const TopicQrels* const judgments = by_adhoc ? topic_.adhoc : topic_.diversity;
    return ranking_for({documents, by_adhoc ? Judged::for_topic : Judged::for_intents},
                       [&] { return topic_.judged_only(list_, of(documents), judgments); });
  }

 private:
  enum class Documents { relevant, marked, grouped, represented };
  enum class Judged { any, for_intents, for_topic };
  using Form = std::pair<Documents, Judged>;

  Ranking of(Documents documents) {
    if (documents == Documents::relevant) return list_.documents;
    return ranking_for({documents, Judged::any}, [&] {
      return documents == Documents::marked    ? topic_.marked(list_, topic_.adhoc)
             : documents == Documents::grouped ? topic_.grouped(list_)
                                               : represented();
    });
  }

  // The numbers of the documents as the similarity knows them; `missing` for vectors of zeros, too.
  std::vector<DocumentId> represented() const {
    static_assert(static_cast<DocumentId>(DocumentSimilarity::missing) == not_relevant);
    std::vector<DocumentId> documents;
    for (const std::string_view docno : list_.docnos) {
      const std::uint32_t number = similarity_->find(docno);
      documents.push_back(static_cast<DocumentId>(
          is_zero(*similarity_, number) ? DocumentSimilarity::missing : number));
    }
    return documents;
  }

  template <typename Make>
  Ranking ranking_for(Form form, Make make) {
    const auto at = forms_.find(form);
    return at != forms_.end() ? at->second : forms_.emplace(form, make()).first->second;
  }

  const TopicData& topic_;
  const SeenList& list_;
  const DocumentSimilarity* similarity_;
  std::map<Form, std::vector<DocumentId>> forms_;
};

// The judged document that has the name of another but for an ending, or else the first that is
// relevant.
[[gnu::cold]] std::string nearest_judged(const TopicData& topic, std::string_view docno) {
  const std::string_view stem = docno.substr(0, docno.rfind('.'));
  if (topic.is_judged(stem)) return std::string(stem);
  const auto longer = [&](std::string_view judged) {
    return judged.starts_with(docno) && judged.rfind('.') == docno.size();
  };
  const auto found = std::ranges::find_if(topic.docnos, longer);
  if (found != topic.docnos.end()) return std::string(*found);
  return topic.docnos.empty() ? "" : std::string(topic.docnos[0]);
}

// The documents of the top K, of which those that are not judged may have left.
std::vector<std::string> first_docnos(const SeenList& list, const Parameters& parameters) {
  std::vector<std::string> docnos;
  for (std::size_t i = 0; i < list.docnos.size() && docnos.size() < parameters.cutoff; ++i)
    if (!parameters.judged_only || list.judged[i] != 0) docnos.emplace_back(list.docnos[i]);
  return docnos;
}

}  // namespace

Layers layers_of(const Measure& measure, const TopicData& topic) {
  const TopicLayers& layers = topic.layers.at(measure.parameters.least_grade);
  if (measure.hierarchy) return layers.hierarchies[*measure.hierarchy].layers;
  if (measure.record->traits.on_topic) return {&layers.topic, 1};
  const bool with_penalties = measure.parameters.counts_penalties && layers.criteria;
  return {with_penalties ? &*layers.criteria : &layers.intents, 1};
}

double RunScores::mean(std::size_t measure, bool answered_only) const {
  double sum = 0, count = 0;
  for (std::size_t topic = 0; topic < answered.size(); ++topic) {
    if (!applies(measure, topic) || (answered_only && answered[topic] == 0)) continue;
    sum += values[measure][topic];
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

Scorer::Scorer(const Judgments& judgments, const std::vector<NamedHierarchies>& hierarchies,
               std::vector<Measure> measures, const DocumentSimilarity* similarity,
               std::optional<std::int32_t> max_grade, const std::vector<NamedGroups>& groups)
    : topics_(make_topic_data(judgments, hierarchies, least_grades_of(measures), groups)),
      measures_(std::move(measures)),
      qrels_name_(judgments.qrels_name),
      has_judgments_(judgments.has_any()),
      similarity_(similarity),
      representations_(topics_.size()),
      scorings_(topics_.size()) {
  for (Measure& measure : measures_)
    if (!judgments.gains.empty() && measure.parameters.gain == Gain::unspecified)
      measure.parameters.gain = Gain(&judgments.gains);
  by_adhoc_.resize(hierarchies.size(), 0);
  for (const TopicData& topic : topics_) {
    const auto& layered = topic.layers.at(1).hierarchies;
    for (std::size_t h = 0; h < layered.size(); ++h)
      if (layered[h].by_adhoc) by_adhoc_[h] = 1;
  }
  require_intents(judgments);
  count_unjudged_for(measures_);
  set_max_grades(judgments, max_grade);
  for (const TopicData& topic : topics_) judged_topics_.add(topic.topic);
  parallel_for(topics_.size(), [&](std::size_t topic) {
    if (similarity_ != nullptr)
      for (const std::string_view docno : topics_[topic].docnos)
        representations_[topic].push_back(similarity_->find(docno));
    GreedyIdeals greedy;
    for (const Measure& measure : measures_)
      scorings_[topic].push_back(scoring(measure, topic, greedy));
  });
  applicable_ = applicability();
}

Applicability Scorer::applicability() const {
  std::vector<std::vector<char>> applicable(measures_.size(), std::vector<char>(topics_.size(), 1));
  bool all = true;
  for (std::size_t topic = 0; topic < topics_.size(); ++topic) {
    for (std::size_t m = 0; m < measures_.size(); ++m) {
      if (scorings_[topic][m].applies()) continue;
      applicable[m][topic] = 0;
      all = false;
    }
  }
  if (all) return nullptr;
  return std::make_shared<const std::vector<std::vector<char>>>(std::move(applicable));
}

bool Scorer::sees_adhoc(const Measure& measure) const {
  return measure.record->traits.on_topic ||
         (measure.hierarchy && by_adhoc_[*measure.hierarchy] != 0);
}

void Scorer::require_intents(const Judgments& judgments) const {
  if (judgments.has_intents()) return;
  for (const Measure& measure : measures_) {
    if (!measure.hierarchy || sees_adhoc(measure)) continue;
    throw Error::argument("measures",
                          fmt::format("measure '{}': needs judgments of intents, and those of "
                                      "{} are of whole topics",
                                      measure.name, judgments.qrels_name),
                          "give hierarchies of whole topics, or judgments of intents");
  }
}

// The deepest cutoff; measures without one look at the whole list, but most at its first ten. Who
// asks what is judged need not be told.
void Scorer::count_unjudged_for(std::span<const Measure> measures) {
  constexpr std::size_t most = 20, otherwise = 10;
  top_ = 0;
  const auto asks = [](const Measure& measure) { return measure.record->traits.by_judged; };
  if (std::ranges::any_of(measures, asks) || !names_nonrelevant(topics_)) return;
  for (const Measure& measure : measures) {
    if (measure.parameters.judged_only) continue;
    const std::uint32_t cutoff = measure.parameters.cutoff;
    top_ = std::max(top_, cutoff == no_cutoff ? otherwise : std::min<std::size_t>(cutoff, most));
  }
}

// The highest grades of measures that do not say theirs. One that some judgment exceeds would give
// scores above 1.
void Scorer::set_max_grades(const Judgments& judgments, std::optional<std::int32_t> given) {
  for (Measure& measure : measures_) {
    if (!measure.record->traits.by_highest_grade && !measure.parameters.graded_credit) continue;
    const bool by_topic = sees_adhoc(measure);
    const std::int32_t judged =
        by_topic ? judgments.highest_adhoc_grade : judgments.highest_intent_grade;
    std::int32_t& highest = measure.parameters.max_grade;
    if (highest == 0) highest = given.value_or(judged);
    const std::int32_t lowest = measure.parameters.min_grade;
    if (measure.record->traits.scales_grades && highest <= lowest && lowest > 0) {
      throw Error::argument(
          "measures",
          fmt::format("measure '{}': min_rel {} is not below the highest grade {}", measure.name,
                      lowest, highest),
          "give a lower min_rel, or a higher max_rel");
    }
    if (highest >= judged || measure.record->traits.scales_grades) continue;
    throw Error(
        Location{by_topic ? judgments.adhoc_name : judgments.qrels_name, 0},
        fmt::format("has grade {}, above the highest grade {} given for {}", judged, highest,
                    measure.record->base.empty() ? std::string_view(measure.record->name)
                                                 : measure.record->base),
        "give a higher `max_grade` (or max-grade=), or leave it out");
  }
}

Scoring Scorer::scoring(const Measure& measure, std::size_t topic, GreedyIdeals& greedy) const {
  const Layers layers = layers_of(measure, topics_[topic]);
  if (layers.empty()) return always_zero();
  const MeasureRecord& record = *measure.record;
  if (record.traits.sees_runs) return always_zero();  // score_together() knows
  if (record.of_groups) {
    return record.of_groups(layers[0], topics_[topic].attributes, measure.parameters,
                            measure.layer_aware);
  }
  if (record.of_citations) return record.of_citations(topics_[topic].citations);
  if (record.of_similarity) {
    const auto of_numbers = [similarity = similarity_](DocumentId a, DocumentId b) {
      return similarity->similarity(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
    };
    return record.of_similarity(of_numbers, measure.parameters);
  }
  if (measure.layer_aware) return layer_aware(record.make, layers, measure.parameters, greedy);
  Scoring result = record.make(layers, measure.parameters, greedy);
  if (measure.similarity == nullptr) return result;
  return with_similarity(measure, topic, std::move(result));
}

Scoring Scorer::with_similarity(const Measure& measure, std::size_t topic, Scoring scoring) const {
  const auto of_documents = [&numbers = representations_[topic], similarity = similarity_](
                                DocumentId a, DocumentId b) {
    return similarity->similarity(numbers[static_cast<std::size_t>(a)],
                                  numbers[static_cast<std::size_t>(b)]);
  };
  return with_redundancy(std::move(scoring), *measure.similarity,
                         layers_of(measure, topics_[topic])[0], measure.parameters, of_documents);
}

std::vector<const RankedList*> Scorer::lists(const Run& run) const {
  const auto [scores, topic_of] = begin_scores(run.name, run.file, run.topic_names());
  require_judged_topics(scores, run.file);
  std::vector<const RankedList*> lists(topics_.size(), nullptr);
  for (std::size_t i = 0; i < topic_of.size(); ++i)
    if (topic_of[i] != JudgedTopics::none) lists[topic_of[i]] = &run.topics[i];
  return lists;
}

ExplainedScore Scorer::explain(std::size_t measure, std::size_t topic,
                               const RankedList& list) const {
  const Scoring& scoring = scorings_[topic][measure];
  const TopicData& data = topics_[topic];
  const SeenList seen = data.seen(list);
  SeenRankings rankings(data, seen, similarity_);
  const Ranking ranking = rankings.of(measures_[measure], sees_adhoc(measures_[measure]));
  ExplainedScore explained;
  explained.score = scoring.score(ranking);
  explained.parts = scoring.parts(ranking);
  for (const DocumentId document : ranking) {
    const bool has_docno = !measures_[measure].record->of_similarity &&
                           document < static_cast<DocumentId>(data.docnos.size());
    explained.ranking.push_back(has_docno ? document : not_relevant);
  }
  return explained;
}

std::vector<DocumentId> Scorer::ranking(std::size_t measure, std::size_t topic,
                                        const RankedList& list) const {
  const SeenList seen = topics_[topic].seen(list);
  SeenRankings rankings(topics_[topic], seen, similarity_);
  const Ranking ranking = rankings.of(measures_[measure], sees_adhoc(measures_[measure]));
  return {ranking.begin(), ranking.end()};
}

ExplainedScore Scorer::explain_ideal(std::size_t measure, std::size_t topic, Ranking like) const {
  ExplainedScore explained;
  explained.parts = scorings_[topic][measure].ideal(layers(measure, topic), like);
  explained.score = sum_of(explained.parts);
  return explained;
}

[[gnu::cold]] std::pair<RunScores, std::vector<std::uint32_t>> Scorer::begin_scores(
    const std::string& name, const std::string& file,
    const std::vector<std::string_view>& run_topics) const {
  RunScores scores;
  scores.run = name;
  for (const Measure& measure : measures_)
    scores.values.emplace_back(topics_.size(), measure.record->traits.lower_is_better ? 1 : 0);
  scores.compared.resize(measures_.size());
  scores.listed.resize(sees_runs() ? measures_.size() : 0,
                       std::vector<std::vector<std::string>>(topics_.size()));
  scores.applicable = applicable_;
  scores.answered.assign(topics_.size(), 0);
  scores.judged.assign(topics_.size(), 0);
  std::vector<std::uint32_t> topic_of = judged_topics_.find_all(run_topics, file);
  for (std::size_t i = 0; i < topic_of.size(); ++i) {
    if (topic_of[i] == JudgedTopics::none) {
      scores.unjudged_topics.emplace_back(run_topics[i]);
    } else {
      scores.answered[topic_of[i]] = 1;
      if (topics_[topic_of[i]].topic != run_topics[i])
        scores.prefixed_topics.emplace_back(run_topics[i]);
    }
  }
  return {std::move(scores), std::move(topic_of)};
}

void Scorer::require_judged_topics(const RunScores& scores, const std::string& file) const {
  if (std::ranges::count(scores.answered, 1) > 0) return;
  throw Error(Location{file, 0}, "none of its topics is judged in " + qrels_name_,
              "give the judgments of the same topics; the first is " +
                  printable(scores.unjudged_topics.front()) + " here, " +
                  printable(topics_.front().topic) + " there");
}

void Scorer::score_list(const RankedList& list, std::uint32_t topic, RunScores& scores) const {
  if (topic == JudgedTopics::none) return;
  const SeenList seen = topics_[topic].seen(list);
  const std::vector<DocumentId>& ranking = seen.documents;
  add(scores.repeats, seen.repeats);
  scores.judged[topic] = std::ranges::find(seen.judged, 1) != seen.judged.end();
  const auto is_first = [&] {
    return std::ranges::find(scores.answered, 1) - scores.answered.begin() == topic;
  };
  if (scores.judged[topic] == 0 && !list.docnos.empty() && is_first()) {
    scores.first_docno = list.docnos[0];
    scores.judged_docno = nearest_judged(topics_[topic], list.docnos[0]);
  }
  const std::size_t top = std::min(top_, ranking.size());
  add(scores.top_documents, top);
  add(scores.top_unjudged,
      static_cast<std::uint64_t>(std::ranges::count(std::span(seen.judged).first(top), 0)));
  SeenRankings rankings(topics_[topic], seen, similarity_);
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    if (measures_[m].record->traits.sees_runs) {
      scores.listed[m][topic] = first_docnos(seen, measures_[m].parameters);
      continue;
    }
    const Ranking seen_ranking = rankings.of(measures_[m], sees_adhoc(measures_[m]));
    scores.values[m][topic] = scorings_[topic][m].score(seen_ranking);
    if (!needs_similarity(measures_[m])) continue;
    const ComparedDocuments counts = compared(measures_[m], topic, seen_ranking);
    add(scores.compared[m].all, counts.all);
    add(scores.compared[m].unrepresented, counts.unrepresented);
  }
}

bool Scorer::sees_runs() const {
  return std::ranges::any_of(
      measures_, [](const Measure& measure) { return measure.record->traits.sees_runs; });
}

void Scorer::score_together(std::span<RunScores> runs) const {
  std::vector<RunScores*> all = mapped(runs, [](RunScores& run) { return &run; });
  score_together(all);
}

// A document is in a list once.
void Scorer::score_together(std::span<RunScores* const> runs) const {
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    if (!measures_[m].record->traits.sees_runs) continue;
    if (runs.size() < 2) {
      throw Error(Location{},
                  fmt::format("{} compares the list of each run with those of others, and there is "
                              "one run",
                              printable(measures_[m].name)),
                  "give several runs, or leave the measure out");
    }
    parallel_for(topics_.size(), [&](std::size_t topic) {
      std::unordered_map<std::string_view, std::size_t> lists_with;
      for (const RunScores* const run : runs)
        for (const std::string& docno : run->listed[m][topic]) ++lists_with[docno];
      for (RunScores* const run : runs) {
        const std::vector<std::string>& listed = run->listed[m][topic];
        const auto alone = std::ranges::count_if(
            listed, [&](const std::string& docno) { return lists_with.at(docno) == 1; });
        run->values[m][topic] =
            ratio(static_cast<double>(alone), static_cast<double>(listed.size()));
      }
    });
  }
}

ComparedDocuments Scorer::compared(const Measure& measure, std::size_t topic,
                                   Ranking ranking) const {
  ComparedDocuments counts;
  const Layer& layer = layers_of(measure, topics_[topic])[0];
  for (const DocumentId document : top_of(ranking, measure.parameters.cutoff)) {
    const bool by_relevance = measure.similarity != nullptr;
    if (by_relevance && layer.grades(document).empty()) continue;
    ++counts.all;
    const std::uint32_t number = by_relevance
                                     ? representations_[topic][static_cast<std::size_t>(document)]
                                     : static_cast<std::uint32_t>(document);
    counts.unrepresented +=
        number == DocumentSimilarity::missing || is_zero(*similarity_, number) ? 1 : 0;
  }
  return counts;
}

RunScores Scorer::score(const Run& run) const {
  auto [scores, topic_of] = begin_scores(run.name, run.file, run.topic_names());
  for (std::size_t i = 0; i < run.topics.size(); ++i)
    score_list(run.topics[i], topic_of[i], scores);
  require_judged_topics(scores, run.file);
  return std::move(scores);
}

std::size_t Scorer::depth() const {
  std::size_t depth = 0;
  const auto leave = [](const TopicData& topic) {
    return topic.duplicates != nullptr && topic.duplicates_as == DuplicatesAs::removed;
  };
  if (std::ranges::any_of(topics_, leave)) return no_cutoff;
  for (const Measure& measure : measures_) {
    const Parameters& p = measure.parameters;
    depth = std::max<std::size_t>(depth, p.judged_only ? no_cutoff : p.cutoff);
  }
  return depth;
}

RunScores Scorer::score(const RunView& run) const {
  std::vector<std::string_view> names = mapped(run.lists, &ScoredList::topic);
  auto begun = begin_scores(run.name, run.name, names);
  RunScores& scores = begun.first;
  const std::size_t longest = depth();
  parallel_for(run.lists.size(), [&](std::size_t i) {
    const ScoredList& list = run.lists[i];
    const std::uint32_t topic = begun.second[i];
    score_list(ranked(list, run.order, longest, run.name), topic, scores);
    if (topic == JudgedTopics::none || scores.judged[topic] != 0) return;
    if (list.docnos.size() <= longest) return;  // all have been looked at
    scores.judged[topic] = std::ranges::any_of(
        list.docnos, [&](std::string_view docno) { return topics_[topic].is_judged(docno); });
  });
  require_judged_topics(scores, run.name);
  return std::move(scores);
}

RunScores Scorer::score(const RunReader& run, std::size_t depth, RunCounts& counts) const {
  std::vector<std::string_view> names = mapped(run.topics(), &TopicLines::topic);
  auto begun = begin_scores(run.name(), run.file(), names);
  counts = run.read([&](std::size_t i, RankedList&& list) {
    list.docnos.resize(std::min(list.docnos.size(), depth));
    score_list(list, begun.second[i], begun.first);
  });
  require_judged_topics(begun.first, run.file());
  return std::move(begun.first);
}

}  // namespace subintent::internal
