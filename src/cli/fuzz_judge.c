/* What became of a program in which a call failed. */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "cli/fuzz_site.h"
#include "report/view.h"

void iq_fuzz_run_finish(struct iq_fuzz_run *run)
{
    for (size_t i = 0; i < run->document_count; i++)
        iq_document_finish(&run->documents[i]);
    free(run->documents);
    free(run->out);
    free(run->err);
    *run = (struct iq_fuzz_run){ 0 };
}

size_t iq_fuzz_errors(const struct iq_fuzz_run *run)
{
    size_t count = 0;
    for (size_t d = 0; d < run->document_count; d++)
        count += iq_document_count(&run->documents[d], IQ_ERROR);
    return count;
}

/* ---- what was printed ---- */

/* Hash of a line without its numbers: times and addresses differ in every run. */
static uint64_t hash_line(const char *line, size_t length)
{
    uint64_t hash = 0;
    bool number = false;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        number = isdigit(c) || (number && (isalnum(c) || c == '.'));
        if (!number && !isspace(c))
            hash = iq_hash_u64(hash + c);
    }
    return hash;
}

static bool is_own(const char *line) { return !strncmp(line, "inquest: ", 9); }

static void add_lines(struct iq_map *lines, const char *text)
{
    for (const char *at = text ? text : ""; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        uint64_t hash = hash_line(at, strcspn(at, "\n"));
        if (hash && !is_own(at))
            IQ_DROP(iq_map_set(lines, hash, lines));
    }
}

/* Has [text] a line that neither [other] nor [more] has?  It is quoted in [line] (NULL: nobody
 * asks). */
static bool has_more(const char *text, const char *other, const char *more, struct iq_str *line)
{
    struct iq_map lines = { 0 };
    bool found = false;
    add_lines(&lines, other);
    add_lines(&lines, more);
    for (const char *at = text ? text : ""; *at && !found; at += *at == '\n') {
        size_t length = strcspn(at, "\n");
        uint64_t hash = hash_line(at, length);
        found = hash && !is_own(at) && !iq_map_get(&lines, hash);
        if (found && line)
            iq_str_printf(line, "prints: %.*s", (int)(length < 60 ? length : 60), at);
        at += length;
    }
    iq_map_finish(&lines);
    return found;
}

/* Is [number] in [text], and not as a part of another one? */
static bool has_number(const char *text, long long number)
{
    char digits[24];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%lld", number);
    for (const char *at = text; at && (at = strstr(at, digits)); at++)
        if ((at == text || !isalnum((unsigned char)at[-1])) &&
            !isalnum((unsigned char)at[length]) && at[length] != '.')
            return true;
    return false;
}

static bool says_code(const struct iq_fuzz_run *run, long long code)
{
    return has_number(run->out, code) || has_number(run->err, code);
}

static bool says_something(const struct iq_fuzz_run *plain, const struct iq_fuzz_run *run,
                           const struct iq_fault *fault, struct iq_str *line)
{
    if (has_more(run->err, plain->out, plain->err, line) ||
        has_more(run->out, plain->out, plain->err, line))
        return true;
    if (!says_code(run, fault->result_code) || says_code(plain, fault->result_code))
        return false;
    iq_str_printf(line, "prints the code, %lld", (long long)fault->result_code);
    return true;
}

static bool says_less(const struct iq_fuzz_run *plain, const struct iq_fuzz_run *run)
{
    return has_more(plain->out, run->out, run->err, NULL);
}

/* ---- what was found ---- */

static bool is_in(const struct iq_fuzz_run *run, uint64_t fingerprint)
{
    for (size_t d = 0; d < run->document_count; d++)
        for (size_t i = 0; i < run->documents[d].findings.count; i++)
            if (iq_view_fingerprint(&run->documents[d], &run->documents[d].findings.data[i]) ==
                fingerprint)
                return true;
    return false;
}

/* The first finding of [run] that is worth a word and that [plain] has not; NULL: none. */
static const struct iq_finding *new_finding(const struct iq_fuzz_run *plain,
                                            const struct iq_fuzz_run *run)
{
    for (size_t d = 0; d < run->document_count; d++)
        for (size_t i = 0; i < run->documents[d].findings.count; i++) {
            const struct iq_finding *finding = &run->documents[d].findings.data[i];
            if (finding->severity != IQ_NOTE &&
                !is_in(plain, iq_view_fingerprint(&run->documents[d], finding)))
                return finding;
        }
    return NULL;
}

/* The call that was made to fail; NULL: none was. */
static const struct iq_fault *fault_of(const struct iq_fuzz_run *run)
{
    for (size_t d = 0; d < run->document_count; d++)
        for (size_t i = 0; i < run->documents[d].faults.count; i++)
            if (run->documents[d].faults.data[i].made)
                return &run->documents[d].faults.data[i];
    return NULL;
}

/* ---- judgement ---- */

static bool is_signal(int status, int *number)
{
    *number = status - 128;
    return status > 128 && status < 128 + NSIG;
}

/* It ended as the plain run did. */
static enum iq_outcome judge_quiet(const struct iq_fuzz_run *plain, const struct iq_fuzz_run *run,
                                   const struct iq_fault *fault, struct iq_str *why)
{
    if (says_something(plain, run, fault, why))
        return IQ_OUTCOME_HANDLED;
    bool less = says_less(plain, run);
    if (fault->use == IQ_FAULT_USE_READ && !less) {
        iq_str_puts(why, "reads the result, and goes on without what failed");
        return IQ_OUTCOME_HANDLED;
    }
    iq_str_printf(why, "exit status %d, and nothing printed%s%s", run->status,
                  less ? ", not even what the plain run prints" : "",
                  fault->use == IQ_FAULT_USE_NONE ? "; the result of the call is ignored" : "");
    return IQ_OUTCOME_SILENT;
}

static enum iq_outcome judge(const struct iq_fuzz_run *plain, const struct iq_fuzz_run *run,
                             struct iq_str *why)
{
    int number;
    const struct iq_fault *fault = fault_of(run);
    const struct iq_finding *finding = new_finding(plain, run);
    if (run->timed_out)
        return IQ_OUTCOME_HANG;
    if (is_signal(run->status, &number) && number != SIGABRT) {
        iq_str_printf(why, "signal %d (%s)", number, strsignal(number));
        return IQ_OUTCOME_CRASH;
    }
    if (!fault)
        return IQ_OUTCOME_MISSED;
    if (finding) {
        iq_str_printf(why, "[%s] %s", finding->rule_text, finding->message);
        return IQ_OUTCOME_GARBAGE;
    }
    if (is_signal(run->status, &number))
        return IQ_OUTCOME_ABORT;
    if (run->status == plain->status)
        return judge_quiet(plain, run, fault, why);
    iq_str_printf(why, "exit status %d", run->status);
    return IQ_OUTCOME_HANDLED;
}

void iq_fuzz_judge(struct iq_fuzz_site *site, const struct iq_fuzz_run *plain,
                   const struct iq_fuzz_run *run)
{
    struct iq_str why;
    iq_str_init_heap(&why);
    site->outcome = judge(plain, run, &why);
    site->status = run->status;
    site->why = iq_str_take(&why);
}
