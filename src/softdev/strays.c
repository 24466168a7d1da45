/* Counting wrong accesses, and finding out whose pointer led there. */
#include "softdev/strays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/place.h"
#include "softdev/module.h"

enum { SEEN_MAX = 1 << 20, NEAR = 4096 };

void iq_strays_begin(struct iq_strays *strays, const struct iq_launch_work *work)
{
    pthread_mutex_init(&strays->lock, NULL);
    strays->work = work;
    strays->count = 0;
}

static bool has_pc(const struct iq_stray *place, uint32_t pc)
{
    for (uint32_t i = 0; i < place->pc_count; i++)
        if (place->pcs[i] == pc)
            return true;
    return false;
}

static void add_pc(struct iq_stray *place, uint32_t pc)
{
    if (!has_pc(place, pc) && place->pc_count < IQ_STRAY_PCS)
        place->pcs[place->pc_count++] = pc;
}

static bool is_pair(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_RACE || fault->kind == IQ_SOFT_FAULT_SHARED_RACE ||
           fault->kind == IQ_SOFT_FAULT_DIVERGENCE;
}

/* Compilers make several accesses of one statement.  Where lines are not known, what the first
 * thread does on the same side of the object counts as one. */
static bool is_one_statement(const struct iq_soft_fault *a, const struct iq_soft_fault *b)
{
    if (a->file || b->file)
        return a->file && b->file && a->line == b->line && !strcmp(a->file, b->file);
    return a->is_write == b->is_write && !memcmp(a->block, b->block, sizeof a->block) &&
           !memcmp(a->thread, b->thread, sizeof a->thread) &&
           (a->address < a->object_base) == (b->address < b->object_base);
}

static struct iq_stray *place_of(struct iq_strays *strays, const struct iq_soft_fault *fault,
                                 uint32_t pc, uint32_t other)
{
    for (uint32_t i = 0; i < strays->count; i++) {
        struct iq_stray *place = &strays->places[i];
        bool same = is_pair(fault) || place->fault.object_base == fault->object_base;
        if (!same || place->fault.kind != fault->kind)
            continue;
        if (has_pc(place, pc) || has_pc(place, other) ||
            (!is_pair(fault) && is_one_statement(&place->fault, fault)))
            return place;
    }
    return NULL;
}

static uint64_t thread_number(const struct iq_launch_work *work, const struct iq_soft_fault *fault)
{
    uint64_t block = fault->block[0] +
                     work->grid[0] * (fault->block[1] + (uint64_t)work->grid[1] * fault->block[2]);
    uint64_t thread =
        fault->thread[0] +
        work->block[0] * (fault->thread[1] + (uint64_t)work->block[1] * fault->thread[2]);
    return block * work->block[0] * work->block[1] * work->block[2] + thread;
}

/* Each thread counts once; of very large launches the first million threads. */
static void count_thread(struct iq_strays *strays, struct iq_stray *place,
                         const struct iq_soft_fault *fault)
{
    const struct iq_launch_work *work = strays->work;
    uint64_t number = thread_number(work, fault);
    if (!place->seen) {
        uint64_t threads = (uint64_t)work->block[0] * work->block[1] * work->block[2];
        for (int i = 0; i < 3; i++)
            threads = threads > SEEN_MAX ? SEEN_MAX : threads * work->grid[i];
        place->bits = threads > SEEN_MAX ? SEEN_MAX : threads;
        place->seen = calloc(place->bits / 64 + 1, sizeof *place->seen);
    }
    if (!place->seen || number >= place->bits || place->seen[number / 64] >> (number % 64) & 1)
        return;
    place->seen[number / 64] |= 1ull << (number % 64);
    place->fault.threads++;
}

static void keep(struct iq_stray *place, const struct iq_soft_fault *fault,
                 iq_stray_complete *complete, const void *user)
{
    uint64_t threads = place->fault.threads;
    place->fault = *fault;
    place->fault.threads = threads;
    if (fault->text) {
        snprintf(place->text, sizeof place->text, "%s", fault->text);
        place->fault.text = place->text;
    }
    if (fault->variable) {
        iq_ptx_variable_name(fault->variable, place->variable, sizeof place->variable);
        place->fault.variable = place->variable;
    }
    if (complete)
        complete(user, &place->fault);
}

static int nearness(const struct iq_soft_fault *fault)
{
    return (fault->race & IQ_SOFT_RACE_SAME_BLOCK ? 1 : 0) +
           (fault->race & IQ_SOFT_RACE_SAME_WARP ? 1 : 0);
}

/* A race about memory in which one of the two statements has no business, because it left its own
 * array or allocation: that is told already. */
static bool is_consequence(const struct iq_strays *strays, const struct iq_soft_fault *fault)
{
    bool shared = fault->kind == IQ_SOFT_FAULT_SHARED_RACE;
    if (!shared && (fault->kind != IQ_SOFT_FAULT_RACE || !fault->object_size))
        return false;
    for (uint32_t i = 0; i < strays->count; i++) {
        const struct iq_soft_fault *left = &strays->places[i].fault;
        bool same_space = shared ? left->kind == IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS
                                 : left->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && left->object_size;
        if (same_space && left->object_base != fault->object_base &&
            (left->ptx_line == fault->ptx_line || left->ptx_line == fault->other_ptx_line))
            return true;
    }
    return false;
}

uint64_t iq_strays_note(struct iq_strays *strays, const struct iq_soft_fault *fault, uint32_t pc)
{
    return iq_strays_note_pair(strays, fault, pc, pc, NULL, NULL);
}

uint64_t iq_strays_note_pair(struct iq_strays *strays, const struct iq_soft_fault *fault,
                             uint32_t pc, uint32_t other, iq_stray_complete *complete,
                             const void *user)
{
    pthread_mutex_lock(&strays->lock);
    if (is_consequence(strays, fault)) {
        pthread_mutex_unlock(&strays->lock);
        return 0;
    }
    struct iq_stray *place = place_of(strays, fault, pc, other);
    bool fresh = !place && strays->count < IQ_STRAYS_MAX;
    struct iq_soft_fault first = *fault;
    if (fresh) {
        place = &strays->places[strays->count++];
        *place = (struct iq_stray){ .pc_count = 0 };
        keep(place, fault, complete, user);
        place->fault.threads = 0;
        first.variable = place->fault.variable;
    } else if (place && is_pair(fault) && nearness(fault) < nearness(&place->fault)) {
        keep(place, fault, complete, user);
    }
    uint64_t accesses = place ? ++place->accesses : 0;
    if (place) {
        add_pc(place, pc);
        add_pc(place, other);
        count_thread(strays, place, fault);
    }
    pthread_mutex_unlock(&strays->lock);
    if (fresh && !is_pair(fault))
        iq_observer_fault(&first);
    return accesses;
}

void iq_strays_tell(struct iq_strays *strays)
{
    pthread_mutex_lock(&strays->lock);
    for (uint32_t i = 0; i < strays->count; i++) {
        struct iq_stray *place = &strays->places[i];
        if (!is_pair(&place->fault) || place->told)
            continue;
        place->told = true;
        iq_observer_fault(&place->fault);
    }
    pthread_mutex_unlock(&strays->lock);
}

void iq_strays_finish(struct iq_strays *strays)
{
    for (uint32_t i = 0; i < strays->count; i++) {
        struct iq_stray *place = &strays->places[i];
        place->fault.recounted = !is_pair(&place->fault) || place->told;
        if (place->fault.threads > 1 || !place->fault.recounted)
            iq_observer_fault(&place->fault);
        free(place->seen);
    }
    pthread_mutex_destroy(&strays->lock);
}

/* ---- arguments ---- */

static uint64_t value_at(const struct iq_launch_work *work, uint64_t offset)
{
    uint64_t value;
    memcpy(&value, (const char *)work->params + offset, sizeof value);
    return value;
}

static void set_argument(const struct iq_launch_work *work, uint64_t offset,
                         struct iq_soft_fault *fault)
{
    const struct iq_ptx_kernel *kernel = work->function->kernel;
    for (uint32_t i = 0; i < kernel->param_count; i++)
        if (offset - kernel->params[i].offset < kernel->params[i].size) {
            fault->argument = i + 1;
            fault->argument_name = kernel->params[i].name;
            fault->argument_value = value_at(work, offset);
            fault->argument_is_object = kernel->params[i].elements > 0;
        }
}

static bool points_into(const struct iq_launch_work *work, uint64_t base, uint64_t size,
                        uint64_t *offset)
{
    for (uint64_t at = 0; at + 8 <= work->function->kernel->param_bytes; at += 8)
        if (value_at(work, at) - base < size) {
            *offset = at;
            return true;
        }
    return false;
}

void iq_strays_argument(const struct iq_launch_work *work, uint64_t value,
                        struct iq_soft_fault *fault)
{
    uint64_t offset;
    if (points_into(work, value, 1, &offset))
        set_argument(work, offset, fault);
}

bool iq_strays_is_given(const struct iq_launch_work *work, uint64_t base, uint64_t size)
{
    uint64_t offset;
    return points_into(work, base, size, &offset);
}

int iq_strays_belongs(const struct iq_launch_work *work, uint64_t pointer,
                      const struct iq_ptx_range *range)
{
    struct iq_alloc from, to;
    uint64_t offset;
    if (pointer - range->begin < range->end - range->begin)
        return 1;
    /* One past the end, next to another argument for the same memory: the end of a sequence. */
    if (pointer == range->end &&
        points_into(work, range->begin, range->end - range->begin, &offset))
        return 1;
    if (!iq_alloc_find_shared(pointer, &from) || iq_alloc_is_hidden(&from) ||
        from.kind == IQ_ALLOC_RESERVED)
        return 0;
    /* Mapped and registered pieces may be parts of one whole. */
    if (from.kind == IQ_ALLOC_VMM || from.kind == IQ_ALLOC_REGISTERED)
        return iq_alloc_find_shared(range->begin, &to) && to.kind == from.kind ? 1 : -1;
    return -1;
}

static uint64_t distance(uint64_t address, uint64_t base, uint64_t size)
{
    return address < base ? base - address : address - base < size ? 0 : address - base - size + 1;
}

static bool explain_origin(const struct iq_launch_work *work, uint64_t origins,
                           struct iq_soft_fault *fault)
{
    uint64_t best = UINT64_MAX;
    for (uint64_t set = origins & ~IQ_PTX_ORIGIN_UNKNOWN; set; set &= set - 1) {
        uint64_t at = 8 * (uint64_t)__builtin_ctzll(set), base, size;
        struct iq_alloc alloc;
        struct iq_freed freed;
        enum iq_soft_fault_kind kind = IQ_SOFT_FAULT_OUT_OF_BOUNDS;
        if (at + 8 > work->function->kernel->param_bytes)
            continue;
        if (iq_alloc_find_shared(value_at(work, at), &alloc) && !iq_alloc_is_hidden(&alloc) &&
            alloc.kind != IQ_ALLOC_RESERVED) {
            base = alloc.base;
            size = alloc.size;
        } else if (iq_history_find(value_at(work, at), &freed)) {
            base = freed.base;
            size = freed.size;
            kind = IQ_SOFT_FAULT_USE_AFTER_FREE;
        } else {
            continue;
        }
        if (distance(fault->address, base, size) >= best)
            continue;
        best = distance(fault->address, base, size);
        fault->kind = kind;
        fault->object_base = base;
        fault->object_size = size;
        set_argument(work, at, fault);
    }
    return best != UINT64_MAX;
}

bool iq_strays_say_victim(const struct iq_launch_work *work, const struct iq_alloc *alloc,
                          uint64_t address, char *text, size_t size)
{
    char name[IQ_PTX_NAME_BYTES];
    const struct iq_ptx_variable *variable =
        iq_ptx_image_variable_at(work->function->image, alloc->base);
    if (!variable)
        return false;
    iq_ptx_variable_name(variable->name, name, sizeof name);
    snprintf(text, size, "that address is byte %llu of variable %s",
             (unsigned long long)(address - alloc->base), name);
    return true;
}

static void explain_variable(const struct iq_launch_work *work, uint32_t index,
                             struct iq_soft_fault *fault)
{
    const struct iq_ptx_variable *variable = &work->function->program->code->variables[index];
    fault->kind = IQ_SOFT_FAULT_OUT_OF_BOUNDS;
    fault->object_base = iq_ptx_image_address(work->function->image, index);
    fault->object_size = variable->size;
    fault->variable = variable->name;
}

void iq_strays_explain(struct iq_ctx *ctx, const struct iq_launch_work *work, uint64_t origins,
                       uint32_t of_variable, struct iq_soft_fault *fault)
{
    uint64_t offset;
    if (of_variable) {
        explain_variable(work, of_variable - 1, fault);
        return;
    }
    bool known = fault->address >= 65536 && explain_origin(work, origins, fault);
    if (!known) {
        fault->kind =
            iq_observer_classify(ctx, fault->address, &fault->object_base, &fault->object_size);
        if (fault->object_size &&
            points_into(work, fault->object_base, fault->object_size, &offset))
            set_argument(work, offset, fault);
        else if (!fault->object_size &&
                 points_into(work, fault->address & ~(uint64_t)4095, 4096, &offset))
            set_argument(work, offset, fault);
    }
    bool gone;
    if (!known &&
        iq_heap_nearest(ctx, fault->address, &fault->object_base, &fault->object_size, &gone)) {
        bool inside = fault->address - fault->object_base < fault->object_size;
        fault->kind = gone && inside ? IQ_SOFT_FAULT_USE_AFTER_FREE : IQ_SOFT_FAULT_OUT_OF_BOUNDS;
        fault->text = gone ? "the memory came from malloc() in a kernel, and a kernel freed it"
                           : "the memory comes from malloc() in a kernel";
        fault->argument = 0;
        fault->variable = NULL;
        return;
    }
    /* What merely lies nearest is not what the kernel meant, however far it is. */
    bool meant =
        known || fault->address - fault->object_base + NEAR < fault->object_size + 2 * NEAR;
    const struct iq_ptx_variable *variable =
        meant && work->function->image
            ? iq_ptx_image_variable_at(work->function->image, fault->object_base)
            : NULL;
    fault->variable = variable ? variable->name : NULL;
}
