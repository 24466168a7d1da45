/* Modules and libraries that the program loads itself: their images are kept for what is asked about their kernels later. */
#include <string.h>

#include "core/core.h"
#include "core/kernels.h"

void iq_fx_module_load(struct iq_call *call, int phase);
void iq_fx_module_unload(struct iq_call *call, int phase);

/* (out module, image or path, ...).  What a runtime loads for the program is looked up where it was registered. */
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

void iq_fx_module_unload(struct iq_call *call, int phase)
{
    enum iq_kind kind = (enum iq_kind)call->entry->args[0].kind;
    struct iq_handle *module = phase && !call->result ? iq_handle_find(kind, call->args[0]) : NULL;
    if (module && module->kind == kind)
        iq_kernel_drop_image(module);
}
