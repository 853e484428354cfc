// What the standard library of emscripten 3.1.6 (libc++ 13) lacks of C++20 and this project uses:
// algorithms of ranges, std::bit_cast, memory that is not set to zero, and std::from_chars of
// floating-point numbers. Included before every file.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <compare>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#if !defined(_LIBCPP_VERSION) || _LIBCPP_VERSION >= 14000
#error \
    "The playground is built with emscripten 3.1.6, which Debian 12 has; a later one has some of what is here"
#endif

namespace std {
namespace ranges {

// Results of algorithms that give several iterators.
template <class In, class Out>
struct in_out_result {
  In in;
  Out out;
};
template <class First, class Second>
struct in_in_result {
  First in1;
  Second in2;
};
template <class T>
struct minmax_result {
  T min, max;
};
template <class It>
struct found_range {
  It first, last;
  It begin() const { return first; }
  It end() const { return last; }
  std::size_t size() const { return static_cast<std::size_t>(last - first); }
};

namespace stand_in {

template <class P>
auto satisfying(P& predicate, auto& projection) {
  return [&](auto&& value) -> bool {
    return std::invoke(predicate, std::invoke(projection, std::forward<decltype(value)>(value)));
  };
}

template <class T, class P>
auto equal_to(const T& wanted, P& projection) {
  return [&](auto&& value) -> bool {
    return std::invoke(projection, std::forward<decltype(value)>(value)) == wanted;
  };
}

template <class C, class P>
auto ordered(C& compare, P& projection) {
  return [&](auto&& a, auto&& b) -> bool {
    return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
  };
}

}  // namespace stand_in

inline constexpr auto find =
    []<class R, class T, class P = identity>(R && r, const T& value, P p = {}) {
  return std::find_if(ranges::begin(r), ranges::end(r), stand_in::equal_to(value, p));
};
inline constexpr auto find_if = []<class R, class F, class P = identity>(R && r, F f, P p = {}) {
  return std::find_if(ranges::begin(r), ranges::end(r), stand_in::satisfying(f, p));
};
inline constexpr auto find_if_not =
    []<class R, class F, class P = identity>(R && r, F f, P p = {}) {
  return std::find_if_not(ranges::begin(r), ranges::end(r), stand_in::satisfying(f, p));
};
inline constexpr auto any_of = []<class R, class F, class P = identity>(R && r, F f, P p = {}) {
  return std::any_of(ranges::begin(r), ranges::end(r), stand_in::satisfying(f, p));
};
inline constexpr auto all_of = []<class R, class F, class P = identity>(R && r, F f, P p = {}) {
  return std::all_of(ranges::begin(r), ranges::end(r), stand_in::satisfying(f, p));
};
inline constexpr auto none_of = []<class R, class F, class P = identity>(R && r, F f, P p = {}) {
  return std::none_of(ranges::begin(r), ranges::end(r), stand_in::satisfying(f, p));
};
inline constexpr auto count =
    []<class R, class T, class P = identity>(R && r, const T& value, P p = {}) {
  return std::count_if(ranges::begin(r), ranges::end(r), stand_in::equal_to(value, p));
};
inline constexpr auto count_if = []<class R, class F, class P = identity>(R && r, F f, P p = {}) {
  return std::count_if(ranges::begin(r), ranges::end(r), stand_in::satisfying(f, p));
};
inline constexpr auto sort =
    []<class R, class C = std::less<>, class P = identity>(R && r, C c = {}, P p = {}) {
  std::sort(ranges::begin(r), ranges::end(r), stand_in::ordered(c, p));
};
inline constexpr auto stable_sort =
    []<class R, class C = std::less<>, class P = identity>(R && r, C c = {}, P p = {}) {
  std::stable_sort(ranges::begin(r), ranges::end(r), stand_in::ordered(c, p));
};
inline constexpr auto nth_element = []<class R, class I, class C = std::less<>, class P = identity>(
    R && r, I nth, C c = {}, P p = {}) {
  std::nth_element(ranges::begin(r), nth, ranges::end(r), stand_in::ordered(c, p));
};
inline constexpr auto max_element =
    []<class R, class C = std::less<>, class P = identity>(R && r, C c = {}, P p = {}) {
  return std::max_element(ranges::begin(r), ranges::end(r), stand_in::ordered(c, p));
};
inline constexpr auto min =
    []<class R, class C = std::less<>, class P = identity>(R && r, C c = {}, P p = {}) {
  return *std::min_element(ranges::begin(r), ranges::end(r), stand_in::ordered(c, p));
};
inline constexpr auto max =
    []<class R, class C = std::less<>, class P = identity>(R && r, C c = {}, P p = {}) {
  return *std::max_element(ranges::begin(r), ranges::end(r), stand_in::ordered(c, p));
};
inline constexpr auto minmax =
    []<class R, class C = std::less<>, class P = identity>(R && r, C c = {}, P p = {}) {
  const auto found = std::minmax_element(ranges::begin(r), ranges::end(r), stand_in::ordered(c, p));
  return minmax_result<std::remove_cvref_t<decltype(*found.first)>>{*found.first, *found.second};
};
inline constexpr auto lower_bound = []<class R, class T, class C = std::less<>, class P = identity>(
    R && r, const T& value, C c = {}, P p = {}) {
  return std::partition_point(ranges::begin(r), ranges::end(r), [&](auto&& element) -> bool {
    return std::invoke(c, std::invoke(p, element), value);
  });
};
inline constexpr auto upper_bound = []<class R, class T, class C = std::less<>, class P = identity>(
    R && r, const T& value, C c = {}, P p = {}) {
  return std::partition_point(ranges::begin(r), ranges::end(r), [&](auto&& element) -> bool {
    return !std::invoke(c, value, std::invoke(p, element));
  });
};
inline constexpr auto equal_range =
    []<class R, class T, class C = std::less<>>(R && r, const T& value, C c = {}) {
  const auto [first, last] = std::equal_range(ranges::begin(r), ranges::end(r), value, c);
  return found_range<std::remove_cv_t<decltype(first)>>{first, last};
};
inline constexpr auto is_sorted =
    []<class R, class C = std::less<>, class P = identity>(R && r, C c = {}, P p = {}) {
  return std::is_sorted(ranges::begin(r), ranges::end(r), stand_in::ordered(c, p));
};
inline constexpr auto binary_search = []<class R, class T>(R&& r, const T& value) {
  return std::binary_search(ranges::begin(r), ranges::end(r), value);
};
inline constexpr auto adjacent_find =
    []<class R, class F = std::equal_to<>, class P = identity>(R && r, F f = {}, P p = {}) {
  return std::adjacent_find(ranges::begin(r), ranges::end(r), stand_in::ordered(f, p));
};
inline constexpr auto mismatch = []<class R, class S>(R&& r, S&& s) {
  const auto [first, second] =
      std::mismatch(ranges::begin(r), ranges::end(r), ranges::begin(s), ranges::end(s));
  return in_in_result<std::remove_const_t<decltype(first)>, std::remove_const_t<decltype(second)>>{
      first, second};
};
inline constexpr auto copy = []<class R, class O>(R&& r, O to) {
  return in_out_result<decltype(ranges::begin(r)), O>{
      ranges::end(r), std::copy(ranges::begin(r), ranges::end(r), to)};
};
inline constexpr auto copy_if =
    []<class R, class O, class F, class P = identity>(R && r, O to, F f, P p = {}) {
  return in_out_result<decltype(ranges::begin(r)), O>{
      ranges::end(r),
      std::copy_if(ranges::begin(r), ranges::end(r), to, stand_in::satisfying(f, p))};
};
inline constexpr auto move = []<class R, class O>(R&& r, O to) {
  return in_out_result<decltype(ranges::begin(r)), O>{
      ranges::end(r), std::move(ranges::begin(r), ranges::end(r), to)};
};
struct Transform {
  template <class R, class O, class F, class P = identity>
  requires(!range<O>) auto operator()(R&& r, O to, F f, P p = {}) const {
    return in_out_result<decltype(ranges::begin(r)), O>{
        ranges::end(r),
        std::transform(ranges::begin(r), ranges::end(r), to, [&](auto&& value) -> decltype(auto) {
          return std::invoke(f, std::invoke(p, std::forward<decltype(value)>(value)));
        })};
  }
  template <class R, class S, class O, class F>
  requires range<S> O operator()(R&& r, S&& s, O to, F f) const {
    return std::transform(ranges::begin(r), ranges::end(r), ranges::begin(s), to, f);
  }
};
inline constexpr Transform transform;
inline constexpr auto fill = []<class R, class T>(R&& r, const T& value) {
  std::fill(ranges::begin(r), ranges::end(r), value);
};
inline constexpr auto replace = []<class R, class T>(R&& r, const T& from, const T& to) {
  std::replace(ranges::begin(r), ranges::end(r), from, to);
};
inline constexpr auto set_difference = []<class R, class S, class O>(R&& r, S&& s, O to) {
  return std::set_difference(ranges::begin(r), ranges::end(r), ranges::begin(s), ranges::end(s),
                             to);
};
inline constexpr auto set_intersection = []<class R, class S, class O>(R&& r, S&& s, O to) {
  return std::set_intersection(ranges::begin(r), ranges::end(r), ranges::begin(s), ranges::end(s),
                               to);
};

}  // namespace ranges

template <class I, class J, class C>
auto lexicographical_compare_three_way(I first, I last, J other, J other_last, C compare) {
  for (; first != last && other != other_last; ++first, ++other) {
    if (const auto order = compare(*first, *other); order != 0) return order;
  }
  return (first != last) <=> (other != other_last);
}

// For one thread.
template <class T>
class atomic_ref {
 public:
  explicit atomic_ref(T& value) : value_(&value) {}
  T fetch_add(T number, memory_order) { return std::exchange(*value_, *value_ + number); }

 private:
  T* value_;
};

template <class To, class From>
To bit_cast(const From& from) {
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

template <class T>
unique_ptr<T> make_unique_for_overwrite(std::size_t size) {
  return unique_ptr<T>(new remove_extent_t<T>[size]);
}
template <class T>
shared_ptr<T> make_shared_for_overwrite(std::size_t size) {
  return shared_ptr<T>(new remove_extent_t<T>[size]);
}

// As std::strtod() reads them, which rounds to nearest in musl; without blanks, a plus or
// hexadecimal digits.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  std::string text(first, last);
  const size_t start = text.starts_with('-') ? 1 : 0;
  if (start == text.size() || string_view("+- \t\n\v\f\r").find(text[start]) != string_view::npos) {
    return {first, errc::invalid_argument};
  }
  if (text[start] == '0' && start + 1 < text.size() && (text[start + 1] | 0x20) == 'x')
    text.resize(start + 1);
  char* end = nullptr;
  const double found = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  const char* const place = first + (end - text.c_str());
  const bool is_digits = (text[start] | 0x20) != 'i' && (text[start] | 0x20) != 'n';
  if (is_digits && (found - found) != 0) return {place, errc::result_out_of_range};
  value = found;
  return {place, errc()};
}

}  // namespace std
