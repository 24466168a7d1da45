/* Longer rows for calls whose parameters are in a struct; see expand.h. */
#include "core/expand.h"

#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/plan.h"
#include "core/thread.h"

enum { ROWS = 64, PARAM_BYTES = 256 };

static struct { const struct iq_entry *from, *to; } rows[ROWS];    /* .from is published last */

static const struct iq_entry *make_row(const struct iq_entry *entry)
{
    const struct iq_shape *shape = entry->shape;
    struct iq_entry *row = iq_core_alloc(sizeof *row);
    struct iq_arg *args = iq_core_alloc((IQ_EXPAND_OWN + shape->count) * sizeof *args);
    struct iq_plan *plan = iq_core_alloc(sizeof *plan);
    if (!row || !args || !plan)
        return NULL;
    static const struct iq_arg unused = { .name = "", .type = "", .form = IQ_FORM_INT, .size_arg = -1, .unit = 1, .bytes = 8 };
    for (int i = 0; i < IQ_EXPAND_OWN; i++)
        args[i] = i < entry->arg_count ? entry->args[i] : unused;
    memcpy(args + IQ_EXPAND_OWN, shape->args, shape->count * sizeof *args);
    *row = *entry;
    row->args = args;
    row->plan = plan;
    row->arg_count = (uint8_t)(IQ_EXPAND_OWN + shape->count);
    return row;
}

static const struct iq_entry *row_of(const struct iq_entry *entry)
{
    for (int i = 0; i < ROWS; i++) {
        const struct iq_entry *from = __atomic_load_n(&rows[i].from, __ATOMIC_ACQUIRE);
        if (from == entry)
            return rows[i].to;
        if (from)
            continue;
        iq_lock(IQ_LOCK_NAMES);
        if (!rows[i].from) {
            rows[i].to = make_row(entry);
            __atomic_store_n(&rows[i].from, entry, __ATOMIC_RELEASE);
        }
        iq_unlock(IQ_LOCK_NAMES);
        i--;                    /* look at this row again: another thread may have taken it for another entry */
    }
    return NULL;
}

static bool read_params(const struct iq_shape *shape, uint64_t address, uint8_t params[PARAM_BYTES])
{
    struct iovec local = { params, shape->bytes }, remote = { (void *)(uintptr_t)address, shape->bytes };
    return address && shape->bytes <= PARAM_BYTES && process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)shape->bytes;
}

bool iq_expand_uses(const struct iq_call *call, int arg)
{
    const struct iq_shape *shape = call->entry->shape;
    _Alignas(8) uint8_t params[PARAM_BYTES];
    return shape && arg >= IQ_EXPAND_OWN && call->entry->arg_count > IQ_EXPAND_OWN && read_params(shape, call->args[0], params) &&
           shape->uses(params, arg - IQ_EXPAND_OWN);
}

void iq_expand(struct iq_call *call, uint64_t *values)
{
    const struct iq_entry *entry = call->entry;
    uint8_t params[PARAM_BYTES];
    if (entry->arg_count > IQ_EXPAND_OWN || !read_params(entry->shape, call->args[0], params))
        return;
    const struct iq_entry *row = row_of(entry);
    if (!row || row->arg_count > IQ_THREAD_ARGS)
        return;
    for (int i = 0; i < IQ_EXPAND_OWN; i++)
        values[i] = i < entry->arg_count ? call->args[i] : 0;
    entry->shape->fill(params, values + IQ_EXPAND_OWN);
    call->entry = row;
    call->plan = iq_plan_of(row);
    call->args = values;
}
