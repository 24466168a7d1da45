// link: base
/* Any bytes as a file that the guest looks into for a CUDA runtime. */
#include <stdint.h>

#include "../../src/wrap/elf_file.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_elf_file file;
    if (iq_elf_parse(data, size, &file))
        return 0;
    size_t total = 0;
    if (file.symbols && iq_elf_has_string(file.strings, file.strings_size, "__cudaRegisterFatBinary"))
        total++;
    for (size_t i = 0; i < file.symbol_count; i++) {
        const char *name;
        Elf64_Sym symbol = iq_elf_file_symbol(&file, i, &name);
        total += symbol.st_size + iq_sys_length(name);
    }
    __asm__ volatile("" : : "r"(total));
    return 0;
}
