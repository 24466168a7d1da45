#include "report/rules.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/errors.h"
#include "base/suggest.h"

enum { WORD_MAX_LENGTH = 64 };

static const struct {
    const char *name, *title;
} families[] = {
#define FAMILY(name, title) { name, title },
#include "report/families.def"
};

static const struct {
    const char *id, *family, *sentence;
} rules[] = {
#define RULE(NAME, id, family, severity, sentence) { id, family, sentence },
#include "rules/rules.def"
};
static const unsigned rule_count = sizeof rules / sizeof rules[0];

const char *iq_rules_get(unsigned n, const char **family, const char **sentence)
{
    if (n >= rule_count)
        return NULL;
    if (family)
        *family = rules[n].family;
    if (sentence)
        *sentence = rules[n].sentence;
    return rules[n].id;
}

bool iq_rules_is_known(const char *rule)
{
    for (unsigned n = 0; n < rule_count; n++)
        if (!strcmp(rules[n].id, rule))
            return true;
    return false;
}

const char *iq_rules_family_title(const char *family)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (!strcmp(families[i].name, family))
            return families[i].title;
    return family;
}

/* Does one word of a list name rule [n]? */
static bool names(const char *word, unsigned n)
{
    return !strcmp(word, "all") || !strcmp(word, rules[n].family) || !fnmatch(word, rules[n].id, 0);
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
                          iq_suggest_is_near(&suggest, 0) ? "did you mean" : "the nearest is",
                          suggest.best[0]);
        return IQ_EINVAL;
    }
    return 0;
}

bool iq_rules_list_has(const char *list, const char *rule)
{
    char word[WORD_MAX_LENGTH];
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
