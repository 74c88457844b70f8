"""The header comments of a C++ test: what to run, what must come out, and the accesses that the expectation rests on.

README.md beside this file describes every directive.
"""

import re

DIRECTIVE = re.compile(r"^//\s*(RUN|FILES|VIOLATION|SAFE|IMPRECISE|UNKNOWN|REASON|SCOPE|WITNESS \d+|EXIT|STDERR|KNOWNBUG"
                       r"|THREAD)\b:?\s*(.*)$")
ALL = frozenset(range(1, 12))
SUFFIXES = (".cpp", ".c")


class BadTest(Exception):
    """The test itself is wrong: nothing was compared."""


def numbers_of(text):
    """'1 5 8-10' -> {1, 5, 8, 9, 10}; commas are blanks; 'none' is the empty set."""
    found = set()
    for word in text.replace(",", " ").split():
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", word)
        if not match:
            raise BadTest(f"'{word}' is not a scenario or a range of scenarios")
        found.update(range(int(match.group(1)), int(match.group(2) or match.group(1)) + 1))
    if not found <= ALL:
        raise BadTest(f"scenarios are 1 to 11: {text}")
    return found


def because(text, word):
    """Splits '6 8 because of this'; the reason must not be empty."""
    numbers, found, reason = text.partition("because")
    if not found or not reason.strip():
        raise BadTest(f"{word} needs 'because' and a reason")
    return numbers_of(numbers), reason.strip()


class Block:
    """One RUN line with its expectations."""

    def __init__(self, command):
        self.command = command
        self.violation, self.imprecise, self.unknown = set(), {}, {}
        self.safe, self.safe_rest = set(), False
        self.reasons, self.scope, self.stderr, self.exit_code = [], [], [], None
        self.witness = {}  # scenario -> markers
        self.threads = []  # (name, body); replaces those of the file

    @property
    def asked(self):
        match = re.search(r"--scenario=(\S+)", self.command)
        return set(ALL) if not match or match.group(1) == "all" else numbers_of(match.group(1))

    @property
    def verdicts_expected(self):
        return bool(self.violation or self.safe or self.safe_rest or self.imprecise or self.unknown)

    def expected(self):
        """Scenario -> 'violation', 'safe', 'unknown' or 'imprecise'; every asked scenario exactly once."""
        wanted = {}
        for word, numbers in (("violation", self.violation), ("safe", self.safe), ("unknown", self.unknown),
                              ("imprecise", self.imprecise)):
            for number in numbers:
                if number not in self.asked:
                    raise BadTest(f"scenario {number} has an expectation but is not asked")
                if number in wanted:
                    raise BadTest(f"scenario {number} is said to be {wanted[number]} and {word}")
                wanted[number] = word
        rest = self.asked - set(wanted)
        if rest and not self.safe_rest:
            raise BadTest(f"no expectation for the asked scenarios {sorted(rest)}")
        wanted.update({number: "safe" for number in rest})
        for number in self.witness:
            if wanted.get(number) != "violation":
                raise BadTest(f"WITNESS {number}, but scenario {number} is not a violation")
        return wanted


class Header:
    def __init__(self, text):
        self.blocks, self.files, self.known_bug, self.threads = [], [], None, []
        for line in text.splitlines():
            match = DIRECTIVE.match(line)
            if match:
                self.add(match.group(1), match.group(2).strip())
        if not self.blocks:
            raise BadTest("no RUN line")

    def add(self, word, rest):
        if word == "RUN":
            self.blocks.append(Block(rest))
            return
        if word == "FILES":
            self.files += rest.split()
            return
        if word == "KNOWNBUG":
            if not rest:
                raise BadTest("KNOWNBUG needs a reason")
            self.known_bug = rest
            return
        if word == "THREAD":
            name, colon, body = rest.partition(":")
            if not colon:
                raise BadTest(f"THREAD needs a name and a colon: {rest}")
            (self.blocks[-1].threads if self.blocks else self.threads).append((name.strip(), body.strip()))
            return
        if not self.blocks:
            raise BadTest(f"{word} before the first RUN line")
        self.add_expectation(self.blocks[-1], word, rest)

    @staticmethod
    def add_expectation(block, word, rest):
        if word == "VIOLATION":
            block.violation |= numbers_of(rest)
        elif word == "SAFE":
            if rest in ("all", "rest"):
                block.safe_rest = True
            else:
                block.safe |= numbers_of(rest)
        elif word in ("IMPRECISE", "UNKNOWN"):
            numbers, reason = because(rest, word)
            (block.imprecise if word == "IMPRECISE" else block.unknown).update(dict.fromkeys(numbers, reason))
        elif word == "EXIT":
            if not rest.isdigit():
                raise BadTest(f"EXIT needs a number, not '{rest}'")
            block.exit_code = int(rest)
        elif word.startswith("WITNESS"):
            block.witness[int(word.split()[1])] = rest.split()
        else:
            if not rest:
                raise BadTest(f"{word} needs a text")
            {"REASON": block.reasons, "SCOPE": block.scope, "STDERR": block.stderr}[word].append(rest)


def lines_with(text, marker):
    """The 1-based lines whose comment carries the marker, e.g. '@r1'. Header lines (directives) do not count."""
    pattern = re.compile(r"//.*" + re.escape(marker) + r"(?!\w)")
    return [number for number, line in enumerate(text.splitlines(), 1)
            if pattern.search(line) and not line.startswith("//")]


def has_run(path):
    return any(line.startswith("// RUN:") for line in path.read_text(encoding="utf-8").splitlines())


def all_tests(folder):
    """Every test program under the folder: C and C++ files with a RUN line."""
    return [path for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES and has_run(path)]
