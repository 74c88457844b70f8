#!/usr/bin/env python3
"""Checks the documentation against the tree and the program.

Usage: docs_test.py ROOT EMPIRE            check the tree at ROOT with the binary EMPIRE
       docs_test.py --update ROOT EMPIRE   write the output of EMPIRE into the console blocks of README.md
       docs_test.py --self-test            check the checker on made-up texts

Fails when a relative link in a Markdown file leads nowhere, when README.md or docs/ names an option that no
`empire ... --help` shows, and when docs/scenarios.md lacks a section, the accesses or the drawing of a row of
kScenarios in esl/scenario.cpp. Also fails when the text of a statement in examples/*.esl does not stand in the source
line that its position names, and when a ```console block in README.md shows other output than its
`$ build/release/empire ...` commands give now.
"""

import pathlib
import re
import shlex
import subprocess
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
CODE_SPAN = re.compile(r"`[^`]*`")
ROLE = re.compile(r"[RW]'?\(l[12]?\)")
ROW = re.compile(r'\{(\d+), "([^"]*)", "([^"]*)", "([^"]*)", "([^"]*)"\}')
PLACED = re.compile(r'"([^"]*)" @"([^"]*)":(\d+)')
SECTION = re.compile(r"^## (\d+)\. (.*)$")


def blocks_of(text):
    """Yields (line number, line, is code). Fenced blocks and lines indented by four blanks are code."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
            continue
        yield number, line, fenced or line.startswith("    ")


def link_problems(text, exists):
    problems = []
    for number, line, code in blocks_of(text):
        if code:
            continue
        for target in LINK.findall(CODE_SPAN.sub("", line)):
            if "://" in target or target.startswith(("#", "mailto:")):
                continue
            if not exists(target.split("#")[0]):
                problems.append(f"{number}: the link '{target}' leads nowhere")
    return problems


def options_of_command(text):
    """The options in a piece of code, unless it is a command of another program."""
    words = text.strip().removeprefix("$ ").split()
    if words and not words[0].startswith("-") and words[0].rsplit("/", 1)[-1] != "empire":
        # Text such as `check --x` or output is not told apart from a command: only known programs are skipped.
        if words[0] in ("cmake", "ctest", "git", "python3") or "/" in words[0] or words[0].endswith(".py"):
            return []
    return OPTION.findall(text)


def option_problems(text, known):
    problems = []
    for number, line, code in blocks_of(text):
        if code:
            found = options_of_command(line)
        else:
            found = OPTION.findall(CODE_SPAN.sub(" ", line))
            for span in CODE_SPAN.findall(line):
                found += options_of_command(span.strip("`"))
        problems += [f"{number}: empire has no option '{option}'" for option in found if option not in known]
    return problems


def scenario_problems(source, text):
    """Compares the rows of kScenarios with the sections of docs/scenarios.md."""
    rows = {int(row[0]): row for row in ROW.findall(source)}
    if not rows:
        return ["no rows of kScenarios found in esl/scenario.cpp"]
    sections, current = {}, None
    for line in text.splitlines():
        match = SECTION.match(line)
        if match:
            current = int(match.group(1))
            sections[current] = (match.group(2), [])
        elif line.startswith("## "):
            current = None
        elif current is not None:
            sections[current][1].append(line)
    problems = [f"section {n} is not a row of kScenarios" for n in sections if n not in rows]
    for number, (_, name, accesses, meaning, hammer) in sorted(rows.items()):
        if number not in sections:
            problems.append(f"scenario {number} ({name}) has no section")
            continue
        title, lines = sections[number]
        if title != name:
            problems.append(f"section {number} is called '{title}', the row '{name}'")
        orders = accesses.split(" | ")
        noted = ", or ".join(f"`{order}`" for order in orders)
        if f"Accesses: {noted}. In words: {meaning}." not in " ".join(lines):
            problems.append(f"section {number} lacks 'Accesses: {noted}. In words: {meaning}.'")
        drawn = []
        for _, line, code in blocks_of("\n".join(lines)):
            drawn += ROLE.findall(line) if code else []
        if drawn != orders[0].split():
            problems.append(f"section {number} draws {drawn}, the row says {orders[0]}")
        if f"| [{number}](#{number}-{name}) | {name} | {', or '.join(orders)} | {meaning} | {hammer} |" not in text:
            problems.append(f"the table lacks the row of scenario {number} as in kScenarios")
    return problems


def example_problems(text, lines_of):
    """Compares the texts of statements with the source lines they name; `A::b` is looked up as `b(`."""
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        for shown, name, at in PLACED.findall(line):
            lines = lines_of(name)
            wanted = shown.rsplit("::", 1)[1] + "(" if "::" in shown else shown
            if not 1 <= int(at) <= len(lines) or wanted not in lines[int(at) - 1]:
                problems.append(f"{number}: '{wanted}' is not in line {at} of {name}")
    return problems


def known_options(empire):
    """The options in the help of empire and of each of its commands."""
    def help_of(*words):
        done = subprocess.run([empire, *words, "--help"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=60, check=True)
        return done.stdout
    top = help_of()
    known = set(OPTION.findall(top))
    for name in commands_of(top):
        known |= set(OPTION.findall(help_of(name)))
    return known


def commands_of(text):
    """The commands that the help of empire lists: a name, two blanks or more, and what it does."""
    return re.findall(r"^  ([a-z][a-z-]*) {2,}\S", text, re.MULTILINE)


CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pieces_of(block):
    """Yields (command, shown output, arguments for empire or None) of a console block."""
    for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = piece.partition("\n")
        words = shlex.split(command)
        yield command, shown, words[1:] if words[0] == "build/release/empire" else None


def console_problems(text, run):
    """Compares the ```console blocks with what their commands print. Returns (problems, commands run)."""
    problems, count = [], 0
    for block in CONSOLE.findall(text):
        for command, shown, arguments in pieces_of(block):
            if arguments is None:
                continue
            count += 1
            printed = run(arguments)
            if printed.strip("\n") != shown.strip("\n"):
                problems.append(f"'{command}' prints now:\n{printed}")
    return problems, count


def updated_console(text, run):
    """The text with the output of its commands as it is now."""
    def block(match):
        done = ""
        for command, shown, arguments in pieces_of(match.group(1)):
            done += f"$ {command}\n" + (shown if arguments is None else run(arguments).strip("\n") + "\n")
        return f"```console\n{done}```"
    return CONSOLE.sub(block, text)


def runner(root, empire):
    def run(words):
        return subprocess.run([empire, *words], cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=60, check=False).stdout
    return run


def check_tree(root, empire):
    problems = []
    files = [path for path in sorted(root.rglob("*.md"))
             if not any(part.startswith(".") or part in ("build", "node_modules") for part in
                        path.relative_to(root).parts)]
    known = known_options(empire)
    if len(known) < 3:
        problems.append(f"empire --help shows almost no options: {sorted(known)}")
    for path in files:
        text = path.read_text(encoding="utf-8")
        name = str(path.relative_to(root))
        found = link_problems(text, lambda target, base=path.parent: (base / target).exists())
        if name == "README.md" or name.startswith("docs/"):
            found += option_problems(text, known)
        problems += [f"{name}:{problem}" for problem in found]
    for path in sorted((root / "examples").glob("*.esl")):
        found = example_problems(path.read_text(encoding="utf-8"), lambda name, base=path.parent:
                                 (base / name).read_text(encoding="utf-8").splitlines())
        problems += [f"examples/{path.name}:{problem}" for problem in found]
    found, count = console_problems((root / "README.md").read_text(encoding="utf-8"), runner(root, empire))
    problems += [f"README.md: {problem}" for problem in found]
    if count == 0:
        problems.append("README.md: no ```console block with a command of empire")
    source = (root / "esl" / "scenario.cpp").read_text(encoding="utf-8")
    text = (root / "docs" / "scenarios.md").read_text(encoding="utf-8")
    problems += [f"docs/scenarios.md: {problem}" for problem in scenario_problems(source, text)]
    print("\n".join(problems + [f"{len(files)} files, {len(problems)} problems"]))
    return not problems


GOOD_SOURCE = '''{1, "stale", "R(l) W'(l) W(l)", "it is stale", "1"},
{2, "torn", "R(l1) W'(l1) R(l2) | R(l1) W'(l2) R(l2)", "it is torn", "7, 8"},'''
GOOD_TEXT = """| [1](#1-stale) | stale | R(l) W'(l) W(l) | it is stale | 1 |
| [2](#2-torn) | torn | R(l1) W'(l1) R(l2), or R(l1) W'(l2) R(l2) | it is torn | 7, 8 |

## 1. stale
Accesses: `R(l) W'(l) W(l)`. In words: it is stale.
```
R(l)
          W'(l)
W(l)
```
## 2. torn
Accesses: `R(l1) W'(l1) R(l2)`, or
`R(l1) W'(l2) R(l2)`. In words: it is torn.

    R(l1)
            W'(l1)
    R(l2)
## Notes
"""


def self_test():
    failures = []

    def expect(name, problems, piece):
        good = not problems if piece is None else len(problems) == 1 and piece in problems[0]
        if not good:
            failures.append(name)
            print(f"self-test '{name}': expected {piece!r}, got {problems}")

    def links(text):
        return link_problems(text, lambda target: target == "there.md")

    def options(text):
        return option_problems(text, {"--scenario"})

    def example(text):
        return example_problems(text, lambda name: ["int f() {", "  return a;", "}"])

    def console(text):
        return console_problems(text, lambda words: f"ran {words[-1]}\n")[0]

    old = "a\n```console\n$ ls\nx\n$ build/release/empire b\nold\n```\nz\n"
    new = updated_console(old, lambda words: f"ran {words[-1]}\n")
    help_text = "usage\n\n  check    asks\n  model-x  prints\n\n  --version  prints\nsome  words\n"
    cases = [
        ("commands in the help", [] if commands_of(help_text) == ["check", "model-x"] else [commands_of(help_text)],
         None),
        ("update", [] if new == old.replace("old", "ran b") else [new], None),
        ("good after update", console(new), None),
        ("good console", console("```console\n$ build/release/empire a\nran a\n$ ls\nx\n```\n"), None),
        ("second command of a console", console("```console\n$ ls\n$ build/release/empire b\nran a\n```\n"), "ran b"),
        ("good example", example('unit-begin "C::f" @"x":1\nread a "return a" @"x":2:3'), None),
        ("text in another line", example('\nread a "return a" @"x":3'), "2: 'return a' is not in line 3"),
        ("line past the end", example('read a "a" @"x":4'), "is not in line 4"),
        ("good link", links("[a](there.md) [b](there.md#x) [c](https://x.y/z) [d](#here)"), None),
        ("link in code", links("`[a](gone.md)`\n\n    [a](gone.md)\n```\n[a](gone.md)\n```\n"), None),
        ("dead link", links("\nsee [a](gone.md)"), "2: the link 'gone.md'"),
        ("dead link after a block", links("```\nx\n```\n[a](gone.md)"), "4: the link"),
        ("known option", options("`empire check --scenario=9` and --scenario"), None),
        ("other programs", options("`cmake --preset x`, `scripts/test --quick`\n\n    $ ctest --preset y"), None),
        ("unknown option", options("`empire check --scenari=9`"), "1: empire has no option '--scenari'"),
        ("unknown option alone", options("use `--fast`"), "'--fast'"),
        ("unknown option in prose", options("use --fast now"), "'--fast'"),
        ("unknown option in a block", options("```\n$ build/release/empire check --fast x\n```"), "2: empire has no"),
        ("good scenarios", scenario_problems(GOOD_SOURCE, GOOD_TEXT), None),
        ("no section", scenario_problems(GOOD_SOURCE, GOOD_TEXT.replace("## 2. torn", "## torn")), "no section"),
        ("other name", scenario_problems(GOOD_SOURCE, GOOD_TEXT.replace("## 1. stale", "## 1. old")), "called 'old'"),
        ("other accesses", scenario_problems(GOOD_SOURCE, GOOD_TEXT.replace("`R(l) W'(l) W(l)`", "`R(l) W(l)`")),
         "section 1 lacks"),
        ("other drawing", scenario_problems(GOOD_SOURCE, GOOD_TEXT.replace("\nR(l)\n", "\n")), "section 1 draws"),
        ("other table", scenario_problems(GOOD_SOURCE, GOOD_TEXT.replace("| 7, 8 |", "| 7 |")), "the table lacks"),
        ("extra section", scenario_problems(GOOD_SOURCE, GOOD_TEXT + "## 3. new\n"), "section 3 is not"),
        ("no rows", scenario_problems("", GOOD_TEXT), "no rows"),
    ]
    for name, problems, piece in cases:
        expect(name, problems, piece)
    print(f"{len(cases) - len(failures)} of {len(cases)} self-tests pass")
    return not failures


def main(arguments):
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    if len(arguments) == 3 and arguments[0] == "--update":
        root = pathlib.Path(arguments[1])
        text = (root / "README.md").read_text(encoding="utf-8")
        empire = str(pathlib.Path(arguments[2]).resolve())
        (root / "README.md").write_text(updated_console(text, runner(root, empire)), encoding="utf-8")
        return 0
    if len(arguments) != 2:
        print(__doc__)
        return 2
    return 0 if check_tree(pathlib.Path(arguments[0]), str(pathlib.Path(arguments[1]).resolve())) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
