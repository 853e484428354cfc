// Memberships of documents in the groups of an attribute, and the shares that groups should have.
#pragma once

#include "core/base/name_table.h"
#include "core/base/strings.h"
#include "core/io/content.h"
#include "subintent/values.h"

namespace subintent::internal {

// How far a document belongs to a group, more than 0.
struct GroupShare {
  std::uint32_t group = 0;
  double share = 0;
};

// The memberships of the documents of a topic; "*": of all topics without memberships of their own.
struct TopicMemberships {
  // With room for so many documents.
  explicit TopicMemberships(std::string_view of_topic = {}, std::size_t documents = 0)
      : topic(of_topic), docnos(documents) {
    first.reserve(documents + 1);
    shares.reserve(documents);
  }

  std::string_view topic;
  NameTable docnos;
  std::vector<std::uint32_t> first = {0};  // of the shares of each document, and the end
  std::vector<GroupShare> shares;          // of a document in the order of groups

  std::span<const GroupShare> of(std::uint32_t document) const {
    return std::span(shares).subspan(first[document], first[document + 1] - first[document]);
  }

  // Adds a group to the document that is being put together.
  void add(std::uint32_t group, double share) {
    if (share > 0) shares.push_back({group, share});
  }
  void end_document() { first.push_back(static_cast<std::uint32_t>(shares.size())); }
};

// The shares that the groups should have, by topic; "*": all others.
using TargetTable = std::map<std::string, std::vector<double>, LabelLess>;

// The groups of a hierarchy's layer: what each of the groups becomes there.
struct GroupLayer {
  std::vector<std::uint32_t> of_group;
  std::size_t size = 0;
};

// An attribute of documents, read.
class Groups {
 public:
  static constexpr std::size_t most = 1024;  // groups of an attribute
  static constexpr std::size_t most_layers = 16;

  Groups(Content text, std::vector<std::string> names, bool is_ordinal,
         std::vector<TopicMemberships> topics, TargetTable targets, std::string targets_name);

  // The name of the file of memberships, for messages.
  const std::string& source() const { return text_.name(); }
  const std::vector<std::string>& names() const { return names_; }  // in their order
  bool is_ordinal() const { return is_ordinal_; }
  const std::vector<TopicMemberships>& topics() const { return topics_; }  // in label order

  // nullptr where the attribute does not apply.
  const TopicMemberships* find(std::string_view topic) const;

  // In the order of the groups; uniform where there are no targets. Throws Error, naming their
  // file, where there are some, but not for this topic.
  std::vector<double> target(std::string_view topic) const;

  // From the top: the first part of each name, the first two and so on; the last layer has the
  // groups themselves. A name with fewer parts stands for itself further down.
  const std::vector<GroupLayer>& layers() const { return layers_; }

 private:
  Content text_;  // that docnos lie in
  std::vector<std::string> names_;
  bool is_ordinal_;
  std::vector<TopicMemberships> topics_;
  TargetTable targets_;
  std::string targets_name_;
  std::vector<GroupLayer> layers_;
};

// Reads memberships, lines "topic|* docno group membership" or "docno group", or of NTCIREVAL
// "topic docno p1 p2 ..."; and targets, lines "topic|* group share", or of NTCIREVAL one share per
// line, whose groups are called 1, 2, ... Which they are is detected. Values in memory are
// called `name` in messages, and their targets `name targets`. Throws Error, naming file and
// line, for wrong columns, shares that are not numbers from 0 to 1 or do not add up to 1 (beyond
// rounding: .005 each, .1 in all), a document or topic with a group twice, a group without target,
// less than two groups or more than Groups::most, and columns that may be either.
Groups read_groups(const GroupAttribute& attribute, const std::string& name);

}  // namespace subintent::internal
