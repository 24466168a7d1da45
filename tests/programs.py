"""How the programs of tests/rules and of other folders like it are compiled, as run_rules.py and its neighbours run them.

What takes most of the time is done once: nvcc makes an object that is linked with NVIDIA's runtime and with ours, and gcc has the headers that most
programs begin with compiled before (it takes them only where nothing that the program defines or asks for could make a difference)."""
import collections, functools, glob, hashlib, os, re, shutil, subprocess, threading

import emulated

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
APIS = {"opencl": ("\"cl_world.h", "CL/cl.h", "OpenCL"), "vulkan": ("\"vk_", "vulkan/vulkan.h", "vulkan")}     # a beginning of the header that programs include
PRECOMPILED = ("cl_world.h", "cuda.h", "cuda_runtime.h", "race_kernels.h", "test_kernels.h", "vk_draw.h", "vk_world.h")
# The headers of C++14 are a fifth less work for nvcc than those of C++17; cooperative groups with their own type traits are a quarter of the work.  The
# same PTX comes of it.
SMALLER = ("-std=c++14", "-D_CG_LIMIT_INCLUDED_DEPENDENCIES")
NEEDS_17 = re.compile(r"#include <(cooperative_groups/(reduce|scan)|cub/|cuda/|thrust/)")
locks = collections.defaultdict(threading.Lock)


def api_of(text):
    """The API of APIS whose programs include its header, or None."""
    return next((api for api, (header, _, _) in APIS.items() if header in text), None)


def body(source):
    """The file with the marks: a program that is another one with other options includes that one."""
    other = re.search(r'^#include "((bad|ok)_\w+\.(c|cpp|cu))"', open(source).read(), re.M)
    return os.path.join(os.path.dirname(source), other.group(1)) if other else source


def with_headers(source):
    """The text of the file, and of files of its folder and those above that it includes."""
    text = open(source).read()
    found = [os.path.join(os.path.dirname(source), name) for name in re.findall(r'^#include "(.*)"', text, re.M)]
    return text + "".join(with_headers(path) for path in found if os.path.exists(path))


def adds(text):
    """Is there more in the program than comments, where it includes another one?"""
    return bool(re.sub(r"//.*|/\*.*?\*/|#include \"(bad|ok)_.*", "", text).strip())


def name_of(source):
    """What the program is called in a folder with those of all folders."""
    return os.path.relpath(source, ROOT).replace("/", "_").replace(".", "_")


@functools.lru_cache(None)
def can_build(api, build_dir):
    """Are the headers and the loader of [api] there for the compiler, and its drivers for the program?"""
    if not emulated.target_of(build_dir).has_drivers():
        return False
    _, header, library = APIS[api]
    compiler = emulated.target_of(build_dir).compiler("gcc")
    found = subprocess.run([*compiler, "-E", "-include", header, "-x", "c", "/dev/null"], capture_output=True).returncode == 0
    path = subprocess.run([*compiler, f"-print-file-name=lib{library}.so"], capture_output=True, text=True).stdout.strip()
    return found and os.path.isabs(path)


def is_fresh(path, sources):
    """Is the file there, and newer than all of [sources]?"""
    return os.path.exists(path) and all(os.path.getmtime(path) >= os.path.getmtime(s) for s in sources if os.path.exists(s))


@functools.lru_cache(None)
def newest_header(folder):
    """The header of the folder that was changed last, in a list; an empty one if there is none."""
    return sorted(glob.glob(os.path.join(glob.escape(folder), "*.h")), key=os.path.getmtime)[-1:]


def unfinished(path):
    """A name for [path] while it is written: other threads and processes may write it, too."""
    return f"{path}.{os.getpid()}.{threading.get_ident()}"


def include_flags(build_dir):
    return ["-I" + folder for folder in (*[os.path.join(ROOT, name) for name in ("tests/include", "include", "api")], os.path.join(build_dir, "gen"), os.path.join(ROOT, "src"))]


def build_nccl(build_dir, out_dir):
    """The path of the stand-in for libnccl, made if it is not there."""
    source, library = os.path.join(ROOT, "tests/nccl/libnccl.c"), os.path.join(out_dir, "libnccl.so.2")
    if is_fresh(library, [source]):
        return library
    part, compiler = unfinished(library), emulated.target_of(build_dir).compiler("gcc")
    subprocess.run([*compiler, "-std=gnu11", "-g", "-O1", "-w", "-shared", "-fPIC", "-Wl,-soname,libnccl.so.2", "-o", part, source, "-I" + os.path.join(ROOT, "tests/include"),
                    "-I" + os.path.join(ROOT, "api"), "-I" + os.path.join(build_dir, "gen")], check=True)
    os.rename(part, library)
    return library


def precompiled(text, command, out_dir):
    """The options with which [command] finds the header that the program [text] begins with compiled, which is done if it is not there."""
    first = re.search(r"^#include (.*)", text, re.M)
    header = first.group(1).strip('"') if first else None
    if header not in PRECOMPILED:
        return []
    folder = os.path.join(out_dir, "precompiled")
    path = os.path.join(folder, header)
    with locks[path]:
        if not is_fresh(path + ".gch", listed(path + ".gch.d")):
            os.makedirs(folder, exist_ok=True)
            part = unfinished(path)
            # what gcc takes instead where it can not use the compiled one, and what it compiles
            with open(part, "w") as file:
                file.write(f'#include "{os.path.join(ROOT, "tests/include", header)}"\n')
            os.rename(part, path)
            done = subprocess.run([*command, "-MD", "-MF", part + ".d", "-x", "c-header", "-o", part, path], cwd=out_dir, capture_output=True)
            if done.returncode:
                return []
            os.rename(part + ".d", path + ".gch.d")
            os.rename(part, path + ".gch")
    return ["-I" + folder]


def listed(rule):
    """The files that a rule for make, as compilers write it, depends on; itself if it is not there."""
    return open(rule).read().partition(":")[2].replace("\\\n", " ").split() if os.path.exists(rule) else [rule]


def compile_cuda(source, text, build_dir, out_dir, program, own_runtime, deps):
    """Compiles CUDA C++ by nvcc, links it with NVIDIA's runtime or with ours; as build."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not os.path.exists(nvcc):
        return None, "no nvcc", True
    extra = re.search(r"// nvcc: (.*)", text)
    flags = extra.group(1).split() if extra else []
    target = emulated.target_of(build_dir)
    if target.cross and target.cuda_objection(flags):
        return None, target.cuda_objection(flags), True
    standard = () if "-std=" in " ".join(flags) or NEEDS_17.search(with_headers(source)) else SMALLER
    libraries, flags = target.cuda_libraries(flags), [*standard, *target.cuda_flags(nvcc, flags)]
    compiled = source if adds(text) else body(source)
    made = os.path.join(out_dir, f"{name_of(compiled)}.{hashlib.sha256(' '.join(flags).encode()).hexdigest()[:8]}.o")
    with locks[made]:
        if not is_fresh(made, deps):
            part = unfinished(made)
            done = subprocess.run([nvcc, "-g", "-lineinfo", "-c", "-o", part, compiled, *flags], capture_output=True, text=True, cwd=out_dir)
            if done.returncode:
                return None, done.stderr, False
            os.rename(part, made)
    driver = os.path.join(build_dir, "lib/inquest/libcuda.so.1")
    linked = ["-Xlinker", driver] if "<cuda.h>" in text else []
    if own_runtime:
        linked = ["-cudart", "none", "-Xlinker", f"--whole-archive,{runtime_of(build_dir)},--no-whole-archive,{driver}"]
    part = unfinished(program)
    done = subprocess.run([nvcc, "-g", "-lineinfo", "-o", part, made, *flags, *libraries, *linked], capture_output=True, text=True, cwd=out_dir)
    if done.returncode:
        return None, done.stderr, False
    os.rename(part, program)
    return program, None, False


def runtime_of(build_dir):
    return os.path.join(build_dir, "lib/libtestcudart.a")


def compile_c(source, text, build_dir, out_dir, program, nccl):
    """Compiles and links C or C++; as build."""
    target, api = emulated.target_of(build_dir), api_of(open(body(source)).read())
    own = re.search(r"^// cc: (\S+)(.*)", text, re.M)
    if own and not shutil.which(target.cross + own.group(1)):
        return None, "no " + target.cross + own.group(1), True
    plus = source.endswith(".cpp")
    compiler = [*target.compiler("g++"), "-std=gnu++17"] if plus else [*target.compiler("gcc"), "-std=gnu11"]
    if own:
        compiler[0] = target.cross + own.group(1)
    # what is split off is found beside the program, wherever both are taken
    compiler += ["-g", "-O0", "-Wall", "-fdebug-prefix-map=" + out_dir + "=."]
    flags = ["-Wno-unused", "-Wno-use-after-free"]
    found = [] if plus or own else precompiled(text, [*compiler, *include_flags(build_dir), *flags], out_dir)
    command = [*compiler, "-o", os.path.basename(program), source, *(own.group(2).split() if own else []), *found, *include_flags(build_dir), *flags]
    if needs_runtime(text):
        command += ["-Wl,--whole-archive", runtime_of(build_dir), "-Wl,--no-whole-archive"]
    if nccl:        # before the guest, which has its functions, too
        command += ["-Wl,--no-as-needed", nccl, "-Wl,-rpath," + out_dir]
    command += ["-l" + APIS[api][2]] if api else [os.path.join(build_dir, "lib/inquest/libcuda.so.1")]
    done = subprocess.run([*command, "-lpthread", "-ldl", "-lm"], capture_output=True, text=True, cwd=out_dir)
    return (program, None, False) if done.returncode == 0 else (None, done.stderr, False)


def needs_runtime(text):
    return "cuda_runtime.h" in text or "kernels.h" in text or '"nccl_world.h' in text


def build(source, build_dir, out_dir, prebuilt, own_runtime=False):
    """Compiles [source], as CUDA C++ with NVIDIA's runtime or with ours; returns (program, error text, skipped)."""
    program = os.path.join(out_dir, name_of(source) + ("_own" if own_runtime else ""))
    if prebuilt:
        return (program, None, False) if os.path.exists(program) else (None, "not built", True)
    text = open(source).read()
    deps = [source, body(source), os.path.join(ROOT, "tests/cases/kernels.h"), *newest_header(os.path.join(ROOT, "tests/include")), *newest_header(os.path.dirname(source))]
    api = api_of(open(body(source)).read())
    if api and not can_build(api, build_dir):
        return None, f"no headers or loader of {api}", True
    cuda, linked = source.endswith(".cu"), []
    nccl = build_nccl(build_dir, out_dir) if '"nccl_world.h' in text else None
    if nccl:
        linked.append(nccl)
    if own_runtime or (not cuda and needs_runtime(text)):
        linked.append(runtime_of(build_dir))
    if is_fresh(program, deps + linked):
        return program, None, False
    return compile_cuda(source, text, build_dir, out_dir, program, own_runtime, deps) if cuda else compile_c(source, text, build_dir, out_dir, program, nccl)
