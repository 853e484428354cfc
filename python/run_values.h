// Runs out of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <unordered_map>

#include "subintent/collection.h"
#include "subintent/values.h"
#include "values.h"

namespace subintent::python {

// How runs are ordered: by rank or by score, with ties by docno ascending or descending. Where
// nobody has said which, files are ordered by rank and values by score, and values with ranks are
// refused.
struct RunForm {
  std::optional<RunOrder> order;  // rank or score
  bool ties_ascending = false;

  RunOrder of_values() const {
    return ties_ascending ? RunOrder::score_ascending : RunOrder::score;
  }
  RunOrder of_files() const { return order == RunOrder::score ? of_values() : RunOrder::rank; }
};

// The lists of a run out of Python objects. Made and destroyed with the GIL; may be looked at
// without.
class RunValues {
 public:
  // Takes {topic: {docno: score}}, {topic: [docno, best first]} or {topic: [hit]}, where hits have
  // a docno and a score; {(topic, docno): score}, as a series with such an index; a data frame; or
  // an iterable of tuples (topic, docno, score), of named ones or of dicts; all that is named may
  // have a rank, alone or beside the score. Throws TypeError for other objects, and Error for ranks
  // that disagree with the scores where `form` does not speak of them, that are not whole numbers
  // from 0, and that two documents of a topic have.
  RunValues(py::handle object, std::string name, const RunForm& form);
  RunValues(const RunValues&) = delete;
  RunValues& operator=(const RunValues&) = delete;

  RunView view() const { return {name_, lists_, order_}; }
  std::size_t documents() const { return docnos_.size(); }
  // Throws Error where a column of a frame says why documents are there twice.
  void require_one_experiment() const;

 private:
  void read_mapping(py::handle mapping);
  void require_one_run(const Frame& frame) const;
  void read_frame(const Frame& frame);
  bool read_plain_columns(const Objects& topics, const Objects& docnos);
  void read_tuples(py::handle tuples);
  void read_tuple(py::handle object);

  bool read_list(py::handle topic, py::handle docnos);
  bool add_hit(py::handle topic, py::handle object);
  void read_scores(py::handle topic, py::handle docnos);
  bool read_plain_scores(py::handle scores);

  void add(py::handle topic, py::handle docno, py::handle score);
  std::uint32_t list_of(py::handle topic);
  // Are the ranks that values have their order? Where nobody says so, they must agree with scores.
  bool takes_ranks() const { return asked_.value_or(RunOrder::rank) == RunOrder::rank; }
  bool has_rank(py::handle object);
  void group();
  void check_ranks() const;
  void check_agreement() const;
  bool are_ranks_equal() const;

  std::string name_;
  std::optional<RunOrder> asked_;
  RunOrder order_;
  bool lacks_scores_ = false;  // has ranks alone in some place
  Names names_;                // that are kept, and
  CopiedNames copies_;         // those of plain ones
  Frame frame_;                // if it is one
  bool is_distinct_ = false;   // is it known that no document is twice in a list?
  py::object last_topic_;      // of the row before, whose list is `last_list_`
  std::uint32_t last_list_ = 0;
  std::vector<std::string_view> topics_;                              // of the lists
  std::unordered_map<std::string_view, std::uint32_t> list_numbers_;  // by topic
  std::vector<std::uint32_t> list_;                                   // of each document
  std::vector<std::string_view> docnos_;
  std::vector<double> scores_;
  std::vector<double> ranks_;  // where they are the order
  py::object rank_type_;       // of the object before, and whether its rank is taken
  bool has_rank_ = false;
  std::vector<ScoredList> lists_;
  std::vector<std::pair<PyObject*, PyObject*>> items_;  // of a dict, while it is read
};

// Runs under the names given; paths, Run, or what Run is made of.
std::vector<Run> runs_of(const std::vector<std::string>& names, const pybind11::tuple& objects,
                         const RunForm& form);

}  // namespace subintent::python
