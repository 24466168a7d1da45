/* Sentences about module images that do not load; see image_words.h. */
#include "rules/cuda/image_words.h"

enum { CONTENTS_BYTES = 160 };

static void put_foreign(struct iq_words *words, enum iq_image_kind kind)
{
    static const char *const fixes[IQ_IMAGE_KIND_COUNT] = {
#define IMAGE_KIND_FIX(kind, fix) [IQ_IMAGE_##kind] = fix,
#include "rules/tables/image_kind.def"
    };
    const char *text = iq_image_kind_text(kind);
    iq_str_printf(&words->message, "the module image is %s", text);
    iq_str_printf(
        &words->cause,
        "a driver loads PTX text that starts with .version, a cubin (ELF for the GPU) or a fatbin; this is %s",
        text);
    iq_str_puts(&words->fix, fixes[kind] ? fixes[kind] : fixes[IQ_IMAGE_UNKNOWN]);
}

static void put_damage(struct iq_words *words, const struct iq_image_verdict *verdict)
{
    bool truncated = verdict->defect == IQ_DEFECT_TRUNCATED;
    unsigned long long offset = verdict->offset;
    iq_str_printf(&words->message, "%s is %s at byte %llu", iq_image_kind_text(verdict->kind),
                  truncated ? "cut off" : "damaged", offset);
    iq_str_printf(
        &words->cause, "at byte %llu (0x%llx): %s%s", offset, offset,
        iq_image_problem_text(verdict->problem),
        verdict->crashes ? "; drivers do not check this, and may crash, hang or return 200" : "");
    iq_str_puts(&words->fix,
                truncated
                    ? "read or copy the whole file: compare its size with that of the original"
                    : "rebuild the file or fetch it again: some of its bytes have changed");
}

static void put_ptx_target(struct iq_words *words, const struct iq_image_target *target,
                           const struct iq_image_verdict *verdict)
{
    int arch = verdict->arch, device = target->major * 10 + target->minor;
    const char *variant = iq_image_variant_text(verdict->variant);
    if (verdict->defect == IQ_DEFECT_PTX_TARGET_UNKNOWN) {
        iq_str_printf(&words->message,
                      "PTX is for sm_%d%s, which no PTX version up to 9.0 supports", arch, variant);
        iq_str_puts(
            &words->cause,
            ".target names an architecture that the PTX compiler in the driver does not support");
    } else if (verdict->defect == IQ_DEFECT_PTX_TARGET_MISFIT) {
        iq_str_printf(&words->message, "PTX is for sm_%d%s, but the device is sm_%d", arch, variant,
                      device);
        iq_str_puts(&words->cause,
                    *variant
                        ? "PTX of an `a` or `f` target runs only on that architecture or family"
                        : "PTX runs on its target architecture and newer ones, never on older "
                          "ones");
    } else {
        iq_str_printf(&words->message,
                      "PTX says .version %d.%d, but its target sm_%d%s exists only since %d.%d",
                      verdict->isa.major, verdict->isa.minor, arch, variant, verdict->known.major,
                      verdict->known.minor);
        iq_str_puts(&words->cause,
                    "the PTX compiler checks the target against the ISA version in the first line");
    }
    iq_str_printf(&words->fix, "compile with -arch=compute_%d or an older one", device);
}

static void put_ptx_syntax(struct iq_words *words, const struct iq_image_verdict *verdict)
{
    iq_str_printf(&words->message, "PTX does not compile: line %d", verdict->line);
    iq_str_printf(&words->cause, "line %d: %s", verdict->line,
                  iq_image_problem_text(verdict->problem));
    iq_str_puts(
        &words->fix,
        verdict->problem == IQ_PROBLEM_PTX_OPEN_BRACE
            ? "read the whole text, and compare its size with that of the original; or add the }"
        : verdict->problem == IQ_PROBLEM_PTX_NO_BODY
            ? "read the whole text, and compare its size with that of the original"
        : verdict->problem == IQ_PROBLEM_PTX_NOT_ASCII
            ? "remove the character"
            : "fix the PTX header: .version, .target and .address_size 64, one per line");
}

static void put_ptx_version(struct iq_words *words, const struct iq_image_target *target,
                            const struct iq_image_verdict *verdict)
{
    int device = target->major * 10 + target->minor;
    iq_str_printf(&words->message,
                  "PTX is of ISA version %d.%d, but the driver supports versions up to %d.%d",
                  verdict->isa.major, verdict->isa.minor, verdict->known.major,
                  verdict->known.minor);
    iq_str_puts(
        &words->cause,
        "the toolkit that made the PTX is newer than the driver; minor-version compatibility does not cover PTX, which the driver compiles");
    iq_str_printf(
        &words->fix,
        "update the driver, use an older toolkit, or embed SASS for this device with -gencode arch=compute_%d,code=sm_%d",
        device, device);
}

static void put_ptx_fix(struct iq_words *words, const struct iq_image_verdict *verdict)
{
    const char *variant = iq_image_variant_text(verdict->variant);
    iq_str_printf(&words->fix, "add PTX: -gencode arch=compute_%d%s,code=compute_%d%s",
                  verdict->arch, variant, verdict->arch, variant);
}

static void put_wrong_arch(struct iq_words *words, const struct iq_image *image,
                           const struct iq_image_target *target,
                           const struct iq_image_verdict *verdict)
{
    char contents[CONTENTS_BYTES];
    int device = target->major * 10 + target->minor;
    iq_image_contents(image, contents, sizeof contents);
    iq_str_printf(&words->message,
                  "the image has no code for this device of compute capability %d.%d",
                  target->major, target->minor);
    iq_str_printf(
        &words->cause,
        "it holds %s; SASS runs on its own major architecture, from its minor version on; PTX runs on its architecture and newer ones",
        contents);
    /* machine code of the right architecture would not run on the software device, either */
    if (target->interprets)
        put_ptx_fix(words, verdict);
    else
        iq_str_printf(&words->fix, "rebuild with nvcc -gencode arch=compute_%d,code=sm_%d", device,
                      device);
}

static void put_machine_code(struct iq_words *words, const struct iq_image *image,
                             const struct iq_image_target *target,
                             const struct iq_image_verdict *verdict)
{
    char contents[CONTENTS_BYTES];
    iq_image_contents(image, contents, sizeof contents);
    iq_str_puts(
        &words->message,
        "the image holds machine code only, which the software device cannot run: " IQ_SOFT_LIMIT);
    iq_str_printf(&words->cause,
                  "it holds %s, but the software device (compute capability %d.%d) runs PTX",
                  contents, target->major, target->minor);
    put_ptx_fix(words, verdict);
}

void iq_put_image_verdict(struct iq_words *words, const struct iq_image *image,
                          const struct iq_image_target *target,
                          const struct iq_image_verdict *verdict)
{
    switch (verdict->defect) {
    case IQ_DEFECT_NONE: return;
    case IQ_DEFECT_ABSENT:
    case IQ_DEFECT_UNRECOGNIZED: put_foreign(words, verdict->kind); return;
    case IQ_DEFECT_TRUNCATED:
    case IQ_DEFECT_CORRUPT: put_damage(words, verdict); return;
    case IQ_DEFECT_PTX_TARGET_UNKNOWN:
    case IQ_DEFECT_PTX_TARGET_MISFIT:
    case IQ_DEFECT_PTX_TARGET_TOO_NEW: put_ptx_target(words, target, verdict); return;
    case IQ_DEFECT_PTX_ADDRESS_SIZE:
        iq_str_printf(&words->message, "PTX has .address_size %d", verdict->address_size);
        iq_str_puts(&words->cause, "drivers load 64-bit code only");
        iq_str_puts(&words->fix, "compile with -m64, or write .address_size 64");
        return;
    case IQ_DEFECT_PTX_SYNTAX: put_ptx_syntax(words, verdict); return;
    case IQ_DEFECT_PTX_VERSION: put_ptx_version(words, target, verdict); return;
    case IQ_DEFECT_MACHINE_CODE:
        if (verdict->limit) {
            put_machine_code(words, image, target, verdict);
            return;
        }
        put_wrong_arch(words, image, target, verdict);
        return;
    case IQ_DEFECT_WRONG_ARCH: put_wrong_arch(words, image, target, verdict); return;
    }
}
