/* See demands.h. */
#include "instrument/demands.h"

#include <stdlib.h>

#include "ptx/cold.h"
#include "ptx/ir.h"

static bool is_read(const struct iq_ptx_insn *i)
{
    bool load = iq_ptx_is_plain_access(i->exec) && i->exec < X_ldl8;
    return (load && !iq_ptx_is_plain_store(i->exec)) || i->exec == X_atom ||
           i->exec == X_copy_async;
}

static int add_function(struct iq_demands *demands, const struct iq_ptx_function *f)
{
    for (uint32_t k = 0; f->demand && k < f->insn_count; k++) {
        struct iq_demand demand = { f->insns[k].line, f->demand[k] };
        if (is_read(&f->insns[k]) && iq_vec_push(&demands->all, demand))
            return IQ_ENOMEM;
    }
    return 0;
}

static int compare(const void *left, const void *right)
{
    const struct iq_demand *a = left, *b = right;
    return a->line < b->line ? -1 : a->line > b->line;
}

/* Of each line one. */
static void merge(struct iq_demands *demands)
{
    size_t count = 0;
    if (demands->all.count)
        qsort(demands->all.data, demands->all.count, sizeof *demands->all.data, compare);
    for (size_t i = 0; i < demands->all.count; i++) {
        struct iq_demand *last = count ? &demands->all.data[count - 1] : NULL;
        if (last && last->line == demands->all.data[i].line)
            last->bytes &= demands->all.data[i].bytes;
        else
            demands->all.data[count++] = demands->all.data[i];
    }
    demands->all.count = count;
}

int iq_demands_find(struct iq_demands *demands, const char *text, size_t size)
{
    const struct iq_ptx_parse_options options = { .newer = true };
    struct iq_ptx_module *module;
    int error = 0, parsed = iq_ptx_parse(text, size, &options, &module, NULL);
    if (parsed)
        return parsed == IQ_PTX_ENOMEM ? IQ_ENOMEM : 0;
    for (uint32_t i = 0; !error && i < module->private->function_count; i++)
        error = add_function(demands, module->private->functions[i]);
    merge(demands);
    iq_ptx_module_destroy(module);
    return error;
}

void iq_demands_finish(struct iq_demands *demands) { iq_vec_finish(&demands->all); }

uint32_t iq_demands_at(const struct iq_demands *demands, uint32_t line)
{
    const struct iq_demand wanted = { line, 0 };
    const struct iq_demand *found = demands->all.count
                                        ? bsearch(&wanted, demands->all.data, demands->all.count,
                                                  sizeof *demands->all.data, compare)
                                        : NULL;
    return found ? found->bytes : 0;
}
