#include "cli/statistics.h"

#include <inttypes.h>
#include <sys/resource.h>

#include "base/counters.h"

enum unit { TIMES, NS };

static const struct {
    const char *name, *meaning;
    enum unit unit;
} rows[] = {
#define COUNTER(id, unit, name, meaning) { name, meaning, unit },
#include "base/counters.def"
};

static void print_count(FILE *out, uint64_t count, const char *name, const char *meaning)
{
    fprintf(out, "  %14" PRIu64 "     %-22s %s\n", count, name, meaning);
}

static void print_ms(FILE *out, uint64_t ns, const char *name, const char *meaning)
{
    fprintf(out, "  %14.3f ms  %-22s %s\n", (double)ns / 1e6, name, meaning);
}

static void print_process(FILE *out, const struct iq_document *document)
{
    fprintf(out, "inquest: what watching process %" PRIu32 " did:\n", document->pid);
    print_count(out, document->calls, "calls", "GPU calls of the program, all of them");
    for (int i = 0; i < IQ_COUNTERS; i++)
        (rows[i].unit == NS ? print_ms : print_count)(out, document->counters.value[i],
                                                      rows[i].name, rows[i].meaning);
    print_count(out, iq_document_folded(document), "findings dropped",
                "over --max: they were only counted");
    print_count(out, document->dropped, "records dropped", "the trace file could not grow");
}

static uint64_t ns_of(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_usec * 1000u;
}

void iq_statistics_print(FILE *out, const struct iq_document *documents, size_t count,
                         const struct rusage *used)
{
    for (size_t i = 0; i < count; i++)
        if (documents[i].counted)
            print_process(out, &documents[i]);
        else if (documents[i].calls)
            fprintf(out, "inquest: no statistics of process %" PRIu32 ": it was killed\n",
                    documents[i].pid);
    fputs("inquest: what the program used, with all processes that it waited for:\n", out);
    print_ms(out, ns_of(&used->ru_utime), "user time", "of all threads, inquest's work included");
    print_ms(out, ns_of(&used->ru_stime), "system time", "of the kernel, page guards included");
    print_count(out, (uint64_t)(used->ru_minflt + used->ru_majflt), "page faults",
                "pages that were first used, or guarded");
    print_count(out, (uint64_t)used->ru_nvcsw, "voluntary switches", "threads that waited");
    print_count(out, (uint64_t)used->ru_nivcsw, "involuntary switches",
                "threads that lost their processor: was the machine busy?");
}
