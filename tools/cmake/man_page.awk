# Prepares a page of docs/man for lowdown -s -Tman: title and summary become NAME, `## Section` becomes SECTION, options of a list
# become tagged paragraphs, links to other pages become references such as subintent-hierarchy(1), paths of this documentation
# those of the installed one. Text is filled anew, since lines of man pages are short.
# usage: awk -v docs=/usr/share/doc/subintent -v version=0.2.0 -v date=2026-11-22 -f man_page.awk docs/man/subintent-NAME.md

# The text with links as a man page has them.
function without_links(text,    result, label, target, page) {
  result = ""
  while (match(text, /\[[^]]*\]\([^)]*\)/)) {
    label = substr(text, RSTART + 1, RLENGTH - 2)
    target = label
    sub(/\]\(.*/, "", label)
    sub(/^.*\]\(/, "", target)
    result = result substr(text, 1, RSTART - 1) reference(label, target)
    text = substr(text, RSTART + RLENGTH)
  }
  return result text
}

# A link to a man page is its name, behind the label if that says more. The path of another page stands at its first link.
function reference(label, target,    page, name) {
  if (target ~ /^#/)
    return label
  page = target
  sub(/#.*/, "", page)
  if (page ~ /^subintent[a-z-]*\.md$/) {
    sub(/\.md$/, "", page)
    name = label
    gsub(/`/, "", name)
    gsub(/ /, "-", name)
    return page == name || page == "subintent-" name ? "**" page "**(1)" : label " (**" page "**(1))"
  }
  while (sub(/^\.\.\/\.\.\//, "", page)) {}
  if (sub(/^\.\.\//, "", page))
    page = "docs/" page
  return linked[page]++ ? label : label " (`" docs "/" page "`)"
}

function installed(text,    result) {
  result = ""
  while (match(text, /`((docs|data|tools\/bench)\/[^` ]*|README\.md)`/)) {
    result = result substr(text, 1, RSTART) docs "/" substr(text, RSTART + 1, RLENGTH - 1)
    text = substr(text, RSTART + RLENGTH)
  }
  return result text
}

# Bytes of `text` in roff, where a change of the font takes three, and a letter that is not in ASCII eight.
function roff_length(text) {
  return length(text) + 3 * gsub(/[`"\200-\377]/, "&", text)
}

# Prints `text` in lines that are at most 70 bytes long in roff, behind `indent`; `first` stands before the first line.
function fill(text, first, indent,    words, n, i, line) {
  gsub(/^ +| +$/, "", text)
  n = split(text, words, / +/)
  line = first words[1]
  for (i = 2; i <= n; i++) {
    # A word that would begin a list or a heading if a line began with it stays on its line.
    if (roff_length(line " " words[i]) > 70 && words[i] !~ /^([-+*#>=|~`]+|[0-9]+[.)])$/ && words[i] !~ /^[:#>|]/) {
      print line
      line = indent words[i]
    } else {
      line = line " " words[i]
    }
  }
  print line
}

function flush(    tag, body, rest) {
  if (paragraph == "")
    return
  paragraph = installed(without_links(paragraph))
  if (is_item && paragraph ~ /^`-/ && match(paragraph, /: /)) {
    # `-o`, `--output FILE`: text; the colon is the first one outside `...`
    rest = paragraph
    tag = ""
    while (match(rest, /^[^`:]*`[^`]*`/)) {
      tag = tag substr(rest, 1, RLENGTH)
      rest = substr(rest, RLENGTH + 1)
    }
    if (match(rest, /^[^:]*:/)) {
      tag = tag substr(rest, 1, RLENGTH - 1)
      body = substr(rest, RLENGTH + 1)
      print tag
      fill(body, ": ", "  ")
      print ""
      paragraph = ""
      return
    }
  }
  if (is_item)
    fill(paragraph, marker, substr("    ", 1, length(marker)))
  else
    fill(paragraph, "", "")
  paragraph = ""
}

BEGIN { is_item = 0 }

/^```/ { flush(); in_code = !in_code; print ""; next }
in_code { print "    " $0; next }
/^    / && paragraph == "" { print; next }
/^# / {
  name = substr($0, 3)
  print "title: " toupper(name)
  print "section: 1"
  print "date: " date
  print "source: subintent " version
  print "volume: subintent"
  print ""
  print "# NAME"
  print ""
  wants_summary = 1
  next
}
/^## / { flush(); is_item = 0; print "\n# " toupper(substr($0, 4)) "\n"; next }
/^### / { flush(); is_item = 0; print "\n## " substr($0, 5) "\n"; next }
/^\|/ { flush(); print installed(without_links($0)); next }
/^$/ {
  if (wants_summary == 2)
    sub(/\.$/, "", paragraph)
  flush()
  if (wants_summary == 2)
    wants_summary = 0
  is_item = 0
  print ""
  next
}
wants_summary {
  if (wants_summary == 1)
    paragraph = name " - " tolower(substr($0, 1, 1)) substr($0, 2)
  else
    paragraph = paragraph " " $0
  wants_summary = 2
  next
}
/^- / { flush(); is_item = 1; marker = "- "; paragraph = substr($0, 3); next }
/^[0-9]+\. / { flush(); is_item = 1; marker = $1 " "; paragraph = substr($0, length(marker) + 1); next }
{ paragraph = paragraph (paragraph == "" ? "" : " ") $0; sub(/ +/, " ", paragraph) }
END { flush() }
