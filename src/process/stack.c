#include "process/stack.h"

#include <string.h>
#include <unwind.h>

#include "base/counters.h"
#include "base/hash.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "process/caller.h"
#include "process/compiled.h"
#include "process/modules.h"
#include "process/peek.h"
#include "process/python.h"
#include "process/unwind.h"

enum {
    HIDDEN_RANGES = 64,
    PYTHON_ENTRIES = 1024,
    PYTHON_MEMOS = 128,
    BLOCK = 1024,
    BLOCKS = IQ_STACKS / BLOCK,
    FIRST_BUCKETS = 4096,
    WHOLE_STACKS = 1 << 16, /* of the machine; later ones are cut: mostly they are known then */
    CUT_DEPTH = 8
};

/* What makes a stack the one that it is. */
struct parts {
    const uintptr_t *pc;
    uint32_t count, python;
    struct iq_sections in;
    bool cut;
    uint32_t place; /* of one in sections, whose .pc are those of another stack; 0: it is new */
};

static struct {
    uintptr_t begin, end;
} hidden[HIDDEN_RANGES];
static uint32_t hidden_count;

static const struct iq_stack **blocks[BLOCKS]; /* by id, atomic */
static uint32_t stack_count, whole_count;      /* whole_count: atomic */
static struct iq_stack **buckets;
static uint32_t bucket_count;

void iq_stack_hide(uintptr_t begin, uintptr_t end)
{
    iq_lock(IQ_LOCK_STACKS);
    bool known = false;
    for (uint32_t i = 0; i < hidden_count; i++)
        known |= hidden[i].begin == begin && hidden[i].end == end;
    if (!known && hidden_count < HIDDEN_RANGES) {
        hidden[hidden_count].begin = begin;
        hidden[hidden_count].end = end;
        __atomic_store_n(&hidden_count, hidden_count + 1, __ATOMIC_RELEASE);
    }
    iq_unlock(IQ_LOCK_STACKS);
}

bool iq_stack_is_hidden(uintptr_t pc)
{
    uint32_t count = __atomic_load_n(&hidden_count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < count; i++)
        if (pc - hidden[i].begin < hidden[i].end - hidden[i].begin)
            return true;
    return false;
}

const struct iq_stack *iq_stack_get(uint32_t id)
{
    if (!id || id > IQ_STACKS)
        return NULL;
    const struct iq_stack **block = __atomic_load_n(&blocks[(id - 1) / BLOCK], __ATOMIC_ACQUIRE);
    return block ? __atomic_load_n(&block[(id - 1) % BLOCK], __ATOMIC_ACQUIRE) : NULL;
}

/* Doubles the buckets.  IQ_LOCK_STACKS held.  The chains use .id of the array order: rebuilt by
 * open addressing. */
static bool grow_buckets(void)
{
    uint32_t count = bucket_count ? bucket_count * 2 : FIRST_BUCKETS;
    struct iq_stack **larger = iq_core_alloc(count * sizeof *larger);
    if (!larger)
        return false;
    for (uint32_t i = 0; i < bucket_count; i++)
        if (buckets[i]) {
            uint64_t at = buckets[i]->hash & (count - 1);
            while (larger[at])
                at = (at + 1) & (count - 1);
            larger[at] = buckets[i];
        }
    buckets = larger;
    bucket_count = count;
    return true;
}

static bool calls_from_interpreter(const uintptr_t *pc, uint32_t count)
{
    for (uint32_t i = 0; i < count && iq_python_is_present(); i++)
        if (iq_python_contains(pc[i]))
            return true;
    return false;
}

static bool is_in_sections(const struct parts *parts) { return parts->in.mark || parts->in.range; }

/* Memory for a stack of [parts], with addresses of its own if no other stack has them. */
static struct iq_stack *make_stack(const struct parts *parts)
{
    bool shared = is_in_sections(parts);
    size_t bytes = shared ? 0 : parts->count * sizeof *parts->pc;
    struct iq_stack *stack = iq_core_alloc(sizeof *stack + bytes);
    if (!stack)
        return NULL;
    stack->pc = parts->pc;
    if (!shared)
        stack->pc = memcpy(stack + 1, parts->pc, bytes);
    return stack;
}

/* New stack in the place [bucket] and under the next id.  IQ_LOCK_STACKS held. */
static uint32_t add_stack(const struct parts *parts, uint64_t hash, struct iq_stack **bucket)
{
    uint32_t id = stack_count + 1;
    if (id > IQ_STACKS)
        return 0;
    const struct iq_stack ***block = &blocks[stack_count / BLOCK];
    if (!*block) {
        const struct iq_stack **fresh = iq_core_alloc(BLOCK * sizeof *fresh);
        if (!fresh)
            return 0;
        __atomic_store_n(block, fresh, __ATOMIC_RELEASE);
    }
    struct iq_stack *stack = make_stack(parts);
    if (!stack)
        return 0;
    stack->id = id;
    stack->count = parts->count;
    stack->hash = hash;
    stack->python = parts->python;
    stack->in = parts->in;
    stack->place = parts->in.range ? parts->place : id;
    stack->interpreter = parts->cut || parts->count == IQ_STACK_DEPTH ||
                         calls_from_interpreter(parts->pc, parts->count);
    if (!parts->cut && !parts->python && !is_in_sections(parts))
        __atomic_store_n(&whole_count, whole_count + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&(*block)[stack_count % BLOCK], stack, __ATOMIC_RELEASE);
    *bucket = stack;
    stack_count = id;
    return id;
}

static bool is_same(const struct iq_stack *stack, const struct parts *parts, uint64_t hash)
{
    return stack->hash == hash && stack->count == parts->count && stack->python == parts->python &&
           stack->in.mark == parts->in.mark && stack->in.range == parts->in.range &&
           !memcmp(stack->pc, parts->pc, parts->count * sizeof *parts->pc);
}

static uint32_t intern_parts(const struct parts *parts)
{
    if (!parts->count)
        return 0;
    uint64_t hash = iq_hash_bytes(parts->pc, parts->count * sizeof *parts->pc) + parts->python;
    uint32_t id = 0;
    bool fresh = false;
    if (is_in_sections(parts))
        hash = iq_hash_u64(hash ^ ((uint64_t)parts->in.mark << 32 | parts->in.range));
    iq_lock(IQ_LOCK_STACKS);
    if (stack_count * 2 < bucket_count || grow_buckets()) {
        uint64_t at = hash & (bucket_count - 1);
        while (buckets[at] && !is_same(buckets[at], parts, hash))
            at = (at + 1) & (bucket_count - 1);
        fresh = !buckets[at];
        id = fresh ? add_stack(parts, hash, &buckets[at]) : buckets[at]->id;
    }
    iq_unlock(IQ_LOCK_STACKS);
    if (fresh)
        iq_modules_note(parts->pc, parts->count);
    return id;
}

static uint32_t intern(const uintptr_t *pc, uint32_t count, uint32_t python)
{
    return intern_parts(&(struct parts){ .pc = pc, .count = count, .python = python });
}

bool iq_stack_any_cut(void)
{
    return __atomic_load_n(&whole_count, __ATOMIC_RELAXED) >= WHOLE_STACKS;
}

/* A stack as it was walked.  A program with very many of them gets the innermost frames only. */
static uint32_t intern_walk(const struct iq_unwind *walk)
{
    struct parts parts = { .pc = walk->pc, .count = walk->count };
    if (parts.count > CUT_DEPTH && iq_stack_any_cut()) {
        parts.count = CUT_DEPTH;
        parts.cut = true;
    }
    return intern_parts(&parts);
}

__thread struct iq_stack_memory iq_stack_memory __attribute__((tls_model("initial-exec")));

static inline struct iq_stack_cache *own_cache(void)
{
    if (__builtin_expect(!iq_stack_memory.machine, 0))
        iq_stack_memory.machine = iq_core_alloc(sizeof *iq_stack_memory.machine);
    return iq_stack_memory.machine;
}

/* NULL: not there. */
static inline const struct iq_stack_known *known_stack(struct iq_stack_set *set,
                                                       struct iq_site site, uint32_t tag)
{
    for (uint32_t i = 0; i < IQ_STACK_WAYS; i++) {
        uint32_t way = (set->last + i) % IQ_STACK_WAYS;
        const struct iq_stack_known *known = set->way[way];
        if (set->tag[way] != tag || known->pc != site.pc || known->sp != site.sp ||
            iq_stack_sum(known) != known->sum)
            continue;
        set->last = way;
        return known;
    }
    return NULL;
}

/* The word below the site's stack pointer is the return address that it is looked up by. */
static void fill_places(struct iq_stack_known *known, const struct iq_unwind *walk)
{
    bool first = walk->words && !known->place[0];
    known->count = (uint16_t)(walk->words - first);
    memmove(known->place, known->place + first, known->count * sizeof *known->place);
    known->padded = (uint16_t)((known->count + 3) & ~3);
    for (uint32_t i = known->count; i < known->padded; i++)
        known->place[i] = known->place[known->count - 1];
}

static void keep(struct iq_stack_set *set, struct iq_site site, const struct iq_unwind *walk,
                 uint32_t id)
{
    uint32_t way = set->next++ % IQ_STACK_WAYS;
    struct iq_stack_known *known = set->way[way] ? set->way[way] : iq_core_alloc(sizeof *known);
    if (!known)
        return;
    set->way[way] = known;
    set->tag[way] = 0;
    if (!iq_unwind_places(walk, site.sp, known->place, IQ_STACK_DEPTH))
        return;
    known->pc = site.pc;
    known->sp = site.sp;
    known->id = id;
    fill_places(known, walk);
    known->sum = iq_stack_sum(known);
    set->tag[way] = iq_stack_tag(site);
    set->last = way;
}

/* [set]: where it is kept, NULL: nowhere. */
IQ_COLD static uint32_t fresh_stack(struct iq_site site, struct iq_stack_set *set)
{
    struct iq_unwind walk = { .first = site.pc, .limit = IQ_STACK_DEPTH };
    iq_count(IQ_COUNTER_STACKS);
    iq_unwind(&walk);
    if (!walk.count)
        walk.pc[walk.count++] = site.pc, walk.uncertain = true;
    iq_python_look();
    iq_compiled_look();
    iq_compiled_note(walk.pc, walk.count);
    uint32_t id = intern_walk(&walk);
    if (set && id)
        keep(set, site, &walk, id);
    return id;
}

/* The stack as the machine sees it. */
static inline uint32_t native_stack(struct iq_site site)
{
    struct iq_stack_cache *cache = own_cache();
    uint32_t tag = iq_stack_tag(site);
    struct iq_stack_set *set = cache ? iq_stack_set_of(cache, tag) : NULL;
    const struct iq_stack_known *known = set ? known_stack(set, site, tag) : NULL;
    return __builtin_expect(known != NULL, 1) ? known->id : fresh_stack(site, set);
}

/* A walk through the interpreter's frames: it ends the same way again if all words that it read are
 * still the same. */
struct memo {
    uint64_t key, sum;
    uint32_t native, both, count, room;
    uintptr_t word[];
};

/* What was found out before for a machine stack and the interpreter's frames. */
struct iq_python_cache {
    uintptr_t state; /* of this thread in the interpreter */
    struct memo *memo[PYTHON_MEMOS];
    struct iq_python_reads reads;
    struct {
        uint64_t hash;
        uint32_t native, both;
    } entry[PYTHON_ENTRIES];
};

static struct memo **memo_of(struct iq_python_cache *cache, uint32_t native, uint64_t *key)
{
    return iq_python_key(key, cache->state) ? &cache->memo[(*key ^ native) % PYTHON_MEMOS] : NULL;
}

static void remember(struct memo **place, uint64_t key, const struct iq_python_reads *reads,
                     uint32_t native, uint32_t both)
{
    struct memo *memo = *place;
    uint64_t sum;
    uint32_t count = reads->count;
    if (!both || count > IQ_PYTHON_WORDS || !iq_peek_sum(&sum, reads->word, count))
        return;
    if (!memo || memo->room < count) {
        uint32_t room = count < 96 ? 96 : IQ_PYTHON_WORDS;
        if (!(memo = iq_core_alloc(sizeof *memo + room * sizeof *memo->word)))
            return;
        memo->room = room;
        *place = memo;
    }
    memo->key = key;
    memo->sum = sum;
    memo->native = native;
    memo->both = both;
    memo->count = count;
    memcpy(memo->word, reads->word, count * sizeof *memo->word);
}

static uint32_t both_of(const struct iq_python_walk *walk, struct iq_python_cache *cache,
                        uint32_t native)
{
    uint32_t at = (uint32_t)(iq_hash_u64(walk->hash ^ native) % PYTHON_ENTRIES);
    if (cache->entry[at].hash == walk->hash && cache->entry[at].native == native)
        return cache->entry[at].both;
    const struct iq_stack *stack = iq_stack_get(native);
    uint32_t python = iq_python_intern(walk, false);
    uint32_t both = python ? intern(stack->pc, stack->count, python) : native;
    if (!both)
        return 0;
    cache->entry[at].hash = walk->hash;
    cache->entry[at].native = native;
    cache->entry[at].both = both;
    return both;
}

/* The machine stack [native] together with the interpreter's frames: below the same return
 * addresses other lines of the script may stand. */
static uint32_t with_interpreter(uint32_t native)
{
    struct iq_python_walk walk;
    struct iq_python_cache *cache = iq_stack_memory.python;
    uint64_t key = 0, sum;
    if (!cache && !(cache = iq_stack_memory.python = iq_core_alloc(sizeof *cache)))
        return native;
    struct memo **place = memo_of(cache, native, &key), *memo = place ? *place : NULL;
    if (memo && memo->key == key && memo->native == native &&
        iq_peek_sum(&sum, memo->word, memo->count) && sum == memo->sum)
        return memo->both;
    if (!iq_python_walk(&walk, &cache->state, &cache->reads, false))
        return native;
    uint32_t both = both_of(&walk, cache, native);
    if (place)
        remember(place, key, &cache->reads, native, both);
    return both ? both : native;
}

static uint32_t make_sectioned(uint32_t base, struct iq_sections in)
{
    const struct iq_stack *stack = iq_stack_get(base);
    if (!stack || (!in.mark && !in.range))
        return base;
    struct parts parts = {
        .pc = stack->pc, .count = stack->count, .python = stack->python, .in = { .mark = in.mark }
    };
    uint32_t id = in.mark ? intern_parts(&parts) : base;
    if (!id || !in.range)
        return id ? id : base;
    parts.in.range = in.range;
    parts.place = id;
    uint32_t both = intern_parts(&parts);
    return both ? both : id;
}

/* The stack [base] in the sections [in]. */
IQ_COLD static uint32_t in_sections(uint32_t base, struct iq_sections in)
{
    struct iq_stack_cache *cache = iq_stack_memory.machine;
    struct iq_stack_sectioned *entry =
        cache ? &cache->sectioned[(base ^ in.mark * 31 ^ in.range * 17) % IQ_STACK_SECTIONED]
              : NULL;
    if (entry && entry->base == base && entry->in.mark == in.mark && entry->in.range == in.range)
        return entry->id;
    uint32_t id = make_sectioned(base, in);
    if (entry) /* a signal that comes meanwhile finds nothing here */
        entry->base = 0;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (entry) {
        entry->id = id;
        entry->in = in;
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        entry->base = base;
    }
    return id;
}
static inline uint32_t in_sections_now(uint32_t base)
{
    return __builtin_expect(iq_sections_used, 0) ? in_sections(base, iq_sections_now()) : base;
}

uint32_t iq_stack_place(uint32_t id)
{
    const struct iq_stack *stack = iq_stack_get(id);
    return stack ? stack->place : id;
}

IQ_FAST uint32_t iq_stack_at(struct iq_site site)
{
    uint32_t native = native_stack(site);
    if (!iq_python_is_present() || !native || !iq_stack_get(native)->interpreter)
        return in_sections_now(native);
    return in_sections_now(with_interpreter(native));
}

uint32_t iq_stack_words(struct iq_site site, uintptr_t *words, uint32_t room)
{
    struct iq_stack_cache *cache = iq_stack_memory.machine;
    uint32_t tag = iq_stack_tag(site);
    const struct iq_stack_known *known =
        cache ? known_stack(iq_stack_set_of(cache, tag), site, tag) : NULL;
    if (!known || known->count + (uint32_t)IQ_SECTION_WORDS > room ||
        (iq_python_is_present() && iq_stack_get(known->id)->interpreter))
        return 0;
    for (uint32_t i = 0; i < known->count; i++)
        words[i] = (uintptr_t)((const uintptr_t *)known->sp - 1 + known->place[i]);
    return known->count + iq_section_words(words + known->count);
}

/* From [pc] on, which is [ahead] bytes before what reports take for a return address. */
static uint32_t stack_from(uintptr_t pc, uintptr_t ahead)
{
    struct iq_unwind walk = { .first = pc, .limit = IQ_STACK_DEPTH, .chain.quiet = true };
    iq_unwind(&walk);
    if (!walk.count)
        walk.pc[walk.count++] = pc;
    if (walk.pc[0] == pc)
        walk.pc[0] += ahead;
    uint32_t id = intern(walk.pc, walk.count, 0);
    struct iq_python_walk python;
    uintptr_t state = 0;
    if (!iq_python_is_present() || !id || !iq_stack_get(id)->interpreter ||
        !iq_python_walk(&python, &state, NULL, true))
        return in_sections_now(id);
    uint32_t both = intern(walk.pc, walk.count, iq_python_intern(&python, true));
    return in_sections_now(both ? both : id);
}

uint32_t iq_stack_of_signal(uintptr_t pc)
{
    return stack_from(pc, 1 /* it is the instruction itself */);
}

uint32_t iq_stack_of_return(uintptr_t pc) { return stack_from(pc, 0); }

uint32_t iq_stack_without(uint32_t id, uint32_t count)
{
    const struct iq_stack *stack = iq_stack_get(id);
    return stack && count < stack->count
               ? make_sectioned(intern(stack->pc + count, stack->count - count, stack->python),
                                stack->in)
               : 0;
}

struct frame_search {
    uintptr_t first, address, pc, sp;
    bool started, found;
    struct iq_stack_frame *frame;
};

/* A context knows the return address into its function and the end of the frame below. */
static _Unwind_Reason_Code visit_search(struct _Unwind_Context *context, void *user)
{
    struct frame_search *search = user;
    uintptr_t pc = _Unwind_GetIP(context), sp = _Unwind_GetCFA(context);
    if (!search->started && pc != search->first)
        return _URC_NO_REASON;
    if (search->started && !search->found && search->address >= search->sp &&
        search->address < sp) {
        search->frame->pc = search->pc;
        search->frame->cfa = sp;
        search->found = true;
    }
    search->started = true;
    search->pc = pc;
    search->sp = search->frame->root = sp;
    return pc ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool iq_stack_frame_of(struct iq_site site, uintptr_t address, struct iq_stack_frame *frame)
{
    struct frame_search search = { .first = site.pc, .address = address, .frame = frame };
    _Unwind_Backtrace(visit_search, &search);
    return search.found;
}

uint32_t iq_stack_of_caller(uint64_t caller)
{
    uintptr_t pc[IQ_CALLER_DEPTH];
    return intern(pc, iq_caller_frames(caller, pc), 0);
}
