/* Types of PTX.  Constant data: any thread. */
#ifndef IQ_PTX_TYPE_H
#define IQ_PTX_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum iq_ptx_type {
    TY_NONE,
    TY_PRED,
    TY_B8,
    TY_B16,
    TY_B32,
    TY_B64,
    TY_B128,
    TY_U8,
    TY_U16,
    TY_U32,
    TY_U64,
    TY_S8,
    TY_S16,
    TY_S32,
    TY_S64,
    TY_F16,
    TY_F16X2,
    TY_BF16,
    TY_BF16X2,
    TY_F32,
    TY_F64,
    TY_TF32,
    TY_U16X2,
    TY_S16X2,
    TY_TEXREF,
    TY_OTHER,
    TY_B1,
    TY_U4,
    TY_S4,
    TY_E4M3,
    TY_E5M2,
    TY_E4M3X2,
    TY_E5M2X2,
    TY_U2,
    TY_S2,
    TY_F32X2,
    TY_E2M1X2,
    TY_E2M3X2,
    TY_E3M2X2,
    TY_UE8M0X2,
    TY_COUNT
};

/* TY_COUNT if it is no type. */
enum iq_ptx_type iq_ptx_type_find(const char *text, size_t length);
uint32_t iq_ptx_type_size(enum iq_ptx_type type);

/* Bytes of a lane in the register that holds an element of [bytes]: no register is narrower than 16
 * bits. */
static inline uint32_t iq_ptx_register_bytes(uint32_t bytes) { return bytes < 2 ? 2 : bytes; }
uint32_t iq_ptx_type_bits(enum iq_ptx_type type); /* those of its values: 4 and 2 for u4, s2 ... */
bool iq_ptx_type_is_signed(enum iq_ptx_type type);
bool iq_ptx_type_is_float(enum iq_ptx_type type);
const char *iq_ptx_type_name(enum iq_ptx_type type);

#endif
