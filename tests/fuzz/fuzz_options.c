// link: report trace base
/* The option parser on arbitrary command lines: words are separated by newlines, the first byte picks the command's scope. */
#include <stdint.h>

#include "cli/fail.c"
#include "cli/options.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MAX_WORDS = 64 };
    struct iq_options options;
    struct iq_str error;
    char *argv[MAX_WORDS + 1] = { (char *)"inquest" }, *text, *rest;
    int argc = 1;
    if (size == 0 || !(text = malloc(size)))
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    for (char *word = strtok_r(text, "\n", &rest); word && argc < MAX_WORDS; word = strtok_r(NULL, "\n", &rest))
        argv[argc++] = word;
    memset(&options, 0, sizeof options);
    iq_str_init_heap(&error);
    int failed = iq_options_parse(&options, 1u << data[0] % __builtin_popcount(IQ_SCOPE_ALL), argc, argv, 1, &error);
    if (failed ? error.length == 0 : options.first < 0 || options.first > argc || options.end > argc)
        abort();        /* a refusal without a word, or words outside the command line */
    iq_options_finish(&options);
    iq_str_finish(&error);
    free(text);
    return 0;
}
