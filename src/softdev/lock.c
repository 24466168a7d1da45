/* The driver lock, the way into API functions, thread-local current contexts and what a fork leaves
 * behind. */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "softdev/capture.h"
#include "softdev/context.h"
#include "softdev/engine.h"

struct iq_soft iq_soft;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change;
static atomic_bool initialised, forked, ended;
static uint64_t last_id;

enum { STACK_MAX = 64 };
static _Thread_local struct iq_ctx *ctx_stack[STACK_MAX];
static _Thread_local int ctx_depth;

void iq_lock(void) { pthread_mutex_lock(&lock); }
void iq_unlock(void) { pthread_mutex_unlock(&lock); }
void iq_wait_change(void) { pthread_cond_wait(&change, &lock); }

bool iq_wait_change_until(uint64_t ns)
{
    struct timespec until = { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) };
    return pthread_cond_timedwait(&change, &lock, &until) != ETIMEDOUT;
}

void iq_signal_change(void) { pthread_cond_broadcast(&change); }

static void after_fork(void)
{
    if (atomic_load(&initialised))
        atomic_store(&forked, true);
}

/* A driver leaves at exit: before the destructors of what was made before its first call, and
 * static objects are.  Work that nobody waited for comes to its end first. */
static void process_ends(void)
{
    struct iq_device *device;
    if (atomic_load(&forked) || iq_engine_in_callback())
        return;
    iq_lock();
    for (int i = 0; i < iq_soft.device_count; i++)
        if (!iq_device_get(i, &device) && device->primary->retains && !device->primary->destroyed)
            iq_ctx_drain_or_stop(device->primary);
    atomic_store(&ended, true);
    iq_unlock();
}

void iq_lock_mark_initialised(void)
{
    static bool registered;
    if (!registered) {
        pthread_condattr_t attributes;
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        pthread_cond_init(&change, &attributes);
        pthread_condattr_destroy(&attributes);
        pthread_atfork(NULL, NULL, after_fork);
        atexit(process_ends);
    }
    registered = true;
    atomic_store(&initialised, true);
}

bool iq_is_uninitialised(void) { return !atomic_load(&initialised) || atomic_load(&forked); }

bool iq_is_forked(void) { return atomic_load(&forked); }

/* In a forked child the lock may be held by a thread that does not exist there, so it is not
 * touched. */
static _Thread_local bool entered_unlocked;

static CUresult enter(bool permitted)
{
    entered_unlocked = iq_is_uninitialised();
    if (entered_unlocked)
        return CUDA_ERROR_NOT_INITIALIZED;
    if (atomic_load(&ended))
        return entered_unlocked = true, CUDA_ERROR_DEINITIALIZED;
    if (!permitted)
        return entered_unlocked = true, CUDA_ERROR_NOT_PERMITTED;
    iq_lock();
    return CUDA_SUCCESS;
}

CUresult iq_enter_plain(void) { return enter(!iq_engine_in_callback()); }

/* After [entered]: the current context, if it can be used. */
static CUresult find_current(CUresult entered, struct iq_ctx **ctx)
{
    *ctx = NULL;
    if (entered)
        return entered;
    struct iq_ctx *current = iq_ctx_current();
    if (!current)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (current->destroyed)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *ctx = current;
    return CUDA_SUCCESS;
}

CUresult iq_enter_calm(struct iq_ctx **ctx) { return find_current(iq_enter_plain(), ctx); }

CUresult iq_enter(struct iq_ctx **ctx)
{
    CUresult r = iq_enter_calm(ctx);
    return r ? r : (CUresult)atomic_load(&(*ctx)->sticky);
}

CUresult iq_enter_for_stream(struct iq_ctx **ctx)
{
    CUresult r = find_current(enter(iq_engine_may_name_stream()), ctx);
    return r ? r : (CUresult)atomic_load(&(*ctx)->sticky);
}

CUresult iq_leave(CUresult code)
{
    if (!entered_unlocked)
        iq_unlock();
    entered_unlocked = false;
    return code;
}

struct iq_ctx *iq_ctx_current(void) { return ctx_depth ? ctx_stack[ctx_depth - 1] : NULL; }

void iq_ctx_set_current(struct iq_ctx *ctx)
{
    if (!ctx) {
        if (ctx_depth)
            ctx_depth--;
        return;
    }
    if (!ctx_depth)
        ctx_depth = 1;
    ctx_stack[ctx_depth - 1] = ctx;
}

CUresult iq_ctx_push(struct iq_ctx *ctx)
{
    if (ctx_depth == STACK_MAX)
        return CUDA_ERROR_OUT_OF_MEMORY;
    ctx_stack[ctx_depth++] = ctx;
    return CUDA_SUCCESS;
}

struct iq_ctx *iq_ctx_pop(void) { return ctx_depth ? ctx_stack[--ctx_depth] : NULL; }

uint64_t iq_next_id(void) { return ++last_id; }

void iq_complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}
