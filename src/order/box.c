#include "order/box.h"

#include "trace/finding.h"

/* a * b, or UINT64_MAX. */
static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t result;
    return __builtin_mul_overflow(a, b, &result) ? UINT64_MAX : result;
}

uint64_t iq_box_plus(uint64_t a, uint64_t b) { return b > UINT64_MAX - a ? UINT64_MAX : a + b; }

/* Bytes of a box whose rows and slices stand [row] and [slice] bytes apart. */
void iq_box_measure(struct iq_box *box)
{
    const uint64_t *o = box->origin, *r = box->region;
    uint64_t width = times(r[0], box->unit);
    if (!box->row_pitch)
        box->row_pitch = width;
    if (!box->slice_pitch)
        box->slice_pitch = times(r[1], box->row_pitch);
    box->first =
        iq_box_plus(iq_box_plus(times(o[2], box->slice_pitch), times(o[1], box->row_pitch)),
                    times(o[0], box->unit));
    if (!r[0] || !r[1] || !r[2]) {
        box->end = box->first;
        return;
    }
    box->end = iq_box_plus(iq_box_plus(box->first, times(r[2] - 1, box->slice_pitch)),
                           iq_box_plus(times(r[1] - 1, box->row_pitch), width));
}

struct iq_box_access iq_box_access_of(const struct iq_box *box)
{
    const struct iq_box_name none = { -1, NULL };
    return (struct iq_box_access){ .box = box,
                                   .origin = none,
                                   .size = { none, none, none },
                                   .offset_name = { none, none, none },
                                   .row = none,
                                   .slice = none,
                                   .level = none,
                                   .format = none,
                                   .done = IQ_ERROR,
                                   .failed = IQ_ERROR };
}
