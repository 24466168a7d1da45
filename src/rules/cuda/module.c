/* image-*, ptx-*, symbol-not-found, file-not-found: code that cannot be loaded, names that are not
 * in it. */
#include <stdlib.h>
#include <string.h>

#include "abi/cudart_abi.h"
#include "api_cuda/kernels.h"
#include "api_cuda/query.h"
#include "base/fd.h"
#include "base/suggest.h"
#include "call/cause.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/walk.h"
#include "image/image.h"
#include "image/judge.h"
#include "process/hostmem.h"
#include "process/modules.h"
#include "process/peek.h"
#include "rules/cuda/image_words.h"
#include "rules/rules.h"

enum {
    FILE_LIMIT = 256 << 20,
    LINE_BYTES = 120,
    SOFT_PTX = 90 /* newest ISA that src/ptx knows */
};

/* The software device takes newer PTX than it knows, unless it imitates a driver. */
static struct iq_image_target target_of(const struct iq_thread *thread)
{
    const struct iq_device_limits *limits =
        iq_core_limits(thread->current ? thread->current->device : thread->device);
    bool any = iq_core.soft && !getenv("INQUEST_SOFT_DRIVER_VERSION");
    int ptx = iq_core.driver_version && !any ? iq_image_ptx_of_driver(iq_core.driver_version) : 0;
    return (struct iq_image_target){ .major = limits->major ? limits->major : 9,
                                     .minor = limits->major ? limits->minor : 0,
                                     .ptx_major = ptx / 10,
                                     .ptx_minor = ptx % 10,
                                     .interprets = iq_core.soft };
}

/* The image that a call was given, in memory or in a file.  [data] is the file's contents, NULL for
 * memory; free it. */
struct loaded {
    struct iq_image_source source;
    char *data;
};

static bool load_image(const struct iq_event *event, struct loaded *loaded)
{
    size_t size;
    *loaded =
        (struct loaded){ .source = iq_image_in_memory((const void *)(uintptr_t)event->value) };
    if (event->role->role == IQ_ROLE_PATH) {
        if (!event->value || iq_fd_read_file((const char *)(uintptr_t)event->value, FILE_LIMIT,
                                             &loaded->data, &size))
            return false;
        loaded->source =
            (struct iq_image_source){ .bytes = loaded->data, .size = size, .file = true };
        return true;
    }
    for (int i = event->arg + 1; i < event->call->entry->arg_count; i++)
        if (event->call->entry->args[i].role == IQ_ROLE_SIZE) {
            size_t given = event->call->args[i],
                   readable = iq_image_probe_readable(NULL, loaded->source.bytes, given);
            /* the size of nothing says nothing */
            loaded->source.size = given && !readable ? IQ_IMAGE_SIZE_UNKNOWN : readable;
        }
    return true;
}

/* An image, and what the device answers to it. */
struct judged {
    struct iq_image_target target;
    struct iq_image image;
    struct iq_image_verdict verdict; /* what it chose lies in the image */
};

/* The user has said which device the software device stands for (--soft-arch): code for another one
 * is what it would not run. */
static bool is_device_named(void)
{
    const char *arch = getenv("INQUEST_SOFT_ARCH");
    return arch && *arch;
}

/* Machine code for another device is a mistake of the program only if the user has named the
 * device, or its own file passes the image to [call] (NULL: it was registered): a library may have
 * code for many devices, or none. */
static bool judge_source(const struct iq_thread *thread, const struct iq_image_source *source,
                         const struct iq_call *call, struct judged *judged)
{
    struct iq_image_verdict *verdict = &judged->verdict;
    judged->target = target_of(thread);
    if (iq_image_sniff(source, &judged->image))
        return false;
    iq_image_judge(&judged->image, &judged->target, verdict);
    verdict->limit |= verdict->defect == IQ_DEFECT_MACHINE_CODE && !is_device_named() &&
                      (!call || !iq_modules_is_program(call->site.pc));
    return true;
}

/* Is the PTX that was chosen newer than what the software device knows? */
static bool is_newer(const struct iq_thread *thread, const struct iq_image_verdict *verdict,
                     struct iq_ptx_facts *facts)
{
    struct iq_image_target target = target_of(thread);
    char *text;
    size_t size;
    if (!target.interprets || target.ptx_major || !verdict->has_chosen || !verdict->jit ||
        iq_image_unpack(&verdict->chosen, &text, &size))
        return false;
    iq_image_ptx_header(text, size, facts);
    free(text);
    return facts->version_major * 10 + facts->version_minor > SOFT_PTX ||
           facts->target > target.major * 10 + target.minor;
}

/* Is the image, which the device has refused, right for one that is not the software device? */
static bool is_limit(const struct iq_thread *thread, const struct iq_image_verdict *verdict)
{
    struct iq_ptx_facts facts;
    return verdict->limit || (!verdict->defect && is_newer(thread, verdict, &facts));
}

/* What the verdict chose is not to be looked at afterwards.  [refused]: the device did not take the
 * image; .limit says whether that is one. */
static bool judge_argument(const struct iq_thread *thread, const struct iq_event *event,
                           bool refused, struct iq_image_verdict *verdict)
{
    struct loaded loaded;
    struct judged judged;
    bool known =
        load_image(event, &loaded) && judge_source(thread, &loaded.source, event->call, &judged);
    if (known)
        *verdict = judged.verdict;
    if (known && refused)
        verdict->limit = is_limit(thread, verdict);
    free(loaded.data);
    return known;
}

static void explain_verdict(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    struct loaded loaded;
    struct judged judged;
    struct iq_event event = { .call = call,
                              .arg = suspicion->arg,
                              .role = &call->entry->args[suspicion->arg],
                              .value = call->args[suspicion->arg] };
    if (load_image(&event, &loaded) &&
        judge_source(suspicion->thread, &loaded.source, call, &judged))
        iq_put_image_verdict(words, &judged.image, &judged.target, &judged.verdict);
    free(loaded.data);
}

/* Judges what nvcc's start-up code registered, for the device that is current. */
static bool judge_registered(const struct iq_thread *thread, const void *wrapper,
                             struct judged *judged)
{
    struct iq_image_source source = iq_image_in_memory(wrapper);
    return wrapper && judge_source(thread, &source, NULL, judged);
}

static const enum iq_rule_id rule_of_defect[] = {
    [IQ_DEFECT_NONE] = IQ_RULE_NONE,
    [IQ_DEFECT_ABSENT] = IQ_RULE_NULL_POINTER,
    [IQ_DEFECT_UNRECOGNIZED] = IQ_RULE_IMAGE_NOT_RECOGNIZED,
    [IQ_DEFECT_TRUNCATED] = IQ_RULE_IMAGE_TRUNCATED,
    [IQ_DEFECT_CORRUPT] = IQ_RULE_IMAGE_CORRUPT,
    [IQ_DEFECT_PTX_TARGET_UNKNOWN] = IQ_RULE_PTX_TARGET,
    [IQ_DEFECT_PTX_TARGET_MISFIT] = IQ_RULE_PTX_TARGET,
    [IQ_DEFECT_PTX_TARGET_TOO_NEW] = IQ_RULE_PTX_TARGET,
    [IQ_DEFECT_PTX_ADDRESS_SIZE] = IQ_RULE_PTX_TARGET,
    [IQ_DEFECT_PTX_SYNTAX] = IQ_RULE_PTX_SYNTAX,
    [IQ_DEFECT_PTX_VERSION] = IQ_RULE_PTX_VERSION,
    [IQ_DEFECT_WRONG_ARCH] = IQ_RULE_IMAGE_WRONG_ARCH,
    [IQ_DEFECT_MACHINE_CODE] = IQ_RULE_IMAGE_WRONG_ARCH,
};

static enum iq_rule_id rule_of_code(int64_t code)
{
    switch (code) {
    case CUDA_ERROR_INVALID_IMAGE: return IQ_RULE_IMAGE_NOT_RECOGNIZED;
    case CUDA_ERROR_NO_BINARY_FOR_GPU: return IQ_RULE_IMAGE_WRONG_ARCH;
    case CUDA_ERROR_INVALID_PTX: return IQ_RULE_PTX_SYNTAX;
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION: return IQ_RULE_PTX_VERSION;
    case CUDA_ERROR_FILE_NOT_FOUND: return IQ_RULE_FILE_NOT_FOUND;
    default: return IQ_RULE_NONE;
    }
}

/* The driver's compiler log, if the program asked for one (JIT options 3/4 and 5/6 hold buffer and
 * size). */
static bool copy_log(const struct iq_call *call, char *log, size_t size)
{
    int options = -1;
    for (int i = 0; i + 1 < call->entry->arg_count && options < 0; i++)
        if (!strcmp(call->entry->args[i].name, "options") ||
            !strcmp(call->entry->args[i].name, "jitOptions"))
            options = i;
    int count_arg = options < 0 ? -1 : options - 1;
    if (options < 1 || call->entry->args[count_arg].role != IQ_ROLE_COUNT || !call->args[options] ||
        !call->args[options + 1])
        return false;
    for (uint64_t i = 0; i < call->args[count_arg] && i < 64; i++) {
        int32_t option;
        uint64_t buffer;
        if (iq_hostmem_copy(call->args[options] + i * 4, &option, 4) && option == 5 &&
            iq_hostmem_copy(call->args[options + 1] + i * 8, &buffer, 8)) {
            size_t length = iq_hostmem_copy_text((const char *)(uintptr_t)buffer, log, size - 1);
            log[length] = 0;
            log[strcspn(log, "\n")] = 0;
            return length > 0;
        }
    }
    return false;
}

/* Text of line [number] in PTX, without blanks around it; cut at [size].  False: there is no such
 * line. */
static bool line_of(const char *text, size_t length, unsigned long number, char *line, size_t size)
{
    const char *end = text + length;
    for (; number > 1 && text < end; number--) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        text = next ? next + 1 : end;
    }
    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    size_t used = 0;
    for (; text + used < end && text[used] && text[used] != '\n' && text[used] != '\r' &&
           used + 1 < size;
         used++)
        line[used] = text[used];
    line[used] = '\0';
    return used > 0;
}

/* "ptxas application ptx input, line 7; error   : Unknown symbol 'x'": the line, and where the
 * complaint starts.  Line 0: none. */
static const char *complaint_in(const char *log, unsigned long *number)
{
    const char *error = strstr(log, "; error"), *begin = error;
    *number = 0;
    if (!error)
        return log;
    while (begin > log && begin[-1] != '\n')
        begin--;
    const char *line = strstr(begin, "line "), *text = strchr(error, ':');
    if (line && line < error)
        *number = strtoul(line + 5, NULL, 10);
    return text ? text + 1 + strspn(text + 1, " ") : log;
}

/* The first thing in newer PTX that the software device does not know. */
static void put_newer(struct iq_words *words, const struct iq_thread *thread,
                      const struct iq_call *call, const void *image,
                      const struct iq_ptx_facts *facts)
{
    struct iq_image_target target = target_of(thread);
    char log[LINE_BYTES * 4];
    unsigned long number = 0;
    if (copy_log(call, log, sizeof log) || (image && iq_query_compiler(image, log, sizeof log))) {
        const char *complaint = complaint_in(log, &number);
        iq_str_printf(&words->cause, "line %lu: %.*s; ", number, (int)strcspn(complaint, "\n"),
                      complaint);
    }
    iq_str_puts(&words->message,
                "the PTX uses something that the software device does not support: " IQ_SOFT_LIMIT);
    iq_str_printf(
        &words->cause,
        "it is PTX of ISA version %d.%d for sm_%d, and the software device supports PTX up to "
        "version %d.%d for sm_%d%d",
        facts->version_major, facts->version_minor, facts->target, SOFT_PTX / 10, SOFT_PTX % 10,
        target.major, target.minor);
    iq_str_printf(
        &words->fix,
        "add PTX that it supports: -gencode arch=compute_%d%d,code=compute_%d%d, from a toolkit "
        "of CUDA 13.0 or older",
        target.major, target.minor, target.major, target.minor);
}

/* What the compiler of the driver says about the PTX [image], of which [text] is the source if that
 * can be read. */
static void put_compiler_log(struct iq_words *words, const struct iq_call *call, const void *image,
                             const char *text, size_t length)
{
    char log[LINE_BYTES * 4], line[LINE_BYTES];
    unsigned long number;
    if (!copy_log(call, log, sizeof log) &&
        (!image || !iq_query_compiler(image, log, sizeof log))) {
        iq_str_puts(&words->cause,
                    "the PTX header is valid, so a later instruction or directive is wrong");
        iq_str_puts(
            &words->fix,
            "assemble the text with ptxas to see the line, or pass CU_JIT_ERROR_LOG_BUFFER to cuModuleLoadDataEx");
        return;
    }
    const char *complaint = complaint_in(log, &number);
    log[complaint - log + strcspn(complaint, "\n")] = '\0';
    if (!number)
        iq_str_printf(&words->cause, "the driver's compiler says: %s", complaint);
    else if (text && line_of(text, length, number, line, sizeof line))
        iq_str_printf(&words->cause, "line %lu, `%s': %s", number, line, complaint);
    else
        iq_str_printf(&words->cause, "line %lu: %s", number, complaint);
    iq_str_puts(&words->fix, number ? "fix that line of the PTX, or the generator that wrote it"
                                    : "fix the PTX, or the generator that wrote it");
}

static void explain_syntax(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    struct iq_event event = { .call = call,
                              .arg = suspicion->arg,
                              .role = &call->entry->args[suspicion->arg],
                              .value = call->args[suspicion->arg] };
    struct judged judged = { .verdict.defect = IQ_DEFECT_NONE };
    const struct iq_image_verdict *verdict = &judged.verdict;
    struct loaded loaded;
    struct iq_ptx_facts facts;
    bool known = load_image(&event, &loaded) &&
                 judge_source(suspicion->thread, &loaded.source, call, &judged);
    if (known && is_newer(suspicion->thread, verdict, &facts)) {
        put_newer(words, suspicion->thread, call, loaded.source.bytes, &facts);
        free(loaded.data);
        return;
    }
    iq_str_printf(&words->message, "the PTX that %s was given does not compile", call->entry->name);
    bool plain = known && verdict->has_chosen && verdict->chosen.kind == IQ_ENTRY_PTX &&
                 verdict->chosen.packing == IQ_PACKING_NONE;
    put_compiler_log(words, call, known ? loaded.source.bytes : NULL,
                     plain ? (const char *)verdict->chosen.payload : NULL,
                     plain ? verdict->chosen.payload_size : 0);
    free(loaded.data);
}

/* The heads are sound, there is code for the device, and the driver still takes it for no image. */
static void explain_inside(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg);
    iq_str_printf(&words->message, "%s of %s is damaged", name, call->entry->name);
    iq_str_printf(
        &words->cause,
        "its headers are valid and list code for this device, but the driver returned %s, so the data after the headers are damaged",
        iq_status_name(call->entry->api, call->result));
    iq_str_puts(
        &words->fix,
        "rebuild the file or fetch it again and compare checksums; `inquest inspect FILE` unpacks each part and names the damaged one");
}

static void explain_code(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg);
    switch (call->result) {
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
        iq_str_printf(&words->message, "%s of %s has no code for this device", name,
                      call->entry->name);
        iq_str_puts(&words->cause,
                    "it contains neither machine code nor PTX for the device's architecture");
        iq_str_puts(
            &words->fix,
            "compile with -gencode for the device, or add PTX (compute_XX) for newer devices");
        return;
    case CUDA_ERROR_FILE_NOT_FOUND:
        iq_str_printf(&words->message, "%s of %s names a file that cannot be read", name,
                      call->entry->name);
        iq_str_puts(
            &words->cause,
            "the file does not exist; a relative path starts at the program's working directory");
        iq_str_puts(
            &words->fix,
            "pass an absolute path, or check the working directory and whether the file was built");
        return;
    default:
        iq_str_printf(&words->message, "%s of %s is not a module image that the driver accepts",
                      name, call->entry->name);
        iq_str_printf(&words->cause, "the driver returned %s",
                      iq_status_name(call->entry->api, call->result));
        iq_str_puts(
            &words->fix,
            "pass PTX text, a cubin or a fatbin; `inquest inspect FILE` shows what a file contains");
    }
}

/* The heads look right, but the driver says no: what can be said from its status and the chosen
 * PTX. */
static void put_refusal(struct iq_words *words, const struct iq_call *call,
                        const struct iq_image_target *target,
                        const struct iq_image_verdict *verdict)
{
    struct iq_ptx_facts facts = { .version_major = -1 };
    bool is_ptx = verdict->has_chosen && verdict->chosen.kind == IQ_ENTRY_PTX,
         too_new = call->result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    if (is_ptx && verdict->chosen.packing == IQ_PACKING_NONE)
        iq_image_ptx_header((const char *)verdict->chosen.payload, verdict->chosen.payload_size,
                            &facts);
    iq_str_printf(&words->message, "the driver rejects its %s (%s)", is_ptx ? "PTX" : "code",
                  iq_status_name(call->entry->api, call->result));
    if (too_new && facts.version_major > 0)
        iq_str_printf(&words->cause,
                      "it is PTX of version %d.%d, but the driver supports versions up to %d.%d",
                      facts.version_major, facts.version_minor, target->ptx_major,
                      target->ptx_minor);
    else
        iq_str_puts(
            &words->cause,
            too_new
                ? "its PTX is of a newer version than the driver supports"
                : "the header of the embedded image is valid; a later instruction or directive is not");
    iq_str_puts(&words->fix, too_new
                                 ? "update the driver, build with an older toolkit, or add machine "
                                   "code for the device (-gencode arch=compute_XX,code=sm_XX)"
                                 : "check it with `inquest inspect` and ptxas");
}

struct explain_registered {
    uint64_t host;       /* address of the kernel or variable in the host program; 0: all code */
    const void *wrapper; /* of the image, NULL: none was found */
};
static void explain_registered(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    struct judged judged = { .verdict.defect = IQ_DEFECT_NONE };
    struct iq_variable variable = { .name = NULL };
    const struct explain_registered *evidence = IQ_EVIDENCE(explain_registered, suspicion);
    uint64_t host = evidence->host;
    const char *kernel = host ? iq_core_function_name(host) : NULL;
    struct iq_ptx_facts facts;
    bool known = judge_registered(suspicion->thread, evidence->wrapper, &judged);
    if (kernel)
        iq_str_printf(&words->message, "kernel %s cannot be loaded: ", kernel);
    else if (host && iq_name_of_variable(host, &variable) && variable.name)
        iq_str_printf(&words->message, "device variable %s cannot be loaded: ", variable.name);
    if (judged.verdict.defect)
        iq_put_image_verdict(words, &judged.image, &judged.target, &judged.verdict);
    else if (known && is_newer(suspicion->thread, &judged.verdict, &facts))
        put_newer(words, suspicion->thread, call, evidence->wrapper, &facts);
    else
        put_refusal(words, call, &judged.target, &judged.verdict);
    if (call->result == cudaErrorInvalidSymbol || call->result == cudaErrorInvalidDeviceFunction)
        iq_str_printf(&words->cause,
                      "; %s only means that no loaded code contains it, the %s itself is correct",
                      iq_status_name(call->entry->api, call->result), kernel ? "kernel" : "symbol");
    else if (!host)
        iq_str_printf(&words->cause, "; %s had to load all code of the program first",
                      call->entry->name);
}

/* A visitor: would loading give this status? */
static bool is_guilty(void *user, const void *wrapper)
{
    struct judged judged;
    return judge_registered(iq_thread_block, wrapper, &judged) && judged.verdict.defect &&
           judged.verdict.code == *(const int64_t *)user;
}

/* Calls of the runtime that fail because the program's own code does not fit: a kernel or variable
 * is named, or all code is loaded by the first call.  "Invalid device symbol" and "invalid device
 * function" are among the answers. */
static void check_registered(const struct iq_event *event)
{
    struct judged judged = { .verdict.defect = IQ_DEFECT_NONE };
    const struct iq_image_verdict *verdict = &judged.verdict;
    const struct iq_entry *entry = event->call->entry;
    bool load_status = rule_of_code(event->result) && event->result != CUDA_ERROR_FILE_NOT_FOUND;
    int arg = iq_entry_arg(entry, IQ_ROLE_SYMBOL);
    if (entry->api != IQ_API_CUDART ||
        (!load_status && event->result != cudaErrorInvalidSymbol &&
         event->result != cudaErrorInvalidDeviceFunction && event->result != CUDA_ERROR_NOT_FOUND))
        return;
    if (arg < 0)
        arg = iq_entry_arg(entry, IQ_ROLE_FUNC);
    uint64_t host = arg < 0 ? 0 : event->call->args[arg];
    int64_t status = event->result;
    const void *wrapper = host          ? iq_name_image_of(host)
                          : load_status ? iq_name_find_image(is_guilty, &status)
                                        : NULL;
    enum iq_rule_id rule = judge_registered(iq_thread_block, wrapper, &judged)
                               ? rule_of_defect[verdict->defect]
                               : IQ_RULE_NONE;
    if (!rule && wrapper && load_status)
        rule = rule_of_code(event->result);
    if (!rule)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, IQ_RANK_CODE + 9, arg);
    suspicion.cause = iq_cause(IQ_CAUSE_IMAGE, (uintptr_t)wrapper);
    if (is_limit(iq_thread_block, verdict))
        iq_make_limit(&suspicion);
    IQ_EXPLAIN(&suspicion, explain_registered, .host = host, .wrapper = wrapper);
    iq_suspect(&suspicion);
}

static void check_failed(const struct iq_event *event)
{
    struct iq_image_verdict verdict = { 0 };
    enum iq_rule_id by_code = rule_of_code(event->result);
    if (!by_code && event->result != CUDA_ERROR_INVALID_VALUE &&
        event->result != CUDA_ERROR_INVALID_SOURCE &&
        event->result != CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND &&
        event->result != CUDA_ERROR_UNKNOWN)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, by_code, IQ_RANK_CODE + 5, event->arg);
    suspicion.explain =
        event->result == CUDA_ERROR_INVALID_PTX ||
                (event->result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION && iq_core.soft)
            ? explain_syntax
            : explain_code;
    bool judged = event->result != CUDA_ERROR_FILE_NOT_FOUND &&
                  judge_argument(iq_thread_block, event, by_code != IQ_RULE_NONE, &verdict);
    if (judged && verdict.defect &&
        (verdict.code == event->result || event->result != CUDA_ERROR_INVALID_PTX)) {
        suspicion.rule = rule_of_defect[verdict.defect];
        suspicion.explain = explain_verdict;
    } else if (judged &&
               (event->result == CUDA_ERROR_INVALID_IMAGE || event->result == CUDA_ERROR_UNKNOWN) &&
               verdict.has_chosen) {
        suspicion.rule = IQ_RULE_IMAGE_CORRUPT;
        suspicion.explain = explain_inside;
    }
    if (judged && verdict.limit)
        iq_make_limit(&suspicion);
    if (suspicion.rule)
        iq_suspect(&suspicion);
}

/* An image that crashes the real driver. */
static void check_before(const struct iq_event *event)
{
    struct iq_image_verdict verdict = { 0 };
    if (!event->value || !judge_argument(iq_thread_block, event, false, &verdict) ||
        !verdict.crashes)
        return;
    /* in memory there is no end that it could have been cut off at: an offset has changed */
    enum iq_rule_id rule =
        event->role->role == IQ_ROLE_PATH ? rule_of_defect[verdict.defect] : IQ_RULE_IMAGE_CORRUPT;
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, IQ_RANK_DEAD, event->arg);
    suspicion.contain = verdict.code;
    suspicion.explain = explain_verdict;
    iq_suspect(&suspicion);
}

/* ---- libraries load lazily: nonsense is accepted now and fails later ---- */

static uint64_t library_cause(uint64_t number) { return iq_cause(IQ_CAUSE_LIBRARY, number); }

/* Is the library's code there all the same?  The software device runs machine code if it is known
 * what that was made of. */
static bool has_kernels(const struct iq_call *call, int made)
{
    uint64_t library;
    return iq_core.soft && iq_peek_word(&library, call->args[made]) &&
           iq_query_kernel_names(IQ_KIND_LIBRARY, library, NULL, NULL);
}

static void check_done(const struct iq_event *event)
{
    struct iq_image_verdict verdict = { 0 };
    int made = iq_entry_arg(event->call->entry, IQ_ROLE_NEW);
    if (made < 0 || event->call->entry->args[made].kind != IQ_KIND_LIBRARY || event->call->outer ||
        !judge_argument(iq_thread_block, event, false, &verdict) || !verdict.defect ||
        has_kernels(event->call, made))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, rule_of_defect[verdict.defect], IQ_RANK_CODE, event->arg);
    if (verdict.limit)
        iq_make_limit(&suspicion);
    suspicion.cause = library_cause(event->call->number);
    suspicion.failed = IQ_SILENT;
    suspicion.done = IQ_WARNING;
    suspicion.explain = explain_verdict;
    iq_suspect(&suspicion);
}

static void explain_lazy(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const char *loader = suspicion->object.created.entry->name;
    const struct iq_handle *library = iq_resolved_handle(call, suspicion->arg, IQ_KIND_LIBRARY);
    size_t size = 0;
    char *image = library ? iq_kernel_image(library, &size) : NULL;
    bool is_ptx = call->result == CUDA_ERROR_INVALID_PTX;
    iq_str_printf(&words->message,
                  is_ptx ? "the PTX that %s was given does not compile"
                         : "the device does not accept the image that %s was given",
                  loader);
    iq_str_printf(
        &words->cause,
        "the library was created by %s, which returns before the image is loaded; %s is the first call that needs it; ",
        loader, call->entry->name);
    if (is_ptx)
        put_compiler_log(words, call, image, image, size);
    else {
        iq_str_printf(&words->cause, "the driver returned %s",
                      iq_status_name(call->entry->api, call->result));
        iq_str_puts(
            &words->fix,
            "pass PTX text, a cubin or a fatbin that has code for the device; `inquest inspect FILE` shows what a file contains");
    }
    free(image);
}

/* The first call that needs the image fails: the load is what is wrong. */
static void check_lazy(const struct iq_event *event)
{
    enum iq_rule_id rule = rule_of_code(event->result);
    const struct iq_handle *library = event->handle;
    if (!rule || !library || library->kind != IQ_KIND_LIBRARY || iq_handle_is_dead(library) ||
        !library->created.entry)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, IQ_RANK_CODE + 5, event->arg);
    suspicion.cause = library_cause(library->created.number);
    suspicion.folds_into = iq_findings_of_cause(suspicion.cause);
    /* a limit of ours stays a warning */
    if (suspicion.folds_into && iq_findings_rule(suspicion.folds_into) == IQ_RULE_SOFT_LIMIT)
        iq_make_limit(&suspicion);
    suspicion.object = iq_object_of_handle(library);
    suspicion.explain = explain_lazy;
    iq_suspect(&suspicion);
}

/* The identifier in a mangled C++ name: "add" of "_Z3addPfi", "_ZN3lib3addEPf" and "_Z3addIfEvPT_".
 * False: not mangled. */
static bool plain_name(const char *mangled, char *name, size_t size)
{
    bool found = false;
    if (strncmp(mangled, "_Z", 2))
        return false;
    bool nested = mangled[2] == 'N';
    for (const char *c = mangled + 2 + nested + (mangled[2] == 'L'); *c >= '1' && *c <= '9';) {
        char *begin;
        size_t length = strtoul(c, &begin, 10);
        if (length > strlen(begin) || length >= size)
            return found;
        memcpy(name, begin, length);
        name[length] = '\0';
        found = true;
        c = begin + length;
        if (!nested)
            break;
    }
    return found;
}

/* What a module has in place of a name that it has not. */
struct namesakes {
    const char *wanted, *mangled;
    bool same; /* a kernel has the very name */
    struct iq_suggest suggest;
};

static bool note_name(void *user, const char *name)
{
    struct namesakes *found = user;
    char plain[LINE_BYTES];
    bool is_mangled = plain_name(name, plain, sizeof plain);
    if (is_mangled && !strcmp(plain, found->wanted))
        found->mangled = name;
    found->same |= !strcmp(name, found->wanted);
    iq_suggest_offer(&found->suggest, name);
    return !found->mangled;
}

static void put_names(struct iq_words *words, const struct namesakes *found, unsigned total)
{
    const struct iq_suggest *suggest = &found->suggest;
    if (found->mangled) {
        iq_str_printf(&words->cause, "; it has '%s', which is the mangled C++ name of %s",
                      found->mangled, found->wanted);
        iq_str_printf(&words->fix, "declare the kernel extern \"C\", or pass '%s'", found->mangled);
        return;
    }
    iq_str_printf(&words->cause, "; it has %u kernel%s; the closest %s", total,
                  total == 1 ? "" : "s", suggest->best[1] ? "names are" : "name is");
    for (int i = 0; i < 3 && suggest->best[i]; i++)
        iq_str_printf(&words->cause, "%s '%s'", i ? "," : "", suggest->best[i]);
    if (iq_suggest_is_near(suggest, 0))
        iq_str_printf(&words->fix, "pass '%s' if that is the intended kernel", suggest->best[0]);
    else
        iq_str_puts(
            &words->fix,
            "load the module that has this kernel, or pass a name from this one; C++ names are mangled unless declared extern \"C\"");
}

static bool gets_variable(const struct iq_entry *entry)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].role == IQ_ROLE_OUT && entry->args[i].kind == IQ_KIND_SYMBOL)
            return true;
    return false;
}

/* Of a variable: which ones the module has nobody tells, but a kernel of that name is known. */
static void put_no_variable(struct iq_words *words, const struct namesakes *found)
{
    if (found->same || found->mangled) {
        iq_str_puts(&words->cause, "; it has a kernel of that name, but no variable");
        iq_str_puts(&words->fix, "look kernels up with cuModuleGetFunction or cuLibraryGetKernel");
        return;
    }
    iq_str_puts(&words->cause, "; it has no variable of that name");
    iq_str_puts(
        &words->fix,
        "pass the name of a __device__ or __constant__ variable of this module; names of static variables and of those in namespaces are mangled, and compilers remove static ones that no kernel uses");
}

/* The kernels of the object at [address] by the side of the name at [text], which goes to [name]:
 * how many they are. */
static unsigned find_namesakes(uint64_t text, enum iq_kind kind, uint64_t address, char *name,
                               struct namesakes *found)
{
    name[iq_hostmem_copy_text((const char *)(uintptr_t)text, name, LINE_BYTES - 1)] = 0;
    *found = (struct namesakes){ .wanted = name, .suggest = { .word = name } };
    return kind ? iq_query_kernel_names(kind, address, note_name, found) : 0;
}

struct explain_no_symbol {
    enum iq_kind kind; /* of the object that is looked in; NONE: not known */
};
static void explain_no_symbol(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    char name[LINE_BYTES];
    struct namesakes found;
    enum iq_kind kind = IQ_EVIDENCE(explain_no_symbol, suspicion)->kind;
    unsigned total =
        find_namesakes(call->args[suspicion->arg], kind, suspicion->object.address, name, &found);
    iq_str_printf(&words->message, "there is no \"%s\" in the %s that %s searches", name,
                  kind == IQ_KIND_LIBRARY ? "library" : "module", call->entry->name);
    if (suspicion->object.kind) {
        iq_str_printf(&words->cause, "the %s was ", iq_plain_kind(suspicion->object.kind));
        iq_put_history(&words->cause, &suspicion->object, call);
    } else
        iq_str_puts(&words->cause, "the module has no symbol of that name");
    if (kind && gets_variable(call->entry)) {
        put_no_variable(words, &found);
        return;
    }
    if (total) {
        put_names(words, &found, total);
        return;
    }
    if (suspicion->object.kind)
        iq_str_puts(&words->cause, "; it has no symbol of that name");
    iq_str_puts(
        &words->fix,
        "C++ names are mangled: declare the kernel extern \"C\", or use the mangled name (cuobjdump -symbols, `inquest inspect`)");
}

/* Does the program want a variable by the name of a kernel of [owner]?  Drivers have another code
 * for that. */
static bool names_kernel(const struct iq_event *event, const struct iq_object *owner,
                         enum iq_kind kind)
{
    char name[LINE_BYTES];
    struct namesakes found;
    return gets_variable(event->call->entry) &&
           find_namesakes(event->value, kind, owner->address, name, &found) && found.same;
}

static void check_name(const struct iq_event *event)
{
    if ((event->result != CUDA_ERROR_NOT_FOUND && event->result != CUDA_ERROR_INVALID_VALUE) ||
        event->role->role != IQ_ROLE_STR || !event->value)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_SYMBOL_NOT_FOUND, IQ_RANK_CODE + 5, event->arg);
    const struct iq_call *call = event->call;
    enum iq_kind owner = IQ_KIND_NONE;
    for (int i = 0; i < call->entry->arg_count; i++) {
        enum iq_kind kind = call->entry->args[i].kind;
        const struct iq_handle *handle =
            call->entry->args[i].role == IQ_ROLE_USE ? iq_resolved_handle(call, i, kind) : NULL;
        if (handle) {
            suspicion.object = iq_object_of_handle(handle);
            owner = kind;
        }
    }
    if (event->result == CUDA_ERROR_INVALID_VALUE) {
        if (!names_kernel(event, &suspicion.object, owner))
            return;
        suspicion.rank = IQ_RANK_CODE + 7; /* more is known than that the driver refused it */
    }
    IQ_EXPLAIN(&suspicion, explain_no_symbol, .kind = owner);
    iq_suspect(&suspicion);
}

static void explain_written(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    char path[200];
    path[iq_hostmem_copy_text((const char *)(uintptr_t)call->args[suspicion->arg], path,
                              sizeof path - 1)] = 0;
    iq_str_printf(&words->message, "%s cannot write the file \"%s\"", call->entry->name, path);
    iq_str_puts(&words->cause,
                "the system refused it: the folder does not exist, is not writable, or is full");
    iq_str_puts(&words->fix,
                "check the path, and the program's working directory if the path is relative");
}

/* Calls that write a file. */
static void check_written(const struct iq_event *event)
{
    if (event->result != CUDA_ERROR_OPERATING_SYSTEM || event->role->role != IQ_ROLE_PATH ||
        !event->value)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_FILE_NOT_FOUND, IQ_RANK_CODE + 5, event->arg);
    suspicion.explain = explain_written;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_written, .kinds = IQ_OF(MODULE), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_BEFORE, check_before, .kinds = IQ_OF(MODULE), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_DONE, check_done, .kinds = IQ_OF(MODULE), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_failed, .kinds = IQ_OF(MODULE), .apis = IQ_CUDA },
    { IQ_ON(USE), IQ_PHASE_FAILED, check_lazy, .kinds = IQ_OF(LIBRARY), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_name, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
    { IQ_ON(END), IQ_PHASE_FAILED, check_registered, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_module = { "module", subscriptions,
                                                IQ_COUNT_OF(subscriptions) };
