#!/usr/bin/env python3
"""Checks the expectations of the C++ tests against the accesses that their headers list, without empire.

Usage: derive.py [FILE...]     every test under this folder if no FILE is given
       derive.py --self-test

The THREAD lines of a header say by hand what each thread does:
    // THREAD writer: set{ lock m, W lo, W hi, unlock m }
A unit is `name{ ... }`. Steps: `R x`, `W x`, `U x` (one indivisible read and write), `lock m`, `lockS m` (shared), `unlock m`,
`split` (the unit ends and begins anew, as at a wait; ignored under --wait=strict), `start t`, `join t`, `set f`, `require f`.
A name that comes twice has two alternatives. Threads that nobody starts run from the beginning. Locks can be taken
again by their holder. This file tries all interleavings against the eleven patterns: every VIOLATION must be possible, every
SAFE must not. IMPRECISE and UNKNOWN scenarios are about the tool, not about the program; they are not compared.
"""

import itertools
import pathlib
import re
import sys

from header import BadTest, Header, all_tests

# t and t' are two threads; a and b two different locations.
PATTERNS = {
    1: ["Ra W'a Wa"], 2: ["Ra W'a Ra"], 3: ["Wa R'a Wa"], 4: ["Wa W'a Ra"], 5: ["Wa W'a Wa"],
    6: ["Wa W'a W'b Wb", "Wa W'b W'a Wb"], 7: ["Wa W'b Wb W'a"], 8: ["Wa R'a R'b Wb", "Wa R'b R'a Wb"],
    9: ["Ra W'a W'b Rb", "Ra W'b W'a Rb"], 10: ["Ra W'b Rb W'a"], 11: ["Wa R'b Wb R'a"],
}
STEP = re.compile(r"(R|W|U|lock|lockS|unlock|start|join|set|require) (\S+)|split")


def steps_of(body, strict):
    """Parses a THREAD body into (operation, operand) pairs."""
    steps = []
    for piece in re.findall(r"[^,{}]+\{|\}|[^,{}]+", body):
        piece = piece.strip()
        if piece.endswith("{"):
            steps.append(("begin", piece[:-1].strip()))
        elif piece == "}":
            steps.append(("end", ""))
        elif piece:
            match = STEP.fullmatch(piece)
            if not match:
                raise BadTest(f"THREAD: '{piece}' is no step")
            if piece != "split":
                steps.append((match.group(1), match.group(2)))
            elif not strict:
                steps.append(("split", ""))
    depth = 0
    for operation, _ in steps:
        depth += {"begin": 1, "end": -1}.get(operation, 0)
        if depth not in (0, 1):
            raise BadTest("THREAD: write the outermost unit only")
    if depth:
        raise BadTest("THREAD: a unit is not closed")
    return steps


class Search:
    """All interleavings of one choice of alternatives, watched for one pattern."""

    def __init__(self, programs, pattern):
        self.programs = programs
        self.names = list(programs)
        self.pattern = pattern  # (thread, kind, location)
        self.first = {}
        self.last = {}
        for index, (thread, _, _) in enumerate(pattern):
            self.first.setdefault(thread, index)
            self.last[thread] = index
        self.started = {operand for steps in programs.values() for operation, operand in steps if operation == "start"}

    def found(self):
        begin = (tuple(0 if name not in self.started else -1 for name in self.names), (), frozenset(), 0)
        seen, work = {begin}, [begin]
        while work:
            for after in self.successors(work.pop()):
                if after[3] == len(self.pattern):
                    return True
                if after not in seen:
                    seen.add(after)
                    work.append(after)
        return False

    def successors(self, state):
        counters, locks, flags, matched = state
        for index, name in enumerate(self.names):
            at = counters[index]
            if at < 0 or at >= len(self.programs[name]):
                continue
            operation, operand = self.programs[name][at]
            following = list(counters)
            following[index] += 1
            if operation in ("R", "W", "U"):
                yield tuple(following), locks, flags, matched
                thread, kind, location = self.pattern[matched]
                if thread == name and location == operand and operation in (kind, "U"):
                    yield tuple(following), locks, flags, matched + 1
            elif operation in ("lock", "lockS"):
                others = [mode for lock, owner, mode in locks if lock == operand and owner != name]
                if not others or (operation == "lockS" and "lock" not in others):
                    yield tuple(following), tuple(sorted((*locks, (operand, name, operation)))), flags, matched
            elif operation == "unlock":
                held = [entry for entry in locks if entry[:2] == (operand, name)]
                if not held:
                    raise BadTest(f"THREAD {name}: unlocks {operand}, which it does not hold")
                left = list(locks)
                left.remove(held[-1])
                yield tuple(following), tuple(left), flags, matched
            elif operation in ("end", "split"):
                inside = name in self.first and self.first[name] < matched <= self.last[name]
                if not inside:
                    yield tuple(following), locks, flags, matched
            elif operation == "start":
                other = self.names.index(operand)
                following[other] = max(following[other], 0)
                yield tuple(following), locks, flags, matched
            elif operation == "join":
                if counters[self.names.index(operand)] == len(self.programs[operand]):
                    yield tuple(following), locks, flags, matched
            elif operation == "set":
                yield tuple(following), locks, flags | {operand}, matched
            elif operation == "require":
                if operand in flags:
                    yield tuple(following), locks, flags, matched
            else:
                yield tuple(following), locks, flags, matched


def violations(threads, strict=False):
    """The scenarios that the threads [(name, body)] can violate."""
    choices = {}
    for name, body in threads:
        choices.setdefault(name, []).append(steps_of(body, strict))
    locations = sorted({operand for alternatives in choices.values() for steps in alternatives
                        for operation, operand in steps if operation in ("R", "W", "U")})
    for steps in itertools.chain(*choices.values()):
        inside = False
        for operation, operand in steps:
            inside = operation == "begin" or (inside and operation != "end")
            if operation in ("R", "W", "U") and not inside:
                raise BadTest(f"THREAD: the access to {operand} is in no unit")
    found = set()
    for combination in itertools.product(*choices.values()):
        programs = dict(zip(choices, combination))
        for number, texts in PATTERNS.items():
            if number not in found and any(Search(programs, pattern).found()
                                           for text in texts for pattern in patterns_of(text, programs, locations)):
                found.add(number)
    return found


def patterns_of(text, programs, locations):
    """Every choice of two threads and of the locations for a pattern such as "Ra W'a Wa"."""
    words = text.split()
    for one, other in itertools.permutations(programs, 2):
        for a, b in itertools.permutations(locations, 2) if "b" in text else [(x, x) for x in locations]:
            yield [(other if "'" in word else one, word[0], a if word[-1] == "a" else b) for word in words]


def check(header):
    """Returns the problems of one test."""
    problems = []
    for block in header.blocks:
        if not block.verdicts_expected:
            continue
        expected = block.expected()
        compared = {number for number, word in expected.items() if word in ("violation", "safe")}
        threads = block.threads or header.threads
        if not compared:
            continue
        if not threads:
            problems.append(f"no THREAD lines for '{block.command}'")
            continue
        possible = violations(threads, "--wait=strict" in block.command)
        said = {number for number, word in expected.items() if word == "violation"}
        if said - possible:
            problems.append(f"'{block.command}': VIOLATION {sorted(said - possible)}, but the THREAD lines do not allow it")
        if (possible & compared) - said:
            problems.append(f"'{block.command}': SAFE {sorted((possible & compared) - said)}, but the THREAD lines allow it")
    return problems


# Self-test: (name, threads, the violated scenarios). One or more for every scenario, worked out with pencil and paper.
CASES = [
    ("stale write", ["a{R x, W x}", "b{W x}"], {1}),
    ("locked", ["a{lock m, R x, W x, unlock m}", "b{lock m, W x, unlock m}"], set()),
    ("shared locks exclude nobody", ["a{lockS m, R x, W x, unlock m}", "b{lockS m, W x, unlock m}"], {1}),
    ("shared against exclusive", ["a{lockS m, R x, R x, unlock m}", "b{lock m, W x, unlock m}"], set()),
    ("two reads", ["a{R x, R x}", "b{W x}"], {2}),
    ("intermediate", ["a{W x, W x}", "b{R x}"], {3}),
    ("other's value", ["a{W x, R x}", "b{W x}"], {4}),
    ("lost write", ["a{W x, W x}", "b{W x}"], {5}),
    ("mixed", ["a{W x, W y}", "b{W x, W y}"], {6}),
    ("mixed crosswise", ["a{W x, W y}", "b{W y, W x}"], {6, 7}),
    ("torn", ["a{W x, W y}", "b{R x, R y}"], {8, 9}),
    ("torn crosswise", ["a{W x, W y}", "b{R y, R x}"], {8, 9, 10, 11}),
    ("two units", ["a{R x} a{W x}", "b{W x}"], set()),
    ("split", ["a{R x, split, W x}", "b{W x}"], set()),
    ("update", ["a{U x}", "b{U x}"], set()),
    ("read, then update", ["a{R x, U x}", "b{R x, U x}"], {1, 2}),
    ("not started yet", ["a{R x, W x} start B", "b{W x}"], set()),
    ("joined", ["start B, join B, a{R x, W x}", "b{W x}"], set()),
    ("in between", ["a{R x, start B, W x}", "b{W x}"], {1}),
    ("flag", ["a{W x, W y} set f", "require f, b{R x, R y}"], set()),
    ("flag too early", ["a{W x, set f, W y}", "require f, b{R x, R y}"], {8}),
    ("gap in one", ["a{lock m, W x, unlock m, lock m, W y, unlock m}", "b{lock m, R x, R y, unlock m}"], {8}),
    ("gap in the other", ["a{lock m, W x, W y, unlock m}", "b{lock m, R x, unlock m, lock m, R y, unlock m}"], {9}),
]


def self_test():
    failed = 0
    for name, bodies, wanted in CASES:
        seen = violations(list(zip("AB", bodies)))
        if seen != wanted:
            failed += 1
            print(f"self-test '{name}': {sorted(seen)}, not {sorted(wanted)}")
    alternatives = violations([("A", "a{R x}"), ("A", "a{R x, W x}"), ("B", "b{W x}")])
    strict = violations([("A", "a{R x, split, W x}"), ("B", "b{W x}")], strict=True)
    wrong = Header("// THREAD A: a{R x, W x}\n// THREAD B: b{W x}\n// RUN: empire check\n// VIOLATION: 2\n// SAFE: rest\n")
    problems = check(wrong)
    for name, fine in (("alternatives", alternatives == {1}), ("strict", strict == {1}),
                       ("both directions", len(problems) == 2 and "[2]" in problems[0] and "[1]" in problems[1])):
        if not fine:
            failed += 1
            print(f"self-test '{name}' fails")
    print(f"{len(CASES) + 3 - failed} of {len(CASES) + 3} self-tests pass")
    return not failed


def main(arguments):
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    folder = pathlib.Path(__file__).resolve().parent
    failures = 0
    paths = [pathlib.Path(word) for word in arguments] or all_tests(folder)
    for path in paths:
        try:
            problems = check(Header(path.read_text(encoding="utf-8")))
        except BadTest as error:
            problems = [str(error)]
        failures += bool(problems)
        for problem in problems:
            print(f"{path}: {problem}")
    print(f"{len(paths) - failures} of {len(paths)} tests agree with their THREAD lines")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
