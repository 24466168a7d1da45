/* Longer rows for calls whose parameters are in a struct; see expand.h. */
#include "call/expand.h"

#include <stdio.h>
#include <string.h>

#include "base/locks.h"
#include "base/memory.h"
#include "base/probe.h"
#include "call/plan.h"
#include "call/thread.h"

enum {
    ROWS = 128,
    PARAM_BYTES = 256,
    INDEXES = 16 /* elements of lists whose rows name them by number */
};

/* .from is published last */
static struct {
    const struct iq_entry *from, *to;
    int index;
} rows[ROWS];

/* Arguments of the call itself, at least two; the members follow. */
static int own_count(const struct iq_entry *entry)
{
    int count = entry->arg_count - (entry->plan->expanded ? entry->shape->count : 0);
    return count < IQ_SHAPE_FIRST ? IQ_SHAPE_FIRST : count;
}

/* The argument that points to the struct. */
static int params_arg(const struct iq_entry *entry)
{
    for (int i = own_count(entry) - 1; i >= 0; i--)
        if (i < entry->arg_count && entry->args[i].role == IQ_ROLE_PARAMS)
            return i;
    return 0;
}

static bool is_argument(const struct iq_entry *entry, const char *name, size_t length)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (strlen(entry->args[i].name) == length && !memcmp(entry->args[i].name, name, length))
            return true;
    return false;
}

/* "p->width" of an argument that is called otherwise, "dsts[]" of element [index]: in place of the
 * shape's [name]. */
static void put_name(char text[IQ_ARG_NAME], const struct iq_entry *entry, const char *name,
                     int index)
{
    const char *arrow = strstr(name, "->"), *bracket = strstr(name, "[]");
    if (bracket && index < INDEXES)
        snprintf(text, IQ_ARG_NAME, "%.*s[%d]%s", (int)(bracket - name), name, index, bracket + 2);
    else if (bracket)
        snprintf(text, IQ_ARG_NAME, "%.*s[i]%s", (int)(bracket - name), name, bracket + 2);
    else if (arrow && !is_argument(entry, name, (size_t)(arrow - name)))
        snprintf(text, IQ_ARG_NAME, "%s%s", entry->args[params_arg(entry)].name, arrow);
}

static const struct iq_entry *make_row(const struct iq_entry *entry, int index)
{
    const struct iq_shape *shape = entry->shape;
    int own = own_count(entry), shift = own - IQ_SHAPE_FIRST;
    struct iq_entry *row = iq_core_alloc(sizeof *row);
    struct iq_arg *args = iq_core_alloc(((size_t)own + shape->count) * sizeof *args);
    struct iq_plan *plan = iq_core_alloc(sizeof *plan);
    if (!row || !args || !plan)
        return NULL;
    static const struct iq_arg unused = {
        .name = "", .type = "", .form = IQ_FORM_INT, .size_arg = -1, .unit = 1, .bytes = 8
    };
    for (int i = 0; i < own; i++)
        args[i] = i < entry->arg_count ? entry->args[i] : unused;
    for (int i = 0; i < shape->count; i++) {
        struct iq_arg *member = &args[own + i];
        *member = shape->args[i];
        put_name(member->name, entry, shape->args[i].name, index);
        member->size_arg = (int8_t)(member->size_arg < 0 ? -1 : member->size_arg + shift);
        member->pitch = (uint8_t)(member->pitch ? member->pitch + shift : 0);
        member->rows = (uint8_t)(member->rows ? member->rows + shift : 0);
    }
    *row = *entry;
    row->args = args;
    row->plan = plan;
    row->arg_count = (uint8_t)(own + shape->count);
    plan->expanded = true;
    return row;
}

static const struct iq_entry *row_of(const struct iq_entry *entry, int index)
{
    index = index < INDEXES ? index : INDEXES;
    for (int i = 0; i < ROWS; i++) {
        const struct iq_entry *from = __atomic_load_n(&rows[i].from, __ATOMIC_ACQUIRE);
        if (from == entry && rows[i].index == index)
            return rows[i].to;
        if (from)
            continue;
        iq_lock(IQ_LOCK_NAMES);
        if (!rows[i].from) {
            rows[i].to = make_row(entry, index);
            rows[i].index = index;
            __atomic_store_n(&rows[i].from, entry, __ATOMIC_RELEASE);
        }
        iq_unlock(IQ_LOCK_NAMES);
        /* look at this row again: another thread may have taken it for another entry */
        i--;
    }
    return NULL;
}

static bool read_params(const struct iq_shape *shape, uint64_t address, uint8_t params[PARAM_BYTES])
{
    return address && shape->bytes <= PARAM_BYTES && iq_probe_read(params, address, shape->bytes);
}

/* The struct, or the element of the list; its index, -1: it cannot be read. */
static int read_call(const struct iq_call *call, uint8_t params[PARAM_BYTES])
{
    const struct iq_shape *shape = call->entry->shape;
    if (shape->pick)
        return shape->pick(call->args, params);
    return read_params(shape, call->args[params_arg(call->entry)], params) ? 0 : -1;
}

int iq_expand_own(const struct iq_call *call, int arg)
{
    const struct iq_entry *entry = call->entry;
    int own = own_count(entry);
    if (!entry->plan || !entry->plan->expanded || arg < own)
        return arg;
    const char *name = entry->args[arg].name;
    size_t length = strcspn(name, "-[.");
    for (int i = 0; i < own; i++)
        if (strlen(entry->args[i].name) == length && !memcmp(entry->args[i].name, name, length))
            return i;
    return params_arg(entry);
}

bool iq_expand_uses(const struct iq_call *call, int arg)
{
    const struct iq_shape *shape = call->entry->shape;
    int own = shape ? own_count(call->entry) : 0;
    _Alignas(8) uint8_t params[PARAM_BYTES];
    return shape && call->entry->plan->expanded && arg >= own && read_call(call, params) >= 0 &&
           shape->uses(params, arg - own);
}

bool iq_expand_element(const struct iq_call *call, uint64_t index, uint64_t *values, bool *settled)
{
    const struct iq_shape *shape = call->entry->shape;
    int found = shape && shape->element && call->entry->plan->expanded
                    ? shape->element(call->args, index, values + own_count(call->entry))
                    : 0;
    *settled = found == 2;
    return found;
}

void iq_expand(struct iq_call *call, uint64_t *values)
{
    const struct iq_entry *entry = call->entry;
    _Alignas(8) uint8_t params[PARAM_BYTES];
    int index = entry->plan->expanded ? -1 : read_call(call, params);
    const struct iq_entry *row = index < 0 ? NULL : row_of(entry, index);
    if (!row || row->arg_count > IQ_THREAD_ARGS)
        return;
    int own = own_count(entry);
    for (int i = 0; i < own; i++)
        values[i] = i < entry->arg_count ? call->args[i] : 0;
    entry->shape->fill(params, values + own);
    call->entry = row;
    call->plan = iq_plan_of(row);
    call->args = values;
}
