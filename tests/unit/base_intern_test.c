// link: base
/* Strings have the number that they got first, each number leads to its string, and those who look
 * meanwhile see whole ones. */
#include <pthread.h>
#include <stdio.h>

#include "base/intern.h"
#include "test.h"

enum { STRINGS = 50000 };

static struct iq_intern table;

/* "0", "1", .. with more bytes after some of them. */
static size_t string_of(uint32_t number, char text[64])
{
    return (size_t)snprintf(text, 64, "%u%.*s", number, (int)(number % 40),
                            "........................................");
}

static uint32_t put(uint32_t number, uint8_t note, bool *fresh)
{
    char text[64];
    size_t size = string_of(number, text);
    return iq_intern_put(&table, text, size, note, fresh);
}

static bool is_whole(const struct iq_interned *string, uint32_t number)
{
    char text[64];
    size_t size = string_of(number, text);
    return string->size == size && !memcmp(string->bytes, text, size) &&
           string->note == number % 200;
}

/* Until the last one is there. */
static void *look(void *unused)
{
    static uint32_t wrong;
    (void)unused;
    for (uint32_t seen = 0; seen < STRINGS;) {
        const struct iq_interned *string = iq_intern_get(&table, seen + 1);
        if (string && !is_whole(string, seen))
            __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
        seen += string != NULL;
    }
    return &wrong;
}

TEST(strings_keep_their_numbers)
{
    pthread_t reader;
    void *wrong;
    bool fresh;
    CHECK(!iq_intern_get(&table, 0) && !iq_intern_get(&table, 1));
    CHECK(!pthread_create(&reader, NULL, look, NULL));
    for (uint32_t i = 0; i < STRINGS; i++) {
        uint32_t number = put(i, (uint8_t)(i % 200), &fresh);
        if (number != i + 1 || !fresh)
            CHECK_INT(number, i + 1);
    }
    pthread_join(reader, &wrong);
    CHECK_INT(*(uint32_t *)wrong, 0);
    for (uint32_t i = 0; i < STRINGS; i++) {
        uint32_t number = put(i, 255 /* it has one already */, &fresh);
        if (number != i + 1 || fresh || !is_whole(iq_intern_get(&table, number), i))
            CHECK_INT(number, i + 1);
    }
    CHECK(!iq_intern_get(&table, STRINGS + 1) && !iq_intern_get(&table, UINT32_MAX));
}

TEST(what_is_too_long_or_empty)
{
    static struct iq_intern other;
    static char text[IQ_INTERN_BYTES + 1];
    bool fresh = true;
    CHECK_INT(iq_intern_put(&other, text, sizeof text, 0, &fresh), 0);
    CHECK(!fresh);
    CHECK_INT(iq_intern_put(&other, text, sizeof text - 1, 0, &fresh), 1);
    CHECK_INT(iq_intern_put(&other, text, 0, 0, &fresh), 2);
    CHECK_INT(iq_intern_put(&other, text, 0, 0, &fresh), 2);
    CHECK_INT(iq_intern_get(&other, 2)->size, 0);
}
