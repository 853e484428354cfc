// Rows of the library, which are tuples in Python: their members in the order that is listed here.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <tuple>
#include <type_traits>
#include <variant>

#include "subintent/collection.h"
#include "subintent/diversify.h"
#include "subintent/evaluate.h"
#include "subintent/report.h"
#include "subintent/similarity.h"
#include "subintent/values.h"
#include "values.h"

namespace pybind11::detail {

template <typename Row, auto... members>
class TupleCaster {
  using Tuple = std::tuple<std::remove_cvref_t<decltype(std::declval<Row>().*members)>...>;

 public:
  PYBIND11_TYPE_CASTER(Row, const_name("tuple"));

  bool load(handle source, bool convert) {
    make_caster<Tuple> parts;
    if (!parts.load(source, convert)) return false;
    std::tie((value.*members)...) = cast_op<Tuple>(std::move(parts));
    return true;
  }

  static handle cast(const Row& row, return_value_policy, handle) {
    return pybind11::make_tuple((row.*members)...).release();
  }
};

// The type of a row, and its members.
#define SUBINTENT_TUPLE(Row, ...) \
  template <>                     \
  class type_caster<subintent::Row> : public TupleCaster<subintent::Row, __VA_ARGS__> {}

using subintent::DocumentText, subintent::GroupMembership, subintent::GroupTarget,
    subintent::Intent, subintent::Judgment, subintent::LambdaChoice, subintent::MeasureDescription,
    subintent::MeasureParameter, subintent::Merge, subintent::NodeLabel, subintent::ProvenanceInput,
    subintent::RankedDocuments, subintent::ReportFile, subintent::TopicLambda;

SUBINTENT_TUPLE(DocumentText, &DocumentText::title, &DocumentText::url, &DocumentText::excerpt);
SUBINTENT_TUPLE(GroupMembership, &GroupMembership::topic, &GroupMembership::docno,
                &GroupMembership::group, &GroupMembership::share);
SUBINTENT_TUPLE(GroupTarget, &GroupTarget::topic, &GroupTarget::group, &GroupTarget::share);
SUBINTENT_TUPLE(Intent, &Intent::topic, &Intent::intent, &Intent::probability,
                &Intent::navigational);
SUBINTENT_TUPLE(Judgment, &Judgment::topic, &Judgment::intent, &Judgment::docno, &Judgment::grade);
SUBINTENT_TUPLE(LambdaChoice, &LambdaChoice::lambda, &LambdaChoice::mean, &LambdaChoice::share);
SUBINTENT_TUPLE(MeasureParameter, &MeasureParameter::name, &MeasureParameter::meaning,
                &MeasureParameter::values, &MeasureParameter::default_value,
                &MeasureParameter::words, &MeasureParameter::is_whole, &MeasureParameter::is_text,
                &MeasureParameter::least, &MeasureParameter::most);
SUBINTENT_TUPLE(MeasureDescription, &MeasureDescription::name, &MeasureDescription::identifier,
                &MeasureDescription::is_graded, &MeasureDescription::other_names,
                &MeasureDescription::family, &MeasureDescription::formula,
                &MeasureDescription::source, &MeasureDescription::parameters,
                &MeasureDescription::on_topic, &MeasureDescription::needs_hierarchy,
                &MeasureDescription::needs_similarity, &MeasureDescription::needs_groups);
SUBINTENT_TUPLE(Merge, &Merge::a, &Merge::b, &Merge::similarity, &Merge::size);
SUBINTENT_TUPLE(NodeLabel, &NodeLabel::topic, &NodeLabel::node, &NodeLabel::label);
SUBINTENT_TUPLE(ProvenanceInput, &ProvenanceInput::role, &ProvenanceInput::name,
                &ProvenanceInput::path);
SUBINTENT_TUPLE(RankedDocuments, &RankedDocuments::topic, &RankedDocuments::docnos);
SUBINTENT_TUPLE(ReportFile, &ReportFile::role, &ReportFile::path);
SUBINTENT_TUPLE(TopicLambda, &TopicLambda::topic, &TopicLambda::fold, &TopicLambda::lambda,
                &TopicLambda::score);

#undef SUBINTENT_TUPLE

}  // namespace pybind11::detail

namespace subintent::python {

// A file, or rows, as they are pickled.
template <typename Row>
using RowsState = std::variant<SourceState, std::vector<Row>>;

template <typename Row>
RowsState<Row> state_of_rows(const std::variant<Source, std::vector<Row>>& rows) {
  if (const auto* const file = std::get_if<Source>(&rows)) return kept_source(*file);
  return std::get<std::vector<Row>>(rows);
}

template <typename Row>
std::variant<Source, std::vector<Row>> rows_of_state(const RowsState<Row>& state) {
  if (const auto* const file = std::get_if<SourceState>(&state)) return source_again(*file);
  return std::get<std::vector<Row>>(state);
}

}  // namespace subintent::python
