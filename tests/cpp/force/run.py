#!/usr/bin/env python3
"""Forces the interleavings that the tests expect, in the compiled programs, and sees the values go wrong.

Usage: run.py [--compiler=clang++-19] [NAME...]   programs whose path is named, or all

For each row a copy of the program is made with three changes: the first thread that comes past the marked line sleeps there
(`forceGap`), the other thread begins late (`forceLate`), and the values are printed. The fixed twin, where there is one with the
same lines, gets the same changes and must print consistent values. Needs a C++ compiler and a few seconds, not empire.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parents[1]
PRELUDE = """#include <stdio.h>
#include <unistd.h>
static int forceCount;
__attribute__((unused)) static void forceGap(void) { if (__sync_fetch_and_add(&forceCount, 1) == 0) usleep(400000); }
__attribute__((unused)) static void forceLate(void) { usleep(150000); }
"""
LATE_WRITER = ("{ range.set(", "{ forceLate(); range.set(")
LATE_READER = ("{ range.sum(", "{ forceLate(); range.sum(")
SHOW = ("return a + b;", 'printf("lo=%d hi=%d\\n", a, b); return a + b;')
SHOW_N = ("  two.join();\n", '  two.join();\n  printf("n=%d\\n", (int)counter.n);\n')
C_JOIN_TWO = ("  pthread_join(two, NULL);\n", '  pthread_join(two, NULL);\n  printf("n=%d\\n", c->n);\n')

# (program, scenario, marker of the line after which the first thread sleeps, edits, wrong output, right output or None)
# The right output is what the twin must print: None if the twin has no line with the same place to sleep.
ROWS = [
    ("locks/mutex.cpp", 1, "@gap", [SHOW_N], "n=1", "n=2"),
    ("locks/pthread_mutex.c", 1, "@gap", [C_JOIN_TWO], "n=1", "n=2"),
    ("locks/timed_mutex.cpp", 9, "@gap", [LATE_WRITER, SHOW], "lo=0 hi=7", "lo=0 hi=0"),
    ("shared/shared_mutex.cpp", 1, "@r", [SHOW_N], "n=1", "n=2"),
    ("shared/shared_timed_mutex.cpp", 9, "@gap", [LATE_WRITER, SHOW], "lo=0 hi=7", "lo=0 hi=0"),
    ("raii/unique_lock_early_unlock.cpp", 8, "@gap", [LATE_READER, SHOW], "lo=7 hi=0", "lo=7 hi=7"),
    ("raii/own_wrapper.cpp", 8, "@w1", [LATE_READER, SHOW], "lo=7 hi=0", "lo=7 hi=7"),
    # Here the writer must be late after its temporary guard is gone: before, the guard would wait for the reader.
    ("raii/own_wrapper.cpp", 9, "@r1", [("    Guard{m};\n", "    Guard{m};\n    forceLate();\n"),
                                        ("{ range.sum(", "{ usleep(50000); range.sum("), SHOW], "lo=0 hi=7", None),
    ("condition/helper_unlocks.cpp", 8, "@gap", [LATE_READER, SHOW], "lo=7 hi=0", "lo=7 hi=7"),
    ("threads/std_thread.cpp", 9, "@r1", [LATE_WRITER, SHOW], "lo=0 hi=7", "lo=7 hi=7"),
    ("threads/loop.cpp", 1, "@r", [("worker.join();\n", 'worker.join();\n  printf("n=%d\\n", counter.n);\n')], "n=1", "n=4"),
    ("once/double_checked.cpp", 8, "@w1", [("std::thread two([&] { ", "std::thread two([&] { forceLate(); "), SHOW],
     "lo=1 hi=0", None),
    ("atomics/load_store.cpp", 1, "@gap", [SHOW_N], "n=1", None),
    ("atomics/two_together.cpp", 8, "@w1", [LATE_READER, SHOW], "lo=7 hi=0", "lo=7 hi=7"),
    ("sync/latch.cpp", 8, "@gap", [LATE_READER, SHOW], "lo=7 hi=0", "lo=7 hi=7"),
    ("exceptions/raii.cpp", 8, "@gap", [LATE_READER, SHOW], "lo=-7 hi=0", None),
    ("calls/virtual_override.cpp", 8, "@w1", [("{ range->sum(", "{ forceLate(); range->sum("), SHOW], "lo=8 hi=0", "lo=8 hi=8"),
    ("objects/unique_ptr.cpp", 9, "@gap", [("{ range->set(", "{ forceLate(); range->set("), SHOW], "lo=0 hi=7", "lo=0 hi=0"),
    ("units/client_unit.cpp", 9, "@gap", [LATE_WRITER, SHOW], "lo=0 hi=7", None),
]


class Failure(Exception):
    pass


def forced(text, marker, edits):
    """The program with the sleep after the marked line and the edits applied to it."""
    lines, found = [], 0
    for line in text.splitlines():
        lines.append(line)
        if not line.startswith("//") and re.search(r"//.*" + marker + r"(?!\w)", line):
            lines.append("forceGap();")
            found += 1
    if found != 1:
        raise Failure(f"the marker {marker} stands on {found} lines")
    return PRELUDE + apply("\n".join(lines) + "\n", edits)


def apply(text, edits):
    for old, new in edits:
        if old not in text:
            raise Failure(f"no {old!r} in the program")
        text = text.replace(old, new)
    return text


def forced_twin(text, statement, edits):
    """The twin has no markers: the sleep goes after the statement that carried one."""
    if text.count(statement) != 1:
        raise Failure(f"the twin has {text.count(statement)} times {statement!r}")
    return PRELUDE + apply(text.replace(statement, statement + "forceGap();\n"), edits)


def output_of(text, suffix, compiler, folder):
    source, binary = folder / ("program" + suffix), folder / "program"
    source.write_text(text, encoding="utf-8")
    flags = ["-std=c++20"] if suffix == ".cpp" else ["-x", "c", "-std=gnu17"]
    built = subprocess.run([compiler, *flags, "-pthread", "-O1", "-I", str(FOLDER), str(source), "-o", str(binary)],
                           capture_output=True, text=True, check=False)
    if built.returncode:
        raise Failure(built.stderr)
    done = subprocess.run([binary], capture_output=True, text=True, timeout=30, check=False)
    return done.stdout.split("\n")[0] if "n=" not in done.stdout else done.stdout.strip().split("\n")[-1]


def statement_of(text, marker):
    """The code of the marked line; for an unlock in the middle (@gap), that of the access before it."""
    lines = text.splitlines()
    index = next(i for i, line in enumerate(lines) if not line.startswith("//") and re.search(r"//.*" + marker + r"(?!\w)", line))
    while marker == "@gap" and not re.search(r"// @[rw]", lines[index]):
        index -= 1
    return re.sub(r"\s*// @.*$", "", lines[index]).strip() + "\n"


def run_row(row, compiler, folder):
    """Returns what was seen; raises Failure."""
    name, _, marker, edits, wrong, right = row
    path = FOLDER / name
    text = path.read_text(encoding="utf-8")
    seen = output_of(forced(text, marker, edits), path.suffix, compiler, folder)
    if seen != wrong:
        raise Failure(f"printed '{seen}', not the wrong value '{wrong}'")
    if right is None:
        return seen
    twin = path.with_name(path.stem + "_fixed" + path.suffix).read_text(encoding="utf-8")
    fixed = output_of(forced_twin(twin, statement_of(text, marker), edits), path.suffix, compiler, folder)
    if fixed != right:
        raise Failure(f"the twin printed '{fixed}', not '{right}'")
    return f"{seen}; the twin under the same delays: {fixed}"


def main(arguments):
    compiler, names = "clang++-19", []
    for word in arguments:
        if word.startswith("--compiler="):
            compiler = word.removeprefix("--compiler=")
        elif word.startswith("-"):
            print(__doc__)
            return 2
        else:
            names.append(word)
    failures = ran = 0
    for row in ROWS:
        if names and row[0] not in names:
            continue
        ran += 1
        with tempfile.TemporaryDirectory() as folder:
            try:
                print(f"ok: {row[0]} scenario {row[1]}: {run_row(row, compiler, pathlib.Path(folder))}", flush=True)
            except (Failure, subprocess.TimeoutExpired) as error:
                failures += 1
                print(f"FAILED: {row[0]} scenario {row[1]}: {error}", flush=True)
    print(f"{ran - failures} of {ran} interleavings forced")
    return 1 if failures or not ran else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
