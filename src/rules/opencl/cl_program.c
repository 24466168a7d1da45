/* build-failed, symbol-not-found, image-not-recognized, image-truncated, host-overrun: programs of
 * OpenCL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/driver.h"
#include "api_opencl/objects.h"
#include "api_opencl/source.h"
#include "base/suggest.h"
#include "call/plan.h"
#include "call/walk.h"
#include "image/pocl.h"
#include "model/names.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/stack.h"
#include "rules/common/host.h"
#include "rules/rules.h"

enum { SPIRV_MAGIC = 0x07230203, LOG_BYTES = 16384, NAMES = 64 };

static uint64_t cause_of(const struct iq_handle *program)
{
    return iq_cause(IQ_CAUSE_BUILD, iq_handle_cause(program));
}

/* The argument that is called "program"; NULL: there is none, or it is not known. */
static const struct iq_handle *program_of(const struct iq_call *call)
{
    return iq_cl_object(call, iq_cl_arg_named(call, "program"));
}

static struct iq_suspicion about_program(const struct iq_event *event, enum iq_rule_id rule,
                                         const char *name)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, rule, IQ_RANK_CODE + 8, iq_cl_arg_named(event->call, name));
    const struct iq_handle *program = program_of(event->call);
    if (program) {
        suspicion.object = iq_object_of_handle(program);
        suspicion.cause = cause_of(program);
    }
    return suspicion;
}

/* --- building
 * ------------------------------------------------------------------------------------------
 */

/* A device whose log tells why; the first that the call names, else the first of the context. */
static uint64_t device_of(const struct iq_call *call, const struct iq_handle *program)
{
    uint64_t device = 0;
    int list = iq_cl_arg_named(call, "device_list");
    if (list >= 0 && iq_walk_list(call, list, 0, &device, 1))
        return device;
    const struct iq_cl_context *context =
        iq_cl_context_of(iq_cl_context_handle((struct iq_handle *)(uintptr_t)program));
    return context && context->device_count && context->devices[0] ? context->devices[0]->value : 0;
}

static void put_source_line(struct iq_str *text, const struct iq_handle *program, uint32_t number)
{
    const struct iq_cl_program *details = iq_cl_program_of(program);
    size_t length = 0;
    const char *line =
        details && details->source_bytes
            ? iq_cl_source_line(details->source, details->source_bytes, number, &length)
            : NULL;
    if (!line)
        return;
    while (length && (*line == ' ' || *line == '\t'))
        line++, length--;
    iq_str_printf(text, "; line %u of the source is: %.*s", number,
                  (int)(length < 160 ? length : 160), line);
}

/* Asked only after the failure; the log is the compiler's. */
static void put_log(struct iq_words *words, struct iq_call *call, const struct iq_handle *program)
{
    struct iq_cl_complaint complaint;
    uint64_t device = device_of(call, program);
    char *log = calloc(1, LOG_BYTES);
    if (log && device && iq_cl_driver.clGetProgramBuildInfo)
        iq_cl_driver.clGetProgramBuildInfo((cl_program)(uintptr_t)program->value,
                                           (cl_device_id)(uintptr_t)device, CL_PROGRAM_BUILD_LOG,
                                           LOG_BYTES - 1, log, NULL);
    if (log && iq_cl_log_complaint(log, strlen(log), &complaint)) {
        iq_str_printf(&words->cause, "the compiler says: %.*s",
                      (int)(complaint.length < 300 ? complaint.length : 300), complaint.text);
        if (complaint.line)
            put_source_line(&words->cause, program, complaint.line);
        if (complaint.count > 1)
            iq_str_printf(&words->cause, "; %u more error%s follow%s", complaint.count - 1,
                          complaint.count == 2 ? "" : "s", complaint.count == 2 ? "s" : "");
    } else if (log && *log)
        iq_str_printf(&words->cause, "the compiler says: %.300s", log);
    else
        iq_str_puts(&words->cause, "the implementation provides no build log");
    free(log);
}

struct explain_build {
    const struct iq_handle *program; /* NULL: not known */
};
static void explain_build(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct iq_handle *program = IQ_EVIDENCE(explain_build, suspicion)->program;
    bool link = call->result == CL_LINK_PROGRAM_FAILURE;
    iq_str_printf(&words->message,
                  link ? "%s: the programs do not link" : "%s: the program does not compile",
                  call->entry->name);
    if (program)
        put_log(words, call, program);
    else
        iq_str_puts(
            &words->cause,
            "a function that one of the programs calls is defined in none of them, or in two");
    iq_str_puts(
        &words->fix,
        link
            ? "pass all programs that define the missing functions to clLinkProgram, compiled with the same options"
            : "fix that line first, later errors often follow from it; clGetProgramBuildInfo with CL_PROGRAM_BUILD_LOG returns the whole log");
}

/* The first word of [options] that is in no specification. */
static bool unknown_option(const char *options, const char **word, size_t *length)
{
    static const char *const known[] = { "-D",
                                         "-I",
                                         "-cl-single-precision-constant",
                                         "-cl-denorms-are-zero",
                                         "-cl-fp32-correctly-rounded-divide-sqrt",
                                         "-cl-opt-disable",
                                         "-cl-strict-aliasing",
                                         "-cl-uniform-work-group-size",
                                         "-cl-no-subgroup-ifp",
                                         "-cl-mad-enable",
                                         "-cl-no-signed-zeros",
                                         "-cl-unsafe-math-optimizations",
                                         "-cl-finite-math-only",
                                         "-cl-fast-relaxed-math",
                                         "-cl-std=",
                                         "-cl-kernel-arg-info",
                                         "-w",
                                         "-Werror",
                                         "-g",
                                         "-create-library",
                                         "-enable-link-options",
                                         "-cl-nv-",
                                         "-cl-intel-",
                                         "-x",
                                         "-spir-std=",
                                         NULL };
    for (const char *at = options; *at;) {
        at += strspn(at, " \t\n");
        size_t size = strcspn(at, " \t\n");
        bool found = !size || *at != '-';
        for (int i = 0; known[i] && !found; i++) {
            size_t prefix = strlen(known[i]);
            bool open = known[i][prefix - 1] == '=' || known[i][prefix - 1] == '-' || prefix == 2;
            found = size >= prefix && !memcmp(at, known[i], prefix) && (open || size == prefix);
        }
        if (!found) {
            *word = at;
            *length = size;
            return true;
        }
        at += size;
    }
    return false;
}

static void explain_options(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const char *options = (const char *)(uintptr_t)call->args[suspicion->arg], *word;
    size_t length;
    iq_str_printf(&words->message, "%s of %s are not valid", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    if (options && unknown_option(options, &word, &length))
        iq_str_printf(&words->cause, "%.*s is not an OpenCL build option",
                      (int)(length < 120 ? length : 120), word);
    else
        iq_str_puts(&words->cause,
                    "the compiler of this implementation does not accept one of them");
    iq_str_puts(&words->fix, "check the spelling; options are separated by spaces");
}

/* --- kernels by name
 * ---------------------------------------------------------------------------------------------- */

static void put_names(struct iq_words *words, const struct iq_handle *program, const char *wanted)
{
    char names[600] = "";
    struct iq_suggest suggest = { .word = wanted };
    int count = 0;
    if (iq_cl_driver.clGetProgramInfo)
        iq_cl_driver.clGetProgramInfo((cl_program)(uintptr_t)program->value,
                                      CL_PROGRAM_KERNEL_NAMES, sizeof names - 1, names, NULL);
    if (!*names) {
        iq_str_puts(&words->cause, "the program has no kernels");
        return;
    }
    iq_str_puts(&words->cause, "its kernels are ");
    for (char *at = names; *at && count < NAMES; count++) {
        size_t length = strcspn(at, ";");
        bool more = at[length];
        at[length] = 0;
        iq_str_printf(&words->cause, "%s%s", count ? ", " : "", at);
        iq_suggest_offer(&suggest, at);
        at += length + more;
    }
    if (iq_suggest_is_near(&suggest, 0))
        iq_str_printf(&words->fix,
                      "use %s if that is the intended kernel; names must match the source exactly",
                      suggest.best[0]);
    else
        iq_str_puts(&words->fix,
                    "use one of these names; a kernel that an #if excludes does not exist");
}

/* Is the name a wrapper's own, like the attributes that Python looks for?  It begins with an
 * underscore, and no kernel's does. */
static bool is_probe(const struct iq_call *call, int arg, const struct iq_handle *program)
{
    char names[600] = ";";
    const char *wanted = (const char *)(uintptr_t)call->args[arg];
    return wanted && *wanted == '_' && program && iq_cl_driver.clGetProgramInfo &&
           !iq_cl_driver.clGetProgramInfo((cl_program)(uintptr_t)program->value,
                                          CL_PROGRAM_KERNEL_NAMES, sizeof names - 2, names + 1,
                                          NULL) &&
           !strstr(names, ";_");
}

struct explain_name {
    const struct iq_handle *program;
};
static void explain_name(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const char *wanted = (const char *)(uintptr_t)call->args[suspicion->arg];
    iq_str_printf(&words->message, "the program has no kernel \"%.100s\"", wanted ? wanted : "");
    put_names(words, IQ_EVIDENCE(explain_name, suspicion)->program, wanted ? wanted : "");
}

struct explain_not_built {
    const struct iq_cl_program *program; /* NULL: not known */
};
static void explain_not_built(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct iq_cl_program *details = IQ_EVIDENCE(explain_not_built, suspicion)->program;
    iq_str_printf(&words->message, "the program passed to %s has no executable", call->entry->name);
    if (details && details->build_failed)
        iq_str_printf(&words->cause, "%s failed to build it ",
                      details->built.entry ? details->built.entry->name : "an earlier call");
    else if (details && details->compiled_only)
        iq_str_puts(&words->cause, "it was compiled, not linked; it was ");
    else
        iq_str_puts(&words->cause, "it was never built; it was ");
    if (details && details->build_failed)
        iq_put_ago(&words->cause, details->built.number, call->number);
    else
        iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        details && details->build_failed
            ? "check the result of clBuildProgram"
            : "call clBuildProgram before this call (also for programs created from binaries)");
}

/* --- binaries
 * ------------------------------------------------------------------------------------------
 */

static void explain_binary(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    uint64_t pointer = 0, size = 0;
    unsigned char bytes[16] = { 0 };
    int lengths = iq_cl_arg_named(call, "lengths");
    iq_str_printf(&words->message, "%s of %s is not a program for this device",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    bool readable = iq_hostmem_copy(call->args[suspicion->arg], &pointer, sizeof pointer) &&
                    lengths >= 0 && iq_hostmem_copy(call->args[lengths], &size, sizeof size) &&
                    size && iq_hostmem_copy(pointer, bytes, size < 16 ? size : 16);
    if (readable) {
        iq_str_printf(&words->cause, "its %llu bytes begin with", (unsigned long long)size);
        for (unsigned i = 0; i < 8 && i < size; i++)
            iq_str_printf(&words->cause, " %02x", bytes[i]);
        iq_str_puts(&words->cause, "; ");
    }
    iq_str_puts(
        &words->cause,
        "a binary works only with the implementation, version and device that clGetProgramInfo returned it from");
    iq_str_puts(
        &words->fix,
        "keep the source and build it again when a binary is refused; include the driver's version in the name of a cached file");
}

/* --- a program that is not in the state that the call needs
 * -------------------------------------------------------- */

struct attached {
    const struct iq_handle *program;
    uint32_t count;
    struct iq_call_ref first;
};

static void count_kernel(void *user, const struct iq_handle *handle)
{
    struct attached *attached = user;
    const struct iq_cl_kernel *kernel = iq_cl_kernel_of(handle);
    if (!kernel || kernel->program != attached->program || iq_handle_is_dead(handle))
        return;
    if (!attached->count++)
        attached->first = handle->created;
}

struct explain_attached {
    uint32_t kernels; /* made from the program and not released */
};
static void explain_attached(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    unsigned count = IQ_EVIDENCE(explain_attached, suspicion)->kernels;
    iq_str_printf(&words->message, "%s of %s still has kernel objects",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(
        &words->cause,
        "%u kernel%s created from the program and not released; building it again would remove their code",
        count, count == 1 ? " was" : "s were");
    iq_str_puts(&words->fix,
                "release the kernels first, or create a second program from the source");
}

struct explain_uncompiled {
    uint32_t index; /* of the program in the list */
    bool built;     /* instead of compiled */
};
static void explain_uncompiled(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct explain_uncompiled *evidence = IQ_EVIDENCE(explain_uncompiled, suspicion);
    iq_str_printf(&words->message, "%s[%u] of %s has not been compiled",
                  iq_arg_name(call, suspicion->arg), evidence->index, call->entry->name);
    iq_str_printf(&words->cause, "the %s was ", suspicion->object.kind);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause,
                evidence->built
                    ? " and then built, which creates an executable; executables cannot be linked"
                    : "; nothing has compiled it since");
    iq_str_puts(&words->fix, "call clCompileProgram for each of them before linking");
}

static struct iq_suspicion about_state(const struct iq_event *event, int arg,
                                       const struct iq_handle *program)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BUILD_FAILED, IQ_RANK_CODE + 6, arg);
    suspicion.object = iq_object_of_handle(program);
    return suspicion;
}

/* [program] has kernels, which are not released. */
static void check_attached(const struct iq_event *event, const struct iq_handle *program)
{
    struct attached attached = { .program = program };
    if (program)
        iq_handle_visit(count_kernel, &attached);
    if (!attached.count)
        return;
    struct iq_suspicion suspicion = about_state(event, 0, program);
    IQ_EXPLAIN(&suspicion, explain_attached, .kernels = attached.count);
    suspicion.related[0].what = "a kernel was created here";
    suspicion.related[0].ref = attached.first;
    iq_suspect(&suspicion);
}

static void check_state(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int programs = iq_cl_arg_named(call, "input_programs");
    uint64_t value;
    bool before = event->phase == IQ_PHASE_BEFORE;
    if (before ? programs < 0 : event->result != CL_INVALID_OPERATION)
        return;
    if (programs < 0) {
        check_attached(event, iq_cl_object(call, 0));
        return;
    }
    for (uint32_t i = 0; iq_walk_list(call, programs, i, &value, 1); i++) {
        const struct iq_handle *program = value ? iq_handle_find(IQ_KIND_CL_PROGRAM, value) : NULL;
        const struct iq_cl_program *details = iq_cl_program_of(program);
        if (details && !iq_handle_is_dead(program) && details->source_bytes &&
            !details->compiled_only && (!before || details->built.number)) {
            struct iq_suspicion suspicion = about_state(event, programs, program);
            /* NVIDIA's driver calls abort() on a built one */
            suspicion.contain = before ? IQ_ANSWER_ARGUMENT : IQ_ANSWER_NONE;
            IQ_EXPLAIN(&suspicion, explain_uncompiled, .index = i, .built = details->built.number);
            iq_suspect(&suspicion);
            return;
        }
    }
}

/* --- host memory that a program is made of
 * ------------------------------------------------------------------------ */

struct explain_endless {
    bool has_lengths; /* the length of the text is 0; else lengths is NULL */
};
static void explain_endless(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    unsigned long long room =
        suspicion->object.address + suspicion->object.size - suspicion->member_value;
    bool list = IQ_EVIDENCE(explain_endless, suspicion)->has_lengths;
    iq_str_printf(&words->message, "%s of %s has no terminating zero", suspicion->member,
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "%s, so the text must end with a zero byte, but there is none in the %llu bytes of its host block; "
        "whatever follows the block is compiled, too",
        list ? "its length is 0" : "lengths is NULL", room);
    iq_str_puts(&words->fix,
                "pass the lengths of the texts, or allocate one more byte and set it to 0");
}

/* A text that says itself where it ends, in a block that holds no zero. */
static void check_end(const struct iq_event *event, int list, uint64_t address, const char *name,
                      bool lengths)
{
    struct iq_hostheap_block block;
    if (iq_hostheap_find(address, &block) != IQ_HOSTHEAP_LIVE ||
        !iq_hostheap_certainly_live(&block) ||
        memchr((const void *)(uintptr_t)address, 0, block.base + block.size - address))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_HOST_OVERRUN, IQ_RANK_DEAD + 1, list);
    suspicion.done = IQ_ERROR;
    suspicion.member = name;
    suspicion.member_value = address;
    suspicion.object = iq_object_of_host(block.base, block.size);
    suspicion.object.state = "live";
    suspicion.object.created.stack = iq_stack_of_caller(block.allocated);
    IQ_EXPLAIN(&suspicion, explain_endless, .has_lengths = lengths);
    iq_suspect(&suspicion);
}

static void check_texts(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int texts = iq_cl_arg_named(call, "strings"),
        list = texts < 0 ? iq_cl_arg_named(call, "binaries") : texts,
        lengths = iq_cl_arg_named(call, "lengths");
    uint64_t count = iq_cl_value(call, texts < 0 ? "num_devices" : "count"), address, length;
    char name[IQ_ARG_NAME + 16];
    for (uint64_t i = 0; i < (uint32_t)count && i < NAMES && !iq_suspected(IQ_RANK_NULL); i++) {
        if (!call->args[list] ||
            !iq_hostmem_copy(call->args[list] + i * sizeof address, &address, sizeof address) ||
            !address)
            return;
        length = 0;
        if (call->args[lengths] &&
            !iq_hostmem_copy(call->args[lengths] + i * sizeof length, &length, sizeof length))
            return;
        snprintf(name, sizeof name, "%s[%u]", call->entry->args[list].name, (unsigned)i);
        if (length)
            iq_host_reads(event, list, -1, address, length, iq_name_intern(name));
        else if (texts >= 0)
            check_end(event, list, address, iq_name_intern(name), call->args[lengths]);
    }
}

static void check_il(const struct iq_event *event)
{
    int il = iq_cl_arg_named(event->call, "il"), length = iq_cl_arg_named(event->call, "length");
    if (event->call->args[il])
        iq_host_reads(event, il, length, event->call->args[il], event->call->args[length], NULL);
}

struct explain_cut {
    uint64_t bytes;  /* of the whole */
    uint64_t at;     /* offset of the instruction that is cut; 0: the header is */
    uint64_t needed; /* bytes of that */
};
static void explain_cut(const struct iq_suspicion *suspicion, struct iq_call *call,
                        struct iq_words *words)
{
    const struct explain_cut *evidence = IQ_EVIDENCE(explain_cut, suspicion);
    unsigned long long bytes = evidence->bytes, at = evidence->at, needed = evidence->needed;
    iq_str_printf(&words->message, "%s of %s ends in the middle of the SPIR-V",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    if (at)
        iq_str_printf(
            &words->cause,
            "the instruction at byte %llu has %llu bytes, but there are only %llu bytes in all", at,
            needed, bytes);
    else
        iq_str_printf(&words->cause,
                      "%llu bytes are less than a header of %llu bytes, or not whole words", bytes,
                      needed);
    iq_str_puts(
        &words->fix,
        "length counts bytes, not words: pass the size of the whole file, read in binary mode");
}

/* Instructions say how many words they have. */
static void check_cut(const struct iq_event *event)
{
    enum { HEADER = 20, LIMIT = 1 << 20 };
    int il = iq_cl_arg_named(event->call, "il"), length = iq_cl_arg_named(event->call, "length");
    uint64_t from = event->call->args[il], bytes = event->call->args[length], at = HEADER, size = 0;
    uint32_t word = 0;
    if (event->result != CL_INVALID_VALUE || !iq_hostmem_copy(from, &word, sizeof word) ||
        word != SPIRV_MAGIC || bytes > LIMIT)
        return;
    bool header = bytes < HEADER || bytes % 4, cut = header;
    for (; !cut && at < bytes && iq_hostmem_copy(from + at, &word, sizeof word) && word >> 16;
         at += size) {
        size = (uint64_t)(word >> 16) * 4;
        cut = size > bytes - at;
        if (cut)
            break;
    }
    if (!cut)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_IMAGE_TRUNCATED, IQ_RANK_CODE + 6, il);
    IQ_EXPLAIN(&suspicion, explain_cut, .bytes = bytes, .at = header ? 0 : at,
               .needed = header ? HEADER : size);
    iq_suspect(&suspicion);
}

struct explain_words {
    uint32_t magic; /* first word */
};
static void explain_words(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is not SPIR-V", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_printf(&words->cause, "SPIR-V begins with the word 0x%08x, this code with 0x%08x",
                  SPIRV_MAGIC, IQ_EVIDENCE(explain_words, suspicion)->magic);
    iq_str_puts(
        &words->fix,
        "pass the unchanged output of a SPIR-V compiler; use clCreateProgramWithSource for source code; LLVM bitcode is not accepted");
}

static void check_words(const struct iq_event *event)
{
    uint32_t magic = 0;
    int arg = iq_cl_arg_named(event->call, "il");
    if (event->result != CL_INVALID_VALUE ||
        !iq_hostmem_copy(event->call->args[arg], &magic, sizeof magic) || magic == SPIRV_MAGIC ||
        __builtin_bswap32(magic) == SPIRV_MAGIC)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_IMAGE_NOT_RECOGNIZED, IQ_RANK_CODE + 6, arg);
    IQ_EXPLAIN(&suspicion, explain_words, .magic = magic);
    iq_suspect(&suspicion);
}

static void check_cl_program(const struct iq_event *event)
{
    struct iq_suspicion suspicion;
    const struct iq_handle *program = program_of(event->call);
    const struct iq_cl_program *details = iq_cl_program_of(program);
    switch (event->result) {
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_COMPILE_PROGRAM_FAILURE:
    case CL_LINK_PROGRAM_FAILURE:
        suspicion = about_program(event, IQ_RULE_BUILD_FAILED, "");
        IQ_EXPLAIN(&suspicion, explain_build, .program = program);
        suspicion.also = iq_cl_source_cause(details);
        break;
    case CL_INVALID_BUILD_OPTIONS:
    case CL_INVALID_COMPILER_OPTIONS:
    case CL_INVALID_LINKER_OPTIONS:
        suspicion = about_program(event, IQ_RULE_BUILD_FAILED, "options");
        suspicion.explain = explain_options;
        suspicion.also = iq_cl_source_cause(details);
        break;
    case CL_INVALID_KERNEL_NAME:
        if (!program)
            return;
        suspicion = about_program(event, IQ_RULE_SYMBOL_NOT_FOUND, "kernel_name");
        suspicion.cause = 0;
        if (is_probe(event->call, suspicion.arg, program))
            suspicion.failed = IQ_NOTE;
        IQ_EXPLAIN(&suspicion, explain_name, .program = program);
        break;
    case CL_INVALID_PROGRAM_EXECUTABLE:
        suspicion = about_program(event, IQ_RULE_SYMBOL_NOT_FOUND, "program");
        IQ_EXPLAIN(&suspicion, explain_not_built, .program = details);
        break;
    case CL_INVALID_BINARY:
        suspicion = about_program(event, IQ_RULE_IMAGE_NOT_RECOGNIZED, "binaries");
        suspicion.explain = explain_binary;
        break;
    default: return;
    }
    iq_suspect(&suspicion);
}

struct explain_source {
    uint64_t bytes;
};
static void explain_source(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is source code, not a binary",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "its %llu bytes are OpenCL C code that defines a kernel",
                  (unsigned long long)IQ_EVIDENCE(explain_source, suspicion)->bytes);
    iq_str_puts(
        &words->fix,
        "pass it to clCreateProgramWithSource; binaries come from clGetProgramInfo(CL_PROGRAM_BINARIES)");
}

/* Some drivers take whatever they are given, and fail when the program is built. */
static void check_binary(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    char text[4096], names[64];
    uint64_t pointer, size;
    int binaries = iq_cl_arg_named(call, "binaries"), lengths = iq_cl_arg_named(call, "lengths");
    if (binaries < 0 || !iq_hostmem_copy(call->args[binaries], &pointer, sizeof pointer) ||
        !iq_hostmem_copy(call->args[lengths], &size, sizeof size) || !size)
        return;
    size_t count = size < sizeof text ? size : sizeof text;
    if (!iq_hostmem_copy(pointer, text, count) ||
        iq_cl_source_kernels(text, count, names, sizeof names) < 1)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_IMAGE_NOT_RECOGNIZED, IQ_RANK_CODE + 9, binaries);
    suspicion.done = IQ_WARNING;
    IQ_EXPLAIN(&suspicion, explain_source, .bytes = size);
    iq_suspect(&suspicion);
}

struct explain_short {
    uint64_t bytes, needed; /* of the binary, and that its tables ask for at least */
    uint64_t index;         /* of the binary in the list */
};
static void explain_short(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_short *evidence = IQ_EVIDENCE(explain_short, suspicion);
    unsigned long long index = evidence->index;
    iq_str_printf(&words->message, "binaries[%llu] of %s is truncated", index, call->entry->name);
    iq_str_printf(
        &words->cause,
        "it is a PoCL binary whose header and tables need at least %llu bytes, but lengths[%llu] is %llu",
        (unsigned long long)evidence->needed, index, (unsigned long long)evidence->bytes);
    iq_str_puts(
        &words->fix,
        "write and read all bytes that CL_PROGRAM_BINARY_SIZES reports, in binary mode; build from source where a stored binary is damaged");
}

/* PoCL believes the tables, and reads on after the end. */
static void check_short(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int binaries = iq_cl_arg_named(call, "binaries"), lengths = iq_cl_arg_named(call, "lengths");
    uint64_t pointer, size, count = (uint32_t)iq_cl_value(call, "num_devices");
    for (uint64_t i = 0; i < count && i < NAMES; i++) {
        if (!iq_hostmem_copy(call->args[binaries] + i * sizeof pointer, &pointer, sizeof pointer) ||
            !iq_hostmem_copy(call->args[lengths] + i * sizeof size, &size, sizeof size))
            return;
        uint64_t whole = iq_pocl_missing(pointer, size, iq_hostmem_copy);
        if (!whole)
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_IMAGE_TRUNCATED, IQ_RANK_CODE + 6, binaries);
        suspicion.contain = CL_INVALID_BINARY;
        suspicion.done = IQ_ERROR;
        IQ_EXPLAIN(&suspicion, explain_short, .bytes = size, .needed = whole, .index = i);
        iq_suspect(&suspicion);
        return;
    }
}

static bool takes_words(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "il") >= 0;
}
static bool takes_texts(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "strings") >= 0 || iq_entry_arg_named(entry, "binaries") >= 0;
}
static bool takes_binaries(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "binaries") >= 0;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_cl_program, .apis = IQ_IN(OPENCL) },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_binary, .apis = IQ_IN(OPENCL),
      .concerns = takes_binaries },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_short, .apis = IQ_IN(OPENCL),
      .concerns = takes_binaries },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_state, .apis = IQ_IN(OPENCL), .concerns = iq_cl_builds },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_state, .apis = IQ_IN(OPENCL), .concerns = iq_cl_builds },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_words, .apis = IQ_IN(OPENCL), .concerns = takes_words },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_cut, .apis = IQ_IN(OPENCL), .concerns = takes_words },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_il, .apis = IQ_IN(OPENCL), .concerns = takes_words },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_texts, .apis = IQ_IN(OPENCL), .concerns = takes_texts },
};
const struct iq_rule_family iq_rules_cl_program = { "OpenCL programs", subscriptions,
                                                    IQ_COUNT_OF(subscriptions) };
