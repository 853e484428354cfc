// What this project uses of Boost.Program_options, for a build without its library.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace boost::program_options {

class error : public std::logic_error {
  using std::logic_error::logic_error;
};
class too_many_positional_options_error : public error {
 public:
  too_many_positional_options_error() : error("too many positional options have been specified on the command line") {}
};
class unknown_option : public error {
 public:
  explicit unknown_option(std::string name) : error("unrecognised option '" + name + "'"), name_(std::move(name)) {}
  const std::string& get_option_name() const { return name_; }

 private:
  std::string name_;
};

struct value_semantic {
  bool is_switch = false, is_list = false;
  std::function<void(const std::vector<std::string>&)> use;  // of the values given
};

template <typename T>
struct typed_value : value_semantic {
  typed_value* notifier(std::function<void(const T&)> notify) {
    use = [notify = std::move(notify)](const std::vector<std::string>& values) {
      if constexpr (std::is_same_v<T, std::string>) {
        notify(values.back());
      } else {
        notify(values);
      }
    };
    return this;
  }
  typed_value* composing() { return this; }
};

template <typename T>
typed_value<T>* value() {
  auto* const made = new typed_value<T>();  // the description owns it
  made->is_list = !std::is_same_v<T, std::string>;
  return made;
}

inline value_semantic* bool_switch(bool* target) {
  auto* const made = new value_semantic();
  made->is_switch = true;
  made->use = [target](const std::vector<std::string>&) { *target = true; };
  return made;
}

class option_description {
 public:
  option_description(const std::string& names, value_semantic* semantic)
      : long_name_(names.substr(0, names.find(','))),
        short_name_(names.find(',') == names.npos ? "" : "-" + names.substr(names.find(',') + 1)),
        semantic_(semantic) {}
  const std::string& long_name() const { return long_name_; }
  const std::string& short_name() const { return short_name_; }
  const value_semantic& semantic() const { return *semantic_; }

 private:
  std::string long_name_, short_name_;
  std::shared_ptr<value_semantic> semantic_;
};

class options_description {
 public:
  class Adder {
   public:
    explicit Adder(options_description& to) : to_(&to) {}
    Adder& operator()(const char* names, value_semantic* semantic) {
      to_->options_.push_back(std::make_shared<option_description>(names, semantic));
      return *this;
    }

   private:
    options_description* to_;
  };

  Adder add_options() { return Adder(*this); }
  void add(const options_description& other) {
    options_.insert(options_.end(), other.options_.begin(), other.options_.end());
  }
  const std::vector<std::shared_ptr<option_description>>& options() const { return options_; }
  // By the long name, or by the short one with its hyphen.
  const option_description* find_nothrow(const std::string& name, bool) const {
    for (const auto& option : options_) {
      if (option->long_name() == name || (!name.empty() && option->short_name() == name)) return option.get();
    }
    return nullptr;
  }

 private:
  std::vector<std::shared_ptr<option_description>> options_;
};

class positional_options_description {
 public:
  void add(const char* name, int) { name_ = name; }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

namespace command_line_style {
inline constexpr int default_style = 1, allow_guessing = 0;
}

struct option {
  std::string string_key;
  int position_key = -1;
  std::vector<std::string> value, original_tokens;
};

struct parsed_options {
  std::vector<option> options;
  const options_description* description = nullptr;
};

class command_line_parser {
 public:
  explicit command_line_parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}
  command_line_parser& options(const options_description& known) {
    known_ = &known;
    return *this;
  }
  command_line_parser& positional(const positional_options_description& positional) {
    positional_ = positional.name();
    return *this;
  }
  command_line_parser& style(int) { return *this; }

  parsed_options run() {
    parsed_options made{{}, known_};
    bool only_positional = false;
    int position = 0;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const std::string& argument = arguments_[i];
      if (argument == "--" && !only_positional) {
        only_positional = true;
      } else if (only_positional || argument.size() < 2 || argument[0] != '-') {
        if (positional_.empty()) throw too_many_positional_options_error();
        made.options.push_back({positional_, position++, {argument}, {argument}});
      } else {
        made.options.push_back(named(i));
      }
    }
    return made;
  }

 private:
  // "--name value", "--name=value", "-n value", "-nvalue", "--switch".
  option named(std::size_t& i) const {
    const std::string argument = arguments_[i];
    const bool is_long = argument.starts_with("--");
    const std::size_t end = is_long ? argument.find('=') : 2;
    const std::string name = argument.substr(0, end);
    const option_description* const known = known_->find_nothrow(is_long ? name.substr(2) : name, false);
    if (known == nullptr) throw unknown_option(name);
    option made{known->long_name(), -1, {}, {argument}};
    if (known->semantic().is_switch) return made;
    if (end < argument.size()) {
      made.value.push_back(argument.substr(end + (is_long ? 1 : 0)));
    } else if (i + 1 < arguments_.size()) {
      made.value.push_back(arguments_[++i]);
      made.original_tokens.push_back(made.value[0]);
    } else {
      throw error("the required argument for option '--" + known->long_name() + "' is missing");
    }
    return made;
  }

  std::vector<std::string> arguments_;
  const options_description* known_ = nullptr;
  std::string positional_;
};

using variables_map = std::vector<std::pair<const option_description*, std::vector<std::string>>>;

inline void store(const parsed_options& parsed, variables_map& values) {
  for (const option& one : parsed.options) {
    const option_description* const known = parsed.description->find_nothrow(one.string_key, false);
    auto at = values.begin();
    while (at != values.end() && at->first != known) ++at;
    if (at == values.end()) {
      values.push_back({known, one.value});
    } else if (known->semantic().is_list) {
      at->second.insert(at->second.end(), one.value.begin(), one.value.end());
    } else {
      throw error("option '--" + known->long_name() + "' cannot be specified more than once");
    }
  }
}

inline void notify(const variables_map& values) {
  for (const auto& [known, given] : values) known->semantic().use(given);
}

}  // namespace boost::program_options
