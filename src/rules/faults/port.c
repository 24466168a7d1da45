/* What a call's way asks of the rules besides events. */
#include "call/port.h"

#include "rules/faults/failed.h"
#include "rules/faults/leaks.h"
#include "rules/faults/unchecked.h"
#include "rules/faults/wait.h"

static void process_ends(bool orderly)
{
    iq_unchecked_at_exit();
    if (orderly)
        iq_exit_report_leaks();
}

static bool watches_waits(void) { return iq_rule_is_enabled(IQ_RULE_NEVER_SIGNALLED); }

const struct iq_call_port iq_call_port = { .result_fate = iq_unchecked_judge,
                                           .error_overwritten = iq_unchecked_overwritten,
                                           .process_ends = process_ends,
                                           .device_ends = iq_exit_report_leaks_of,
                                           .waits_long = iq_wait_report,
                                           .watches_waits = watches_waits,
                                           .unexplained = { .rule = IQ_RULE_FAILED_CALL,
                                                            .arg = -1,
                                                            .failed = IQ_ERROR,
                                                            .done = IQ_SILENT,
                                                            .explain = iq_failed_explain },
                                           .is_excusable = iq_failed_is_excusable,
                                           .is_answer = iq_failed_is_answer,
                                           .is_of_host = iq_failed_is_of_host,
                                           .past_variable = IQ_RULE_HOST_OVERRUN,
                                           .past_frame = IQ_RULE_HOST_USE_AFTER_FREE };
