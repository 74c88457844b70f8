#!/usr/bin/env python3
"""Runs golden files: the commands on top of a file must print exactly what stands in FILE.expected.

Usage: run_golden.py [--update] [--empire=PATH] [FILE...]   run, or rewrite the .expected files
       run_golden.py --self-test                            check the runner with a made-up empire

Without FILE: every golden under tests/golden and examples. Without PATH: build/release/empire.

The first lines of a golden, each a comment with `#` or `//`:
    # RUN: empire check %s --scenario=9   a command; %s is the file's bare name. Several are run in order.
    # EXIT: 1                             the exit code of every command; default 0
    # STDERR                              compare what goes to stderr too
    # KNOWNBUG: reason                    the golden must fail until the bug is fixed
Commands run in the file's folder, without a shell and without stdin.
"""

import difflib
import os
import pathlib
import re
import shlex
import stat
import subprocess
import sys
import tempfile

HEADER_LINES = 20
DIRECTIVE = re.compile(r"^(?:#|//)\s*(RUN|EXIT|STDERR|KNOWNBUG)\b:?\s*(.*)$")
TIMEOUT_SECONDS = 120


class BadGolden(Exception):
    """The golden itself is wrong: nothing was compared."""


class Golden:
    def __init__(self, path):
        self.path = path
        self.commands, self.exit_code, self.stderr, self.known_bug = [], 0, False, None
        lines = path.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        for line in lines[:HEADER_LINES]:
            match = DIRECTIVE.match(line.strip())
            if not match:
                continue
            word, rest = match.group(1), match.group(2).strip()
            if word == "RUN":
                self.commands.append(rest)
            elif word == "EXIT":
                if not rest.isdigit():
                    raise BadGolden(f"EXIT needs a number, not '{rest}'")
                self.exit_code = int(rest)
            elif word == "STDERR":
                self.stderr = True
            else:
                if not rest:
                    raise BadGolden("KNOWNBUG needs a reason")
                self.known_bug = rest
        if not self.commands:
            raise BadGolden(f"no RUN line in the first {HEADER_LINES} lines")

    @property
    def expected(self):
        return self.path.with_name(self.path.name + ".expected")


def arguments_of(command, empire, name):
    words = shlex.split(command)
    if not words or words[0] != "empire":
        raise BadGolden(f"a RUN line begins with 'empire': {command}")
    return [empire] + [word.replace("%s", name) for word in words[1:]]


def run(golden, empire):
    """Returns (output, problems). With several commands, each output is headed by its command."""
    pieces, problems = [], []
    for command in golden.commands:
        arguments = arguments_of(command, empire, golden.path.name)
        try:
            done = subprocess.run(arguments, cwd=golden.path.parent, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            problems.append(f"'{command}' did not end within {TIMEOUT_SECONDS} s")
            continue
        if len(golden.commands) > 1:
            pieces.append(f"$ {command}\n")
        pieces.append(done.stdout.decode("utf-8", "surrogateescape"))
        errors = done.stderr.decode("utf-8", "surrogateescape")
        if golden.stderr:
            pieces.append("--- stderr\n" + errors)
        if done.returncode != golden.exit_code:
            problems.append(f"'{command}' ended with exit code {done.returncode}, not {golden.exit_code}")
            if errors and not golden.stderr:
                problems.append("its stderr:\n" + errors.rstrip("\n"))
    return "".join(pieces), problems


def compare(golden, output):
    """Returns the problems: none if the output is the expected one."""
    if not golden.expected.exists():
        return [f"{golden.expected.name} is missing; run_golden.py --update writes it. The output:\n{output}"]
    expected = golden.expected.read_bytes().decode("utf-8", "surrogateescape")
    if expected == output:
        return []
    lines = difflib.unified_diff(expected.splitlines(keepends=True), output.splitlines(keepends=True),
                                 golden.expected.name, "this run")
    shown = [line if line.endswith("\n") else line + "\n\\ no newline at the end\n" for line in lines]
    return ["the output differs:\n" + "".join(shown).rstrip("\n")]


def check(path, empire, update):
    """Returns (passed, message)."""
    try:
        golden = Golden(path)
        output, problems = run(golden, empire)
    except (BadGolden, OSError, ValueError) as error:
        return False, str(error)
    if update and golden.known_bug is None:
        if problems:
            return False, "\n".join(problems + ["not updated"])
        golden.expected.write_bytes(output.encode("utf-8", "surrogateescape"))
        return True, "updated"
    if golden.known_bug is not None and not golden.expected.exists():
        return False, f"a KNOWNBUG golden needs {golden.expected.name} with the right output, written by hand"
    problems += compare(golden, output)
    if golden.known_bug is None:
        return not problems, "\n".join(problems)
    if problems:
        return True, f"fails as known: {golden.known_bug}"
    return False, f"passes: the bug is gone, remove 'KNOWNBUG: {golden.known_bug}'"


FAKE_EMPIRE = """#!/bin/sh
case "$1" in
  show) cat "$2"; pwd | sed 's|.*/||';;
  fail) echo out; echo err >&2; exit 3;;
  args) shift; for a; do echo "<$a>"; done;;
  stdin) cat; echo end;;
esac
"""

# Self-test: (name, text of the golden, .expected or None, passes?, piece of the message).
CASES = [
    ("equal", "# RUN: empire args %s -x\n", "<g.esl>\n<-x>\n", True, ""),
    ("C++ comment", "// RUN: empire args %s\n", "<g.esl>\n", True, ""),
    ("quoted word", "# RUN: empire args 'a b' --f=%s\n", "<a b>\n<--f=g.esl>\n", True, ""),
    ("runs in the folder of the file", "# RUN: empire show %s\n", "# RUN: empire show %s\ninner\n", True, ""),
    ("no stdin", "# RUN: empire stdin\n", "end\n", True, ""),
    ("two commands", "# RUN: empire args a\n# RUN: empire args b\n",
     "$ empire args a\n<a>\n$ empire args b\n<b>\n", True, ""),
    ("exit code and stderr", "# EXIT: 3\n# STDERR\n# RUN: empire fail\n", "out\n--- stderr\nerr\n", True, ""),
    ("stderr not compared", "# EXIT: 3\n# RUN: empire fail\n", "out\n", True, ""),
    ("different", "# RUN: empire args a\n", "<b>\n", False, "-<b>\n+<a>"),
    ("one newline less", "# RUN: empire args a\n", "<a>", False, "no newline at the end"),
    ("wrong exit code", "# RUN: empire fail\n", "out\n", False, "exit code 3, not 0"),
    ("missing expectation", "# RUN: empire args a\n", None, False, "g.esl.expected is missing"),
    ("no command", "location x\n", "", False, "no RUN line"),
    ("command too late", "\n" * HEADER_LINES + "# RUN: empire args\n", "", False, "no RUN line"),
    ("other program", "# RUN: rm %s\n", "", False, "begins with 'empire'"),
    ("bad exit", "# EXIT: one\n# RUN: empire args\n", "", False, "needs a number"),
    ("known bug", "# KNOWNBUG: wrong letter\n# RUN: empire args a\n", "<b>\n", True, "fails as known"),
    ("known bug that is gone", "# KNOWNBUG: wrong letter\n# RUN: empire args a\n", "<a>\n", False, "the bug is gone"),
    ("known bug without a reason", "# KNOWNBUG:\n# RUN: empire args a\n", "<b>\n", False, "needs a reason"),
    ("known bug without expectation", "# KNOWNBUG: x\n# RUN: empire args a\n", None, False, "written by hand"),
    ("bad golden with known bug", "# KNOWNBUG: x\n# RUN: rm %s\n", "", False, "begins with 'empire'"),
]


def self_test():
    failed = []

    def expect(name, condition, seen):
        if not condition:
            failed.append(name)
            print(f"self-test '{name}': got {seen}")

    with tempfile.TemporaryDirectory() as folder:
        empire = pathlib.Path(folder) / "empire"
        empire.write_text(FAKE_EMPIRE, encoding="utf-8")
        empire.chmod(empire.stat().st_mode | stat.S_IXUSR)
        inner = pathlib.Path(folder) / "inner"
        inner.mkdir()
        golden, expected = inner / "g.esl", inner / "g.esl.expected"
        for name, text, wanted, passes, message in CASES:
            golden.write_text(text, encoding="utf-8")
            expected.unlink(missing_ok=True)
            if wanted is not None:
                expected.write_text(wanted, encoding="utf-8")
            seen = check(golden, str(empire), update=False)
            expect(name, seen[0] == passes and message in seen[1], seen)
        golden.write_text("# RUN: empire args new\n", encoding="utf-8")
        expected.write_text("old\n", encoding="utf-8")
        seen = check(golden, str(empire), update=True)
        expect("update", seen[0] and expected.read_text(encoding="utf-8") == "<new>\n", seen)
        golden.write_text("# RUN: empire fail\n", encoding="utf-8")
        seen = check(golden, str(empire), update=True)
        expect("no update after a failure", not seen[0] and expected.read_text(encoding="utf-8") == "<new>\n", seen)
    total = len(CASES) + 2
    print(f"{total - len(failed)} of {total} self-tests pass")
    return not failed


def all_goldens(root):
    """Every file under tests/golden and examples with a RUN line on top."""
    found = []
    for path in sorted([*(root / "tests" / "golden").rglob("*"), *(root / "examples").rglob("*")]):
        if not path.is_file() or path.suffix in (".expected", ".md", ".py", ".pyc"):
            continue
        try:
            Golden(path)
        except BadGolden as error:
            if "no RUN line" in str(error):
                continue
        found.append(path)
    return found


def main(arguments):
    sys.stdout.reconfigure(errors="backslashreplace")
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    root = pathlib.Path(__file__).resolve().parents[2]
    update, empire, files = False, root / "build" / "release" / "empire", []
    for word in arguments:
        if word == "--update":
            update = True
        elif word.startswith("--empire="):
            empire = pathlib.Path(word.removeprefix("--empire=")).resolve()
        elif word.startswith("-"):
            print(__doc__)
            return 2
        else:
            files.append(pathlib.Path(word).resolve())
    failures = 0
    for path in files or all_goldens(root):
        passed, message = check(path, str(empire), update)
        failures += not passed
        print(f"{'ok' if passed else 'FAILED'}: {os.path.relpath(path)}" + (f"\n{message}" if message else ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
