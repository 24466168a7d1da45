/* See arch/context.h. */
#ifndef IQ_ARCH_X86_64_CONTEXT_H
#define IQ_ARCH_X86_64_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

enum { IQ_CONTEXT_WRITE = 2 /* of the error code */, IQ_CONTEXT_TRAP = 0x100 /* of the flags */ };

static inline uintptr_t iq_context_pc(const ucontext_t *context)
{
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
}
static inline uintptr_t iq_context_sp(const ucontext_t *context)
{
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
}
static inline void iq_context_go_to(ucontext_t *context, uintptr_t pc)
{
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
}
static inline bool iq_context_is_write(const ucontext_t *context)
{
    return context->uc_mcontext.gregs[REG_ERR] & IQ_CONTEXT_WRITE;
}

static inline bool iq_context_step(ucontext_t *context, bool on)
{
    greg_t *flags = &context->uc_mcontext.gregs[REG_EFL];
    *flags = on ? *flags | IQ_CONTEXT_TRAP : *flags & ~(greg_t)IQ_CONTEXT_TRAP;
    return true;
}

static inline void iq_context_registers(const ucontext_t *context, uint64_t *registers)
{
    static const uint8_t order[IQ_ARCH_REGISTERS] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX,
                                                      REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                                      REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                      REG_R12, REG_R13, REG_R14, REG_R15 };
    for (int i = 0; i < IQ_ARCH_REGISTERS; i++)
        registers[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
}

#endif
