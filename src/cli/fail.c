#include "cli/fail.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "base/fail_spec.h"
#include "base/suggest.h"

enum api {
#define NAMED_API(api) api,
#include "fail_names.inc"
};

static const struct {
    const char *name;
    enum api api;
} calls[] = {
#define CALL(name, api) { name, api },
#include "fail_names.inc"
};
static const struct {
    int64_t number;
    const char *name;
    enum api api;
} codes[] = {
#define CODE(number, name, api) { number, name, api },
#include "fail_names.inc"
};
enum { CALLS = sizeof calls / sizeof *calls, CODES = sizeof codes / sizeof *codes };

/* Bits of the APIs that have calls of this name or glob. */
static unsigned apis_of(const char *call)
{
    unsigned apis = 0;
    for (int i = 0; i < CALLS; i++)
        if (!fnmatch(call, calls[i].name, 0))
            apis |= 1u << calls[i].api;
    return apis;
}

/* Has one of [apis] the code [word], a name or a number? */
static bool has_code(unsigned apis, const char *word)
{
    int64_t number = 0;
    bool is_number = iq_fail_number(word, &number);
    for (int i = 0; i < CODES; i++)
        if (apis >> codes[i].api & 1 && codes[i].number &&
            (is_number ? codes[i].number == number : !strcmp(codes[i].name, word)))
            return true;
    return false;
}

static void put_best(struct iq_str *error, const struct iq_suggest *suggest)
{
    if (suggest->best[0])
        iq_str_printf(error, "; %s %s?",
                      iq_suggest_is_near(suggest, 0) ? "did you mean" : "the nearest is",
                      suggest->best[0]);
}

static int refuse_call(const char *call, struct iq_str *error)
{
    struct iq_suggest suggest = { .word = call };
    if (!error)
        return IQ_EINVAL;
    iq_str_printf(error, "no call that can fail is named '%s'", call);
    for (int i = 0; i < CALLS && !strpbrk(call, "*?["); i++)
        iq_suggest_offer(&suggest, calls[i].name);
    put_best(error, &suggest);
    return IQ_EINVAL;
}

/* The code of [apis] with the number of [word], which is a code of another API; NULL: none. */
static const char *counterpart(unsigned apis, const char *word)
{
    int64_t number = 0;
    for (int i = 0; i < CODES; i++)
        if (!strcmp(codes[i].name, word))
            number = codes[i].number;
    for (int i = 0; i < CODES && number; i++)
        if (apis >> codes[i].api & 1 && codes[i].number == number)
            return codes[i].name;
    return NULL;
}

static int refuse_code(unsigned apis, const struct iq_fail_spec *spec, struct iq_str *error)
{
    struct iq_suggest suggest = { .word = spec->code };
    const char *same = counterpart(apis, spec->code);
    if (!error)
        return IQ_EINVAL;
    iq_str_printf(error, "'%s' is not an error code of %s", spec->code, spec->call);
    for (int i = 0; i < CODES && !same; i++)
        if (apis >> codes[i].api & 1 && codes[i].number)
            iq_suggest_offer(&suggest, codes[i].name);
    if (same)
        iq_str_printf(error, "; did you mean %s?", same);
    else
        put_best(error, &suggest);
    return IQ_EINVAL;
}

int iq_fail_check(const char *value, struct iq_str *error)
{
    struct iq_fail_spec spec;
    int found, count = 0;
    while ((found = iq_fail_next(&value, &spec, error)) > 0) {
        unsigned apis = apis_of(spec.call);
        count++;
        if (!apis)
            return refuse_call(spec.call, error);
        if (!has_code(apis, spec.code))
            return refuse_code(apis, &spec, error);
    }
    if (!found && !count && error)
        iq_str_puts(error, "it is empty: name a call and a code, such as "
                           "cudaMalloc=cudaErrorMemoryAllocation");
    return found ? found : count ? 0 : IQ_EINVAL;
}
