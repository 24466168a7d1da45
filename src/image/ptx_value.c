#include "image/ptx_value.h"

#include <string.h>

enum { LARGEST_SCALE = 1 << 20 };

static bool is_explained(const struct iq_ptx_value *v) { return !v->other || v->explained; }

static bool same_term(const struct iq_ptx_term *a, const struct iq_ptx_term *b)
{
    return a->param == b->param && a->offset == b->offset && a->bytes == b->bytes &&
           a->sign == b->sign;
}

static bool same_terms(const struct iq_ptx_value *a, const struct iq_ptx_value *b)
{
    if (a->term_count != b->term_count)
        return false;
    for (int i = 0; i < a->term_count; i++)
        if (!same_term(&a->terms[i], &b->terms[i]) || a->terms[i].scale != b->terms[i].scale)
            return false;
    return true;
}

bool iq_ptx_value_join(struct iq_ptx_value *to, const struct iq_ptx_value *from)
{
    struct iq_ptx_value old = *to;
    if (!from->state)
        return false;
    to->words |= from->words;
    to->other |= from->other;
    to->uneven |= from->uneven;
    if (!to->state) {
        to->state = from->state;
        to->constant = from->constant;
        to->explained = from->explained;
        to->term_count = from->term_count;
        memcpy(to->terms, from->terms, sizeof to->terms);
    } else {
        if (from->state == IQ_PTX_VARIES ||
            (to->state == IQ_PTX_CONSTANT && to->constant != from->constant))
            to->state = IQ_PTX_VARIES;
        to->explained &= from->explained && same_terms(to, from);
    }
    return old.words != to->words || old.other != to->other || old.state != to->state ||
           old.uneven != to->uneven || old.explained != to->explained;
}

bool iq_ptx_value_is_plain(const struct iq_ptx_value *v)
{
    return v->state == IQ_PTX_CONSTANT && !v->words && !v->other;
}

bool iq_ptx_value_is_nothing(const struct iq_ptx_value *v)
{
    return iq_ptx_value_is_plain(v) && !v->constant;
}

/* Adds [term], [times] so large, to the terms of [v]; false: no room. */
static bool add_term(struct iq_ptx_value *v, struct iq_ptx_term term, int64_t times)
{
    int64_t scale = term.scale * times;
    int i = 0;
    while (i < v->term_count && !same_term(&v->terms[i], &term))
        i++;
    scale += i < v->term_count ? v->terms[i].scale : 0;
    if (i == IQ_PTX_TERMS || !scale || scale > LARGEST_SCALE || scale < -LARGEST_SCALE)
        return false;
    v->term_count += i == v->term_count;
    v->terms[i] = term;
    v->terms[i].scale = (int32_t)scale;
    return true;
}

/* All of [v], [times] so large, as terms. */
static bool scale_by(const struct iq_ptx_value *v, int64_t times, struct iq_ptx_value *result)
{
    bool fits = is_explained(v) && times && times <= LARGEST_SCALE && times >= -LARGEST_SCALE &&
                (!v->words || iq_ptx_value_has_one_word(v));
    for (int i = 0; fits && i < v->term_count; i++)
        fits = add_term(result, v->terms[i], times);
    if (fits && v->words)
        fits = add_term(result,
                        (struct iq_ptx_term){ IQ_PTX_A_WORD, (uint16_t)__builtin_ctzll(v->words), 8,
                                              IQ_PTX_SIGNED, 1 },
                        times);
    result->state = v->state;
    result->constant = (int64_t)((uint64_t)v->constant * (uint64_t)times);
    return fits;
}

struct iq_ptx_value iq_ptx_value_product(const struct iq_ptx_value *a, const struct iq_ptx_value *b,
                                         bool shift)
{
    struct iq_ptx_value v = { .state = IQ_PTX_VARIES };
    int64_t bits = shift && iq_ptx_value_is_plain(b) && b->constant >= 0 && b->constant < 63
                       ? (int64_t)1 << b->constant
                       : 0;
    if (iq_ptx_value_is_nothing(a) || (iq_ptx_value_is_nothing(b) && !shift))
        v.state = IQ_PTX_CONSTANT;
    else if (!a->state || !b->state)
        v.state = 0;
    else if (iq_ptx_value_is_plain(a) && iq_ptx_value_is_plain(b)) {
        v.state = IQ_PTX_CONSTANT;
        v.constant = (int64_t)((uint64_t)a->constant * (uint64_t)(shift ? bits : b->constant));
    } else {
        v.other = a->words || b->words || a->other || b->other;
        if (v.other && iq_ptx_value_is_plain(b))
            v.explained = scale_by(a, shift ? bits : b->constant, &v);
        else if (v.other && iq_ptx_value_is_plain(a) && !shift)
            v.explained = scale_by(b, a->constant, &v);
        if (!v.explained)
            v = (struct iq_ptx_value){ .state = IQ_PTX_VARIES, .other = v.other };
    }
    return v;
}

struct iq_ptx_value iq_ptx_value_sum(const struct iq_ptx_value *a, const struct iq_ptx_value *b,
                                     bool minus)
{
    struct iq_ptx_value v = { .words = a->words | b->words,
                              .other = a->other || b->other || (minus && b->words) };
    if (a->state && b->state)
        v.state = a->state == IQ_PTX_CONSTANT && b->state == IQ_PTX_CONSTANT ? IQ_PTX_CONSTANT
                                                                             : IQ_PTX_VARIES;
    v.constant = (int64_t)((uint64_t)a->constant +
                           (minus ? 0 - (uint64_t)b->constant : (uint64_t)b->constant));
    v.explained = v.other && is_explained(a) && is_explained(b) && !(a->words & b->words) &&
                  !(minus && b->words);
    for (int i = 0; i < a->term_count && v.explained; i++)
        v.explained = add_term(&v, a->terms[i], 1);
    for (int i = 0; i < b->term_count && v.explained; i++)
        v.explained = add_term(&v, b->terms[i], minus ? -1 : 1);
    return v;
}

void iq_ptx_value_widen(struct iq_ptx_value *v, enum iq_ptx_sign sign)
{
    for (int i = 0; i < v->term_count; i++)
        if (v->terms[i].bytes == 4 && v->terms[i].sign == IQ_PTX_SIGN_UNKNOWN)
            v->terms[i].sign = (uint8_t)sign;
}
