/* Words that blocks count at and then look at until enough others have: barriers of a grid, as
 * programs and cooperative groups make them.  Who looks late sees what others have counted for the
 * next round already, and with it all that they did meanwhile, which nothing but luck had to show
 * it.  So whoever has seen enough counts again only when all that look have seen as much. */
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "arch/arch.h"
#include "ptx/cold.h"
#include "ptx/polls.h"
#include "ptx/race.h"

enum {
    WORDS = 8,
    LOOKERS = 2048,
    /* turns that are given up: without asking the system, by yielding, and until those that have
     * seen less are taken for gone; a busy system may let none of these run for some time slices */
    QUICK = 8,
    YIELDING = 128,
    PATIENCE = 1024,
    SLEEP_NS = 50000
};

/* A block that looks at the word, or has counted and will look for the first time. */
struct looker {
    uint32_t block, seen;
    bool looked;
};
struct word {
    uint64_t addr;
    uint32_t counted, lookers, looked; /* looked: how many of the lookers have */
    struct looker of[LOOKERS];
};
struct iq_ptx_polls {
    uint8_t lock;
    uint32_t words;
    struct word of[WORDS];
};

static struct iq_ptx_polls *take(struct iq_ptx_launch *l, bool create)
{
    struct iq_ptx_polls *polls = __atomic_load_n(&l->polls, __ATOMIC_ACQUIRE), *none = NULL;
    if (!polls && create) {
        polls = calloc(1, sizeof *polls);
        if (polls && !__atomic_compare_exchange_n(&l->polls, &none, polls, false, __ATOMIC_ACQ_REL,
                                                  __ATOMIC_ACQUIRE)) {
            free(polls);
            polls = none;
        }
    }
    while (polls && __atomic_exchange_n(&polls->lock, 1, __ATOMIC_ACQUIRE))
        iq_arch_pause();
    return polls;
}

static void give(struct iq_ptx_polls *polls)
{
    __atomic_store_n(&polls->lock, 0, __ATOMIC_RELEASE);
}

void iq_ptx_polls_destroy(struct iq_ptx_polls *polls) { free(polls); }

static struct word *word_of(struct iq_ptx_polls *polls, uint64_t addr)
{
    for (uint32_t k = 0; k < polls->words; k++)
        if (polls->of[k].addr == addr)
            return &polls->of[k];
    return NULL;
}

static struct looker *looker_of(struct word *word, uint32_t block)
{
    for (uint32_t k = 0; k < word->lookers; k++)
        if (word->of[k].block == block)
            return &word->of[k];
    return NULL;
}

/* The word at [addr], in the place of one that nobody looks at if need be; NULL: all are looked
 * at. */
static struct word *make_word(struct iq_ptx_polls *polls, uint64_t addr)
{
    struct word *word = word_of(polls, addr);
    if (word)
        return word;
    if (polls->words < WORDS)
        word = &polls->of[polls->words++];
    for (uint32_t k = 0; !word && k < WORDS; k++)
        if (!polls->of[k].looked)
            word = &polls->of[k];
    if (word) {
        word->addr = addr;
        word->counted = word->lookers = word->looked = 0;
    }
    return word;
}

/* NULL: there are too many. */
static struct looker *make_looker(struct word *word, uint32_t block, uint32_t seen)
{
    struct looker *me = looker_of(word, block);
    if (!me && word->lookers < LOOKERS) {
        me = &word->of[word->lookers++];
        *me = (struct looker){ .block = block, .seen = seen };
    }
    return me;
}

uint32_t iq_ptx_polls_look(struct iq_warp *w, uint64_t addr)
{
    struct iq_ptx_block *b = w->block;
    struct iq_ptx_polls *polls = take(b->launch, true);
    if (!polls)
        return 0;
    struct word *word = make_word(polls, addr);
    uint32_t counted = word ? word->counted : 0;
    struct looker *me =
        word ? make_looker(word, (uint32_t)b->index, counted - 1 /* so far */) : NULL;
    if (me) {
        word->looked += !me->looked;
        me->looked = true;
    }
    give(polls);
    return counted;
}

void iq_ptx_polls_seen(struct iq_ptx_block *b, uint64_t addr, uint32_t counted)
{
    struct iq_ptx_polls *polls = take(b->launch, false);
    if (!polls)
        return;
    struct word *word = word_of(polls, addr);
    struct looker *me = word ? looker_of(word, (uint32_t)b->index) : NULL;
    if (me)
        me->seen = counted;
    give(polls);
}

/* Has somebody who looks at the word seen less than [me]?  With [drop] they are taken for gone. */
static bool is_ahead(struct word *word, struct looker me, bool drop)
{
    bool ahead = false;
    for (uint32_t k = 0; k < word->lookers; k++) {
        bool behind = (int32_t)(word->of[k].seen - me.seen) < 0;
        ahead |= behind && !drop;
        if (!behind || !drop)
            continue;
        word->looked -= word->of[k].looked;
        word->of[k--] = word->of[--word->lookers];
    }
    return ahead;
}

bool iq_ptx_polls_must_wait(struct iq_warp *w, uint64_t addr)
{
    struct iq_ptx_block *b = w->block;
    struct iq_ptx_race *r = b->race;
    bool ahead = false, barrier = b->launch->asks_grid;
    struct iq_ptx_polls *polls = take(b->launch, barrier);
    /* what counting itself gets to see is no look: nobody waits for that */
    r->counted[w->index] = 0;
    if (!polls)
        return false;
    /* whoever counts at a barrier of the grid will look, but may not get to it before others have
     * counted again */
    struct word *word = barrier ? make_word(polls, addr) : word_of(polls, addr);
    struct looker *me = !word     ? NULL
                        : barrier ? make_looker(word, (uint32_t)b->index, word->counted)
                                  : looker_of(word, (uint32_t)b->index);
    if (me && me->looked)
        ahead = is_ahead(word, *me, r->patience >= PATIENCE);
    give(polls);
    r->patience = ahead ? r->patience + 1 : 0;
    if (r->patience > YIELDING)
        nanosleep(&(struct timespec){ .tv_nsec = SLEEP_NS }, NULL);
    else if (r->patience > QUICK)
        sched_yield();
    return ahead;
}

void iq_ptx_polls_count(struct iq_warp *w, uint64_t addr)
{
    w->block->race->counted[w->index] = addr;
    struct iq_ptx_polls *polls = take(w->block->launch, false);
    if (!polls)
        return;
    struct word *word = word_of(polls, addr);
    if (word)
        word->counted++;
    give(polls);
}
