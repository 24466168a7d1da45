#include "report/frames.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "report/demangle.h"

static const char *const hidden_modules[] = { "libinquest*", "libcuda.so*", "libcudart.so*",
                                              "libnvidia-*", "libnvcuda*",  "ld-linux*",
                                              "libasan.so*", "libtsan.so*", "libubsan.so*",
                                              "linux-vdso*", "\\[vdso]",    NULL };

/* What nvcc puts around a <<<>>> launch, the templates of cuda_runtime.h around functions of the
 * same name, which have no file without debug information, and the runtime when it is linked
 * statically. */
static const char *const hidden_functions[] = { "cudaLaunchKernel*<*",
                                                "cudaLaunchCooperativeKernel<*",
                                                "cudaMalloc<*",
                                                "cudaMallocAsync<*",
                                                "cudaMallocFromPoolAsync<*",
                                                "cudaMallocHost<*",
                                                "cudaMallocManaged<*",
                                                "cudaMallocPitch<*",
                                                "cudaHostAlloc<*",
                                                "cudaHostGetDevicePointer<*",
                                                "cudaMemcpyToSymbol<*",
                                                "cudaMemcpyToSymbolAsync<*",
                                                "cudaMemcpyFromSymbol<*",
                                                "cudaMemcpyFromSymbolAsync<*",
                                                "cudaGetSymbolAddress<*",
                                                "cudaGetSymbolSize<*",
                                                "cudaFuncGetAttributes<*",
                                                "cudaFuncSetAttribute<*",
                                                "cudaStreamAttachMemAsync<*",
                                                "cudaOccupancyMax*<*",
                                                "__device_stub__*",
                                                "__cuda[A-Z]*",
                                                "__cudart[0-9]*",
                                                "cudart::*",
                                                "libcudart_static_*",
                                                NULL };
static const char *const hidden_files[] = { "cuda_runtime.h", "*.cudafe1.stub.c", NULL };

/* What stands between a language and a C function that it calls: libffi, JNA, cgo, P/Invoke; and
 * the runtimes of .NET, which also start the program and its threads. */
static const char *const bridge_modules[] = {
    "libffi.so*", "libffi-*", "libjnidispatch*", "mono",           "mono-sgen",
    "libmono*",   "dotnet",   "libcoreclr.so*",  "libhostfxr.so*", "libhostpolicy.so*",
    NULL
};
static const char *const bridge_functions[] = {
    "_cgo_*_Cfunc_*", "*._Cfunc_*", "runtime.asmcgocall*", "runtime.cgocall*", "*IL_STUB_*",
    "(wrapper *",     NULL
};

static const char *const start_functions[] = { "__libc_start_main*",
                                               "__libc_start_call_main",
                                               "_start",
                                               "runtime.main",
                                               "runtime.goexit*",
                                               "start_thread",
                                               "clone",
                                               "clone3",
                                               "__clone3",
                                               NULL };
static const char *const interpreter_modules[] = { "libpython*",     "python",
                                                   "python[23]*",    "_ctypes*",
                                                   "_cffi_backend*", "libffi.so*",
                                                   "libffi-*",       NULL };

/* fnmatch converts both texts each time, for millions of frames. */
static bool is_match(const char *pattern, const char *text)
{
    size_t plain = strcspn(pattern, "*?[\\");
    if (strncmp(pattern, text, plain) != 0)
        return false;
    if (!pattern[plain] || !strcmp(pattern + plain, "*"))
        return pattern[plain] || !text[plain];
    return !fnmatch(pattern, text, 0);
}

static bool matches(const char *const *patterns, const char *text)
{
    for (; text && *patterns; patterns++)
        if (is_match(*patterns, text))
            return true;
    return false;
}

static bool is_hidden(const struct iq_frame *frame)
{
    return matches(hidden_modules, frame->module) || matches(hidden_functions, frame->function) ||
           matches(hidden_files, iq_base_name(frame->file)) ||
           matches(bridge_modules, frame->module) || matches(bridge_functions, frame->function);
}

/* Does the frame say more than a number? */
static bool is_telling(const struct iq_frame *frame) { return frame->function || frame->module; }

/* Is the frame one of the C library's that has no name, as in a stripped libc? */
static bool is_nameless_libc(const struct iq_frame *frame)
{
    return !frame->function && frame->module && !strncmp(frame->module, "libc.so", 7);
}

/* Number of frames above the C library's start code: down to main, or to where a thread started. */
static size_t visible_depth(const iq_frames *native)
{
    size_t depth = native->count;
    for (size_t i = native->count; i-- > 0;)
        if (native->data[i].function && !strcmp(native->data[i].function, "main"))
            return i + 1;
    for (size_t i = 0; i < depth; i++)
        if (matches(start_functions, native->data[i].function))
            depth = i;
    while (depth && is_nameless_libc(&native->data[depth - 1]))
        depth--;
    return depth;
}

/* The interpreter's own machine code, and what it calls foreign functions with. */
static bool is_interpreter(const struct iq_frame *frame, const char *module)
{
    return matches(interpreter_modules, frame->module) ||
           (module && frame->module && !strcmp(frame->module, module)) ||
           (frame->module && !strcmp(frame->module, "[jit]") && frame->function &&
            !strncmp(frame->function, "py::", 4));
}

static bool is_evaluation(const struct iq_frame *frame)
{
    return frame->function && (!strncmp(frame->function, "_PyEval_EvalFrameDefault", 24) ||
                               !strncmp(frame->function, "_TAIL_CALL_", 11));
}

/* Name of the object that holds the interpreter; NULL if the symbols do not tell. */
static const char *find_interpreter(const iq_frames *native, size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        if (is_evaluation(&native->data[i]))
            return native->data[i].module;
    return NULL;
}

/* Interpreter frames on their way into a list. */
struct script {
    const iq_frames *frames;
    size_t next;
    const char *module;
};

/* The interpreter's own code, or what inquest runs in it: only counted. */
static bool is_frozen(const struct iq_frame *frame)
{
    return frame->file && !strncmp(frame->file, "<frozen ", 8);
}

/* Moves the frames of [entries] evaluations to [out]: each ends with the frame that machine code
 * entered. */
static int append_script(iq_frames *out, struct script *script, size_t entries)
{
    while (entries && script->next < script->frames->count) {
        struct iq_frame frame = script->frames->data[script->next++];
        frame.module = script->module;
        entries -= frame.entered;
        if (!is_frozen(&frame) && iq_vec_push(out, frame))
            return IQ_ENOMEM;
    }
    return 0;
}

/* Replaces the run of interpreter frames that begins at *at, which is moved past it. */
static int append_run(iq_frames *out, const iq_frames *native, size_t depth, size_t *at,
                      struct script *script)
{
    const char *name = script->module;
    size_t entries = 0, i = *at;
    bool last_was = false;
    for (; i < depth && (is_interpreter(&native->data[i], name) || is_hidden(&native->data[i]));
         i++) {
        bool is = is_evaluation(&native->data[i]);
        entries += is && !last_was;
        last_was = is;
    }
    /* without symbols all of it belongs to the first run; with symbols, but without an evaluation
     * among them, the machine stack was cut before it */
    if (!name && !native->data[*at].function) {
        script->module = native->data[*at].module;
        entries = SIZE_MAX;
    }
    *at = i;
    return append_script(out, script, entries);
}

int iq_frames_select(const iq_frames *native, const iq_frames *interpreter, iq_frames *out)
{
    size_t depth = visible_depth(native);
    struct script script = { interpreter, 0, find_interpreter(native, depth) };
    /* frames of [out] up to the last evaluation: below them is only what started the interpreter */
    size_t own = 0;
    bool after_stub = false;
    for (size_t i = 0; i < depth;) {
        const struct iq_frame *frame = &native->data[i];
        bool stub = frame->function && !strncmp(frame->function, "__device_stub__", 15);
        bool hidden = is_hidden(frame) || after_stub;
        /* a stub is called by the kernel's own host function, which is no frame of the program */
        after_stub = stub;
        if (!hidden && interpreter->count && is_interpreter(frame, script.module)) {
            size_t before = out->count;
            if (append_run(out, native, depth, &i, &script))
                return IQ_ENOMEM;
            own = out->count > before ? out->count : own;
            continue;
        }
        i++;
        if (!hidden && iq_vec_push(out, *frame))
            return IQ_ENOMEM;
    }
    /* the machine stack was cut or could not be followed */
    if (script.next < interpreter->count) {
        out->count = own ? own : out->count;
        return append_script(out, &script, SIZE_MAX);
    }
    size_t telling = 0;
    while (telling < out->count && !is_telling(&out->data[telling]))
        telling++;
    if (telling < out->count)
        return 0;
    out->count = 0;
    for (size_t i = 0; i < native->count; i++)
        if (iq_vec_push(out, native->data[i]))
            return IQ_ENOMEM;
    return 0;
}

void iq_frames_set_file(struct iq_document *document, struct iq_frame *frame, const char *file,
                        const char *directory)
{
    if (!file || !*file || !strcmp(file, "<unknown>"))
        return;
    size_t length = directory ? strlen(directory) : 0;
    while (!strncmp(file, "./", 2))
        file += 2;
    if (length > 1 && !strncmp(file, directory, length) && file[length] == '/')
        file += length + 1;
    frame->file = iq_document_copy(document, file, strlen(file));
    frame->directory = directory ? iq_document_copy(document, directory, strlen(directory)) : NULL;
}

/* Source of compilers, toolkits, interpreters and their libraries: what they do is seldom where the
 * mistake is. */
static const char *const foreign_files[] = { "/usr/include/*",
                                             "/usr/lib/*",
                                             "/usr/local/include/*",
                                             "/usr/local/lib/python*",
                                             "/usr/local/cuda*",
                                             "/opt/cuda*",
                                             "/usr/src/*",
                                             "*/include/c++/*",
                                             "*/include/python3.*",
                                             "*/include/thrust/*",
                                             "*/include/cub/*",
                                             "*/include/cccl/*",
                                             "*/include/cuda/std/*",
                                             "*/targets/*-linux/include/*",
                                             "*/sysdeps/*",
                                             "/rustc/*",
                                             "*/go*/src/runtime/*",
                                             "*/dist-packages/*",
                                             "*/site-packages/*",
                                             "*/lib/python3.*",
                                             NULL };

/* Assemblies that come with Mono and .NET, with and without .dll. */
static const char *const framework_modules[] = { "System",    "System.*",     "Microsoft.*",
                                                 "mscorlib*", "netstandard*", NULL };

static bool has_file(const struct iq_frame *frame)
{
    char path[4096];
    bool relative = frame->file[0] != '/' && frame->directory;
    snprintf(path, sizeof path, "%s%s%s", relative ? frame->directory : "", relative ? "/" : "",
             frame->file);
    return !access(path, F_OK);
}

/* A shared object whose source is not here came in a package: a wheel with its debug information,
 * say. */
bool iq_frames_is_library(const struct iq_frame *frame)
{
    bool shared = !frame->module || strstr(frame->module, ".so") || frame->module[0] == '[' ||
                  !strncmp(frame->module, "python", 6);
    if (!frame->file)
        return shared || matches(framework_modules, iq_base_name(frame->module));
    return matches(foreign_files, frame->file) ||
           (shared && frame->module && frame->file[0] != '<' && !has_file(frame));
}

/* How likely is it that the user wrote the frame's line? */
enum rank { NO_FILE, OF_LIBRARY, MISSING, NO_REAL_FILE, OF_USER };

static enum rank rank_of(const struct iq_frame *frame)
{
    if (!frame->file)
        return NO_FILE;
    if (iq_frames_is_library(frame))
        return OF_LIBRARY;
    if (frame->file[0] == '<')
        return NO_REAL_FILE;
    return has_file(frame) ? OF_USER : MISSING;
}

bool iq_frames_is_users(const struct iq_frame *frame) { return rank_of(frame) == OF_USER; }

const struct iq_frame *iq_frames_best(const iq_frames *frames)
{
    const struct iq_frame *best = NULL;
    enum rank highest = NO_FILE;
    for (size_t i = 0; i < frames->count && highest < OF_USER; i++) {
        enum rank rank = rank_of(&frames->data[i]);
        if (best && rank <= highest)
            continue;
        best = &frames->data[i];
        highest = rank;
    }
    return best;
}

/* Cuts the next piece off at '|'; empty pieces give NULL. */
static const char *next_piece(struct iq_document *document, const char **site)
{
    size_t length = strcspn(*site, "|");
    const char *piece = length ? iq_document_copy(document, *site, length) : NULL;
    *site += length + ((*site)[length] == '|');
    return piece;
}

struct iq_frame iq_frames_kernel(struct iq_document *document, const char *site)
{
    struct iq_frame frame = { 0 };
    const char *place = next_piece(document, &site), *function = next_piece(document, &site);
    const char *colon = place ? strrchr(place, ':') : NULL;
    if (colon) {
        frame.line = (uint32_t)strtoul(colon + 1, NULL, 10);
        frame.file = colon > place && frame.line
                         ? iq_document_copy(document, place, (size_t)(colon - place))
                         : NULL;
    }
    if (function) {
        struct iq_str text;
        iq_str_init_heap(&text);
        iq_demangle(function, &text);
        frame.function = iq_document_copy(document, iq_str_text(&text), text.length);
        iq_str_finish(&text);
    }
    frame.block = next_piece(document, &site);
    frame.thread = next_piece(document, &site);
    return frame;
}
