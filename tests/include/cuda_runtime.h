/* Runtime API for test programs and examples that are built without a CUDA toolkit, and LAUNCH() in
 * place of <<<>>>. */
#ifndef IQ_TESTS_CUDA_RUNTIME_H
#define IQ_TESTS_CUDA_RUNTIME_H

#ifdef __cplusplus
#define _Alignas alignas
extern "C" {
#endif
#include "abi/cudart_abi.h"
#include "cuda.h"
#include "iq_cudart_protos.h"
#ifdef __cplusplus
}
#endif

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A module in PTX that a plain C program registers as nvcc's start-up code would: fatbin wrapper
 * (24 bytes), fatbin header (16 bytes), one uncompressed PTX entry whose header ends in an options
 * record, which a real driver reads. */
struct test_fatbin {
    uint32_t magic, version;
    const void *data;
    void *extra;
};

static inline void **test_register_ptx_for(const char *ptx, uint32_t arch)
{
    static const uint32_t header_size = 80, options = 64, option = 0x48;
    uint64_t text = strlen(ptx) + 1, padded = (text + 7) & ~(uint64_t)7;
    unsigned char *image = (unsigned char *)calloc(1, 16 + header_size + padded);
    struct test_fatbin *wrapper = (struct test_fatbin *)calloc(1, sizeof *wrapper);
    uint32_t magic = 0xBA55ED50, zero = 0;
    uint16_t version = 1, header = 16, kind = 1, entry_version = 0x101, minor = 5, major = 7;
    uint64_t size = header_size + padded, flags = 0x11;
    memcpy(image, &magic, 4);
    memcpy(image + 4, &version, 2);
    memcpy(image + 6, &header, 2);
    memcpy(image + 8, &size, 8);
    unsigned char *e = image + 16;
    memcpy(e, &kind, 2);
    memcpy(e + 2, &entry_version, 2);
    memcpy(e + 4, &header_size, 4);
    memcpy(e + 8, &padded, 8);
    memcpy(e + 16, &zero, 4);
    memcpy(e + 20, &options, 4);
    memcpy(e + options, &option, 4);
    memcpy(e + 24, &minor, 2);
    memcpy(e + 26, &major, 2);
    memcpy(e + 28, &arch, 4);
    memcpy(e + 40, &flags, 8);
    memcpy(e + header_size, ptx, text);
    wrapper->magic = 0x466243b1;
    wrapper->version = 1;
    wrapper->data = image;
    return __cudaRegisterFatBinary(wrapper);
}

static inline void **test_register_ptx(const char *ptx) { return test_register_ptx_for(ptx, 75); }

/* KERNEL(name): declares the host shadow function of a kernel; REGISTER_KERNEL in a constructor
 * ties it to the PTX. */
#define KERNEL(name) \
    static void name(void) {}
#define REGISTER_KERNEL(handle, name)                                                              \
    __cudaRegisterFunction(handle, (const char *)name, (char *)#name, #name, -1, NULL, NULL, NULL, \
                           NULL, NULL)

/* Launches like <<<grid, block, shared, stream>>>: configuration pushed here, popped by what a host
 * stub does. */
#define LAUNCH(kernel, grid_x, block_x, shared_, stream_, ...)                                  \
    do {                                                                                        \
        struct dim3 g_ = { (grid_x), 1, 1 }, b_ = { (block_x), 1, 1 };                          \
        if (!__cudaPushCallConfiguration(g_, b_, (shared_), (struct CUstream_st *)(stream_))) { \
            void *args_[] = { __VA_ARGS__ };                                                    \
            test_launch_stub((const void *)(kernel), args_);                                    \
        }                                                                                       \
    } while (0)

__attribute__((noinline, unused)) static void test_launch_stub(const void *kernel, void **args)
{
    struct dim3 grid, block;
    size_t shared;
    void *stream;
    if (!__cudaPopCallConfiguration(&grid, &block, &shared, &stream))
        cudaLaunchKernel(kernel, grid, block, args, shared, (cudaStream_t)stream);
}

#endif
