/* ELF objects as the dynamic linker has mapped them, and their files on disk.
 * Owner: struct iq_elf_object borrows everything from the link map and the mapping; an iq_elf_file
 * borrows the file's bytes.
 * Threads: any, under the dynamic linker's lock or while the object stays loaded.  Needs no libc;
 * allocates nothing. */
#ifndef IQ_WRAP_ELF_H
#define IQ_WRAP_ELF_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A loaded object. */
struct iq_elf_object {
    const struct link_map *map;
    const char *path, *soname;      /* path is "" for the main program; soname NULL if none */
    uintptr_t bias, text, text_end; /* text: the executable segments, as addresses in the process */
    const Elf64_Ehdr *header;
    const Elf64_Phdr *phdr;
    unsigned phdr_count;
    const Elf64_Sym *symbols; /* .dynsym */
    const char *strings;
    size_t strings_size;
    const uint32_t *gnu_hash;
    const uint32_t *sysv_hash;
    const Elf64_Half *versions; /* NULL: symbols have none */
};

/* What tells a loaded object from others, also from one that came to lie at its place after it. */
struct iq_elf_place {
    const struct link_map *map; /* not followed; NULL: none */
    uintptr_t bias;
    const void *dynamic;
};
struct iq_elf_place iq_elf_place_of(const struct link_map *map);
bool iq_elf_is_loaded(const struct iq_elf_place *place);

/* Reads the dynamic section of [map].  Returns 0, IQ_EFORMAT (vDSO, no symbols, not readable). */
int iq_elf_open(const struct link_map *map, struct iq_elf_object *object);

/* The hash by which objects find their symbols (DT_GNU_HASH). */
static inline uint32_t iq_elf_hash(const char *name)
{
    uint32_t hash = 5381;
    for (const char *c = name; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    return hash;
}

/* Address of a symbol that [object] defines for others (the default version when there are
 * several); 0 if none. */
uintptr_t iq_elf_find(const struct iq_elf_object *object, const char *name);
/* The symbol itself, NULL if none. */
const Elf64_Sym *iq_elf_lookup(const struct iq_elf_object *object, const char *name);

/* Number of entries of .dynsym. */
size_t iq_elf_symbol_count(const struct iq_elf_object *object);
/* Symbols that [object] refers to without defining them have numbers from 1 to below this: a GNU
 * hash table leaves them out and begins behind them.  1, too, for an object that exports nothing:
 * its table does not say how many there are. */
size_t iq_elf_import_end(const struct iq_elf_object *object);
/* Does [object] refer to [name] without defining it? */
bool iq_elf_imports(const struct iq_elf_object *object, const char *name);
/* Is there a DT_NEEDED whose name starts with [prefix]? */
bool iq_elf_needs(const struct iq_elf_object *object, const char *prefix);

/* The link map of the object that this code is in, and the first one of its namespace; never NULL
 * while the process lives. */
const struct link_map *iq_elf_self(void);
const struct link_map *iq_elf_first(void);
/* First definition of [name] in objects after this one: what RTLD_NEXT means for the guest; else in
 * objects before it.  0 if none. */
uintptr_t iq_elf_next(const char *name);

/* A file.  Every offset has been checked against the size. */
struct iq_elf_file {
    const uint8_t *bytes;
    size_t size;
    const uint8_t *symbols; /* .symtab, may be unaligned; NULL if stripped */
    size_t symbol_count;
    const char *strings; /* ends with a NUL */
    size_t strings_size;
    /* a section .nvFatBinSegment: what a runtime is given to register */
    bool has_fatbin;
};

/* Returns 0, IQ_EFORMAT (not a 64-bit little-endian ELF file of this machine, or damaged so that
 * sections cannot be read). */
int iq_elf_parse(const uint8_t *bytes, size_t size, struct iq_elf_file *file);
/* Symbol number [index] < symbol_count; *name is a string, "" when out of range. */
Elf64_Sym iq_elf_file_symbol(const struct iq_elf_file *file, size_t index, const char **name);
/* Is [name] a string, or the end of one (linkers merge those), in a string table of [size] bytes
 * that ends with a NUL? */
bool iq_elf_has_string(const char *strings, size_t size, const char *name);

/* Maps a file read-only; close with iq_elf_unmap.  Returns 0, IQ_ENOENT, IQ_EFORMAT. */
int iq_elf_map(const char *path, struct iq_elf_file *file);
void iq_elf_unmap(struct iq_elf_file *file);

#endif
