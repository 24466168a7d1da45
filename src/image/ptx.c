/* The head of PTX text, and the names in it.  A tokenizer of words only: whether the rest is valid
 * PTX is for src/ptx. */
#include <ctype.h>

#include "image/inner.h"

/* Skips blanks and comments.  Returns false at the end. */
static bool skip_blank(struct iq_image_words *w)
{
    while (w->at < w->end && *w->at) {
        if (*w->at == '\n') {
            w->line++;
            w->at++;
        } else if (isspace((unsigned char)*w->at)) {
            w->at++;
        } else if (w->end - w->at >= 2 && w->at[0] == '/' && w->at[1] == '/') {
            while (w->at < w->end && *w->at && *w->at != '\n')
                w->at++;
        } else if (w->end - w->at >= 2 && w->at[0] == '/' && w->at[1] == '*') {
            for (w->at += 2; w->at < w->end && *w->at &&
                             !(w->end - w->at >= 2 && w->at[0] == '*' && w->at[1] == '/');
                 w->at++)
                w->line += *w->at == '\n';
            w->at = w->end - w->at >= 2 ? w->at + 2 : w->end;
        } else {
            return true;
        }
    }
    return false;
}

bool iq_image_is_ptx_word(char c)
{
    return isalnum((unsigned char)c) || c == '.' || c == '_' || c == '$' || c == '%';
}

/* The colons of ".shared::cta" or ".L2::128B"; a label has one. */
static bool is_qualifier(const struct iq_image_words *w)
{
    return w->end - w->at > 2 && w->at[0] == ':' && w->at[1] == ':' &&
           iq_image_is_ptx_word(w->at[2]);
}

size_t iq_image_next_word(struct iq_image_words *w, const char **word)
{
    if (!skip_blank(w))
        return 0;
    *word = w->at;
    if (*w->at == '"') {
        for (w->at++; w->at < w->end && *w->at && *w->at != '"'; w->at++) {
            w->line += *w->at == '\n';
            if (*w->at == '\\' && w->at + 1 < w->end && w->at[1])
                w->at++;
        }
        w->at += w->at < w->end && *w->at;
    } else if (iq_image_is_ptx_word(*w->at)) {
        while (w->at < w->end && (iq_image_is_ptx_word(*w->at) || is_qualifier(w)))
            w->at += *w->at == ':' ? 2 : 1;
    } else {
        w->at++;
    }
    return (size_t)(w->at - *word);
}

static bool same(const char *word, size_t length, const char *text)
{
    return length == strlen(text) && !memcmp(word, text, length);
}

/* Reads digits at [*at]; -1 if there are none or too many. */
static int number(const char **at, const char *end)
{
    int value = 0, digits = 0;
    for (; *at < end && isdigit((unsigned char)**at); ++*at, digits++) {
        if (digits >= 6)
            return -1;
        value = value * 10 + (**at - '0');
    }
    return digits ? value : -1;
}

bool iq_image_is_ptx(const char *text, size_t size)
{
    struct iq_image_words w = { text, text + size, 1 };
    const char *word = "";
    size_t length = iq_image_next_word(&w, &word);
    return same(word, length, ".version");
}

static void blame(struct iq_ptx_facts *facts, int line, enum iq_image_problem problem)
{
    if (!facts->problem) {
        facts->problem = problem;
        facts->line = line;
    }
}

static void read_version(struct iq_image_words *w, struct iq_ptx_facts *facts)
{
    const char *word = "";
    size_t length = iq_image_next_word(w, &word);
    const char *end = word + length;
    int major = length ? number(&word, end) : -1, minor = -1;
    if (major >= 0 && word < end && *word == '.') {
        word++;
        minor = number(&word, end);
    }
    if (major < 0 || minor < 0 || word != end) {
        blame(facts, w->line, IQ_PROBLEM_PTX_VERSION_FORM);
        return;
    }
    facts->version_major = major;
    facts->version_minor = minor;
}

static void read_target(struct iq_image_words *w, struct iq_ptx_facts *facts)
{
    const char *word = "";
    for (bool first = true;; first = false) {
        size_t length = iq_image_next_word(w, &word);
        size_t prefix = length > 3 && !memcmp(word, "sm_", 3)        ? 3
                        : length > 8 && !memcmp(word, "compute_", 8) ? 8
                                                                     : 0;
        const char *at = word + prefix, *end = word + length;
        facts->targets += prefix != 0;
        if (facts->targets == 2 && prefix)
            blame(facts, w->line, IQ_PROBLEM_PTX_TARGETS);
        if (prefix && !facts->target) {
            int target = number(&at, end);
            facts->target = target > 0 ? target : 0;
            facts->variant = at + 1 == end && (*at == 'a' || *at == 'f') ? *at : 0;
            if (target <= 0 || at + (facts->variant != 0) != end)
                blame(facts, w->line, IQ_PROBLEM_PTX_TARGET_KIND);
        } else if (same(word, length, "debug") && length) {
            facts->debug = true;
        } else if (first) {
            blame(facts, w->line, IQ_PROBLEM_PTX_TARGET_NAME);
            return;
        }
        struct iq_image_words ahead = *w;
        length = iq_image_next_word(&ahead, &word);
        if (!same(word, length, ",") || !length)
            return;
        *w = ahead;
    }
}

void iq_image_ptx_header(const char *text, size_t size, struct iq_ptx_facts *facts)
{
    *facts = (struct iq_ptx_facts){ .version_major = -1, .version_minor = -1, .address_size = 0 };
    struct iq_image_words w = { text, text + size, 1 };
    const char *word = "";
    size_t length;
    bool target = false;
    while ((length = iq_image_next_word(&w, &word))) {
        if (same(word, length, ".version")) {
            read_version(&w, facts);
        } else if (same(word, length, ".target")) {
            read_target(&w, facts);
            target = true;
        } else if (same(word, length, ".address_size")) {
            length = iq_image_next_word(&w, &word);
            const char *end = word + length;
            facts->address_size = length ? number(&word, end) : -1;
        } else {
            break; /* the head is over */
        }
    }
    if (facts->version_major < 0)
        blame(facts, 1, IQ_PROBLEM_PTX_NO_VERSION);
    if (!target)
        blame(facts, w.line, IQ_PROBLEM_PTX_NO_TARGET);
}

/* Name of a .entry or .func: the first identifier outside of parentheses. */
static size_t function_name(struct iq_image_words *w, const char **name)
{
    int depth = 0;
    size_t length;
    while ((length = iq_image_next_word(w, name))) {
        char c = **name;
        if (c == '(')
            depth++;
        else if (c == ')')
            depth--;
        else if (c == '{' || c == ';')
            return 0;
        else if (!depth && c != '.' && iq_image_is_ptx_word(c))
            return length;
    }
    return 0;
}

void iq_image_ptx_names(const char *text, size_t size, iq_image_visit_name visit, void *user)
{
    struct iq_image_words w = { text, text + size, 1 };
    const char *word = "";
    size_t length;
    while ((length = iq_image_next_word(&w, &word))) {
        bool kernel = same(word, length, ".entry");
        if (!kernel && !same(word, length, ".func"))
            continue;
        length = function_name(&w, &word);
        if (length && !visit(user, word, length, kernel))
            return;
    }
}

/* Does [word] begin a declaration, which ends with a semicolon or a body? */
static bool declares(const char *word, size_t length)
{
    static const char *const words[] = { ".visible", ".extern", ".weak",  ".common", ".entry",
                                         ".func",    ".global", ".const", ".shared", ".tex" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (same(word, length, words[i]))
            return true;
    return false;
}

int iq_image_ptx_open_line(const char *text, size_t size, enum iq_image_problem *problem)
{
    struct iq_image_words w = { text, text + size, 1 };
    const char *word = "";
    int depth = 0, line = 0, declared = 0;
    size_t length;
    while ((length = iq_image_next_word(&w, &word))) {
        if (!depth && !declared && declares(word, length))
            declared = w.line;
        if (*word == '{' || *word == ';')
            declared = 0;
        if (*word == '{' && !depth++)
            line = w.line;
        depth -= *word == '}' && depth;
    }
    *problem = depth ? IQ_PROBLEM_PTX_OPEN_BRACE : IQ_PROBLEM_PTX_NO_BODY;
    return depth ? line : declared;
}
