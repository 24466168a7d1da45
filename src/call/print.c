/* Interpreter of the argument tables; see print.h. */
#include "call/print.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/probe.h"
#include "base/str.h"

enum { STRING_LIMIT = 64, STRUCT_WORDS = 4, ARRAY_LIMIT = 8, NAME_BYTES = 256 };

/* Copies [size] bytes at [address] of this process; false if they are not readable. */
static bool peek(void *out, uint64_t address, size_t size)
{
    return address != 0 && iq_probe_read(out, address, size);
}

static void put_address(struct iq_str *out, uint64_t value)
{
    if (value == 0)
        iq_str_puts(out, "NULL");
    else
        iq_str_printf(out, "0x%llx", (unsigned long long)value);
}

/* Quoted and cut at STRING_LIMIT; a string that ends at a page end is read byte by byte up to
 * there. */
static void put_string(struct iq_str *out, uint64_t address)
{
    char text[STRING_LIMIT + 1];
    size_t length = 0;
    if (address == 0) {
        iq_str_puts(out, "NULL");
        return;
    }
    if (!peek(text, address, sizeof text)) {
        while (length < sizeof text && peek(&text[length], address + length, 1) && text[length])
            length++;
        if (length == 0 && !peek(text, address, 1)) {
            put_address(out, address);
            return;
        }
    } else {
        length = strnlen(text, sizeof text);
    }
    bool cut = length > STRING_LIMIT;
    iq_str_puts(out, "\"");
    for (size_t i = 0; i < length && i < STRING_LIMIT; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            iq_str_printf(out, "\\%c", c);
        else if (c == '\n')
            iq_str_puts(out, "\\n");
        else if (c < 0x20 || c == 0x7f)
            iq_str_printf(out, "\\x%02x", c);
        else
            iq_str_put(out, (const char *)&c, 1);
    }
    iq_str_puts(out, cut ? "\"..." : "\"");
}

/* The scalar of [arg] with its own width and sign. */
static int64_t signed_value(const struct iq_arg *arg, uint64_t value)
{
    switch (arg->bytes) {
    case 1: return (int8_t)value;
    case 2: return (int16_t)value;
    case 4: return (int32_t)value;
    default: return (int64_t)value;
    }
}

static uint64_t unsigned_value(const struct iq_arg *arg, uint64_t value)
{
    return arg->bytes && arg->bytes < 8 ? value & ((1ULL << (8 * arg->bytes)) - 1) : value;
}

static const char *member_name(const struct iq_set *set, uint64_t value, uint8_t bytes)
{
    uint64_t mask = bytes && bytes < 8 ? (1ULL << (8 * bytes)) - 1 : UINT64_MAX;
    for (uint32_t i = 0; i < set->count; i++)
        if (((set->members[i].value ^ value) & mask) == 0)
            return set->members[i].name;
    return NULL;
}

static void put_flags(struct iq_str *out, const struct iq_set *set, uint64_t value)
{
    bool any = false;
    for (uint32_t i = 0; i < set->count && value; i++) {
        uint64_t bits = set->members[i].value;
        if (bits == 0 || (bits & (bits - 1)) != 0 || (value & bits) == 0)
            continue;
        iq_str_printf(out, "%s%s", any ? "|" : "", set->members[i].name);
        value &= ~bits;
        any = true;
    }
    if (value || !any)
        iq_str_printf(out, value > 9 ? "%s0x%llx" : "%s%llu", any ? "|" : "",
                      (unsigned long long)value);
}

static void put_set(struct iq_str *out, const struct iq_arg *arg, uint64_t value)
{
    value = unsigned_value(arg, value);
    const char *name = member_name(iq_arg_set(arg), value, arg->bytes);
    if (name)
        iq_str_puts(out, name);
    else if (arg->role == IQ_ROLE_FLAGS)
        put_flags(out, iq_arg_set(arg), value);
    else
        iq_str_printf(out, "%lld", (long long)signed_value(arg, value));
}

/* Structs by value are few; those made of sizes are worth reading. */
static void put_struct(struct iq_str *out, const struct iq_arg *arg, uint64_t address)
{
    uint64_t words[STRUCT_WORDS];
    int32_t pair[2];
    if (strcmp(arg->type, "struct cudaExtent") == 0 && peek(words, address, 3 * sizeof words[0]))
        iq_str_printf(out, "{%llu, %llu, %llu}", (unsigned long long)words[0],
                      (unsigned long long)words[1], (unsigned long long)words[2]);
    else if (strcmp(arg->type, "struct cudaPitchedPtr") == 0 &&
             peek(words, address, 4 * sizeof words[0]))
        iq_str_printf(out, "{0x%llx, pitch %llu, %llu x %llu}", (unsigned long long)words[0],
                      (unsigned long long)words[1], (unsigned long long)words[2],
                      (unsigned long long)words[3]);
    else if (strstr(arg->type, "MemLocation") && peek(pair, address, sizeof pair))
        iq_str_printf(out, "{type %d, id %d}", pair[0], pair[1]);
    else
        iq_str_puts(out, "{...}");
}

/* A handle or memory address: by the name that the caller knows, else as a number. */
static void put_named(struct iq_str *out, const struct iq_arg *arg, uint64_t value,
                      const struct iq_printer *printer)
{
    char name[NAME_BYTES];
    if (arg->kind == IQ_KIND_STREAM && value <= 2) {
        static const char *const defaults[] = { "0", "legacy", "per-thread" };
        iq_str_puts(out, defaults[value]);
    } else if (value && printer &&
               printer->name(printer->context, (enum iq_kind)arg->kind, value, name, sizeof name)) {
        iq_str_puts(out, name);
    } else {
        put_address(out, value);
    }
}

/* What a result pointer points to once the call has succeeded. */
static void put_result(struct iq_str *out, const struct iq_arg *arg, uint64_t value,
                       const struct iq_printer *printer)
{
    uint64_t word = 0;
    int32_t number = 0;
    bool wide = arg->form != IQ_FORM_OUT_INT;
    if (!(wide ? peek(&word, value, sizeof word) : peek(&number, value, sizeof number))) {
        put_address(out, value);
        return;
    }
    iq_str_puts(out, "[");
    if (!wide)
        iq_str_printf(out, "%d", number);
    else if (arg->form == IQ_FORM_OUT_SIZE)
        iq_str_printf(out, "%llu", (unsigned long long)word);
    else
        put_named(out, arg, word, printer);
    iq_str_puts(out, "]");
}

static void put_float(struct iq_str *out, const struct iq_arg *arg, uint64_t value)
{
    double number = 0;
    float single = 0;
    if (arg->form == IQ_FORM_DOUBLE) {
        memcpy(&number, &value, sizeof number);
    } else {
        memcpy(&single, &value, sizeof single);
        number = (double)single;
    }
    iq_str_printf(out, "%g", number);
}

static void put_dim3(struct iq_str *out, uint64_t address)
{
    uint32_t dim[3];
    if (peek(dim, address, sizeof dim))
        iq_str_printf(out, "{%u, %u, %u}", dim[0], dim[1], dim[2]);
    else
        put_address(out, address);
}

/* A launch configuration begins with geometry, shared memory and stream. */
static void put_config(struct iq_str *out, const struct iq_arg *arg, uint64_t address,
                       const struct iq_printer *printer)
{
    struct {
        uint32_t grid[3], block[3], shared, unused;
        uint64_t stream;
    } config;
    struct iq_arg stream = { .kind = IQ_KIND_STREAM };
    if (!peek(&config, address, sizeof config)) {
        put_named(out, arg, address, printer);
        return;
    }
    iq_str_printf(out, "{grid {%u, %u, %u}, block {%u, %u, %u}, shared %u, stream ", config.grid[0],
                  config.grid[1], config.grid[2], config.block[0], config.block[1], config.block[2],
                  config.shared);
    put_named(out, &stream, config.stream, printer);
    iq_str_puts(out, "}");
}

/* An array of sizes or of handles. */
static void put_array(struct iq_str *out, const struct iq_arg *arg, uint64_t address,
                      uint64_t count, const struct iq_printer *printer)
{
    uint64_t words[ARRAY_LIMIT];
    uint64_t shown = count < ARRAY_LIMIT ? count : ARRAY_LIMIT;
    if (!shown || !peek(words, address, shown * sizeof *words)) {
        put_address(out, address);
        return;
    }
    for (uint64_t i = 0; i < shown; i++) {
        iq_str_puts(out, i ? ", " : "{");
        if (arg->form == IQ_FORM_HANDLES)
            put_named(out, arg, words[i], printer);
        else
            iq_str_printf(out, "%llu", (unsigned long long)words[i]);
    }
    iq_str_puts(out, shown < count ? ", ...}" : "}");
}

static void put_value(struct iq_str *out, const struct iq_arg *arg, uint64_t value, bool returned,
                      const struct iq_printer *printer)
{
    if (arg->role == IQ_ROLE_CONFIG) {
        put_config(out, arg, value, printer);
        return;
    }
    switch ((enum iq_form)arg->form) {
    case IQ_FORM_INT: iq_str_printf(out, "%lld", (long long)signed_value(arg, value)); break;
    case IQ_FORM_UINT:
    case IQ_FORM_SIZE:
        iq_str_printf(out, "%llu", (unsigned long long)unsigned_value(arg, value));
        break;
    case IQ_FORM_STR: put_string(out, value); break;
    case IQ_FORM_DIM3: put_dim3(out, value); break;
    case IQ_FORM_SET: put_set(out, arg, value); break;
    case IQ_FORM_FLOAT:
    case IQ_FORM_DOUBLE: put_float(out, arg, value); break;
    case IQ_FORM_STRUCT: put_struct(out, arg, value); break;
    case IQ_FORM_HANDLE: put_named(out, arg, value, printer); break;
    case IQ_FORM_OUT_PTR:
    case IQ_FORM_OUT_INT:
    case IQ_FORM_OUT_SIZE:
        if (returned) {
            put_result(out, arg, value, printer);
            break;
        }
        __attribute__((fallthrough));
    case IQ_FORM_PTR:
    case IQ_FORM_HEX:
    default: put_named(out, arg, value, printer);
    }
}

/* Is argument [arg] a member of a struct of which there is nothing to say?  Members that a call
 * does not use are 0, such as the address of linear memory in the description of an array; one that
 * belongs to both sides of a copy comes twice. */
static bool is_silent_member(const struct iq_entry *entry, int arg, const uint64_t *args)
{
    const char *name = entry->args[arg].name;
    if (!strpbrk(name, ".>")) /* an argument of the call itself */
        return false;
    for (int i = 0; i < arg; i++)
        if (strcmp(entry->args[i].name, name) == 0)
            return true;
    return args[arg] == 0;
}

size_t iq_print_call(char *out, size_t size, const struct iq_entry *entry, const uint64_t *args,
                     bool returned, const struct iq_printer *printer)
{
    struct iq_str text;
    if (size == 0)
        return 0;
    iq_str_init_buffer(&text, out, size);
    iq_str_printf(&text, "%s(", entry->api == IQ_API_CUDART ? entry->name : entry->symbol);
    for (int i = 0; i < entry->arg_count; i++) {
        if (!entry->args[i].name[0] /* filler of an expanded row */ ||
            is_silent_member(entry, i, args))
            continue;
        iq_str_printf(&text, "%s%s=", i ? ", " : "", entry->args[i].name);
        const struct iq_arg *arg = &entry->args[i];
        if (arg->form == IQ_FORM_TRIPLE || arg->form == IQ_FORM_SIZES ||
            arg->form == IQ_FORM_HANDLES)
            put_array(&text, arg, args[i],
                      arg->form == IQ_FORM_TRIPLE ? 3
                      : arg->size_arg < 0         ? 0
                                                  : (uint32_t)args[arg->size_arg],
                      printer);
        else
            put_value(&text, arg, args[i], returned, printer);
    }
    iq_str_puts(&text, ")");
    return text.length;
}
