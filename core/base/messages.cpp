#include "core/base/messages.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {

std::optional<std::string> incomplete_fit(const Fit& fit) {
  if (fit.known == fit.all) return std::nullopt;
  std::string text = fmt::format("{} of {} {} have no {}: {}", fit.all - fit.known, fit.all,
                                 fit.documents, fit.lacked, fit.effect);
  if (fit.is_few())
    text += fmt::format("; check that {} is complete and of the judged collection", fit.file);
  return text;
}

std::string no_fit(const Fit& fit) {
  return fmt::format("has no {} for any of the {} {}", fit.lacked, fit.all, fit.documents);
}

void refuse_columns(const Location& where, std::string_view expected, std::size_t found,
                    const char* advice) {
  throw Error(where, fmt::format("expected {} columns, found {}", expected, found), advice);
}

std::string advice_on(std::string_view wanted, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const auto nearest = nearest_name(wanted, names);
  if (nearest) return fmt::format("did you mean {}?", *nearest);
  return names.empty() ? "" : fmt::format("use one of {}", join(names, ", "));
}

}  // namespace subintent::internal

namespace subintent {
namespace {

// Small letters without what joins words.
std::string plain(std::string_view name) {
  std::string letters = lowered(name);
  std::erase_if(letters, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return letters;
}

// Edits needed to turn one name into the other [optimal string alignment].
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] =
          std::min({row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), row[j] + 1, next[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row[b.size()];
}

// Edits between names as plain() makes them. One that is cut short is as near as a single edit.
std::size_t plain_edits(const std::string& wanted, const std::string& known) {
  constexpr std::size_t shortest_beginning = 3;
  const std::size_t edits = edit_distance(wanted, known);
  const bool begins = wanted.size() >= shortest_beginning && known.starts_with(wanted);
  return begins ? std::min<std::size_t>(edits, 1) : edits;
}

// The command line has other words than names of options where the library says something else than
// the name of an option.
constexpr std::pair<std::string_view, std::string_view> on_command_line[] = {
    {"all_intents=false", "--relevant-intents"},
    {"all_measures()", "subintent evaluate --list-measures"},
    {"answers", "--assignments"},
    {"evaluate() of them",
     "them as --assignments, where the command has it, else what subintent evaluate --assignments "
     "FILE --per-topic --format tsv writes"},
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
    {"topic_pairs", "--topic-mean"},
    {"what there is",
     "what there is, with scores of evaluate --per-topic --format tsv, by subintent compare "
     "significance --missing drop"}};

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

// The place of the next clause, which begins with ", or ", ", and ", "; else " or "; if ".
std::size_t next_clause(std::string_view text) {
  return std::min({text.find(", or ", 1), text.find(", and ", 1), text.find("; else ", 1),
                   text.find("; if ", 1), text.size()});
}

// The first option that a command lacks, or nothing.
std::string missing_option(std::string_view clause,
                           const std::function<bool(std::string_view)>& has) {
  if (clause.find("subintent ") != clause.npos) return "";
  for (std::size_t at = 0; (at = clause.find("--", at)) != clause.npos;) {
    const std::size_t end = std::min(
        clause.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-", at), clause.size());
    const std::string_view name = clause.substr(at + 2, end - at - 2);
    if (!name.empty() && !has(name)) return std::string(name);
    at = end;
  }
  return "";
}

// The '=' between name and file.
std::size_t end_of_name(const std::string& text) {
  const std::size_t first = text.find('=');
  for (std::size_t at = first; at != std::string::npos; at = text.find('=', at + 1))
    if (is_file(text.substr(at + 1))) return at;
  return first;
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view wanted,
                                             std::span<const std::string_view> known) {
  constexpr std::size_t longest = 100;  // nobody means a name by more letters
  wanted = wanted.substr(0, longest);
  const std::string letters = plain(wanted);
  const std::size_t most_edits = std::max<std::size_t>(letters.size() / 3, 1);
  // Edits of letters, then of all that is written.
  std::pair<std::size_t, std::size_t> fewest = {most_edits, std::string::npos};
  std::optional<std::string_view> nearest;
  for (const std::string_view name : known) {
    const std::pair edits = {plain_edits(letters, plain(name)), edit_distance(wanted, name)};
    if (edits >= fewest) continue;
    fewest = edits;
    nearest = name;
  }
  return nearest;
}

std::string option_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return (name.size() == 1 ? "-" : "--") + name;
}

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

std::string with_options(const std::string& text, const std::function<bool(std::string_view)>& has,
                         const std::function<std::string(std::string_view)>& commands_with) {
  const std::string all = with_options(text);
  std::string kept;
  for (std::string_view rest = all; !rest.empty();) {
    std::string_view clause = rest.substr(0, next_clause(rest));
    rest.remove_prefix(clause.size());
    if (!missing_option(clause, has).empty()) continue;
    if (kept.empty() && clause.starts_with(", ")) clause.remove_prefix(clause.find(' ', 2) + 1);
    if (kept.empty() && clause.starts_with("; "))
      clause.remove_prefix(clause.starts_with("; else ") ? 7 : 2);
    kept += clause;
  }
  if (!kept.empty() || all.empty() || all.starts_with("give it as --")) return kept;
  const std::string commands = commands_with(missing_option(all, has));
  const bool is_said = all.find(commands) != all.npos;  // "cluster --background"
  return is_said ? all : fmt::format("{} (of {})", all, commands);
}

std::string command_line_text(const std::string& command,
                              const std::vector<std::string>& arguments) {
  std::string text = "subintent " + command;
  for (const std::string& argument : arguments) text += ' ' + shell_word(argument);
  return text;
}

bool is_file(const std::string& path) {
  std::error_code error;
  return path == "-" || std::filesystem::exists(path, error);
}

GivenRun given_run(const std::string& text) {
  const std::size_t equals = end_of_name(text);
  if (equals == std::string::npos || is_file(text)) return {text, {}};
  if (equals == 0 || equals + 1 == text.size())
    throw Error::usage("'" + printable(text) + "' is neither a file nor NAME=RUN",
                       "for example BM25=runs/bm25.txt");
  const std::string name = text.substr(0, equals);
  if (const auto defect = name_defect(name))
    throw Error::usage("the name in '" + printable(text) + "' " + *defect, "choose another name");
  return {text.substr(equals + 1), name};
}

}  // namespace subintent
