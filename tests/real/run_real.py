#!/usr/bin/env python3
"""Runs other people's programs under inquest and expects no finding of severity error or warning, and the exit status that they have without it.

    tests/real/run_real.py [--build BUILD] [--cts FOLDER] [--device soft|real] [--long] [FILTER ...]

What is not installed is skipped.  --cts names the folder test_conformance of a built OpenCL-CTS (KhronosGroup/OpenCL-CTS): its
positive sub-tests must be clean, and in the negative ones the cause that is found must agree with the code that the test expects.
--long adds what takes minutes on a CPU."""
import argparse, glob, json, os, re, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LAVAPIPE = glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json")
MOVIE = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=5", "-t", "1"]
XVFB = ["xvfb-run", "-a"]


def ffmpeg(device, name, filters):
    """ffmpeg with a filter of [device] ("opencl=o:0.0") on a second of film."""
    return ["ffmpeg", "-hide_banner", "-loglevel", "error", "-init_hw_device", device, "-filter_hw_device", name, *MOVIE,
            "-vf", f"format=yuv420p,hwupload,{filters},hwdownload,format=yuv420p", "-f", "null", "-"]


# name, API, the command ({here}: this folder, {scratch}: a new one), and whether it takes minutes.
PROGRAMS = [
    ("clinfo", "opencl", ["clinfo"], False),
    ("clpeak, bandwidth and latency", "opencl", ["clpeak", "--global-bandwidth", "--transfer-bandwidth", "--kernel-latency"], True),
    ("pyopencl", "opencl", ["/usr/bin/python3", "{here}/vectors.py"], False),
    ("ffmpeg avgblur_opencl", "opencl", ffmpeg("opencl=o:0.0", "o", "avgblur_opencl=3"), False),
    ("ffmpeg overlay, two OpenCL filters", "opencl", ffmpeg("opencl=o:0.0", "o", "unsharp_opencl,boxblur_opencl"), False),
    ("hashcat, MD5 of three letters", "opencl", ["hashcat", "-m", "0", "-a", "3", "--force", "--self-test-disable", "--potfile-disable",
                                                 "900150983cd24fb0d6963f7d28e17f72", "?l?l?l"], True),
    ("vulkaninfo", "vulkan", ["vulkaninfo"], False),
    ("vkcube, 60 frames", "vulkan", XVFB + ["vkcube", "--c", "60"], False),
    ("ffmpeg scale_vulkan", "vulkan", ffmpeg("vulkan=v:0", "v", "scale_vulkan=160:120"), False),
    ("ffmpeg libplacebo", "vulkan", ffmpeg("vulkan=v:0", "v", "libplacebo=w=160:h=120:format=yuv420p"), False),
]


def have(command):
    """Is the program of [command] there, and the module that a script of ours needs?"""
    if command[0] == "xvfb-run" and not shutil.which(command[2]):
        return False
    if command[0].endswith("python3"):
        return os.path.exists(command[0]) and subprocess.run([command[0], "-c", "import pyopencl"], capture_output=True).returncode == 0
    return bool(shutil.which(command[0]))


def environment(api, device):
    env = dict(os.environ, XDG_RUNTIME_DIR=os.environ.get("XDG_RUNTIME_DIR", tempfile.gettempdir()), PYOPENCL_CTX="0", PYOPENCL_NO_CACHE="1")
    if api == "vulkan" and device == "soft" and LAVAPIPE:
        env.update(VK_DRIVER_FILES=LAVAPIPE[0], VK_ICD_FILENAMES=LAVAPIPE[0])
    return env


def findings_of(report):
    """The findings and the seen APIs of [report] and of the reports of child processes."""
    found, apis = [], set()
    for name in [report] + glob.glob(glob.escape(report) + ".*"):
        if os.path.exists(name):
            document = json.load(open(name))
            found += document["findings"]
            apis |= set(document["device"]["apis"])
    return found, apis


def place(finding):
    stack = finding["sites"].get("call") or finding["sites"].get("created") or [{}]
    return f"{stack[0].get('function')} of {stack[0].get('module')}"


def run(args, name, api, command, scratch, judge=None):
    """One line of the result; returns its state."""
    command = [part.format(here=os.path.dirname(os.path.abspath(__file__)), scratch=scratch) for part in command]
    if not have(command):
        print(f"skip {name}: not installed")
        return "skip"
    env = environment(api, args.device)
    report = os.path.join(scratch, "report.json")
    for old in glob.glob(report + "*"):
        os.unlink(old)
    inquest = [args.inquest or os.path.join(args.build, "bin/inquest"), "--device", args.device, "--quiet", "--format", "json", "-o", report, "--"]
    try:
        plain = subprocess.run(command, capture_output=True, env=env, cwd=scratch, timeout=900, stdin=subprocess.DEVNULL).returncode
        done = subprocess.run(inquest + command, capture_output=True, env=env, cwd=scratch, timeout=1800, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as slow:
        print(f"FAIL {name}: longer than {slow.timeout} s")
        return "FAIL"
    found, apis = findings_of(report)
    wrong = [f"{f['severity']} {f['rule']} in {f['api']} ({place(f)}, {f['count']} times): {f['message']}" for f in found if f["severity"] != "note"]
    if judge:
        wrong = judge(found)
    if done.returncode != plain:
        wrong.insert(0, f"ends with {done.returncode}, without inquest with {plain}")
    if api not in apis:
        wrong.insert(0, "its calls were not seen")
    state = "FAIL" if wrong else "ok"
    notes = sum(f["severity"] == "note" for f in found)
    print(f"{state:4} {name}" + "".join("\n       " + w for w in wrong) + (f" ({notes} notes)" if notes and not wrong else ""), flush=True)
    return state


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--inquest", help="the launcher to use (default: that of the build folder)")
    parser.add_argument("--device", default="soft")
    parser.add_argument("--cts", help="folder test_conformance of a built OpenCL-CTS")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("filter", nargs="*")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    counts = {"ok": 0, "FAIL": 0, "skip": 0}
    with tempfile.TemporaryDirectory() as scratch:
        for name, api, command, long in PROGRAMS:
            if args.filter and not any(f in name for f in args.filter):
                continue
            if long and not args.long:
                print(f"skip {name}: takes minutes (--long)")
                counts["skip"] += 1
                continue
            counts[run(args, name, api, command, scratch)] += 1
    print(f"real: {counts['ok']} passed, {counts['FAIL']} failed, {counts['skip']} skipped")
    return 1 if counts["FAIL"] else 0 if counts["ok"] else 77


if __name__ == "__main__":
    sys.exit(main())
