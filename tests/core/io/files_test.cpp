#include <gtest/gtest.h>
#include <zdict.h>
#include <zstd.h>

#include <filesystem>

#include "core/io/disk.h"
#include "core/io/input_file.h"
#include "messages.h"
#include "subintent/program.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::string some_text(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) text += "line " + std::to_string(i * 7919) + "\n";
  return text;
}

class Compression : public testing::TestWithParam<const char*> {};

TEST_P(Compression, WhatIsWrittenIsRead) {
  const std::string path = temporary_path(std::string("round-trip") + GetParam());
  const std::string text = some_text(200000);
  OutputFile output(path);
  output.write(text.substr(0, 10));
  output.write(text.substr(10, 1500000));
  output.write(text.substr(1500010));
  EXPECT_FALSE(std::filesystem::exists(path)) << "the file must appear only when it is complete";
  output.close();
  EXPECT_EQ(read_file(path), text);
  LineReader lines(path);
  std::string_view line;
  std::size_t count = 0;
  while (lines.next(line)) ++count;
  EXPECT_EQ(count, 200000u);
  std::filesystem::remove(path);
}

TEST_P(Compression, OfNothing) {
  const std::string path = temporary_path(std::string("nothing") + GetParam());
  OutputFile output(path);
  output.close();
  EXPECT_EQ(read_file(path), "");
  std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(Suffixes, Compression, testing::Values(".txt", ".gz", ".zst"));

std::string compressed(const std::string& text, const std::string& suffix) {
  const std::string path = temporary_path("compressed" + suffix);
  OutputFile output(path);
  output.write(text);
  output.close();
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::filesystem::remove(path);
  return bytes;
}

TEST(InputFile, GzipMayHaveManyMembersAndPadding) {
  const TestFile file(compressed("one\n", ".gz") + compressed("two\n", ".gz") +
                      std::string(512, '\0'));
  EXPECT_EQ(read_file(file.path()), "one\ntwo\n");
}

TEST(InputFile, BrokenCompressionIsAnErrorThatNamesTheFile) {
  for (const char* suffix : {".gz", ".zst"}) {
    const std::string whole = compressed(some_text(5000), suffix);
    const TestFile cut(whole.substr(0, whole.size() / 2));
    std::string bad = whole;
    bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 0x55);
    bad[bad.size() / 2 + 1] = static_cast<char>(bad[bad.size() / 2 + 1] ^ 0x55);
    const TestFile corrupt(bad);
    for (const TestFile* file : {&cut, &corrupt}) {
      const Error error = thrown_by([&] { read_file(file->path()); });
      EXPECT_EQ(std::string(error.what()).find(file->path() + ": "), 0u) << error.what();
      EXPECT_TRUE(has(error.what(), "copy"));
    }
  }
}

TEST(InputFile, ZstdGivesWhatComesBeforeADefect) {
  const std::string text = some_text(5000);
  std::string whole = compressed(text, ".zst");
  whole.back() = static_cast<char>(whole.back() ^ 1);  // of the checksum
  const TestFile file(whole);
  ByteStream stream(file.path());
  std::string read, part(1 << 18, '\0');
  EXPECT_THROW(
      while (const std::size_t got = stream.read_some(part.data(), part.size())) {
        read.append(part, 0, got);
      },
      DamagedData);
  EXPECT_TRUE(read == text);
}

std::string zstd_frame(std::string_view bytes, const std::string& dictionary = {}) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size()));
  ZSTD_freeCCtx(context);
  return out;
}

std::string skippable_frame(std::string_view content) {
  std::string frame = "\x5d\x2a\x4d\x18";
  for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(content.size() >> shift);
  return frame.append(content);
}

std::string trained_dictionary() {
  std::string samples;
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 2000; ++i) {
    const std::string sample = "WARC/1.0 record " + std::to_string(i * 7919) + " of a crawl\r\n";
    sizes.push_back(sample.size());
    samples += sample;
  }
  std::string dictionary(4096, '\0');
  dictionary.resize(ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), samples.data(),
                                          sizes.data(), static_cast<unsigned>(sizes.size())));
  return dictionary;
}

TEST(InputFile, ZstdMayBringItsDictionary) {
  const std::string dictionary = trained_dictionary(), other_frame = skippable_frame("hello");
  std::string text, frames;
  for (int i = 0; i < 300; ++i) {
    const std::string record = "WARC/1.0 record " + std::to_string(i) + " of a crawl\r\n";
    text += record;
    frames += zstd_frame(record, dictionary);
    if (i == 7) frames += other_frame;
  }
  const std::string packed = zstd_frame(dictionary);
  EXPECT_EQ(read_file(TestFile(skippable_frame(dictionary) + frames).path()), text);
  EXPECT_EQ(read_file(TestFile(skippable_frame(packed) + frames).path()), text);
  EXPECT_EQ(read_file(TestFile(other_frame + zstd_frame(text)).path()), text);

  const auto defect = [](const std::string& bytes) -> std::string {
    return message_of([&] { read_file(TestFile(bytes).path()); });
  };
  std::string broken = packed;
  broken[broken.size() / 2] ^= 0x55;
  EXPECT_TRUE(has(defect(skippable_frame(broken) + frames), "dictionary at its start is corrupt"));
  broken = dictionary;
  for (int i = 8; i < 40; ++i) broken[i] = '\xff';
  EXPECT_TRUE(has(defect(skippable_frame(broken) + frames), "dictionary at its start is corrupt"));
  EXPECT_TRUE(has(defect(skippable_frame(dictionary).substr(0, 900)), "ends within its zstd dict"));
  EXPECT_TRUE(has(defect(frames), "dictionary that is not at its start"));
  EXPECT_TRUE(
      has(defect(skippable_frame("hello") + frames), "dictionary that is not at its start"));
}

TEST(InputFile, ZstdWindows) {
  // A frame header (RFC 8878 section 3.1.1.1) with a window of 1 GiB or 4 GiB, and a raw block.
  const auto frame = [](int window_log) {
    return std::string("\x28\xb5\x2f\xfd\0", 5) + static_cast<char>((window_log - 10) << 3) +
           std::string("\x09\0\0x", 4);
  };
  EXPECT_EQ(read_file(TestFile(frame(30)).path()), "x");
  const Error error = thrown_by([&] { read_file(TestFile(frame(32)).path()); });
  EXPECT_TRUE(has(error.what(), "window of more than 2 GiB; compress it again"));
}

// A folder of its own, and what is in it.
class Folder {
 public:
  explicit Folder(const std::string& name) : path_(temporary_path(name)) {
    std::filesystem::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

void put(const std::string& path, const std::string& text) {
  OutputFile output(path);
  output.write(text);
  output.close();
}

TEST_P(Compression, ClosedFileStaysAsItIs) {
  const Folder folder("closed");
  const std::string path = folder.file(std::string("file") + GetParam());
  OutputFiles outputs;
  OutputFile& output = outputs.open(path);
  output.write("text");
  output.close();
  EXPECT_EQ(message_of([&] { output.write("more"); }),
            path + ": is finished, and takes no more bytes; write before finish() and close()");
  output.close();
  outputs.close();
  EXPECT_EQ(read_file(path), "text");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.file("")), {}), 1);
}

TEST(OutputFiles, StreamsAreNotOneFile) {
  EXPECT_NO_THROW(require_different_files({"-", "file"}, {"-", "/dev/null", "/dev/null"}));
}

TEST(OutputFiles, AppearTogetherOrNotAtAll) {
  const Folder folder("together");
  put(folder.file("existing"), "old");
  OutputFiles outputs;
  outputs.open(folder.file("existing")).write("text");
  outputs.open(folder.file("new")).write("text");
  outputs.open(folder.file("third")).write("text");
  EXPECT_EQ(outputs.open_if(std::nullopt), nullptr);
  std::filesystem::create_directory(folder.file("third"));  // nothing can be renamed over it
  EXPECT_THROW(outputs.close(), Error);
  EXPECT_EQ(read_file(folder.file("existing")), "old");
  EXPECT_FALSE(std::filesystem::exists(folder.file("new")));
}

TEST(TemporaryFile, LiesInAFolderWithoutAName) {
  const Folder folder("temporary");
  TemporaryFile file(std::filesystem::path(folder.file("file")).parent_path());
  file.write("text");
  EXPECT_EQ(read_file(file.path()), "text");
  EXPECT_FALSE(std::filesystem::exists(folder.file("file")));
  EXPECT_TRUE(
      has(message_of([&] { TemporaryFile(folder.file("nowhere")); }), "/nowhere: no temporary"));
}

TEST(LineSplitter, TakesAnyLineEndAndNoneAtTheEnd) {
  LineSplitter lines(
      "\xef\xbb\xbf"
      "a\r\nb\n\nc",
      "name");
  std::vector<std::string> found;
  std::string_view line;
  while (lines.next(line)) found.emplace_back(line);
  EXPECT_EQ(found, (std::vector<std::string>{"a", "b", "", "c"}));
  EXPECT_EQ(lines.location().line, 4u);
  EXPECT_EQ(lines.location().file, "name");
}

TEST(LineReader, TakesLinesLongerThanItsBuffer) {
  const std::string huge(3000000, 'x');
  const TestFile file("a\n" + huge + "\r\nb");
  LineReader lines(file.path());
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "a");
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, huge);
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "b");
  EXPECT_EQ(lines.line_number(), 3u);
  EXPECT_FALSE(lines.next(line));
}

}  // namespace
}  // namespace subintent::internal
