#include "evaluate/measure_table.h"

#include "core/base/portable_math.h"
#include "evaluate/gain_measures.h"
#include "evaluate/parameters.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The topic-level grade, from a layer with one node; 0 if the document is not relevant.
std::int32_t grade_of(const Layer& topic, DocumentId document) {
  const auto grades = topic.grades(document);
  return grades.empty() ? 0 : grades[0].grade;
}

ScorePart part_of(std::size_t index, DocumentId document, double amount) {
  return {.amount = amount,
          .rank = static_cast<std::uint32_t>(index + 1),
          .document = document,
          .node = 0};
}

class AchievedGroups {
 public:
  AchievedGroups(const CrossedGroups& groups, bool unknown_are_uniform)
      : groups_(&groups), unknown_are_uniform_(unknown_are_uniform), sums_(groups.size(), 0) {}

  void add(DocumentId document, double weight) {
    const std::vector<GroupShare> shares = groups_->of(document);
    if (shares.empty()) {
      unknown_ += unknown_are_uniform_ ? weight : 0;
      return;
    }
    for (const GroupShare& group : shares) {
      sums_[group.group] += weight * group.share;
      known_ += weight * group.share;
    }
  }

  // Whether anything is known of it.
  bool is_known() const { return known_ + unknown_ > 0; }

  std::vector<double> shares() const {
    const double whole = known_ + unknown_;
    const double of_each = unknown_ / static_cast<double>(sums_.size());
    return mapped(sums_, [&](const double sum) { return (sum + of_each) / whole; });
  }

 private:
  const CrossedGroups* groups_;
  bool unknown_are_uniform_;
  std::vector<double> sums_;  // of the documents in known groups
  double known_ = 0, unknown_ = 0;
};

double divergence(const CrossedGroups& groups, const std::vector<double>& achieved,
                  OrdinalDivergence of_ordinal) {
  if (!groups.is_ordinal() || of_ordinal == OrdinalDivergence::jensen_shannon)
    return jensen_shannon(achieved, groups.target());
  return of_ordinal == OrdinalDivergence::match_distance
             ? match_distance(achieved, groups.target())
             : order_aware_divergence(achieved, groups.target());
}

// A measure of some groups: the parts of a list's score.
using GroupFunction = ScoreParts (*)(const CrossedGroups&, const Layer& topic, Ranking,
                                     const Parameters&);

// GF: how near the groups of the documents down to a rank are to the target, where the user of ERR
// stops [Sakai23].
ScoreParts group_fairness(const CrossedGroups& groups, const Layer& topic, Ranking ranking,
                          const Parameters& parameters) {
  AchievedGroups achieved(groups, parameters.unknown_groups != UnknownGroups::ignored);
  StoppingUser user(parameters.max_grade);
  ScoreParts parts;
  const Ranking list = top_of(ranking, parameters.cutoff);
  for (std::size_t i = 0; i < list.size(); ++i) {
    achieved.add(list[i], 1);
    const std::int32_t grade = grade_of(topic, list[i]);
    if (grade == 0) continue;
    const double chance = user.stops_at(grade);
    if (!achieved.is_known()) continue;
    const double distance = divergence(groups, achieved.shares(), parameters.divergence);
    parts.push_back(part_of(i, list[i], chance * (1 - distance)));
  }
  return parts;
}

// AWRF: how near the exposure of the groups is to the target [TREC Fair Ranking 2021]. It is a
// matter of the whole list.
ScoreParts exposure_fairness(const CrossedGroups& groups, const Layer&, Ranking ranking,
                             const Parameters& parameters) {
  AchievedGroups exposure(groups, parameters.unknown_groups == UnknownGroups::uniform);
  const Discounting discounted(parameters);
  const Ranking list = top_of(ranking, parameters.cutoff);
  for (std::size_t i = 0; i < list.size(); ++i)
    exposure.add(list[i], discounted(1, static_cast<std::uint32_t>(i + 1)));
  if (!exposure.is_known()) return {};
  const double nats_per_bit = parameters.natural_log ? portable::log(2) : 1;
  const double distance = nats_per_bit * jensen_shannon(exposure.shares(), groups.target());
  return {{.kind = PartKind::constant, .amount = 1 - distance}};
}

// Calls use(index, gained) for each relevant document of a list that is a greater member of some
// group than all above it: by how much, summed over the groups.
template <typename Use>
void for_each_gain(const CrossedGroups& groups, const Layer& topic, Ranking list, Use use) {
  std::vector<double> highest(groups.size(), 0);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (grade_of(topic, list[i]) == 0) continue;
    std::vector<double> shares(groups.size(), 0);
    for (const GroupShare& group : groups.of(list[i])) shares[group.group] += group.share;
    double gained = 0;
    for (std::size_t g = 0; g < shares.size(); ++g) {
      if (shares[g] <= highest[g]) continue;
      gained += shares[g] - highest[g];
      highest[g] = shares[g];
    }
    if (gained > 0) use(i, gained);
  }
}

// G-rec: the groups that relevant documents cover, each as far as its greatest member does, over
// those that all of them cover.
ScoreParts group_recall(const CrossedGroups& groups, const Layer& topic, Ranking ranking,
                        const Parameters& parameters) {
  double all = 0;
  const auto documents = documents_like(topic.documents(), {});
  for_each_gain(groups, topic, documents, [&](std::size_t, double gained) { all += gained; });
  ScoreParts parts;
  const Ranking list = top_of(ranking, parameters.cutoff);
  for_each_gain(groups, topic, list, [&](std::size_t i, double gained) {
    parts.push_back(part_of(i, list[i], gained / all));
    parts.back().kind = PartKind::recall;
  });
  return parts;
}

// The attributes that a measure sees of those that apply to the topic: lists of what is crossed.
std::vector<std::vector<const TopicGroups*>> seen_attributes(
    std::span<const TopicGroups> attributes, const std::string& named) {
  std::vector<std::vector<const TopicGroups*>> seen;
  if (named.empty()) {
    for (const TopicGroups& attribute : attributes)
      if (attribute.memberships != nullptr) seen.push_back({&attribute});
    return seen;
  }
  std::vector<const TopicGroups*> crossed;
  for (const std::string& name : split(named, '+')) {
    const auto at = std::ranges::find(attributes, name, &TopicGroups::attribute);
    if (at->memberships == nullptr) return {};
    crossed.push_back(&*at);
  }
  return {crossed};
}

struct WeightedGroups {
  CrossedGroups groups;
  double weight = 1;
};

// The groups of some attributes crossed: of each layer, or of the last one alone.
std::vector<WeightedGroups> layers_of(const std::vector<const TopicGroups*>& crossed,
                                      const Parameters& parameters, bool layer_aware) {
  std::size_t layers = 1;
  for (const TopicGroups* const attribute : crossed)
    layers = std::max(layers, attribute->groups->layers().size());
  if (!layer_aware) return {{CrossedGroups(crossed, layers - 1), 1}};
  const std::vector<double> weights = parameters.layer_weights.of(layers);
  const double whole = total_of(weights);
  std::vector<WeightedGroups> groups;
  for (std::size_t l = 0; l < layers; ++l)
    groups.push_back({CrossedGroups(crossed, l), ratio(weights[l], whole)});
  return groups;
}

// The relevant documents, those of the highest grades first. What is best for groups is not sought.
std::vector<DocumentId> by_grade(const Layer& topic) {
  auto documents = documents_by_nodes({&topic, 1}, {});
  std::ranges::stable_sort(documents, std::greater<>(),
                           [&](DocumentId document) { return grade_of(topic, document); });
  return documents;
}

// The groups that a measure sees: of each attribute, or what is crossed, those of its layers.
using SeenGroups = std::vector<std::vector<WeightedGroups>>;

std::shared_ptr<const SeenGroups> seen_groups(std::span<const TopicGroups> attributes,
                                              const Parameters& parameters, bool layer_aware) {
  SeenGroups seen;
  for (const auto& crossed : seen_attributes(attributes, parameters.attribute))
    seen.push_back(layers_of(crossed, parameters, layer_aware));
  return std::make_shared<const SeenGroups>(std::move(seen));
}

// The parts of the mean over attributes, and of each over its layers. `count` is what the sum over
// attributes is divided by.
ScoreParts mean_parts(const SeenGroups& attributes, double count, GroupFunction function,
                      const Layer& topic, Ranking ranking, const Parameters& parameters) {
  ScoreParts parts;
  for (const std::vector<WeightedGroups>& layers : attributes) {
    for (const WeightedGroups& layer : layers) {
      append_scaled(parts, function(layer.groups, topic, ranking, parameters),
                    layer.weight / count);
    }
  }
  return parts;
}

GroupScoreMaker mean_over_attributes(GroupFunction function) {
  return [=](const Layer& topic, std::span<const TopicGroups> attributes,
             const Parameters& parameters, bool layer_aware) -> Scoring {
    const auto seen = seen_groups(attributes, parameters, layer_aware);
    if (seen->empty()) return does_not_apply();
    const auto count = static_cast<double>(seen->size());
    const auto parts = [=, &topic, &parameters](Ranking ranking) {
      return mean_parts(*seen, count, function, topic, ranking, parameters);
    };
    return {[=](Ranking ranking) { return sum_of(parts(ranking)); }, parts,
            [=, &topic](Ranking) { return parts(by_grade(topic)); }};
  };
}

// GFR: the mean of the measure of relevance and the GF of all attributes [Sakai23].
Scoring fairness_and_relevance(const Layer& topic, std::span<const TopicGroups> attributes,
                               const Parameters& parameters, bool layer_aware) {
  const auto seen = seen_groups(attributes, parameters, layer_aware);
  if (seen->empty()) return does_not_apply();
  const auto count = static_cast<double>(seen->size() + 1);
  const Scoring relevance =
      on_topic(gain_measure(parameters.utility ? "iRBU" : "ERR"), topic, parameters);
  const auto fairness = [=, &topic, &parameters](Ranking ranking) {
    return mean_parts(*seen, count, group_fairness, topic, ranking, parameters);
  };
  const auto parts = [=](Ranking ranking) {
    ScoreParts result = fairness(ranking);
    append_scaled(result, relevance.parts(ranking), 1 / count);
    return result;
  };
  return {
      [=](Ranking ranking) { return sum_of(fairness(ranking)) + relevance.score(ranking) / count; },
      parts, [=, &topic](Ranking) { return parts(by_grade(topic)); }};
}

MeasureRecord group_record(std::string_view name, std::string_view formula, std::string_view source,
                           std::vector<ParameterRecord> parameters, bool by_highest_grade,
                           GroupScoreMaker make) {
  return {
      .name = std::string(name),
      .family = family::groups,
      .formula = std::string(formula),
      .source = source,
      .parameters = std::move(parameters),
      .traits = {.on_topic = true, .may_be_layered = true, .by_highest_grade = by_highest_grade},
      .of_groups = std::move(make)};
}

constexpr const char* exposure_measure = "AWRF";

}  // namespace

bool is_of_exposure(const MeasureRecord& measure) {
  return measure.name == exposure_measure;
}

std::vector<MeasureRecord> group_measures() {
  const auto unknown = [](const char* default_value) {
    return word_parameter<UnknownGroups>(
        "unknown", &Parameters::unknown_groups,
        {{"uniform", UnknownGroups::uniform}, {"ignored", UnknownGroups::ignored}},
        "documents without memberships: of all groups to equal parts, or left out", default_value);
  };
  const auto divergence = word_parameter<OrdinalDivergence>(
      "divergence", &Parameters::divergence,
      {{"NMD", OrdinalDivergence::match_distance},
       {"RNOD", OrdinalDivergence::order_aware},
       {"JSD", OrdinalDivergence::jensen_shannon}},
      "how far ordinal groups are from their targets; nominal ones have JSD");
  const auto relevance =
      word_parameter<bool>("relevance", &Parameters::utility, {{"ERR", false}, {"iRBU", true}},
                           "the measure of relevance");
  const auto log = word_parameter<bool>(
      "log", &Parameters::natural_log, {{"2", false}, {"e", true}}, "base of the logarithm in JSD");
  const ParameterRecord attribute = attribute_parameter();
  std::vector<MeasureRecord> measures = {
      group_record("GF",
                   "sum_r s(r) prod_{q<r} (1-s(q)) (1 - divergence(groups of the documents to r, "
                   "target)), s as in ERR; the mean over attributes",
                   "Sakai23", {attribute, divergence, unknown("uniform"), max_grade_parameter()},
                   true, mean_over_attributes(group_fairness)),
      group_record("GFR", "the mean of ERR, or iRBU, and the GF of each attribute", "Sakai23",
                   {attribute, divergence, unknown("uniform"), relevance, phi_parameter(),
                    max_grade_parameter()},
                   true, fairness_and_relevance),
      group_record(
          exposure_measure,
          "1 - JSD(exposure of the groups, target), exposure of rank r 1/log2(r+1); the mean "
          "over attributes",
          "TREC Fair Ranking 2021", {attribute, unknown("ignored"), discount_parameter(), log},
          false, mean_over_attributes(exposure_fairness)),
      group_record(
          "G-rec",
          "sum over groups of the highest membership of a relevant document in the top K, over "
          "that of all relevant documents; the mean over attributes",
          "Dou19 2.2", {attribute}, false, mean_over_attributes(group_recall)),
  };
  std::ranges::find_if(measures, is_of_exposure)->traits.needs_no_judgments = true;
  return measures;
}

}  // namespace subintent::internal
