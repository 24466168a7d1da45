/* From image bytes to parsed code: which entry of a fatbin is taken, what a real driver would have
 * answered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fd.h"
#include "image/image.h"
#include "image/judge.h"
#include "softdev/link.h"

struct iq_program *iq_program_wrap(struct iq_ptx_module *code, CUresult status, char *log)
{
    struct iq_program *program = calloc(1, sizeof *program);
    if (!program) {
        iq_ptx_module_destroy(code);
        free(log);
        return NULL;
    }
    program->refs = 1;
    program->code = code;
    program->status = status;
    program->log = log;
    return program;
}

void iq_program_unref(struct iq_program *program)
{
    if (!program || --program->refs)
        return;
    iq_ptx_module_destroy(program->code);
    free(program->log);
    free(program);
}

CUresult iq_program_answer(int error)
{
    switch (error) {
    case IQ_PTX_OK: return CUDA_SUCCESS;
    case IQ_PTX_ENOTPTX: return CUDA_ERROR_INVALID_IMAGE;
    case IQ_PTX_EVERSION: return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    case IQ_PTX_ENOMEM: return CUDA_ERROR_OUT_OF_MEMORY;
    default: return CUDA_ERROR_INVALID_PTX;
    }
}

/* Collects parsed modules until they are linked. */
struct parts {
    struct iq_ptx_module *modules[256];
    size_t count;
    CUresult status;
    char *log;
    bool by_linker;
};

static void parse(struct parts *parts, const char *text, size_t size, bool any_target)
{
    struct iq_ptx_parse_options options = { any_target ? 0 : (uint32_t)iq_soft.capability,
                                            "application ptx input", iq_soft.takes_newer };
    struct iq_ptx_diag diag = { NULL, 0 };
    struct iq_ptx_module *module = NULL;
    if (parts->count == sizeof parts->modules / sizeof parts->modules[0])
        return;
    int error = iq_ptx_parse(text, size, &options, &module, &diag);
    if (error && !parts->status) {
        parts->status = iq_program_answer(error);
        parts->log = iq_ptx_diag_format(&diag, options.name);
    }
    if (!error)
        parts->modules[parts->count++] = module;
    iq_ptx_diag_finish(&diag);
}

/* Of cuLinkComplete, as an H100 says. */
static CUresult linker_answer(int error)
{
    return error == IQ_PTX_EUNRESOLVED  ? CUDA_ERROR_INVALID_SOURCE
           : error == IQ_PTX_EDUPLICATE ? CUDA_ERROR_UNKNOWN
                                        : iq_program_answer(error);
}

static struct iq_program *finish(struct parts *parts)
{
    struct iq_ptx_module *code = NULL;
    struct iq_ptx_diag diag = { NULL, 0 };
    if (!parts->status && parts->count == 1 && !iq_ptx_module_unresolved(parts->modules[0])) {
        code = parts->modules[0];
        parts->count = 0;
    } else if (!parts->status && parts->count) {
        int error = iq_ptx_link((const struct iq_ptx_module *const *)parts->modules, parts->count,
                                &code, &diag);
        parts->status = parts->by_linker ? linker_answer(error) : iq_program_answer(error);
        if (error)
            parts->log = iq_ptx_diag_format(&diag, "linker");
    } else if (!parts->status) {
        parts->status = CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    for (size_t i = 0; i < parts->count; i++)
        iq_ptx_module_destroy(parts->modules[i]);
    iq_ptx_diag_finish(&diag);
    return iq_program_wrap(code, parts->status, parts->log);
}

static void parse_entry(struct parts *parts, const struct iq_image_entry *entry)
{
    char *text;
    size_t size;
    int error = iq_image_unpack(entry, &text, &size);
    if (error) {
        /* as measured */
        parts->status = error == IQ_ENOMEM ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_UNKNOWN;
        return;
    }
    if (iq_is_device_runtime(text, size)) /* NVIDIA's needs launches from kernels: ours */
        parse(parts, iq_device_runtime_ptx, strlen(iq_device_runtime_ptx), false);
    else
        parse(parts, text, size, !entry->plain && entry->arch > iq_soft.capability);
    free(text);
}

bool iq_program_prefers(const struct iq_image_entry *entry, const struct iq_image_entry *best,
                        int limit)
{
    if (!best->payload)
        return true;
    if ((entry->arch <= limit) != (best->arch <= limit))
        return entry->arch <= limit;
    return entry->arch <= limit ? entry->arch >= best->arch : entry->arch < best->arch;
}

static void choose(struct parts *parts, const struct iq_image *image)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry, best = { 0 };
    size_t fatbin = 0;
    iq_image_begin(image, &cursor);
    while (iq_image_next(&cursor, &entry)) {
        if (entry.fatbin != fatbin && best.payload)
            parse_entry(parts, &best);
        if (entry.fatbin != fatbin)
            best = (struct iq_image_entry){ 0 };
        fatbin = entry.fatbin;
        if (entry.kind == IQ_ENTRY_PTX && iq_program_prefers(&entry, &best, iq_soft.capability))
            best = entry;
    }
    if (best.payload)
        parse_entry(parts, &best);
}

static struct iq_program *load_linked(struct iq_linked *linked)
{
    struct parts *parts = calloc(1, sizeof *parts);
    const char *text;
    size_t size;
    if (!parts)
        return NULL;
    while (iq_linked_next(linked, &text, &size))
        parse(parts, text, size, false);
    if (linked->left)
        parts->status = CUDA_ERROR_INVALID_IMAGE;
    struct iq_program *program = finish(parts);
    if (program)
        program->max_registers = linked->max_registers;
    free(parts);
    return program;
}

struct iq_program *iq_program_of_texts(char *const *texts, const size_t *sizes, size_t count)
{
    struct parts *parts = calloc(1, sizeof *parts);
    if (!parts)
        return NULL;
    parts->by_linker = true;
    for (size_t i = 0; i < count; i++)
        parse(parts, texts[i], sizes[i], true);
    struct iq_program *program = finish(parts);
    free(parts);
    return program;
}

/* Is it what the linker made?  In memory of the program of unknown size, or the bytes of a file. */
static bool is_linked(const void *bytes, size_t size, bool file, struct iq_linked *linked)
{
    char head[24];
    if (file)
        return iq_linked_begin(linked, bytes, (const char *)bytes + size);
    return bytes && !iq_host_read(head, bytes, sizeof head) &&
           iq_linked_begin(linked, head, NULL) && iq_linked_begin(linked, bytes, NULL);
}

/* What a program finds in its log when no code of its image was chosen; NULL: out of memory. */
static char *log_of(const struct iq_image *image, const struct iq_image_verdict *verdict)
{
    char contents[160], *log;
    const char *problem = iq_image_problem_text(verdict->problem);
    int length;
    if (verdict->defect == IQ_DEFECT_PTX_SYNTAX)
        length = asprintf(&log, "ptxas application ptx input, line %d; error   : %s", verdict->line,
                          problem);
    else if (verdict->defect == IQ_DEFECT_PTX_VERSION)
        length = asprintf(
            &log, "ptxas fatal   : Unsupported .version %d.%d; current version is '%d.%d'",
            verdict->isa.major, verdict->isa.minor, verdict->known.major, verdict->known.minor);
    else if (problem)
        length = asprintf(&log, "%s, damaged at byte %llu: %s", iq_image_kind_text(image->kind),
                          (unsigned long long)verdict->offset, problem);
    else {
        iq_image_contents(image, contents, sizeof contents);
        length = asprintf(&log, "no code for this device in %s: it holds %s",
                          iq_image_kind_text(image->kind), contents);
    }
    return length < 0 ? NULL : log;
}

struct iq_program *iq_program_load(const void *bytes, size_t size, bool file)
{
    struct iq_linked linked;
    if (is_linked(bytes, size, file, &linked))
        return load_linked(&linked);
    struct iq_image_source source = { bytes, size, iq_image_probe_readable, NULL, file };
    struct iq_image image;
    struct iq_image_verdict verdict;
    int ptx = iq_soft.takes_newer ? 0 : iq_image_ptx_of_driver(iq_soft.driver_version);
    struct iq_image_target target = { .major = iq_soft.capability / 10,
                                      .minor = iq_soft.capability % 10,
                                      .ptx_major = ptx / 10,
                                      .ptx_minor = ptx % 10,
                                      .interprets = true };
    struct parts *parts = calloc(1, sizeof *parts);
    if (!parts)
        return NULL;
    iq_image_sniff(&source, &image);
    iq_image_judge(&image, &target, &verdict);
    /* Of a text that does not compile the parser knows more to say. */
    if (!verdict.code || (verdict.code == CUDA_ERROR_INVALID_PTX && image.kind == IQ_IMAGE_PTX))
        choose(parts, &image);
    if (verdict.code && !parts->status) {
        parts->status = (CUresult)verdict.code;
        parts->log = log_of(&image, &verdict);
    }
    if (!parts->status && !parts->count)
        parts->status = CUDA_ERROR_NO_BINARY_FOR_GPU;
    struct iq_program *program = finish(parts);
    free(parts);
    return program;
}

struct iq_program *iq_program_from_file(const char *path)
{
    char *data = NULL;
    size_t size;
    int error = iq_fd_read_file(path, (size_t)1 << 30, &data, &size);
    if (error)
        return iq_program_wrap(
            NULL, error == IQ_ENOMEM ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_FILE_NOT_FOUND, NULL);
    struct iq_program *program = iq_program_load(data, size, true);
    free(data);
    return program;
}

/* ---- JIT options ---- */

CUresult iq_jit_decode(unsigned count, const CUjit_option *options, void **values,
                       struct iq_jit *jit)
{
    *jit = (struct iq_jit){ .started_ns = iq_now_ns() };
    if (count && (!options || !values))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        size_t number = (size_t)(uintptr_t)values[i];
        switch ((int)options[i]) {
        case CU_JIT_MAX_REGISTERS: jit->max_registers = (uint32_t)number; break;
        case CU_JIT_INFO_LOG_BUFFER: jit->info = values[i]; break;
        case CU_JIT_ERROR_LOG_BUFFER: jit->error = values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
            jit->info_size = (unsigned)number;
            jit->info_used = &values[i];
            break;
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
            jit->error_size = (unsigned)number;
            jit->error_used = &values[i];
            break;
        case CU_JIT_WALL_TIME: jit->wall_time = &values[i]; break;
        case CU_JIT_LOG_VERBOSE: jit->verbose = number; break;
        default:
            if ((unsigned)options[i] >= CU_JIT_NUM_OPTIONS)
                return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return CUDA_SUCCESS;
}

static void put_log(char *buffer, size_t size, void **used, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    if (buffer && size) {
        length = length < size - 1 ? length : size - 1;
        memcpy(buffer, text ? text : "", length);
        buffer[length] = 0;
    }
    if (used)
        *used = (void *)(uintptr_t)(length ? length + 1 : 0);
}

/* What the compiler of a hardware driver tells when it is asked to be verbose; registers are
 * estimates. */
static char *describe(const struct iq_ptx_module *code)
{
    enum { CONSTANT_BANK = 528 }; /* in front of the parameters, since sm_90 */
    char *text = NULL;
    size_t size, global = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (uint32_t i = 0; i < code->variable_count; i++)
        global += code->variables[i].space == IQ_PTX_GLOBAL ? code->variables[i].size : 0;
    fprintf(out, "info    : %zu bytes gmem", global);
    for (uint32_t i = 0; i < code->kernel_count; i++) {
        const struct iq_ptx_kernel *kernel = &code->kernels[i];
        fprintf(
            out,
            "\ninfo    : Function properties for '%s':\ninfo    : used %u registers, used 0 barriers, %u stack, %u bytes smem, %u bytes cmem[0], 0 bytes lmem",
            kernel->name, kernel->register_count, kernel->local_bytes, kernel->shared_bytes,
            CONSTANT_BANK + kernel->param_bytes);
    }
    fclose(out);
    return text;
}

/* A float, in milliseconds, in place of the option's value. */
static void put_time(const struct iq_jit *jit)
{
    float milliseconds = (float)((double)(iq_now_ns() - jit->started_ns) / 1e6);
    void *value = NULL;
    memcpy(&value, &milliseconds, sizeof milliseconds);
    if (jit->wall_time)
        *jit->wall_time = value;
}

void iq_jit_report(const struct iq_jit *jit, struct iq_program *program)
{
    if (jit->max_registers)
        program->max_registers = jit->max_registers;
    put_log(jit->error, jit->error_size, jit->error_used, program->status ? program->log : NULL);
    char *text = jit->verbose && !program->status && program->code ? describe(program->code) : NULL;
    put_log(jit->info, jit->info_size, jit->info_used,
            program->status ? NULL
            : text          ? text
                            : program->log);
    free(text);
    put_time(jit);
}
