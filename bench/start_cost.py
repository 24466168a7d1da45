#!/usr/bin/env python3
"""What the start of a watched program takes, in numbers that no other process disturbs: a program that allocates once, on the software device.
Usage: start_cost.py BUILD          prints instructions of the program (plain, watched) and of the launcher, as callgrind counts them, of a pair of
                                    malloc and free, too; page faults of both together (median of 9 runs); and the relocations of guest and launcher with the pages that they change
       start_cost.py BUILD figures  fails if one of them is more than FIGURES allows
Skipped without a compiler, or without valgrind."""
import os, resource, shutil, statistics, struct, subprocess, sys, tempfile
import figures

SOURCE = """#include <stdlib.h>
int cudaMalloc(void **, unsigned long), cudaFree(void *);
int main(int count, char **words)
{
    void *block, *volatile host;
    int failed = cudaMalloc(&block, 256);
    for (int i = 0; count > 1 && i < atoi(words[1]); i++) {
        host = malloc(64);
        free(host);
    }
    return failed || cudaFree(block);
}
"""
BLOCKS = 10000
# Up to a tenth above what gcc 12 and glibc 2.36 need.
FIGURES = {"instructions of the program, more than plain": 2_600_000, "instructions of the launcher": 1_990_000,
           "malloc and free that nobody records, more than plain": 10,
           "page faults, more than plain": 705, "guest: relocations": 27_100, "guest: pages": 107, "launcher: relocations": 8_600, "launcher: pages": 28}
RUNS, SKIPPED, PAGE = 9, 77, 12


def instructions(command):
    """Those of each process, by its first word."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/%p", "--trace-children=yes", *command], check=True, capture_output=True)
        counts = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name)) as text:
                fields = dict(line.split(":", 1) for line in text if line.startswith(("cmd:", "totals:", "summary:")))
            counts[os.path.basename(fields["cmd"].split()[0])] = int(fields.get("totals", fields.get("summary")))
        return counts


def page_faults(command):
    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
        subprocess.run(command, check=True, capture_output=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt - before
    return statistics.median(once() for _ in range(RUNS))


def relocations(path):
    """(number of relative ones, pages that they change)"""
    with open(path, "rb") as file:
        image = file.read()
    start, = struct.unpack_from("<Q", image, 40)
    size, count = struct.unpack_from("<HH", image, 58)
    number, pages = 0, set()
    for i in range(count):
        kind, _, _, at, length = struct.unpack_from("<IQQQQ", image, start + i * size + 4)
        for place, info, _ in struct.iter_unpack("<QQq", image[at:at + length]) if kind == 4 else ():  # SHT_RELA
            if info & 0xffffffff in (8, 1027):  # R_X86_64_RELATIVE, R_AARCH64_RELATIVE
                number += 1
                pages.add(place >> PAGE)
    return number, len(pages)


def blocks(command):
    """Instructions of a malloc and a free."""
    without, with_them = instructions([*command, "0"])["program"], instructions([*command, str(BLOCKS)])["program"]
    return (with_them - without) / BLOCKS


def measure(build, program):
    watch = [os.path.join(build, "bin/inquest"), "--quiet", "--", program]
    plain, watched = instructions([program]), instructions(watch)
    found = {"instructions of the program, more than plain": watched["program"] - plain["program"],
             "instructions of the launcher": watched["inquest"],
             "malloc and free that nobody records, more than plain": blocks(watch[:-2] + ["--host-memory=no", *watch[-2:]]) - blocks([program]),
             "page faults, more than plain": page_faults(watch) - page_faults([program])}
    for name, path in ("guest", "lib/inquest/libcuda.so.1"), ("launcher", "bin/inquest"):
        found[name + ": relocations"], found[name + ": pages"] = relocations(os.path.join(build, path))
    return found


def main():
    build, is_test = os.path.abspath(sys.argv[1]), sys.argv[2:] == ["figures"]
    cc, runtime = os.environ.get("CC") or shutil.which("cc"), os.path.join(build, "lib/libtestcudart.a")
    if not cc or not shutil.which("valgrind") or not os.path.exists(runtime):
        print("no compiler, no valgrind or no", runtime + ": skipped")
        return SKIPPED if is_test else 0
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        with open(program + ".c", "w") as file:
            file.write(SOURCE)
        subprocess.run([cc, "-O1", "-o", program, program + ".c", "-Wl,--whole-archive", runtime, "-Wl,--no-whole-archive",
                        f"-L{build}/lib/inquest/soft", "-l:libcuda.so.1", f"-Wl,-rpath,{build}/lib/inquest/soft", "-lpthread", "-ldl", "-lm"], check=True)
        found = measure(build, program)
    for name, value in found.items():
        print(f"{name:54}{value:12.0f}")
    return figures.judge(found, FIGURES, ".0f") if is_test else 0


if __name__ == "__main__":
    sys.exit(main())
