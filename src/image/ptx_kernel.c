/* What a kernel in PTX does with its parameters.  Its instructions are read once into short
 * records; then every register gets the value that thread 0 of block 0 sees, as far as it can be
 * told: a sum of parameter words, a constant, and "something else".  The order of definitions is
 * ignored: a register that is defined twice has both values.  What is read or written through a
 * value that is one parameter word plus a constant is touched whatever the other arguments are. */
#include <stdlib.h>

#include "image/ptx_scan.h"

enum { SLOTS_MAX = 1 << 18 };

static bool make_slots(struct ptx_scan *s, uint32_t count)
{
    uint64_t *keys = calloc(count, sizeof *keys);
    struct iq_ptx_value *values = calloc(count, sizeof *values);
    if (!keys || !values) {
        free(keys);
        free(values);
        return false;
    }
    s->keys = keys;
    s->values = values;
    s->slot_count = count;
    return true;
}

static unsigned element_bytes(const struct ptx_scan_token *type)
{
    struct ptx_scan_token copy = *type;
    return copy.length > 1 ? ptx_token_type_bytes(&copy) : 4;
}

/* One `.param [.align N] .type [.ptr ...] name [[N]]`, up to the comma or the parenthesis, which is
 * in [t] then. */
static int read_param(struct ptx_scan *s, struct ptx_scan_token *t, uint32_t *at)
{
    struct iq_image_kernel *kernel = s->kernel;
    struct ptx_scan_token name = { 0 };
    uint32_t align = 0, bytes = 4;
    int64_t count = 1, number;
    bool pointer = false, is_float = false;
    while (ptx_scan_next(s, t) && !ptx_token_is_char(t, ',') && !ptx_token_is_char(t, ')')) {
        if (ptx_token_is(t, ".align")) {
            if (ptx_scan_next(s, t) && ptx_token_number(t, &number) && !pointer && number > 0 &&
                number <= 4096)
                align = (uint32_t)number;
        } else if (ptx_token_is(t, ".ptr"))
            pointer = true;
        else if (ptx_token_is_char(t, '['))
            count = ptx_scan_next(s, t) && ptx_token_number(t, &number) && number >= 0 &&
                            number <= 32768
                        ? number
                        : 0;
        else if (*t->at == '.' && !pointer && !ptx_token_is(t, ".param")) {
            bytes = element_bytes(t);
            is_float = ptx_token_is(t, ".f32") || ptx_token_is(t, ".f64");
        } else if (*t->at != '.' && iq_image_is_ptx_word(*t->at))
            name = *t;
    }
    if (kernel->param_count == IQ_IMAGE_PARAMS)
        return IQ_ETOOBIG;
    if (!name.length)
        return IQ_ENOENT;
    align = align ? align : bytes;
    *at = (*at + align - 1) / align * align;
    s->params[kernel->param_count] = name;
    struct iq_image_param *param = &kernel->params[kernel->param_count++];
    *param = (struct iq_image_param){ .offset = *at,
                                      .size = (uint32_t)count * bytes,
                                      .is_float = is_float && count == 1 };
    if (!memmem(name.at, name.length, "_param_", 7)) { /* a compiler's names only count */
        param->name = name.at;
        param->name_length = name.length;
    }
    *at += (uint32_t)count * bytes;
    return 0;
}

/* What follows .reqntid, up to the first token behind it, which is in [t] then; what is left out is
 * one. */
static void read_block(struct ptx_scan *s, struct ptx_scan_token *t)
{
    uint32_t *block = s->kernel->block;
    for (int i = 0; i < 3; i++)
        block[i] = 1;
    int64_t number;
    for (int i = 0; ptx_scan_next(s, t) && ptx_token_number(t, &number); i++) {
        if (i < 3 && number > 0 && number <= UINT32_MAX)
            block[i] = (uint32_t)number;
        if (!ptx_scan_next(s, t) || !ptx_token_is_char(t, ','))
            return;
    }
}

/* From after the kernel's name to the opening brace of its body.  IQ_ENOENT: only a
 * declaration. */
static int read_head(struct ptx_scan *s)
{
    struct ptx_scan_token t;
    int error = 0;
    uint32_t bytes = 0;
    if (!ptx_scan_next(s, &t))
        return IQ_ENOENT;
    if (ptx_token_is_char(&t, '(')) {
        struct iq_image_words ahead = s->text;
        const char *word = "";
        if (iq_image_next_word(&ahead, &word) == 1 && *word == ')')
            s->text = ahead;
        else
            do {
                error = read_param(s, &t, &bytes);
            } while (!error && ptx_token_is_char(&t, ','));
        if (error || !ptx_scan_next(s, &t))
            return error ? error : IQ_ENOENT;
    }
    while (!ptx_token_is_char(&t, '{') && !ptx_token_is_char(&t, ';'))
        if (ptx_token_is(&t, ".reqntid"))
            read_block(s, &t);
        else if (!ptx_scan_next(s, &t))
            return IQ_ENOENT;
    s->kernel->bytes = bytes;
    return ptx_token_is_char(&t, '{') ? 0 : IQ_ENOENT;
}

/* From behind the name; [at] NULL: there is none. */
static int read_kernel(const char *at, const char *end, struct iq_image_kernel *kernel)
{
    struct ptx_scan s = { .kernel = kernel, .text = { at, end, 1 } };
    memset(kernel, 0, sizeof *kernel);
    int error = at ? read_head(&s) : IQ_ENOENT;
    if (error)
        return error;
    const char *close = memmem(s.text.at, (size_t)(s.text.end - s.text.at), "\n}", 2);
    size_t body = close ? (size_t)(close - s.text.at) : (size_t)(s.text.end - s.text.at);
    uint32_t slots = 256;
    while (slots < body / 12 && slots < SLOTS_MAX)
        slots *= 2;
    kernel->has_code = make_slots(&s, slots);
    if (kernel->has_code) {
        ptx_scan_body(&s);
        kernel->has_code = !s.failed && ptx_scan_settle(&s);
    }
    if (kernel->has_code)
        ptx_scan_conclude(&s);
    else
        kernel->word_count = 0;
    for (int i = 0;
         !kernel->has_code && i < kernel->param_count && kernel->word_count < IQ_IMAGE_WORDS; i++)
        if (kernel->params[i].size == 8)
            kernel->words[kernel->word_count++] =
                (struct iq_image_word){ .param = (uint16_t)i, .use = IQ_USE_UNKNOWN };
    free(s.keys);
    free(s.values);
    free(s.records);
    free(s.accesses);
    free(s.conditions);
    free(s.escapes);
    free(s.detours);
    free(s.labels);
    free(s.predicates);
    return 0;
}

static int compare(const void *left, const void *right)
{
    const struct iq_image_ptx_entry *a = left, *b = right;
    int order = memcmp(a->name, b->name, a->length < b->length ? a->length : b->length);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

int iq_image_ptx_entries_find(struct iq_image_ptx_entries *entries, const char *text, size_t size)
{
    static const char word[] = ".entry";
    const char *end = text + strnlen(text, size);
    *entries = (struct iq_image_ptx_entries){ .end = end };
    for (const char *at = text; (at = memmem(at, (size_t)(end - at), word, sizeof word - 1));) {
        at += sizeof word - 1;
        const char *name = at;
        while (name < end && (*name == ' ' || *name == '\t' || *name == '\n' || *name == '\r'))
            name++;
        for (at = name; at < end && iq_image_is_ptx_word(*at);)
            at++;
        struct iq_image_ptx_entry entry = { name, (size_t)(at - name) };
        if (entry.length && iq_vec_push(&entries->all, entry)) {
            iq_image_ptx_entries_finish(entries);
            return IQ_ENOMEM;
        }
    }
    if (entries->all.count)
        qsort(entries->all.data, entries->all.count, sizeof *entries->all.data, compare);
    return 0;
}

void iq_image_ptx_entries_finish(struct iq_image_ptx_entries *entries)
{
    iq_vec_finish(&entries->all);
}

int iq_image_ptx_entries_kernel(const struct iq_image_ptx_entries *entries, const char *name,
                                struct iq_image_kernel *kernel)
{
    struct iq_image_ptx_entry wanted = { name, strlen(name) };
    const struct iq_image_ptx_entry *found =
        entries->all.count ? bsearch(&wanted, entries->all.data, entries->all.count,
                                     sizeof *entries->all.data, compare)
                           : NULL;
    return read_kernel(found ? found->name + found->length : NULL, entries->end, kernel);
}

int iq_image_ptx_kernel(const char *text, size_t size, const char *name,
                        struct iq_image_kernel *kernel)
{
    struct iq_image_ptx_entries entries;
    int error = iq_image_ptx_entries_find(&entries, text, size);
    error = error ? error : iq_image_ptx_entries_kernel(&entries, name, kernel);
    iq_image_ptx_entries_finish(&entries);
    return error;
}
