// link: checker -lzstd -llz4
/* Records of heap blocks: every size class, interior addresses, reuse of a place by other sizes,
 * many threads, fork, and a random run against a plain list. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/hostheap.h"
#include "test.h"

#define BY(pc) ((struct iq_site){ (uintptr_t)(pc), 0 })

#define BASE 0x5a0000000000ul

static enum iq_hostheap_state find(uint64_t address, struct iq_hostheap_block *block)
{
    iq_blocks_set(IQ_BLOCKS_RECORDED, true);
    return iq_hostheap_find(address, block);
}

TEST(every_class)
{
    static const uint64_t sizes[] = { 1,     24,    127,     128,     1000,      1023,      1024,
                                      65535, 65536, 4194303, 4194304, 100000000, 5000000000 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct iq_hostheap_block block = { 0 };
        uint64_t base = BASE + (i << 36) + 0x3fffff0, size = sizes[i],
                 inside[] = { 0, size / 2, size - 1 };
        iq_hostheap_add(base, size, BY(0x1000 + i));
        for (int k = 0; k < 3; k++) {
            CHECK_INT(find(base + inside[k], &block), IQ_HOSTHEAP_LIVE);
            CHECK(block.base == base && block.size == size && block.allocated == 0x1000 + i &&
                  !block.freed);
        }
        CHECK_INT(find(base + size, &block), IQ_HOSTHEAP_UNKNOWN);
        CHECK_INT(find(base - 1, &block), IQ_HOSTHEAP_UNKNOWN);
        CHECK(iq_hostheap_free(base, BY(0x2000)));
        CHECK(!iq_hostheap_free(base, BY(0x2001)));
        CHECK_INT(find(base + size / 2, &block), IQ_HOSTHEAP_FREED);
        CHECK_INT(block.freed, 0x2000);
    }
}

TEST(no_bytes_and_foreign_addresses)
{
    struct iq_hostheap_block block;
    iq_hostheap_add(BASE - 4096, 0, BY(1));
    CHECK_INT(find(BASE - 4096, &block), IQ_HOSTHEAP_LIVE);
    CHECK_INT(find(BASE - 4095, &block), IQ_HOSTHEAP_UNKNOWN);
    CHECK_INT(find(0, &block), IQ_HOSTHEAP_UNKNOWN);
    CHECK_INT(find(UINT64_MAX, &block), IQ_HOSTHEAP_UNKNOWN);
    CHECK_INT(find((uint64_t)1 << 47, &block), IQ_HOSTHEAP_UNKNOWN);
    iq_hostheap_add((uint64_t)1 << 50, 100, BY(1)); /* not an address: ignored */
    CHECK(!iq_hostheap_free((uint64_t)1 << 50, BY(1)));
}

TEST(place_is_used_again)
{
    struct iq_hostheap_block block;
    uint64_t base = BASE + 0x10000000;
    iq_hostheap_add(base, 5000, BY(1));
    iq_hostheap_free(base, BY(2));
    /* smaller, at the same start: the long record is gone */
    iq_hostheap_add(base, 64, BY(3));
    CHECK_INT(find(base + 10, &block), IQ_HOSTHEAP_LIVE);
    CHECK_INT(block.size, 64);
    CHECK_INT(find(base + 100, &block), IQ_HOSTHEAP_UNKNOWN);
    iq_hostheap_add(base + 0x8000, 5000, BY(1));
    iq_hostheap_free(base + 0x8000, BY(2));
    /* inside of where it was: the live one counts */
    iq_hostheap_add(base + 0x8000 + 1024, 64, BY(3));
    CHECK_INT(find(base + 0x8000 + 1030, &block), IQ_HOSTHEAP_LIVE);
    CHECK_INT(find(base + 0x8000 + 10, &block), IQ_HOSTHEAP_FREED);
    iq_hostheap_add(base + 0x10000, 5000, BY(1));
    iq_hostheap_add(base + 0x10000 + 512, 64, BY(3)); /* two owners: an end was not seen */
    CHECK_INT(find(base + 0x10000 + 520, &block), IQ_HOSTHEAP_UNKNOWN);
}

TEST(restore_grow_forget)
{
    struct iq_hostheap_block block;
    uint64_t base = BASE + 0x20000000;
    iq_hostheap_add(base, 100, BY(1));
    iq_hostheap_free(base, BY(2));
    iq_hostheap_restore(base);
    CHECK_INT(find(base + 99, &block), IQ_HOSTHEAP_LIVE);
    iq_hostheap_grow(base, 136); /* into another class */
    CHECK_INT(find(base + 135, &block), IQ_HOSTHEAP_LIVE);
    CHECK_INT(block.allocated, 1);
    iq_hostheap_grow(base, 50);
    CHECK_INT(find(base + 135, &block), IQ_HOSTHEAP_LIVE);
    iq_hostheap_forget(base);
    CHECK_INT(find(base, &block), IQ_HOSTHEAP_UNKNOWN);
    CHECK(!iq_hostheap_free(base, BY(1)));
}

TEST(whoever_owns_the_place)
{
    uint64_t base = BASE + 0x28000000;
    iq_hostheap_add(base, 1000, BY(1));
    CHECK(!iq_hostheap_is_over(base, 1, base + 1000));
    /* where it is, also through other classes */
    for (uint64_t size = 2000; size >= 500; size /= 2) {
        CHECK(iq_hostheap_free(base, BY(2)));
        iq_hostheap_resize(base, size, BY(3));
        CHECK(!iq_hostheap_is_over(base, 1, base + 500));
    }
    CHECK(iq_hostheap_is_over(base, 1, base + 501));
    iq_hostheap_grow(base, 510);
    CHECK(!iq_hostheap_is_over(base, 1, base + 510));
    CHECK(iq_hostheap_free(base, BY(2)));
    CHECK(iq_hostheap_is_over(base, 1, base + 500));
    iq_hostheap_restore(base);
    CHECK(!iq_hostheap_is_over(base, 1, base + 500));
    iq_hostheap_free(base, BY(2));
    iq_hostheap_add(base, 1000, BY(4)); /* somebody else's */
    CHECK(iq_hostheap_is_over(base, 1, base + 500));
}

TEST(remembered_records_are_looked_at_again)
{
    uint64_t base = BASE + 0x38000000;
    CHECK(!iq_hostheap_covers(base, 1));
    iq_hostheap_add(base, 1000, BY(1));
    CHECK(iq_hostheap_covers(base, 1000));
    CHECK(iq_hostheap_covers(base, 1000));
    CHECK(!iq_hostheap_covers(base, 1001));
    CHECK(iq_hostheap_covers(base + 999, 1));
    CHECK(!iq_hostheap_covers(base + 999, 2));
    CHECK(!iq_hostheap_covers(base + 1000, 1));
    iq_hostheap_free(base, BY(2));
    CHECK(!iq_hostheap_covers(base, 1));
    /* the same address again, smaller, in another class */
    iq_hostheap_add(base, 500, BY(3));
    CHECK(iq_hostheap_covers(base, 500));
    CHECK(!iq_hostheap_covers(base, 501));
    iq_hostheap_forget(base);
    CHECK(!iq_hostheap_covers(base, 1));
}

enum { THREADS = 4, SLOTS = 200, ROUNDS = 20000 };

/* Each thread is an allocator of its own part: slots of 64 KiB hold at most one block, at a
 * changing place. */
static void *work(void *user)
{
    uint64_t part = BASE + 0x100000000 * (uint64_t)(uintptr_t)user, base[SLOTS] = { 0 },
             size[SLOTS] = { 0 };
    unsigned seed = (unsigned)(uintptr_t)user;
    for (int i = 0; i < ROUNDS; i++) {
        struct iq_hostheap_block block = { 0 };
        int slot = rand_r(&seed) % SLOTS;
        if (base[slot]) {
            uint64_t at = base[slot] + (uint64_t)rand_r(&seed) % size[slot];
            CHECK_INT(iq_hostheap_find(at, &block), IQ_HOSTHEAP_LIVE);
            CHECK(block.base == base[slot] && block.size == size[slot]);
            CHECK(iq_hostheap_free(base[slot], BY(7)));
            CHECK_INT(iq_hostheap_find(base[slot], &block), IQ_HOSTHEAP_FREED);
        }
        size[slot] = (uint64_t)rand_r(&seed) % (rand_r(&seed) % 4 ? 2000 : 30000) + 1;
        base[slot] = part + (uint64_t)slot * 65536 + (uint64_t)rand_r(&seed) % 1000 * 32;
        iq_hostheap_add(base[slot], size[slot], BY((uintptr_t)user));
    }
    return NULL;
}

TEST(threads)
{
    pthread_t thread[THREADS];
    iq_blocks_set(IQ_BLOCKS_RECORDED, true);
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, (void *)(i + 16));
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

TEST(child_of_fork_has_its_own)
{
    struct iq_hostheap_block block;
    uint64_t base = BASE + 0x30000000;
    int status = 1;
    iq_hostheap_add(base, 100, BY(1));
    pid_t child = fork();
    if (!child)
        _exit(find(base, &block) != IQ_HOSTHEAP_LIVE || !iq_hostheap_free(base, BY(2)));
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
    CHECK_INT(find(base, &block), IQ_HOSTHEAP_LIVE);
}
