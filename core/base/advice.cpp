#include "subintent/program.h"

#include "core/base/strings.h"

namespace subintent {

std::string option_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return (name.size() == 1 ? "-" : "--") + name;
}

namespace {

// The command line has other words than names of options where the library says something else than
// the name of an option.
constexpr std::pair<std::string_view, std::string_view> on_command_line[] = {
    {"all_intents=false", "--relevant-intents"},
    {"all_measures()", "subintent evaluate --list-measures"},
    {"answers", "--assignments"},
    {"assignments, which evaluate and compare significance take",
     "--assignments, which evaluate and compare significance take"},
    {"call tool_output(\"trec_eval\", ...)", "add --compat trec_eval"},
    {"check_runs", "--check-run"},
    {"chosen", "--from"},
    {"faults_of_hierarchies()", "subintent hierarchy --check"},
    {"groups", "--groups NAME=FILE"},
    {"hierarchies", "--hierarchy NAME=FILE"},
    {"measures={\"alpha-nDCG@20\", \"I-rec@20\"}", "-m alpha-nDCG@20,I-rec@20"},
    {"measures={\"nDCG(gain=exp)@20\", \"ERR@20\"}", "-m 'nDCG(gain=exp)@20,ERR@20'"},
    {"NamedFile::name", "NAME=FILE"},
    {"NamedHierarchies", "NAME=FILE"},
    {"PairInputs::topics", "--draw-topics"},
    {"qrels of score_answers()", "--assignments"},
    {"RunFile::name", "NAME=RUN"},
    {"score_answers()", "--assignments"},
    {"similarities", "--fingerprints, --vectors or --dense"},
    {"similarity", "--fingerprints, --vectors or --dense"},
    {"tool_output()", "--compat"},
    {"tool_output(\"trec_eval\", ...)", "subintent evaluate --compat trec_eval"},
    {"topic_level", "--level topic"},
    {"topic_level=false", "--level intent"},
    {"topic_pairs", "--topic-mean"}};

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%";
  const bool is_plain = !text.empty() && text.find_first_not_of(plain) == text.npos;
  return is_plain ? text : '\'' + replace_all(text, "'", "'\\''") + '\'';
}

// "name=value" or "name" as on the command line; other text as it is quoted.
std::string as_given(const std::string& quoted) {
  for (const auto& [name, given] : on_command_line)
    if (name == quoted) return std::string(given);
  const std::size_t equals = std::min(quoted.find('='), quoted.size());
  const std::string name = quoted.substr(0, equals);
  if (name == "hierarchies")
    return "--hierarchy" + quoted.substr(equals).replace(0, 1, " ") + "=FILE";
  if (quoted.starts_with("gains={{")) {  // grades and what each is worth
    const std::string pairs = quoted.substr(8, quoted.size() - 10);
    return "--gains " + replace_all(replace_all(pairs, "}, {", ","), ", ", "=");
  }
  const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return internal::is_letter(c) || c == '_';
  });
  if (!is_name) return '`' + quoted + '`';
  if (equals == quoted.size()) return option_of(name);
  const std::string value = quoted.substr(equals + 1);
  return option_of(name) + ' ' +
         (value.find_first_of(" $&|;()<>*?!\"\\") < value.size() ? shell_word(value) : value);
}

}  // namespace

std::string with_options(std::string text) {
  for (std::size_t at = 0; (at = text.find('`', at)) != std::string::npos;) {
    const std::size_t end = text.find('`', at + 1);
    if (end == std::string::npos) break;
    const std::string option = as_given(text.substr(at + 1, end - at - 1));
    text.replace(at, end + 1 - at, option);
    at += option.size();
  }
  return text;
}

namespace {

// Where the clause behind this one begins, with its ", or " or ", and ".
std::size_t next_clause(std::string_view text) {
  return std::min({text.find(", or ", 1), text.find(", and ", 1), text.size()});
}

bool names_missing_option(std::string_view clause,
                          const std::function<bool(std::string_view)>& has) {
  if (clause.find("subintent ") != clause.npos) return false;
  for (std::size_t at = 0; (at = clause.find("--", at)) != clause.npos;) {
    const std::size_t end = std::min(
        clause.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-", at), clause.size());
    if (end > at + 2 && !has(clause.substr(at + 2, end - at - 2))) return true;
    at = end;
  }
  return false;
}

}  // namespace

std::string with_options(const std::string& text,
                         const std::function<bool(std::string_view)>& has) {
  const std::string all = with_options(text);
  std::string kept;
  for (std::string_view rest = all; !rest.empty();) {
    std::string_view clause = rest.substr(0, next_clause(rest));
    rest.remove_prefix(clause.size());
    if (names_missing_option(clause, has)) continue;
    if (kept.empty() && clause.starts_with(", ")) clause.remove_prefix(clause.find(' ', 2) + 1);
    kept += clause;
  }
  return kept.empty() ? all : kept;
}

std::string command_line_text(const std::string& command,
                              const std::vector<std::string>& arguments) {
  std::string text = "subintent " + command;
  for (const std::string& argument : arguments) text += ' ' + shell_word(argument);
  return text;
}

}  // namespace subintent
