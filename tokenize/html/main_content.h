// The main content of a page: its visible text without menus, footers, lists of links and the like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tokenize/html/html_tokenizer.h"

namespace subintent::internal {

struct StructuralElement;

// Decides what of a page's visible text is main content, while that is read.
//
// The text is cut into blocks at the tags of all elements but inline ones and `br`. By shallow
// features (Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text
// Features", WSDM 2010: number of words, link density) a block is
//  - bad, if more than half of its words are in links, or if it is in an element that is not for
//    content: by its name (`nav`, `footer`, ...), its ARIA role, because it is hidden, because
//    its class or id says so ("comment", ...), or because it is the second `article` or a later one
//    within another `article`, which are comments and teasers;
//  - good, if it has ten words outside links, and at most a fifth in links (the threshold of
//    jusText: Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora", thesis,
//    Brno 2011);
//  - unclear otherwise.
// The main element is the lowest that is reached from the root by going on to a child that has
// seven tenths of the words in good blocks, as long as there is one. Main content is, within that
// element, all good blocks, and unclear ones with a good one before or after them and at most
// unclear ones between (jusText's context-sensitive classification); and the first `title` of the
// page. Without a good block anywhere it is all of the visible text.
//
// Linear time. Memory grows with the number of changes between good, bad and unclear blocks.
class MainContent {
 public:
  // The visible text of the page begins at `start` of the text that it is appended to.
  explicit MainContent(std::size_t start);

  // To be told of each tag that is not in a template, in their order, with all the text before it.
  // `separates`: whether it separates words.
  void visit(const HtmlTag& tag, bool separates, std::string_view text);

  // At the end of the page: takes from `text` what is not main content.
  void keep_main_content(TextBuffer& text);

 private:
  enum class Kind : std::uint8_t { title, good, unclear, bad };
  // Up to the next block, or the end of the text.
  struct Block {
    std::size_t begin = 0;
    Kind kind = Kind::unclear;
  };
  struct Part {
    std::size_t begin = 0, end = 0;  // of the text
  };
  struct OpenElement {
    const StructuralElement* element = nullptr;  // null: the page
    bool is_excluded = false;
    std::size_t article = 0;   // the place in open_ of the innermost article; 0: in none
    bool has_article = false;  // of an article: there was one within it
    std::size_t begin = 0;
    std::uint64_t words = 0;             // in good blocks
    std::uint64_t best_child_words = 0;  // of the child, other than a paragraph, with the most
    Part best_child_main;                // the main element within that child
  };

  void count_words(std::string_view text);
  void end_block(std::string_view text);
  Kind kind_of_block() const;
  void visit_link(const HtmlTag& tag);
  void open(const StructuralElement& element, const HtmlTag& tag);
  void close(const StructuralElement& element);
  void close_last();
  bool is_excluded(const StructuralElement& element, const HtmlTag& tag);
  Part main_part_of(const OpenElement& element) const;
  bool is_kept(std::size_t block, const Part& main) const;
  std::size_t end_of(std::size_t block, std::string_view text) const;

  std::size_t counted_;                         // up to there the words of the text are counted
  std::uint64_t words_ = 0, linked_words_ = 0;  // of the block
  std::size_t block_begin_;
  std::vector<Block> blocks_;                // neighbours differ in kind
  std::vector<OpenElement> open_;            // the first is the page
  std::vector<std::uint32_t> open_of_name_;  // by the place of the name in the table
  std::size_t link_ = 0;  // how many elements were open at the start of the open link; 0: none is
  bool has_title_ = false;
};

}  // namespace subintent::internal
