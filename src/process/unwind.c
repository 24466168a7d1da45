#include "process/unwind.h"

#include <unwind.h>

enum { FRAME_POINTER = 6 /* rbp, by its number in unwind tables */ };

/* Returns whether there is room for more. */
static bool add_frame(struct iq_unwind *walk, uintptr_t pc, const uintptr_t *slot)
{
    if (slot)
        walk->slot[walk->words++] = slot;
    else
        walk->uncertain = true;
    bool hidden_frame = iq_stack_is_hidden(pc);
    if (!hidden_frame && walk->count == 1 && iq_stack_is_hidden(walk->pc[0]))
        /* a loader between the program and us; kept only if there is nothing else */
        walk->count = 0;
    if (!hidden_frame || pc == walk->first)
        walk->pc[walk->count++] = pc;
    walk->last = pc;
    return walk->count < walk->limit && walk->words < walk->limit;
}

static _Unwind_Reason_Code visit_frame(struct _Unwind_Context *context, void *user)
{
    struct iq_unwind *walk = user;
    int before = 0;
    uintptr_t pc = _Unwind_GetIPInfo(context, &before);
    if (!pc)
        return _URC_END_OF_STACK;
    if (!walk->started && pc != walk->first)
        return _URC_NO_REASON;
    walk->started = true;
    const uintptr_t *slot = (const uintptr_t *)_Unwind_GetCFA(context) - 1;
    walk->chain.sp = (uintptr_t)(slot + 1);
    walk->chain.fp = _Unwind_GetGR(context, FRAME_POINTER);
    return add_frame(walk, pc, before || *slot != pc ? NULL : slot) ? _URC_NO_REASON
                                                                    : _URC_END_OF_STACK;
}

/* By unwind tables as far as they go, then by frame pointers until there are tables again. */
void iq_unwind(struct iq_unwind *walk)
{
    /* else it was stopped */
    bool room = _Unwind_Backtrace(visit_frame, walk) == _URC_END_OF_STACK;
    while (room && walk->started && !iq_chain_has_table(walk->last)) {
        const uintptr_t *slot = iq_chain_next(&walk->chain);
        room = slot && add_frame(walk, *slot, slot);
    }
}

bool iq_unwind_places(const struct iq_unwind *walk, uintptr_t sp, uint16_t *place, uint32_t room)
{
    const uintptr_t *words = (const uintptr_t *)sp - 1;
    if (walk->uncertain || walk->words > room)
        return false;
    for (uint32_t i = 0; i < walk->words; i++) {
        if (walk->slot[i] < words || walk->slot[i] - words > UINT16_MAX)
            return false;
        place[i] = (uint16_t)(walk->slot[i] - words);
    }
    return true;
}
