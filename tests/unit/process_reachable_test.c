// link: checker -lzstd -llz4
/* Which memory the program still has an address of. */
#include <sys/mman.h>

#include "checker_world.h"
#include "process/hostheap.h"
#include "process/reachable.h"

#define BY(pc) ((struct iq_site){ (uintptr_t)(pc), 0 })

enum { SIZE = 4096 };

/* Addresses that stand nowhere before they are put somewhere. */
__attribute__((noinline)) static uint64_t address(uint64_t i)
{
    static volatile uint64_t high = 0x3b;
    return (high << 40) + i * 0x10000;
}

/* A block of the heap that holds address [i]. */
__attribute__((noinline)) static void *holder(uint64_t i, bool recorded)
{
    uint64_t *block = calloc(4, sizeof *block);
    if (recorded)
        iq_hostheap_add((uintptr_t)block, 4 * sizeof *block, BY((uintptr_t)holder));
    block[1] = address(i) + 100;
    return block;
}

TEST(addresses_that_are_known_and_lost)
{
    static struct iq_leak_candidate memory[4];
    volatile uint64_t local = address(3);
    iq_blocks_set(IQ_BLOCKS_RECORDED, true);
    void *live = holder(0, true), *freed = holder(1, true), *unseen = holder(2, false);
    CHECK(iq_hostheap_free((uintptr_t)freed, BY((uintptr_t)holder)));
    for (int i = 0; i < 4; i++)
        memory[3 - i] =
            (struct iq_leak_candidate){ address((uint64_t)i), address((uint64_t)i) + SIZE,
                                        (uint32_t)i, false };
    CHECK(iq_reachable_scan(memory, 4));
    for (int i = 0; i < 4; i++)
        CHECK_INT(memory[i].group, i);
    CHECK(memory[0].known);
    CHECK(!memory[1].known); /* only a block that was freed has it */
    CHECK(!memory[2].known); /* nobody knows whose this is */
    CHECK(memory[3].known && local == memory[3].lo);
    iq_blocks_set(IQ_BLOCKS_RECORDED, false);
    CHECK(!iq_reachable_scan(memory, 4));
    free(live);
    free(freed);
    free(unseen);
}

static size_t resident_pages(void *at, size_t bytes)
{
    static unsigned char there[2048];
    size_t count = 0;
    CHECK(!mincore(at, bytes, there));
    for (size_t i = 0; i < bytes / SIZE; i++)
        count += there[i] & 1;
    return count;
}

TEST(pages_that_were_never_used_stay_so)
{
    enum { BYTES = 8 << 20, PLACE = 5 << 20, LAST = BYTES - SIZE };
    struct iq_leak_candidate memory[2] = { { address(10), address(10) + SIZE, 0, false },
                                           { address(11), address(11) + SIZE, 1, false } };
    char *map = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(map != MAP_FAILED);
    madvise(map, BYTES, MADV_NOHUGEPAGE);
    iq_blocks_set(IQ_BLOCKS_RECORDED, true);
    iq_hostheap_add((uintptr_t)map, BYTES, BY((uintptr_t)address));
    uint64_t *words[] = { (uint64_t *)(map + PLACE + 8), (uint64_t *)(map + LAST + SIZE - 8) };
    *words[0] = address(10);
    *words[1] = address(11);
    CHECK(iq_reachable_scan(memory, 2));
    CHECK(memory[0].known && memory[1].known);
    CHECK_INT(resident_pages(map, BYTES), 2);
    iq_blocks_set(IQ_BLOCKS_RECORDED, false);
    munmap(map, BYTES);
}
