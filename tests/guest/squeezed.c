/* Opens a library where no page is free within 2 GiB of its code: a hole of its very size in a large reservation, and every
 * other hole above that taken.  Such places come about by chance where a program reserves many gigabytes. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define GIB ((size_t)1 << 30)

static size_t pages_of(size_t bytes) { return (bytes + 4095) & ~(size_t)4095; }

static size_t span_of(const char *path)
{
    Elf64_Ehdr header;
    Elf64_Phdr segment;
    size_t span = 0;
    FILE *file = fopen(path, "rb");
    if (!file || fread(&header, sizeof header, 1, file) != 1 || fseek(file, (long)header.e_phoff, SEEK_SET))
        exit(2);
    for (int i = 0; i < header.e_phnum && fread(&segment, sizeof segment, 1, file) == 1; i++)
        if (segment.p_type == PT_LOAD)
            span = pages_of(segment.p_vaddr + segment.p_memsz);
    fclose(file);
    return span;
}

static void *reserve(uintptr_t at, size_t size)
{
    return mmap((void *)at, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
}

static void fill_holes_above(uintptr_t from)
{
    unsigned long begin, end;
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    setvbuf(maps, malloc(1 << 17), _IOFBF, 1 << 17);
    while (fgets(line, sizeof line, maps) && sscanf(line, "%lx-%lx", &begin, &end) == 2) {
        if (begin > from && begin - from < 64 * GIB)
            reserve(from, begin - from);
        from = end > from ? end : from;
    }
    fclose(maps);
}

int main(int argc, char **argv)
{
    struct link_map *map;
    if (argc < 2 || !dlopen("libstdc++.so.6", RTLD_NOW))    /* what the library needs shall not be in its way */
        return 2;
    size_t span = span_of(argv[1]);
    char *large = reserve(0, 8 * GIB), *hole = large + 4 * GIB;
    fill_holes_above((uintptr_t)large);
    munmap(hole, span);
    void *library = dlopen(argv[1], RTLD_NOW);
    int (*run)(void) = library ? (int (*)(void))dlsym(library, "guest_lib_run") : NULL;
    if (!run || dlinfo(library, RTLD_DI_LINKMAP, &map))
        return 1;
    printf("squeezed %d\n", (char *)map->l_addr == hole);
    return run();
}
