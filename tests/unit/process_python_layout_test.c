// link: checker -lzstd -llz4
/* Where things stand in an interpreter's structures, by version. */
#include "process/python_layout.h"
#include "test.h"

TEST(layouts)
{
    struct iq_python_layout layout;
    uint64_t nonsense[128] = { 0 };
    CHECK(iq_python_layout_find(&layout, 0x030c03f0, 0) && layout.frame_at == 56);
    CHECK(!iq_python_layout_find(&layout, 0x030800f0, 0));
    CHECK(!iq_python_layout_find(&layout, 0x02071200, 0));
    CHECK(!iq_python_layout_find(&layout, 0x030d00f0, 0));
    CHECK(!iq_python_layout_find(&layout, 0x030e00f0, (uintptr_t)nonsense));
    memcpy(nonsense, "xdebugpy", 8);
    CHECK(!iq_python_layout_find(&layout, 0x030e00f0, (uintptr_t)nonsense));
    /* as 3.14 lays out its table: one more field for interpreters, one more for frames */
    static const uint64_t table[] = { 0,
                                      0x030e00f0,
                                      0,
                                      330000,
                                      700,
                                      712,
                                      /* interpreter */ 110000,
                                      7264,
                                      7272,
                                      7352,
                                      7360,
                                      7500,
                                      7600,
                                      7700,
                                      7708,
                                      80,
                                      90,
                                      0,
                                      91,
                                      92,
                                      /* thread */ 600,
                                      0,
                                      8,
                                      16,
                                      72,
                                      152,
                                      160,
                                      200,
                                      36,
                                      /* frame */ 88,
                                      8,
                                      0,
                                      56,
                                      80,
                                      74,
                                      64,
                                      /* code */ 208,
                                      112,
                                      120,
                                      128,
                                      136,
                                      68,
                                      52,
                                      96,
                                      104,
                                      200,
                                      /* object */ 16,
                                      8 };
    memcpy(nonsense + 1, table + 1, sizeof table - 8);
    CHECK(iq_python_layout_find(&layout, 0x030e00f0, (uintptr_t)nonsense));
    CHECK_INT(layout.interpreter_threads, 7352);
    CHECK_INT(layout.thread_frame, 72);
    CHECK_INT(layout.frame_owner, 74);
    CHECK_INT(layout.code_line, 68);
    CHECK_INT(layout.code_instructions, 200);
}
