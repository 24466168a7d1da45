#!/usr/bin/env python3
"""run_matrix.py for Vulkan: every command of api/vulkan that lavapipe has, with arguments that are right where they are known, and with each made wrong in turn.
usage: run_vulkan.py --build BUILD [--light] [--limit SECONDS] [--table FILE] [--update] [--list] [--keep FOLDER] [PATTERN...]

A call that fails, crashes or hangs must have a finding at its line, of another rule than failed-call and driver-crash; but for questions (QUERY of api/), which may be answered with no.
Commands are recorded, submitted and waited for.  The calls that have none are printed (--list: all), and compared with known_vulkan.txt beside this file.  Codes are those of VkResult
without their sign; a negative one is a signal.  --light: without the validation layer; the list is known_vulkan_light.txt."""
import pathlib
import re
import subprocess
import sys

import run_matrix as matrix
from run_matrix import apigen

KINDS = {"vk_instance": "VK_INSTANCE_", "vk_physical_device": "VK_PHYSICAL", "vk_device": "VK_DEVICE_", "vk_queue": "VK_QUEUE_", "vk_event": "VK_EVENT"}
WORLD = matrix.HERE / "vulkan_world.h"
# never destroyed by themselves
LASTING = {"VK_PHYSICAL", "VK_QUEUE_"}
# what a valid call passes, by type
VALUES = {"VkInstanceCreateInfo": "&instance_info", "VkDeviceCreateInfo": "&device_info", "VkMemoryAllocateInfo": "&memory_info", "VkBufferCreateInfo": "&buffer_info",
          "VkBufferViewCreateInfo": "&buffer_view_info", "VkImageCreateInfo": "&image_info", "VkImageViewCreateInfo": "&image_view_info", "VkSamplerCreateInfo": "&sampler_info",
          "VkCommandPoolCreateInfo": "&command_pool_info", "VkCommandBufferAllocateInfo": "&commands_info", "VkCommandBufferBeginInfo": "&begin_info",
          "VkDescriptorSetLayoutCreateInfo": "&set_layout_info", "VkDescriptorPoolCreateInfo": "&pool_info", "VkDescriptorSetAllocateInfo": "&set_info",
          "VkWriteDescriptorSet": "&write_info", "VkShaderModuleCreateInfo": "&module_info", "VkPipelineLayoutCreateInfo": "&layout_info",
          "VkComputePipelineCreateInfo": "&compute_info", "VkQueryPoolCreateInfo": "&query_info", "VkFramebufferCreateInfo": "&framebuffer_info",
          "VkRenderPassBeginInfo": "&pass_begin", "VkSubmitInfo": "&submit_info", "VkSubmitInfo2": "&submit2_info", "VkMappedMemoryRange": "&mapped_range",
          "VkBindBufferMemoryInfo": "&bind_buffer", "VkBindImageMemoryInfo": "&bind_image", "VkBufferCopy": "&buffer_copy", "VkBufferImageCopy": "&pixels_copy",
          "VkImageCopy": "&image_copy", "VkImageBlit": "&blit", "VkImageResolve": "&resolve", "VkImageSubresourceRange": "&range", "VkSemaphoreWaitInfo": "&wait_info",
          "VkSemaphoreSignalInfo": "&signal_info", "VkRect2D": "&rect", "VkViewport": "&viewport", "VkMemoryBarrier": "&memory_barrier",
          "VkBufferMemoryBarrier": "&buffer_barrier", "VkImageMemoryBarrier": "&image_barrier", "VkCopyBufferInfo2": "&copy_buffer2"}
NUMBERS = {"size": 64, "dataSize": 64, "memoryOffset": 0, "queueFamilyIndex": 0, "queueIndex": 0, "timeout": 0, "groupCountX": 1, "stride": 20, "width": 1, "height": 1, "depth": 1,
           "firstSet": 0, "dynamicOffsetCount": 0, "descriptorCopyCount": 0, "memoryBarrierCount": 0, "bufferMemoryBarrierCount": 0, "imageMemoryBarrierCount": 0, "lineWidth": 1,
           "query": 0, "firstQuery": 0, "waitAll": 1, "offset": 0, "firstVertex": 0, "firstIndex": 0, "vertexOffset": 0, "firstInstance": 0, "firstBinding": 0, "firstViewport": 0,
           "firstScissor": 0, "set": 0, "subpass": 0}
ENUMS = {"VkImageLayout": 1, "VkFormat": 37, "VkImageType": 1, "VkPipelineBindPoint": 1, "VkObjectType": 9, "VkSampleCountFlagBits": 1, "VkPipelineStageFlagBits": 1, "VkExternalMemoryHandleTypeFlagBits": 1}
FLAGS = {"VkPipelineStageFlags": 0x10000, "VkPipelineStageFlags2": 0x10000, "VkShaderStageFlags": 0x20, "VkImageUsageFlags": 1, "VkStencilFaceFlags": 1}
# of windows and displays, which need libraries of their own, and lists of what a loader has
LEFT_OUT = ("*Xcb*", "*Xlib*", "*Wayland*", "*RandR*", "*Display*", "vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vkNegotiate*")
# legal, and of no end on a processor
TOO_LONG = tuple(f"vkCmdDraw* {name} {what}" for name in ("vertexCount", "indexCount", "instanceCount") for what in ("-1", "huge"))


def layouts():
    """{struct: its sType, or None} of api/vulkan/layout.def."""
    text = (matrix.ROOT / "api/vulkan/layout.def").read_text()
    return {name: int(kind) if kind != "-1" else None for name, kind in re.findall(r"^VK_STRUCT\((\w+), (-?\d+),", text, re.M)}


STYPES = layouts()
MADE = set(re.findall(r"\bVK_\w+", re.search(r"enum kind \{(.*?)\}", WORLD.read_text(), re.S).group(1)))


def draws(row):
    return row.family == "draw" or row.symbol in ("vkCmdEndRenderPass", "vkCmdNextSubpass", "vkCmdClearAttachments") or row.symbol.startswith("vkCmdEndRenderPass2")


def handle(kind, row):
    """(valid, wrong ones) of a handle."""
    at = KINDS.get(kind, kind.upper())
    at = {"vk_command_buffer": "VK_DRAWING" if draws(row) else "VK_COMMAND_BUFFER"}.get(kind, at)
    if row.symbol.startswith("vkBind"):
        at = {"VK_BUFFER": "VK_BARE_BUFFER", "VK_IMAGE": "VK_BARE_IMAGE", "VK_MEMORY": "VK_BARE_MEMORY"}.get(at, at)
    if "Semaphore" in row.symbol and row.symbol.startswith("vkGet"):
        at = "VK_TIMELINE" if at == "VK_SEMAPHORE" else at
    at = at if at in MADE else "NO_KIND"
    wrong = {"NULL": "0", "wild": "8", "another kind": "live[VK_FENCE]" if at != "VK_FENCE" else "live[VK_EVENT]"}
    if at not in LASTING | {"NO_KIND"}:
        wrong["destroyed"] = f"gone[{at}]"
    return f"live[{at}]", wrong


def struct(name, valid):
    """(valid, wrong ones) of a struct by its address."""
    kind = STYPES.get(name)
    if valid is None:
        valid = f"(&({name}){{ (VkStructureType){kind} }})" if kind is not None else "zero"
    return valid, {"sType": f"memcpy(memcpy(zero, {valid}, sizeof({name})), &(int){{ 0x7ffffffe }}, 4)"} if kind is not None else {}


def pointer(arg, row, types):
    name = matrix.base(arg.pointee or arg.type).replace("*", "").strip()
    wrong = {} if arg.optional else {"NULL": "0"}
    if name in types.handles:
        valid, bad = handle(types.handles[name], row)
        if arg.role in ("NEW", "OUT", "GET"):
            return "out", wrong
        array = lambda value: f"(unsigned long long[2]){{ {value} }}"
        return array(valid), wrong | {f"[0] {what}": array(value) for what, value in bad.items()}
    if name == "VkAllocationCallbacks":
        return "0", {}
    if name.startswith("Vk") and (name in VALUES or name in STYPES):
        valid, bad = struct(name, VALUES.get(name))
        return valid, wrong | bad
    if arg.role == "STR":
        return '"VK_LAYER_nonesuch"', wrong
    if arg.role in ("OUT", "NEW", "POINTER"):
        return f"(out + {128 * row.own_args().index(arg)})", wrong | {"wild": "8"}
    return "zero", wrong


def values(arg, row, types):
    """(what a valid call passes, {name of what is wrong: what is passed then}) of an argument."""
    t = arg.type
    cast = lambda valid, wrong: (f"({t})({valid})", {name: f"({t})({value})" for name, value in wrong.items()})
    if t in types.handles:
        return cast(*handle(types.handles[t], row))
    if arg.cls in ("pointer", "function") or arg.pointee:
        return cast(*pointer(arg, row, types))
    if t in FLAGS or arg.role == "FLAGS":
        return cast(str(FLAGS.get(t, 0)), {"unknown": "0x7fffffff"})
    if arg.cls == "enum" or arg.role == "ENUM":
        return cast(str(ENUMS.get(t, 0)), {"unknown": "0x7ffe"})
    if t == "VkBool32":
        return cast("1", {})
    valid = NUMBERS.get(arg.name, 0 if arg.role == "OFFSET" else 1)
    return cast(str(valid), {"0": "0", "-1": "-1", "huge": "HUGE_SIZE" if "Size" in t or "64" in t or t == "size_t" else "0x7ffffff0"})


def of_device(row):
    return row.own_args()[0].type in ("VkDevice", "VkQueue", "VkCommandBuffer")


def call_of(row, passed, what, exported):
    called = f"(({'PFN_' + row.symbol})function(\"{row.symbol}\"))({', '.join(passed)})" if row.symbol not in exported else f"{row.symbol}({', '.join(passed)})"
    spoils = "spoiled = true, " if row.symbol in ("vkDestroyInstance", "vkDestroyDevice") else ""
    result = f"code_of({called})" if row.ret == "VkResult" else f"({called}, 0)"
    if row.symbol.startswith("vkCmd"):
        result = f"({called}, recorded((VkCommandBuffer){passed[0].split(')', 1)[1]}))"
    # the loader has functions that the device does not, and crashes in them whatever the arguments are
    absent = "" if row.symbol in exported else f"{'!is_there' if what and of_device(row) else '!function'}(\"{row.symbol}\") ? ABSENT : "
    return f"return {absent}({spoils}{result});"


def declared():
    """The functions that the installed headers have."""
    text = subprocess.run(["gcc", "-E", "-include", "vulkan/vulkan.h", "-x", "c", "/dev/null"], capture_output=True, text=True).stdout
    return set(re.findall(r"\*\s*PFN_(vk\w+)\)", text))


def main():
    args = matrix.arguments(__doc__, light=True)
    loader = matrix.loaded("libvulkan.so.1")
    if not loader or not list(pathlib.Path("/usr/share/vulkan/icd.d").glob("lvp_icd.*")):
        print("no Vulkan loader or no lavapipe: Vulkan is skipped")
        return 0
    exported, known = matrix.exports(loader, "-D"), declared()
    rows = lambda types: [r for r in matrix.rows_of(("vulkan",), types) if r.symbol in known and not matrix.is_any(r.symbol, LEFT_OUT)]
    driver = str(next(pathlib.Path("/usr/share/vulkan/icd.d").glob("lvp_icd.*")))
    return matrix.work(args, matrix.Side("vulkan" + ("_light" if args.light else ""), header="vulkan_world.h", values=values, rows=rows, call=lambda row, passed, what: call_of(row, passed, what, exported),
                                         compile=["gcc", "-g1", "-O0", "-w", "-std=gnu11", "-Itests/misuse", "-Itests/include"], link=[loader],
                                         device=["--validation", "no"] if args.light else [], left_out=TOO_LONG, environment={"VK_DRIVER_FILES": driver, "VK_ICD_FILENAMES": driver, "LP_NUM_THREADS": "1"}))


if __name__ == "__main__":
    sys.exit(main())
