// link: checker -lzstd -llz4
/* Facts of the APIs reach the rules as events. */
#include "call/send.h"
#include "call/thread.h"
#include "checker_world.h"

static struct iq_call call;

static void begin(void)
{
    static uint64_t args[16] = { 0x10, 0x20, 0, 0, 0, 0, 0, 0x30 };
    const struct iq_entry *entry = iq_entry_find(IQ_API_OPENCL, "clEnqueueWriteImage");
    world_begin();
    CU("cuInit", 0, 0ul);
    call = (struct iq_call){ .entry = entry, .plan = iq_plan_of(entry), .args = args };
    iq_thread_get()->suspicion_count = 0;
}

TEST(floats_for_bytes)
{
    struct iq_pixels pixels = { .lo = 0, .hi = 1, .needed = 64, .have = 256, .format = "bytes" };
    begin();
    iq_pixels_send(&call, 7, NULL, &pixels);
    CHECK_INT(iq_thread_block->suspicion_count, 1);
    CHECK_INT(iq_thread_block->suspicions[0].rule, IQ_RULE_ELEMENT_SIZE);
    CHECK_INT(iq_thread_block->suspicions[0].arg, 7);
    iq_thread_block->suspicion_count = 0;
}

/* A box of 4 by 1 elements in an image of 2 by 2. */
TEST(a_box_that_does_not_fit)
{
    begin();
    struct iq_box box = { .arg = 1, .region = { 4, 1, 1 }, .readable = true, .unit = 4 };
    struct iq_handle *image =
        iq_handle_create(IQ_KIND_CL_IMAGE, 0x20, NULL, (struct iq_call_ref){ .number = 1 });
    iq_box_measure(&box);
    box.object = image;
    struct iq_box_access access = iq_box_access_of(&box);
    access.object = image;
    access.dimensions = 2;
    access.extent[0] = access.extent[1] = 2;
    access.extent[2] = 1;
    access.element_bytes = 4;
    iq_box_access_send(&call, IQ_PHASE_BEFORE, 1, &access);
    CHECK(iq_thread_block->suspicion_count > 0);
    CHECK_INT(iq_thread_block->suspicions[0].rule, IQ_RULE_REGION_OVERFLOW);
    iq_thread_block->suspicion_count = 0;
    access.extent[0] = 4;
    iq_box_access_send(&call, IQ_PHASE_BEFORE, 1, &access);
    CHECK_INT(iq_thread_block->suspicion_count, 0);
}
