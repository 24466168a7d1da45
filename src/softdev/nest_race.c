/* A kernel cannot wait for those that it launches: what the block that launched one uses afterwards
 * is in no order with what that one, and whatever it launches in turn, uses.  Both are known when
 * they are over, and are compared then. */
#include <stdlib.h>
#include <string.h>

#include "softdev/module.h"
#include "softdev/nest.h"
#include "softdev/observer.h"

enum { REPORTED_MOST = 8, COMPARED_MOST = 1 << 20 };

struct reach {
    uint64_t begin, end, block;
    uint32_t launches;
    bool write, ordered;
    const char *file;
    uint32_t line, ptx_line;
};

/* What a kernel used, for its parent; and, of one that launches, what its blocks used later. */
struct iq_nest_use {
    struct iq_nest_use *next;
    const char *kernel;
    bool tail;
    uint64_t block;
    uint32_t launches; /* as in iq_nested */
    struct reach *spans, *later;
    uint32_t span_count, later_count;
};

bool iq_nest_is_watched(const struct iq_launch_work *work)
{
    return iq_observer_wants(IQ_SOFT_WATCH_RACES) &&
           (work->launched || iq_ptx_kernel_launches(work->function->kernel));
}

static struct reach reach_of(const struct iq_ptx_launch *launch, const struct iq_ptx_span *span)
{
    struct iq_ptx_fault place = { .kind = IQ_PTX_FAULT_NONE };
    iq_ptx_launch_where(launch, span->pc, &place);
    return (struct reach){ .begin = span->begin,
                           .end = span->end,
                           .write = span->write,
                           .ordered = span->ordered,
                           .file = place.source_file,
                           .line = place.source_line,
                           .ptx_line = place.ptx_line };
}

static void take_spans(struct iq_nest_use *use, struct iq_ptx_launch *launch)
{
    const struct iq_ptx_span *spans;
    uint32_t count;
    bool waits;
    if (!iq_ptx_launch_footprint(launch, &spans, &count, &waits) || waits ||
        !(use->spans = malloc(count * sizeof *use->spans)))
        return;
    for (uint32_t i = 0; i < count; i++)
        use->spans[use->span_count++] = reach_of(launch, &spans[i]);
}

static void take_later(struct iq_nest_use *use, struct iq_ptx_launch *launch)
{
    const struct iq_ptx_later *later;
    uint32_t count;
    if (!iq_ptx_launch_later(launch, &later, &count) ||
        !(use->later = malloc(count * sizeof *use->later)))
        return;
    for (uint32_t i = 0; i < count; i++) {
        use->later[i] = reach_of(launch, &later[i].span);
        use->later[i].block = later[i].block;
        use->later[i].launches = later[i].launches;
    }
    use->later_count = count;
}

void iq_nest_used(struct iq_op *op, struct iq_ptx_launch *launch)
{
    const struct iq_launch_work *work = &op->work.u.kernel;
    struct iq_nest_use *use = calloc(1, sizeof *use);
    if (!use)
        return;
    *use = (struct iq_nest_use){ .kernel = work->function->kernel->name };
    if (work->launched) {
        use->tail = work->launched->tail;
        use->block = work->launched->block;
        use->launches = work->launched->launches;
        take_spans(use, launch);
    }
    take_later(use, launch);
    op->use = use;
}

static void use_free(struct iq_nest_use *use)
{
    free(use->spans);
    free(use->later);
    free(use);
}

static void tell(const struct iq_launch_work *work, const struct reach *now,
                 const struct iq_nest_use *child, const struct reach *then)
{
    uint64_t lo = now->begin > then->begin ? now->begin : then->begin,
             hi = now->end < then->end ? now->end : then->end;
    struct iq_alloc alloc;
    struct iq_soft_fault fault = { .struct_size = sizeof fault,
                                   .kind = IQ_SOFT_FAULT_CHILD_RACE,
                                   .launch = work->number,
                                   .call = work->call,
                                   .site = work->site,
                                   .launched = iq_nest_place(work),
                                   .kernel = work->function->kernel->name,
                                   .function = work->function->kernel->name,
                                   .file = now->file,
                                   .line = now->line,
                                   .ptx_line = now->ptx_line,
                                   .threads = 1,
                                   .address = lo,
                                   .size = (uint32_t)(hi - lo),
                                   .is_write = now->write,
                                   .other_is_write = then->write,
                                   .other_file = then->file,
                                   .other_line = then->line,
                                   .other_ptx_line = then->ptx_line,
                                   .text = child->kernel };
    uint64_t rest = now->block;
    for (int i = 0; i < 3; rest /= work->grid[i++])
        fault.block[i] = (uint32_t)(rest % work->grid[i]);
    if (iq_alloc_find_shared(lo, &alloc)) {
        fault.object_base = alloc.base;
        fault.object_size = alloc.size;
    }
    iq_observer_fault(&fault);
}

static bool collide(const struct reach *a, const struct reach *b)
{
    return a->begin < b->end && b->begin < a->end && (a->write || b->write) &&
           !(a->ordered && b->ordered);
}

/* One mistake of a child is reported. */
static bool judge_child(const struct iq_op *op, const struct iq_nest_use *child, uint64_t *compared)
{
    const struct iq_nest_use *own = op->use;
    for (uint32_t i = 0; i < own->later_count && !child->tail && *compared < COMPARED_MOST; i++) {
        const struct reach *now = &own->later[i];
        if (now->block != child->block || now->launches <= child->launches)
            continue;
        for (uint32_t k = 0; k < child->span_count; k++, ++*compared)
            if (collide(now, &child->spans[k])) {
                tell(&op->work.u.kernel, now, child, &child->spans[k]);
                return true;
            }
    }
    return false;
}

/* What the children used is used on behalf of this one, as its parent sees it. */
static void hand_up(struct iq_op *op, struct iq_nest_use *use)
{
    const struct iq_nested *from = op->work.u.kernel.launched;
    use->tail = from->tail;
    use->block = from->block;
    use->launches = from->launches;
    use->next = op->parent->children_use;
    op->parent->children_use = use;
}

void iq_nest_over(struct iq_op *op)
{
    uint64_t compared = 0;
    unsigned reported = 0;
    if (!op->use && !op->children_use)
        return;
    bool up = op->parent && op->work.kind == IQ_WORK_KERNEL && op->work.u.kernel.launched;
    for (struct iq_nest_use *child = op->children_use, *next; child; child = next) {
        next = child->next;
        if (op->use && reported < REPORTED_MOST)
            reported += judge_child(op, child, &compared);
        up ? hand_up(op, child) : use_free(child);
    }
    if (op->use)
        up ? hand_up(op, op->use) : use_free(op->use);
    op->use = op->children_use = NULL;
}
