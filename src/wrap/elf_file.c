/* See elf.h: files on disk.  The bytes may be anything; nothing is believed without a check. */
#include <fcntl.h>
#include <sys/stat.h>

#include "base/errors.h"
#include "wrap/elf.h"
#include "wrap/sys.h"

static bool fits(const struct iq_elf_file *file, uint64_t offset, uint64_t length)
{
    return offset <= file->size && length <= file->size - offset;
}

static Elf64_Shdr section_at(const struct iq_elf_file *file, uint64_t table, unsigned index)
{
    Elf64_Shdr section;
    iq_sys_copy(&section, file->bytes + table + (uint64_t)index * sizeof section, sizeof section);
    return section;
}

static void take_symbols(struct iq_elf_file *file, uint64_t table, unsigned count,
                         const Elf64_Shdr *section)
{
    if (section->sh_link >= count || section->sh_entsize != sizeof(Elf64_Sym) ||
        !fits(file, section->sh_offset, section->sh_size))
        return;
    Elf64_Shdr strings = section_at(file, table, section->sh_link);
    if (strings.sh_type != SHT_STRTAB || !strings.sh_size ||
        !fits(file, strings.sh_offset, strings.sh_size) ||
        file->bytes[strings.sh_offset + strings.sh_size - 1])
        return;
    file->symbols = file->bytes + section->sh_offset;
    file->symbol_count = section->sh_size / sizeof(Elf64_Sym);
    file->strings = (const char *)file->bytes + strings.sh_offset;
    file->strings_size = strings.sh_size;
}

static bool name_is_fatbin(const struct iq_elf_file *file, const Elf64_Shdr *names, uint32_t offset)
{
    static const char segment[] = ".nvFatBinSegment";
    return offset < names->sh_size && names->sh_size - offset >= sizeof segment &&
           iq_sys_equal((const char *)file->bytes + names->sh_offset + offset, segment);
}

int iq_elf_parse(const uint8_t *bytes, size_t size, struct iq_elf_file *file)
{
    *file = (struct iq_elf_file){ .bytes = bytes, .size = size };
    Elf64_Ehdr header;
    if (size < sizeof header)
        return IQ_EFORMAT;
    iq_sys_copy(&header, bytes, sizeof header);
    if (header.e_ident[0] != 0x7f || header.e_ident[1] != 'E' || header.e_ident[2] != 'L' ||
        header.e_ident[3] != 'F' || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_machine != IQ_ARCH_ELF)
        return IQ_EFORMAT;
    unsigned count = header.e_shnum;
    if (!header.e_shoff || header.e_shentsize != sizeof(Elf64_Shdr) ||
        !fits(file, header.e_shoff, (uint64_t)count * sizeof(Elf64_Shdr)) ||
        header.e_shstrndx >= count)
        return IQ_EFORMAT;
    Elf64_Shdr names = section_at(file, header.e_shoff, header.e_shstrndx);
    bool named = names.sh_size && fits(file, names.sh_offset, names.sh_size) &&
                 !bytes[names.sh_offset + names.sh_size - 1];
    for (unsigned i = 0; i < count; i++) {
        Elf64_Shdr section = section_at(file, header.e_shoff, i);
        if (section.sh_type == SHT_SYMTAB && !file->symbols)
            take_symbols(file, header.e_shoff, count, &section);
        if (named && name_is_fatbin(file, &names, section.sh_name))
            file->has_fatbin = true;
    }
    return 0;
}

/* May be unaligned; a copy byte by byte would take longer than all the rest. */
struct __attribute__((packed)) file_symbol {
    Elf64_Sym symbol;
};

static const char *name_of(const struct iq_elf_file *file, const struct file_symbol *symbol)
{
    size_t at = symbol->symbol.st_name;
    return at < file->strings_size ? file->strings + at : "";
}

Elf64_Sym iq_elf_file_symbol(const struct iq_elf_file *file, size_t index, const char **name)
{
    enum { AHEAD = 16 };
    const struct file_symbol *symbols = (const void *)file->symbols;
    if (index + AHEAD < file->symbol_count)
        __builtin_prefetch(name_of(file, &symbols[index + AHEAD]));
    *name = name_of(file, &symbols[index]);
    return symbols[index].symbol;
}

/* Sixteen places at a time: the first byte there and the NUL after the last one. */
bool iq_elf_has_string(const char *text, size_t size, const char *name)
{
    size_t length = iq_sys_length(name), at = 0;
    for (; at + length + 16 < size; at += 16)
        for (unsigned hits = iq_arch_match16(text + at, name[0], text + at + length, 0); hits;
             hits &= hits - 1) {
            size_t place = at + (size_t)__builtin_ctz(hits);
            if (iq_sys_equal(text + place, name))
                return true;
        }
    for (; at + length < size; at++)
        if (iq_sys_equal(text + at, name))
            return true;
    return false;
}

int iq_elf_map(const char *path, struct iq_elf_file *file)
{
    struct stat info;
    int fd = (int)iq_sys_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (fd < 0)
        return IQ_ENOENT;
    void *bytes = NULL;
    if (iq_sys_call(SYS_fstat, fd, (long)&info, 0, 0, 0, 0) == 0 && info.st_size > 0)
        bytes = iq_sys_mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd);
    iq_sys_call(SYS_close, fd, 0, 0, 0, 0, 0);
    if (!bytes)
        return IQ_ENOENT;
    int error = iq_elf_parse(bytes, (size_t)info.st_size, file);
    if (error)
        iq_sys_munmap(bytes, (size_t)info.st_size);
    return error;
}

void iq_elf_unmap(struct iq_elf_file *file)
{
    if (file->bytes)
        iq_sys_munmap((void *)(uintptr_t)file->bytes, file->size);
    *file = (struct iq_elf_file){ 0 };
}
