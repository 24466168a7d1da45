#!/usr/bin/env python3
"""Runs tests/rules/<id>/{bad,ok}_* (or with --root the *_{bad,ok}.* of another folder) under inquest and compares the
findings, those of forked children included, with the marks in the sources.

A bad program carries, on the guilty line,      // expect: RULE [key=value ...]
with the keys arg, object, api, entry, severity, result, contained (0 or 1), state, accepted, from (first byte of the access in the object), says and unsaid (words of message, cause or fix, _ for a
space; both may come several times); and on other lines
                                                // site: created | destroyed | related | kernel
which the finding's own sites must name; expect-soft, expect-real, site-soft and site-real count on that device only.  `// options: ...` adds options of inquest, `// args:` of the program,
`// light: too` runs a bad Vulkan program without the validation layer, too, as all right ones are (where no `// options:` choose), `// refused: WHY` a program that says nothing unless the driver refuses a call,
`// gap: WHY` marks what is not found yet (the program counts as such, and fails once it passes), `// exit: N` an expected exit status (default: any for bad, 0 for ok), `// notes: RULE ...` the only notes allowed
to matter, `// needs: protection keys` a processor with such, `// needs: divisions that trap` one that stops at a division by zero, `// needs: limits of address space` a kernel that keeps them, `// needs: mappings downwards` one that fills gaps from above, `// needs: single steps` a processor that traps after one instruction, `// soft only: WHY` a program that is kept from real GPUs, `// unseen on a GPU: WHY` one whose mistake --kernel-checks does not find there (an expectation says so with
unseen=WHY, and with gpu-says= which words there are instead of says=, without a related site), `// cc: COMPILER FLAGS` another compiler (skipped where it is not installed) or more flags, `// nvcc: FLAGS` the same for programs
that nvcc compiles.  Without an expectation of
severity it is error; accepted= is the severity where the driver does not refuse the call (none: no finding).  Of OpenCL programs result= is PoCL's, unless the
call is contained.  A program that includes another one has its marks.  ok_* programs must end with status 0 and no error and
no warning.  Exactly the expected findings of severity error and warning may appear.

On a real GPU Vulkan programs use the driver that VK_DRIVER_FILES names, else NVIDIA's, with or without its manifest.  Headers and a loader that are only
unpacked are found through CPATH, LIBRARY_PATH and LD_LIBRARY_PATH; with --prebuilt the loader is enough.

Programs over tests/include/cl_world.h, vk_world.h and vk_draw.h are those of OpenCL and Vulkan.  The device soft means PoCL and lavapipe for them; they are
skipped where headers, loader, device or (bad Vulkan programs) validation layer are not installed.  On a real GPU the bad Vulkan programs are never
started: one invalid command can take the GPU out of service for everybody.
A program that fails next to others runs a second time alone, and that counts: schedules of threads, timeouts and memory depend on what else runs.  When more
than a few fail it is not the load, and there is no second time.

pending.txt beside this file lists programs that are not reported as marked yet; one that is must be taken from the list.
"""
import argparse, collections, concurrent.futures, ctypes, functools, glob, json, os, re, shlex, shutil, signal, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import emulated
from programs import api_of, body, build, can_build

LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.*.json"
NVIDIA = ["/usr/share/vulkan/icd.d/nvidia_icd*.json", "/etc/vulkan/icd.d/nvidia_icd*.json"]
# What --kernel-checks looks for on a real GPU, always or with =all.
INSIDE = ("kernel-misaligned", "kernel-out-of-bounds", "kernel-shared-out-of-bounds", "kernel-use-after-free")
ALL_ONLY = ("barrier-divergence", "kernel-race", "kernel-shared-race", "kernel-uninitialized")
REPEATED = ("says", "unsaid", "gpu-says")   # keys that one mark may have several times
SECOND_RUNS = 5         # programs that may fail next to others and run again
VALIDATION = ["/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json", "/etc/vulkan/explicit_layer.d/VkLayer_khronos_validation.json"]


def is_kind(name, kind):
    """Is the file [name] a program of [kind], "bad" or "ok"?"""
    return bool(re.match(rf"({kind}_.*|.*_{kind})\.(c|cpp|cu)$", name))


def marks_of(source, args):
    """The device whose marks of [source] count."""
    if is_inside(source, args):
        return "soft"
    return args.device


def is_inside(source, args):
    """Is the program about what --kernel-checks finds?  Nothing looks for traps, and OpenCL kernels are not instrumented."""
    mode, folder = getattr(args, "kernel_checks", None), os.path.basename(os.path.dirname(source))
    if not mode or api_of(open(body(source)).read()):
        return False
    if folder in ALL_ONLY:
        return mode == "all"
    return folder in INSIDE


def marks_for(source, args):
    """The marks of [source] that count in this run."""
    return marks(source, marks_of(source, args), args.device == "real" and is_inside(source, args))


def unseen(source, args):
    """Why what is wrong with the program is not found by checks inside kernels on a GPU; or None."""
    if args.device != "real" or not getattr(args, "kernel_checks", None):
        return None
    text = open(source).read()
    if args.driver and source.endswith(".cu") and "-rdc=true" in text:
        return "NVIDIA's runtime asks the driver for tables that ours has not"
    why = re.search(r"// unseen on a GPU: (.*)", text)
    return why.group(1) if why else None


def cases(sources):
    """A table in Markdown: of the bad programs about kernels, what --kernel-checks=all finds on a GPU as the software device does, and why it does not find
    the rest; an expectation counts as a case."""
    counts, reasons = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    for source in sources:
        folder, text = os.path.basename(os.path.dirname(source)), open(source).read()
        if folder not in INSIDE + ALL_ONLY or not is_kind(os.path.basename(source), "bad") or body(source) != source or api_of(text):
            continue
        whole = re.search(r"// (?:unseen on a GPU|soft only): (.*)", text)
        for mark in marks(source, "soft")[0]:
            why = whole.group(1) if whole else mark["unseen"].replace("_", " ") if "unseen" in mark else None
            counts[folder]["unseen" if why else "other words" if "gpu-says" in mark else "same"] += 1
            reasons[folder][why] += 1 if why else 0
    lines = ["| rule | found as there | in other words | not found, because |", "| --- | --- | --- | --- |"]
    for folder in sorted(counts):
        because = "; ".join(f"{why} ({n})" if n > 1 else why for why, n in reasons[folder].most_common() if why)
        lines.append(f"| {folder} | {counts[folder]['same']} | {counts[folder]['other words']} | {because or '-'} |")
    return "\n".join(lines) + "\n"


def compare_cases(sources, path):
    """Is their table in the document [path]?  An exit status."""
    table = cases(sources)
    known = table in open(path).read()
    print(f"{path} has the table of cases" if known else f"{path} must have this table:\n{table}")
    return 0 if known else 1


def refusal(source, api, device, folder):
    """Why the program of [api] must or can not run on [device], or None."""
    text = open(source).read()
    if api == "vulkan" and is_kind(os.path.basename(source), "bad"):
        if device == "real":
            return "invalid Vulkan commands are kept from real GPUs"
        if not any(map(emulated.used.installed, VALIDATION)) and "// light: too" not in text and "--validation no" not in text:
            return "no validation layer"
    if "// needs: protection keys" in text and not emulated.has_protection_keys():
        return "no memory protection keys"
    if "// needs: divisions that trap" in text and not emulated.traps_division():
        return "a division by zero gives 0 there"
    if "// needs: limits of address space" in text and not emulated.limits_address_space():
        return "the emulator limits no address space"
    if "// needs: single steps" in text and not emulated.steps_singly():
        return "a page that was touched once stays open there"
    if "// needs: mappings downwards" in text and not emulated.maps_downwards():
        return "the emulator maps upwards"
    if re.search(r"// options:.*--deep", text) and not emulated.used.installed("/usr/bin/oclgrind"):
        return "no oclgrind"
    if api == "vulkan" and device == "real" and real_vulkan(folder)[1]:
        return real_vulkan(folder)[1]
    only = re.search(r"// soft only: (.*)", text)
    if only and device == "real":
        return only.group(1)
    needed = re.search(r"// env:.*INQUEST_SOFT_DEVICES=(\d+)", text)
    if device == "real" and needed and gpu_count() < int(needed.group(1)):
        return f"needs {needed.group(1)} GPUs"
    return None


@functools.lru_cache(None)
def gpu_count():
    """GPUs that a program can use: of the files in /dev a container may see more."""
    ask = "import ctypes; driver, count = ctypes.CDLL('libcuda.so.1'), ctypes.c_int(0); driver.cuInit(0); driver.cuDeviceGetCount(ctypes.byref(count)); print(count.value)"
    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True).stdout.strip()
    return int(said or 0)


@functools.lru_cache(None)
def real_vulkan(folder):
    """The manifest of the GPU's Vulkan driver (one written into [folder] where only the library is there; None: the loader's own
    choice), and why there is no driver (None: there may be one)."""
    if os.environ.get("VK_DRIVER_FILES") or os.environ.get("VK_ICD_FILENAMES"):
        return None, None
    reasons = []
    for library in ("libGLX_nvidia.so.0", "libEGL_nvidia.so.0"):        # the second one does without X11
        try:
            ctypes.CDLL(library)
        except OSError as problem:
            reasons.append(str(problem))
            continue
        known = [name for pattern in NVIDIA for name in glob.glob(pattern) if library in open(name).read()]
        if known:
            return known[0], None
        manifest = os.path.join(folder, "nvidia_icd.json")
        json.dump({"file_format_version": "1.0.0", "ICD": {"library_path": library, "api_version": "1.3.0"}}, open(manifest, "w"))
        return manifest, None
    others = [name for name in glob.glob("/usr/share/vulkan/icd.d/*.json") + glob.glob("/etc/vulkan/icd.d/*.json") if "lvp" not in name and "nvidia" not in name]
    return None, None if others else "no Vulkan driver of the GPU: " + "; ".join(reasons)


def device_env(api, device, folder):
    """What tells the program of [api] which device it is to take; [folder] is for files."""
    env = {"TEST_DEVICE": device}
    drivers = emulated.used.installed(LAVAPIPE)
    driver = drivers[0] if device == "soft" and drivers else real_vulkan(folder)[0] if device == "real" else None
    if api == "vulkan" and driver:
        env.update(VK_DRIVER_FILES=driver, VK_ICD_FILENAMES=driver)
    return env


def build_layer(args, out_dir):
    """Compiles the layer; args.layer becomes the library."""
    library = os.path.join(out_dir, os.path.basename(args.layer).replace(".c", ".so"))
    command = [*emulated.target_of(args.build).compiler("gcc"), "-std=gnu11", "-O1", "-w", "-shared", "-fPIC", "-I" + os.path.join(ROOT, "tests/include"), "-o", library, args.layer]
    args.layer = library if can_build("opencl", args.build) and subprocess.run(command, capture_output=True).returncode == 0 else args.layer
    return args.layer == library


def as_inside(expected):
    """What --kernel-checks on a GPU makes of the expectation; None: it is unseen there."""
    if "unseen" in expected:
        return None
    if "gpu-says" in expected:
        expected = {**expected, "says": expected["gpu-says"], "unsaid": [], "unrelated": True}
    return expected


def marks(source, device, inside=False):
    """Expectations and site lines of a source file for [device]; [inside]: as --kernel-checks on a real GPU find it."""
    expected, sites, options = [], {}, {}
    files = dict.fromkeys([body(source), source])
    for number, line in ((number, line) for file in files for number, line in enumerate(open(file), 1)):
        for m in re.finditer(r"// expect(-soft|-real)?: (\S+)([^/]*)", line):
            if m.group(1) not in (None, "-" + device):
                continue
            known = {"rule": m.group(2), "line": number}
            for key, value in (k.split("=", 1) for k in m.group(3).split() if "=" in k):
                if key in REPEATED:
                    known.setdefault(key, []).append(value.replace("_", " "))
                else:
                    known[key] = value
            expected += filter(None, [as_inside(known) if inside else known])
        m = re.search(r"// site(-soft|-real)?: (\w+)", line)
        if m and m.group(1) in (None, "-" + device):
            sites.setdefault(m.group(2), []).append(number)
        m = re.match(r"// (options|args|exit|env|gap|refused|light): (.*)", line)
        if m:
            options[m.group(1)] = m.group(2).strip()
    return expected, sites, options


def first_line(stack, name):
    """Line of the innermost frame of [stack] that lies in the file [name]."""
    for frame in stack or []:
        if frame.get("file") and os.path.basename(frame["file"]) == name:
            return frame.get("line")
    return None


def problems(source, document, status, args, foreign):
    """What is wrong with the report, as a list of sentences.  [foreign]: the codes of the marks are another driver's."""
    expected, sites, options = marks_for(source, args)
    name = os.path.basename(body(source))
    found = [f for f in document["findings"] if f["severity"] != "note" or any(e.get("severity") == "note" and e["rule"] == f["rule"] for e in expected)]
    bad = []
    for e in expected:
        match = None
        for f in found:
            site = first_line(f["sites"].get("call"), name) or first_line(f["sites"].get("created"), name)
            if f["rule"] == e["rule"] and site == e["line"]:
                match = f
                break
        if not match and foreign and (e.get("accepted") == "none" or "refused" in options and not found):
            continue
        if not match:
            bad.append(f"expected {e['rule']} at line {e['line']}")
            continue
        found.remove(match)
        checks = {"arg": (match["argument"] or {}).get("name"), "object": (match["object"] or {}).get("kind"),
                  "state": (match["object"] or {}).get("state"), "api": match["api"], "entry": match["entry"],
                  "result": str((match["result"] or {}).get("code")), "contained": str(int(bool(match["contained"])))}
        if match.get("access") and match["object"] and match["object"]["address"]:
            checks["from"] = int(match["access"]["address"], 16) - int(match["object"]["address"], 16)
        for key, got in checks.items():
            if key == "result" and foreign and not match["contained"]:
                continue
            if key in e and e[key] != str(got):
                bad.append(f"line {e['line']}: {key} is {got}, expected {e[key]}")
        for key, wanted in (("says", True), ("unsaid", False)):
            text = "; ".join((match["message"], match["cause"], match["fix"]))
            bad += [f"line {e['line']}: {'does not say' if wanted else 'says'} {words!r}: {text}" for words in e.get(key, []) if (words in text.replace("_", " ")) != wanted]
        accepted = foreign and match["result"] is None and "accepted" in e
        if match["severity"] != (e["accepted"] if accepted else e.get("severity", "error")):
            bad.append(f"line {e['line']}: severity {match['severity']}")
        for what in ("created", "destroyed", "kernel"):
            if what in sites and len(expected) == 1 and first_line(match["sites"].get(what), name) not in sites[what]:
                bad.append(f"line {e['line']}: {what} at {first_line(match['sites'].get(what), name)}, expected {sites[what]}")
        if "related" in sites and len(expected) == 1 and "unrelated" not in e:
            lines = [first_line(r["stack"], name) for r in match["sites"].get("related", [])]
            if not set(lines) & set(sites["related"]):
                bad.append(f"line {e['line']}: related {lines}, expected {sites['related']}")
    for f in found:
        bad.append(f"unexpected {f['severity']} {f['rule']} at line {first_line(f['sites'].get('call'), name)}: {f['message']}")
    wanted = options.get("exit")
    if wanted is None and is_kind(name, "ok"):
        wanted = "0"
    if wanted is not None and str(status) != wanted:
        bad.append(f"exit status {status}, expected {wanted}")
    if is_kind(name, "bad") and not expected:
        bad.append("a bad program without expectation")
    return bad


def run(source, args, out_dir):
    """Result of a program: its state and a sentence.  What is pending counts as a gap."""
    state, why = judge(source, args, out_dir)
    if os.path.relpath(source, args.root) not in args.pending or args.device != "soft" or args.build_only:
        return state, why
    if state == "ok":
        args.passing.add(os.path.relpath(source, args.root))
        return ("ok", "taken from pending.txt") if args.take else ("FAIL", "passes: take it from pending.txt (--take)")
    return ("gap", "pending: " + why) if state == "FAIL" else (state, why)


def judge(source, args, out_dir):
    api = api_of(open(body(source)).read())
    why = None if args.build_only else refusal(source, api, args.device, out_dir) or unseen(source, args)
    if why:
        return "skip", why
    # the software driver in a GPU's place has not the tables that NVIDIA's runtime asks the driver for
    own_runtime = source.endswith(".cu") and args.device == "real" and bool(args.driver)
    program, error, skipped = build(source, args.build, out_dir, args.prebuilt, own_runtime)
    if skipped:
        return "skip", error
    if not program:
        return "FAIL", "does not build: " + error
    if args.build_only:
        return "ok", ""
    expected, _, options = marks_for(source, args)
    if args.layer and "refused" in options:
        return "skip", options["refused"]
    other = "real" if marks_of(source, args) == "soft" else "soft"
    if not expected and marks(source, other)[0]:
        return "skip", f"for the {other} device only"
    both = api == "vulkan" and args.device == "soft" and "--validation" not in options.get("options", "") and ("light" in options or is_kind(os.path.basename(source), "ok"))
    modes = [[], ["--validation", "no"]] if both else [[]]
    for mode in modes if any(map(emulated.used.installed, VALIDATION)) else modes[-1:]:
        state, why = observe(source, args, out_dir, program, mode)
        if state != "ok":
            return state, ("without validation: " if mode else "") + why
    return "ok", ""


def run_whole(command, **how):
    """As subprocess.run, but what the command has started ends with it when the time is over."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, **how)
    try:
        out, err = process.communicate(timeout=emulated.limit(60))
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def report_of(program):
    """Where the report of a program is, in a folder of its own: those of its children lie beside it, and are not looked for among thousands of files."""
    return os.path.join(os.path.dirname(program), "reports", os.path.basename(program), "report.json")


def observe(source, args, out_dir, program, mode):
    """The state of one run with the options [mode], and a sentence."""
    api = api_of(open(body(source)).read())
    _, _, options = marks_for(source, args)
    report = report_of(program)
    shutil.rmtree(os.path.dirname(report), ignore_errors=True)
    os.makedirs(os.path.dirname(report))
    command = [args.inquest or os.path.join(args.build, "bin/inquest"), "--device", args.device, "--format", "json", "-o", report, "--quiet"]
    command += ["--driver", args.driver] if args.driver else []
    command += [f"--kernel-checks={args.kernel_checks}"] if getattr(args, "kernel_checks", None) else []
    command += shlex.split(options.get("options", "")) + mode + ["--", program] + shlex.split(options.get("args", ""))
    env = dict(os.environ, TEST_IMAGES=os.path.join(ROOT, "tests/data/images"), INQUEST_KERNEL_CACHE=os.path.join(out_dir, "kernel-cache"), **device_env(api, args.device, out_dir))
    env.update(kv.split("=", 1) for kv in options.get("env", "").split())
    if args.layer:
        env["OPENCL_LAYERS"] = args.layer
    try:
        done = run_whole(command, cwd=out_dir, env=env)
    except subprocess.TimeoutExpired:
        return "FAIL", "timeout"
    if done.returncode == 77 and (api or is_kind(os.path.basename(source), "ok")):
        plain = run_whole([program], cwd=out_dir, env=env) if api else done
        why = plain.stderr.strip().split("\n")[-1] if api else ""
        return ("skip", why or "program says 77") if plain.returncode == 77 else ("FAIL", "finds what it needs without inquest only")
    if not os.path.exists(report):
        return "FAIL", "no report; stderr: " + done.stderr[-500:]
    try:
        document = json.load(open(report))
        for child in glob.glob(glob.escape(report) + ".*"):
            document["findings"] += json.load(open(child))["findings"]
        bad = problems(source, document, done.returncode, args, api == "opencl" and (args.device == "real" or bool(args.layer)))
        if api and api not in document["device"]["apis"]:
            bad.append("its calls were not seen")
    except (ValueError, KeyError) as problem:
        return "FAIL", f"bad report: {problem!r}"
    if "gap" in options:
        return ("gap", options["gap"]) if bad else ("FAIL", "passes: take its `// gap:` line away")
    if bad:
        bad += [" ".join(done.stderr[-300:].split())] if done.stderr.strip() else []
    return ("FAIL", "; ".join(bad)) if bad else ("ok", "")


def show(source, result):
    """Prints a result; returns its state."""
    state, why = result
    print(f"{state:4} {os.path.relpath(source, ROOT)}" + (f": {why}" if why else ""), flush=True)
    return state


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--inquest", help="the launcher to use (default: that of the build folder)")
    parser.add_argument("--prebuilt", action="store_true", help="programs are in BUILD/tests/rules already; build none")
    parser.add_argument("--build-only", action="store_true", help="build the programs, run none")
    parser.add_argument("--device", default="soft")
    parser.add_argument("--kernel-checks", metavar="MODE", help="check kernels inside, also on a real GPU: what is expected of programs about kernels is what the software device says")
    parser.add_argument("--driver", help="libcuda to use; with --device real the software driver stands for a GPU about which nothing more is known than its answers")
    parser.add_argument("--root", default=os.path.join(ROOT, "tests/rules"), help="folder of the programs")
    parser.add_argument("--layer", metavar="SOURCE", help="a layer of the OpenCL loader that stands for another driver")
    parser.add_argument("--cases", metavar="DOCUMENT", help="run nothing; is the table of what GPUs find in the document?")
    parser.add_argument("--take", action="store_true", help="take the pending programs that pass from pending.txt")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("filter", nargs="*", help="substrings of paths to run")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.driver = args.driver and os.path.abspath(args.driver)
    args.root = os.path.abspath(args.root)
    suite = os.path.basename(args.root)
    why = emulated.use(args.build)
    if why and not args.build_only:
        print(f"{suite}: skipped: {why}")
        return 77
    out_dir = os.path.join(args.build, "tests", suite)
    os.makedirs(out_dir, exist_ok=True)
    if args.layer and not build_layer(args, out_dir):
        print(f"{suite}: skipped: {args.layer} does not build here")
        return 77
    sources = []
    for folder, _, files in sorted(os.walk(args.root)):
        sources += [os.path.join(folder, f) for f in sorted(files) if is_kind(f, "bad") or is_kind(f, "ok")]
    if args.filter:
        sources = [s for s in sources if any(f in s for f in args.filter)]
    if args.cases:
        return compare_cases(sources, args.cases)
    pending = os.path.join(args.root, "pending.txt")
    args.passing = set()
    args.pending = {line.split("#")[0].strip() for line in open(pending)} - {""} if os.path.exists(pending) else set()
    for name in sorted(args.pending):
        if not os.path.exists(os.path.join(args.root, name)):
            parser.error(f"pending.txt: no program {name}")
    states = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        judged = {s: pool.submit(run, s, args, out_dir) for s in sources}
        try:
            for source, result in judged.items():
                states[source] = show(source, result.result())
        except KeyboardInterrupt:
            done = [r.result() for r in judged.values() if r.done()]
            print(f"{suite}: interrupted with {len(done)} of {len(sources)} judged, {sum(d[0] == 'FAIL' for d in done)} of them failed", flush=True)
            os._exit(130)       # not waiting for programs that run
    for _ in range(2 if args.driver else 1):        # what a GPU's checks tell of races depends on its schedule
        failed = [s for s in sources if states[s] == "FAIL"]
        if failed and len(failed) <= SECOND_RUNS:
            print("once more, with nothing next to it:")
            states.update((s, show(s, run(s, args, out_dir))) for s in failed)
    counts = collections.Counter(states.values())
    if args.take and args.passing:
        kept = [line for line in open(pending) if line.strip() not in args.passing]
        open(pending, "w").writelines(kept)
    print(f"{suite}: {counts['ok']} passed, {counts['FAIL']} failed, {counts['skip']} skipped" + (f", {counts['gap']} known gaps" if counts["gap"] else ""))
    if counts["ok"] or counts["FAIL"]:
        return 1 if counts["FAIL"] else 0
    return 77 if counts["skip"] else 1


if __name__ == "__main__":
    sys.exit(main())
