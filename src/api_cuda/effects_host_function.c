/* Functions of the program that streams call: where the data that they get may end before they run,
 * in a block of the heap or in a frame of the stack, they are wrapped, so that it is known whether
 * they have begun and the data can be looked at when they do.  Of a capture they are not: the graph
 * would show our function to the program, and runs it any number of times (effects_graph.c).
 * Owner: records stay for good and are used again.  Threads: any; IQ_LOCK_NAMES for the spare ones.
 * Fork: what has not run never will. */
#include "abi/cuda_abi.h"
#include "api_cuda/port.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/variable.h"
#include "call/walk.h"
#include "process/hostheap.h"

void iq_fx_host_function(struct iq_call *call, int phase);

struct host_function {
    struct iq_spare spare;
    uint64_t function, data;
    struct iq_call_ref ref;
    struct iq_hostheap_block block; /* that the data were in; .size 0: in a frame */
    int watch;                      /* on that block */
    uint64_t begun;                 /* atomic: how often a function of this record was called */
    uint32_t holders;               /* atomic: the call that passes it, the stream that runs it */
};

/* (stream, function, data), and flags of what takes a status, too. */
enum { FUNCTION = 1, DATA = 2, FLAGS = 3 };

static struct iq_spare *spares;

static void give_back(struct host_function *function)
{
    if (__atomic_sub_fetch(&function->holders, 1, __ATOMIC_ACQ_REL))
        return;
    iq_hostheap_unwatch(function->watch);
    iq_spare_give(&spares, &function->spare);
}

/* The function begins, or never will: its data's frame may end. */
static void begin(struct host_function *function)
{
    __atomic_fetch_add(&function->begun, 1, __ATOMIC_RELEASE);
}

static void look(const struct host_function *function)
{
    struct iq_hostheap_block block = function->block;
    block.freed = iq_hostheap_watched(function->watch);
    if (block.freed)
        iq_cuda_port.data_freed(&function->ref, function->data, &block);
}

/* The record is given back before the program's function is called, which may not return. */
static struct host_function run(struct host_function *function)
{
    struct host_function copy = *function;
    look(function);
    begin(function);
    give_back(function);
    return copy;
}

static void on_function(void *data)
{
    struct host_function function = run(data);
    ((CUhostFn)(uintptr_t)function.function)((void *)(uintptr_t)function.data);
}

static void on_callback(CUstream stream, CUresult status, void *data)
{
    struct host_function function = run(data);
    ((CUstreamCallback)(uintptr_t)function.function)(stream, status,
                                                     (void *)(uintptr_t)function.data);
}

static uint64_t wrapper_of(const struct iq_call *call)
{
    bool callback = call->entry->arg_count > FLAGS;
    return callback ? (uint64_t)(uintptr_t)on_callback : (uint64_t)(uintptr_t)on_function;
}

/* Where [data] lies; false: it does not end before the program does, or is no address. */
static bool may_end(uint64_t data, struct iq_hostheap_block *block)
{
    /* its free will be remembered */
    if (data && iq_hostheap_covers(data, 1) && iq_hostheap_find(data, block) == IQ_HOSTHEAP_LIVE)
        return true;
    *block = (struct iq_hostheap_block){ .size = 0 };
    return iq_variable_is_near(data);
}

/* [args]: the wrapper hands function and data on. */
static void wrap(struct iq_call *call, uint64_t *args)
{
    struct iq_hostheap_block block;
    struct host_function *function = NULL;
    if (!args[FUNCTION] || __atomic_load_n(&iq_core.captures, __ATOMIC_RELAXED) ||
        !may_end(args[DATA], &block) || !(function = iq_spare_take(&spares, sizeof *function)))
        return;
    function->function = args[FUNCTION];
    function->data = args[DATA];
    function->ref = iq_call_ref_of(call);
    function->block = block;
    function->watch = block.size ? iq_hostheap_watch(block.base) : -1;
    function->holders = 2;
    if (!block.size)
        iq_variable_in_flight(
            iq_thread_block, call, DATA,
            (struct iq_point){ &function->begun,
                               __atomic_load_n(&function->begun, __ATOMIC_RELAXED) + 1 });
    args[FUNCTION] = wrapper_of(call);
    args[DATA] = (uint64_t)(uintptr_t)function;
}

/* What asks for the arguments from now on gets the program's own. */
static void unwrap(struct iq_call *call, uint64_t *args)
{
    struct host_function *function = (struct host_function *)(uintptr_t)args[DATA];
    args[FUNCTION] = function->function;
    args[DATA] = function->data;
    if (call->result) { /* it will not run */
        begin(function);
        give_back(function);
    }
    give_back(function);
}

void iq_fx_host_function(struct iq_call *call, int phase)
{
    uint64_t *args = (uint64_t *)(uintptr_t)call->args;
    if (call->outer)
        return;
    if (phase == IQ_EFFECTS_BEFORE)
        wrap(call, args);
    else if (phase == IQ_EFFECTS_AFTER && args[FUNCTION] == wrapper_of(call))
        unwrap(call, args);
}
