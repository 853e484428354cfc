// What the program prints, for tests that compare the library with it.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <string>

namespace subintent {

// `arguments` go through the shell.
inline std::string printed(const std::string& arguments) {
  const std::string command = SUBINTENT_PROGRAM " " + arguments;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe.get()))
    text.append(part.data(), size);
  EXPECT_FALSE(text.empty()) << command;
  return text;
}

}  // namespace subintent
