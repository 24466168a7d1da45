#!/usr/bin/env python3
"""The Debian package as its users have it: checked by lintian, installed into a bare Debian 12, used there, removed without a trace; then the recipe
for Apptainer, whose steps are done in the same place: its files copied, %post run, %runscript called.  The Containerfile has the same steps.
Usage: run_deb.py PACKAGE.deb [--root DIR] [--mirror URL]      after `make deb`; takes some minutes, so no part of the default ctest
--root: a Debian 12 made by debootstrap, which is then neither made nor removed; it must not have inquest.
Skipped (77) where debootstrap, the rights of root or a mirror are missing; without lintian only that part is."""
import argparse
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

MIRROR = "http://deb.debian.org/debian"
WRONG = "import ctypes; cuda = ctypes.CDLL('libcuda.so.1'); cuda.cuInit(0); cuda.cuDeviceGet(ctypes.byref(ctypes.c_int()), 99)"
failures = []


def check(name, holds, why=""):
    print(("ok   " if holds else "FAIL ") + name, flush=True)
    if not holds:
        failures.append(name)
        print(str(why)[-3000:])


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=900, **options)


def skip(why):
    print("SKIP:", why)
    sys.exit(77)


def lint(package):
    if not shutil.which("lintian"):
        print("lintian is not installed: not asked")
        return
    # the version is not in Debian's archive, where a package would close the bug that asked for it
    done = run("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", "initial-upload-closes-no-bugs", package)
    check("lintian", not done.returncode, done.stdout + done.stderr)


class Root:
    def __init__(self, path):
        self.path = pathlib.Path(path)

    def run(self, *words):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        return run("chroot", self.path, *words, env=environment)

    def files(self):
        """All that is there, but what package tools keep for themselves and /proc."""
        own = ("var/cache", "var/log", "var/lib/apt", "var/lib/dpkg", "proc", "sys", "dev", "tmp", "root/.cache")
        found = set()
        for folder, names, files in os.walk(self.path):
            inside = os.path.relpath(folder, self.path)
            names[:] = [name for name in names if os.path.normpath(os.path.join(inside, name)) not in own and name != "__pycache__"]
            found.update(os.path.normpath(os.path.join(inside, name)) for name in files)
        return found

    def install(self, package):
        """Its dependencies first, so that what is compared is the package alone."""
        shutil.copy(package, self.path / "tmp/inquest.deb")
        self.run("apt-get", "update", "-qq")
        done = self.run("apt-get", "install", "-y", "--no-install-recommends", "python3-minimal", "libpython3-stdlib")
        check("Python for the test", not done.returncode, done.stdout + done.stderr)
        wanted = run("dpkg-deb", "-f", package, "Depends").stdout
        names = [part.split("(")[0].split("|")[0].strip() for part in wanted.split(",") if part.strip()]
        done = self.run("apt-get", "install", "-y", "--no-install-recommends", *names)
        check("dependencies are those of a bare Debian 12", not done.returncode, done.stdout + done.stderr)
        before = self.files()
        done = self.run("apt-get", "install", "-y", "--no-install-recommends", "/tmp/inquest.deb")
        check("install", not done.returncode, done.stdout + done.stderr)
        return before


class Proc:
    """/proc in the root while a block runs: inquest, as other tools for processes, needs it."""
    def __init__(self, root):
        self.place = root.path / "proc"

    def __enter__(self):
        self.mounted = not run("mount", "-t", "proc", "proc", self.place).returncode or not run("mount", "--rbind", "/proc", self.place).returncode
        return self.mounted

    def __exit__(self, *_):
        if self.mounted:
            run("umount", "-l", self.place)


def use(root, version):
    done = root.run("inquest", "--version")
    check("inquest --version", not done.returncode and version in done.stdout, done.stdout + done.stderr)
    done = root.run("inquest", "--device", "soft", "python3", "-c", WRONG)
    check("a wrong call is found", "error: [" in done.stderr and "cuDeviceGet" in done.stderr, f"{done.returncode}\n{done.stderr}")
    done = root.run("inquest", "doctor")
    check("inquest doctor", "software" in done.stdout + done.stderr, done.stdout + done.stderr)
    done = root.run("inquest", "explain", "use-after-free")
    check("inquest explain", not done.returncode and "free" in done.stdout, done.stdout + done.stderr)
    for path in ("usr/bin/inquest", "usr/share/doc/inquest/copyright", "usr/share/bash-completion/completions/inquest"):
        check(path, (root.path / path).exists())
    # a bare Debian leaves manual pages out by dpkg's configuration only in containers
    listed = root.run("dpkg", "-L", "inquest").stdout
    check("the manual page is in the package", "/usr/share/man/man1/inquest.1.gz" in listed, listed)


def remove(root, before):
    done = root.run("apt-get", "purge", "-y", "inquest")
    check("remove", not done.returncode, done.stdout + done.stderr)
    left, gone = root.files() - before, before - root.files()
    check("nothing is left", not left, sorted(left)[:20])
    check("nothing else is gone", not gone, sorted(gone)[:20])


# ---- recipes of examples/ ----

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"


def sections(recipe):
    """The lines of each section of a definition file of Apptainer."""
    found, name = {}, ""
    for line in recipe.read_text().splitlines():
        name = line[1:].strip() if line.startswith("%") else name
        if line.strip() and not line.startswith(("%", "#")):
            found.setdefault(name, []).append(line.strip())
    return found


def container_steps():
    """What the Containerfile runs, one command a line."""
    lines = (EXAMPLES / "Containerfile").read_text().splitlines()
    return [step.strip() for line in lines if line.startswith("RUN ") for step in line[4:].split("&&")]


def apply_recipe(root, package):
    """Makes of the root what Apptainer makes of the recipe, and uses it as `apptainer run` does."""
    recipe = sections(EXAMPLES / "inquest.def")
    check("the recipes have the same steps", recipe["post"] == container_steps(), f"{recipe['post']}\n{container_steps()}")
    for line in recipe["files"]:
        source, target = line.split()
        files = glob.glob(str(package.resolve().parent.parent / source))
        check(f"{source} is what `make deb` makes", package.resolve() in map(pathlib.Path, files), files)
        shutil.copy(package, root.path / target.lstrip("/"))
    done = root.run("sh", "-e", "-c", "\n".join(recipe["post"]))
    check("%post", not done.returncode, done.stdout + done.stderr)
    script = "\n".join(recipe["runscript"])
    done = root.run("sh", "-c", script, "inquest", "--device", "soft", "--error-exitcode", "9", "python3", "-c", WRONG)
    check("%runscript", done.returncode == 9 and "cuDeviceGet" in done.stderr, f"{done.returncode}\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("package", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--mirror", default=MIRROR)
    args = parser.parse_args()
    version = run("dpkg-deb", "-f", args.package, "Version").stdout.strip() if shutil.which("dpkg-deb") else ""
    if not version:
        sys.exit(f"run_deb: {args.package} is no Debian package that can be read here")
    lint(args.package)
    if os.geteuid() or not (args.root or shutil.which("debootstrap")):
        skip("a chroot needs root and debootstrap")
    with tempfile.TemporaryDirectory() as folder:
        root = Root(args.root or folder)
        if not args.root:
            made = run("debootstrap", "--variant=minbase", "bookworm", folder, args.mirror)
            if made.returncode:
                skip("debootstrap: " + (made.stderr or made.stdout).strip()[-300:])
        before = root.install(args.package)
        with Proc(root) as mounted:
            if not mounted:
                skip("/proc cannot be mounted in the chroot")
            use(root, version)
        remove(root, before)
        with Proc(root):
            apply_recipe(root, args.package)
    print(f"{len(failures)} failures")
    return failures != []


if __name__ == "__main__":
    sys.exit(main())
