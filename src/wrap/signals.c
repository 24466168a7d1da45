/* The crash handler, and the illusion for the program that there is none. Our handler is installed
 * at the first GPU call, with the flags and the mask of the program's handler, so that this one
 * finds itself on the stack and with the mask that it asked for.  sigaction and signal are
 * interposed: the program sees its own handlers only.
 * Threads: any.  Handler and hooks are async-signal-safe; a handler is copied under a sequence
 * count, no lock is held. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "call/guest.h"
#include "order/guard.h"
#include "order/managed.h"
#include "process/peek.h"
#include "rules/faults/crash.h"
#include "wrap/guest.h"
#include "wrap/hooks.h"
#include "wrap/onstack.h"
#include "wrap/sys.h"

#define IQ_EXPORT __attribute__((visibility("default")))

static const int caught[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE,
                              SIGABRT, SIGTRAP /* only where something is to be stepped over */ };
enum { CAUGHT = sizeof caught / sizeof caught[0] };

/* What the program believes to be installed. */
static struct slot {
    struct sigaction action;
    unsigned version; /* odd while being changed */
    bool installed;
} slots[CAUGHT];

static __thread int depth __attribute__((tls_model("initial-exec")));

typedef int (*sigaction_fn)(int, const struct sigaction *, struct sigaction *);

static int real_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    sigaction_fn next = IQ_GUEST_NEXT("sigaction", sigaction_fn);
    if (!next) {
        errno = ENOSYS;
        return -1;
    }
    return next(number, action, old);
}

static struct slot *slot_of(int number)
{
    for (int i = 0; i < CAUGHT; i++)
        if (caught[i] == number)
            return &slots[i];
    return NULL;
}

static struct sigaction read_slot(const struct slot *slot)
{
    struct sigaction action;
    unsigned before;
    do {
        before = __atomic_load_n(&slot->version, __ATOMIC_ACQUIRE);
        memcpy(&action, &slot->action, sizeof action);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    } while (before & 1 || before != __atomic_load_n(&slot->version, __ATOMIC_RELAXED));
    return action;
}

/* Signals are blocked meanwhile, so that the handler never waits for its own thread. */
static void write_slot(struct slot *slot, const struct sigaction *action)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    unsigned version;
    do
        version = __atomic_load_n(&slot->version, __ATOMIC_RELAXED) & ~1u;
    while (!__atomic_compare_exchange_n(&slot->version, &version, version + 1, false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
    __atomic_thread_fence(__ATOMIC_RELEASE); /* nobody finds the new action under the old version */
    memcpy(&slot->action, action, sizeof *action);
    __atomic_store_n(&slot->version, version + 2, __ATOMIC_RELEASE);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The default action: the signal again, with nobody in its way.  A fault repeats by itself when we
 * return. */
static void die_by_default(int number, const siginfo_t *info)
{
    struct sigaction action = { .sa_handler = SIG_DFL };
    real_sigaction(number, &action, NULL);
    if (info->si_code <= 0 || number == SIGABRT || number == SIGTRAP)
        iq_sys_call(SYS_tgkill, iq_sys_pid(), iq_sys_call(SYS_gettid, 0, 0, 0, 0, 0, 0), number, 0,
                    0, 0);
}

static void chain(int number, siginfo_t *info, void *context)
{
    struct slot *slot = slot_of(number);
    struct sigaction action = read_slot(slot);
    if (action.sa_flags & SA_RESETHAND && action.sa_handler != SIG_DFL &&
        action.sa_handler != SIG_IGN) {
        struct sigaction none = { .sa_handler = SIG_DFL };
        write_slot(slot, &none);
    }
    if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(number, info, context);
    else if (action.sa_handler == SIG_DFL || (action.sa_handler == SIG_IGN && info->si_code > 0))
        die_by_default(number, info);
    else if (action.sa_handler != SIG_IGN)
        action.sa_handler(number);
}

struct work {
    int number;
    siginfo_t *info;
    void *context;
    bool guarded;
};

static void look(void *user)
{
    struct work *work = user;
    work->guarded = work->number == SIGSEGV && (iq_guard_fault(work->info, work->context) ||
                                                iq_core_fence_fault(work->info, work->context));
    if (work->guarded)
        return;
    if (depth == 0) {
        depth++;
        iq_core_on_signal(work->number, work->info, work->context);
        depth--;
    } else {
        /* a fault of our own while looking at one: never twice */
        depth = 0;
    }
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    int error = errno;
    if ((number == SIGSEGV || number == SIGBUS) && iq_peek_recover(context))
        return;
    if (number == SIGTRAP) {
        if (!iq_managed_stepped(info, context))
            chain(number, info, context);
        errno = error;
        return;
    }
    struct work work = { .number = number, .info = info, .context = context };
    iq_onstack_call(look, &work, context);
    errno = error;
    if (!work.guarded)
        chain(number, info, context);
}

/* Ours, looking to the kernel like the program's. */
static struct sigaction front_of(const struct sigaction *theirs)
{
    struct sigaction ours = { .sa_sigaction = on_signal, .sa_mask = theirs->sa_mask };
    bool has_handler = theirs->sa_flags & SA_SIGINFO ||
                       (theirs->sa_handler != SIG_DFL && theirs->sa_handler != SIG_IGN);
    ours.sa_flags =
        SA_SIGINFO |
        (has_handler ? theirs->sa_flags & (SA_ONSTACK | SA_NODEFER | SA_RESTART) : SA_ONSTACK);
    return ours;
}

static bool catch (int number)
{
    struct slot *slot = slot_of(number);
    struct sigaction theirs;
    if (slot->installed || real_sigaction(number, NULL, &theirs))
        return slot->installed;
    write_slot(slot, &theirs);
    struct sigaction ours = front_of(&theirs);
    slot->installed = real_sigaction(number, &ours, NULL) == 0;
    return slot->installed;
}

void iq_signals_start(void)
{
    for (int i = 0; i < CAUGHT; i++)
        if (caught[i] != SIGTRAP)
            catch (caught[i]);
    iq_peek_trust_handler(slot_of(SIGSEGV)->installed && slot_of(SIGBUS)->installed);
}

/* Is our handler still the one that the kernel calls?  A program may go past the C library. */
static bool is_ours(void)
{
    struct {
        uintptr_t handler;
        unsigned long flags;
        void *restorer;
        uint64_t mask;
    } action = { 0 };
    return iq_sys_call(SYS_rt_sigaction, SIGSEGV, 0, (long)&action, sizeof action.mask, 0, 0) ||
           action.handler == (uintptr_t)on_signal;
}

/* A debugger would take the steps for its own. */
static bool watch_steps(void)
{
    char text[2048];
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[size > 0 ? size : 0] = 0;
    return strstr(text, "TracerPid:\t0\n") && catch (SIGTRAP);
}

void iq_signals_start_guards(void)
{
    const char *wanted = iq_guest_option("INQUEST_HOST_GUARD");
    const struct slot *slot = slot_of(SIGSEGV);
    if (slot->installed && !(wanted && !strcmp(wanted, "off")))
        iq_guard_enable(wanted && !strcmp(wanted, "always") ? IQ_GUARD_ALWAYS : IQ_GUARD_AUTO,
                        is_ours);
    iq_managed_step_by(watch_steps);
}

typedef int (*sigmask_fn)(int, const sigset_t *, sigset_t *);

/* A thread that blocks SIGSEGV would be killed by a guard. */
static int set_mask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t open;
    sigmask_fn next = IQ_GUEST_NEXT("pthread_sigmask", sigmask_fn);
    if (!next)
        return ENOSYS;
    if (set && iq_guard_is_enabled() && how != SIG_UNBLOCK) {
        open = *set;
        sigdelset(&open, SIGSEGV);
        set = &open;
    }
    return next(how, set, old);
}

IQ_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return set_mask(how, set, old);
}
IQ_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    /* the same, with the error as its result */
    int result = set_mask(how, set, old);
    if (result)
        errno = result;
    return result ? -1 : 0;
}

IQ_EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    struct slot *slot = slot_of(number);
    if (!slot || !slot->installed)
        return real_sigaction(number, action, old);
    struct sigaction before = read_slot(slot);
    if (action) {
        struct sigaction ours = front_of(action);
        write_slot(slot, action);
        if (real_sigaction(number, &ours, NULL)) {
            write_slot(slot, &before);
            return -1;
        }
    }
    if (old)
        *old = before;
    return 0;
}

static sighandler_t set_handler(int number, sighandler_t handler, int flags, const char *name)
{
    struct slot *slot = slot_of(number);
    if (!slot || !slot->installed) {
        uintptr_t next = (uintptr_t)iq_guest_next(name);
        return ((sighandler_t(*)(int, sighandler_t))next)(number, handler);
    }
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags }, old;
    if (!(flags & SA_NODEFER))
        sigaddset(&action.sa_mask, number);
    return sigaction(number, &action, &old) ? SIG_ERR : old.sa_handler;
}

IQ_EXPORT sighandler_t bsd_signal(int number, sighandler_t handler);
IQ_EXPORT sighandler_t ssignal(int number, sighandler_t handler);
IQ_EXPORT sighandler_t sysv_signal(int number, sighandler_t handler);
IQ_EXPORT sighandler_t __sysv_signal(int number, sighandler_t handler);

IQ_EXPORT sighandler_t signal(int number, sighandler_t handler)
{
    return set_handler(number, handler, SA_RESTART, "signal");
}
sighandler_t bsd_signal(int number, sighandler_t handler)
{
    return set_handler(number, handler, SA_RESTART, "signal");
}
sighandler_t ssignal(int number, sighandler_t handler)
{
    return set_handler(number, handler, SA_RESTART, "ssignal");
}

sighandler_t sysv_signal(int number, sighandler_t handler)
{
    return set_handler(number, handler, (int)(SA_RESETHAND | SA_NODEFER), "sysv_signal");
}

sighandler_t __sysv_signal(int number, sighandler_t handler)
{
    return set_handler(number, handler, (int)(SA_RESETHAND | SA_NODEFER), "__sysv_signal");
}
