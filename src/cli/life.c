#include "cli/life.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/now.h"

static const int64_t second_ns = 1000000000, period_ns = 10000000000;

void iq_life_init(struct iq_life *life, bool wanted)
{
    life->start_ns = (int64_t)iq_now_ns();
    life->next_ns = wanted && isatty(STDERR_FILENO) ? life->start_ns + period_ns : 0;
}

bool iq_life_is_due(const struct iq_life *life)
{
    return life->next_ns && (int64_t)iq_now_ns() >= life->next_ns;
}

/* Resident memory of the process, 0: not known. */
static uint64_t resident_bytes(pid_t pid)
{
    char path[64];
    unsigned long long all, resident = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    FILE *file = fopen(path, "re");
    if (file && fscanf(file, "%llu %llu", &all, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

void iq_life_tell(struct iq_life *life, const struct iq_document *documents, size_t count,
                  pid_t pid)
{
    int64_t now = (int64_t)iq_now_ns();
    uint64_t calls = 0, errors = 0, warnings = 0;
    for (size_t i = 0; i < count; i++) {
        calls += documents[i].calls;
        errors += iq_document_count_proven(&documents[i], IQ_ERROR);
        warnings += iq_document_count_proven(&documents[i], IQ_WARNING);
    }
    fprintf(stderr,
            "inquest: after %" PRId64 " s: %" PRIu64 " calls, %" PRIu64 " error%s, %" PRIu64
            " warning%s, %" PRIu64 " MiB of memory\n",
            (now - life->start_ns) / second_ns, calls, errors, errors == 1 ? "" : "s", warnings,
            warnings == 1 ? "" : "s", resident_bytes(pid) >> 20);
    life->next_ns = now + period_ns;
}
