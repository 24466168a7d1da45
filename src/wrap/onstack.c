#include "wrap/onstack.h"

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

#include "wrap/sys.h"

enum { STACKS = 4, STACK_BYTES = 128 << 10, ENOUGH = 64 << 10 };

static char stacks[STACKS][STACK_BYTES] __attribute__((aligned(64)));
static int taken[STACKS]; /* atomic */

static bool is_small(const ucontext_t *context)
{
    stack_t now = { .ss_size = 0 };
    if (context)
        now = context->uc_stack;
    else
        iq_sys_call(SYS_sigaltstack, 0, (long)&now, 0, 0, 0, 0);
    uintptr_t here = (uintptr_t)__builtin_frame_address(0), low = (uintptr_t)now.ss_sp;
    return here - low < now.ss_size && here - low < ENOUGH;
}

static int take_stack(void)
{
    for (;;) {
        for (int i = 0; i < STACKS; i++)
            if (!__atomic_exchange_n(&taken[i], 1, __ATOMIC_ACQUIRE))
                return i;
        iq_sys_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    }
}

void iq_onstack_call(void (*function)(void *), void *user, const void *ucontext)
{
    if (!is_small(ucontext)) {
        function(user);
        return;
    }
    /* Away from the signal stack a signal that comes now would start at its top again, over our own
     * frame. */
    uint64_t all = ~(uint64_t)0 & ~((uint64_t)1 << (SIGTRAP - 1)), before;
    iq_sys_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, (long)&before, sizeof all, 0, 0);
    int stack = take_stack();
    iq_on_stack(function, user, stacks[stack] + STACK_BYTES);
    __atomic_store_n(&taken[stack], 0, __ATOMIC_RELEASE);
    iq_sys_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before, 0, 0);
}

void iq_onstack_after_fork(void)
{
    for (int i = 0; i < STACKS; i++)
        taken[i] = 0;
}
