#include "core/collection/groups.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "core/base/parallel.h"
#include "core/base/strings.h"
#include "core/collection/header_table.h"
#include "core/collection/qrels_builder.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* memberships_advice =
    "write \"topic docno group membership\", or \"docno group\" alone";
constexpr const char* pairs_advice =
    "write \"docno group\" in all lines, or \"topic docno group membership\"";
constexpr const char* columns_advice = "write \"topic docno\" and a membership for each group";
constexpr const char* targets_advice = "write \"topic group share\", topic * for all";
constexpr double rounding = 0.005, most_rounding = 0.1;  // of a share with two decimals, and of all

bool is_share(double share) {
  return share >= 0 && share <= 1;
}

bool adds_up(double sum, std::size_t shares) {
  return std::abs(sum - 1) <= std::min(rounding * static_cast<double>(shares), most_rounding);
}

[[noreturn]] void refuse_share(const Location& location, std::string_view share,
                               const char* advice) {
  throw Error(location, "the share '" + printable(share) + "' is not a number from 0 to 1", advice);
}

double share_of(std::string_view text, const TextFile& file, const char* advice) {
  if (text.size() == 1 && (text[0] == '0' || text[0] == '1')) return text[0] - '0';  // as most are
  const auto share = parse_double(text);
  if (!share || !is_share(*share)) refuse_share(file.location(text.data()), text, advice);
  return *share;
}

void require_groups(std::size_t groups, const std::string& file, std::size_t line = 0) {
  if (groups > Groups::most)
    throw Error(Location{file, line}, fmt::format("has more than {} groups", Groups::most),
                "put groups together");
}

class Targets {
 public:
  Targets(std::string name, bool is_named) : name_(std::move(name)), is_named_(is_named) {}

  void add(std::string_view topic, std::string_view group, double share, std::size_t line) {
    const std::uint32_t number = number_of(group, line);
    const auto [at, is_new] = shares_[std::string(topic)].emplace(number, share);
    if (is_new) {
      lines_.try_emplace(std::string(topic), line);
      return;
    }
    throw Error(Location{name_, line},
                fmt::format("group {}{} is there twice", printable(group),
                            topic == "*" ? "" : " of topic " + printable(topic)),
                "keep one line");
  }

  void check() const {
    if (names_.empty()) throw Error(Location{name_, 0}, "has no targets", targets_advice);
    for (const auto& [topic, shares] : shares_) {
      double sum = 0;
      for (const auto& [group, share] : shares) sum += share;
      if (adds_up(sum, shares.size())) continue;
      throw Error(Location{name_, lines_.at(topic)},
                  fmt::format("the shares{} add up to {:.6g}, not to 1",
                              topic == "*" ? "" : " of topic " + printable(topic), sum),
                  "divide each of them by this sum");
    }
  }

  const std::string& name() const { return name_; }
  bool is_named() const { return is_named_; }  // else the groups are numbered
  const std::vector<std::string>& names() const { return names_; }
  std::optional<std::uint32_t> find(std::string_view group) const {
    const auto at = numbers_.find(group);
    if (at == numbers_.end()) return std::nullopt;
    return at->second;
  }

  // A group that a topic does not name should have nothing there.
  TargetTable table() const {
    TargetTable table;
    for (const auto& [topic, shares] : shares_) {
      auto& of_topic = table.emplace(topic, std::vector<double>(names_.size(), 0)).first->second;
      for (const auto& [group, share] : shares) of_topic[group] = share;
    }
    return table;
  }

 private:
  std::uint32_t number_of(std::string_view group, std::size_t line) {
    const auto [at, is_new] =
        numbers_.try_emplace(std::string(group), static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(at->first);
    require_groups(names_.size(), name_, line);
    return at->second;
  }

  std::string name_;
  bool is_named_;
  std::vector<std::string> names_;  // in the order in which they come
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::map<std::string, std::map<std::uint32_t, double>> shares_;  // by topic
  std::map<std::string, std::size_t> lines_;                       // where each topic begins
};

// "topic|* group share", or as many lines as groups with one share each.
Targets read_targets(const Source& source) {
  const TextFile file(source);
  LineSplitter lines(file.text(), file.name());
  std::optional<Targets> targets;
  std::string_view line;
  std::size_t columns = 0;
  while (lines.next(line)) {
    std::array<std::string_view, 4> column;
    const std::size_t count = split_blanks(line, column);
    if (count == 0 || column[0].starts_with('#')) continue;
    if (!targets) {
      columns = count == 1 ? 1 : 3;
      targets.emplace(file.name(), columns == 3);
    }
    if (count != columns) {
      throw Error(lines.location(),
                  fmt::format("expected {}, found {}", count_of(columns, "column"), count),
                  targets_advice);
    }
    const double share = share_of(column[columns - 1], file, targets_advice);
    if (targets->is_named())
      targets->add(column[0], column[1], share, lines.line_number());
    else
      targets->add("*", std::to_string(targets->names().size() + 1), share, lines.line_number());
  }
  if (!targets) targets.emplace(file.name(), true);
  return std::move(*targets);
}

Targets targets_of(const std::vector<GroupTarget>& given, const std::string& name) {
  Targets targets(name, true);
  std::size_t row = 0;
  for (const GroupTarget& target : given) {
    const Location location{name, ++row};
    require_names({target.topic, target.group}, location);
    if (!is_share(target.share))
      refuse_share(location, fmt::format("{}", target.share), targets_advice);
    targets.add(target.topic, target.group, target.share, row);
  }
  return targets;
}

std::optional<Targets> read_targets(const GroupAttribute& attribute, const std::string& name) {
  if (!attribute.targets) return std::nullopt;
  const auto* const file = std::get_if<Source>(&*attribute.targets);
  Targets targets = file != nullptr
                        ? read_targets(*file)
                        : targets_of(std::get<std::vector<GroupTarget>>(*attribute.targets), name);
  targets.check();
  return targets;
}

std::string group_text(std::string_view docno, std::string_view topic) {
  return fmt::format("document {} of topic {}", printable(docno), printable(topic));
}

[[noreturn]] void refuse_second(const Location& location, const std::string& document) {
  throw Error(location, document + " has a group twice", "keep one line");
}

[[noreturn]] void refuse_sum(const Location& location, const std::string& document, double sum) {
  throw Error(location,
              fmt::format("the memberships of {} add up to {:.6g}, not to 1", document, sum),
              "divide each of them by this sum");
}

// Memberships in groups that are numbered as they come.
struct LocalMemberships {
  TopicMemberships memberships;
  NameTable groups;
  std::optional<Error> defect;  // of the first document that has one

  void number_groups(std::span<const std::uint32_t> numbers) {
    for (GroupShare& share : memberships.shares) share.group = numbers[share.group];
    if (std::ranges::is_sorted(numbers)) return;
    const auto& first = memberships.first;
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
      const auto of_document =
          std::span(memberships.shares).subspan(first[i], first[i + 1] - first[i]);
      std::ranges::sort(of_document, {}, &GroupShare::group);
    }
  }
};

// Memberships of a topic that come one by one. Names are views into `text`.
class MembershipBuilder {
 public:
  MembershipBuilder(const Content& text, std::string_view topic, std::size_t likely_rows = 0)
      : text_(&text), topic_(topic), docnos_(likely_rows) {
    rows_.reserve(likely_rows);
  }

  void add(std::string_view docno, std::string_view group, double share, const char* place) {
    last_document_ = docnos_.insert_after(last_document_, docno);
    last_group_ = groups_.insert_after(last_group_, group);
    rows_.push_back({last_document_, last_group_, share, place});
  }

  LocalMemberships build() && {
    if (!std::ranges::is_sorted(rows_, {}, &Row::document))
      std::ranges::stable_sort(rows_, {}, &Row::document);
    LocalMemberships local;
    TopicMemberships& memberships = local.memberships;
    memberships = TopicMemberships(topic_, docnos_.names().size());
    for (std::size_t begin = 0, end = 0; begin < rows_.size(); begin = end) {
      while (end < rows_.size() && rows_[end].document == rows_[begin].document) ++end;
      const std::span<Row> rows(rows_.data() + begin, end - begin);
      if (!std::ranges::is_sorted(rows, {}, &Row::group))
        std::ranges::stable_sort(rows, {}, &Row::group);
      try {
        check(rows);
      } catch (const Error& error) {
        if (!local.defect) local.defect = error;
      }
      for (const Row& row : rows) memberships.add(row.group, row.share);
      memberships.end_document();
    }
    memberships.docnos = std::move(docnos_);
    local.groups = std::move(groups_);
    return local;
  }

 private:
  struct Row {
    std::uint32_t document, group;
    double share;
    const char* place;
  };

  void check(std::span<const Row> rows) const {
    const std::string_view docno = docnos_.names()[rows[0].document];
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i > 0 && rows[i].group == rows[i - 1].group)
        refuse_second(text_->location(rows[i].place), group_text(docno, topic_));
      sum += rows[i].share;
    }
    if (adds_up(sum, rows.size())) return;
    refuse_sum(text_->location(std::ranges::min(rows, {}, &Row::place).place),
               group_text(docno, topic_), sum);
  }

  const Content* text_;
  std::string_view topic_;
  NameTable docnos_, groups_;
  std::uint32_t last_document_ = 0, last_group_ = 0;
  std::vector<Row> rows_;
};

enum class Layout {
  rows,    // topic docno group membership
  pairs,   // docno group
  columns  // topic docno p1 p2 ...
};

// The columns of the first line that holds something, if any.
LineColumns first_columns(const TextFile& file) {
  const std::string_view line = first_line(file.text());
  return line.empty() ? LineColumns() : split_line(line.data());
}

Layout layout_of(const TextFile& file, const std::optional<Targets>& targets) {
  const LineColumns column = first_columns(file);
  if (column.count == 2) return Layout::pairs;
  if (column.count != 4) return column.count < 4 ? Layout::rows : Layout::columns;
  const auto first = parse_double(column[2]), second = parse_double(column[3]);
  if (!first || !second || !is_share(*first) || !is_share(*second) || !adds_up(*first + *second, 2))
    return Layout::rows;
  if (targets)
    return targets->is_named() && targets->find(column[2]) ? Layout::rows : Layout::columns;
  throw Error(file.location(column.bounds[0]),
              "may be a group and a membership, or the memberships in two groups",
              "give targets, which name the groups");
}

void read_row(const TextFile& file, const LineColumns& column, MembershipBuilder& builder) {
  require_columns(file, column, 4, 4, memberships_advice);
  builder.add(column[1], column[2], share_of(column[3], file, memberships_advice),
              column.bounds[0]);
}

// Fills all of `columns`.
void split(const LineColumns& line, std::span<std::string_view> columns) {
  const std::size_t kept = std::min(columns.size(), LineColumns::limit);
  for (std::size_t i = 0; i < kept; ++i) columns[i] = line[i];
  split_blanks({line.bounds[2 * kept - 1], line.end}, columns.subspan(kept));
}

// A document with its memberships in all groups. `columns` has room for those of the line.
void add_document(const TextFile& file, const LineColumns& line,
                  std::span<std::string_view> columns, TopicMemberships& memberships) {
  const char* const place = line.bounds[0];
  if (line.count != columns.size()) refuse_columns(file, line, columns.size(), columns_advice);
  split(line, columns);
  double sum = 0;
  for (std::size_t i = 2; i < columns.size(); ++i) {
    const double share = share_of(columns[i], file, columns_advice);
    memberships.add(static_cast<std::uint32_t>(i - 2), share);
    sum += share;
  }
  memberships.end_document();
  const auto document = [&] { return group_text(columns[1], memberships.topic); };
  if (!memberships.docnos.insert(columns[1]).second)
    refuse_second(file.location(place), document());
  if (!adds_up(sum, columns.size() - 2)) refuse_sum(file.location(place), document(), sum);
}

std::vector<std::string> names_of(const std::vector<LocalMemberships>& topics,
                                  const std::string& source) {
  std::set<std::string_view, LabelLess> names;
  for (const LocalMemberships& topic : topics) {
    names.insert(topic.groups.names().begin(), topic.groups.names().end());
    require_groups(names.size(), source);
  }
  return {names.begin(), names.end()};
}

// Gives the groups of all rows the numbers of `names`. Of several that are not there the first in
// the file is named.
void number_groups(std::vector<LocalMemberships>& topics, const std::vector<std::string>& names,
                   const Content& text, const std::string& targets_name) {
  std::map<std::string_view, std::uint32_t> number_of;
  for (const std::string& name : names)
    number_of.emplace(name, static_cast<std::uint32_t>(number_of.size()));
  std::string_view unknown;
  for (LocalMemberships& topic : topics) {
    std::vector<std::uint32_t> numbers;
    for (const std::string_view group : topic.groups.names()) {
      const auto at = number_of.find(group);
      numbers.push_back(at == number_of.end() ? 0 : at->second);
      const bool is_first = unknown.empty() || std::less<>()(group.data(), unknown.data());
      if (at == number_of.end() && is_first) unknown = group;
    }
    topic.number_groups(numbers);
  }
  if (unknown.empty()) return;
  throw Error(text.location(unknown.data()),
              fmt::format("group {} has no target in {}", printable(unknown), targets_name),
              "add one, which may be 0");
}

Groups groups_of(std::vector<TopicMemberships> topics, std::vector<std::string> names,
                 const Content& text, const std::optional<Targets>& targets, bool is_ordinal) {
  return {text,
          std::move(names),
          is_ordinal,
          std::move(topics),
          targets ? targets->table() : TargetTable(),
          targets ? targets->name() : ""};
}

void check_names(const std::vector<std::string>& names, const Content& text,
                 const std::optional<Targets>& targets) {
  require_groups(names.size(), text.name());
  const auto is_group = [&](std::string_view name) { return std::ranges::count(names, name) > 0; };
  for (const std::string& name : names)
    if (const auto parts = intents_in(name);
        !targets && parts.size() > 1 && std::ranges::all_of(parts, is_group))
      throw Error(Location{text.name(), 0}, "the group " + printable(name) + " joins others",
                  "write a line for each group of a document");
  if (names.size() >= 2) return;
  throw Error(Location{targets ? targets->name() : text.name(), 0}, "has one group only",
              "fairness is between two groups or more");
}

Groups finished(std::vector<LocalMemberships> topics, const Content& text,
                const std::optional<Targets>& targets, bool is_ordinal) {
  if (topics.empty())
    throw Error(Location{text.name(), 0}, "has no memberships", memberships_advice);
  std::vector<std::string> names = targets ? targets->names() : names_of(topics, text.name());
  check_names(names, text, targets);
  number_groups(topics, names, text, targets ? targets->name() : "");
  std::vector<TopicMemberships> memberships;
  for (LocalMemberships& topic : topics) {
    if (topic.defect) throw *topic.defect;
    memberships.push_back(std::move(topic.memberships));
  }
  return groups_of(std::move(memberships), std::move(names), text, targets, is_ordinal);
}

Groups read_rows(const TextFile& file, const std::optional<Targets>& targets, bool is_ordinal) {
  const std::vector<TopicLines> lines = lines_by_topic(file);
  std::vector<LocalMemberships> topics(lines.size());
  read_topics(lines, [&](std::size_t i, LineInWork& in_work) {
    MembershipBuilder builder(file.content(), lines[i].topic, likely_lines(lines[i]));
    for_each_line(lines[i], in_work,
                  [&](const LineColumns& line) { read_row(file, line, builder); });
    topics[i] = std::move(builder).build();
  });
  return finished(std::move(topics), file.content(), targets, is_ordinal);
}

// For all topics; a document belongs to its groups to equal parts.
Groups read_pairs(const TextFile& file, const std::optional<Targets>& targets, bool is_ordinal) {
  const auto for_each_pair = [&](auto use) {
    LineInWork in_work = nullptr;
    for_each_line({"*", {file.text()}}, in_work, [&](const LineColumns& column) {
      require_columns(file, column, 2, 2, pairs_advice);
      use(column);
    });
  };
  std::map<std::string_view, std::size_t> groups_of;
  for_each_pair([&](const LineColumns& column) { ++groups_of[column[0]]; });
  MembershipBuilder builder(file.content(), "*");
  for_each_pair([&](const LineColumns& column) {
    builder.add(column[0], column[1], 1 / static_cast<double>(groups_of[column[0]]),
                column.bounds[0]);
  });
  std::vector<LocalMemberships> topics;
  topics.push_back(std::move(builder).build());
  return finished(std::move(topics), file.content(), targets, is_ordinal);
}

Groups read_columns(const TextFile& file, const std::optional<Targets>& targets, bool is_ordinal) {
  std::vector<std::string> names;
  if (targets) {
    names = targets->names();
  } else {
    const std::size_t columns = first_columns(file).count;
    for (std::size_t i = 2; i < columns; ++i) names.push_back(std::to_string(i - 1));
  }
  check_names(names, file.content(), targets);
  const std::vector<TopicLines> lines = lines_by_topic(file);
  std::vector<TopicMemberships> topics(lines.size());
  read_topics(lines, [&](std::size_t i, LineInWork& in_work) {
    std::vector<std::string_view> columns(2 + names.size());
    TopicMemberships memberships(lines[i].topic, likely_lines(lines[i]));
    for_each_line(lines[i], in_work,
                  [&](const LineColumns& line) { add_document(file, line, columns, memberships); });
    topics[i] = std::move(memberships);
  });
  return groups_of(std::move(topics), std::move(names), file.content(), targets, is_ordinal);
}

// The rows of a table with a column of docnos. Where none is called group, the only one that is
// nothing else is that.
TextFile without_headings(const TextFile& file) {
  static constexpr ColumnNames group_columns = {"group"sv, "category"sv, "class"sv};
  static constexpr ColumnNames share_columns = {"membership"sv, "share"sv, "weight"sv};
  const auto headings = headings_in(file.text());
  if (headings.size() < 2 || !column_called(docno_columns, headings)) return file;
  std::vector<std::string_view> others;
  const bool has_group = column_called(group_columns, headings).has_value();
  for (std::size_t i = 0; i < headings.size() && !has_group; ++i)
    if (!headings[i].empty() && headings[i] != "row" &&
        i != column_called(docno_columns, headings) && !is_called(headings[i], topic_columns) &&
        !is_called(headings[i], share_columns))
      others.push_back(headings[i]);
  if (!has_group && others.size() != 1) {
    throw Error(file.location(first_line(file.text()).data()),
                fmt::format("has the columns {}, and none is called group", join(headings, ", ")),
                "call that of groups group");
  }
  const ColumnNames only = {has_group ? "" : others[0]};
  const WantedColumn wanted[] = {{topic_columns, false},
                                 {docno_columns},
                                 {has_group ? group_columns : only, true, false, true},
                                 {share_columns, false, true}};
  return with_columns_in_order(file, wanted);
}

Content group_text(const std::vector<GroupMembership>& rows, const std::string& name) {
  std::string text;
  for (const GroupMembership& row : rows)
    text.append(row.topic).append(row.docno).append(row.group) += '\n';
  return Content::plain(Source::memory(text, name));
}

Groups memberships_of(const std::vector<GroupMembership>& rows, const std::string& name,
                      const std::optional<Targets>& targets, bool is_ordinal) {
  const Content text = group_text(rows, name);
  const char* place = text.bytes().data();
  std::map<std::string_view, MembershipBuilder, LabelLess> topics;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const GroupMembership& row = rows[i];
    const Location location{name, i + 1};
    require_names({row.topic, row.docno, row.group}, location);
    if (!is_share(row.share))
      refuse_share(location, fmt::format("{}", row.share), "memberships are shares");
    const std::string_view topic(place, row.topic.size());
    const std::string_view docno(topic.end(), row.docno.size());
    const std::string_view group(docno.end(), row.group.size());
    topics.try_emplace(topic, text, topic).first->second.add(docno, group, row.share, place);
    place = group.end() + 1;
  }
  std::vector<LocalMemberships> memberships;
  for (auto& [topic, builder] : topics) memberships.push_back(std::move(builder).build());
  return finished(std::move(memberships), text, targets, is_ordinal);
}

// The first `parts` parts of a name, or all if it has fewer.
std::string_view prefix(std::string_view name, std::size_t parts) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < parts && end != name.npos; ++i)
    end = name.find('/', i == 0 ? 0 : end + 1);
  return name.substr(0, end);
}

std::vector<GroupLayer> layers_of(const std::vector<std::string>& names) {
  std::size_t depth = 1;
  for (const std::string& name : names)
    depth = std::max(depth, 1 + static_cast<std::size_t>(std::ranges::count(name, '/')));
  std::vector<GroupLayer> layers(std::min(depth, Groups::most_layers));
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const std::size_t parts = l + 1 < layers.size() ? l + 1 : depth;
    NameTable groups;
    for (const std::string& name : names)
      layers[l].of_group.push_back(groups.insert(prefix(name, parts)).first);
    layers[l].size = groups.names().size();
  }
  return layers;
}

}  // namespace

Groups::Groups(Content text, std::vector<std::string> names, bool is_ordinal,
               std::vector<TopicMemberships> topics, TargetTable targets, std::string targets_name)
    : text_(std::move(text)),
      names_(std::move(names)),
      is_ordinal_(is_ordinal),
      topics_(std::move(topics)),
      targets_(std::move(targets)),
      targets_name_(std::move(targets_name)),
      layers_(layers_of(names_)) {}

const TopicMemberships* Groups::find(std::string_view topic) const {
  for (const std::string_view name : {topic, std::string_view("*")}) {
    const auto at = std::ranges::lower_bound(topics_, name, label_less, &TopicMemberships::topic);
    if (at != topics_.end() && at->topic == name) return &*at;
  }
  return nullptr;
}

std::vector<double> Groups::target(std::string_view topic) const {
  if (targets_.empty())
    return std::vector<double>(names_.size(), 1 / static_cast<double>(names_.size()));
  auto at = targets_.find(topic);
  if (at == targets_.end()) at = targets_.find("*");
  if (at != targets_.end()) return at->second;
  throw Error(Location{targets_name_, 0},
              fmt::format("has no targets of topic {}, which has memberships in {}",
                          printable(topic), source()),
              "add them, or lines \"* group share\" for all topics");
}

Groups read_groups(const GroupAttribute& attribute, const std::string& name) {
  const std::optional<Targets> targets = read_targets(attribute, name + " targets");
  const auto* const source = std::get_if<Source>(&attribute.memberships);
  if (source == nullptr)
    return memberships_of(std::get<std::vector<GroupMembership>>(attribute.memberships), name,
                          targets, attribute.is_ordinal);
  const TextFile file = without_headings(TextFile(*source));
  const Layout layout = layout_of(file, targets);
  return layout == Layout::pairs     ? read_pairs(file, targets, attribute.is_ordinal)
         : layout == Layout::columns ? read_columns(file, targets, attribute.is_ordinal)
                                     : read_rows(file, targets, attribute.is_ordinal);
}

}  // namespace subintent::internal
