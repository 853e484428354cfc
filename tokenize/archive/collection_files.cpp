#include "tokenize/archive/collection_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <system_error>

#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {

namespace fs = std::filesystem;

namespace {

// ".txt" of "a/b.txt", in lower case; empty where there is none. Numbers belong to the name, as in
// "fr940104.0".
std::string_view ending(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == 0 || dot == name.npos || dot + 1 == name.size() || name.size() - dot > 12) return {};
  const std::string_view found = name.substr(dot);
  const auto may_be = [](char c) { return is_letter(c) || is_digit(c); };
  return is_letter(found[1]) && std::ranges::all_of(found.substr(1), may_be) ? found
                                                                             : std::string_view();
}

std::string_view without_ending(std::string_view path) {
  return path.substr(0, path.size() - ending(path).size());
}

std::string_view decompressed_name(std::string_view path) {
  const std::string last = lowered(ending(path));
  return last == ".gz" || last == ".zst" ? without_ending(path) : path;
}

std::string docno_of_collection_files(std::string_view path) {
  return std::string(without_ending(decompressed_name(path)));
}

// The parts of the path of a file that may be its docno: what is below the folder that was given,
// the last part, that folder's name and what is below, all.
enum class Reading { below, last, folder, given };

std::string name_of(const CollectionFile& file, Reading reading, bool with_ending) {
  if (file.docno.empty()) return {};
  const std::string_view path = decompressed_name(file.source.path()), stem = without_ending(path);
  std::size_t begin = stem.size() - file.docno.size();
  if (reading == Reading::last) begin = stem.rfind('/') + 1;
  if (reading == Reading::folder && begin > 1) begin = stem.rfind('/', begin - 2) + 1;
  if (reading == Reading::given) begin = 0;
  return std::string((with_ending ? path : stem).substr(begin));
}

[[noreturn]] void fail(const std::string& folder, const std::error_code& error) {
  throw Error(Error::Kind::system, {folder, 0}, "cannot be read: " + error.message(),
              "check its permissions");
}

// Does a link lead into the folder, to one around it, or back to one that the link is in?
bool leads_back(const fs::path& link, const fs::path& folder) {
  std::error_code error;
  const std::string to = fs::canonical(link, error).string() + '/',
                    root = fs::canonical(folder, error).string() + '/';
  bool is_back = to.starts_with(root) || root.starts_with(to);
  for (fs::path at = link.parent_path(); !is_back && at.has_relative_path(); at = at.parent_path())
    is_back = at != folder && fs::equivalent(at, link, error);
  return is_back;
}

// The paths of files below a folder, and below them in `folder/`.
std::vector<std::string> files_below(const std::string& folder, const std::set<fs::path>& but) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::follow_directory_symlink,
                                      error);
  if (error) fail(folder, error);
  for (; at != fs::recursive_directory_iterator(); at.increment(error)) {
    const bool is_left_out =
        at->path().filename().native().starts_with('.') ||
        (!but.empty() &&
         but.contains(fs::weakly_canonical(fs::absolute(at->path(), error), error))) ||
        (at->is_symlink(error) && at->is_directory(error) && leads_back(at->path(), folder));
    if (is_left_out)
      at.disable_recursion_pending();
    else if (at->is_regular_file(error))
      found.push_back(at->path().string());
    error.clear();
  }
  if (error) fail(folder, error);
  std::ranges::sort(found);
  return found;
}

}  // namespace

CollectionFile::CollectionFile(Source file) : source(std::move(file)) {
  if (source.is_memory() || source.path() == "-") return;
  docno = docno_of_collection_files(source.path().substr(source.path().rfind('/') + 1));
}

Ending ending_of(std::string_view path) {
  const std::string found = lowered(ending(decompressed_name(path)));
  const auto is = [&](std::initializer_list<std::string_view> known) {
    return std::ranges::find(known, found) != known.end();
  };
  if (found.empty()) return Ending::none;
  if (is({".txt", ".text"})) return Ending::text;
  if (is({".md", ".markdown"})) return Ending::markdown;
  if (is({".html", ".htm", ".xhtml"})) return Ending::html;
  if (found == ".csv") return Ending::csv;
  if (is({".jsonl", ".json", ".ndjson", ".ldjson", ".jl", ".tsv", ".warc", ".arc", ".wet",
          ".trec"}))
    return Ending::collection;
  return Ending::other;
}

std::vector<CollectionFile> collection_files(const std::vector<Source>& inputs,
                                             const std::vector<std::string>& but) {
  std::set<fs::path> left_out;
  std::error_code error;
  for (const std::string& path : but)
    if (path != "-") left_out.insert(fs::weakly_canonical(fs::absolute(path, error), error));
  std::vector<CollectionFile> files;
  for (const Source& input : inputs) {
    if (input.is_memory() || !fs::is_directory(input.path(), error)) {
      files.emplace_back(input);
      continue;
    }
    const std::vector<std::string> below = files_below(input.path(), left_out);
    if (below.empty()) {
      throw Error({input.name(), 0}, "is a folder without documents",
                  "give one with files of text, HTML or a collection");
    }
    const std::size_t size = input.path().size() + (input.path().ends_with('/') ? 0 : 1);
    std::set<std::string> folder, texts;
    for (const std::string& path : below) {
      CollectionFile& file = files.emplace_back(Source(path));
      file.docno = docno_of_collection_files(path.substr(size));
      file.is_one_of_folder = true;
      folder.insert(file.docno);
      if (ending_of(path) < Ending::csv) texts.insert(file.docno);
    }
    // Beside a corpus, queries are no documents, and judgments never are.
    for (CollectionFile& file : std::span(files).last(below.size())) {
      const std::size_t name = file.docno.rfind('/') + 1;
      const std::string beside = file.docno.substr(0, name);
      const Ending ending = ending_of(file.source.path());
      const auto begins = [&](const std::string& start) {
        const auto at = folder.lower_bound(start);
        return at != folder.end() && at->starts_with(start);
      };
      file.is_beside_text = ending == Ending::collection && texts.contains(file.docno);
      const std::string own = file.docno.substr(name);
      const auto is_beside = [&](const char* corpus) { return begins(beside + corpus); };
      file.has_queries =
          own.starts_with("qrels") ||
          ((ending == Ending::collection || ending == Ending::csv) &&
           std::ranges::any_of(std::array{"queries", "questions", "qas", "topics"},
                               [&](const char* start) { return own.starts_with(start); }) &&
           std::ranges::any_of(std::array{"corpus", "collection", "docs", "documents"}, is_beside));
    }
  }
  return files;
}

std::string call_as_wanted(std::vector<CollectionFile>& files,
                           const std::set<std::string_view>& wanted) {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> found;  // the files of most of those that are wanted
  const auto is_text = [&](std::size_t i) {
    return ending_of(files[i].source.path()) < Ending::csv;
  };
  std::optional<std::pair<std::size_t, std::size_t>> twice;
  for (const bool with_ending : {false, true}) {
    for (const auto reading : {Reading::below, Reading::last, Reading::folder, Reading::given}) {
      std::vector<std::string> read;
      std::map<std::string, std::size_t> known;
      bool is_twice = false;
      for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string& name = read.emplace_back(name_of(files[i], reading, with_ending));
        if (!wanted.contains(name)) continue;
        std::size_t& at = known.emplace(name, i).first->second;
        if (at == i || !is_text(i)) continue;
        if (is_text(at) && !std::exchange(is_twice, true) && !twice) twice = {at, i};
        at = i;
      }
      if (is_twice || known.size() <= found.size() ||
          10 * known.size() < 9 * std::min(wanted.size(), files.size()))
        continue;
      names = std::move(read);
      found = std::move(known);
    }
  }
  const auto is_wanted = [&](const CollectionFile& file) { return wanted.contains(file.docno); };
  if (found.empty() && twice && std::ranges::none_of(files, is_wanted)) {
    const auto [one, other] = *twice;
    throw Error(
        {files[other].source.path(), 0},
        "has the name of a wanted document, as " + printable(files[one].source.path()) + " has",
        "leave one out, or write longer parts of their paths as docnos");
  }
  std::string first;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto at = found.find(names[i]);
    if (at == found.end() || at->second != i || files[i].docno == names[i]) continue;
    files[i].docno = names[i];
    if (first.empty())
      first = fmt::format("docnos that are wanted are other parts of the paths of files: {} is {}",
                          printable(names[i]), printable(files[i].source.path()));
  }
  return first;
}

}  // namespace subintent::internal
