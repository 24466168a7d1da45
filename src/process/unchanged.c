#include "process/unchanged.h"

#include "base/memory.h"

enum {
    GROUP = 4,      /* of struct iq_load_words */
    LOOK_BACK = 8,  /* words of one object are read in a row */
    LEAST = 1 << 10 /* bytes */
};

/* Addresses without repetition; where the next word is wanted, too, a pair. */
struct list {
    uint32_t count, pairs;
    uintptr_t at[IQ_UNCHANGED_WORDS];
    bool pair[IQ_UNCHANGED_WORDS];
};

/* Is the word at [address] in the list near its end, or can it be a pair with one that is? */
static bool joins(struct list *list, uintptr_t address)
{
    uint32_t first = list->count < LOOK_BACK ? 0 : list->count - LOOK_BACK;
    for (uint32_t i = list->count; i-- > first;) {
        uintptr_t at = list->at[i];
        if (at == address || (list->pair[i] && at + 8 == address))
            return true;
        if (list->pair[i] || (at + 8 != address && at - 8 != address))
            continue;
        list->at[i] = at < address ? at : address;
        list->pair[i] = true;
        list->pairs++;
        return true;
    }
    return false;
}

static void make_list(struct list *list, const uintptr_t *addresses, uint32_t count)
{
    list->count = list->pairs = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!joins(list, addresses[i])) {
            list->at[list->count] = addresses[i];
            list->pair[list->count++] = false;
        }
}

static uint32_t groups(uint32_t count) { return (count + GROUP - 1) / GROUP; }

/* Of the last group what is left over repeats the last one. */
static bool fill(struct iq_unchanged *kept, const struct list *list)
{
    struct iq_load_words *words = (struct iq_load_words *)&kept->pair[kept->pairs];
    uint32_t pair = 0, word = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t *next = list->pair[i] ? &pair : &word;
        uint32_t end = list->pair[i] ? list->pairs : list->count - list->pairs;
        uint32_t until = *next + 1 == end ? groups(end) * GROUP : *next + 1;
        uint64_t value[2];
        if (!iq_peek_word(&value[0], list->at[i]) ||
            (list->pair[i] && !iq_peek_word(&value[1], list->at[i] + 8)))
            return false;
        for (uint32_t k; (k = *next) < until; ++*next)
            if (list->pair[i]) {
                kept->pair[k / GROUP].at[k % GROUP] = list->at[i];
                kept->pair[k / GROUP].word[k % GROUP][0] = value[0];
                kept->pair[k / GROUP].word[k % GROUP][1] = value[1];
            } else {
                words[k / GROUP].at[k % GROUP] = list->at[i];
                words[k / GROUP].word[k % GROUP] = value[0];
            }
    }
    return true;
}

/* Room for [bytes]; it doubles, because what is given up is lost. */
static struct iq_unchanged *make_room(struct iq_unchanged *kept, size_t bytes)
{
    if (kept && kept->bytes >= bytes)
        return kept;
    size_t room = LEAST;
    while (room < bytes)
        room *= 2;
    kept = iq_core_alloc(sizeof *kept + room);
    if (kept)
        kept->bytes = (uint32_t)room;
    return kept;
}

bool iq_unchanged_keep(struct iq_unchanged **kept, const uintptr_t *addresses, uint32_t count)
{
    struct list list;
    if (*kept)
        (*kept)->pairs = (*kept)->words = 0;
    if (!count || count > IQ_UNCHANGED_WORDS || !iq_peek_is_fast())
        return false;
    make_list(&list, addresses, count);
    uint32_t pairs = groups(list.pairs), words = groups(list.count - list.pairs);
    struct iq_unchanged *made = make_room(*kept, pairs * sizeof(struct iq_load_pairs) +
                                                     words * sizeof(struct iq_load_words));
    if (!made)
        return false;
    *kept = made;
    made->pairs = pairs;
    made->words = words;
    if (fill(made, &list))
        return true;
    made->pairs = made->words = 0;
    return false;
}
