#!/usr/bin/env python3
"""Tests bench/whole.py: its statistics on given numbers, and what it prints and writes of a trivial program; never a time.
Usage: whole_test.py BUILD"""
import importlib.util, json, os, random, re, subprocess, sys, tempfile, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "bench/whole.py")
BUILD = os.path.abspath(sys.argv.pop(1))
spec = importlib.util.spec_from_file_location("whole", SCRIPT)
whole = importlib.util.module_from_spec(spec)
spec.loader.exec_module(whole)


def call(*words):
    return subprocess.run([sys.executable, "-B", SCRIPT, *words], capture_output=True, text=True)


class Statistics(unittest.TestCase):
    def test_equal_ratios_have_an_interval_of_one_number(self):
        found = whole.compare([1, 2, 4], [1.5, 3, 6])
        self.assertEqual((found["plain"], found["watched"], found["ratio"], found["low"], found["high"]), (2, 3, 1.5, 1.5, 1.5))

    def test_pairs_are_compared_not_medians(self):
        # The machine became ten times slower half way; each pair still differs by a tenth.
        found = whole.compare([1, 1, 10, 10, 10], [1.1, 1.1, 11, 11, 11])
        self.assertAlmostEqual(found["ratio"], 1.1)
        self.assertAlmostEqual(found["high"], 1.1)

    def test_the_interval_is_that_of_the_median(self):
        # Of the numbers from 1 to 99 order statistics give 40 to 60 (binomial, 95 %).
        low, high = whole.bootstrap(list(range(1, 100)))
        self.assertTrue(38 <= low <= 42 and 58 <= high <= 62, (low, high))
        self.assertEqual((low, high), whole.bootstrap(list(range(1, 100))))

    def test_the_interval_covers_the_truth(self):
        source, covered = random.Random(7), 0
        for _ in range(100):
            low, high = whole.bootstrap([source.gauss(1.03, 0.05) for _ in range(30)], 400)
            covered += low <= 1.03 <= high
        self.assertTrue(88 <= covered <= 100, covered)

    def test_nothing_is_divided_by_zero(self):
        found = whole.compare([0, 2], [3, 2])
        self.assertEqual((found["plain"], found["ratio"], found["low"]), (1, None, None))

    def test_outliers_are_beyond_the_slowest_plain_run(self):
        runs = [[{"wall_s": wall} for wall in walls] for walls in ([1, 2, 1], [1, 2.5, 2.7])]
        self.assertEqual(whole.outliers(*runs), [3])


class Runs(unittest.TestCase):
    def test_table_and_json(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "found.json")
            done = call("--pairs", "3", "--figure", r"(\d+) steps", "--json", file, BUILD, "--", "echo", "12 steps")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with open(file) as text:
                found = json.load(text)[0]
        self.assertIn("echo: 3 pairs of echo 12 steps", done.stdout)
        for title in ("wall time, s", "CPU time, s", "page faults", "voluntary switches", "involuntary switches"):
            self.assertRegex(done.stdout, rf"(?m)^{re.escape(title)} +[0-9.]+ +[0-9.]+ +([0-9.]+|-)  \[([0-9.]+|-) ([0-9.]+|-)\]$")
        self.assertRegex(done.stdout, r"(?m)^program's figure +12.0000 +12.0000 +1.000  \[1.000 1.000\]$")
        self.assertRegex(done.stdout, r"(?m)^outliers: \d of 3 beyond 1.3 times the slowest plain run, [0-9.]+ s$")
        self.assertEqual([len(found["runs"][kind]) for kind in ("plain", "watched")], [3, 3])
        # What ran was really watched: the launcher starts, maps and exits, too.
        self.assertGreater(found["page_faults"]["watched"], found["page_faults"]["plain"])

    def test_a_budget_leaves_three_pairs(self):
        done = call("--pairs", "1000", "--seconds", "0.001", BUILD, "true")
        self.assertIn("true: 3 pairs of true", done.stdout)

    def test_further_runs_count_among_the_outliers(self):
        done = call("--pairs", "2", "--more", "3", BUILD, "true")
        self.assertRegex(done.stdout, r"(?m)^true: 2 pairs of true$")
        self.assertRegex(done.stdout, r"(?m)^outliers: \d of 5 beyond")

    def test_an_earlier_build_runs_in_the_same_turns(self):
        with tempfile.TemporaryDirectory() as folder:
            bin, log, file = (os.path.join(folder, name) for name in ("bin", "log", "found.json"))
            os.mkdir(bin)
            with open(os.path.join(bin, "inquest"), "w") as script:
                script.write(f'#!/bin/sh\necho before >> {log}\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n')
            os.chmod(os.path.join(bin, "inquest"), 0o755)
            done = call("--pairs", "2", "--json", file, "--before", folder, BUILD, "--", "sh", "-c", f"echo run >> {log}")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with open(log) as text:
                # One pair that does not count, the other way round, and two that do.
                # The pair that does not count and the second one begin with the earlier build.
                self.assertEqual(text.read().split(), ["before", "run", "run", "run", "run", "run", "before", "run", "before", "run", "run", "run"])
            with open(file) as text:
                self.assertEqual([(found["name"], found["watched_runs"]) for found in json.load(text)], [("sh", 2), ("sh, before", 2)])
        self.assertRegex(done.stdout, r"(?m)^sh, before: 2 pairs of sh -c ")

    def test_the_processor_counts_what_children_do(self):
        if whole.COUNTERS["instructions"].file < 0:
            self.skipTest("nothing can be counted here")
        few, many = (whole.run([sys.executable, "-c", f"for i in range({n}): pass"], None)["instructions"] for n in (1, 10_000_000))
        self.assertGreater(many - few, 10)

    def test_options_reach_inquest(self):
        done = call("--pairs", "1", "--options=--no-such-option", BUILD, "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no-such-option", done.stdout)

    def test_failures_are_told(self):
        self.assertIn("status 1", call("--pairs", "1", BUILD, "false").stdout)
        self.assertIn("looks like", call("--pairs", "1", "--figure", "nothing (.)", BUILD, "true").stdout)
        self.assertEqual(call("--pairs", "1", BUILD, "false").returncode, 1)
        self.assertEqual(call("--pairs", "0", BUILD, "true").returncode, 2)

    def test_words_of_the_suite(self):
        done = call("--suite", "nosuch", BUILD)
        self.assertEqual(done.returncode, 2)
        self.assertIn("launches", done.stderr)


if __name__ == "__main__":
    unittest.main()
