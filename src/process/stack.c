#include "process/stack.h"

#include <string.h>
#include <unwind.h>

#include "base/counters.h"
#include "base/hash.h"
#include "base/hot.h"
#include "base/intern.h"
#include "base/locks.h"
#include "base/memory.h"
#include "process/caller.h"
#include "process/compiled.h"
#include "process/modules.h"
#include "process/peek.h"
#include "process/python.h"
#include "process/unchanged.h"
#include "process/unwind.h"

enum {
    HIDDEN_RANGES = 64,
    PYTHON_ENTRIES = 1024,
    PYTHON_SETS = 64,
    PYTHON_WAYS = 8,
    WHOLE_STACKS = 1 << 16, /* of the machine; later ones are cut: mostly they are known then */
    CUT_DEPTH = 8
};

/* What a kept stack begins with.  One of frames goes on with their addresses, each as its distance
 * to the one before; any other one with the number of the stack that it is made of, and what it
 * adds: the interpreter's frames, the mark, the range.  Numbers are in groups of seven bits. */
enum kept { KEPT_FRAMES, KEPT_PYTHON, KEPT_MARK, KEPT_RANGE };
enum { NUMBER_BYTES = 10, KEPT_BYTES = 1 + IQ_STACK_DEPTH * NUMBER_BYTES };

static struct {
    uintptr_t begin, end;
} hidden[HIDDEN_RANGES];
static uint32_t hidden_count;

static struct iq_intern stacks;
_Static_assert(IQ_INTERN_BLOCK *IQ_INTERN_BLOCKS == IQ_STACKS, "as many as have numbers");
static uint32_t whole_count; /* atomic */

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

static unsigned char *put_number(unsigned char *to, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        *to++ = (unsigned char)(number | 0x80);
    *to++ = (unsigned char)number;
    return to;
}

static uint64_t take_number(const unsigned char **from)
{
    uint64_t number = 0;
    unsigned shift = 0;
    for (; **from & 0x80; shift += 7)
        number |= (uint64_t)(*(*from)++ & 0x7f) << shift;
    return number | (uint64_t) * (*from)++ << shift;
}

/* A distance in either direction as a number: the sign goes to the last bit. */
static uint64_t folded(uintptr_t distance) { return distance << 1 ^ -(distance >> 63); }
static uintptr_t unfolded(uint64_t number) { return number >> 1 ^ -(number & 1); }

/* The stack that [id] is made of, 0: it is one of frames; what it adds to that one. */
static uint32_t base_of(uint32_t id, enum kept *what, uint32_t *added)
{
    const struct iq_interned *kept = iq_intern_get(&stacks, id);
    const unsigned char *at = kept ? kept->bytes : NULL;
    *what = at ? (enum kept) * at++ : KEPT_FRAMES;
    if (*what == KEPT_FRAMES)
        return 0;
    uint32_t base = (uint32_t)take_number(&at);
    *added = (uint32_t)take_number(&at);
    return base;
}

static void take_frames(struct iq_stack *stack, const struct iq_interned *kept)
{
    const unsigned char *at = kept->bytes + 1, *end = kept->bytes + kept->size;
    uintptr_t pc = 0;
    while (at < end) {
        pc += unfolded(take_number(&at));
        stack->pc[stack->count++] = pc;
    }
}

const struct iq_stack *iq_stack_get(uint32_t id, struct iq_stack *into)
{
    enum kept what;
    uint32_t base, added = 0;
    into->id = id;
    into->count = into->python = 0;
    into->in = (struct iq_sections){ 0, 0 };
    while ((base = base_of(id, &what, &added))) {
        uint32_t *part = what == KEPT_PYTHON ? &into->python
                         : what == KEPT_MARK ? &into->in.mark
                                             : &into->in.range;
        *part = added;
        id = base;
    }
    const struct iq_interned *kept = iq_intern_get(&stacks, id);
    if (!kept)
        return NULL;
    into->interpreter = kept->note;
    take_frames(into, kept);
    return into;
}

uint32_t iq_stack_python(uint32_t id)
{
    enum kept what;
    uint32_t added = 0;
    while ((id = base_of(id, &what, &added)))
        if (what == KEPT_PYTHON)
            return added;
    return 0;
}

static bool may_be_interpreters(uint32_t native)
{
    const struct iq_interned *kept = iq_intern_get(&stacks, native);
    return kept && kept->note;
}

static bool calls_from_interpreter(const uintptr_t *pc, uint32_t count)
{
    for (uint32_t i = 0; i < count && iq_python_is_present(); i++)
        if (iq_python_contains(pc[i]))
            return true;
    return false;
}

static uint32_t intern_frames(const uintptr_t *pc, uint32_t count, bool cut)
{
    unsigned char bytes[KEPT_BYTES] = { KEPT_FRAMES }, *end = bytes + 1;
    bool fresh, interpreter = cut || count == IQ_STACK_DEPTH || calls_from_interpreter(pc, count);
    if (!count || count > IQ_STACK_DEPTH)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        end = put_number(end, folded(pc[i] - (i ? pc[i - 1] : 0)));
    iq_lock(IQ_LOCK_STACKS);
    uint32_t id = iq_intern_put(&stacks, bytes, (size_t)(end - bytes), interpreter, &fresh);
    if (fresh && !cut)
        __atomic_store_n(&whole_count, whole_count + 1, __ATOMIC_RELAXED);
    iq_unlock(IQ_LOCK_STACKS);
    if (fresh)
        iq_modules_note(pc, count);
    return id;
}

/* The stack [base] with [added], 0: as it is; it is its own stand-in where there is no memory. */
static uint32_t intern_with(uint32_t base, enum kept what, uint32_t added)
{
    unsigned char bytes[1 + 2 * NUMBER_BYTES] = { (unsigned char)what };
    bool fresh;
    if (!base || !added)
        return base;
    unsigned char *end = put_number(put_number(bytes + 1, base), added);
    iq_lock(IQ_LOCK_STACKS);
    uint32_t id = iq_intern_put(&stacks, bytes, (size_t)(end - bytes), 0, &fresh);
    iq_unlock(IQ_LOCK_STACKS);
    return id ? id : base;
}

bool iq_stack_any_cut(void)
{
    return __atomic_load_n(&whole_count, __ATOMIC_RELAXED) >= WHOLE_STACKS;
}

/* A stack as it was walked.  A program with very many of them gets the innermost frames only. */
static uint32_t intern_walk(const struct iq_unwind *walk)
{
    bool cut = walk->count > CUT_DEPTH && iq_stack_any_cut();
    return intern_frames(walk->pc, cut ? CUT_DEPTH : walk->count, cut);
}

__thread struct iq_stack_memory iq_stack_memory __attribute__((tls_model("initial-exec")));

const struct iq_stack_known iq_stack_none = { .pc = 0 };

IQ_COLD static struct iq_stack_cache *make_cache(void)
{
    struct iq_stack_cache *cache = iq_core_alloc(sizeof *cache);
    for (uint32_t i = 0; cache && i < IQ_STACK_SETS; i++)
        cache->set[i].again = &iq_stack_none;
    return iq_stack_memory.machine = cache;
}

static inline struct iq_stack_cache *own_cache(void)
{
    return __builtin_expect(iq_stack_memory.machine != NULL, 1) ? iq_stack_memory.machine
                                                                : make_cache();
}

/* NULL: not there. */
static inline const struct iq_stack_known *known_stack(struct iq_stack_set *set,
                                                       struct iq_site site, uint32_t tag)
{
    for (uint32_t i = 0; i < IQ_STACK_WAYS; i++) {
        uint32_t way = (set->guess + i) % IQ_STACK_WAYS;
        const struct iq_stack_known *known = set->way[way];
        if (set->tag[way] != tag || known->pc != site.pc || known->sp != site.sp ||
            iq_stack_sum(known) != known->sum)
            continue;
        iq_stack_meet(set, way);
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
    set->again = &iq_stack_none; /* a signal that comes meanwhile finds nothing here */
    if (!iq_unwind_places(walk, site.sp, known->place, IQ_STACK_DEPTH))
        return;
    known->pc = site.pc;
    known->sp = site.sp;
    known->id = id;
    fill_places(known, walk);
    known->sum = iq_stack_sum(known);
    set->tag[way] = iq_stack_tag(site);
    iq_stack_meet(set, way);
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
    uint64_t key;
    uint32_t native, both;
    struct iq_unchanged *read; /* NULL: nothing is known */
};

struct memo_set {
    struct memo way[PYTHON_WAYS];
    uint32_t last, next; /* way that was met last; that is given away next */
};

/* What was found out before for a machine stack and the interpreter's frames.  One place of a
 * script is reached from many, hence several ways for each. */
struct iq_python_cache {
    uintptr_t state; /* of this thread in the interpreter */
    struct memo_set set[PYTHON_SETS];
    struct iq_python_reads reads;
    struct {
        uint64_t hash;
        uint32_t native, both;
    } entry[PYTHON_ENTRIES];
};

static uint32_t both_of(const struct iq_python_walk *walk, struct iq_python_cache *cache,
                        uint32_t native)
{
    uint32_t at = (uint32_t)(iq_hash_u64(walk->hash ^ native) % PYTHON_ENTRIES);
    if (cache->entry[at].hash == walk->hash && cache->entry[at].native == native)
        return cache->entry[at].both;
    uint32_t both = intern_with(native, KEPT_PYTHON, iq_python_intern(walk, false));
    cache->entry[at].hash = walk->hash;
    cache->entry[at].native = native;
    cache->entry[at].both = both;
    return both;
}

/* What is remembered of the machine stack [native] and the innermost frame of [key]; NULL: it has
 * changed, or is not known. */
static inline const struct memo *recall(struct memo_set *set, uint64_t key, uint32_t native)
{
    for (uint32_t i = 0; i < PYTHON_WAYS; i++) {
        uint32_t way = (set->last + i) % PYTHON_WAYS;
        const struct memo *memo = &set->way[way];
        if (memo->key != key || memo->native != native || !memo->read ||
            !iq_unchanged_is(memo->read))
            continue;
        set->last = way;
        return memo;
    }
    return NULL;
}

static void remember(struct memo_set *set, uint64_t key, uint32_t native, uint32_t both,
                     const struct iq_python_reads *reads)
{
    uint32_t way = set->next++ % PYTHON_WAYS;
    struct memo *memo = &set->way[way];
    if (!iq_unchanged_keep(&memo->read, reads->word, reads->count))
        return;
    memo->key = key;
    memo->native = native;
    memo->both = both;
    set->last = way;
}

/* [set] NULL: it cannot be remembered. */
__attribute__((noinline)) static uint32_t walk_interpreter(uint32_t native,
                                                           struct iq_python_cache *cache,
                                                           struct memo_set *set, uint64_t key)
{
    struct iq_python_walk walk;
    if (!iq_python_walk(&walk, &cache->state, &cache->reads, false))
        return native;
    uint32_t both = both_of(&walk, cache, native);
    if (set && both)
        remember(set, key, native, both, &cache->reads);
    return both ? both : native;
}

/* The machine stack [native] together with the interpreter's frames: below the same return
 * addresses other lines of the script may stand. */
static inline uint32_t with_interpreter(uint32_t native)
{
    struct iq_python_cache *cache = iq_stack_memory.python;
    uint64_t key = 0;
    if (__builtin_expect(!cache, 0) &&
        !(cache = iq_stack_memory.python = iq_core_alloc(sizeof *cache)))
        return native;
    struct memo_set *set =
        iq_python_key(&key, cache->state) ? &cache->set[(key ^ native) % PYTHON_SETS] : NULL;
    const struct memo *memo = set ? recall(set, key, native) : NULL;
    return __builtin_expect(memo != NULL, 1) ? memo->both
                                             : walk_interpreter(native, cache, set, key);
}

static uint32_t make_sectioned(uint32_t base, struct iq_sections in)
{
    return intern_with(intern_with(base, KEPT_MARK, in.mark), KEPT_RANGE, in.range);
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
    enum kept what;
    uint32_t range, base = base_of(id, &what, &range);
    return what == KEPT_RANGE ? base : id;
}

IQ_FAST uint32_t iq_stack_at(struct iq_site site)
{
    uint32_t native = native_stack(site);
    if (!iq_python_is_present() || !native || !may_be_interpreters(native))
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
        (iq_python_is_present() && may_be_interpreters(known->id)))
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
    uint32_t id = intern_frames(walk.pc, walk.count, false);
    struct iq_python_walk python;
    uintptr_t state = 0;
    if (iq_python_is_present() && may_be_interpreters(id) &&
        iq_python_walk(&python, &state, NULL, true))
        id = intern_with(id, KEPT_PYTHON, iq_python_intern(&python, true));
    return in_sections_now(id);
}

uint32_t iq_stack_of_signal(uintptr_t pc)
{
    return stack_from(pc, 1 /* it is the instruction itself */);
}

uint32_t iq_stack_of_return(uintptr_t pc) { return stack_from(pc, 0); }

uint32_t iq_stack_without(uint32_t id, uint32_t count)
{
    struct iq_stack stack;
    if (!iq_stack_get(id, &stack) || count >= stack.count)
        return 0;
    uint32_t rest = intern_frames(stack.pc + count, stack.count - count, false);
    return make_sectioned(intern_with(rest, KEPT_PYTHON, stack.python), stack.in);
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
    return intern_frames(pc, iq_caller_frames(caller, pc), false);
}
