// link: base
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/errors.h"
#include "base/fd.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/pages.h"
#include "base/str.h"
#include "base/vec.h"
#include "test.h"

TEST(vec_grows)
{
    IQ_VEC(int) v = { 0 };
    for (int i = 0; i < 1000; i++)
        CHECK_INT(iq_vec_push(&v, i), 0);
    CHECK_INT(v.count, 1000);
    CHECK_INT(v.data[999], 999);
    iq_vec_finish(&v);
    CHECK_INT(v.count, 0);
    CHECK(!v.data);
}

TEST(vec_refuses_overflow)
{
    void *data = NULL;
    size_t capacity = 0;
    CHECK_INT(iq_vec_grow(&data, &capacity, (size_t)-1 / 8, 16), IQ_ENOMEM);
    CHECK(!data);
}

/* Against a plain array, with keys that collide often. */
TEST(map_like_an_array)
{
    enum { KEYS = 700 };
    static char *model[KEYS];
    struct iq_map map = { 0 };
    char values[KEYS];
    uint64_t random = 1;
    for (int step = 0; step < 20000; step++) {
        random = iq_hash_u64(random + 1);
        unsigned key = random % KEYS;
        if (random >> 40 & 1) {
            CHECK_INT(iq_map_set(&map, key, &values[key]), 0);
            model[key] = &values[key];
        } else {
            CHECK(iq_map_remove(&map, key) == model[key]);
            model[key] = NULL;
        }
    }
    size_t count = 0;
    for (unsigned key = 0; key < KEYS; key++) {
        CHECK(iq_map_get(&map, key) == model[key]);
        count += model[key] != NULL;
    }
    CHECK_INT(map.count, count);
    size_t index = 0, seen = 0;
    for (const struct iq_map_slot *slot; (slot = iq_map_next(&map, &index)); seen++)
        CHECK(slot->value == model[slot->key]);
    CHECK_INT(seen, count);
    CHECK_INT(iq_map_set(&map, 1, NULL), IQ_EINVAL);
    iq_map_finish(&map);
    CHECK(!iq_map_get(&map, 1));
}

TEST(str_buffer_is_bounded)
{
    char buffer[8];
    struct iq_str s;
    iq_str_init_buffer(&s, buffer, sizeof buffer);
    iq_str_printf(&s, "%d-%s", 12, "ab");
    CHECK_STR(iq_str_text(&s), "12-ab");
    CHECK(!s.truncated);
    iq_str_printf(&s, "%s", "cdef");
    CHECK_STR(iq_str_text(&s), "12-abcd");
    CHECK(s.truncated);
    iq_str_puts(&s, "x");
    CHECK_STR(iq_str_text(&s), "12-abcd");
}

TEST(str_heap_grows)
{
    struct iq_str s;
    iq_str_init_heap(&s);
    CHECK_STR(iq_str_text(&s), "");
    for (int i = 0; i < 1000; i++)
        iq_str_printf(&s, "%03d", i);
    CHECK_INT(s.length, 3000);
    CHECK(!s.truncated);
    char *text = iq_str_take(&s);
    CHECK_INT(strlen(text), 3000);
    CHECK(!strncmp(text + 2997, "999", 3));
    free(text);
    iq_str_finish(&s);
}

TEST(str_json)
{
    char buffer[128];
    struct iq_str s;
    iq_str_init_buffer(&s, buffer, sizeof buffer);
    iq_str_put_json(&s, "a\"b\\c\n\x01\x7f\xc2\x9b \xc3\xa9 \xff \xe2\x82");
    CHECK_STR(
        iq_str_text(&s),
        "\"a\\\"b\\\\c\\n\\u0001\\u007f\\u009b \xc3\xa9 \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\"");
}

TEST(arena_keeps_its_limit)
{
    struct iq_arena arena = { .limit = 256 * 1024 };
    char *first = iq_arena_copy(&arena, "hello", 5);
    CHECK_STR(first, "hello");
    CHECK_INT((uintptr_t)first % 16, 0);
    int got = 0;
    while (got < 100 && iq_arena_get(&arena, 10000))
        got++;
    CHECK(got > 10 && got < 30);
    CHECK(!iq_arena_get(&arena, (size_t)-1));
    CHECK_STR(first, "hello");
    iq_arena_finish(&arena);
    CHECK(iq_arena_get(&arena, 1) != NULL);
    iq_arena_finish(&arena);
}

enum { NO_LIMITS = 77 };

/* With no address space left: the reserve, then refusals that are counted where they are wanted. */
static int live_on_the_reserve(void)
{
    uint64_t refused = 0;
    struct rlimit none = { 0, 0 }, now;
    int got = 0;
    if (setrlimit(RLIMIT_AS, &none) || getrlimit(RLIMIT_AS, &now))
        return 1;
    if (now.rlim_cur)
        return NO_LIMITS;
    for (; got < 10000; got++) {
        char *page = iq_pages_get(5000);
        if (!page)
            break;
        if (page[0] || page[8191])
            return 2;
        memset(page, 1, 8192);
    }
    if (got < 100 || got == 10000)
        return 3;
    iq_pages_count_in(&refused);
    if (refused != 1 || iq_pages_get(8192) || refused != 2)
        return 4;
    iq_pages_count_in(NULL);
    return iq_pages_get(8192) || refused != 2 ? 5 : 0;
}

TEST(pages_have_a_reserve)
{
    int status = -1;
#ifdef IQ_SANITIZED
    SKIP("sanitizers map what they like, limits or not");
#endif
    if (!fork())
        _exit(live_on_the_reserve());
    wait(&status);
    CHECK(WIFEXITED(status));
    if (WEXITSTATUS(status) == NO_LIMITS)
        SKIP("an emulator that limits no address space");
    CHECK_INT(WEXITSTATUS(status), 0);
}

TEST(files)
{
    char *data = NULL;
    size_t size = 0;
    int pipes[2];
    CHECK_INT(iq_fd_read_file("/proc/self/status", 1 << 20, &data, &size), 0);
    CHECK(size > 100 && !strncmp(data, "Name:", 5));
    free(data);
    CHECK_INT(iq_fd_read_file("/proc/self/status", 10, &data, &size), IQ_ETOOBIG);
    CHECK_INT(iq_fd_read_file("/no/such/file", 10, &data, &size), IQ_ENOENT);
    CHECK_INT(iq_fd_read_file("/proc", 10, &data, &size), IQ_EFOLDER);
    CHECK_INT(pipe(pipes), 0);
    CHECK_INT(iq_fd_write_all(pipes[1], "abc", 3), 0);
    char got[4] = "";
    CHECK_INT(read(pipes[0], got, 3), 3);
    CHECK_STR(got, "abc");
    CHECK_INT(iq_fd_write_all(-1, "abc", 3), IQ_EIO);
}

TEST(errors_have_texts)
{
    CHECK_STR(iq_strerror(0), "success");
    CHECK_STR(iq_strerror(IQ_ETRUNCATED), "data ends too early");
    CHECK_STR(iq_strerror(-999), "unknown error");
}
