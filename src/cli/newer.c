#include "cli/newer.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

struct libc_table {
    int fd;
    Elf *elf;
    Elf_Data *data;
    size_t count, strings;
};

/* .dynsym of the file at [path]. */
static bool open_table(struct libc_table *table, const char *path)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    *table = (struct libc_table){ .fd = open(path, O_RDONLY | O_CLOEXEC) };
    elf_version(EV_CURRENT);
    table->elf = table->fd < 0 ? NULL : elf_begin(table->fd, ELF_C_READ_MMAP, NULL);
    while (table->elf && (section = elf_nextscn(table->elf, section)))
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNSYM && header.sh_entsize) {
            table->data = elf_getdata(section, NULL);
            table->count = table->data ? table->data->d_size / header.sh_entsize : 0;
            table->strings = header.sh_link;
        }
    return table->count > 0;
}

static void close_table(struct libc_table *table)
{
    elf_end(table->elf);
    if (table->fd >= 0)
        close(table->fd);
}

/* Name of symbol [i] if it is one that the file defines (or imports); else NULL. */
static const char *name_of(const struct libc_table *table, size_t i, bool defined)
{
    GElf_Sym symbol;
    if (!gelf_getsym(table->data, (int)i, &symbol) || (symbol.st_shndx != SHN_UNDEF) != defined)
        return NULL;
    return elf_strptr(table->elf, table->strings, symbol.st_name);
}

static bool defines(const struct libc_table *table, const char *name)
{
    for (size_t i = 1; i < table->count; i++) {
        const char *own = name_of(table, i, true);
        if (own && !strcmp(own, name))
            return true;
    }
    return false;
}

bool iq_newer_is_driver(const char *path)
{
    struct libc_table table;
    bool driver = open_table(&table, path) && defines(&table, "cuInit");
    close_table(&table);
    return driver;
}

static bool is_driver_name(const char *name)
{
    return name && name[0] == 'c' && name[1] == 'u' && name[2] >= 'A' && name[2] <= 'Z';
}

unsigned iq_newer_functions(const char *program, const char *guest, const char *driver,
                            struct iq_str *names)
{
    struct libc_table wants, ours = { .fd = -1 }, theirs = { .fd = -1 };
    unsigned count = 0;
    bool open = false;
    if (open_table(&wants, program))
        for (size_t i = 1; i < wants.count; i++) {
            const char *name = name_of(&wants, i, false);
            if (!is_driver_name(name))
                continue;
            if (!open && (!open_table(&ours, guest) || !open_table(&theirs, driver)))
                break;
            open = true;
            if (!defines(&ours, name) && defines(&theirs, name))
                iq_str_printf(names, "%s%s", count++ ? ", " : "", name);
        }
    close_table(&ours);
    close_table(&theirs);
    close_table(&wants);
    return count;
}
