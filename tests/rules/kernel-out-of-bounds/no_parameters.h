/* table[i] = i by thread i, in a kernel without parameters, which is launched with no arguments at all. */
#include "cuda.h"

static const char ptx[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .global .align 4 .b8 table[256];\n"
                          ".visible .entry number()\n{\n .reg .b64 %d<4>; .reg .b32 %r<2>;\n mov.u64 %d1, table;\n mov.u32 %r1, %tid.x;\n"
                          " mul.wide.u32 %d2, %r1, 4;\n add.s64 %d3, %d1, %d2;\n st.global.u32 [%d3], %r1;\n ret;\n}\n";

static CUdeviceptr table;
static CUfunction number;

static int load(void)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    return cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) || cuCtxSetCurrent(context) ||
           cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&number, module, "number") || cuModuleGetGlobal(&table, NULL, module, "table");
}
