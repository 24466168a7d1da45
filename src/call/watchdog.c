#include "call/watchdog.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/now.h"
#include "call/core.h"
#include "api_cuda/launch.h"
#include "model/names.h"
#include "api_opencl/enqueue.h"
#include "api_opencl/launches.h"
#include "call/plan.h"
#include "call/report.h"
#include "order/told.h"
#include "call/verdict.h"
#include "api_vulkan/objects.h"

enum { LOOKS = 4, STACK_BYTES = 256 << 10, TEXT_BYTES = 700, SUSPECTS = 3, MANY = 32, LONGEST_PAUSE_NS = 250000000 };
#define IDLE_NS 10000000000u

bool iq_watchdog_wanted;
static uint64_t limit;          /* atomic */
static bool running;            /* atomic */
static const uint64_t *progress; /* atomic; NULL: unknown */

void iq_watchdog_enable(uint64_t limit_ns)
{
    __atomic_store_n(&limit, limit_ns, __ATOMIC_RELAXED);
    iq_watchdog_wanted = limit_ns > 0;
}

static uint64_t longest_ns(void) { return __atomic_load_n(&limit, __ATOMIC_RELAXED); }

void iq_watchdog_set_progress(const uint64_t *count) { __atomic_store_n(&progress, count, __ATOMIC_RELEASE); }

static uint64_t work_done(void)
{
    const uint64_t *count = __atomic_load_n(&progress, __ATOMIC_ACQUIRE);
    return count ? __atomic_load_n(count, __ATOMIC_RELAXED) : 0;
}

static void put_seconds(struct iq_str *text) { iq_str_printf(text, "%g seconds", (double)(longest_ns() / 1000000) / 1000); }

/* A piece of work that is not known to be over. */
struct work { enum { KERNEL, GRAPH, SUBMISSION } kind; const char *name; uint32_t commands; struct iq_mark mark; };     /* name: of a kernel, NULL unknown */

static uint32_t launches_of(const struct iq_wait *wait, struct work out[SUSPECTS])
{
    struct iq_launch_record launches[SUSPECTS];
    uint32_t count = iq_launch_pending(wait->all ? NULL : &wait->stream, launches, SUSPECTS);
    for (uint32_t i = 0; i < count && i < SUSPECTS; i++)
        out[i] = (struct work){ launches[i].graph ? GRAPH : KERNEL, launches[i].kernel, 0, launches[i].mark };
    return count;
}

/* Of all queues: one may wait for another. */
static uint32_t kernels_of_opencl(struct work out[SUSPECTS])
{
    const struct iq_cl_launch *launch;
    uint32_t count = 0;
    for (uint32_t i = 0; (launch = iq_cl_launch_get(i)); i++)
        if (iq_cl_launch_is_pending(launch)) {
            memmove(out + 1, out, (SUSPECTS - 1) * sizeof *out);
            out[0] = (struct work){ KERNEL, launch->name, 0, launch->mark };
            count++;
        }
    return count;
}

static uint32_t submissions_of_vulkan(struct work out[SUSPECTS])
{
    const struct iq_vk_submission *last[MANY];
    uint32_t count = (uint32_t)iq_vk_pending_submissions(last, MANY);
    for (uint32_t i = 0; i < count && i < SUSPECTS; i++)
        out[i] = (struct work){ SUBMISSION, NULL, last[count - 1 - i]->commands, last[count - 1 - i]->mark };
    return count;
}

/* What is pending, oldest first: that is where the device is.  False: nothing that is known. */
static bool put_work(struct iq_str *text, const char *before, const struct iq_wait *wait, struct iq_finding *finding)
{
    struct work works[SUSPECTS];
    enum iq_api api = wait->mark.entry->api;
    uint32_t count = api == IQ_API_VULKAN ? submissions_of_vulkan(works) : api == IQ_API_OPENCL ? kernels_of_opencl(works) : launches_of(wait, works);
    for (uint32_t i = 0; i < count && i < SUSPECTS; i++) {
        iq_str_puts(text, i ? ", " : before);
        if (works[i].kind == KERNEL && works[i].name)
            iq_str_printf(text, "kernel %s", works[i].name);
        else if (works[i].kind != SUBMISSION)
            iq_str_puts(text, works[i].kind == GRAPH ? "a graph" : "a kernel");
        else
            iq_str_printf(text, "a submission of %u recorded command%s", works[i].commands, works[i].commands == 1 ? "" : "s");
        finding->related[finding->related_count++] = (struct iq_related){ "work that has not finished was enqueued here", works[i].mark.stack };
    }
    if (count > SUSPECTS)
        iq_str_printf(text, " and %u more", count - SUSPECTS);
    if (count)
        iq_str_puts(text, count == 1 ? " has not finished" : " may not have finished");
    return count;
}

/* What the stream was told to wait for; false: nothing. */
static bool put_told(struct iq_str *text, const struct iq_wait *wait, struct iq_finding *finding)
{
    struct iq_told told;
    if (wait->mark.entry->api == IQ_API_VULKAN || wait->mark.entry->api == IQ_API_OPENCL || !iq_told_find(wait->stream, &told))
        return false;
    const char *name = told.mark.entry ? told.mark.entry->name : "a call";
    if (told.address)
        iq_str_printf(text, "%s lets the stream wait for a value at 0x%llx, and no call that was seen since writes one there", name, (unsigned long long)told.address);
    else
        iq_str_printf(text, "the function that %s gave to the stream has not returned, or its turn has not come", name);
    finding->related[finding->related_count++] = (struct iq_related){ told.address ? "the stream waits since here" : "the function was enqueued here", told.mark.stack };
    return true;
}

static void put_pending(struct iq_str *text, const struct iq_wait *wait, struct iq_finding *finding)
{
    bool told = put_told(text, wait, finding);
    if (!put_work(text, told ? "; " : "", wait, finding) && !told)
        iq_str_puts(text, "none of the work that was seen is known to be pending: it may wait for another process, or for work given to the device unseen");
}

static const char *fix_of(enum iq_api api)
{
    switch (api) {
    case IQ_API_VULKAN:
        return "look at the shaders of that work for loops that do not end, and for semaphores, fences and events that nothing signals; --watchdog SECONDS sets the patience";
    case IQ_API_OPENCL:
        return "look at the kernel for a loop that does not end, and for events that it waits for: of another queue, which needs clFlush, or set by the program; --watchdog "
               "SECONDS sets the patience";
    default:
        return "look at what has not finished: a kernel that waits for something, a host function that waits for a lock or calls the API, a value that nobody writes; "
               "--watchdog SECONDS sets the patience";
    }
}

/* Commands of OpenCL that wait for an event which the program itself has to set. */
static void put_user_event(struct iq_str *text, const struct iq_wait *wait, struct iq_finding *finding)
{
    const struct iq_handle *event = wait->object;
    iq_str_printf(text, "it waits, directly or through other commands, for the user event that %s made, and clSetUserEventStatus has not been called for it",
                  event->created.entry ? event->created.entry->name : "a call");
    finding->severity = IQ_ERROR;       /* if it is set after all, the call comes back */
    iq_report_set_handle(finding, event, 0);
    finding->arg_index = wait->arg;
    finding->arg_name = wait->arg < 0 ? NULL : wait->mark.entry->args[wait->arg].name;
    finding->fix = "call clSetUserEventStatus(event, CL_COMPLETE) on every way through the program before anything waits for it, or from another thread";
}

static void report(struct iq_wait *wait)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    const struct iq_entry *entry = wait->mark.entry;
    struct iq_finding finding = { .rule = "never-signalled", .severity = IQ_WARNING, .api = entry->name, .entry = entry->symbol, .arg_index = -1,
        .object_device = -1, .message = message, .cause = cause, .stack_call = wait->mark.stack, .count = 1,
        .fix = fix_of((enum iq_api)entry->api) };
    if (!iq_rule_is_enabled(finding.rule))
        return;
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%s has been waiting for ", entry->name);
    put_seconds(&text);
    iq_str_puts(&text, " and makes no progress");
    iq_str_init_buffer(&text, cause, sizeof cause);
    if (wait->object)
        put_user_event(&text, wait, &finding);
    else
        put_pending(&text, wait, &finding);
    __atomic_store_n(&wait->finding, iq_report(&finding, 0, 0, false), __ATOMIC_RELEASE);
}

/* True if the thread has waited for something since the last look. */
static bool look_at(struct iq_wait *wait, uint64_t now)
{
    uint64_t number = __atomic_load_n(&wait->number, __ATOMIC_ACQUIRE), last = __atomic_load_n(&wait->last, __ATOMIC_RELAXED);
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
    if (__atomic_load_n(&wait->number, __ATOMIC_ACQUIRE) != number)
        return true;
    report(&copy);
    __atomic_store_n(&wait->finding, copy.finding, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&wait->number, __ATOMIC_SEQ_CST) != number)
        iq_report_demote(copy.finding, IQ_NOTE);        /* it came back meanwhile */
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

/* A process whose first thread has ended lives on as long as it has threads: it must not be for ours. */
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

/* Ends after a while without waits: the next one makes another thread. */
static void *watch(void *unused)
{
    uint64_t pause = longest_ns() / LOOKS < LONGEST_PAUSE_NS ? longest_ns() / LOOKS : LONGEST_PAUSE_NS, idle = 0;
    struct timespec time = { (time_t)(pause / 1000000000u), (long)(pause % 1000000000u) };
    (void)unused;
    while (!first_thread_has_ended()) {
        nanosleep(&time, NULL);
        idle = look_at_all() ? 0 : idle + pause;
        if (idle < IDLE_NS)
            continue;
        __atomic_store_n(&running, false, __ATOMIC_SEQ_CST);
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
    pthread_attr_setstacksize(&attributes, STACK_BYTES > PTHREAD_STACK_MIN ? (size_t)STACK_BYTES : (size_t)PTHREAD_STACK_MIN);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    if (!pthread_create(&thread, &attributes, watch, NULL))
        pthread_setname_np(thread, "inquest");
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
}

void iq_watchdog_begin(struct iq_thread *thread, struct iq_call *call)
{
    struct iq_wait *wait = &thread->wait;
    uint32_t flags = call->entry->flags;
    wait->mark = iq_call_mark(call);
    thread->live->stack = wait->mark.stack;
    iq_report_keep_stack(wait->mark.stack);
    wait->stream = call->plan->stream < 0 ? 0 : call->args[call->plan->stream];
    wait->all = !(flags & IQ_ENTRY_SYNC_STREAM) || wait->stream <= 2;
    wait->object = iq_is_opencl(call->entry) ? iq_cl_event_waits_for(call, &wait->arg) : NULL;
    __atomic_store_n(&wait->finding, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&wait->last, call->number, __ATOMIC_RELAXED);
    if (iq_verdict_is_ahead(thread, call))
        return;                     /* reported already */
    __atomic_store_n(&wait->number, call->number, __ATOMIC_RELEASE);
    if (__builtin_expect(!__atomic_load_n(&running, __ATOMIC_RELAXED), 0))
        start();
}

void iq_watchdog_end(struct iq_thread *thread)
{
    iq_watchdog_leave(thread);
    uint64_t finding = __atomic_load_n(&thread->wait.finding, __ATOMIC_ACQUIRE);
    if (__builtin_expect(finding != 0, 0))
        iq_report_demote(finding, IQ_NOTE);
}

void iq_watchdog_leave(struct iq_thread *thread) { __atomic_store_n(&thread->wait.number, 0, __ATOMIC_SEQ_CST); }

void iq_watchdog_after_fork(void)
{
    running = false;
    for (struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next)
        thread->wait = (struct iq_wait){ 0 };
}
