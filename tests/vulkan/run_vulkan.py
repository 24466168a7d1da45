#!/usr/bin/env python3
"""The Vulkan layer among others: found through the environment, nearest the program, in children with an empty environment, with a
messenger of the program's own, with layers of the user's; and rules that lavapipe cannot show, on a layer that takes coherence and room away.
Exit status 77 without Vulkan headers, lavapipe or (for what needs it) the validation layer.

  run_vulkan.py --build DIR
"""
import argparse, glob, json, os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = "-I" + os.path.join(ROOT, "tests/include")
failures = []


def check(what, good, detail=""):
    print(("ok   " if good else "FAIL ") + what + ("" if good else ": " + str(detail)[-600:]), flush=True)
    if not good:
        failures.append(what)


class World:
    def __init__(self, build, folder):
        self.inquest, self.folder = os.path.join(build, "bin/inquest"), folder
        self.environment = dict(os.environ, VK_DRIVER_FILES=glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json")[0])

    def compile(self, source, *flags):
        target = os.path.join(self.folder, os.path.basename(source)[:-2])
        done = subprocess.run(["gcc", "-std=gnu11", "-g", "-O0", "-o", target, source, *flags], capture_output=True, text=True)
        if done.returncode:
            print(done.stderr[-300:])
            sys.exit(77)
        return target

    def layer(self, name, *flags):
        """Builds tests/vulkan/NAME_layer.c; the library, and the environment in which it is VK_LAYER_TEST_NAME."""
        built = self.compile(os.path.join(ROOT, f"tests/vulkan/{name}_layer.c"), "-shared", "-fPIC", "-I" + os.path.join(ROOT, "api"), INCLUDE, *flags)
        self.manifest(self.folder, name, built)
        return built, {"VK_ADD_LAYER_PATH": self.folder, "VK_INSTANCE_LAYERS": "VK_LAYER_TEST_" + name, "NODEVICE_SELECT": "1"}

    def manifest(self, folder, name, library, **more):
        layer = {"name": "VK_LAYER_TEST_" + name, "type": "GLOBAL", "library_path": library, "api_version": "1.3.230", "implementation_version": "1",
                 "description": "test", **more}
        with open(os.path.join(folder, name + ".json"), "w") as out:
            json.dump({"file_format_version": "1.1.2", "layer": layer}, out)

    def run(self, options, program, **extra):
        """(report, output, trace text) of the program under inquest."""
        report = os.path.join(self.folder, "report.json")
        for old in glob.glob(report + "*"):
            os.unlink(old)
        done = subprocess.run([self.inquest, *options, "--quiet", "--format", "json", "-o", report, "--", *program], capture_output=True, text=True,
                              timeout=120, env={**self.environment, **extra})
        files = glob.glob(report + "*")
        documents = [json.load(open(f)) for f in files]
        return documents, done.stdout


def findings(documents):
    return [f for d in documents for f in d["findings"] if f["severity"] != "note"]


def crash(world):
    """The driver crashes, with nothing pending: in a call, on a thread of its own meanwhile, or when no call is under way."""
    _, extra = world.layer("crash", "-lpthread")
    source = os.path.join(ROOT, "tests/vulkan/clean.c")
    program = world.compile(source, INCLUDE, "-lvulkan")
    line = {word: n for n, text in enumerate(open(source), 1) for word in ("submits", "destroys") if "// " + word in text}
    for how, api, site in (("no", None, None), ("call", "vkDestroyDevice", "destroys"), ("thread", "vkDestroyDevice", "destroys"), ("later", None, None)):
        documents, _ = world.run(["--validation", "no"], [program], CRASH=how, **extra)
        found = findings(documents)
        if how == "no":
            check("no crash, no finding", not found, documents)
            continue
        check("crash: " + how, [(f["rule"], f["api"]) for f in found] == [("driver-crash", api)], documents)
        own = [[frame["line"] for frame in stack if frame["file"] and frame["file"].endswith("clean.c")][:1] for f in found[:1]
               for stack in [f["sites"]["call"] or []] + [related["stack"] for related in f["sites"]["related"]]]
        check("crash: the lines of " + how, own[:1] == [[line[site]] if site else []] and [line["submits"]] in own, (own, line))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    options = parser.parse_args()
    if not glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json"):
        print("no lavapipe here")
        return 77
    validation = os.path.exists("/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json")
    with tempfile.TemporaryDirectory() as folder:
        world = World(os.path.abspath(options.build), folder)
        program = world.compile(os.path.join(ROOT, "tests/vulkan/messenger.c"), "-lvulkan")
        if subprocess.run([program], env=world.environment, capture_output=True).returncode == 77:
            print("no Vulkan device here")
            return 77

        trace = subprocess.run([world.inquest, "trace", program], capture_output=True, text=True, timeout=60, env=world.environment).stderr
        check("trace shows calls with their objects", re.search(r'vkDestroyDevice\(device=device "mine"', trace) and "vkCreateInstance(" in trace, trace)

        documents, output = world.run(["--validation", "no"], [program])
        check("light: the program's calls are counted", documents and documents[0]["coverage"]["calls"] > 5, documents)
        check("light: apis names vulkan", documents and documents[0]["device"]["apis"] == ["vulkan"], documents)
        check("light: nothing is said for the program", "heard 0" in output, output)
        documents, _ = world.run(["--validation", "no"], [program, "child"])
        check("a child with an empty environment is seen", any(d["coverage"]["calls"] > 5 for d in documents), documents)

        old = os.path.join(folder, "old")
        os.makedirs(old)
        os.symlink("libvulkan.so.1.3.204", os.path.join(old, "libvulkan.so.1"))
        shown = subprocess.run([world.inquest, "--quiet", "env"], capture_output=True, text=True, env={**world.environment, "LD_LIBRARY_PATH": old}).stdout
        check("a loader that does not know VK_ADD_LAYER_PATH", re.search(r"^VK_LAYER_PATH=.*lib/inquest:.*:/usr/share/vulkan/explicit_layer.d$", shown, re.M) and
              "VK_ADD_LAYER_PATH" not in shown, shown)
        documents, _ = world.run(["--validation", "no"], [program], VK_LAYER_PATH="/usr/share/vulkan/explicit_layer.d")
        check("light: with a VK_LAYER_PATH of the user's", documents and documents[0]["coverage"]["calls"] > 5, documents)
        for named in ("*", "~all~", "~explicit~"):      # older loaders know neither variable
            documents, _ = world.run(["--validation", "no"], [program], VK_LOADER_LAYERS_DISABLE=named)
            check("light: where VK_LOADER_LAYERS_DISABLE is " + named, documents and documents[0]["coverage"]["calls"] > 5, documents)

        if validation:
            documents, output = world.run([], [program])
            check("validation: one finding", [f["rule"] for f in findings(documents)] == ["bad-size"], documents)
            check("validation: the program's own messenger hears it, too", "heard 1" in output, output)
            documents, _ = world.run([], [program], VK_INSTANCE_LAYERS="VK_LAYER_MESA_overlay")
            check("with a layer of the user's", [f["rule"] for f in findings(documents)] == ["bad-size"], documents)
            for manifest in glob.glob("/usr/share/vulkan/implicit_layer.d/*.json"):     # RenderDoc, MangoHud: in front of us
                layer = json.load(open(manifest)).get("layer", {})
                documents, _ = world.run([], [program], **layer.get("enable_environment", {}))
                check("behind " + layer.get("name", manifest), "bad-size" in [f["rule"] for f in findings(documents)], documents)
            documents, _ = world.run([], [program, "child"])
            check("validation in a child with an empty environment", [f["rule"] for f in findings(documents)] == ["bad-size"], documents)

        documents, _ = world.run([], [world.compile(os.path.join(ROOT, "tests/vulkan/refused.c"), "-lvulkan")])
        check("what the loader refuses", [f["rule"] for f in findings(documents)] == ["bad-flags", "bad-flags"] and
              all("VK_EXT_of_nobody" in f["cause"] for f in findings(documents)), documents)

        library, extra = world.layer("strict")
        implicit = os.path.join(folder, "config/vulkan/implicit_layer.d")
        os.makedirs(implicit)
        world.manifest(implicit, "strict", library, disable_environment={"NO_TEST_LAYER": "1"})
        documents, _ = world.run(["--validation", "no"], [program], XDG_CONFIG_HOME=os.path.join(folder, "config"), NODEVICE_SELECT="1")
        check("behind a layer that asks for vkCreateDevice without an instance", documents and documents[0]["coverage"]["calls"] > 5 and
              documents[0]["process"]["exit"]["code"] == 0, documents)
        coherence = [os.path.basename(f)[:-2] for f in sorted(glob.glob(os.path.join(ROOT, "tests/rules/host-coherence/*_vk_*.c")))]
        for rule, name in [("host-coherence", name) for name in coherence] + [("out-of-memory", "bad_vk_pool"), ("out-of-memory", "ok_vk_pools")]:
            expected = [rule] if name.startswith("bad") else []
            source = os.path.join(ROOT, "tests/rules", rule, name + ".c")
            test = world.compile(source, INCLUDE, "-lvulkan")
            documents, _ = world.run(["--validation", "no"], [test], **extra)
            found = findings(documents)
            check("strict layer: " + name, [f["rule"] for f in found] == expected and (expected or documents[0]["process"]["exit"]["code"] == 0), documents)
            marked = [n for n, line in enumerate(open(source), 1) if "// expect" in line]
            lines = [frame["line"] for f in found for frame in f["sites"]["call"] if frame["file"] and frame["file"].endswith(name + ".c")][:1]
            check("strict layer: the line of " + name, lines == marked, lines)
        crash(world)
    print("vulkan: %d failed" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
