/* What a driver answers to an image, and why.  Codes and their order follow measurements with a
 * driver of CUDA 13.0. */
#include "image/judge.h"

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>

#include "image/inner.h"

/* First PTX ISA that has an architecture, as major * 10 + minor.  'a' and 'f' variants came later
 * than the plain ones. */
static const struct {
    short arch;
    char variant;
    short isa;
} arch_since[] = {
    { 10, 0, 10 },    { 11, 0, 10 },    { 12, 0, 12 },    { 13, 0, 12 },    { 20, 0, 20 },
    { 21, 0, 20 },    { 30, 0, 31 },    { 32, 0, 40 },    { 35, 0, 31 },    { 37, 0, 41 },
    { 50, 0, 40 },    { 52, 0, 41 },    { 53, 0, 42 },    { 60, 0, 50 },    { 61, 0, 50 },
    { 62, 0, 50 },    { 70, 0, 60 },    { 72, 0, 61 },    { 75, 0, 63 },    { 80, 0, 70 },
    { 86, 0, 71 },    { 87, 0, 74 },    { 88, 0, 90 },    { 89, 0, 78 },    { 90, 0, 78 },
    { 90, 'a', 80 },  { 100, 0, 86 },   { 100, 'a', 86 }, { 100, 'f', 88 }, { 101, 0, 86 },
    { 101, 'a', 86 }, { 101, 'f', 88 }, { 103, 0, 88 },   { 103, 'a', 88 }, { 103, 'f', 88 },
    { 110, 0, 90 },   { 110, 'a', 90 }, { 110, 'f', 90 }, { 120, 0, 87 },   { 120, 'a', 87 },
    { 120, 'f', 88 }, { 121, 0, 88 },   { 121, 'a', 88 }, { 121, 'f', 88 },
};

enum { NEWEST_ARCH = 121, NEWEST_ISA = 90, CREDIBLE_MAJOR = 10 };

/* First ISA that knows the target; 0: nobody knows it. */
static int isa_of_arch(int arch, char variant)
{
    for (size_t i = 0; i < sizeof arch_since / sizeof arch_since[0]; i++)
        if (arch_since[i].arch == arch && arch_since[i].variant == variant)
            return arch_since[i].isa;
    return 0;
}

int iq_image_ptx_of_driver(int driver_version)
{
    static const struct {
        short cuda, isa;
    } table[] = {
        { 1300, 90 }, { 1209, 88 }, { 1208, 87 }, { 1207, 86 }, { 1205, 85 }, { 1204, 84 },
        { 1203, 83 }, { 1202, 82 }, { 1201, 81 }, { 1200, 80 }, { 1108, 78 }, { 1107, 77 },
        { 1106, 76 }, { 1105, 75 }, { 1104, 74 }, { 1103, 73 }, { 1102, 72 }, { 1101, 71 },
        { 1100, 70 }, { 1002, 65 }, { 1001, 64 }, { 1000, 63 }, { 902, 62 },  { 901, 61 },
        { 900, 60 },  { 800, 50 },
    };
    int cuda = driver_version / 1000 * 100 + driver_version % 1000 / 10;
    if (cuda >= 1400)
        return 0;
    if (cuda > 1300)
        return 90 + (cuda - 1300);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (cuda >= table[i].cuda)
            return table[i].isa;
    return 0;
}

bool iq_image_arch_fits(int arch, char variant, bool ptx, int major, int minor)
{
    int device = major * 10 + minor;
    if (variant == 'a')
        return arch == device;
    bool same_family = arch / 10 == major;
    if (variant == 'f' || !ptx)
        return same_family && arch <= device;
    return arch <= device;
}

/* Does [target] take PTX that is newer than all that is known? */
static bool takes_newer(const struct iq_image_target *target)
{
    return target->interprets && !target->ptx_major;
}

/* Does code for [arch][variant] run on [target]? */
static bool fits(const struct iq_image_target *target, int arch, char variant, bool ptx)
{
    if (target->interprets && !ptx)
        return false;
    return (takes_newer(target) && arch > target->major * 10 + target->minor) ||
           iq_image_arch_fits(arch, variant, ptx, target->major, target->minor);
}

/* Text builder for the fixed arrays of a verdict. */
static void say(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(char *text, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(text, size, format, args);
    va_end(args);
}

#define SAY(field, ...) say(verdict->field, sizeof verdict->field, __VA_ARGS__)

static const char *variant_text(char variant)
{
    return variant == 'a' ? "a" : variant == 'f' ? "f" : "";
}

/* "sm_90a SASS" or "compute_90 PTX (ISA 9.0)". */
static void entry_text(const struct iq_image_entry *entry, char *text, size_t size)
{
    if (entry->kind == IQ_ENTRY_PTX)
        say(text, size, "compute_%d%s PTX (ISA %d.%d)", entry->arch, variant_text(entry->variant),
            entry->version_major, entry->version_minor);
    else if (entry->kind == IQ_ENTRY_ELF)
        say(text, size, "sm_%d%s SASS", entry->arch, variant_text(entry->variant));
    else if (entry->kind == IQ_ENTRY_LTOIR)
        say(text, size, "sm_%d LTO code (only for linking)", entry->arch);
    else
        say(text, size, "data of kind %d", entry->kind);
}

void iq_image_contents(const struct iq_image *image, char *text, size_t size)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    char last[64] = "", word[64];
    size_t used = 0;
    if (!size)
        return;
    text[0] = '\0';
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);) {
        entry_text(&entry, word, sizeof word);
        if (!strcmp(word, last))
            continue;
        snprintf(last, sizeof last, "%s", word);
        int length = snprintf(text + used, size - used, "%s%s", used ? ", " : "", word);
        if (length < 0 || (size_t)length >= size - used) {
            snprintf(text + (size > 4 ? size - 4 : 0), size > 4 ? 4 : size, "...");
            return;
        }
        used += (size_t)length;
    }
    if (!used)
        snprintf(text, size, "no code at all");
}

/* The newest machine code inside, and whether some of it is for [target]; false: there is none, or
 * PTX next to it. */
static bool has_machine_code_only(const struct iq_image *image,
                                  const struct iq_image_target *target,
                                  struct iq_image_entry *newest, bool *fitting)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    bool found = false;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);) {
        if (entry.kind == IQ_ENTRY_PTX)
            return false;
        *fitting |=
            entry.kind == IQ_ENTRY_ELF &&
            iq_image_arch_fits(entry.arch, entry.variant, false, target->major, target->minor);
        if (entry.kind == IQ_ENTRY_ELF && (!found || entry.arch > newest->arch)) {
            *newest = entry;
            found = true;
        }
    }
    return found;
}

static void missing_option(const struct iq_image_target *target, char *text, size_t size)
{
    int arch = target->major * 10 + target->minor;
    say(text, size, "-gencode arch=compute_%d,code=sm_%d", arch, arch);
}

static void judge_foreign(const struct iq_image *image, struct iq_image_verdict *verdict)
{
    verdict->code = image->kind == IQ_IMAGE_NULL ? IQ_ANSWER_VALUE : IQ_ANSWER_IMAGE;
    verdict->defect = image->kind == IQ_IMAGE_NULL ? IQ_DEFECT_ABSENT : IQ_DEFECT_UNRECOGNIZED;
    SAY(message, "the module image is %s", iq_image_kind_text(image->kind));
    SAY(cause,
        "a driver loads PTX text that starts with .version, a cubin (ELF for the GPU) or a fatbin; this is %s",
        iq_image_kind_text(image->kind));
    switch (image->kind) {
    case IQ_IMAGE_PTX_BOM:
        SAY(fix, "save the PTX without a byte order mark, or skip its first 3 bytes");
        break;
    case IQ_IMAGE_PTX_UTF16:
        SAY(fix,
            "convert the PTX to ASCII before it is loaded; a string of 2-byte characters was passed");
        break;
    case IQ_IMAGE_PATH:
        SAY(fix,
            "call cuModuleLoad for a file name; cuModuleLoadData takes the contents of the file");
        break;
    case IQ_IMAGE_LFS_POINTER: SAY(fix, "fetch the real file with git lfs pull"); break;
    case IQ_IMAGE_HTML:
    case IQ_IMAGE_JSON:
        SAY(fix,
            "look at the download that made this file: a server answered with a page instead of it");
        break;
    case IQ_IMAGE_SOURCE:
        SAY(fix, "compile the source first, with nvcc -ptx, -cubin or -fatbin, or with NVRTC");
        break;
    case IQ_IMAGE_HOST_ELF:
        SAY(fix, "build the kernels alone with nvcc -cubin, -fatbin or -ptx and load that file");
        break;
    case IQ_IMAGE_ZIP:
    case IQ_IMAGE_GZIP:
        SAY(fix, "unpack it first: the driver unpacks nothing but what a fatbin holds");
        break;
    case IQ_IMAGE_LLVM:
        SAY(fix, "compile it to PTX first, with clang or llc -march=nvptx64, or with libnvvm");
        break;
    case IQ_IMAGE_SPIRV:
        SAY(fix, "pass SPIR-V to Vulkan or OpenCL; CUDA takes PTX, cubins and fatbins");
        break;
    case IQ_IMAGE_ARCHIVE:
        SAY(fix,
            "link the library into a program, or build the kernels alone with nvcc -cubin, -fatbin or -ptx");
        break;
    case IQ_IMAGE_PE:
        SAY(fix, "build the kernels alone with nvcc -cubin, -fatbin or -ptx and load that file");
        break;
    case IQ_IMAGE_LTOIR: SAY(fix, "link it with nvJitLink or nvlink -lto first"); break;
    case IQ_IMAGE_ZEROS:
    case IQ_IMAGE_EMPTY:
        SAY(fix, "check that the file was found and that all of it was read");
        break;
    case IQ_IMAGE_NULL:
        SAY(fix, "check the result of reading the file before the image is loaded");
        break;
    default: SAY(fix, "pass the contents of a .ptx, .cubin or .fatbin file"); break;
    }
}

static void judge_damage(const struct iq_image *image, struct iq_image_verdict *verdict)
{
    bool truncated = image->health == IQ_IMAGE_TRUNCATED;
    verdict->crashes = image->answer == IQ_IMAGE_CRASHES;
    verdict->code = verdict->crashes ? IQ_ANSWER_IMAGE : image->answer;
    verdict->defect = truncated ? IQ_DEFECT_TRUNCATED : IQ_DEFECT_CORRUPT;
    verdict->offset = image->problem_offset;
    SAY(message, "%s is %s at byte %llu", iq_image_kind_text(image->kind),
        truncated ? "cut off" : "damaged", (unsigned long long)image->problem_offset);
    SAY(cause, "at byte %llu (0x%llx): %s%s", (unsigned long long)image->problem_offset,
        (unsigned long long)image->problem_offset, image->problem,
        verdict->crashes ? "; drivers do not check this and crash, hang or answer 200" : "");
    SAY(fix, "%s",
        truncated ? "read or copy the whole file: compare its size with that of the original"
                  : "build or fetch the file again: its bytes were changed on the way");
}

static void ptx_target_problem(const struct iq_image *image, const struct iq_image_target *target,
                               struct iq_image_verdict *verdict)
{
    const struct iq_ptx_facts *ptx = &image->ptx;
    int since = isa_of_arch(ptx->target, ptx->variant), device = target->major * 10 + target->minor;
    verdict->code = IQ_ANSWER_PTX;
    verdict->defect = IQ_DEFECT_PTX_TARGET;
    if (!since) {
        SAY(message, "PTX is for sm_%d%s, which no PTX version up to 9.0 knows", ptx->target,
            variant_text(ptx->variant));
        SAY(cause,
            ".target names an architecture that the PTX compiler in the driver does not know");
    } else if (!iq_image_arch_fits(ptx->target, ptx->variant, true, target->major, target->minor)) {
        SAY(message, "PTX is for sm_%d%s, the device is sm_%d", ptx->target,
            variant_text(ptx->variant), device);
        SAY(cause, "%s",
            ptx->variant
                ? "PTX of an `a` or `f` target runs on that architecture or family only"
                : "PTX runs on its target architecture and newer ones, never on older ones");
    } else {
        SAY(message, "PTX says .version %d.%d, but its target sm_%d%s exists only since %d.%d",
            ptx->version_major, ptx->version_minor, ptx->target, variant_text(ptx->variant),
            since / 10, since % 10);
        SAY(cause, "the PTX compiler judges the target by the ISA version in the first line");
    }
    SAY(fix, "compile with -arch=compute_%d or an older one", device);
}

/* First byte of [text] outside of ASCII, outside of strings; PTX compilers refuse it even in
 * comments. */
static const char *first_foreign_byte(const char *text, size_t size)
{
    bool quoted = false;
    for (const char *at = text; at < text + size; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (*at == '\n')
            quoted = false;
        else if ((unsigned char)*at >= 0x80 && !quoted)
            return at;
    }
    return NULL;
}

static void ptx_syntax_problem(struct iq_image_verdict *verdict, int line, const char *problem)
{
    verdict->code = IQ_ANSWER_PTX;
    verdict->defect = IQ_DEFECT_PTX_SYNTAX;
    SAY(message, "PTX does not compile: line %d", line);
    SAY(cause, "line %d: %s", line, problem);
    SAY(fix, "repair the head of the PTX: .version, .target and .address_size 64, one per line");
}

static bool ptx_is_too_new(int major, int minor, const struct iq_image_target *target,
                           struct iq_image_verdict *verdict)
{
    int newest_major = takes_newer(target) ? NEWEST_ISA / 10 : target->ptx_major,
        newest_minor = takes_newer(target) ? NEWEST_ISA % 10 : target->ptx_minor;
    if (!newest_major || major < newest_major || (major == newest_major && minor <= newest_minor) ||
        (takes_newer(target) && major <= CREDIBLE_MAJOR))
        return false;
    verdict->code = IQ_ANSWER_PTX_VERSION;
    verdict->defect = IQ_DEFECT_PTX_VERSION;
    SAY(message, "PTX is of ISA version %d.%d, the driver knows versions up to %d.%d", major, minor,
        newest_major, newest_minor);
    SAY(cause,
        "the toolkit that made the PTX is newer than the driver; minor-version compatibility does not cover PTX, which the driver compiles");
    SAY(fix,
        "update the driver, use an older toolkit, or embed SASS for this device with -gencode arch=compute_%d%d,code=sm_%d%d",
        target->major, target->minor, target->major, target->minor);
    return true;
}

static void judge_ptx(const struct iq_image *image, const struct iq_image_target *target,
                      struct iq_image_verdict *verdict)
{
    const struct iq_ptx_facts *ptx = &image->ptx;
    if (image->health != IQ_IMAGE_WHOLE) {
        judge_damage(image, verdict);
        return;
    }
    if (ptx->version_major >= 0 &&
        ptx_is_too_new(ptx->version_major, ptx->version_minor, target, verdict))
        return;
    if (ptx->problem) {
        ptx_syntax_problem(verdict, ptx->line, ptx->problem);
        return;
    }
    int since = isa_of_arch(ptx->target, ptx->variant);
    bool newer = takes_newer(target) && ptx->version_major * 10 + ptx->version_minor > NEWEST_ISA,
         device = iq_image_arch_fits(ptx->target, ptx->variant, true, target->major, target->minor);
    /* a target that nobody has heard of is the newer version's */
    if (!(device || newer) || (!since && !(newer && ptx->target > NEWEST_ARCH)) ||
        since > ptx->version_major * 10 + ptx->version_minor) {
        ptx_target_problem(image, target, verdict);
        return;
    }
    if (ptx->address_size && ptx->address_size != 64) {
        verdict->code = IQ_ANSWER_PTX;
        verdict->defect = IQ_DEFECT_PTX_TARGET;
        SAY(message, "PTX has .address_size %d", ptx->address_size);
        SAY(cause, "drivers load 64-bit code only");
        SAY(fix, "compile with -m64, or write .address_size 64");
        return;
    }
    const char *text = image->source.bytes, *byte = first_foreign_byte(text, image->size);
    int open = byte ? 0 : iq_image_ptx_open_line(text, image->size);
    if (open) {
        ptx_syntax_problem(
            verdict, open,
            "the { of this line is never closed: the text is cut off, or a } is missing");
        SAY(fix,
            "read the whole text, and compare its size with that of the original; or add the }");
    }
    if (byte) {
        int line = 1;
        for (const char *at = text; at < byte; at++)
            line += *at == '\n';
        verdict->offset = (uint64_t)(byte - text);
        ptx_syntax_problem(
            verdict, line,
            "a byte that is not ASCII; the PTX compiler refuses it even in a comment");
        SAY(fix, "remove the character");
    }
}

/* SASS that fits best (the newest), else PTX that fits best. */
static bool choose(const struct iq_image *image, const struct iq_image_target *target,
                   struct iq_image_verdict *verdict)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);) {
        bool ptx = entry.kind == IQ_ENTRY_PTX;
        if (!ptx && entry.kind != IQ_ENTRY_ELF)
            continue;
        if (!fits(target, entry.arch, entry.variant, ptx))
            continue;
        const struct iq_image_entry *best = verdict->has_chosen ? &verdict->chosen : NULL;
        bool better = !best || (best->kind == IQ_ENTRY_PTX && !ptx) ||
                      ((best->kind == IQ_ENTRY_PTX) == ptx && entry.arch > best->arch);
        if (better) {
            verdict->chosen = entry;
            verdict->has_chosen = true;
            verdict->jit = ptx;
        }
    }
    return verdict->has_chosen;
}

static void judge_arch(const struct iq_image *image, const struct iq_image_target *target,
                       struct iq_image_verdict *verdict)
{
    char option[64], contents[160];
    struct iq_image_entry newest = { 0 };
    if (choose(image, target, verdict)) {
        const struct iq_image_entry *chosen = &verdict->chosen;
        if (!chosen->plain && verdict->jit &&
            ptx_is_too_new(chosen->version_major, chosen->version_minor, target, verdict))
            verdict->has_chosen = false;
        return;
    }
    missing_option(target, option, sizeof option);
    iq_image_contents(image, contents, sizeof contents);
    verdict->code = IQ_ANSWER_NO_BINARY;
    verdict->defect = IQ_DEFECT_WRONG_ARCH;
    if (target->interprets && has_machine_code_only(image, target, &newest, &verdict->limit)) {
        SAY(message, "the image holds machine code only, which the software device cannot run");
        SAY(cause,
            "it holds %s, and the software device (compute capability %d.%d) runs PTX: " IQ_IMAGE_LIMIT,
            contents, target->major, target->minor);
        SAY(fix, "add PTX: -gencode arch=compute_%d%s,code=compute_%d%s", newest.arch,
            variant_text(newest.variant), newest.arch, variant_text(newest.variant));
        return;
    }
    SAY(message, "the image has no code for this device of compute capability %d.%d", target->major,
        target->minor);
    SAY(cause,
        "it holds %s; SASS runs on its own major architecture from its minor on, PTX on its architecture and newer ones",
        contents);
    SAY(fix, "rebuild with nvcc %s", option);
}

/* A fatbin's chosen SASS entry must itself be whole. */
static void judge_chosen(const struct iq_image *image, struct iq_image_verdict *verdict)
{
    const struct iq_image_entry *chosen = &verdict->chosen;
    if (!verdict->has_chosen || chosen->plain || chosen->kind != IQ_ENTRY_ELF ||
        chosen->packing != IQ_PACKING_NONE)
        return;
    struct iq_image_source source = { .bytes = chosen->payload,
                                      .size = chosen->payload_size,
                                      .file = true };
    struct iq_image inner;
    iq_image_sniff(&source, &inner);
    if (inner.kind == IQ_IMAGE_CUBIN && !inner.answer && inner.cubin.arch == chosen->arch)
        return;
    if (inner.kind == IQ_IMAGE_CUBIN)
        iq_image_blame(&inner, IQ_IMAGE_CORRUPT, IQ_ANSWER_SOURCE, offsetof(Elf64_Ehdr, e_flags),
                       "the cubin is of another architecture than its entry says");
    if (inner.kind != IQ_IMAGE_CUBIN)
        iq_image_blame(&inner, IQ_IMAGE_CORRUPT, IQ_ANSWER_IMAGE, 0,
                       "the entry for this device is not a cubin");
    const uint8_t *fatbin = chosen->fatbin ? image->linked[chosen->fatbin - 1] : image->fatbin;
    inner.problem_offset += (uint64_t)(chosen->payload - fatbin);
    judge_damage(&inner, verdict);
    verdict->has_chosen = false;
}

void iq_image_judge(const struct iq_image *image, const struct iq_image_target *target,
                    struct iq_image_verdict *verdict)
{
    *verdict = (struct iq_image_verdict){ 0 };
    switch (image->kind) {
    case IQ_IMAGE_PTX:
        judge_ptx(image, target, verdict);
        if (!verdict->code)
            judge_arch(image, target, verdict);
        return;
    case IQ_IMAGE_CUBIN:
    case IQ_IMAGE_FATBIN:
    case IQ_IMAGE_FATBIN_WRAPPER:
        if (image->health != IQ_IMAGE_WHOLE && image->answer) {
            judge_damage(image, verdict);
            return;
        }
        judge_arch(image, target, verdict);
        judge_chosen(image, verdict);
        return;
    case IQ_IMAGE_LINKED: /* a real driver never gets to see one */ return;
    default: judge_foreign(image, verdict);
    }
}
