#!/usr/bin/env python3
"""What recording calls costs: nothing recorded, times and objects (what --format html and perfetto need), and all that --record keeps.
Usage: record_cost.py BUILD [ROUNDS]           bench/record_cost.c on the software device, the three in turns: nanoseconds that a call takes its thread,
                                               and wall time of the whole process with its report; median ratios to nothing recorded with 95 % intervals
       record_cost.py BUILD instructions       of single calls, without arguments, by bench/call_cost.py; needs valgrind
Exit status: 0, 1 if a run failed."""
import os, shutil, subprocess, sys, tempfile

import whole

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
KINDS = (("records", 1000000), ("copies", 200000), ("steps", 40000), ("launches", 40000))
WAYS = (("nothing", [], {}), ("times", ["--format", "html", "-o", "{out}"], {"INQUEST_RECORD": "65536", "INQUEST_RECORD_ARGUMENTS": "no"}),
        ("all", ["--record", "--format", "json", "-o", "{out}"], {"INQUEST_RECORD": "65536"}))


def build_program(build, folder):
    program = os.path.join(folder, "record_cost")
    subprocess.run([os.environ.get("CC", "cc"), "-std=gnu11", "-O2", f"-I{ROOT}/tests/include", f"-I{ROOT}/api", f"-I{build}/gen", "-o", program,
                    f"{HERE}/record_cost.c", f"-L{build}/lib/inquest/soft", "-l:libcuda.so.1"], check=True)
    return program


def show_times(build, folder, rounds):
    program = build_program(build, folder)
    print(f"{'loop':10}{'recorded':10}{'ns/call':>10}{'ratio':>8}  {'95 % interval':16}{'process, s':>12}{'ratio':>8}  95 % interval")
    for kind, count in KINDS:
        runs = {name: [] for name, *_ in WAYS}
        for turn in range(-1, rounds):  # the first one warms up
            for name, options, _ in WAYS if turn % 2 else reversed(WAYS):
                words = [word.format(out=os.path.join(folder, "out")) for word in options]
                taken = whole.run([f"{build}/bin/inquest", "--quiet", "--device", "soft", *words, "--", program, kind, str(count)], r"ns ([0-9.]+)")
                if turn >= 0:
                    runs[name].append(taken)
        for name, *_ in WAYS:
            figure, wall = (whole.compare([run[what] for run in runs["nothing"]], [run[what] for run in runs[name]]) for what in ("figure", "wall_s"))
            print(f"{kind:10}{name:10}{figure['watched']:10.1f}{figure['ratio']:8.2f}  [{figure['low']:.2f} {figure['high']:.2f}]    "
                  f"{wall['watched']:12.2f}{wall['ratio']:8.2f}  [{wall['low']:.2f} {wall['high']:.2f}]", flush=True)


def show_instructions(build, folder):
    counts = {}
    for name, _, variables in WAYS[:2]:
        session = os.path.join(folder, name)
        os.mkdir(session)
        environment = {**os.environ, **variables, **({"INQUEST_SESSION": session} if variables else {})}
        lines = subprocess.run([sys.executable, f"{HERE}/call_cost.py", build, "lines"], capture_output=True, text=True, check=True, env=environment).stdout
        for line in lines.splitlines()[1:]:
            counts.setdefault(line.split()[0], {})[name] = int(line.split()[1])
    print(f"{'call':28}" + "".join(f"{name:>9}" for name, *_ in WAYS[:2]))
    for call, of in counts.items():
        print(f"{call:28}" + "".join(f"{of.get(name, 0):9}" for name, *_ in WAYS[:2]))


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    build, what = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) == 3 else "5"
    with tempfile.TemporaryDirectory() as folder:
        try:
            if what != "instructions":
                show_times(build, folder, max(3, int(what)))
            elif shutil.which("valgrind"):
                show_instructions(build, folder)
            else:
                print("no valgrind: skipped")
        except (whole.Failed, subprocess.CalledProcessError) as error:
            sys.exit(f"record_cost: {error}")


if __name__ == "__main__":
    main()
