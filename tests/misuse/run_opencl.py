#!/usr/bin/env python3
"""run_matrix.py for OpenCL: every entry that the loader exports, on PoCL, with arguments that are right where they are known, and with each made wrong in turn.
usage: run_opencl.py --build BUILD [--device real] [--limit SECONDS] [--table FILE] [--update] [--list] [--keep FOLDER] [PATTERN...]

A call that fails, crashes or hangs must have a finding at its line, of another rule than failed-call and driver-crash; but for questions (QUERY of api/), which may be answered with no.
The calls that have none are printed (--list: all), and compared with known_opencl.txt beside this file.  Codes are those of CL/cl.h without their sign; a negative one is a signal.
--device real: a GPU; the list is known_opencl_real.txt."""
import pathlib
import sys

import run_matrix as matrix
from run_matrix import apigen

HERE = pathlib.Path(__file__).resolve().parent
KINDS = {"CL_PLATFORM", "CL_DEVICE", "CL_CONTEXT", "CL_QUEUE", "CL_BUFFER", "CL_IMAGE", "CL_PIPE", "CL_SAMPLER", "CL_PROGRAM", "CL_KERNEL", "CL_EVENT"}
# never destroyed; and there are none on PoCL
LASTING, MISSING = {"CL_PLATFORM", "CL_DEVICE"}, {"CL_PIPE"}
ENUMS = {"cl_bool": 1, "cl_addressing_mode": 0x1132, "cl_filter_mode": 0x1140, "cl_buffer_create_type": 0x1220, "cl_mem_object_type": 0x10f1, "cl_context_info": 0x1080,
         "cl_device_info": 0x1000, "cl_event_info": 0x11d0, "cl_image_info": 0x1110, "cl_kernel_info": 0x1190, "cl_kernel_arg_info": 0x1196, "cl_kernel_work_group_info": 0x11b0,
         "cl_kernel_sub_group_info": 0x2033, "cl_kernel_exec_info": 0x11b7, "cl_mem_info": 0x1100, "cl_pipe_info": 0x1120, "cl_platform_info": 0x900, "cl_profiling_info": 0x1280,
         "cl_program_build_info": 0x1181, "cl_program_info": 0x1160, "cl_sampler_info": 0x1150, "cl_command_queue_info": 0x1090, "cl_device_type": 0xffffffff, "cl_map_flags": 1}
NUMBERS = {"work_dim": 1, "arg_index": 0, "arg_indx": 0, "row_pitch": 0, "slice_pitch": 0, "image_row_pitch": 0, "image_slice_pitch": 0, "input_row_pitch": 0, "input_slice_pitch": 0,
           "buffer_row_pitch": 0, "buffer_slice_pitch": 0, "host_row_pitch": 0, "host_slice_pitch": 0, "src_row_pitch": 0, "src_slice_pitch": 0, "dst_row_pitch": 0, "dst_slice_pitch": 0,
           "arg_size": 8, "pattern_size": 4, "execution_status": 0, "image_width": 16, "image_height": 4, "image_depth": 2, "alignment": 0, "spec_id": 0, "spec_size": 4,
           "num_entries": 1, "size": 64, "cb": 64, "param_value_size": 8, "length": 16, "pipe_packet_size": 4}
STRUCTS = {"cl_image_format *": "&format", "cl_image_desc *": "&shape"}
# calls that load code of the program's own, or that everything after them waits for
LEFT_OUT = ("clEnqueueNativeKernel", "clUnload*", "clCreateProgramWithIL", "clGetExtension*")


def handle(kind):
    """(valid, wrong ones) of a handle."""
    kind = {"CL_MEM": "CL_BUFFER", "NONE": "CL_BUFFER"}.get(kind, kind)
    # a value of its own in each call: what is said of one once is not said again
    at = kind + "_" if kind == "CL_CONTEXT" else kind
    wrong = {"NULL": "0", "wild": "(size_t)&plain[__LINE__ % 8000 * 8]", "another kind": "live[CL_EVENT]" if kind != "CL_EVENT" else "live[CL_SAMPLER]"}
    if kind not in LASTING | MISSING:
        wrong["destroyed"] = f"gone[{at}]"
    return f"live[{at}]", wrong


def pointer(arg, row):
    """(valid, wrong ones) of what is read or written by its address, but for handles."""
    kind = matrix.base(arg.type)
    if arg.form in ("TRIPLE", "SIZES") or arg.type == "const size_t *":
        wrong = {"NULL": "0"}
        if "origin" in arg.name or "offset" in arg.name:
            return "origin", wrong | {"huge": "far"}
        if "lengths" in arg.name:
            return "0", {}
        return ("0" if "local" in arg.name else "region"), wrong | {"0": "no_region", "huge": "wide"}
    if kind in STRUCTS:
        return STRUCTS[kind], {"NULL": "0", "zeros": "zero"}
    if arg.name == "buffer_create_info":
        return "&half", {"NULL": "0", "zeros": "zero"}
    if arg.name == "strings":
        return "sources", {"NULL": "0", "[0] NULL": "zero"}
    if arg.name == "arg_value":
        svm = "SVM" in row.symbol
        return ("live[SHARED]" if svm else "&live[CL_BUFFER]"), {"NULL": "0", "zeros": "zero"} | ({"freed": "gone[SHARED]"} if svm else {"destroyed": "&gone[CL_BUFFER]"})
    if arg.type in ("void **", "const void **"):
        return "(void *[1]){ (void *)live[SHARED] }", {"NULL": "0", "[0] freed": "(void *[1]){ (void *)gone[SHARED] }", "[0] of the host": "(void *[1]){ host }"}
    if arg.name == "pattern":      # the host reads it: shared memory would have to be mapped
        return "host", {"NULL": "0", "-1": "NOWHERE", "wild": "8"}
    if "svm" in arg.name or (row.family == "svm" and arg.role in ("READ", "WRITE", "POINTER")):
        return "live[SHARED]", {"NULL": "0", "-1": "NOWHERE", "freed": "gone[SHARED]"}
    if arg.role in ("READ", "WRITE"):
        return "host", {"NULL": "0", "-1": "NOWHERE", "wild": "8"}      # freed blocks are soon somebody else's
    if arg.role == "POINTER":
        return "0", {"without a flag": "host"}
    if "propert" in arg.name:
        return "0", {"unknown": "(unsigned long long[3]){ 0x7ffe, 1 }"}
    return "0" if arg.optional else "zero", {"NULL": "0"}


def values(arg, row, types):
    """(what a valid call passes, {name of what is wrong: what is passed then}) of an argument."""
    t = arg.type
    cast = lambda valid, wrong: (f"({t})({valid})", {name: f"({t})({value})" for name, value in wrong.items()})
    if arg.form == "HANDLE" or t in types.handles:
        return cast(*handle(arg.kind))
    if arg.role in ("LIST", "WAITS"):
        valid, wrong = handle(arg.kind)
        if arg.optional and arg.role == "LIST":
            return cast("0", {})
        array = lambda value: f"(unsigned long long[2]){{ {value} }}"
        return cast(array(valid), {"NULL": "0", **{f"[0] {name}": array(value) for name, value in wrong.items()}})
    if arg.name == "errcode_ret":
        return cast("&error", {"NULL": "0"})
    if arg.role in ("NEW", "OUT", "OUTLIST") and arg.cls == "pointer":
        return cast(f"out + {64 * row.own_args().index(arg)}", {} if arg.optional else {"NULL": "0"})
    if arg.role == "STR":
        return cast('"fill"' if "kernel" in arg.name else '""', {"NULL": "0", "unknown": '"nonesuch"'})
    if arg.cls == "function":
        return ("(void *)0", {}) if arg.optional else ("(void *)nothing", {"NULL": "(void *)0"})
    if arg.role == "USER":
        return cast("0", {})
    if arg.role == "DELMEM":
        return cast("live[SHARED]", {"freed": "gone[SHARED]", "of the host": "(size_t)host"})
    if arg.cls == "pointer":
        return cast(*pointer(arg, row))
    if arg.role == "COUNT":
        no_list = any(a.role in ("LIST",) and a.optional and a.size == arg.name for a in row.own_args())
        return cast("0" if no_list else "1", {"0": "0", "huge": "0x7ffffff0"} if not no_list else {"without a list": "1"})
    if t in ENUMS:
        return cast(str(ENUMS[t]), {} if t == "cl_bool" else {"unknown": "0x7ffe"})
    if arg.role == "FLAGS":
        return cast("0", {"unknown": "0x7ffffffe"})
    valid = NUMBERS.get(arg.name, 0 if "offset" in arg.name else 1)
    if arg.name == "size" and row.operation == "CREATE_BUFFER":
        valid = 4096
    return cast(str(valid), {"0": "0", "-1": "-1", "huge": "HUGE_SIZE" if arg.base == "size_t" else "0x7ffffff0"})


def chosen_rows(types, exported):
    return [r for r in matrix.rows_of(("opencl",), types) if r.status and r.symbol in exported and not matrix.is_any(r.symbol, LEFT_OUT)]


def call_of(row, passed, what):
    called = f"{row.symbol}({', '.join(passed)})"
    if row.symbol.startswith("clEnqueue") and row.ret == "cl_int":
        return f"return settled(-(int){called});"
    return f"return -(int){called};" if row.ret == "cl_int" else f"return code_of((void *){called});"


def main():
    args = matrix.arguments(__doc__)
    loader = matrix.loaded("libOpenCL.so.1")
    if not loader or not (args.device or list(pathlib.Path("/etc/OpenCL/vendors").glob("pocl*.icd"))):
        print("no OpenCL loader or no PoCL: OpenCL is skipped")
        return 0
    exported = matrix.exports(loader, "-D")
    return matrix.work(args, matrix.Side("opencl", header="opencl_world.h", values=values, rows=lambda types: chosen_rows(types, exported), call=call_of,
                                         compile=["gcc", "-g1", "-O0", "-w", "-std=gnu11", "-Itests/misuse", "-Itests/include"], link=[loader],
                                         environment={"TEST_DEVICE": args.device} if args.device else {}, alone=lambda row: row.ret != "cl_int"))     # NULL, of one that failed, is that failure later


if __name__ == "__main__":
    sys.exit(main())
