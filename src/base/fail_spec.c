#include "base/fail_spec.h"

#include <string.h>

#include "base/errors.h"

/* A part of what is parsed. */
struct part {
    const char *text;
    size_t length;
};

static int complain(struct iq_str *error, struct part whole, const char *what)
{
    if (error)
        iq_str_printf(error, "'%.*s' %s", (int)whole.length, whole.text, what);
    return IQ_EINVAL;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool starts(struct part part, const char *word)
{
    size_t length = strlen(word);
    return part.length >= length && !memcmp(part.text, word, length);
}

static struct part behind(struct part part, size_t skipped)
{
    return (struct part){ part.text + skipped, part.length - skipped };
}

/* All digits, and not more than fits. */
static bool read_number(struct part part, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < part.length; i++)
        if (!is_digit(part.text[i]) || *number > (UINT64_MAX >> 1) / 10 - 1)
            return false;
        else
            *number = *number * 10 + (uint64_t)(part.text[i] - '0');
    return part.length > 0;
}

/* 4096, 16K, 1M, 2G */
static bool read_bytes(struct part part, uint64_t *bytes)
{
    static const char units[] = "KMG";
    const char *unit = part.length ? strchr(units, part.text[part.length - 1]) : NULL;
    int shift = unit && *unit ? 10 * (int)(unit - units + 1) : 0;
    if (!read_number((struct part){ part.text, part.length - (shift != 0) }, bytes) ||
        *bytes > UINT64_MAX >> 1 >> shift)
        return false;
    *bytes <<= shift;
    return true;
}

/* 0, 1, 0.25, .5 */
static bool read_probability(struct part part, double *probability)
{
    double scale = 1;
    bool dot = false, digit = false;
    *probability = 0;
    for (size_t i = 0; i < part.length; i++) {
        char c = part.text[i];
        if (c == '.' && !dot) {
            dot = true;
            continue;
        }
        if (!is_digit(c))
            return false;
        digit = true;
        scale = dot ? scale / 10 : scale;
        *probability = dot ? *probability + scale * (c - '0') : *probability * 10 + (c - '0');
    }
    return digit && *probability <= 1;
}

static int read_condition(struct iq_fail_spec *spec, struct part whole, struct part part,
                          struct iq_str *error)
{
    uint64_t rank;
    if (starts(part, "p=")) {
        if (!read_probability(behind(part, 2), &spec->probability))
            return complain(error, whole, "needs a probability from 0 to 1 after p=");
    } else if (starts(part, "after=")) {
        spec->has_after = true;
        if (!read_bytes(behind(part, 6), &spec->after_bytes))
            return complain(error, whole, "needs a number of bytes after after=, such as 64M");
    } else if (starts(part, "rank=")) {
        if (!read_number(behind(part, 5), &rank))
            return complain(error, whole, "needs a number after rank=");
        spec->rank = (int64_t)rank;
    } else if (!read_number(part, &spec->nth) || !spec->nth)
        return complain(error, whole,
                        "has an unknown condition after ':'; it is N (from 1), p=P, after=BYTES "
                        "or rank=R");
    return 0;
}

static bool copy(char word[IQ_FAIL_WORD], struct part part)
{
    if (!part.length || part.length >= IQ_FAIL_WORD)
        return false;
    memcpy(word, part.text, part.length);
    word[part.length] = '\0';
    return true;
}

/* [whole] up to the last '=' is the call and its conditions. */
static int read_spec(struct iq_fail_spec *spec, struct part whole, struct iq_str *error)
{
    const char *equals = memrchr(whole.text, '=', whole.length);
    const char *colon = memchr(whole.text, ':', whole.length);
    if (!equals || (colon && equals < colon))
        return complain(error, whole, "has no code: it is CALL[:CONDITION]=CODE");
    struct part left = { whole.text, (size_t)(equals - whole.text) };
    struct part call = { left.text, colon ? (size_t)(colon - left.text) : left.length };
    *spec = (struct iq_fail_spec){ .probability = 1, .rank = -1 };
    if (!copy(spec->call, call))
        return complain(error, whole, "has no call, or one that is too long");
    if (!copy(spec->code, behind(whole, left.length + 1)))
        return complain(error, whole, "has no code, or one that is too long");
    for (size_t at = call.length; at < left.length;) {
        struct part rest = behind(left, at + 1);
        const char *next = memchr(rest.text, ':', rest.length);
        rest.length = next ? (size_t)(next - rest.text) : rest.length;
        int failed = read_condition(spec, whole, rest, error);
        if (failed)
            return failed;
        at += 1 + rest.length;
    }
    return 0;
}

int iq_fail_next(const char **text, struct iq_fail_spec *spec, struct iq_str *error)
{
    *text += strspn(*text, ", ");
    struct part whole = { *text, strcspn(*text, ", ") };
    if (!whole.length)
        return 0;
    *text += whole.length;
    int failed = read_spec(spec, whole, error);
    return failed ? failed : 1;
}

bool iq_fail_number(const char *code, int64_t *number)
{
    uint64_t value;
    bool negative = *code == '-';
    if (!read_number((struct part){ code + negative, strlen(code + negative) }, &value) ||
        value > INT32_MAX)
        return false;
    *number = negative ? -(int64_t)value : (int64_t)value;
    return true;
}
