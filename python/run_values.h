// Runs out of Python objects, without copies of their names.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "subintent/scored_list.h"
#include "values.h"

namespace subintent::python {

// The lists of a run as they stand in Python objects, which it keeps alive. Made and destroyed
// with the GIL; may be looked at without.
class RunValues {
 public:
  // Of {topic: {docno: score}} or {topic: [docno, best first]}; a data frame; or an iterable of
  // tuples (topic, docno, score), or of named ones. Throws TypeError for other objects.
  RunValues(py::handle object, std::string name, bool ties_ascending);
  RunValues(const RunValues&) = delete;
  RunValues& operator=(const RunValues&) = delete;

  RunView view() const { return {name_, lists_, order_}; }
  std::size_t documents() const { return docnos_.size(); }

 private:
  void read_mapping(py::handle mapping);
  void read_frame(py::handle frame);
  bool read_plain_columns(const Objects& topics, const Objects& docnos);
  void read_tuples(py::handle tuples);
  void read_tuple(py::handle object);

  void read_list(py::handle topic, py::handle docnos);
  void read_scores(py::handle topic, py::handle docnos);
  bool read_plain_scores(py::handle topic, py::handle scores);

  void add(py::handle topic, py::handle docno, py::handle score);
  std::uint32_t list_of(py::handle topic);
  void group();

  std::string name_;
  RunOrder order_;
  Names names_;
  bool is_distinct_ = false;  // is it known that no document is twice in a list?
  py::object last_topic_;     // of the row before, whose list is `last_list_`
  std::uint32_t last_list_ = 0;
  std::vector<std::string_view> topics_;                              // of the lists
  std::unordered_map<std::string_view, std::uint32_t> list_numbers_;  // by topic
  std::vector<std::uint32_t> list_;                                   // of each document
  std::vector<std::string_view> docnos_;
  std::vector<double> scores_;
  std::vector<ScoredList> lists_;
};

}  // namespace subintent::python
