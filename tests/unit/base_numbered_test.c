// link: base
/* Records that are filled while others read them. */
#include <pthread.h>

#include "base/numbered.h"
#include "test.h"

enum { ROUNDS = 200000, WORDS = 6 };

static struct {
    uint64_t number, word[WORDS];
} record;
static bool over; /* atomic */

static void *fill(void *unused)
{
    (void)unused;
    for (uint64_t n = 1; n <= REPEATS(ROUNDS); n++) {
        iq_numbered_open(&record.number);
        for (int i = 0; i < WORDS; i++)
            __atomic_store_n(&record.word[i], n + (uint64_t)i, __ATOMIC_RELAXED);
        iq_numbered_close(&record.number, n);
    }
    __atomic_store_n(&over, true, __ATOMIC_RELEASE);
    return NULL;
}

TEST(what_still_has_its_number_is_whole)
{
    pthread_t thread;
    uint64_t torn = 0, words[WORDS];
    CHECK(!pthread_create(&thread, NULL, fill, NULL));
    while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE)) {
        uint64_t number = iq_numbered_now(&record.number);
        for (int i = 0; i < WORDS; i++)
            words[i] = __atomic_load_n(&record.word[i], __ATOMIC_RELAXED);
        if (!number || !iq_numbered_is_still(&record.number, number))
            continue;
        for (int i = 0; i < WORDS; i++)
            torn += words[i] != number + (uint64_t)i;
    }
    pthread_join(thread, NULL);
    CHECK_INT(torn, 0);
    CHECK_INT(iq_numbered_now(&record.number), REPEATS(ROUNDS));
}

TEST(an_open_record_has_no_number)
{
    uint64_t number = 7;
    CHECK(iq_numbered_is_still(&number, 7));
    iq_numbered_open(&number);
    CHECK(!iq_numbered_now(&number) && !iq_numbered_is_still(&number, 7));
    iq_numbered_close(&number, 8);
    CHECK(iq_numbered_now(&number) == 8);
}
