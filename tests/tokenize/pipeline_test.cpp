#include "tokenize/pipeline.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

TEST(Pipeline, StopsWhenTheCallbackSaysSo) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + "\tsome words to be counted\n";
  TokenizeTask task;
  task.inputs = {Source::memory(text, "input")};
  int calls = 0;
  task.append_fingerprint = [](std::string& out, std::string_view docno, auto) { out += docno; };
  task.fingerprints = [](std::string_view) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  const Error error = thrown_by([&] {
    tokenize_collection(task, [&](const Progress& progress) {
      EXPECT_EQ(progress.unit, "documents");
      return ++calls < 2;
    });
  });
  EXPECT_EQ(error.kind(), Error::Kind::interrupted);
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace subintent::internal
