#!/usr/bin/env python3
"""Runs other people's programs under inquest and expects no finding of severity error or warning, and the exit status that they have without it.

    tests/third_party/run_third_party.py [--build BUILD] [--cts FOLDER] [--device soft|real] [--long] [FILTER ...]

What is not installed is skipped.  --cts names the folder test_conformance of a built OpenCL-CTS (KhronosGroup/OpenCL-CTS): its
positive sub-tests must be clean, and in the negative ones the cause that is found must agree with the code that the test expects.
--long adds what takes minutes on a CPU."""
import argparse, glob, json, os, re, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LAVAPIPE = glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json")
MOVIE = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=5", "-t", "1"]
XVFB = ["xvfb-run", "-a"]
ZINK = ["env", "LIBGL_ALWAYS_SOFTWARE=1", "MESA_LOADER_DRIVER_OVERRIDE=zink"] + XVFB     # OpenGL over Vulkan
MODULES = {"vectors.py": "pyopencl", "shared.py": "pyopencl", "images.py": "cv2", "webgpu.py": "wgpu"}       # what scripts of ours need


def ffmpeg(device, name, filters):
    """ffmpeg with a filter of [device] ("opencl=o:0.0") on a second of film."""
    return ["ffmpeg", "-hide_banner", "-loglevel", "error", "-init_hw_device", device, "-filter_hw_device", name, *MOVIE,
            "-vf", f"format=yuv420p,hwupload,{filters},hwdownload,format=yuv420p", "-f", "null", "-"]


def hashcat(mode, digest):
    return ["hashcat", "-m", mode, "-a", "3", "--force", "--self-test-disable", "--potfile-disable", "--backend-ignore-cuda", digest, "?l?l?l"]


# Filters of ffmpeg that need no second input, and examples of pyopencl (package python-pyopencl-doc) that need no other package.
FILTERS = ["boxblur_opencl=2:1", "convolution_opencl", "dilation_opencl", "erosion_opencl", "nlmeans_opencl", "prewitt_opencl", "roberts_opencl",
           "sobel_opencl", "transpose_opencl=dir=clock", "pad_opencl=400:300:10:10", "deshake_opencl"]
EXAMPLES = "/usr/share/doc/python-pyopencl-doc/examples"
SCRIPTS = ["demo", "demo_array", "demo_array_svm", "demo_elementwise", "demo_elementwise_complex", "demo_meta_template", "demo-struct-reduce",
           "dump-properties", "n-body", "narray", "pi-monte-carlo", "svm", "dump-performance"]


# name, API, the command ({here}: this folder, {scratch}: a new one), and whether it takes minutes.
PROGRAMS = [
    ("clinfo", "opencl", ["clinfo"], False),
    ("clpeak, bandwidth and latency", "opencl", ["clpeak", "--global-bandwidth", "--transfer-bandwidth", "--kernel-latency"], True),
    ("pyopencl", "opencl", ["/usr/bin/python3", "{here}/vectors.py"], False),
    ("pyopencl, arrays in shared memory", "opencl", ["/usr/bin/python3", "{here}/shared.py"], False),
    ("clFFT, two dimensions", "opencl", ["clFFT-client", "-x", "64", "-y", "64", "-p", "3"], False),
    ("CLBlast, its tests of axpy", "opencl", ["clblast_test_xaxpy", "-n", "64"], False),
    ("CLBlast, its tests of gemv", "opencl", ["clblast_test_xgemv", "-m", "64", "-n", "64"], True),
    ("OpenCV, six filters", "opencl", ["env", "OPENCV_OPENCL_DEVICE=:CPU:", "/usr/bin/python3", "{here}/images.py"], True),
    ("ffmpeg avgblur_opencl", "opencl", ffmpeg("opencl=o:0.0", "o", "avgblur_opencl=3"), False),
    ("ffmpeg overlay, two OpenCL filters", "opencl", ffmpeg("opencl=o:0.0", "o", "unsharp_opencl,boxblur_opencl"), False),
    ("hashcat, MD5 of three letters", "opencl", hashcat("0", "900150983cd24fb0d6963f7d28e17f72"), True),
    *[("ffmpeg " + name, "opencl", ffmpeg("opencl=o:0.0", "o", name), True) for name in FILTERS],
    *[("pyopencl " + name, "opencl", ["/usr/bin/python3", f"{EXAMPLES}/{name}.py"], True) for name in SCRIPTS],
    ("hashcat, SHA2-256 of three letters", "opencl", hashcat("1400", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"), True),
    ("hashcat, benchmark of MD5", "opencl", ["hashcat", "-b", "-m", "0", "--force", "--self-test-disable", "--backend-ignore-cuda"], True),
    ("vulkaninfo", "vulkan", ["vulkaninfo"], False),
    ("vkcube, 300 frames", "vulkan", XVFB + ["vkcube", "--c", "300"], False),
    ("vkcubepp, 200 frames", "vulkan", XVFB + ["vkcubepp", "--c", "200"], False),
    ("ffmpeg hflip, vflip, transpose", "vulkan", ffmpeg("vulkan=v:0", "v", "hflip_vulkan,vflip_vulkan,transpose_vulkan"), False),
    ("ffmpeg chromaber_vulkan", "vulkan", ffmpeg("vulkan=v:0", "v", "chromaber_vulkan=dist_x=1:dist_y=1"), False),
    ("ffmpeg scale_vulkan", "vulkan", ffmpeg("vulkan=v:0", "v", "scale_vulkan=160:120"), False),
    ("ffmpeg libplacebo", "vulkan", ffmpeg("vulkan=v:0", "v", "libplacebo=w=160:h=120:format=yuv420p"), False),
    ("glmark2 over zink", "vulkan", ZINK + ["glmark2", "--off-screen", "-s", "200x200", "-b", "build:duration=1", "-b", "texture:duration=1",
                                            "-b", "shading:duration=1"], False),
    ("wgpu", "vulkan", ["python3", "{here}/webgpu.py"], False),
]


# Which causes go with a code that the negative sub-tests of OpenCL-CTS expect.
HANDLE = {"null-handle", "unknown-handle", "destroyed-handle", "wrong-type-handle", "wrong-context", "unchecked-error"}
SIZES = {"bad-size", "range-overflow", "region-overflow", "pitch-too-small", "misaligned", "null-pointer", "bad-flags", "overlap"}
AGREES = {
    "CL_INVALID_VALUE": SIZES | {"not-mapped", "bad-device", "mapped-conflict", "launch-arguments"},
    "CL_INVALID_PLATFORM": HANDLE | {"null-pointer"}, "CL_INVALID_DEVICE": HANDLE | {"bad-device", "null-pointer"},
    "CL_INVALID_DEVICE_TYPE": {"bad-flags", "bad-device"}, "CL_DEVICE_NOT_FOUND": {"bad-device"}, "CL_INVALID_CONTEXT": HANDLE, "CL_INVALID_COMMAND_QUEUE": HANDLE, "CL_INVALID_EVENT": HANDLE, "CL_INVALID_MEM_OBJECT": HANDLE | {"launch-host-pointer", "launch-freed-pointer"},
    "CL_INVALID_SAMPLER": HANDLE | {"launch-arguments"}, "CL_INVALID_KERNEL": HANDLE, "CL_INVALID_PROGRAM": HANDLE, "CL_INVALID_DEVICE_QUEUE": HANDLE | {"launch-arguments"},
    "CL_INVALID_PROPERTY": {"bad-flags"}, "CL_INVALID_QUEUE_PROPERTIES": {"bad-flags"}, "CL_INVALID_EVENT_WAIT_LIST": HANDLE | {"null-pointer", "bad-size"},
    "CL_INVALID_OPERATION": {"host-access-flags", "bad-flags", "wrong-type-handle", "bad-format", "bad-device", "unchecked-error"},
    "CL_INVALID_KERNEL_ARGS": {"argument-not-set"}, "CL_MEM_COPY_OVERLAP": {"overlap"}, "CL_BUILD_PROGRAM_FAILURE": {"build-failed"}, "CL_INVALID_ARG_INDEX": {"launch-arguments"}, "CL_INVALID_ARG_SIZE": {"launch-arguments"},
    "CL_INVALID_ARG_VALUE": {"launch-arguments", "launch-host-pointer", "wrong-type-handle", "usage-flags", "bad-flags"},
    "CL_PROFILING_INFO_NOT_AVAILABLE": {"no-timing-event"}, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST": {"event-failed"}, "CL_INVALID_WORK_GROUP_SIZE": {"launch-dimensions"}, "CL_INVALID_HOST_PTR": {"null-pointer", "bad-flags"}, "CL_INVALID_BUFFER_SIZE": {"bad-size", "range-overflow"}, "CL_INVALID_IMAGE_SIZE": {"bad-size"},
    "CL_DEVICE_PARTITION_FAILED": {"bad-size", "bad-flags"}, "CL_INVALID_DEVICE_PARTITION_COUNT": {"bad-size"},
}


# Sub-tests that make invalid calls on purpose; and what sub-tests really do wrong: they copy from what they still have mapped for
# writing, have a kernel read what it may only write, run without any order at first to see whether the queue is out of order, and make images of 16 RGBA floats from 16 floats.
INVALID = ".*negative|mem_host_|consistency_|kernel_required_group_size|local_arg_size_zero|userevents|out_of_order_event|clone_kernel_with_buf|async_build|options_uniform_work_group_size|preprocessor_line_error"
FAULTS = {"mem_host_write_only": "mapped-conflict", "mem_write_only_flags": "bad-flags", "out_of_order_event": "stream-race", "min_max_read_image_args": "host-overrun"}


def disagreements(found, known=None):
    """What is wrong with the findings in a sub-test that makes invalid calls and got the codes it expects; [known] is a rule that it really breaks."""
    wrong = []
    for f in found:
        code = (f["result"] or {}).get("name")
        if f["rule"] == "failed-call" and code == "CL_INVALID_OPERATION" and "does not support" in f["message"]:
            continue
        if f["severity"] == "error" and f["rule"] != known and (code is None or f["rule"] not in AGREES.get(code, set())):
            wrong.append(f"{f['rule']} in {f['api']} with {code}: {f['message']}")
    return wrong


def sub_tests(folder):
    """(program, sub-test) of the programs of a built OpenCL-CTS."""
    for program in sorted(glob.glob(os.path.join(folder, "**", "test_*"), recursive=True)):
        if os.path.isfile(program) and os.access(program, os.X_OK):
            listed = subprocess.run([program, "--list"], capture_output=True, text=True, cwd=os.path.dirname(program)).stdout
            for name in re.findall(r"^\t(\w+)$", listed, re.M):
                yield program, name


def run_cts(args, scratch, counts):
    """Sub-tests that this driver passes in half a minute; what it fails says nothing about inquest."""
    for program, name in sub_tests(args.cts):
        if args.filter and not any(re.search(f, name) for f in args.filter):
            continue
        known = next((rule for start, rule in FAULTS.items() if name.startswith(start)), None)
        judge = (lambda found, known=known: disagreements(found, known)) if known or re.match(INVALID, name) else None
        counts[run(args, "cts " + name, "opencl", [program, name], scratch, judge, 30)] += 1


def have(command):
    """Is the program of [command] there, and the module that a script of ours needs?"""
    words = [word for word in command if word not in ("env", "-a") and "=" not in word.split("/")[0]]
    if words[0].endswith("python3"):
        module = MODULES.get(os.path.basename(words[1]), "pyopencl")
        if not os.path.exists(words[1].format(here=os.path.dirname(os.path.abspath(__file__)))):
            return False
        return bool(shutil.which(words[0])) and subprocess.run([words[0], "-c", "import " + module], capture_output=True).returncode == 0
    return all(shutil.which(word) for word in words[:2 if words[0] == "xvfb-run" else 1])


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


def run(args, name, api, command, scratch, judge=None, limit=None, options=()):
    """One line of the result; returns its state.  With a limit what fails or lasts longer without inquest is skipped."""
    command = [part.format(here=os.path.dirname(os.path.abspath(__file__)), scratch=scratch) for part in command]
    if not have(command):
        print(f"skip {name}: not installed")
        return "skip"
    env = environment(api, args.device)
    report = os.path.join(scratch, "report.json")
    for old in glob.glob(report + "*"):
        os.unlink(old)
    inquest = [args.inquest or os.path.join(args.build, "bin/inquest"), "--device", args.device, "--quiet", "--format", "json", "-o", report, *options, "--"]
    folder = os.path.dirname(command[0]) or scratch
    try:
        plain = subprocess.run(command, capture_output=True, env=env, cwd=folder, timeout=limit or 900, stdin=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        plain = None
    if limit and plain != 0:
        print(f"skip {name}: {'fails' if plain else 'takes too long'} without inquest, too")
        return "skip"
    try:
        done = subprocess.run(inquest + command, capture_output=True, env=env, cwd=folder, timeout=1800, stdin=subprocess.DEVNULL)
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
    explained = len(found) - notes if judge else 0
    print(f"{state:4} {name}" + "".join("\n       " + w for w in wrong) + (f" ({explained} causes)" if explained else "") + (f" ({notes} notes)" if notes and not wrong else ""), flush=True)
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
            if args.filter and not any(re.search(f, name) for f in args.filter):
                continue
            if long and not args.long:
                print(f"skip {name}: takes minutes (--long)")
                counts["skip"] += 1
                continue
            counts[run(args, name, api, command, scratch)] += 1
            if api == "vulkan":
                counts[run(args, name + ", light", api, command, scratch, options=["--validation", "no"])] += 1
        if args.cts:
            run_cts(args, scratch, counts)
    print(f"real: {counts['ok']} passed, {counts['FAIL']} failed, {counts['skip']} skipped")
    return 1 if counts["FAIL"] else 0 if counts["ok"] else 77


if __name__ == "__main__":
    sys.exit(main())
