/* Lanes that name others to meet with, and not themselves; the second time by a guarded statement. */
#include "test_kernels.h"

static const char ptx[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry meet(.param .u32 mask)\n{\n .reg .pred q; .reg .b32 r<6>;\n ld.param.u32 r0, [mask];\n"
    " mov.u32 r1, %tid.x;\n setp.lt.u32 q, r1, 17;\n @q bra some;\n ret;\nsome:\n bar.warp.sync r0;\n ret;\n}\n"
    ".visible .entry guarded(.param .u32 mask)\n{\n .reg .pred q; .reg .b32 r<6>;\n ld.param.u32 r0, [mask];\n"
    " mov.u32 r1, %tid.x;\n setp.lt.u32 q, r1, 17;\n @q bar.warp.sync r0;\n ret;\n}\n";

int main(void)
{
    CUmodule module;
    CUfunction meet, guarded;
    unsigned half = 0xffff, more = 0x1ffff;
    test_context();
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&meet, module, "meet");
    cuModuleGetFunction(&guarded, module, "guarded");
    LAUNCH(guarded, 1, 32, 0, &more);
    LAUNCH(meet, 1, 32, 0, &half); // expect-soft: barrier-divergence severity=warning says=mask_0xffff says=lane_16_of_the_warp
    cuCtxSynchronize();
    return 0;
}
