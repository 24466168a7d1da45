#!/usr/bin/env python3
"""Calls every entry of the CUDA runtime and driver API with arguments that are right where they are known, and with each argument made
wrong in turn, under inquest: run_matrix.py --build BUILD [--device real] [--limit SECONDS] [--table FILE] [--update] [--list] [--keep FOLDER] [PATTERN...]

PATTERN: globs of names; only these entries.  The rows are those that tools/apigen.py reads.  Rows share a process, but for those about the whole device, and
go on in another one after each call that crashes, hangs or spoils the context.  A call that fails, crashes or hangs must have a finding at its line, of another rule than failed-call and driver-crash; but for what the
software device does not have (801), and for questions (words QUERY and TRIED of api/), which may be answered with no.
The calls that have none are printed (--list: all), and compared with known.txt beside this file: only others fail the test, and those of the list that have one by now.
--device real: a GPU and NVIDIA's static runtime instead of the software device and its own; the list is known_real.txt.  --limit: rows that have not begun by then are skipped.
--table: writes the numbers as a table; --update: writes the list."""
import argparse
import collections
import concurrent.futures
import fnmatch
import itertools
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import apigen  # noqa: E402

KINDS = {"stream", "event", "context", "module", "library", "array", "mipmapped_array", "texture", "surface", "texref", "graph", "graph_node",
         "graph_exec", "pool", "link_state", "vmm_handle", "user_object", "device_memory", "managed_memory", "pinned_memory"}
# what a valid call passes, by type without const, struct and enum
VALUES = {"CUDA_ARRAY3D_DESCRIPTOR *": "array_shape", "CUDA_ARRAY_DESCRIPTOR *": "flat_shape", "cudaChannelFormatDesc *": "texel", "CUDA_MEMCPY2D *": "copy_2d",
          "CUDA_MEMCPY3D *": "copy_3d", "cudaMemcpy3DParms *": "rt_copy_3d", "CUDA_MEMCPY3D_PEER *": "copy_peer", "cudaMemcpy3DPeerParms *": "rt_copy_peer", "CUDA_KERNEL_NODE_PARAMS *": "kernel_node", "cudaKernelNodeParams *": "rt_kernel_node",
          "CUDA_MEMSET_NODE_PARAMS *": "memset_node", "cudaMemsetParams *": "rt_memset_node", "CUDA_HOST_NODE_PARAMS *": "host_node",
          "cudaHostNodeParams *": "rt_host_node", "CUDA_RESOURCE_DESC *": [("resource", None), ("linear", "linear"), ("pitched", "pitch2D")], "cudaResourceDesc *": [("rt_resource", None), ("rt_linear", "linear"), ("rt_pitched", "pitch2D")], "CUmemPoolProps *": "pool_shape",
          "CUmemAllocationProp *": "vmm_shape", "cudaMemPoolProps *": "rt_pool_shape", "CUlaunchConfig *": "config", "cudaLaunchConfig_t *": "rt_config",
          "CUDA_TEXTURE_DESC *": "texture_shape", "cudaTextureDesc *": "rt_texture_shape"}
NUMBERS = {"width": 16, "Width": 16, "WidthInBytes": 16, "height": 4, "Height": 4, "pitch": 64, "dpitch": 64, "spitch": 64, "dstPitch": 64, "numLevels": 2, "ElementSizeBytes": 4,
           "elementSize": 4, "alignment": 0, "blockSize": 32}
STRUCTS = {"cudaExtent": "(struct cudaExtent){ 16, 4, 1 }", "cudaPitchedPtr": "(struct cudaPitchedPtr){ (void *)live[DEVICE_MEMORY], 64, 64, 4 }",
           "cudaMemLocation": "(struct cudaMemLocation){ 1, 0 }", "CUmemLocation": "(CUmemLocation){ 1, 0 }"}
# calls that end or stop the process, or wait by design
LEFT_OUT = ("cuStreamWaitValue*", "cuCheckpoint*", "cuStreamBatchMemOp*", "cuProfilerInitialize", "cudaProfilerInitialize")
# cases that may harm a GPU that others use, too: more managed memory than it has, and multicast objects of the switch between GPUs
HARMFUL = ("*Managed *size huge", "*Multicast*", "cudaMemcpy2DArrayToArray width -1", "cudaMemcpy2DArrayToArray height -1", "cudaMemset2DAsync height -1", "cuMemsetD2D*Async Height -1")
# answers that a correct program expects: not ready, peer access that is (or is not) enabled already
EXPECTED = (600, 704, 705)


def base(kind):
    return kind.replace("const ", "").replace("struct ", "").replace("enum ", "").strip()


def handles(kind, name):
    """(valid, wrong ones) of a handle of [kind]."""
    kind = {"kernel": "kernel_handle" if name.endswith("ernel_t") or name == "CUkernel" else "kernel_function"}.get(kind, kind)
    upper = kind.upper()
    if kind not in KINDS | {"kernel_handle", "kernel_function"}:
        upper = "NO_KIND"
    other = "EVENT" if kind != "event" else "STREAM"
    # a value of its own in each call: what is said of one once is not said again
    wrong = {"NULL": "0", "-1": "(NOWHERE - __LINE__)", "another kind": f"live[{other}]"}
    if upper not in ("NO_KIND", "CONTEXT"):
        wrong["destroyed"] = f"gone[{upper}]"
    return f"live[{upper}]", wrong


def memory(space):
    dev, freed = "live[DEVICE_MEMORY]", "gone[DEVICE_MEMORY]"
    if space == "HOST":
        return "(size_t)host", {"NULL": "0", "-1": "NOWHERE", "freed": "gone[PINNED_MEMORY]", "of the device": dev, "wild": "8"}
    return dev, {"NULL": "0", "-1": "NOWHERE", "freed": freed, "of the host": "(size_t)host", "wild": "8"}


class Structs:
    """The structs of api/abi: the members of each, down to numbers, pointers and handles."""

    def __init__(self, types):
        self.types, self.found = types, {}
        for path in sorted((ROOT / "api/abi").glob("cud*_abi.h")):
            text = apigen.strip_comments(path.read_text())
            for m in re.finditer(r"^(?:typedef )?(?:struct|union) ?(\w+)? ?\{(.*?)^\} ?(\w+)?;", text, re.S | re.M):
                self.found.update((name, m.group(2)) for name in (m.group(1), m.group(3)) if name)

    def members(self, kind, union=None):
        """[(path, type)] of struct [kind]; of a union in it the member [union], else the first."""
        form, name = self.types.resolve(kind)
        return list(self.leaves(self.found.get(name, ""), union)) if form == "struct" else []

    def leaves(self, body, union):
        for text in self.declarations(body):
            nested = re.match(r"(struct|union) ?\w* ?\{(.*)\} ?(\w*)", text, re.S)
            if nested:
                inner = list(self.leaves(nested.group(2), union))
                if nested.group(1) == "union":
                    heads = [path.split(".")[0] for path, _ in inner]
                    chosen = union if union in heads else heads[0] if heads else ""
                    inner = [leaf for leaf, head in zip(inner, heads) if head == chosen]
                yield from ((f"{nested.group(3)}.{path}" if nested.group(3) else path, kind) for path, kind in inner)
            elif "(" not in text:
                yield from self.plain(text)

    def plain(self, text):
        first, *others = (part.strip() for part in text.split(","))
        kind, name = re.match(r"(.*?[ *])(\w+(?:\[\w+\])*)$", first, re.S).groups()
        for name in (name, *others):
            path = re.sub(r"\[\w+\]", "[0]", name.lstrip("* "))
            if path.startswith(("reserved", "pad")):
                continue
            inner = self.members(kind.strip())
            yield from ((f"{path}.{below}", of) for below, of in inner) if inner else [(path, kind.strip())]

    @staticmethod
    def declarations(body):
        depth, start = 0, 0
        for at, sign in enumerate(body):
            depth += (sign == "{") - (sign == "}")
            if sign == ";" and not depth:
                yield " ".join(body[start:at].split())
                start = at + 1


def wrong_members(of, object, types, union=None):
    """{what is wrong: a struct} of struct [of] with a member of [object] made wrong in turn."""
    for path, kind in types.structs.members(of, union):
        for name, value in wrong_of(path, kind, types).items():
            yield f".{path} {name}", f"({{ __typeof__({object}) changed = {object}; changed.{path} = (__typeof__(changed.{path}))({value}); changed; }})"


def wrong_of(path, kind, types):
    """{name of what is wrong: a value} of a member."""
    form, name = types.resolve(kind)
    if kind in types.handles:
        return handles(types.handles[kind], kind)[1]
    if kind == "CUdeviceptr" or (form == "pointer" and "char" not in kind):
        return memory("HOST" if "ost" in path else "DEVICE")[1]
    if form == "enum":
        return {"-1": "-1", "unknown": "0x7ffe"}
    if form in ("function", "pointer"):
        return {"NULL": "0"}
    if form == "struct" or name in ("float", "double"):
        return {}
    wide = name in ("size_t", "long", "unsigned long long")
    wrong = {"0": "0", "-1": "-1", "huge": "HUGE_SIZE" if wide else "0x7ffffff0"}
    return {what: value for what, value in wrong.items() if what != "huge" or "grid" not in path}


def with_members(cast, arg, types):
    """The cases of an argument that leads to a struct."""
    of = base(arg.pointee or arg.type[:-1])
    shapes = VALUES[base(arg.type)]
    first, *others = shapes if isinstance(shapes, list) else [(shapes, None)]
    valid, wrong = cast(f"&{first[0]}", {"NULL": "0", "zeros": "zero"})
    for object, union in (first, *others):
        if object != first[0]:
            wrong[object] = f"({arg.type})(&{object})"
        wrong |= {(f"{object}{what}" if others else what): f"({{ static __typeof__({object}) other; other = {value}; &other; }})"
                  for what, value in wrong_members(of, object, types, union)}
    return valid, wrong


def values(arg, types):
    """(what a valid call passes, {name of what is wrong: what is passed then}) of an argument."""
    t, role = arg.type, arg.role
    cast = lambda valid, wrong: (f"({t})({valid})", {name: f"({t})({value})" for name, value in wrong.items()})
    if t in types.handles:
        return cast(*handles(types.handles[t], t))
    if base(t) in ("CUDA_RESOURCE_VIEW_DESC *", "cudaResourceViewDesc *"):
        return cast("0", {"zeros": "zero"})     # not for all resources
    if arg.form == "DIM3" or t == "dim3":
        return "(struct dim3){ 1, 1, 1 }", {"0": "(struct dim3){ 0, 1, 1 }", "huge": "(struct dim3){ 1, ~0u, 1 }"}
    if arg.cls == "struct":
        valid = STRUCTS.get(base(t), f"*({t} *)zero")
        return valid, {"0": f"*({t} *)zero", "-1": f"*({t} *)memset(zero, 255, 512)", **dict(wrong_members(t, f"({valid})", types))}
    if role in ("READ", "WRITE", "POINTER") and (arg.pointee or t.startswith("CUdeviceptr")):
        return cast(*memory(arg.space if role != "POINTER" or arg.space == "HOST" else "DEVICE"))
    if role == "DELMEM":
        valid, wrong = f"live[{arg.kind}]", {"-1": "NOWHERE", "freed": f"gone[{arg.kind}]", "interior": f"live[{arg.kind}] + 8", "of the host": "(size_t)host"}
        return cast(valid if arg.kind.lower() in KINDS else "0", wrong if arg.kind.lower() in KINDS else {"NULL": "0", "-1": "NOWHERE"})
    if role in ("REGMEM", "UNREGMEM"):
        return cast("(size_t)host", {"NULL": "0", "-1": "NOWHERE", "of the device": "live[DEVICE_MEMORY]"})
    if role == "SYMBOL":
        return cast("&shadow", {"NULL": "0", "unregistered": "&unregistered"})
    if role == "FUNC":
        return cast("fill", {"NULL": "0", "unregistered": "&unregistered"})
    if role in ("NEW", "OUT", "NEWMEM", "INOUT"):
        return cast("out", {"NULL": "0", "wild": "8"})
    if role in ("LIST", "WAITS") or (arg.pointee and base(arg.pointee) in types.handles):
        valid, wrong = handles(types.handles.get(base(arg.pointee), arg.kind.lower()), base(arg.pointee))
        array = lambda value: f"(unsigned long long[2]){{ {value} }}"
        return cast(array(valid), {"NULL": "0", **{f"[0] {name}": array(value) for name, value in wrong.items()}})
    if role == "ARGS":
        return cast("arguments", {"NULL": "0"})
    if role in ("EXTRA", "USER"):
        return cast("0", {})
    if role == "STR":
        return cast('"fill"', {"NULL": "0", "unknown": '"nonesuch"'})
    if role == "PATH":
        return cast('"nonesuch.cubin"', {"NULL": "0"})
    if role == "IMAGE":
        return cast("ptx", {"NULL": "0", "no image": '"<html>not found</html>"'})
    if arg.cls == "function":
        return cast("nothing", {"NULL": "0"})
    if base(t) in VALUES:
        return with_members(cast, arg, types)
    if arg.pointee is not None or arg.cls == "pointer":
        return cast("zero", {"NULL": "0"})
    if role == "DEVICE":
        return cast("0", {"-1": "-1", "huge": "1000"})
    if role == "MEMKIND":
        return cast("4", {"-1": "-1", "7": "7", "host to host": "0", "host to device": "1", "device to host": "2", "device to device": "3"})
    if arg.cls == "enum" or role == "ENUM":
        members = types.enums.get(arg.base, [])
        members = [m for m in members if not m[0].endswith("_MAX")]      # a number of members
        return cast(str(members[min(1, len(members) - 1)][1]) if members else "0", {"-1": "-1", "unknown": "0x7ffe"})
    if role == "FLAGS":
        return cast(str(arg.needed), {"unknown": "0x7ffffffe"})
    if arg.base in ("float", "double"):
        return cast("1", {"-1": "-1"})
    if role == "GRID":      # a huge grid is legal, and keeps the software device busy
        return cast("1", {"0": "0", "-1": "-1"})
    valid = NUMBERS.get(arg.name, {"OFFSET": 0, "SIZE": 64, "SHARED": 0}.get(role, 1))
    return cast(str(valid), {"0": "0", "-1": "-1", "huge": "HUGE_SIZE" if arg.base in ("size_t", "long", "unsigned long long") else "0x7ffffff0"})


def is_any(name, patterns):
    return any(fnmatch.fnmatchcase(name, p) for p in patterns)


def rows_of(apis, types):
    return [row for api in apis for path in sorted((ROOT / "api" / api).glob("*.api.h")) for row in apigen.parse_family(api, str(path), types)]


def exports(path, *options):
    """The functions that a library defines."""
    lines = subprocess.run(["nm", "-g", "--defined-only", *options, str(path)], capture_output=True, text=True).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines if line}


def chosen_rows(types, exported):
    rows = [r for r in rows_of(("cudart", "cuda"), types) if not (r.twin or r.until or r.name.startswith("_")) and r.status and r.symbol in exported]
    return [r for r in rows if not is_any(r.symbol, LEFT_OUT)]


class Side:
    """What an API's matrix is made of: rows(types); values(argument, row, types) as above; call(row, what is passed, what is wrong): a statement; the program's header, the commands that
    compile and link it, and the options for inquest and variables that select the device; globs of cases that are left out; alone(row): is its process for no other row?"""

    def __init__(self, name, **what):
        self.name, self.device, self.environment, self.left_out, self.alone = name, [], {}, (), lambda row: True
        self.__dict__.update(what)


def kinds_in(text):
    """The kinds of objects that calls name, as an expression in C; all of them where a struct may name any."""
    kinds = sorted(set(re.findall(r"(?:live|gone)\[(\w+)\]", text)))
    return "~0ull" if re.search(r"&[a-z]\w*_\w+|&resource|&config|arguments", text) else " | ".join(f"1ull << {kind}" for kind in kinds) or "0"


def write_program(path, rows, types, side):
    """Writes the program; returns its cases: [(row, argument, what is wrong, line)]."""
    cases, ranges, lines = [], [], [f'#include "{side.header}"', *(f"#undef {row.cname}" for row in rows)]
    for number, row in enumerate(rows):
        args = [(arg.name, *side.values(arg, row, types)) for arg in row.own_args()]
        valid = [a[1] for a in args]
        calls = [("", "", valid)] + [(name, what, valid[:i] + [value] + valid[i + 1:]) for i, (name, _, wrong) in enumerate(args) for what, value in wrong.items()]
        calls = [call for call in calls if not is_any(f"{row.symbol} {call[0]} {call[1]}", side.left_out)]
        first = len(cases)
        lines += [f"static int run_{number}(int at)", "{", "switch (at) {"]
        for name, what, passed in calls:
            lines.append(f"case {len(cases)}: {side.call(row, passed, what)}")
            cases.append((row, name, what, len(lines)))
        lines += ["}", "return 0;", "}"]
        ranges.append((first, len(cases), kinds_in(" ".join(text for call in calls for text in call[2]))))
    lines += ["static const struct row all[] = {", *(f"{{ run_{i}, {a}, {b}, {needs}, {int(side.alone(row))} }}," for i, (row, (a, b, needs)) in enumerate(zip(rows, ranges))), "};",
              f"int main(int argc, char **argv) {{ return argc != 3 || work(all, {len(rows)}, {len(cases)}, argv); }}"]
    path.write_text("\n".join(lines) + "\n")
    return cases


def build(args, source, side):
    out = args.keep / "matrix"
    subprocess.run([*side.compile, "-o", str(out), str(source), *side.link], cwd=ROOT, check=True)
    return out


def run(args, program, part, side):
    """The findings of one of the workers, who share the rows."""
    report = args.keep / f"report.{part}.json"
    env = {k: v for k, v in os.environ.items() if not k.startswith("INQUEST_")} | {"INQUEST_SOFT_MEMORY": "512M"} | side.environment
    with open(args.keep / f"stderr.{part}", "w") as stderr:
        subprocess.run([str(args.build / "bin/inquest"), "--quiet", *side.device, "--live=no", "--no-rules", "leak,unchecked-error", "--max", "0", "--watchdog", "3",
                        "--format", "json", "-o", str(report), str(program), str(args.keep / "board"), str(args.limit)], cwd=args.keep, env=env, timeout=args.limit + 300, stdout=stderr, stderr=stderr)
    documents = []
    for path in [report, *args.keep.glob(f"report.{part}.json.*")]:
        text = json.loads(path.read_text())
        documents += text if isinstance(text, list) else [text]
    return [f for d in documents for f in d["findings"]]


def outcomes(args, cases):
    """{case: code} of the cases that ended, from the board of child.h."""
    _, *numbers = struct.unpack(f"i{3 * len(cases)}i", (args.keep / "board").read_bytes())
    return {i: numbers[3 * i + 1] for i in range(len(cases)) if numbers[3 * i + 2]}


def lines_of(finding, source):
    for stack in [finding["sites"].get("call") or []]:
        for frame in stack:
            if frame["file"] and frame["file"].endswith(source.name) and frame["function"].startswith("run_"):
                yield frame["line"]


def judge(cases, codes, findings, source):
    """{case: (code, rules)} of the calls that failed, crashed or hung."""
    said = collections.defaultdict(set)
    for finding in findings:
        for line in lines_of(finding, source):
            said[line].add(finding["rule"])
    return {i: (code, said[cases[i][3]]) for i, code in codes.items() if code}


def is_unexplained(case, code, rules):
    asks = code > 0 and not rules and {"QUERY", "TRIED"} & set(case[0].flags)
    return not rules - {"failed-call", "driver-crash"} and code != 801 and code not in EXPECTED and not asks


def name_of(case):
    row, argument, what, _ = case
    return f"{row.symbol} {argument} {what}" if argument else row.symbol


def table(cases, codes, bad):
    """The numbers by API and family, as Markdown."""
    counts = collections.defaultdict(lambda: [set(), 0, 0, 0, 0, 0])
    for i, code in codes.items():
        row = cases[i][0]
        line = counts[(row.api, row.family)]
        line[0].add(row.symbol)
        line[1] += 1
        line[2] += code > 0 and code != 801
        line[3] += code == 801
        line[4] += code < 0
        line[5] += i in bad
    yield "| API | family | entries | calls | refused | 801 | died | without a rule |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for (api, family), line in sorted(counts.items()):
        yield f"| {dict(cudart='runtime', cuda='driver').get(api, api)} | {family} | {len(line[0])} | {' | '.join(map(str, line[1:]))} |"
    yield f"| all | | {len({cases[i][0].symbol for i in codes})} | {' | '.join(str(sum(line[n] for line in counts.values())) for n in range(1, 6))} |"


def arguments(text, light=False):
    parser = argparse.ArgumentParser(usage=text)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--device", choices=["real"])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=900)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("patterns", nargs="*")
    if light:
        parser.add_argument("--light", action="store_true")
    args = parser.parse_args()
    args.build = args.build.resolve()
    return args


def listed(path):
    return {line for line in path.read_text().splitlines() if line and line[0] != "#"} if path.exists() else set()


def work(args, side):
    args.keep = (args.keep or args.build / "tests/misuse" / side.name).resolve()
    args.keep.mkdir(parents=True, exist_ok=True)
    for old in [*args.keep.glob("report.*"), args.keep / "board"]:
        old.unlink(missing_ok=True)
    types = apigen.Types(str(ROOT / "api"))
    types.structs = Structs(types)
    source = args.keep / "matrix.c"
    rows = [row for row in side.rows(types) if not args.patterns or is_any(row.symbol, args.patterns)]
    cases = write_program(source, rows, types, side)
    program = build(args, source, side)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        findings = list(itertools.chain.from_iterable(pool.map(lambda part: run(args, program, part, side), range(args.jobs))))
    codes = outcomes(args, cases)
    failing = judge(cases, codes, findings, source)
    bad = {i: entry for i, entry in failing.items() if is_unexplained(cases[i], *entry)}
    for i in sorted(failing if args.list else bad):
        print(f"{name_of(cases[i])}: {failing[i][0]} {', '.join(sorted(failing[i][1])) or 'nothing'}")
    known_file = HERE / ("_".join(["known", *(word for word in (side.name, args.device) if word and word != "cuda")]) + ".txt")
    known, names, tried = listed(known_file), {name_of(cases[i]) for i in bad}, {name_of(cases[i]) for i in codes}
    if args.update:
        known = known - tried | names
        known_file.write_text("# Calls that fail, crash or hang without a rule that says why: entry, argument, what is wrong with it.  Written with --update.\n" +
                              "".join(f"{name}\n" for name in sorted(known)))
    news, over = sorted(names - known), sorted(known & tried - names)
    if args.table:
        args.table.write_text("\n".join(table(cases, codes, bad)) + "\n")
    if over:
        print(f"no longer to be listed in {known_file.name}:", *over, sep="\n  ")
    print(f"misuse: {len(codes) - len(news) - len(over)} passed, {len(news) + len(over)} failed, {len(cases) - len(codes)} skipped")
    return 1 if news or over or len(codes) != len(cases) else 0


def loaded(name):
    """The file that the dynamic linker finds for a library, or None."""
    ask = f"import ctypes; ctypes.CDLL({name!r}); print(next(l.split()[-1] for l in open('/proc/self/maps') if {name!r}.split('.so')[0] + '.' in l))"
    return subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True).stdout.strip() or None


def libraries(args):
    """(static runtime, driver) that the program is linked with; the driver is None if there is none."""
    if args.device:
        toolkit = pathlib.Path(shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc").resolve().parent.parent
        return next((path for path in toolkit.glob("lib*/libcudart_static.a")), toolkit / "lib64/libcudart_static.a"), loaded("libcuda.so.1")
    return args.build / "lib/libtestcudart.a", args.build / "lib/inquest/soft/libcuda.so.1"


def stands_alone(row):
    """Rows about the whole device, and those that allocate: NULL, of one that failed, is that failure later."""
    return row.family in ("context", "device", "init") or any(arg.role == "NEWMEM" for arg in row.own_args())


def call_of(row, passed, what):
    called = f"(int){row.cname}({', '.join(passed)})"
    return f"return settled({called});" if row.family == "memset" else f"return {called};"


def main():
    args = arguments(__doc__)
    runtime, driver = libraries(args)
    if not driver or not runtime.exists():
        print("no GPU or no static runtime: CUDA is skipped")
        return 0
    exported = exports(runtime) | exports(driver, "-D")
    return work(args, Side("cuda", header="world.h", values=lambda arg, row, types: values(arg, types), rows=lambda types: chosen_rows(types, exported),
                           call=call_of,
                           compile=["gcc", "-g1", "-O0", "-w", "-std=gnu11", "-Itests/misuse", "-Itests/include", "-Iapi", f"-I{args.build}/gen", "-Isrc"],
                           link=["-Wl,--whole-archive", str(runtime), "-Wl,--no-whole-archive", str(driver), "-lpthread", "-ldl", "-lrt", "-lm"],
                           device=["--device", args.device or "soft"], left_out=HARMFUL if args.device else (), alone=stands_alone))


if __name__ == "__main__":
    sys.exit(main())
