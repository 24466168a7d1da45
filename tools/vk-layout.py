#!/usr/bin/env python3
"""Writes api/vulkan/layout.def, which says where Vulkan's structs and commands lead to, and needs.def beside it, which says what must be there: vk-layout.py OUTPUT [--registry vk.xml] [--cc CC]

From the registry of the installed headers (package libvulkan-dev), with offsets that the compiler knows.  Structs that only the driver fills are left out, and
those of window systems that vulkan_core.h does not have."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
LEGEND = """/* Where structs and commands of Vulkan lead to; made by tools/vk-layout.py of vk.xml {version}, not to be edited.
 *
 * VK_STRUCT(name, sType or -1, bytes, first member, members): sorted by name.  VK_MEMBER(offset of a pointer, to what, struct or bytes of an element, offset of the
 * count or -1, bytes of the count, its unit): NEXT a chain, STRUCTS, ELEMENTS, STRING, STRINGS, CODE a function.  VK_ARGUMENT(command, argument, to what, struct or bytes of an
 * element, argument with the count or -1, offset of the count in what that points to or -1): sorted by command. */
#ifndef VK_STRUCT
#define VK_STRUCT(name, type, bytes, first, count)
#endif
#ifndef VK_MEMBER
#define VK_MEMBER(offset, to, what, count, bytes, unit)
#endif
#ifndef VK_ARGUMENT
#define VK_ARGUMENT(command, index, to, what, count, member)
#endif
"""

# lists and values that must be there by a sentence of the specification, not by an attribute of the registry
BY_SENTENCE = {("vkFreeCommandBuffers", "pCommandBuffers"), ("vkFreeDescriptorSets", "pDescriptorSets"), ("vkCmdClearColorImage", "pColor"),
               ("vkCmdDrawMultiEXT", "pVertexInfo"), ("vkCmdDrawMultiIndexedEXT", "pIndexInfo")}
NEEDS_LEGEND = """/* What Vulkan's commands and structs must have; made by tools/vk-layout.py of vk.xml {version}, not to be edited.
 *
 * VK_TYPE(number, struct, sType or -1, bytes, first need, needs).  VK_CALL(command, first need, needs): sorted by name.  VK_NEED(offset or argument, what, required, type,
 * bytes of an element or number of the struct, offset or argument of the count or -1, bytes of the count, offset of the count in what that leads to or -1, name): HANDLE a handle, HANDLES a list of
 * handles (required: 1 the list, 2 its elements, 3 both), POINTER something by its address, STRUCTS structs.  A list may be missing if its count is 0; what is not required may be. */
#ifndef VK_TYPE
#define VK_TYPE(number, name, type, bytes, first, count)
#endif
#ifndef VK_CALL
#define VK_CALL(command, first, count)
#endif
#ifndef VK_NEED
#define VK_NEED(at, what, required, type, bytes, counter, counter_bytes, counter_member, name)
#endif
"""


def text(node):
    return "".join(node.itertext())


def variable(node):
    """(name, type, stars, length in an array or None, attributes) of a member or parameter."""
    whole = re.sub(r"<comment>.*", "", text(node)) if node.find("comment") is None else "".join(text(c) + (c.tail or "") if c.tag != "comment" else "" for c in node)
    return node.find("name").text, node.find("type").text, whole.count("*"), node


class Registry:
    def __init__(self, path, ours):
        root = ElementTree.parse(path).getroot()
        self.ours = ours
        self.version = re.search(r"VK_HEADER_VERSION</name> (\d+)", open(path).read())[1]
        absent = [e for e in root.iter("extension") if e.get("platform") or "vulkan" not in e.get("supported", "")]
        off = {t.get("name") for e in absent for t in [*e.iter("type"), *e.iter("command")]}
        for_us = lambda node: "vulkan" in (node.get("api") or "vulkan").split(",")
        self.handles = {t.find("name").text for t in root.iter("type") if t.get("category") == "handle" and t.find("name") is not None}
        self.functions = {t.find("name").text for t in root.iter("type") if t.get("category") == "funcpointer" and t.find("name") is not None}
        aliases = {t.get("name"): t.get("alias") for t in root.iter("type") if t.get("alias")}
        self.structs = {}
        for node in root.iter("type"):
            if node.get("category") in ("struct", "union") and not node.get("alias") and for_us(node) and node.get("name") not in off:
                self.structs[node.get("name")] = node
        self.unions = {n for n, node in self.structs.items() if node.get("category") == "union"}
        self.aliases = {a: t for a, t in aliases.items() if t in self.structs}
        self.commands = {}
        for node in root.iter("command"):
            if node.find("proto") is not None and for_us(node) and node.find("proto/name").text not in off:
                self.commands[node.find("proto/name").text] = node
        for node in root.iter("command"):
            if node.get("alias") in self.commands:
                self.commands[node.get("name")] = self.commands[node.get("alias")]

    def members(self, struct):
        return [variable(m) for m in self.structs[struct].findall("member") if "vulkan" in (m.get("api") or "vulkan").split(",")]

    def struct(self, name):
        name = self.aliases.get(name, name)
        return name if name in self.structs and name not in self.unions else None

    def reach(self):
        """Structs that a program can pass: those of our commands, those that extend others, and what they lead to."""
        found, todo = set(), [s for s, n in self.structs.items() if n.get("structextends") and not n.get("returnedonly")]
        for command in self.ours:
            if command in self.commands:
                todo += [t for _, t, stars, p in map(variable, self.commands[command].findall("param")) if stars and "const" in text(p)]
        while todo:
            name = self.struct(todo.pop())
            if name and name not in found:
                found.add(name)
                todo += [t for _, t, stars, _ in self.members(name) if stars or self.struct(t)]
        return sorted(found)


def count_of(length, names):
    """(member or parameter with the count, unit) of a len attribute."""
    for name in re.findall(r"\w+", length or ""):
        if name in names:
            return name, int((re.search(r"/\s*(\d+)", length) or [0, 1])[1])
    return None, 1


class Writer:
    """Writes a C program that prints the table."""

    def __init__(self, registry):
        self.registry, self.known, self.lines = registry, registry.reach(), []
        self.first = 0

    def say(self, form, *values):
        self.lines.append('    printf("%s\\n"%s);' % (form, "".join(", " + v for v in values)))

    def pointers(self, struct, outer, prefix):
        """Rows of the pointers within [struct], which is [outer] or a member of it."""
        rows = []
        members = self.registry.members(struct)
        names = {m[0] for m in members}
        for name, type, stars, node in members:
            at = f"(int)offsetof({outer}, {prefix}{name})"
            array = re.search(re.escape(name) + r"\s*\[", text(node).replace("</name>", ""))
            inner = self.registry.struct(type)
            if type in self.registry.functions:
                rows.append((at, "CODE", "0", "-1", "0", "1"))
            elif not stars and inner and not array:
                rows += self.pointers(inner, outer, prefix + name + ".")
            elif stars:
                length = node.get("altlen") or node.get("len") or ""
                counter, unit = count_of(length.split(",")[0] if "latex" not in length else node.get("altlen"), names)
                count = f"(int)offsetof({outer}, {prefix}{counter})" if counter else "-1"
                width = f"(int)sizeof((({outer} *)0)->{prefix}{counter})" if counter else "0"
                if name == "pNext":
                    rows.append((at, "NEXT", "0", "-1", "0", "1"))
                elif type == "char":
                    rows.append((at, "STRINGS" if stars > 1 else "STRING", "8" if stars > 1 else "1", count, width, "1"))
                elif inner and stars == 1:
                    rows.append((at, "STRUCTS", str(self.known.index(inner)) if inner in self.known else "-1", count, width, str(unit)))
                else:
                    rows.append((at, "ELEMENTS", "8" if stars > 1 else "1" if type == "void" else f"(int)sizeof({type})", count, width, str(unit)))
        return rows

    def struct(self, name):
        kind = next((m[3].get("values") for m in self.registry.members(name) if m[0] == "sType"), None)
        rows = self.pointers(name, name, "")
        self.say(f"VK_STRUCT({name}, %d, %d, {self.first}, {len(rows)})", f"(int){kind}" if kind else "-1", f"(int)sizeof({name})")
        for at, to, what, count, width, unit in rows:
            self.say(f"VK_MEMBER(%d, {to}, %d, %d, %d, {unit})", at, what, count, width)
        self.first += len(rows)

    def command(self, name):
        parameters = [variable(p) for p in self.registry.commands[name].findall("param") if "vulkan" in (p.get("api") or "vulkan").split(",")]
        names = [p[0] for p in parameters]
        for index, (parameter, type, stars, node) in enumerate(parameters):
            inner, length = self.registry.struct(type), (node.get("altlen") or node.get("len") or "")
            if not stars or parameter == "pAllocator" or type == "void" and not length and stars < 2:
                continue
            path = length.split(",")[0].split("->")
            counter = names.index(path[0]) if path[0] in names else -1
            member = "-1"
            if len(path) > 1 and counter >= 0:
                member = f"(int)offsetof({parameters[counter][1]}, {path[1]})"
            elif counter >= 0 and parameters[counter][2]:
                member = "0"
            out = "const" not in text(node)
            what = f"(int)sizeof({type})" if type != "void" else "1"
            if type == "char":
                to, what = "STRING", "1"
            elif inner and not out:
                to, what = "STRUCTS", str(self.known.index(inner))
            elif out:
                to = "HANDLES" if type in self.registry.handles or stars > 1 else "ASKS" if type == "uint32_t" else None
                what = "8"
            else:
                to = "ELEMENTS"
            if to:
                self.say(f"VK_ARGUMENT({name}, {index}, {to}, %d, {counter}, %d)", what, member)

    def need(self, at, outer, prefix, variable, counter):
        """The row of a pointer or handle in struct [outer], or of a command's argument, or None.  counter: (offset or argument, its bytes, offset in what it points to), None: no list."""
        name, type, stars, node = variable
        optional, unchecked = (node.get("optional") or "false").split(","), node.get("noautovalidity") == "true"
        must = (optional[0] != "true" and not unchecked) or (outer, name) in BY_SENTENCE
        inner, const = self.registry.struct(type), "const" in text(node)
        where = f'{at}, {{}}, {{}}, {{}}, {{}}, {", ".join(counter or ("-1", "0", "-1"))}, {prefix}{name}'
        if type in self.registry.functions or name in ("pNext", "pAllocator") or stars > 2:
            return None
        if type in self.registry.handles and not stars:
            return where.format("HANDLE", int(must), type, 8) if self.registry.struct(outer) else None
        if not stars:
            return None
        if type in self.registry.handles and stars == 1 and const and counter:
            elements = not unchecked and "true" not in optional
            return where.format("HANDLES", int(must) + 2 * elements, type, 8)
        size = "8" if stars > 1 else "1" if type in ("void", "char") else f"(int)sizeof({type})"
        if inner in self.known and stars == 1 and const:
            return where.format("STRUCTS", int(must), inner, self.known.index(inner))
        return where.format("POINTER", int(must), type, size)

    def needs_of(self, struct, outer, prefix):
        rows, members = [], self.registry.members(struct)
        widths = {m[0] for m in members}
        for variable_ in members:
            name, type, stars, node = variable_
            inner, array = self.registry.struct(type), re.search(re.escape(name) + r"\s*\[", text(node).replace("</name>", ""))
            if array or type in self.registry.unions:
                continue
            if inner and not stars:
                rows += self.needs_of(inner, outer, f"{prefix}{name}.")
                continue
            length = node.get("altlen") or node.get("len") or ""
            counter, unit = count_of(length.split(",")[0], widths)
            if "latex" in (node.get("len") or "") or unit != 1:
                counter = None
            at = (f"(int)offsetof({outer}, {prefix}{counter})", f"(int)sizeof((({outer} *)0)->{prefix}{counter})", "-1") if counter else None
            row = self.need(f"(int)offsetof({outer}, {prefix}{name})", outer, prefix, variable_, at)
            if row and (not length or "null-terminated" in length or at):
                rows.append(row)
        return rows

    def needs_of_command(self, name):
        rows, parameters = [], [variable(p) for p in self.registry.commands[name].findall("param") if "vulkan" in (p.get("api") or "vulkan").split(",")]
        names = [p[0] for p in parameters]
        for index, parameter in enumerate(parameters):
            length = (parameter[3].get("altlen") or parameter[3].get("len") or "").split(",")[0]
            path = length.split("->")
            counter = names.index(path[0]) if path[0] in names else -1
            at = None
            if counter >= 0 and len(path) > 1:
                at = (str(counter), "4", f"(int)offsetof({parameters[counter][1]}, {path[1]})")
            elif counter >= 0 and parameters[counter][2]:
                continue  # asks for the number first
            elif counter >= 0:
                at = (str(counter), f"(int)sizeof({parameters[counter][1]})", "-1")
            row = self.need(str(index), name, "", parameter, at)
            if row and (not length or "null-terminated" in length or at):
                rows.append(row)
        return rows

    def needs(self):
        """The other table."""
        self.lines, first, rows = [], 0, []
        for number, name in enumerate(self.known):
            kind = next((m[3].get("values") for m in self.registry.members(name) if m[0] == "sType"), None)
            own = self.needs_of(name, name, "")
            self.say(f"VK_TYPE({number}, {name}, %d, %d, {first}, {len(own)})", f"(int){kind}" if kind else "-1", f"(int)sizeof({name})")
            first, rows = first + len(own), rows + own
        for name in sorted(self.registry.ours & set(self.registry.commands)):
            own = self.needs_of_command(name)
            if own:
                self.say(f"VK_CALL({name}, {first}, {len(own)})")
            first, rows = first + len(own), rows + own
        for row in rows:
            at, what, must, type, size, counter, width, member, path = row.split(", ") if "offsetof" not in row else re.split(r", (?![^(]*\))", row)
            self.say(f"VK_NEED(%d, {what}, {must}, {type}, %d, %d, %d, %d, {path})", at, size, counter, width, member)
        return self.wrapped()

    def wrapped(self):
        body = "\n".join(self.lines)
        return f"#include <stddef.h>\n#include <stdio.h>\n#include <vulkan/vulkan.h>\nint main(void)\n{{\n{body}\n    return 0;\n}}\n"

    def program(self):
        for name in self.known:
            self.struct(name)
        for name in sorted(self.registry.ours & set(self.registry.commands)):
            self.command(name)
        return self.wrapped()


def printed(compiler, text):
    """What a program in C prints."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "layout.c"), pathlib.Path(folder, "layout")
        source.write_text(text)
        subprocess.run([compiler, "-w", "-o", program, source], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--registry", default="/usr/share/vulkan/registry/vk.xml")
    parser.add_argument("--cc", default="cc")
    args = parser.parse_args()
    ours = set()
    for path in (HERE.parent / "api/vulkan").glob("*.api.h"):
        ours |= set(re.findall(r"\b(vk[A-Z]\w+)\s*\(", path.read_text()))
    registry = Registry(args.registry, ours)
    writer = Writer(registry)
    version = "1.3." + registry.version
    args.output.write_text(LEGEND.format(version=version) + printed(args.cc, writer.program()) + "#undef VK_STRUCT\n#undef VK_MEMBER\n#undef VK_ARGUMENT\n")
    args.output.with_name("needs.def").write_text(NEEDS_LEGEND.format(version=version) + printed(args.cc, writer.needs()) + "#undef VK_TYPE\n#undef VK_CALL\n#undef VK_NEED\n")


if __name__ == "__main__":
    sys.exit(main())
