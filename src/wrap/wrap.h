/* Between the generated wrappers (wrap_cuda.c, wrap_cudart.c) and the hand-written parts of
 * src/wrap.
 *
 * A driver wrapper is an exported function with the symbol's own name.  It calls through its real
 * pointer, which iq_wrap_start() fills; NULL: the driver lacks it, and the wrapper answers
 * IQ_WRAP_NOT_FOUND. A runtime wrapper is a hidden function iq_cudart_<symbol>.  It is reached from
 * a patched entry point with the original function in iq_wrap_original, which it must read first of
 * all: a nested call overwrites it.
 * Threads: any.  The tables are read-only. */
#ifndef IQ_WRAP_WRAP_H
#define IQ_WRAP_WRAP_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"
#include "model/entry.h"

enum {
    IQ_WRAP_NULL = 1 /* an OpenCL call without status returned NULL */,
    IQ_WRAP_NO_DEVICE = 100,
    IQ_WRAP_NOT_FOUND = 500,
    IQ_WRAP_NOT_SUPPORTED = 801
};

struct iq_patch;

/* One intercepted symbol.  [real] is the driver's pointer (NULL in runtime rows); sorted by symbol
 * (strcmp).  A runtime symbol whose parameters changed between versions has several rows, oldest
 * form first: take the first whose [until] is 0 or not below the runtime's version. */
struct iq_wrap_row {
    const char *symbol;
    void *wrapper;
    void **real;
    const struct iq_entry *entry;
    struct iq_patch *patch; /* driver rows: of a query, which the symbol goes through; or NULL */
    /* runtime rows: last version (12999) whose symbol has this form; 0: any later one */
    uint32_t until;
    bool bare; /* driver rows: runtimes get the driver's own function, from which nothing is learnt
                */
};

/* Generated.  HAND rows (cuGetProcAddress...) name the hand-written functions. */
extern const struct iq_wrap_row iq_wrap_cuda[], iq_wrap_cudart[], iq_wrap_opencl[];
extern const uint32_t iq_wrap_cuda_count, iq_wrap_cudart_count, iq_wrap_opencl_count;

/* Rows, which begin with their symbol, by its iq_elf_hash: [slots] holds the index + 1 of the first
 * row of each symbol, 0 where there is none, and what has no room at its place comes after it. */
struct iq_wrap_names {
    const void *rows;
    const uint16_t *slots;
    uint32_t mask, row_bytes;
};
extern const struct iq_wrap_names iq_wrap_cuda_names, iq_wrap_cudart_names, iq_wrap_opencl_names,
    iq_wrap_vulkan_names;

/* Row for each slot of the table that OpenCL loaders and layers share; -1: none. */
extern const int16_t iq_wrap_opencl_dispatch[];
extern const uint32_t iq_wrap_opencl_dispatch_count;

/* Function that the patched entry point stood for: a detour into the program's cudart, or the
 * software runtime's. */
extern __thread void *iq_wrap_original __attribute__((tls_model("initial-exec")));

/* Becomes true when the driver has been looked for (found or not).  Driver wrappers do, first of
 * all:
 *     if (__builtin_expect(!iq_wrap_started, 0)) iq_wrap_start();
 * Runtime wrappers need not: the patched entry point has done it. */
extern bool iq_wrap_started;
void iq_wrap_start(void);

/* The function [symbol] of the library behind the guest, for wrappers that are exported in its
 * place (wrap_exported.c); the guest begins its work with the first one.  NULL: there is none. */
void *iq_wrap_next(const char *symbol);

#endif
