#include "process/python_text.h"

#include "process/peek.h"

/* Writes one character; returns the bytes written, 0 if there is no room. */
static size_t put_utf8(char *out, size_t room, uint32_t c)
{
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const uint8_t mark[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    if (length > room || c > 0x10ffff)
        return 0;
    for (size_t i = length; i-- > 1; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(mark[length] | c);
    return length;
}

bool iq_python_text(const struct iq_python_layout *layout, uintptr_t object, char *out, size_t size,
                    bool quiet)
{
    uint64_t length;
    uint32_t state;
    if (!object || !size || !iq_peek(&length, object + layout->head, sizeof length, quiet) ||
        !iq_peek(&state, object + layout->head + 16, sizeof state, quiet))
        return false;
    /* "interned" before it: two bits, or a byte where there is no GIL */
    state >>= (state >> 2 & 7) ? 2 : 8;
    unsigned width = state & 7;
    bool compact = state >> 3 & 1, ascii = state >> 4 & 1;
    if (!compact || (width != 1 && width != 2 && width != 4) || (ascii && width != 1) ||
        length > 1 << 20)
        return false;
    uintptr_t from = object + layout->ascii + (ascii ? 0 : layout->ascii == 48 ? 24 : 16);
    size_t at = 0, step;
    for (uint64_t i = 0; i < length;) {
        uint32_t piece[16];
        uint64_t count = length - i < 64 / width ? length - i : 64 / width;
        if (!iq_peek(piece, from + i * width, count * width, quiet))
            return false;
        for (uint64_t k = 0; k < count; k++) {
            uint32_t c = width == 1   ? ((uint8_t *)piece)[k]
                         : width == 2 ? ((uint16_t *)piece)[k]
                                      : piece[k];
            if (!c || !(step = put_utf8(out + at, size - 1 - at, c))) {
                out[at] = 0;
                return at > 0;
            }
            at += step;
        }
        i += count;
    }
    out[at] = 0;
    return true;
}

/* Pairs of a step in bytes and a step in lines. */
static uint32_t line_of_pairs(enum iq_python_lines format, const uint8_t *table, size_t size,
                              uint32_t first, int64_t at)
{
    int64_t address = 0, line = first;
    for (size_t i = 0; i + 1 < size; i += 2) {
        int step = (int8_t)table[i + 1];
        if (format == IQ_PYTHON_LNOTAB) { /* the lines step where the bytes end */
            address += table[i];
            if (address > at)
                break;
            line += step;
        } else { /* the bytes belong to the line after the step; -128: to none */
            line += step == -128 ? 0 : step;
            address += table[i];
            if (address > at)
                return step == -128 ? 0 : (uint32_t)line;
        }
    }
    return line > 0 && (format == IQ_PYTHON_LNOTAB) ? (uint32_t)line : 0;
}

/* Six bits a byte, least significant first, bit 6: more follow. */
static uint64_t read_varint(const uint8_t *table, size_t size, size_t *at)
{
    uint64_t value = 0;
    for (unsigned shift = 0; *at < size && shift < 60; shift += 6) {
        uint8_t byte = table[(*at)++];
        value |= (uint64_t)(byte & 0x3f) << shift;
        if (!(byte & 0x40))
            break;
    }
    return value;
}

/* Entries that begin with a byte with bit 7 set: kind in bits 3 to 6, length in units of two bytes
 * less one in bits 0 to 2. */
static uint32_t line_of_locations(const uint8_t *table, size_t size, uint32_t first, int64_t at)
{
    int64_t address = 0, line = first;
    for (size_t i = 0; i < size;) {
        uint8_t byte = table[i++];
        unsigned kind = byte >> 3 & 15;
        if (kind == 13 || kind == 14) {
            uint64_t step = read_varint(table, size, &i);
            if (step > UINT32_MAX)
                return 0;
            line += step & 1 ? -(int64_t)(step >> 1) : (int64_t)(step >> 1);
        } else if (kind >= 10 && kind <= 12)
            line += kind - 10;
        address += 2 * ((byte & 7) + 1);
        if (address > at)
            return kind == 15 || line < 0 || line > INT32_MAX ? 0 : (uint32_t)line;
        while (i < size && !(table[i] & 0x80))
            i++;
    }
    return 0;
}

uint32_t iq_python_line(enum iq_python_lines format, const uint8_t *table, size_t size,
                        uint32_t first, int64_t at)
{
    if (at < 0)
        return first;
    return format == IQ_PYTHON_LOCATIONS ? line_of_locations(table, size, first, at)
                                         : line_of_pairs(format, table, size, first, at);
}
