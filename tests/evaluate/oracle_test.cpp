// Every measure against the oracle, on random small cases with ties, documents that are not judged,
// negative grades, intents without relevant documents, missing topics and hierarchies.
#include "evaluate/measure_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "oracle.h"
#include "simhash/simhash.h"
#include "small_evaluation.h"

namespace subintent {
namespace {

using oracle::Layer;
using oracle::List;
using oracle::Node;
using oracle::View;

// A random topic with a random list for it.
class Case {
 public:
  explicit Case(std::uint32_t seed) : random_(seed) {
    k_ = pick(1, 8);
    const int documents = pick(1, 7), intents = pick(1, 4);
    std::string probabilities;
    for (int i = 1; i <= intents; ++i) {
      Node node;
      const std::string name = std::to_string(i);
      node.weight = pick(0, 4) / 16.0;
      node.navigational = pick(0, 2) == 0;
      evaluation_.probabilities +=
          fmt::format("1 {} {} {}\n", name, node.weight, node.navigational ? "nav" : "inf");
      const bool is_empty = pick(0, 5) == 0;
      for (int d = 0; d < documents; ++d) {
        const int grade = is_empty ? pick(-2, 0) : pick(-2, 3);
        if (pick(0, 4) == 0) continue;
        evaluation_.qrels += fmt::format("1 {} d{} {}\n", name, d, grade);
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
    const auto similarity =
        DocumentSimilarity::from_fingerprints(fingerprints_, FingerprintSimilarity::cosine);
    const MeasureContext context{{"H"}, true, lists_gains_ ? &gains_ : nullptr};
    const Scorer scorer(judgments, named, parse_measures(measures, context), &similarity,
                        std::nullopt);
    const RunScores scores =
        scorer.score(read_run(run_file.path(), by_score_ ? RunOrder::score : RunOrder::rank));
    std::vector<double> values;
    for (std::size_t m = 0; m < scores.values.size(); ++m) {
      values.push_back(scores.values[m].at(0));
      EXPECT_EQ(scores.values[m].at(1), 0);
      EXPECT_EQ(scores.mean(m, false), values[m] / 2);
      EXPECT_EQ(scores.mean(m, true), values[m]);
    }
    return values;
  }

  double k() const { return k_; }
  // Measures without cutoff see the whole list and the whole ideal list.
  void leave_out_cutoff() { k_ = 1e6; }
  // As --gains 1=0.5,2=0.25,4=9: grade 3 keeps its own.
  void list_gains() { lists_gains_ = true; }
  int pick(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }

  double traditional(const std::string& name, const std::string& settings) const {
    View view = view_of(settings, topic_highest_);
    oracle::fill_gains(view, {{topic_}}, {1}, list_, gain_of(settings), false);
    return oracle::traditional(name, view);
  }

  // D-, DIN- and HD-measures: global gains of the layers.
  double global(const std::string& name, const std::string& settings,
                const std::vector<Layer>& layers, const std::vector<double>& weights,
                bool navigational_once) const {
    View view = view_of(settings, highest_);
    oracle::fill_gains(view, layers, weights, list_, gain_of(settings), navigational_once);
    return oracle::traditional(name, view);
  }

  double intent_aware(const std::string& name, const std::string& settings, const Layer& layer,
                      bool mixed) const {
    double sum = 0;
    for (const Node& node : layer) {
      Node alone = node;
      alone.weight = 1;
      View view = view_of(settings, highest_);
      oracle::fill_gains(view, {{alone}}, {1}, list_, gain_of(settings), false);
      sum += node.weight * oracle::traditional(mixed && node.navigational ? "P+" : name, view);
    }
    return sum;
  }

  double redundancy(const std::string& scheme, bool relevant_pairs) const {
    return oracle::redundancy(
        scheme, topic_, list_, k_, relevant_pairs, [&](const std::string& a, const std::string& b) {
          const auto value = [&](const std::string& docno) {
            const auto at = std::find_if(fingerprints_.begin(), fingerprints_.end(),
                                         [&](const Fingerprint& f) { return f.docno == docno; });
            return at == fingerprints_.end() ? nullptr : &at->value;
          };
          if (value(a) == nullptr || value(b) == nullptr) return 0.0;
          const int distance = __builtin_popcountll(*value(a) ^ *value(b));
          return distance >= 32 ? 0.0 : std::cos(std::numbers::pi * distance / 64);
        });
  }

  const Layer& official() const { return official_; }
  const std::vector<Layer>& layers() const { return layers_; }
  const List& list() const { return list_; }
  std::string show() const {
    return evaluation_.qrels + evaluation_.probabilities +
           fmt::format("list {}", fmt::join(list_, " "));
  }

 private:
  static std::string document(int d) { return fmt::format("d{}", d); }

  View view_of(const std::string& settings, int highest) const {
    View view;
    view.k = k_;
    view.highest_grade = highest;
    view.jk = settings.find("discount=jk") != std::string::npos;
    if (settings.find("base=5") != std::string::npos) view.base = 5;
    if (settings.find("beta=3") != std::string::npos) view.beta = 3;
    if (settings.find("p=0.5") != std::string::npos) view.p = 0.5;
    return view;
  }
  oracle::GainOf gain_of(const std::string& settings) const {
    if (settings.find("gain=exp") != std::string::npos) {
      return [](int grade) { return std::pow(2.0, grade) - 1; };
    }
    if (lists_gains_ && settings.find("gain=linear") == std::string::npos) {
      return [this](int grade) {
        const auto at = gains_.find(grade);
        return at == gains_.end() ? static_cast<double>(grade) : at->second;
      };
    }
    return [](int grade) { return static_cast<double>(grade); };
  }

  void make_topic_level() {
    evaluation_.adhoc_qrels = "1 0 judged 0\n";
    for (int d = 0; d < 8; ++d) {
      const int grade = pick(-2, 4);
      if (pick(0, 2) == 0) continue;
      evaluation_.adhoc_qrels += fmt::format("1 0 d{} {}\n", d, grade);
      topic_highest_ = std::max(topic_highest_, grade);
      if (grade > 0) topic_.grades[document(d)] = grade;
    }
    topic_.weight = 1;
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

  std::mt19937 random_;
  Evaluation evaluation_;
  std::vector<Hierarchy> hierarchies_;
  std::vector<Fingerprint> fingerprints_;
  std::vector<std::string> names_;
  Layer official_;
  Node topic_;
  std::vector<Layer> layers_;
  List list_;
  std::vector<double> scores_;
  bool by_score_ = false, lists_gains_ = false;
  const Gain::Table gains_ = {{1, 0.5}, {2, 0.25}, {4, 9.0}};
  double k_ = 1;
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
  void add(const std::string& name, double k, double value) {
    names.push_back(fmt::format("{}@{:.0f}", name, k));
    values.push_back(value);
  }
};

std::string in_parentheses(const std::string& settings) {
  return settings.empty() ? "" : "(" + settings + ")";
}

// The settings that a measure takes.
std::vector<std::string> settings_of(const std::string& name) {
  if (name == "DCG" || name == "nDCG" || name == "enDCG") {
    return {"", "gain=exp", "discount=jk", "base=5", "discount=jk,base=5"};
  }
  if (name == "Q" || name == "P+") return {"", "beta=3", "gain=exp"};
  return name == "RBP" ? std::vector<std::string>{"", "p=0.5"} : std::vector<std::string>{""};
}

const std::vector<std::string> traditional = {"P",    "R",     "AP",  "aAP",  "RR",  "DCG",
                                              "nDCG", "enDCG", "RBP", "nRBP", "ERR", "nERR",
                                              "Q",    "P+",    "GAP", "nGAP"};
const std::vector<std::string> by_gain = {"P",    "R",     "AP",  "aAP",  "RR", "DCG",
                                          "nDCG", "enDCG", "RBP", "nRBP", "Q",  "P+"};

const std::map<std::string, std::function<double(double, double)>> layer_weights = {
    {"", [](double, double) { return 1.0; }},
    {"layers=depth", [](double l, double) { return l; }},
    {"layers=height", [](double l, double layers) { return layers - l + 1; }},
    {"layers=3+1", [](double l, double) { return l == 1   ? 3.0
                                                 : l == 2 ? 1.0
                                                          : 0.0; }},
};

double over_layers(const Case& c, const std::string& kind,
                   const std::function<double(const Layer&)>& score) {
  double sum = 0, whole = 0;
  for (std::size_t l = 0; l < c.layers().size(); ++l) {
    const double w =
        layer_weights.at(kind)(static_cast<double>(l + 1), static_cast<double>(c.layers().size()));
    sum += w * score(c.layers()[l]);
    whole += w;
  }
  return sum / whole;
}

std::vector<double> weights_of(const Case& c, const std::string& kind) {
  std::vector<double> weights;
  for (std::size_t l = 1; l <= c.layers().size(); ++l) {
    weights.push_back(
        layer_weights.at(kind)(static_cast<double>(l), static_cast<double>(c.layers().size())));
  }
  return weights;
}

void expect_agreement(Case& c, const Expected& expected) {
  const auto found = c.scores(fmt::format("{}", fmt::join(expected.names, ",")));
  ASSERT_EQ(found.size(), expected.values.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_NEAR(found[i], expected.values[i], 1e-9) << expected.names[i] << "\n" << c.show();
  }
}

constexpr std::uint32_t cases = 1500;

TEST(Oracle, AgreesOnTraditionalMeasuresAndThoseOfSimilarity) {
  for (std::uint32_t seed = 0; seed < cases; ++seed) {
    Case c(seed);
    Expected expected;
    for (const std::string& name : traditional) {
      for (const std::string& settings : settings_of(name)) {
        expected.add(name + in_parentheses(settings), c.k(), c.traditional(name, settings));
      }
    }
    for (const std::string scheme : {"RA", "RP", "NA", "NP"}) {
      expected.add("nDCG_" + scheme, c.k(),
                   (c.traditional("nDCG", "") + 1 - c.redundancy(scheme, false)) / 2);
      expected.add("AP_" + scheme + "(pairs=relevant)", c.k(),
                   (c.traditional("AP", "") + 1 - c.redundancy(scheme, true)) / 2);
    }
    expect_agreement(c, expected);
    if (HasFatalFailure()) return;
  }
}

TEST(Oracle, AgreesOnCountingAndCascadeMeasures) {
  const std::map<std::string, std::pair<std::string, bool>> cascades = {
      {"alpha-DCG", {"alpha", false}}, {"alpha-nDCG", {"alpha", true}}, {"ERR-IA", {"ERR", false}},
      {"nERR-IA", {"ERR", true}},      {"NRBP", {"NRBP", false}},       {"nNRBP", {"NRBP", true}}};
  for (std::uint32_t seed = 0; seed < cases; ++seed) {
    Case c(seed);
    Expected expected;
    for (const std::string name : {"I-rec", "CP", "Ef-P", "P-IA", "MAP-IA"}) {
      const auto score = [&](const Layer& layer) {
        return oracle::counting(name, layer, c.list(), c.k());
      };
      expected.add(name, c.k(), score(c.official()));
      expected.add(name + "-LA_H", c.k(), over_layers(c, "", score));
    }
    for (const auto& [name, what] : cascades) {
      expected.add(
          name + "(weights=given)", c.k(),
          oracle::cascade(what.first, what.second, c.official(), c.list(), c.k(), 0.5, 0.5, true));
      for (const double alpha : {0.5, 0.9, 0.0}) {
        const auto score = [&, family = what.first, normalised = what.second](const Layer& layer) {
          return oracle::cascade(family, normalised, layer, c.list(), c.k(), alpha, 0.5, false);
        };
        const std::string settings = fmt::format("(alpha={})", alpha);
        expected.add(name + settings, c.k(), score(c.official()));
        expected.add(name + "-LA_H" + settings, c.k(), over_layers(c, "", score));
      }
    }
    expected.add("N-rec_H", c.k(), oracle::node_recall(c.layers(), c.list(), c.k(), true));
    expected.add("N-rec_H(dummies=ignored)", c.k(),
                 oracle::node_recall(c.layers(), c.list(), c.k(), false));
    expect_agreement(c, expected);
    if (HasFatalFailure()) return;
  }
}

TEST(Oracle, AgreesOnIntentAwareMeasuresAndGlobalGains) {
  for (std::uint32_t seed = 0; seed < cases; ++seed) {
    Case c(seed);
    Expected expected;
    const double recall = oracle::intent_recall(c.official(), c.list(), c.k());
    for (const std::string& name : traditional) {
      if (name == "P") continue;  // P-IA counts
      const std::string graded = name == "ERR" || name == "nERR" ? "(graded)" : "";
      expected.add(name + "-IA" + graded, c.k(), c.intent_aware(name, "", c.official(), false));
    }
    for (const std::string& name : by_gain) {
      for (const std::string& settings : settings_of(name)) {
        const std::string end = name + in_parentheses(settings);
        const double d = c.global(name, settings, {c.official()}, {1}, false);
        const double din = c.global(name, settings, {c.official()}, {1}, true);
        expected.add("D-" + end, c.k(), d);
        expected.add("D#-" + end, c.k(), (recall + d) / 2);
        expected.add("DIN-" + end, c.k(), din);
        expected.add("DIN#-" + end, c.k(), (recall + din) / 2);
      }
    }
    expected.add("P+Q", c.k(), c.intent_aware("Q", "", c.official(), true));
    expected.add("P+Q#(gamma=0.2)", c.k(),
                 0.2 * recall + 0.8 * c.intent_aware("Q", "", c.official(), true));
    expect_agreement(c, expected);
    if (HasFatalFailure()) return;
  }
}

TEST(Oracle, AgreesOnHierarchicalMeasures) {
  for (std::uint32_t seed = 0; seed < cases; ++seed) {
    Case c(seed);
    Expected expected;
    const double recall = oracle::node_recall(c.layers(), c.list(), c.k(), true);
    const double own = oracle::node_recall(c.layers(), c.list(), c.k(), false);
    for (const std::string& name : by_gain) {
      for (const auto& [kind, weight] : layer_weights) {
        const auto d = [&](const Layer& layer) { return c.global(name, "", {layer}, {1}, false); };
        const auto sharp = [&](const Layer& layer) {
          return (oracle::intent_recall(layer, c.list(), c.k()) + d(layer)) / 2;
        };
        const double hd = c.global(name, "", c.layers(), weights_of(c, kind), false);
        const std::string end = name + "_H" + in_parentheses(kind);
        expected.add("HD-" + end, c.k(), hd);
        expected.add("HD#-" + end, c.k(), (recall + hd) / 2);
        expected.add("LAD#-" + end, c.k(), (recall + over_layers(c, kind, d)) / 2);
        expected.add("D-" + name + "-LA_H" + in_parentheses(kind), c.k(), over_layers(c, kind, d));
        expected.add("D#-" + name + "-LA_H" + in_parentheses(kind), c.k(),
                     over_layers(c, kind, sharp));
      }
      expected.add("HD#-" + name + "_H(dummies=ignored)", c.k(),
                   (own + c.global(name, "", c.layers(), weights_of(c, ""), false)) / 2);
    }
    expected.add("Q-IA-LA_H", c.k(), over_layers(c, "", [&](const Layer& layer) {
                   return c.intent_aware("Q", "", layer, false);
                 }));
    expect_agreement(c, expected);
    if (HasFatalFailure()) return;
  }
}

TEST(Oracle, AgreesWithoutCutoff) {
  for (std::uint32_t seed = 0; seed < cases; ++seed) {
    Case c(seed);
    c.leave_out_cutoff();
    Expected expected;
    for (const std::string& name : traditional) {
      if (name == "P") continue;  // divides by the length of the list
      const std::string graded = name == "ERR" || name == "nERR" ? "(graded)" : "";
      expected.add(name, c.traditional(name, ""));
      expected.add(name + "-IA" + graded, c.intent_aware(name, "", c.official(), false));
    }
    for (const std::string& name : by_gain) {
      if (name == "P") continue;
      expected.add("D-" + name, c.global(name, "", {c.official()}, {1}, false));
      expected.add("DIN-" + name, c.global(name, "", {c.official()}, {1}, true));
      expected.add("HD-" + name + "_H", c.global(name, "", c.layers(), weights_of(c, ""), false));
    }
    for (const std::string name : {"I-rec", "MAP-IA"}) {
      expected.add(name, oracle::counting(name, c.official(), c.list(), c.k()));
    }
    expected.add("N-rec_H", oracle::node_recall(c.layers(), c.list(), c.k(), true));
    expect_agreement(c, expected);
    if (HasFatalFailure()) return;
  }
}

TEST(Oracle, AgreesOnListedGains) {
  for (std::uint32_t seed = 0; seed < cases; ++seed) {
    Case c(seed);
    c.list_gains();
    Expected expected;
    for (const std::string name : {"DCG", "nDCG", "enDCG", "Q", "P+"}) {
      for (const std::string settings : {"", "gain=exp", "gain=linear"}) {
        const std::string end = name + in_parentheses(settings);
        expected.add(end, c.k(), c.traditional(name, settings));
        expected.add("D-" + end, c.k(), c.global(name, settings, {c.official()}, {1}, false));
        expected.add("DIN-" + end, c.k(), c.global(name, settings, {c.official()}, {1}, true));
      }
      expected.add("HD-" + name + "_H", c.k(),
                   c.global(name, "", c.layers(), weights_of(c, ""), false));
      expected.add(name + "-IA", c.k(), c.intent_aware(name, "", c.official(), false));
    }
    expect_agreement(c, expected);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace subintent
