#!/usr/bin/env python3
"""Runs C++ test programs through empire and compares the verdicts with those in the header comments.

Usage: run_cpp.py [--empire=PATH] [FILE...]   without FILE: every test under this folder
       run_cpp.py --self-test                 check the runner with a made-up empire

README.md describes the header comments. There is no way to rewrite expectations: they come from the definitions, by hand.
"""

import json
import os
import pathlib
import shlex
import stat
import subprocess
import sys
import tempfile

from header import BadTest, Header, all_tests, lines_with

TIMEOUT_SECONDS = 120
FLAGS = {".cpp": ["-std=c++20", "-pthread"], ".c": ["-std=gnu17", "-pthread"]}


class Test:
    def __init__(self, path):
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.header = Header(self.text)

    def place(self, marker):
        """(file name, line) of the one line that carries the marker, here or in a file beside it."""
        found = []
        beside = [self.path.with_name(name) for name in self.header.files]
        beside += [name.with_suffix(".h") for name in [self.path, self.path.with_name(
            self.path.name.replace("_fixed", ""))] if name.with_suffix(".h").exists()]
        for path in dict.fromkeys([self.path, *beside]):
            found += [(path.name, line) for line in lines_with(path.read_text(encoding="utf-8"), marker)]
        if len(found) != 1:
            raise BadTest(f"the marker {marker} stands on {len(found)} lines, not on one")
        return found[0]

    def arguments(self, block, empire):
        words = shlex.split(block.command)
        if not words or words[0] != "empire":
            raise BadTest(f"a RUN line begins with 'empire': {block.command}")
        result = [empire]
        for word in words[1:]:
            if word == "%s":
                result += [self.path.name, *self.header.files]
                continue
            word = word.replace("%s", self.path.name)
            before, at, marker = word.partition(":@")
            result.append(f"{before}:{self.place('@' + marker)[1]}" if at else word)
        extra = ["--format=json"] + ([] if "--" in result else ["--", *FLAGS[self.path.suffix]])
        split = result.index("--") if "--" in result else len(result)
        return result[:split] + extra + result[split:]


def exit_codes(expected):
    """The exit codes that go with the expected verdicts (design: 1 violation, 3 unknown, 0 safe)."""
    words = set(expected.values())
    if "violation" in words:
        return {1}
    if "imprecise" in words:
        return {1, 3}
    return {3} if "unknown" in words else {0}


def witness_places(result):
    """(file name, line) of the steps of a result's witness that play a role in the scenario."""
    witness = result.get("witness") or []
    steps = witness.get("steps", []) if isinstance(witness, dict) else witness
    return [(os.path.basename(step["file"]), step["line"]) for step in steps if step.get("role")]


def compare_result(test, block, number, wanted, result):
    """The problems of one scenario's answer."""
    said = result["verdict"]
    if wanted == "imprecise":
        if said == "safe":
            return [f"scenario {number} is safe now: the tool got more precise, remove 'IMPRECISE {number}: "
                    f"{block.imprecise[number]}'"]
        return []
    if said != wanted:
        reason = f" ({result['reason']})" if result.get("reason") else ""
        return [f"scenario {number}: expected {wanted}, got {said}{reason}"]
    problems = []
    if number in block.witness:
        places = [test.place(marker) for marker in block.witness[number]]
        if witness_places(result) != places:
            problems.append(f"scenario {number}: expected a witness through {places} ({' '.join(block.witness[number])}), "
                            f"got {witness_places(result)}")
    if wanted == "violation" and result.get("confirmation") not in ("replayed", "observed"):
        problems.append(f"scenario {number}: the violation was not confirmed by a replay")
    return problems


def compare(test, block, answer):
    """The problems of the answer to one RUN line."""
    expected = block.expected()
    results = {}
    for result in answer.get("results", []):
        if result["scenario"] in results:
            return [f"scenario {result['scenario']} is answered twice"]
        results[result["scenario"]] = result
    problems = []
    for number in sorted(expected):
        result = results.pop(str(number), None)
        if result is None:
            problems.append(f"scenario {number} has no answer")
            continue
        problems += compare_result(test, block, number, expected[number], result)
    problems += [f"scenario {name} was not asked, but is answered" for name in results]
    reasons = " ".join(str(result.get("reason") or "") for result in answer.get("results", []))
    problems += [f"no reason contains '{text}'; the reasons: {reasons}" for text in block.reasons if text not in reasons]
    scope = json.dumps([answer.get(name) for name in ("scope", "locks", "assumptions")], ensure_ascii=False)
    problems += [f"scope, locks and assumptions do not contain '{text}'" for text in block.scope if text not in scope]
    return problems


def run_block(test, block, empire):
    arguments = test.arguments(block, empire)
    if block.verdicts_expected:
        codes = exit_codes(block.expected()) if block.exit_code is None else {block.exit_code}
    elif block.exit_code is None:
        raise BadTest(f"no expectation for '{block.command}'")
    else:
        codes = {block.exit_code}
    done = subprocess.run(arguments, cwd=test.path.parent, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                          timeout=TIMEOUT_SECONDS)
    errors = done.stderr.decode("utf-8", "replace")
    problems = []
    if done.returncode not in codes:
        problems.append(f"exit code {done.returncode}, not {' or '.join(map(str, sorted(codes)))}; stderr:\n{errors.rstrip()}")
    problems += [f"stderr does not contain '{text}':\n{errors.rstrip()}" for text in block.stderr if text not in errors]
    if block.verdicts_expected:
        try:
            problems += compare(test, block, json.loads(done.stdout))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            problems.append(f"stdout is no result in JSON: {error!r}")
    return [f"{' '.join(arguments[1:])}: {problem}" for problem in problems]


def check(path, empire):
    """Returns (passed, message)."""
    problems = []
    try:
        test = Test(path)
        for block in test.header.blocks:
            try:
                problems += run_block(test, block, empire)
            except subprocess.TimeoutExpired:
                problems.append(f"'{block.command}' did not end within {TIMEOUT_SECONDS} s")
    except (BadTest, OSError, ValueError) as error:
        return False, f"bad test: {error}"
    if test.header.known_bug is None:
        return not problems, "\n".join(problems)
    if problems:
        return True, f"fails as known: {test.header.known_bug}"
    return False, f"passes: the bug is gone, remove 'KNOWNBUG: {test.header.known_bug}'"


# The made-up empire answers by --site: the verdicts are in the option --fields, e.g. 1=violation,2=unknown; rest safe.
FAKE_EMPIRE = """#!/usr/bin/env python3
import json, sys
words = sys.argv[1:]
options = dict(w[2:].split("=", 1) for w in words if w.startswith("--") and "=" in w)
said = dict(w.split("=") for w in options.get("fields", "").split(",") if "=" in w)
if "exit" in options:
    print("no such field: cuont", file=sys.stderr)
    sys.exit(int(options["exit"]))
assert words[-2:] == ["-std=c++20", "-pthread"] and "--format=json" in words
asked = options.get("scenario", "1,2,3,4,5,6,7,8,9,10,11").split(",")
results = []
for number in asked:
    verdict = said.get(number, "safe")
    result = {"scenario": number, "verdict": verdict, "reason": "foo is not seen" if verdict == "unknown" else ""}
    if verdict == "violation":
        line = int(options["site"].split(":")[1])
        result["confirmation"] = options.get("confirmation", "replayed")
        result["witness"] = [{"file": "x/t.cpp", "line": line, "role": "R(l)"}, {"file": "t.cpp", "line": 1},
                             {"file": "t.cpp", "line": line + 1, "role": "W(l)"}]
    results.append(result)
print(json.dumps({"results": results, "scope": {"unseen": ["foo"]}}))
verdicts = {r["verdict"] for r in results}
sys.exit(1 if "violation" in verdicts else 3 if "unknown" in verdicts else 0)
"""

CODE = "\nint a;  // @SITE @r1\nint b;  // @w1\n"
RUN = "// RUN: empire check %s --site=%s:@SITE --fields="
# Self-test: (name, header, passes?, piece of the message).
CASES = [
    ("safe", RUN + "x\n// SAFE: all", True, ""),
    ("violation", RUN + "1=violation\n// VIOLATION: 1\n// SAFE: rest\n// WITNESS 1: @r1 @w1", True, ""),
    ("missed violation", RUN + "x\n// VIOLATION: 1\n// SAFE: rest", False, "expected violation, got safe"),
    ("false alarm", RUN + "2=violation\n// SAFE: all", False, "scenario 2: expected safe, got violation"),
    ("unknown is not safe", RUN + "2=unknown\n// SAFE: all", False, "got unknown (foo is not seen)"),
    ("witness elsewhere", RUN + "1=violation\n// VIOLATION: 1\n// SAFE: rest\n// WITNESS 1: @w1 @r1", False, "expected a witness"),
    ("witness of a safe scenario", RUN + "x\n// SAFE: all\n// WITNESS 1: @w1", False, "not a violation"),
    ("not replayed", RUN + "1=violation --confirmation=none\n// VIOLATION: 1\n// SAFE: rest", False, "not confirmed"),
    ("imprecise", RUN + "6=violation,7=unknown\n// IMPRECISE: 6-7 because reasons\n// SAFE: rest", True, ""),
    ("imprecise no more", RUN + "6=violation\n// IMPRECISE: 6 7 because reasons\n// SAFE: rest", False, "more precise"),
    ("imprecise without a reason", RUN + "6=violation\n// IMPRECISE: 6\n// SAFE: rest", False, "needs 'because'"),
    ("unknown", RUN + "1=unknown\n// UNKNOWN: 1 because foo\n// REASON: foo\n// SAFE: rest", True, ""),
    ("other reason", RUN + "1=unknown\n// UNKNOWN: 1 because foo\n// REASON: bar\n// SAFE: rest", False, "contains 'bar'"),
    ("scope", RUN + "x\n// SAFE: all\n// SCOPE: foo", True, ""),
    ("other scope", RUN + "x\n// SAFE: all\n// SCOPE: bar", False, "do not contain 'bar'"),
    ("unlisted", RUN + "x\n// SAFE: 1-10", False, "no expectation for the asked scenarios [11]"),
    ("listed twice", RUN + "x\n// SAFE: 1-11\n// VIOLATION: 3", False, "said to be"),
    ("some scenarios", RUN + "9=violation --scenario=8,9\n// VIOLATION: 9\n// SAFE: 8", True, ""),
    ("not asked", RUN + "x --scenario=8\n// SAFE: 8 9", False, "is not asked"),
    ("two runs", RUN + "x\n// SAFE: all\n" + RUN + "1=violation\n// VIOLATION: 1\n// SAFE: rest", True, ""),
    ("second run fails", RUN + "x\n// SAFE: all\n" + RUN + "x\n// VIOLATION: 1\n// SAFE: rest", False, "got safe"),
    ("exit code and stderr", RUN + "cuont --exit=4\n// EXIT: 4\n// STDERR: cuont", True, ""),
    ("other exit code", RUN + "cuont --exit=2\n// EXIT: 4", False, "exit code 2, not 4"),
    ("other stderr", RUN + "cuont --exit=4\n// EXIT: 4\n// STDERR: sett", False, "does not contain 'sett'"),
    ("nothing expected", RUN + "x", False, "no expectation"),
    ("no marker", "// RUN: empire check %s --site=%s:@HERE\n// SAFE: all", False, "stands on 0 lines"),
    ("known bug", RUN + "x\n// KNOWNBUG: later\n// VIOLATION: 1\n// SAFE: rest", True, "fails as known"),
    ("known bug that is gone", RUN + "x\n// KNOWNBUG: later\n// SAFE: all", False, "the bug is gone"),
    ("other program", "// RUN: rm %s\n// SAFE: all", False, "begins with 'empire'"),
    ("no run", "// nothing", False, "no RUN line"),
    ("no JSON", RUN + "x --exit=0\n// SAFE: all", False, "no result in JSON"),
]


def self_test():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        empire = pathlib.Path(folder) / "empire"
        empire.write_text(FAKE_EMPIRE, encoding="utf-8")
        empire.chmod(empire.stat().st_mode | stat.S_IXUSR)
        program = pathlib.Path(folder) / "t.cpp"
        for name, header, passes, message in CASES:
            program.write_text(header + CODE, encoding="utf-8")
            seen = check(program, str(empire))
            if seen[0] != passes or message not in seen[1]:
                failed += 1
                print(f"self-test '{name}': got {seen}")
    print(f"{len(CASES) - failed} of {len(CASES)} self-tests pass")
    return not failed


def main(arguments):
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    folder = pathlib.Path(__file__).resolve().parent
    empire, files = folder.parents[1] / "build" / "release" / "empire", []
    for word in arguments:
        if word.startswith("--empire="):
            empire = pathlib.Path(word.removeprefix("--empire=")).resolve()
        elif word.startswith("-"):
            print(__doc__)
            return 2
        else:
            files.append(pathlib.Path(word).resolve())
    failures = 0
    for path in files or all_tests(folder):
        passed, message = check(path, str(empire))
        failures += not passed
        print(f"{'ok' if passed else 'FAILED'}: {os.path.relpath(path)}" + (f"\n{message}" if message else ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
