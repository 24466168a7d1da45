/* What a call's way asks of the rules besides events. */
#include "call/port.h"

#include <stdio.h>

#include "rules/common/held.h"
#include "rules/faults/failed.h"
#include "rules/faults/leaks.h"
#include "rules/faults/unchecked.h"
#include "rules/faults/wait.h"
#include "rules/rules.h"

static void process_ends(bool orderly)
{
    iq_unchecked_at_exit();
    if (orderly)
        iq_exit_report_leaks();
}

static const char *relation_words(char text[IQ_RELATION_BYTES], enum iq_relation relation,
                                  const char *entry, const char *status)
{
    const char *who = entry ? entry : "an access";
    switch (relation) {
    case IQ_RELATION_CRASH: return "the driver crashed in this call";
    case IQ_RELATION_NOTICED: return "it was noticed here";
    case IQ_RELATION_NEXT_CALL: return "the next call after the end";
    case IQ_RELATION_FAILED_TOO:
        snprintf(text, IQ_RELATION_BYTES, "the same cause also made %s fail", who);
        break;
    case IQ_RELATION_WRONG_TOO:
        snprintf(text, IQ_RELATION_BYTES, "%s is wrong for the same cause", who);
        break;
    case IQ_RELATION_REPORTED:
        snprintf(text, IQ_RELATION_BYTES, "%s reported it (%s)", who, status);
        break;
    case IQ_RELATION_RETURNED: snprintf(text, IQ_RELATION_BYTES, "%s returned it", who); break;
    }
    return text;
}

static void held_words(const struct iq_call *call, int arg, uint64_t size, struct iq_words *words)
{
    struct iq_held held;
    if (!iq_held_find(call->args[arg], size, size, false, &held))
        return;
    if (held.is_in_use)
        iq_str_printf(
            &words->message,
            "%s of %s is the address of an object that holds a pointer to the elements, not theirs",
            iq_arg_name(call, arg), call->entry->name);
    iq_put_held(&words->cause, &held);
    iq_str_puts(&words->fix, iq_held_fix(&held));
}

static bool watches_waits(void) { return iq_rule_is_enabled(IQ_RULE_NEVER_SIGNALLED); }

const struct iq_call_port iq_call_port = { .relation_words = relation_words,
                                           .result_fate = iq_unchecked_judge,
                                           .error_overwritten = iq_unchecked_overwritten,
                                           .process_ends = process_ends,
                                           .device_ends = iq_exit_report_leaks_of,
                                           .waits_long = iq_wait_report,
                                           .watches_waits = watches_waits,
                                           .unexplained = iq_failed_unexplained,
                                           .is_excusable = iq_failed_is_excusable,
                                           .is_answer = iq_failed_is_answer,
                                           .is_of_host = iq_failed_is_of_host,
                                           .held_words = held_words,
                                           .past_variable = IQ_RULE_HOST_OVERRUN,
                                           .past_frame = IQ_RULE_HOST_USE_AFTER_FREE,
                                           .limit = IQ_RULE_SOFT_LIMIT };
