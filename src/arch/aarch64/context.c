/* See arch/context.h. */
#include "arch/context.h"

#include "arch/aarch64/insn.h"

enum { WRITES = 1 << 6, CLASS_SHIFT = 26, DATA_ABORT = 0x24, DATA_ABORT_SAME = 0x25 };

bool iq_context_is_write(const ucontext_t *context)
{
    const mcontext_t *m = &context->uc_mcontext;
    const uint8_t *at = (const uint8_t *)m->__reserved, *end = at + sizeof m->__reserved;
    while (at + sizeof(struct esr_context) <= end) {
        const struct esr_context *part = (const void *)at;
        if (part->head.magic == ESR_MAGIC) {
            uint64_t class = part->esr >> CLASS_SHIFT & 0x3f;
            return (class == DATA_ABORT || class == DATA_ABORT_SAME) && part->esr & WRITES;
        }
        if (!part->head.magic || part->head.size < sizeof part->head)
            break;
        at += part->head.size;
    }
    /* a jump to where there is no code reads no instruction */
    struct iq_insn insn;
    if (m->pc == m->fault_address || m->pc & 3 || m->pc < 4096)
        return false;
    iq_insn_decode(*(const uint32_t *)m->pc, m->pc, &insn);
    return insn.stores;
}
