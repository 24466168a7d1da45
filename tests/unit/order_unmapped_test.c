// link: checker -lzstd -llz4
/* A crash where something was mapped of an object that has ended. */
#include <sys/mman.h>

#include "checker_world.h"
#include "order/unmapped.h"

static struct iq_call_ref ref(uint64_t number)
{
    return (struct iq_call_ref){ .number = number,
                                 .entry = iq_entry_find(IQ_API_OPENCL, "clEnqueueUnmapMemObject") };
}

TEST(only_of_what_has_ended)
{
    char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    world_begin();
    CU("cuInit", 0, 0ul);
    struct iq_handle *buffer = iq_handle_create(IQ_KIND_CL_BUFFER, 0x9000, NULL, ref(1));
    iq_unmapped_add(buffer, 4096, U(page), 4096, ref(2));
    iq_unmapped_add(buffer, 4096, 0, 4096, ref(2));    /* none were */
    CHECK(!iq_unmapped_crashed(U(page) + 8, 0, true)); /* alive */
    iq_handle_destroy(buffer, ref(3));
    CHECK(!iq_unmapped_crashed(U(page) + 4096, 0, true));
    CHECK(iq_unmapped_crashed(U(page) + 8, 0, true));
    CHECK_INT(world_look(), 1);
    CHECK_STR(world_last()->rule_text, "not-mapped");
    CHECK(iq_unmapped_crashed(U(page) + 8, 0, true)); /* it crashes again: said once */
    EXPECT_NOTHING();
}

TEST(not_where_somebody_else_is_by_now)
{
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct iq_handle *buffer = iq_handle_create(IQ_KIND_CL_BUFFER, 0xa000, NULL, ref(4));
    iq_unmapped_add(buffer, 4096, U(page), 4096, ref(5));
    iq_handle_destroy(buffer, ref(6));
    CHECK(!iq_unmapped_crashed(U(page), 0, true));
    munmap(page, 4096);
    iq_handle_create(IQ_KIND_CL_BUFFER, 0xa000, NULL, ref(7));
    CHECK(iq_unmapped_crashed(U(page), 0, false)); /* the old buffer is still meant */
    munmap(page, 4096);
}
