/* Modules and libraries that the program loads itself: their images are kept for what is asked
 * about their kernels later. */
#include <string.h>

#include "api_cuda/kernels.h"
#include "base/locks.h"
#include "call/core.h"
#include "model/range.h"

void iq_fx_module_load(struct iq_call *call, int phase);
void iq_fx_module_unload(struct iq_call *call, int phase);
void iq_effects_module_has(uint64_t module, uint64_t base);

/* (out module, image or path, ...).  What a runtime loads for the program is looked up where it was
 * registered. */
void iq_fx_module_load(struct iq_call *call, int phase)
{
    uint64_t value = 0;
    if (!phase || call->result || call->outer || !call->args[0])
        return;
    memcpy(&value, (const void *)(uintptr_t)call->args[0], sizeof value);
    enum iq_kind kind = (enum iq_kind)call->entry->args[0].kind;
    struct iq_handle *module = iq_handle_find(kind, value);
    if (!module || module->kind != kind)
        return;
    const void *image = (const void *)(uintptr_t)call->args[1];
    if (call->entry->args[1].role == IQ_ROLE_PATH)
        iq_kernel_add_file(module, image);
    else
        iq_kernel_add_image(module, image, IQ_IMAGE_SIZE_UNKNOWN);
}

/* Variables that were asked for lately, and the modules that hold them.  IQ_LOCK_NAMES. */
enum { VARIABLES = 512 };
static struct {
    uint64_t module, base;
} variables[VARIABLES];
static uint32_t variable_next;

void iq_effects_module_has(uint64_t module, uint64_t base)
{
    iq_lock(IQ_LOCK_NAMES);
    variables[variable_next % VARIABLES].module = module;
    variables[variable_next++ % VARIABLES].base = base;
    iq_unlock(IQ_LOCK_NAMES);
}

static void free_variables(uint64_t module, struct iq_call_ref ref)
{
    struct iq_range range;
    for (int i = 0; i < VARIABLES; i++) {
        iq_lock(IQ_LOCK_NAMES);
        uint64_t base = variables[i].module == module ? variables[i].base : 0;
        if (base)
            variables[i].module = 0;
        iq_unlock(IQ_LOCK_NAMES);
        if (base && iq_range_find(base, &range) && range.base == base &&
            range.kind == IQ_KIND_SYMBOL)
            iq_range_free(base, ref);
    }
}

void iq_fx_module_unload(struct iq_call *call, int phase)
{
    enum iq_kind kind = (enum iq_kind)call->entry->args[0].kind;
    struct iq_handle *module = phase && !call->result ? iq_handle_find(kind, call->args[0]) : NULL;
    if (module && module->kind == kind)
        iq_kernel_drop_image(module);
    if (phase && !call->result && call->args[0])
        free_variables(call->args[0], iq_call_ref_of(call));
}
