/* See late.h. */
#include "ptx/late.h"

bool iq_ptx_late_put(struct iq_warp *w, const struct iq_ptx_insn *i,
                     const struct iq_ptx_owners_use *use)
{
    struct iq_ptx_race_late *late = w->block->race->late;
    if (!iq_ptx_owners_ask(use, late->places))
        return false;
    late->i = i;
    late->warp = w->index;
    late->mask = w->mask;
    late->time = use->time;
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
        late->addr[l] = use->addr[l] + use->offset;
    return true;
}

bool iq_ptx_late_is_of(const struct iq_warp *w, const uint64_t *addr, uint64_t offset)
{
    const struct iq_ptx_race *r = w->block->race;
    const struct iq_ptx_race_late *late = r->late;
    uint64_t apart = 0;
    if (!iq_ptx_late_is(w->block) || late->warp != w->index || late->mask != w->mask ||
        late->time != r->now || r->fenced >> w->index & 1)
        return false;
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++)
        apart |= (addr[l] + offset) ^ late->addr[l];
    return !apart;
}

bool iq_ptx_late_store(const struct iq_warp *w, const struct iq_ptx_owners_use *use)
{
    struct iq_ptx_race_late *late = w->block->race->late;
    if (!iq_ptx_owners_store(use, late->places))
        return false;
    late->i = NULL;
    return true;
}
