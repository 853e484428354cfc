// Finds where nuggets are lost: in the judgments, in the list, at its cutoff, in citations, in the
// answer.
#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "report/captions.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The stages at which a nugget can be lost, in their order.
enum class Stage {
  not_judged,        // no judged document holds it
  not_retrieved,     // the list holds no document that does
  below_cutoff,      // those are below the cutoff
  not_cited,         // none of them is cited
  not_said,          // one is cited, but the answer does not say it
  without_citation,  // the answer says it, and cites no document that holds it
  covered
};

constexpr std::size_t stage_count = 7;

// A nugget, or a node of a hierarchy.
struct LostNode {
  std::string intent;       // official intent or superintent
  std::string text;         // its words; maybe empty
  std::uint32_t layer = 0;  // of the hierarchy, from 1; 0: the official intents
  double weight = 0;        // in its layer; these add up to 1
  Stage stage = Stage::covered;
  std::uint32_t rank = 0;  // of the first document that holds it; 0: there is none
  bool is_said = false;    // by the answer, whatever the stage
};

struct TopicLosses {
  std::string topic;
  std::vector<LostNode> nodes;  // official intents, then the layers of the hierarchy
};

// The three places where nuggets are looked for, and how.
struct LossInputs {
  const EvaluationData* data = nullptr;
  const Run* retrieved = nullptr;
  const Run* cited = nullptr;      // documents that the answers cite; or null
  const Qrels* answers = nullptr;  // what answers hold; or null
  std::string answer;              // the document of `answers` that is this system's
  std::size_t cutoff = 0;
  std::int32_t least_grade = 1;
  bool is_weighted = false;  // intents by their probabilities; else all the same
};

using Shares = std::array<double, stage_count>;

constexpr std::string_view stage_names[stage_count] = {
    "not_judged", "not_retrieved",    "below_cutoff", "not_cited",
    "not_said",   "without_citation", "covered"};
constexpr std::string_view stage_words[stage_count] = {
    "not in the judgments", "not retrieved",         "below the cutoff", "retrieved but not cited",
    "cited but not said",   "said without citation", "covered"};

using LossesDocuments = std::set<std::string_view>;

class TopicLooker {
 public:
  TopicLooker(const LossInputs& inputs, const TopicQrels& judged)
      : inputs_(inputs), judged_(judged) {
    if (const RankedList* const list = list_of(*inputs.retrieved, judged.topic))
      for (std::size_t i = 0; i < list->docnos.size(); ++i)
        rank_.emplace(list->docnos[i], static_cast<std::uint32_t>(i + 1));
    if (inputs.cited != nullptr)
      if (const RankedList* const list = list_of(*inputs.cited, judged.topic))
        cited_.insert(list->docnos.begin(), list->docnos.end());
    for (const Judgment& judgment : judged.judgments) {
      if (judgment.grade < inputs.least_grade) continue;
      holders_[judged.intents[judgment.intent]].insert(judged.docnos[judgment.document]);
    }
    find_said();
  }

  const LossesDocuments& holders(std::string_view intent) const {
    static const LossesDocuments none;
    const auto found = holders_.find(intent);
    return found == holders_.end() ? none : found->second;
  }

  bool is_said(std::string_view intent) const { return said_.contains(intent); }

  // Follows something that these documents hold.
  void look(const LossesDocuments& documents, bool said, LostNode& node) const {
    bool is_cited = false;
    for (const std::string_view document : documents) {
      const auto at = rank_.find(document);
      if (at != rank_.end() && (node.rank == 0 || at->second < node.rank)) node.rank = at->second;
      is_cited = is_cited || cited_.contains(document);
    }
    node.stage = stage_of(documents.empty(), node.rank, is_cited, said);
    node.is_said = said;
  }

 private:
  Stage stage_of(bool is_bare, std::uint32_t rank, bool is_cited, bool said) const {
    const bool answers = inputs_.answers != nullptr, cites = inputs_.cited != nullptr;
    if (answers && said && (is_cited || !cites)) return Stage::covered;
    // A cited document has reached the answer, wherever it was found.
    if (is_cited) return answers ? Stage::not_said : Stage::covered;
    if (is_bare) return Stage::not_judged;
    if (rank == 0) return Stage::not_retrieved;
    if (rank > inputs_.cutoff) return Stage::below_cutoff;
    if (answers && said) return Stage::without_citation;
    if (cites) return Stage::not_cited;
    return answers ? Stage::not_said : Stage::covered;
  }

  // Intents of the answers are those of the judgments that have the same words, else the same name.
  void find_said() {
    if (inputs_.answers == nullptr) return;
    const TopicQrels* const topic = inputs_.answers->find(judged_.topic);
    if (topic == nullptr) return;
    const std::ptrdiff_t answer = topic->find_document(inputs_.answer);
    for (const Judgment& judgment : topic->judgments) {
      if (judgment.document != answer || judgment.grade < inputs_.least_grade) continue;
      said_.insert(topic->intents[judgment.intent]);
    }
  }

  const LossInputs& inputs_;
  const TopicQrels& judged_;
  std::unordered_map<std::string_view, std::uint32_t> rank_;
  LossesDocuments cited_, said_;
  std::map<std::string_view, LossesDocuments, LabelLess> holders_;
};

// Makes weights add up to 1; if all are 0, they become equal.
void normalise(std::span<LostNode> nodes) {
  const double sum = total_of(nodes, &LostNode::weight);
  for (LostNode& node : nodes)
    node.weight = sum > 0 ? node.weight / sum : 1 / static_cast<double>(nodes.size());
}

void add_intents(const LossInputs& inputs, const TopicQrels& judged, const TopicLooker& looker,
                 TopicLosses& losses) {
  const Judgments& judgments = *inputs.data->judgments;
  const bool has_none = std::ranges::all_of(
      judged.intents, [&](std::string_view intent) { return looker.holders(intent).empty(); });
  for (const std::string_view intent : judged.intents) {
    const LossesDocuments& documents = looker.holders(intent);
    if (documents.empty() && !has_none && !judgments.all_intents) continue;
    const IntentInfo* const info = judgments.intent_info(judged.topic, intent);
    LostNode node{std::string(intent),
                  std::string(intent_text(judgments.topics, judged.topic, intent))};
    const double given = info != nullptr ? info->probability.value_or(1) : 1;
    node.weight = inputs.is_weighted ? given : 1;
    looker.look(documents, looker.is_said(intent), node);
    losses.nodes.push_back(std::move(node));
  }
  normalise(losses.nodes);
}

// The documents of a node that are relevant to an intent below it, and whether one of these is
// said.
void add_layers(const LossInputs& inputs, const Hierarchy& hierarchy, const TopicLooker& looker,
                TopicLosses& losses) {
  std::vector<std::set<std::string_view>> intents(hierarchy.nodes.size());
  for (std::size_t i = hierarchy.nodes.size(); i-- > 0;) {  // children come after their parents
    const HierarchyNode& node = hierarchy.nodes[i];
    if (intents[i].empty()) intents[i] = {node.intent};
    if (node.parent) intents[*node.parent].insert(intents[i].begin(), intents[i].end());
  }
  for (std::uint32_t layer = 1; layer <= hierarchy.layers; ++layer) {
    const std::size_t first = losses.nodes.size();
    for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
      const HierarchyNode& node = hierarchy.nodes[i];
      if (node.layer != layer) continue;
      LossesDocuments documents;
      bool said = false;
      for (const std::uint32_t document : node.docs) documents.insert(hierarchy.docnos[document]);
      LossesDocuments relevant;
      for (const std::string_view intent : intents[i]) {
        said = said || looker.is_said(intent);
        for (const std::string_view docno : looker.holders(intent))
          if (documents.contains(docno)) relevant.insert(docno);
      }
      LostNode lost{node.intent, node.label, layer, inputs.is_weighted ? node.weight : 1};
      looker.look(relevant, said, lost);
      losses.nodes.push_back(std::move(lost));
    }
    normalise(std::span(losses.nodes).subspan(first));
  }
}

std::string_view name_of(Stage stage) {
  return stage_names[static_cast<std::size_t>(stage)];
}

std::string_view words_of(Stage stage) {
  return stage_words[static_cast<std::size_t>(stage)];
}

// By topic of the judgments. A node is covered where it is found at the last of the places that are
// given, and for an answer at the one before, too. What each stage loses adds up to 1 - coverage.
std::vector<TopicLosses> losses_of(const LossInputs& inputs) {
  std::vector<TopicLosses> topics;
  for (const TopicQrels& judged : inputs.data->judgments->diversity.topics()) {
    TopicLosses losses{std::string(judged.topic), {}};
    const TopicLooker looker(inputs, judged);
    add_intents(inputs, judged, looker, losses);
    for (const NamedHierarchies& named : inputs.data->hierarchies) {
      const auto at = std::ranges::find(named.topics, judged.topic, &Hierarchy::topic);
      if (at != named.topics.end()) add_layers(inputs, *at, looker, losses);
    }
    topics.push_back(std::move(losses));
  }
  return topics;
}

// The weights of a layer by stage.
Shares shares_of(const TopicLosses& topic, std::uint32_t layer) {
  Shares shares{};
  for (const LostNode& node : topic.nodes)
    if (node.layer == layer) shares[static_cast<std::size_t>(node.stage)] += node.weight;
  return shares;
}

[[gnu::cold]] std::vector<TableRecord> loss_tables() {
  using enum CellKind;
  return {
      {"stages",
       "a row per layer and stage",
       {{"run", text, "the list"},
        {"layer", whole, "of the hierarchy, from 1; none: the intents"},
        {"stage", text,
         "not_judged, not_retrieved, below_cutoff, not_cited, not_said or without_citation: where "
         "it is lost; or covered"},
        {"share", number, "of what counts, mean over topics; of a layer these add up to 1"},
        {"nodes", whole, "intents or nodes, in all topics"},
        {"topics", whole, "that the mean is over"}}},
      {"nuggets",
       "a row per topic, layer and intent or node",
       {{"run", text, "the list"},
        {"topic", text, "its number"},
        {"layer", whole, "of the hierarchy, from 1; none: the intents"},
        {"intent", text, "official intent or superintent"},
        {"weight", number, "in its layer and topic; these add up to 1"},
        {"stage", text, "as in stages"},
        {"rank", whole, "of the first document that holds it; none: it is not in the list"},
        {"about", text, "its words, where they are known"}}}};
}

struct LayerLosses {
  std::uint32_t layer = 0;
  Shares shares{};
  std::array<std::size_t, stage_count> nodes{};
  std::size_t topics = 0;
};

std::vector<LayerLosses> mean_losses(std::span<const TopicLosses> topics) {
  std::uint32_t deepest = 0;
  for (const TopicLosses& topic : topics)
    for (const LostNode& node : topic.nodes) deepest = std::max(deepest, node.layer);
  std::vector<LayerLosses> layers(deepest + 1);
  for (std::uint32_t layer = 0; layer <= deepest; ++layer) {
    LayerLosses& losses = layers[layer];
    losses.layer = layer;
    for (const TopicLosses& topic : topics) {
      const Shares shares = shares_of(topic, layer);
      for (std::size_t i = 0; i < stage_count; ++i) losses.shares[i] += shares[i];
      for (const LostNode& node : topic.nodes)
        if (node.layer == layer) ++losses.nodes[static_cast<std::size_t>(node.stage)];
      losses.topics += std::ranges::count(topic.nodes, layer, &LostNode::layer) > 0 ? 1 : 0;
    }
    for (double& share : losses.shares)
      share /= static_cast<double>(std::max<std::size_t>(losses.topics, 1));
  }
  return layers;
}

Cell layer_cell(std::uint32_t layer) {
  return layer == 0 ? Cell() : Cell(std::int64_t{layer});
}

// "not retrieved", "not retrieved and below the cutoff", "a, b and c".
std::string words_of_losses(std::span<const std::size_t> stages) {
  std::string text;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (i > 0) text += i + 1 == stages.size() ? " and " : ", ";
    text += words_of(static_cast<Stage>(stages[i]));
  }
  return text;
}

// Says what is covered, what is lost, which is the rest, and where most of it is: several stages if
// the numbers shown are equal.
std::string losses_in_words(const LayerLosses& layer) {
  const double covered = layer.shares[static_cast<std::size_t>(Stage::covered)];
  const auto losses = std::span(layer.shares).first(stage_count - 1);
  const double lost = total_of(losses);
  const std::string text = fmt::format("{} of what counts is covered", fraction(covered, 4));
  if (lost == 0) return text;
  const std::string most = fraction(*std::ranges::max_element(losses), 4);
  std::vector<std::size_t> largest;
  for (std::size_t i = 0; i < losses.size(); ++i)
    if (fraction(losses[i], 4) == most) largest.push_back(i);
  const bool several = largest.size() > 1;
  return text + fmt::format(", {} is lost; the largest {}: {}", fraction(lost, 4),
                            several ? "losses, " + most + " each" : "loss, " + most,
                            words_of_losses(largest));
}

// Intents that the answer says though they are lost before it.
std::string said_in_words(std::span<const TopicLosses> topics) {
  std::size_t said = 0;
  for (const TopicLosses& topic : topics)
    said += std::ranges::count_if(topic.nodes, [](const LostNode& node) {
      return node.layer == 0 && node.is_said && node.stage < Stage::not_said;
    });
  if (said == 0) return {};
  return fmt::format("{} lost though the answer says {}: it cites no document that holds {}",
                     said == 1 ? "1 nugget is" : fmt::format("{} nuggets are", said),
                     said == 1 ? "it" : "them", said == 1 ? "it" : "them");
}

// A stage in which nothing is lost because it was not looked at has no row.
std::vector<std::size_t> shown_stages(std::span<const LayerLosses> layers) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < stage_count; ++i) {
    const bool any =
        std::ranges::any_of(layers, [&](const LayerLosses& layer) { return layer.nodes[i] > 0; });
    if (any || i + 1 == stage_count) shown.push_back(i);
  }
  return shown;
}

TextTable stages_text(std::span<const LayerLosses> layers) {
  TextTable table(1);
  std::vector<std::string> header = {"stage"};
  for (const LayerLosses& one : layers)
    header.push_back(one.layer == 0 ? "intents" : fmt::format("layer {}", one.layer));
  table.add(header);
  for (const std::size_t i : shown_stages(layers)) {
    std::vector<std::string> cells = {std::string(words_of(static_cast<Stage>(i)))};
    for (const LayerLosses& layer : layers) cells.push_back(fraction(layer.shares[i], 4));
    table.add(std::move(cells));
  }
  std::vector<std::string> sums = {"sum"};
  for (const LayerLosses& layer : layers) {
    const double sum = total_of(layer.shares);
    sums.push_back(fraction(sum, 4));
  }
  table.add(std::move(sums));
  return table;
}

BarChart chart_of(const LayerLosses& layer, const std::string& run) {
  BarChart chart;
  chart.title = "Where " + run + " loses nuggets";
  chart.description = "Shares of what counts, mean over topics, by the stage at which it is lost";
  chart.label = "share";
  for (const std::size_t i : shown_stages({&layer, 1})) {
    chart.bars.push_back({std::string(words_of(static_cast<Stage>(i))), layer.shares[i],
                          fmt::format("{:.1f}%", 100 * layer.shares[i])});
  }
  return chart;
}

// The nuggets of a topic, lost ones first.
TextTable nuggets_text(const TopicLosses& topic, const AnalysisInputs& inputs) {
  std::vector<LostNode> nodes = topic.nodes;
  std::ranges::stable_sort(nodes, {}, [](const LostNode& node) {
    return std::pair(node.layer, node.stage == Stage::covered);
  });
  // If not all columns fit beside one another, the words have a block of their own.
  constexpr std::size_t all_columns = 74, name = 16, least = 20, most = 60;
  const bool is_narrow = inputs.width != 0 && inputs.width < all_columns;
  TextTable table(is_narrow ? 1 : 2);
  table.add({"intent", "stage", "weight", "rank", "about"});
  const std::size_t used = is_narrow ? name : 52;
  const std::size_t width = inputs.width == 0             ? most
                            : inputs.width > used + least ? inputs.width - used
                                                          : least;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (inputs.limit != 0 && i == inputs.limit) {
      table.add({fmt::format("{} more", nodes.size() - i)});
      break;
    }
    const LostNode& node = nodes[i];
    const std::string layer = node.layer == 0 ? "" : fmt::format(", layer {}", node.layer);
    table.add({display_text(node.intent) + layer, std::string(words_of(node.stage)),
               fraction(node.weight), node.rank == 0 ? "-" : std::to_string(node.rank),
               fitting_text(node.text, width)});
  }
  return table;
}

void add_losses_tables(const std::string& run, std::span<const TopicLosses> topics,
                       std::span<const LayerLosses> layers, Report& report) {
  DataTable stages = table_of(loss_tables(), "stages"),
            nuggets = table_of(loss_tables(), "nuggets");
  for (const LayerLosses& layer : layers) {
    for (std::size_t i = 0; i < stage_count; ++i) {
      add_row(stages, run, layer_cell(layer.layer), name_of(static_cast<Stage>(i)), layer.shares[i],
              layer.nodes[i], layer.topics);
    }
  }
  for (const TopicLosses& topic : topics) {
    for (const LostNode& node : topic.nodes) {
      add_row(nuggets, run, topic.topic, layer_cell(node.layer), node.intent, node.weight,
              name_of(node.stage), node.rank == 0 ? Cell() : Cell(std::int64_t{node.rank}),
              node.text.empty() ? Cell() : Cell(node.text));
    }
  }
  report.tables = {std::move(stages), std::move(nuggets)};
}

void keep_topic(const std::string& wanted, const AnalysisInputs& inputs,
                std::vector<TopicLosses>& topics) {
  std::vector<std::string> known = mapped(topics, &TopicLosses::topic);
  const Captions captions{{}, inputs.data.judgments->topics};
  const std::string name = find_topic(wanted, known, captions, inputs.data.judgments->qrels_name);
  std::erase_if(topics, [&](const TopicLosses& topic) { return topic.topic != name; });
}

// Layers of several hierarchies would be mixed.
void check_sources(const AnalysisInputs& inputs, const AnalysisValues& values) {
  if (inputs.data.hierarchies.size() > 1) {
    throw Error(Location{},
                fmt::format("losses are given by the layers of one hierarchy, and there are {}",
                            inputs.data.hierarchies.size()),
                "give one `hierarchy` at a time");
  }
  if (!values.given("answer") || inputs.answers) return;
  throw Error::argument("answer", "answer: there are no assignments to answers",
                        "give `answers`, or leave it out");
}

// Throws where nothing is said of the answer; the name is not asked for unless it is `given`.
// Judged documents may stand among the answers.
void require_answer(const Qrels& answers, const Qrels& judged, const std::string& answer,
                    bool given) {
  std::set<std::string_view> known;
  for (const TopicQrels& topic : answers.topics()) {
    if (topic.find_document(answer) >= 0) return;
    const TopicQrels* const documents = judged.find(topic.topic);
    for (const std::string_view name : topic.docnos)
      if (documents == nullptr || documents->find_document(name) < 0) known.insert(name);
  }
  const std::vector<std::string> names(known.begin(), known.end());
  const std::string what = fmt::format("no answer of {} is assigned; there are those of {}",
                                       printable(answer), listed_names(names));
  if (given) throw Error::argument("answer", "answer: " + what, "give the run_id of the answers");
  throw Error(Location{}, what, "give the run_id of the answers by `answer`");
}

AnalysisResult run_losses(AnalysisInputs& inputs, const AnalysisValues& values,
                          const ProgressCallback&) {
  AnalysisResult result;
  check_sources(inputs, values);
  result.remarks = checked_runs(inputs);
  const Run& retrieved = inputs.runs[0];
  LossInputs from;
  from.data = &inputs.data;
  from.retrieved = &retrieved;
  if (inputs.runs.size() > 1) from.cited = &inputs.runs[1];
  if (inputs.answers) from.answers = &*inputs.answers;
  const Run& answering = inputs.runs.back();
  from.answer =
      values.text("answer").value_or(answering.tag.empty() ? answering.name : answering.tag);
  from.cutoff = *values.whole("cutoff");
  from.least_grade = static_cast<std::int32_t>(*values.whole("rel"));
  from.is_weighted = *values.text("weights") == "given";
  if (inputs.answers) {
    require_answer(*inputs.answers, inputs.data.judgments->diversity, from.answer,
                   values.given("answer"));
  }
  std::vector<TopicLosses> topics = losses_of(from);
  const auto topic = values.text("topic");
  if (topic) keep_topic(*topic, inputs, topics);
  const std::vector<LayerLosses> layers = mean_losses(topics);
  add_losses_tables(retrieved.name, topics, layers, result.report);
  std::string head = fmt::format("{}, first {} documents, {}\n", printable(retrieved.name),
                                 from.cutoff, count_of(topics.size(), "topic"));
  append_wrapped(head, "", "", losses_in_words(layers[0]), prose_width(inputs.width));
  if (const std::string said = said_in_words(topics); !said.empty())
    append_wrapped(head, "", "", said, prose_width(inputs.width));
  result.report.text.add(head + "\n", stages_text(layers));
  if (topic) result.report.text.add("\n", nuggets_text(topics.at(0), inputs));
  if (inputs.draws) result.chart = chart_of(layers[0], retrieved.name);
  return result;
}

std::vector<AnalysisOption> losses_options() {
  const AnalysisOption weights =
      choice_option("weights", {"uniform", "given"},
                    "all nuggets count the same, or by their importance", "uniform");
  const AnalysisOption topic =
      record_option("topic", OptionKind::text, "T", "only this topic, nugget by nugget");
  const AnalysisOption answer =
      record_option("answer", OptionKind::text, "NAME",
                    "with assignments: the run_id of the answers (default: that of the last run)");
  return {cutoff_option("20", 10'000'000), least_grade_option(), weights, topic, answer};
}

}  // namespace

Analysis losses_analysis() {
  Analysis analysis;
  analysis.name = "losses";
  analysis.command = "explain";
  analysis.summary = "where nuggets are lost between the collection and the answer";
  analysis.source = "stages that add up to 1 - coverage";
  analysis.need = Need::runs;
  analysis.usage = "[NAME=]RETRIEVED [[NAME=]CITED]";
  analysis.about_inputs = "a list of documents; and answers, or a run of what they cite";
  analysis.example =
      "explain losses --qrels nuggets.jsonl --assignments answers.jsonl run answers.jsonl";
  analysis.options = losses_options();
  analysis.tables = loss_tables();
  analysis.max_runs = 2;
  analysis.draws = true;
  analysis.has_captions = true;
  analysis.compares_runs = false;
  analysis.measures = covered_nuggets;
  analysis.run = run_losses;
  return analysis;
}

}  // namespace subintent::internal
