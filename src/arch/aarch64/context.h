/* See arch/context.h. */
#ifndef IQ_ARCH_AARCH64_CONTEXT_H
#define IQ_ARCH_AARCH64_CONTEXT_H

#include <asm/sigcontext.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

static inline uintptr_t iq_context_pc(const ucontext_t *context) { return context->uc_mcontext.pc; }
static inline uintptr_t iq_context_sp(const ucontext_t *context) { return context->uc_mcontext.sp; }
static inline void iq_context_go_to(ucontext_t *context, uintptr_t pc)
{
    context->uc_mcontext.pc = pc;
}

/* context.c: by the syndrome, or where the kernel gives none by the instruction. */
bool iq_context_is_write(const ucontext_t *context) __attribute__((visibility("hidden")));

/* Only a debugger can. */
static inline bool iq_context_step(ucontext_t *context, bool on)
{
    (void)context, (void)on;
    return false;
}

static inline void iq_context_registers(const ucontext_t *context, uint64_t *registers)
{
    for (int i = 0; i < IQ_ARCH_REGISTERS - 1; i++)
        registers[i] = context->uc_mcontext.regs[i];
    registers[IQ_ARCH_BY_SP] = context->uc_mcontext.sp;
}

#endif
