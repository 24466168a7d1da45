/* Cubins: ELF files for the GPU.  Checks that every table lies within the image, so that a damaged
 * file is known as such, with the byte where it goes wrong; and reads architecture, variant and
 * names.  The answers next to the checks were measured with a driver of CUDA 13.0 on damaged files;
 * where several were seen, the worst stands here.
 *
 * There are two layouts, told apart by EI_OSABI: 0x33 (EI_ABIVERSION 7) and 0x41 (8).  e_flags of
 * the first have the architecture in bits 0-7 and 0x800 for an `a` variant; those of the second
 * have it in bits 8-15, the variant stands in .nv.compat (attribute 9) and in the recorded ptxas
 * command line (.note.nv.tkinfo). */
#include <elf.h>

#include "image/inner.h"
#include "image/kernel.h"

enum {
    OSABI_OLD = 0x33,
    OSABI_NEW = 0x41,
    OLD_VARIANT_A = 0x800,
    NEW_VARIANT_A = 0x8,
    COMPAT_VARIANT = 9,
    OLD_64BIT = 0x400,
    MAX_SEGMENTS = 1024
};
/* Announced offsets above this are damage, not length. */
#define LARGEST_CUBIN ((uint64_t)4 << 30)

struct cubin {
    struct iq_image *image;
    const uint8_t *bytes;
    Elf64_Ehdr header;
    const char *names; /* section names, NULL if unreadable */
    uint64_t names_size;
    uint64_t extent; /* end of the last thing in the file */
};

static Elf64_Shdr section_at(const struct cubin *c, unsigned index)
{
    Elf64_Shdr section;
    memcpy(&section, c->bytes + c->header.e_shoff + index * sizeof section, sizeof section);
    return section;
}

static uint64_t section_offset(const struct cubin *c, unsigned index)
{
    return c->header.e_shoff + index * sizeof(Elf64_Shdr);
}

static bool corrupt(struct cubin *c, int answer, uint64_t offset, enum iq_image_problem problem)
{
    iq_image_blame(c->image, IQ_IMAGE_CORRUPT, answer, offset, problem);
    return false;
}

static bool truncated(struct cubin *c, int answer, uint64_t offset, enum iq_image_problem problem)
{
    iq_image_blame(c->image, IQ_IMAGE_TRUNCATED, answer, offset, problem);
    return false;
}

/* Whether [size] bytes at [offset] are there; [field]: byte of the header field that names them. */
static bool check_range(struct cubin *c, uint64_t offset, uint64_t size, uint64_t field,
                        enum iq_image_problem what)
{
    if (offset > LARGEST_CUBIN || size > LARGEST_CUBIN)
        return corrupt(c, IQ_ANSWER_IMAGE, field, what);
    if (offset + size > c->extent)
        c->extent = offset + size;
    size_t have = iq_image_have(&c->image->source, offset, size);
    if (have == size)
        return true;
    size_t known = c->image->source.size;
    return truncated(c, IQ_IMAGE_CRASHES, known != IQ_IMAGE_SIZE_UNKNOWN ? known : offset + have,
                     what);
}

static bool check_header(struct cubin *c)
{
    const struct iq_image_source *source = &c->image->source;
    size_t have = iq_image_have(source, 0, sizeof c->header);
    if (have < sizeof c->header)
        return truncated(c, IQ_IMAGE_CRASHES, have, IQ_PROBLEM_ELF_HEADER_CUT);
    memcpy(&c->header, c->bytes, sizeof c->header);
    const Elf64_Ehdr *h = &c->header;
    if (h->e_ident[EI_CLASS] != ELFCLASS64)
        return corrupt(c, IQ_ANSWER_UNKNOWN, EI_CLASS, IQ_PROBLEM_ELF_CLASS);
    if (h->e_ident[EI_DATA] != ELFDATA2LSB)
        return corrupt(c, IQ_ANSWER_IMAGE, EI_DATA, IQ_PROBLEM_ELF_DATA);
    if (h->e_ident[EI_OSABI] != OSABI_OLD && h->e_ident[EI_OSABI] != OSABI_NEW)
        return corrupt(c, IQ_ANSWER_NO_BINARY, EI_OSABI, IQ_PROBLEM_ELF_ABI);
    if (!h->e_shnum)
        return corrupt(c, IQ_ANSWER_IMAGE, offsetof(Elf64_Ehdr, e_shnum),
                       IQ_PROBLEM_NO_SECTION_HEADERS);
    if (h->e_shentsize != sizeof(Elf64_Shdr))
        return corrupt(c, IQ_IMAGE_CRASHES, offsetof(Elf64_Ehdr, e_shentsize),
                       IQ_PROBLEM_SECTION_HEADER_SIZE);
    if (h->e_phnum > MAX_SEGMENTS)
        return corrupt(c, IQ_IMAGE_CRASHES, offsetof(Elf64_Ehdr, e_phnum),
                       IQ_PROBLEM_PROGRAM_HEADER_COUNT);
    return true;
}

/* A table of nothing but zeros where section headers should be: the end of the file never
 * arrived. */
static bool table_is_zero(const struct cubin *c)
{
    const uint8_t *at = c->bytes + c->header.e_shoff;
    for (size_t i = 0; i < c->header.e_shnum * sizeof(Elf64_Shdr); i++)
        if (at[i])
            return false;
    return true;
}

static bool check_tables(struct cubin *c)
{
    const Elf64_Ehdr *h = &c->header;
    if (h->e_shoff < sizeof *h)
        return corrupt(c, IQ_IMAGE_CRASHES, offsetof(Elf64_Ehdr, e_shoff),
                       IQ_PROBLEM_SECTION_HEADERS_OVERLAP);
    if (!check_range(c, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr),
                     offsetof(Elf64_Ehdr, e_shoff), IQ_PROBLEM_SECTION_HEADERS_CUT))
        return false;
    if (table_is_zero(c)) {
        uint64_t end = h->e_shoff;
        while (end > sizeof *h && !c->bytes[end - 1])
            end--;
        return truncated(c, IQ_ANSWER_IMAGE, end, IQ_PROBLEM_SECTION_HEADERS_ZERO);
    }
    Elf64_Shdr first = section_at(c, 0);
    if (first.sh_type != SHT_NULL || first.sh_offset || first.sh_size) {
        if (c->image->source.size == IQ_IMAGE_SIZE_UNKNOWN)
            return truncated(c, IQ_IMAGE_CRASHES, h->e_shoff, IQ_PROBLEM_SECTION_HEADERS_OTHER);
        return corrupt(c, IQ_IMAGE_CRASHES, h->e_shoff, IQ_PROBLEM_FIRST_SECTION_HEADER);
    }
    if (h->e_shstrndx == SHN_UNDEF || h->e_shstrndx >= h->e_shnum)
        return corrupt(c, IQ_IMAGE_CRASHES, offsetof(Elf64_Ehdr, e_shstrndx),
                       IQ_PROBLEM_NAME_TABLE_INDEX);
    return true;
}

static bool check_names(struct cubin *c)
{
    unsigned index = c->header.e_shstrndx;
    Elf64_Shdr section = section_at(c, index);
    if (section.sh_type != SHT_STRTAB || !section.sh_size)
        return corrupt(c, IQ_IMAGE_CRASHES, section_offset(c, index), IQ_PROBLEM_NAME_TABLE_TYPE);
    if (!check_range(c, section.sh_offset, section.sh_size,
                     section_offset(c, index) + offsetof(Elf64_Shdr, sh_offset),
                     IQ_PROBLEM_NAME_TABLE_CUT))
        return false;
    if (c->bytes[section.sh_offset + section.sh_size - 1])
        return corrupt(c, IQ_IMAGE_CRASHES, section.sh_offset + section.sh_size - 1,
                       IQ_PROBLEM_NAME_TABLE_END);
    c->names = (const char *)c->bytes + section.sh_offset;
    c->names_size = section.sh_size;
    return true;
}

static const char *section_name(const struct cubin *c, const Elf64_Shdr *section)
{
    return c->names && section->sh_name < c->names_size ? c->names + section->sh_name : "";
}

/* .nv.info is a list of attributes: u8 form, u8 key, u16 value or size of what follows (form 4). */
static bool check_attributes(struct cubin *c, const Elf64_Shdr *section)
{
    uint64_t at = section->sh_offset, end = at + section->sh_size;
    while (at < end) {
        unsigned form = c->bytes[at];
        if (end - at < 4 || form < 1 || form > 4)
            return corrupt(c, IQ_ANSWER_IMAGE, at, IQ_PROBLEM_ATTRIBUTE_FORM);
        uint64_t length = form == 4 ? iq_image_u16(c->bytes + at + 2) : 0;
        if (length > end - at - 4)
            return corrupt(c, IQ_ANSWER_IMAGE, at + 2, IQ_PROBLEM_ATTRIBUTE_LENGTH);
        at += 4 + length;
    }
    return true;
}

static bool check_symbols(struct cubin *c, unsigned index, const Elf64_Shdr *section)
{
    uint64_t where = section_offset(c, index);
    if (section->sh_entsize != sizeof(Elf64_Sym) || section->sh_size % sizeof(Elf64_Sym) ||
        !section->sh_size)
        return corrupt(c, IQ_IMAGE_CRASHES, where + offsetof(Elf64_Shdr, sh_size),
                       IQ_PROBLEM_SYMBOL_TABLE_SIZE);
    Elf64_Shdr strings = { 0 };
    if (section->sh_link < c->header.e_shnum)
        strings = section_at(c, section->sh_link);
    if (strings.sh_type != SHT_STRTAB || !strings.sh_size ||
        !iq_image_has(&c->image->source, strings.sh_offset, strings.sh_size))
        return corrupt(c, IQ_IMAGE_CRASHES, where + offsetof(Elf64_Shdr, sh_link),
                       IQ_PROBLEM_SYMBOL_NO_STRINGS);
    if (c->bytes[strings.sh_offset + strings.sh_size - 1])
        return corrupt(c, IQ_IMAGE_CRASHES, strings.sh_offset + strings.sh_size - 1,
                       IQ_PROBLEM_SYMBOL_NAMES_END);
    for (uint64_t at = 0; at < section->sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        memcpy(&symbol, c->bytes + section->sh_offset + at, sizeof symbol);
        if (symbol.st_name >= strings.sh_size)
            return corrupt(c, IQ_IMAGE_CRASHES, section->sh_offset + at, IQ_PROBLEM_SYMBOL_NAME);
        if (symbol.st_shndx >= c->header.e_shnum && symbol.st_shndx < SHN_LORESERVE)
            return corrupt(c, IQ_ANSWER_UNKNOWN,
                           section->sh_offset + at + offsetof(Elf64_Sym, st_shndx),
                           IQ_PROBLEM_SYMBOL_SECTION);
    }
    return true;
}

static bool check_section(struct cubin *c, unsigned index)
{
    Elf64_Shdr section = section_at(c, index);
    uint64_t where = section_offset(c, index);
    if (section.sh_name >= c->names_size)
        return corrupt(c, IQ_IMAGE_CRASHES, where, IQ_PROBLEM_SECTION_NAME);
    if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL)
        return true;
    if ((section.sh_flags & SHF_INFO_LINK || section.sh_type == SHT_LOPROC) &&
        section.sh_info >= c->header.e_shnum)
        return corrupt(c, IQ_IMAGE_CRASHES, where + offsetof(Elf64_Shdr, sh_info),
                       IQ_PROBLEM_SECTION_LINK);
    /* the headers usually stand after the sections: if they are there, a section that is not was
     * never there */
    if (section.sh_offset < c->header.e_shoff &&
        !iq_image_has(&c->image->source, section.sh_offset, section.sh_size))
        return corrupt(c, section.sh_size > LARGEST_CUBIN ? IQ_ANSWER_IMAGE : IQ_IMAGE_CRASHES,
                       where + offsetof(Elf64_Shdr, sh_size), IQ_PROBLEM_SECTION_SIZE);
    if (section.sh_offset <= LARGEST_CUBIN &&
        !iq_image_has(&c->image->source, section.sh_offset, section.sh_size) &&
        c->header.e_shoff > sizeof c->header)
        return corrupt(c, IQ_IMAGE_CRASHES, where + offsetof(Elf64_Shdr, sh_offset),
                       IQ_PROBLEM_SECTION_BEHIND_END);
    if (!check_range(c, section.sh_offset, section.sh_size, where + offsetof(Elf64_Shdr, sh_offset),
                     IQ_PROBLEM_SECTION_BEHIND_END))
        return false;
    const char *name = section_name(c, &section);
    if (section.sh_type == SHT_SYMTAB)
        return check_symbols(c, index, &section);
    if (section.sh_type == SHT_LOPROC && !strncmp(name, ".nv.info", 8))
        return check_attributes(c, &section);
    return true;
}

static bool has_symbols(const struct cubin *c)
{
    for (unsigned i = 1; i < c->header.e_shnum; i++)
        if (section_at(c, i).sh_type == SHT_SYMTAB)
            return true;
    return false;
}

/* Program headers stand at the end of the file.  Drivers look at little more than their offset. */
static bool check_segments(struct cubin *c)
{
    const Elf64_Ehdr *h = &c->header;
    uint64_t size = (uint64_t)h->e_phnum * sizeof(Elf64_Phdr);
    if (!size)
        return true;
    if (h->e_phoff > LARGEST_CUBIN)
        return corrupt(c, IQ_ANSWER_IMAGE, offsetof(Elf64_Ehdr, e_phoff),
                       IQ_PROBLEM_PROGRAM_HEADERS_OFFSET);
    if (h->e_phoff + size > c->extent)
        c->extent = h->e_phoff + size;
    size_t have = iq_image_have(&c->image->source, h->e_phoff, size);
    if (have < size)
        return truncated(c, 0, h->e_phoff + have, IQ_PROBLEM_PROGRAM_HEADERS_CUT);
    return true;
}

static char compat_variant(const uint8_t *at, uint64_t size)
{
    for (uint64_t i = 0; i + 4 <= size;) {
        unsigned form = at[i], key = at[i + 1];
        if (key == COMPAT_VARIANT && form == 2)
            return at[i + 2] == 1 ? 'a' : 0;
        if (form == 4)
            i += iq_image_u16(at + i + 2);
        i += 4;
    }
    return 0;
}

/* The variant that ptxas was told: "-arch sm_100f". */
static char tool_variant(const uint8_t *at, uint64_t size)
{
    static const char option[] = "-arch sm_";
    const uint8_t *hit = memmem(at, size, option, sizeof option - 1), *end = at + size;
    if (!hit)
        return 0;
    for (hit += sizeof option - 1; hit < end && *hit >= '0' && *hit <= '9'; hit++) {
    }
    return hit < end && (*hit == 'a' || *hit == 'f') ? (char)*hit : 0;
}

static void read_facts(struct cubin *c)
{
    struct iq_cubin_facts *facts = &c->image->cubin;
    const Elf64_Ehdr *h = &c->header;
    facts->abi = h->e_ident[EI_ABIVERSION];
    facts->flags = h->e_flags;
    facts->relocatable = h->e_type == ET_REL;
    facts->bits64 = h->e_ident[EI_CLASS] == ELFCLASS64;
    if (h->e_ident[EI_OSABI] == OSABI_NEW) {
        facts->arch = (h->e_flags >> 8) & 0xff;
        facts->variant = h->e_flags & NEW_VARIANT_A ? 'a' : 0;
    } else {
        facts->arch = h->e_flags & 0xff;
        facts->variant = h->e_flags & OLD_VARIANT_A ? 'a' : 0;
        facts->bits64 = facts->bits64 && (h->e_flags & OLD_64BIT);
    }
}

static void read_section_facts(struct cubin *c)
{
    struct iq_cubin_facts *facts = &c->image->cubin;
    for (unsigned i = 1; i < c->header.e_shnum; i++) {
        Elf64_Shdr section = section_at(c, i);
        const char *name = section_name(c, &section);
        if (!strcmp(name, ".debug_info") || !strcmp(name, ".debug_line") ||
            !strcmp(name, ".nv_debug_ptx_txt"))
            facts->debug = true;
        if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL || facts->variant)
            continue;
        if (!strcmp(name, ".nv.compat"))
            facts->variant = compat_variant(c->bytes + section.sh_offset, section.sh_size);
        else if (!strcmp(name, ".note.nv.tkinfo"))
            facts->variant = tool_variant(c->bytes + section.sh_offset, section.sh_size);
    }
}

void iq_image_check_cubin(struct iq_image *image)
{
    struct cubin c = { .image = image, .bytes = image->source.bytes, .extent = sizeof c.header };
    if (check_header(&c)) {
        read_facts(&c);
        bool good = check_tables(&c) && check_names(&c);
        for (unsigned i = 1; good && i < c.header.e_shnum; i++)
            good = check_section(&c, i);
        if (good && !has_symbols(&c))
            good = corrupt(&c, IQ_ANSWER_IMAGE, c.header.e_shoff, IQ_PROBLEM_NO_SYMBOL_TABLE);
        if (good && !image->cubin.arch)
            good = corrupt(&c, IQ_ANSWER_UNKNOWN, offsetof(Elf64_Ehdr, e_flags),
                           IQ_PROBLEM_ELF_NO_ARCHITECTURE);
        if (good) {
            check_segments(&c);
            read_section_facts(&c);
        }
    }
    size_t known = image->source.size;
    image->size = known != IQ_IMAGE_SIZE_UNKNOWN && c.extent > known ? known : c.extent;
}

static bool is_kernel(const struct cubin *c, const char *name, size_t length)
{
    for (unsigned i = 1; i < c->header.e_shnum; i++) {
        Elf64_Shdr section = section_at(c, i);
        const char *text = section_name(c, &section);
        if (!strncmp(text, ".nv.constant0.", 14) && strlen(text + 14) == length &&
            !memcmp(text + 14, name, length))
            return true;
    }
    return false;
}

void iq_image_cubin_names(const void *bytes, size_t size, iq_image_visit_name visit, void *user)
{
    struct iq_image_source source = { .bytes = bytes, .size = size };
    struct iq_image image;
    if (iq_image_sniff(&source, &image) || image.kind != IQ_IMAGE_CUBIN || image.answer)
        return;
    struct cubin c = { .image = &image, .bytes = bytes };
    memcpy(&c.header, bytes, sizeof c.header);
    if (!check_names(&c))
        return;
    for (unsigned i = 1; i < c.header.e_shnum; i++) {
        Elf64_Shdr section = section_at(&c, i);
        const char *name = section_name(&c, &section);
        if (strncmp(name, ".text.", 6) || !name[6])
            continue;
        size_t length = strlen(name + 6);
        if (!visit(user, name + 6, length, is_kernel(&c, name + 6, length)))
            return;
    }
}

/* Attributes of a kernel: the block that it must have, its parameters' places and sizes, and the
 * bytes of all of them. */
enum { ATTRIBUTE_BLOCK = 0x10, ATTRIBUTE_PARAM = 0x17, ATTRIBUTE_PARAM_BYTES = 0x19 };

static int read_attributes(const uint8_t *at, const uint8_t *end, struct iq_image_kernel *kernel)
{
    bool sized = false;
    while (end - at >= 4) {
        unsigned form = at[0], key = at[1], value = iq_image_u16(at + 2);
        size_t length = form == 4 ? value : 0;
        if (length > (size_t)(end - at - 4))
            return IQ_ENOENT;
        if (key == ATTRIBUTE_PARAM_BYTES && form == 3) {
            kernel->bytes = value;
            sized = true;
        }
        if (key == ATTRIBUTE_BLOCK && form == 4 && length >= 12)
            for (int i = 0; i < 3; i++)
                kernel->block[i] = iq_image_u32(at + 4 + 4 * i);
        if (key == ATTRIBUTE_PARAM && form == 4 && length >= 12) {
            unsigned ordinal = iq_image_u16(at + 8);
            if (ordinal >= IQ_IMAGE_PARAMS)
                return IQ_ETOOBIG;
            kernel->params[ordinal] =
                (struct iq_image_param){ .offset = iq_image_u16(at + 10),
                                         .size = iq_image_u32(at + 12) >> 18 };
            kernel->param_count =
                ordinal >= kernel->param_count ? (uint16_t)(ordinal + 1) : kernel->param_count;
        }
        at += 4 + length;
    }
    for (int i = 0; i < kernel->param_count; i++) /* newer attributes may describe the rest */
        if (!kernel->params[i].size ||
            kernel->params[i].offset + kernel->params[i].size > kernel->bytes)
            return IQ_ENOENT;
    return sized || kernel->param_count || kernel->block[0] ? 0 : IQ_ENOENT;
}

int iq_image_cubin_kernel(const void *bytes, size_t size, const char *name,
                          struct iq_image_kernel *kernel)
{
    struct iq_image_source source = { .bytes = bytes, .size = size };
    struct iq_image image;
    memset(kernel, 0, sizeof *kernel);
    if (iq_image_sniff(&source, &image) || image.kind != IQ_IMAGE_CUBIN || image.answer)
        return IQ_ENOENT;
    struct cubin c = { .image = &image, .bytes = bytes };
    memcpy(&c.header, bytes, sizeof c.header);
    for (unsigned i = check_names(&c) ? 1 : c.header.e_shnum; i < c.header.e_shnum; i++) {
        Elf64_Shdr section = section_at(&c, i);
        const char *text = section_name(&c, &section);
        if (section.sh_type != SHT_LOPROC || strncmp(text, ".nv.info.", 9) ||
            strcmp(text + 9, name))
            continue;
        int error = read_attributes(c.bytes + section.sh_offset,
                                    c.bytes + section.sh_offset + section.sh_size, kernel);
        for (int k = 0; !error && k < kernel->param_count && kernel->word_count < IQ_IMAGE_WORDS;
             k++)
            if (kernel->params[k].size == 8)
                kernel->words[kernel->word_count++] =
                    (struct iq_image_word){ .param = (uint16_t)k, .use = IQ_USE_UNKNOWN };
        return error;
    }
    return IQ_ENOENT;
}
