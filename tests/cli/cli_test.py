"""End-to-end tests of the command line: cli_test.py EMPIRE SOURCE_FOLDER."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

EMPIRE = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2]).resolve()
# Sanitizers slow everything down; limits on time are only there to notice a hang.
PATIENCE = 60

TORN = """location x
location y
lock m
process main { function run {
  start t
  unit-begin "sum"
  lock m
  read x "p->x"
  unlock m
  lock m
  read y
  unlock m
  unit-end
  return
} }
process t { function run {
  unit-begin "set"
  lock m
  write x
  write y
  unlock m
  unit-end
  return
} }
"""

FIXED = TORN.replace('  unlock m\n  lock m\n  read y', '  read y')


def endless(threads=9, locks=6):
    """A safe model with far more states than can be searched in the time of a test: every thread takes pairs of
    locks in a fixed order, and accesses x and y only with all the locks held."""
    text = "location x\nlocation y\n" + "".join(f"lock m{i}\n" for i in range(locks))
    text += "process main { function run {\n" + "".join(f"  start t{i}\n" for i in range(threads)) + "  return\n} }\n"
    for i in range(threads):
        text += f"process t{i} {{ function run {{\n"
        text += "  again: choice pairs, all\n"
        text += "  pairs: choice " + ", ".join(f"p{k}" for k in range(locks - 1)) + "\n"
        for k in range(locks - 1):
            text += f"  p{k}: lock m{k}\n  lock m{k + 1}\n  unlock m{k}\n  unlock m{k + 1}\n  goto again\n"
        text += "  all: unit-begin\n" + "".join(f"  lock m{k}\n" for k in range(locks))
        text += "  read x\n  write y\n  write x\n  read y\n"
        text += "".join(f"  unlock m{k}\n" for k in range(locks)) + "  unit-end\n  goto again\n} }\n"
    return text


class Cli(unittest.TestCase):
    def setUp(self):
        self.temp = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temp.name)
        self.addCleanup(self.temp.cleanup)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def run_empire(self, *arguments, **options):
        options.setdefault("timeout", PATIENCE)
        options.setdefault("stdin", subprocess.DEVNULL if "input" not in options else None)
        if options["stdin"] is None:
            del options["stdin"]
        if "stdout" not in options:
            options["stdout"] = subprocess.PIPE
        return subprocess.run([EMPIRE, *arguments], cwd=self.folder, stderr=subprocess.PIPE, **options)

    def expect(self, code, *arguments, **options):
        done = self.run_empire(*arguments, **options)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        self.assertNotIn(b"internal error", done.stderr)
        return (done.stdout or b"").decode(), done.stderr.decode()

    def files(self):
        return sorted(os.listdir(self.folder))


class Verdicts(Cli):
    def test_violation(self):
        self.write("a.esl", TORN)
        out, err = self.expect(1, "check", "a.esl", "--scenario=9")
        self.assertEqual(err, "")
        self.assertIn("violation of scenario 9 (torn-read-inside): a torn state is read\n", out)
        self.assertIn("R(l1) p->x", out)
        self.assertIn("R(l2) read y", out)
        self.assertIn("W'(l2) write y", out)
        self.assertIn("{m}", out)
        self.assertTrue(all(len(line) <= 80 for line in out.splitlines()))

    def test_safe(self):
        self.write("a.esl", FIXED)
        out, _ = self.expect(0, "check", "a.esl")
        self.assertIn("safe: scenarios 1-11\n", out)
        self.assertIn("no data races", out)

    def test_engines_agree(self):
        for text, code in ((TORN, 1), (FIXED, 0)):
            self.write("a.esl", text)
            verdicts = []
            for engine in ("product", "reference"):
                out, _ = self.expect(code, "check", "a.esl", "--format=json", f"--engine={engine}")
                verdicts.append([r["verdict"] for r in json.loads(out)["results"]])
            self.assertEqual(verdicts[0], verdicts[1])

    def test_narrowing(self):
        self.write("a.esl", TORN)
        out, _ = self.expect(0, "check", "a.esl", "--scenario=9", "--threads=t")
        self.assertIn("only t does", out)
        self.expect(0, "check", "a.esl", "--scenario=9", "--locations=x")
        self.expect(1, "check", "a.esl", "--scenario=9", "--threads=main,t", "--locations=x,y")

    def test_exit_zero(self):
        self.write("a.esl", TORN)
        self.expect(0, "check", "a.esl", "--exit-zero")
        self.expect(4, "check", "none.esl", "--exit-zero")
        self.expect(2, "check", "a.esl", "--exit-zero", "--scenario=99")

    def test_standard_input(self):
        out, _ = self.expect(1, "check", "-", input=TORN.encode())
        self.assertIn("<stdin>", out)

    def test_names_with_blanks_and_utf8(self):
        name = self.write("a b \u00e9.esl", TORN)
        out, _ = self.expect(1, "check", name)
        self.assertIn(name, out)

    def test_data_races(self):
        self.write("a.esl", TORN.replace("  lock m\n  write x", "  write x\n  lock m"))
        out, _ = self.expect(1, "check", "a.esl", "--format=json")
        races = json.loads(out)["races"]
        self.assertEqual([r["location"] for r in races], ["x"])
        self.assertEqual({a["thread"] for a in races[0]["accesses"]}, {"main", "t"})


class Json(Cli):
    def test_structure(self):
        self.write("a.esl", TORN)
        out, _ = self.expect(1, "check", "a.esl", "--scenario=9,5", "--format=json")
        report = json.loads(out)
        self.assertEqual(list(report), ["schema", "tool", "query", "root", "files", "threads", "locks", "locations",
                                        "program", "scope", "assumptions", "races", "racesComplete", "results"])
        self.assertEqual(report["schema"], "empire-result/1")
        self.assertEqual(report["files"][0]["path"], "a.esl")
        self.assertRegex(report["files"][0]["hash"], "^xxh3-128:[0-9a-f]{32}$")
        self.assertEqual([t["id"] for t in report["threads"]], ["main", "t"])
        safe, violation = report["results"]
        self.assertEqual((safe["scenario"], safe["verdict"], safe["confirmation"]), ("5", "safe", "none"))
        self.assertEqual((violation["scenario"], violation["verdict"]), ("9", "violation"))
        self.assertEqual(violation["confirmation"], "replayed")
        steps = violation["witness"]["steps"]
        self.assertEqual(" ".join(s["role"] for s in steps if "role" in s), violation["witness"]["pattern"])
        for step in steps:
            for key in ("thread", "action", "target", "held", "unit", "stack", "file", "line", "column", "function",
                        "text", "occurrence"):
                self.assertIn(key, step)
            self.assertNotIn(step["action"], ("skip", "goto", "choice"))
        self.assertEqual(steps[-1]["line"], TORN[:TORN.index("read y")].count("\n") + 1)

    def test_timing_only_on_request(self):
        self.write("a.esl", TORN)
        out, _ = self.expect(1, "check", "a.esl", "--format=json", "--timing")
        self.assertIn("solve", json.loads(out)["timing"]["seconds"])

    def test_same_bytes(self):
        self.write("a.esl", TORN)
        for style in ("text", "json"):
            outs = {self.run_empire("check", "a.esl", f"--format={style}").stdout for _ in range(10)}
            outs |= {self.run_empire("check", "a.esl", f"--format={style}", f"-j{n}").stdout for n in (1, 2, 7)}
            self.assertEqual(len(outs), 1)

    def test_path_is_relative_to_the_current_folder(self):
        self.write("a.esl", FIXED)
        here, _ = self.expect(0, "check", "a.esl", "--format=json")
        there, _ = self.expect(0, "check", str(self.folder.resolve() / "a.esl"), "--format=json")
        self.assertEqual(json.loads(here)["files"], json.loads(there)["files"])

    def test_odd_bytes_in_names(self):
        text = TORN.replace("location x", 'location "\\x1b[2J\\xff"').replace("read x", 'read "\\x1b[2J\\xff"')
        text = text.replace("write x", 'write "\\x1b[2J\\xff"')
        self.write("a.esl", text)
        out, _ = self.expect(1, "check", "a.esl", "--format=json")
        json.loads(out)
        out, err = self.expect(1, "check", "a.esl")
        self.assertNotIn("\x1b", out + err)
        self.assertIn("\\x1b[2J\\xff", out)


class Usage(Cli):
    def test_unknown_values_list_what_is_allowed(self):
        self.write("a.esl", TORN)
        for arguments, words in (
            (["--scenario=12"], ["numbers 1 to 11", "torn-read-inside"]),
            (["--scenario=torn-raed-inside"], ["did you mean torn-read-inside"]),
            (["--engine=produkt"], ["did you mean product", "product, reference"]),
            (["--format=xml"], ["text, json"]),
            (["--nonsense"], ["--nonsense", "--scenario"]),
            (["-j", "0"], ["1 to 256"]),
            (["-j", "257"], ["1 to 256"]),
            (["--timeout=-1"], ["time limit"]),
            (["--memory=x"], ["memory limit"]),
            (["--scenario="], ["needs a value"]),
        ):
            out, err = self.expect(2, "check", "a.esl", *arguments)
            self.assertEqual(out, "")
            for word in words:
                self.assertIn(word, err)
        _, err = self.expect(2, "model", "a.esl", "--emit=essl")
        self.assertIn("did you mean esl", err)
        self.expect(2)
        self.expect(2, "chekc")
        self.expect(2, "check")
        self.expect(2, "explain", "0")

    def test_names_that_the_model_does_not_have(self):
        self.write("a.esl", TORN)
        _, err = self.expect(4, "check", "a.esl", "--threads=mian")
        self.assertIn("did you mean main", err)
        _, err = self.expect(4, "check", "a.esl", "--locations=z")
        self.assertIn("x, y", err)

    def test_help_version_explain(self):
        out, _ = self.expect(0, "--version")
        self.assertRegex(out, r"^empire \d+\.\d+\.\d+\n$")
        for arguments in (["--help"], ["check", "--help"], ["model", "-h"], ["explain", "--help"], ["explain"]):
            out, _ = self.expect(0, *arguments)
            self.assertTrue(all(len(line) <= 80 for line in out.splitlines()), out)
        nine, _ = self.expect(0, "explain", "9")
        self.assertEqual(nine, self.expect(0, "explain", "torn-read-inside")[0])
        self.assertIn("a torn state is read", nine)

    def test_options_document(self):
        out, _ = self.expect(0, "options-markdown")
        self.assertEqual(out, (SOURCE / "docs" / "options.md").read_text(),
                         "docs/options.md is stale: empire options-markdown > docs/options.md")


class BadInput(Cli):
    def test_files_that_cannot_be_read(self):
        for name, words in (("none.esl", "No such file"), (".", "directory"), ("", "No such file")):
            out, err = self.expect(4, "check", name)
            self.assertEqual(out, "")
            self.assertIn(words, err)

    def test_malformed_text_has_a_position(self):
        for text in ("location", "process main {", "lock m m m\n", "process main { function f { jump } }", "\x00\x01",
                     b"\xff\xfe\x00", "location \"x", "process main { function f { read nothing; return } }",
                     "process main { function f { goto L } }", "process main { function f { read }"):
            self.write("bad.esl", text)
            for command in ("check", "model"):
                out, err = self.expect(4, command, "bad.esl")
                self.assertEqual(out, "")
                self.assertRegex(err, r"bad\.esl:\d+:\d+: error: ")
                self.assertNotIn("\x1b", err)

    def test_empty_modules(self):
        for text in ("", "# nothing\n", "location x\n", "process t { function f { return } }\n"):
            self.write("a.esl", text)
            out, err = self.expect(4, "check", "a.esl")
            self.assertEqual(out, "")
            self.assertRegex(err, r"a\.esl(:\d+:\d+)?: error: .*main")

    def test_modules_without_a_second_thread(self):
        for text in ("process main { function f { return } }\n",
                     "location x\nprocess main { function f { unit-begin; read x; unit-end; return } }\n"):
            self.write("a.esl", text)
            out, _ = self.expect(0, "check", "a.esl")
            self.assertIn("safe: scenarios 1-11\n  Reason: ", out)

    def test_recursion_for_ever(self):
        self.write("a.esl", "location x\nprocess main { function f { start t; call f; return } }\n"
                            "process t { function f { unit-begin; read x; write x; call f; unit-end; return } }\n"
                            "process u { function f { unit-begin; write x; unit-end; return } }\n")
        for arguments in ([], ["--engine=reference"]):
            done = self.run_empire("check", "a.esl", "--timeout=10", *arguments)
            self.assertIn(done.returncode, (0, 3), done)
        self.write("b.esl", TORN.replace("process t { function run {", "process t { function run { call run"))
        out, _ = self.expect(3, "check", "b.esl", "--scenario=9")
        self.assertIn("recursive", out)

    def test_a_million_statements(self):
        body = "  lock m\n  unit-begin\n  read x\n  unit-end\n  unlock m\n" * 200_000
        self.write("a.esl", "location x\nlock m\nprocess main { function f {\n start t\n" + body + "  return\n} }\n"
                   "process t { function f {\n  unit-begin\n write x\n  unit-end\n  return\n} }\n")
        done = self.run_empire("check", "a.esl", "--timeout=10", timeout=2 * PATIENCE)
        self.assertIn(done.returncode, (0, 3), (done.returncode, done.stdout[-2000:], done.stderr[-2000:]))


class Limits(Cli):
    def test_timeout(self):
        self.write("a.esl", endless())
        begin = time.monotonic()
        out, _ = self.expect(3, "check", "a.esl", "--timeout=500ms", "--memory=64G")
        self.assertLess(time.monotonic() - begin, PATIENCE / 2)
        self.assertIn("--timeout", out)
        self.assertNotIn("safe", out.replace("Safe assumes", ""))

    def test_memory(self):
        self.write("a.esl", endless())
        out, _ = self.expect(3, "check", "a.esl", "--memory=1M", "--timeout=25")
        self.assertIn("--memory", out)

    def test_input_without_end(self):
        out, _ = self.expect(3, "check", "/dev/zero", "--memory=1M")
        self.assertIn("--memory", out)
        read, write = os.pipe()
        try:  # standard input that never ends and never says anything
            out, _ = self.expect(3, "check", "-", "--timeout=200ms", stdin=read)
        finally:
            os.close(read)
            os.close(write)
        self.assertIn("--timeout", out)

    def wait_until_handled(self, pid, number):
        """Waits until the process has installed its handler of the signal."""
        for _ in range(PATIENCE * 20):
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
            caught = int(next(line for line in status.splitlines() if line.startswith("SigCgt")).split()[1], 16)
            if caught >> (number - 1) & 1:
                return
            time.sleep(0.05)
        self.fail("no handler")

    def interrupt(self, number):
        self.write("a.esl", endless())
        process = subprocess.Popen([EMPIRE, "check", "a.esl", "--memory=64G", "-o", "out.txt"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.wait_until_handled(process.pid, number)
        time.sleep(0.5)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, (out, err))
        self.assertEqual(self.files(), ["a.esl", "out.txt"])
        self.assertIn("interrupted", (self.folder / "out.txt").read_text())

    def test_interrupt(self):
        self.interrupt(signal.SIGINT)

    def test_terminate(self):
        self.interrupt(signal.SIGTERM)


class Output(Cli):
    def test_file(self):
        self.write("a.esl", TORN)
        printed, _ = self.expect(1, "check", "a.esl", "--format=json")
        out, _ = self.expect(1, "check", "a.esl", "--format=json", "-o", "r \u00e9.json")
        self.assertEqual(out, "")
        self.assertEqual((self.folder / "r \u00e9.json").read_text(), printed)
        self.assertEqual(self.files(), ["a.esl", "r \u00e9.json"])

    def test_nothing_is_left_behind(self):
        self.write("a.esl", TORN)
        self.write("bad.esl", "location")
        self.expect(4, "check", "bad.esl", "-o", "r.json")
        self.expect(2, "check", "a.esl", "--engine=none", "-o", "r.json")
        _, err = self.expect(4, "check", "a.esl", "-o", "none/r.json")
        self.assertIn("No such file", err)
        _, err = self.expect(4, "check", "a.esl", "-o", ".")
        self.assertIn("directory", err)
        self.assertEqual(self.files(), ["a.esl", "bad.esl"])

    def test_full_disk(self):
        self.write("a.esl", TORN)
        _, err = self.expect(4, "check", "a.esl", "-o", "/dev/full")
        self.assertIn("No space left", err)
        for arguments in (["check", "a.esl"], ["model", "a.esl"], ["explain"], ["--help"], ["--version"]):
            with open("/dev/full", "wb") as full:
                _, err = self.expect(4, *arguments, stdout=full)
            self.assertIn("No space left", err)

    def test_model_stages(self):
        self.write("a.esl", TORN)
        esl, _ = self.expect(0, "model", "a.esl")
        self.write("b.esl", esl)
        self.assertEqual(self.expect(0, "model", "b.esl", "--emit=esl")[0], esl)
        cpds, _ = self.expect(0, "model", "a.esl", "--emit=cpds")
        watched, _ = self.expect(0, "model", "a.esl", "--emit=cpds", "--scenario=9")
        self.assertGreater(len(watched), len(cpds))
        dot, _ = self.expect(0, "model", "a.esl", "--emit=dot")
        self.assertTrue(dot.startswith("digraph"), dot[:80])
        self.expect(0, "model", "a.esl", "--emit=dot", "-o", "a.dot")
        self.assertEqual((self.folder / "a.dot").read_text(), dot)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
