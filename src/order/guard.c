#include "order/guard.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "arch/context.h"
#include "base/blocks.h"
#include "base/counters.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/now.h"
#include "base/page.h"
#include "base/pkey.h"
#include "order/epoch.h"
#include "order/managed.h"
#include "order/port.h"
#include "process/hostmem.h"
#include "process/modules.h"
#include "process/stack.h"

enum {
    GUARDS = 64,
    ENDED = 32 /* of these at most for what is over */,
    GONE = 2 * GUARDS,
    SEEN = 1024,
    FREE_OF_BUDGET = 8, /* of each place and buffer, */
    FREE_IN_ALL = 1024, /* as long as there were not that many */
    BUDGET_SHARE = 200, /* half a percent of the time */
    TURNS_TO_PASS = 16,
    WAIT_NS = 200000,
    WAITS = 600,
    /* whoever runs on another processor is interrupted by each change of a page's protection,
     * whoever meets a new page waits for it: measured */
    COST_OF_ALL = 4,
    SAVED_NS = 1000000000 /* of what was not spent */,
    KEY_FAULT = 4 /* SEGV_PKUERR */
};

static struct iq_guard guards[GUARDS];
/* after the last one in use; written with IQ_LOCK_ORDER held */
static int guards_end;
/* all guards lie between: most of what a program frees does not */
static struct {
    uint64_t lo, hi;
} guarded = { UINT64_MAX, 0 };
/* lifted a moment ago: a fault there is to be tried again */
static struct {
    uint64_t begin, end;
} gone[GONE];
static uint32_t gone_next;

uint32_t iq_guard_count; /* atomic */
static enum iq_guard_mode mode IQ_HOT_OWN = IQ_GUARD_OFF;
static bool (*handler_is_ours)(void);
static struct {
    uint64_t key;
    uint32_t count;
} seen[SEEN];
static uint32_t given_free;
static uint64_t began_ns, spent_ns;
static uint32_t turns_passed = TURNS_TO_PASS; /* since the budget was found to be used up */
uint64_t iq_guard_reviewed;
static __thread bool device_thread __attribute__((tls_model("initial-exec")));
static __thread bool busy __attribute__((tls_model("initial-exec")));

void iq_guard_enable(enum iq_guard_mode wanted, bool (*is_ours)(void))
{
    handler_is_ours = is_ours;
    began_ns = iq_now_ns();
    mode = wanted;
    iq_hostmem_is_guarded = iq_guard_covers;
}

IQ_FAST bool iq_guard_is_enabled(void) { return mode != IQ_GUARD_OFF; }
bool iq_guard_watches_all(void) { return mode == IQ_GUARD_ALWAYS; }

void iq_guard_is_device_thread(void)
{
    device_thread = true;
    if (mode != IQ_GUARD_OFF)
        iq_pkey_is_driver();
}

IQ_FAST bool iq_guard_on_device_thread(void) { return device_thread; }

int iq_guard_protect(uint64_t begin, uint64_t end, int protection)
{
    return (int)syscall(SYS_mprotect, begin, end - begin, protection);
}

/* May the program read and write these pages, and nothing else?  Lifting a guard leaves them so. */
static bool are_plain(uint64_t begin, uint64_t end)
{
    struct iq_hostmem_region region;
    while (begin < end) {
        if (!iq_hostmem_look(begin, &region) || !region.readable || !region.writable ||
            region.executable || region.what == IQ_HOSTMEM_STACK)
            return false;
        begin = region.end;
    }
    return true;
}

static void spend(uint64_t started)
{
    uint64_t taken = iq_now_ns() - started;
    spent_ns += COST_OF_ALL * taken;
    iq_count_by(IQ_COUNTER_GUARD_NS, taken);
}

static void was_lifted(uint64_t begin, uint64_t end)
{
    gone[gone_next % GONE].begin = begin;
    gone[gone_next++ % GONE].end = end;
}

static void unprotect(const struct iq_guard *guard)
{
    iq_count(IQ_COUNTER_GUARDS_LIFTED);
    /* nobody says when a driver gives its memory back */
    if (guard->memory.keyed && (!iq_guard_is_ended(guard) || are_plain(guard->begin, guard->end)))
        iq_pkey_lift(guard->begin, guard->end);
    else if (!guard->memory.keyed)
        /* a page that stays closed traps again */
        IQ_DROP(iq_guard_protect(guard->begin, guard->end, PROT_READ | PROT_WRITE));
    was_lifted(guard->begin, guard->end);
}

static int protect(const struct iq_guard *guard)
{
    bool reads = guard->access.write || iq_guard_is_ended(guard);
    iq_count(IQ_COUNTER_GUARDS_PUT);
    return guard->memory.keyed
               ? iq_pkey_protect(guard->begin, guard->end, reads)
               : iq_guard_protect(guard->begin, guard->end, reads ? PROT_NONE : PROT_READ);
}

/* IQ_LOCK_ORDER held. */
static void lift(struct iq_guard *guard)
{
    uint64_t started = iq_now_ns();
    if (!guard->open)
        unprotect(guard);
    guard->end = 0;
    iq_clock_end_epoch(); /* a command that is made again needs a guard of its own */
    while (guards_end && !guards[guards_end - 1].end)
        guards_end--;
    if (!guards_end) {
        guarded.lo = UINT64_MAX, guarded.hi = 0;
        iq_blocks_set(IQ_BLOCKS_GUARDED, false);
    }
    __atomic_fetch_sub(&iq_guard_count, 1, __ATOMIC_RELEASE);
    spend(started);
}

/* Is it this copy's turn?  The first times of each place and buffer always, but only so many in
 * all: programs pin memory without end, and places that share one of [seen] are new each time.
 * Later ones while little time is spent on it.  Where too much is spent the next few need not ask
 * again. */
IQ_FAST bool iq_guard_is_wanted(uint32_t stack, uint64_t place)
{
    uint64_t key = ((uint64_t)stack << 40) ^ place;
    uint32_t at = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 54) % SEEN;
    if (mode != IQ_GUARD_AUTO)
        return mode == IQ_GUARD_ALWAYS;
    if (seen[at].key != key) {
        seen[at].key = key;
        seen[at].count = 0;
    }
    if (seen[at].count < FREE_OF_BUDGET && given_free < FREE_IN_ALL) {
        seen[at].count++;
        given_free++;
        return true;
    }
    if (turns_passed < TURNS_TO_PASS) {
        turns_passed++;
        iq_count(IQ_COUNTER_GUARDS_LEFT);
        return false;
    }
    uint64_t now = iq_now_ns(), owed = spent_ns * BUDGET_SHARE;
    /* an hour without copies is no reason to guard all of the next ones */
    if (now - began_ns > owed + SAVED_NS)
        began_ns = now - owed - SAVED_NS;
    bool wanted = owed < now - began_ns;
    turns_passed = wanted ? TURNS_TO_PASS : 0;
    iq_count_by(IQ_COUNTER_GUARDS_LEFT, !wanted);
    return wanted;
}

/* The pages of [access] that [memory] has to itself.  False: there are none. */
static inline bool own_pages(const struct iq_access *access, const struct iq_guard_memory *memory,
                             uint64_t *begin, uint64_t *end)
{
    uint64_t first = iq_page_up(memory->lo), last = iq_page_down(memory->hi);
    uint64_t lo = iq_page_down(access->lo), hi = iq_page_up(access->hi);
    *begin = lo < first ? first : lo;
    *end = hi > last ? last : hi;
    return *begin < *end;
}

/* ... and no other guard. */
IQ_FAST static bool find_pages(const struct iq_access *access, const struct iq_guard_memory *memory,
                               uint64_t *begin_at, uint64_t *end_at)
{
    uint64_t begin, end;
    if (!own_pages(access, memory, &begin, &end) || iq_managed_is_closed(begin, end))
        return false;
    for (int i = 0; i < guards_end && begin < end; i++) {
        if (!guards[i].end || guards[i].begin >= end || guards[i].end <= begin)
            continue;
        if (guards[i].begin <= begin)
            begin = guards[i].end;
        else
            end = guards[i].begin;
    }
    *begin_at = begin;
    *end_at = end;
    return begin < end;
}

static void put(struct iq_guard *guard)
{
    struct iq_guard *place = guards_end < GUARDS ? &guards[guards_end] : NULL;
    int ended = 0;
    for (int i = 0; i < guards_end; i++) {
        if (!guards[i].end)
            place = &guards[i];
        else
            ended += iq_guard_is_ended(&guards[i]);
    }
    if (!place || (iq_guard_is_ended(guard) && ended == ENDED))
        return;
    if (handler_is_ours && !handler_is_ours()) {
        mode = IQ_GUARD_OFF;
        for (int i = 0; i < GUARDS; i++)
            if (guards[i].end)
                lift(&guards[i]);
        iq_order_port.warn(
            "the program installed its signal handler without the C library: host accesses to memory in flight are no longer checked");
        return;
    }
    *place = *guard;
    iq_clock_note_change();
    iq_guard_reviewed = UINT64_MAX; /* it may be complete already */
    if (place == &guards[guards_end])
        guards_end++;
    guarded.lo = guard->begin < guarded.lo ? guard->begin : guarded.lo;
    guarded.hi = guard->end > guarded.hi ? guard->end : guarded.hi;
    if (!guard->memory.pinned)
        iq_blocks_set(IQ_BLOCKS_GUARDED, true);
    __atomic_fetch_add(&iq_guard_count, 1, __ATOMIC_RELEASE);
    if (protect(place))
        lift(place);
}

/* Guards [begin, end), whose turn has come. */
IQ_COLD static void add(struct iq_guard_work work, const struct iq_access *access,
                        const struct iq_guard_memory *memory, uint64_t begin, uint64_t end)
{
    struct iq_guard guard = { .begin = begin,
                              .end = end,
                              .access = *access,
                              .memory = *memory,
                              .work = work,
                              .told = iq_conflict_has_host_functions() };
    uint64_t started = iq_now_ns();
    if (!memory->look || are_plain(begin, end))
        put(&guard);
    spend(started);
}

static inline uint64_t place_of(const struct iq_access *access, uint64_t base)
{
    return base ^ access->write;
}

/* Finds the pages, too. */
static inline bool is_due(const struct iq_access *access, const struct iq_guard_memory *memory,
                          uint64_t *begin, uint64_t *end)
{
    return mode != IQ_GUARD_OFF && find_pages(access, memory, begin, end) &&
           iq_guard_is_wanted(access->ref.stack, place_of(access, memory->base));
}

IQ_FAST void iq_guard_add_within(struct iq_guard_work work, const struct iq_access *access,
                                 const struct iq_guard_memory *memory)
{
    uint64_t begin, end;
    if (is_due(access, memory, &begin, &end))
        add(work, access, memory, begin, end);
}

/* Pages that hold pinned memory hold nothing but the driver's: small blocks share one, and an
 * access next to the guarded bytes only lifts the guard. What lies next to registered memory is the
 * program's, which may give it to the kernel. */
static inline struct iq_guard_memory memory_of(const struct iq_range *range)
{
    bool pinned = range->kind == IQ_KIND_PINNED_MEMORY;
    uint64_t lo = range->base, hi = range->base + range->size;
    if (pinned) {
        lo = iq_page_down(lo);
        hi = iq_page_up(hi);
    }
    return (struct iq_guard_memory){
        .lo = lo, .hi = hi, .base = range->base, .owner = &iq_guard_cuda, .pinned = pinned
    };
}

bool iq_guard_is_possible(const struct iq_access *access, const struct iq_range *range,
                          uint64_t *place)
{
    struct iq_guard_memory memory = memory_of(range);
    uint64_t begin, end;
    *place = place_of(access, range->base);
    return range->size && !access->pitch && own_pages(access, &memory, &begin, &end);
}

IQ_FAST bool iq_guard_is_due(const struct iq_access *access, const struct iq_range *range)
{
    struct iq_guard_memory memory = memory_of(range);
    uint64_t begin, end;
    return range->size && !access->pitch && is_due(access, &memory, &begin, &end);
}

void iq_guard_add_due(const struct iq_timeline *timeline, const struct iq_access *access,
                      const struct iq_range *range)
{
    struct iq_guard_memory memory = memory_of(range);
    uint64_t begin, end;
    if (range->size && !access->pitch && find_pages(access, &memory, &begin, &end))
        add(iq_guard_work_of(timeline), access, &memory, begin, end);
}

void iq_guard_add(const struct iq_timeline *timeline, const struct iq_access *access,
                  const struct iq_range *range)
{
    if (iq_guard_is_due(access, range))
        iq_guard_add_due(timeline, access, range);
}

static bool is_over(const struct iq_guard *guard)
{
    return guard->work.point.reached && iq_point_is_complete(guard->work.point);
}

void iq_guard_spend(uint64_t started) { spend(started); }
void iq_guard_was_lifted(uint64_t begin, uint64_t end) { was_lifted(begin, end); }

void iq_guard_counted(int change)
{
    iq_guard_reviewed = UINT64_MAX;
    __atomic_fetch_add(&iq_guard_count, (uint32_t)change, __ATOMIC_RELEASE);
}

void iq_guard_review_of(uint64_t completions)
{
    iq_guard_reviewed = completions;
    iq_managed_review();
    for (int i = 0; i < guards_end; i++)
        if (guards[i].end && is_over(&guards[i]))
            lift(&guards[i]);
}

void iq_guard_review(void)
{
    if (!__atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    iq_guard_review_locked();
    iq_unlock(IQ_LOCK_ORDER);
}

static bool meets(const struct iq_guard *guard, uint64_t lo, uint64_t hi)
{
    return guard->end && guard->begin < hi && guard->end > lo;
}
static bool traps(const struct iq_guard *guard, uint64_t lo, uint64_t hi)
{
    return meets(guard, lo, hi) && !guard->open;
}

bool iq_guard_meets(uint64_t lo, uint64_t hi)
{
    bool any = false;
    for (int i = 0; i < guards_end; i++)
        any |= meets(&guards[i], lo, hi);
    return any;
}

void iq_guard_drop(uint64_t lo, uint64_t hi)
{
    if (!__atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    iq_managed_drop(lo, hi);
    for (int i = 0; i < guards_end; i++)
        if (meets(&guards[i], lo, hi))
            lift(&guards[i]);
    iq_unlock(IQ_LOCK_ORDER);
}

bool iq_guard_covers(uint64_t address)
{
    bool covers = iq_managed_covers(address);
    for (int i = 0; i < GUARDS && __atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE); i++)
        covers |= traps(&guards[i], address, address + 1);
    return covers;
}

static void drop_of(const struct iq_guard_owner *owner, const struct iq_handle *object,
                    bool working, bool ended)
{
    if (!__atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < guards_end; i++)
        if (guards[i].end && guards[i].memory.owner == owner &&
            (!object || guards[i].memory.object == object) &&
            (iq_guard_is_ended(&guards[i]) ? ended : working))
            lift(&guards[i]);
    iq_unlock(IQ_LOCK_ORDER);
}

void iq_guard_drop_of(const struct iq_guard_owner *owner, const struct iq_handle *object,
                      bool ended)
{
    drop_of(owner, object, true, ended);
}
void iq_guard_drop_ended(const struct iq_guard_owner *owner, const struct iq_handle *object)
{
    drop_of(owner, object, false, true);
}

void iq_guard_open(const struct iq_guard_owner *owner)
{
    if (!__atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE))
        return;
    uint64_t started = iq_now_ns();
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < guards_end; i++)
        if (traps(&guards[i], 0, UINT64_MAX) && guards[i].memory.owner == owner &&
            !iq_guard_is_ended(&guards[i])) {
            unprotect(&guards[i]);
            guards[i].open = true;
        }
    spend(started);
    iq_unlock(IQ_LOCK_ORDER);
}

/* Is the guard, which is open, to be closed again? */
static bool is_wanted_again(const struct iq_guard *guard)
{
    return !is_over(guard) && iq_guard_is_wanted(guard->access.ref.stack,
                                                 place_of(&guard->access, guard->memory.base));
}

void iq_guard_close(const struct iq_guard_owner *owner, const uint64_t *reached, bool last)
{
    if (!__atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE))
        return;
    uint64_t started = iq_now_ns();
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < guards_end; i++) {
        struct iq_guard *guard = &guards[i];
        if (!guard->end || !guard->open || guard->memory.owner != owner)
            continue;
        bool pending = (!reached || guard->work.point.reached == reached) &&
                       (last ? is_wanted_again(guard) : !is_over(guard));
        if (pending && last)
            guard->open = protect(guard) != 0;
        if (!pending || (last && guard->open))
            lift(guard);
    }
    spend(started);
    iq_unlock(IQ_LOCK_ORDER);
}

/* --- what meets guards
 * ------------------------------------------------------------------------------------------
 */

/* The guard of a page; IQ_LOCK_ORDER held. */
static struct iq_guard *guard_at(uint64_t address)
{
    for (int i = 0; i < guards_end; i++)
        if (traps(&guards[i], address, address + 1))
            return &guards[i];
    return NULL;
}

/* Takes the guard of [address] away and copies it; false: there is none. */
static bool take(uint64_t address, struct iq_guard *copy)
{
    iq_lock(IQ_LOCK_ORDER);
    struct iq_guard *guard = guard_at(address);
    if (guard) {
        *copy = *guard;
        lift(guard);
    }
    iq_unlock(IQ_LOCK_ORDER);
    return guard != NULL;
}

static bool is_conflict(const struct iq_guard *guard, uint64_t address, uint64_t size, bool write)
{
    struct iq_access host = { .lo = address, .hi = address + size };
    uint64_t lo, hi;
    return iq_access_overlap(&guard->access, &host, &lo, &hi) &&
           (write || guard->access.write || iq_guard_is_ended(guard)) && !is_over(guard);
}

/* The copy that [size] bytes at [address], next to those of [guard], are waited for by, if there is
 * one: [guard] becomes that copy's. */
static bool find_neighbour(struct iq_guard *guard, uint64_t address, uint64_t size, bool write)
{
    struct iq_conflict conflict;
    struct iq_range range;
    if (!guard->memory.pinned || !iq_range_find(address, &range))
        return false;
    iq_lock(IQ_LOCK_ORDER);
    bool pending = iq_conflict_pending(address, address + size, !write, &conflict);
    iq_unlock(IQ_LOCK_ORDER);
    pending = pending && !conflict.earlier.function; /* hosts poll what kernels write */
    if (pending)
        *guard = (struct iq_guard){ .access = conflict.earlier,
                                    .memory = { .base = range.base, .owner = guard->memory.owner },
                                    .work.from = conflict.from };
    return pending;
}

/* Another thread has lifted the guard since the fault: trying again is right, once for each time
 * that one was lifted there. */
static bool is_accessible_again(uint64_t address)
{
    static __thread struct {
        uint64_t address;
        uint32_t lifted;
    } last __attribute__((tls_model("initial-exec")));
    uint32_t now = gone_next, back = 1;
    while (back <= GONE &&
           (address < gone[(now - back) % GONE].begin || address >= gone[(now - back) % GONE].end))
        back++;
    bool again = back <= GONE && (last.address != address || last.lifted != now - back);
    last.address = again ? address : 0;
    last.lifted = now - back;
    return again;
}

/* A thread of the driver: the host's turn comes first, within limits. */
static void hold_driver(uint64_t address)
{
    const struct timespec pause = { 0, WAIT_NS };
    for (int i = 0; i < WAITS; i++) {
        iq_lock(IQ_LOCK_ORDER);
        const struct iq_guard *guard = guard_at(address);
        bool held = guard && guard->memory.owner->holds_driver && !iq_guard_is_ended(guard);
        iq_unlock(IQ_LOCK_ORDER);
        if (!held)
            return;
        nanosleep(&pause, NULL);
    }
}

/* What this thread does now is the driver's doing. */
static bool is_drivers(void)
{
    return iq_order_port.is_inside_call() || (device_thread && !iq_order_port.runs_callback());
}

/* Host functions run on a thread of the driver's; what the program's own file does there, by itself
 * or through the C library, the program does.  One that was enqueued before [guard]'s copy may well
 * run before that. */
static bool is_host_function(const struct iq_guard *guard, uintptr_t pc)
{
    if (!iq_conflict_has_host_functions() || guard->told || !device_thread ||
        iq_order_port.is_inside_call())
        return false;
    struct iq_stack stack;
    bool known = iq_modules_is_libc(pc) && iq_stack_get(iq_stack_of_signal(pc), &stack);
    for (uint32_t i = 0; known && i < stack.count && iq_modules_is_libc(pc); i++)
        pc = stack.pc[i];
    return iq_modules_is_program(pc);
}

bool iq_guard_fault(const void *info, void *ucontext)
{
    const siginfo_t *siginfo = info;
    const ucontext_t *context = ucontext;
    struct iq_guard guard;
    if ((!iq_guard_count && !gone_next) || !siginfo || siginfo->si_signo != SIGSEGV ||
        (siginfo->si_code != SEGV_ACCERR && siginfo->si_code != KEY_FAULT))
        return false;
    uint64_t address = (uint64_t)(uintptr_t)siginfo->si_addr;
    bool write = iq_context_is_write(context);
    uintptr_t pc = iq_context_pc(context);
    bool driver = is_drivers();
    if (iq_managed_fault(address, write, pc, driver, ucontext))
        return true;
    if (driver && !iq_order_port.is_inside_call())
        hold_driver(address);
    if (!take(address, &guard))
        return is_accessible_again(address);
    if (busy || (driver && !is_host_function(&guard, pc)))
        return true;
    busy = true;
    /* a host function may come before that copy */
    if (is_conflict(&guard, address, 1, write) ||
        (!driver && find_neighbour(&guard, address, 1, write)))
        guard.memory.owner->report(
            &guard,
            &(struct iq_guard_access){
                .at = address, .size = 1, .write = write, .stack = iq_stack_of_signal(pc) });
    busy = false;
    return true;
}

void iq_guard_io(const char *name, uintptr_t at, size_t size, bool write, uintptr_t pc)
{
    uint64_t lo = at, hi = lo + size;
    struct iq_guard guard;
    bool driver = is_drivers(), reported = busy || driver;
    if (!size || hi < lo)
        return;
    if (!driver && __atomic_load_n(&iq_pkey_used, __ATOMIC_RELAXED))
        iq_pkey_leave(); /* so that the kernel may read what this thread may */
    iq_managed_io(name, lo, size, write, pc, driver);
    for (int i = 0; i < GUARDS; i++) {
        if (!traps(&guards[i], lo, hi) || (driver && guards[i].memory.keyed) ||
            (!write && !guards[i].access.write && !iq_guard_is_ended(&guards[i])))
            continue;
        if (!take(guards[i].begin, &guard))
            continue;
        if (reported)
            continue;
        if (is_conflict(&guard, lo, hi - lo, write) || find_neighbour(&guard, lo, hi - lo, write)) {
            uint64_t first = lo > guard.access.lo ? lo : guard.access.lo,
                     last = hi < guard.access.hi ? hi : guard.access.hi;
            busy = reported = true;
            guard.memory.owner->report(&guard,
                                       &(struct iq_guard_access){ first, last - first, write, name,
                                                                  iq_stack_of_return(pc) });
            busy = false;
        }
    }
}

static uint64_t watched_lo = UINT64_MAX, watched_hi; /* hull of what is watched */

void iq_guard_watch(uint64_t lo, uint64_t hi)
{
    if (!iq_blocks_are(IQ_BLOCKS_WATCHED))
        watched_lo = UINT64_MAX, watched_hi = 0;
    watched_lo = lo < watched_lo ? lo : watched_lo;
    watched_hi = hi > watched_hi ? hi : watched_hi;
    iq_blocks_set(IQ_BLOCKS_WATCHED, true);
}

void iq_guard_freed(const char *name, const void *at, size_t size, uintptr_t pc)
{
    uint64_t lo = (uint64_t)(uintptr_t)at, hi = lo + size;
    struct iq_conflict conflict;
    bool hit = false, pending = false;
    if (!size || hi < lo)
        return;
    if (lo < guarded.hi && hi > guarded.lo)
        for (int i = 0; i < GUARDS; i++)
            hit |= meets(&guards[i], lo, hi);
    bool watched = iq_blocks_are(IQ_BLOCKS_WATCHED) && lo < watched_hi && hi > watched_lo;
    if (!hit && !watched)
        return;
    if (!busy && !is_drivers()) {
        iq_lock(IQ_LOCK_ORDER);
        pending = iq_conflict_pending(lo, hi, false, &conflict);
        if (pending)
            iq_clock_forget(lo, hi); /* what comes there next is somebody else's */
        iq_unlock(IQ_LOCK_ORDER);
    }
    iq_guard_drop(lo, hi);
    if (pending) {
        busy = true;
        iq_order_port.freed(name, &conflict, iq_stack_of_return(pc));
        busy = false;
    }
}

static bool is_guardable(const void *at)
{
    struct iq_range range;
    return iq_range_find((uint64_t)(uintptr_t)at, &range) &&
           (range.kind == IQ_KIND_PINNED_MEMORY || range.kind == IQ_KIND_REGISTERED_MEMORY);
}

/* At most [size] bytes; -1: the kernel does not let us. */
static ssize_t move_some(int fd, char *to, const char *from, uint64_t size, bool to_guarded,
                         bool from_guarded)
{
    char between[16384];
    ssize_t part =
        fd < 0 ? -1
               : (ssize_t)(to_guarded && from_guarded && size > sizeof between ? sizeof between
                                                                               : size);
    if (part > 0 && from_guarded)
        part = pread(fd, to_guarded ? between : to, (size_t)part, (off_t)(uintptr_t)from);
    if (part > 0 && to_guarded)
        part = pwrite(fd, from_guarded ? between : from, (size_t)part, (off_t)(uintptr_t)to);
    return part;
}

bool iq_guard_move(void *to, const void *from, uint64_t size)
{
    bool to_guarded = mode != IQ_GUARD_OFF && is_guardable(to),
         from_guarded = mode != IQ_GUARD_OFF && is_guardable(from);
    if (!to_guarded && !from_guarded)
        return false;
    /* It writes through protections as a debugger would; not kept: the program could close it and
     * get the number for a file of its own. */
    int fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
    uint64_t done = 0;
    for (ssize_t part = 1; done < size && part > 0; done += part > 0 ? (uint64_t)part : 0)
        part = move_some(fd, (char *)to + done, (const char *)from + done, size - done, to_guarded,
                         from_guarded);
    if (fd >= 0)
        close(fd);
    if (done < size) {
        if (to_guarded)
            iq_guard_drop((uint64_t)(uintptr_t)to, (uint64_t)(uintptr_t)to + size);
        if (from_guarded)
            iq_guard_drop((uint64_t)(uintptr_t)from, (uint64_t)(uintptr_t)from + size);
        mode = IQ_GUARD_OFF; /* this kernel does not let us */
        return false;
    }
    return true;
}
