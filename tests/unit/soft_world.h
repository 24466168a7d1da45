/* Common to the tests of the software driver: a context, kernels, an observer that remembers.
 * Programs link the built library and use its public functions only. */
#ifndef IQ_TEST_SOFT_WORLD_H
#define IQ_TEST_SOFT_WORLD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi/soft_observer.h"
#include "iq_cuda_protos.h"
#include "test.h"

void inquest_soft_set_observer(const struct iq_soft_observer *observer);

#define OK(call) CHECK_INT((call), 0)
#define GIVES(code, call) CHECK_INT((call), (code))

static const char kernels[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
    ".global .align 4 .u32 counter = 7;\n"
    ".global .align 1 .b8 text[4] = {104, 105, 10, 0};\n"
    /* p[i] = v for i < n */
    ".visible .entry fill(.param .u64 p, .param .u32 n, .param .u32 v) {\n"
    " .reg .pred q; .reg .b32 r<8>; .reg .b64 d<4>;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [n]; ld.param.u32 r1, [v];\n"
    " mov.u32 r2, %ctaid.x; mov.u32 r3, %ntid.x; mov.u32 r4, %tid.x; mad.lo.s32 r5, r2, r3, r4;\n"
    " setp.ge.u32 q, r5, r0; @q bra out; mul.wide.u32 d1, r5, 4; add.s64 d2, d0, d1; st.global.u32 [d2], r1;\nout: ret; }\n"
    ".visible .entry poke(.param .u64 p) { .reg .b64 d<2>; .reg .b32 r<2>; ld.param.u64 d0, [p]; mov.u32 r0, 1;\n"
    " st.global.u32 [d0], r0; ret; }\n"
    ".visible .entry trap() { trap; ret; }\n"
    ".visible .entry nothing() { ret; }\n"
    /* until *p is not zero */
    ".visible .entry spin(.param .u64 p) { .reg .pred q; .reg .b64 d<2>; .reg .b32 r<2>; ld.param.u64 d0, [p];\n"
    "again: ld.volatile.global.u32 r0, [d0]; setp.eq.u32 q, r0, 0; @q bra again; ret; }\n"
    ".visible .entry add() { .reg .b32 r<2>; atom.global.add.u32 r0, [counter], 1; ret; }\n"
    ".visible .entry hello() { .reg .b64 d<2>; .reg .b32 r<2>; mov.u64 d0, text; mov.u64 d1, 0;\n"
    " { .param .b64 f; .param .b64 a; .param .b32 o; st.param.b64 [f], d0; st.param.b64 [a], d1;\n"
    " call (o), vprintf, (f, a); ld.param.b32 r0, [o]; } ret; }\n"
    ".visible .entry shared(.param .u64 p) { .shared .align 4 .b8 s[64]; .reg .b32 r<2>; mov.u32 r0, 3; st.shared.u32 [s], r0; ret; }\n";

static struct iq_soft_fault seen_fault;
static struct iq_soft_place seen_place;
static char seen_kernel[64];
static _Atomic int seen_faults, seen_launches;
static pthread_mutex_t seen_lock = PTHREAD_MUTEX_INITIALIZER;

static void on_fault(void *user, const struct iq_soft_fault *fault)
{
    (void)user;
    pthread_mutex_lock(&seen_lock);
    seen_fault = *fault;
    if (fault->launched)
        seen_place = *fault->launched;
    snprintf(seen_kernel, sizeof seen_kernel, "%s", fault->kernel);
    pthread_mutex_unlock(&seen_lock);
    seen_faults++;
}

static void on_launch(void *user, const struct iq_soft_launch *launch)
{
    (void)user, (void)launch;
    seen_launches++;
}

static const struct iq_soft_observer observer = { .struct_size = sizeof observer,
                                                  .on_launch = on_launch,
                                                  .on_fault = on_fault };

/* A created context, current on this thread. */
static CUcontext __attribute__((unused)) world(void)
{
    CUcontext ctx = NULL;
    OK(cuInit(0));
    OK(cuCtxCreate_v2(&ctx, 0, 0));
    inquest_soft_set_observer(&observer);
    seen_faults = seen_launches = 0;
    return ctx;
}

static CUfunction __attribute__((unused)) kernel(const char *name)
{
    static _Thread_local CUmodule module;
    static _Thread_local unsigned long long of;
    CUfunction function = NULL;
    unsigned long long id = 0;
    cuCtxGetId(NULL, &id);
    if (!module || of != id)
        OK(cuModuleLoadData(&module, kernels));
    of = id;
    OK(cuModuleGetFunction(&function, module, name));
    return function;
}

static CUresult __attribute__((unused))
launch(CUfunction function, unsigned grid, unsigned block, CUstream stream, void **params)
{
    return cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, params, NULL);
}

/* Runs [body] in a child of its own, so that a broken context or a crash stays there.  Returns the
 * wait status. */
static int __attribute__((unused)) apart(void (*body)(void))
{
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        iq_test_failures = 0;
        body();
        fflush(NULL);
        _exit(iq_test_failures ? 1 : 0);
    }
    waitpid(pid, &status, 0);
    return status;
}
#define APART(name_)                                    \
    static void apart_##name_(void);                    \
    TEST(name_) { CHECK_INT(apart(apart_##name_), 0); } \
    static void apart_##name_(void)

#endif
