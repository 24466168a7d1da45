#include "core/guard.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/hot.h"
#include "core/core.h"
#include "core/flow.h"
#include "core/hostheap.h"
#include "core/hostmem.h"
#include "core/key.h"
#include "core/memory.h"
#include "core/names.h"
#include "core/opencl/guarded.h"
#include "core/report.h"
#include "core/stack.h"
#include "core/thread.h"
#include "core/vulkan/mapped.h"

enum { GUARDS = 64, ENDED = 32 /* of these at most for what is over */, GONE = 16, PAGE = 4096, SEEN = 1024, FREE_OF_BUDGET = 8, BUDGET_SHARE = 100, TURNS_TO_PASS = 16, TEXT_BYTES = 400,
       COST_OF_ALL = 4 /* whoever runs on another processor is interrupted by each change of a page's protection, whoever meets a new page waits for it: measured */, SAVED_NS = 1000000000 /* of what was not spent */, KEY_FAULT = 4 /* SEGV_PKUERR */ };

static struct iq_guard guards[GUARDS];
static int guards_end;              /* behind the last one in use; written with IQ_LOCK_ORDER held */
static struct { uint64_t lo, hi; } guarded = { UINT64_MAX, 0 };     /* all guards lie between: most of what a program frees does not */
static struct { uint64_t begin, end; } gone[GONE];      /* lifted a moment ago: a fault there is to be tried again */
static uint32_t gone_next;

uint32_t iq_guard_count;            /* atomic */
bool iq_guard_in_heap;              /* atomic */
static enum iq_guard_mode mode IQ_HOT_OWN = IQ_GUARD_OFF;
static bool (*handler_is_ours)(void);
static struct { uint64_t key; uint32_t count; } seen[SEEN];
static uint64_t began_ns, spent_ns;
static uint32_t turns_passed = TURNS_TO_PASS;       /* since the budget was found to be used up */
uint64_t iq_guard_reviewed;
static __thread bool device_thread __attribute__((tls_model("initial-exec")));
static __thread bool busy __attribute__((tls_model("initial-exec")));

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void iq_guard_enable(enum iq_guard_mode wanted, bool (*is_ours)(void))
{
    handler_is_ours = is_ours;
    began_ns = now_ns();
    mode = wanted;
}

bool iq_guard_is_enabled(void) { return mode != IQ_GUARD_OFF; }

void iq_guard_is_device_thread(void)
{
    device_thread = true;
    if (mode != IQ_GUARD_OFF)
        iq_key_is_driver();
}

bool iq_guard_on_device_thread(void) { return device_thread; }

int iq_guard_protect(uint64_t begin, uint64_t end, int protection)
{
    return (int)syscall(SYS_mprotect, begin, end - begin, protection);
}

/* May the program read and write these pages, and nothing else?  Lifting a guard leaves them so. */
static bool are_plain(uint64_t begin, uint64_t end)
{
    struct iq_hostmem_region region;
    while (begin < end) {
        if (!iq_hostmem_look(begin, &region) || !region.readable || !region.writable || region.executable || region.what == IQ_HOSTMEM_STACK)
            return false;
        begin = region.end;
    }
    return true;
}

static void spend(uint64_t started)
{
    spent_ns += COST_OF_ALL * (now_ns() - started);
}

/* IQ_LOCK_ORDER held. */
static void lift(struct iq_guard *guard)
{
    uint64_t started = now_ns();
    if (guard->keyed && (!guard->ended || are_plain(guard->begin, guard->end)))      /* nobody says when a driver gives its memory back */
        iq_key_lift(guard->begin, guard->end);
    else if (!guard->keyed)
        iq_guard_protect(guard->begin, guard->end, PROT_READ | PROT_WRITE);
    gone[gone_next % GONE].begin = guard->begin;
    gone[gone_next++ % GONE].end = guard->end;
    guard->end = 0;
    while (guards_end && !guards[guards_end - 1].end)
        guards_end--;
    if (!guards_end) {
        guarded.lo = UINT64_MAX, guarded.hi = 0;
        __atomic_store_n(&iq_guard_in_heap, false, __ATOMIC_RELAXED);
    }
    __atomic_fetch_sub(&iq_guard_count, 1, __ATOMIC_RELEASE);
    spend(started);
}

/* Is it this copy's turn?  The first times of each place and buffer always, later ones while little time is spent on it.  Where too much is
 * spent the next few need not ask again. */
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
    if (seen[at].count < FREE_OF_BUDGET) {
        seen[at].count++;
        return true;
    }
    if (turns_passed < TURNS_TO_PASS) {
        turns_passed++;
        return false;
    }
    uint64_t now = now_ns(), owed = spent_ns * BUDGET_SHARE;
    if (now - began_ns > owed + SAVED_NS)           /* an hour without copies is no reason to guard all of the next ones */
        began_ns = now - owed - SAVED_NS;
    bool wanted = owed < now - began_ns;
    turns_passed = wanted ? TURNS_TO_PASS : 0;
    return wanted;
}

/* The pages of [touch] that [memory] has to itself.  False: there are none. */
static inline bool own_pages(const struct iq_touch *touch, const struct iq_guard_memory *memory, uint64_t *begin, uint64_t *end)
{
    uint64_t first = (memory->lo + PAGE - 1) & ~(uint64_t)(PAGE - 1), last = memory->hi & ~(uint64_t)(PAGE - 1);
    uint64_t lo = touch->lo & ~(uint64_t)(PAGE - 1), hi = (touch->hi + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    *begin = lo < first ? first : lo;
    *end = hi > last ? last : hi;
    return *begin < *end;
}

/* ... and no other guard. */
static bool find_pages(const struct iq_touch *touch, const struct iq_guard_memory *memory, uint64_t *begin_at, uint64_t *end_at)
{
    uint64_t begin, end;
    own_pages(touch, memory, &begin, &end);
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
            ended += guards[i].ended;
    }
    if (!place || (guard->ended && ended == ENDED))
        return;
    if (handler_is_ours && !handler_is_ours()) {
        mode = IQ_GUARD_OFF;
        iq_core_message(IQ_MESSAGE_WARNING, "the program's signal handler was installed without the C library: early host accesses are not watched");
        return;
    }
    bool reads = guard->touch.write || guard->ended;
    *place = *guard;
    iq_guard_reviewed = UINT64_MAX;         /* it may be complete already */
    if (place == &guards[guards_end])
        guards_end++;
    guarded.lo = guard->begin < guarded.lo ? guard->begin : guarded.lo;
    guarded.hi = guard->end > guarded.hi ? guard->end : guarded.hi;
    if (!guard->pinned)
        __atomic_store_n(&iq_guard_in_heap, true, __ATOMIC_RELAXED);
    __atomic_fetch_add(&iq_guard_count, 1, __ATOMIC_RELEASE);
    if (guard->keyed ? iq_key_protect(guard->begin, guard->end, reads) : iq_guard_protect(guard->begin, guard->end, reads ? PROT_NONE : PROT_READ))
        lift(place);
}

/* Guards [begin, end), whose turn has come. */
IQ_COLD static void add(const struct iq_timeline *timeline, const struct iq_touch *touch, const struct iq_guard_memory *memory, uint64_t begin, uint64_t end)
{
    struct iq_guard guard = { .begin = begin, .end = end, .touch = *touch, .base = memory->base, .object = memory->object, .keyed = memory->keyed,
                              .ended = !timeline, .pinned = memory->pinned };
    if (timeline) {
        guard.slot = timeline->slot;
        guard.tick = timeline->tick;
        guard.stream = timeline->stream;
        guard.serial = timeline->serial;
        guard.legacy = timeline->legacy;
        guard.told = iq_flow_has_host_functions();
    }
    uint64_t started = now_ns();
    if (!memory->look || are_plain(begin, end))
        put(&guard);
    spend(started);
}

static inline uint64_t place_of(const struct iq_touch *touch, uint64_t base) { return base ^ touch->write; }

/* Finds the pages, too. */
static inline bool is_due(const struct iq_touch *touch, const struct iq_guard_memory *memory, uint64_t *begin, uint64_t *end)
{
    return mode != IQ_GUARD_OFF && find_pages(touch, memory, begin, end) && iq_guard_is_wanted(touch->mark.stack, place_of(touch, memory->base));
}

IQ_FAST void iq_guard_add_within(const struct iq_timeline *timeline, const struct iq_touch *touch, const struct iq_guard_memory *memory)
{
    uint64_t begin, end;
    if (is_due(touch, memory, &begin, &end))
        add(timeline, touch, memory, begin, end);
}

/* Pages that hold pinned memory hold nothing but the driver's: small blocks share one, and an access beside the guarded bytes only lifts the guard.
 * What lies beside registered memory is the program's, which may give it to the kernel. */
static inline struct iq_guard_memory memory_of(const struct iq_range *range)
{
    bool pinned = range->kind == IQ_KIND_PINNED_MEMORY;
    uint64_t around = pinned ? PAGE - 1 : 0, lo = range->base & ~around, hi = (range->base + range->size + around) & ~around;
    return (struct iq_guard_memory){ .lo = lo, .hi = hi, .base = range->base, .pinned = pinned };
}

bool iq_guard_is_possible(const struct iq_touch *touch, const struct iq_range *range, uint64_t *place)
{
    struct iq_guard_memory memory = memory_of(range);
    uint64_t begin, end;
    *place = place_of(touch, range->base);
    return range->size && !touch->pitch && own_pages(touch, &memory, &begin, &end);
}

IQ_FAST bool iq_guard_is_due(const struct iq_touch *touch, const struct iq_range *range)
{
    struct iq_guard_memory memory = memory_of(range);
    uint64_t begin, end;
    return range->size && !touch->pitch && is_due(touch, &memory, &begin, &end);
}

void iq_guard_add_due(const struct iq_timeline *timeline, const struct iq_touch *touch, const struct iq_range *range)
{
    struct iq_guard_memory memory = memory_of(range);
    uint64_t begin, end;
    if (range->size && !touch->pitch && find_pages(touch, &memory, &begin, &end))
        add(timeline, touch, &memory, begin, end);
}

void iq_guard_add(const struct iq_timeline *timeline, const struct iq_touch *touch, const struct iq_range *range)
{
    if (iq_guard_is_due(touch, range))
        iq_guard_add_due(timeline, touch, range);
}

void iq_guard_review_of(uint64_t completions)
{
    iq_guard_reviewed = completions;
    for (int i = 0; i < guards_end; i++)
        if (guards[i].end && !guards[i].ended && iq_clock_is_done(guards[i].slot, guards[i].tick))
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

void iq_guard_drop(uint64_t lo, uint64_t hi)
{
    if (!__atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < guards_end; i++)
        if (guards[i].end && guards[i].begin < hi && guards[i].end > lo)
            lift(&guards[i]);
    iq_unlock(IQ_LOCK_ORDER);
}

bool iq_guard_covers(uint64_t address)
{
    bool covers = false;
    for (int i = 0; i < GUARDS && __atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE); i++)
        covers |= guards[i].end && guards[i].begin <= address && address < guards[i].end;
    return covers;
}

void iq_guard_drop_of(const struct iq_handle *object)
{
    if (!__atomic_load_n(&iq_guard_count, __ATOMIC_ACQUIRE))
        return;
    iq_lock(IQ_LOCK_ORDER);
    for (int i = 0; i < guards_end; i++)
        if (guards[i].end && guards[i].object == object)
            lift(&guards[i]);
    iq_unlock(IQ_LOCK_ORDER);
}

void iq_guard_drop_all(void)
{
    iq_vk_mapped_drop();
    iq_guard_drop(0, UINT64_MAX);
}

static void put_stream(struct iq_str *text, uint64_t stream, uint32_t serial, bool legacy)
{
    if (legacy)
        iq_str_puts(text, "the legacy default stream");
    else if (stream == 2)
        iq_str_puts(text, "a per-thread default stream");
    else
        iq_str_printf(text, "stream %u (0x%llx)", serial, (unsigned long long)stream);
}

/* The same as an argument of a call. */
static void put_code(struct iq_str *text, bool driver, uint64_t stream, uint32_t serial, bool legacy)
{
    if (legacy || stream == 2)
        iq_str_puts(text, legacy ? "0" : driver ? "CU_STREAM_PER_THREAD" : "cudaStreamPerThread");
    else
        iq_str_printf(text, "stream%u", serial);
}

/* The host accesses [size] bytes at [address], which are [guard]'s. */
static void report(const struct iq_guard *guard, uint64_t address, uint64_t size, bool write, const char *through, uint32_t stack)
{
    if (guard->touch.mark.entry && iq_is_opencl(guard->touch.mark.entry)) {
        iq_cl_guard_report(guard, address, size, write, through, stack);
        return;
    }
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES];
    struct iq_str text;
    const char *copy = guard->touch.mark.entry ? guard->touch.mark.entry->name : "a copy";
    bool driver = guard->touch.mark.entry && guard->touch.mark.entry->api == IQ_API_CUDA;
    struct iq_finding finding = { .rule = write ? "host-write-in-flight" : "host-read-in-flight", .severity = IQ_ERROR, .arg_index = -1,
        .message = message, .cause = cause, .fix = fix, .object_state = "live", .access_address = address, .access_size = size,
        .stack_call = stack, .object_device = -1, .count = 1 };
    struct iq_range range;
    if (!iq_rule_is_enabled(finding.rule))
        return;
    if (iq_range_find(address, &range))
        iq_report_set_object(&finding, &range);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s%s%s byte %llu of a buffer that %s on ", write ? "writes" : "reads", through ? " through " : "",
                  through ? through : "", (unsigned long long)(address - guard->base), copy);
    put_stream(&text, guard->stream, guard->serial, guard->legacy);
    iq_str_printf(&text, " may still be %s", guard->touch.write ? "writing" : "reading");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "%s returned when the copy was enqueued; it %s [0x%llx, 0x%llx), and no call since then has told the host that it is complete",
                  copy, guard->touch.write ? "writes" : "reads", (unsigned long long)guard->touch.lo, (unsigned long long)guard->touch.hi);
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "%sStreamSynchronize(", driver ? "cu" : "cuda");
    put_code(&text, driver, guard->stream, guard->serial, guard->legacy);
    iq_str_printf(&text, ") before the access, or record an event after the copy and wait for it with %sEventSynchronize", driver ? "cu" : "cuda");
    finding.related[0] = (struct iq_related){ "the copy was enqueued here", guard->touch.mark.stack };
    finding.related_count = 1;
    iq_report(&finding, 0, 0, true);
}

/* The guard of a page; IQ_LOCK_ORDER held. */
static struct iq_guard *guard_at(uint64_t address)
{
    for (int i = 0; i < guards_end; i++)
        if (guards[i].end && guards[i].begin <= address && address < guards[i].end)
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

static bool overlaps(const struct iq_guard *guard, uint64_t lo, uint64_t hi) { return guard->touch.lo < hi && lo < guard->touch.hi; }

static bool is_conflict(const struct iq_guard *guard, uint64_t address, uint64_t size, bool write)
{
    struct iq_touch access = { .lo = address, .hi = address + size };
    uint64_t lo, hi;
    return iq_touch_overlap(&guard->touch, &access, &lo, &hi) && (write || guard->touch.write || guard->ended) &&
           (guard->ended || !iq_clock_is_done(guard->slot, guard->tick));
}

/* The copy that [size] bytes at [address], beside those of [guard], are waited for by, if there is one: [guard] becomes that copy's. */
static bool find_neighbour(struct iq_guard *guard, uint64_t address, uint64_t size, bool write)
{
    struct iq_conflict conflict;
    struct iq_range range;
    if (!guard->pinned || !iq_range_find(address, &range))
        return false;
    iq_lock(IQ_LOCK_ORDER);
    bool pending = iq_flow_pending(address, address + size, !write, &conflict);
    iq_unlock(IQ_LOCK_ORDER);
    pending = pending && !conflict.earlier.function;        /* hosts poll what kernels write */
    if (pending)
        *guard = (struct iq_guard){ .touch = conflict.earlier, .base = range.base, .stream = conflict.from.stream, .serial = conflict.from.serial,
                                    .legacy = conflict.from.legacy };
    return pending;
}

/* A page that another thread unprotected after the fault: trying again is right, and will not come back here for ever. */
static bool is_accessible_again(uint64_t address)
{
    static __thread uint64_t last __attribute__((tls_model("initial-exec")));
    bool again = false;
    for (int i = 0; i < GONE; i++)
        again |= gone[i].begin <= address && address < gone[i].end && last != address;
    last = again ? address : 0;
    return again;
}

/* What this thread does now is the driver's doing. */
static bool is_drivers(void)
{
    return iq_core_inside_call() || (device_thread && !(iq_thread_block && iq_thread_block->callback));
}

static const void *file_of(uintptr_t code)
{
    Dl_info info;
    return dladdr((void *)code, &info) ? info.dli_fbase : NULL;
}

/* Host functions run on a thread of the driver's; what the program's own file does there, by itself or through the C library, the program does.  One
 * that was enqueued before [guard]'s copy may well run before that. */
static bool is_host_function(const struct iq_guard *guard, uintptr_t pc)
{
    if (!iq_flow_has_host_functions() || guard->told || !device_thread || iq_core_inside_call())
        return false;
    const void *file = file_of(pc), *library = file_of((uintptr_t)memchr), *program = file_of(getauxval(AT_ENTRY));
    const struct iq_stack *stack = file && file == library ? iq_stack_get(iq_stack_of_signal(pc)) : NULL;
    for (uint32_t i = 0; stack && i < stack->count && file == library; i++)
        file = file_of(stack->pc[i]);
    return file && file == program;
}

bool iq_guard_fault(const void *info, const void *ucontext)
{
    const siginfo_t *siginfo = info;
    const ucontext_t *context = ucontext;
    struct iq_guard guard;
    if (mode == IQ_GUARD_OFF || !siginfo || siginfo->si_signo != SIGSEGV || (siginfo->si_code != SEGV_ACCERR && siginfo->si_code != KEY_FAULT))
        return false;
    uint64_t address = (uint64_t)(uintptr_t)siginfo->si_addr;
    bool write = true;
    uintptr_t pc = 0;
#if defined(__x86_64__)
    write = context->uc_mcontext.gregs[REG_ERR] & 2;
    pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
    (void)context;
#endif
    if (iq_vk_mapped_fault(address, write, pc))
        return true;
    if (!take(address, &guard))
        return is_accessible_again(address);
    bool driver = is_drivers();
    if (busy || (driver && !is_host_function(&guard, pc)))
        return true;
    busy = true;
    if (is_conflict(&guard, address, 1, write) || (!driver && find_neighbour(&guard, address, 1, write)))      /* a host function may come before that copy */
        report(&guard, address, 1, write, NULL, iq_stack_of_signal(pc));
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
    if (!driver && __atomic_load_n(&iq_key_used, __ATOMIC_RELAXED))
        iq_key_leave();             /* so that the kernel may read what this thread may */
    if (iq_vk_mapped_count)
        iq_vk_mapped_io(lo, size, write, pc);
    for (int i = 0; i < GUARDS; i++) {
        if (!guards[i].end || guards[i].begin >= hi || guards[i].end <= lo || (driver && guards[i].keyed) ||
            (!write && !guards[i].touch.write && !guards[i].ended))
            continue;
        if (!take(guards[i].begin, &guard))
            continue;
        if (reported)
            continue;
        bool own = overlaps(&guard, lo, hi) && is_conflict(&guard, lo, hi - lo, write);
        if (own || find_neighbour(&guard, lo, hi - lo, write)) {
            uint64_t first = lo > guard.touch.lo ? lo : guard.touch.lo, last = hi < guard.touch.hi ? hi : guard.touch.hi;
            busy = reported = true;
            report(&guard, first, last - first, write, name, iq_stack_of_return(pc));
            busy = false;
        }
    }
}

static void report_freed(const char *name, const struct iq_conflict *conflict, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES];
    struct iq_str text;
    const struct iq_touch *touch = &conflict->earlier;
    const char *copy = touch->mark.entry ? touch->mark.entry->name : "a copy";
    const char *api = touch->mark.entry && touch->mark.entry->api == IQ_API_CUDA ? "cu" : "cuda";
    struct iq_finding finding = { .rule = "free-in-flight", .severity = IQ_ERROR, .arg_index = -1, .message = message, .cause = cause, .fix = fix,
        .object_state = "live", .access_address = touch->lo, .access_size = touch->hi - touch->lo, .stack_call = stack, .object_device = -1, .count = 1 };
    struct iq_range range;
    struct iq_hostheap_block block;
    if (!iq_rule_is_enabled(finding.rule))
        return;
    if (iq_range_find(touch->lo, &range)) {
        finding.object_kind = iq_kind_name(range.kind);
        finding.object_address = range.base;
        finding.object_size = range.size;
        finding.stack_created = range.created.stack;
    } else if (iq_hostheap_find(touch->lo, &block) != IQ_HOSTHEAP_UNKNOWN) {
        finding.object_kind = iq_kind_name(IQ_KIND_HOST_MEMORY);
        finding.object_address = block.base;
        finding.object_size = block.size;
        finding.stack_created = iq_stack_of_pc(block.allocated);
    }
    if (touch->mark.entry && iq_is_opencl(touch->mark.entry))
        finding.fix = "wait for the command before the memory is given back (clFinish, clWaitForEvents on its event), or make it blocking";
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%s gives back memory that %s may still be %s", name, copy, touch->write ? "writing" : "reading");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "%s was enqueued and uses [0x%llx, 0x%llx); nothing has waited for it, and the next owner of the memory shares it with the device",
                  copy, (unsigned long long)touch->lo, (unsigned long long)touch->hi);
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "%sStreamSynchronize(", api);
    put_code(&text, !api[2], conflict->from.stream, conflict->from.serial, conflict->from.legacy);
    iq_str_printf(&text, "), then %sHostUnregister, then %s", api[2] ? api : "cuMem", name);
    finding.related[0] = (struct iq_related){ "the copy was enqueued here", touch->mark.stack };
    finding.related_count = 1;
    iq_report(&finding, 0, 0, true);
}

bool iq_guard_watches;
static uint64_t watched_lo = UINT64_MAX, watched_hi;      /* hull of what is watched */

void iq_guard_watch(uint64_t lo, uint64_t hi)
{
    if (!iq_guard_watches)
        watched_lo = UINT64_MAX, watched_hi = 0;
    watched_lo = lo < watched_lo ? lo : watched_lo;
    watched_hi = hi > watched_hi ? hi : watched_hi;
    __atomic_store_n(&iq_guard_watches, true, __ATOMIC_RELEASE);
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
            hit |= guards[i].end && guards[i].begin < hi && guards[i].end > lo;
    bool watched = __atomic_load_n(&iq_guard_watches, __ATOMIC_ACQUIRE) && lo < watched_hi && hi > watched_lo;
    if (!hit && !watched)
        return;
    if (!busy && !is_drivers()) {
        iq_lock(IQ_LOCK_ORDER);
        pending = iq_flow_pending(lo, hi, false, &conflict);
        if (pending)
            iq_clock_forget(lo, hi);            /* what comes there next is somebody else's */
        iq_unlock(IQ_LOCK_ORDER);
    }
    iq_guard_drop(lo, hi);
    if (pending) {
        busy = true;
        report_freed(name, &conflict, iq_stack_of_return(pc));
        busy = false;
    }
}

static bool is_guardable(const void *at)
{
    struct iq_range range;
    return iq_range_find((uint64_t)(uintptr_t)at, &range) && (range.kind == IQ_KIND_PINNED_MEMORY || range.kind == IQ_KIND_REGISTERED_MEMORY);
}

/* At most [size] bytes; -1: the kernel does not let us. */
static ssize_t move_some(int fd, char *to, const char *from, uint64_t size, bool to_guarded, bool from_guarded)
{
    char between[16384];
    ssize_t part = fd < 0 ? -1 : (ssize_t)(to_guarded && from_guarded && size > sizeof between ? sizeof between : size);
    if (part > 0 && from_guarded)
        part = pread(fd, to_guarded ? between : to, (size_t)part, (off_t)(uintptr_t)from);
    if (part > 0 && to_guarded)
        part = pwrite(fd, from_guarded ? between : from, (size_t)part, (off_t)(uintptr_t)to);
    return part;
}

bool iq_guard_move(void *to, const void *from, uint64_t size)
{
    bool to_guarded = mode != IQ_GUARD_OFF && is_guardable(to), from_guarded = mode != IQ_GUARD_OFF && is_guardable(from);
    if (!to_guarded && !from_guarded)
        return false;
    /* It writes through protections as a debugger would; not kept: the program could close it and get the number for a file of its own. */
    int fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
    uint64_t done = 0;
    for (ssize_t part = 1; done < size && part > 0; done += part > 0 ? (uint64_t)part : 0)
        part = move_some(fd, (char *)to + done, (const char *)from + done, size - done, to_guarded, from_guarded);
    if (fd >= 0)
        close(fd);
    if (done < size) {
        if (to_guarded)
            iq_guard_drop((uint64_t)(uintptr_t)to, (uint64_t)(uintptr_t)to + size);
        if (from_guarded)
            iq_guard_drop((uint64_t)(uintptr_t)from, (uint64_t)(uintptr_t)from + size);
        mode = IQ_GUARD_OFF;        /* this kernel does not let us */
        return false;
    }
    return true;
}
