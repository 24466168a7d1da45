// link: base
#include <stdbool.h>

#include "test.h"

/* Every status code of both APIs is explained, under its own names, by rules that exist. */

static const struct {
    int code;
    const char *driver, *runtime, *meaning, *measured, *rules, *fix;
} explained[] = {
#define EXPLAIN(code, driver, runtime, meaning, measured, rules, fix) \
    { code, driver, runtime, meaning, measured, rules, fix },
#include "report/explain_codes.def"
};
enum { EXPLAINED = sizeof explained / sizeof explained[0] };

static const char *const rules[] = {
#define RULE(NAME, id, family, severity, sentence) id,
#include "rules/rules.def"
};

struct code {
    int code;
    const char *name;
};
static const struct code driver_codes[] = {
#define ERROR(code, name, text) { code, #name },
#include "cuda/errors.def"
};
static const struct code runtime_codes[] = {
#define ERROR(code, name, text) { code, #name },
#include "cudart/errors.def"
};

static int find(int code)
{
    for (int i = 0; i < EXPLAINED; i++)
        if (explained[i].code == code)
            return i;
    return -1;
}

TEST(every_code_is_explained)
{
    for (size_t i = 0; i < sizeof driver_codes / sizeof driver_codes[0]; i++) {
        int at = find(driver_codes[i].code);
        CHECK_STR(at < 0 ? "" : explained[at].driver, driver_codes[i].name);
    }
    for (size_t i = 0; i < sizeof runtime_codes / sizeof runtime_codes[0]; i++) {
        int at = find(runtime_codes[i].code);
        CHECK_STR(at < 0 ? "" : explained[at].runtime, runtime_codes[i].name);
    }
}

static bool is_rule(const char *id, size_t length)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (strlen(rules[i]) == length && !memcmp(rules[i], id, length))
            return true;
    return false;
}

TEST(rules_exist)
{
    for (int i = 0; i < EXPLAINED; i++) {
        CHECK(explained[i].meaning[0] && explained[i].fix[0] && explained[i].rules[0]);
        for (const char *id = explained[i].rules; *id; id += strspn(id, " ")) {
            size_t length = strcspn(id, " ");
            CHECK(is_rule(id, length));
            id += length;
        }
    }
}
