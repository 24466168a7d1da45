/* Machine code that is made once more, of instrumented PTX; see kernel_made.h. */
#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_made.h"
#include "wrap/kernel_store.h"

/* What is linked instead: .text is of PTX, NULL: the input as it is. */
struct part {
    const struct iq_made_input *input;
    const char *text;
    char *unpacked; /* PTX that was in a fatbin */
};

static bool is_alone(const struct iq_made_from *from)
{
    return from->inputs.count == 1 && !from->max_registers;
}

/* The PTX of [input]; NULL: it has none. */
static const char *ptx_of(struct part *part)
{
    const struct iq_made_input *input = part->input;
    struct iq_image_source source = { .bytes = input->data, .size = input->size, .file = true };
    struct iq_image found;
    const char *why;
    size_t size;
    if (input->type == CU_JIT_INPUT_PTX)
        return input->data;
    if (input->type == CU_JIT_INPUT_FATBINARY && !iq_image_sniff(&source, &found) &&
        found.kind == IQ_IMAGE_FATBIN && found.health == IQ_IMAGE_WHOLE) {
        struct iq_image_entry entry;
        part->unpacked = iq_checked_ptx(&found, 0, &entry, &size, &why);
    }
    return part->unpacked;
}

/* Instruments [part] into [module], or into one more beside it. */
static void instrument(struct iq_checked_module *module, struct part *part, bool alone,
                       const struct iq_instrument_cap *caps, uint32_t cap_count)
{
    struct iq_instrumented code;
    struct iq_checked_module *into = module;
    if (!part->text)
        return;
    int error = iq_kernel_store_instrument(part->text, strlen(part->text),
                                           alone ? iq_kernel_checks_wanted() : IQ_INSTRUMENT_LINKED,
                                           caps, cap_count, &code, &module->why_not);
    if (!error && module->code.text && (into = calloc(1, sizeof *into))) {
        into->also = module->also;
        into->head = module;
        module->also = into;
    }
    if (error || !into)
        return;
    into->code = code;
    if (iq_checked_module_index(into))
        part->text = code.text;
}

/* Is a context current?  Makes the first device's own current if there is none; *made: to be left
 * again. */
static bool enter_context(bool *made)
{
    CUcontext context = NULL;
    *made = false;
    if (!iq_kernel_real.cuCtxGetCurrent(&context) && context)
        return true;
    if (iq_kernel_real.cuDevicePrimaryCtxRetain(&context, 0))
        return false;
    *made = !iq_kernel_real.cuCtxPushCurrent_v2(context);
    if (!*made)
        iq_kernel_real.cuDevicePrimaryCtxRelease_v2(0);
    return *made;
}

static void leave_context(void)
{
    CUcontext context;
    iq_kernel_real.cuCtxPopCurrent_v2(&context);
    iq_kernel_real.cuDevicePrimaryCtxRelease_v2(0);
}

static CUresult add(CUlinkState linker, const struct part *part)
{
    const struct iq_made_input *input = part->input;
    return part->text ? iq_kernel_real.cuLinkAddData_v2(linker, CU_JIT_INPUT_PTX,
                                                        (void *)(uintptr_t)part->text,
                                                        strlen(part->text) + 1, NULL, 0, NULL, NULL)
                      : iq_kernel_real.cuLinkAddData_v2(linker, input->type, input->data,
                                                        input->size, NULL, 0, NULL, NULL);
}

/* What the driver links of [parts], copied; NULL: it does not. */
static void *link_parts(const struct part *parts, size_t count, unsigned max_registers)
{
    CUjit_option option = CU_JIT_MAX_REGISTERS;
    void *value = (void *)(uintptr_t)max_registers, *image = NULL, *copy = NULL;
    CUlinkState linker;
    size_t size = 0;
    if (iq_kernel_real.cuLinkCreate_v2(max_registers != 0, &option, &value, &linker))
        return NULL;
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; !result && i < count; i++)
        result = add(linker, &parts[i]);
    if (!result && !iq_kernel_real.cuLinkComplete(linker, &image, &size) &&
        (copy = malloc(size + 1)))
        memcpy(copy, image, size);
    iq_kernel_real.cuLinkDestroy(linker);
    return copy;
}

static void *link_in_context(const struct part *parts, const struct iq_made_from *from)
{
    bool made;
    if (!enter_context(&made))
        return NULL;
    void *image = link_parts(parts, from->inputs.count, from->max_registers);
    if (made)
        leave_context();
    return image;
}

void iq_checked_module_relink(struct iq_checked_module *module, const struct iq_made_from *from,
                              const struct iq_instrument_cap *caps, uint32_t cap_count)
{
    size_t count = from->inputs.count;
    struct part *parts = calloc(count, sizeof *parts);
    if (!parts)
        return;
    module->why_not = "what it was linked of has no PTX";
    void *image = NULL;
    bool launches = false;
    for (size_t i = 0; i < count; i++) {
        parts[i].input = &from->inputs.data[i];
        parts[i].text = ptx_of(&parts[i]);
        launches |= parts[i].text && iq_instrument_launches(parts[i].text, strlen(parts[i].text));
    }
    /* kernels of one part may be launched by another one, without our parameter */
    if (launches)
        module->why_not = "its kernels launch kernels";
    for (size_t i = 0; !launches && i < count; i++)
        instrument(module, &parts[i], is_alone(from), caps, cap_count);
    if (module->code.text)
        image = is_alone(from) ? module->code.text : link_in_context(parts, from);
    if (image)
        module->why_not = NULL;
    else if (module->code.text)
        iq_checked_module_give_up(module, "the driver does not link its instrumented PTX");
    module->image = image;
    for (size_t i = 0; i < count; i++)
        free(parts[i].unpacked);
    free(parts);
}
