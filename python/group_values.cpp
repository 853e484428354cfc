#include "inputs.h"

#include "values.h"

namespace subintent::python {
namespace {

constexpr ColumnNames group_fields = {"group"sv};
constexpr ColumnNames share_fields = {"membership"sv, "share"sv};

void set_member(std::string& member, py::handle value, const char* what) {
  Names names;
  member = names.add(value, what);
}
void set_member(double& member, py::handle value, const char* what) {
  member = number(value, what);
}

// Rows of groups, whose members are set to values that messages call by `names`. The first is the
// topic, and `docno` the place of the document, if there is one.
template <typename Row, auto... members>
class GroupRows {
 public:
  static constexpr std::size_t size = sizeof...(members);
  using Values = std::array<py::handle, size>;

  GroupRows(const std::string& input, const std::array<const char*, size>& names,
            std::optional<std::size_t> docno = {})
      : input_(input), names_(names), docno_(docno) {}

  void add(const Values& values) {
    const py::handle docno = docno_ ? values[*docno_] : py::none();
    read_row(input_, rows_.size() + 1, values[0], docno, [&] {
      Row row;
      std::size_t i = 0;
      ((set_member(row.*members, values[i], names_[i]), ++i), ...);
      rows_.push_back(std::move(row));
    });
  }

  // The rows of a frame, in columns of these names; a value takes the place of a column that is not
  // there.
  void add_all(const Frame& frame,
               const std::array<std::pair<ColumnNames, py::object>, size>& columns) {
    std::array<std::optional<Objects>, size> objects;
    std::optional<std::size_t> count;
    for (std::size_t i = 0; i < size; ++i) {
      const auto& [fields, otherwise] = columns[i];
      const py::object found =
          otherwise ? column(frame, fields, input_) : required_column(frame, fields, input_);
      if (found.is_none()) continue;
      objects[i].emplace(found);
      if (!count) count = objects[i]->size();
      require_rows(*count, objects[i]->size(), input_);
    }
    for (std::size_t row = 0; row < *count; ++row) {
      Values values;
      for (std::size_t i = 0; i < size; ++i)
        values[i] = objects[i] ? (*objects[i])[row] : py::handle(columns[i].second);
      add(values);
    }
  }

  // Tuples or lists with a value for each member.
  void add_all(py::handle rows, const char* expected) {
    constexpr const char* collection = "a path, a data frame, a mapping or an iterable";
    for (const py::handle object : iterate(rows, input_, collection)) {
      const auto row = is_row(object) ? py::cast<py::tuple>(object) : py::tuple();
      if (row.size() != size) refuse(input_, expected, object);
      Values values;
      for (std::size_t i = 0; i < size; ++i) values[i] = PyTuple_GET_ITEM(row.ptr(), i);
      add(values);
    }
  }

  std::vector<Row> take() { return std::move(rows_); }

 private:
  const std::string& input_;
  std::array<const char*, size> names_;
  std::optional<std::size_t> docno_;
  std::vector<Row> rows_;
};

}  // namespace

MembershipSource membership_values(py::handle object, const std::string& name) {
  if (const auto path = path_of(object, name)) return Source(*path);
  GroupRows<GroupMembership, &GroupMembership::topic, &GroupMembership::docno,
            &GroupMembership::group, &GroupMembership::share>
      rows(name, {"query_id", "doc_id", "group", "membership"}, 1);
  const py::str all("*");
  const py::float_ whole(1.0);
  constexpr const char* expected = "{topic: {docno: {group: membership}}}";
  if (const Frame frame = frame_of(object, name)) {
    rows.add_all(
        frame,
        {{{topic_columns, all}, {docno_columns, {}}, {group_fields, {}}, {share_fields, whole}}});
  } else if (is_mapping(object)) {
    for_each_item(object, name, expected, [&](const py::object& topic, const py::object& docnos) {
      for_each_item(docnos, name, expected, [&](const py::object& docno, const py::object& groups) {
        if (!is_mapping(groups)) return rows.add({topic, docno, groups, whole});
        for_each_item(groups, name, expected,
                      [&](const py::object& group, const py::object& share) {
                        rows.add({topic, docno, group, share});
                      });
      });
    });
  } else {
    rows.add_all(object, "tuples (topic, docno, group, membership)");
  }
  return rows.take();
}

GroupTargetSource target_values(py::handle object, const std::string& name) {
  if (const auto path = path_of(object, name)) return Source(*path);
  GroupRows<GroupTarget, &GroupTarget::topic, &GroupTarget::group, &GroupTarget::share> rows(
      name, {"query_id", "group", "share"});
  const py::str all("*");
  constexpr const char* expected = "{topic: {group: share}} or {group: share}";
  if (const Frame frame = frame_of(object, name)) {
    rows.add_all(frame, {{{topic_columns, all}, {group_fields, {}}, {share_fields, {}}}});
  } else if (is_mapping(object)) {
    for_each_item(object, name, expected, [&](const py::object& topic, const py::object& groups) {
      if (!is_mapping(groups)) return rows.add({all, topic, groups});
      for_each_item(groups, name, expected, [&](const py::object& group, const py::object& share) {
        rows.add({topic, group, share});
      });
    });
  } else {
    rows.add_all(object, "tuples (topic, group, share)");
  }
  return rows.take();
}

}  // namespace subintent::python
