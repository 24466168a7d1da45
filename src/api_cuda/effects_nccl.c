/* Communicators of NCCL, and what is called on them. */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "abi/nccl_abi.h"
#include "api_cuda/nccl.h"
#include "base/hash.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/walk.h"
#include "trace/writer.h"

void iq_fx_nccl_init_rank(struct iq_call *call, int phase);
void iq_fx_nccl_init_scalable(struct iq_call *call, int phase);
void iq_fx_nccl_init_all(struct iq_call *call, int phase);
void iq_fx_nccl_split(struct iq_call *call, int phase);
void iq_fx_nccl_collective(struct iq_call *call, int phase);

/* Bytes of an element, by ncclDataType_t. */
static const uint8_t element_bytes[] = { 1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1 };

static bool has_succeeded(const struct iq_call *call, int phase)
{
    return phase == IQ_EFFECTS_AFTER && !call->outer &&
           (!call->result || call->result == ncclInProgress);
}

/* The value of the argument called [name]; [fallback] if the call has none. */
static int64_t value_of(const struct iq_call *call, const char *name, int64_t fallback)
{
    int arg = iq_entry_arg_named(call->entry, name);
    return arg < 0 ? fallback : (int64_t)(int32_t)call->args[arg];
}

/* The live communicator that [call] works on. */
static struct iq_handle *handle_of(const struct iq_call *call)
{
    int arg = iq_entry_arg_named(call->entry, "comm");
    struct iq_handle *handle = arg < 0 ? NULL : iq_resolved_handle(call, arg, IQ_KIND_COMMUNICATOR);
    return handle && handle->kind == IQ_KIND_COMMUNICATOR && !iq_handle_is_dead(handle) ? handle
                                                                                        : NULL;
}

const struct iq_communicator *iq_nccl_communicator(const struct iq_call *call)
{
    const struct iq_handle *handle = handle_of(call);
    return handle ? handle->details : NULL;
}

/* Notes what the new communicator [value] is. */
static void begin(const struct iq_call *call, uint64_t value, uint64_t id, int rank, int ranks)
{
    struct iq_handle *handle = value ? iq_handle_find(IQ_KIND_COMMUNICATOR, value) : NULL;
    /* a communicator that does not block comes with ncclInProgress */
    if (value && (!handle || handle->kind != IQ_KIND_COMMUNICATOR || iq_handle_is_dead(handle)))
        handle = iq_handle_create(IQ_KIND_COMMUNICATOR, value, NULL,
                                  iq_call_ref_of((struct iq_call *)call));
    if (!handle)
        return;
    struct iq_communicator *communicator = iq_handle_details(handle, sizeof *communicator, 0);
    if (!communicator)
        return;
    *communicator = (struct iq_communicator){ .id = id, .rank = rank, .ranks = ranks };
    uint32_t stack = iq_call_ref_of((struct iq_call *)call).stack;
    iq_findings_keep_stack(stack);
    communicator->record = iq_trace_collectives(id, rank, ranks, stack);
}

/* One rank of a communicator, whose ranks find each other by the [count] values at [ids]. */
static void begin_rank(const struct iq_call *call, uint64_t ids, int count, int rank)
{
    uint64_t value = 0;
    if (!call->args[0] || !ids || count < 1)
        return;
    memcpy(&value, (const void *)(uintptr_t)call->args[0], sizeof value);
    begin(call, value,
          iq_hash_bytes((const void *)(uintptr_t)ids, (size_t)count * sizeof(ncclUniqueId)), rank,
          (int)call->args[1]);
}

/* (*comm, nranks, commId, rank) */
void iq_fx_nccl_init_rank(struct iq_call *call, int phase)
{
    if (has_succeeded(call, phase))
        begin_rank(call, call->args[2], 1, (int)call->args[3]);
}

/* (*newcomm, nranks, myrank, nId, commIds) */
void iq_fx_nccl_init_scalable(struct iq_call *call, int phase)
{
    if (has_succeeded(call, phase))
        begin_rank(call, call->args[4], (int)call->args[3], (int)call->args[2]);
}

/* (*comm, ndev, *devlist): all ranks are in this process. */
void iq_fx_nccl_init_all(struct iq_call *call, int phase)
{
    if (!has_succeeded(call, phase) || !call->args[0])
        return;
    char host[HOST_NAME_MAX + 1] = "";
    gethostname(host, sizeof host - 1);
    uint64_t id =
        iq_hash_u64(iq_hash_bytes(host, strlen(host)) ^ (uint64_t)getpid() << 32 ^ call->number);
    for (int rank = 0; rank < (int)call->args[1]; rank++) {
        uint64_t value;
        memcpy(&value, (const char *)(uintptr_t)call->args[0] + (size_t)rank * sizeof value,
               sizeof value);
        begin(call, value, id, rank, (int)call->args[1]);
    }
}

/* Writes [call] down as the next one on its communicator. */
static void note(const struct iq_call *call, struct iq_communicator *communicator)
{
    struct iq_trace_collectives *record = communicator->record;
    if (!record)
        return;
    uint32_t stack = iq_call_ref_of((struct iq_call *)call).stack;
    iq_findings_keep_stack(stack);
    int count = iq_entry_arg(call->entry, IQ_ROLE_COUNT);
    record->calls[record->count % IQ_TRACE_COLLECTIVES] =
        (struct iq_trace_collective){ .count = count < 0 ? 0 : call->args[count],
                                      .stack = stack,
                                      .entry = call->entry->id,
                                      .datatype = (int16_t)value_of(call, "datatype", -1),
                                      .op = (int32_t)value_of(call, "op", -1),
                                      .root = (int32_t)value_of(call, "root", -1) };
    __atomic_store_n(&record->count, record->count + 1, __ATOMIC_RELEASE);
}

/* The call was refused: it takes no part in the order. */
static void take_back(const struct iq_communicator *communicator)
{
    struct iq_trace_collectives *record = communicator->record;
    if (record && record->count)
        __atomic_store_n(&record->count, record->count - 1, __ATOMIC_RELEASE);
}

void iq_fx_nccl_collective(struct iq_call *call, int phase)
{
    struct iq_handle *handle = call->outer ? NULL : handle_of(call);
    if (!handle || !handle->details)
        return;
    if (phase == IQ_EFFECTS_BEFORE)
        note(call, handle->details);
    else if (phase == IQ_EFFECTS_AFTER &&
             (call->result == ncclInvalidArgument || call->result == ncclInvalidUsage))
        take_back(handle->details);
}

/* (comm, color, key, *newcomm): the ranks of one color are a communicator; a collective of the
 * whole. */
void iq_fx_nccl_split(struct iq_call *call, int phase)
{
    struct iq_handle *handle = call->outer ? NULL : handle_of(call);
    struct iq_communicator *whole = handle ? handle->details : NULL;
    uint64_t value = 0;
    iq_fx_nccl_collective(call, phase);
    if (!whole || !has_succeeded(call, phase))
        return;
    uint64_t id = iq_hash_u64(whole->id + iq_hash_u64(++whole->splits) + (uint32_t)call->args[1]);
    if (call->args[3])
        memcpy(&value, (const void *)(uintptr_t)call->args[3], sizeof value);
    begin(call, value, id, whole->rank, 0);
}

uint64_t iq_nccl_bytes(const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    const struct iq_communicator *communicator = iq_nccl_communicator(call);
    uint64_t type = call->args[role->element - 1], bytes;
    if (type >= sizeof element_bytes || !communicator)
        return 0;
    /* only the root uses what others may leave out */
    if (role->optional && value_of(call, "root", communicator->rank) != communicator->rank)
        return 0;
    if (__builtin_mul_overflow(call->args[role->size_arg], element_bytes[type], &bytes))
        return UINT64_MAX;
    if (role->each && __builtin_mul_overflow(bytes, (uint64_t)communicator->ranks, &bytes))
        return UINT64_MAX;
    return bytes;
}
