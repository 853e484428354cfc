// Studies of people, who judge on web pages which of two ranked lists is better [Dou19 §5.4], or
// which intents of a topic belong together [Dou19 §2.3]. A study is a folder: what is asked, the
// links of the participants and, in a journal, their answers (docs/judge.md).
// Builds for evaluation alone (SUBINTENT_COLLECTIONS=OFF) lack all of it.
#pragma once

#include "subintent/basics.h"
#include "subintent/evaluate.h"
#include "subintent/records.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

// A way to choose pairs of runs for a topic.
struct PoolKind {
  std::string name;          // "disagreed"
  std::size_t measures = 0;  // how many it takes
  std::string meaning;       // what it chooses, a phrase
};

std::vector<PoolKind> pool_kinds();

// The source of pairs, and what is shown of them.
struct PairInputs {
  EvaluationInputs evaluation;  // judgments, if any: the topics, and what is relevant
  std::vector<RunFile> runs;    // two or more, of different names
  // Pairs to draw: KIND[:MEASURE[,MEASURE]][=N], as "near:D#-nDCG@10=3"; N pairs of each topic.
  std::vector<std::string> pool = {};      // none: random
  std::optional<std::size_t> pairs = {};   // of each topic and pool without N; 1 to 10,000; else 5
  std::optional<std::size_t> topics = {};  // so many of them, drawn at random; none: all
  std::vector<Source> scores = {};         // by the measures of pools; none: they are computed
  std::uint64_t seed = 1;
  // Pairs that were chosen before, "topic run1 run2 pool" with tabs between them: none are drawn.
  std::optional<Source> chosen = {};
  // Attention checks, "topic run1 run2 answer", the answer <, = or >: every participant sees them
  // among the other pairs.
  std::optional<Source> checks = {};
  std::vector<RunFile> check_runs = {};  // that only checks show, with all their documents
  std::size_t cutoff = 10;               // documents shown of each list; 1 to 1,000
  bool relevant_only = false;  // other documents leave lists before they are cut [Dou19 §5.4]
};

// Pairs of lists to be judged. Cheap to copy.
class PairSample {
 public:
  // Reads the files and draws pairs, the same for the same seed. Throws Error for values that make
  // no sense (arguments "runs", "pool", "pairs", "scores", "cutoff"; "measures" of pools) or are
  // not used: what is drawn beside `chosen`, what scores are computed by beside `scores`, and runs
  // of checks without checks; the errors of reading; and where there is nothing to judge.
  explicit PairSample(const PairInputs& inputs, const RemarksCallback& say = {});

  std::size_t pairs() const;               // how many were drawn; no checks
  std::size_t topics() const;              // that they are of
  std::uint64_t nothing_to_judge() const;  // pairs left out: equal lists, or with an empty one
  std::string text() const;                // the pairs as a file, which `chosen` takes

 private:
  friend class Study;
  struct Data;
  Shared<const Data> data_;
};

// For people to put into groups: the nodes of layer 1 of hierarchies or, without them, the intents
// of judgments, each as a card with its best documents.
struct IntentInputs {
  std::vector<Source> qrels = {};  // diversity judgments; documents of higher grades come first
  std::optional<Source> hierarchies = {};
  std::optional<Source> topics = {};  // XML: what topics and intents are about
  std::vector<Source> vectors = {};   // of documents: cards show characteristic terms
  std::size_t documents = 5;          // of each card; 1 to 100
};

// Intents to be grouped. Cheap to copy.
class IntentCards {
 public:
  // Throws Error for values that make no sense (arguments "qrels", "documents"), the errors of
  // reading, two nodes of one intent, and where no topic has two cards.
  explicit IntentCards(const IntentInputs& inputs, const RemarksCallback& say = {});

  std::uint64_t single() const;  // topics that are left out, since they have one card

 private:
  friend class Study;
  struct Data;
  Shared<const Data> data_;
};

// The participants of a study, and what they read.
struct StudyOptions {
  std::uint32_t participants = 1;              // 1 to 1,000
  std::optional<std::uint32_t> per_item = {};  // who judge each pair or topic; none: all
  std::uint32_t session = 50;                  // tasks of a session
  std::uint32_t repeats = 0;    // pairs that each participant sees again later, with sides changed
  std::uint64_t seed = 1;       // of all random choices but links
  std::string language = "en";  // of the pages: one of study_languages()
  // If one of these three is missing, the usual words of the language take its place.
  std::optional<std::string> title = {};
  std::optional<Source> instructions = {};  // plain text with empty lines between paragraphs
  std::vector<std::string> questions = {};  // about each pair
  std::optional<Source> consent = {};  // what people agree to first, as the instructions; none: no
  std::vector<Source> texts = {};      // of documents, as read_texts() takes them
  std::optional<Source> topics = {};   // XML: queries; none: those that judgments or cards have
};

// "de", "en", ...; and "browser", the language of each participant's browser.
std::vector<std::string> study_languages();

// The work in a study.
struct StudySize {
  std::size_t topics = 0, pairs = 0, checks = 0;  // pairs but for attention checks
  std::size_t participants = 0;
  std::size_t least_tasks = 0, most_tasks = 0;  // of a participant
  std::size_t sessions = 0;                     // of one with most tasks
};

// Answers of a participant in a file that were brought into a study.
struct ImportedAnswers {
  std::string file;                    // the name of the source
  std::string participant;             // "p01"
  std::uint64_t added = 0, known = 0;  // that are stored now, and that had been stored before
};

// Throws Error unless there is nothing of that name, or an empty folder, so that a study can be
// made there.
void require_free_folder(const std::string& folder);

// The files of a study that are there: the study and, once there are answers, the journal. None
// where there is no study.
std::vector<std::string> study_files(const std::string& folder);

// A study: what is asked and who is asked. It never changes. Cheap to copy.
class Study {
 public:
  // Throws Error where the folder holds no study, and with file and line where that is broken.
  static Study read(const std::string& folder);

  // Makes a study of which lists are better, or of which intents belong together: participants p01,
  // p02, ... whose numbers of tasks differ by 1 at most, in random order, half of the pairs with
  // sides changed (docs/judge.md). The folder appears when it is complete; signals such as Ctrl-C
  // wait for that. `say` is told which texts people will miss. Throws Error for options that do not
  // go together ("participants", "per_item", "session", "repeats", "questions", "language"), among
  // them repeats and questions of intents, the errors of reading and of require_free_folder(), and
  // texts that are not UTF-8.
  static Study make(const std::string& folder, const PairSample& pairs, const StudyOptions& options,
                    const RemarksCallback& say = {});
  static Study make(const std::string& folder, const IntentCards& cards,
                    const StudyOptions& options, const RemarksCallback& say = {});

  const std::string& folder() const;
  bool is_of_intents() const;  // else of preferences
  StudySize size() const;
  std::vector<std::string> participants() const;  // "p01", ... in their order

  // The page of a participant (a number from 0): one HTML file that needs no server. It keeps
  // answers in the browser, and saves them as a file for import_answers().
  std::string page(std::size_t participant) const;

  // Stores the answers of files that such pages have saved, of one participant each; or, with
  // `journal`, those of journals of the same study, which may be of several and of any revision.
  // What had been stored before is not stored again. Either all answers are stored or, where it
  // throws, none. Counts are by file, then participant. Throws Error, with file and line, for what
  // is no answer to this study, revisions far above those that are known, and two different answers
  // of one id; and where another program writes to the study.
  std::vector<ImportedAnswers> import_answers(const std::vector<Source>& files,
                                              bool journal = false,
                                              const RemarksCallback& say = {}) const;

 private:
  friend class StudyAnswers;
  friend class StudyServer;
  struct Data;
  explicit Study(std::shared_ptr<const Data> data);
  Shared<const Data> data_;
};

// How tables of studies are shown as text.
struct StudyTableLayout {
  std::string format = "table";  // or "tsv", "json" ...: one that `subintent compare` takes
  std::size_t width = 0;         // of the terminal, in columns; 0: no limit
};

struct StudyTables {
  std::vector<Table> tables;
  std::string text;  // in the format that was asked for
};

struct PreferenceChoice {
  std::optional<std::string> pool = {};  // of the pairs of this pool, and of checks; none: of all
  double checks_passed = 0;  // of participants who answered this share of their checks correctly
};

// The groups that a participant made.
struct ParticipantGroups {
  std::string participant;
  std::string superintents;  // "topic superintent intent", as HierarchyOptions take them
  std::string labels;        // of groups and intents, as read_node_labels() takes them
  std::size_t topics = 0, unfinished = 0;  // that have groups; of these, said not to be done
};

// The answers to a study at the time at which they are read, also while people answer. Cheap to
// copy.
class StudyAnswers {
 public:
  // Throws Error, with file and line, for a journal that is not one of this study.
  static StudyAnswers read(const Study& study);

  bool empty() const;
  // Warns if the end of the journal was left out, as its last answer is incomplete.
  const Warnings& warnings() const;

  // How far the participants are: the table "progress". Answers that took less than
  // `fast_seconds` are counted. Throws Error (argument "format") for another format.
  StudyTables progress(double fast_seconds = 2, const StudyTableLayout& layout = {}) const;

  // For studies of preferences: the answers that count, as a file that read_preferences() reads.
  // Participants who are left out are added to `notes` if it is given. Throws Error of
  // Kind::argument for a study of intents (see Study::is_of_intents()) and a share outside 0 to 1,
  // of Kind::input for a pool that the study lacks, and for a share where it has no checks.
  std::string preferences(const PreferenceChoice& choice = {}, Warnings* notes = nullptr) const;

  // The comments of participants, TSV with a header line: topic, query, run1, run2 (empty in
  // studies of intents), participant, preference (may be empty), time, comment.
  std::string comments() const;

  // For studies of intents: one for each participant. Throws Error of Kind::argument for a study of
  // preferences, and so does agreement().
  std::vector<ParticipantGroups> groups() const;

  // How far people make the same groups, by the adjusted Rand index [Hubert and Arabie 1985], and
  // how far they are: tables "agreement", "pairs" and "progress".
  StudyTables agreement(const StudyTableLayout& layout = {}) const;

 private:
  struct Data;
  explicit StudyAnswers(std::shared_ptr<const Data> data);
  Shared<const Data> data_;
};

struct ServeOptions {
  std::string listen = "127.0.0.1";  // the IP address to listen on
  std::uint16_t port = 0;            // 0: any free port
  // The address for participants behind a proxy: "https://example.org/study".
  std::string base_url = {};
  // Is told, by any thread, what the person who runs it should know. May be empty.
  std::function<void(const std::string& text)> log = {};
};

// Serves the pages of a study by HTTP, and stores answers in its journal. While it lives, no other
// program can write to the study.
class StudyServer {
 public:
  // Listens. `say` is told what was wrong with the end of the journal. Throws Error (arguments
  // "listen", "port", "base_url") if it cannot, and where another program writes to the study.
  explicit StudyServer(const Study& study, const ServeOptions& options = {},
                       const RemarksCallback& say = {});
  StudyServer(const StudyServer&) = delete;
  StudyServer& operator=(const StudyServer&) = delete;
  ~StudyServer();

  std::string url() const;                 // what links begin with: "http://127.0.0.1:40000"
  std::vector<std::string> links() const;  // of the participants, in their order
  bool is_exposed() const;  // can other machines reach it without a proxy, and so without TLS?

  // Serves until the descriptor becomes readable; what has begun then is finished. Whoever ends it
  // by a signal writes to a pipe there.
  void run(int stop);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace subintent
