#include "process/compiled.h"

#include "base/armed.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"
#include "process/coreclr.h"
#include "process/mono.h"
#include "trace/writer.h"

bool iq_compiled_present;
static struct iq_map places; /* by address; IQ_LOCK_STACKS */
static const struct iq_compiled_place
    not_compiled; /* in [places] where no runtime knows a method */

enum { AT_ONCE = 64 };

void iq_compiled_look(void) { iq_mono_look(); }

void iq_compiled_arm(void)
{
    __atomic_store_n(&iq_compiled_present, true, __ATOMIC_RELEASE);
    iq_arm(IQ_ARMED_COMPILED, true);
}

void iq_compiled_after_fork(void) { iq_coreclr_after_fork(); }

static const struct iq_compiled_place *known(uintptr_t pc)
{
    iq_lock(IQ_LOCK_STACKS);
    const struct iq_compiled_place *place = iq_map_get(&places, pc);
    iq_unlock(IQ_LOCK_STACKS);
    return place;
}

static void remember(uintptr_t pc, const struct iq_compiled_place *found)
{
    struct iq_compiled_place *kept = found->function ? iq_core_alloc(sizeof *kept) : NULL;
    if (kept)
        *kept = *found;
    iq_lock(IQ_LOCK_STACKS);
    /* else it is asked again */
    IQ_DROP(iq_map_set(&places, pc, (void *)(kept ? kept : &not_compiled)));
    iq_unlock(IQ_LOCK_STACKS);
}

static void ask(const uintptr_t *pc, uint32_t count)
{
    struct iq_compiled_place place[AT_ONCE] = { { 0 } };
    if (!iq_mono_ask(pc, place, count) && !iq_coreclr_ask(pc, place, count))
        return;
    for (uint32_t i = 0; i < count; i++)
        remember(pc[i], &place[i]);
}

void iq_compiled_note(const uintptr_t *pc, uint32_t count)
{
    uintptr_t fresh[AT_ONCE];
    uint32_t fresh_count = 0;
    if (!iq_compiled_is_present() || !iq_lock_is_free())
        return;
    for (uint32_t i = 0; i < count && fresh_count < AT_ONCE; i++)
        if (!known(pc[i]))
            fresh[fresh_count++] = pc[i];
    if (fresh_count)
        ask(fresh, fresh_count);
}

void iq_compiled_write(const uintptr_t *pc, uint32_t count)
{
    for (uint32_t i = 0; iq_compiled_is_present() && i < count; i++) {
        const struct iq_compiled_place *place = known(pc[i]);
        if (!place || !place->function || !iq_trace_begin(IQ_REC_COMPILED))
            continue;
        iq_trace_u64(IQ_TAG_PC, pc[i]);
        iq_trace_text(IQ_TAG_FUNCTION, place->function);
        iq_trace_text(IQ_TAG_PATH, place->assembly);
        iq_trace_text(IQ_TAG_FILE, place->file);
        if (place->line)
            iq_trace_u64(IQ_TAG_LINE, place->line);
        if (place->method) {
            iq_trace_u64(IQ_TAG_METHOD, place->method);
            iq_trace_u64(IQ_TAG_IL_OFFSET, place->il_offset);
        }
        iq_trace_end();
    }
}
