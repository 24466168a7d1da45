/* Launches and blocks: memory of a block, its start, the turns of its warps, barriers, limits. */
#include <stdlib.h>
#include <string.h>

#include "ptx/cluster.h"
#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/footprint.h"
#include "ptx/group.h"
#include "ptx/late.h"
#include "ptx/meet.h"
#include "ptx/owners.h"
#include "ptx/polls.h"
#include "ptx/shadow.h"
#include "ptx/still.h"

enum { MOST_THREADS = 1024, DEFAULT_STACK = 1024 };

static bool sensible(const struct iq_ptx_launch_desc *d)
{
    for (uint32_t k = 0; k < 3; k++)
        if (!d->grid[k] || !d->block[k] || d->block[k] > MOST_THREADS)
            return false;
    return (uint64_t)d->block[0] * d->block[1] * d->block[2] <= MOST_THREADS && d->env && d->image;
}

/* What was not said follows from the kernel.  False: not so many, or not a part of the grid. */
static bool settle_cluster(struct iq_ptx_launch *l)
{
    uint64_t size = 1;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t asked = l->desc.cluster[k] ? l->desc.cluster[k] : l->desc.kernel->cluster[k];
        l->explicit_cluster |= asked != 0;
        l->desc.cluster[k] = asked ? asked : 1;
        size *= l->desc.cluster[k];
        if (size > IQ_PTX_CLUSTER_MOST || l->desc.grid[k] % l->desc.cluster[k])
            return false;
    }
    return true;
}

/* As aligned as a parameter may ask to be; a kernel may take its address. */
static uint8_t *parameters(uint32_t bytes)
{
    enum { ALIGNMENT = 128, SPARE = 16 };
    size_t size = (bytes + SPARE + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    uint8_t *p = aligned_alloc(ALIGNMENT, size);
    return p ? memset(p, 0, size) : NULL;
}

int iq_ptx_launch_create(const struct iq_ptx_launch_desc *desc, struct iq_ptx_launch **launch)
{
    *launch = NULL;
    if (!sensible(desc))
        return IQ_PTX_ESYNTAX;
    struct iq_ptx_launch *l = calloc(1, sizeof *l);
    if (!l)
        return IQ_PTX_ENOMEM;
    l->desc = *desc;
    l->params = parameters(desc->kernel->param_bytes);
    int error = !settle_cluster(l) ? IQ_PTX_ESYNTAX
                : l->params        ? iq_ptx_image_program(desc->image, desc->kernel,
                                                          desc->env->unchecked_count, &l->program)
                                   : IQ_PTX_ENOMEM;
    if (error) {
        iq_ptx_launch_destroy(l);
        return error;
    }
    if (desc->kernel->param_bytes && desc->params)
        memcpy(l->params, desc->params, desc->kernel->param_bytes);
    static uint32_t number;
    while (!(l->number = __atomic_add_fetch(&number, 1, __ATOMIC_RELAXED)))
        ;
    l->blocks = (uint64_t)desc->grid[0] * desc->grid[1] * desc->grid[2];
    l->asks_grid = iq_ptx_launch_asks_grid(l);
    uint32_t fixed = l->program->shared_bytes;
    l->shared_bytes =
        desc->dynamic_shared_bytes ? ((fixed + 15) & ~15u) + desc->dynamic_shared_bytes : fixed;
    if (l->program->uses_reserved) /* after all others, so that their offsets stay */
        l->shared_bytes = ((l->shared_bytes + 15) & ~15u) + IQ_PTX_RESERVED_SHARED;
    l->stack_bytes = desc->stack_bytes ? desc->stack_bytes : DEFAULT_STACK;
    iq_ptx_launch_sort(l);
    if (desc->env->race && desc->env->watch_races && l->program->writes)
        l->owners = iq_ptx_owners_create(l);
    *launch = l;
    return 0;
}

void iq_ptx_launch_destroy(struct iq_ptx_launch *l)
{
    if (!l)
        return;
    free(l->params);
    iq_ptx_news_destroy(l->news);
    iq_ptx_owners_destroy(l->owners);
    iq_ptx_polls_destroy(l->polls);
    free(l->used.spans);
    free(l->used.later);
    free(l);
}

uint64_t iq_ptx_launch_block_count(const struct iq_ptx_launch *l)
{
    return l->blocks / iq_ptx_cluster_size(l);
}

/* A number that has no divisor in common with count, so that its multiples visit all. */
static uint64_t step_of(uint64_t seed, uint64_t count)
{
    uint64_t step = (seed * 0x9e3779b97f4a7c15ull >> 20) % count;
    for (;; step = step + 1 < count ? step + 1 : 1) {
        uint64_t a = count, b = step;
        while (b) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return step;
    }
}

uint64_t iq_ptx_launch_block_at(const struct iq_ptx_launch *l, uint64_t k)
{
    uint64_t seed = l->desc.shuffle, count = iq_ptx_launch_block_count(l);
    if (!seed || count == 1 || k >= count)
        return k;
    uint64_t step = step_of(seed, count);
    return (uint64_t)((__extension__(unsigned __int128) k * step +
                       seed * 0xbf58476d1ce4e5b9ull % count) %
                      count);
}

const struct iq_ptx_fault *iq_ptx_launch_fault(const struct iq_ptx_launch *l)
{
    return __atomic_load_n(&l->fault_state, __ATOMIC_ACQUIRE) == 2 ? &l->fault : NULL;
}

void iq_ptx_launch_stats(const struct iq_ptx_launch *l, struct iq_ptx_stats *stats)
{
    stats->warp_instructions = __atomic_load_n(&l->steps, __ATOMIC_RELAXED);
    stats->lane_instructions = __atomic_load_n(&l->lane_steps, __ATOMIC_RELAXED);
    stats->blocks = __atomic_load_n(&l->blocks_done, __ATOMIC_RELAXED);
}

/* --- a block's memory --- */

static void fill32(uint8_t *at, uint32_t value)
{
    for (uint32_t l = 0; l < 32; l++)
        memcpy(at + 4 * l, &value, 4);
}

static void fill_specials(struct iq_ptx_block *b, struct iq_warp *w)
{
    const uint32_t *dim = b->launch->desc.block;
    uint8_t *at = w->base[BASE_WARP];
    for (uint32_t l = 0; l < 32; l++) {
        uint32_t t = w->index * 32 + l, x = t % dim[0], y = t / dim[0] % dim[1],
                 z = t / dim[0] / dim[1];
        memcpy(at + WARP_TID_X + 4 * l, &x, 4);
        memcpy(at + WARP_TID_Y + 4 * l, &y, 4);
        memcpy(at + WARP_TID_Z + 4 * l, &z, 4);
    }
    fill32(at + WARP_WARPID, w->index);
}

static void *zeroed(size_t size)
{
    size = (size + 127) & ~(size_t)63;
    void *at = aligned_alloc(64, size);
    if (at)
        memset(at, 0, size);
    return at;
}

static void set_up_warps(struct iq_ptx_block *b)
{
    size_t frame =
        (sizeof(struct iq_ptx_frame) + b->program->functions[0].frame_bytes + 63) & ~(size_t)63;
    for (uint32_t k = 0; k < b->warp_count; k++) {
        struct iq_warp *w = &b->warps[k];
        w->block = b;
        w->index = k;
        w->kernel_frame = (void *)(b->registers + k * frame);
        w->kernel_frame->function = &b->program->functions[0];
        w->base[BASE_UNIFORM] = b->uniform;
        w->base[BASE_WARP] = b->specials + (size_t)k * WARP_SPECIAL_BYTES;
        w->local = b->local ? b->local + (size_t)k * 32 * b->local_stride : NULL;
        fill_specials(b, w);
    }
}

static void note_changing(struct iq_ptx_block *b)
{
    for (uint32_t k = 0; k < b->program->const_count; k++) {
        const struct iq_ptx_const *c = &b->program->consts[k].c;
        bool changes = c->ref <= SREG_CTAID_Z || c->ref == SREG_SMID ||
                       (c->ref >= SREG_CLUSTER_CTAID_X && c->ref <= SREG_CLUSTER_RANK);
        if (c->kind == CONST_SREG && changes && c->size == 4) {
            b->changing[b->changing_count].offset = b->program->consts[k].offset;
            b->changing[b->changing_count++].sreg = c->ref;
        }
    }
}

static void destroy_one(struct iq_ptx_block *b);

static struct iq_ptx_block *create_one(struct iq_ptx_launch *l)
{
    struct iq_ptx_block *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    const struct iq_ptx_program *p = l->program;
    size_t frame = (sizeof(struct iq_ptx_frame) + p->functions[0].frame_bytes + 63) & ~(size_t)63;
    b->launch = l;
    b->program = p;
    b->env = l->desc.env;
    b->observed = b->env->observe != NULL;
    b->thread_count = l->desc.block[0] * l->desc.block[1] * l->desc.block[2];
    b->warp_count = (b->thread_count + 31) / 32;
    b->shared_bytes = l->shared_bytes;
    b->local_bytes =
        p->uses_local ? (p->local_bytes + (p->recursive ? 2 * l->stack_bytes : 0) + 15) & ~15u : 0;
    /* frames of callees begin at multiples of 16, and grow */
    b->local_end = p->function_count == 1 && !p->recursive ? p->functions[0].source->local_bytes
                                                           : b->local_bytes;
    /* places of lanes in different sets of the cache */
    b->local_stride = b->local_bytes < 256 ? b->local_bytes : ((b->local_bytes + 63) & ~63u) | 64;
    b->warps = calloc(b->warp_count, sizeof *b->warps);
    b->shared = zeroed(b->shared_bytes + IQ_PTX_VECTOR_BYTES);
    b->uniform = zeroed(p->uniform_bytes);
    b->registers = zeroed(frame * b->warp_count);
    b->specials = zeroed((size_t)WARP_SPECIAL_BYTES * b->warp_count);
    b->spare_frames = calloc(p->function_count + 1, sizeof(struct iq_ptx_frame *));
    b->changing = calloc(p->const_count + 1, sizeof *b->changing);
    b->local = b->local_bytes ? calloc((size_t)b->warp_count * 32, b->local_stride) : NULL;
    if (!b->warps || !b->shared || !b->uniform || !b->registers || !b->specials ||
        !b->spare_frames || !b->changing || (b->local_bytes && !b->local)) {
        destroy_one(b);
        return NULL;
    }
    b->race = iq_ptx_race_create(b);
    b->spans = iq_ptx_footprint_create(b);
    iq_ptx_image_uniform(l->desc.image, l, b->uniform);
    set_up_warps(b);
    note_changing(b);
    return b;
}

static void destroy_one(struct iq_ptx_block *b)
{
    for (struct iq_ptx_frame *f = b->frames, *next; f; f = next) {
        next = f->next_allocated;
        free(f);
    }
    iq_ptx_race_destroy(b->race);
    iq_ptx_footprint_destroy(b);
    iq_ptx_still_destroy(b);
    free(b->warps);
    free(b->shared);
    free(b->uniform);
    free(b->registers);
    free(b->specials);
    free(b->spare_frames);
    free(b->changing);
    free(b->local);
    free(b);
}

struct iq_ptx_block *iq_ptx_block_create(struct iq_ptx_launch *l)
{
    struct iq_ptx_block *first = create_one(l);
    for (uint32_t k = 0; first && k < iq_ptx_cluster_size(l); k++) {
        struct iq_ptx_block *b = k ? create_one(l) : first;
        if (!b) {
            iq_ptx_block_destroy(first);
            return NULL;
        }
        b->rank = k;
        b->cluster = &first->own;
        first->own.blocks[first->own.count++] = b;
    }
    return first;
}

void iq_ptx_block_destroy(struct iq_ptx_block *b)
{
    for (uint32_t k = b ? b->own.count : 0; k-- > 0;)
        destroy_one(b->own.blocks[k]);
}

/* --- running --- */

static void collect_frames(struct iq_ptx_block *b)
{
    memset(b->spare_frames, 0, b->program->function_count * sizeof(struct iq_ptx_frame *));
    for (struct iq_ptx_frame *f = b->frames; f; f = f->next_allocated) {
        uint32_t k = (uint32_t)(f->function - b->program->functions);
        f->caller = b->spare_frames[k];
        b->spare_frames[k] = f;
    }
}

static void refresh_ranges(struct iq_ptx_block *b)
{
    uint32_t now = b->env->generation ? __atomic_load_n(b->env->generation, __ATOMIC_ACQUIRE) : 0;
    if (now != b->generation)
        iq_ptx_forget_ranges(b);
    b->generation = now;
}

/* Where a block stands: cluster and place in it follow from ctaid. */
static uint32_t changing_value(const struct iq_ptx_block *b, uint32_t sreg)
{
    const struct iq_ptx_launch_desc *d = &b->launch->desc;
    if (sreg == SREG_SMID)
        return (uint32_t)(b->index % (d->sm_count ? d->sm_count : 1));
    if (sreg == SREG_CLUSTER_RANK)
        return b->rank;
    if (sreg >= SREG_CLUSTERID_X)
        return b->ctaid[sreg - SREG_CLUSTERID_X] / d->cluster[sreg - SREG_CLUSTERID_X];
    if (sreg >= SREG_CLUSTER_CTAID_X)
        return b->ctaid[sreg - SREG_CLUSTER_CTAID_X] % d->cluster[sreg - SREG_CLUSTER_CTAID_X];
    return b->ctaid[sreg - SREG_CTAID_X];
}

/* Of cluster [index] the block whose rank b has. */
static void place(struct iq_ptx_block *b, uint64_t index)
{
    const uint32_t *grid = b->launch->desc.grid, *size = b->launch->desc.cluster;
    uint64_t width = grid[0] / size[0], height = grid[1] / size[1];
    uint64_t at[3] = { index % width, index / width % height, index / width / height };
    uint32_t in[3] = { b->rank % size[0], b->rank / size[0] % size[1],
                       b->rank / size[0] / size[1] };
    for (uint32_t k = 0; k < 3; k++)
        b->ctaid[k] = (uint32_t)at[k] * size[k] + in[k];
    b->index = b->ctaid[0] + (uint64_t)grid[0] * (b->ctaid[1] + (uint64_t)grid[1] * b->ctaid[2]);
}

static void begin_one(struct iq_ptx_block *b, uint64_t cluster)
{
    const struct iq_ptx_launch_desc *d = &b->launch->desc;
    place(b, cluster);
    uint64_t index = b->index;
    for (uint32_t k = 0; k < b->changing_count; k++)
        fill32(b->uniform + b->changing[k].offset, changing_value(b, b->changing[k].sreg));
    if (b->frames)
        collect_frames(b);
    refresh_ranges(b);
    memset(b->barriers, 0, sizeof b->barriers);
    b->alive = b->thread_count;
    if (b->race)
        iq_ptx_race_begin(b);
    b->hurry = d->hurry ? (d->hurry + index) * 0x9e3779b97f4a7c15u | 1 : 0;
    iq_ptx_still_begin(b);
    b->stopped = false;
    b->next_warp = 0;
    b->warp_step = 1;
    if (d->shuffle) {
        uint64_t seed = (d->shuffle + index) * 0xbf58476d1ce4e5b9ull;
        b->next_warp = (uint32_t)((seed >> 32) % b->warp_count);
        b->warp_step = b->warp_count > 1 ? (uint32_t)step_of(seed, b->warp_count) : 1;
    }
    for (uint32_t k = 0; k < b->warp_count; k++) {
        struct iq_warp *w = &b->warps[k];
        uint32_t lanes = b->thread_count - k * 32;
        w->alive = lanes >= 32 ? 0xffffffffu : (1u << lanes) - 1;
        w->kernel_frame->lanes = w->alive;
        w->kernel_frame->dynamic = 0;
        w->groups[0] = (struct iq_ptx_group){ w->alive, GROUP_RUN, 0,
                                              b->program->functions[0].entry, w->kernel_frame };
        w->group_count = 1;
        w->current = w->carry = w->pin = w->edges = w->turn = 0;
        w->arrived = 0;
        w->resume = NULL;
    }
}

void iq_ptx_block_begin(struct iq_ptx_block *b, uint64_t index)
{
    b->own.arrived = 0;
    b->own.mapped = false;
    b->own.first =
        b->launch->desc.shuffle
            ? (uint32_t)((b->launch->desc.shuffle + index) * 0x94d049bb133111ebull >> 32) %
                  b->own.count
            : 0;
    for (uint32_t k = 0; k < b->own.count; k++)
        begin_one(b->own.blocks[k], index);
}

static bool is_same_place(const struct iq_ptx_fault *a, const struct iq_ptx_fault *b)
{
    return a->source_file ? a->source_line == b->source_line && a->source_file == b->source_file
                          : a->ptx_line == b->ptx_line;
}

/* Do all who wait at the barrier of the whole block wait at the same one?  Tells once. */
static void compare_places(struct iq_ptx_block *b, uint32_t id)
{
    struct iq_warp *first = NULL;
    const struct iq_ptx_group *at = NULL;
    struct iq_ptx_fault here, there;
    for (uint32_t k = 0; k < b->warp_count; k++)
        for (uint32_t g = 0; g < b->warps[k].group_count; g++) {
            const struct iq_ptx_group *group = &b->warps[k].groups[g];
            if (group->state != GROUP_BARRIER || group->barrier != id || !group->mask)
                continue;
            if (!first) {
                first = &b->warps[k];
                at = group;
            } else if (group->pc != at->pc) {
                iq_ptx_fault_place(b, first, at->pc, iq_ptx_first_lane(at->mask), &here);
                iq_ptx_fault_place(b, &b->warps[k], group->pc, iq_ptx_first_lane(group->mask),
                                   &there);
                if (!is_same_place(&here, &there))
                    b->env->divergence(b->env->ctx, IQ_PTX_DIVERGED_BARRIERS, &here, &there);
                return;
            }
        }
}

static void release(struct iq_ptx_block *b, uint32_t id)
{
    struct iq_ptx_barrier *bar = &b->barriers[id];
    if (!bar->expected && b->env->divergence)
        compare_places(b, id);
    bar->result = bar->op == 0 ? bar->all : bar->op == 3 ? bar->popc : bar->any;
    if (b->race)
        iq_ptx_race_complete(b, id);
    bar->arrived = 0;
    for (uint32_t k = 0; k < b->warp_count; k++)
        for (uint32_t g = 0; g < b->warps[k].group_count; g++)
            if (b->warps[k].groups[g].state == GROUP_BARRIER && b->warps[k].groups[g].barrier == id)
                b->warps[k].groups[g].state = GROUP_RELEASED;
}

void iq_ptx_block_check_barriers(struct iq_ptx_block *b)
{
    for (uint32_t id = 0; id < IQ_PTX_BARRIERS; id++) {
        const struct iq_ptx_barrier *bar = &b->barriers[id];
        if (bar->arrived && bar->arrived >= (bar->expected ? bar->expected : b->alive))
            release(b, id);
    }
}

static void run_counting(struct iq_ptx_block *b, struct iq_warp *w, const struct iq_ptx_insn *pc)
{
    struct iq_ptx_launch *l = b->launch;
    uint64_t limit = l->desc.step_limit, before = __atomic_load_n(&l->steps, __ATOMIC_RELAXED),
             steps = 0, lanes = 0;
    while (pc) {
        steps++;
        lanes += (uint32_t)__builtin_popcount(w->mask);
        if (limit && before + steps > limit) {
            iq_ptx_fault_raise(w, pc, iq_ptx_first_lane(w->mask), IQ_PTX_FAULT_STEP_LIMIT,
                               "more than %llu steps", (unsigned long long)limit);
            break;
        }
        pc = pc->fn(w, pc);
    }
    __atomic_add_fetch(&l->steps, steps, __ATOMIC_RELAXED);
    __atomic_add_fetch(&l->lane_steps, lanes, __ATOMIC_RELAXED);
}

static void run_hurried(struct iq_ptx_block *b, struct iq_warp *w, const struct iq_ptx_insn *pc)
{
    enum { MOST = 24 };
    b->hurry ^= b->hurry << 13;
    b->hurry ^= b->hurry >> 7;
    b->hurry ^= b->hurry << 17;
    for (uint32_t left = 1 + (uint32_t)(b->hurry % MOST); pc && left; left--)
        pc = pc->fn(w, pc);
    w->resume = pc ? pc : w->resume;
}

/* False if no lane could run. */
static bool run_warp(struct iq_ptx_block *b, struct iq_warp *w)
{
    const struct iq_ptx_insn *pc = w->resume;
    w->resume = NULL;
    if (!pc)
        pc = iq_ptx_group_choose(w);
    if (!pc)
        return false;
    w->budget = IQ_PTX_SLICE;
    if (b->launch->desc.count_steps || b->launch->desc.step_limit)
        run_counting(b, w, pc);
    else if (b->hurry)
        run_hurried(b, w, pc);
    else
        while (pc)
            pc = pc->fn(w, pc);
    if (b->race)
        iq_ptx_race_settle(b);
    return true;
}

/* After a slice: has someone stopped the launch? */
static bool must_stop(struct iq_ptx_block *b)
{
    const struct iq_ptx_launch_desc *d = &b->launch->desc;
    if (d->abort && __atomic_load_n(d->abort, __ATOMIC_RELAXED))
        iq_ptx_fault_block(b, IQ_PTX_FAULT_ABORTED, "the launch was aborted");
    else if (__atomic_load_n(&b->launch->fault_state, __ATOMIC_RELAXED))
        b->stopped = true;
    refresh_ranges(b);
    return b->stopped;
}

enum iq_ptx_run iq_ptx_block_turn(struct iq_ptx_block *b, uint32_t slices, bool *moved)
{
    uint32_t left = slices, spent = 0;
    while (b->alive) {
        bool progress = false;
        for (uint32_t n = 0; n < b->warp_count; n++) {
            struct iq_warp *w = &b->warps[b->next_warp];
            b->next_warp = b->next_warp + b->warp_step < b->warp_count
                               ? b->next_warp + b->warp_step
                               : b->next_warp + b->warp_step - b->warp_count;
            if (!w->group_count)
                continue;
            if (!run_warp(b, w))
                continue;
            progress = true;
            if (b->stopped)
                return IQ_PTX_RUN_FAULT;
            /* one that has come to a barrier has used a part of its slice */
            spent += w->resume ? IQ_PTX_SLICE : IQ_PTX_SLICE - w->budget;
            if (spent < IQ_PTX_SLICE)
                continue;
            spent -= IQ_PTX_SLICE;
            if (must_stop(b))
                return IQ_PTX_RUN_FAULT;
            iq_ptx_still_look(b);
            if (slices && !--left) {
                *moved = true;
                return IQ_PTX_RUN_YIELD;
            }
        }
        *moved |= progress;
        if (!progress && b->alive)
            return IQ_PTX_RUN_YIELD;
    }
    __atomic_add_fetch(&b->launch->blocks_done, 1, __ATOMIC_RELAXED);
    return IQ_PTX_RUN_DONE;
}

enum iq_ptx_run iq_ptx_block_resume(struct iq_ptx_block *b, uint32_t slices)
{
    bool moved = false;
    if (b->own.count > 1)
        return iq_ptx_cluster_resume(&b->own, slices);
    enum iq_ptx_run r;
    do { /* without a limit it only stops where nobody can go on */
        moved = false;
        r = iq_ptx_block_turn(b, slices, &moved);
    } while (r == IQ_PTX_RUN_YIELD && (moved ? !slices : iq_ptx_meet_unstick(b)));
    if (r != IQ_PTX_RUN_YIELD || moved)
        return r;
    iq_ptx_fault_block(
        b, IQ_PTX_FAULT_BARRIER,
        "threads wait at barriers that the other threads of the block will never reach");
    return IQ_PTX_RUN_FAULT;
}

enum iq_ptx_run iq_ptx_block_run(struct iq_ptx_block *b, uint64_t first, uint64_t count)
{
    for (uint64_t k = first; k < first + count && k < iq_ptx_launch_block_count(b->launch); k++) {
        const int *abort_flag = b->launch->desc.abort;
        if (__atomic_load_n(&b->launch->fault_state, __ATOMIC_RELAXED))
            return IQ_PTX_RUN_FAULT;
        iq_ptx_block_begin(b, k);
        if (abort_flag && __atomic_load_n(abort_flag, __ATOMIC_RELAXED)) {
            iq_ptx_fault_block(b, IQ_PTX_FAULT_ABORTED, "the launch was aborted");
            return IQ_PTX_RUN_FAULT;
        }
        enum iq_ptx_run r = iq_ptx_block_resume(b, 0);
        if (r != IQ_PTX_RUN_DONE)
            return r;
    }
    return IQ_PTX_RUN_DONE;
}
