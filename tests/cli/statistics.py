#!/usr/bin/env python3
"""The counters of --stats move for a program that causes them, and for none else: statistics.py BUILD CC"""
import os, re, subprocess, sys, tempfile, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD, CC = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)
folder = tempfile.TemporaryDirectory()
PROGRAM = os.path.join(folder.name, "statistics")
subprocess.run([CC, "-std=gnu11", "-g", "-w", "-o", PROGRAM, ROOT + "/tests/cli/statistics.c", "-I" + ROOT + "/tests/include", "-I" + ROOT + "/api", "-I" + BUILD + "/gen", "-I" + ROOT + "/src",
                "-Wl,--whole-archive", BUILD + "/lib/libtestcudart.a", "-Wl,--no-whole-archive", BUILD + "/lib/inquest/libcuda.so.1", "-lpthread", "-ldl", "-lm"], check=True)


def inquest(*words):
    env = {k: v for k, v in os.environ.items() if not k.startswith("INQUEST_")}
    return subprocess.run([BUILD + "/bin/inquest", "--device", "soft", *words], capture_output=True, text=True, env=env).stderr


def values(kind, count, *options):
    """{name: value} of the table."""
    text = inquest("--verbose", "--stats", *options, "--", PROGRAM, kind, str(count))
    return {line[21:43].strip(): float(line[:17]) for line in text.splitlines() if re.match(r" +[0-9.]+ (ms| {2})  \w", line)}


class Counters(unittest.TestCase):
    def grows(self, name, kind, least=100, *options):
        few, many = values(kind, 10, *options)[name], values(kind, 10 + least, *options)[name]
        self.assertGreaterEqual(many - few, least, f"{name}: {few}, {many}")

    def test_calls_that_are_known_are_not_looked_up(self):
        few, many = (values("same", count, "--host-guard", "off") for count in (10, 500))
        self.assertGreaterEqual(many["calls"] - few["calls"], 490)
        self.assertEqual(few["copies looked up"], many["copies looked up"])
        self.assertLess(many["copies looked up"], 10)

    def test_copies(self):
        self.grows("copies looked up", "other")

    def test_memory(self):
        self.grows("memory calls", "other")

    def test_queries(self):
        self.grows("queries passed", "queries")

    def test_guards(self):
        self.grows("page guards put", "guards", 100, "--host-guard", "always")
        found = values("guards", 50, "--host-guard", "always")
        self.assertEqual(found["page guards put"], found["page guards lifted"])
        self.assertGreater(found["page guard time"], 0)
        self.assertEqual(values("guards", 50, "--host-guard", "off")["page guards put"], 0)

    def test_guards_beyond_the_budget(self):
        # A hundredth of the time, which pays for some dozens at most.
        self.assertGreater(values("same", 2000, "--host-guard", "auto")["page guards left out"], 1000)

    def test_watchdog(self):
        self.assertGreater(values("waits", 900, "--watchdog", "0.2")["watchdog wake-ups"], 0)
        self.assertEqual(values("waits", 10, "--watchdog", "0")["watchdog wake-ups"], 0)

    def test_findings_dropped(self):
        self.assertGreater(values("findings", 1, "--max", "1")["findings dropped"], 0)
        self.assertEqual(values("findings", 1)["findings dropped"], 0)

    def test_what_the_program_used(self):
        found = values("same", 10)
        for name in ("user time", "system time", "page faults", "voluntary switches", "involuntary switches"):
            self.assertIn(name, found)


class Table(unittest.TestCase):
    def test_it_is_printed_only_if_asked_for(self):
        self.assertNotIn("page guards", inquest("--verbose", "--", PROGRAM, "same", "10"))

    def test_each_figure_is_explained(self):
        text = inquest("--stats", "--", PROGRAM, "same", "10")
        rows = [line for line in text.splitlines() if line.startswith("    ")]
        self.assertGreater(len(rows), 15)
        for row in rows:
            self.assertRegex(row, r"^ +[0-9.]+ (ms|  )  \S.{21} \S")

    def test_a_program_without_gpu(self):
        text = inquest("--stats", "--", "true")
        self.assertIn("page faults", text)
        self.assertNotIn("launches looked up", text)


if __name__ == "__main__":
    unittest.main()
