// Rows of the library, which are tuples in Python: their members in the order that is listed here.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <tuple>
#include <type_traits>
#include <variant>

#include "bindings.h"
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

// Values of an enumeration as numbers, which nobody sees.
template <typename Value>
class EnumCaster {
 public:
  PYBIND11_TYPE_CASTER(Value, const_name("int"));

  bool load(handle source, bool) {
    if (!PyLong_Check(source.ptr())) return false;
    value = static_cast<Value>(pybind11::cast<int>(source));
    return true;
  }

  static handle cast(Value value, return_value_policy, handle) {
    return pybind11::int_(static_cast<int>(value)).release();
  }
};

template <>
class type_caster<subintent::Judged> : public EnumCaster<subintent::Judged> {};
template <>
class type_caster<subintent::TopicGrade> : public EnumCaster<subintent::TopicGrade> {};

// A source as it is pickled: its bytes, or none of a file, and its name.
template <>
class type_caster<subintent::Source> {
 public:
  PYBIND11_TYPE_CASTER(subintent::Source, const_name("tuple"));

  bool load(handle source, bool) {
    if (!PyTuple_Check(source.ptr()) || PyTuple_GET_SIZE(source.ptr()) != 2) return false;
    const handle bytes = PyTuple_GET_ITEM(source.ptr(), 0),
                 name = PyTuple_GET_ITEM(source.ptr(), 1);
    if (!isinstance<pybind11::bytes>(name) ||
        !(bytes.is_none() || isinstance<pybind11::bytes>(bytes)))
      return false;
    const auto named = pybind11::cast<std::string>(name);
    value = bytes.is_none() ? subintent::Source(named)
                            : subintent::Source::memory(pybind11::cast<std::string>(bytes), named);
    return true;
  }

  static handle cast(const subintent::Source& source, return_value_policy, handle) {
    if (!source.is_memory()) return pybind11::make_tuple(none(), bytes(source.path())).release();
    return pybind11::make_tuple(bytes(source.bytes()), bytes(source.name())).release();
  }
};

// Rows of values that are read are kept as those of a file.
template <>
class type_caster<subintent::JudgmentRows> {
 public:
  PYBIND11_TYPE_CASTER(subintent::JudgmentRows, const_name("None"));

  bool load(handle, bool) { return false; }
  static handle cast(const subintent::JudgmentRows&, return_value_policy, handle) { return {}; }
};

// The type of a row, and its members.
#define SUBINTENT_TUPLE(Row, ...) \
  template <>                     \
  class type_caster<subintent::Row> : public TupleCaster<subintent::Row, __VA_ARGS__> {}

using subintent::DocumentText, subintent::GroupAttribute, subintent::GroupMembership,
    subintent::GroupTarget, subintent::Intent, subintent::Judgment, subintent::JudgmentInputs,
    subintent::LambdaChoice, subintent::MeasureDescription, subintent::NamedHierarchies,
    subintent::MeasureParameter, subintent::Merge, subintent::NodeLabel, subintent::ProvenanceInput,
    subintent::RankedDocuments, subintent::ReportFile, subintent::TopicLambda;

SUBINTENT_TUPLE(DocumentText, &DocumentText::title, &DocumentText::url, &DocumentText::excerpt);
SUBINTENT_TUPLE(GroupMembership, &GroupMembership::topic, &GroupMembership::docno,
                &GroupMembership::group, &GroupMembership::share);
SUBINTENT_TUPLE(GroupTarget, &GroupTarget::topic, &GroupTarget::group, &GroupTarget::share);
SUBINTENT_TUPLE(GroupAttribute, &GroupAttribute::memberships, &GroupAttribute::targets,
                &GroupAttribute::is_ordinal);
SUBINTENT_TUPLE(Intent, &Intent::topic, &Intent::intent, &Intent::probability,
                &Intent::navigational);
SUBINTENT_TUPLE(Judgment, &Judgment::topic, &Judgment::intent, &Judgment::docno, &Judgment::grade);
SUBINTENT_TUPLE(JudgmentInputs, &JudgmentInputs::qrels, &JudgmentInputs::adhoc_qrels,
                &JudgmentInputs::judged, &JudgmentInputs::topics, &JudgmentInputs::probabilities,
                &JudgmentInputs::topic_grade, &JudgmentInputs::all_intents,
                &JudgmentInputs::are_nuggets, &JudgmentInputs::unjudged_intents);
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
SUBINTENT_TUPLE(NamedHierarchies, &NamedHierarchies::name, &NamedHierarchies::hierarchies);
SUBINTENT_TUPLE(NodeLabel, &NodeLabel::topic, &NodeLabel::node, &NodeLabel::label);
SUBINTENT_TUPLE(ProvenanceInput, &ProvenanceInput::role, &ProvenanceInput::name,
                &ProvenanceInput::path);
SUBINTENT_TUPLE(RankedDocuments, &RankedDocuments::topic, &RankedDocuments::docnos,
                &RankedDocuments::scores);
SUBINTENT_TUPLE(ReportFile, &ReportFile::role, &ReportFile::path);
SUBINTENT_TUPLE(TopicLambda, &TopicLambda::topic, &TopicLambda::fold, &TopicLambda::lambda,
                &TopicLambda::score);

#undef SUBINTENT_TUPLE

}  // namespace pybind11::detail
