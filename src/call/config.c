#include <stdlib.h>
#include <string.h>

#include "base/job.h"
#include "call/guest.h"
#include "trace/format.h"

const char *iq_config_value(char *const *environment, const char *name)
{
    size_t length = strlen(name);
    for (; environment && *environment; environment++)
        if (!strncmp(*environment, name, length) && (*environment)[length] == '=')
            return *environment + length + 1;
    return NULL;
}

static bool is_yes(const char *value, bool otherwise)
{
    static const char *const yes[] = { "1", "yes", "on", "true", "y" }, *const no[] = {
        "0", "no", "off", "false", "n"
    };
    for (int i = 0; value && i < 5; i++) {
        if (!strcmp(value, yes[i]))
            return true;
        if (!strcmp(value, no[i]))
            return false;
    }
    return otherwise;
}

static const char *non_empty(const char *value) { return value && *value ? value : NULL; }

static uint64_t number_of(const char *value, uint64_t otherwise)
{
    return value && *value >= '0' && *value <= '9' ? strtoull(value, NULL, 10) : otherwise;
}

void iq_config_parse(struct iq_config *config, char *const *environment)
{
    const char *number;
    char *end;
    *config = (struct iq_config){
        .session = non_empty(iq_config_value(environment, "INQUEST_SESSION")),
        .rules = non_empty(iq_config_value(environment, "INQUEST_RULES")),
        .no_rules = non_empty(iq_config_value(environment, "INQUEST_NO_RULES")),
        .trace_filter = non_empty(iq_config_value(environment, "INQUEST_TRACE_FILTER")),
        .deep_log = non_empty(iq_config_value(environment, "INQUEST_DEEP_LOG")),
        .rerun = non_empty(iq_config_value(environment, "INQUEST_COMMAND_LINE")),
        .fail = non_empty(iq_config_value(environment, "INQUEST_FAIL")),
        .fail_seed = number_of(iq_config_value(environment, "INQUEST_FAIL_SEED"), 0),
        .fail_sites = is_yes(iq_config_value(environment, "INQUEST_FAIL_SITES"), false),
        .rank = (int64_t)number_of(iq_job_rank(environment), UINT64_MAX),
        .trace_times = is_yes(iq_config_value(environment, "INQUEST_TRACE_TIMES"), false),
        .trace_threads = is_yes(iq_config_value(environment, "INQUEST_TRACE_THREADS"), false),
        .trace_stacks = is_yes(iq_config_value(environment, "INQUEST_TRACE_STACKS"), false),
        .trace_summary = is_yes(iq_config_value(environment, "INQUEST_TRACE_SUMMARY"), false),
        .trace_fd = -1,
        .max = 1000,
        .watchdog_ns = 60000000000u,
        .contain = is_yes(iq_config_value(environment, "INQUEST_CONTAIN"), true),
        .stop = is_yes(iq_config_value(environment, "INQUEST_STOP"), false),
        .verbose = is_yes(iq_config_value(environment, "INQUEST_VERBOSE"), false),
        .quiet = is_yes(iq_config_value(environment, "INQUEST_QUIET"), false),
        .record_arguments = is_yes(iq_config_value(environment, "INQUEST_RECORD_ARGUMENTS"), true),
        .traced_only = is_yes(iq_config_value(environment, "INQUEST_NO_CHECKS"), false),
    };
    if ((number = non_empty(iq_config_value(environment, "INQUEST_TRACE"))) && *number >= '0' &&
        *number <= '9') {
        long value = strtol(number, &end, 10);
        config->trace_fd = *end || value > 1 << 20 ? -1 : (int)value;
    }
    if ((number = non_empty(iq_config_value(environment, "INQUEST_RECORD"))) && *number >= '0' &&
        *number <= '9') {
        unsigned long value = strtoul(number, &end, 10);
        config->record = *end || value > IQ_RECORD_MOST ? 0 : value;
    }
    if ((number = non_empty(iq_config_value(environment, "INQUEST_WATCHDOG"))) &&
        ((*number >= '0' && *number <= '9') || *number == '.')) {
        double seconds = strtod(number, &end);
        config->watchdog_ns = *end || seconds > 1e9 ? 0 : (uint64_t)(seconds * 1e9);
    }
    if ((number = non_empty(iq_config_value(environment, "INQUEST_MAX"))) && *number >= '0' &&
        *number <= '9') {
        unsigned long value = strtoul(number, &end, 10);
        if (!*end && value <= 1000000)
            config->max = (uint32_t)value;
    }
}
