/* NCCL as a call's way sees it: collectives on streams and memory of CUDA. */
#include "abi/nccl_abi.h"
#include "api_cuda/flow.h"
#include "api_cuda/nccl.h"
#include "call/api.h"

#define ERROR(code, name, text) { code, #name },
static const struct iq_status statuses[] = {
#include "nccl/errors.def"
};

/* One code for whatever is wrong with an argument. */
static int64_t answer(const struct iq_call *call, enum iq_answer answer, int arg)
{
    (void)call, (void)answer, (void)arg;
    return ncclInvalidArgument;
}

static bool is_argument_error(int64_t result)
{
    return result == ncclInvalidArgument || result == ncclInvalidUsage;
}
static bool is_memory_error(int64_t result) { return result == ncclUnhandledCudaError; }

/* Still under way, or it failed outside of the call: another rank, the network, a kernel before. */
static bool is_expected(const struct iq_call *call)
{
    return call->result == ncclInProgress || call->result == ncclSystemError ||
           call->result == ncclInternalError || call->result == ncclRemoteError;
}

/* Joins the other ranks, which may come late or never. */
static bool may_wait(const struct iq_call *call)
{
    return call->entry->effects || call->plan->ends || !call->entry->arg_count;
}

const struct iq_api iq_api_nccl = {
    .name = "nccl",
    .statuses = statuses,
    .status_count = sizeof statuses / sizeof *statuses,
    .refuses_null = true,
    .makes_many = true,
    .answer = answer,
    .is_argument_error = is_argument_error,
    .is_handle_error = is_argument_error,
    .is_memory_error = is_memory_error,
    .not_ready = ncclInProgress,
    .is_expected = is_expected,
    .flow = iq_flow_of,
    .may_wait = may_wait,
    .region_bytes = iq_nccl_bytes,
    .order_before = iq_flow_before,
    .order_ahead = iq_flow_ahead,
    .order_done = iq_flow_done,
    .order_conflict = iq_flow_tell,
    .order_take_back = iq_flow_take_back,
};
