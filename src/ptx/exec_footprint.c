#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/footprint.h"
#include "ptx/isa.h"
#include "ptx/race.h"
#include "ptx/runtime.h"

enum {
    CHUNK = 1024,
    CHUNKS_LOG = 10,
    CHUNKS = 1 << CHUNKS_LOG,
    WORDS = CHUNK / 64,
    SPANS = 1024,
    MOST = 1 << 15,
    KEPT = 4096,
    OPEN = 64
};

/* What an instruction used.  kind: pc, write at bit 32, ordered at bit 33, USED; one word, since a
 * load of several stores would have to wait for all that was stored before, and that may be far
 * away. */
struct footprint_part {
    uint64_t begin, end, kind;
};
#define KIND(pc, write, ordered) \
    ((uint64_t)(pc) | (uint64_t)(write) << 32 | (uint64_t)(ordered) << 33 | 1ull << 34)

/* What one instruction used of a kilobyte; bit i of [bits] is byte i.  kind: 0, none. */
struct footprint_chunk {
    uint64_t number, kind, bits[WORDS];
};

/* Chunks by a hash of number and instruction; one that another takes the place of becomes spans.
 * open: what instructions, by the low bits of their place, are going through from one end to the
 * other. */
struct iq_ptx_footprint {
    bool waits, tells; /* other kernels; the host */
    struct footprint_part open[OPEN];
    uint32_t count, launches; /* launches: of kernels, by the block */
    struct footprint_chunk chunks[CHUNKS];
    struct iq_ptx_span spans[SPANS];
};

/* of the lists of all launches: taken once in a thousand spans */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct iq_ptx_footprint *iq_ptx_footprint_create(const struct iq_ptx_block *b)
{
    return b->env->watch_footprint || b->env->watch_host
               ? calloc(1, sizeof(struct iq_ptx_footprint))
               : NULL;
}

static int compare(const void *a, const void *b)
{
    const struct iq_ptx_span *x = a, *y = b;
    uint64_t left = (uint64_t)x->pc << 2 | (uint64_t)x->write << 1 | x->ordered,
             right = (uint64_t)y->pc << 2 | (uint64_t)y->write << 1 | y->ordered;
    if (left != right)
        return left < right ? -1 : 1;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static bool is_alike(const struct iq_ptx_span *a, const struct iq_ptx_span *b)
{
    return a->pc == b->pc && a->write == b->write && a->ordered == b->ordered;
}

/* Makes one of spans of an instruction that touch each other; returns how many are left. */
static uint32_t join(struct iq_ptx_span *spans, uint32_t count)
{
    uint32_t kept = 0;
    qsort(spans, count, sizeof *spans, compare);
    for (uint32_t i = 0; i < count; i++) {
        struct iq_ptx_span *last = kept ? &spans[kept - 1] : NULL;
        if (last && is_alike(last, &spans[i]) && spans[i].begin <= last->end)
            last->end = spans[i].end > last->end ? spans[i].end : last->end;
        else
            spans[kept++] = spans[i];
    }
    return kept;
}

/* Adds to the launch's list. */
static void give(struct iq_ptx_launch *l, const struct iq_ptx_span *spans, uint32_t count,
                 const struct iq_ptx_footprint *r)
{
    pthread_mutex_lock(&lock);
    struct iq_ptx_used *all = &l->used;
    all->waits |= r->waits;
    all->tells |= r->tells;
    if (!all->spans && !all->too_many)
        all->spans = malloc((MOST + SPANS) * sizeof *all->spans);
    if (!all->spans)
        __atomic_store_n(&all->too_many, true, __ATOMIC_RELAXED);
    if (!all->too_many) {
        memcpy(all->spans + all->count, spans, count * sizeof *spans);
        all->count += count;
        if (all->count > MOST) {
            all->count = join(all->spans, all->count);
            __atomic_store_n(&all->too_many, all->count > MOST / 2, __ATOMIC_RELAXED);
        }
    }
    pthread_mutex_unlock(&lock);
}

/* What a block has used since it launched a kernel is kept for itself as well. */
static void keep_later(const struct iq_ptx_block *b)
{
    const struct iq_ptx_footprint *r = b->spans;
    struct iq_ptx_used *all = &b->launch->used;
    if (!r->launches)
        return;
    pthread_mutex_lock(&lock);
    struct iq_ptx_later *grown =
        all->later_count + r->count <= KEPT
            ? realloc(all->later, (all->later_count + r->count + 1) * sizeof *grown)
            : NULL;
    if (grown) {
        all->later = grown;
        for (uint32_t i = 0; i < r->count; i++)
            all->later[all->later_count++] =
                (struct iq_ptx_later){ r->spans[i], b->index, r->launches };
    } else {
        all->too_many_later = true;
    }
    pthread_mutex_unlock(&lock);
}

static void end_span(struct iq_ptx_block *b, const struct footprint_part *part)
{
    struct iq_ptx_footprint *r = b->spans;
    if (r->count == SPANS) {
        r->count = join(r->spans, r->count);
        if (r->count > SPANS / 2) {
            keep_later(b);
            give(b->launch, r->spans, r->count, r);
            r->count = 0;
        }
    }
    r->spans[r->count++] = (struct iq_ptx_span){ .begin = part->begin,
                                                 .end = part->end,
                                                 .pc = (uint32_t)part->kind,
                                                 .write = part->kind >> 32 & 1,
                                                 .ordered = part->kind >> 33 & 1 };
}

/* The chunk's bytes as spans; it is empty then. */
static void end_chunk(struct iq_ptx_block *b, struct footprint_chunk *c)
{
    struct footprint_part span = { .kind = c->kind };
    uint64_t base = c->number * CHUNK;
    if (!c->kind)
        return;
    for (uint32_t at = 0; at < CHUNK;) {
        uint64_t word = c->bits[at / 64] >> at % 64;
        if (!word) {
            at = (at / 64 + 1) * 64;
            continue;
        }
        at += (uint32_t)__builtin_ctzll(word);
        span.begin = base + at;
        while (at < CHUNK && c->bits[at / 64] >> at % 64 & 1) {
            uint64_t rest = ~(c->bits[at / 64] >> at % 64);
            at += rest ? (uint32_t)__builtin_ctzll(rest) : 64;
        }
        span.end = base + at;
        end_span(b, &span);
    }
    c->kind = 0;
    memset(c->bits, 0, sizeof c->bits);
}

static void set_bits(struct footprint_chunk *c, uint32_t from, uint32_t to)
{
    for (uint32_t word = from / 64; word <= (to - 1) / 64; word++) {
        uint32_t first = word * 64 > from ? 0 : from % 64,
                 last = word * 64 + 64 < to ? 64 : to - word * 64;
        c->bits[word] |=
            (last - first == 64 ? ~(uint64_t)0 : (((uint64_t)1 << (last - first)) - 1) << first);
    }
}

static void note(struct iq_ptx_block *b, const struct footprint_part *span)
{
    for (uint64_t at = span->begin, next; at < span->end; at = next) {
        uint64_t number = at / CHUNK;
        next = (number + 1) * CHUNK < span->end ? (number + 1) * CHUNK : span->end;
        struct footprint_chunk *c =
            &b->spans->chunks[(number * 0x9e3779b97f4a7c15u + span->kind * 0xd1b54a32d192ed03u) >>
                              (64 - CHUNKS_LOG)];
        if (c->number != number || c->kind != span->kind) {
            end_chunk(b, c);
            c->number = number;
            c->kind = span->kind;
        }
        set_bits(c, (uint32_t)(at % CHUNK), (uint32_t)(next - number * CHUNK));
    }
}

/* Most instructions go on where they were last, or come back to it. */
static void add(struct iq_ptx_block *b, const struct footprint_part *span)
{
    struct footprint_part *open = &b->spans->open[span->kind % OPEN];
    if (open->kind == span->kind && span->begin <= open->end && span->end >= open->begin) {
        open->begin = span->begin < open->begin ? span->begin : open->begin;
        open->end = span->end > open->end ? span->end : open->end;
        return;
    }
    if (open->end - open->begin < CHUNK)
        note(b, open);
    else
        end_span(b, open);
    *open = *span;
}

static void end_all(struct iq_ptx_block *b)
{
    for (uint32_t i = 0; i < OPEN; i++) {
        note(b, &b->spans->open[i]);
        b->spans->open[i] = (struct footprint_part){ .kind = 0 };
    }
    for (uint32_t i = 0; i < CHUNKS; i++)
        end_chunk(b, &b->spans->chunks[i]);
    b->spans->count = join(b->spans->spans, b->spans->count);
    keep_later(b);
    give(b->launch, b->spans->spans, b->spans->count, b->spans);
    b->spans->count = 0;
}

uint32_t iq_ptx_footprint_launch(struct iq_ptx_block *b)
{
    end_all(b);
    return b->spans->launches++;
}

void iq_ptx_footprint_destroy(struct iq_ptx_block *b)
{
    if (!b->spans)
        return;
    end_all(b);
    free(b->spans);
    b->spans = NULL;
}

static bool is_given_up(const struct iq_ptx_block *b)
{
    const struct iq_ptx_footprint *r = b->spans;
    return __atomic_load_n(&b->launch->used.too_many, __ATOMIC_RELAXED) || r->tells ||
           (r->waits && !b->env->watch_host);
}

void iq_ptx_footprint_tell(struct iq_warp *w)
{
    w->block->spans->waits = w->block->spans->tells = true;
}

/* The access without its bytes.  Who looks at memory for others to change it, or changes it for
 * others that look, orders itself by ways that cannot be seen; with the host, if that may use these
 * bytes. */
static struct footprint_part access_of(struct iq_warp *w, const struct iq_ptx_insn *i,
                                       uint32_t flags)
{
    struct iq_ptx_footprint *r = w->block->spans;
    uint32_t kind = iq_ptx_race_kind(i, flags);
    bool atomic = flags & ACCESS_ATOMIC, host = iq_ptx_range_of(w->block, i)->host;
    r->waits |= atomic ? i->exec == X_atom && (i->mod & 255) >= ATOM_EXCH : kind != RACE_PLAIN;
    r->tells |= host && (atomic ? i->exec == X_atom && i->mod & ATOM_SYSTEM : kind != RACE_PLAIN);
    return (struct footprint_part){ .kind = KIND((uint32_t)(i - w->block->program->insns),
                                                 (flags & ACCESS_WRITE) != 0, kind != RACE_PLAIN) };
}

void iq_ptx_footprint_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr,
                          uint32_t size, uint32_t flags)
{
    if (is_given_up(w->block))
        return;
    struct footprint_part span = access_of(w, i, flags);
    span.begin = addr;
    span.end = addr + size;
    add(w->block, &span);
}

void iq_ptx_footprint_lanes(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                            uint32_t size, uint32_t flags, bool row)
{
    if (is_given_up(w->block))
        return;
    struct footprint_part span = access_of(w, i, flags);
    uint64_t offset = i->imm;
    if (row) {
        span.begin = addr[0] + offset;
        span.end = span.begin + (addr[1] == addr[0] ? size : (uint64_t)size * IQ_PTX_LANES);
        add(w->block, &span);
        return;
    }
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint64_t at = addr[iq_ptx_first_lane(m)] + offset;
        if (at == span.end) { /* goes on where the lane before ended */
            span.end += size;
            continue;
        }
        if (at == span.begin && span.end) /* the same again */
            continue;
        if (span.end)
            add(w->block, &span);
        span.begin = at;
        span.end = at + size;
    }
    if (span.end)
        add(w->block, &span);
}

bool iq_ptx_launch_footprint(struct iq_ptx_launch *l, const struct iq_ptx_span **spans,
                             uint32_t *count, bool *waits)
{
    struct iq_ptx_used *all = &l->used;
    *waits = all->waits;
    if (all->too_many || all->tells || !all->spans)
        return false;
    all->count = join(all->spans, all->count);
    *spans = all->spans;
    *count = all->count;
    return all->count && all->count <= KEPT;
}

bool iq_ptx_launch_later(const struct iq_ptx_launch *l, const struct iq_ptx_later **later,
                         uint32_t *count)
{
    const struct iq_ptx_used *all = &l->used;
    *later = all->later;
    *count = all->later_count;
    return !all->too_many_later && !all->waits && all->later_count;
}
