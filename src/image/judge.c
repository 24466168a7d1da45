/* What a driver answers to an image, and why.  Codes and their order follow measurements with a
 * driver of CUDA 13.0. */
#include "image/judge.h"

#include <elf.h>

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

bool iq_image_fits(const struct iq_image_target *target, const struct iq_image_entry *entry)
{
    bool ptx = entry->kind == IQ_ENTRY_PTX;
    if (!ptx && (target->interprets || entry->kind != IQ_ENTRY_ELF))
        return false;
    return (takes_newer(target) && entry->arch > target->major * 10 + target->minor) ||
           iq_image_arch_fits(entry->arch, entry->variant, ptx, target->major, target->minor);
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

static void judge_foreign(const struct iq_image *image, struct iq_image_verdict *verdict)
{
    bool absent = image->kind == IQ_IMAGE_NULL;
    verdict->code = absent ? IQ_ANSWER_VALUE : IQ_ANSWER_IMAGE;
    verdict->defect = absent ? IQ_DEFECT_ABSENT : IQ_DEFECT_UNRECOGNIZED;
    verdict->kind = image->kind;
}

static void judge_damage(const struct iq_image *image, struct iq_image_verdict *verdict)
{
    verdict->crashes = image->answer == IQ_IMAGE_CRASHES;
    verdict->code = verdict->crashes ? IQ_ANSWER_IMAGE : image->answer;
    verdict->defect = image->health == IQ_IMAGE_TRUNCATED ? IQ_DEFECT_TRUNCATED : IQ_DEFECT_CORRUPT;
    verdict->kind = image->kind;
    verdict->problem = image->problem;
    verdict->offset = image->problem_offset;
}

static void judge_ptx_target(const struct iq_image *image, const struct iq_image_target *target,
                             struct iq_image_verdict *verdict)
{
    const struct iq_ptx_facts *ptx = &image->ptx;
    int since = isa_of_arch(ptx->target, ptx->variant);
    verdict->code = IQ_ANSWER_PTX;
    verdict->arch = ptx->target;
    verdict->variant = ptx->variant;
    verdict->isa = (struct iq_ptx_isa){ ptx->version_major, ptx->version_minor };
    verdict->known = (struct iq_ptx_isa){ since / 10, since % 10 };
    verdict->defect =
        !since ? IQ_DEFECT_PTX_TARGET_UNKNOWN
        : iq_image_arch_fits(ptx->target, ptx->variant, true, target->major, target->minor)
            ? IQ_DEFECT_PTX_TARGET_TOO_NEW
            : IQ_DEFECT_PTX_TARGET_MISFIT;
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

static void judge_ptx_syntax(struct iq_image_verdict *verdict, int line,
                             enum iq_image_problem problem)
{
    verdict->code = IQ_ANSWER_PTX;
    verdict->defect = IQ_DEFECT_PTX_SYNTAX;
    verdict->line = line;
    verdict->problem = problem;
}

static bool ptx_is_too_new(int major, int minor, const struct iq_image_target *target,
                           struct iq_image_verdict *verdict)
{
    struct iq_ptx_isa newest = { target->ptx_major, target->ptx_minor };
    if (takes_newer(target))
        newest = (struct iq_ptx_isa){ NEWEST_ISA / 10, NEWEST_ISA % 10 };
    if (!newest.major || major < newest.major || (major == newest.major && minor <= newest.minor) ||
        (takes_newer(target) && major <= CREDIBLE_MAJOR))
        return false;
    verdict->code = IQ_ANSWER_PTX_VERSION;
    verdict->defect = IQ_DEFECT_PTX_VERSION;
    verdict->isa = (struct iq_ptx_isa){ major, minor };
    verdict->known = newest;
    return true;
}

/* Behind the head: a byte that no compiler takes, a block that is never closed. */
static void judge_ptx_body(const char *text, size_t size, struct iq_image_verdict *verdict)
{
    const char *byte = first_foreign_byte(text, size);
    enum iq_image_problem problem;
    int open = byte ? 0 : iq_image_ptx_open_line(text, size, &problem), line = 1;
    if (open)
        judge_ptx_syntax(verdict, open, problem);
    if (!byte)
        return;
    for (const char *at = text; at < byte; at++)
        line += *at == '\n';
    verdict->offset = (uint64_t)(byte - text);
    judge_ptx_syntax(verdict, line, IQ_PROBLEM_PTX_NOT_ASCII);
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
        judge_ptx_syntax(verdict, ptx->line, ptx->problem);
        return;
    }
    int since = isa_of_arch(ptx->target, ptx->variant);
    bool newer = takes_newer(target) && ptx->version_major * 10 + ptx->version_minor > NEWEST_ISA,
         device = iq_image_arch_fits(ptx->target, ptx->variant, true, target->major, target->minor);
    /* a target that nobody has heard of is the newer version's */
    if (!(device || newer) || (!since && !(newer && ptx->target > NEWEST_ARCH)) ||
        since > ptx->version_major * 10 + ptx->version_minor) {
        judge_ptx_target(image, target, verdict);
        return;
    }
    if (ptx->address_size && ptx->address_size != 64) {
        verdict->code = IQ_ANSWER_PTX;
        verdict->defect = IQ_DEFECT_PTX_ADDRESS_SIZE;
        verdict->address_size = ptx->address_size;
        return;
    }
    judge_ptx_body(image->source.bytes, image->size, verdict);
}

/* SASS that fits best (the newest), else PTX that fits best. */
static bool choose(const struct iq_image *image, const struct iq_image_target *target,
                   struct iq_image_verdict *verdict)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);) {
        bool ptx = entry.kind == IQ_ENTRY_PTX;
        if (!iq_image_fits(target, &entry))
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
    struct iq_image_entry newest = { 0 };
    if (choose(image, target, verdict)) {
        const struct iq_image_entry *chosen = &verdict->chosen;
        if (!chosen->plain && verdict->jit &&
            ptx_is_too_new(chosen->version_major, chosen->version_minor, target, verdict))
            verdict->has_chosen = false;
        return;
    }
    verdict->code = IQ_ANSWER_NO_BINARY;
    verdict->defect = IQ_DEFECT_WRONG_ARCH;
    /* the PTX to ask for: for the device, or for the machine code if that is older */
    verdict->arch = target->major * 10 + target->minor;
    if (!target->interprets || !has_machine_code_only(image, target, &newest, &verdict->limit))
        return;
    verdict->defect = IQ_DEFECT_MACHINE_CODE;
    if (newest.arch <= verdict->arch) {
        verdict->arch = newest.arch;
        verdict->variant = newest.variant;
    }
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
                       IQ_PROBLEM_ENTRY_ARCHITECTURE);
    if (inner.kind != IQ_IMAGE_CUBIN)
        iq_image_blame(&inner, IQ_IMAGE_CORRUPT, IQ_ANSWER_IMAGE, 0, IQ_PROBLEM_ENTRY_NOT_CUBIN);
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
