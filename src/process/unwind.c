#include "process/unwind.h"

#include <unwind.h>

#include "arch/arch.h"

/* Returns whether there is room for more. */
static bool add_frame(struct iq_unwind *walk, uintptr_t pc, const uintptr_t *slot)
{
    if (slot)
        walk->slot[walk->words++] = slot;
    else if (IQ_ARCH_CALL_PUSHES || pc != walk->first || walk->count)
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
    uintptr_t cfa = _Unwind_GetCFA(context);
    const uintptr_t *slot = before ? NULL : iq_arch_return_place(cfa, walk->chain.fp, pc);
    walk->chain.sp = cfa;
    walk->chain.fp = _Unwind_GetGR(context, IQ_ARCH_FP);
    return add_frame(walk, pc, slot) ? _URC_NO_REASON : _URC_END_OF_STACK;
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

static _Unwind_Reason_Code visit_fp(struct _Unwind_Context *context, void *user)
{
    uintptr_t *wanted = user; /* the return address, and what it leads to */
    if (_Unwind_GetIP(context) != wanted[0])
        return _URC_NO_REASON;
    wanted[1] = _Unwind_GetGR(context, IQ_ARCH_FP);
    return _URC_END_OF_STACK;
}

uintptr_t iq_unwind_fp_of(struct iq_site site)
{
    uintptr_t wanted[2] = { site.pc, 0 };
    _Unwind_Backtrace(visit_fp, wanted);
    return wanted[1];
}

struct search {
    bool (*is_wanted)(uintptr_t pc);
    struct iq_unwind_frame *frame;
    bool found;
};

static _Unwind_Reason_Code visit_wanted(struct _Unwind_Context *context, void *user)
{
    static const uint8_t kept[] = { IQ_ARCH_KEPT };
    _Static_assert(sizeof kept <= IQ_UNWIND_KEPT, "");
    struct search *search = user;
    if (!search->is_wanted(_Unwind_GetIP(context)))
        return _URC_NO_REASON;
    search->frame->sp = _Unwind_GetCFA(context);
    search->frame->count = sizeof kept;
    for (uint32_t i = 0; i < sizeof kept; i++)
        search->frame->kept[i] = _Unwind_GetGR(context, kept[i]);
    search->found = true;
    return _URC_END_OF_STACK;
}

bool iq_unwind_find(bool (*is_wanted)(uintptr_t pc), struct iq_unwind_frame *frame)
{
    struct search search = { is_wanted, frame, false };
    _Unwind_Backtrace(visit_wanted, &search);
    return search.found;
}
