/* Images in files.  Fatbins inside executables stand one after another in .nv_fatbin, those of
 * -rdc=true objects in __nv_relfatbin; data sections, and files without a section table, are
 * searched for images that nothing announces. */
#include "image/file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/inner.h"

enum { AR_HEADER = 60, AR_MAGIC = 8, AR_NAME = 16, AR_SIZE_AT = 48, AR_SIZE = 10 };

struct image_search {
    bool (*visit)(void *user, const struct iq_image_embedded *found);
    void *user;
    const uint8_t *base; /* of the whole file */
    const char *member;  /* of an archive, "" */
    size_t count;
    bool stopped;
};

int iq_image_file_open(const char *path, struct iq_image_file *file)
{
    *file = (struct iq_image_file){ 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return iq_error_from_errno(errno);
    struct stat status;
    int error = fstat(fd, &status)        ? iq_error_from_errno(errno)
                : S_ISREG(status.st_mode) ? 0
                                          : IQ_EIO;
    if (!error && status.st_size) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        error = bytes == MAP_FAILED ? iq_error_from_errno(errno) : 0;
        if (!error) {
            iq_image_file_wrap(bytes, (size_t)status.st_size, file);
            file->mapped = true;
        }
    } else if (!error) {
        iq_image_file_wrap(NULL, 0, file);
    }
    close(fd);
    return error;
}

void iq_image_file_wrap(const void *bytes, size_t size, struct iq_image_file *file)
{
    struct iq_image_source source = { .bytes = bytes, .size = size, .file = true };
    *file = (struct iq_image_file){ .bytes = bytes, .size = size };
    iq_image_sniff(&source, &file->image);
}

void iq_image_file_close(struct iq_image_file *file)
{
    if (file->mapped)
        munmap((void *)(uintptr_t)file->bytes, file->size);
    *file = (struct iq_image_file){ 0 };
}

static void tell(struct image_search *s, const struct iq_image *image, const char *section,
                 bool relocatable)
{
    struct iq_image_embedded found = { .image = *image,
                                       .offset = (uint64_t)((const uint8_t *)image->source.bytes -
                                                            s->base),
                                       .relocatable = relocatable };
    snprintf(found.where, sizeof found.where, "%s%s%s", s->member, *s->member ? ":" : "", section);
    s->count++;
    s->stopped = !s->visit(s->user, &found);
}

/* Whether an image that no table announces begins at [bytes]: magic number and a few fields that
 * hardly occur by chance. */
static bool begins_image(const uint8_t *bytes, size_t size)
{
    if (size >= IQ_FATBIN_HEADER && iq_image_u32(bytes) == IQ_FATBIN_MAGIC)
        return iq_image_u16(bytes + 4) == 1 && iq_image_u16(bytes + 6) == IQ_FATBIN_HEADER &&
               iq_image_u64(bytes + 8) <= size - IQ_FATBIN_HEADER;
    return size > sizeof(Elf64_Ehdr) && !memcmp(bytes, ELFMAG, SELFMAG) &&
           bytes[EI_CLASS] == ELFCLASS64 && iq_image_u16(bytes + 18) == IQ_ELF_CUDA &&
           iq_image_u64(bytes + offsetof(Elf64_Ehdr, e_shoff)) < size;
}

/* Number of bytes before the next fatbin in a section that is for nothing else; zeros are padding
 * between two. */
static size_t count_foreign(const uint8_t *bytes, size_t size)
{
    static const uint8_t padding[8];
    if (size < sizeof padding || !memcmp(bytes, padding, sizeof padding))
        return 0;
    size_t count = 0;
    while (size - count >= IQ_FATBIN_HEADER && iq_image_u32(bytes + count) != IQ_FATBIN_MAGIC)
        count += sizeof padding;
    return size - count < IQ_FATBIN_HEADER ? size : count;
}

static void tell_foreign(struct image_search *s, const uint8_t *bytes, size_t size,
                         const char *section, bool relocatable)
{
    struct iq_image image = { .source = { .bytes = bytes, .size = size, .file = true },
                              .kind = IQ_IMAGE_UNKNOWN,
                              .size = size,
                              .health = IQ_IMAGE_CORRUPT,
                              .problem = IQ_PROBLEM_FATBIN_MAGIC };
    tell(s, &image, section, relocatable);
}

/* All images in [bytes], at multiples of 8.  [announced]: the section is for fatbins, so damaged
 * ones are told as well, and what is none. */
static void search_bytes(struct image_search *s, const uint8_t *bytes, size_t size,
                         const char *section, bool relocatable, bool announced)
{
    for (size_t at = 0; at + IQ_FATBIN_HEADER <= size && !s->stopped;) {
        if (announced ? iq_image_u32(bytes + at) != IQ_FATBIN_MAGIC
                      : !begins_image(bytes + at, size - at)) {
            size_t foreign = announced ? count_foreign(bytes + at, size - at) : 0;
            if (foreign)
                tell_foreign(s, bytes + at, foreign, section, relocatable);
            at += foreign ? foreign : 8;
            continue;
        }
        struct iq_image_source source = { .bytes = bytes + at, .size = size - at, .file = true };
        struct iq_image image;
        iq_image_sniff(&source, &image);
        tell(s, &image, section, relocatable);
        at += (image.size + 7) & ~(size_t)7;
    }
}

/* Where the contents end that the headers of a host ELF file announce. */
static uint64_t announced_end(const uint8_t *bytes, size_t size)
{
    Elf64_Ehdr header;
    Elf64_Shdr section;
    if (size < sizeof header)
        return 0;
    memcpy(&header, bytes, sizeof header);
    uint64_t table = (uint64_t)header.e_shnum * sizeof section, end;
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        !header.e_shoff || header.e_shentsize != sizeof section ||
        __builtin_add_overflow(header.e_shoff, table, &end))
        return 0;
    for (unsigned i = 1; end <= size && i < header.e_shnum; i++) {
        uint64_t last;
        memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL &&
            !__builtin_add_overflow(section.sh_offset, section.sh_size, &last) && last > end)
            end = last;
    }
    return end;
}

/* Number in the header of an archive's member: its bytes without the header. */
static unsigned long member_length(const uint8_t *header)
{
    char digits[AR_SIZE + 1] = { 0 };
    memcpy(digits, header + AR_SIZE_AT, AR_SIZE);
    return strtoul(digits, NULL, 10);
}

static uint64_t end_of_members(const uint8_t *bytes, size_t size)
{
    uint64_t at = AR_MAGIC;
    while (at < size && size - at >= AR_HEADER) {
        unsigned long length = member_length(bytes + at);
        at += AR_HEADER + length;
        if (at < size)
            at += length & 1;
    }
    return at;
}

uint64_t iq_image_file_cut(const struct iq_image_file *file)
{
    uint64_t end = 0;
    if (file->image.kind == IQ_IMAGE_HOST_ELF)
        end = announced_end(file->bytes, file->size);
    else if (file->image.kind == IQ_IMAGE_ARCHIVE && !memcmp(file->bytes, "!<arch>\n", AR_MAGIC))
        end = end_of_members(file->bytes, file->size);
    return end > file->size ? end : 0;
}

/* Goes over the sections of a host ELF file.  Returns false if it has no usable section table. */
static bool search_sections(struct image_search *s, const uint8_t *bytes, size_t size)
{
    Elf64_Ehdr header;
    if (size < sizeof header)
        return false;
    memcpy(&header, bytes, sizeof header);
    uint64_t table = (uint64_t)header.e_shnum * sizeof(Elf64_Shdr);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || !header.e_shnum ||
        header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff > size ||
        table > size - header.e_shoff || header.e_shstrndx >= header.e_shnum)
        return false;
    Elf64_Shdr names, section;
    memcpy(&names, bytes + header.e_shoff + header.e_shstrndx * sizeof names, sizeof names);
    if (names.sh_offset > size || names.sh_size > size - names.sh_offset)
        return false;
    for (unsigned i = 1; i < header.e_shnum && !s->stopped; i++) {
        memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type == SHT_NOBITS || section.sh_name >= names.sh_size ||
            section.sh_offset > size || section.sh_size > size - section.sh_offset)
            continue;
        const char *name = (const char *)bytes + names.sh_offset + section.sh_name;
        size_t room = names.sh_size - section.sh_name;
        char copy[40];
        snprintf(copy, sizeof copy, "%.*s", (int)(room < sizeof copy ? room : sizeof copy - 1),
                 name);
        bool relocatable = !strcmp(copy, "__nv_relfatbin");
        /* libraries and programs also carry images as data of their own */
        bool data = section.sh_type == SHT_PROGBITS && section.sh_flags & SHF_ALLOC &&
                    !(section.sh_flags & SHF_EXECINSTR);
        size_t skip = -section.sh_offset & 7;
        if (relocatable || !strcmp(copy, ".nv_fatbin"))
            search_bytes(s, bytes + section.sh_offset, section.sh_size, copy, relocatable, true);
        else if (data && skip < section.sh_size)
            search_bytes(s, bytes + section.sh_offset + skip, section.sh_size - skip, copy, false,
                         false);
    }
    return true;
}

static void search_any(struct image_search *s, const struct iq_image *image)
{
    const uint8_t *bytes = image->source.bytes;
    size_t size = image->source.size;
    switch (image->kind) {
    case IQ_IMAGE_PTX:
    case IQ_IMAGE_PTX_BOM:
    case IQ_IMAGE_PTX_UTF16:
    case IQ_IMAGE_CUBIN:
    case IQ_IMAGE_FATBIN:
    case IQ_IMAGE_FATBIN_WRAPPER:
    case IQ_IMAGE_LTOIR: tell(s, image, "", false); break;
    case IQ_IMAGE_HOST_ELF:
        if (!search_sections(s, bytes, size))
            search_bytes(s, bytes, size, "", false, false);
        break;
    case IQ_IMAGE_PE: search_bytes(s, bytes, size, "", false, false); break;
    default: break;
    }
}

/* Name of an archive member: "name/", or "/123" into the table of long names. */
static void member_name(const uint8_t *header, const uint8_t *longer, size_t longer_size,
                        char *name, size_t size)
{
    const char *text = (const char *)header;
    size_t length = AR_NAME;
    if (text[0] == '/' && text[1] >= '0' && text[1] <= '9') {
        char digits[AR_NAME] = { 0 };
        memcpy(digits, text + 1, AR_NAME - 1);
        unsigned long at = strtoul(digits, NULL, 10);
        if (at < longer_size) {
            text = (const char *)longer + at;
            length = longer_size - at;
        }
    }
    size_t used = 0;
    while (used < length && used + 1 < size && text[used] != '/' && text[used] != '\n' &&
           text[used]) {
        name[used] = text[used];
        used++;
    }
    name[used] = '\0';
}

static void search_archive(struct image_search *s, const uint8_t *bytes, size_t size)
{
    const uint8_t *longer = NULL;
    size_t longer_size = 0;
    char name[64];
    for (size_t at = AR_MAGIC; at + AR_HEADER <= size && !s->stopped;) {
        const uint8_t *header = bytes + at;
        unsigned long length = member_length(header);
        size_t left = size - at - AR_HEADER;
        if (length > left)
            length = left;
        if (!memcmp(header, "//", 2)) {
            longer = header + AR_HEADER;
            longer_size = length;
        } else if (length) {
            struct iq_image_source source = { .bytes = header + AR_HEADER,
                                              .size = length,
                                              .file = true };
            struct iq_image image;
            iq_image_sniff(&source, &image);
            member_name(header, longer, longer_size, name, sizeof name);
            s->member = name;
            search_any(s, &image);
            s->member = "";
        }
        at += AR_HEADER + length + (length & 1);
    }
}

size_t iq_image_file_each(const struct iq_image_file *file,
                          bool (*visit)(void *user, const struct iq_image_embedded *found),
                          void *user)
{
    struct image_search s = { .visit = visit, .user = user, .base = file->bytes, .member = "" };
    if (file->image.kind == IQ_IMAGE_ARCHIVE)
        search_archive(&s, file->bytes, file->size);
    else
        search_any(&s, &file->image);
    return s.count;
}
