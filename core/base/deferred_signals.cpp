#include "core/base/deferred_signals.h"

#include <cstddef>

namespace subintent::internal {
namespace {

// A handler knows nothing but the number of its signal.
volatile std::sig_atomic_t has_come[NSIG];

extern "C" void mark_signal(int number) {
  has_come[number] = 1;
}

}  // namespace

DeferredSignals::DeferredSignals() {
  struct sigaction action {};
  action.sa_handler = mark_signal;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    has_come[signals[i]] = 0;
    sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
  }
}

DeferredSignals::~DeferredSignals() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
  for (const int number : signals)
    if (has_come[number] != 0) raise(number);
}

}  // namespace subintent::internal
