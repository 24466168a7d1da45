/* `inquest explain`: error codes by name or number, rules by id. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/markdown.h"
#include "cli/output.h"
#include "report/rule_docs.h"
#include "report/rules.h"
#include "report/safe.h"

/* One status code: of CUDA with a name per API, of others with one. */
struct known_code {
    const char *api;
    int number;
    const char *name, *second, *meaning, *measured, *rules, *fix;
};

static const struct known_code codes[] = {
#define EXPLAIN(code, driver, runtime, meaning, measured, rules, fix) \
    { "CUDA", code, runtime, driver, meaning, measured, rules, fix },
#include "report/explain_codes.def"
#define EXPLAIN(api, code, name, meaning, rules) { api, code, name, "", meaning, "", rules, "" },
#include "report/explain_other.def"
};

/* What cudaGetErrorString and cuGetErrorString answer. */
static const struct {
    const char *name, *text;
} texts[] = {
#define ERROR(number, name, text) { #name, text },
#include "cuda/errors.def"
#undef ERROR
#define ERROR(number, name, text) { #name, text },
#include "cudart/errors.def"
#undef ERROR
#define WORDS(words, name) { #name, words },
#include "report/explain_words.def"
};
static const struct {
    long number;
    const char *name;
} old_numbers[] = {
#define OLD(number, name) { number, #name },
#include "report/explain_words.def"
};
enum { TEXT_COUNT = sizeof texts / sizeof texts[0] };
enum { CODE_COUNT = sizeof codes / sizeof codes[0], WIDTH = 96, NARROWEST = 40 };

/* [text] with an indent, wrapped. */
static void print_wrapped(const char *text)
{
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column && column + 1 + length > WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += printf("%s%.*s", column ? " " : "  ", length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static const char *sentence_of(const char *rule, size_t length)
{
    const char *id, *sentence;
    for (unsigned n = 0; (id = iq_rules_get(n, NULL, &sentence)); n++)
        if (strlen(id) == length && !memcmp(id, rule, length))
            return sentence;
    return "";
}

static void print_code(const struct known_code *code)
{
    bool both = *code->name && *code->second;
    printf("%s%s%s (%d, %s)\n\n", code->name, both ? ", " : "", code->second, code->number,
           code->api);
    print_wrapped(code->meaning);
    if (*code->measured) {
        printf("\nWhat real drivers do\n\n");
        print_wrapped(code->measured);
    }
    if (*code->rules)
        printf(
            "\nUsual causes, and the rules that find them (`inquest explain RULE' shows more)\n\n");
    for (const char *rule = code->rules; *rule; rule += strspn(rule, " ")) {
        size_t length = strcspn(rule, " ");
        printf("  %-28.*s %s\n", (int)length, rule, sentence_of(rule, length));
        rule += length;
    }
    if (*code->fix) {
        printf("\nWhat to do\n\n");
        print_wrapped(code->fix);
    }
}

static const char *doc_of(const char *id)
{
    for (const struct iq_rule_doc *doc = iq_rule_docs; doc->id; doc++)
        if (!strcmp(doc->id, id))
            return doc->text;
    return NULL;
}

static bool is_name(const char *name, const char *word) { return *name && !strcasecmp(name, word); }

/* Prints every code with this number or, if [word] is no number, this name. */
static bool explain_code(const char *word, bool is_number, long number)
{
    bool found = false;
    for (int i = 0; i < CODE_COUNT; i++) {
        const struct known_code *code = &codes[i];
        if (is_number ? code->number != number
                      : !is_name(code->name, word) && !is_name(code->second, word))
            continue;
        if (found)
            putchar('\n');
        print_code(code);
        found = true;
    }
    return found;
}

/* "CUDA error: invalid argument", as programs print it: the longest text in [word]; or the longest
 * of several words. */
static bool explain_text(const char *word, bool several)
{
    const char *best = "", *name = NULL;
    for (int i = 0; i < TEXT_COUNT; i++)
        if (strlen(texts[i].text) > strlen(best) && (!several || strchr(texts[i].text, ' ')) &&
            strcasestr(word, texts[i].text)) {
            best = texts[i].text;
            name = texts[i].name;
        }
    return name && explain_code(name, false, 0);
}

/* What the number meant before CUDA 10.1. */
static bool explain_old(long number)
{
    for (size_t i = 0; i < sizeof old_numbers / sizeof old_numbers[0]; i++)
        if (old_numbers[i].number == number) {
            printf("(%ld was its number before CUDA 10.1)\n", number);
            return explain_code(old_numbers[i].name, false, 0);
        }
    return false;
}

static bool explain_rule(const char *word, const struct iq_report_options *how)
{
    const char *id, *family, *sentence;
    for (unsigned n = 0; (id = iq_rules_get(n, &family, &sentence)); n++) {
        if (strcasecmp(id, word) != 0)
            continue;
        const char *page = doc_of(id);
        if (page)
            iq_markdown_print(page, how->width > NARROWEST ? how->width : WIDTH, how->color);
        else
            printf("%s\n\nRule of the family %s (%s): %s.\n", id, family,
                   iq_rules_family_title(family), sentence);
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

/* One line per rule, by family. */
static bool list_rules(void)
{
    const char *id, *family, *sentence, *before = "";
    for (unsigned n = 0; (id = iq_rules_get(n, &family, &sentence)); n++) {
        if (strcmp(family, before) != 0)
            printf("%s%s (%s)\n", n ? "\n" : "", iq_rules_family_title(family), family);
        before = family;
        printf("  %-28s %s\n", id, sentence);
    }
    return true;
}

static bool list_codes(void)
{
    for (int i = 0; i < CODE_COUNT; i++) {
        const struct known_code *code = &codes[i];
        if (!i || strcmp(code->api, codes[i - 1].api) != 0)
            printf("%s%s\n", i ? "\n" : "", code->api);
        printf("  %5d  %s%s%s\n", code->number, code->name,
               *code->name && *code->second ? ", " : "", code->second);
    }
    return true;
}

/* Offers what [word] is a part of: "overflow" is one of range-overflow. */
static unsigned offer_part(const char *candidate, const char *word, unsigned offered)
{
    enum { SHORTEST = 4, MOST = 4 };
    if (strlen(word) < SHORTEST || offered >= MOST || !strcasestr(candidate, word))
        return offered;
    fprintf(stderr, "%s%s", offered ? ", " : "; did you mean ", candidate);
    return offered + 1;
}

static int unknown(const char *word)
{
    struct iq_suggest suggest = { .word = word };
    struct iq_str safe;
    const char *id;
    unsigned offered = 0;
    iq_str_init_heap(&safe);
    iq_safe_put(&safe, word, strlen(word));
    fprintf(stderr, "inquest: error: '%s' is neither an error code nor a rule", iq_str_text(&safe));
    iq_str_finish(&safe);
    for (unsigned n = 0; (id = iq_rules_get(n, NULL, NULL)); n++) {
        iq_suggest_offer(&suggest, id);
        offered = offer_part(id, word, offered);
    }
    for (int i = 0; i < CODE_COUNT; i++) {
        iq_suggest_offer(&suggest, codes[i].name);
        iq_suggest_offer(&suggest, codes[i].second);
        offered = offer_part(*codes[i].name ? codes[i].name : codes[i].second, word, offered);
    }
    for (int i = 0; !offered && i < 3 && iq_suggest_is_near(&suggest, i); i++)
        fprintf(stderr, "%s%s", i ? ", " : "; did you mean ", suggest.best[i]);
    bool any = offered || iq_suggest_is_near(&suggest, 0);
    fputs(any ? "?\n" : "; `inquest explain rules' and `inquest explain codes' list them\n",
          stderr);
    return IQ_EXIT_TROUBLE;
}

static int explain(const char *word, const struct iq_report_options *how)
{
    char *end;
    errno = 0;
    long number = strtol(word, &end, 0);
    bool is_number = *word && !*end && !errno;
    if (explain_code(word, is_number, number) || (is_number && explain_old(number)))
        return 0;
    if ((!strcmp(word, "rules") && list_rules()) || (!strcmp(word, "codes") && list_codes()))
        return 0;
    return !is_number &&
                   (explain_rule(word, how) || explain_family(word) || explain_text(word, false))
               ? 0
               : unknown(word);
}

/* A message of several words, given without quotes.  Names have no spaces: none is one by chance.
 */
static bool explain_message(int count, char **words)
{
    struct iq_str message;
    bool quoted = false;
    iq_str_init_heap(&message);
    for (int i = 0; i < count; i++) {
        quoted |= strchr(words[i], ' ') != NULL;
        iq_str_printf(&message, "%s%s", i ? " " : "", words[i]);
    }
    bool found = count > 1 && !quoted && explain_text(iq_str_text(&message), true);
    iq_str_finish(&message);
    return found;
}

int iq_command_explain(const struct iq_options *options, int count, char **words)
{
    int status = 0;
    struct iq_report_options how = iq_output_options(options, STDOUT_FILENO);
    if (!count)
        return iq_command_fail("nothing to explain; usage: inquest explain CODE-or-RULE "
                               "(`inquest explain rules' and `... codes' list them)");
    bool done = explain_message(count, words);
    for (int i = 0; i < count && !done; i++) {
        if (i && !status)
            putchar('\n');
        int one = explain(words[i], &how);
        status = status ? status : one;
    }
    return fflush(stdout) ? iq_command_fail("cannot write to stdout") : status;
}
