#!/usr/bin/env python3
"""check_help.py SUBINTENT COMMAND MAN_FOLDER [--accept]: the help of a command works, and the options on its man page follow from it.

Each option of the help has an item in "## Options" of the page, whose first line is what the help says; lines below it are by hand.
What stands on another page in the same words need not be repeated. An item that begins with a link, "- [judgments](PAGE#SECTION)",
stands for all options of that section, an item "- `--a`, `--b`: as for [NAME](PAGE#SECTION)" for those that it names, and a link to
subintent.md#options for those of all commands. --accept writes first lines that differ anew, and those that are missing behind the last one.

The command has cases of its own, a summary in the overview, a line in the man page of subintent, and a run in which calls of the system fail."""
import argparse
import dataclasses
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "faults"))
import check_faults

# These have no run to compare with: one goes on until it is stopped (tests/report/judge breaks its disk), the other draws secrets.
WITHOUT_FAULTS = {"judge serve", "judge intents"}
OPTION = re.compile(r"^ {2,6}(?:(-\w), )?(--[a-z][a-z0-9-]*)((?: \S+)*)(?: {2,}(.*))?$")
LINK = re.compile(r"\]\((subintent[a-z-]*\.md)#([a-z-]+)\)")
MANY = 4  # analyses before the text of an option: help of each analysis says which options it has


def in_markdown(text):
    """What the help says, with names and lines of files between backquotes."""
    parts = re.split(r'("[^"]+"|(?<!\w)\'\S+\')', text)
    parts[1::2] = [f"`{part.strip(chr(34))}`" for part in parts[1::2]]
    parts[::2] = [re.sub(r"(?<![\w`-])(--[a-z][a-z0-9-]*|[^\s,;:()`]*[*_{<][^\s,;:()`]*)", r"`\1`", part) for part in parts[::2]]
    return "".join(parts)


@dataclasses.dataclass
class Option:
    short: str
    name: str
    value: str
    text: str

    def head(self):
        return f"- {f'`{self.short}`, ' if self.short else ''}`{self.name}{self.value}`: "

    def line(self):
        """The first line of its item."""
        text = self.text
        if analyses := re.match(r"[a-z-]+((?:, [a-z-]+)+): ", text):
            text = text[analyses.end():] if analyses[1].count(",") + 1 >= MANY else text
        return f"{self.head()}{in_markdown(text)}."

    def is_among(self, lines):
        """Whether one of these first lines says the same, but for what the option is for."""
        texts = [line[len(self.head()):] for line in lines if line.startswith(self.head())]
        return any(self.line() == self.head() + text or self.line().endswith(": " + text) for text in texts)


def help_of(program, words):
    return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=False)


def options_of(text):
    groups = re.search(r"^[^\s:][^:\n]*:$", text, re.M)  # above, there are inputs and actions
    found = []
    for line in text[groups.start():].split("\nExamples:\n")[0].split("\nMore: ")[0].splitlines():
        if option := OPTION.match(line):
            found.append(Option(option[1], option[2], option[3], option[4] or ""))
        elif found and line.startswith(" " * 10) and line.strip():
            found[-1].text += (" " if found[-1].text else "") + line.strip()
    return found


def section_of(page, anchor):
    """The text below the heading that a link leads to, down to the next one of its level."""
    for heading in re.finditer(r"^(#+) (.*)$", page, re.M):
        if re.sub(r"[^\w -]", "", heading[2]).lower().replace(" ", "-") == anchor:
            rest = page[heading.end():]
            end = re.search(rf"^#{{1,{len(heading[1])}}} ", rest, re.M)
            return rest[:end.start()] if end else rest
    return ""


def items_of(section):
    return re.findall(r"^- .*(?:\n(?!- |\n).*)*", section, re.M)


def names_of(item):
    """The options that an item is of."""
    head = re.match(r"- ((?:`-[^`]*`(?:, )?)+):", item)
    return re.findall(r"`(?:-\w )?(--[a-z][a-z0-9-]*)", head[1]) if head else []


def is_reference(item):
    """Whether another page describes the options of the item."""
    return "as for [" in item.split("\n")[0]


class Page:
    def __init__(self, folder, name):
        self.folder, self.path = folder, pathlib.Path(folder, name)
        self.text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        self.options = section_of(self.text, "options")

    def of(self, link):
        return section_of(Page(self.folder, link[1]).text, link[2])

    def elsewhere(self):
        """First lines of items of other pages that hold here as well, and the names that the page says to be there."""
        lines, names = set(), []
        for item in items_of(self.options):
            link = LINK.search(item)
            if link and item.startswith("- ["):
                lines |= {other.split("\n")[0] for other in items_of(self.of(link))}
                names += [name for other in items_of(self.of(link)) for name in names_of(other)]
            elif link and is_reference(item):
                named = names_of(item)
                lines |= {other.split("\n")[0] for other in items_of(self.of(link)) if set(names_of(other)) & set(named)}
                names += named
        if "](subintent.md#options)" in self.options:
            lines |= {other.split("\n")[0] for other in items_of(section_of(Page(self.folder, "subintent.md").text, "options"))}
        return lines, names


def option_faults(page, options):
    found = [(name, item.split("\n")[0]) for item in items_of(page.options) for name in names_of(item) if not is_reference(item)]
    here = dict(found)
    yield from (f"{page.path.name} has two items of {name}" for name in here if [one for one, _ in found].count(name) > 1)
    elsewhere, named = page.elsewhere()
    for option in options:
        if here.get(option.name, option.line()) != option.line() or option.name not in here and not option.is_among(elsewhere):
            yield f"{page.path.name} lacks this line of the help; --accept writes it:\n{option.line()}"
        elif option.name in here and option.is_among(elsewhere) and page.path.name != "subintent.md":
            yield f"{page.path.name} repeats what a page it links to says: {option.line()}"
    known = {option.name for option in options}
    yield from (f"{page.path.name} lists {name}, which the help does not have" for name in sorted({*here, *named} - known))


def accept(page, options):
    text, last = page.options, None
    elsewhere, _ = page.elsewhere()
    if page.path.name != "subintent.md":
        text = "".join(f"{line}\n" for line in text.split("\n")[:-1] if line not in elsewhere)
    for option in options:
        item = next((item for item in items_of(text) if option.name in names_of(item) and not is_reference(item)), None)
        if item:
            text = text.replace(item.split("\n")[0] + "\n", option.line() + "\n", 1)
            last = option.line() + item[len(item.split("\n")[0]):]
        elif not option.is_among(elsewhere):
            text = text.replace(last, last + "\n" + option.line(), 1) if last else text.rstrip("\n") + "\n\n" + option.line() + "\n\n"
            last = option.line()
    page.path.write_text(page.text.replace(page.options, text, 1), encoding="utf-8")


def faults_of(program, words, page):
    done = help_of(program, words)
    if done.returncode != 0 or done.stderr:
        yield f"--help exits with {done.returncode} and prints to standard error: {done.stderr}"
    if not done.stdout.startswith(f"Usage: subintent {' '.join(words)} "):
        yield "the help does not begin with its usage"
    if not page.text.startswith(f"# {page.path.stem}\n\n{done.stdout.splitlines()[1]}\n"):
        yield f"{page.path} is missing or has another title or summary"
    yield from option_faults(page, options_of(done.stdout))
    main, overview = pathlib.Path(page.folder, "subintent.md").read_text(encoding="utf-8"), help_of(program, []).stdout
    if f"]({page.path.name})" not in main and len(words) == 1:
        yield "subintent.md has no line for it"
    if not main.startswith(f"# subintent\n\n{overview.splitlines()[1]}\n"):
        yield "subintent.md has another summary"
    if " ".join(words) not in WITHOUT_FAULTS and not any(run.startswith(" ".join(words) + " ") for _, run in check_faults.RUNS.values()):
        yield "RUNS in tests/faults/check_faults.py has no run of it"
    cases = pathlib.Path(__file__).with_name("_".join(words) + ".test")
    if not cases.exists():
        yield f"{cases} is missing"
    if not re.search(rf"^  {words[0]} +\S", overview, re.M):
        yield "subintent --help has no summary of it"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("command")
    parser.add_argument("folder")
    parser.add_argument("--accept", action="store_true")
    arguments = parser.parse_args()
    words = arguments.command.split()  # "explain difference"
    page = Page(arguments.folder, "-".join(["subintent", *words]) + ".md")
    if arguments.accept:
        accept(page, options_of(help_of(arguments.program, words).stdout))
        page = Page(arguments.folder, page.path.name)
    faults = list(faults_of(arguments.program, words, page))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
