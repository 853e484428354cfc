#include "core/io/decoders.h"

#include <gtest/gtest.h>

#include <random>

#include "core/io/input_file.h"
#include "gzip_member.h"
#include "messages.h"
#include "subintent/program.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::string noise(std::mt19937& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

std::string letters(std::mt19937& random, std::size_t size) {
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>('a' + random() % 26);
  return text;
}

struct Recovered {
  std::string bytes;
  int gaps = 0;
  bool is_end_lost = false;
};

Recovered recover(const std::string& path) {
  Recovered recovered;
  ByteStream stream(path);
  std::string piece(10'000, '\0');
  while (true) {
    try {
      const std::size_t got = stream.read_some(piece.data(), piece.size());
      if (got == 0) return recovered;
      recovered.bytes.append(piece, 0, got);
    } catch (const DamagedData&) {
      recovered.is_end_lost = !stream.resume();
      if (recovered.is_end_lost) return recovered;
      ++recovered.gaps;
    }
  }
}

// Small members are decoded to where they are wanted, if there is room for what is usual.
TEST(GzipDecoder, ReadsLargeMembersAmongManySmallOnes) {
  std::mt19937 random(6);
  std::string whole, members;
  for (int i = 0; i < 300; ++i) {
    const std::size_t size = i % 50 == 49 ? 9'000 + random() % 40'000 : random() % 900;
    const std::string text = i % 7 == 6 ? std::string() : letters(random, size);
    whole += text;
    members += gzip(text);
  }
  EXPECT_TRUE(recover(TestFile(members).path()).bytes == whole);
  members.resize(members.size() - 5);
  EXPECT_TRUE(recover(TestFile(members).path()).is_end_lost);
}

TEST(GzipDecoder, ReadsMembersOfAnySize) {
  std::mt19937 random(5);
  const std::vector<std::string> texts = {"",
                                          "a",
                                          std::string(1000, 'b'),
                                          noise(random, 100'000),
                                          letters(random, 300'000),
                                          noise(random, 2'000'000),      // larger than any buffer
                                          std::string(2'000'000, '\0'),  // and when decoded
                                          "c",
                                          ""};
  std::vector<std::string> compressed;
  for (const auto& text : texts) compressed.push_back(gzip(text));
  for (std::size_t first = 0; first < texts.size(); ++first) {
    std::string whole, members;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      whole += texts[(first + i) % texts.size()];
      members += compressed[(first + i) % texts.size()];
      if (i % 3 == 0) members += std::string(random() % 700, '\0');
    }
    const TestFile file(members);
    EXPECT_TRUE(read_file(file.path()) == whole) << "first member: " << first;
  }
}

// A break costs its own member and no other, wherever it is.
TEST(GzipDecoder, GoesOnBehindDamage) {
  std::mt19937 random(6);
  std::vector<std::string> texts, members;
  for (int i = 0; i < 12; ++i) {
    texts.push_back(i == 7 ? std::string(2'000'000, '.')
                           : letters(random, 200 + random() % 20'000));
    members.push_back(gzip(texts.back()));
  }
  for (int round = 0; round < 120; ++round) {
    const std::size_t broken = random() % members.size();
    std::string file;
    for (std::size_t i = 0; i < members.size(); ++i) {
      std::string member = members[i];
      if (i == broken) {
        const std::size_t at = random() % member.size();
        switch (round % 3) {
          case 0:
            for (std::size_t k = at; k < std::min(at + 3, member.size()); ++k) member[k] ^= 0x55;
            break;
          case 1:
            member.erase(at, 1 + random() % 500);
            break;
          case 2:
            member.insert(at, noise(random, 1 + random() % 500));
            break;
        }
      }
      file += member;
    }
    if (!is_gzip(file)) continue;
    const TestFile damaged(file);
    const Recovered recovered = recover(damaged.path());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i == broken) continue;
      EXPECT_TRUE(has(recovered.bytes, texts[i]))
          << "member " << i << " is lost, member " << broken << " broken, round " << round;
    }
  }
}

TEST(GzipDecoder, KeepsWhatComesBeforeACut) {
  std::mt19937 random(7);
  const std::string first = letters(random, 5000), last = letters(random, 50'000);
  const std::string members = gzip(first) + gzip(last);
  for (std::size_t cut = 1; cut < members.size() - gzip(first).size(); cut += 997) {
    const TestFile file(members.substr(0, members.size() - cut));
    const Recovered recovered = recover(file.path());
    EXPECT_TRUE(recovered.is_end_lost);
    EXPECT_EQ(recovered.gaps, 0);
    EXPECT_TRUE((first + last).starts_with(recovered.bytes));
    EXPECT_GE(recovered.bytes.size(), first.size());
  }
}

// Whatever the bytes, there is an end, and soon: hardly anything is looked at more than twice.
TEST(GzipDecoder, ManyFalseStartsEnd) {
  std::mt19937 random(8);
  const std::string start = gzip("x").substr(0, 11);
  std::string file = gzip("the first");
  for (int i = 0; i < 20'000; ++i) file += start + noise(random, random() % 20);
  const TestFile damaged(file);
  EXPECT_TRUE(recover(damaged.path()).bytes.starts_with("the first"));
}

// Each of them says that a name follows, which has no end before that of the file.
TEST(GzipDecoder, HeadersWithoutEndAreNotReadThrough) {
  std::string file = gzip("the first");
  for (int i = 0; i < 3'000'000; ++i) file += "\x1f\x8b\x08";
  const TestFile damaged(file + gzip("the last"));
  const Recovered recovered = recover(damaged.path());
  EXPECT_EQ(recovered.bytes, "the firstthe last");
  EXPECT_EQ(recovered.gaps, 1);
}

TEST(GzipDecoder, GoesOnWithMembersThatHaveEveryHeaderField) {
  const std::string extra("\5\0extra", 7), name("a name\0", 7), comment("a comment\0", 10);
  std::string member = gzip("the last");
  member[3] = 2 | 4 | 8 | 16;
  std::string fields = member.substr(0, 10) + extra + name + comment;
  const auto crc =
      crc32(0, reinterpret_cast<const Bytef*>(fields.data()), static_cast<uInt>(fields.size()));
  fields += static_cast<char>(crc);
  fields += static_cast<char>(crc >> 8);
  const TestFile damaged(gzip("the first") + "noise" + fields + member.substr(10));
  EXPECT_EQ(recover(damaged.path()).bytes, "the firstthe last");
}

}  // namespace
}  // namespace subintent::internal
