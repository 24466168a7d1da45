#!/usr/bin/env python3
"""Runs Oclgrind's own test kernels through the OpenCL API under inquest and compares what is found with what Oclgrind's tests expect.

    tests/third_party/run_oclgrind.py FOLDER [--build BUILD] [--light] [--list] [FILTER ...]

FOLDER is a checkout of jrprice/Oclgrind (version 21.10).  A kernel's .sim file says how it is launched, its .ref file which errors are
expected.  --light runs them on PoCL, without --deep: an error counts as found if anything is said.  The command ends with 1 if an expected
error is missing, or something is said about a kernel that is right."""
import argparse, json, os, re, shlex, struct, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORMATS = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q", "ulong": "Q", "float": "f",
           "double": "d"}
# Words of an expected error, and the rules that mean it.
RULES = [
    ("Invalid read from write-only", {"bad-flags"}), ("Invalid write to read-only", {"bad-flags"}),
    ("Invalid read of size", {"kernel-out-of-bounds"}), ("Invalid write of size", {"kernel-out-of-bounds"}),
    ("exceeds static array size", {"kernel-out-of-bounds", "kernel-shared-out-of-bounds"}),
    ("data race at global", {"kernel-race"}), ("data race at local", {"kernel-shared-race"}),
    ("Uninitialized", {"kernel-uninitialized"}), ("divergence", {"barrier-divergence"}),
    ("without waiting for events", {"kernel-shared-race"}), ("Invalid wait event", {"never-signalled"}),
    ("not aligned", {"kernel-misaligned"}),
]


def expected(path):
    """The sets of rules of the errors that the .ref file expects, each once."""
    found = []
    if os.path.exists(path):
        for line in open(path):
            if line.startswith("ERROR"):
                rules = next((rules for words, rules in RULES if words in line), {"?" + line[6:].strip()})
                found += [] if rules in found else [rules]
    return found


def parameters(source, kernel):
    """(is it local memory, is it a pointer, the type's name) of each parameter of the kernel."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", source, flags=re.S)
    at = re.search(r"\bvoid\s+" + re.escape(kernel) + r"\s*\(([^)]*)\)", text)
    found = []
    for parameter in at.group(1).split(",") if at and at.group(1).strip() else []:
        kind = re.search(r"\b((?:u?(?:char|short|int|long)|float|double))\d*\b", parameter)
        found.append((re.search(r"\blocal\b|\b__local\b", parameter) is not None, "*" in parameter, kind.group(1) if kind else "uchar"))
    return found


class Sim:
    """A .sim file; read() gives the words, header() what stands in <> next."""

    def __init__(self, path):
        lines = open(path).read().split("\n")
        first = re.match(r"# ARGS: (.*)", lines[0])
        self.options = shlex.split(first.group(1)) if first else []
        self.words = re.findall(r"<[^>]*>|\S+", "\n".join(line.split("#")[0] for line in lines))

    def read(self):
        return self.words.pop(0)

    def argument(self, is_local, is_pointer, kind):
        """The next argument as kernel_host wants it."""
        tokens = self.read().strip("<>").split()
        named = dict(token.split("=", 1) for token in tokens if "=" in token)
        kind = next((token for token in tokens if token in FORMATS), kind)
        flags = "ro" if "ro" in tokens else "wo" if "wo" in tokens else "rw"
        if "null" in tokens:
            return "null"
        if is_local:
            return f"local:{named['size']}"
        if "noinit" in tokens:
            return f"empty:{flags}:{named['size']}"
        data = self.data(int(named["size"]), kind, named, "hex" in tokens)
        return f"buffer:{flags}:{data}" if is_pointer else f"value:{data}"

    def data(self, size, kind, named, in_hex):
        """The bytes of an argument as hexadecimal digits: filled, a range, or numbers that follow."""
        width = struct.calcsize(FORMATS[kind])
        real = kind in ("float", "double")
        number = float if real else lambda word: int(word, 16 if in_hex else 10)
        if "fill" in named:
            values = [number(named["fill"])] * (size // width)
        elif "range" in named:
            start, step, _ = map(number, named["range"].split(":"))
            values = [start + step * i for i in range(size // width)]
        else:
            values = [number(self.read()) for _ in range(size // width)]
        if real:
            return struct.pack(f"<{len(values)}{FORMATS[kind]}", *values).hex()
        return b"".join((value % (1 << 8 * width)).to_bytes(width, "little") for value in values).hex()


def command_of(folder, sim, host):
    source, kernel = os.path.join(folder, sim.read()), sim.read()
    sizes = [sim.read() for _ in range(6)]
    arguments = [sim.argument(*parameter) for parameter in parameters(open(source).read(), kernel)]
    options = sim.options[sim.options.index("--build-options") + 1] if "--build-options" in sim.options else ""
    return [host, source, options, kernel, *sizes, *arguments]


def findings_of(build, command, light):
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "r.json")
        tool = [os.path.join(build, "bin/inquest"), "--format", "json", "--output", report] + ([] if light else ["--deep"])
        done = subprocess.run(tool + command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        found = json.load(open(report)).get("findings", []) if os.path.exists(report) else None
    return done, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--list", action="store_true", help="print every kernel, not only those that differ")
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    kernels = os.path.join(options.folder, "tests/kernels")
    count = {"erring": 0, "found": 0, "right": 0, "clean": 0}
    with tempfile.TemporaryDirectory() as scratch:
        host = os.path.join(scratch, "kernel_host")
        subprocess.run(["cc", "-O1", "-g", "-w", "-I", os.path.join(ROOT, "tests/include"), os.path.join(ROOT, "tests/third_party/kernel_host.c"), "-o", host,
                        "-lOpenCL"], check=True)
        for name in open(os.path.join(kernels, "TESTS")).read().split():
            if options.filters and not any(word in name for word in options.filters):
                continue
            wanted = expected(os.path.join(kernels, name + ".ref"))
            command = command_of(os.path.dirname(os.path.join(kernels, name)), Sim(os.path.join(kernels, name + ".sim")), host)
            done, found = findings_of(options.build, command, options.light)
            said = [finding["rule"] for finding in found or [] if finding["severity"] != "note"]
            missing = [rules for rules in wanted if not rules & set(said)] if not options.light else [] if said else wanted
            good = found is not None and not missing if wanted else found == [] or not said
            count["erring" if wanted else "right"] += 1
            count["found" if wanted else "clean"] += good
            if options.list or not good:
                print(f"{'ok' if good else 'NOT':4}{name}: status {done.returncode}, said {sorted(set(said))}"
                      f"{', missing ' + str(missing) if missing else ''}", flush=True)
                if found is None:
                    print(done.stdout.decode(errors="replace")[-500:])
    print(f"errors found in {count['found']} of {count['erring']} kernels, {count['clean']} of {count['right']} right ones are clean")
    return count["found"] < count["erring"] or count["clean"] < count["right"]


sys.exit(main())
