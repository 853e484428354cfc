#include <gtest/gtest.h>
#include <libdeflate.h>
#include <sys/stat.h>

#include <filesystem>

#include "core/io/encode.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

// RFC 4648 section 10.
TEST(Base64, IsThatOfTheStandard) {
  const std::string encoded[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (std::size_t size = 0; size < 7; ++size)
    EXPECT_EQ(base64(std::string("foobar").substr(0, size)), encoded[size]);
}

}  // namespace
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
namespace {

TEST(Deflate, KeepsAllBytesInFewer) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * i % 1013) + " ";
  libdeflate_decompressor* const decompressor = libdeflate_alloc_decompressor();
  for (const std::string& bytes : {std::string(), std::string("a"), std::string(5, '\0'), text}) {
    const std::string small = deflated(bytes);
    std::string again(bytes.size(), ' ');
    EXPECT_EQ(libdeflate_deflate_decompress(decompressor, small.data(), small.size(), again.data(),
                                            again.size(), nullptr),
              LIBDEFLATE_SUCCESS);
    EXPECT_EQ(again, bytes);
  }
  libdeflate_free_decompressor(decompressor);
  EXPECT_LT(deflated(text).size(), text.size() / 3);
}

}  // namespace
}  // namespace subintent::internal
