/* See late.h. */
#include <stdlib.h>

#include "ptx/cpu.h"
#include "ptx/late.h"
#include "ptx/stores.h"

struct iq_ptx_race_late *iq_ptx_late_create(struct iq_ptx_owners *owners)
{
    struct iq_ptx_race_late *late = calloc(1, sizeof *late);
    if (!late || !owners)
        return late;
    late->list = iq_ptx_owners_stores(owners);
    late->stores = iq_ptx_stores_take(late->list);
    if (late->stores)
        return late;
    free(late);
    return NULL;
}

void iq_ptx_late_destroy(struct iq_ptx_race_late *late)
{
    if (late && late->stores)
        iq_ptx_stores_give(late->list, late->stores);
    free(late);
}

void iq_ptx_late_begin(struct iq_ptx_race_late *late, uint64_t block)
{
    if (late && late->stores)
        iq_ptx_stores_begin(late->list, late->stores, block);
}

bool iq_ptx_late_put(struct iq_warp *w, const struct iq_ptx_insn *i,
                     const struct iq_ptx_owners_use *use)
{
    struct iq_ptx_race_late *late = w->block->race->late;
    if (!iq_ptx_owners_ask(use, &late->known, &late->at))
        return false;
    late->i = i;
    late->memory = use->memory;
    late->warp = w->index;
    late->mask = w->mask;
    late->time = use->time;
    return true;
}

bool iq_ptx_late_is_of(const struct iq_warp *w, const uint64_t *addr, uint64_t offset)
{
    const struct iq_ptx_race *r = w->block->race;
    const struct iq_ptx_race_late *late = r->late;
    if (!iq_ptx_late_is(w->block) || late->warp != w->index || late->mask != w->mask ||
        late->time != r->now || r->fenced >> w->index & 1)
        return false;
    return iq_ptx_cpu()->same_places(addr, offset, w->mask, &late->at);
}

bool iq_ptx_late_store(const struct iq_warp *w, const struct iq_ptx_owners_use *use)
{
    struct iq_ptx_race_late *late = w->block->race->late;
    if (!iq_ptx_owners_store(use, &late->at))
        return false;
    late->i = NULL;
    return true;
}
