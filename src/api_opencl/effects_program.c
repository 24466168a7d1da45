/* Programs and kernels: their source, how building went, what a kernel's parameters are. */
#include <string.h>

#include "api_opencl/callback.h"
#include "api_opencl/driver.h"
#include "api_opencl/kernels.h"
#include "api_opencl/launches.h"
#include "api_opencl/objects.h"
#include "api_opencl/source.h"
#include "base/hash.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/rule.h"
#include "model/names.h"
#include "process/peek.h"

void iq_fx_cl_build(struct iq_call *call, int phase);
void iq_fx_cl_compile(struct iq_call *call, int phase);
void iq_fx_cl_link(struct iq_call *call, int phase);
void iq_fx_cl_program_source(struct iq_call *call, int phase);
/* What the program was built with and for. */
static void keep_options(struct iq_cl_program *program, const struct iq_call *call)
{
    uint64_t options = iq_cl_value(call, "options"), list = iq_cl_value(call, "device_list"),
             devices[IQ_CL_DEVICES];
    uint32_t count = (uint32_t)iq_cl_value(call, "num_devices");
    program->options = options ? iq_name_intern((const char *)(uintptr_t)options) : NULL;
    program->device_count = 0;
    if (!list || count > IQ_CL_DEVICES ||
        !iq_peek(devices, (uintptr_t)list, count * sizeof *devices, false))
        return;
    for (uint32_t i = 0; i < count; i++)
        program->devices[i] = devices[i];
    program->device_count = count;
}

void iq_fx_cl_kernel(struct iq_call *call, int phase);
void iq_fx_cl_kernel_clone(struct iq_call *call, int phase);
void iq_fx_cl_kernels(struct iq_call *call, int phase);
void iq_fx_cl_set_arg(struct iq_call *call, int phase);
void iq_fx_cl_exec_info(struct iq_call *call, int phase);

enum { SOURCE_LIMIT = 4 << 20, REMEMBERED = 64 };

static bool any_failed; /* atomic: builds */

static bool has_room(struct iq_cl_program *program, size_t size)
{
    uint32_t room = 4096;
    if (program->source_room >= size)
        return true;
    while (room < size)
        room *= 2;
    program->source = iq_core_alloc(room);
    program->source_room = program->source ? room : 0;
    return program->source;
}

/* The strings are the program's; the implementation has just read them. */
static void keep_source(struct iq_cl_program *program, const struct iq_call *call)
{
    const char *const *strings = (const char *const *)(uintptr_t)iq_cl_value(call, "strings");
    const size_t *lengths = (const size_t *)(uintptr_t)iq_cl_value(call, "lengths");
    uint32_t count = (uint32_t)iq_cl_value(call, "count");
    size_t total = 0;
    for (uint32_t i = 0; strings && i < count; i++)
        total += lengths && lengths[i] ? lengths[i] : strings[i] ? strlen(strings[i]) : 0;
    program->source_bytes = 0;
    if (!total || total > SOURCE_LIMIT || !has_room(program, total))
        return;
    for (uint32_t i = 0; i < count; i++) {
        size_t length = lengths && lengths[i] ? lengths[i] : strings[i] ? strlen(strings[i]) : 0;
        memcpy((char *)(uintptr_t)program->source + program->source_bytes, strings[i], length);
        program->source_bytes += (uint32_t)length;
    }
}

void iq_fx_cl_program_source(struct iq_call *call, int phase)
{
    struct iq_handle *handle =
        phase == IQ_EFFECTS_AFTER && !call->result
            ? iq_cl_made(call, sizeof(struct iq_cl_program), IQ_CL_KEEP_PROGRAM)
            : NULL;
    if (handle)
        keep_source(handle->details, call);
}

uint64_t iq_cl_source_cause(const struct iq_cl_program *program)
{
    return program && program->source_bytes
               ? iq_cause(IQ_CAUSE_SOURCE, iq_hash_bytes(program->source, program->source_bytes))
               : 0;
}

/* The same source with other options, maybe as another program: those that failed were tried. */
static void excuse_earlier(const struct iq_cl_program *program)
{
    uint64_t cause =
        __atomic_load_n(&any_failed, __ATOMIC_RELAXED) ? iq_cl_source_cause(program) : 0;
    uint64_t id = cause ? iq_findings_of_cause(cause) : 0;
    if (id)
        iq_findings_demote(id, IQ_NOTE);
}

static void build(struct iq_call *call, int phase, bool compiled_only)
{
    struct iq_handle *handle = phase == IQ_EFFECTS_AFTER ? iq_cl_object(call, 0) : NULL;
    struct iq_cl_program *program =
        handle ? iq_cl_details(handle, sizeof *program, IQ_CL_KEEP_PROGRAM) : NULL;
    if (!program)
        return;
    keep_options(program, call);
    program->built = iq_call_ref_of(call);
    program->build_failed = call->result != 0;
    if (program->build_failed)
        __atomic_store_n(&any_failed, true, __ATOMIC_RELAXED);
    else
        excuse_earlier(program);
    program->compiled_only = compiled_only;
    program->failure = 0;
    __atomic_add_fetch(&iq_cl_changed, 1, __ATOMIC_RELEASE);
}

void iq_fx_cl_build(struct iq_call *call, int phase)
{
    iq_cl_callback_wrap(call, phase, IQ_CL_CALLBACK_PROGRAM);
    build(call, phase, false);
}

void iq_fx_cl_compile(struct iq_call *call, int phase)
{
    iq_cl_callback_wrap(call, phase, IQ_CL_CALLBACK_PROGRAM);
    build(call, phase, true);
}

void iq_fx_cl_link(struct iq_call *call, int phase)
{
    iq_cl_callback_wrap(call, phase, IQ_CL_CALLBACK_PROGRAM);
    struct iq_handle *handle =
        phase == IQ_EFFECTS_AFTER && !call->result
            ? iq_cl_made(call, sizeof(struct iq_cl_program), IQ_CL_KEEP_PROGRAM)
            : NULL;
    struct iq_cl_program *program = iq_cl_program_of(handle);
    if (program)
        program->built = iq_call_ref_of(call);
}

/* --- kernels
 * ------------------------------------------------------------------------------------------
 */

static const char *intern_part(const char *text, size_t length)
{
    char copy[128];
    if (!text || length >= sizeof copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return iq_name_intern(copy);
}

static uint64_t arg_info(uint64_t kernel, uint32_t index, cl_kernel_arg_info what, size_t size)
{
    uint64_t value = 0;
    cl_kernel handle = (cl_kernel)(uintptr_t)kernel;
    return iq_cl_driver.clGetKernelArgInfo &&
                   !iq_cl_driver.clGetKernelArgInfo(handle, index, what, size, &value, NULL)
               ? value
               : 0;
}

static const char *arg_text(uint64_t kernel, uint32_t index, cl_kernel_arg_info what)
{
    char text[128] = "";
    cl_kernel handle = (cl_kernel)(uintptr_t)kernel;
    if (!iq_cl_driver.clGetKernelArgInfo ||
        iq_cl_driver.clGetKernelArgInfo(handle, index, what, sizeof text - 1, text, NULL) || !*text)
        return NULL;
    return iq_name_intern(text);
}

/* What the implementation says of argument [index]. */
static void ask_arg(uint64_t kernel, uint32_t index, struct iq_cl_arg *arg)
{
    uint64_t space = arg_info(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(cl_uint));
    if (!space)
        return;
    arg->type = arg_text(kernel, index, CL_KERNEL_ARG_TYPE_NAME);
    const char *name = arg_text(kernel, index, CL_KERNEL_ARG_NAME);
    arg->name = name ? name : arg->name;
    uint64_t qualifiers = arg_info(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(uint64_t));
    bool image = arg_info(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(cl_uint)) !=
                 CL_KERNEL_ARG_ACCESS_NONE;
    bool star = arg->type && strchr(arg->type, '*');
    if (qualifiers & CL_KERNEL_ARG_TYPE_PIPE)
        arg->kind = IQ_CL_ARG_PIPE;
    else if (image || (arg->type && !strncmp(arg->type, "image", 5)))
        arg->kind = IQ_CL_ARG_IMAGE;
    else if (space == CL_KERNEL_ARG_ADDRESS_LOCAL)
        arg->kind = IQ_CL_ARG_LOCAL;
    else if (space == CL_KERNEL_ARG_ADDRESS_GLOBAL || space == CL_KERNEL_ARG_ADDRESS_CONSTANT)
        arg->kind = IQ_CL_ARG_MEMORY;
    else if (arg->type && !strcmp(arg->type, "sampler_t"))
        arg->kind = IQ_CL_ARG_SAMPLER;
    else if (arg->type && !star) {
        arg->kind = IQ_CL_ARG_VALUE;
        arg->bytes = iq_cl_type_bytes(arg->type, strlen(arg->type));
    }
    arg->constant = space == CL_KERNEL_ARG_ADDRESS_CONSTANT;
    if (arg->kind == IQ_CL_ARG_MEMORY && (arg->constant || qualifiers & CL_KERNEL_ARG_TYPE_CONST))
        arg->access = IQ_CL_ACCESS_READ;
}

/* What is known of a kernel's parameters, of the last ones that were looked up; IQ_LOCK_KERNELS.
 * Libraries make the same kernel again and again, and reading its source takes longer than all
 * else. */
static struct remembered {
    const struct iq_handle *program;
    uint32_t generation, count;
    uint64_t built;
    const char *name;
    struct iq_cl_arg *args; /* room for IQ_CL_ARGS */
} remembered[REMEMBERED];

/* NULL: the program cannot be recognised again. */
static struct remembered *place_of(const struct iq_handle *handle,
                                   const struct iq_cl_kernel *kernel)
{
    const struct iq_cl_program *program = iq_cl_program_of(kernel->program);
    uintptr_t sum = (uintptr_t)kernel->program >> 6 ^ (uintptr_t)handle->name >> 3;
    return program && program->built.number && handle->name ? &remembered[sum % REMEMBERED] : NULL;
}

static bool recall_args(const struct iq_handle *handle, struct iq_cl_kernel *kernel)
{
    const struct remembered *before = place_of(handle, kernel);
    if (!before)
        return false;
    iq_lock(IQ_LOCK_KERNELS);
    bool same = before->program == kernel->program &&
                before->generation == kernel->program->generation && before->name == handle->name &&
                before->built == iq_cl_program_of(kernel->program)->built.number;
    if (same) {
        memcpy(kernel->args, before->args, before->count * sizeof *before->args);
        kernel->arg_count = before->count;
        kernel->known = true;
    }
    iq_unlock(IQ_LOCK_KERNELS);
    return same;
}

static void remember_args(const struct iq_handle *handle, const struct iq_cl_kernel *kernel)
{
    struct remembered *place = kernel->known ? place_of(handle, kernel) : NULL;
    if (!place)
        return;
    iq_lock(IQ_LOCK_KERNELS);
    struct iq_cl_arg *args = place->args ? place->args : iq_core_alloc(IQ_CL_ARGS * sizeof *args);
    if (args) {
        memcpy(args, kernel->args, kernel->arg_count * sizeof *args);
        *place =
            (struct remembered){ kernel->program,   kernel->program->generation,
                                 kernel->arg_count, iq_cl_program_of(kernel->program)->built.number,
                                 handle->name,      args };
    }
    iq_unlock(IQ_LOCK_KERNELS);
}

static void learn_args(struct iq_handle *handle, struct iq_cl_kernel *kernel)
{
    struct iq_cl_param params[IQ_CL_ARGS];
    const struct iq_cl_program *program = iq_cl_program_of(kernel->program);
    cl_uint count = 0;
    if (!iq_cl_driver.clGetKernelInfo ||
        iq_cl_driver.clGetKernelInfo((cl_kernel)(uintptr_t)handle->value, CL_KERNEL_NUM_ARGS,
                                     sizeof count, &count, NULL) ||
        count > IQ_CL_ARGS)
        return;
    kernel->arg_count = count;
    kernel->known = true;
    int seen = program && program->source_bytes && handle->name
                   ? iq_cl_source_params(program->source, program->source_bytes, handle->name,
                                         params, IQ_CL_ARGS)
                   : -1;
    for (uint32_t i = 0; i < count; i++) {
        struct iq_cl_arg *arg = &kernel->args[i];
        *arg = (struct iq_cl_arg){ 0 };
        if (seen == (int)count) {
            arg->name = intern_part(params[i].name, params[i].name_bytes);
            arg->type = intern_part(params[i].type, params[i].type_bytes);
            arg->kind = params[i].kind;
            arg->access = params[i].access;
            arg->constant = params[i].constant;
            arg->image = params[i].image;
            arg->reads_first = params[i].reads_first;
            arg->writes_first = params[i].writes_first;
            arg->bytes = params[i].bytes;
        }
        ask_arg(handle->value, i, arg);
        bool plain = arg->kind == IQ_CL_ARG_VALUE ||
                     (arg->kind == IQ_CL_ARG_UNKNOWN && seen == (int)count && arg->name);
        if (plain && !arg->bytes && arg->type && program && program->source_bytes)
            arg->bytes = iq_cl_struct_bytes(program->source, program->source_bytes, arg->type);
        if (arg->bytes)
            arg->kind = IQ_CL_ARG_VALUE;
    }
}

static void learn_limits(struct iq_handle *handle, struct iq_cl_kernel *kernel)
{
    const struct iq_cl_context *context = iq_cl_context_of(iq_cl_context_handle(handle));
    if (!context || context->device_count != 1 || context->more || !context->devices[0] ||
        !iq_cl_driver.clGetKernelWorkGroupInfo)
        return;
    cl_device_id device = (cl_device_id)(uintptr_t)context->devices[0]->value;
    cl_kernel value = (cl_kernel)(uintptr_t)handle->value;
    uint64_t size = 0, sizes[3] = { 0, 0, 0 }, local = 0;
    if (!iq_cl_driver.clGetKernelWorkGroupInfo(value, device, CL_KERNEL_WORK_GROUP_SIZE,
                                               sizeof size, &size, NULL))
        kernel->group_size = size;
    if (!iq_cl_driver.clGetKernelWorkGroupInfo(value, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                               sizeof sizes, sizes, NULL))
        memcpy(kernel->required, sizes, sizeof sizes);
    if (!iq_cl_driver.clGetKernelWorkGroupInfo(value, device, CL_KERNEL_LOCAL_MEM_SIZE,
                                               sizeof local, &local, NULL))
        kernel->local_bytes = local;
}

static void made_kernel(struct iq_handle *handle, struct iq_handle *program)
{
    struct iq_cl_kernel *kernel = iq_cl_details(handle, sizeof *kernel, IQ_CL_KEEP_KERNEL);
    if (!kernel)
        return;
    kernel->program = program;
    kernel->context = iq_cl_context_handle(handle);
    kernel->known = false;
    kernel->arg_count = 0;
    if (!kernel->args)
        kernel->args = iq_core_alloc(IQ_CL_ARGS * sizeof *kernel->args);
    if (!kernel->args)
        return;
    if (!recall_args(handle, kernel)) {
        learn_args(handle, kernel);
        remember_args(handle, kernel);
    }
    learn_limits(handle, kernel);
}

void iq_fx_cl_kernel(struct iq_call *call, int phase)
{
    struct iq_handle *handle =
        phase == IQ_EFFECTS_AFTER && !call->result
            ? iq_cl_made(call, sizeof(struct iq_cl_kernel), IQ_CL_KEEP_KERNEL)
            : NULL;
    if (handle)
        made_kernel(handle, iq_cl_object(call, 0));
}

void iq_fx_cl_kernel_clone(struct iq_call *call, int phase)
{
    struct iq_handle *handle =
        phase == IQ_EFFECTS_AFTER && !call->result
            ? iq_cl_made(call, sizeof(struct iq_cl_kernel), IQ_CL_KEEP_KERNEL)
            : NULL;
    struct iq_cl_kernel *from = handle ? iq_cl_kernel_of(iq_cl_object(call, 0)) : NULL,
                        *to = iq_cl_kernel_of(handle);
    if (!handle || !from || !from->args)
        return;
    handle->name = iq_cl_object(call, 0)->name;
    made_kernel(handle, from->program);
    if (to->args && to->arg_count == from->arg_count)
        memcpy(to->args, from->args, to->arg_count * sizeof *to->args);
    to->indirect = from->indirect;
    to->shared_count = from->shared_count;
    memcpy(to->shared, from->shared, sizeof to->shared);
}

void iq_fx_cl_kernels(struct iq_call *call, int phase)
{
    uint64_t value;
    uint32_t count = (uint32_t)call->args[1];
    for (uint32_t i = 0; phase == IQ_EFFECTS_AFTER && !call->result && call->args[2] && i < count;
         i++) {
        if (!iq_peek(&value, (uintptr_t)call->args[2] + i * sizeof value, sizeof value, false))
            return;
        struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_KERNEL, value);
        char name[128] = "";
        if (!handle || handle->kind != IQ_KIND_CL_KERNEL || handle->created.number != call->number)
            continue;
        if (iq_cl_driver.clGetKernelInfo &&
            !iq_cl_driver.clGetKernelInfo((cl_kernel)(uintptr_t)value, CL_KERNEL_FUNCTION_NAME,
                                          sizeof name - 1, name, NULL))
            handle->name = iq_name_intern(name);
        made_kernel(handle, iq_cl_object(call, 0));
    }
}

/* --- arguments
 * ------------------------------------------------------------------------------------------
 */

static bool is_by_address(const struct iq_call *call) { return call->entry->arg_count == 3; }

void iq_fx_cl_set_arg(struct iq_call *call, int phase)
{
    struct iq_handle *handle = phase == IQ_EFFECTS_BEFORE ? NULL : iq_cl_object(call, 0);
    struct iq_cl_kernel *kernel = iq_cl_kernel_of(handle);
    uint32_t index = (uint32_t)call->args[1];
    if (!kernel || !kernel->known)
        return;
    struct iq_cl_arg *arg = index < kernel->arg_count ? &kernel->args[index] : NULL;
    struct iq_cl_setting setting = { .kernel = handle,
                                     .details = kernel,
                                     .arg = arg,
                                     .index = index,
                                     .by_address = is_by_address(call) };
    setting.size = setting.by_address ? sizeof(void *) : call->args[2];
    setting.value = setting.by_address ? call->args[2] : call->args[3];
    if (setting.by_address)
        setting.word = setting.value;
    else if (setting.value && setting.size && setting.size <= sizeof setting.word)
        /* what cannot be read stays 0, and the driver refuses it */
        IQ_DROP(iq_peek(&setting.word, (uintptr_t)setting.value, setting.size, false));
    if (phase == IQ_EFFECTS_CHECK) {
        struct iq_event event = { .verb = IQ_VERB_PASS,
                                  .phase = IQ_PHASE_BEFORE,
                                  .call = call,
                                  .arg = -1,
                                  .kind = IQ_KIND_CL_KERNEL,
                                  .handle = handle,
                                  .pass.setting = &setting };
        iq_rule_dispatch(&event);
        return;
    }
    if (call->result || !arg)
        return;
    __atomic_add_fetch(&kernel->changes, 1, __ATOMIC_RELEASE);
    kernel->settings++;
    arg->set = true;
    arg->by_address = setting.by_address;
    arg->value = setting.word;
    arg->good_at = 0;
    arg->quick = 0;
    arg->size = setting.size;
    arg->ref = iq_call_ref_light(call);
}

void iq_fx_cl_exec_info(struct iq_call *call, int phase)
{
    struct iq_cl_kernel *kernel =
        phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_kernel_of(iq_cl_object(call, 0)) : NULL;
    if (!kernel)
        return;
    kernel->indirect = true;
    __atomic_add_fetch(&kernel->changes, 1, __ATOMIC_RELEASE);
    uint64_t count = call->args[2] / sizeof *kernel->shared;
    if ((uint32_t)call->args[1] != CL_KERNEL_EXEC_INFO_SVM_PTRS)
        return;
    kernel->shared_count = (uint32_t)(count < IQ_CL_SHARED ? count : IQ_CL_SHARED);
    if (!iq_peek(kernel->shared, (uintptr_t)call->args[3],
                 kernel->shared_count * sizeof *kernel->shared, false))
        kernel->shared_count = 0;
}
