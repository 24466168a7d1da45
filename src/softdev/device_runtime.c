/* Functions of NVIDIA's device runtime (libcudadevrt) that kernels call by name.  The handle of a
 * group is the address of the launch's workspace, 0 where the launch was not cooperative. */
#include <string.h>

#include "softdev/link.h"

bool iq_is_device_runtime(const void *data, size_t size)
{
    /* in the names of its functions, and of its file in an archive; programs name only headers that
     * begin so */
    static const char inside[] = "cuda_device_runtime_cu", file[] = "cuda_device_runtime.o";
    return memmem(data, size, inside, sizeof inside - 1) ||
           memmem(data, size, file, sizeof file - 1);
}

const char iq_device_runtime_ptx[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)\n"
    "{\n"
    "    .reg .b32 %r<4>; .reg .b64 %rd<2>; .reg .pred %p;\n"
    "    mov.u32 %r0, %envreg2;\n"
    "    mov.u32 %r1, %envreg1;\n"
    "    mov.b64 %rd0, {%r0, %r1};\n"
    "    ld.param.b32 %r2, [scope];\n"
    "    setp.eq.u32 %p, %r2, 1;\n"
    "    selp.b64 %rd1, %rd0, 0, %p;\n"
    "    st.param.b64 [handle], %rd1;\n"
    "    ret;\n"
    "}\n"
    /* The first block adds what makes the top bit flip when all have come. */
    ".visible .func (.param .b32 status) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)\n"
    "{\n"
    "    .reg .b32 %r<9>; .reg .b64 %rd; .reg .pred %p<4>;\n"
    "    ld.param.b64 %rd, [handle];\n"
    "    setp.eq.u64 %p0, %rd, 0;\n"
    "    @%p0 trap;\n"
    "    barrier.sync 0;\n"
    "    mov.u32 %r0, %tid.x;\n"
    "    mov.u32 %r1, %tid.y;\n"
    "    mov.u32 %r2, %tid.z;\n"
    "    or.b32 %r0, %r0, %r1;\n"
    "    or.b32 %r0, %r0, %r2;\n"
    "    setp.ne.u32 %p1, %r0, 0;\n"
    "    @%p1 bra waiting;\n"
    "    mov.u32 %r3, %nctaid.x;\n"
    "    mov.u32 %r4, %nctaid.y;\n"
    "    mul.lo.u32 %r3, %r3, %r4;\n"
    "    mov.u32 %r4, %nctaid.z;\n"
    "    mul.lo.u32 %r3, %r3, %r4;\n"
    "    sub.u32 %r3, 0x80000001, %r3;\n"
    "    mov.u32 %r4, %ctaid.x;\n"
    "    mov.u32 %r5, %ctaid.y;\n"
    "    mov.u32 %r6, %ctaid.z;\n"
    "    or.b32 %r4, %r4, %r5;\n"
    "    or.b32 %r4, %r4, %r6;\n"
    "    setp.eq.u32 %p2, %r4, 0;\n"
    "    selp.b32 %r3, %r3, 1, %p2;\n"
    "    membar.gl;\n"
    "    atom.add.u32 %r7, [%rd+4], %r3;\n"
    "again:\n"
    "    ld.volatile.u32 %r8, [%rd+4];\n"
    "    xor.b32 %r8, %r8, %r7;\n"
    "    setp.ge.s32 %p3, %r8, 0;\n"
    "    @%p3 bra again;\n"
    "    membar.gl;\n"
    "waiting:\n"
    "    barrier.sync 0;\n"
    "    st.param.b32 [status], 0;\n"
    "    ret;\n"
    "}\n"
    ".visible .func (.param .b32 status) cudaCGSynchronizeGrid(.param .b64 handle, .param .b32 flags)\n"
    "{\n"
    "    .reg .b32 %r<2>; .reg .b64 %rd;\n"
    "    ld.param.b64 %rd, [handle];\n"
    "    ld.param.b32 %r0, [flags];\n"
    "    {\n"
    "    .param .b64 a; .param .b32 b; .param .b32 answer;\n"
    "    st.param.b64 [a], %rd;\n"
    "    st.param.b32 [b], %r0;\n"
    "    call.uni (answer), cudaCGSynchronize, (a, b);\n"
    "    ld.param.b32 %r1, [answer];\n"
    "    }\n"
    "    st.param.b32 [status], %r1;\n"
    "    ret;\n"
    "}\n";
