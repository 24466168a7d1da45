#!/usr/bin/env python3
"""Has every rule of the specification that the installed validation layer checks of transfers, barriers, layouts, usage, memory, descriptors, command
buffers and queues plain words in src/rules/tables/vuids.def?  Reads the ids and sentences out of the layer, looks each up as the rule does, and lists those
that only the last row knows.  Without the layer, or with one that keeps its sentences elsewhere, the test is skipped."""
import fnmatch, glob, json, os, re, struct, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MANIFESTS = ["/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json", "/etc/vulkan/explicit_layer.d/VkLayer_khronos_validation.json"]
FAMILIES = re.compile(r"VUID-(vkCmd(Copy|Blit|Resolve|Clear|Fill|Update|PipelineBarrier|WaitEvents|SetEvent|ResetEvent|ExecuteCommands|BindDescriptorSets|BindVertex|"
                      r"BindIndex|PushConstants|PushDescriptor|BeginQuery|EndQuery|ResetQuery|WriteTimestamp)|"
                      r"Vk(BufferCopy|ImageCopy|BufferImageCopy|ImageBlit|ImageResolve|Copy(Buffer|Image|Descriptor)|Blit|Resolve|Clear|\w*MemoryBarrier|DependencyInfo|"
                      r"MemoryAllocate|MappedMemory|MemoryDedicated|Bind(Buffer|Image)|ImageSubresource|WriteDescriptor|Descriptor|CommandBuffer|CommandPool|SubmitInfo|"
                      r"Semaphore|Fence|Present|TimelineSemaphore|BufferCreate|BufferView|ImageCreate|ImageView|Event|QueryPool|DeviceQueue)|"
                      r"vk(AllocateMemory|FreeMemory|MapMemory|UnmapMemory|Flush|Invalidate|Bind(Buffer|Image)|Get(Buffer|Image)Memory|\w*Descriptor|[A-Z][a-z]+Command|Queue|"
                      r"DeviceWait|WaitFor|\w*Fence|\w*Semaphore|DestroyBuffer|DestroyImage|\w*Event|\w*Query|GetDeviceQueue|CreateBuffer|CreateImage))")

OTHERS = re.compile(r"VUID-\w+(NV|QCOM|FUCHSIA|ANDROID|OpaqueCapture\w*)\b|VUID-vkCmdSetDescriptorBuffer|VUID-vkGetDescriptorEXT|.*micromap", re.I)     # of vendors, and of tools

OF_VENDORS = re.compile(r"FUCHSIA|QCOM|Ggp")


def layer():
    """The layer's library, or None."""
    for manifest in filter(os.path.exists, MANIFESTS):
        name = json.load(open(manifest))["layer"]["library_path"]
        for path in [name] + glob.glob("/usr/lib/*/" + os.path.basename(name)) + ["/usr/lib64/" + os.path.basename(name)]:
            if os.path.isabs(path) and os.path.exists(path):
                return path
    return None


def sentences(path):
    """Ids and sentences: the library has an array of (id, sentence, address), which are pointers that are relocated."""
    data = open(path, "rb").read()
    start, size, count = struct.unpack_from("<Q", data, 0x28)[0], *struct.unpack_from("<HH", data, 0x3A)
    sections = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)]

    def text(address):
        for _, kind, _, where, offset, length in sections:
            if kind != 8 and where and where <= address < where + length:
                at = address - where + offset
                return data[at:data.index(b"\0", at)].decode("latin1")
        return ""

    pointers = {}
    for _, kind, _, _, offset, length in sections:
        if kind == 4:
            for place, info, addend in struct.iter_unpack("<QQq", data[offset:offset + length]):
                if info & 0xFFFFFFFF == 8:
                    pointers[place] = addend
    found = {}
    for place, address in pointers.items():
        if place + 8 in pointers and place + 16 in pointers:
            name = text(address)
            if name.startswith("VUID-"):
                found[name] = text(pointers[place + 8])
    return {name: words for name, words in found.items() if " " in words}


def rows():
    """Id glob, text glob and rule of each row."""
    string = r'"((?:[^"\\]|\\.)*)"'
    return re.findall(rf"^VUID\({string}, {string}, (\w+),", open(os.path.join(ROOT, "src/rules/tables/vuids.def")).read(), re.M)


def main():
    path = layer()
    known = sentences(path) if path else {}
    if len(known) < 1000:
        print("skipped: no validation layer whose sentences can be read")
        sys.exit(77)
    compiled = [(re.compile(fnmatch.translate(one)), re.compile(fnmatch.translate(two))) for one, two, _ in rows()]
    asked = {name: words for name, words in known.items() if FAMILIES.match(name) and not OTHERS.match(name) and not OF_VENDORS.search(words)}
    last = len(compiled) - 1
    without = []
    for name, words in sorted(asked.items()):
        text = f"Validation Error: [ {name} ] | MessageID = 0x1 | some sentence The Vulkan spec states: {words} (https://)"
        if next(i for i, (one, two) in enumerate(compiled) if one.match(name) and two.match(text)) == last:
            without.append(f"{name}: {words}")
    print("\n".join(without))
    print(f"{len(asked)} rules of these families, {len(without)} without words of their own")
    sys.exit(len(without) > 0)


main()
