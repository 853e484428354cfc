// Every measure of the table against the oracle, with random parameters, on random small cases with
// ties, documents that are not judged, negative grades, intents without relevant documents, missing
// topics and hierarchies.
#include "evaluate/measure_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "evaluate/gain_measures.h"
#include "evaluate/measure.h"
#include "fingerprints.h"
#include "oracle.h"
#include "similarity/simhash/simhash.h"
#include "small_evaluation.h"

namespace subintent::internal {
namespace {

using oracle::given;
using oracle::Layer;
using oracle::List;
using oracle::Node;
using oracle::number;
using oracle::Settings;
using oracle::View;

// A random topic with a random list for it.
class Case {
 public:
  explicit Case(std::uint32_t seed) : seed_(seed), random_(seed) {
    k_ = pick(1, 8);
    const int documents = pick(1, 7), intents = pick(1, 4);
    std::string probabilities;
    for (int i = 1; i <= intents; ++i) {
      Node node;
      const std::string name = std::to_string(i);
      node.weight = pick(0, 4) / 16.0;
      const char* const type =
          std::array{"nav", "inf", "vital", "okay"}.at(static_cast<std::size_t>(pick(0, 3)));
      node.navigational = type == std::string("nav");
      node.vital = type == std::string("vital");
      evaluation_.probabilities += fmt::format("1 {} {} {}\n", name, node.weight, type);
      const bool is_empty = pick(0, 5) == 0;
      for (int d = 0; d < documents; ++d) {
        const int grade = is_empty ? pick(-2, 0) : pick(-2, 3);
        if (pick(0, 4) == 0) continue;
        evaluation_.qrels += fmt::format("1 {} d{} {}\n", name, d, grade);
        judged_for_intents_.insert(document(d));
        highest_ = std::max(highest_, grade);
        if (grade > 0) node.grades[document(d)] = grade;
      }
      if (!node.grades.empty()) {
        names_.push_back(name);
        official_.push_back(node);
      }
    }
    evaluation_.qrels += "1 1 judged 0\n";
    make_topic_level();
    make_hierarchy();
    make_list(documents);
    make_similarity(documents);
    make_groups(documents);
  }

  // Of topic 1. The run lacks topic 2, which then scores 0 and counts in the mean.
  std::vector<double> scores(const std::string& measures) {
    std::string run;
    for (std::size_t i = list_.size(); i-- > 0;) {  // ranks say nothing where scores do
      run += fmt::format("1 Q0 {} {} {} test\n", list_[i], by_score_ ? list_.size() - i : i + 1,
                         by_score_ ? scores_[i] : 1);
    }
    const TestFile qrels_file(evaluation_.qrels + "2 1 z 1\n"), run_file(run),
        adhoc_file(evaluation_.adhoc_qrels + "2 0 z 1\n"),
        probabilities_file(evaluation_.probabilities + "2 1 1\n");
    const Qrels diversity = read_qrels(qrels_file.path());
    const Qrels topics = read_qrels(adhoc_file.path(), QrelsKind::ad_hoc);
    Judgments judgments(diversity, topics);
    judgments.intents = read_probabilities(probabilities_file.path());
    const std::vector<NamedHierarchies> named = {{"H", "hierarchies", hierarchies_}};
    const auto similarity = DocumentSimilarity::from_fingerprints(internal::named(fingerprints_),
                                                                  FingerprintSimilarity::cosine);
    const MeasureContext context{
        {"H"}, true, lists_gains_ ? &gains_ : nullptr, nullptr, {"g", "o"}};
    std::vector<NamedGroups> groups;
    for (const auto& [name, attribute] : attributes_) {
      groups.push_back({name, std::make_shared<const Groups>(read_groups(attribute, name))});
    }
    const Scorer scorer(judgments, named, parse_measures(measures, context), &similarity,
                        std::nullopt, groups);
    const internal::Run read =
        read_run(run_file.path(), by_score_ ? RunOrder::score : RunOrder::rank);
    const RunScores scores = scorer.score(read);
    std::vector<double> values;
    for (std::size_t m = 0; m < scores.values.size(); ++m) {
      values.push_back(scores.values[m].at(0));
      const double worst = scorer.measures()[m].name.starts_with("NearDup") ? 1 : 0;
      EXPECT_EQ(scores.values[m].at(1), worst);
      EXPECT_EQ(scores.mean(m, false), (values[m] + worst) / (scores.applies(m, 1) ? 2 : 1));
      EXPECT_EQ(scores.mean(m, true), values[m]);
      expect_parts(scorer, m, *scorer.lists(read)[0], values[m]);
    }
    return values;
  }

  // The parts of a score add up to it, and each belongs to a document and a node that is there.
  static void expect_parts(const Scorer& scorer, std::size_t measure, const RankedList& list,
                           double score) {
    const ExplainedScore explained = scorer.explain(measure, 0, list);
    const std::string& name = scorer.measures()[measure].name;
    EXPECT_EQ(explained.score, score) << name;
    if (is_within_unit(scorer.measures()[measure])) {
      EXPECT_TRUE(score >= 0 && score <= 1 + 1e-12) << name << ' ' << score;
    }
    EXPECT_NEAR(sum_of(explained.parts), score, 1e-12) << name;
    const ExplainedScore ideal = scorer.explain_ideal(measure, 0);
    EXPECT_NEAR(scorer.explain_ideal(measure, 0, explained.ranking).score, ideal.score, 1e-12)
        << name;
    // Others have ideal lists that are made greedily; or that depend on the list; or are by grade
    // where gains count, too.
    const MeasureRecord& record = *scorer.measures()[measure].record;
    const std::set<std::string_view> others = {"", "Compat", "EBR", "nEBR"};
    if (!others.contains(record.base) && record.name.find('#') == std::string::npos) {
      EXPECT_LE(score, ideal.score + 1e-12) << name;
    }
    EXPECT_TRUE(scorer.explain(measure, 1, {}).parts.size() <= 1) << name;
    const Layers layers = scorer.layers(measure, 0);
    for (const ScorePart& part : explained.parts) {
      ASSERT_EQ(part.document >= 0, part.kind != PartKind::constant) << name;
      if (part.document < 0) continue;
      EXPECT_EQ(explained.ranking.at(part.rank - 1), part.document) << name;
      EXPECT_LE(part.rank, scorer.measures()[measure].parameters.cutoff) << name;
      EXPECT_GE(part.lost, -1e-15) << name;
      if (part.kind == PartKind::redundancy) continue;
      const auto grades = layers[part.layer].grades(part.document);
      EXPECT_NE(std::ranges::find(grades, part.node, &NodeGrade::node), grades.end()) << name;
    }
  }

  // Measures without cutoff see the whole list and the whole ideal list.
  void leave_out_cutoff() { has_cutoff_ = false; }
  // As --gains 1=0.5,2=0.25,4=9: grade 3 keeps its own.
  void list_gains() { lists_gains_ = true; }
  int pick(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }

  // What is drawn from now on is this measure's own: a further measure, or a parameter of another
  // one, does not change it.
  void draw_for(const std::string& measure) {
    std::uint32_t hash = 2166136261 ^ seed_;  // FNV-1a
    for (const char c : measure) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
    random_.seed(hash);
  }

  // About half of the parameters, with values that they can have.
  Settings settings_of(const std::vector<ParameterRecord>& parameters) {
    Settings settings;
    for (const ParameterRecord& parameter : parameters) {
      if (pick(0, 1) == 0) settings[std::string(parameter.name)] = value_of(parameter);
    }
    if (!settings.contains("max_rel")) settings.erase("min_rel");  // which must be below it
    return settings;
  }

  // "D-nDCG", "_H", {base: 3} -> "D-nDCG_H(base=3)@5".
  std::string name_of(std::string name, const std::string& suffix, const Settings& settings,
                      bool takes_cutoff) const {
    std::vector<std::string> inside;
    if (name.ends_with("(graded)")) {
      name.resize(name.size() - 8);
      inside.emplace_back("graded");
    }
    for (const auto& [parameter, value] : settings) inside.push_back(parameter + "=" + value);
    name += suffix;
    if (!inside.empty()) name += fmt::format("({})", fmt::join(inside, ","));
    return has_cutoff_ && takes_cutoff ? fmt::format("{}@{}", name, k_) : name;
  }

  // As a measure sees it that has the settings rel and judged_only.
  Case seen_by(const MeasureRecord& record, const Settings& settings) const {
    Case seen = *this;
    const double least = number(settings, "rel", 1);
    keep(seen.topic_, least);
    keep(seen.official_, least);
    for (Layer& layer : seen.layers_) keep(layer, least);
    if (!record.at.empty()) seen.has_cutoff_ = false;
    if (given(settings, "judged_only", "False") == "False") return seen;
    const auto& judged = record.traits.on_topic ? judged_for_topic_ : judged_for_intents_;
    std::erase_if(seen.list_, [&](const std::string& docno) { return !judged.contains(docno); });
    return seen;
  }

  double flat(const MeasureRecord& record, const Settings& settings) const {
    if (record.of_groups) return of_groups(record, settings, false);
    if (record.of_citations || record.traits.sees_runs) return 0;  // there are none; no other run
    return of_layers(record, settings, {record.traits.on_topic ? topic_ : official_}, {1});
  }

  // The mean over the layers of the hierarchy.
  double layer_aware(const MeasureRecord& record, const Settings& settings) const {
    if (record.of_groups) return of_groups(record, settings, true);
    const auto weights = weights_of(settings, layers_.size());
    double sum = 0, whole = 0;
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      sum += weights[l] * of_layers(record, settings, {layers_[l]}, {1});
      whole += weights[l];
    }
    return oracle::over(sum, whole);
  }

  double hierarchical(const MeasureRecord& record, const Settings& settings) const {
    return of_layers(record, settings, layers_, weights_of(settings, layers_.size()));
  }

  // Measures of group fairness, the mean over attributes and, if layer-aware, over layers.
  double of_groups(const MeasureRecord& record, const Settings& settings, bool layer_aware) const {
    const std::string named = given(settings, "attribute", "");
    std::vector<std::vector<oracle::Attribute>> seen;  // lists of what is crossed
    if (named.find('+') != std::string::npos) {
      seen.push_back({oracle_groups_[0], oracle_groups_[1]});
    } else {
      for (const oracle::Attribute& attribute : oracle_groups_) {
        if (named.empty() || named == attribute.name) seen.push_back({attribute});
      }
    }
    double sum = 0;
    for (const auto& attributes : seen) {
      sum += in_layers(record.name, settings, attributes, layer_aware);
    }
    auto count = static_cast<double>(seen.size());
    if (record.name == "GFR") {
      const std::string relevance = given(settings, "relevance", "ERR");
      sum += global(relevance, settings, {topic_}, {1}, false, topic_highest_);
      ++count;
    }
    return sum / count;
  }

  double similar(const MeasureRecord& record, const PairScheme& scheme,
                 const Settings& settings) const {
    return (flat(record, settings) + 1 - redundancy(scheme, settings)) / 2;
  }

  std::string show() const {
    return evaluation_.qrels + evaluation_.probabilities +
           fmt::format("list {}", fmt::join(list_, " "));
  }

 private:
  static std::string document(int d) { return fmt::format("d{}", d); }

  double in_layers(const std::string& name, const Settings& settings,
                   const std::vector<oracle::Attribute>& attributes, bool layer_aware) const {
    const int layers = attributes[0].name == "g" ? 2 : 1;
    if (!layer_aware) return in_layer(name, settings, attributes, layers);
    const auto weights = weights_of(settings, static_cast<std::size_t>(layers));
    double sum = 0, whole = 0;
    for (int l = 1; l <= layers; ++l) {
      const double weight = weights[static_cast<std::size_t>(l - 1)];
      sum += weight * in_layer(name, settings, attributes, l);
      whole += weight;
    }
    return oracle::over(sum, whole);
  }

  double in_layer(const std::string& name, const Settings& settings,
                  const std::vector<oracle::Attribute>& attributes, int layer) const {
    const auto of_layer = [&](const oracle::Attribute& attribute) {
      return attribute.name == "g" ? oracle::in_layer(attribute, layer) : attribute;
    };
    oracle::Attribute groups = of_layer(attributes[0]);
    if (attributes.size() > 1) {
      List docnos = list_;
      for (const auto& attribute : attributes) {
        for (const auto& [docno, shares] : attribute.memberships) docnos.push_back(docno);
      }
      groups = oracle::crossed(groups, of_layer(attributes[1]), docnos);
    }
    const Node topic = topic_.empty() ? Node{} : topic_[0];
    if (name == "AWRF") return oracle::awrf(groups, list_, k(), settings);
    if (name == "G-rec") return oracle::group_recall(groups, topic, list_, k());
    if (name != "GF" && name != "GFR") return std::nan("");
    const int highest = static_cast<int>(number(settings, "max-grade", topic_highest_));
    return oracle::gf(groups, topic, list_, k(), highest, settings);
  }

  std::string value_of(const ParameterRecord& parameter) {
    if (parameter.name == "attribute") {
      return std::array{"g", "o", "g+o", "o+g"}[static_cast<std::size_t>(pick(0, 3))];
    }
    if (parameter.name == "layers" && pick(0, 2) == 0) return "3+1";
    if (!parameter.words.empty()) {
      const auto last = static_cast<int>(parameter.words.size()) - 1;
      return std::string(parameter.words[static_cast<std::size_t>(pick(0, last))]);
    }
    if (parameter.name == "min_rel") return fmt::format("{}", pick(0, 2));
    if (parameter.name == "max_rel") return fmt::format("{}", pick(3, 5));
    double least = parameter.min;
    if (parameter.name == "max-grade") least = std::max(highest_, topic_highest_);
    if (parameter.name == "alpha" && !has_cutoff_) least = 0.01;
    const double most = std::min(parameter.max, least + 4);
    if (parameter.is_whole) {
      return fmt::format("{}", pick(static_cast<int>(least), static_cast<int>(most)));
    }
    return fmt::format("{:.6g}", least + (most - least) * pick(0, 20) / 20);
  }

  // Leaves grades of at least `least`, and nodes that have one.
  static void keep(Layer& layer, double least) {
    for (Node& node : layer) {
      std::erase_if(node.grades, [&](const auto& judged) { return judged.second < least; });
    }
    std::erase_if(layer, [](const Node& node) { return node.grades.empty(); });
  }

  double k() const { return has_cutoff_ ? k_ : oracle::no_k; }
  // What P divides by, and up to where pairs of ranks are counted.
  double divisor() const {
    return has_cutoff_ ? k_ : std::max(1.0, static_cast<double>(list_.size()));
  }

  // What a measure is of some layers: "D-nDCG" is form "D-{}" of nDCG.
  double of_layers(const MeasureRecord& record, const Settings& settings,
                   const std::vector<Layer>& layers, const std::vector<double>& weights) const {
    const std::string base(record.base);
    if (base.empty()) return of_intents(record.name, settings, layers);
    std::string form = record.name;
    form.replace(form.rfind(base), base.size(), "{}");
    const std::size_t sharp = form.find('#');
    if (sharp == std::string::npos) return by_gains(form, base, settings, layers, weights);
    form.erase(sharp, 1);
    const double gamma = number(settings, "gamma", 0.5);
    const double recall = of_intents("N-rec", settings, layers);  // I-rec of a single layer
    return gamma * recall + (1 - gamma) * by_gains(form, base, settings, layers, weights);
  }

  double by_gains(const std::string& form, const std::string& base, const Settings& settings,
                  const std::vector<Layer>& layers, const std::vector<double>& weights) const {
    if (form == "{}" || form == "D-{}" || form == "HD-{}") {
      const int highest = form == "{}" ? topic_highest_ : highest_;
      return global(base, settings, layers, weights, false, highest);
    }
    if (form == "DIN-{}") return global(base, settings, layers, weights, true, highest_);
    if (form.starts_with("{}-IA")) return intent_aware(base, settings, layers[0], false);
    if (form == "P+{}") return intent_aware(base, settings, layers[0], true);
    if (form != "LAD-{}") return std::nan("");
    double sum = 0, whole = 0;
    for (std::size_t l = 0; l < layers.size(); ++l) {
      sum += weights[l] * global(base, settings, {layers[l]}, {1}, false, highest_);
      whole += weights[l];
    }
    return oracle::over(sum, whole);
  }

  double of_intents(const std::string& name, const Settings& settings,
                    const std::vector<Layer>& layers) const {
    if (name == "N-rec" || name == "I-rec") {
      return oracle::recall(layers, layers_, list_, k(), settings, highest_);
    }
    if (name == "All-rec") {
      return oracle::full_recall(layers[0], list_, k(), settings, layers_, highest_);
    }
    if (name == "ILD") return oracle::mean_distance(known(), similarity());
    if (name == "ILMD") return oracle::least_distance(known(), similarity());
    if (name == "NearDup") {
      return oracle::duplicate_share(known(), similarity(), number(settings, "t", 0.9));
    }
    if (name == "Vendi") return oracle::vendi(known(), similarity());
    if (name == "Vendi-share") {
      return oracle::over(oracle::vendi(known(), similarity()),
                          static_cast<double>(known().size()));
    }
    if (name == "Bpref" || name == "infAP") {
      const auto depth = std::min(list_.size(), static_cast<std::size_t>(k()));
      const int least = static_cast<int>(number(settings, "rel", 1));
      return oracle::of_pool(
          name, {{list_.begin(), list_.begin() + static_cast<long>(depth)}, topic_grades_, least});
    }
    if (name == "Judged") return oracle::judged(list_, judged_for_topic_, k(), divisor());
    if (name == "RBP-residual") {
      return oracle::rbp_residual(list_, judged_for_topic_, k(), number(settings, "p", 0.8));
    }
    const double counted = oracle::counting(name, layers[0], list_, k(), divisor());
    if (!std::isnan(counted)) return counted;
    return oracle::cascade(name, layers[0], list_, k(), number(settings, "alpha", 0.5),
                           number(settings, "beta", 0.5),
                           given(settings, "weights", "uniform") == "given",
                           given(settings, "ideal", "greedy") != "greedy");
  }

  // Measures by the global gains of the layers.
  double global(const std::string& base, const Settings& settings, const std::vector<Layer>& layers,
                const std::vector<double>& weights, bool navigational_once, int highest) const {
    View view = view_of(settings, highest);
    oracle::fill_gains(view, layers, weights, list_, gain_of(settings), navigational_once);
    return oracle::traditional(base, view);
  }

  double intent_aware(const std::string& base, const Settings& settings, const Layer& layer,
                      bool mixed) const {
    double sum = 0;
    for (const Node& node : layer) {
      Node alone = node;
      alone.weight = 1;
      const std::string name = mixed && node.navigational ? "P+" : base;
      sum += node.weight * global(name, settings, {{alone}}, {1}, false, highest_);
    }
    return sum;
  }

  double redundancy(const PairScheme& scheme, const Settings& settings) const {
    const Node topic = topic_.empty() ? Node{} : topic_[0];
    const bool relevant_pairs = given(settings, "pairs", "all") == "relevant";
    return oracle::redundancy(std::string(scheme.name), topic, list_, divisor(), relevant_pairs,
                              similarity());
  }

  const std::uint64_t* fingerprint(const std::string& docno) const {
    const auto at = std::find_if(fingerprints_.begin(), fingerprints_.end(),
                                 [&](const Fingerprint& f) { return f.docno == docno; });
    return at == fingerprints_.end() ? nullptr : &at->value;
  }

  oracle::Similarity similarity() const {
    return [this](const std::string& a, const std::string& b) {
      const auto *const x = fingerprint(a), *const y = fingerprint(b);
      if (x == nullptr || y == nullptr) return 0.0;
      const int distance = __builtin_popcountll(*x ^ *y);
      return distance >= 32 ? 0.0 : std::cos(std::numbers::pi * distance / 64);
    };
  }

  // The documents in the top K that have a fingerprint.
  List known() const {
    List documents(list_.begin(), list_.begin() + static_cast<long>(std::min<double>(
                                                      k(), static_cast<double>(list_.size()))));
    std::erase_if(documents,
                  [&](const std::string& docno) { return fingerprint(docno) == nullptr; });
    return documents;
  }

  View view_of(const Settings& settings, int highest) const {
    View view;
    view.k = k();
    view.divisor = divisor();
    view.highest_grade = highest;
    view.settings = settings;
    return view;
  }

  oracle::GainOf gain_of(const Settings& settings) const {
    const std::string gain = given(settings, "gain", lists_gains_ ? "listed" : "linear");
    return [this, gain](int grade) {
      if (gain == "exp") return std::pow(2.0, grade) - 1;
      const auto at = gains_.find(grade);
      return gain == "linear" || at == gains_.end() ? static_cast<double>(grade) : at->second;
    };
  }

  static std::vector<double> weights_of(const Settings& settings, std::size_t layers) {
    const std::string kind = given(settings, "layers", "uniform");
    std::vector<double> weights;
    for (std::size_t l = 1; l <= layers; ++l) {
      const std::size_t from_below = layers - l + 1;
      weights.push_back(kind == "depth"    ? static_cast<double>(l)
                        : kind == "height" ? static_cast<double>(from_below)
                        : kind == "3+1"    ? (l == 1   ? 3.0
                                              : l == 2 ? 1.0
                                                       : 0.0)
                                           : 1.0);
    }
    return weights;
  }

  void make_topic_level() {
    evaluation_.adhoc_qrels = "1 0 judged 0\n";
    Node topic;
    topic.weight = 1;
    for (int d = 0; d < 8; ++d) {
      const int grade = pick(-2, 4);
      if (pick(0, 2) == 0) continue;
      evaluation_.adhoc_qrels += fmt::format("1 0 d{} {}\n", d, grade);
      judged_for_topic_.insert(document(d));
      topic_grades_[document(d)] = grade;
      topic_highest_ = std::max(topic_highest_, grade);
      if (grade > 0) topic.grades[document(d)] = grade;
    }
    if (!topic.grades.empty()) topic_ = {topic};
  }

  // Layers of official intents, each node splitting in two or going on as a dummy.
  void make_hierarchy() {
    Hierarchy tree;
    tree.topic = "1";
    tree.layers = static_cast<std::uint32_t>(pick(1, 3));
    Layer layer = official_;
    std::vector<std::string> intents = names_;
    std::vector<std::uint32_t> parents(layer.size());
    std::set<std::string> docnos;
    for (const Node& node : layer) {
      for (const auto& [docno, grade] : node.grades) docnos.insert(docno);
    }
    tree.docnos.assign(docnos.begin(), docnos.end());
    for (std::uint32_t l = 1; l <= tree.layers; ++l) {
      Layer below;
      std::vector<std::string> below_intents;
      std::vector<std::uint32_t> below_parents;
      layers_.emplace_back();
      for (std::size_t n = 0; n < layer.size(); ++n) {
        Node& node = layer[n];
        node.navigational = false;  // the nodes of a hierarchy have no types
        node.weight = pick(0, 8) / 16.0;
        HierarchyNode tree_node;
        tree_node.layer = l;
        if (l > 1) tree_node.parent = parents[n];
        tree_node.intent = intents[n];
        tree_node.weight = node.weight;
        tree_node.dummy = node.dummy;
        node.needs_all = tree_node.needs_all = pick(0, 1) == 0;
        node.index = static_cast<int>(tree.nodes.size());
        node.parent = l > 1 ? static_cast<int>(parents[n]) : -1;
        for (const auto& [docno, grade] : node.grades) {
          const auto at = std::ranges::lower_bound(tree.docnos, docno);
          tree_node.docs.push_back(static_cast<std::uint32_t>(at - tree.docnos.begin()));
        }
        const auto index = static_cast<std::uint32_t>(tree.nodes.size());
        tree.nodes.push_back(tree_node);
        layers_.back().push_back(node);
        std::array<Node, 2> parts;
        for (const auto& [docno, grade] : node.grades) {
          parts[static_cast<std::size_t>(pick(0, 1))].grades[docno] = grade;
        }
        const bool is_dummy = parts[0].grades.empty() || parts[1].grades.empty();
        for (Node& part : parts) {
          if (part.grades.empty()) continue;
          part.dummy = is_dummy;
          part.vital = node.vital;
          below.push_back(part);
          below_intents.push_back(intents[n]);
          below_parents.push_back(index);
        }
      }
      layer = below;
      intents = below_intents;
      parents = below_parents;
    }
    Hierarchy other;
    other.topic = "2";
    other.layers = 1;
    other.nodes.emplace_back();
    other.nodes[0].layer = 1;
    other.nodes[0].intent = "1";
    other.nodes[0].weight = 1;
    other.docnos = {"z"};
    other.nodes[0].docs = {0};
    hierarchies_ = {tree, other};
  }

  void make_list(int documents) {
    for (int d = 0; d < documents; ++d) list_.push_back(document(d));
    list_.insert(list_.end(), {"judged", "unjudged1", "unjudged2"});
    std::shuffle(list_.begin(), list_.end(), random_);
    list_.resize(static_cast<std::size_t>(pick(1, static_cast<int>(list_.size()))));
    by_score_ = pick(0, 1) == 0;
    if (!by_score_) return;
    // Runs of equal scores: the greater docno comes first.
    for (std::size_t begin = 0; begin < list_.size();) {
      const std::size_t end = std::min(list_.size(), begin + static_cast<std::size_t>(pick(1, 4)));
      std::sort(list_.begin() + static_cast<std::ptrdiff_t>(begin),
                list_.begin() + static_cast<std::ptrdiff_t>(end), std::greater<>());
      scores_.resize(end, -static_cast<double>(begin));
      begin = end;
    }
  }

  void make_similarity(int documents) {
    for (int d = 0; d < documents; ++d) {
      std::uint64_t value = 0;
      for (int bit = 0; bit < 64; ++bit) value |= std::uint64_t{pick(0, 4) == 0} << bit;
      if (pick(0, 5) > 0) fingerprints_.push_back({document(d), value});
    }
    fingerprints_.push_back({"judged", 0});
  }

  // Shares of random groups that add up to 1, in 64ths.
  oracle::Shares random_shares(const std::vector<std::string>& groups) {
    oracle::Shares shares;
    int left = 64;
    for (const std::string& group : groups) {
      const int share = group == groups.back() ? left : pick(0, 1) * pick(0, left);
      shares.emplace_back(group, share / 64.0);
      left -= share;
    }
    return shares;
  }

  // An attribute with nested groups, and one with an order. Some documents have no memberships.
  void make_groups(int documents) {
    const std::map<std::string, std::vector<std::string>> names = {
        {"g", {"n/a", "n/b", "m", "k/c"}}, {"o", {"low", "mid", "high"}}};
    List docnos = {"judged", "unjudged1"};
    for (int d = 0; d < documents; ++d) docnos.push_back(document(d));
    for (const auto& [name, groups] : names) {
      oracle::Attribute& made = oracle_groups_.emplace_back();
      made.name = name;
      made.is_ordinal = name == "o";
      made.target = random_shares(groups);
      std::vector<GroupMembership> memberships = {{"1", "elsewhere", groups[0], 1}};
      for (const std::string& docno : docnos) {
        if (pick(0, 3) == 0) continue;
        const oracle::Shares shares = random_shares(groups);
        made.memberships[docno] = shares;
        for (const auto& [group, share] : shares) {
          memberships.push_back({"1", docno, group, share});
        }
      }
      std::vector<GroupTarget> targets;
      for (const auto& [group, share] : made.target) targets.push_back({"*", group, share});
      attributes_.insert_or_assign(name, GroupAttribute{memberships, targets, made.is_ordinal});
    }
  }

  std::uint32_t seed_;
  std::mt19937 random_;
  Evaluation evaluation_;
  std::map<std::string, GroupAttribute> attributes_;
  std::vector<oracle::Attribute> oracle_groups_;
  std::vector<Hierarchy> hierarchies_;
  std::vector<Fingerprint> fingerprints_;
  std::vector<std::string> names_;
  Layer official_, topic_;
  std::map<std::string, int> topic_grades_ = {{"judged", 0}};
  std::set<std::string> judged_for_intents_ = {"judged"}, judged_for_topic_ = {"judged"};
  std::vector<Layer> layers_;
  List list_;
  std::vector<double> scores_;
  bool by_score_ = false, lists_gains_ = false;
  const Gain::Table gains_ = {{1, 0.5}, {2, 0.25}, {4, 9.0}};
  int k_ = 1;
  bool has_cutoff_ = true;
  int highest_ = 1, topic_highest_ = 1;
};

// Names of measures and what the oracle says of them.
struct Expected {
  std::vector<std::string> names;
  std::vector<double> values;

  void add(const std::string& name, double value) {
    names.push_back(name);
    values.push_back(value);
  }
};

Expected expected_of(Case& c) {
  Expected expected;
  const auto add = [&](const MeasureRecord& record, const std::string& suffix,
                       const std::vector<ParameterRecord>& parameters, const auto& value) {
    c.draw_for(record.name + suffix);
    const Settings settings = c.settings_of(parameters);
    expected.add(c.name_of(record.name, suffix, settings, record.at.empty()),
                 value(c.seen_by(record, settings), settings));
  };
  for (const MeasureRecord& record : measure_table()) {
    const auto parameters = parameters_of(record, false, false);
    if (record.traits.needs_hierarchy) {
      add(record, "_H", parameters, [&](const Case& seen, const Settings& settings) {
        return seen.hierarchical(record, settings);
      });
      continue;
    }
    add(record, "", parameters,
        [&](const Case& seen, const Settings& settings) { return seen.flat(record, settings); });
    if (record.traits.may_be_layered) {
      add(record, record.of_groups ? "-LA" : "-LA_H", parameters_of(record, true, false),
          [&](const Case& seen, const Settings& settings) {
            return seen.layer_aware(record, settings);
          });
    }
    if (has_similarity_forms(record)) {
      c.draw_for(record.name);
      const PairScheme& scheme = pair_schemes[static_cast<std::size_t>(c.pick(0, 3))];
      add(record, "_" + std::string(scheme.name), parameters_of(record, false, true),
          [&](const Case& seen, const Settings& settings) {
            return seen.similar(record, scheme, settings);
          });
    }
  }
  return expected;
}

TEST(Oracle, AgreesOnEveryMeasure) {
  constexpr std::uint32_t cases = 1000;
  for (std::uint32_t seed = 0; seed < cases; ++seed) {
    Case c(seed);
    if (seed % 4 == 1) c.leave_out_cutoff();
    if (seed % 3 == 1) c.list_gains();
    const Expected expected = expected_of(c);
    const auto found = c.scores(fmt::format("{}", fmt::join(expected.names, ",")));
    ASSERT_EQ(found.size(), expected.values.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_FALSE(std::isnan(expected.values[i]))
          << "oracle.h has no formula for " << expected.names[i];
      ASSERT_NEAR(found[i], expected.values[i], 1e-9)
          << "case " << seed << ": " << expected.names[i] << "\n"
          << c.show();
    }
  }
}

// Near p = 1 both parts of the ratio are small, and rounded differently.
TEST(NormalisedRbp, IsAtMostOne) {
  Evaluation evaluation;
  std::vector<std::string> list;
  for (int d = 0; d < 8; ++d) {
    list.push_back(fmt::format("d{}", d));
    evaluation.qrels += fmt::format("1 1 {} 1\n", list.back());
  }
  for (int k = 1; k <= 8; ++k) {
    const double score = evaluation.score(fmt::format("nRBP(p=0.999999)@{}", k), list);
    EXPECT_LE(score, 1) << k;
    EXPECT_NEAR(score, 1, 1e-9) << k;
  }
}

}  // namespace
}  // namespace subintent::internal
