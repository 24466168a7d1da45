/* inquest reproduce: a program that makes the calls again which lead to a finding. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fd.h"
#include "cli/command.h"
#include "report/report.h"
#include "reproduce/reproduce.h"

static const uint64_t FILE_LIMIT = 1ull << 30;

/* The documents of the report at [path].  Returns 0 or the exit status. */
static int read_report(const char *path, struct iq_document **documents, size_t *count)
{
    char *data;
    size_t size;
    struct iq_str reason;
    int error = iq_fd_read_file(!strcmp(path, "-") ? "/dev/stdin" : path, FILE_LIMIT, &data, &size);
    if (error)
        return iq_command_fail("cannot read %s: %s", path, iq_strerror(error));
    iq_str_init_heap(&reason);
    error = iq_report_read_json(data, size, NULL, documents, count, &reason);
    free(data);
    if (error)
        iq_command_fail("%s: %s", path, reason.length ? iq_str_text(&reason) : iq_strerror(error));
    iq_str_finish(&reason);
    return error ? IQ_EXIT_TROUBLE : 0;
}

/* The [wanted]th finding (1..) of all documents, or the first error if 0; NULL: there is none. */
static const struct iq_finding *pick(const struct iq_document *documents, size_t count,
                                     size_t wanted, const struct iq_document **document)
{
    const struct iq_finding *first = NULL;
    for (size_t d = 0, n = 0; d < count; d++)
        for (size_t i = 0; i < documents[d].findings.count; i++) {
            const struct iq_finding *finding = &documents[d].findings.data[i];
            bool better = !first || (finding->severity == IQ_ERROR && first->severity != IQ_ERROR);
            if (wanted ? ++n == wanted : better) {
                first = finding;
                *document = &documents[d];
            }
        }
    return first;
}

static int write_file(const char *path, const struct iq_str *text)
{
    FILE *file = path && strcmp(path, "-") != 0 ? fopen(path, "w") : stdout;
    bool failed = !file || fwrite(iq_str_text(text), 1, text->length, file) != text->length;
    failed |= file && (file == stdout ? fflush(file) : fclose(file));
    return failed ? iq_command_fail("cannot write %s: %s", path ? path : "-", strerror(errno)) : 0;
}

static int reproduce(const struct iq_options *options, const char *path,
                     const struct iq_document *documents, size_t count)
{
    const char *number = options->value[IQ_OPTION_FINDING],
               *output = options->value[IQ_OPTION_OUTPUT];
    const struct iq_document *document = NULL;
    const struct iq_finding *finding =
        pick(documents, count, number ? strtoul(number, NULL, 10) : 0, &document);
    if (!finding)
        return number ? iq_command_fail("%s has no finding %s", path, number)
                      : iq_command_fail("%s has no findings", path);
    struct iq_str text, why;
    iq_str_init_heap(&text);
    iq_str_init_heap(&why);
    int error = iq_reproduce_write(&text, document, finding, output ? output : "case.c", &why);
    int status =
        error ? iq_command_fail("%s: %s", path, why.length ? iq_str_text(&why) : iq_strerror(error))
              : write_file(output, &text);
    iq_str_finish(&text);
    iq_str_finish(&why);
    return status;
}

int iq_command_reproduce(const struct iq_options *options, int count, char **words)
{
    struct iq_document *documents = NULL;
    size_t document_count = 0;
    if (count != 1)
        return iq_command_fail("one report is needed; usage: inquest reproduce [--finding N] "
                               "[-o FILE] REPORT");
    int status = read_report(words[0], &documents, &document_count);
    if (status)
        return status;
    status = reproduce(options, words[0], documents, document_count);
    for (size_t i = 0; i < document_count; i++)
        iq_document_finish(&documents[i]);
    free(documents);
    return status;
}
