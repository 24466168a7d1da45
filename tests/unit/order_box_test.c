// link: checker -lzstd -llz4
/* Boxes: which bytes they take, and what does not fit into 64 bits. */
#include "order/box.h"
#include "test.h"
#include "trace/finding.h"

TEST(without_pitches_there_are_no_gaps)
{
    struct iq_box box = { .origin = { 1, 2, 3 }, .region = { 4, 5, 6 }, .unit = 8 };
    iq_box_measure(&box);
    CHECK_INT(box.row_pitch, 4 * 8);
    CHECK_INT(box.slice_pitch, 5 * 4 * 8);
    CHECK_INT(box.first, 3 * 160 + 2 * 32 + 1 * 8);
    CHECK_INT(box.end, box.first + 5 * 160 + 4 * 32 + 32);
}

TEST(pitches_count_as_given)
{
    struct iq_box box = { .region = { 10, 3, 2 }, .unit = 1, .row_pitch = 16, .slice_pitch = 100 };
    iq_box_measure(&box);
    CHECK_INT(box.first, 0);
    CHECK_INT(box.end, 100 + 2 * 16 + 10); /* the last row ends where its bytes end */
}

TEST(an_empty_box_takes_nothing)
{
    for (int i = 0; i < 3; i++) {
        struct iq_box box = { .origin = { 1, 1, 1 }, .region = { 4, 4, 4 }, .unit = 4 };
        box.region[i] = 0;
        iq_box_measure(&box);
        CHECK_INT(box.end, box.first);
    }
}

TEST(what_is_too_large_says_so)
{
    struct iq_box box = { .region = { UINT64_MAX / 2, 2, 2 }, .unit = 4 };
    iq_box_measure(&box);
    CHECK(box.end == UINT64_MAX);
    CHECK(iq_box_plus(UINT64_MAX, 0) == UINT64_MAX);
    CHECK(iq_box_plus(UINT64_MAX - 1, 2) == UINT64_MAX);
    CHECK_INT(iq_box_plus(3, 4), 7);
}

TEST(an_access_of_which_nothing_is_known)
{
    struct iq_box box = { .arg = 3 };
    struct iq_box_access access = iq_box_access_of(&box);
    CHECK(access.box == &box && !access.object && !access.range && !access.thing);
    CHECK(access.origin.arg < 0 && access.size[2].arg < 0 && access.row.arg < 0);
    CHECK(access.done == IQ_ERROR && access.failed == IQ_ERROR);
}
