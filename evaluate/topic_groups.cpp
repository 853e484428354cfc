#include "evaluate/layer.h"

#include <fmt/format.h>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// All groups, to equal parts.
std::vector<GroupShare> uniform(std::size_t groups) {
  std::vector<GroupShare> shares;
  for (std::uint32_t g = 0; g < groups; ++g) shares.push_back({g, 1 / static_cast<double>(groups)});
  return shares;
}

std::vector<GroupShare> crossed(const std::vector<GroupShare>& shares, std::size_t groups,
                                const std::vector<GroupShare>& others) {
  std::vector<GroupShare> products;
  products.reserve(shares.size() * others.size());
  for (const GroupShare& a : shares) {
    for (const GroupShare& b : others) {
      products.push_back(
          {static_cast<std::uint32_t>(a.group * groups + b.group), a.share * b.share});
    }
  }
  return products;
}

std::vector<GroupShare> target_of(const TopicGroups& attribute, const GroupLayer& layer) {
  std::vector<GroupShare> shares;
  for (std::uint32_t g = 0; g < layer.size; ++g) shares.push_back({g, 0});
  for (std::size_t g = 0; g < attribute.target.size(); ++g)
    shares[layer.of_group[g]].share += attribute.target[g];
  return shares;
}

std::vector<GroupShare> in_layer(std::span<const GroupShare> shares, const GroupLayer& layer) {
  std::vector<GroupShare> result(shares.begin(), shares.end());
  for (GroupShare& group : result) group.group = layer.of_group[group.group];
  return result;
}

}  // namespace

CrossedGroups::CrossedGroups(std::vector<const TopicGroups*> attributes, std::size_t layer)
    : attributes_(std::move(attributes)) {
  std::size_t groups = 1;
  for (const TopicGroups* const attribute : attributes_) {
    const std::vector<GroupLayer>& layers = attribute->groups->layers();
    layers_.push_back(&layers[std::min(layer, layers.size() - 1)]);
    groups *= layers_.back()->size;
    if (groups <= most) continue;
    throw Error::argument(
        "measures", fmt::format("measures: attributes with more than {} groups are crossed", most),
        "cross fewer attributes");
  }
  std::vector<GroupShare> shares = {{0, 1}};
  for (std::size_t a = 0; a < attributes_.size(); ++a)
    shares = crossed(shares, layers_[a]->size, target_of(*attributes_[a], *layers_[a]));
  for (const GroupShare& group : shares) target_.push_back(group.share);  // all, in their order
}

bool CrossedGroups::is_ordinal() const {
  return attributes_.size() == 1 && attributes_[0]->groups->is_ordinal();
}

std::vector<GroupShare> CrossedGroups::of(DocumentId document) const {
  const auto knows = [=](const TopicGroups* groups) { return !groups->of(document).empty(); };
  if (std::ranges::none_of(attributes_, knows)) return {};
  std::vector<GroupShare> shares = {{0, 1}};
  for (std::size_t a = 0; a < attributes_.size(); ++a) {
    const auto known = attributes_[a]->of(document);
    const std::size_t groups = layers_[a]->size;
    shares =
        crossed(shares, groups, known.empty() ? uniform(groups) : in_layer(known, *layers_[a]));
  }
  return shares;
}

}  // namespace subintent::internal
