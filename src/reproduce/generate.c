/* The text of the program: a head comment, prototypes, memory, and a main that makes the calls. */
#include <inttypes.h>
#include <string.h>

#include "base/errors.h"
#include "reproduce/inner.h"
#include "reproduce/reproduce.h"
#include "trace/format.h"

/* ROOM: words of each copy of memory, so that what lies behind the copied bytes may be written. */
enum { ROOM_WORDS = 2048, WORDS_MOST = 512, ALIGNED = 64, SMALL = 64 << 10 };

static const struct iq_recorded_call *call_at(const struct iq_generator *generator, uint32_t at)
{
    return &generator->document->recorded.data[at];
}

/* A word for a comment, whatever a report says. */
static void put_comment(struct iq_str *out, const char *text)
{
    for (; text && *text; text++)
        if ((unsigned char)*text >= ' ' && *text != '*' && *text != '\\')
            iq_str_put(out, text, 1);
}

static bool uses(const struct iq_generator *generator, const char *api)
{
    for (size_t i = 0; i < generator->slice.count; i++)
        if (!strcmp(iq_signature_of(call_at(generator, generator->slice.data[i]))->api, api))
            return true;
    return false;
}

/* --- head --------------------------------------------------------------------------------- */

static void put_head(struct iq_generator *generator, const struct iq_finding *finding,
                     const char *path)
{
    struct iq_str *out = generator->out;
    iq_str_puts(out, "/* Reproduces ");
    put_comment(out, finding->rule_text);
    iq_str_puts(out, ": ");
    put_comment(out, finding->message);
    iq_str_puts(out, "\n *\n *     cc -g -o case ");
    put_comment(out, strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
    if (uses(generator, "cudart"))
        iq_str_puts(out, " -L/usr/local/cuda/lib64 -lcudart");
    if (uses(generator, "cuda"))
        iq_str_puts(out, " -l:libcuda.so.1");
    if (uses(generator, "opencl"))
        iq_str_puts(out, " -lOpenCL");
    if (uses(generator, "vulkan"))
        iq_str_puts(out, " -lvulkan");
    iq_str_printf(out,
                  " && inquest ./case\n *\n"
                  " * Made by inquest %s from recorded calls; addresses of theirs are variables "
                  "here.\n * Prints what each call returns, and what it returned when it was "
                  "recorded if that differs. */\n",
                  IQ_VERSION);
    iq_str_puts(out, "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n\n"
                     "#define A(x) ((uint64_t)(uintptr_t)(x))\n"
                     "#define P(x) ((void *)(uintptr_t)(x))\n\n");
}

static const char *word_of(uint8_t bytes)
{
    return bytes == 1 ? "uint8_t" : bytes == 2 ? "uint16_t" : bytes == 4 ? "uint32_t" : "uint64_t";
}

static void put_type(struct iq_str *out, const struct iq_parameter *parameter)
{
    if (parameter->is_pointer)
        iq_str_puts(out, "void *");
    else if (parameter->kind == IQ_PARAMETER_STRUCT)
        iq_str_printf(out, "struct bytes%u ", parameter->bytes);
    else if (parameter->kind == IQ_PARAMETER_FLOAT || parameter->kind == IQ_PARAMETER_DOUBLE)
        iq_str_puts(out, parameter->kind == IQ_PARAMETER_FLOAT ? "float " : "double ");
    else
        iq_str_printf(out, "%s ", word_of((uint8_t)parameter->bytes));
}

static uint8_t own_count(const struct iq_signature *signature)
{
    return (uint8_t)(signature->count - signature->returns_object);
}

/* Functions of extensions of Vulkan and OpenCL, whose names end with their vendor's, are not
 * exported. */
static bool is_exported(const struct iq_signature *signature)
{
    char last = signature->symbol[strlen(signature->symbol) - 1];
    bool extends = !strcmp(signature->api, "vulkan") || !strcmp(signature->api, "opencl");
    return !extends || last < 'A' || last > 'Z';
}

/* Where the program keeps its first instance of Vulkan; "0": it makes none. */
static void put_instance(struct iq_generator *generator)
{
    for (size_t i = 0; i < generator->slice.count; i++) {
        const struct iq_recorded_call *call = call_at(generator, generator->slice.data[i]);
        if (strcmp(iq_signature_of(call)->symbol, "vkCreateInstance") != 0)
            continue;
        for (uint32_t m = 0; m < call->memory_count; m++)
            if (call->memory[m].flags & IQ_PIECE_MADE) {
                iq_str_printf(generator->out, "m%" PRIu64 "_%u[0]", call->number, m);
                return;
            }
    }
    iq_str_puts(generator->out, "0");
}

static void put_prototype(struct iq_generator *generator, const struct iq_signature *signature)
{
    struct iq_str *out = generator->out;
    bool exported = is_exported(signature);
    const char *type = !signature->return_bytes       ? "void"
                       : signature->return_bytes == 8 ? "void *"
                       : signature->return_bytes == 4 ? "int32_t"
                                                      : "char";
    if (exported)
        iq_str_printf(out, "extern %s %s(", type, signature->symbol);
    else
        iq_str_printf(out, "#define %s ((%s (*)(", signature->symbol, type);
    for (uint8_t i = 0; i < own_count(signature); i++) {
        iq_str_puts(out, i ? ", " : "");
        put_type(out, &iq_signature_parameters(signature)[i]);
        iq_str_puts(out, iq_signature_parameters(signature)[i].name);
    }
    iq_str_puts(out, own_count(signature) ? ")" : "void)");
    if (!exported && !strcmp(signature->api, "vulkan")) {
        iq_str_puts(out, ")vkGetInstanceProcAddr(P(");
        put_instance(generator);
        iq_str_printf(out, "), P(\"%s\")))", signature->symbol);
    } else if (!exported)
        iq_str_printf(out, ")extension(\"%s\"))", signature->symbol);
    iq_str_puts(out, exported ? ";\n" : "\n");
}

static bool came_before(const struct iq_generator *generator, size_t k,
                        const struct iq_signature *signature)
{
    for (size_t i = 0; i < k; i++)
        if (iq_signature_of(call_at(generator, generator->slice.data[i])) == signature)
            return true;
    return false;
}

/* Structs that are passed by value: so many bytes. */
static void put_structs(struct iq_generator *generator)
{
    uint8_t known[256] = { 0 };
    for (size_t k = 0; k < generator->slice.count; k++) {
        const struct iq_signature *signature =
            iq_signature_of(call_at(generator, generator->slice.data[k]));
        for (uint8_t i = 0; i < signature->count; i++) {
            uint16_t bytes = iq_signature_parameters(signature)[i].bytes;
            if (iq_signature_parameters(signature)[i].kind != IQ_PARAMETER_STRUCT || bytes > 255 ||
                known[bytes]++)
                continue;
            iq_str_printf(generator->out, "struct bytes%u {\n    uint%d_t words[%u];\n};\n", bytes,
                          bytes % 8 ? 32 : 64, bytes / (bytes % 8 ? 4 : 8));
        }
    }
}

static void put_prototypes(struct iq_generator *generator)
{
    put_structs(generator);
    if (uses(generator, "opencl"))
        iq_str_puts(
            generator->out,
            "extern int32_t clGetPlatformIDs(uint32_t num_entries, void *platforms, void "
            "*num_platforms);\n"
            "extern void *clGetExtensionFunctionAddressForPlatform(void *platform, void "
            "*func_name);\n\n"
            "__attribute__((unused)) static void *extension(const char *name)\n{\n"
            "    void *platform = NULL;\n    clGetPlatformIDs(1, &platform, NULL);\n"
            "    return clGetExtensionFunctionAddressForPlatform(platform, P(name));\n}\n\n");
    if (uses(generator, "vulkan"))
        iq_str_puts(generator->out,
                    "extern void *vkGetInstanceProcAddr(void *instance, void *pName);\n");
    for (size_t k = 0; k < generator->slice.count; k++) {
        const struct iq_signature *signature =
            iq_signature_of(call_at(generator, generator->slice.data[k]));
        if (!came_before(generator, k, signature))
            put_prototype(generator, signature);
    }
}

/* --- memory ------------------------------------------------------------------------------- */

static bool is_text(const struct iq_recorded_memory *memory)
{
    size_t length = memory->size ? strnlen(memory->bytes, memory->size) : 0;
    if (!length || length + 1 < memory->size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!strchr("\t\n\r", memory->bytes[i]) &&
            ((unsigned char)memory->bytes[i] < ' ' || (unsigned char)memory->bytes[i] > '~'))
            return false;
    return true;
}

static void put_text(struct iq_str *out, const struct iq_recorded_memory *memory)
{
    iq_str_puts(out, "\n    \"");
    for (uint64_t i = 0; i < memory->size && memory->bytes[i]; i++) {
        char c = memory->bytes[i];
        if (c == '\n')
            iq_str_puts(out, memory->bytes[i + 1] ? "\\n\"\n    \"" : "\\n");
        else if (c < ' ' || c == '"' || c == '\\' || c == '?')
            iq_str_printf(out, "\\%03o", c);
        else
            iq_str_put(out, &c, 1);
    }
    iq_str_puts(out, "\"");
}

static uint64_t word_at(const struct iq_recorded_memory *memory, uint64_t word)
{
    uint64_t value = 0, left = memory->size - 8 * word;
    memcpy(&value, memory->bytes + 8 * word, left < 8 ? left : 8);
    return value;
}

/* Does it hold no addresses, or is it large enough to be an image? */
static bool is_image(const struct iq_recorded_memory *memory)
{
    return memory->size > 8 * WORDS_MOST || memory->flags & IQ_PIECE_PLAIN;
}

static void put_image(struct iq_str *out, const struct iq_recorded_memory *memory)
{
    for (uint64_t word = 0; word < (memory->size + 7) / 8; word++)
        iq_str_printf(out, "%s0x%" PRIx64 ",", word % 4 ? " " : "\n    ", word_at(memory, word));
}

static void put_memory(struct iq_generator *generator, const struct iq_recorded_call *call)
{
    struct iq_str *out = generator->out;
    for (uint32_t i = 0; i < call->memory_count; i++) {
        const struct iq_recorded_memory *memory = &call->memory[i];
        if (!memory->bytes)
            continue;
        if (!(memory->flags & IQ_PIECE_MADE) && is_text(memory)) {
            iq_str_printf(out, "static char m%" PRIu64 "_%u[] =", call->number, i);
            put_text(out, memory);
            iq_str_puts(out, ";\n");
        } else if (is_image(memory)) {
            iq_str_printf(out, "static uint64_t m%" PRIu64 "_%u[] = {", call->number, i);
            put_image(out, memory);
            iq_str_puts(out, "\n};\n");
        } else
            iq_str_printf(out, "static uint64_t m%" PRIu64 "_%u[%d];\n", call->number, i,
                          ROOM_WORDS);
    }
    for (uint8_t i = 0; i < call->arg_count; i++) /* what it writes nobody reads */
        if (iq_signature_parameters(iq_signature_of(call))[i].kind == IQ_PARAMETER_OUT &&
            call->args[i])
            iq_str_printf(out,
                          "static uint64_t o%" PRIu64 "_%u[%d] __attribute__((aligned(%d)));\n",
                          call->number, i, ROOM_WORDS, ALIGNED);
}

static void put_declarations(struct iq_generator *generator)
{
    struct iq_str *out = generator->out;
    iq_str_puts(out, "\n");
    for (size_t i = 0; i < generator->host.count; i++) {
        uint64_t size = (generator->host.data[i].address & 4095) + generator->host.data[i].size;
        /* with a value it is part of the program's file, and so known to be memory of the host */
        iq_str_printf(out, "static char host%zu[%" PRIu64 "] __attribute__((aligned(4096)))%s;\n",
                      i, size, size <= SMALL ? " = { 1 }" : "");
    }
    for (size_t k = 0; k < generator->slice.count; k++)
        put_memory(generator, call_at(generator, generator->slice.data[k]));
    iq_str_puts(out, "\n"
                     "__attribute__((unused)) static int callback(void) { return 0; }\n\n"
                     "__attribute__((unused)) static float as_float(uint32_t bits)\n{\n"
                     "    float value;\n    memcpy(&value, &bits, sizeof value);\n"
                     "    return value;\n}\n\n"
                     "__attribute__((unused)) static double as_double(uint64_t bits)\n{\n"
                     "    double value;\n    memcpy(&value, &bits, sizeof value);\n"
                     "    return value;\n}\n\n"
                     "__attribute__((unused)) static void check(const char *call, int result, int "
                     "recorded)\n{\n"
                     "    printf(\"%-32s %d\", call, result);\n"
                     "    if (result != recorded)\n"
                     "        printf(\"   (recorded: %d)\", recorded);\n"
                     "    puts(\"\");\n    fflush(stdout);\n}\n\n");
}

/* --- calls -------------------------------------------------------------------------------- */

static const struct iq_recorded_memory *memory_at(const struct iq_recorded_call *call,
                                                  uint64_t address)
{
    for (uint32_t i = 0; i < call->memory_count; i++)
        if (call->memory[i].bytes && call->memory[i].address == address)
            return &call->memory[i];
    return NULL;
}

/* Structs in a chain of Vulkan's that the loader has put there, or that name functions of the
 * program, are left out. */
static uint64_t skip_chain(const struct iq_recorded_call *call, uint64_t value)
{
    enum { LONGEST = 64, INSTANCE = 47, DEVICE = 48, REPORT = 1000011000, MESSENGER = 1000128004 };
    for (int i = 0; i < LONGEST; i++) {
        const struct iq_recorded_memory *memory = memory_at(call, value);
        uint32_t type = 0;
        if (!memory || memory->size < 16)
            return value;
        memcpy(&type, memory->bytes, sizeof type);
        if (type != INSTANCE && type != DEVICE && type != MESSENGER && type != REPORT)
            return value;
        value = word_at(memory, 1);
    }
    return 0;
}

/* Copies of structs and lists, as the call found them, with addresses of this program. */
static void put_contents(struct iq_generator *generator, uint32_t at)
{
    const struct iq_recorded_call *call = call_at(generator, at);
    struct iq_str *out = generator->out;
    bool chains = !strcmp(iq_signature_of(call)->api, "vulkan");
    for (uint32_t i = 0; i < call->memory_count; i++) {
        const struct iq_recorded_memory *memory = &call->memory[i];
        uint64_t words = (memory->size + 7) / 8;
        if (!memory->bytes || memory->flags & IQ_PIECE_MADE || is_text(memory) || is_image(memory))
            continue;
        while (words && !word_at(memory, words - 1))
            words--;
        if (!words)
            continue;
        iq_str_printf(out, "    memcpy(m%" PRIu64 "_%u, (uint64_t[]){ ", call->number, i);
        for (uint64_t word = 0; word < words; word++) {
            iq_str_puts(out, !word ? "" : word % 4 ? ", " : ",\n        ");
            uint64_t value = word_at(memory, word);
            iq_generator_put_value(generator, at,
                                   chains && word == 1 ? skip_chain(call, value) : value, false);
        }
        iq_str_printf(out, " }, %" PRIu64 ");\n", 8 * words);
    }
}

/* Where parameter [i] of a call is written, as far from a round address as it was. */
static void put_out(struct iq_str *out, uint64_t number, uint8_t i, uint64_t offset)
{
    if (offset)
        iq_str_printf(out, "(char *)o%" PRIu64 "_%u + %" PRIu64, number, i, offset);
    else
        iq_str_printf(out, "o%" PRIu64 "_%u", number, i);
}

static void put_argument(struct iq_generator *generator, uint32_t at,
                         const struct iq_signature *signature, uint8_t i)
{
    const struct iq_recorded_call *call = call_at(generator, at);
    const struct iq_parameter *parameter = &iq_signature_parameters(signature)[i];
    bool is_struct = parameter->kind == IQ_PARAMETER_STRUCT; /* given by its address */
    uint64_t value = call->args[i] & (!is_struct && parameter->bytes < 8 && parameter->bytes
                                          ? (1ull << 8 * parameter->bytes) - 1
                                          : UINT64_MAX);
    struct iq_str *out = generator->out;
    if (is_struct) {
        iq_str_printf(out, "*(struct bytes%u *)P(", parameter->bytes);
        iq_generator_put_value(generator, at, value, true);
        iq_str_puts(out, ")");
    } else if (parameter->kind == IQ_PARAMETER_FLOAT)
        iq_str_printf(out, "as_float(0x%" PRIx64 ")", value & UINT32_MAX);
    else if (parameter->kind == IQ_PARAMETER_DOUBLE)
        iq_str_printf(out, "as_double(0x%" PRIx64 ")", value);
    else if (!value || !strcmp(parameter->name, "pAllocator")) /* functions of the program */
        iq_str_puts(out, parameter->is_pointer ? "NULL" : "0");
    else {
        iq_str_puts(out, parameter->is_pointer ? "P(" : "");
        if (parameter->kind == IQ_PARAMETER_CALLBACK)
            iq_str_puts(out, "callback");
        else if (parameter->kind == IQ_PARAMETER_OUT && !memory_at(call, value))
            put_out(out, call->number, i, value % ALIGNED);
        else if (parameter->kind == IQ_PARAMETER_VALUE)
            iq_str_printf(out, value < 65536 ? "%" PRIu64 : "0x%" PRIx64 "u", value);
        else
            iq_generator_put_value(generator, at, value, parameter->kind != IQ_PARAMETER_ADDRESS);
        iq_str_puts(out, parameter->is_pointer ? ")" : "");
    }
}

static void put_call(struct iq_generator *generator, uint32_t at)
{
    const struct iq_recorded_call *call = call_at(generator, at);
    const struct iq_signature *signature = iq_signature_of(call);
    struct iq_str *out = generator->out;
    bool returns_object = signature->return_bytes == 8;
    bool checked = signature->return_bytes == 4;
    put_contents(generator, at);
    iq_str_puts(out, "    ");
    if (checked)
        iq_str_printf(out, "check(\"%s\", ", signature->symbol);
    else if (returns_object)
        iq_str_printf(out, "uint64_t r%" PRIu64 " = A(", call->number);
    iq_str_printf(out, "%s(", signature->symbol);
    for (uint8_t i = 0; i < own_count(signature); i++) {
        iq_str_puts(out, i ? ", " : "");
        put_argument(generator, at, signature, i);
    }
    iq_str_puts(out, ")");
    if (checked)
        iq_str_printf(out, ", %d)", (int)(int32_t)call->returned);
    else if (returns_object)
        iq_str_printf(out, ");\n    (void)r%" PRIu64, call->number);
    iq_str_puts(out, ";\n");
    if (signature->returns_object && memory_at(call, call->args[signature->count - 1])) {
        iq_str_puts(out, "    memcpy(P(");
        iq_generator_put_value(generator, at, call->args[signature->count - 1], true);
        iq_str_printf(out, "), &r%" PRIu64 ", sizeof r%" PRIu64 ");\n", call->number, call->number);
    }
}

static int why_not(struct iq_generator *generator, const struct iq_finding *finding,
                   struct iq_str *why)
{
    if (!generator->document->recorded_count)
        iq_str_puts(why, "the report has no recorded calls: run the program with --record and "
                         "--format json");
    else if (!generator->slice.count)
        iq_str_puts(why, finding->recorded_count || generator->document->recorded_lost
                             ? "calls that the finding needs were not kept: record more with "
                               "--record=CALLS"
                             : "the finding is not about a call that was recorded: it did not come "
                               "back, or inquest answered it on the way to the driver");
    for (size_t i = 0; i < generator->slice.count && !why->length; i++) {
        const struct iq_signature *signature =
            iq_signature_of(call_at(generator, generator->slice.data[i]));
        if (!signature)
            iq_str_puts(why, "a call that the finding needs was not kept with its arguments: the "
                             "program has made too many since");
    }
    return why->length ? IQ_EUNSUPPORTED : 0;
}

int iq_reproduce_write(struct iq_str *out, const struct iq_document *document,
                       const struct iq_finding *finding, const char *path, struct iq_str *why)
{
    struct iq_generator generator = { .out = out, .document = document };
    int failed = iq_slicer_init(&generator.slicer, document);
    if (!failed)
        failed = iq_slicer_slice(&generator.slicer, finding, &generator.slice);
    if (!failed)
        failed = why_not(&generator, finding, why);
    if (!failed)
        failed = iq_generator_find_host(&generator);
    if (!failed) {
        put_head(&generator, finding, path);
        put_prototypes(&generator);
        put_declarations(&generator);
        iq_str_puts(out, "int main(void)\n{\n");
        for (size_t i = 0; i < generator.slice.count; i++)
            put_call(&generator, generator.slice.data[i]);
        iq_str_puts(out, "    return 0;\n}\n");
    }
    iq_slicer_finish(&generator.slicer);
    iq_vec_finish(&generator.slice);
    iq_vec_finish(&generator.host);
    return failed;
}
