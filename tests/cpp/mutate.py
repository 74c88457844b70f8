#!/usr/bin/env python3
"""Takes the fixed programs apart: breaks one synchronisation in each and sees the verdicts follow.

Usage: mutate.py [--empire=PATH] [NAME...]   run the mutants whose file or number is named, or all
       mutate.py --self-test                 check that every edit applies, differs and agrees with its access list; no empire

Each row: the fixed program, what is broken, the textual edits, the scenarios that are violated then (all others stay
safe), and the accesses of the threads in the language of derive.py, from which the expectation was worked out by hand.
The first RUN line of the program is used.
"""

import pathlib
import re
import sys
import tempfile

from derive import violations
from header import BadTest, Header
from run_cpp import check

FOLDER = pathlib.Path(__file__).resolve().parent
SET = "set{ lock m, W lo, W hi, unlock m }"
SUM = "sum{ lock m, R lo, R hi, unlock m }"
SET_BARE = "set{ W lo, W hi }"
SUM_BARE = "sum{ R lo, R hi }"
ADD = "add{ lock m, R n, W n, unlock m }"
ADD_BARE = "add{ R n, W n }"

MUTANTS = [
    ("locks/mutex_fixed.cpp", "drop the lock", [("    m.lock();\n", ""), ("    m.unlock();\n", "")], {1}, [ADD_BARE, ADD_BARE]),
    ("locks/mutex_fixed.cpp", "move the write behind the unlock",
     [("    n = old + 1;\n    m.unlock();\n", "    m.unlock();\n    n = old + 1;\n")], {1},
     ["add{ lock m, R n, unlock m, W n }"] * 2),
    ("locks/timed_mutex_fixed.cpp", "drop the reader's lock",
     [("    m.lock();\n    int a = lo;\n    int b = hi;\n    m.unlock();\n", "    int a = lo;\n    int b = hi;\n")], {8, 9}, [SET, SUM_BARE]),
    ("locks/recursive_mutex_fixed.cpp", "shrink the outer lock to the second call",
     [("    std::lock_guard guard(m);\n    setLo(v);\n", "    setLo(v);\n    std::lock_guard guard(m);\n")], {8},
     ["set{ lock m, W lo, unlock m, lock m, lock m, W hi, unlock m, unlock m }", SUM]),
    ("locks/pthread_mutex_fixed.c", "drop the lock",
     [("  pthread_mutex_lock(&c->m);\n", ""), ("  pthread_mutex_unlock(&c->m);\n", "")], {1}, [ADD_BARE, ADD_BARE]),
    ("locks/pthread_spinlock_fixed.c", "move the second read behind the unlock",
     [("  int b = range.hi;\n  pthread_spin_unlock(&range.m);\n", "  pthread_spin_unlock(&range.m);\n  int b = range.hi;\n")],
     {9}, [SET, "sum{ lock m, R lo, unlock m, R hi }"]),
    ("locks/try_lock_fixed.cpp", "drop the reader's lock",
     [("    std::lock_guard guard(m);\n", "")], {8, 9}, [SET, SUM_BARE]),
    ("locks/std_lock_fixed.cpp", "the writer locks only the mutex of lo",
     [("    std::lock(mutexOfLo, mutexOfHi);\n    std::lock_guard first(mutexOfLo, std::adopt_lock);\n"
       "    std::lock_guard second(mutexOfHi, std::adopt_lock);\n", "    std::lock_guard first(mutexOfLo);\n"),
      ("    std::lock(mutexOfLo, mutexOfHi);\n", "    mutexOfHi.lock();\n"),
      ("    mutexOfLo.unlock();\n", "")], {8, 9},
     ["set{ lock a, W lo, W hi, unlock a }", "sum{ lock b, R lo, R hi, unlock b }"]),
    ("locks/scoped_lock_several_fixed.cpp", "use disjoint mutexes",
     [("guard(input, output)", "guard(input)"), ("guard(output, input)", "guard(output)")], {8, 9},
     ["set{ lock input, W lo, W hi, unlock input }", "sum{ lock output, R lo, R hi, unlock output }"]),
    ("shared/shared_mutex_fixed.cpp", "take the exclusive lock in shared mode", [("std::unique_lock guard", "std::shared_lock guard")], {1},
     ["add{ lockS m, R n, W n, unlock m }"] * 2),
    ("shared/shared_timed_mutex_fixed.cpp", "the writer takes shared mode",
     [("std::unique_lock guard", "std::shared_lock guard")], {8, 9},
     ["set{ lockS m, W lo, W hi, unlock m }", "sum{ lockS m, R lo, R hi, unlock m }"]),
    ("shared/upgrade_fixed.cpp", "read before the lock",
     [("    std::unique_lock writing(m);\n    int old = n;\n", "    int old = n;\n    std::unique_lock writing(m);\n")], {1},
     ["refresh{ R n, lock m, W n, unlock m }"] * 2),
    ("raii/lock_guard_fixed.cpp", "shrink the writer's lock to the first write",
     [("    std::lock_guard<std::mutex> guard(m);\n    lo = v;\n",
       "    {\n      std::lock_guard<std::mutex> guard(m);\n      lo = v;\n    }\n")], {8},
     ["set{ lock m, W lo, unlock m, W hi }", SUM]),
    ("raii/scoped_lock_fixed.cpp", "write before the lock",
     [("    std::scoped_lock guard(m);\n    lo = v;\n", "    lo = v;\n    std::scoped_lock guard(m);\n")], {8},
     ["set{ W lo, lock m, W hi, unlock m }", SUM]),
    ("raii/unique_lock_defer_fixed.cpp", "lock after the first write",
     [("    lock.lock();\n    lo = v;\n", "    lo = v;\n    lock.lock();\n")], {8},
     ["set{ W lo, lock m, W hi, unlock m }", SUM]),
    ("raii/own_wrapper_fixed.cpp", "the guard does not lock", [("{ m_.lock(); }", "{}"), ("{ m_.unlock(); }", "{}")], {8, 9},
     [SET_BARE, SUM_BARE]),
    ("condition/helper_unlocks_fixed.cpp", "call the helper between the writes",
     [("    letOthersRun(lock);\n    lo = v;\n", "    lo = v;\n    letOthersRun(lock);\n")], {8},
     ["set{ lock m, W lo, unlock m, lock m, W hi, unlock m }", SUM]),
    ("threads/loop_fixed.cpp", "lock a mutex that is not shared",
     [("    std::lock_guard guard(m);\n", "    std::mutex own;\n    std::lock_guard guard(own);\n")], {1}, [ADD_BARE, ADD_BARE]),
    ("threads/join_one_fixed.cpp", "leave the last thread for later",
     [("  for (std::thread& worker : workers) worker.join();\n  int total = range.sum();\n",
       "  int total = range.sum();\n  for (std::thread& worker : workers) worker.join();\n")], {8, 9}, [SET, SUM_BARE]),
    ("threads/std_thread_fixed.cpp", "read before the join",
     [("  worker.join();\n  int total = range.sum();\n", "  int total = range.sum();\n  worker.join();\n")], {8, 9},
     [SET_BARE, SUM_BARE]),
    ("atomics/load_store_fixed.cpp", "split the read-modify-write", [("n.fetch_add(1);", "n = n + 1;")], {1}, [ADD_BARE, ADD_BARE]),
    ("sync/semaphore_fixed.cpp", "the semaphore starts at 2",
     [("std::binary_semaphore free{1};", "std::counting_semaphore<2> free{2};")], {1}, [ADD_BARE, ADD_BARE]),
    ("sync/promise_fixed.cpp", "do not wait for the promise", [("    written.get();\n", "")], {8, 9}, [SET_BARE, SUM_BARE]),
    ("exceptions/raii_fixed.cpp", "the guard covers the try block only",
     [("    std::lock_guard guard(m);\n    try {\n", "    try {\n      std::lock_guard guard(m);\n")], {8},
     ["set{ lock m, W lo, unlock m, W hi }", SUM]),
    ("calls/virtual_override_fixed.cpp", "the override takes a mutex of its own",
     [("    std::lock_guard guard(m);\n    lo = v + 1;\n", "    std::lock_guard guard(mine);\n    lo = v + 1;\n"),
      ("    hi = v + 1;\n  }\n", "    hi = v + 1;\n  }\n  std::mutex mine;\n")], {8, 9},
     ["set{ lock mine, W lo, W hi, unlock mine }", SUM]),
    ("calls/std_function_fixed.cpp", "call the function after the unlock",
     [("    finish(*this);\n    m.unlock();\n", "    m.unlock();\n    finish(*this);\n")], {8},
     ["update{ lock m, W lo, unlock m, W hi }", SUM]),
    ("objects/wrong_mutex_fixed.cpp", "lock the copy only", [("guard(m, other.m)", "guard(m)")], {8, 9},
     [SET, "copyFrom{ lock target, R lo, R hi, unlock target }"]),
    ("objects/global_and_member_fixed.cpp", "the reader locks a global mutex",
     [("    std::lock_guard guard(m);\n    int a", "    std::lock_guard guard(global);\n    int a"),
      ("class Range {", "static std::mutex global;\n\nclass Range {")], {8, 9},
     [SET, "sum{ lock global, R lo, R hi, unlock global }"]),
    ("units/file_scope_fixed.c", "the writer takes another mutex",
     [("  pthread_mutex_lock(&m);\n  head = 1;\n  tail = 1;\n  pthread_mutex_unlock(&m);\n",
       "  pthread_mutex_lock(&n);\n  head = 1;\n  tail = 1;\n  pthread_mutex_unlock(&n);\n"),
      ("static int head, tail;\n", "static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;\nstatic int head, tail;\n")], {8, 9},
     ["reset{ lock n, W head, W tail, unlock n }", "length{ lock m, R head, R tail, unlock m }"]),
]


def mutate(row):
    """The text of the mutant: the edited program under a header with the new expectation."""
    file, _, edits, violated, threads = row
    text = (FOLDER / file).read_text(encoding="utf-8")
    command = Header(text).blocks[0].command
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("//"))
    for old, new in edits:
        if old not in body:
            raise BadTest(f"{file}: does not contain {old!r}")
        body = body.replace(old, new)
    numbers = " ".join(map(str, sorted(violated)))
    lines = "".join(f"// THREAD t{index}: {thread}\n" for index, thread in enumerate(threads))
    return f"{lines}// RUN: {command}\n// VIOLATION: {numbers}\n// SAFE: rest\n{body}"


def self_test():
    failed = 0
    for number, row in enumerate(MUTANTS, 1):
        try:
            mutate(row)
            possible = violations([(f"t{index}", body) for index, body in enumerate(row[4])])
            if possible != row[3]:
                raise BadTest(f"the access lists give {sorted(possible)}, not {sorted(row[3])}")
        except BadTest as error:
            failed += 1
            print(f"mutant {number} ({row[0]}, {row[1]}): {error}")
    print(f"{len(MUTANTS) - failed} of {len(MUTANTS)} mutants are well made")
    return not failed


def main(arguments):
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    empire, names = FOLDER.parents[1] / "build" / "release" / "empire", []
    for word in arguments:
        if word.startswith("--empire="):
            empire = pathlib.Path(word.removeprefix("--empire=")).resolve()
        elif word.startswith("-"):
            print(__doc__)
            return 2
        else:
            names.append(word)
    failures = ran = 0
    for number, row in enumerate(MUTANTS, 1):
        if names and row[0] not in names and str(number) not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / re.sub(r".*/", "", row[0])
            program.write_text(mutate(row), encoding="utf-8")
            passed, message = check(program, str(empire))
        ran += 1
        failures += not passed
        print(f"{'ok' if passed else 'FAILED'}: {number} {row[0]}: {row[1]}: {sorted(row[3])}"
              + (f"\n{message}" if message else ""))
    return 1 if failures or not ran else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
