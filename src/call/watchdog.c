#include "call/watchdog.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/counters.h"
#include "base/now.h"
#include "base/numbered.h"
#include "call/api.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/plan.h"
#include "call/port.h"
#include "call/verdict.h"

enum { LOOKS = 4, STACK_BYTES = 256 << 10, LONGEST_PAUSE_NS = 250000000 };
#define IDLE_NS 10000000000u

bool iq_watchdog_wanted;
static uint64_t limit;           /* atomic */
static bool running;             /* atomic */
static const uint64_t *progress; /* atomic; NULL: unknown */
static void (*news)(void);       /* atomic; NULL: there is none */

void iq_watchdog_enable(uint64_t limit_ns)
{
    __atomic_store_n(&limit, limit_ns, __ATOMIC_RELAXED);
    iq_watchdog_wanted = limit_ns > 0;
}

static uint64_t longest_ns(void) { return __atomic_load_n(&limit, __ATOMIC_RELAXED); }

void iq_watchdog_set_progress(const uint64_t *count)
{
    __atomic_store_n(&progress, count, __ATOMIC_RELEASE);
}

void iq_watchdog_set_news(void (*tell)(void)) { __atomic_store_n(&news, tell, __ATOMIC_RELEASE); }

static uint64_t work_done(void)
{
    const uint64_t *count = __atomic_load_n(&progress, __ATOMIC_ACQUIRE);
    return count ? __atomic_load_n(count, __ATOMIC_RELAXED) : 0;
}

static void report_wait(struct iq_wait *wait)
{
    __atomic_store_n(&wait->finding, iq_call_port.waits_long(wait, longest_ns()), __ATOMIC_RELEASE);
}

/* True if the thread has waited for something since the last look. */
static bool look_at(struct iq_wait *wait, uint64_t now)
{
    uint64_t number = iq_numbered_now(&wait->number),
             last = __atomic_load_n(&wait->last, __ATOMIC_RELAXED);
    bool active = number || last != wait->seen_last;
    uint64_t done = work_done();
    wait->seen_last = last;
    if (!number || number != wait->seen || done != wait->seen_progress) {
        wait->seen = number;
        wait->seen_progress = done;
        wait->since_ns = now;
        return active;
    }
    if (now - wait->since_ns < longest_ns() || __atomic_load_n(&wait->finding, __ATOMIC_ACQUIRE))
        return true;
    struct iq_wait copy = *wait;
    if (!iq_numbered_is_still(&wait->number, number))
        return true;
    report_wait(&copy);
    __atomic_store_n(&wait->finding, copy.finding, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&wait->number, __ATOMIC_SEQ_CST) != number)
        iq_findings_demote(copy.finding, IQ_NOTE); /* it came back meanwhile */
    void (*tell)(void) = __atomic_load_n(&news, __ATOMIC_ACQUIRE);
    if (tell)
        tell();
    return true;
}

static bool look_at_all(void)
{
    uint64_t now = iq_now_ns();
    bool active = false;
    for (struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next)
        active |= look_at(&thread->wait, now);
    return active;
}

/* A process whose first thread has ended lives on as long as it has threads: it must not be for
 * ours. */
static bool first_thread_has_ended(void)
{
    char text[512];
    int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[size < 0 ? 0 : size] = 0;
    const char *state = strrchr(text, ')');
    return state && state[1] && (state[2] == 'Z' || state[2] == 'X');
}

/* Ends after a while without waits: the next one makes another thread.  It names itself: a name
 * given by another thread goes through /proc/PID/task, whose entries the kernel removes, at the end
 * of the process, for the thread and for the process at the same time, the one waiting busily for
 * the other. */
static void *watch(void *unused)
{
    uint64_t pause =
                 longest_ns() / LOOKS < LONGEST_PAUSE_NS ? longest_ns() / LOOKS : LONGEST_PAUSE_NS,
             idle = 0;
    struct timespec time = { (time_t)(pause / 1000000000u), (long)(pause % 1000000000u) };
    (void)unused;
    pthread_setname_np(pthread_self(), "inquest");
    while (!first_thread_has_ended()) {
        nanosleep(&time, NULL);
        iq_count(IQ_COUNTER_WATCHDOG);
        idle = look_at_all() ? 0 : idle + pause;
        if (idle < IDLE_NS)
            continue;
        __atomic_store_n(&running, false, __ATOMIC_SEQ_CST);
        /* who begins to wait stores its number, then asks who runs, with no fence in between */
        syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
        if (!look_at_all() || __atomic_exchange_n(&running, true, __ATOMIC_SEQ_CST))
            break;
        idle = 0;
    }
    return NULL;
}

/* Without any signal of the program, and with a small stack. */
static void start(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, old;
    if (__atomic_exchange_n(&running, true, __ATOMIC_ACQ_REL) || pthread_attr_init(&attributes))
        return;
    sigfillset(&all);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES > PTHREAD_STACK_MIN
                                               ? (size_t)STACK_BYTES
                                               : (size_t)PTHREAD_STACK_MIN);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_create(&thread, &attributes, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
}

void iq_watchdog_begin(struct iq_thread *thread, struct iq_call *call)
{
    struct iq_wait *wait = &thread->wait;
    uint32_t flags = call->entry->flags;
    iq_numbered_open(&wait->number);
    wait->ref = iq_call_ref_of(call);
    thread->live->stack = wait->ref.stack;
    iq_findings_keep_wait(wait->ref.stack);
    wait->stream = call->plan->stream < 0 ? 0 : call->args[call->plan->stream];
    wait->all = !(flags & IQ_ENTRY_SYNC_STREAM) || wait->stream <= 2;
    wait->object = call->plan->api->waits_for ? call->plan->api->waits_for(call, &wait->arg) : NULL;
    __atomic_store_n(&wait->finding, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&wait->last, call->number, __ATOMIC_RELAXED);
    if (iq_verdict_is_ahead(thread, call))
        return; /* reported already */
    iq_numbered_close(&wait->number, call->number);
    if (__builtin_expect(!__atomic_load_n(&running, __ATOMIC_RELAXED), 0))
        start();
}

void iq_watchdog_end(struct iq_thread *thread)
{
    iq_watchdog_leave(thread);
    uint64_t finding = __atomic_load_n(&thread->wait.finding, __ATOMIC_ACQUIRE);
    if (__builtin_expect(finding != 0, 0))
        iq_findings_demote(finding, IQ_NOTE);
}

void iq_watchdog_leave(struct iq_thread *thread)
{
    __atomic_store_n(&thread->wait.number, 0, __ATOMIC_SEQ_CST);
}

void iq_watchdog_after_fork(void)
{
    running = false;
    for (struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next)
        thread->wait = (struct iq_wait){ 0 };
}
