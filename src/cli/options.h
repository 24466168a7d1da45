/* The option table (options.def) at work: command line and INQUEST_<NAME> environment to values.
 * Owner: the caller, who calls iq_options_finish at the end.  Threads: start-up only.  Values are
 * borrowed from argv, the environment and the table. */
#ifndef IQ_CLI_OPTIONS_H
#define IQ_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/str.h"

enum iq_option_scope {
    IQ_SCOPE_RUN = 1,
    IQ_SCOPE_TRACE = 2,
    IQ_SCOPE_REPORT = 4,
    IQ_SCOPE_EXPLAIN = 8,
    IQ_SCOPE_INSPECT = 16,
    IQ_SCOPE_DOCTOR = 32,
    IQ_SCOPE_FUZZ = 64,
    IQ_SCOPE_REPRODUCE = 128,
    IQ_SCOPE_ALL = 255,
    /* commands that run a program: their options end where it is named */
    IQ_SCOPE_PROGRAM = IQ_SCOPE_RUN | IQ_SCOPE_TRACE | IQ_SCOPE_FUZZ
};

enum iq_option_id {
#define OPTION(id, ...) IQ_OPTION_##id,
#include "cli/options.def"
    IQ_OPTION_COUNT
};

enum iq_option_argument { IQ_ARGUMENT_NONE, IQ_ARGUMENT_NEED, IQ_ARGUMENT_MAYBE };

struct iq_option {
    const char *name;
    char letter;
    enum iq_option_argument argument;
    const char *word, *fallback;
    bool (*check)(const char *value);
    unsigned scopes;
    const char *help;
};

extern const struct iq_option iq_option_table[IQ_OPTION_COUNT];

enum { IQ_OPTIONS_MAX_REPEAT = 32 };

struct iq_options {
    /* last one given, or the default; flags: "1"; NULL: not given */
    const char *value[IQ_OPTION_COUNT];
    bool given[IQ_OPTION_COUNT]; /* by option, environment or inquest.toml */
    /* what gave it, as it is written: "--max", "INQUEST_MAX", "/home/me/inquest.toml:3: max" */
    const char *origin[IQ_OPTION_COUNT];
    const char *formats[IQ_OPTIONS_MAX_REPEAT];
    const char *outputs[IQ_OPTIONS_MAX_REPEAT];
    const char *sources[IQ_OPTIONS_MAX_REPEAT];
    int format_count, output_count, source_count;
    struct iq_arena arena; /* lists that were joined */
    /* words in argv that are no options: the program and its arguments, or files */
    int first, end;
    bool dashes; /* they stand after "--" */
};

/* Reads the environment and argv[start..argc).  For commands that run a program options end at the
 * first word that is none, or after "--"; for the others they may stand anywhere, and argv is
 * reordered. Returns 0, or IQ_EINVAL with one line of explanation in [error]. */
int iq_options_parse(struct iq_options *options, unsigned scope, int argc, char **argv, int start,
                     struct iq_str *error);

/* Sets option [id]; [shown] is what the user wrote: --name, INQUEST_NAME or FILE:LINE: name.
 * Returns 0, or IQ_EINVAL with one line of explanation in [error]. */
int iq_options_set(struct iq_options *options, enum iq_option_id id, const char *value,
                   const char *shown, struct iq_str *error);

/* Appends that no option of [scope] is called [word], and which one may be meant; returns
 * IQ_EINVAL. */
int iq_option_unknown(const char *word, unsigned scope, struct iq_str *error);

/* Is the value of [option] the name of a file that is read? */
bool iq_option_is_file(const struct iq_option *option);

void iq_options_finish(struct iq_options *options);

/* The option --[name], of whatever command; NULL: there is none. */
const struct iq_option *iq_option_named(const char *name);

/* Name of the environment variable of [option], e.g. INQUEST_HOST_GUARD, into [buffer]. */
const char *iq_option_variable(const struct iq_option *option, char *buffer, size_t size);

/* Warns on stderr of variables INQUEST_... that are hardly what was meant. */
void iq_options_warn_of_variables(void);

/* Is the flag [id] set? */
bool iq_options_has(const struct iq_options *options, enum iq_option_id id);

/* Prints the table rows of [scope]. */
void iq_options_print(FILE *out, unsigned scope);

#endif
