// link: checker -lzstd -llz4
/* The program's own mappings: cutting, moving, history, neighbours, too many of them; and heap
 * records that they end. */
#include <string.h>

#include "process/hostheap.h"
#include "process/hostmap.h"
#include "test.h"

#define BY(pc) ((struct iq_site){ (uintptr_t)(pc), 0 })

#define BASE 0x100000000000ul
enum { PAGE = 4096 };

TEST(cut_in_the_middle)
{
    struct iq_hostmap_block block;
    iq_hostmap_add(BASE, 10 * PAGE - 100, false, (struct iq_hostmap_caller){ 1, 0 });
    iq_hostmap_remove(BASE + 4 * PAGE, 2 * PAGE, "munmap", (struct iq_hostmap_caller){ 2, 0 });
    CHECK(iq_hostmap_find(BASE, &block) && block.base == BASE && block.end == BASE + 4 * PAGE &&
          block.mapped == 1 && !block.how);
    CHECK(iq_hostmap_find(BASE + 10 * PAGE - 1, &block) && block.base == BASE + 6 * PAGE &&
          block.end == BASE + 10 * PAGE);
    CHECK(!iq_hostmap_find(BASE + 4 * PAGE, &block) &&
          !iq_hostmap_find(BASE + 6 * PAGE - 1, &block));
    CHECK(!iq_hostmap_find(BASE - 1, &block) && !iq_hostmap_find(BASE + 10 * PAGE, &block));
    CHECK(iq_hostmap_find_gone(BASE + 5 * PAGE, &block) && block.mapped == 1 &&
          block.unmapped == 2 && !strcmp(block.how, "munmap"));
    CHECK(block.base == BASE + 4 * PAGE && block.end == BASE + 6 * PAGE);
    CHECK(!iq_hostmap_find_gone(BASE, &block));
    /* the past of the place is over */
    iq_hostmap_add(BASE + 5 * PAGE, PAGE, true, (struct iq_hostmap_caller){ 3, 0 });
    CHECK(!iq_hostmap_find_gone(BASE + 5 * PAGE, &block));
    iq_hostmap_remove(BASE, 100 * PAGE, "munmap", (struct iq_hostmap_caller){ 4, 0 });
    CHECK(!iq_hostmap_find(BASE, &block) && !iq_hostmap_find(BASE + 5 * PAGE, &block) &&
          !iq_hostmap_find(BASE + 9 * PAGE, &block));
}

TEST(mapped_over)
{
    struct iq_hostmap_block block;
    uint64_t base = BASE + 0x100000000;
    iq_hostmap_add(base, 8 * PAGE, false, (struct iq_hostmap_caller){ 1, 0 });
    iq_hostmap_add(base + 2 * PAGE, 2 * PAGE, true, (struct iq_hostmap_caller){ 2, 0 });
    CHECK(iq_hostmap_find(base + 2 * PAGE, &block) && block.mapped == 2 &&
          block.end == base + 4 * PAGE);
    CHECK(iq_hostmap_find(base + 4 * PAGE, &block) && block.mapped == 1 &&
          block.base == base + 4 * PAGE);
    CHECK(iq_hostmap_find(base, &block) && block.mapped == 1 && block.end == base + 2 * PAGE);
    CHECK(!iq_hostmap_find_gone(base + 2 * PAGE, &block));
}

TEST(neighbours)
{
    struct iq_hostmap_block block;
    uint64_t base = BASE + 0x200000000;
    iq_hostmap_add(base, PAGE, false, (struct iq_hostmap_caller){ 1, 0 });
    /* the same caller */
    iq_hostmap_add(base + PAGE, PAGE, false, (struct iq_hostmap_caller){ 1, 0 });
    /* by address */
    iq_hostmap_add(base + 2 * PAGE, PAGE, true, (struct iq_hostmap_caller){ 2, 0 });
    /* behind one by address: it may have been put in front of this */
    iq_hostmap_add(base + 3 * PAGE, PAGE, false, (struct iq_hostmap_caller){ 2, 0 });
    iq_hostmap_add(base + 4 * PAGE, PAGE, false, (struct iq_hostmap_caller){ 3, 0 });
    CHECK(iq_hostmap_find(base, &block) && iq_hostmap_joint_end(&block) == base + 4 * PAGE);
    CHECK(iq_hostmap_find(base + 4 * PAGE, &block) &&
          iq_hostmap_joint_end(&block) == base + 5 * PAGE);
}

TEST(heap_blocks_end)
{
    static const uint64_t sizes[] = { 65536, 200000, 5u << 20, 300u << 20 };
    struct iq_hostheap_block block;
    iq_blocks_set(IQ_BLOCKS_RECORDED, true);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t base = BASE + 0x4000000000 + (i << 32) + 16;
        iq_hostheap_add(base, sizes[i], BY(1));
        iq_hostheap_free(base, BY(2));
        iq_hostheap_add(base + 0x80000000, 4096, BY(1));
        CHECK_INT(iq_hostheap_find(base + sizes[i] / 2, &block), IQ_HOSTHEAP_FREED);
        iq_hostmap_add((base + sizes[i] / 2) & ~(uint64_t)(PAGE - 1), PAGE, false,
                       (struct iq_hostmap_caller){ 3, 0 });
        CHECK_INT(iq_hostheap_find(base + sizes[i] / 2, &block), IQ_HOSTHEAP_UNKNOWN);
        CHECK_INT(iq_hostheap_find(base, &block), IQ_HOSTHEAP_UNKNOWN);
        CHECK_INT(iq_hostheap_find(base + 0x80000000, &block), IQ_HOSTHEAP_LIVE);
    }
}

TEST(too_many)
{
    struct iq_hostmap_block block;
    uint64_t base = BASE + 0x8000000000;
    for (uint64_t i = 0; i < 5000; i++)
        iq_hostmap_add(base + i * 2 * PAGE, PAGE, false, (struct iq_hostmap_caller){ i, 0 });
    /* what is not there proves nothing */
    CHECK(iq_hostmap_find(base, &block) && iq_hostmap_joint_end(&block) == UINT64_MAX);
    iq_hostmap_remove(base, 10000 * (uint64_t)PAGE, "munmap", (struct iq_hostmap_caller){ 9, 0 });
    CHECK(!iq_hostmap_find(base, &block));
    CHECK(!iq_hostmap_find_gone(base, &block)); /* the history is short */
}

TEST(nonsense)
{
    struct iq_hostmap_block block;
    iq_hostmap_remove(BASE + 1, PAGE, "munmap", (struct iq_hostmap_caller){ 1, 0 });
    iq_hostmap_remove(BASE, 0, "munmap", (struct iq_hostmap_caller){ 1, 0 });
    iq_hostmap_remove(UINT64_MAX & ~(uint64_t)(PAGE - 1), 2 * PAGE, "munmap",
                      (struct iq_hostmap_caller){ 1, 0 });
    CHECK(!iq_hostmap_find(UINT64_MAX, &block));
}
