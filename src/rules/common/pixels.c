/* element-size: floating-point numbers, or those of 16 bits, that go into an image of bytes. */
#include "model/pixels.h"

#include "rules/rules.h"

enum { WORD = 2, FACTOR = 4 /* bytes of a number, where a channel has one */ };

struct explain_numbers {
    uint64_t needed, have; /* bytes that the image takes, and that the data have */
    bool are_words;        /* of 16 bits; else floats */
    float lo, hi;          /* of the data */
    const char *format;    /* of the image, NULL: not known */
};
static void explain_numbers(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct explain_numbers *evidence = IQ_EVIDENCE(explain_numbers, suspicion);
    unsigned long long needed = evidence->needed, have = evidence->have;
    iq_str_printf(&words->message, "%s of %s holds %s, but the image's channels have one byte each",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  evidence->are_words ? "numbers of 16 bits" : "floating-point numbers");
    iq_str_printf(&words->cause, "the data that were examined are %s between %g and %g",
                  evidence->are_words ? "numbers of 16 bits" : "floats", (double)evidence->lo,
                  (double)evidence->hi);
    if (evidence->format)
        iq_str_printf(&words->cause, "; the image's format is %s", evidence->format);
    if (have >= (evidence->are_words ? WORD : FACTOR) * needed)
        iq_str_printf(&words->cause,
                      "; the data have %llu bytes, of which only the first %llu are copied", have,
                      needed);
    else
        iq_str_puts(&words->cause, "; the bytes of each number become the channels of a pixel");
    iq_str_puts(
        &words->fix,
        evidence->are_words
            ? "give the image a format of 16 bits (CL_UNSIGNED_INT16, CL_UNORM_INT16), or convert the numbers to bytes first"
            : "give the image a floating-point format, or convert the numbers to bytes first");
}

static void check_pixels(const struct iq_event *event)
{
    const struct iq_pixels *pixels = event->access.pixels;
    if (!pixels)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_ELEMENT_SIZE, IQ_RANK_CODE, event->arg);
    suspicion.failed = IQ_SILENT;
    suspicion.done = IQ_WARNING;
    if (event->handle)
        suspicion.object = iq_object_of_handle(event->handle);
    IQ_EXPLAIN(&suspicion, explain_numbers, .needed = pixels->needed, .have = pixels->have,
               .are_words = pixels->are_words, .lo = pixels->lo, .hi = pixels->hi,
               .format = pixels->format);
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(ACCESS), IQ_PHASE_BEFORE, check_pixels, .kinds = IQ_ANY },
};
const struct iq_rule_family iq_rules_pixels = { "pixels", subscriptions,
                                                IQ_COUNT_OF(subscriptions) };
