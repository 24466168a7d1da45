/* Callbacks of the program: each is wrapped, so that calls which it makes are the program's own and
 * its user_data can be looked at when it runs. */
#include <string.h>

#include "api_opencl/callback.h"
#include "api_opencl/enqueue.h"
#include "api_opencl/objects.h"
#include "api_opencl/port.h"
#include "base/locks.h"
#include "base/memory.h"
#include "base/pkey.h"
#include "call/core.h"
#include "call/walk.h"
#include "process/hostheap.h"

void iq_fx_cl_callback(struct iq_call *call, int phase);
void iq_fx_cl_end_callback(struct iq_call *call, int phase);
void iq_fx_cl_context_end(struct iq_call *call, int phase);
void iq_fx_cl_program_end(struct iq_call *call, int phase);

struct callback {
    struct iq_spare spare;
    uint64_t function, user;
    struct iq_call_ref ref;
    enum iq_cl_callback kind;
    bool reported;                  /* its user_data were wrong from the start */
    struct iq_hostheap_block block; /* that they were in */
    int watch; /* on that block: its place may have another owner when the callback runs; -1: none
                */
};

/* An error callback runs any number of times; that of a build may run when the call fails, too, and
 * before it returns.  Their records stay for good. */
static bool is_kept(enum iq_cl_callback kind)
{
    return kind == IQ_CL_CALLBACK_ERROR || kind == IQ_CL_CALLBACK_PROGRAM;
}

static struct iq_spare *spares;

/* Watches are few: only what runs once, and soon, has one. */
static int watch(struct callback *callback)
{
    uint64_t data = callback->user;
    bool live = !is_kept(callback->kind) && data && iq_hostheap_covers(data, 1) &&
                iq_hostheap_find(data, &callback->block) == IQ_HOSTHEAP_LIVE;
    return live ? iq_hostheap_watch(callback->block.base) : -1;
}

static void look(const struct callback *callback)
{
    struct iq_hostheap_block block = callback->block;
    block.freed = iq_hostheap_watched(callback->watch);
    if (block.freed)
        iq_cl_port.data_freed(&callback->ref, callback->user, &block);
    else if (!callback->reported)
        iq_cl_port.check_callback(&callback->ref, callback->user);
}

static void give_back(struct callback *callback)
{
    iq_hostheap_unwatch(callback->watch);
    iq_spare_give(&spares, &callback->spare);
}

/* What a callback interrupts: calls that it makes are the program's, also where an implementation
 * calls back from inside a call. */
struct interrupted {
    struct iq_thread *thread;
    struct iq_call *top;
    const struct iq_call_ref *callback;
    struct iq_suspicion suspicions[IQ_THREAD_SUSPICIONS];
    uint32_t count;
    bool rights;
};

static void begin(struct interrupted *saved, const struct callback *callback)
{
    struct iq_thread *thread = saved->thread = iq_thread_get();
    if (!thread)
        return;
    saved->top = iq_call_here.top;
    saved->callback = thread->callback;
    saved->count = thread->suspicion_count;
    memcpy(saved->suspicions, thread->suspicions, saved->count * sizeof *saved->suspicions);
    iq_call_here.top = NULL;
    thread->callback = &callback->ref;
    saved->rights = iq_pkey_suspend();
    look(callback);
}

static void end(struct interrupted *saved, struct callback *callback)
{
    if (saved->thread) {
        iq_call_here.top = saved->top;
        if (saved->top) /* its calls may have opened it */
            iq_call_here.query = IQ_CALL_CLOSED;
        saved->thread->callback = saved->callback;
        saved->thread->suspicion_count = saved->count;
        memcpy(saved->thread->suspicions, saved->suspicions,
               saved->count * sizeof *saved->suspicions);
        iq_pkey_resume(saved->rights);
    }
    if (!is_kept(callback->kind))
        give_back(callback);
}

static void *user_of(const struct callback *callback) { return (void *)(uintptr_t)callback->user; }

static void on_event(cl_event event, cl_int status, void *user)
{
    struct callback *callback = user;
    struct interrupted saved;
    const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_EVENT, (uintptr_t)event);
    if (handle && handle->kind == IQ_KIND_CL_EVENT && status <= CL_COMPLETE)
        iq_cl_event_is_over(handle);
    begin(&saved, callback);
    ((iq_cl_event_notify)(uintptr_t)callback->function)(event, status, user_of(callback));
    end(&saved, callback);
}

/* A memory object ends when all commands that use it have: its last owner may have given it up long
 * before. */
static void on_memory_end(cl_mem memory, void *user)
{
    struct callback *callback = user;
    struct interrupted saved;
    iq_cl_all_is_over();
    begin(&saved, callback);
    ((iq_cl_mem_notify)(uintptr_t)callback->function)(memory, user_of(callback));
    end(&saved, callback);
}

static void on_context_end(cl_context context, void *user)
{
    struct callback *callback = user;
    struct interrupted saved;
    begin(&saved, callback);
    ((iq_cl_context_end)(uintptr_t)callback->function)(context, user_of(callback));
    end(&saved, callback);
}

static void on_error(const char *words, const void *data, size_t size, void *user)
{
    struct callback *callback = user;
    struct interrupted saved;
    begin(&saved, callback);
    ((iq_cl_context_notify)(uintptr_t)callback->function)(words, data, size, user_of(callback));
    end(&saved, callback);
}

static void on_program(cl_program program, void *user)
{
    struct callback *callback = user;
    struct interrupted saved;
    begin(&saved, callback);
    ((iq_cl_program_notify)(uintptr_t)callback->function)(program, user_of(callback));
    end(&saved, callback);
}

static uintptr_t function_of(enum iq_cl_callback kind)
{
    switch (kind) {
    case IQ_CL_CALLBACK_EVENT: return (uintptr_t)on_event;
    case IQ_CL_CALLBACK_MEMORY_END: return (uintptr_t)on_memory_end;
    case IQ_CL_CALLBACK_CONTEXT_END: return (uintptr_t)on_context_end;
    case IQ_CL_CALLBACK_ERROR: return (uintptr_t)on_error;
    default: return (uintptr_t)on_program;
    }
}

void iq_cl_callback_wrap(struct iq_call *call, int phase, enum iq_cl_callback kind)
{
    uint64_t *args = (uint64_t *)(uintptr_t)call->args; /* the wrapper hands these two on */
    int function = iq_entry_arg(call->entry, IQ_ROLE_CALLBACK);
    int user = iq_entry_arg(call->entry, IQ_ROLE_USER);
    struct callback *callback;
    if (phase == IQ_EFFECTS_BEFORE && args[function] &&
        (callback = iq_spare_take(&spares, sizeof *callback))) {
        *callback = (struct callback){ .function = args[function],
                                       .user = args[user],
                                       .ref = iq_call_ref_of(call),
                                       .kind = kind };
        callback->reported = iq_cl_port.check_callback(&callback->ref, callback->user);
        callback->watch = watch(callback);
        args[function] = function_of(kind);
        args[user] = (uint64_t)(uintptr_t)callback;
    } else if (phase == IQ_EFFECTS_AFTER && args[function] == function_of(kind) &&
               (is_kept(kind) || call->result)) {
        /* another record that was called may be over by now */
        callback = (struct callback *)(uintptr_t)args[user];
        args[function] = callback->function;
        args[user] = callback->user;
        if (!is_kept(kind))
            give_back(callback);
    }
}

void iq_fx_cl_callback(struct iq_call *call, int phase)
{
    iq_cl_callback_wrap(call, phase, IQ_CL_CALLBACK_EVENT);
}
void iq_fx_cl_end_callback(struct iq_call *call, int phase)
{
    iq_cl_callback_wrap(call, phase, IQ_CL_CALLBACK_MEMORY_END);
}
void iq_fx_cl_context_end(struct iq_call *call, int phase)
{
    iq_cl_callback_wrap(call, phase, IQ_CL_CALLBACK_CONTEXT_END);
}
void iq_fx_cl_program_end(struct iq_call *call, int phase)
{
    iq_cl_callback_wrap(call, phase, IQ_CL_CALLBACK_PROGRAM);
}
