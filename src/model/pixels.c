#include "model/pixels.h"

#include <string.h>

#include "process/peek.h"

enum {
    PIECES = 16,
    PIECE_WORDS = 64,
    PIECE_BYTES = 4 * PIECE_WORDS,
    AT_LEAST = 64,
    MAGNITUDES = 3,
    LEAST_EXPONENT = 127 - 24,
    GREATEST_EXPONENT = 127 + 13
};

struct tally {
    uint32_t words, numbers;
    uint64_t exponents;
    float lo, hi;
};

/* False: the words are not only floats. */
static bool count(struct tally *tally, const uint32_t words[PIECE_WORDS])
{
    for (int i = 0; i < PIECE_WORDS; i++) {
        uint32_t exponent = words[i] >> 23 & 0xff;
        float value;
        tally->words++;
        if (!(words[i] << 1))
            continue;
        if (exponent < LEAST_EXPONENT || exponent > GREATEST_EXPONENT)
            return false;
        memcpy(&value, &words[i], sizeof value);
        tally->lo = !tally->numbers || value < tally->lo ? value : tally->lo;
        tally->hi = !tally->numbers || value > tally->hi ? value : tally->hi;
        tally->exponents |= (uint64_t)1 << (exponent - LEAST_EXPONENT);
        tally->numbers++;
    }
    return true;
}

/* Looks at pieces that begin [step] bytes apart. */
static bool are_floats(uint64_t address, uint64_t step, struct iq_pixels *pixels)
{
    uint32_t words[PIECE_WORDS];
    struct tally tally = { 0 };
    if (address % 4 || step % 4)
        return false;
    for (int i = 0; i < PIECES; i++)
        if (!iq_peek(words, (uintptr_t)(address + (uint64_t)i * step), sizeof words, false) ||
            !count(&tally, words))
            return false;
    pixels->lo = tally.lo;
    pixels->hi = tally.hi;
    return tally.numbers >= AT_LEAST && tally.numbers >= tally.words / 2 &&
           __builtin_popcountll(tally.exponents) >= MAGNITUDES;
}

bool iq_pixels_are_floats(uint64_t address, uint64_t bytes, struct iq_pixels *pixels)
{
    uint64_t step = (bytes - PIECE_BYTES) / (PIECES - 1) & ~(uint64_t)3;
    return bytes >= PIECES * PIECE_BYTES && are_floats(address, step, pixels);
}

bool iq_pixels_rows_are_floats(uint64_t address, uint64_t row, uint64_t rows, uint64_t pitch,
                               struct iq_pixels *pixels)
{
    return row >= PIECE_BYTES && rows >= PIECES &&
           are_floats(address, rows / PIECES * pitch, pixels);
}

bool iq_pixels_are_words(uint64_t address, uint64_t bytes, struct iq_pixels *pixels)
{
    enum { WORDS = PIECE_BYTES / 2, BITS = 12, LEAST_VALUES = 96 /* of the low bytes */ };
    uint16_t words[WORDS], lo = UINT16_MAX, hi = 0;
    bool seen[256] = { false };
    int values = 0;
    if (address % 2 || bytes < PIECES * PIECE_BYTES)
        return false;
    uint64_t step = (bytes - PIECE_BYTES) / (PIECES - 1) & ~(uint64_t)1;
    for (int i = 0; i < PIECES; i++) {
        if (!iq_peek(words, (uintptr_t)(address + (uint64_t)i * step), sizeof words, false))
            return false;
        for (int k = 0; k < WORDS; k++) {
            if (words[k] >> BITS)
                return false;
            lo = words[k] < lo ? words[k] : lo;
            hi = words[k] > hi ? words[k] : hi;
            values += !seen[words[k] & 0xff];
            seen[words[k] & 0xff] = true;
        }
    }
    pixels->lo = lo;
    pixels->hi = hi;
    pixels->are_words = hi > 0xff && values >= LEAST_VALUES;
    return pixels->are_words;
}
