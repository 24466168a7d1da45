/* See stores.h. */
#include <stdlib.h>
#include <string.h>

#include "ptx/owners.h"
#include "ptx/stores.h"

enum { MOST_PLACES = 1 << 16 };

int iq_ptx_stores_init(struct iq_ptx_stores_list *list, uint64_t blocks)
{
    list->places = 1;
    while (list->places < blocks && list->places < MOST_PLACES)
        list->places *= 2;
    list->by_block = calloc(list->places, sizeof *list->by_block);
    return list->by_block ? 0 : IQ_PTX_ENOMEM;
}

void iq_ptx_stores_finish(struct iq_ptx_stores_list *list)
{
    for (struct iq_ptx_stores *s = list->all, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    free(list->by_block);
}

struct iq_ptx_stores *iq_ptx_stores_take(struct iq_ptx_stores_list *list)
{
    iq_ptx_race_lock(&list->lock);
    struct iq_ptx_stores *s = list->spare;
    if (s)
        list->spare = s->next_spare;
    else if ((s = calloc(1, sizeof *s))) {
        s->next = list->all;
        list->all = s;
    }
    iq_ptx_race_unlock(&list->lock);
    return s;
}

void iq_ptx_stores_give(struct iq_ptx_stores_list *list, struct iq_ptx_stores *s)
{
    iq_ptx_race_lock(&list->lock);
    s->next_spare = list->spare;
    list->spare = s;
    iq_ptx_race_unlock(&list->lock);
}

void iq_ptx_stores_begin(struct iq_ptx_stores_list *list, struct iq_ptx_stores *s, uint64_t block)
{
    __atomic_store_n(&list->by_block[block & (list->places - 1)], s, __ATOMIC_RELEASE);
}

/* While they change, the store that was there has been made, and the next has not been noted. */
__attribute__((no_sanitize("thread"))) bool iq_ptx_stores_find(
    const struct iq_ptx_stores_list *list, uint64_t block, uint64_t row, uint32_t lane,
    uint64_t cell, uint8_t *to)
{
    const struct iq_ptx_stores *s =
        __atomic_load_n(&list->by_block[block & (list->places - 1)], __ATOMIC_ACQUIRE);
    uint32_t version;
    bool found;
    do {
        version = __atomic_load_n(&s->version, __ATOMIC_ACQUIRE);
        uint64_t at = (cell << s->shift) - s->addr[lane];
        found = s->row == row && s->mask >> lane & 1 && at < s->size;
        for (uint32_t k = 0; found && k < 1u << (s->shift & 3); k++)
            to[k] = s->values[(lane * s->stride + at + k) % sizeof s->values];
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    } while (version & 1 || __atomic_load_n(&s->version, __ATOMIC_RELAXED) != version);
    return found;
}
