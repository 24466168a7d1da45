#include "order/footprint.h"

#include <stdlib.h>
#include <string.h>

#include "base/locks.h"
#include "base/memory.h"
#include "model/names.h"
#include "order/epoch.h"
#include "order/managed.h"
#include "order/port.h"
#include "process/rounds.h"
#include "process/stack.h"

enum {
    HOSTS = 256,
    OPS = 256,
    EARLY = 64,
    FORGOTTEN = 256,
    EDGES = 64,
    MOST_SPANS = 512,
    MOST_WORDS = 64
};

/* Bytes that an operation used; of copies [kernel] is NULL.  Those of an operation stand in the
 * order of their first bytes. */
struct used_span {
    struct iq_access access;
    const char *kernel, *file;
    uint32_t line;
    uint64_t furthest /* end of this one and of all before */;
    bool waits;
};

struct spans {
    struct used_span *of;
    uint32_t count, room;
};

/* An operation at its place: what it comes after. */
struct op {
    uint64_t call, sequence;
    uint32_t slot;
    uint64_t tick, after[IQ_TIMELINES];
    struct iq_call_ref ref;
    struct iq_conflict_stream stream;
    bool kernels, known, tells /* one kernel, of which the software device tells */;
    bool polled /* the host reads in it how far it is */;
    uint64_t lo, hi; /* hull */
    struct spans spans;
};

/* What the host did while operations were pending: bit i of [pending] is the operation at place i
 * of the ring, if it was there by [sequence] already. */
struct host {
    struct iq_host_access access;
    uint64_t sequence, pending[OPS / 64];
    uint64_t at /* which of the host's accesses was the last one to this word */;
    bool polled /* the same word was read again, and no other one between for the first time */;
};

bool iq_footprint_wanted;
static bool streams_race;  /* there are streams whose work may */
static struct host *hosts; /* ring */
static uint64_t host_count;
static uint64_t looks, fresh /* the last one to another word than before */;
static struct op ops[OPS];       /* ring, by sequence; 0 is none */
static uint64_t placed, checked; /* sequence of the last one */
/* known before the call returned */
static struct {
    uint64_t call;
    struct spans spans;
} early[EARLY];
static uint32_t early_next;
static struct {
    uint64_t sequence, lo, hi;
} forgotten[FORGOTTEN];
/* operations up to this one are not compared any more */
static uint64_t forgotten_count, too_old;
/* races that were reported: ordered from then on */
static struct {
    uint32_t from, to;
    uint64_t from_tick, to_tick;
} edges[EDGES];
static uint32_t edge_count;

void iq_footprint_start(void)
{
    if (streams_race || !iq_order_port.watch_kernels())
        return;
    streams_race = true;
    iq_clock_note_change();
    __atomic_store_n(&iq_footprint_wanted, true, __ATOMIC_RELEASE);
}

bool iq_footprint_start_host(void)
{
    if (!(hosts || (hosts = iq_core_alloc(HOSTS * sizeof *hosts))) || !iq_order_port.watch_host())
        return false;
    __atomic_store_n(&iq_footprint_wanted, true, __ATOMIC_RELEASE);
    iq_clock_note_change();
    return true;
}

static struct op *op_at(uint64_t sequence) { return &ops[sequence % OPS]; }

/* None are left; their memory stays for the next ones, also in a child, where others may have been
 * allocating. */
static struct spans emptied(struct spans spans)
{
    return (struct spans){ spans.of, 0, spans.room };
}

static bool add_span(struct spans *spans, const struct used_span *span)
{
    if (spans->count == spans->room) {
        uint32_t room = spans->room ? spans->room * 2 : 8;
        struct used_span *grown =
            room > MOST_SPANS ? NULL : realloc(spans->of, room * sizeof *grown);
        if (!grown)
            return false;
        spans->of = grown;
        spans->room = room;
    }
    spans->of[spans->count++] = *span;
    return true;
}

static int compare(const void *a, const void *b)
{
    uint64_t left = ((const struct used_span *)a)->access.lo,
             right = ((const struct used_span *)b)->access.lo;
    return left < right ? -1 : left > right;
}

/* All spans of [op] are there. */
static void arrange(struct op *op)
{
    op->lo = UINT64_MAX;
    op->hi = 0;
    if (op->spans.count)
        qsort(op->spans.of, op->spans.count, sizeof *op->spans.of, compare);
    for (uint32_t i = 0; i < op->spans.count; i++) {
        const struct iq_access *access = &op->spans.of[i].access;
        op->lo = access->lo < op->lo ? access->lo : op->lo;
        op->hi = access->hi > op->hi ? access->hi : op->hi;
        op->spans.of[i].furthest = op->hi;
    }
}

/* Half of what a kernel used would do, but not be the same each time. */
static void add_known(struct spans *spans, const char *kernel,
                      const struct iq_soft_footprint *known, uint32_t count, bool waits)
{
    uint32_t before = spans->count;
    for (uint32_t i = 0; i < count; i++) {
        struct used_span span = { { .lo = known[i].begin,
                                    .hi = known[i].end,
                                    .write = known[i].write,
                                    .ordered = known[i].ordered,
                                    .arg = -1 },
                                  kernel,
                                  known[i].file ? iq_name_intern(known[i].file) : NULL,
                                  known[i].file ? known[i].line : known[i].ptx_line,
                                  0,
                                  waits };
        if (!add_span(spans, &span)) {
            spans->count = before;
            return;
        }
    }
}

void iq_footprint_known(uint64_t call, const char *kernel, const struct iq_soft_footprint *known,
                        uint32_t count, bool waits)
{
    if (!iq_footprint_is_on())
        return;
    kernel = kernel ? iq_name_intern(kernel) : "?";
    iq_lock(IQ_LOCK_ORDER);
    struct op *op = NULL;
    for (uint64_t at = placed; at > 0 && at + OPS > placed && !op; at--)
        op = op_at(at)->call == call ? op_at(at) : NULL;
    if (op && op->sequence > checked) {
        add_known(&op->spans, kernel, known, count, waits);
        op->known = true;
        arrange(op);
    } else if (!op) {
        uint32_t at = 0;
        while (at < EARLY && early[at].call != call)
            at++;
        if (at == EARLY) {
            at = early_next++ % EARLY;
            early[at].call = call;
            early[at].spans.count = 0;
        }
        add_known(&early[at].spans, kernel, known, count, waits);
    }
    iq_unlock(IQ_LOCK_ORDER);
}

/* Comparing. */

static bool is_ordered(const struct op *before, const struct op *after)
{
    if (before->slot == after->slot || after->after[before->slot] >= before->tick ||
        before->after[after->slot] >= after->tick)
        return true;
    for (uint32_t i = 0; i < EDGES && i < edge_count; i++)
        if (edges[i].from == before->slot && before->tick <= edges[i].from_tick &&
            (edges[i].to == after->slot ? after->tick : after->after[edges[i].to]) >=
                edges[i].to_tick)
            return true;
    return false;
}

/* Did other memory lie at [lo, hi) when [before] used it? */
static bool is_other_memory(const struct op *before, const struct op *after, uint64_t lo,
                            uint64_t hi)
{
    for (uint32_t i = 0; i < FORGOTTEN && i < forgotten_count; i++)
        if (forgotten[i].sequence >= before->sequence && forgotten[i].sequence < after->sequence &&
            forgotten[i].lo < hi && forgotten[i].hi > lo)
            return true;
    return false;
}

static bool meet(const struct op *before, const struct op *after, const struct used_span *a,
                 const struct used_span *b, struct iq_conflict *conflict)
{
    if (a->access.lo >= b->access.hi || b->access.lo >= a->access.hi ||
        !(a->access.write || b->access.write) || (a->access.ordered && b->access.ordered))
        return false;
    if (a->waits || b->waits)
        return false;
    if (!a->kernel && !b->kernel) /* both were known when the calls were made */
        return false;
    return iq_access_overlap(&a->access, &b->access, &conflict->lo, &conflict->hi) &&
           !is_other_memory(before, after, conflict->lo, conflict->hi);
}

static bool find(const struct op *before, const struct op *after, const struct used_span **first,
                 const struct used_span **second, struct iq_conflict *conflict)
{
    if (before->lo >= after->hi || after->lo >= before->hi)
        return false;
    for (uint32_t i = 0, from = 0; i < before->spans.count; i++) {
        const struct used_span *a = &before->spans.of[i];
        while (from < after->spans.count && after->spans.of[from].furthest <= a->access.lo)
            from++;
        for (uint32_t k = from;
             k < after->spans.count && after->spans.of[k].access.lo < a->access.hi; k++)
            if (meet(before, after, a, &after->spans.of[k], conflict)) {
                *first = a;
                *second = &after->spans.of[k];
                return true;
            }
    }
    return false;
}

static struct iq_conflict_seen seen_of(const struct used_span *span)
{
    return (struct iq_conflict_seen){ span->kernel, span->file, span->line };
}

static void report(const struct op *before, const struct op *after, const struct used_span *first,
                   const struct used_span *second, struct iq_conflict *conflict)
{
    conflict->from = before->stream;
    conflict->to = after->stream;
    conflict->earlier = first->access;
    conflict->later = second->access;
    conflict->earlier.ref = before->ref;
    conflict->later.ref = after->ref;
    conflict->seen[0] = seen_of(first);
    conflict->seen[1] = seen_of(second);
    iq_order_port.race(conflict);
}

/* What [after] does from now on counts as ordered after all that stood on the timeline of
 * [before]: one wait is missing, not many. */
static void order(const struct op *before, const struct op *after)
{
    uint32_t edge = edge_count++ % EDGES;
    const struct op *last = before;
    for (uint64_t at = before->sequence + 1; at < after->sequence; at++)
        last = op_at(at)->slot == before->slot ? op_at(at) : last;
    edges[edge].from = before->slot;
    edges[edge].from_tick = last->tick;
    edges[edge].to = after->slot;
    edges[edge].to_tick = after->tick;
}

/* The host. */

/* Does [access] come too early for what [span] did? */
static bool is_early(const struct used_span *span, const struct iq_host_access *access,
                     struct iq_access *common)
{
    struct iq_access host = { .lo = access->lo, .hi = access->hi };
    *common = span->access;
    return (access->write || span->access.write) &&
           iq_access_overlap(&span->access, &host, &common->lo, &common->hi) &&
           (!access->whole || (common->lo == access->lo && common->hi == access->hi));
}

/* One missing wait is one finding: what the host did while operations of the same stream were
 * pending is reported with the first. */
static void forget_hosts(const struct op *op)
{
    for (uint64_t at = 0; at < OPS && at < placed; at++) {
        uint64_t place = (placed - at) % OPS;
        for (uint32_t i = 0; op_at(place)->slot == op->slot && i < HOSTS && i < host_count; i++)
            hosts[i].pending[place / 64] &= ~((uint64_t)1 << place % 64);
    }
}

static bool was_pending(const struct op *op, const struct host *host)
{
    uint64_t place = op->sequence % OPS;
    return host->pending[place / 64] >> place % 64 & 1 && host->sequence >= op->sequence &&
           host->sequence < op->sequence + OPS;
}

/* Was [op] enqueued by a call in [loop]?  Then each round has an operation of its own. */
static bool is_enqueued_in(const struct op *op, const struct iq_code_loop *loop)
{
    struct iq_stack stack;
    if (!iq_stack_get(op->ref.stack, &stack))
        return false;
    for (uint32_t i = 0; i < stack.count; i++)
        if (stack.pc[i] > loop->first && stack.pc[i] <= loop->last)
            return true;
    return false;
}

/* Does the host read a word again and again, so that it knows by it how far [op] is?  What stands
 * in a loop that waits for the word counts even if the first look found the last value. */
static bool is_polling(const struct op *op, const struct host *host)
{
    struct iq_code_loop loop;
    return host->polled ||
           (!host->access.write && !host->access.through &&
            iq_code_reads_again(host->access.pc, &loop) && !is_enqueued_in(op, &loop));
}

/* The first bytes of [op] that [host] used too early; NULL: none. */
static const struct used_span *find_early(const struct op *op, const struct host *host,
                                          struct iq_access *common)
{
    for (uint32_t i = 0; i < op->spans.count; i++)
        if (is_early(&op->spans.of[i], &host->access, common))
            return &op->spans.of[i];
    return NULL;
}

/* Does [host] use something of [op] too early?  Not if it reads in that how far [op] is: then it
 * knows of all that [op] does. */
static bool is_too_early(struct op *op, const struct host *host)
{
    struct iq_access common;
    if (op->polled || !find_early(op, host, &common))
        return false;
    op->polled = is_polling(op, host);
    return !op->polled;
}

static void report_early(const struct op *op, const struct host *host)
{
    struct iq_access common;
    struct iq_conflict_seen seen = seen_of(find_early(op, host, &common));
    common.ref = op->ref;
    iq_order_port.early(&host->access, &common, &op->stream, &seen);
}

static uint64_t first_host(void) { return host_count > HOSTS ? host_count - HOSTS : 0; }

/* What the host did while [op] was pending, the first such access. */
static void check_hosts(struct op *op)
{
    const struct host *first = NULL;
    for (uint64_t i = first_host(); i < host_count && !op->polled; i++) {
        const struct host *host = &hosts[i % HOSTS];
        if (was_pending(op, host) && is_too_early(op, host) && !first)
            first = host;
    }
    if (first && !op->polled) {
        report_early(op, first);
        forget_hosts(op);
    }
}

enum { LAST = 4 /* words that a loop waits for */ };

/* All words that were read again since the last new one. */
static void note_polled(void)
{
    for (uint64_t i = host_count; i > 0 && i + LAST > host_count; i--)
        hosts[(i - 1) % HOSTS].polled |= hosts[(i - 1) % HOSTS].at > fresh;
}

/* The same word that the same instruction read just before; NULL: it did not.  So do loops that
 * wait for one or more words; one that looks for the greatest element, too, but that goes on to new
 * ones. */
static struct host *cached(const struct iq_host_access *access)
{
    for (uint64_t i = host_count; i > 0 && i + LAST > host_count && !access->write; i--) {
        struct host *host = &hosts[(i - 1) % HOSTS];
        if (host->sequence != placed || host->access.pc != access->pc ||
            host->access.lo != access->lo)
            continue;
        bool round = fresh <= host->at;
        host->at = looks;
        if (round)
            note_polled();
        return host;
    }
    return NULL;
}

bool iq_footprint_host(const struct iq_host_access *access)
{
    struct host host = { .access = *access, .sequence = placed };
    bool any = false, later = false;
    looks++;
    const struct host *again = cached(access);
    for (uint64_t at = placed; at > 0 && at + OPS > placed; at--) {
        struct op *op = op_at(at);
        if (iq_clock_is_done(op->slot, op->tick))
            continue;
        any = true;
        if (op->sequence > checked) {
            host.pending[at % OPS / 64] |= (uint64_t)1 << at % OPS % 64;
            later = true;
        } else {
            host.polled = again && again->polled;
            if (is_too_early(op, &host)) {
                report_early(op, &host);
                return true;
            }
        }
    }
    if (later && !again) {
        host.at = fresh = looks;
        hosts[host_count++ % HOSTS] = host;
    }
    return any;
}

/* The newest earlier operation that [after] races with, if any.  IQ_LOCK_ORDER held. */
static void check(const struct op *after)
{
    const struct used_span *first, *second;
    for (uint64_t at = after->sequence - 1; at > too_old && at + OPS > placed; at--) {
        const struct op *before = op_at(at);
        struct iq_conflict conflict = { .kind = IQ_CONFLICT_RACE };
        if (!before->spans.count || is_ordered(before, after) ||
            !find(before, after, &first, &second, &conflict))
            continue;
        order(before, after);
        report(before, after, first, second, &conflict);
        return;
    }
}

static void check_next(void)
{
    struct op *op = op_at(checked + 1);
    __atomic_store_n(&checked, checked + 1, __ATOMIC_RELAXED);
    if (op->spans.count)
        check(op);
    if (op->spans.count && host_count)
        check_hosts(op);
}

void iq_footprint_review(bool all)
{
    if (__atomic_load_n(&checked, __ATOMIC_RELAXED) == __atomic_load_n(&placed, __ATOMIC_RELAXED))
        return;
    iq_lock(IQ_LOCK_ORDER);
    while (checked < placed) {
        const struct op *op = op_at(checked + 1);
        if (!all && op->kernels && !iq_clock_is_done(op->slot, op->tick))
            break;
        if (!all && op->tells && !op->known) /* over by what calls promise, but not there yet */
            break;
        check_next();
    }
    iq_unlock(IQ_LOCK_ORDER);
}

/* Places. */

/* What kernels of [call] are known to have used before it returned. */
static void take_early(struct op *op)
{
    for (uint32_t i = 0; i < EARLY; i++)
        if (early[i].call == op->call) {
            for (uint32_t k = 0; k < early[i].spans.count; k++)
                add_span(&op->spans, &early[i].spans.of[k]);
            early[i].call = 0;
            op->known = true;
        }
}

/* The host may not use managed memory that the operation uses. */
static void close_managed(const struct iq_timeline *timeline, const struct op *op,
                          const struct iq_footprint_words *kernel)
{
    uint64_t words[MOST_WORDS];
    int count = 0;
    if (!hosts || !iq_managed_is_turn(op->ref))
        return;
    for (uint32_t i = 0; !op->kernels && i < op->spans.count && count < MOST_WORDS; i++)
        words[count++] = op->spans.of[i].access.lo;
    if (op->kernels)
        iq_managed_close(timeline, kernel ? kernel->words : NULL, kernel ? kernel->count : 0, true);
    else
        iq_managed_close(timeline, words, count, false);
}

void iq_footprint_place(struct iq_call_ref ref, struct iq_timeline *timeline,
                        const struct iq_access *accesses, int count, bool kernels,
                        const struct iq_footprint_words *words)
{
    if (!kernels && !count)
        return;
    if (checked + OPS == placed + 1) /* it was waited for too long */
        check_next();
    struct op *op = op_at(placed + 1);
    *op = (struct op){ .call = ref.number,
                       .sequence = placed + 1,
                       .slot = timeline->slot,
                       .tick = iq_clock_advance(timeline),
                       .ref = ref,
                       .stream = iq_conflict_stream_of(timeline),
                       .kernels = kernels,
                       .tells = words && words->told,
                       .spans = emptied(op->spans) };
    iq_clock_known(timeline, op->after);
    for (int i = 0; i < count; i++)
        if ((!accesses[i].function || (words && !words->told)) && !accesses[i].reach) {
            struct used_span span = { accesses[i], NULL, NULL, 0, 0, false };
            add_span(&op->spans, &span);
        }
    if (kernels)
        take_early(op);
    arrange(op);
    __atomic_store_n(&placed, placed + 1, __ATOMIC_RELAXED);
    close_managed(timeline, op, words);
}

void iq_footprint_take_back(uint64_t call)
{
    for (uint64_t at = placed; at > checked && at + OPS > placed; at--)
        if (op_at(at)->call == call) {
            op_at(at)->spans.count = 0;
            op_at(at)->kernels = op_at(at)->tells = false;
        }
}

void iq_footprint_forget(uint64_t lo, uint64_t hi)
{
    if (!iq_footprint_is_on() || !placed)
        return;
    uint32_t at = (uint32_t)(forgotten_count++ % FORGOTTEN);
    too_old = forgotten_count > FORGOTTEN && forgotten[at].sequence > too_old
                  ? forgotten[at].sequence
                  : too_old;
    forgotten[at].sequence = placed;
    forgotten[at].lo = lo;
    forgotten[at].hi = hi;
}

void iq_footprint_reset(void)
{
    for (int i = 0; placed && i < OPS; i++)
        ops[i] = (struct op){ .spans = emptied(ops[i].spans) };
    for (int i = 0; i < EARLY; i++) {
        early[i].call = 0;
        early[i].spans = emptied(early[i].spans);
    }
    iq_footprint_wanted = streams_race = false;
    host_count = 0;
    placed = checked = forgotten_count = too_old = 0;
    edge_count = 0;
}
