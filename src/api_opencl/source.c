#include "api_opencl/source.h"

#include <stdio.h>
#include <string.h>

#include "api_opencl/source_text.h"

uint32_t iq_cl_type_bytes(const char *name, size_t length)
{
    static const struct {
        const char *name;
        uint32_t bytes;
    } types[] = {
        { "char", 1 }, { "uchar", 1 }, { "short", 2 },  { "ushort", 2 },
        { "half", 2 }, { "int", 4 },   { "uint", 4 },   { "float", 4 },
        { "long", 8 }, { "ulong", 8 }, { "double", 8 },
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t base = strlen(types[i].name);
        if (length < base || memcmp(name, types[i].name, base))
            continue;
        if (length == base)
            return types[i].bytes;
        unsigned count = 0;
        for (size_t k = base; k < length && k < base + 3; k++)
            count = name[k] >= '0' && name[k] <= '9' ? count * 10 + (unsigned)(name[k] - '0') : 99;
        if (length <= base + 2 &&
            (count == 2 || count == 3 || count == 4 || count == 8 || count == 16))
            return types[i].bytes * (count == 3 ? 4 : count);
    }
    return 0;
}

static bool is_qualifier(const struct text *token)
{
    static const char *const words[] = { "const",        "restrict",    "volatile",   "__restrict",
                                         "__restrict__", "struct",      "unsigned",   "signed",
                                         "read_only",    "write_only",  "read_write", "__read_only",
                                         "__write_only", "__read_write" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(token, words[i]))
            return true;
    return false;
}

static bool starts(const struct text *token, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(token->end - token->at) >= length && !memcmp(token->at, word, length);
}

struct declared {
    bool global, local, constant, is_const, pointer, is_unsigned, odd;
    struct text last, type;
};

static void read_declaration(struct text text, struct declared *out)
{
    struct text token;
    while (next(&text, &token)) {
        if (is(&token, "global") || is(&token, "__global"))
            out->global = true;
        else if (is(&token, "local") || is(&token, "__local"))
            out->local = true;
        else if (is(&token, "constant") || is(&token, "__constant"))
            out->constant = true;
        else if (is(&token, "const"))
            out->is_const |= !out->pointer;
        else if (is(&token, "*"))
            out->pointer = true;
        else if (is(&token, "unsigned"))
            out->is_unsigned = true;
        else if (is(&token, "private") || is(&token, "__private") || is_qualifier(&token))
            continue;
        else if (is_word(*token.at)) {
            if (!out->type.at && out->last.at)
                out->type = out->last;
            /* three words: something is hidden */
            out->odd |= out->type.at && out->type.at != out->last.at;
            out->last = token;
        } else
            out->odd = true;
    }
}

static void read_param(struct text text, struct iq_cl_param *param)
{
    struct declared found = { 0 };
    read_declaration(text, &found);
    *param = (struct iq_cl_param){ .kind = IQ_CL_ARG_UNKNOWN };
    if (!found.last.at)
        return;
    param->name = found.last.at;
    param->name_bytes = (uint32_t)(found.last.end - found.last.at);
    param->type = found.type.at;
    param->type_bytes = found.type.at ? (uint32_t)(found.type.end - found.type.at) : 0;
    if (found.odd)
        return;
    if (found.pointer) {
        param->kind = found.local                      ? IQ_CL_ARG_LOCAL
                      : found.global || found.constant ? IQ_CL_ARG_MEMORY
                                                       : IQ_CL_ARG_UNKNOWN;
        param->constant = found.constant;
        param->access = found.constant || found.is_const ? IQ_CL_ACCESS_READ : IQ_CL_ACCESS_UNKNOWN;
    } else if (found.type.at && starts(&found.type, "image"))
        param->kind = IQ_CL_ARG_IMAGE;
    else if (found.type.at && is(&found.type, "sampler_t"))
        param->kind = IQ_CL_ARG_SAMPLER;
    else if (found.type.at && !found.global && !found.local && !found.constant) {
        param->bytes = iq_cl_type_bytes(found.type.at, (size_t)(found.type.end - found.type.at));
        param->kind = param->bytes || found.is_unsigned ? IQ_CL_ARG_VALUE : IQ_CL_ARG_UNKNOWN;
    }
}

/* Is what stands after an element an assignment? */
static bool is_assigned(struct text text)
{
    struct text token, second;
    while (next(&text, &token)) {
        if (is(&token, ".")) { /* a component or a member */
            if (!next(&text, &token))
                return false;
            continue;
        }
        if (is(&token, "="))
            return !(text.at < text.end && *text.at == '=');
        if (strchr("+-*/%&|^", *token.at) && text.at < text.end)
            return *text.at == '=' ||
                   (*text.at == *token.at && (*token.at == '+' || *token.at == '-'));
        if ((*token.at == '<' || *token.at == '>') && next(&text, &second) &&
            *second.at == *token.at && text.at < text.end)
            return *text.at == '=';
        return false;
    }
    return false;
}

/* Does [body] write an element of [param] for certain: `param[...] =`, `*param =`? */
static bool is_written(struct text body, const struct iq_cl_param *param)
{
    struct text token, before = { NULL, NULL }, element;
    while (next(&body, &token)) {
        bool own = (size_t)(token.end - token.at) == param->name_bytes &&
                   !memcmp(token.at, param->name, param->name_bytes);
        if (own) {
            struct text after = body;
            if (before.at && is(&before, "*") && is_assigned(after))
                return true;
            if (next(&after, &element) && is(&element, "[") && inside(&after, '[', ']', &element) &&
                is_assigned(after))
                return true;
        }
        before = token;
    }
    return false;
}

/* --- the first element
 * ------------------------------------------------------------------------------------------
 */

static bool same(const struct text *a, const struct text *b)
{
    return b->at && a->end - a->at == b->end - b->at &&
           !memcmp(a->at, b->at, (size_t)(a->end - a->at));
}

/* Do the tokens `(0)` come next? */
static bool is_of_zero(struct text *text)
{
    struct text token;
    return next(text, &token) && is(&token, "(") && next(text, &token) && is(&token, "0") &&
           next(text, &token) && is(&token, ")");
}

/* The variable that is get_global_id(0), as it is; .at NULL: none is seen. */
static struct text find_index(struct text body)
{
    struct text token, last = { NULL, NULL }, target = { NULL, NULL };
    bool cast = false;
    while (next(&body, &token)) {
        if (target.at && is(&token, "get_global_id")) {
            struct text after = body, behind;
            if (is_of_zero(&after) && next(&after, &behind) &&
                (is(&behind, ";") || is(&behind, ",")))
                return target;
        }
        if (is(&token, "=") && last.at && is_word(*last.at)) {
            target = last;
            cast = false;
        } else if (target.at && is(&token, "(") && is(&last, "="))
            cast = true;
        else if (!cast || !(is_word(*token.at) || is(&token, ")")))
            target.at = NULL;
        last = token;
    }
    return (struct text){ NULL, NULL };
}

/* Does `> n) return` or `>= n) { return` come next? */
static bool is_guard(struct text text)
{
    struct text token;
    int depth = 0;
    while (next(&text, &token) && (depth || !is(&token, ")")))
        depth += is(&token, "(") ? 1 : is(&token, ")") ? -1 : 0;
    if (!next(&text, &token) || (is(&token, "{") && !next(&text, &token)))
        return false;
    return is(&token, "return");
}

/* Does the condition in brackets that comes next ask for something else than the index, or for
 * data? */
static bool asks_for_more(struct text text, const struct text *index)
{
    struct text token, inner;
    bool own = false;
    if (!next(&text, &token) || !is(&token, "(") || !inside(&text, '(', ')', &inner))
        return true;
    while (next(&inner, &token)) {
        if (is(&token, "["))
            return true;
        own |= same(&token, index);
    }
    return !own;
}

/* May the first work-item be kept from what the others do?  Only upper bounds are sure to let it
 * in. */
static bool has_condition(struct text body, const struct text *index)
{
    struct text token, last = { NULL, NULL };
    while (next(&body, &token)) {
        if (same(&token, index) && body.at < body.end) {
            struct text after = body, behind;
            if ((last.at && is(&last, "!")) || !next(&after, &behind))
                return true;
            if (strchr("!%&^?", *behind.at) ||
                (is(&behind, "=") && after.at < after.end && *after.at == '=') ||
                (is(&behind, ">") && !is_guard(after)))
                return true;
        }
        if ((is(&token, "if") || is(&token, "while") || is(&token, "switch")) &&
            asks_for_more(body, index))
            return true;
        last = token;
    }
    return false;
}

/* Is [inner], from between brackets, 0 for the first work-item? */
static bool is_first(struct text inner, const struct text *index)
{
    struct text token, more;
    if (!next(&inner, &token))
        return false;
    if (is(&token, "get_global_id") || is(&token, "get_group_id"))
        return is_of_zero(&inner) && !next(&inner, &more);
    return (is(&token, "0") || same(&token, index)) && !next(&inner, &more);
}

static void look_at_first(struct text body, const struct text *index, struct iq_cl_param *param)
{
    struct text token, inner, after, own = { param->name, param->name + param->name_bytes };
    while (next(&body, &token)) {
        after = body;
        if (!same(&token, &own) || !next(&after, &token) || !is(&token, "[") ||
            !inside(&after, '[', ']', &inner) || !is_first(inner, index))
            continue;
        if (is_assigned(after))
            param->writes_first = true;
        else
            param->reads_first = true;
    }
}

/* As what does the kernel read or write the elements of an image?  Only calls with the parameter
 * itself count. */
static uint8_t image_use(struct text body, const struct iq_cl_param *param)
{
    static const struct {
        const char *name;
        uint8_t use;
    } calls[] = {
        { "read_imagef", IQ_CL_IMAGE_FLOAT }, { "read_imagei", IQ_CL_IMAGE_INT },
        { "read_imageui", IQ_CL_IMAGE_UINT }, { "write_imagef", IQ_CL_IMAGE_FLOAT },
        { "write_imagei", IQ_CL_IMAGE_INT },  { "write_imageui", IQ_CL_IMAGE_UINT },
    };
    struct text token, after, own = { param->name, param->name + param->name_bytes };
    uint8_t use = IQ_CL_IMAGE_UNKNOWN;
    while (next(&body, &token))
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            struct text argument;
            after = body;
            if (!is(&token, calls[i].name) || !next(&after, &argument) || !is(&argument, "(") ||
                !next(&after, &argument) || !same(&argument, &own) || !next(&after, &argument) ||
                !is(&argument, ","))
                continue;
            if (use && use != calls[i].use)
                return IQ_CL_IMAGE_UNKNOWN;
            use = calls[i].use;
        }
    return use;
}

static void read_body(struct text body, struct iq_cl_param *params, int count)
{
    struct text index = find_index(body);
    bool conditional = has_condition(body, &index);
    for (int i = 0; i < count; i++) {
        if (params[i].kind == IQ_CL_ARG_IMAGE)
            params[i].image = image_use(body, &params[i]);
        if (params[i].kind != IQ_CL_ARG_MEMORY)
            continue;
        if (params[i].access == IQ_CL_ACCESS_UNKNOWN && is_written(body, &params[i]))
            params[i].access = IQ_CL_ACCESS_WRITE;
        if (!conditional)
            look_at_first(body, &index, &params[i]);
    }
}

/* Moves [text] after the parameters of the next kernel; its name and parameters.  False: there is
 * none. */
static bool next_kernel(struct text *text, struct text *name, struct text *params)
{
    struct text token, last = { NULL, NULL };
    bool kernel = false;
    while (next(text, &token)) {
        if (is(&token, "kernel") || is(&token, "__kernel"))
            kernel = true;
        else if (kernel && is(&token, "(")) {
            struct text inner;
            if (!inside(text, '(', ')', &inner))
                return false;
            if (last.at && is(&last, "__attribute__"))
                continue;
            *name = last;
            *params = inner;
            return last.at != NULL;
        } else if (is(&token, ";") || is(&token, "}"))
            kernel = false;
        last = token;
    }
    return false;
}

static int split(struct text params, struct iq_cl_param *out, int room)
{
    struct text token, scan = params;
    const char *begin = params.at;
    int count = 0, depth = 0;
    if (!next(&scan, &token) || (is(&token, "void") && !next(&scan, &token)))
        return 0;
    scan = params;
    while (true) {
        bool more = next(&scan, &token);
        depth += more ? (*token.at == '(') - (*token.at == ')') : 0;
        if (more && (depth || !is(&token, ",")))
            continue;
        if (count == room)
            return -1;
        read_param((struct text){ begin, more ? token.at : params.end }, &out[count++]);
        begin = token.end;
        if (!more)
            return count;
    }
}

int iq_cl_source_params(const char *source, size_t size, const char *kernel,
                        struct iq_cl_param *params, int room)
{
    struct text text = { source, source + size }, name, inner, token, body;
    while (next_kernel(&text, &name, &inner)) {
        if (!is(&name, kernel))
            continue;
        int count = split(inner, params, room);
        if (count > 0 && next(&text, &token) && is(&token, "{") && inside(&text, '{', '}', &body))
            read_body(body, params, count);
        return count;
    }
    return -1;
}

const char *iq_cl_source_line(const char *source, size_t size, uint32_t number, size_t *length)
{
    const char *at = source, *end = source + size;
    for (uint32_t line = 1; line < number && at < end; line++) {
        const char *behind = memchr(at, '\n', (size_t)(end - at));
        at = behind ? behind + 1 : end;
    }
    if (!number || at >= end)
        return NULL;
    const char *behind = memchr(at, '\n', (size_t)(end - at));
    *length = (size_t)((behind ? behind : end) - at);
    return at;
}

int iq_cl_source_kernels(const char *source, size_t size, char *text, size_t room)
{
    struct text scan = { source, source + size }, name, params;
    size_t used = 0;
    int count = 0;
    if (room)
        *text = 0;
    for (; next_kernel(&scan, &name, &params); count++)
        if (used + (size_t)(name.end - name.at) + 3 < room)
            used += (size_t)snprintf(text + used, room - used, "%s%.*s", used ? ", " : "",
                                     (int)(name.end - name.at), name.at);
    return count;
}

/* The number that ends at [end] (not included), after a colon or a bracket; 0: there is none. */
static const char *number_before(const char *begin, const char *end, uint32_t *number)
{
    const char *at = end;
    while (at > begin && at[-1] >= '0' && at[-1] <= '9')
        at--;
    *number = 0;
    for (const char *digit = at; digit < end && end - at < 9; digit++)
        *number = *number * 10 + (uint32_t)(*digit - '0');
    return at;
}

/* `file:LINE:COLUMN: error: text`, `file(LINE): error: text` and the like, as the compilers behind
 * OpenCL write them. */
static uint32_t line_before(const char *begin, const char *at)
{
    uint32_t first = 0, second = 0;
    while (at > begin && (at[-1] == ' ' || at[-1] == ':' || at[-1] == ')'))
        at--;
    const char *left = number_before(begin, at, &first);
    if (left > begin && left[-1] == ':' && first) {
        number_before(begin, left - 1, &second);
        return second ? second : first;
    }
    return left > begin && left[-1] == '(' ? first : 0;
}

bool iq_cl_log_complaint(const char *log, size_t size, struct iq_cl_complaint *complaint)
{
    static const char word[] = "error:";
    *complaint = (struct iq_cl_complaint){ 0 };
    const char *end = log + size, *line = log;
    for (const char *at = log; at + sizeof word - 1 <= end; at++) {
        if (*at == '\n')
            line = at + 1;
        if (memcmp(at, word, sizeof word - 1))
            continue;
        if (!complaint->count++) {
            const char *before = at, *text = at + sizeof word - 1;
            if (before - line > 6 && !memcmp(before - 6, "fatal ", 6))
                before -= 6;
            complaint->line = line_before(line, before);
            while (text < end && *text == ' ')
                text++;
            complaint->text = text;
            while (text < end && *text != '\n' && *text)
                text++;
            complaint->length = (size_t)(text - complaint->text);
        }
    }
    return complaint->count;
}
