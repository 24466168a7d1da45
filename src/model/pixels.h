/* Bytes that go into an image whose channels have one byte each: are they floating-point numbers?
 * Sizes do not show that, a float being as
 * large as four such channels; the bits do.
 * Threads: any.  Memory of the program is read with care; a few thousand bytes of it, whatever its
 * size. */
#ifndef IQ_MODEL_PIXELS_H
#define IQ_MODEL_PIXELS_H

#include <stdbool.h>
#include <stdint.h>

/* bytes: that the call takes, that are there (0 unknown) */
struct iq_pixels {
    bool are_words; /* of 16 bits; else floats */
    float lo, hi;
    uint64_t needed, have;
    const char *format;
};

/* Are all numbers in [address, address + bytes) floats of ordinary size, of at least three
 * different magnitudes?  Then pixels->lo and ->hi are the least
 * and the greatest of those looked at.  Doubt is no. */
bool iq_pixels_are_floats(uint64_t address, uint64_t bytes, struct iq_pixels *pixels);

/* The same of [rows] of [row] bytes that begin [pitch] apart; what is between them counts for
 * nothing. */
bool iq_pixels_rows_are_floats(uint64_t address, uint64_t row, uint64_t rows, uint64_t pitch,
                               struct iq_pixels *pixels);

/* Are the [bytes] at [address] numbers of 16 bits of which at most 12 are used?  Every other byte
 * is small then, and those between are of all values. */
bool iq_pixels_are_words(uint64_t address, uint64_t bytes, struct iq_pixels *pixels);

#endif
