#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/suggest.h"
#include "cli/fail.h"
#include "report/report.h"
#include "report/rules.h"
#include "trace/format.h"

static bool check_any(const char *value)
{
    (void)value;
    return true;
}
static bool check_flag(const char *value) { return !strcmp(value, "1") || !strcmp(value, "0"); }
static bool check_blame(const char *value)
{
    return !strcmp(value, "1") || !strcmp(value, "serial");
}
static bool check_file(const char *value) { return !access(value, R_OK); }

static bool is_number(const char *value, long low, long high)
{
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    return isdigit((unsigned char)value[0]) && !*end && !errno && number >= low && number <= high;
}

static bool check_exit_code(const char *value) { return is_number(value, 0, 255); }
static bool check_percent(const char *value) { return is_number(value, 0, 100); }
static bool check_count(const char *value) { return is_number(value, 0, 1000000); }

static bool check_ordinal(const char *value) { return is_number(value, 1, 1000000); }

static bool check_calls(const char *value) { return is_number(value, 0, IQ_RECORD_MOST); }

static bool check_seconds(const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    return (isdigit((unsigned char)value[0]) || value[0] == '.') && !*end && seconds >= 0 &&
           seconds < 1e9;
}

static bool check_schedule(const char *value)
{
    return !strcmp(value, "eager") || !strcmp(value, "late") ||
           (!strncmp(value, "shuffle=", 8) && is_number(value + 8, 0, __LONG_MAX__));
}

/* Older GPUs have no compiler any more, and nobody knows of newer ones what they can do. */
static bool check_arch(const char *value)
{
    enum { OLDEST = 5, NEWEST = 12 };
    const char *dot = strchr(value, '.');
    bool number = dot && dot > value && dot - value <= 2 &&
                  strspn(value, "0123456789") == (size_t)(dot - value) &&
                  isdigit((unsigned char)dot[1]) && !dot[2];
    return number && atoi(value) >= OLDEST && atoi(value) <= NEWEST;
}

static bool check_fraction(const char *value)
{
    return !strcmp(value, "1") || (!strncmp(value, "1/", 2) && is_number(value + 2, 1, 1000000000));
}

/* A list that names nothing would switch everything off without a word. */
static bool check_rules(const char *value)
{
    return value[strspn(value, ", ")] && !iq_rules_list_error(value, NULL);
}

static bool check_fail(const char *value) { return !iq_fail_check(value, NULL); }

/* "|text|json..." */
static const char format_words[] =
#define FORMAT(name, suffix, ops) "|" name
#include "report/formats.def"
    ;
#define IQ_FORMAT_WORDS &format_words[1]

#define NONE IQ_ARGUMENT_NONE
#define NEED IQ_ARGUMENT_NEED
#define MAYBE IQ_ARGUMENT_MAYBE
#define RUN IQ_SCOPE_RUN
#define TRACE IQ_SCOPE_TRACE
#define REPORT IQ_SCOPE_REPORT
#define REPRODUCE IQ_SCOPE_REPRODUCE
#define INSPECT IQ_SCOPE_INSPECT
#define DOCTOR IQ_SCOPE_DOCTOR
#define FUZZ IQ_SCOPE_FUZZ
#define ALL IQ_SCOPE_ALL
const struct iq_option iq_option_table[IQ_OPTION_COUNT] = {
#define OPTION(id, name, letter, argument, word, fallback, check, scopes, help) \
    [IQ_OPTION_##id] = { name, letter, argument, word, fallback, check_##check, scopes, help },
#include "cli/options.def"
};
#undef NONE
#undef NEED
#undef MAYBE
#undef RUN
#undef TRACE
#undef REPORT
#undef REPRODUCE
#undef INSPECT
#undef DOCTOR
#undef FUZZ
#undef ALL

const struct iq_option *iq_option_named(const char *name)
{
    for (int id = 0; id < IQ_OPTION_COUNT; id++)
        if (!strcmp(iq_option_table[id].name, name))
            return &iq_option_table[id];
    return NULL;
}

const char *iq_option_variable(const struct iq_option *option, char *buffer, size_t size)
{
    snprintf(buffer, size, "INQUEST_%s", option->name);
    for (char *c = buffer; *c; c++)
        *c = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
    return buffer;
}

/* Is [value] one of the words of "a|b|c"?  "x=ARG" words are left to the option's check. */
static bool is_choice(const char *choices, const char *value)
{
    size_t length = strlen(value);
    for (const char *word = choices; word;
         word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL) {
        size_t width = strcspn(word, "|");
        if ((width == length && !memcmp(word, value, length)) || memchr(word, '=', width))
            return true;
    }
    return false;
}

/* What a value should have been, after "is not". */
static const char *wanted_by(const struct iq_option *option, char *buffer, size_t size)
{
    static const struct {
        bool (*check)(const char *);
        const char *text;
    } wanted[] = {
        { check_exit_code, "a number from 0 to 255" },
        { check_count, "a number from 0 to 1000000" },
        { check_seconds, "a number of seconds" },
        { check_arch, "a compute capability from 5.0 to 12.9, such as 9.0" },
        { check_fraction, "a fraction such as 1/8" },
        { check_percent, "a number from 0 to 100" },
        { check_flag, "0 or 1" },
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (option->check == wanted[i].check)
            return wanted[i].text;
    snprintf(buffer, size, "%s%s", strchr(option->word, '|') ? "one of " : "", option->word);
    return buffer;
}

static void complain_value(struct iq_str *error, const struct iq_option *option, const char *shown,
                           const char *value)
{
    char choices[128];
    if (option->check == check_rules) {
        iq_str_printf(error, "%s: ", shown);
        if (!iq_rules_list_error(value, error))
            iq_str_puts(error, "the list is empty: name rules or families, or all");
    } else if (option->check == check_fail) {
        iq_str_printf(error, "%s: ", shown);
        iq_fail_check(value, error);
    } else if (option->check == check_file)
        iq_str_printf(error, "%s: cannot read '%s': %s", shown, value, strerror(errno));
    else
        iq_str_printf(error, "%s: '%s' is not %s", shown, value,
                      wanted_by(option, choices, sizeof choices));
}

/* Joins values of a list option that is given several times. */
static const char *joined(struct iq_options *options, const char *old, const char *value)
{
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_str_printf(&text, "%s,%s", old, value);
    const char *result = iq_arena_copy(&options->arena, iq_str_text(&text), text.length);
    iq_str_finish(&text);
    return result ? result : value;
}

static int add_repeated(const char **list, int *count, const char *value, struct iq_str *error)
{
    if (*count == IQ_OPTIONS_MAX_REPEAT) {
        iq_str_printf(error, "option given more than %d times", IQ_OPTIONS_MAX_REPEAT);
        return IQ_EINVAL;
    }
    list[(*count)++] = value;
    return 0;
}

bool iq_option_is_file(const struct iq_option *option) { return option->check == check_file; }

int iq_options_set(struct iq_options *options, enum iq_option_id id, const char *value,
                   const char *shown, struct iq_str *error)
{
    const struct iq_option *option = &iq_option_table[id];
    if ((option->word && strchr(option->word, '|') && !is_choice(option->word, value)) ||
        !option->check(value)) {
        complain_value(error, option, shown, value);
        return IQ_EINVAL;
    }
    options->origin[id] = iq_arena_copy(&options->arena, shown, strlen(shown));
    if (id == IQ_OPTION_FORMAT)
        return add_repeated(options->formats, &options->format_count, value, error);
    if (id == IQ_OPTION_OUTPUT && !*value) {
        iq_str_printf(error, "%s: the file name is empty", shown);
        return IQ_EINVAL;
    }
    if (id == IQ_OPTION_OUTPUT &&
        add_repeated(options->outputs, &options->output_count, value, error))
        return IQ_EINVAL;
    if (id == IQ_OPTION_SOURCE &&
        add_repeated(options->sources, &options->source_count, value, error))
        return IQ_EINVAL;
    bool list = (option->check == check_rules || option->check == check_fail) && options->given[id];
    options->value[id] = list ? joined(options, options->value[id], value) : value;
    options->given[id] = true;
    return 0;
}

/* Is INQUEST_[name] one that no option stands for? */
static bool is_own_variable(const char *name)
{
    static const char *const own[] = {
        "SESSION",      "TRACE",        "NO_CHECKS",    "OPENCL_LAYERS", "DEEP_LOG",
        "COMMAND_LINE", "FAIL_SITES",   "SOFT_DEVICES", "SOFT_MEMORY",   "SOFT_DRIVER_VERSION",
        "PTX_LEVEL",    "KERNEL_CACHE", "KERNEL_LINE"
    };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (!strcmp(own[i], name))
            return true;
    return false;
}

/* INQUEST_[name]: a name that is close to an option's is a slip that would pass without a word. */
static void warn_of_variable(char *name)
{
    char variable[64], meant[64];
    struct iq_suggest suggest = { .word = name };
    if (is_own_variable(name))
        return;
    snprintf(variable, sizeof variable, "INQUEST_%s", name);
    for (char *c = name; *c; c++)
        *c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
    if (iq_option_named(name))
        return;
    for (int id = 0; id < IQ_OPTION_COUNT; id++)
        iq_suggest_offer(&suggest, iq_option_table[id].name);
    if (iq_suggest_is_near(&suggest, 0))
        fprintf(stderr, "inquest: warning: %s is not a variable of inquest; did you mean %s?\n",
                variable,
                iq_option_variable(iq_option_named(suggest.best[0]), meant, sizeof meant));
}

void iq_options_warn_of_variables(void)
{
    char name[56];
    for (char **variable = environ; *variable; variable++) {
        size_t length = strcspn(*variable, "=");
        if (strncmp(*variable, "INQUEST_", 8) != 0 || length - 8 >= sizeof name)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length - 8, *variable + 8);
        warn_of_variable(name);
    }
}

static int read_environment(struct iq_options *options, unsigned scope, struct iq_str *error)
{
    char name[64];
    for (int id = 0; id < IQ_OPTION_COUNT; id++) {
        const struct iq_option *option = &iq_option_table[id];
        if (!(option->scopes & scope) || id == IQ_OPTION_HELP || id == IQ_OPTION_VERSION)
            continue;
        char *value = getenv(iq_option_variable(option, name, sizeof name));
        if (!value || !*value)
            continue;
        if (id == IQ_OPTION_FORMAT) { /* a list here, since a variable cannot be repeated */
            for (char *copy = iq_arena_copy(&options->arena, value, strlen(value)),
                      *word = copy ? strtok(copy, ",") : NULL;
                 word; word = strtok(NULL, ","))
                if (iq_options_set(options, id, word, name, error))
                    return IQ_EINVAL;
        } else if (iq_options_set(options, id, value, name, error))
            return IQ_EINVAL;
    }
    return 0;
}

/* "; the letters are -c, -e and -o": none is nearer to a letter than another one. */
static void put_letters(struct iq_str *error, unsigned scope)
{
    const char *between = "; the letters are ";
    int left = 0;
    for (int id = 0; id < IQ_OPTION_COUNT; id++)
        left += iq_option_table[id].scopes & scope && iq_option_table[id].letter;
    for (int id = 0; id < IQ_OPTION_COUNT; id++) {
        const struct iq_option *option = &iq_option_table[id];
        if (!(option->scopes & scope) || !option->letter)
            continue;
        iq_str_printf(error, "%s-%c", between, option->letter);
        between = --left == 1 ? " and " : ", ";
    }
}

int iq_option_unknown(const char *word, unsigned scope, struct iq_str *error)
{
    char name[80];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    iq_str_printf(error, "unknown option '%s'", name);
    if (name[1] != '-' && name[1] && !name[2]) {
        put_letters(error, scope);
        return IQ_EINVAL;
    }
    struct iq_suggest suggest = { .word = name + (strncmp(name, "--", 2) ? 1 : 2) };
    for (int id = 0; id < IQ_OPTION_COUNT; id++)
        if (iq_option_table[id].scopes & scope)
            iq_suggest_offer(&suggest, iq_option_table[id].name);
    if (suggest.best[0] && name[1])
        iq_str_printf(error,
                      iq_suggest_is_near(&suggest, 0) ? "; did you mean '--%s'?"
                                                      : "; the nearest is '--%s'",
                      suggest.best[0]);
    return IQ_EINVAL;
}

/* The option called [name], [length] characters, or with the letter name[0]; IQ_OPTION_COUNT:
 * none. */
static int find_option(unsigned scope, const char *name, size_t length, bool is_long)
{
    for (int id = 0; id < IQ_OPTION_COUNT; id++) {
        const struct iq_option *option = &iq_option_table[id];
        if (option->scopes & scope &&
            (is_long ? strlen(option->name) == length && !memcmp(option->name, name, length)
                     : option->letter == name[0]))
            return id;
    }
    return IQ_OPTION_COUNT;
}

/* One word of options at argv[*index], --name=value or letters; moves *index after it and its
 * argument. */
static int parse_one(struct iq_options *options, unsigned scope, char **argv, int argc, int *index,
                     struct iq_str *error)
{
    const char *word = argv[(*index)++];
    bool is_long = word[1] == '-';
    for (const char *name = is_long ? word + 2 : word + 1; name;) {
        size_t length = is_long ? strcspn(name, "=") : 1;
        int id = find_option(scope, name, length, is_long);
        if (id == IQ_OPTION_COUNT)
            return iq_option_unknown(word, scope, error);
        const struct iq_option *option = &iq_option_table[id];
        char shown[64];
        snprintf(shown, sizeof shown, is_long ? "--%s" : "-%.1s", is_long ? option->name : name);
        const char *value = !name[length] ? NULL : name + length + is_long, *more = NULL;
        if (option->argument == IQ_ARGUMENT_NONE && value) {
            if (is_long || value[0] == '=') {
                iq_str_printf(error, "option '%s' takes no argument (in '%s')", shown, word);
                return IQ_EINVAL;
            }
            more = value; /* -qv */
            value = NULL;
        }
        if (option->argument == IQ_ARGUMENT_NEED && !value) {
            if (*index >= argc) {
                iq_str_printf(error, "option '%s' needs an argument: %s", shown, option->word);
                return IQ_EINVAL;
            }
            value = argv[(*index)++];
        }
        if (iq_options_set(options, (enum iq_option_id)id, value ? value : "1", shown, error))
            return IQ_EINVAL;
        name = more;
    }
    return 0;
}

int iq_options_parse(struct iq_options *options, unsigned scope, int argc, char **argv, int start,
                     struct iq_str *error)
{
    *options = (struct iq_options){ 0 };
    for (int id = 0; id < IQ_OPTION_COUNT; id++)
        options->value[id] = iq_option_table[id].fallback;
    if (read_environment(options, scope, error))
        return IQ_EINVAL;
    int index = start, inherited_formats = options->format_count,
        inherited_outputs = options->output_count;
    bool runs_program = scope & IQ_SCOPE_PROGRAM;
    options->first = options->end = start;
    while (index < argc && !options->dashes) {
        /* explain -30 */
        bool number =
            !runs_program && argv[index][0] == '-' && isdigit((unsigned char)argv[index][1]);
        bool is_option = argv[index][0] == '-' && argv[index][1] && !number;
        if (is_option && !strcmp(argv[index], "--")) {
            options->dashes = true;
            index++;
        } else if (is_option) {
            if (parse_one(options, scope, argv, argc, &index, error))
                return IQ_EINVAL;
        } else if (runs_program)
            break;
        else
            argv[options->end++] = argv[index++];
    }
    if (runs_program)
        options->first = options->end = index;
    while (index < argc)
        argv[options->end++] = argv[index++];
    /* the command line replaces lists from the environment */
    if (options->format_count > inherited_formats && inherited_formats) {
        options->format_count -= inherited_formats;
        memmove(options->formats, options->formats + inherited_formats,
                (size_t)options->format_count * sizeof options->formats[0]);
    }
    if (options->output_count > inherited_outputs && inherited_outputs) {
        options->output_count -= inherited_outputs;
        memmove(options->outputs, options->outputs + inherited_outputs,
                (size_t)options->output_count * sizeof options->outputs[0]);
    }
    return 0;
}

void iq_options_finish(struct iq_options *options) { iq_arena_finish(&options->arena); }

bool iq_options_has(const struct iq_options *options, enum iq_option_id id)
{
    return options->value[id] && strcmp(options->value[id], "0");
}

/* Prints [text] wrapped at 100 columns, indented by [indent]; the first line goes on at
 * [column]. */
static void print_wrapped(FILE *out, const char *text, int column, int indent)
{
    if (column >= indent) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", indent - column, "");
    column = indent;
    while (*text) {
        int width = (int)strcspn(text, " ");
        if (column > indent && column + width > 100) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        fprintf(out, "%s%.*s", column > indent ? " " : "", width, text);
        column += width + (column > indent);
        text += width + (text[width] == ' ');
    }
    fputc('\n', out);
}

void iq_options_print(FILE *out, unsigned scope)
{
    for (int id = 0; id < IQ_OPTION_COUNT; id++) {
        const struct iq_option *option = &iq_option_table[id];
        if (!(option->scopes & scope))
            continue;
        const char *before = option->argument == IQ_ARGUMENT_NONE   ? ""
                             : option->argument == IQ_ARGUMENT_NEED ? "="
                                                                    : "[=";
        int column = fprintf(out, option->letter ? "  -%c, " : "      ", option->letter);
        column += fprintf(out, "--%s%s%s%s", option->name, before, option->word ? option->word : "",
                          option->argument == IQ_ARGUMENT_MAYBE ? "]" : "");
        char help[400];
        snprintf(help, sizeof help, option->fallback ? "%s (default: %s)" : "%s", option->help,
                 option->fallback);
        print_wrapped(out, help, column, 34);
    }
}
