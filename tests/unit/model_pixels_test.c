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

TEST(rows_of_floats)
{
    enum { ROWS = 16, WORDS = COUNT / ROWS };
    static float values[COUNT];
    struct iq_pixels pixels = { 0 };
    uint64_t pitch = WORDS * sizeof *values;
    for (int i = 0; i < COUNT; i++)
        values[i] = (float)(i + 1) / COUNT;
    CHECK(iq_pixels_rows_are_floats(U(values), 256, ROWS, pitch, &pixels));
    CHECK(!iq_pixels_rows_are_floats(U(values), 255, ROWS, pitch, &pixels)); /* too few to say */
    CHECK(!iq_pixels_rows_are_floats(U(values), 256, ROWS - 1, pitch, &pixels));
    for (int i = 0; i < ROWS; i++)
        memset(values + i * WORDS + 64, 0xff, pitch - 256); /* beside the rows */
    CHECK(iq_pixels_rows_are_floats(U(values), 256, ROWS, pitch, &pixels));
    memset(values + 5 * WORDS, 0xff, 4);
    CHECK(!iq_pixels_rows_are_floats(U(values), 256, ROWS, pitch, &pixels));
}

TEST(words_of_twelve_bits)
{
    static uint16_t words[COUNT];
    struct iq_pixels pixels = { 0 };
    for (int i = 0; i < COUNT; i++)
        words[i] = (uint16_t)(i * 37 % 4096);
    CHECK(iq_pixels_are_words(U(words), sizeof words, &pixels));
    CHECK(pixels.are_words && pixels.hi <= 4095 && pixels.hi > 4000);
    CHECK(!iq_pixels_are_words(U(words), 64, &pixels)); /* too few to say */
    CHECK(!iq_pixels_are_words(U(words) + 1, sizeof words - 2, &pixels));
    words[0] = 4096; /* bytes of any value */
    CHECK(!iq_pixels_are_words(U(words), sizeof words, &pixels));
    for (int i = 0; i < COUNT; i++)
        words[i] &= 0xff; /* every second byte is 0 */
    CHECK(!iq_pixels_are_words(U(words), sizeof words, &pixels));
    for (int i = 0; i < COUNT; i++)
        words[i] = (uint16_t)(0x300 | (i & 15)); /* dark ones */
    CHECK(!iq_pixels_are_words(U(words), sizeof words, &pixels));
}
