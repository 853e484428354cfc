#include "compare/study/group_exposure.h"

#include "evaluate/parameters.h"

namespace subintent::internal {
namespace {

// The measures of groups, one for each cutoff.
std::vector<std::size_t> measures_by_cutoff(const std::vector<Measure>& measures) {
  std::vector<std::size_t> found;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    if (!measures[m].record->of_groups) continue;
    const std::uint32_t cutoff = measures[m].parameters.cutoff;
    const auto has_cutoff = [&](std::size_t other) {
      return measures[other].parameters.cutoff == cutoff;
    };
    if (std::ranges::none_of(found, has_cutoff)) found.push_back(m);
  }
  return found;
}

// The groups of an attribute, summed up topic by topic.
class AttributeExposure {
 public:
  AttributeExposure(const Scorer& scorer, std::size_t measure, std::size_t attribute,
                    std::size_t runs)
      : scorer_(scorer),
        measure_(measure),
        attribute_(attribute),
        discounted_(Parameters()),
        known_topics_(runs, 0) {
    const TopicGroups& any = scorer.topics().front().attributes[attribute];
    for (const std::string& name : any.groups->names()) {
      GroupExposure& group = groups_.emplace_back();
      group.attribute = any.attribute;
      group.group = name;
      group.cutoff = scorer.measures()[measure].parameters.cutoff;
      group.shares.resize(runs);
    }
  }

  void add(std::size_t topic, const ListOf& list) {
    const TopicGroups& attribute = scorer_.topics()[topic].attributes[attribute_];
    if (attribute.memberships == nullptr) return;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      ++groups_[g].topics;
      groups_[g].target += attribute.target[g];
    }
    for (std::size_t run = 0; run < known_topics_.size(); ++run) {
      const RankedList* const ranked = list(run, topic);
      if (ranked != nullptr) add_list(run, attribute, scorer_.ranking(measure_, topic, *ranked));
    }
  }

  // The means; nothing where the attribute applies to no topic.
  std::vector<GroupExposure> means() && {
    if (groups_.empty() || groups_[0].topics == 0) return {};
    for (GroupExposure& group : groups_) {
      group.target /= static_cast<double>(group.topics);
      for (std::size_t run = 0; run < known_topics_.size(); ++run)
        if (group.shares[run]) *group.shares[run] /= known_topics_[run];
    }
    return std::move(groups_);
  }

 private:
  void add_list(std::size_t run, const TopicGroups& attribute, Ranking ranking) {
    std::vector<double> exposure(groups_.size(), 0);
    double known = 0;
    const std::size_t count = std::min<std::size_t>(groups_[0].cutoff, ranking.size());
    for (std::size_t i = 0; i < count; ++i) {
      for (const GroupShare& group : attribute.of(ranking[i])) {
        const double part = discounted_(group.share, static_cast<std::uint32_t>(i + 1));
        exposure[group.group] += part;
        known += part;
      }
    }
    if (known == 0) return;
    known_topics_[run] += 1;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      std::optional<double>& share = groups_[g].shares[run];
      share = share.value_or(0) + exposure[g] / known;
    }
  }

  const Scorer& scorer_;
  std::size_t measure_, attribute_;
  Discounting discounted_;
  std::vector<GroupExposure> groups_;
  std::vector<double> known_topics_;  // by run: where its list has documents in known groups
};

}  // namespace

std::vector<GroupExposure> group_exposures(const Scorer& scorer,
                                           std::span<const std::size_t> topics, std::size_t runs,
                                           const ListOf& list) {
  std::vector<GroupExposure> made;
  if (scorer.topics().empty()) return made;
  for (const std::size_t measure : measures_by_cutoff(scorer.measures())) {
    for (std::size_t a = 0; a < scorer.topics().front().attributes.size(); ++a) {
      AttributeExposure exposure(scorer, measure, a, runs);
      for (const std::size_t topic : topics) exposure.add(topic, list);
      for (GroupExposure& group : std::move(exposure).means()) made.push_back(std::move(group));
    }
  }
  return made;
}

}  // namespace subintent::internal
