/* Races: what orders threads.  Warps of a block tell each other times of the block, by barriers,
 * mbarriers and flags; blocks tell each other by words of global memory (news.h). */
#include <stdlib.h>
#include <string.h>

#include "ptx/async.h"
#include "ptx/cluster.h"
#include "ptx/foreign.h"
#include "ptx/group.h"
#include "ptx/late.h"
#include "ptx/polls.h"
#include "ptx/race.h"
#include "ptx/reads.h"

enum { PHASES_MOST = 64, HEARD_SOMEBODY = 1 };

static void tick(struct iq_ptx_race *r)
{
    r->version++;
    if (r->now < RACE_LAST_TIME - 1)
        r->now++;
    else
        r->base = r->now; /* out of numbers: from now on everything counts as ordered */
}

static void raise(uint32_t *at, uint32_t time) { *at = *at < time ? time : *at; }

static void forget_news(struct iq_ptx_race_clock *clock)
{
    clock->heard = clock->published = clock->met = 0;
}

void iq_ptx_race_begin(struct iq_ptx_block *b)
{
    struct iq_ptx_race *r = b->race;
    iq_ptx_async_forget(r);
    iq_ptx_foreign_forget(r);
    r->base = r->begun = r->now;
    iq_ptx_race_forget_reads(r);
    iq_ptx_late_begin(r->late, b->index);
    r->fenced = r->phase_count = r->ask_count = 0;
    r->ask_all = false;
    r->look = 0;
    r->patience = 0;
    memset(r->counted, 0, sizeof r->counted);
    memset(r->gpu_fence, 0, sizeof r->gpu_fence);
    for (uint32_t k = 0; k < b->warp_count; k++)
        forget_news(&r->clock[k]);
    for (uint32_t k = 0; k <= IQ_PTX_CLUSTER_BARRIER; k++)
        forget_news(&r->at_barrier[k]);
    forget_news(&r->released);
    memset(&r->cluster, 0, sizeof r->cluster);
    tick(r);
}

/* --- warps of a block --- */

static void learn(struct iq_ptx_race_clock *to, const struct iq_ptx_race_clock *from,
                  uint32_t warps)
{
    for (uint32_t v = 0; v < warps; v++)
        raise(&to->warps[v], from->warps[v]);
    raise(&to->heard, from->heard);
    raise(&to->published, from->published);
    raise(&to->met, from->met);
}

/* What comes in without the whole block: a fence of whoever published it counts as one of the
 * warp's own. */
static void take(struct iq_warp *w, const struct iq_ptx_race_clock *from)
{
    struct iq_ptx_race *r = w->block->race;
    iq_ptx_race_note_late(w->block);
    learn(&r->clock[w->index], from, w->block->warp_count);
    for (uint32_t k = 0; k < w->block->warp_count; k++)
        r->fenced |= r->gpu_fence[k] ? 1u << w->index : 0;
    r->version++;
}

/* Everybody waits: one time for all.  What one of them has heard all have. */
static void full_barrier(struct iq_ptx_block *b)
{
    struct iq_ptx_race *r = b->race;
    struct iq_ptx_race_clock all = { 0 };
    iq_ptx_race_settle(b);
    r->base = r->now;
    iq_ptx_race_forget_reads(r);
    for (uint32_t k = 0; k < b->warp_count; k++) {
        raise(&all.heard, r->clock[k].heard);
        raise(&all.published, r->clock[k].published);
        raise(&all.met, r->clock[k].met);
        r->fenced = r->fenced || r->gpu_fence[k] ? UINT32_MAX : 0;
    }
    for (uint32_t k = 0; all.published | all.heard | all.met && k < b->warp_count; k++) {
        r->clock[k].heard = all.heard;
        r->clock[k].published = all.published;
        r->clock[k].met = all.met;
    }
    tick(r);
}

void iq_ptx_race_arrive(struct iq_warp *w, uint32_t barrier)
{
    struct iq_ptx_race *r = w->block->race;
    iq_ptx_race_settle(w->block);
    learn(&r->at_barrier[barrier], &r->clock[w->index], w->block->warp_count);
    raise(&r->at_barrier[barrier].warps[w->index], r->now);
    tick(r);
}

void iq_ptx_race_arrive_relaxed(struct iq_warp *w)
{
    struct iq_ptx_race *r = w->block->race;
    struct iq_ptx_race_clock *arrived = &r->at_barrier[IQ_PTX_CLUSTER_BARRIER];
    iq_ptx_race_settle(w->block);
    if (r->fence[w->index] > r->begun) {
        learn(arrived, &r->clock[w->index], w->block->warp_count);
        raise(&arrived->warps[w->index], r->fence[w->index]);
    }
    tick(r);
}

static bool waits_at(const struct iq_ptx_group *g, uint32_t barrier)
{
    return g->state == GROUP_BARRIER && g->barrier == barrier;
}

/* Threads that wait there.  Those that have only arrived go on: what they do meanwhile is in no
 * barrier. */
static uint32_t waiting(const struct iq_ptx_block *b, uint32_t barrier)
{
    uint32_t threads = 0;
    for (uint32_t k = 0; k < b->warp_count; k++)
        for (uint32_t g = 0; g < b->warps[k].group_count; g++)
            threads += waits_at(&b->warps[k].groups[g], barrier)
                           ? (uint32_t)__builtin_popcount(b->warps[k].groups[g].mask)
                           : 0;
    return threads;
}

/* Whoever waits learns now, not when it goes on: others may have arrived again by then.  Who has
 * ended is in a barrier of the whole block, but not in one of so many threads. */
void iq_ptx_race_complete(struct iq_ptx_block *b, uint32_t barrier)
{
    struct iq_ptx_race_clock *arrived = &b->race->at_barrier[barrier];
    if (waiting(b, barrier) == (b->barriers[barrier].expected ? b->thread_count : b->alive))
        full_barrier(b);
    else
        for (uint32_t k = 0; k < b->warp_count; k++)
            for (uint32_t g = 0; g < b->warps[k].group_count; g++)
                if (waits_at(&b->warps[k].groups[g], barrier))
                    take(&b->warps[k], arrived);
    memset(arrived, 0, sizeof *arrived);
}

/* --- lanes of a warp --- */

/* Some lanes of a warp met: each knows what any of them knew. */
static void meet_some(struct iq_ptx_race *r, const struct iq_warp *w, uint32_t lanes)
{
    uint32_t(*know)[IQ_PTX_LANES] = r->lanes[w->index], all[IQ_PTX_LANES] = { 0 };
    if (!know)
        know = r->lanes[w->index] = calloc(IQ_PTX_LANES, sizeof *know);
    if (!know) {
        r->sync[w->index] = r->now;
        return;
    }
    for (uint32_t m = lanes; m; m &= m - 1) {
        for (uint32_t v = 0; v < IQ_PTX_LANES; v++)
            raise(&all[v], know[iq_ptx_first_lane(m)][v]);
        all[iq_ptx_first_lane(m)] = r->now;
    }
    for (uint32_t m = lanes; m; m &= m - 1)
        for (uint32_t v = 0; v < IQ_PTX_LANES; v++)
            raise(&know[iq_ptx_first_lane(m)][v], all[v]);
}

void iq_ptx_race_meet(struct iq_warp *w, uint32_t lanes)
{
    struct iq_ptx_race *r = w->block->race;
    iq_ptx_race_note_late(w->block);
    if (r->sync[w->index] == RACE_LAST_TIME)
        return;
    if (!(w->alive & ~lanes))
        r->sync[w->index] = r->now;
    else
        meet_some(r, w, lanes);
    tick(r);
}

bool iq_ptx_race_is_ordered(const struct iq_warp *w, uint32_t thread, uint32_t time,
                            uint32_t before)
{
    const struct iq_ptx_race *r = w->block->race;
    uint32_t other = before / IQ_PTX_LANES;
    if (time <= r->base || time <= r->clock[w->index].warps[other])
        return true;
    if (other != w->index)
        return false;
    return time <= r->sync[other] ||
           (r->lanes[other] &&
            time <= r->lanes[other][thread % IQ_PTX_LANES][before % IQ_PTX_LANES]);
}

/* --- fences, flags and what other blocks hear of them --- */

void iq_ptx_race_fence(struct iq_warp *w, bool cta)
{
    struct iq_ptx_race *r = w->block->race;
    uint32_t k = w->index;
    iq_ptx_race_note_late(w->block);
    r->fence[k] = r->now;
    if (!cta) {
        r->gpu_fence[k] = r->now;
        r->fence_base[k] = r->base;
        r->fenced |= 1u << k;
    }
    tick(r);
}

/* What the warp publishes now goes by one number. */
static uint32_t next_number(struct iq_warp *w)
{
    uint32_t number = iq_ptx_news_next(w->block->launch);
    raise(&w->block->race->clock[w->index].published, number);
    return number;
}

void iq_ptx_race_release(struct iq_warp *w)
{
    struct iq_ptx_block *b = w->block;
    struct iq_ptx_race *r = b->race;
    uint32_t k = w->index, block = (uint32_t)b->index, number = next_number(w);
    const uint32_t *know = r->clock[k].warps;
    r->fenced &= ~(1u << k);
    if (r->gpu_fence[k])
        iq_ptx_news_publish(b->launch, block, NEWS_BLOCK, r->fence_base[k], number);
    for (uint32_t v = 0; v < b->warp_count; v++) {
        uint32_t known = know[v] > r->base ? know[v] : r->base;
        uint32_t time = v == k || r->gpu_fence[v] <= known ? r->gpu_fence[v] : 0;
        if (v != k && know[v] <= r->gpu_fence[k])
            raise(&time, know[v]);
        if (time > r->fence_base[k])
            iq_ptx_news_publish(b->launch, block, v, time, number);
    }
}

/* A flag set without a fence says nothing about writes in front of it; but what was read has been
 * read by then. */
static void release_reads(struct iq_warp *w)
{
    struct iq_ptx_block *b = w->block;
    struct iq_ptx_race *r = b->race;
    uint32_t k = w->index, told = r->told_base[k];
    if (r->told_reads[k] >= r->read_at[k] && (told >= r->base || told >= r->read_last))
        return;
    r->told_reads[k] = r->now;
    r->told_base[k] = r->base;
    uint32_t number = next_number(w);
    iq_ptx_news_publish(b->launch, (uint32_t)b->index, NEWS_READS + w->index, r->now, number);
    iq_ptx_news_publish(b->launch, (uint32_t)b->index, NEWS_READS + NEWS_BLOCK, r->base, number);
}

static void tell_others(struct iq_warp *w)
{
    if (w->block->race->global)
        release_reads(w);
    if (w->block->race->fenced >> w->index & 1) {
        iq_ptx_race_release(w);
        tick(w->block->race); /* what the warp reads after its flag has not been published */
    }
}

void iq_ptx_race_strong(struct iq_warp *w)
{
    struct iq_ptx_race *r = w->block->race;
    uint32_t k = w->index, warps = w->block->warp_count;
    iq_ptx_race_note_late(w->block);
    if (r->strong[k] == r->version)
        return;
    r->strong[k] = r->version;
    learn(&r->clock[k], &r->released, warps);
    raise(&r->clock[k].heard, HEARD_SOMEBODY);
    tell_others(w);
    raise(&r->released.heard, r->clock[k].heard);
    raise(&r->released.published, r->clock[k].published);
    if (r->fence[k] > r->released.warps[k]) {
        learn(&r->released, &r->clock[k], warps);
        r->released.warps[k] = r->fence[k];
        r->version++; /* news for the lanes of this warp, too */
    }
}

void iq_ptx_race_note_flag(struct iq_warp *w, uint64_t addr, uint32_t size, bool write, bool ask)
{
    struct iq_ptx_race *r = w->block->race;
    const struct iq_ptx_race_clock *mine = &r->clock[w->index];
    if (write)
        iq_ptx_news_write(w->block->launch, addr, size,
                          mine->heard > mine->published ? mine->heard : mine->published);
    if (!ask)
        return;
    if (addr == r->counted[w->index]) {
        iq_ptx_race_settle(w->block); /* what the last look has shown */
        r->look = addr;
        r->look_count = iq_ptx_polls_look(w, addr);
    }
    if (r->ask_count == IQ_PTX_LANES || (r->ask_count && r->asker != w->index))
        iq_ptx_race_settle(w->block);
    r->asker = w->index;
    r->ask[r->ask_count++] = (struct iq_ptx_race_ask){ addr, size };
}

void iq_ptx_race_hear(struct iq_ptx_block *b)
{
    struct iq_ptx_race *r = b->race;
    uint32_t heard = r->ask_all ? iq_ptx_news_last(b->launch) : 0;
    for (uint32_t k = 0; k < r->ask_count && !r->ask_all; k++)
        raise(&heard, iq_ptx_news_read(b->launch, r->ask[k].addr, r->ask[k].size));
    r->version += heard > r->clock[r->asker].heard;
    raise(&r->clock[r->asker].heard, heard);
    r->ask_count = 0;
    r->ask_all = false;
    if (r->look)
        iq_ptx_polls_seen(b, r->look, r->look_count);
    r->look = 0;
}

/* --- mbarriers: each has a clock of those that have arrived and one of those that its last phases
 * let go --- */

static struct iq_ptx_race_phase *phase_of(struct iq_ptx_race *r, uint32_t at)
{
    for (uint32_t k = 0; k < r->phase_count; k++)
        if (r->phases[k].at == at)
            return &r->phases[k];
    if (!r->phases)
        r->phases = calloc(PHASES_MOST, sizeof *r->phases);
    if (!r->phases || r->phase_count == PHASES_MOST)
        return NULL;
    r->phases[r->phase_count] = (struct iq_ptx_race_phase){ .at = at };
    return &r->phases[r->phase_count++];
}

void iq_ptx_race_phase_arrive(struct iq_warp *w, uint32_t at)
{
    struct iq_ptx_race *r = w->block->race;
    struct iq_ptx_race_phase *phase = phase_of(r, at);
    iq_ptx_race_settle(w->block);
    tell_others(w);
    if (phase) {
        learn(&phase->arrived, &r->clock[w->index], w->block->warp_count);
        raise(&phase->arrived.warps[w->index], r->now);
    } else { /* too many: published to whoever asks */
        r->fence[w->index] = r->now;
        iq_ptx_race_strong(w);
    }
    tick(r);
}

void iq_ptx_race_phase_complete(struct iq_ptx_block *b, uint32_t at)
{
    struct iq_ptx_race_phase *phase = phase_of(b->race, at);
    if (!phase)
        return;
    phase->number++;
    learn(&phase->complete, &phase->arrived, b->warp_count);
}

void iq_ptx_race_phase_pass(struct iq_warp *w, uint32_t at)
{
    struct iq_ptx_race_phase *phase = phase_of(w->block->race, at);
    iq_ptx_async_pass(w, at);
    if (phase)
        take(w, &phase->complete);
    else
        iq_ptx_race_strong(w);
}

bool iq_ptx_race_phase_number(struct iq_ptx_race *r, uint32_t at, uint32_t *number)
{
    const struct iq_ptx_race_phase *phase = phase_of(r, at);
    *number = phase ? phase->number : 0;
    return phase != NULL;
}

void iq_ptx_race_phase_learn(struct iq_warp *w, uint32_t at, uint32_t warp)
{
    struct iq_ptx_race *r = w->block->race;
    raise(&phase_of(r, at)->complete.warps[warp], r->now);
    tick(r);
}

/* --- clusters --- */

/* All threads of the cluster have arrived; who has ended counts as one of them.  All of them have
 * passed the phase before: that is known to all. */
static void complete_one(struct iq_ptx_block *b, uint32_t number)
{
    struct iq_ptx_race *r = b->race;
    uint32_t known = UINT32_MAX;
    for (uint32_t k = 0; k < b->warp_count; k++)
        known = r->cluster.warps[k] < known ? r->cluster.warps[k] : known;
    iq_ptx_race_note_reads(b);
    raise(&r->base, known);
    r->cluster = r->at_barrier[IQ_PTX_CLUSTER_BARRIER];
    for (uint32_t k = 0; k < b->warp_count; k++) {
        if (!b->warps[k].alive)
            r->cluster.warps[k] = r->now;
        iq_ptx_news_publish(b->launch, (uint32_t)b->index, k, r->cluster.warps[k], number);
        iq_ptx_news_publish(b->launch, (uint32_t)b->index, NEWS_READS + k, r->cluster.warps[k],
                            number);
    }
    memset(&r->at_barrier[IQ_PTX_CLUSTER_BARRIER], 0, sizeof r->cluster);
    raise(&r->cluster.published, number); /* a flag passes it on */
    r->cluster.met = number;
    tick(r);
}

void iq_ptx_race_cluster_complete(struct iq_ptx_cluster *c)
{
    uint32_t number = iq_ptx_news_next(c->blocks[0]->launch);
    for (uint32_t k = 0; k < c->count; k++)
        complete_one(c->blocks[k], number);
    for (uint32_t k = 0; k < c->count; k++)
        for (uint32_t n = 0; n < c->count; n++)
            raise(&c->blocks[k]->race->cluster.heard, c->blocks[n]->race->cluster.heard);
}

void iq_ptx_race_cluster_pass(struct iq_warp *w) { take(w, &w->block->race->cluster); }

/* All that the block did is known to others. */
static void publish_all(struct iq_ptx_block *b)
{
    full_barrier(b);
    uint32_t number = iq_ptx_news_next(b->launch);
    iq_ptx_news_publish(b->launch, (uint32_t)b->index, NEWS_BLOCK, b->race->base, number);
    iq_ptx_news_publish(b->launch, (uint32_t)b->index, NEWS_READS + NEWS_BLOCK, b->race->base,
                        number);
}

void iq_ptx_race_join(struct iq_ptx_block *one, struct iq_ptx_block *other)
{
    publish_all(one);
    publish_all(other);
    uint32_t last = iq_ptx_news_last(one->launch);
    for (uint32_t k = 0; k < one->warp_count; k++)
        one->race->clock[k].heard = other->race->clock[k].heard = last;
}
