#include "ptx/still.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/now.h"

enum { KEPT = 16, CALLS = 8, LOCAL_MOST = 1 << 16, PAUSE_NS = 50000000 };

/* The last states of a warp in which it was seen for the first time; 0: none. */
struct states {
    uint64_t of[KEPT];
    uint32_t next;
};
struct iq_ptx_still {
    uint64_t due_ns; /* of the next look */
    uint32_t first;  /* the warp that was in a new state the last time */
    struct states warps[];
};

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static uint64_t add_frame(uint64_t hash, const struct iq_ptx_frame *frame)
{
    const bool *passive = frame->function->source->passive;
    uint64_t words[IQ_PTX_LINE / sizeof(uint64_t)];
    hash = mix(hash, (uint64_t)(uintptr_t)frame->call);
    for (uint32_t at = 0; at < frame->function->frame_bytes; at += IQ_PTX_LINE) {
        if (passive[at / IQ_PTX_LINE])
            continue;
        memcpy(words, frame->registers + at, sizeof words);
        for (uint32_t k = 0; k < sizeof words / sizeof *words; k++)
            hash = mix(hash, words[k]);
    }
    return hash;
}

/* Groups of lanes: where each stands, and its registers.  Their order means nothing. */
static uint64_t state_of(const struct iq_warp *w)
{
    uint64_t all = 0;
    for (uint32_t g = 0; g < w->group_count; g++) {
        bool runs = w->resume && g == w->current;
        const struct iq_ptx_group *group = &w->groups[g];
        const struct iq_ptx_frame *frame = runs ? w->frame : group->frame;
        uint64_t hash =
            mix(runs ? w->mask : group->mask, (uint64_t)(uintptr_t)(runs ? w->resume : group->pc));
        for (uint32_t k = 0; frame && k < CALLS; k++, frame = frame->caller)
            hash = add_frame(hash, frame);
        all += hash;
    }
    uint64_t local = w->local ? 32ull * w->block->local_stride : 0;
    for (uint64_t at = 0; at + 8 <= local && at < LOCAL_MOST; at += 8) {
        uint64_t word;
        memcpy(&word, w->local + at, sizeof word);
        all = mix(all, word);
    }
    return iq_hash_u64(all) | 1;
}

/* Is the warp in a state that it was not seen in?  Keeps it. */
static bool is_new(struct states *states, uint64_t state)
{
    for (uint32_t k = 0; k < KEPT; k++)
        if (states->of[k] == state)
            return false;
    states->of[states->next++ % KEPT] = state;
    return true;
}

static bool has_moved(struct iq_ptx_block *b)
{
    struct iq_ptx_still *s = b->still;
    for (uint32_t n = 0; n < b->warp_count; n++) {
        uint32_t k = (s->first + n) % b->warp_count;
        if (!b->warps[k].group_count || !is_new(&s->warps[k], state_of(&b->warps[k])))
            continue;
        s->first = k;
        return true;
    }
    return false;
}

void iq_ptx_still_begin(struct iq_ptx_block *b)
{
    if (b->still)
        memset(b->still, 0, sizeof *b->still + b->warp_count * sizeof *b->still->warps);
}

void iq_ptx_still_look(struct iq_ptx_block *b)
{
    uint64_t *progress = b->launch->desc.progress, now = progress ? iq_now_ns() : 0;
    if (!progress || (b->still && now < b->still->due_ns))
        return;
    if (!b->still)
        b->still = calloc(1, sizeof *b->still + b->warp_count * sizeof *b->still->warps);
    /* without memory for it nobody can tell */
    if (!b->still || (b->still->due_ns && has_moved(b)))
        __atomic_add_fetch(progress, 1, __ATOMIC_RELAXED);
    if (b->still)
        b->still->due_ns = now + PAUSE_NS;
}

void iq_ptx_still_destroy(struct iq_ptx_block *b) { free(b->still); }
