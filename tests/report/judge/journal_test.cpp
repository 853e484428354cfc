#include "report/judge/journal.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>

#include "fixtures.h"
#include "messages.h"
#include "report/judge/study.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

namespace files = std::filesystem;

StoredAnswer stored(const std::string& id, std::uint64_t revision = 1,
                    AnswerValue value = Side::left, std::uint32_t task = 0) {
  return {0, "2026-11-22T10:00:01Z", {id, task, 0, revision, value, 1, "2026-11-22T10:00:00Z", ""}};
}

class JournalTest : public testing::Test {
 protected:
  std::string bytes() const { return bytes(path()); }
  static std::string bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Why the journal cannot be written to.
  Error failure() const {
    return thrown_by([&] { Journal(study_, folder()); });
  }
  void write(const std::string& text) const { std::ofstream(path(), std::ios::binary) << text; }
  std::string path() const { return path_in(folder(), journal_file); }
  std::string folder() const { return folder_.path(); }
  std::vector<StoredAnswer> read() const { return read_study_journal(study_, folder(), warnings_); }

  const Study study_ = preferences_study();
  const std::vector<Storing> added = {Storing::is_new};

  mutable Warnings warnings_;  // of read()

 private:
  TestFolder folder_;
};

TEST_F(JournalTest, KeepsWhatIsAppended) {
  EXPECT_TRUE(read().empty());
  const std::vector answers = {stored("a"), stored("b", 2, {})};
  {
    Journal journal(study_, folder());
    EXPECT_EQ(journal.append(answers), (std::vector{Storing::is_new, Storing::is_new}));
    EXPECT_TRUE(journal.append({}).empty());
  }
  EXPECT_EQ(read(), answers);
  EXPECT_EQ(files::status(path()).permissions(),
            files::perms::owner_read | files::perms::owner_write);
  Journal journal(study_, folder());
  EXPECT_EQ(journal.append(std::vector{stored("c", 3)}), added);
  EXPECT_EQ(read().size(), 3);
}

TEST_F(JournalTest, StoresAnIdOfAParticipantOnce) {
  Journal journal(study_, folder());
  StoredAnswer again = stored("a");
  again.received = "2026-11-23T10:00:01Z";
  EXPECT_EQ(journal.append(std::vector{stored("a"), again}),
            (std::vector{Storing::is_new, Storing::was_there}));
  EXPECT_EQ(journal.append(std::vector{again, stored("b")}),
            (std::vector{Storing::was_there, Storing::is_new}));
  StoredAnswer of_other = stored("a");
  of_other.participant = 1;
  EXPECT_EQ(journal.append(std::vector{of_other}), added);
  EXPECT_EQ(read(), (std::vector{stored("a"), stored("b"), of_other}));
}

TEST_F(JournalTest, TellsAnotherAnswerOfTheSameId) {
  std::vector<StoredAnswer> others(6, stored("a"));
  others[0].answer.task = 1;
  others[1].answer.question = 1;
  others[2].answer.revision = 2;
  others[3].answer.value = Side::right;
  others[4].answer.seconds = 2;
  others[5].answer.comment = "no";
  {
    Journal journal(study_, folder());
    EXPECT_EQ(journal.append(std::vector{stored("a"), others[0]}),
              (std::vector{Storing::is_new, Storing::conflicts}));
    EXPECT_EQ(journal.append(others), std::vector(6, Storing::conflicts));
  }
  EXPECT_EQ(Journal(study_, folder()).append(others), std::vector(6, Storing::conflicts));
  EXPECT_EQ(read(), std::vector{stored("a")});
  write(bytes() + answer_line(study_, others[3]));  // as no program has written it
  EXPECT_EQ(failure().location().line, 2);
}

TEST_F(JournalTest, LeavesOutALineThatIsCutAnywhere) {
  {
    Journal journal(study_, folder());
    journal.append(std::vector{stored("a"), stored("b")});
  }
  const std::string whole = bytes();
  const std::size_t first = whole.find('\n') + 1;
  for (std::size_t size = first; size < whole.size(); ++size) {
    write(whole.substr(0, size));
    const bool is_complete = size == whole.size() - 1;  // it lacks its line end alone
    EXPECT_EQ(read().size(), is_complete ? 2 : 1) << size;
    if (size % 40 != 0 && !is_complete) continue;  // writing takes longer
    Journal journal(study_, folder());
    EXPECT_EQ(bytes(), is_complete ? whole : whole.substr(0, first)) << size;
    EXPECT_EQ(journal.warnings().size(), is_complete || size == first ? 0 : 1);
    journal.append(std::vector{stored("b")});
    EXPECT_EQ(bytes(), whole);
  }
}

TEST_F(JournalTest, KeepsWhatIsCut) {
  Journal(study_, folder()).append(std::vector{stored("a")});
  const std::string whole = bytes();
  write(whole + whole.substr(0, 30));
  {
    const Journal journal(study_, folder());
    ASSERT_EQ(journal.warnings().size(), 1);
    EXPECT_TRUE(has(journal.warnings()[0].text, "30 bytes"));
  }
  write(whole + whole.substr(0, 50));
  EXPECT_EQ(Journal(study_, folder()).warnings().size(), 1);
  EXPECT_EQ(bytes(), whole);
  EXPECT_EQ(bytes(path_in(folder(), cut_file)),
            whole.substr(0, 30) + "\n" + whole.substr(0, 50) + "\n");
  EXPECT_TRUE(Journal(study_, folder()).warnings().empty());
}

// A block that was not written when the power failed, and what had been written behind it.
TEST_F(JournalTest, LeavesOutABlockOfZeroBytes) {
  Journal(study_, folder()).append(std::vector{stored("a")});
  const std::string whole = bytes(), zeros(1000, '\0');
  for (const std::string& end :
       {zeros, zeros + "\n", zeros + whole.substr(40),
        zeros + whole.substr(40) + whole.substr(0, 9), whole.substr(0, 40) + zeros,
        whole.substr(0, 40) + zeros + whole.substr(90), zeros + whole.substr(0, 40) + zeros}) {
    write(whole + end);
    warnings_.clear();
    EXPECT_EQ(read().size(), 1);
    EXPECT_EQ(warnings_.size(), 1);
    EXPECT_EQ(Journal(study_, folder()).warnings().size(), 1);
    EXPECT_EQ(bytes(), whole);
    EXPECT_TRUE(bytes(path_in(folder(), cut_file)).ends_with(end + "\n"));
  }
  // Whole answers there might have been confirmed.
  for (const std::string& end :
       {zeros + whole, whole.substr(0, 40) + zeros + "\n" + whole,
        whole.substr(0, 40) + "\n" + zeros, whole.substr(0, whole.size() - 1) + zeros,
        zeros + "\r" + whole.substr(40), "x" + zeros, zeros + whole.substr(40) + whole,
        // A whole object that another program has written, and one zero byte in a whole line.
        zeros + "\n{ \"id\": \"b\", \"study\": \"" + study_.id + "\"}\n",
        whole.substr(0, 40) + std::string(1, '\0') + whole.substr(41)}) {
    write(whole + end);
    EXPECT_EQ(failure().location().line, 2);
    EXPECT_EQ(bytes(), whole + end);
  }
}

TEST_F(JournalTest, IsNotCutWhereLineEndsAreLost) {
  Journal(study_, folder()).append(std::vector{stored("a"), stored("b"), stored("c", 2)});
  const std::string whole = bytes();
  const auto with_ends = [&](const std::string& end) {
    std::string text;
    for (const char c : whole) c == '\n' ? text += end : text += c;
    return text;
  };
  const std::string line = whole.substr(0, whole.find('\n'));
  for (const std::string& damaged :
       {with_ends("\r"), with_ends(""), with_ends(" "), with_ends(" ") + "\n", with_ends("\t"),
        line + line, line + line.substr(0, 30), "x" + line, line.substr(1),
        line.substr(0, 30) + "\r", line.substr(0, 30) + "\r" + line, std::string("secret"),
        std::string("{\"a\":")}) {
    write(damaged);
    const Error error = failure();
    EXPECT_EQ(error.location().file, path()) << damaged;
    EXPECT_EQ(error.location().line, 1) << damaged;
    EXPECT_FALSE(error.advice().empty());
    EXPECT_EQ(bytes(), damaged);
  }
  write("{\"study\":\"study-1\"} x\n");
  EXPECT_FALSE(has(failure().message(), "more than one"));
  write(with_ends("\r\n"));  // as editors of Windows save it
  EXPECT_EQ(read().size(), 3);
}

TEST_F(JournalTest, IsNoSymbolicLink) {
  Journal(study_, folder()).append(std::vector{stored("a")});
  const std::string cut = bytes().substr(0, 30), secret = folder() + "/secret";
  std::ofstream(secret) << cut;
  for (const auto name : {journal_file, lock_file, cut_file}) {
    const std::string link = path_in(folder(), name);
    const std::string before = bytes();
    files::remove(link);
    files::create_symlink("secret", link);
    if (name == cut_file) write(before + cut);
    const Error error = failure();
    EXPECT_EQ(error.location().file, link);
    EXPECT_TRUE(has(error.message(), "symbolic link")) << error.what();
    EXPECT_EQ(bytes(secret), cut);
    files::remove(link);
    write(before);
  }
}

TEST_F(JournalTest, NamesALineThatIsNoAnswer) {
  Journal(study_, folder()).append(std::vector{stored("a")});
  const std::string line = bytes();
  for (const std::string& bad :
       {std::string("{}\n"), std::string("x\n"), std::string("[1]\n"), line.substr(1),
        std::string("x\0\n", 3), std::string(2000, '[') + "\n",
        std::string("{\"study\":\"other\"}")}) {
    write(line + "\n" + bad);
    const Error error = thrown_by([&] { read(); });
    EXPECT_EQ(error.location().file, path());
    EXPECT_EQ(error.location().line, 3);
    EXPECT_FALSE(error.advice().empty());
    EXPECT_THROW(Journal(study_, folder()), Error);
    EXPECT_EQ(bytes(), line + "\n" + bad) << "what a person has written is not cut off";
  }
}

TEST_F(JournalTest, StoresNothingInAFileThatWasMovedOrChanged) {
  Journal journal(study_, folder());
  journal.append(std::vector{stored("a")});
  const std::string before = bytes();
  files::rename(path(), path() + ".old");
  EXPECT_THROW(journal.append(std::vector{stored("b")}), Error);
  write(before);  // another file
  EXPECT_THROW(journal.append(std::vector{stored("b")}), Error);
  files::rename(path() + ".old", path());
  EXPECT_EQ(journal.append(std::vector{stored("b")}), added);
  std::ofstream(path(), std::ios::app) << "\n";
  EXPECT_THROW(journal.append(std::vector{stored("c")}), Error);
}

TEST_F(JournalTest, IsFullForAParticipantAlone) {
  Journal journal(study_, folder());
  StoredAnswer large = stored("x");
  large.answer.comment.assign(8000, 'x');
  std::vector<StoredAnswer> answers;
  for (std::size_t i = 0; i * 8000 < Journal::participant_limit; ++i) {
    large.answer.id = std::to_string(i);
    answers.push_back(large);
  }
  EXPECT_FALSE(journal.is_full(0));
  journal.append(answers);
  EXPECT_TRUE(journal.is_full(0));
  EXPECT_FALSE(journal.is_full(1));
}

TEST(CountingAnswers, AreThoseOfTheHighestRevisionWhateverTheOrder) {
  // Two tabs: both have revision 2, and the one that was stored first counts.
  std::vector<StoredAnswer> answers = {stored("a", 1, Side::left), stored("b", 2, Side::right),
                                       stored("c", 2, Side::same), stored("d", 4, {}, 1)};
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(answers.begin(), answers.end(), random);
    const auto first =
        std::ranges::find_if(answers, [](const StoredAnswer& s) { return s.answer.revision == 2; });
    const auto last = std::ranges::find(answers, std::uint32_t{1},
                                        [](const StoredAnswer& s) { return s.answer.task; });
    EXPECT_EQ(counting_answers(answers), (std::vector{*first, *last}));
    AnswerBook book;
    for (const StoredAnswer& one : answers) EXPECT_EQ(book.add(one), Storing::is_new);
    const auto counting = book.answers(0);
    ASSERT_EQ(counting.size(), 2);
    EXPECT_EQ(*counting[0], first->answer);
    EXPECT_EQ(*counting[1], last->answer);
    EXPECT_TRUE(book.counts(0, first->answer));
    EXPECT_FALSE(book.counts(0, stored("a").answer));
    EXPECT_EQ(book.highest_revision(0), 4);
    EXPECT_EQ(book.highest_revision(1), 0);
    EXPECT_TRUE(book.answers(1).empty());
  }
}

TEST(SavedAnswers, MayNotBeCut) {
  const Study study = preferences_study();
  std::string text = answer_line(study, {0, "", stored("a").answer});
  EXPECT_EQ(read_saved_answers(study, Source::memory(text, "saved")).size(), 1);
  text.resize(text.size() - 5);
  EXPECT_THROW(read_saved_answers(study, Source::memory(text, "saved")), Error);
}

}  // namespace
}  // namespace subintent::internal
