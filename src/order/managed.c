#include "order/managed.h"

#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "arch/context.h"
#include "base/counters.h"
#include "base/locks.h"
#include "base/now.h"
#include "base/page.h"
#include "model/range.h"
#include "order/footprint.h"
#include "order/guard.h"
#include "process/modules.h"
#include "process/stack.h"

enum {
    ENTRIES = 1024,
    AT_ONCE = 64 /* closed for one operation */,
    STREAMS = 8,
    SCANNED = 4096 /* bytes that are searched for pointers */,
    TRAPS = 128 /* then the memory is opened as a whole */,
    STEPS = 32 /* traps whose page is closed again after the instruction */,
    LIBRARY_READS = 64
};

enum use { USE_UNKNOWN, USE_ALLOCATION, USE_VARIABLE };

struct managed {
    uint64_t base, end; /* whole pages */
    uint64_t view;      /* 0: the host must not look at it meanwhile */
    uint32_t blocks;    /* allocations that lie there */
    uint8_t use;        /* enum use */
    bool closed, holes; /* holes: some of its pages are open */
    uint32_t traps;
    uint8_t stream_count;
    /* the last operation of each that may use it */
    struct iq_point streams[STREAMS];
};

static struct managed entries[ENTRIES]; /* by address */
static int entry_count;
static uint64_t hull_lo, hull_hi; /* atomic: all entries lie between */
/* SIGTRAP comes to iq_managed_stepped; false: it cannot be */
static bool (*watch_steps)(void);
static bool can_step;

/* Pages that are open for one instruction of this thread. */
static __thread struct {
    uint64_t page[2];
    int count;
} step __attribute__((tls_model("initial-exec")));

static void set_hull(void)
{
    __atomic_store_n(&hull_lo, entry_count ? entries[0].base : 0, __ATOMIC_RELEASE);
    __atomic_store_n(&hull_hi, entry_count ? entries[entry_count - 1].end : 0, __ATOMIC_RELEASE);
}

/* The first entry that ends after [address]. */
static int index_of(uint64_t address)
{
    int lo = 0, hi = entry_count;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (entries[middle].end > address)
            hi = middle;
        else
            lo = middle + 1;
    }
    return lo;
}

static struct managed *find(uint64_t address)
{
    int i = index_of(address);
    return i < entry_count && entries[i].base <= address ? &entries[i] : NULL;
}

void iq_managed_step_by(bool (*watch)(void)) { watch_steps = watch; }

/* Blocks that share a page are watched together. */
static struct managed *join(uint64_t base, uint64_t end)
{
    struct managed *m = &entries[index_of(base)];
    if (m == &entries[entry_count] || m->base >= end)
        return NULL;
    bool crowded = m + 1 < &entries[entry_count] && m[1].base < end;
    m->base = base < m->base ? base : m->base;
    m->end = end > m->end && !crowded ? end : m->end;
    return m;
}

static struct managed *insert(uint64_t base, uint64_t end, uint64_t view)
{
    int at = index_of(base);
    if (entry_count == ENTRIES)
        return NULL;
    memmove(&entries[at + 1], &entries[at], (size_t)(entry_count - at) * sizeof *entries);
    entries[at] = (struct managed){ .base = base, .end = end, .view = view };
    entry_count++;
    return &entries[at];
}

void iq_managed_begin(uint64_t base, uint64_t size, uint64_t view)
{
    uint64_t end = iq_page_up(base + size);
    if (!iq_guard_is_enabled())
        return;
    base = iq_page_down(base);
    iq_lock(IQ_LOCK_ORDER);
    if (iq_footprint_start_host()) {
        iq_managed_drop(base, end);
        struct managed *m = join(base, end);
        m = m ? m : insert(base, end, view);
        if (m)
            m->blocks++;
        set_hull();
        can_step = can_step || (watch_steps && watch_steps());
    }
    iq_unlock(IQ_LOCK_ORDER);
}

void iq_managed_reach(uint64_t base, uint64_t size)
{
    iq_lock(IQ_LOCK_ORDER);
    const struct managed *m = find(base);
    bool known = m && m->end >= base + size;
    iq_unlock(IQ_LOCK_ORDER);
    if (!known)
        iq_managed_begin(base, size, 0);
}

bool iq_managed_is_closed(uint64_t lo, uint64_t hi)
{
    bool closed = false;
    for (int i = index_of(lo); i < entry_count && entries[i].base < hi; i++)
        closed |= entries[i].closed;
    return closed;
}

/* ---- closing and opening
 * ------------------------------------------------------------------------------------------
 */

static void open_all(struct managed *m)
{
    uint64_t started = iq_now_ns();
    if (!m->closed)
        return;
    iq_count(IQ_COUNTER_GUARDS_LIFTED);
    /* a page that stays closed traps again */
    IQ_DROP(iq_guard_protect(m->base, m->end, PROT_READ | PROT_WRITE));
    iq_guard_was_lifted(m->base, m->end);
    m->closed = false;
    iq_guard_counted(-1);
    iq_guard_spend(started);
}

static void open_page(struct managed *m, uint64_t lo, uint64_t hi)
{
    lo = iq_page_down(lo);
    hi = iq_page_up(hi);
    if (m->traps++ >= TRAPS) {
        open_all(m);
        return;
    }
    IQ_DROP(iq_guard_protect(lo, hi, PROT_READ | PROT_WRITE));
    iq_guard_was_lifted(lo, hi);
    m->holes = true;
}

static void note_stream(struct managed *m, const struct iq_timeline *timeline)
{
    int i = 0;
    struct iq_point point = iq_clock_point(timeline);
    while (i < m->stream_count && m->streams[i].reached != point.reached)
        i++;
    if (i == STREAMS)
        return;
    m->streams[i] = point;
    m->stream_count += i == m->stream_count;
}

static void close_entry(struct managed *m, const struct iq_timeline *timeline)
{
    uint64_t started = iq_now_ns();
    bool closed = m->closed;
    if (!closed)
        m->stream_count = 0;
    note_stream(m, timeline);
    if ((closed && !m->holes) || (!closed && iq_guard_meets(m->base, m->end)))
        return;
    iq_count(IQ_COUNTER_GUARDS_PUT);
    m->closed = !iq_guard_protect(m->base, m->end, PROT_NONE);
    m->holes = false;
    m->traps = 0;
    iq_guard_counted(m->closed - closed);
    iq_guard_spend(started);
}

/* --- which memory an operation may use --- */

struct chosen {
    struct managed *of[AT_ONCE];
    int count;
};

static void choose(struct chosen *chosen, struct managed *m)
{
    for (int i = 0; i < chosen->count; i++)
        if (chosen->of[i] == m)
            return;
    if (chosen->count < AT_ONCE)
        chosen->of[chosen->count++] = m;
}

static void choose_word(struct chosen *chosen, uint64_t word)
{
    struct managed *m = word >= hull_lo && word < hull_hi ? find(word) : NULL;
    if (m)
        choose(chosen, m);
}

/* Objects in managed memory point to more of it. */
static void follow(struct chosen *chosen)
{
    for (int i = 0; i < chosen->count; i++) {
        const struct managed *m = chosen->of[i];
        if (!m->view)
            continue;
        uint64_t bytes = m->end - m->base < SCANNED ? m->end - m->base : SCANNED;
        for (uint64_t at = 0; at < bytes; at += sizeof(uint64_t))
            choose_word(chosen, __atomic_load_n((const uint64_t *)(uintptr_t)(m->view + at),
                                                __ATOMIC_RELAXED));
    }
}

static bool is_variable(struct managed *m)
{
    struct iq_range range;
    if (m->use == USE_UNKNOWN)
        m->use = iq_range_find(m->base, &range) && range.kind == IQ_KIND_MANAGED_MEMORY
                     ? USE_ALLOCATION
                     : USE_VARIABLE;
    return m->use == USE_VARIABLE;
}

/* One wait is missing in all turns of a loop: the first ones of each call site are looked at, and
 * then fewer and fewer. */
bool iq_managed_is_turn(struct iq_call_ref call)
{
    enum { SITES = 1024, FIRST = 8 };
    static struct {
        uint32_t stack, count;
    } sites[SITES];
    static __thread struct {
        uint64_t number;
        bool turn;
    } last __attribute__((tls_model("initial-exec")));
    if (!__atomic_load_n(&hull_hi, __ATOMIC_ACQUIRE) || iq_guard_watches_all())
        return hull_hi;
    if (last.number != call.number) {
        uint32_t stack = call.stack, at = stack * 0x9e3779b1u >> 22, count;
        if (__atomic_exchange_n(&sites[at].stack, stack, __ATOMIC_RELAXED) != stack)
            __atomic_store_n(&sites[at].count, 0, __ATOMIC_RELAXED);
        count = __atomic_add_fetch(&sites[at].count, 1, __ATOMIC_RELAXED);
        last.turn = count <= FIRST || !(count & (count - 1));
        last.number = call.number;
    }
    return last.turn;
}

void iq_managed_close(const struct iq_timeline *timeline, const uint64_t *words, int count,
                      bool kernels)
{
    struct chosen chosen = { .count = 0 };
    if (!entry_count)
        return;
    for (int i = 0; words && i < count; i++)
        choose_word(&chosen, words[i]);
    for (int i = 0; i < entry_count; i++)
        if (entries[i].view && (!words || is_variable(&entries[i])))
            choose(&chosen, &entries[i]);
    follow(&chosen);
    for (int i = 0; i < chosen.count; i++)
        if (kernels || chosen.of[i]->view)
            close_entry(chosen.of[i], timeline);
}

/* --- when it is over --- */

static bool is_over(struct managed *m)
{
    int kept = 0;
    for (int i = 0; i < m->stream_count; i++)
        if (!iq_point_is_complete(m->streams[i]))
            m->streams[kept++] = m->streams[i];
    m->stream_count = (uint8_t)kept;
    return !kept;
}

void iq_managed_review(void)
{
    for (int i = 0; i < entry_count; i++)
        if (entries[i].closed && is_over(&entries[i]))
            open_all(&entries[i]);
}

void iq_managed_drop(uint64_t lo, uint64_t hi)
{
    for (int i = index_of(lo); i < entry_count && entries[i].base < hi; i++)
        open_all(&entries[i]);
}

void iq_managed_end(uint64_t base)
{
    iq_lock(IQ_LOCK_ORDER);
    struct managed *m = find(base);
    if (m)
        open_all(m);
    if (m && !--m->blocks) {
        memmove(m, m + 1, (size_t)(&entries[entry_count] - (m + 1)) * sizeof *m);
        entry_count--;
        set_hull();
    }
    iq_unlock(IQ_LOCK_ORDER);
}

/* ---- the host's accesses
 * ------------------------------------------------------------------------------------------
 */

static bool is_near(uint64_t lo, uint64_t hi)
{
    return lo < __atomic_load_n(&hull_hi, __ATOMIC_ACQUIRE) &&
           hi > __atomic_load_n(&hull_lo, __ATOMIC_ACQUIRE);
}

bool iq_managed_covers(uint64_t address)
{
    return __atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE) && is_near(address, address + 1);
}

/* The C library reads strings in whole vectors, also in front of them: of such a read it is certain
 * only that it wants some of these bytes. */
static uint64_t certain_end(const struct managed *m, uint64_t address, bool write, uintptr_t pc,
                            bool *any)
{
    *any = !write && iq_modules_is_libc(pc);
    uint64_t end = address + (*any ? LIBRARY_READS : 1);
    return end < m->end ? end : m->end;
}

/* Loops that wait for a word are told from such that go through an array by what they do next: the
 * page is closed again when this instruction is over. */
static void step_over(const struct managed *m, uint64_t address, ucontext_t *context)
{
    if (can_step && m->closed && m->traps <= STEPS && step.count < 2 &&
        !sigismember(&context->uc_sigmask, SIGTRAP) && iq_context_step(context, true))
        step.page[step.count++] = iq_page_down(address);
}

bool iq_managed_stepped(const siginfo_t *info, void *ucontext)
{
    if (!step.count || info->si_code != TRAP_TRACE)
        return false;
    iq_context_step(ucontext, false);
    iq_lock(IQ_LOCK_ORDER);
    for (; step.count; step.count--) {
        uint64_t page = step.page[step.count - 1];
        const struct managed *m = find(page);
        if (m && m->closed)
            /* a page that stays open is not watched any more */
            IQ_DROP(iq_guard_protect(page, page + iq_page_bytes, PROT_NONE));
    }
    iq_unlock(IQ_LOCK_ORDER);
    return true;
}

bool iq_managed_fault(uint64_t address, bool write, uintptr_t pc, bool driver, void *context)
{
    if (!is_near(address, address + 1))
        return false;
    uint32_t stack = driver ? 0 : iq_stack_of_signal(pc);
    iq_lock(IQ_LOCK_ORDER);
    struct managed *m = find(address);
    bool closed = m && m->closed;
    if (closed) {
        struct iq_host_access access = {
            .lo = address, .write = write, .stack = stack, .pc = pc, .base = m->base
        };
        access.hi = certain_end(m, address, write, pc, &access.whole);
        if (driver || iq_footprint_host(&access)) {
            open_page(m, address, address + 1);
            if (!driver)
                step_over(m, address, context);
        } else
            open_all(m);
    }
    iq_unlock(IQ_LOCK_ORDER);
    return closed;
}

void iq_managed_io(const char *name, uint64_t at, uint64_t size, bool write, uintptr_t pc,
                   bool driver)
{
    if (!is_near(at, at + size))
        return;
    uint32_t stack = driver ? 0 : iq_stack_of_return(pc);
    iq_lock(IQ_LOCK_ORDER);
    for (int i = index_of(at); i < entry_count && entries[i].base < at + size; i++) {
        struct managed *m = &entries[i];
        uint64_t lo = at > m->base ? at : m->base, hi = at + size < m->end ? at + size : m->end;
        struct iq_host_access access = { .lo = lo,
                                         .hi = hi,
                                         .write = write,
                                         .stack = stack,
                                         .pc = pc,
                                         .base = m->base,
                                         .through = name };
        if (!m->closed)
            continue;
        if (!driver)
            iq_footprint_host(&access);
        open_page(m, lo, hi);
    }
    iq_unlock(IQ_LOCK_ORDER);
}
