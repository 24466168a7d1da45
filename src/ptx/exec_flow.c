/* Control flow, calls, barriers, predicates and special registers. */
#include <stdlib.h>
#include <string.h>

#include "base/now.h"
#include "ptx/cluster.h"
#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/footprint.h"
#include "ptx/group.h"
#include "ptx/isa.h"
#include "ptx/race.h"

#define EACH_ACTIVE(l) \
    for (uint32_t m_ = w->mask, l; m_ && (l = iq_ptx_first_lane(m_), 1); m_ &= m_ - 1)

static void set_pred(struct iq_warp *w, uint32_t operand, uint32_t bits)
{
    uint32_t *d = IQ_PTX_REG(uint32_t, w, operand);
    *d = (*d & ~w->mask) | (bits & w->mask);
}

static void set_all32(struct iq_warp *w, uint32_t operand, uint32_t value)
{
    uint32_t *d = IQ_PTX_REG(uint32_t, w, operand);
    EACH_ACTIVE(l)
        d[l] = value;
}

IQ_PTX_COLD(guard)
{
    uint32_t saved = w->mask, all = w->all, p = *IQ_PTX_REG(const uint32_t, w, i->o[0]);
    uint32_t mask = saved & (i->mod ? ~p : p), n = (uint32_t)i->imm;
    if (!mask)
        return i + n + 1;
    iq_ptx_set_mask(w, mask);
    bool stopped = false;
    for (uint32_t k = 1; k <= n && !stopped; k++)
        stopped = !i[k].fn(w, &i[k]);
    w->mask = saved;
    w->all = all;
    return stopped ? NULL : i + n + 1;
}

IQ_PTX_COLD(join) { return w->group_count == 1 ? i + 1 : iq_ptx_group_arrive(w, i + 1); }

static const struct iq_ptx_insn *go(struct iq_warp *w, const struct iq_ptx_insn *from,
                                    const struct iq_ptx_insn *to)
{
    if (to > from)
        return w->group_count == 1 ? to : iq_ptx_group_arrive(w, to);
    if (w->group_count == 1 && --w->budget)
        return to;
    return iq_ptx_group_edge(w, to);
}

IQ_PTX_COLD(bra) { return go(w, i, i->to); }

IQ_PTX_COLD(bra_if)
{
    uint32_t p = *IQ_PTX_REG(const uint32_t, w, i->o[0]), taken = w->mask & (i->mod ? ~p : p);
    if (taken == w->mask)
        return go(w, i, i->to);
    if (!taken)
        return w->group_count == 1 ? i + 1 : iq_ptx_group_arrive(w, i + 1);
    return iq_ptx_group_split(w, taken, i->to, i + 1);
}

IQ_PTX_COLD(brx)
{
    const uint32_t *index = IQ_PTX_REG(const uint32_t, w, i->o[0]);
    const struct iq_ptx_program *p = w->block->program;
    uint32_t first = iq_ptx_first_lane(w->mask), same = 0, count = p->aux[i->aux];
    EACH_ACTIVE(l)
        same |= index[l] == index[first] ? 1u << l : 0;
    if (index[first] >= count)
        return iq_ptx_fault_raise(w, i, first, IQ_PTX_FAULT_INVALID_PC,
                                  "index %u of a branch table with %u entries", index[first],
                                  count);
    const struct iq_ptx_insn *to = p->targets[i->aux + 1 + index[first]];
    return same == w->mask ? go(w, i, to) : iq_ptx_group_split(w, same, to, i);
}

/* --- calls --- */

static struct iq_ptx_frame *frame_take(struct iq_warp *w, const struct iq_ptx_program_function *f)
{
    struct iq_ptx_block *b = w->block;
    uint32_t k = (uint32_t)(f - b->program->functions);
    struct iq_ptx_frame *frame = b->spare_frames[k];
    if (frame) {
        b->spare_frames[k] = frame->caller;
        return frame;
    }
    size_t size = (sizeof *frame + f->frame_bytes + 63) & ~(size_t)63;
    frame = aligned_alloc(64, size);
    if (frame) {
        memset(frame, 0, size);
        frame->next_allocated = b->frames;
        b->frames = frame;
    }
    return frame;
}

static void frame_put(struct iq_warp *w, struct iq_ptx_frame *frame)
{
    uint32_t k = (uint32_t)(frame->function - w->block->program->functions);
    frame->caller = w->block->spare_frames[k];
    w->block->spare_frames[k] = frame;
}

static uint8_t *lane_local(struct iq_warp *w, uint32_t lane)
{
    return w->local + (size_t)w->block->local_stride * lane;
}

static void copy_places(struct iq_warp *w, const struct iq_ptx_formal *formals, uint32_t count,
                        const uint32_t *places, uint32_t callee_sp, uint32_t caller_sp, bool back)
{
    for (uint32_t k = 0; k < count; k++) {
        uint32_t size = formals[k].size < places[2 * k + 1] ? formals[k].size : places[2 * k + 1];
        EACH_ACTIVE(l) {
            uint8_t *inner = lane_local(w, l) + callee_sp + formals[k].offset,
                    *outer = lane_local(w, l) + caller_sp + places[2 * k];
            memcpy(back ? outer : inner, back ? inner : outer, size);
        }
    }
}

static const struct iq_ptx_insn *enter(struct iq_warp *w, const struct iq_ptx_insn *i,
                                       const struct iq_ptx_program_function *f,
                                       const struct iq_ptx_program_call *call)
{
    struct iq_ptx_frame *caller = w->frame;
    if (f->system)
        return iq_ptx_system_call(w, i, f->system, call);
    uint32_t sp = caller->sp + caller->function->local_bytes + caller->dynamic;
    if (sp + f->local_bytes > w->block->local_bytes || caller->depth > 8000)
        return iq_ptx_fault_raise(w, i, iq_ptx_first_lane(w->mask), IQ_PTX_FAULT_STACK_OVERFLOW,
                                  "call of %s at depth %u exceeds the stack of %u bytes per thread",
                                  f->source->name, caller->depth + 1,
                                  w->block->launch->stack_bytes);
    struct iq_ptx_frame *frame = frame_take(w, f);
    if (!frame)
        return iq_ptx_fault_raise(w, i, 0, IQ_PTX_FAULT_NO_MEMORY, "no memory for a call frame");
    *frame = (struct iq_ptx_frame){ .caller = caller,
                                    .call = i,
                                    .function = f,
                                    .lanes = w->mask,
                                    .depth = caller->depth + 1,
                                    .sp = sp,
                                    .next_allocated = frame->next_allocated };
    uint32_t args = call->args < f->source->formal_count ? call->args : f->source->formal_count;
    copy_places(w, f->source->formals, args, call->places + 2 * call->results, sp, caller->sp,
                false);
    w->frame = frame;
    w->base[BASE_FRAME] = frame->registers;
    return f->entry;
}

IQ_PTX_COLD(call)
{
    const struct iq_ptx_program_call *call = &w->block->program->calls[i->target];
    return enter(w, i, &w->block->program->functions[call->callee], call);
}

IQ_PTX_COLD(call_indirect)
{
    const struct iq_ptx_program *p = w->block->program;
    const uint64_t *handle = IQ_PTX_REG(const uint64_t, w, i->o[0]);
    uint32_t first = iq_ptx_first_lane(w->mask), same = 0;
    const struct iq_ptx_program_function *f = NULL;
    EACH_ACTIVE(l)
        same |= handle[l] == handle[first] ? 1u << l : 0;
    for (uint32_t k = 0; k < p->function_count && !f; k++)
        if (p->functions[k].handle == handle[first] && handle[first])
            f = &p->functions[k];
    if (!f)
        return iq_ptx_fault_raise(w, i, first, IQ_PTX_FAULT_INVALID_PC,
                                  "call through 0x%llx, which is not a function",
                                  (unsigned long long)handle[first]);
    if (same != w->mask) /* the others come back to this instruction */
        iq_ptx_group_fork(w, w->mask & ~same, i);
    return enter(w, i, f, &p->calls[i->target]);
}

static void drop_lanes(struct iq_warp *w, struct iq_ptx_frame *frame, uint32_t mask)
{
    frame->lanes &= ~mask;
    if (!frame->lanes && frame != w->kernel_frame)
        frame_put(w, frame);
}

IQ_PTX_COLD(ret)
{
    struct iq_ptx_frame *frame = w->frame, *caller = frame->caller;
    const struct iq_ptx_insn *call = frame->call;
    if (!caller)
        return iq_ptx_fault_raise(w, i, iq_ptx_first_lane(w->mask),
                                  IQ_PTX_FAULT_ILLEGAL_INSTRUCTION, "return without a call");
    const struct iq_ptx_program_call *site = &w->block->program->calls[call->target];
    const struct iq_ptx_function *f = frame->function->source;
    copy_places(w, f->results, site->results < f->result_count ? site->results : f->result_count,
                site->places, frame->sp, caller->sp, true);
    drop_lanes(w, frame, w->mask);
    w->frame = caller;
    w->base[BASE_FRAME] = caller->registers;
    if (w->budget > 1)
        w->budget--;
    return iq_ptx_group_arrive(w, call + 1);
}

IQ_PTX_COLD(exit)
{
    uint32_t mask = w->mask;
    (void)i;
    for (struct iq_ptx_frame *f = w->frame, *next; f; f = next) {
        next = f->caller;
        drop_lanes(w, f, mask);
    }
    w->alive &= ~mask;
    w->block->alive -= (uint32_t)__builtin_popcount(mask);
    iq_ptx_block_check_barriers(w->block);
    iq_ptx_cluster_exit(w, mask);
    return iq_ptx_group_leave(w);
}

IQ_PTX_COLD(trap)
{
    return iq_ptx_fault_raise(w, i, iq_ptx_first_lane(w->mask), IQ_PTX_FAULT_TRAP,
                              "trap instruction");
}

IQ_PTX_COLD(unsupported)
{
    return iq_ptx_fault_raise(w, i, iq_ptx_first_lane(w->mask), IQ_PTX_FAULT_UNSUPPORTED,
                              "the software device does not implement '%s'",
                              (const char *)&w->block->program->aux[i->aux]);
}

IQ_PTX_COLD(nothing)
{
    (void)w;
    return i + 1;
}
IQ_PTX_COLD(more)
{
    (void)w;
    return i + 1;
}
IQ_PTX_COLD(poll)
{
    iq_ptx_poll(w);
    return i + 1;
}

IQ_PTX_COLD(fence)
{
    iq_ptx_poll(w);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (w->block->race && !(i->mod & FENCE_ACQUIRE))
        iq_ptx_race_fence(w, i->mod & FENCE_CTA);
    if (w->block->spans && i->mod & FENCE_SYSTEM)
        iq_ptx_footprint_tell(w);
    return i + 1;
}

/* Time passes for others: the slice ends here. */
IQ_PTX_COLD(nanosleep)
{
    w->budget = 1;
    return iq_ptx_group_edge(w, i + 1);
}

/* --- barriers --- */

static void arrive(struct iq_warp *w, struct iq_ptx_barrier *bar, uint32_t mod, uint32_t count,
                   uint32_t pred)
{
    if (!bar->arrived)
        *bar = (struct iq_ptx_barrier){ .all = true, .result = bar->result };
    bar->arrived +=
        mod & BAR_HAS_COUNT && w->mask == w->alive ? 32 : (uint32_t)__builtin_popcount(w->mask);
    bar->expected = mod & BAR_HAS_COUNT ? count : 0;
    bar->popc += (uint32_t)__builtin_popcount(pred & w->mask);
    bar->all &= (pred & w->mask) == w->mask;
    bar->any |= (pred & w->mask) != 0;
    bar->op = mod >> 4 & 15;
}

IQ_PTX_COLD(bar)
{
    struct iq_ptx_block *b = w->block;
    uint32_t first = iq_ptx_first_lane(w->mask), id = IQ_PTX_REG(const uint32_t, w, i->o[1])[first];
    uint32_t count = IQ_PTX_REG(const uint32_t, w, i->o[2])[first],
             pred = *IQ_PTX_REG(const uint32_t, w, i->o[3]);
    if (id >= IQ_PTX_BARRIERS)
        return iq_ptx_fault_raise(w, i, first, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION,
                                  "barrier number %u is above 15", id);
    struct iq_ptx_barrier *bar = &b->barriers[id];
    if (w->token == GROUP_RELEASED) {
        w->token = GROUP_RUN;
        if (i->mod & BAR_HAS_RESULT && (i->mod >> 4 & 15) == BOOL_POPC)
            set_all32(w, i->o[0], bar->result);
        else if (i->mod & BAR_HAS_RESULT)
            set_pred(w, i->o[0], bar->result ? 0xffffffffu : 0);
        return i + 1;
    }
    arrive(w, bar, i->mod, count, pred);
    if (b->race)
        iq_ptx_race_arrive(w, id);
    const struct iq_ptx_insn *next = i + 1;
    bool waits = (i->mod & 15) != BAR_ARRIVE;
    if (waits) {
        w->groups[w->current].barrier = (uint8_t)id;
        next = iq_ptx_group_wait(w, GROUP_BARRIER, i);
    }
    iq_ptx_block_check_barriers(b);
    if (waits && !next) /* complete already? */
        next = iq_ptx_group_choose(w);
    return next;
}

/* --- predicates and special registers --- */

IQ_PTX_COLD(andp)
{
    set_pred(w, i->o[0], *IQ_PTX_REG(uint32_t, w, i->o[1]) & *IQ_PTX_REG(uint32_t, w, i->o[2]));
    return i + 1;
}
IQ_PTX_COLD(orp)
{
    set_pred(w, i->o[0], *IQ_PTX_REG(uint32_t, w, i->o[1]) | *IQ_PTX_REG(uint32_t, w, i->o[2]));
    return i + 1;
}
IQ_PTX_COLD(xorp)
{
    set_pred(w, i->o[0], *IQ_PTX_REG(uint32_t, w, i->o[1]) ^ *IQ_PTX_REG(uint32_t, w, i->o[2]));
    return i + 1;
}
IQ_PTX_COLD(notp)
{
    set_pred(w, i->o[0], ~*IQ_PTX_REG(uint32_t, w, i->o[1]));
    return i + 1;
}
IQ_PTX_COLD(movp)
{
    set_pred(w, i->o[0], *IQ_PTX_REG(uint32_t, w, i->o[1]));
    return i + 1;
}

static uint64_t clock_cycles(void) { return iq_now_ns() * 99 / 50; }

static void set_all64(struct iq_warp *w, uint32_t operand, uint64_t value)
{
    uint64_t *d = IQ_PTX_REG(uint64_t, w, operand);
    EACH_ACTIVE(l)
        d[l] = value;
}

IQ_PTX_COLD(clock32)
{
    set_all32(w, i->o[0], (uint32_t)clock_cycles());
    return i + 1;
}
IQ_PTX_COLD(clock_hi)
{
    set_all32(w, i->o[0], (uint32_t)(clock_cycles() >> 32));
    return i + 1;
}
IQ_PTX_COLD(clock64)
{
    set_all64(w, i->o[0], clock_cycles());
    return i + 1;
}
IQ_PTX_COLD(globaltimer_lo)
{
    set_all32(w, i->o[0], (uint32_t)iq_now_ns());
    return i + 1;
}
IQ_PTX_COLD(globaltimer_hi)
{
    set_all32(w, i->o[0], (uint32_t)(iq_now_ns() >> 32));
    return i + 1;
}
IQ_PTX_COLD(globaltimer)
{
    set_all64(w, i->o[0], iq_now_ns());
    return i + 1;
}
