// Signals that end the program wait for a moment.
#pragma once

#include <array>
#include <csignal>

namespace subintent::internal {

// While it lives, SIGHUP, SIGINT and SIGTERM only leave a mark; then those that came are raised. It
// is for the short time in which something that only this program can remove has no name yet. One
// at a time in a program; signals that are ignored stay so.
class DeferredSignals {
 public:
  DeferredSignals();
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;
  ~DeferredSignals();

 private:
  static constexpr std::array signals{SIGHUP, SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace subintent::internal
