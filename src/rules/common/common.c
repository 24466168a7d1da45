#include <stdio.h>
#include <string.h>

#include "api_cuda/kernels.h"
#include "api_opencl/memobj.h"
#include "call/core.h"
#include "call/status.h"
#include "call/thread.h"
#include "process/hostheap.h"
#include "process/hostmap.h"
#include "process/hostmem.h"
#include "process/stack.h"
#include "rules/rules.h"

struct iq_object iq_object_of_range(const struct iq_range *range)
{
    return (struct iq_object){ iq_kind_name(range->kind),
                               range->freed.number ? "freed" : "live",
                               range->base,
                               range->size,
                               range->device,
                               range->created,
                               range->freed };
}

struct iq_object iq_object_of_handle(const struct iq_handle *handle)
{
    bool dead = iq_handle_is_dead(handle);
    const struct iq_memobj *memory = iq_memobj_of(handle);
    return (struct iq_object){ iq_kind_name(handle->kind),
                               dead ? "destroyed" : "live",
                               handle->value,
                               memory ? memory->size : 0,
                               handle->context ? handle->context->device : -1,
                               handle->created,
                               dead ? iq_handle_end(handle) : handle->destroyed };
}

struct iq_object iq_object_of_host(uint64_t address, uint64_t size)
{
    struct iq_object object = { .kind = iq_kind_name(IQ_KIND_HOST_MEMORY),
                                .state = "live",
                                .address = address,
                                .size = size,
                                .device = -1 };
    struct iq_hostheap_block block;
    if (!size && iq_hostheap_find(address, &block) == IQ_HOSTHEAP_LIVE &&
        iq_hostheap_certainly_live(&block)) {
        object.address = block.base;
        object.size = block.size;
        object.created.stack = iq_stack_of_caller(block.allocated);
    }
    return object;
}

struct iq_object iq_object_unknown(enum iq_kind kind, uint64_t value)
{
    return (struct iq_object){
        .kind = iq_kind_name(kind), .state = "never-created", .address = value, .device = -1
    };
}

/* "device-memory" in reports is "device memory" in a sentence. */
const char *iq_plain_kind(const char *kind)
{
    static const char *const plain[][2] = {
        { "device-memory", "device memory" },
        { "pinned-memory", "pinned memory" },
        { "registered-memory", "registered memory" },
        { "managed-memory", "managed memory" },
        { "host-memory", "host memory" },
        { "graph-exec", "executable graph" },
        { "texture", "texture object" },
        { "surface", "surface object" },
        { "mipmapped-array", "mipmapped array" },
        { "link-state", "linker state" },
        { "external-memory", "external memory object" },
        { "external-semaphore", "external semaphore" },
        { "vmm-handle", "memory handle" },
        { "address-range", "address range" },
        { "graph-node", "graph node" },
        { "green-context", "green context" },
        { "texture-reference", "texture reference" },
        { "user-object", "user object" },
        { "graphics-resource", "graphics resource" },
        { "symbol", "__device__ or __constant__ variable" },
        { "svm-memory", "shared memory (SVM)" },
        { "usm-memory", "shared memory (USM)" },
    };
    for (size_t i = 0; i < IQ_COUNT_OF(plain); i++)
        if (kind && !strcmp(kind, plain[i][0]))
            return plain[i][1];
    return kind;
}

const char *iq_guilty_name(const struct iq_suspicion *suspicion, const struct iq_call *call)
{
    return suspicion->member ? suspicion->member : iq_arg_name(call, suspicion->arg);
}

const char *iq_words_of_sizeof(uint64_t bytes)
{
    return bytes == sizeof(void *)       ? ", the size of a pointer"
           : bytes == 3 * sizeof(void *) ? ", the size of the object of a std::vector"
                                         : "";
}

void iq_put_handle(struct iq_str *text, const struct iq_handle *handle, const char *kind)
{
    iq_str_puts(text, kind ? iq_plain_kind(kind) : "object");
    if (handle && handle->name)
        iq_str_printf(text, " \"%s\"", handle->name);
    else if (handle)
        iq_str_printf(text, " 0x%llx", (unsigned long long)handle->value);
}

const char *iq_arg_name(const struct iq_call *call, int i)
{
    return i >= 0 && i < call->entry->arg_count ? call->entry->args[i].name : "an argument";
}

void iq_put_history(struct iq_str *text, const struct iq_object *object, const struct iq_call *call)
{
    bool memory = strstr(object->kind, "memory");
    if (object->created.entry) {
        iq_str_printf(text, "%s by %s ",
                      !strcmp(object->kind, "registered-memory") ? "registered"
                      : memory                                   ? "allocated"
                                                                 : "created",
                      object->created.entry->name);
        iq_put_ago(text, object->created.number, call->number);
    } else
        iq_str_puts(text, "created by a call that inquest did not see");
    if (!object->destroyed.entry)
        return;
    iq_str_printf(text, " and %s by %s ",
                  memory                                  ? "freed"
                  : iq_is_opencl(object->destroyed.entry) ? "released"
                                                          : "destroyed",
                  object->destroyed.entry->name);
    iq_put_ago(text, object->destroyed.number, call->number);
}

void iq_put_object(struct iq_str *text, const struct iq_object *object)
{
    if (object->size) {
        iq_put_bytes(text, object->size);
        iq_str_printf(text, " of ");
    }
    iq_str_printf(text, "%s at 0x%llx", iq_plain_kind(object->kind),
                  (unsigned long long)object->address);
}

void iq_put_object_past(struct iq_str *text, const struct iq_object *object,
                        const struct iq_call *call)
{
    iq_put_object(text, object);
    iq_str_puts(text, object->size > 1 ? " were " : " was ");
    iq_put_history(text, object, call);
}

void iq_put_handle_past(struct iq_str *text, const struct iq_handle *handle,
                        const struct iq_object *object, const struct iq_call *call)
{
    iq_put_handle(text, handle, object->kind);
    iq_str_puts(text, " was ");
    iq_put_history(text, object, call);
}

void iq_put_offset(struct iq_str *text, uint64_t offset, const char *thing, uint64_t size)
{
    if (offset)
        iq_str_printf(text, "byte %llu", (unsigned long long)offset);
    else
        iq_str_puts(text, "the start");
    iq_str_printf(text, " of a %s of ", thing);
    iq_put_bytes(text, size);
}

void iq_put_what(struct iq_str *text, uint64_t address)
{
    struct iq_range below;
    struct iq_hostheap_block block;
    struct iq_hostmap_block map;
    if (iq_hostheap_find(address, &block) == IQ_HOSTHEAP_LIVE &&
        iq_hostheap_certainly_live(&block)) {
        iq_put_offset(text, address - block.base, "heap block", block.size);
        return;
    }
    if (iq_hostmap_find(address, &map) && !iq_stack_is_hidden(map.mapped)) {
        iq_put_offset(text, address - map.base, "host mapping", map.end - map.base);
        return;
    }
    iq_str_puts(text, iq_host_words(address));
    if (iq_range_find_below(address, &below) && below.size &&
        address - below.base < below.size + (64u << 20))
        iq_str_printf(text, ", %llu bytes past the end of the %llu bytes of %s that %s allocated",
                      (unsigned long long)(address - below.base - below.size),
                      (unsigned long long)below.size, iq_plain_kind(iq_kind_name(below.kind)),
                      below.created.entry ? below.created.entry->name
                                          : "a call that inquest did not see");
}

struct iq_call_ref iq_call_ref_of_current(const struct iq_thread *thread)
{
    bool by_runtime = thread->device_ref.number &&
                      (!thread->current || thread->current->device == thread->device);
    return by_runtime ? thread->device_ref : thread->current_ref;
}

void iq_put_current(struct iq_str *text, const struct iq_thread *thread, const struct iq_call *call)
{
    struct iq_call_ref ref = iq_call_ref_of_current(thread);
    int device =
        thread->current && thread->current->device >= 0 ? thread->current->device : thread->device;
    iq_str_printf(text, "; thread %u uses device %d", thread->number, device);
    if (ref.entry) {
        iq_str_printf(text, ", set by %s ", ref.entry->name);
        iq_put_ago(text, ref.number, call->number);
    } else
        iq_str_puts(text, ", the default");
}

const struct iq_handle *iq_living(enum iq_kind kind, uint64_t value)
{
    const struct iq_handle *handle = value ? iq_handle_find(kind, value) : NULL;
    return handle && handle->kind == kind && !iq_handle_is_dead(handle) ? handle : NULL;
}

const struct iq_handle *iq_array_of(uint64_t value)
{
    const struct iq_handle *handle = iq_living(IQ_KIND_ARRAY, value);
    return handle && handle->extent ? handle : NULL;
}

bool iq_is_argument_error(const struct iq_event *event)
{
    return iq_status_is_argument(event->call, event->result);
}

struct iq_suspicion iq_suspicion_at(const struct iq_event *event, enum iq_rule_id rule, int rank,
                                    int arg)
{
    return (struct iq_suspicion){ .rule = rule,
                                  .rank = rank,
                                  .arg = arg,
                                  .failed = IQ_ERROR,
                                  .done = IQ_SILENT,
                                  .object = { .device = -1 },
                                  .member = event->member,
                                  .member_value = event->member ? event->value : 0 };
}

void iq_make_limit(struct iq_suspicion *suspicion)
{
    suspicion->rule = IQ_RULE_SOFT_LIMIT;
    suspicion->failed = IQ_WARNING;
    suspicion->ours = true;
}

uint64_t iq_context_cause(const struct iq_context *context)
{
    return iq_cause(IQ_CAUSE_CONTEXT_ENDED, (uintptr_t)context);
}

void iq_blame_context(struct iq_suspicion *suspicion, const struct iq_context *context)
{
    suspicion->rule = context->by_reset ? IQ_RULE_AFTER_RESET : IQ_RULE_CONTEXT_DESTROYED;
    suspicion->rank = IQ_RANK_CONTEXT;
    suspicion->cause = iq_context_cause(context);
    suspicion->object.destroyed = context->destroyed;
}

void iq_blame_parameter(struct iq_suspicion *suspicion, const char *name, int index, uint64_t value)
{
    char text[12];
    snprintf(text, sizeof text, "%d", index);
    suspicion->parameter = index + 1;
    suspicion->member = name ? name : iq_name_intern(text);
    suspicion->member_value = value;
}

void iq_put_rerun(struct iq_str *text, const char *option)
{
    if (iq_core.config.rerun)
        iq_str_printf(text, "run `inquest %s%s`", option, iq_core.config.rerun);
    else
        iq_str_printf(text, "run again with %s", option);
}
