// link: checker -lzstd -llz4
/* Words that sentences of all rules are made of. */
#include "rules/words.h"
#include "test.h"

static const char *bytes(uint64_t count)
{
    static char text[64];
    struct iq_str out;
    iq_str_init_buffer(&out, text, sizeof text);
    iq_put_bytes(&out, count);
    return text;
}

static const char *ago(uint64_t then, uint64_t now)
{
    static char text[64];
    struct iq_str out;
    iq_str_init_buffer(&out, text, sizeof text);
    iq_put_ago(&out, then, now);
    return text;
}

TEST(sizes_and_distances)
{
    CHECK_STR(bytes(1), "1 byte");
    CHECK_STR(bytes(400), "400 bytes");
    CHECK_STR(bytes(1 << 20), "1 MiB (1048576 bytes)");
    CHECK_STR(bytes(3 << 19), "1.5 MiB (1572864 bytes)");
    CHECK_STR(ago(5, 5), "by this very call");
    CHECK_STR(ago(4, 5), "1 call ago");
    CHECK_STR(ago(2, 5), "3 calls ago");
    CHECK_STR(ago(0, 5), "earlier");
}

/* What a site's blocks look like over time. */
TEST(growth)
{
    static const struct {
        uint64_t made[16];
        int count;
        const char *said;
    } cases[] = {
        { { 1, 2, 3 }, 3, "" },
        { { 1, 2, 3, 4, 5, 6, 7, 8 }, 8, "does not grow" },
        { { 1, 2, 30, 31, 60, 61, 80, 81, 100, 100 },
          10,
          "2, 2, 2 and 4 of them were made in the four quarters of the calls so far: their number grows all the time" },
        { { 1, 90, 91, 92, 93, 94, 95, 96, 97 }, 9, "grown lately" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct iq_growth growth = { { 0 } };
        char text[256] = "";
        struct iq_str out;
        for (int k = 0; k < cases[i].count; k++)
            iq_growth_add(&growth, cases[i].made[k], 100);
        iq_str_init_buffer(&out, text, sizeof text);
        iq_put_growth(&out, &growth);
        CHECK(*cases[i].said ? strstr(text, cases[i].said) != NULL : !*text);
    }
}

TEST(host_memory)
{
    int local;
    CHECK_STR(iq_host_words((uint64_t)(uintptr_t)&local), "the stack of this thread");
    CHECK_STR(iq_host_words(4096), "unmapped memory");
}
