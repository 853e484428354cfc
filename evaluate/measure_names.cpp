#include "evaluate/measure_names.h"

#include <algorithm>
#include <utility>

#include "evaluate/measure_table.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

// Edits needed to turn one name into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::vector<Spelling> spellings_of(const MeasureRecord& record) {
  const std::string_view name = base_name(record);
  std::vector<Spelling> spellings = {{&record, name, name != record.name},
                                     {&record, record.identifier, record.is_graded}};
  for (const std::string& other : record.other_names) {
    spellings.push_back({&record, other, false});
  }
  return spellings;
}

// Whether form and suffix alone may be left of a name: "-LA_WI", "_RA", ""
bool is_form_and_suffix(std::string_view rest) {
  const std::string text = lowered(rest);
  return text.empty() || text[0] == '_' || text == "-la" || text.starts_with("-la_");
}

struct KnownName {
  std::string_view text;
  std::size_t edits;  // from the name that is wanted

  double edits_per_letter() const {
    return static_cast<double>(edits) / static_cast<double>(text.size());
  }
};

KnownName nearest_name(const std::string& wanted, std::string MeasureRecord::*member) {
  const auto known = [&](const MeasureRecord& record) {
    return KnownName{record.*member, edit_distance(lowered(record.*member), lowered(wanted))};
  };
  const auto edits = [&](const MeasureRecord& record) { return known(record).edits; };
  return known(*std::ranges::min_element(measure_table(), {}, edits));
}

}  // namespace

std::vector<Spelling> find_spellings(std::string_view text, bool graded) {
  std::vector<Spelling> longest;
  for (const MeasureRecord& record : measure_table()) {
    for (const Spelling& spelling : spellings_of(record)) {
      const std::size_t length = spelling.text.size();
      if (spelling.needs_graded != graded || length > text.size() ||
          lowered(text.substr(0, length)) != lowered(spelling.text) ||
          !is_form_and_suffix(text.substr(length))) {
        continue;
      }
      if (!longest.empty() && length < longest[0].text.size()) continue;
      if (!longest.empty() && length > longest[0].text.size()) longest.clear();
      longest.push_back(spelling);
    }
  }
  return longest;
}

std::string_view nearest_name(const std::string& base, const std::string& whole) {
  const KnownName name = nearest_name(base, &MeasureRecord::name);
  if (base == whole) return name.text;
  const KnownName identifier = nearest_name(whole, &MeasureRecord::identifier);
  return identifier.edits_per_letter() < name.edits_per_letter() ? identifier.text : name.text;
}

std::vector<std::string_view> graded_names() {
  std::vector<std::string_view> names;
  for (const MeasureRecord& record : measure_table()) {
    if (base_name(record) != record.name) names.push_back(base_name(record));
  }
  return names;
}

}  // namespace subintent::internal
