#!/usr/bin/env python3
"""Builds and runs other people's CUDA programs under inquest on the software device, and says how many pass their own check
without a finding.

    tools/conformance.py FOLDER [--build BUILD] [--out RESULTS.json] [--limit SECONDS] [--jobs N] [--pairs] [--first N] [--smaller] [FILTER ...]

FOLDER holds what was fetched: cuda-samples/ (NVIDIA/cuda-samples), polybench/ (sgrauerg/polybenchGpu), rodinia/ (yuhc/gpu-rodinia),
hecbench/ (zjin-lcf/HeCBench); what is absent is left out.  Nothing is written but below FOLDER/build and to RESULTS.
A program is in scope if it needs no graphics, no library beyond the CUDA runtime, driver and NVRTC, no input that has to be
downloaded, and compiles.  A program passes if it ends with status 0 within the limit and does not say that it failed.
The limit is of processor time; with --pairs each program has two processors of its own, and the limit is of wall time."""
import argparse, concurrent.futures, glob, json, os, queue, re, resource, shutil, signal, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
LIBRARIES = re.compile(r"#\s*include\s*[<\"](cublas|cufft|curand\.h|cusolver|cusparse|npp|nvjpeg|cudnn|nccl|mpi\.h|GL/|GLES|EGL|helper_gl|vulkan|d3d|X11|rendercheck_gl"
                       r"|opencv|FreeImage|cudaEGL|cuda_gl_interop|nvm|nvml|nvscibuf|libdrm|omp\.h.*mpi)", re.I)
FAILED = re.compile(r"\bFAIL(ED|URE)?\b|\bmismatch|\bincorrect\b|test failed|ERROR!|does not match", re.I)
FAILED_NOT = re.compile(r"\b0 (failed|mismatch|incorrect)|fail(ed|ures)?\s*[:=]\s*0\b|: 0$", re.I)
# What a GPU does in a moment and an interpreter does not: smaller problems, by the programs' own options.
ARGUMENTS = {
    "cuda-samples/nbody": ["-benchmark", "-numbodies=512", "-i=1"], "cuda-samples/matrixMul": ["-wA=128", "-hA=128", "-wB=128", "-hB=128"],
    "cuda-samples/matrixMul_nvrtc": ["-wA=64", "-hA=64", "-wB=64", "-hB=64"], "cuda-samples/reduction": ["--n=65536"], "cuda-samples/reductionMultiBlockCG": ["--n=1048576"], "cuda-samples/transpose": ["-dimX=128", "-dimY=128"],
    "cuda-samples/radixSortThrust": ["-iterations=2"], "cuda-samples/globalToShmemAsyncCopy": ["-wA=256", "-hA=256", "-wB=256", "-hB=256"],
    "cuda-samples/NV12toBGRandResize": ["-input=data/test640x480.nv12", "-width=640", "-height=480", "-dst_width=320", "-dst_height=240", "-batch=2"],
    "cuda-samples/FDTD3d": ["--dimx=32", "--dimy=32", "--dimz=32", "--timesteps=2"],
    "rodinia/hotspot": None, "rodinia/pathfinder": ["1000", "20", "5"], "rodinia/nw": ["256", "10"], "rodinia/lud": ["-s", "64"],
    "rodinia/gaussian": ["-s", "32"], "rodinia/backprop": ["1024"], "rodinia/lavaMD": ["-boxes1d", "2"], "rodinia/srad_v2": ["64", "64", "0", "31", "0", "31", "0.5", "2"],
    "rodinia/streamcluster": ["3", "5", "16", "512", "512", "100", "none", "output.txt", "1"], "rodinia/particlefilter": ["-x", "32", "-y", "32", "-z", "3", "-np", "256"],
    "rodinia/myocyte": None, "rodinia/huffman": None,
    "hecbench/addBiasResidualLayerNorm": ["1"], "hecbench/asta": ["-w", "1", "-r", "1"], "hecbench/crossEntropy": ["1"], "hecbench/lrn": ["1"],
    "hecbench/md5hash": ["1", "1"], "hecbench/memtest": ["1"], "hecbench/ssm": ["1"], "hecbench/linearprobing": ["16", "1"],
    "hecbench/aidw": ["1", "1", "1"], "hecbench/atomicIntrinsics": ["14", "1"], "hecbench/bitonic-sort": ["10", "2"], "hecbench/burger": ["130", "130", "2"],
    "hecbench/chi2": ["40", "4000", "20", "20", "256", "1"], "hecbench/contract": ["8", "1"], "hecbench/convolutionSeparable": ["256", "256", "1"],
    "hecbench/dense-embedding": ["1000", "16", "1"], "hecbench/dp4a": ["65536", "1"], "hecbench/expdist": ["256", "1"], "hecbench/fft": ["0", "1"],
    "hecbench/floydwarshall": ["64", "1", "16"], "hecbench/fpdc": ["8", "8", "1", "1"], "hecbench/ga": ["10000", "100", "11", "1"], "hecbench/gelu": ["2", "16", "512", "1"],
    "hecbench/glu": ["3", "16", "1"], "hecbench/mask": ["32", "32", "16", "1"], "hecbench/minmax": ["1000", "1"], "hecbench/nbody": ["128", "4"], "hecbench/mxfp4": ["65536", "1"],
    "hecbench/nosync": ["65536", "1"], "hecbench/pad": ["-a", "0.1", "-m", "100", "-n", "99"], "hecbench/pathfinder": ["1000", "20", "2"],
    "hecbench/radixsort2": ["-keysonly", "-n=16384"], "hecbench/rle": ["--i=1"], "hecbench/scan2": ["1", "65536", "256"], "hecbench/scel": ["32", "512", "1"],
    "hecbench/segment-reduce": ["2", "1"], "hecbench/sobol": ["1024", "8", "1"], "hecbench/sortKV": ["10000", "1"], "hecbench/stencil3d": ["32", "1"],
    "hecbench/tridiagonal": ["-num_systems=128"], "hecbench/upsample": ["1", "2", "16", "16", "1"], "hecbench/wedford": ["4", "16", "512", "1"],
    "hecbench/atomicReduction": ["262144", "2"], "hecbench/attentionMultiHeadKVCache": ["1"], "hecbench/babelstream": ["-s", "65536", "-n", "2"],
    "hecbench/bitpermute": ["1"], "hecbench/blockScan": ["64", "1"], "hecbench/bn": ["result", "1"], "hecbench/channelSum": ["16", "16", "1"],
    "hecbench/channelShuffle": ["2", "16", "16", "1"], "hecbench/jaccard": ["64", "32", "1"], "hecbench/mdh": ["-itmax", "1"], "hecbench/nqueen": ["8", "3", "1"],
    "hecbench/dslash": ["256"], "hecbench/dwconv": ["2", "4", "32", "32", "1"], "hecbench/feynman-kac": ["1"], "hecbench/flip": ["3", "64", "1"],
    "hecbench/fsm": ["1024"], "hecbench/geglu": ["1"], "hecbench/gpp": ["test"], "hecbench/hadamard": ["1", "1"], "hecbench/gemv": ["-s", "1024", "-i", "1", "-x", "64", "-y", "2"],
    "hecbench/loopback": ["0", "1"], "hecbench/matern": ["30", "1"],
    "hecbench/metropolis": ["-l", "32", "2", "-t", "4.7", "0.1", "-a", "1", "1", "20", "2", "-h", "1.0", "-z", "7919"], "hecbench/pnpoly": ["1"],
    "hecbench/s8n": ["8", "512", "1"], "hecbench/sc": ["-a", "0.1", "-n", "65536", "-w", "0", "-r", "1"],
    "hecbench/scan": ["65536", "1"], "hecbench/silu": ["2", "8", "64", "64", "1"], "hecbench/simplemoc": ["-s", "1000", "-e", "32", "-n", "1"],
    "hecbench/sort": ["0", "1"], "hecbench/sosfil": ["1"], "hecbench/threadcpy": ["1"], "hecbench/tsp": ["d493.tsp", "2", "1"], "hecbench/vmc": ["1"],
    "hecbench/vol2col": ["1"],
}


# Programs that show an error on purpose.
MEANT = {"cuda-samples/simpleAssert": "kernel-assert", "cuda-samples/simpleAssert_nvrtc": "kernel-assert"}


class Program:
    def __init__(self, suite, name, folder, sources, flags=(), arguments=None, make=None, reason=None):
        self.suite, self.name, self.folder, self.sources, self.flags = suite, name, folder, sources, list(flags)
        self.arguments, self.make, self.reason = arguments, make, reason
        self.key = f"{suite}/{name}"


def texts(folder):
    found = ""
    for path in glob.glob(folder + "/**/*", recursive=True):
        if path.endswith((".cu", ".cuh", ".cpp", ".c", ".h", ".hpp")) and os.path.isfile(path):
            found += open(path, errors="replace").read() + "\n"
    return found


def scope(folder):
    m = LIBRARIES.search(texts(folder))
    return f"needs {m.group(1)}" if m else None


def samples(root):
    for group in ("0_Introduction", "1_Utilities", "2_Concepts_and_Techniques", "3_CUDA_Features", "5_Domain_Specific", "6_Performance"):
        for folder in sorted(glob.glob(f"{root}/Samples/{group}/*/")):
            name = os.path.basename(folder.rstrip("/"))
            cmake = open(folder + "CMakeLists.txt").read() if os.path.exists(folder + "CMakeLists.txt") else ""
            m = re.search(r"add_executable\(\s*\w+\s+([^)]*)\)", cmake)
            sources = re.findall(r"[\w./+-]+\.(?:cu|cpp|c)\b", m.group(1)) if m else []
            flags = ["-I", root + "/Common", "-std=c++17", "--extended-lambda", "-rdc=true", "-Xcompiler", "-fopenmp", "-lcudadevrt"]
            flags += ["-lcuda"] if re.search(r"cuda_driver|CUDA::cuda_driver", cmake) or "cu" in name and "Drv" in name else []
            flags += ["-lnvrtc"] if "nvrtc" in cmake else []
            for header in ["cooperative_groups.h", "cooperative_groups", "cccl/nv", "cccl/cuda"] if "nvrtc" in name else []:    # as their CMakeLists.txt do
                copy = folder + os.path.basename(header)
                if not os.path.lexists(copy):
                    os.symlink(os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(NVCC))), "include", header), copy)
            reason = scope(folder) or ("no source list" if not sources else None)
            program = Program("cuda-samples", name, folder, sources, flags, [], reason=reason)
            program.modules = re.findall(r"(?:-o\s+)?(\S*?(\w+)\.(fatbin|ptx))\b", cmake)
            yield program


def smaller(folder, copy):
    """A copy of a program of PolyBench with at most 256 rows and columns, 32 in three dimensions, 5 steps."""
    os.makedirs(copy, exist_ok=True)
    for path in glob.glob(folder + "*.cu*"):
        text = open(path, errors="replace").read()
        most = lambda name: 5 if name in ("TSTEPS", "TMAX") else 32 if "NQ" in text else 256
        text = re.sub(r"(#\s*define\s+(N|M|N[A-Z]|TSTEPS|TMAX)\s+)(\d+)", lambda m: m.group(1) + str(min(int(m.group(3)), most(m.group(2)))), text)
        text = text.replace('"../../common/', '"').replace('"../utilities/', '"')
        open(os.path.join(copy, os.path.basename(path)), "w").write(text)
    return copy + "/"


def polybench(root):
    for folder in sorted(glob.glob(f"{root}/CUDA/*/")):
        name = os.path.basename(folder.rstrip("/"))
        sources = [os.path.basename(p) for p in glob.glob(folder + "*.cu")]
        copy = smaller(folder, os.path.join(root, "..", "build", "polybench.src", name))
        yield Program("polybench", name, copy, sources, ["-DPOLYBENCH_TIME", "-I", root + "/common", "-I", copy, "-I", root + "/CUDA/utilities"], [])


def rodinia(root):
    for folder in sorted(glob.glob(f"{root}/cuda/*/")):
        name = os.path.basename(folder.rstrip("/"))
        for sub in [folder] + sorted(glob.glob(folder + "*/")):
            sources = sorted(os.path.basename(p) for p in glob.glob(sub + "*.cu"))
            key = name if sub == folder else os.path.basename(sub.rstrip("/"))
            if not sources or f"rodinia/{key}" not in ARGUMENTS and f"rodinia/{name}" not in ARGUMENTS:
                continue
            arguments = ARGUMENTS.get(f"rodinia/{key}", ARGUMENTS.get(f"rodinia/{name}"))
            main = [s for s in sources if re.search(r"\bmain\s*\(", open(sub + s, errors="replace").read())]
            if main and arguments is not None:
                yield Program("rodinia", key, sub, ["backprop.c", "imagenet.c", "facetrain.c", "backprop_cuda.cu"] if key == "backprop" else main[:1], ["-I", sub], arguments, reason=scope(sub))


def shrunk(argument):
    return str(int(argument) // 64) if re.fullmatch(r"\d+", argument) and int(argument) > 2048 else argument


def hecbench(root, firsts=(0,), smaller=False):
    folders = sorted(glob.glob(f"{root}/src/*-cuda/"))
    for folder in [folder for first in firsts for folder in folders[first::5]]:
        name = os.path.basename(folder.rstrip("/"))[:-5]
        makefile = open(folder + "Makefile", errors="replace").read() if os.path.exists(folder + "Makefile") else ""
        makefile = re.sub(r"\\\n\s*", " ", makefile)
        run = re.search(r"^run:.*\n((?:\t.*\n?)+)", makefile, re.M)
        line = run.group(1).strip().split("\n")[0] if run else ""
        arguments = [a for a in line.split("$(program)")[-1].split() if a not in ("./$(program)", "$(LAUNCHER)")]
        if arguments and re.fullmatch(r"\d+", arguments[-1]) and int(arguments[-1]) > 2:
            arguments[-1] = "2"                 # the number of repetitions comes last
        arguments = [shrunk(a) for a in arguments] if smaller else arguments
        reason = scope(folder) or ("no way to run it is given" if "$(program)" not in line else None)
        reason = reason or ("input from elsewhere" if any("/" in a or "$" in a for a in arguments) else None)
        yield Program("hecbench", name, folder, [], (), arguments, make=True, reason=reason)


SUITES = {"cuda-samples": samples, "polybench": polybench, "rodinia": rodinia, "hecbench": hecbench}


def shell(command, cwd, limit, env=None, pair=None):
    """(status, output); status None: took more than [limit] seconds of processor time, or ten times as long altogether.
    With a [pair] of processors it runs on these, for [limit] seconds of wall time."""
    def confine():
        if pair:
            os.sched_setaffinity(0, pair)
        else:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    process = subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=confine)
    try:
        out, _ = process.communicate(timeout=limit if pair else 10 * limit)
        slow = process.returncode in (-signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGXCPU, 128 + signal.SIGKILL)
        return None if slow else process.returncode, out.decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, _ = process.communicate()
        return None, out.decode(errors="replace")


def build(program, args):
    """Path of the executable, or a reason."""
    target = os.path.join(args.folder, "build", program.suite, program.name)
    if os.path.exists(target) or os.path.exists(target + ".failed"):
        return (target, None) if os.path.exists(target) else (None, open(target + ".failed").read())
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if program.make:
        status, out = shell(["make", "-s", "CC=" + NVCC, "ARCH=compute_90", "EXTRA_CFLAGS=-lineinfo -Wno-deprecated-gpu-targets"], program.folder, 300)
        made = os.path.join(program.folder, "main")
        if status == 0 and os.path.exists(made):
            shutil.move(made, target)
        else:
            status = 1
    else:
        command = [NVCC, "-O2", "-arch=sm_90", "-lineinfo", "-w", "-DcudaThreadSynchronize=cudaDeviceSynchronize", "-DcudaThreadExit=cudaDeviceReset", "-o", target] + program.flags + program.sources
        status, out = shell(command, program.folder, 300)
        for _, name, kind in getattr(program, "modules", []) if status == 0 else []:
            source = next((s for s in glob.glob(program.folder + "*.cu") if os.path.basename(s)[:-3] in (name, name.rstrip("64"), re.sub(r"(_kernel)?(64)?$", "_kernel", name))), None)
            if source:
                shell([NVCC, "-" + kind, "-arch=sm_90", "-lineinfo", "-I", args.folder + "/cuda-samples/Common", "-o", os.path.join(program.folder, f"{name}.{kind}"), source], program.folder, 300)
    if status != 0:
        lines = [l for l in out.split("\n") if "error" in l.lower() or "undefined" in l] or out.strip().split("\n")
        open(target + ".failed", "w").write("does not compile: " + lines[0].strip()[:160])
        return None, "does not compile: " + lines[0].strip()[:160]
    return target, None


def judge(program, result, status, out, report):
    findings = []
    if os.path.exists(report):
        try:
            findings = json.load(open(report))["findings"]
        except ValueError:
            pass
    result["findings"] = [{"rule": f["rule"], "severity": f["severity"], "message": f["message"], "cause": f["cause"]} for f in findings
                          if f["severity"] != "note" and MEANT.get(program.key) != f["rule"]]
    bad = [] if program.key in MEANT else [l for l in out.split("\n") if FAILED.search(l) and not FAILED_NOT.search(l)]
    unsupported = re.search(r"does not implement '[^']*'", out)
    if status is None:
        result.update(state="slow", reason="not done within the limit")
    elif status == 2 and re.search(r"waiv|No CUDA devices support|not supported on|unsupported", out, re.I):
        result.update(state="scope", reason="says that the device lacks what it needs")
    elif status and re.search(r"(failed to|could not|cannot|can't|unable to) (be )?(open(ed)?|find|read|load)\b|no such file|usage:", out, re.I):
        result.update(state="scope", reason="needs input from elsewhere")
    elif status != 0:
        result.update(state="failed", reason=unsupported.group(0) if unsupported else f"status {status}: " + (out.strip().split("\n") or [""])[-1][:160])
    elif bad:
        result.update(state="failed", reason=unsupported.group(0) if unsupported else bad[0].strip()[:160])
    else:
        result.update(state="passed", reason=None)


def run(program, args):
    result = {"suite": program.suite, "name": program.name, "state": "scope", "reason": program.reason, "findings": [], "seconds": 0}
    if program.reason:
        return result
    executable, reason = build(program, args)
    if not executable:
        return dict(result, reason=reason)
    if args.build_only:
        return dict(result, state="built")
    arguments = ARGUMENTS.get(program.key, program.arguments) or []
    report = executable + ".json"
    for old in glob.glob(glob.escape(report) + "*"):
        os.unlink(old)
    command = [os.path.join(args.build, "bin/inquest"), "--device", "soft", "--watchdog", "0", "--quiet", "--format", "json", "-o", report] + args.option + ["--", executable] + arguments
    pair = args.pairs.get() if args.pairs else None
    started = time.time()
    status, out = shell(command, program.folder, args.limit, dict(os.environ, OMP_NUM_THREADS="2", OMP_WAIT_POLICY="passive"), pair)
    result["seconds"] = round(time.time() - started, 1)
    if pair:
        args.pairs.put(pair)
    open(executable + ".out", "w").write(out)
    judge(program, result, status, out, report)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--out")
    parser.add_argument("--limit", type=int, default=120, help="seconds of processor time for each program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pairs", action="store_true", help="two processors for each program, --limit of wall time; as many at a time as there are pairs, or --jobs")
    parser.add_argument("--first", default="0", help="HeCBench: each fifth program from this one on; several: 1,2")
    parser.add_argument("--smaller", action="store_true", help="HeCBench: a 64th of each number above 2048 among the arguments")
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--option", action="append", default=[], help="an option of inquest (--option=--no-rules=kernel-race)")
    parser.add_argument("filter", nargs="*", help="suite/name, or parts of it")
    args = parser.parse_intermixed_args()
    args.folder, args.build = os.path.abspath(args.folder), os.path.abspath(args.build)
    SUITES["hecbench"] = lambda root: hecbench(root, [int(first) for first in args.first.split(",")], args.smaller)
    if args.pairs:
        own = sorted(os.sched_getaffinity(0))
        pairs, args.pairs = list(zip(own[::2], own[1::2])), queue.Queue()
        args.jobs = min(args.jobs, len(pairs)) if args.jobs > 1 else len(pairs)
        for pair in pairs[:args.jobs]:
            args.pairs.put(pair)
    programs = [p for suite, make in SUITES.items() if os.path.isdir(os.path.join(args.folder, suite)) for p in make(os.path.join(args.folder, suite))]
    programs = [p for p in programs if not args.filter or any(f in p.key for f in args.filter)]
    results = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for result in pool.map(lambda p: run(p, args), programs):
            results.append(result)
            rules = ",".join(sorted({f["rule"] for f in result["findings"]}))
            print(f"{result['state']:7} {result['suite']}/{result['name']} {result['seconds']}s {result['reason'] or ''} {rules}", flush=True)
    if args.out:
        json.dump(results, open(args.out, "w"), indent=1)
    for suite in SUITES:
        mine = [r for r in results if r["suite"] == suite]
        inside = [r for r in mine if r["state"] != "scope"]
        if mine:
            print(f"{suite}: {len(mine)} programs, {len(inside)} in scope, {sum(r['state'] == 'passed' for r in inside)} pass, "
                  f"{sum(not r['findings'] for r in inside)} without a finding, {sum(r['state'] == 'slow' for r in inside)} too slow")
    return 0


if __name__ == "__main__":
    sys.exit(main())
