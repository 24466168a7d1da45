#!/usr/bin/env python3
"""Cost of inquest per OpenCL call.  A program (bench/opencl_cost.c) runs natively and under inquest at the same time, and each is asked in turns for a few
milliseconds of the same commands: what disturbs the machine disturbs both of a pair.  Printed are the medians of all pairs: processor time in nanoseconds of the
calling thread, in which all of inquest's work is done, and of the whole process, in which the driver's threads work as well; the ratio, and between
brackets its quartiles: how far the pairs agree.  Each generation starts the processes anew, as they differ by how their memory happens to lie.
inquest's own share is measured over a layer in which the commands do nothing (bench/opencl_nothing.c): there it is known to a few nanoseconds.
--count counts the instructions and cycles of the calling thread's code instead (perf_event_open): steady on a machine that others use, too, but counters
make every switch between threads much slower, so times are left out then.
--steps counts instructions by single steps, on x86-64: where there are no counters, and for commands that do not wait; and the cache lines of code
and of data that 40 calls touch.
Skipped (status 77) without headers, loader or device.
Usage: opencl_cost.py [--count | --steps] [--pairs N] [--generations N] [--rows NAME,...] BUILD_OR_PREFIX [options of inquest...]"""
import argparse, os, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
THREAD, PROCESS, ELAPSED, INSTRUCTIONS, CYCLES, CODE, DATA = range(7)


class Program:
    def __init__(self, command, layers=None):
        environment = dict(os.environ, OPENCL_LAYERS=layers) if layers else None
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment)
        self.rows = self.process.stdout.readline().split()
        if not self.rows:
            status = self.process.wait()
            print("no OpenCL device: skipped" if status == 77 else f"{command[0]}: status {status}")
            sys.exit(status or 1)

    def ask(self, row):
        self.process.stdin.write(row + "\n")
        return [float(word) for word in self.process.stdout.readline().split()]

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def build(source, target, *options):
    return subprocess.run(["cc", "-O2", "-w", "-DCL_TARGET_OPENCL_VERSION=300", "-I" + os.path.join(HERE, "../tests/include"), "-o", target,
                           os.path.join(HERE, source), *options]).returncode == 0


def measure(commands, pairs, generations, wanted):
    """{row: [[answer of each command] of each pair]}"""
    answers = {}
    for _ in range(generations):
        programs = [Program(*command) for command in commands]
        for row in programs[0].rows:
            if wanted and row not in wanted:
                continue
            for program in programs:
                program.ask(row)                # to get warm
            for pair in range(pairs):
                order = list(range(len(programs)))[::-1 if pair & 1 else 1]
                got = {i: programs[i].ask(row) for i in order}
                answers.setdefault(row, []).append([got[i] for i in range(len(programs))])
        for program in programs:
            program.end()
    return answers


def compare(pairs, what):
    """The medians of both, of their ratio, and its quartiles, as text."""
    plain, watched = [statistics.median(pair[i][what] for pair in pairs) for i in (0, 1)]
    ratios = statistics.quantiles((pair[1][what] / pair[0][what] for pair in pairs if pair[0][what]), n=4)
    return f"{plain:9.1f} {watched:9.1f} {ratios[1]:6.2f} [{ratios[0]:.2f} {ratios[2]:.2f}]  "


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--count", action="store_const", const="count", dest="mode")
    parser.add_argument("--steps", action="store_const", const="steps", dest="mode")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--rows")
    parser.add_argument("build")
    parser.add_argument("options", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    watch = [os.path.join(asked.build, "bin/inquest"), "--quiet", *asked.options]
    with tempfile.TemporaryDirectory() as folder:
        program, nothing = os.path.join(folder, "opencl_cost"), os.path.join(folder, "opencl_nothing.so")
        if not build("opencl_cost.c", program, "-lOpenCL"):
            print("no OpenCL headers or loader: skipped")
            return 77
        words = [program, asked.mode] if asked.mode else [program]
        commands = [(words,), ([*watch, *words],)]
        if build("opencl_nothing.c", nothing, "-shared", "-fPIC"):
            commands += [(words, nothing), ([*watch, *words], nothing)]
        answers = measure(commands, asked.pairs, asked.generations, asked.rows.split(",") if asked.rows else None)
    columns = {"count": (("instructions", INSTRUCTIONS), ("cycles", CYCLES)), "steps": (("instructions", INSTRUCTIONS), ("lines of code", CODE), ("lines of data", DATA)),
               None: (("calling thread, ns", THREAD), ("whole process, ns", PROCESS))}[asked.mode]
    print(f"{'':20}" + "".join(f"{name:^42}" for name, _ in columns))
    print(f"{'call':20}" + "".join(f"{'plain':>9} {'inquest':>9} {'ratio':>6} {'quartiles':13}" for _ in columns) + ("      own" if len(commands) > 2 else ""))
    for row, pairs in answers.items():
        line = f"{row:20}" + "".join(compare(pairs, what) for _, what in columns)
        if len(commands) > 2:
            line += f"{statistics.median(pair[3][columns[0][1]] - pair[2][columns[0][1]] for pair in pairs):9.1f}"
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
