// Finding out what files are, and what is wrong with them.
#pragma once

#include "subintent/basics.h"
#include "subintent/tokenize.h"

namespace SUBINTENT_PUBLIC subintent {

// A defect of lines of a file, of which this is the first; line 0: of the file as a whole.
struct FileFault {
  std::size_t line = 0;
  std::string message, advice;  // as of an Error
  std::size_t lines = 1;        // that have it, with other numbers and quoted words

  bool operator==(const FileFault&) const = default;
};

// A file with its kind, its contents and its defects.
struct FileCheck {
  std::string file;  // as messages call it
  std::string kind;  // "run"; empty where it is none of those that the program reads
  std::vector<std::pair<std::string, std::uint64_t>> counts = {};    // {"topic", 50}, ...
  std::vector<std::pair<std::string, std::string>> properties = {};  // {"format", "TREC"}, ...
  std::vector<FileFault> faults = {};                                // by line
  bool has_more_faults = false;
  std::vector<std::string> commands = {};  // that read it
  // For check_fit(): names of topics, intents with their topics, documents with their topics
  // (judged ones, and the first ten of each list), and hashes of docnos.
  bool is_judged = false;
  std::vector<std::string> topics = {};
  std::vector<std::pair<std::string, std::string>> intents = {}, documents = {};
  std::vector<std::size_t> held = {};
};

// Reads a file of any kind, found out from its content, or a folder of documents. A line that a
// reader refuses is a fault and is left out, so that the next one is found: up to `most_faults`
// different ones. Collections are read by these options, whose names are those of their members.
// Throws Error where the file cannot be opened.
FileCheck check_file(const Source& source, std::size_t most_faults = 20,
                     const CollectionOptions& documents = {});

// The same with the rules of a track, which find all defects: one of profile_names(), or a file of
// rules (docs/man/subintent-check.md). `topics` are those that there must be, "id TAB text" or XML.
// Throws Error (argument "profile") where there is neither, and for rules that there are not.
FileCheck check_file(const Source& source, const std::string& profile,
                     const std::optional<Source>& topics = {});
std::vector<std::string> profile_names();

// Adds to files that are checked together what does not fit: topics, intents and documents that
// only some of them have, and how many of the first documents of runs are judged.
void check_fit(std::vector<FileCheck>& checks);

}  // namespace subintent
