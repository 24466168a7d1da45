#include "process/chain.h"

#include <stddef.h>

#include "arch/code.h"
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

/* Is there a call instruction that ends at [pc]? */
static bool is_behind_call(uintptr_t pc, bool quiet)
{
    uint8_t code[IQ_ARCH_CALL];
    return pc >= 4096 && iq_peek(code, pc - sizeof code, sizeof code, quiet) &&
           iq_arch_ends_in_call(code + sizeof code);
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
