#include "group_values.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "values.h"

namespace subintent::python {
namespace {

// Memberships as they come, one after another.
class MembershipRows {
 public:
  explicit MembershipRows(const std::string& name) : name_(name) {}

  void add(py::handle topic, py::handle docno, py::handle group, py::handle share) {
    read_row(name_, rows_.size() + 1, topic, docno, [&] {
      Names names;
      GroupMembership made;
      made.topic = names.add(topic, "query_id");
      made.docno = names.add(docno, "doc_id");
      made.group = names.add(group, "group");
      made.share = number(share, "membership");
      rows_.push_back(std::move(made));
    });
  }

  std::vector<GroupMembership> take() { return std::move(rows_); }

 private:
  const std::string& name_;
  std::vector<GroupMembership> rows_;
};

// Targets likewise.
class TargetRows {
 public:
  explicit TargetRows(const std::string& name) : name_(name) {}

  void add(py::handle topic, py::handle group, py::handle share) {
    read_row(name_, rows_.size() + 1, topic, py::none(), [&] {
      Names names;
      GroupTarget made;
      made.topic = names.add(topic, "query_id");
      made.group = names.add(group, "group");
      made.share = number(share, "share");
      rows_.push_back(std::move(made));
    });
  }

  std::vector<GroupTarget> take() { return std::move(rows_); }

 private:
  const std::string& name_;
  std::vector<GroupTarget> rows_;
};

constexpr std::array group_fields = {"group"};
constexpr std::array share_fields = {"membership", "share"};

// A column of a frame, or one value in the place of all.
class Column {
 public:
  Column(const Frame& frame, Fields names, const std::string& name, py::object otherwise)
      : otherwise_(std::move(otherwise)) {
    const py::object found = column(frame, names, name);
    if (!found.is_none()) objects_.emplace(found);
  }
  Column(const Frame& frame, Fields names, const std::string& name)
      : objects_(required_column(frame, names, name)) {}

  void require_rows(std::size_t rows, const std::string& name) const {
    if (objects_) python::require_rows(rows, objects_->size(), name);
  }
  std::size_t size() const { return objects_->size(); }
  py::handle operator[](std::size_t i) const {
    return objects_ ? (*objects_)[i] : py::handle(otherwise_);
  }

 private:
  std::optional<Objects> objects_;
  py::object otherwise_;
};

MembershipSource memberships_of_frame(const Frame& frame, const std::string& name) {
  const Column topics(frame, topic_fields, name, py::str("*")), docnos(frame, docno_fields, name),
      groups(frame, group_fields, name), shares(frame, share_fields, name, py::float_(1.0));
  for (const Column* const others : {&topics, &groups, &shares}) {
    others->require_rows(docnos.size(), name);
  }
  MembershipRows rows(name);
  for (std::size_t i = 0; i < docnos.size(); ++i) {
    rows.add(topics[i], docnos[i], groups[i], shares[i]);
  }
  return rows.take();
}

GroupTargetSource targets_of_frame(const Frame& frame, const std::string& name) {
  const Column topics(frame, topic_fields, name, py::str("*")), groups(frame, group_fields, name),
      shares(frame, share_fields, name);
  topics.require_rows(groups.size(), name);
  shares.require_rows(groups.size(), name);
  TargetRows rows(name);
  for (std::size_t i = 0; i < groups.size(); ++i) rows.add(topics[i], groups[i], shares[i]);
  return rows.take();
}

// A tuple or list of as many items.
py::tuple row_of_groups(py::handle object, const std::string& name, std::size_t size,
                        const char* expected) {
  const auto row = is_row(object) ? py::cast<py::tuple>(object) : py::tuple();
  if (row.size() != size) refuse(name, expected, object);
  return row;
}

}  // namespace

MembershipSource membership_values(py::handle object, const std::string& name) {
  if (const auto path = path_of(object, name)) return Source(*path);
  if (const Frame frame = frame_of(object, name)) return memberships_of_frame(frame, name);
  MembershipRows rows(name);
  if (!is_mapping(object)) {
    constexpr const char* expected = "a path, a data frame, a mapping or an iterable";
    for (const py::handle item : iterate(object, name, expected)) {
      const py::tuple row =
          row_of_groups(item, name, 4, "tuples (topic, docno, group, membership)");
      rows.add(row[0], row[1], row[2], row[3]);
    }
    return rows.take();
  }
  constexpr const char* expected = "{topic: {docno: {group: membership}}}";
  for_each_item(object, name, expected, [&](const py::object& topic, const py::object& docnos) {
    for_each_item(docnos, name, expected, [&](const py::object& docno, const py::object& groups) {
      if (!is_mapping(groups)) {
        rows.add(topic, docno, groups, py::float_(1.0));
        return;
      }
      for_each_item(groups, name, expected, [&](const py::object& group, const py::object& share) {
        rows.add(topic, docno, group, share);
      });
    });
  });
  return rows.take();
}

GroupTargetSource target_values(py::handle object, const std::string& name) {
  if (const auto path = path_of(object, name)) return Source(*path);
  if (const Frame frame = frame_of(object, name)) return targets_of_frame(frame, name);
  TargetRows rows(name);
  if (!is_mapping(object)) {
    constexpr const char* expected = "a path, a data frame, a mapping or an iterable";
    for (const py::handle item : iterate(object, name, expected)) {
      const py::tuple row = row_of_groups(item, name, 3, "tuples (topic, group, share)");
      rows.add(row[0], row[1], row[2]);
    }
    return rows.take();
  }
  constexpr const char* expected = "{topic: {group: share}} or {group: share}";
  const py::str all("*");
  for_each_item(object, name, expected, [&](const py::object& topic, const py::object& groups) {
    if (!is_mapping(groups)) {
      rows.add(all, topic, groups);
      return;
    }
    for_each_item(groups, name, expected, [&](const py::object& group, const py::object& share) {
      rows.add(topic, group, share);
    });
  });
  return rows.take();
}

}  // namespace subintent::python
