/* See instrument.h: the heads of functions, and the module around them. */
#include "instrument/instrument.h"

#include <stdio.h>
#include <string.h>

#include "instrument/rewriter.h"
#include "ptx/place.h"

enum {
    PARAMETER_BYTES = 4096,
    TEXT_BYTES_MAX = 256 << 20,
    COLD_BYTES = 16 << 10,
    COLD_LOOKUP_BYTES = 48 << 10
};

static uint32_t round_up(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit * unit; }

static char *copy_name(struct iq_name name)
{
    char *copy = malloc(name.length + 1);
    if (copy) {
        memcpy(copy, name.text, name.length);
        copy[name.length] = 0;
    }
    return copy;
}

/* Does the kernel use memory of the driver's, as barriers of the grid do?  It is in no table. */
static bool uses_driver(const struct iq_body *body)
{
    for (uint32_t i = 0; i < body->tokens.count; i++)
        if (body->tokens.data[i].length > 7 && !memcmp(body->tokens.data[i].text, "%envreg", 7))
            return true;
    return false;
}

/* Parameters of ours behind those of [head], [what] at a time, [count] of them. */
static void put_parameters(struct rewriter *r, const struct iq_head *head, const char *what,
                           uint32_t count)
{
    iq_rewriter_copy(r, head->parameters_end);
    for (uint32_t i = 0; i < count; i++) {
        PUT("%s\n\t", i || r->body->parameters.count ? "," : "");
        PUT(what, i);
    }
    PUT("\n");
}

static const struct iq_instrument_cap *find_cap(const struct rewriter *r, struct iq_name kernel)
{
    for (uint32_t i = 0; i < r->cap_count; i++)
        if (iq_name_is(kernel, r->caps[i].kernel))
            return &r->caps[i];
    return NULL;
}

static void put_cap(struct rewriter *r, struct iq_name kernel)
{
    const struct iq_instrument_cap *cap = find_cap(r, kernel);
    if (cap)
        PUT("\n.maxntid %u, 1, 1\n", cap->threads);
}

/* Is the kernel of [head] to be left as it is? */
static bool is_left(const struct rewriter *r, const struct iq_head *head)
{
    const struct iq_instrument_cap *cap = find_cap(r, head->name);
    return cap && !cap->threads;
}

/* All shared variables so far, wherever they are put. */
static uint32_t shared_bytes(const struct rewriter *r)
{
    enum { RESERVED = 1024, ALIGNMENT = 128 };
    uint64_t bytes = RESERVED;
    for (uint32_t i = 0; i < r->variables.all.count; i++)
        if (r->variables.all.data[i].space == IQ_SPACE_SHARED)
            bytes += r->variables.all.data[i].bytes + ALIGNMENT;
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* The kernel's description. */
static void describe(struct rewriter *r, const struct iq_head *head)
{
    struct iq_instrument_kernel *kernel = r->kernel;
    kernel->name = copy_name(head->name);
    kernel->parameter_count = (uint32_t)r->body->parameters.count;
    kernel->parameter_bytes = head->parameter_bytes;
    kernel->hidden_offset = round_up(head->parameter_bytes, 8);
    kernel->is_bounded = head->is_bounded;
    kernel->waits_for_grid = uses_driver(r->body);
    kernel->first_site = r->races.first_site;
    kernel->watches_shared = r->races.watches_shared;
    kernel->shared_shift = r->races.shared_shift;
    kernel->global_shift = r->races.global_shift;
    kernel->watches_barriers = r->races.watches_barriers;
    kernel->watches_races = r->races.watches_shared || r->races.watches_global;
    kernel->shared_bytes = shared_bytes(r);
    for (uint32_t i = 0; i < r->body->roots.count; i++)
        if (!r->body->roots.data[i].variable)
            r->body->roots.data[i].name = copy_name(iq_root_name(r->body, i));
    kernel->roots = r->body->roots.data;
    kernel->root_count = (uint32_t)r->body->roots.count;
    kernel->words = r->words.data;
    kernel->word_count = (uint32_t)r->words.count;
    memset(&r->body->roots, 0, sizeof r->body->roots);
    memset(&r->words, 0, sizeof r->words);
}

/* The head of [head], with what is ours, and [body]. */
static int put_function(struct rewriter *r, const struct iq_head *head, const struct iq_str *body)
{
    char bounds[64];
    if (r->role == IQ_ROLE_KERNEL) {
        if (!r->words.count)
            iq_rewriter_word(r, IQ_WORD_LAUNCH, 0, 0, 0); /* no parameter is empty */
        snprintf(bounds, sizeof bounds, ".param .align 8 .b8 " IQ_INSTRUMENT_HIDDEN "[%u]",
                 (uint32_t)r->words.count * 8);
        put_parameters(r, head, bounds, 1);
        iq_rewriter_copy(r, head->parameters_end + 1);
        put_cap(r, head->name);
    } else if (r->role == IQ_ROLE_FUNCTION) {
        put_parameters(r, head, ".param .b64 " IQ_INSTRUMENT_HIDDEN "_%u", IQ_STATE_WORDS);
    }
    iq_rewriter_copy(r, iq_body_start(r->body)->at);
    if (r->role != IQ_ROLE_OTHER)
        iq_checks_put_declarations(r);
    iq_str_put(&r->text, body->data, body->length);
    if (r->role != IQ_ROLE_KERNEL)
        return 0;
    describe(r, head);
    return iq_vec_push(&r->kernels, *r->kernel);
}

/* Does what the body became go with [head]? */
static bool is_worth_it(const struct rewriter *r, const struct iq_head *head)
{
    bool fits = r->words.count * 8 + head->parameter_bytes + 8 <= PARAMETER_BYTES;
    bool tests = r->kernel->checked || r->calls || r->mask_tests || r->barrier_tests;
    return r->role == IQ_ROLE_KERNEL ? tests && fits : r->role == IQ_ROLE_OTHER ? r->calls : true;
}

/* What a kernel may have out of line.  Without the copies its look-ups do not guess, which makes
 * rows of pointers three times as slow: a kernel that has some may be longer. */
static size_t most_cold(const struct rewriter *r)
{
    return r->lookups ? COLD_LOOKUP_BYTES : COLD_BYTES;
}

/* The statements of .body go to [text], as [role] wants them; false: there is so much out of line
 * that the driver's compiler would take several times as long, and threads may end instead. */
static bool put_statements(struct rewriter *r, enum iq_role role, bool ends, struct iq_str *text)
{
    struct iq_str outer = r->text;
    iq_str_init_heap(&r->text);
    iq_str_init_heap(&r->cold);
    r->copied = iq_body_start(r->body)->at;
    iq_checks_begin(r, role, ends);
    iq_checks_put_body(r);
    bool fits = ends || role == IQ_ROLE_OTHER || r->cold.length < most_cold(r) ||
                !iq_regions_are_used(r) || r->checks & IQ_INSTRUMENT_UNCONTAINED ||
                !iq_races_may_end(r);
    *text = r->text;
    r->text = outer;
    iq_str_finish(&r->cold);
    return fits;
}

/* Puts the function with [head] and .body as [role] wants it; *done: it was worth it. */
static int rewrite(struct rewriter *r, const struct iq_head *head, enum iq_role role, bool *done)
{
    const char *copied = r->copied;
    uint32_t sites = (uint32_t)r->sites.count, members = (uint32_t)r->members.count;
    struct iq_str text;
    int error = 0;
    if (!put_statements(r, role, false, &text)) {
        iq_str_finish(&text);
        iq_vec_finish(&r->words);
        r->sites.count = sites;
        put_statements(r, role, true, &text);
    }
    const char *behind = r->copied;
    r->copied = copied;
    *done = is_worth_it(r, head);
    if (*done) {
        error = put_function(r, head, &text);
        r->copied = behind;
    } else {
        r->sites.count = sites;
        r->members.count = members;
    }
    r->failed |= text.truncated;
    iq_str_finish(&text);
    iq_vec_finish(&r->words);
    return r->failed ? IQ_ENOMEM : error;
}

static int rewrite_as(struct rewriter *r, const struct iq_head *head, enum iq_role role)
{
    bool done;
    int error = rewrite(r, head, role, &done);
    if (role != IQ_ROLE_KERNEL) {
        r->out->function_accesses += r->kernel->accesses;
        r->out->function_checked += r->kernel->checked;
    }
    if (error || done || role == IQ_ROLE_OTHER)
        return error;
    return rewrite(r, head, IQ_ROLE_OTHER, &done); /* what it calls has parameters of ours */
}

/* Instruments what comes after ".entry" or ".func", or leaves it as it is. */
static int do_function(struct rewriter *r, struct iq_ptx_lexer *lexer, bool is_kernel)
{
    struct iq_body body = { .variables = &r->variables,
                            .own_variables = (uint32_t)r->variables.all.count };
    struct iq_instrument_kernel kernel = { .name = NULL };
    struct iq_head head;
    r->body = &body;
    r->kernel = &kernel;
    int error = iq_head_read(lexer, &body, &head);
    bool checked = !error && !is_kernel && iq_function_is_checked(&r->functions, head.name);
    enum iq_role role = !is_kernel ? checked ? IQ_ROLE_FUNCTION : IQ_ROLE_OTHER
                        : !error && head.parameters_end && !head.is_irregular && !is_left(r, &head)
                            ? IQ_ROLE_KERNEL
                            : IQ_ROLE_OTHER;
    if (!error && head.body) {
        error = iq_body_read(&body, lexer);
        if (!error)
            error = iq_origins_find(&body);
        r->may_search_here = !uses_driver(&body);
        if (!error)
            error = rewrite_as(r, &head, role);
    } else if (checked) {
        put_parameters(r, &head, ".param .b64 " IQ_INSTRUMENT_HIDDEN "_%u", IQ_STATE_WORDS);
    }
    iq_body_finish(&body);
    return error;
}

/* ".file 1 "name"": its number and its name. */
static int note_file(struct rewriter *r, struct iq_ptx_lexer *lexer)
{
    struct iq_ptx_token number, name;
    iq_ptx_lexer_next(lexer, &number);
    iq_ptx_lexer_next(lexer, &name);
    if (number.kind != TK_INT || name.kind != TK_STRING)
        return 0;
    char *copy = copy_name(iq_token_name(&name));
    if (!copy)
        return IQ_ENOMEM;
    if (iq_vec_push(&r->files, copy)) {
        free(copy);
        return IQ_ENOMEM;
    }
    return iq_vec_push(&r->file_numbers, (uint32_t)number.value);
}

/* ".global .align 4 .b8 table[400];" after its first word: a variable of known size.  In front of
 * that there may be .visible or .weak; what is .extern has its size elsewhere. */
static int note_variable(struct rewriter *r, struct iq_ptx_lexer *lexer, struct iq_ptx_token token,
                         bool external)
{
    struct iq_variable_reader reader = { .external = external };
    do
        iq_variable_read(&reader, &token);
    while (iq_ptx_lexer_next(lexer, &token),
           token.kind != TK_END && token.kind != TK_BAD && !iq_token_is(&token, ';'));
    return iq_variable_keep(&r->variables, &reader);
}

/* One pass over the module: over its files and variables, or over its functions. */
static int walk(struct rewriter *r, const char *text, size_t size, bool files)
{
    struct iq_ptx_lexer lexer;
    struct iq_ptx_token token;
    uint32_t depth = 0;
    bool external = false;
    int error = 0;
    iq_ptx_lexer_init(&lexer, text, size);
    while (!error && (iq_ptx_lexer_next(&lexer, &token), token.kind != TK_END)) {
        if (token.kind == TK_BAD)
            return IQ_EFORMAT;
        depth += iq_token_is(&token, '{');
        depth -= depth && iq_token_is(&token, '}');
        if (token.kind != TK_DOT)
            continue;
        if (files && iq_ptx_token_is(&token, "file"))
            error = note_file(r, &lexer);
        else if (files && !depth &&
                 (iq_ptx_token_is(&token, "global") || iq_ptx_token_is(&token, "shared") ||
                  iq_ptx_token_is(&token, "const")))
            error = note_variable(r, &lexer, token, external);
        else if (!files && iq_ptx_token_is(&token, "entry"))
            error = do_function(r, &lexer, true);
        else if (!files && iq_ptx_token_is(&token, "func"))
            error = do_function(r, &lexer, false);
        external = iq_ptx_token_is(&token, "extern");
    }
    iq_rewriter_copy(r, files ? r->copied : lexer.at);
    return error;
}

static int copy_variables(struct rewriter *r)
{
    uint32_t count = (uint32_t)r->variables.all.count;
    r->out->variables = calloc(count + 1, sizeof *r->out->variables);
    for (uint32_t i = 0; r->out->variables && i < count; i++) {
        const struct iq_inst_variable *from = &r->variables.all.data[i];
        r->out->variables[i] = (struct iq_instrument_variable){ .name = copy_name(from->name),
                                                                .bytes = from->bytes,
                                                                .space = from->space };
        r->out->variable_count = i + 1;
        if (!r->out->variables[i].name)
            return IQ_ENOMEM;
    }
    return r->out->variables ? 0 : IQ_ENOMEM;
}

/* " 8.0" of ".version 8.0"; the text ends at [end]. */
static bool is_since_6_2(const char *version, const char *end)
{
    char number[16] = "", *point;
    size_t left = (size_t)(end - version), room = sizeof number - 1;
    memcpy(number, version, strnlen(version, left < room ? left : room));
    unsigned long major = strtoul(number, &point, 10);
    unsigned long minor = *point == '.' ? strtoul(point + 1, NULL, 10) : 0;
    return major > 6 || (major == 6 && minor >= 2);
}

/* After .address_size, where declarations may begin; NULL: not found. */
static const char *declarations_start(struct rewriter *r, const char *text, size_t size)
{
    struct iq_ptx_lexer lexer;
    struct iq_ptx_token token;
    iq_ptx_lexer_init(&lexer, text, size);
    while (iq_ptx_lexer_next(&lexer, &token), token.kind != TK_END && token.kind != TK_BAD) {
        if (token.kind == TK_IDENT && token.length > 3 && !memcmp(token.text, "sm_", 3))
            r->target = (uint32_t)strtoul(token.text + 3, NULL, 10);
        if (token.kind == TK_DOT && iq_ptx_token_is(&token, "version"))
            r->has_active_mask = is_since_6_2(lexer.at, text + size);
        if (token.kind == TK_DOT && iq_ptx_token_is(&token, "address_size")) {
            iq_ptx_lexer_next(&lexer, &token);
            return token.kind == TK_INT && token.value == 64 ? lexer.at : NULL;
        }
    }
    return NULL;
}

/* What device code calls to launch kernels; before CUDA 12, and since. */
static const char *const launchers[] = { "cudaGetParameterBuffer", "cudaLaunchDevice",
                                         "__cudaCDP2GetParameterBuffer", "__cudaCDP2LaunchDevice" };
enum { LAUNCHERS = sizeof launchers / sizeof *launchers };

static bool names_launch(const char *text, size_t size)
{
    for (size_t i = 0; i < LAUNCHERS; i++)
        if (memmem(text, size, launchers[i], strlen(launchers[i])))
            return true;
    return false;
}

bool iq_instrument_launches(const char *text, size_t size)
{
    struct iq_ptx_lexer lexer;
    struct iq_ptx_token token;
    bool external = false;
    iq_ptx_lexer_init(&lexer, text, size);
    if (!names_launch(text, size))
        return false;
    while (iq_ptx_lexer_next(&lexer, &token), token.kind != TK_END && token.kind != TK_BAD) {
        if (iq_token_is(&token, ';') || iq_token_is(&token, '{'))
            external = false;
        external |= token.kind == TK_DOT && iq_ptx_token_is(&token, "extern");
        for (size_t i = 0; external && token.kind == TK_IDENT && i < LAUNCHERS; i++)
            if (token.length >= strlen(launchers[i]) &&
                !memcmp(token.text, launchers[i], strlen(launchers[i])))
                return true;
    }
    return false;
}

static int instrument(struct rewriter *r, const char *text, size_t size, const char **why)
{
    const char *start = declarations_start(r, text, size);
    r->has_active_mask &= r->target >= 70;
    *why = "its PTX cannot be read";
    if (size > TEXT_BYTES_MAX || !start)
        return IQ_EUNSUPPORTED;
    *why = "its kernels launch kernels";
    if (names_launch(text, size))
        return IQ_EUNSUPPORTED;
    struct iq_str whole;
    r->may_search = !memmem(text, size, "malloc", 6);
    r->copied = start;
    int error = walk(r, text, size, true);
    r->variables.module_count = (uint32_t)r->variables.all.count;
    if (!error)
        error = iq_functions_find(&r->functions, text, size);
    if (!error && r->checks & IQ_INSTRUMENT_UNINITIALIZED)
        error = iq_demands_find(&r->demands, text, size);
    if (!error)
        error = walk(r, text, size, false);
    if (!error)
        error = copy_variables(r);
    *why =
        error == IQ_EFORMAT ? "its PTX cannot be read" : "no access of its kernels can be checked";
    if (error || !r->kernels.count)
        return error == IQ_ENOMEM ? error : IQ_EUNSUPPORTED;
    iq_str_init_heap(&whole);
    iq_str_put(&whole, text, (size_t)(start - text));
    uint32_t counters = (uint32_t)r->sites.count; /* none: what fixed places need */
    iq_str_printf(&whole, "\n.global .align 8 .b8 " IQ_INSTRUMENT_COUNTERS "[%u];\n",
                  (counters ? counters : 1) * 8);
    iq_endings_put_table(r, &whole);
    iq_barriers_put_library(r, &whole);
    iq_races_put_library(r, &whole);
    iq_races_put_global_library(r, &whole);
    iq_str_put(&whole, r->text.data, r->text.length);
    r->out->size = whole.length;
    r->out->text = whole.truncated ? (iq_str_finish(&whole), NULL) : iq_str_take(&whole);
    return r->out->text ? 0 : IQ_ENOMEM;
}

int iq_instrument(const char *text, size_t size, unsigned checks,
                  const struct iq_instrument_cap *caps, uint32_t cap_count,
                  struct iq_instrumented *out, const char **why)
{
    struct rewriter r = { .out = out, .checks = checks, .caps = caps, .cap_count = cap_count };
    const char *ignored;
    r.functions.is_linked = checks & IQ_INSTRUMENT_LINKED;
    size = strnlen(text, size);
    memset(out, 0, sizeof *out);
    iq_str_init_heap(&r.text);
    int error = instrument(&r, text, size, why ? why : &ignored);
    iq_str_finish(&r.text);
    iq_vec_finish(&r.file_numbers);
    iq_vec_finish(&r.places);
    iq_vec_finish(&r.variables.all);
    iq_vec_finish(&r.caches);
    iq_vec_finish(&r.guesses);
    iq_vec_finish(&r.members);
    iq_vec_finish(&r.rows.members);
    iq_vec_finish(&r.end_roots);
    iq_vec_finish(&r.limits);
    iq_functions_finish(&r.functions);
    iq_demands_finish(&r.demands);
    out->kernels = r.kernels.data;
    out->kernel_count = (uint32_t)r.kernels.count;
    out->sites = r.sites.data;
    out->site_count = (uint32_t)r.sites.count;
    out->files = r.files.data;
    out->file_count = (uint32_t)r.files.count;
    if (error)
        iq_instrumented_finish(out);
    return error;
}

void iq_instrumented_finish(struct iq_instrumented *out)
{
    for (uint32_t i = 0; i < out->kernel_count; i++) {
        for (uint32_t k = 0; k < out->kernels[i].root_count; k++)
            free(out->kernels[i].roots[k].name);
        free(out->kernels[i].name);
        free(out->kernels[i].roots);
        free(out->kernels[i].words);
    }
    for (uint32_t i = 0; i < out->file_count; i++)
        free(out->files[i]);
    for (uint32_t i = 0; i < out->variable_count; i++)
        free(out->variables[i].name);
    free(out->variables);
    free(out->kernels);
    free(out->sites);
    free(out->files);
    free(out->text);
    memset(out, 0, sizeof *out);
}

void iq_instrument_say_place(char *text, size_t size, const struct iq_instrument_variable *variable,
                             uint64_t bytes, uint64_t base, uint64_t address)
{
    iq_ptx_say_variable(text, size, variable->name, base, bytes, address);
}

uint64_t iq_instrument_say_dynamic(char *text, size_t size, uint64_t given, uint64_t at,
                                   uint32_t bytes, uint64_t threads)
{
    return iq_ptx_say_dynamic(text, size, given, at, bytes, threads, false);
}

void iq_instrument_say_short_texture(char *text, size_t size, uint64_t bytes, uint32_t texel_bytes)
{
    iq_ptx_say_short_texture(text, size, bytes, texel_bytes);
}

bool iq_instrument_is_element(uint64_t factor, uint32_t access)
{
    return iq_ptx_is_element(factor, access);
}
