/* What thread 0 of block 0 of a kernel sees in a register, as far as its parameters tell.
 * Owner: plain values.  Threads: any, no shared state. */
#ifndef IQ_IMAGE_PTX_VALUE_H
#define IQ_IMAGE_PTX_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum { IQ_PTX_VARIES = 1, IQ_PTX_CONSTANT = 2, IQ_PTX_TERMS = 2, IQ_PTX_A_WORD = UINT16_MAX };

enum iq_ptx_sign { IQ_PTX_SIGN_UNKNOWN, IQ_PTX_SIGNED, IQ_PTX_UNSIGNED };

/* [scale] times a number among the parameters. */
struct iq_ptx_term {
    /* index, bytes from its start; param IQ_PTX_A_WORD: [offset] is the index of a word */
    uint16_t param, offset;
    uint8_t bytes, sign; /* 4 or 8; enum iq_ptx_sign of the four when they are widened */
    int32_t scale;
};

/* A register, a number, a special register or a word of the parameters. */
struct iq_ptx_value {
    uint64_t words; /* the parameter words in the sum */
    int64_t constant;
    /* 0: not defined yet, IQ_PTX_CONSTANT, IQ_PTX_VARIES (may still be 0) */
    uint8_t state;
    bool other;     /* other parameters, or memory, take part */
    bool uneven;    /* differs from thread to thread by its number */
    bool defined;   /* some record gives it a value */
    bool explained; /* [other], but the terms are all of it */
    uint8_t term_count;
    struct iq_ptx_term terms[IQ_PTX_TERMS];
};

/* A second definition of the same register; true if that is news. */
bool iq_ptx_value_join(struct iq_ptx_value *to, const struct iq_ptx_value *from);

/* A constant that nothing of the parameters or of memory takes part in; and that is 0. */
bool iq_ptx_value_is_plain(const struct iq_ptx_value *v);
bool iq_ptx_value_is_nothing(const struct iq_ptx_value *v);

/* Is exactly one word of the parameters in the sum? */
static inline bool iq_ptx_value_has_one_word(const struct iq_ptx_value *v)
{
    return v->words && !(v->words & (v->words - 1));
}

/* Products of anything but constants are no addresses; a factor that is 0 in thread 0 takes the
 * rest away.  [shift]: b is a number of bits. */
struct iq_ptx_value iq_ptx_value_product(const struct iq_ptx_value *a, const struct iq_ptx_value *b,
                                         bool shift);
struct iq_ptx_value iq_ptx_value_sum(const struct iq_ptx_value *a, const struct iq_ptx_value *b,
                                     bool minus);

/* Four bytes become eight. */
void iq_ptx_value_widen(struct iq_ptx_value *v, enum iq_ptx_sign sign);

#endif
