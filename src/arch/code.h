/* Machine code of the program: what can be told from it, and leading functions elsewhere.  Only
 * what is certain counts; all else is unknown.  Stateless; any thread; needs no libc.
 *
 * machine.h of an architecture has the sizes:
 *   IQ_ARCH_ENTRY      least bytes of a function whose entry is to be changed
 *   IQ_ARCH_ENTRY_MOST most bytes that iq_arch_write_entry writes
 *   IQ_ARCH_THUNK      bytes of a thunk, with what aligns the next one
 *   IQ_ARCH_DETOUR     most bytes of a detour
 *   IQ_ARCH_REACH      how far an entry may be from its thunk
 *   IQ_ARCH_CALL       most bytes of a call instruction
 *   IQ_ARCH_ARGUMENT   number of the register with the first argument
 *   IQ_ARCH_REGISTERS  how many general registers there are
 *   IQ_ARCH_BY_SP, IQ_ARCH_BY_FP  numbers of the stack and the frame pointer, not 0 */
#ifndef IQ_ARCH_CODE_H
#define IQ_ARCH_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "base/contract.h"

/* Copies [size] bytes from [from]; false: they are not all readable. */
typedef bool iq_arch_read(void *to, uintptr_t from, size_t size);

/* --- leading functions elsewhere --- */

/* How many bytes at the beginning of the function [code] a jump to a thunk replaces; [far]: the
 * thunk itself. */
IQ_NONNULL size_t iq_arch_entry_bytes(const uint8_t *code, bool far);

/* What is to stand at the entry [at]: as many bytes as iq_arch_entry_bytes says, a jump to
 * [thunk].  With [far] the thunk of [patch]. */
IQ_NONNULL void iq_arch_write_entry(uint8_t *bytes, const uint8_t *at, const uint8_t *thunk);
IQ_NONNULL void iq_arch_write_far_entry(uint8_t *bytes, const uint8_t *at, const void *patch);

/* A thunk: goes to where the first word of [patch] points, with [patch] in a register that
 * thunk.S knows. */
IQ_NONNULL void iq_arch_write_thunk(uint8_t *to, const void *patch);

/* Code was written to [at]: before it runs. */
void iq_arch_publish(const void *at, size_t size);

/* Writes to [to] code that does what the first >= [need] bytes of the function [code] (of [size]
 * bytes) do and goes on behind them.  A call must be the last of them.  The result runs at
 * [to_address] (its own address, usually [to]); *taken gets the number of bytes replaced.  Returns
 * the number of bytes written (<= room), IQ_EUNSUPPORTED, IQ_ETOOBIG (function too short, no room,
 * out of reach). */
IQ_NODISCARD IQ_NONNULL int iq_insn_move(const uint8_t *code, size_t size, size_t need, uint8_t *to,
                                         size_t room, uintptr_t to_address, size_t *taken);

/* Does a jump within the first [size] bytes lead into bytes 1 .. [end]-1 of [code]?  Stops at the
 * first unknown instruction. */
IQ_NONNULL bool iq_insn_branches_into(const uint8_t *code, size_t size, size_t end);

/* --- calls --- */

/* Is there a call instruction that ends at [end]?  The IQ_ARCH_CALL bytes in front are readable. */
IQ_NONNULL bool iq_arch_ends_in_call(const uint8_t *end);

/* Follows the straight beginning of the function [code] to its first call.  .behind: that call's
 * return address; .back: how far above the stack pointer at the call the function's own return
 * address stands; .size: and where the stack pointer of its caller was.  False: unknown. */
struct iq_arch_first_call {
    uintptr_t behind;
    size_t back, size;
};
IQ_NONNULL bool iq_arch_first_call(const uint8_t *code, struct iq_arch_first_call *call);

/* The return address after a jump to address 0 by a call, with these registers. */
IQ_NODISCARD IQ_NONNULL bool iq_arch_return_of_jump(const uint64_t *registers, iq_arch_read *read,
                                                    uintptr_t *back);

/* The function at the other end of the direct call in front of the return address [back]; 0: it is
 * an indirect one.  The second: where the indirect call went to, as far as its operand can be read
 * again; false: it cannot. */
IQ_NONNULL uintptr_t iq_arch_called_directly(uintptr_t back, iq_arch_read *read);
IQ_NODISCARD IQ_NONNULL bool iq_arch_called_through(uintptr_t back, const uint64_t *registers,
                                                    iq_arch_read *read, uintptr_t *target);

/* --- what becomes of the result of a call, 32 bits --- */

enum iq_arch_effect {
    IQ_ARCH_STOPS, /* it is not known where control goes, or what happens to the result */
    IQ_ARCH_PASSES,
    IQ_ARCH_READS,
    IQ_ARCH_DROPS, /* writes to where it is */
    IQ_ARCH_JUMPS,
    IQ_ARCH_FORKS, /* one of two ways */
    IQ_ARCH_CALLS, /* a function that may read it: it is where the first argument would be */
    IQ_ARCH_LEADS, /* a thunk */
    IQ_ARCH_RETURNS
};
struct iq_arch_step {
    enum iq_arch_effect effect;
    uint8_t length;
    uintptr_t target; /* of JUMPS and FORKS; of LEADS the patch */
};
enum { IQ_ARCH_LONGEST = 20 /* bytes that may be read of an instruction, or a thunk */ };

/* The instruction at [pc], of which [code] is a copy, with the result in its register.  False:
 * unknown instruction. */
IQ_NODISCARD IQ_NONNULL bool iq_arch_use(const uint8_t *code, uintptr_t pc,
                                         struct iq_arch_step *step);

/* What is known of the result where control comes to an instruction, if it is the number that is
 * looked for; all 0: nothing. */
struct iq_arch_known {
    uint32_t moved; /* registers that hold the result plus .by */
    bool flagged;   /* the flags are those of the result plus .flags_by against .number */
    bool bounded;   /* it is .least to .most */
    int64_t by, flags_by, number, least, most;
};

/* Places that hold the result: a bit for each register; a variable [distance] bytes above register
 * [base], IQ_ARCH_BY_*; 0: none. */
struct iq_arch_places {
    uint32_t registers;
    uint32_t base;
    int64_t distance;
    struct iq_arch_known known;
};
#define IQ_ARCH_RESULT ((struct iq_arch_places){ .registers = 1 }) /* in its register */

/* Follows the places through the instruction at [pc]; *compared: it compares one of them with the
 * number [wanted], or leaves few others that the result may be.  step->effect: PASSES, JUMPS,
 * FORKS, RETURNS, STOPS, where it is the number [wanted].  False: unknown instruction. */
IQ_NODISCARD IQ_NONNULL bool iq_arch_compare(const uint8_t *code, uintptr_t pc, int32_t wanted,
                                             struct iq_arch_places *places,
                                             struct iq_arch_step *step, bool *compared);

/* --- what an instruction reads and writes --- */

/* More may count as written, and less as fixed, than is. */
struct iq_arch_effects {
    uint8_t flow; /* enum iq_arch_effect: PASSES, JUMPS, FORKS, CALLS, RETURNS, STOPS */
    uint8_t length;
    uint8_t base;       /* IQ_ARCH_BY_*, 0 */
    bool fixed;         /* the memory is a variable [distance] bytes above .base; 0: its address */
    bool loads, stores; /* memory */
    bool opaque;        /* what is written does not follow from what is read */
    uint32_t reads, writes; /* a bit for each general register; what makes an address is read */
    uint32_t address;       /* the registers that make the address of the memory */
    int64_t distance;
    uintptr_t target; /* of JUMPS and FORKS */
};

/* Of the instruction at [pc], of which [code] is a copy of IQ_ARCH_LONGEST bytes.  False: unknown
 * instruction. */
IQ_NODISCARD IQ_NONNULL bool iq_arch_effects(const uint8_t *code, uintptr_t pc,
                                             struct iq_arch_effects *effects);

#endif
