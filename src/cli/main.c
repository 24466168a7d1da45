/* inquest: finds the command, reads its options, runs it. */
#include <locale.h>
#include <stdarg.h>
#include <string.h>

#include "cli/command.h"
#include "cli/config.h"
#include "report/safe.h"

#define RUN IQ_SCOPE_RUN
#define TRACE IQ_SCOPE_TRACE
#define REPORT IQ_SCOPE_REPORT
#define REPRODUCE IQ_SCOPE_REPRODUCE
#define EXPLAIN IQ_SCOPE_EXPLAIN
#define INSPECT IQ_SCOPE_INSPECT
#define DOCTOR IQ_SCOPE_DOCTOR
#define FUZZ IQ_SCOPE_FUZZ
static const struct cli_command {
    const char *name;
    iq_command_function *run;
    unsigned scope;
    const char *arguments, *summary, *description;
} commands[] = {
#define COMMAND(name, run, scope, arguments, summary, description) \
    { name, run, scope, arguments, summary, description },
#include "cli/commands.def"
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

int iq_command_fail(const char *format, ...)
{
    struct iq_str text, safe;
    va_list args;
    va_start(args, format);
    iq_str_init_heap(&text);
    iq_str_init_heap(&safe);
    iq_str_vprintf(&text, format, args);
    va_end(args);
    iq_safe_put_lines(&safe, iq_str_text(&text)); /* names of files, words of reports */
    fprintf(stderr, "inquest: error: %s\n", iq_str_text(&safe));
    iq_str_finish(&text);
    iq_str_finish(&safe);
    return IQ_EXIT_TROUBLE;
}

static const struct cli_command *find_command(const char *word)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(commands[i].name, word))
            return &commands[i];
    return NULL;
}

static void print_help(const struct cli_command *command, bool named)
{
    printf("Usage: inquest %s%s[OPTIONS] %s\n", named ? command->name : "", named ? " " : "",
           command->arguments);
    if (!named) {
        printf(
            "       inquest COMMAND [OPTIONS] ...\n\nRuns an unmodified GPU program and says why its GPU calls fail.\n\nCommands:\n");
        for (int i = 0; i < COMMAND_COUNT; i++)
            printf("  %-11s %s\n", commands[i].name, commands[i].summary);
        printf("\nOptions of run:\n");
    } else
        printf("\n%s\n\nOptions:\n", command->description);
    iq_options_print(stdout, command->scope);
    printf(
        "\nEach option can be given as an environment variable, too: INQUEST_HOST_GUARD=off for --host-guard=off.\n");
    if (command->scope & (RUN | TRACE))
        printf(
            "Exit status: the program's own, 128+N if signal N killed it; 125 inquest could not do its work,\n"
            "126 the program cannot be executed, 127 it was not found.\n");
    if (!named)
        printf(
            "`inquest COMMAND --help' describes one command; `inquest -- explain' runs a program called explain.\n");
}

/* Where the command stands, if the first word that is no option is one. */
static const struct cli_command *command_at(int argc, char **argv, int *position)
{
    struct iq_options options = { 0 };
    struct iq_str ignored;
    iq_str_init_heap(&ignored);
    int failed = argc > 1 && find_command(argv[1])
                     ? 1
                     : iq_options_parse(&options, RUN, argc, argv, 1, &ignored);
    iq_str_finish(&ignored);
    *position = failed ? 1 : options.first;
    bool dashes = !failed && options.dashes;
    iq_options_finish(&options);
    if (*position >= argc || dashes)
        return NULL;
    return find_command(argv[*position]);
}

/* Returns 0 or, after a word about it, another value. */
static int read_config(struct iq_options *options, const struct cli_command *command, char **argv)
{
    struct iq_str error;
    bool runs = command->scope & IQ_SCOPE_PROGRAM && options->end > options->first;
    iq_str_init_heap(&error);
    int failed =
        iq_config_read(options, command->scope, runs ? argv[options->first] : NULL, &error);
    if (failed)
        iq_command_fail("%s", iq_str_text(&error));
    iq_str_finish(&error);
    return failed;
}

int main(int argc, char **argv)
{
    struct iq_options options;
    struct iq_str error;
    int position;
    setlocale(LC_CTYPE, "");
    const struct cli_command *command = command_at(argc, argv, &position);
    bool named = command != NULL;
    if (named) { /* the word goes, options before it stay */
        memmove(&argv[position], &argv[position + 1], (size_t)(argc - position) * sizeof *argv);
        argc--;
    } else
        command = &commands[0];
    iq_str_init_heap(&error);
    int status =
        iq_options_parse(&options, command->scope, argc, argv, 1, &error) ? IQ_EXIT_TROUBLE : 0;
    if (status) {
        iq_command_fail("%s", iq_str_text(&error));
        fprintf(stderr, "inquest: see `inquest %s%s--help'\n", named ? command->name : "",
                named ? " " : "");
    } else if (iq_options_has(&options, IQ_OPTION_HELP)) {
        print_help(command, named);
        status = fflush(stdout) ? IQ_EXIT_TROUBLE : 0;
    } else if (iq_options_has(&options, IQ_OPTION_VERSION)) {
        printf("inquest %s\n", IQ_VERSION);
        status = fflush(stdout) ? IQ_EXIT_TROUBLE : 0;
    } else if (read_config(&options, command, argv)) {
        status = IQ_EXIT_TROUBLE;
    } else {
        argv[options.end] = NULL;
        status = command->run(&options, options.end - options.first, &argv[options.first]);
    }
    iq_str_finish(&error);
    iq_options_finish(&options);
    return status;
}
