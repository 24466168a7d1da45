/* For the programs of this folder: BUG(...) is in the mutant only, RIGHT(...) in the original only. */
#pragma once
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef MUTANT
#define BUG(...) __VA_ARGS__
#define RIGHT(...)
#else
#define BUG(...)
#define RIGHT(...) __VA_ARGS__
#endif

#define OK(call)                                                                                   \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error_));           \
            std::exit(2);                                                                          \
        }                                                                                          \
    } while (0)

template <typename T> T *fresh(size_t count)
{
    T *memory;
    OK(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

template <typename T> T *upload(const std::vector<T> &from)
{
    T *memory = fresh<T>(from.size());
    OK(cudaMemcpy(memory, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <typename T> std::vector<T> download(const T *from, size_t count)
{
    std::vector<T> to(count);
    OK(cudaMemcpy(to.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
}

/* 0, 1, 2 ... 96, 0, 1 ...: exact as floats. */
template <typename T> std::vector<T> numbers(size_t count)
{
    std::vector<T> out(count);
    for (size_t i = 0; i < count; i++)
        out[i] = (T)(i % 97);
    return out;
}

static inline void finish()
{
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
}

template <typename... Pointers> void release(Pointers... pointers)
{
    cudaError_t errors[] = {cudaFree(pointers)...};
    for (cudaError_t error : errors)
        OK(error);
}

/* The exit status: did the program compute what it should? */
static inline int verdict(bool right)
{
    std::puts(right ? "right" : "wrong");
    return right ? 0 : 1;
}
