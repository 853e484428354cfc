// Options of analyses, from their records.
#pragma once

#include "program/command_line.h"
#include "subintent/records.h"

namespace subintent::internal {

// The options of analyses as they are given, by the names of the records.
class AnalysisArguments {
 public:
  struct Argument {
    std::vector<std::string> texts;
    std::optional<std::string> text;
    bool flag = false;

    bool given() const { return flag || text || !texts.empty(); }
  };

  bool is_declared(const std::string& name) const { return given_.contains(name); }
  Argument& declare(const std::string& name) { return given_[name]; }
  const std::map<std::string, Argument>& given() const { return given_; }
  const Argument& operator[](const std::string& name) const { return given_.at(name); }

  // --measures, cut at commas outside of brackets; none where it was not given. Throws Error.
  std::vector<std::string> measures() const;

 private:
  std::map<std::string, Argument> given_;  // nodes stay where they are
};

// "pool-depths" of "pool_depths".
std::string command_line_name(std::string name);

// The help of an option, and the option itself.
std::string help_of(const AnalysisOption& option);
void declare_record_option(CommandLine& line, AnalysisArguments& arguments,
                           const AnalysisOption& option, const std::string& help);
// Declares the options of a list from the first name to the last.
void declare_record_options(CommandLine& line, AnalysisArguments& arguments,
                            const std::vector<AnalysisOption>& options, std::string_view first,
                            std::string_view last);
const AnalysisOption& option_named(const std::vector<AnalysisOption>& options,
                                   std::string_view name);

// Declares the option of that name, which one of the analyses has at least, with the defaults that
// it has in all of them. In `compare` measures are an option of scores, too, where they choose.
void declare_analysis_option(CommandLine& line, AnalysisArguments& arguments,
                             const std::string& name, const std::vector<AnalysisRecord>& analyses);
void declare_analysis_measures(CommandLine& line, AnalysisArguments& arguments);

// The values that were given. Throws Error for invalid ones.
AnalysisValues values_of(const AnalysisArguments& arguments, std::vector<AnalysisOption> options);

}  // namespace subintent::internal
