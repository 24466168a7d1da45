// link: checker -lzstd -llz4
/* The parts of an interpreter's structures that are formats: strings and line tables. */
#include <stdint.h>
#include <string.h>

#include "process/python_layout.h"
#include "process/python_text.h"
#include "test.h"

TEST(line_numbers)
{
    /* bytes, lines (signed) */
    static const uint8_t pairs[] = { 6, 1, 8, 255, 4, 2, 0, 127, 10, 1 };
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 0), 10);
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 6), 11);
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 15), 10);
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 18), 139);
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 999), 140);
    static const uint8_t ranges[] = { 4, 1, 6, 128, 2, 255, 8, 3 };
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 2), 11);
    /* belongs to no line */
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 4), 0);
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 10), 10);
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 19), 13);
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 20), 0);
    static const uint8_t locations[] = {
        0x80 | 1,           0x12,             /* short form, 2 units, same line */
        0x80 | 11 << 3,     1,    2,          /* one line on, 1 unit */
        0x80 | 14 << 3 | 1, 0x42, 3, 0, 1, 1, /* long form: +97 lines, 2 units */
        0x80 | 15 << 3,                       /* none */
        0x80 | 13 << 3 | 7, 5,                /* 2 lines back, 8 units */
    };
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 2), 10);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 4), 11);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 6), 108);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 10), 0);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 12), 106);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 1000), 0);
    /* not begun */
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, -2), 10);
}

static const char *text_of(uint32_t state, const void *data, uint64_t length, size_t size)
{
    static char out[64];
    static uint64_t object[64];
    static const struct iq_python_layout layout = { .head = 16, .ascii = 40 };
    bool ascii = state >> 6 & 1;
    memset(object, 0, sizeof object);
    object[2] = length;
    memcpy(&object[4], &state, sizeof state);
    memcpy((char *)object + (ascii ? 40 : 56), data, size);
    return iq_python_text(&layout, (uintptr_t)object, out, sizeof out, false) ? out : "-";
}

TEST(strings_of_all_widths)
{
    enum { COMPACT = 1 << 5, ASCII = 1 << 6, ONE = 1 << 2, TWO = 2 << 2, FOUR = 4 << 2 };
    CHECK_STR(text_of(COMPACT | ASCII | ONE | 1, "train.py", 8, 8), "train.py");
    CHECK_STR(text_of(COMPACT | ONE, "\xfcml", 3, 3), "üml");
    CHECK_STR(text_of(COMPACT | TWO, u"a\u20acb", 3, 6), "a€b");
    CHECK_STR(text_of(COMPACT | FOUR, U"\U0001f40d.py", 4, 16), "🐍.py");
    CHECK_STR(text_of(ASCII | ONE, "legacy", 6, 6), "-");
    CHECK_STR(text_of(COMPACT | 3 << 2, "odd", 3, 3), "-");
    CHECK_STR(text_of(COMPACT | ASCII | ONE, "long", UINT64_MAX, 4), "-");
    CHECK_STR(text_of(COMPACT | ASCII | ONE, "", 0, 0), "");
}
