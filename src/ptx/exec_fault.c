/* Recording the first fault of a launch and saying where it happened. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/modifier.h"
#include "ptx/place.h"

const char *iq_ptx_fault_name(enum iq_ptx_fault_kind kind)
{
    static const char *const names[] = { "none",
                                         "illegal address",
                                         "misaligned address",
                                         "shared memory out of range",
                                         "local memory out of range",
                                         "stack overflow",
                                         "assertion failed",
                                         "trap",
                                         "illegal instruction",
                                         "invalid program counter",
                                         "barrier deadlock",
                                         "unsupported instruction",
                                         "step limit",
                                         "aborted",
                                         "out of memory",
                                         "no such texture or surface",
                                         "no such block in the cluster",
                                         "surface out of range" };
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

/* The function whose instructions contain i. */
static const struct iq_ptx_function *function_of(const struct iq_ptx_program *p,
                                                 const struct iq_ptx_insn *i)
{
    const struct iq_ptx_program_function *best = NULL;
    for (uint32_t k = 0; k < p->function_count; k++)
        if (p->functions[k].entry && p->functions[k].entry <= i &&
            (!best || p->functions[k].entry > best->entry))
            best = &p->functions[k];
    return best ? best->source : NULL;
}

static const char *file_of(const struct iq_ptx_module *m, uint32_t file)
{
    return file < m->source_file_count ? m->source_files[file] : NULL;
}

/* Out of headers to the statement of the program, by way of the calls that were inlined. */
static struct iq_ptx_loc own_place(const struct iq_ptx_module *m, uint32_t number)
{
    const struct iq_ptx_loc *locs = m->private->locs;
    struct iq_ptx_loc loc = locs[number];
    while (loc.outer_line && iq_ptx_is_header(file_of(m, loc.file))) {
        while (number &&
               (locs[number - 1].file != loc.outer_file || locs[number - 1].line != loc.outer_line))
            number--; /* the call is the last one at its line before this place */
        if (!number)
            return (struct iq_ptx_loc){ loc.outer_file, loc.outer_line, 0, 0 };
        loc = locs[--number];
    }
    return loc;
}

static bool is_own(const struct iq_ptx_program *p, const struct iq_ptx_insn *i)
{
    return i->loc && !iq_ptx_is_header(file_of(p->module, own_place(p->module, i->loc - 1).file));
}

/* Functions of the toolkit that were not inlined, as in debug builds, have no lines or those of
 * headers: then the call counts. */
static const struct iq_ptx_insn *statement_of(const struct iq_ptx_block *b, const struct iq_warp *w,
                                              const struct iq_ptx_insn *i)
{
    const struct iq_ptx_program *p = b->program;
    const struct iq_ptx_frame *frame = w->frame;
    if (!frame || frame->function->source != function_of(p, i))
        for (uint32_t k = 0; k < w->group_count; k++)
            frame = w->groups[k].pc == i ? w->groups[k].frame : frame;
    for (const struct iq_ptx_insn *at = i; frame; at = frame->call, frame = frame->caller) {
        if (is_own(p, at))
            return at;
        if (!frame->call)
            break;
    }
    return i;
}

void iq_ptx_launch_where(const struct iq_ptx_launch *launch, uint32_t pc,
                         struct iq_ptx_fault *fault)
{
    const struct iq_ptx_program *p = launch->program;
    if (pc >= p->insn_count)
        return;
    const struct iq_ptx_insn *i = &p->insns[pc];
    const struct iq_ptx_function *f = function_of(p, i);
    fault->function = f ? f->name : NULL;
    fault->ptx_line = i->line;
    fault->kernel = launch->desc.kernel->name;
    if (!i->loc)
        return;
    struct iq_ptx_loc loc = own_place(p->module, i->loc - 1);
    fault->source_line = loc.line;
    fault->source_file = file_of(p->module, loc.file);
}

static bool is_barrier(const struct iq_ptx_insn *i, bool warp)
{
    uint32_t op = i->exec == X_mbarrier ? i->mod & 255u : MBARRIER_PENDING;
    return i->exec == X_bar || op == MBARRIER_TEST || op == MBARRIER_TRY ||
           (warp && i->exec == X_bar_warp);
}

/* Does a loop lead from [last] or below back to [first] or above? */
static bool is_loop(const struct iq_ptx_program *p, uint32_t first, uint32_t last)
{
    for (uint32_t i = last; i < p->insn_count; i++)
        if ((p->insns[i].exec == X_bra || p->insns[i].exec == X_bra_if) &&
            p->insns[i].to <= &p->insns[first] && p->insns[i].to >= p->insns)
            return true;
    return false;
}

int iq_ptx_launch_order(const struct iq_ptx_launch *launch, uint32_t pc, uint32_t other, bool warp)
{
    const struct iq_ptx_program *p = launch->program;
    uint32_t first = pc < other ? pc : other, last = pc < other ? other : pc, i = first;
    if (first == last || last >= p->insn_count ||
        function_of(p, &p->insns[first]) != function_of(p, &p->insns[last]))
        return 0;
    while (i < last && !is_barrier(&p->insns[i], warp))
        i++;
    bool turned = i < last && is_loop(p, first, last);
    return (pc < other) != turned ? -1 : 1;
}

bool iq_ptx_launch_loaded(const struct iq_ptx_launch *launch, uint32_t pc, uint32_t *of_variable,
                          uint64_t *origins)
{
    const struct iq_ptx_program *p = launch->program;
    uint32_t load = pc < p->insn_count ? p->loads[pc] : 0;
    if (!load)
        return false;
    *of_variable = p->variables[load - 1];
    *origins = p->origins[load - 1];
    return *of_variable || *origins;
}

void iq_ptx_fault_place(struct iq_ptx_block *b, struct iq_warp *w, const struct iq_ptx_insn *i,
                        uint32_t lane, struct iq_ptx_fault *fault)
{
    const uint32_t *dim = b->launch->desc.block;
    memset(fault, 0, sizeof *fault);
    memcpy(fault->block, b->ctaid, sizeof fault->block);
    fault->kernel = b->launch->desc.kernel->name;
    if (w) {
        uint32_t t = w->index * 32 + lane;
        fault->thread[0] = t % dim[0];
        fault->thread[1] = t / dim[0] % dim[1];
        fault->thread[2] = t / dim[0] / dim[1];
    }
    if (i && w)
        i = statement_of(b, w, i);
    fault->pc = i ? (uint32_t)(i - b->program->insns) : 0;
    if (i)
        iq_ptx_launch_where(b->launch, fault->pc, fault);
}

/* The first one wins; the block stops in any case. */
static void record(struct iq_ptx_block *b, const struct iq_ptx_fault *fault)
{
    struct iq_ptx_launch *l = b->launch;
    int none = 0;
    b->stopped = true;
    if (!__atomic_compare_exchange_n(&l->fault_state, &none, 1, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST))
        return;
    l->fault = *fault;
    __atomic_store_n(&l->fault_state, 2, __ATOMIC_RELEASE);
}

const struct iq_ptx_insn *iq_ptx_fault_raise(struct iq_warp *w, const struct iq_ptx_insn *i,
                                             uint32_t lane, enum iq_ptx_fault_kind kind,
                                             const char *format, ...)
{
    struct iq_ptx_fault fault;
    va_list args;
    iq_ptx_fault_place(w->block, w, i, lane, &fault);
    fault.kind = kind;
    va_start(args, format);
    vsnprintf(fault.message, sizeof fault.message, format, args);
    va_end(args);
    record(w->block, &fault);
    return NULL;
}

void iq_ptx_fault_assertion(struct iq_warp *w, const struct iq_ptx_fault *fault)
{
    record(w->block, fault);
}

void iq_ptx_fault_handle(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                         uint64_t handle, const char *what)
{
    struct iq_ptx_fault fault;
    iq_ptx_fault_place(w->block, w, i, lane, &fault);
    fault.kind = IQ_PTX_FAULT_TEXTURE;
    fault.address = handle;
    fault.variable = what;
    snprintf(fault.message, sizeof fault.message,
             "%s access with handle 0x%llx outside of any object", what,
             (unsigned long long)handle);
    record(w->block, &fault);
}

void iq_ptx_block_place(struct iq_ptx_block *b, struct iq_ptx_fault *fault)
{
    struct iq_warp *w = NULL;
    const struct iq_ptx_insn *i = NULL;
    uint32_t mask = 0;
    /* one that was running says more than one that waits */
    for (uint32_t k = 0; k < b->warp_count && !(w && w->resume); k++) {
        struct iq_warp *other = &b->warps[k];
        if (!other->group_count || !other->alive || (w && !other->resume))
            continue;
        w = other;
        i = w->resume ? w->resume : w->groups[0].pc;
        mask = w->resume ? w->mask : w->groups[0].mask;
    }
    iq_ptx_fault_place(b, w, i, mask ? iq_ptx_first_lane(mask) : 0, fault);
}

void iq_ptx_fault_block(struct iq_ptx_block *b, enum iq_ptx_fault_kind kind, const char *text)
{
    struct iq_ptx_fault fault;
    iq_ptx_block_place(b, &fault);
    fault.kind = kind;
    snprintf(fault.message, sizeof fault.message, "%s", text);
    record(b, &fault);
}

void iq_ptx_fault_access(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                         enum iq_ptx_fault_kind kind, uint64_t addr, uint32_t size, uint32_t flags)
{
    struct iq_ptx_fault fault;
    iq_ptx_fault_place(w->block, w, i, lane, &fault);
    fault.kind = kind;
    fault.has_access = true;
    fault.write = flags & ACCESS_WRITE;
    fault.atomic = (flags & ACCESS_ATOMIC) != 0;
    fault.address = addr;
    fault.access_size = size;
    fault.origins = w->block->program->origins[i - w->block->program->insns];
    fault.of_variable = w->block->program->variables[i - w->block->program->insns];
    fault.space =
        addr - IQ_PTX_SHARED_BASE < IQ_PTX_WINDOW_BYTES || flags & ACCESS_SHARED ? IQ_PTX_SHARED
        : addr - IQ_PTX_LOCAL_BASE < IQ_PTX_WINDOW_BYTES || flags & ACCESS_LOCAL ? IQ_PTX_LOCAL
                                                                                 : IQ_PTX_GLOBAL;
    const char *what = fault.atomic ? "atomic access" : fault.write ? "write" : "read";
    uint64_t shown = fault.space == IQ_PTX_SHARED  ? addr - IQ_PTX_SHARED_BASE
                     : fault.space == IQ_PTX_LOCAL ? addr - IQ_PTX_LOCAL_BASE
                                                   : addr;
    const char *space = fault.space == IQ_PTX_SHARED  ? "shared"
                        : fault.space == IQ_PTX_LOCAL ? "local"
                                                      : "global";
    snprintf(fault.message, sizeof fault.message, "%s of %u bytes at %s address 0x%llx: %s", what,
             size, space, (unsigned long long)shown, iq_ptx_fault_name(kind));
    struct iq_ptx_access a = { .variable = NULL };
    if (kind == IQ_PTX_FAULT_SHARED_RANGE)
        iq_ptx_memory_variable(w->block->program, i, &a);
    fault.variable = a.variable;
    fault.variable_at = a.variable_at;
    fault.variable_size = a.variable_size;
    record(w->block, &fault);
}
