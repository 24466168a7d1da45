#include "process/section.h"

#include <stddef.h>
#include <string.h>

#include "base/hash.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"

enum { NAMES_PER_BLOCK = 1024, BLOCKS = 1024 };

/* Ranges that are open, in the order in which they began. */
struct open_range {
    uint64_t who; /* the domain, or the number of a range for all threads */
    uint32_t name;
};
struct open_ranges {
    uint32_t range; /* the name of the last one that has one; 0: none */
    uint32_t count, more;
    struct open_range open[IQ_SECTION_OPEN];
};
struct iq_section_stack {
    struct open_ranges ranges;
};

bool iq_sections_used;
__thread struct iq_section_stack *iq_section_stack __attribute__((tls_model("initial-exec")));

static const char **names[BLOCKS]; /* by number - 1, atomic */
static uint32_t name_count, range_names;
static struct iq_map by_text;

static struct iq_sections for_all __attribute__((aligned(8))); /* atomic */
static struct open_ranges started;
static uint64_t last_started;

/* ---- names ---- */

const char *iq_section_name(uint32_t name)
{
    if (!name || name > (uint32_t)NAMES_PER_BLOCK * BLOCKS)
        return NULL;
    const char **block = __atomic_load_n(&names[(name - 1) / NAMES_PER_BLOCK], __ATOMIC_ACQUIRE);
    return block ? block[(name - 1) % NAMES_PER_BLOCK] : NULL;
}

static uint32_t add_name(const char *text)
{
    uint32_t block = name_count / NAMES_PER_BLOCK;
    if (block >= BLOCKS ||
        (!names[block] && !(names[block] = iq_core_alloc(NAMES_PER_BLOCK * sizeof *names[block]))))
        return 0;
    const char *copy = iq_core_copy(text);
    names[block][name_count % NAMES_PER_BLOCK] = copy;
    return copy ? ++name_count : 0;
}

static uint32_t intern(const char *text, bool is_range)
{
    uint64_t key = iq_hash_bytes(text, strlen(text));
    uint32_t name;
    iq_lock(IQ_LOCK_SECTIONS);
    while ((name = (uint32_t)(uintptr_t)iq_map_get(&by_text, key)) &&
           strcmp(iq_section_name(name), text) != 0)
        key++;
    if (!name && (!is_range || range_names < IQ_SECTION_RANGE_NAMES) && (name = add_name(text))) {
        range_names += is_range;
        /* else it is interned once more */
        IQ_DROP(iq_map_set(&by_text, key, (void *)(uintptr_t)name));
    }
    iq_unlock(IQ_LOCK_SECTIONS);
    return name;
}

uint32_t iq_section_intern(const char *name) { return name && *name ? intern(name, true) : 0; }

/* ---- ranges that are open ---- */

static void note_last(struct open_ranges *ranges)
{
    uint32_t at = ranges->count, name = 0;
    while (at && !name)
        name = ranges->open[--at].name;
    __atomic_store_n(&ranges->range, name, __ATOMIC_RELAXED);
}

static void open_one(struct open_ranges *ranges, uint64_t who, uint32_t name)
{
    if (ranges->count == IQ_SECTION_OPEN) {
        ranges->more++;
        return;
    }
    ranges->open[ranges->count++] = (struct open_range){ who, name };
    if (name)
        __atomic_store_n(&ranges->range, name, __ATOMIC_RELAXED);
}

/* The last one of [who]. */
static void close_one(struct open_ranges *ranges, uint64_t who)
{
    uint32_t at = ranges->count;
    while (at && ranges->open[at - 1].who != who)
        at--;
    if (!at)
        return;
    memmove(&ranges->open[at - 1], &ranges->open[at], (ranges->count - at) * sizeof *ranges->open);
    ranges->count--;
    note_last(ranges);
}

void iq_section_push(const void *domain, uint32_t name)
{
    struct iq_section_stack *stack = iq_section_stack;
    if (!stack && !(stack = iq_section_stack = iq_core_alloc(sizeof *stack)))
        return;
    open_one(&stack->ranges, (uintptr_t)domain, name);
    iq_sections_used = true;
}

void iq_section_pop(const void *domain)
{
    struct open_ranges *ranges = iq_section_stack ? &iq_section_stack->ranges : NULL;
    if (ranges && ranges->more)
        ranges->more--;
    else if (ranges)
        close_one(ranges, (uintptr_t)domain);
}

void iq_section_stack_clear(struct iq_section_stack *stack)
{
    if (stack)
        stack->ranges.range = stack->ranges.count = stack->ranges.more = 0;
}

uint64_t iq_section_start(uint32_t name)
{
    iq_lock(IQ_LOCK_SECTIONS);
    uint64_t number = ++last_started;
    open_one(&started, number, name);
    __atomic_store_n(&for_all.range, started.range, __ATOMIC_RELEASE);
    iq_sections_used = true;
    iq_unlock(IQ_LOCK_SECTIONS);
    return number;
}

void iq_section_end(uint64_t number)
{
    iq_lock(IQ_LOCK_SECTIONS);
    close_one(&started, number);
    __atomic_store_n(&for_all.range, started.range, __ATOMIC_RELEASE);
    iq_unlock(IQ_LOCK_SECTIONS);
}

/* ---- what holds now ---- */

void iq_section_mark(const char *name)
{
    __atomic_store_n(&for_all.mark, name && *name ? intern(name, false) : 0, __ATOMIC_RELEASE);
    iq_sections_used = true;
}

struct iq_sections iq_sections_now(void)
{
    uint32_t range = iq_section_stack ? iq_section_stack->ranges.range : 0;
    return (struct iq_sections){ __atomic_load_n(&for_all.mark, __ATOMIC_ACQUIRE),
                                 range ? range
                                       : __atomic_load_n(&for_all.range, __ATOMIC_ACQUIRE) };
}

uint32_t iq_section_words(uintptr_t words[IQ_SECTION_WORDS])
{
    uint32_t count = 0;
    words[count++] = (uintptr_t)&for_all;
    words[count++] = (uintptr_t)&iq_section_stack;
    if (iq_section_stack)
        words[count++] = (uintptr_t)iq_section_stack;
    return count;
}
