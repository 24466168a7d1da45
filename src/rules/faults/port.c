/* What a call's way asks of the rules beside events. */
#include "call/port.h"
#include "rules/faults/leaks.h"
#include "rules/faults/unread.h"
#include "rules/faults/wait.h"

static void process_ends(bool orderly)
{
    iq_unread_at_exit();
    if (orderly)
        iq_exit_report_leaks();
}

const struct iq_call_port iq_call_port = { .result_fate = iq_unread_judge, .error_lost = iq_unread_lost, .process_ends = process_ends,
                                           .device_ends = iq_exit_report_leaks_of, .waits_long = iq_wait_report };
