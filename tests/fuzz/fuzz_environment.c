// link: report trace base
/* The environment of launcher and guest: INQUEST_ variables separated by newlines, the first byte picks the command's scope. */
#include <stdint.h>

#include "cli/fail.c"
#include "cli/options.c"
#include "call/config.c"

static void check_guest(const struct iq_config *config)
{
    if (config->trace_fd < -1 || config->trace_fd > 1 << 20 || config->max > 1000000 || config->watchdog_ns > 1000000000000000000u ||
        (config->rules && !*config->rules) || (config->session && !*config->session))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MAX_VARIABLES = 32 };
    char *argv[] = { (char *)"inquest", (char *)"program", NULL }, *variables[MAX_VARIABLES + 1], *text, *rest, **before = environ;
    struct iq_options options;
    struct iq_config config;
    struct iq_str error;
    size_t count = 0;
    if (size == 0 || !(text = malloc(size)))
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    for (char *word = strtok_r(text, "\n", &rest); word && count < MAX_VARIABLES; word = strtok_r(NULL, "\n", &rest))
        if (asprintf(&variables[count], "INQUEST_%s", word) > 0)
            count++;
    variables[count] = NULL;
    iq_config_parse(&config, variables);
    check_guest(&config);
    environ = variables;
    memset(&options, 0, sizeof options);
    iq_str_init_heap(&error);
    if (iq_options_parse(&options, 1u << data[0] % __builtin_popcount(IQ_SCOPE_ALL), 2, argv, 1, &error) ? error.length == 0 : options.first != 1)
        abort();        /* a refusal without a word, or the program lost */
    iq_options_finish(&options);
    iq_str_finish(&error);
    environ = before;
    while (count)
        free(variables[--count]);
    free(text);
    return 0;
}
