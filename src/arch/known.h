/* What the way of the code says of a result: for iq_arch_compare of each processor (arch/code.h).
 * Registers hold the result plus a constant, flags are those of a comparison with a number, jumps
 * leave a range.
 * Stateless, any thread, needs no libc. */
#ifndef IQ_ARCH_KNOWN_H
#define IQ_ARCH_KNOWN_H

#include "arch/code.h"

/* So many codes, or bits of them, that are handled alike are not all that are no success. */
enum { IQ_KNOWN_FEW = 16, IQ_KNOWN_MASKED = 3 };

/* The register holds the result itself, or not; whatever was known of it is no longer. */
static inline void iq_known_set(struct iq_arch_places *places, unsigned number, bool holds_it)
{
    places->registers = (places->registers & ~(1u << number)) | (uint32_t)holds_it << number;
    places->known.moved &= ~(1u << number);
}

/* How much more than the result the register holds; false: something else. */
static inline bool iq_known_moved(const struct iq_arch_places *places, unsigned number, int64_t *by)
{
    *by = places->known.moved >> number & 1 ? places->known.by : 0;
    return (places->known.moved | places->registers) >> number & 1;
}

static inline void iq_known_move(struct iq_arch_places *places, unsigned number, int64_t by)
{
    iq_known_set(places, number, false);
    if (places->known.by != by)
        places->known.moved = 0;
    places->known.moved |= 1u << number;
    places->known.by = by;
}

/* The flags are those of the result plus [by] against [number]. */
static inline void iq_known_flags(struct iq_arch_places *places, int64_t by, int64_t number)
{
    places->known.flagged = true;
    places->known.flags_by = by;
    places->known.number = number;
}

static inline void iq_known_narrow(struct iq_arch_known *known, int64_t least, int64_t most)
{
    if (!known->bounded || known->least < least)
        known->least = least;
    if (!known->bounded || known->most > most)
        known->most = most;
    known->bounded = true;
}

/* Is the range small, and without success? */
static inline bool iq_known_few(const struct iq_arch_known *known)
{
    return known->bounded && known->least > 0 && known->most - known->least < IQ_KNOWN_FEW;
}

/* Of a jump; the first two compare without a sign. */
enum iq_condition {
    IQ_IF_BELOW,
    IQ_IF_BELOW_OR_EQUAL,
    IQ_IF_LESS,
    IQ_IF_LESS_OR_EQUAL,
    IQ_IF_EQUAL,
    IQ_IF_OTHER
};

/* Is a jump taken by the flags, if the result is [wanted]?  What that says of the result is noted.
 * [negated]: it is taken if the condition is not met.  -1: not known. */
static inline int iq_known_take(struct iq_arch_known *known, enum iq_condition condition,
                                bool negated, int32_t wanted)
{
    int64_t value = wanted + known->flags_by, at = known->number - known->flags_by;
    bool is_unsigned = condition <= IQ_IF_BELOW_OR_EQUAL;
    if (!known->flagged || condition == IQ_IF_OTHER || (is_unsigned && known->number < 0))
        return -1;
    bool below = is_unsigned ? (uint32_t)value < (uint32_t)known->number : value < known->number,
         equal = value == known->number;
    if (condition == IQ_IF_EQUAL)
        return equal != negated;
    bool or_equal = condition == IQ_IF_BELOW_OR_EQUAL || condition == IQ_IF_LESS_OR_EQUAL,
         met = below || (or_equal && equal);
    int64_t zero = is_unsigned ? -known->flags_by : INT32_MIN; /* the least, as a result */
    at += or_equal;
    if (met)
        iq_known_narrow(known, zero, at - 1);
    else if (wanted >= zero)
        iq_known_narrow(known, at, INT32_MAX);
    else
        iq_known_narrow(known, INT32_MIN, zero - 1);
    return met != negated;
}

#endif
