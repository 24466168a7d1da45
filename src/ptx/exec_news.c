/* What blocks of a launch have published: two tables by hash, without locks. */
#include <stdlib.h>

#include "ptx/exec.h"
#include "ptx/news.h"

enum { LOG = 16, SLOTS = 1 << LOG, KEPT = 4, WHO = 66 };
#define NO_MARK 0u
#define LOST UINT32_MAX /* the mark of a place that two needed */

/* The last times at which one has published something, and with what number: time << 32 | number.
 */
struct news_slot {
    uint32_t mark, count;
    uint64_t kept[KEPT];
};
struct iq_ptx_news {
    uint32_t last;
    struct news_slot slots[SLOTS];
    uint64_t words[SLOTS]; /* mark << 32 | number */
};

static struct iq_ptx_news *news_of(const struct iq_ptx_launch *l)
{
    return __atomic_load_n(&l->news, __ATOMIC_ACQUIRE);
}

static struct iq_ptx_news *prepare(struct iq_ptx_launch *l)
{
    struct iq_ptx_news *news = news_of(l), *none = NULL;
    if (news)
        return news;
    news = calloc(1, sizeof *news);
    if (news && !__atomic_compare_exchange_n(&l->news, &none, news, false, __ATOMIC_ACQ_REL,
                                             __ATOMIC_ACQUIRE)) {
        free(news);
        news = none;
    }
    return news;
}

void iq_ptx_news_destroy(struct iq_ptx_news *news) { free(news); }

uint32_t iq_ptx_news_next(struct iq_ptx_launch *l)
{
    struct iq_ptx_news *news = prepare(l);
    return news ? __atomic_add_fetch(&news->last, 1, __ATOMIC_ACQ_REL) + 1 : 0;
}

uint32_t iq_ptx_news_last(const struct iq_ptx_launch *l)
{
    const struct iq_ptx_news *news = news_of(l);
    return news ? __atomic_load_n(&news->last, __ATOMIC_ACQUIRE) + 1 : 0;
}

/* Where a key lies, and what marks it there. */
static uint32_t place(uint64_t key, uint32_t *mark)
{
    uint64_t hash = (key + 1) * 0x9e3779b97f4a7c15ull;
    *mark = ((uint32_t)hash | 1) & ~2u; /* neither NO_MARK nor LOST */
    return (uint32_t)(hash >> (64 - LOG));
}

/* Where a word lies, and what marks it there: neighbours share a line of the cache. */
static uint32_t word_place(uint64_t word, uint32_t *mark)
{
    enum { NEAR = 8 };
    uint32_t group = place(word / NEAR, mark);
    return (group & ~(NEAR - 1u)) | (uint32_t)(word % NEAR);
}

static struct news_slot *slot_of(struct iq_ptx_news *news, uint32_t block, uint32_t who,
                                 uint32_t *mark)
{
    return &news->slots[place((uint64_t)block * WHO + who, mark)];
}

void iq_ptx_news_publish(struct iq_ptx_launch *l, uint32_t block, uint32_t who, uint32_t time,
                         uint32_t number)
{
    struct iq_ptx_news *news = prepare(l);
    uint32_t mark, is = NO_MARK;
    if (!news)
        return;
    struct news_slot *slot = slot_of(news, block, who, &mark);
    if (!__atomic_compare_exchange_n(&slot->mark, &is, mark, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE) &&
        is != mark) {
        __atomic_store_n(&slot->mark, LOST, __ATOMIC_RELEASE);
        return;
    }
    uint32_t count = slot->count;
    if (count &&
        slot->kept[(count - 1) % KEPT] >> 32 >= time) /* published before, which is earlier */
        return;
    __atomic_store_n(&slot->kept[count % KEPT], (uint64_t)time << 32 | number, __ATOMIC_RELEASE);
    __atomic_store_n(&slot->count, count + 1, __ATOMIC_RELEASE);
}

/* Of what is no longer kept, all that is not younger than the oldest that is may have been
 * published long ago. */
static bool slot_tells(const struct news_slot *slot, uint32_t mark, uint32_t time, uint32_t heard)
{
    uint32_t is = __atomic_load_n(&slot->mark, __ATOMIC_ACQUIRE),
             count = __atomic_load_n(&slot->count, __ATOMIC_ACQUIRE), oldest = UINT32_MAX;
    if (is == NO_MARK)
        return false;
    if (is != mark)
        return true;
    for (uint32_t k = 0; k < KEPT && k < count; k++) {
        uint64_t kept = __atomic_load_n(&slot->kept[k], __ATOMIC_ACQUIRE);
        uint32_t until = (uint32_t)(kept >> 32);
        if (until >= time && (uint32_t)kept <= heard)
            return true;
        oldest = until < oldest ? until : oldest;
    }
    return (count > KEPT && oldest >= time) ||
           __atomic_load_n(&slot->mark, __ATOMIC_ACQUIRE) != mark;
}

bool iq_ptx_news_is_told(const struct iq_ptx_launch *l, uint32_t block, uint32_t warp,
                         uint32_t time, bool written, uint32_t heard)
{
    struct iq_ptx_news *news = news_of(l);
    uint32_t first = written ? 0 : NEWS_READS, mark;
    if (!news)
        return false;
    const struct news_slot *warps = slot_of(news, block, first + warp, &mark);
    if (slot_tells(warps, mark, time, heard))
        return true;
    const struct news_slot *blocks = slot_of(news, block, first + NEWS_BLOCK, &mark);
    return slot_tells(blocks, mark, time, heard);
}

void iq_ptx_news_write(struct iq_ptx_launch *l, uint64_t addr, uint32_t size, uint32_t number)
{
    struct iq_ptx_news *news = prepare(l);
    uint32_t mark;
    for (uint64_t word = addr >> 2; news && word <= (addr + size - 1) >> 2; word++) {
        uint64_t *at = &news->words[word_place(word, &mark)],
                 is = __atomic_load_n(at, __ATOMIC_RELAXED), to;
        do {
            to = is >> 32 == NO_MARK || is >> 32 == mark ? (uint64_t)mark << 32 | number
                                                         : (uint64_t)LOST << 32;
            if (is >= to && is >> 32 == to >> 32)
                break;
        } while (
            !__atomic_compare_exchange_n(at, &is, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    }
}

uint32_t iq_ptx_news_read(const struct iq_ptx_launch *l, uint64_t addr, uint32_t size)
{
    const struct iq_ptx_news *news = news_of(l);
    uint32_t mark, number = 0;
    for (uint64_t word = addr >> 2; news && word <= (addr + size - 1) >> 2; word++) {
        uint64_t is = __atomic_load_n(&news->words[word_place(word, &mark)], __ATOMIC_ACQUIRE);
        if (is >> 32 != mark)
            return iq_ptx_news_last(l);
        number = number < (uint32_t)is ? (uint32_t)is : number;
    }
    return number;
}
