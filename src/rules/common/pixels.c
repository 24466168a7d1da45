/* element-size: floating-point numbers that go into an image of bytes. */
#include "model/pixels.h"
#include "rules/rules.h"

enum { FACTOR = 4 };

static void put_number(struct iq_str *out, uint64_t bits)
{
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    iq_str_printf(out, "%g", (double)value);
}

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long needed = suspicion->number[0], have = suspicion->number[1];
    const char *format = suspicion->pointer[0];
    iq_str_printf(&words->message, "%s of %s brings floating-point numbers to an image whose channels have one byte each", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "what was looked at of the data are floats between ");
    put_number(&words->cause, suspicion->number[2]);
    iq_str_puts(&words->cause, " and ");
    put_number(&words->cause, suspicion->number[3]);
    if (format)
        iq_str_printf(&words->cause, "; the image's format is %s", format);
    if (have >= FACTOR * needed)
        iq_str_printf(&words->cause, "; the data have %llu bytes, of which only the first %llu arrive", have, needed);
    else
        iq_str_puts(&words->cause, "; the bytes of one number become the channels of a pixel");
    iq_str_puts(&words->fix, "give the image a format of floats, or convert the numbers to bytes before");
}

static void check(const struct iq_event *event)
{
    const struct iq_pixels *pixels = event->pixels;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "element-size", IQ_RANK_CODE, event->arg);
    suspicion.failed = IQ_SILENT;
    suspicion.done = IQ_WARNING;
    if (event->handle)
        suspicion.object = iq_object_of_handle(event->handle);
    suspicion.number[0] = pixels->needed;
    suspicion.number[1] = pixels->have;
    __builtin_memcpy(&suspicion.number[2], &pixels->lo, sizeof pixels->lo);
    __builtin_memcpy(&suspicion.number[3], &pixels->hi, sizeof pixels->hi);
    suspicion.pointer[0] = pixels->format;
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(PIXELS), IQ_PHASE_BEFORE, check, NULL } };
const struct iq_rule_family iq_rules_pixels = { "pixels", subscriptions, IQ_COUNT_OF(subscriptions) };
