#include "report/rules.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/errors.h"
#include "base/suggest.h"

enum { RULES_MAX = 200, WORD_MAX_LENGTH = 64 };

static const struct { const char *name, *title, *ids; } families[] = {
#define FAMILY(name, title, ids) { name, title, ids },
#include "report/families.def"
};

/* Ids cut out of the families' texts, filled on first use. */
static struct { char id[40]; unsigned family; } rules[RULES_MAX];
static unsigned rule_count;

static void load(void)
{
    if (rule_count)
        return;
    for (unsigned f = 0; f < sizeof families / sizeof families[0]; f++)
        for (const char *id = families[f].ids; *id && rule_count < RULES_MAX; id += strspn(id, " ")) {
            size_t length = strcspn(id, " ");
            snprintf(rules[rule_count].id, sizeof rules[0].id, "%.*s", (int)length, id);
            rules[rule_count++].family = f;
            id += length;
        }
}

const char *iq_rules_get(unsigned n, const char **family, const char **title)
{
    load();
    if (n >= rule_count)
        return NULL;
    if (family)
        *family = families[rules[n].family].name;
    if (title)
        *title = families[rules[n].family].title;
    return rules[n].id;
}

/* Does one word of a list name rule [n]? */
static bool names(const char *word, unsigned n)
{
    return !strcmp(word, "all") || !strcmp(word, families[rules[n].family].name) || !fnmatch(word, rules[n].id, 0);
}

/* Next word of a list into [word]; false at the end. */
static bool next_word(const char **list, char *word)
{
    *list += strspn(*list, ", ");
    size_t length = strcspn(*list, ", ");
    if (!length)
        return false;
    snprintf(word, WORD_MAX_LENGTH, "%.*s", (int)length, *list);
    *list += length;
    return true;
}

int iq_rules_list_error(const char *list, struct iq_str *error)
{
    char word[WORD_MAX_LENGTH];
    load();
    while (next_word(&list, word)) {
        bool known = false;
        struct iq_suggest suggest = { .word = word };
        for (unsigned n = 0; n < rule_count; n++) {
            known |= names(word, n);
            iq_suggest_offer(&suggest, rules[n].id);
        }
        if (known)
            continue;
        if (error)
            iq_str_printf(error, "unknown rule '%s'; %s '%s'?", word,
                          iq_suggest_is_near(&suggest, 0) ? "did you mean" : "the nearest is", suggest.best[0]);
        return IQ_EINVAL;
    }
    return 0;
}

bool iq_rules_list_has(const char *list, const char *rule)
{
    char word[WORD_MAX_LENGTH];
    load();
    while (next_word(&list, word)) {
        if (!strcmp(word, "all") || !fnmatch(word, rule, 0))
            return true;
        for (unsigned n = 0; n < rule_count; n++)
            if (!strcmp(rules[n].id, rule) && names(word, n))
                return true;
    }
    return false;
}

void iq_rules_list_expand(const char *list, struct iq_str *out)
{
    load();
    if (iq_rules_list_has(list, "all")) {
        iq_str_puts(out, "all");
        return;
    }
    bool first = true;
    for (unsigned n = 0; n < rule_count; n++)
        if (iq_rules_list_has(list, rules[n].id)) {
            iq_str_printf(out, "%s%s", first ? "" : ",", rules[n].id);
            first = false;
        }
}
