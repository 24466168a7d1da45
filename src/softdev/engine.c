/* Operations, the queue of ready ones and the worker threads, which are made when an operation is
 * ready and none is idle (host functions and waits on values may block for as long as they
 * like). */
#include "softdev/engine.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "softdev/condition.h"
#include "softdev/nest.h"
#include "softdev/observer.h"
#include "softdev/shadow.h"
#include "softdev/share.h"
#include "softdev/unwritten.h"

enum { WORKERS_MAX = 1024 };

static struct iq_op *ready_first, **ready_last = &ready_first;
static unsigned idle_workers, worker_count, waiting_jobs;
/* guards the ready queue and the counts above */
static pthread_mutex_t wake_lock = PTHREAD_MUTEX_INITIALIZER;
/* Counts what became ready; idle workers sleep on it.  Not a condition variable: up to glibc 2.40 a
 * wake-up of pthread_cond_signal can be lost, and the work with it. */
static _Atomic uint32_t wake;
static atomic_int waiters;
/* mask of the thread that made the last worker; with wake_lock */
static sigset_t program_signals;
static _Thread_local bool in_callback, of_graph, takes_no_signals;
/* call whose operations are made up as others run; 0: the one under way */
static _Thread_local uint64_t working_for;

uint64_t iq_engine_call(void) { return working_for ? working_for : iq_observer_call(); }

bool iq_engine_in_callback(void) { return in_callback; }

bool iq_engine_may_name_stream(void) { return !in_callback || of_graph; }

/* As the threads of a real driver, which take all of them.  Runtimes with collectors adopt a thread
 * that calls their code, and stop it by a signal whenever they collect. */
void iq_engine_admit_signals(void)
{
    if (!takes_no_signals)
        return;
    takes_no_signals = false;
    pthread_mutex_lock(&wake_lock);
    sigset_t signals = program_signals;
    pthread_mutex_unlock(&wake_lock);
    pthread_sigmask(SIG_SETMASK, &signals, NULL);
}

static void set_site(struct iq_work *work)
{
    if (work->kind == IQ_WORK_FILL) {
        work->u.fill.site = iq_observer_site();
    } else {
        work->u.copy.call = iq_engine_call();
        work->u.copy.site = iq_observer_site();
    }
}

struct iq_op *iq_op_new(struct iq_ctx *ctx, struct iq_work *work)
{
    struct iq_op *op = calloc(1, sizeof *op);
    if (!op && work)
        iq_work_finish(work);
    if (!op)
        return NULL;
    op->refs = 1;
    op->pending = 1; /* until submitted */
    op->ctx = ctx;
    if (work)
        op->work = *work;
    if (op->work.kind == IQ_WORK_KERNEL && !op->work.u.kernel.launched) {
        op->work.u.kernel.call = iq_engine_call();
        op->work.u.kernel.watch_host = iq_observer_watches_host();
        op->work.u.kernel.parts = iq_observer_parts();
    }
    if (iq_unwritten_is_due(&op->work))
        set_site(&op->work);
    return op;
}

void iq_op_ref(struct iq_op *op) { op->refs++; }

void iq_op_unref(struct iq_op *op)
{
    if (!op || --op->refs)
        return;
    iq_work_finish(&op->work);
    free(op->dependents);
    free(op);
}

CUresult iq_op_after(struct iq_op *op, struct iq_op *other)
{
    if (!other || other->done || other == op)
        return CUDA_SUCCESS;
    if (other->dependent_count == other->dependent_capacity) {
        uint32_t capacity = other->dependent_capacity ? other->dependent_capacity * 2 : 4;
        void *grown = realloc(other->dependents, capacity * sizeof(struct iq_op *));
        if (!grown)
            return CUDA_ERROR_OUT_OF_MEMORY;
        other->dependents = grown;
        other->dependent_capacity = capacity;
    }
    other->dependents[other->dependent_count++] = op;
    op->pending++;
    iq_op_ref(op);
    return CUDA_SUCCESS;
}

/* Kernels that kernels launched, not too many at once, since each is a thread of its own. */
static struct iq_op *nested_first, **nested_last = &nested_first;
/* not over; of these with a thread; of these with a block that waits in iq_engine_wait_nested */
static uint32_t nested_pending, nested_running, nested_blocked;
enum { NESTED_MOST = 16 };

static void run_work(struct iq_op *op);
static void make_ready(struct iq_op *op);

/* One child is over; true: so is [op]. */
static bool child_over(struct iq_op *op)
{
    op->children--;
    if (op->children || !op->over)
        return false;
    struct iq_op *tail = op->tails;
    if (!tail)
        return true;
    op->tails = tail->next_tail;
    op->children = 1;
    iq_op_submit(tail);
    iq_op_unref(tail);
    return false;
}

void iq_op_adopt(struct iq_op *parent, struct iq_op *op, bool tail)
{
    op->parent = parent;
    iq_op_ref(parent);
    nested_pending++;
    if (!tail) {
        parent->children++;
        return;
    }
    struct iq_op **last = &parent->tails;
    while (*last)
        last = &(*last)->next_tail;
    *last = op;
    iq_op_ref(op);
}

/* Finishing one operation may finish empty ones after it; a list instead of recursion keeps long
 * chains off the stack. */
static void complete(struct iq_op *op)
{
    struct iq_op *list = op;
    op->next_ready = NULL;
    while (list) {
        struct iq_op *now = list;
        list = now->next_ready;
        iq_nest_over(now);
        now->done = true;
        now->done_ns = iq_now_ns();
        for (uint32_t i = 0; i < now->dependent_count; i++) {
            struct iq_op *next = now->dependents[i];
            if (!--next->pending) {
                if (next->work.kind == IQ_WORK_NOTHING) {
                    next->next_ready = list;
                    iq_op_ref(next);
                    list = next;
                } else {
                    make_ready(next);
                }
            }
            iq_op_unref(next);
        }
        now->dependent_count = 0;
        struct iq_op *parent = now->parent;
        now->parent = NULL;
        if (parent)
            nested_pending--;
        if (parent && child_over(parent)) { /* with the reference that the child had */
            parent->next_ready = list;
            list = parent;
        } else if (parent) {
            iq_op_unref(parent);
        }
        iq_work_finish(&now->work);
        iq_op_unref(now);
    }
    iq_signal_change();
}

/* The operation's own work has been done by this thread, which had a reference for it. */
static void end_work(struct iq_op *op)
{
    if (op->parent && op->work.kind != IQ_WORK_NOTHING) {
        struct iq_op *next = nested_first;
        nested_running--;
        if (next) {
            nested_first = next->next_ready;
            nested_last = nested_first ? nested_last : &nested_first;
            make_ready(next);
            iq_op_unref(next);
        }
    }
    op->over = true;
    op->children++; /* itself */
    if (child_over(op))
        complete(op);
    else
        iq_op_unref(op);
}

bool iq_engine_wait_nested(struct iq_op *op, uint32_t most)
{
    nested_blocked += op->parent && !op->blocked++;
    while (nested_pending >= most && nested_running > nested_blocked &&
           !atomic_load(&op->ctx->sticky))
        iq_wait_change();
    nested_blocked -= op->parent && !--op->blocked;
    return nested_pending < most;
}

/* Other schedules than the natural one: late starts work only when somebody waits (or after a
 * while, since programs poll); shuffle lets ready operations overtake each other. */
static void hold_back(void)
{
    if (iq_soft.schedule == IQ_SCHEDULE_LATE)
        for (int i = 0; i < 200 && !atomic_load(&waiters); i++)
            nanosleep(&(struct timespec){ 0, 100000 }, NULL);
    if (iq_soft.schedule == IQ_SCHEDULE_SHUFFLE) {
        uint64_t state = atomic_fetch_add(&iq_soft.schedule_seed, 0x9e3779b97f4a7c15u);
        state = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
        nanosleep(&(struct timespec){ 0, (long)((state ^ state >> 27) % 2000000) }, NULL);
    }
}

static void *worker(void *unused)
{
    (void)unused;
    takes_no_signals = true;
    iq_observer_worker();
    pthread_mutex_lock(&wake_lock);
    for (;;) {
        while (!ready_first) {
            uint32_t seen = atomic_load(&wake);
            idle_workers++;
            pthread_mutex_unlock(&wake_lock);
            syscall(SYS_futex, &wake, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
            pthread_mutex_lock(&wake_lock);
            idle_workers--;
        }
        struct iq_op *op = ready_first;
        ready_first = op->next_ready;
        if (!ready_first)
            ready_last = &ready_first;
        waiting_jobs--;
        pthread_mutex_unlock(&wake_lock);
        hold_back();
        run_work(op);
        iq_lock();
        end_work(op);
        iq_unlock();
        pthread_mutex_lock(&wake_lock);
    }
    return NULL;
}

/* Worker threads take no signals of the program until they have called a function of its own. */
static int start_thread(void *(*run)(void *))
{
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    program_signals = before;
    int failed = pthread_create(&thread, &attributes, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failed;
}

static void make_ready(struct iq_op *op)
{
    iq_op_ref(op);
    op->next_ready = NULL;
    if (op->parent && nested_running == NESTED_MOST) {
        *nested_last = op;
        nested_last = &op->next_ready;
        return;
    }
    nested_running += op->parent != NULL;
    op->started = true;
    pthread_mutex_lock(&wake_lock);
    *ready_last = op;
    ready_last = &op->next_ready;
    waiting_jobs++;
    if (idle_workers < waiting_jobs && worker_count < WORKERS_MAX && !start_thread(worker))
        worker_count++;
    bool sleeping = idle_workers > 0;
    atomic_fetch_add(&wake, 1);
    pthread_mutex_unlock(&wake_lock);
    if (sleeping)
        syscall(SYS_futex, &wake, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void iq_op_submit(struct iq_op *op)
{
    if (--op->pending)
        return;
    if (op->work.kind == IQ_WORK_NOTHING) {
        iq_op_ref(op);
        complete(op);
    } else {
        make_ready(op);
    }
}

CUresult iq_op_wait(struct iq_op *op)
{
    struct iq_ctx *ctx = op->ctx;
    iq_op_ref(op);
    atomic_fetch_add(&waiters, 1);
    while (!op->done)
        iq_wait_change();
    atomic_fetch_sub(&waiters, 1);
    iq_op_unref(op);
    if (ctx->print_size)
        iq_ctx_flush_prints(ctx);
    return (CUresult)atomic_load(&ctx->sticky);
}

bool iq_op_wait_until(struct iq_op *op, uint64_t limit_ns)
{
    iq_op_ref(op);
    while (!op->done && iq_wait_change_until(limit_ns))
        ;
    bool done = op->done;
    iq_op_unref(op);
    return done;
}

CUresult iq_op_submit_and_wait(struct iq_op *op)
{
    struct iq_ctx *ctx = op->ctx;
    iq_op_ref(op);
    if (op->pending == 1 && op->work.kind != IQ_WORK_NOTHING) {
        op->pending = 0;
        op->started = true;
        iq_op_ref(op);
        iq_unlock();
        run_work(op);
        iq_lock();
        end_work(op);
        while (!op->done)
            iq_wait_change();
        if (ctx->print_size)
            iq_ctx_flush_prints(ctx);
    } else {
        iq_op_submit(op);
        iq_op_wait(op);
    }
    CUresult sticky = (CUresult)atomic_load(&ctx->sticky), result = op->result;
    iq_op_unref(op);
    return sticky ? sticky : result;
}

static CUresult run_value(struct iq_op *op)
{
    struct iq_value_work *work = &op->work.u.value;
    volatile void *at = iq_copy_host_address(work->address, work->wide ? 8 : 4);
    if (!at)
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    if (op->work.kind == IQ_WORK_WRITE_VALUE) {
        iq_shadow_written(work->address, work->wide ? 8 : 4);
        if (work->wide)
            __atomic_store_n((uint64_t *)(uintptr_t)at, work->value, __ATOMIC_SEQ_CST);
        else
            __atomic_store_n((uint32_t *)(uintptr_t)at, (uint32_t)work->value, __ATOMIC_SEQ_CST);
        return CUDA_SUCCESS;
    }
    for (unsigned spins = 0; !atomic_load(&op->ctx->sticky) && !atomic_load(&op->ctx->ending);
         spins++) {
        uint64_t now = work->wide ? __atomic_load_n((uint64_t *)(uintptr_t)at, __ATOMIC_SEQ_CST)
                                  : __atomic_load_n((uint32_t *)(uintptr_t)at, __ATOMIC_SEQ_CST);
        int64_t ahead = work->wide ? (int64_t)(now - work->value)
                                   : (int32_t)((uint32_t)now - (uint32_t)work->value);
        unsigned how = work->flags & 3;
        if (how == CU_STREAM_WAIT_VALUE_GEQ  ? ahead >= 0
            : how == CU_STREAM_WAIT_VALUE_EQ ? !ahead
            : how == CU_STREAM_WAIT_VALUE_AND
                ? (now & work->value) != 0
                : (work->wide ? ~(now | work->value) : (uint32_t) ~(now | work->value)) != 0)
            break;
        if (spins < 64)
            sched_yield();
        else
            nanosleep(&(struct timespec){ 0, 50000 }, NULL);
    }
    return CUDA_SUCCESS;
}

static void run_shared_wait(struct iq_op *op)
{
    const struct iq_shared_work *work = &op->work.u.shared;
    while (!atomic_load(&op->ctx->sticky) && !atomic_load(&op->ctx->ending) &&
           !iq_share_event_wait(work->event, work->number))
        ;
}

static void run_host(struct iq_op *op)
{
    struct iq_host_work *host = &op->work.u.host;
    CUresult sticky = (CUresult)atomic_load(&op->ctx->sticky);
    iq_engine_admit_signals();
    in_callback = true;
    of_graph = host->of_graph;
    if (of_graph)
        iq_ctx_set_current(op->ctx);
    if (host->callback)
        host->callback(host->stream, sticky, host->user);
    else if (!sticky)
        host->fn(host->user);
    if (of_graph)
        iq_ctx_set_current(NULL);
    in_callback = of_graph = false;
}

/* Without the lock.  After a fault nothing more runs in that context but callbacks, which get
 * the error. */
static void run_work(struct iq_op *op)
{
    CUresult fault = CUDA_SUCCESS;
    bool broken = atomic_load(&op->ctx->sticky) || atomic_load(&op->ctx->ending);
    switch (op->work.kind) {
    case IQ_WORK_NOTHING: break;
    case IQ_WORK_KERNEL:
        if (!broken)
            fault = iq_launch_run(op);
        break;
    case IQ_WORK_COPY:
        if (!broken)
            op->result = iq_copy_run(&op->work.u.copy, &fault);
        break;
    case IQ_WORK_FILL:
        if (!broken)
            fault = iq_fill_run(&op->work.u.fill);
        break;
    case IQ_WORK_HOST:
    case IQ_WORK_CALLBACK: run_host(op); break;
    case IQ_WORK_WAIT_VALUE:
    case IQ_WORK_WRITE_VALUE:
        if (!broken)
            fault = run_value(op);
        break;
    case IQ_WORK_RELEASE:
        iq_lock();
        iq_memory_give(op->work.u.release.alloc);
        iq_unlock();
        break;
    case IQ_WORK_SHARED_RECORD:
        iq_share_event_complete(op->work.u.shared.event, op->work.u.shared.number);
        break;
    case IQ_WORK_SHARED_WAIT: run_shared_wait(op); break;
    case IQ_WORK_CONDITIONS:
        iq_lock();
        iq_graph_start_conditions(op->work.u.conditions.exec->graph);
        iq_unlock();
        break;
    case IQ_WORK_BRANCH:
        iq_lock();
        working_for = op->work.u.branch.call;
        if (!broken)
            fault = iq_branch_run(op->ctx, op->work.u.branch.branch, op->work.u.branch.done);
        working_for = 0;
        iq_unlock();
        break;
    }
    if (fault)
        iq_ctx_break(op->ctx, fault);
}

CUresult iq_work_clone(struct iq_work *to, const struct iq_work *from)
{
    *to = *from;
    if (from->kind == IQ_WORK_KERNEL)
        return iq_launch_work_clone(&to->u.kernel, &from->u.kernel);
    if (from->kind == IQ_WORK_COPY)
        iq_copy_work_ref(&to->u.copy);
    if (from->kind == IQ_WORK_SHARED_RECORD || from->kind == IQ_WORK_SHARED_WAIT)
        iq_share_event_ref(to->u.shared.event);
    return CUDA_SUCCESS;
}

void iq_work_finish(struct iq_work *work)
{
    if (work->kind == IQ_WORK_KERNEL)
        iq_launch_work_finish(&work->u.kernel);
    else if (work->kind == IQ_WORK_COPY)
        iq_copy_work_finish(&work->u.copy);
    else if (work->kind == IQ_WORK_SHARED_RECORD || work->kind == IQ_WORK_SHARED_WAIT)
        iq_share_event_unref(work->u.shared.event);
    else if (work->kind == IQ_WORK_CONDITIONS)
        iq_obj_unref(work->u.conditions.exec);
    if (work->kind == IQ_WORK_BRANCH) {
        iq_branch_unref(work->u.branch.branch);
        iq_op_unref(work->u.branch.done);
    }
    work->kind = IQ_WORK_NOTHING;
}

/* ---- many threads for one job (the blocks of a kernel) ---- */

struct job {
    void (*run)(void *arg);
    void *arg;
    unsigned wanted, inside;
    struct job *next;
};
static struct job *jobs;
static unsigned helper_count, helpers_idle;
static pthread_mutex_t job_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t job_wake = PTHREAD_COND_INITIALIZER, job_left = PTHREAD_COND_INITIALIZER;

static void *helper(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&job_lock);
    for (;;) {
        struct job *job = jobs;
        while (job && !job->wanted)
            job = job->next;
        if (!job) {
            helpers_idle++;
            pthread_cond_wait(&job_wake, &job_lock);
            helpers_idle--;
            continue;
        }
        job->wanted--;
        job->inside++;
        pthread_mutex_unlock(&job_lock);
        job->run(job->arg);
        pthread_mutex_lock(&job_lock);
        if (!--job->inside)
            pthread_cond_broadcast(&job_left);
    }
    return NULL;
}

void iq_parallel_run(void (*run)(void *arg), void *arg, unsigned helpers)
{
    struct job job = { run, arg, helpers, 0, NULL };
    if (!helpers) {
        run(arg);
        return;
    }
    pthread_mutex_lock(&job_lock);
    while (helper_count < helpers && helper_count + 1 < (unsigned)iq_soft.cpus &&
           !start_thread(helper))
        helper_count++;
    job.next = jobs;
    jobs = &job;
    pthread_cond_broadcast(&job_wake);
    pthread_mutex_unlock(&job_lock);
    run(arg);
    pthread_mutex_lock(&job_lock);
    struct job **at = &jobs;
    while (*at != &job)
        at = &(*at)->next;
    *at = job.next;
    while (job.inside)
        pthread_cond_wait(&job_left, &job_lock);
    pthread_mutex_unlock(&job_lock);
}
