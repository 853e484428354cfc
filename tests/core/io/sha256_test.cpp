#include "core/io/encode.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "test_file.h"

namespace subintent::internal {
namespace {

// FIPS 180-4, examples.
TEST(Sha256, GivesTheDigestsOfTheStandard) {
  EXPECT_EQ(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(base64(sha256("")), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

TEST(Sha256, IdentifiesFilesThatCanBeReadTwice) {
  const auto path = write_temporary("sha256", std::string(1'000'000, 'a'));
  const auto identity = identify_file(path);
  ASSERT_TRUE(identity);
  EXPECT_EQ(identity->size, 1'000'000);
  EXPECT_EQ(hex(identity->digest),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  const std::string pipe = temporary_path("sha256_pipe");
  std::filesystem::remove(pipe);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(identify_file(pipe));
  std::filesystem::remove(pipe);
  EXPECT_FALSE(identify_file("-"));
}

}  // namespace
}  // namespace subintent::internal
