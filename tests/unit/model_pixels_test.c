// link: checker -lzstd -llz4
/* Floats that are given for bytes are known by their bits. */
#include "model/pixels.h"
#include "test.h"

#define U(x) ((uint64_t)(uintptr_t)(x))
enum { COUNT = 4096 };

TEST(floats_are_floats)
{
    static float values[COUNT];
    struct iq_pixels pixels = { 0 };
    for (int i = 0; i < COUNT; i++)
        values[i] = (float)(i + 1) / COUNT;
    CHECK(iq_pixels_are_floats(U(values), sizeof values, &pixels));
    CHECK(pixels.lo > 0 && pixels.lo < 0.01f && pixels.hi <= 1 && pixels.hi > 0.9f);
}

TEST(doubt_is_no)
{
    static unsigned char bytes[4 * COUNT];
    static float same[COUNT];
    struct iq_pixels pixels;
    for (int i = 0; i < 4 * COUNT; i++)
        bytes[i] = (unsigned char)(i * 37 >> 2);
    CHECK(!iq_pixels_are_floats(U(bytes), sizeof bytes, &pixels));
    CHECK(!iq_pixels_are_floats(U(same), sizeof same, &pixels)); /* zeros */
    for (int i = 0; i < COUNT; i++)
        same[i] = 1; /* of one magnitude: may be the bytes 0, 0, 128, 63 */
    CHECK(!iq_pixels_are_floats(U(same), sizeof same, &pixels));
    CHECK(!iq_pixels_are_floats(U(same) + 1, sizeof same - 4, &pixels));
    CHECK(!iq_pixels_are_floats(U(same), 64, &pixels)); /* too few to say */
    CHECK(!iq_pixels_are_floats(4096, sizeof same, &pixels));
}
