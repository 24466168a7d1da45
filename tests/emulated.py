"""Build folders for another processor than this machine's (cmake/ARCH-linux-gnu.cmake): which compilers made them, and how their programs run here, by
an emulator that the kernel starts (tools/emulate)."""
import functools, glob, os, re, subprocess


class Target:
    """What a build folder is for.  [cross]: the beginning of the names of its compilers, "" if they are this machine's; [flags]: where these find headers
    and libraries; [environment]: what its programs need."""

    def __init__(self, build):
        cache = os.path.join(build, "CMakeCache.txt")
        known = dict(re.findall(r"^(IQ_CROSS|IQ_SYSROOT):\w+=(.*)$", open(cache).read(), re.M)) if os.path.exists(cache) else {}
        triplet, sysroot = known.get("IQ_CROSS"), known.get("IQ_SYSROOT")
        self.arch = triplet.split("-")[0] if triplet else os.uname().machine
        self.cross = triplet + "-" if triplet else ""
        self.flags, self.environment = [], {}
        self.cudart = os.path.join(sysroot, "cuda/lib") if triplet else None
        if triplet:
            self.flags = ["-isystem", f"{sysroot}/usr/include", "-isystem", f"{sysroot}/usr/include/{triplet}", f"-B{sysroot}/usr/lib/{triplet}", f"-L{sysroot}/usr/lib/{triplet}"]
            self.environment = {"QEMU_LD_PREFIX": os.environ.get("QEMU_LD_PREFIX", f"/usr/{triplet}")}     # tools/emulate ARCH ROOT sets it

    def installed(self, pattern):
        """The files that programs find by an absolute path, with wildcards."""
        return glob.glob(glob.escape(self.environment.get("QEMU_LD_PREFIX", "")) + pattern)

    def has_drivers(self):
        """Do programs find drivers of OpenCL and Vulkan?"""
        return not self.cross or bool(self.installed("/etc/OpenCL/vendors"))

    def compiler(self, name):
        """The command for gcc or g++ of the target, as a list."""
        return [self.cross + name, *self.flags]

    def cuda_objection(self, flags):
        """Why nvcc with these flags makes no program of the target, or None."""
        if not os.path.exists(self.cudart):
            return f"no CUDA runtime for {self.arch}"
        return f"nvcc links no device code for {self.arch}" if "-rdc=true" in flags else None

    def cuda_flags(self, nvcc, flags):
        """[flags] of a program, and what nvcc needs to compile for the target."""
        if not self.cross:
            return flags
        at = flags.index("-cudart") if "-cudart" in flags else len(flags)
        include = glob.glob(os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(nvcc))), "targets/*/include"))
        found = [flag for folder in include for flag in ("-I" + folder, "-isystem", folder + "/cccl")]
        return [*flags[:at], *flags[at + 2:], "-ccbin", self.cross + "g++", *found]

    def cuda_libraries(self, flags):
        """What nvcc needs to link, with the runtime that [flags] choose: it does not find those of the target."""
        if not self.cross:
            return []
        linked = ["-rpath", self.cudart, *glob.glob(glob.escape(self.cudart) + "/libcudart.so.*")]
        runtime = ["-Xlinker", ",".join(linked)] if "-cudart" in flags else [self.cudart + "/libcudart_static.a"]
        return ["-cudart", "none", "-L" + self.cudart, *runtime, "-lpthread", "-ldl", "-lrt"]


SLOWER = 10         # an emulated program, next to what limits of time are made for
used = Target("")


@functools.lru_cache(None)
def target_of(build):
    return Target(build)


def use(build):
    """Programs that this process starts are those of the build folder from now on.  Returns why they do not run here, or None."""
    global used
    used = target_of(build)
    os.environ.update(used.environment)
    try:
        subprocess.run([os.path.join(build, "bin/inquest"), "--version"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        return f"the kernel starts no {used.arch} programs here: {problem}" if used.cross else None
    return None


def limit(seconds):
    """The limit of time for a program that has [seconds] on this machine."""
    return seconds * (SLOWER if used.cross else 1)


def traps_division():
    """Does a division of integers by zero stop the program?  Arm's gives 0."""
    return used.arch == "x86_64"


def has_protection_keys():
    """Has the processor of the programs memory protection keys?"""
    return not used.cross and " ospke" in open("/proc/cpuinfo").read()


def limits_address_space():
    """Do limits of the address space (RLIMIT_AS) hold for the programs?  The emulator ignores them."""
    return not used.cross


def steps_singly():
    """Can a process have a trap after the next instruction of its own?  Only x86-64 lets it."""
    return used.arch == "x86_64"


def maps_downwards():
    """Does what is mapped next lie below, in the next gap, as the kernel has it?  The emulator goes upwards."""
    return not used.cross
