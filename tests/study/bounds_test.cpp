// Bounds against all judgments that there could be, on random small cases.
#include "study/bounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>

#include "evaluate/measure_table.h"
#include "fingerprints.h"
#include "simhash/simhash.h"
#include "study/measure_terms.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

struct Grade {
  std::string intent, docno;
  int grade = 0;
};

// What measures of a case are like.
enum class Kind {
  plain,
  judged,  // they see what is judged
  judged_only,
  duplicates,  // some documents are duplicates
  groups       // they see groups of documents
};

// A topic with judgments, some of which are taken away, and lists for it.
class Case {
 public:
  Case(std::uint32_t seed, Kind kind) : kind_(kind), random_(seed) {
    k_ = pick(1, 4);
    highest_ = pick(1, 3);
    intents_ = pick(1, 3);
    has_probabilities_ = pick(0, 1) == 1;
    has_topics_ = pick(0, 2) == 0;
    for (int i = 1; i <= intents_; ++i) {
      const int share = pick(0, 3);
      probabilities_ +=
          fmt::format("1 {} {} {}\n", i, share / 10.0, pick(0, 2) > 0 ? "inf" : "nav");
      const bool is_empty = pick(0, 2) == 0;
      for (int d = 0; d < documents_; ++d) {
        const int grade = is_empty || pick(0, 1) == 0 ? pick(-1, 0) : pick(1, highest_);
        all_.push_back({std::to_string(i), docno(d), grade});
      }
    }
    for (int d = 0; d < documents_; ++d) topics_.push_back({"*", docno(d), pick(0, highest_)});
    const std::size_t open = highest_ == 1 ? 5 : 3;
    for (std::size_t i = 0; i < open; ++i) take_away(all_, open_);
    if (has_topics_) {
      for (int i = 0; i < 2; ++i) take_away(topics_, open_topics_);
    }
    for (int r = 0; r < 3; ++r) make_list();
    make_hierarchy();
    for (int d = 0; d < documents_; ++d) {
      fingerprints_.push_back(
          {docno(d), static_cast<std::uint64_t>(pick(0, 15)) * 0x0101010101010101U});
    }
    if (kind == Kind::duplicates) make_duplicates();
    if (kind == Kind::groups) make_groups();
  }

  // Of all that is judged, and the rest with these grades.
  Judgments judgments(const std::vector<Grade>& more, const std::vector<Grade>& more_topics) const {
    std::vector<JudgmentRow> rows, topic_rows;
    for (const auto* const some : {&all_, &more}) {
      for (const Grade& g : *some) rows.push_back({"1", g.intent, g.docno, g.grade});
    }
    // A document that nobody retrieves keeps the topic, its intents and the grades there.
    for (int i = 1; i <= intents_; ++i) names_.insert(std::to_string(i));
    for (const std::string& name : names_) rows.push_back({"1", name, "unseen", 0});
    const Qrels diversity = Qrels::of(rows);
    for (const auto* const some : {&topics_, &more_topics}) {
      for (const Grade& g : *some) topic_rows.push_back({"1", "*", g.docno, g.grade});
    }
    topic_rows.push_back({"1", "*", "unseen", highest_});
    Judgments made(diversity, has_topics_ ? Qrels::of(topic_rows, QrelsKind::ad_hoc)
                                          : adhoc_qrels_of(diversity, TopicGrade::highest));
    made.highest_intent_grade = made.highest_adhoc_grade = highest_;
    if (has_probabilities_) {
      made.intents = intents_of(IntentSource(Source::memory(probabilities_, "probabilities")), "p");
    }
    made.duplicates = duplicates_;
    made.duplicates_as = duplicates_as_;
    return made;
  }

  std::vector<internal::Run> runs() const {
    std::vector<internal::Run> runs;
    for (std::size_t r = 0; r < lists_.size(); ++r) {
      std::vector<RunRow> rows;
      for (std::size_t i = 0; i < lists_[r].size(); ++i) {
        rows.push_back({"1", lists_[r][i], 100 - static_cast<double>(i)});
      }
      if (!rows.empty()) runs.push_back(internal::Run::of(rows, fmt::format("run{}", r)));
    }
    return runs;
  }

  // Calls use(judgments, hierarchies) for all judgments that there could be.
  template <typename Use>
  void for_all_judgments(Use use) {
    const std::vector<Grade> open = retrieved(open_), topics = retrieved(open_topics_);
    const auto grades = static_cast<std::size_t>(highest_) + 1;
    const std::size_t states = grades + (sees_judged() ? 1 : 0);  // the last: it stays unjudged
    std::size_t ways = 1;
    for (std::size_t i = 0; i < open.size() + topics.size(); ++i) ways *= states;
    for (std::size_t way = 0; way < ways; ++way) {
      std::size_t rest = way;
      const auto some_of = [&](const std::vector<Grade>& from) {
        std::vector<Grade> given;
        for (const Grade& g : from) {
          const std::size_t state = rest % states;
          if (state < grades) given.push_back({g.intent, g.docno, static_cast<int>(state)});
          rest /= states;
        }
        return given;
      };
      const std::vector<Grade> given = some_of(open), given_topics = some_of(topics);
      use(judgments(given, given_topics), hierarchy_with(given));
    }
  }

  std::vector<NamedHierarchies> hierarchies() const { return {{"H", "hierarchies", {tree_}}}; }
  DocumentSimilarity similarity() const {
    return DocumentSimilarity::from_fingerprints(named(fingerprints_),
                                                 FingerprintSimilarity::cosine);
  }

  bool is_judged_only() const {
    return kind_ == Kind::judged_only || (kind_ == Kind::groups && k_ % 2 == 0);
  }
  bool sees_judged() const { return kind_ == Kind::judged || is_judged_only(); }
  const std::vector<NamedGroups>& groups() const { return groups_; }

  // Whether a form belongs to cases of this kind.
  bool asks_for(const Measure& form) const {
    const Traits& traits = form.record->traits;
    if ((form.record->of_groups != nullptr) != (kind_ == Kind::groups)) return false;
    if (has_cutoff() && !form.record->at.empty()) return false;
    return (kind_ == Kind::judged) == (traits.by_judged || traits.sees_pool);
  }

  std::string name_of(const Measure& form) const {
    std::string name = form.name;
    const bool is_graded = name.ends_with("(graded)");
    if (is_graded) name.resize(name.size() - 8);
    if (needs_hierarchy(form)) name += "_H";
    std::string inside = is_graded ? "graded" : "";
    const auto add = [&](const std::string& more) { inside += (inside.empty() ? "" : ",") + more; };
    if (form.record->family == family::cascade && k_ % 2 == 0) add("alpha=0.8,weights=given");
    if (form.record->name.starts_with("I-rec") && k_ % 2 == 0) add("weights=given,credit=graded");
    if (k_ == 3 && takes_parameter(form, "gain")) add("gain=exp");
    if (k_ >= 3 && takes_parameter(form, "cover")) add("cover=given");
    if (highest_ == 3 && k_ == 2) add("rel=2");
    if (is_judged_only()) add("judged_only=True");
    if (!inside.empty()) name += "(" + inside + ")";
    return has_cutoff() ? fmt::format("{}@{}", name, k_) : name;
  }

  bool has_cutoff() const { return k_ < 4; }
  std::string show() const {
    std::string text = fmt::format("K {}, highest {}\n", k_, highest_) +
                       (has_probabilities_ ? probabilities_ : "");
    for (const Grade& g : all_) text += fmt::format("{} {} {}\n", g.intent, g.docno, g.grade);
    for (const Grade& g : retrieved(open_)) text += fmt::format("open {} {}\n", g.intent, g.docno);
    for (const auto& list : lists_) text += fmt::format("list {}\n", fmt::join(list, " "));
    return text;
  }

 private:
  static std::string docno(int d) { return fmt::format("d{}", d); }
  int pick(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }

  void take_away(std::vector<Grade>& from, std::vector<Grade>& to) {
    const auto at = static_cast<std::size_t>(pick(0, static_cast<int>(from.size()) - 1));
    to.push_back(from[at]);
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(at));
  }

  void make_list() {
    std::vector<std::string> list;
    for (int d = 0; d < documents_; ++d) list.push_back(docno(d));
    list.emplace_back("unknown");
    std::ranges::shuffle(list, random_);
    list.resize(static_cast<std::size_t>(pick(2, documents_)));
    std::erase(list, "unknown");
    lists_.push_back(list);
  }

  // Those of some list down to the cutoff.
  std::vector<Grade> retrieved(const std::vector<Grade>& open) const {
    std::set<std::string> documents;
    const bool lists_shrink = is_judged_only() || duplicates_as_ == DuplicatesAs::removed;
    for (const auto& list : lists_) {
      const std::size_t depth =
          k_ < 4 && !lists_shrink ? std::min<std::size_t>(list.size(), static_cast<std::size_t>(k_))
                                  : list.size();
      documents.insert(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(depth));
    }
    std::vector<Grade> found;
    for (const Grade& g : open) {
      if (documents.contains(g.docno)) found.push_back(g);
    }
    return found;
  }

  void make_duplicates() {
    std::vector<std::string> all;
    for (int d = 0; d < documents_; ++d) all.push_back(docno(d));
    std::ranges::shuffle(all, random_);
    std::vector<std::vector<std::string>> groups = {{all[0], all[1]}};
    if (pick(0, 1) == 0) groups.push_back({all[2], all[3]});
    duplicates_ = std::make_shared<const Duplicates>(duplicates_of(groups, "groups"));
    duplicates_as_ = pick(0, 1) == 0 ? DuplicatesAs::irrelevant : DuplicatesAs::removed;
  }

  void make_groups() {
    std::string text;
    for (int d = 0; d < documents_; ++d) {
      const double share = pick(0, 4) / 4.0;
      text += fmt::format("1 {0} useful {1}\n1 {0} useless {2}\n", docno(d), share, 1 - share);
    }
    GroupAttribute attribute{Source::memory(text, "groups")};
    groups_ = read_groups({{"model", attribute}});
  }

  // The first intent has two leaves.
  void make_hierarchy() {
    tree_.topic = "1";
    tree_.layers = 2;
    for (int d = 0; d < documents_; ++d) tree_.docnos.push_back(docno(d));
    const double share = 1.0 / intents_;
    for (int i = 1; i <= intents_; ++i) {
      HierarchyNode node;
      node.intent = std::to_string(i);
      node.weight = share;
      node.needs_all = i == 1 && k_ >= 3;
      tree_.nodes.push_back(node);
    }
    for (int i = 1; i <= intents_; ++i) {
      for (int leaf = 0; leaf < (i == 1 ? 2 : 1); ++leaf) {
        HierarchyNode node;
        node.intent = std::to_string(i);
        node.layer = 2;
        node.parent = static_cast<std::uint32_t>(i - 1);
        node.weight = i == 1 ? share / 2 : share;
        tree_.nodes.push_back(node);
      }
    }
    for (const Grade& g : all_) {
      if (g.grade > 0) put(g, pick(0, 1), tree_);
    }
  }

  static void put(const Grade& g, int leaf, Hierarchy& tree) {
    const auto place = static_cast<std::uint32_t>(g.docno[1] - '0');
    for (HierarchyNode& node : tree.nodes) {
      if (node.intent != g.intent) continue;
      if (node.layer == 2 && g.intent == "1" && leaf-- != 0) continue;
      node.docs.push_back(place);
      std::ranges::sort(node.docs);
    }
  }

  std::vector<NamedHierarchies> hierarchy_with(const std::vector<Grade>& given) {
    Hierarchy tree = tree_;
    for (const Grade& g : given) {
      if (g.grade > 0) put(g, pick(0, 1), tree);
    }
    return {{"H", "hierarchies", {tree}}};
  }

  static constexpr int documents_ = 5;
  Kind kind_;
  std::mt19937 random_;
  int k_ = 1, highest_ = 1, intents_ = 1;
  bool has_probabilities_ = false, has_topics_ = false;
  std::string probabilities_;
  std::vector<Grade> all_, open_, topics_, open_topics_;
  mutable std::set<std::string> names_;
  std::vector<std::vector<std::string>> lists_;
  Hierarchy tree_;
  std::vector<Fingerprint> fingerprints_;
  std::shared_ptr<const Duplicates> duplicates_;
  DuplicatesAs duplicates_as_ = DuplicatesAs::irrelevant;
  std::vector<NamedGroups> groups_;
};

// The lowest and highest score, or difference, that some judgments give.
struct Found {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

std::vector<Measure> measures_of(const Case& one, const MeasureContext& context) {
  std::vector<Measure> measures;
  for (const MeasureRecord& record : measure_table()) {
    for (const Measure& form : forms_of(record)) {
      if (!one.asks_for(form)) continue;
      std::vector<Measure> parsed =
          parse_measures(std::vector<std::string>{one.name_of(form)}, context);
      measures.push_back(parsed[0]);
    }
  }
  return measures;
}

// By measure and run or pair of runs.
struct AllFound {
  std::vector<std::vector<Found>> runs, pairs;
};

AllFound search(Case& one, const std::vector<Measure>& measures,
                const std::vector<internal::Run>& runs, const DocumentSimilarity& similarity) {
  AllFound found{std::vector(measures.size(), std::vector<Found>(runs.size())),
                 std::vector(measures.size(), std::vector<Found>(runs.size() * runs.size()))};
  one.for_all_judgments([&](const Judgments& judgments,
                            const std::vector<NamedHierarchies>& named) {
    const Scorer scorer(judgments, named, measures, &similarity, std::nullopt, one.groups());
    std::vector<RunScores> scores;
    for (const internal::Run& run : runs) scores.push_back(scorer.score(run));
    for (std::size_t m = 0; m < measures.size(); ++m) {
      for (std::size_t a = 0; a < runs.size(); ++a) {
        found.runs[m][a].add(scores[a].values[m][0]);
        for (std::size_t b = 0; b < runs.size(); ++b) {
          found.pairs[m][a * runs.size() + b].add(scores[a].values[m][0] - scores[b].values[m][0]);
        }
      }
    }
  });
  return found;
}

constexpr double rounding = 1e-9;

// How tight bounds are, over all cases.
struct Tightness {
  double width = 0, found = 0;
  std::size_t bounds = 0, attained = 0;
};

class BoundsTest : public testing::Test {
 protected:
  void try_case(std::uint32_t seed, Kind kind) {
    Case one(seed, kind);
    MeasureContext context{{"H"}, true};
    for (const NamedGroups& groups : one.groups()) context.groups.push_back(groups.name);
    const std::vector<Measure> measures = measures_of(one, context);
    const std::vector<internal::Run> runs = one.runs();
    const DocumentSimilarity similarity = one.similarity();
    const AllFound found = search(one, measures, runs, similarity);
    EvaluationData data{std::make_shared<const Judgments>(one.judgments({}, {})), one.hierarchies(),
                        std::make_shared<const DocumentSimilarity>(one.similarity()), std::nullopt,
                        one.groups()};
    for (std::size_t m = 0; m < measures.size(); ++m) {
      limit_ = "";
      expect_all(data, measures[m], runs, found, m, {}, one);
      if (kind == Kind::plain && !terms_of(measures[m], 1).empty()) continue;
      // As of topics and lists of which more is open.
      UnjudgedOptions options;
      options.most_of_topic = 0;
      limit_ = " by lists";
      expect_all(data, measures[m], runs, found, m, options, one);
      options.most_of_list = 0;
      limit_ = " untried";
      expect_all(data, measures[m], runs, found, m, options, one);
    }
  }

  void expect_all(const EvaluationData& data, const Measure& measure,
                  const std::vector<internal::Run>& runs, const AllFound& found, std::size_t m,
                  const UnjudgedOptions& options, const Case& one) {
    ProgressMeter meter({}, "", "");
    const ScoreBounds bounds(data, measure, runs, options, meter);
    for (std::size_t a = 0; a < runs.size(); ++a) {
      expect_run(measure, bounds.bounds(a, 0), found.runs[m][a], one);
      for (std::size_t b = 0; b < runs.size(); ++b) {
        const Range range = bounds.difference(a, b, 0);
        const Found& all = found.pairs[m][a * runs.size() + b];
        EXPECT_LE(range.low, all.low + rounding) << told_of(measure, one);
        EXPECT_GE(range.high, all.high - rounding) << told_of(measure, one);
        differences_[record_name(measure)].width += range.high - range.low;
        differences_[record_name(measure)].found += all.high - all.low;
      }
    }
  }

  static std::string told_of(const Measure& measure, const Case& one) {
    return measure.name + ": if the score is right, `interplay` or `normaliser` of its record is " +
           "not\n" + one.show();
  }

  std::string record_name(const Measure& measure) const {
    return measure.record->name + limit_ + (measure.layer_aware ? "-LA" : "") +
           (measure.similarity != nullptr ? std::string(measure.similarity->name) : "");
  }

  void expect_run(const Measure& measure, const Bounds& bounds, const Found& found,
                  const Case& one) {
    EXPECT_LE(bounds.low, found.low + rounding) << told_of(measure, one);
    EXPECT_GE(bounds.high, found.high - rounding) << told_of(measure, one);
    Tightness& tightness = runs_[record_name(measure)];
    tightness.width += bounds.high - bounds.low;
    tightness.found += found.high - found.low;
    ++tightness.bounds;
    if (!bounds.attained) return;
    ++tightness.attained;
    EXPECT_NEAR(bounds.low, found.low, rounding) << told_of(measure, one);
    EXPECT_NEAR(bounds.high, found.high, rounding) << told_of(measure, one);
  }

  std::string limit_;  // of what is tried
  std::map<std::string, Tightness> runs_, differences_;
};

TEST_F(BoundsTest, HoldForAllJudgments) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    try_case(seed, Kind::plain);
    if (HasFailure()) return;
  }
  // Some judgments give the bounds of these wherever few documents are open, as the docs say.
  for (const char* const name :
       {"P",     "R",   "SetP", "SetR", "SetF", "SetAP", "AP",   "aAP",  "RR",  "Success",
        "IPrec", "RBP", "nRBP", "DCG",  "ERR",  "iRBU",  "SDCG", "INSQ", "ILD", "Vendi"}) {
    EXPECT_GT(runs_[name].bounds, 0U) << name;
    EXPECT_EQ(runs_[name].attained, runs_[name].bounds) << name;
  }
  for (const char* const name : {"P+", "EBR", "Rprec", "Compat", "INST", "Rprec by lists"}) {
    EXPECT_GT(runs_[name].bounds, 0U) << name;
    EXPECT_EQ(runs_[name].attained, runs_[name].bounds) << name;
  }
  for (const char* const name : {"nDCG", "enDCG"}) {
    EXPECT_GT(runs_[name].attained * 4, runs_[name].bounds * 3) << name;
  }
  for (const char* const name : {"P", "DCG", "RBP", "SDCG", "INSQ", "D-P", "D-RBP", "CP"}) {
    EXPECT_NEAR(differences_[name].width, differences_[name].found, 1e-6) << name;
  }
}

TEST_F(BoundsTest, HoldForWhatSeesWhatIsJudged) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    try_case(seed, Kind::judged);
    if (HasFailure()) return;
  }
  for (const char* const name : {"Judged", "RBP-residual", "Bpref", "infAP"}) {
    EXPECT_EQ(runs_[name].attained, runs_[name].bounds) << name;
  }
  for (const char* const name : {"Bpref by lists", "infAP by lists"}) {
    EXPECT_EQ(runs_[name].attained, runs_[name].bounds) << name;
  }
}

TEST_F(BoundsTest, HoldForJudgedOnly) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    try_case(seed, Kind::judged_only);
    if (HasFailure()) return;
  }
}

TEST_F(BoundsTest, HoldForDuplicates) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    try_case(seed, Kind::duplicates);
    if (HasFailure()) return;
  }
}

TEST_F(BoundsTest, HoldForGroups) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    try_case(seed, Kind::groups);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace subintent::internal
