#!/usr/bin/env python3
"""Checks the include rules of cmake/layers.txt.

Usage: layers_test.py ROOT         check the source tree at ROOT
       layers_test.py --self-test  check the checker on small made-up trees

Fails when the table has a cycle or names an unknown folder, when a file includes what its folder may not
include, when a library header is included outside the folders listed for it, and when a source file lies in
a folder that the table does not know. `tests`, `benchmarks` and `examples` may include any folder.
"""

import pathlib
import re
import sys
import tempfile

SOURCE_SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".c", ".inc"}
FREE_FOLDERS = {"tests", "benchmarks", "examples"}
SKIPPED_FOLDERS = {"build", "docs", "node_modules"}
QUOTED = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
ANGLED = re.compile(r"^\s*#\s*include\s*<([^>]+)>")


class Table:
    """The allowed folders of each folder, and the allowed folders of each external library."""

    def __init__(self):
        self.folders = {}
        self.externals = {}


def read_table(text):
    """Returns (table, problems)."""
    table, problems = Table(), []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        left, colon, right = line.partition(":")
        if not colon:
            problems.append(f"layers.txt:{number}: expected 'folder: folders' but there is no ':'")
            continue
        names = left.split()
        if names and names[0] == "external":
            for name in names[1:]:
                table.externals[name] = right.split()
        elif len(names) != 1:
            problems.append(f"layers.txt:{number}: expected one folder before ':'")
        elif names[0] in table.folders:
            problems.append(f"layers.txt:{number}: folder '{names[0]}' has two rows")
        else:
            table.folders[names[0]] = right.split()
    for what, rows in (("folder", table.folders), ("external", table.externals)):
        for name, allowed in rows.items():
            for other in allowed:
                if other not in table.folders:
                    problems.append(f"layers.txt: {what} '{name}' lists '{other}', which has no row")
    return table, problems


def find_cycle(folders):
    """Returns the folders of one cycle, first one repeated at the end, or None."""
    done = set()
    for start in folders:
        path, pending = [], [(start, 0)]
        while pending:
            folder, depth = pending.pop()
            del path[depth:]
            if folder in path:
                return path[path.index(folder):] + [folder]
            if folder in done:
                continue
            path.append(folder)
            pending += [(other, depth + 1) for other in folders.get(folder, [])]
        # Everything reachable from start was walked without meeting a cycle.
        stack = [start]
        while stack:
            folder = stack.pop()
            if folder not in done:
                done.add(folder)
                stack += folders.get(folder, [])
    return None


def source_files(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.suffix not in SOURCE_SUFFIXES or not path.is_file():
            continue
        if parts[0] in SKIPPED_FOLDERS or any(part.startswith(".") for part in parts):
            continue
        yield path, parts


def check_includes(table, path, parts):
    """Returns the problems of one file in a folder of the table."""
    folder, problems = parts[0], []
    shown = "/".join(parts)
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        quoted, angled = QUOTED.match(line), ANGLED.match(line)
        if quoted:
            target = quoted.group(1)
            other = target.split("/")[0]
            if "/" not in target or other in (".", ".."):
                problems.append(f'{shown}:{number}: include "{target}" by its path from the root')
            elif other != folder and other not in table.folders[folder]:
                problems.append(f'{shown}:{number}: {folder} may not include "{target}": not in its row')
        elif angled:
            target = angled.group(1)
            first = target.split("/")[0]
            if first in table.folders:
                problems.append(f"{shown}:{number}: include <{target}> with quotes, not brackets")
            elif first in table.externals and folder not in table.externals[first]:
                allowed = ", ".join(table.externals[first]) or "nobody"
                problems.append(f"{shown}:{number}: <{target}> is only for {allowed}")
    return problems


def check_tree(root):
    """Returns (problems, number of files checked)."""
    table, problems = read_table((root / "cmake" / "layers.txt").read_text(encoding="utf-8"))
    cycle = find_cycle(table.folders)
    if cycle:
        problems.append("layers.txt: a cycle: " + " -> ".join(cycle))
    count = 0
    for path, parts in source_files(root):
        count += 1
        if len(parts) == 1:
            problems.append(f"{parts[0]}: a source file in the root; it belongs in a folder of cmake/layers.txt")
        elif parts[0] in table.folders:
            problems += check_includes(table, path, parts)
        elif parts[0] not in FREE_FOLDERS:
            problems.append(f"{'/'.join(parts)}: folder '{parts[0]}' has no row in cmake/layers.txt")
    return problems, count


# Self-test: (name, table, files, a piece of the only problem expected or None).
GOOD_TABLE = "# comment\na:\nb: a\nc: a b\n\nexternal llvm clang: c\n"
CASES = [
    ("good", GOOD_TABLE, {"a/x.h": "#include <vector>\n", "b/x.cpp": '#include "a/x.h"\n#include "b/y.h"\n',
                          "c/x.cpp": "#include <llvm/IR/Module.h>\n", "tests/t.cpp": '#include "c/x.h"\n',
                          "build/gen.cpp": '#include "nowhere/x.h"\n'}, None),
    ("diamond", "a:\nb: a\nc: a\nd: b c a\n", {"d/x.cpp": '#include "a/x.h"\n'}, None),
    ("forbidden include", GOOD_TABLE, {"a/x.cpp": '#include "b/x.h"\n'}, "a/x.cpp:1: a may not include"),
    ("forbidden, spaced", GOOD_TABLE, {"a/x.cpp": '\n  #  include "c/x.h"\n'}, "a/x.cpp:2: a may not include"),
    ("include from a nested folder", GOOD_TABLE, {"a/in/x.cpp": '#include "b/x.h"\n'}, "a/in/x.cpp:1: a may not"),
    ("include of tests", GOOD_TABLE, {"a/x.cpp": '#include "tests/x.h"\n'}, "a may not include"),
    ("include of a neighbour", GOOD_TABLE, {"a/x.cpp": '#include "x.h"\n'}, "by its path from the root"),
    ("include upwards", GOOD_TABLE, {"a/x.cpp": '#include "../b/x.h"\n'}, "by its path from the root"),
    ("include in brackets", GOOD_TABLE, {"a/x.cpp": "#include <b/x.h>\n"}, "with quotes"),
    ("external library", GOOD_TABLE, {"b/x.cpp": "#include <clang/AST/Decl.h>\n"}, "is only for c"),
    ("unknown folder", GOOD_TABLE, {"z/x.cpp": ""}, "folder 'z' has no row"),
    ("file in the root", GOOD_TABLE, {"x.cpp": ""}, "a source file in the root"),
    ("cycle of two", "a: b\nb: a\n", {}, "a cycle: a -> b -> a"),
    ("cycle of one", "a: a\n", {}, "a cycle: a -> a"),
    ("cycle behind a tail", "t: a\na: b\nb: c\nc: a\n", {}, "a cycle: a -> b -> c -> a"),
    ("row without colon", "a\n", {}, "no ':'"),
    ("unknown name in a row", "a: nope\n", {}, "'nope', which has no row"),
    ("two rows", "a:\na:\n", {}, "two rows"),
]


def self_test():
    failed = 0
    for name, table, files, expected in CASES:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path, text in {"cmake/layers.txt": table, **files}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            problems, _ = check_tree(root)
        if expected is None:
            good = not problems
        else:
            good = len(problems) == 1 and expected in problems[0]
        if not good:
            failed += 1
            print(f"self-test '{name}': expected {expected!r}, got {problems}")
    print(f"{len(CASES) - failed} of {len(CASES)} self-tests pass")
    return failed == 0


def main(arguments):
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    if len(arguments) != 1:
        print(__doc__)
        return 2
    problems, count = check_tree(pathlib.Path(arguments[0]))
    print("\n".join(problems + [f"{count} files, {len(problems)} problems"]))
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
