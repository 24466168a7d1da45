#include "process/chain.h"

#include <stddef.h>

#include "process/peek.h"

#define FRAME_MAX ((uintptr_t)1 << 20) /* one frame with a megabyte of locals is a wrong turn */

struct dwarf_eh_bases {
    void *text, *data, *function;
};
extern const void *_Unwind_Find_FDE(void *pc, struct dwarf_eh_bases *bases); /* of libgcc */

bool iq_chain_has_table(uintptr_t pc)
{
    struct dwarf_eh_bases bases;
    return _Unwind_Find_FDE((void *)(pc - 1), &bases) != NULL;
}

/* The length of call *(...) with this ModRM and SIB byte. */
static unsigned indirect_call_length(uint8_t modrm, uint8_t sib)
{
    unsigned mode = modrm >> 6, base = modrm & 7, has_sib = mode != 3 && base == 4;
    unsigned wide = mode == 2 || (mode == 0 && (base == 5 || (has_sib && (sib & 7) == 5)));
    return 2 + has_sib + (mode == 1) + 4 * wide;
}

/* Is there a call instruction that ends at [pc]? */
static bool is_behind_call(uintptr_t pc, bool quiet)
{
    uint8_t code[7];
    if (pc < 4096 || !iq_peek(code, pc - sizeof code, sizeof code, quiet))
        return false;
    if (code[2] == 0xe8)
        return true;
    for (unsigned length = 2; length <= sizeof code; length++) {
        const uint8_t *at = code + sizeof code - length;
        if (at[0] == 0xff && (at[1] >> 3 & 7) == 2 &&
            indirect_call_length(at[1], length > 2 ? at[2] : 0) == length)
            return true;
    }
    return false;
}

/* Saved frame pointer and return address of the frame at [fp]. */
static bool read_link(uintptr_t fp, uintptr_t link[2], bool quiet)
{
    return fp && fp % sizeof(uintptr_t) == 0 && iq_peek(link, fp, 2 * sizeof *link, quiet) &&
           is_behind_call(link[1], quiet);
}

static bool is_above(uintptr_t fp, uintptr_t sp) { return fp >= sp && fp - sp < FRAME_MAX; }

const uintptr_t *iq_chain_next(struct iq_chain *chain)
{
    uintptr_t fp = chain->fp, link[2], outer[2];
    if (!read_link(fp, link, chain->quiet))
        return NULL;
    /* Another stack (a Go routine's, seen from the one that C runs on) must show two links in a
     * row. */
    if (!is_above(fp, chain->sp) &&
        !(is_above(link[0], fp + sizeof link) && read_link(link[0], outer, chain->quiet)))
        return NULL;
    chain->sp = fp + sizeof link;
    chain->fp = link[0];
    return (const uintptr_t *)fp + 1;
}
