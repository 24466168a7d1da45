/* `inquest explain`: error codes by name or number, rules by id. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/suggest.h"
#include "cli/command.h"
#include "report/rule_docs.h"
#include "report/rules.h"

struct code { const char *api; int number; const char *name, *text; };

static const struct code codes[] = {
#define ERROR(number, name, text) { "CUDA driver API", number, #name, text },
#include "cuda/errors.def"
#define ERROR(number, name, text) { "CUDA runtime API", number, #name, text },
#include "cudart/errors.def"
};
enum { CODE_COUNT = sizeof codes / sizeof codes[0] };

static void print_code(const struct code *code)
{
    printf("%s (%d, %s): %s\n", code->name, code->number, code->api, code->text);
}

static const char *doc_of(const char *id)
{
    for (const struct iq_rule_doc *doc = iq_rule_docs; doc->id; doc++)
        if (!strcmp(doc->id, id))
            return doc->text;
    return NULL;
}

static bool explain_number(int number)
{
    bool found = false;
    for (int i = 0; i < CODE_COUNT; i++)
        if (codes[i].number == number) {
            print_code(&codes[i]);
            found = true;
        }
    return found;
}

static bool explain_name(const char *word)
{
    for (int i = 0; i < CODE_COUNT; i++)
        if (!strcasecmp(codes[i].name, word)) {
            print_code(&codes[i]);
            return true;
        }
    return false;
}

static bool explain_rule(const char *word)
{
    const char *id, *family, *sentence;
    for (unsigned n = 0; (id = iq_rules_get(n, &family, &sentence)); n++) {
        if (strcasecmp(id, word) != 0)
            continue;
        const char *page = doc_of(id);
        if (page)
            fputs(page, stdout);
        else
            printf("# %s\n\nRule of the family %s (%s): %s.\n", id, family, iq_rules_family_title(family), sentence);
        return true;
    }
    return false;
}

static bool explain_family(const char *word)
{
    const char *id, *family, *sentence;
    bool found = false;
    for (unsigned n = 0; (id = iq_rules_get(n, &family, &sentence)); n++)
        if (!strcasecmp(family, word)) {
            if (!found)
                printf("Rules about %s:\n", iq_rules_family_title(family));
            printf("  %-28s %s\n", id, sentence);
            found = true;
        }
    return found;
}

static int unknown(const char *word)
{
    struct iq_suggest suggest = { .word = word };
    const char *id;
    for (int i = 0; i < CODE_COUNT; i++)
        iq_suggest_offer(&suggest, codes[i].name);
    for (unsigned n = 0; (id = iq_rules_get(n, NULL, NULL)); n++)
        iq_suggest_offer(&suggest, id);
    fprintf(stderr, "inquest: error: '%s' is neither an error code nor a rule", word);
    bool any = false;
    for (int i = 0; i < 3; i++)
        if (iq_suggest_is_near(&suggest, i) || (!i && !isdigit((unsigned char)word[0]))) {
            fprintf(stderr, "%s%s", any ? ", " : "; did you mean ", suggest.best[i]);
            any = true;
        }
    fputs(any ? "?\n" : "\n", stderr);
    return IQ_EXIT_TROUBLE;
}

static int explain(const char *word)
{
    char *end;
    errno = 0;
    long number = strtol(word, &end, 0);
    if (*word && !*end && !errno && number >= -1000000000000L && number <= 1000000000000L)
        return explain_number((int)number) ? 0 : unknown(word);
    return explain_name(word) || explain_rule(word) || explain_family(word) ? 0 : unknown(word);
}

int iq_command_explain(const struct iq_options *options, int count, char **words)
{
    int status = 0;
    (void)options;
    if (!count)
        return iq_command_fail("nothing to explain; usage: inquest explain CODE-or-RULE");
    for (int i = 0; i < count; i++) {
        if (i)
            putchar('\n');
        int one = explain(words[i]);
        status = status ? status : one;
    }
    return fflush(stdout) ? iq_command_fail("cannot write to stdout") : status;
}
