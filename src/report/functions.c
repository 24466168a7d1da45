#include "report/functions.h"

#include <stdlib.h>

/* [end]: of the code, the start if the symbol has no size; [section_end]: how far a label without a
 * size can reach; [furthest]: the largest end so far, so that a search knows where nothing can
 * reach the address any more. */
struct iq_function {
    uint64_t start, end, section_end, furthest;
    const char *name;
    int index; /* in the symbol table */
    unsigned char rank;
};

static unsigned char rank_of(const GElf_Sym *symbol)
{
    switch (GELF_ST_BIND(symbol->st_info)) {
    case STB_GLOBAL: return 2;
    case STB_WEAK: return 1;
    default: return 0;
    }
}

/* The end of section [number] of [elf]; 0: it holds no code. */
static uint64_t code_end(Elf *elf, GElf_Word number, Dwarf_Addr bias)
{
    GElf_Shdr header;
    Elf_Scn *section = elf_getscn(elf, number);
    if (!section || !gelf_getshdr(section, &header) || !(header.sh_flags & SHF_EXECINSTR))
        return 0;
    return header.sh_addr + header.sh_size + bias;
}

static bool is_code(const GElf_Sym *symbol)
{
    int type = GELF_ST_TYPE(symbol->st_info);
    return symbol->st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE);
}

/* Those that are preferred come last. */
static int compare(const void *left, const void *right)
{
    const struct iq_function *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->index > b->index ? -1 : 1;
}

static void read_symbols(struct iq_functions *functions, Dwfl_Module *object)
{
    int count = dwfl_module_getsymtab(object);
    functions->read = true;
    functions->list = count > 0 ? malloc((size_t)count * sizeof *functions->list) : NULL;
    for (int i = 1; functions->list && i < count; i++) {
        GElf_Sym symbol;
        GElf_Addr start;
        GElf_Word section;
        Elf *elf;
        Dwarf_Addr bias;
        const char *name =
            dwfl_module_getsym_info(object, i, &symbol, &start, &section, &elf, &bias);
        uint64_t end = name && *name && is_code(&symbol) ? code_end(elf, section, bias) : 0;
        if (end)
            functions->list[functions->count++] =
                (struct iq_function){ .start = start,
                                      .end = start + symbol.st_size,
                                      .section_end = end,
                                      .name = name,
                                      .index = i,
                                      .rank = rank_of(&symbol) };
    }
    if (functions->count)
        qsort(functions->list, functions->count, sizeof *functions->list, compare);
    uint64_t furthest = 0;
    for (size_t i = 0; i < functions->count; i++) {
        if (functions->list[i].end > furthest)
            furthest = functions->list[i].end;
        functions->list[i].furthest = furthest;
    }
}

/* Functions that begin at [address] or before. */
static size_t count_up_to(const struct iq_functions *functions, uint64_t address)
{
    size_t low = 0, high = functions->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (functions->list[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char *iq_functions_name(struct iq_functions *functions, Dwfl_Module *object, uint64_t address)
{
    if (!functions->read)
        read_symbols(functions, object);
    size_t before = count_up_to(functions, address);
    for (size_t i = before; i-- > 0 && functions->list[i].furthest > address;)
        if (functions->list[i].end > address)
            return functions->list[i].name;
    /* a label without a size, with no end of a function after it */
    const struct iq_function *last = before ? &functions->list[before - 1] : NULL;
    bool reaches = last && last->start == last->end && last->furthest <= last->start &&
                   address < last->section_end;
    return reaches ? last->name : NULL;
}

void iq_functions_finish(struct iq_functions *functions)
{
    free(functions->list);
    *functions = (struct iq_functions){ .list = NULL };
}
