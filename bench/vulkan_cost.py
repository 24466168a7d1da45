#!/usr/bin/env python3
"""What inquest adds to recording and submitting Vulkan commands, on lavapipe, or with TEST_DEVICE=real on a GPU.
Runs bench/vulkan_record.c (copies; draws with vertex buffers and push constants; dispatches with push constants and barriers) plain, under inquest without
validation, under the Khronos validation layer alone (with synchronisation validation), and under inquest with it; several times in turn, best of
each.  Usage: vulkan_cost.py BUILD [rounds [repeats [WORK,WORK...]]]; bench/vulkan_record.c lists the works, "all" names them all.
vulkan_cost.py BUILD steps [WORK,...] counts instead, by single steps (x86-64): instructions of the recording thread, locked ones among them, calls of
the kernel, for each command, and the cache lines of code and of data that all commands touch."""
import os, re, shutil, subprocess, sys, tempfile

build, root = os.path.abspath(sys.argv[1]), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
stepping = sys.argv[2:3] == ["steps"]
arguments = ["50", "1", *sys.argv[3:]] if stepping else sys.argv[2:]
rounds = arguments[0] if arguments else "400"
repeats = int(arguments[1]) if len(arguments) > 1 else 5
inquest = os.path.join(build, "bin/inquest")
cc = os.environ.get("CC") or shutil.which("cc")
lavapipe = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
works = ("copies", "draws", "dispatches") if len(arguments) <= 2 else arguments[2].split(",")
environment = dict(os.environ)
if os.path.exists(lavapipe) and os.environ.get("TEST_DEVICE") != "real":
    environment.setdefault("VK_DRIVER_FILES", lavapipe)
khronos = {"VK_INSTANCE_LAYERS": "VK_LAYER_KHRONOS_validation",
           "VK_LAYER_ENABLES": "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT:VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT"}

with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "vulkan_record")
    done = cc and subprocess.run([cc, "-std=gnu11", "-O2", "-o", program, os.path.join(root, "bench/vulkan_record.c"), "-I" + os.path.join(root, "tests/include"),
                                  "-Wno-unused", "-lvulkan"], capture_output=True)
    if not cc or done.returncode:
        print("no compiler or no Vulkan headers: skipped")
        sys.exit(0)

    if works == ["all"]:
        works = re.findall(r'\{ "([a-z-]+)", prepare_', open(os.path.join(root, "bench/vulkan_record.c")).read())

    def run(words, work, extra):
        out = subprocess.run([*words, program, work, rounds, *(["steps"] if stepping else [])], env={**environment, **extra}, capture_output=True, text=True, timeout=600)
        m = re.search(r"record (\d+) all (\d+)", out.stdout)
        if not m:
            print("no Vulkan device here: skipped" if out.returncode == 77 else out.stderr[-500:])
            sys.exit(0)
        return re.findall(r"[0-9.]+", out.stdout.splitlines()[1]) if stepping else (int(m.group(1)), int(m.group(2)))

    ways = {"plain": ([], {}), "inquest, light": ([inquest, "--quiet", "--validation", "no", "--"], {}), "validation alone": ([], khronos),
            "inquest and validation": ([inquest, "--quiet", "--"], {})}
    for work in works if stepping else ():
        print(f"{work:24}{'instructions':>14}{'locked':>8}{'calls of the kernel':>20}{'lines of code':>14}{'of data':>9}")
        for name, (words, extra) in ways.items():
            print(f"  {name:22}" + "{:>14}{:>8}{:>20}{:>14}{:>9}".format(*run(words, work, extra)), flush=True)
    for work in () if stepping else works:
        best = {name: (10**9, 10**9) for name in ways}
        for _ in range(repeats):
            for name, (words, extra) in ways.items():
                best[name] = tuple(map(min, best[name], run(words, work, extra)))
        print(f"{work:24}{'record ns/command':>20}{'with submit and wait':>22}")
        for name, (record, everything) in best.items():
            print(f"  {name:22}{record:20}{everything:22}")

        def ratio(a, b, i):
            return best[a][i] / best[b][i]
        print(f"  light to plain: {ratio('inquest, light', 'plain', 0):.2f} recording (target 2), {ratio('inquest, light', 'plain', 1):.2f} in all; "
              f"with validation to validation alone: {ratio('inquest and validation', 'validation alone', 0):.2f} (target 1.25), "
              f"{ratio('inquest and validation', 'validation alone', 1):.2f} in all")
