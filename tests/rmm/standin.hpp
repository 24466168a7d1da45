/* A stand-in for RMM: the members of its pools that inquest knows, with their names and signatures, over the simplest allocators. */
#ifndef STANDIN_HPP
#define STANDIN_HPP
#include <cstddef>
#include <cuda_runtime.h>
#include <utility>
#include <vector>

namespace cuda::__4 {
struct stream_ref {
    cudaStream_t stream;
};
}

namespace rmm::_RMM_99_01::mr::detail {

struct block {
    char *address;
    std::size_t bytes;
    bool head;
};
struct split_block {
    block taken, rest;
};

/* Blocks of multiples of 256 bytes, the last one that came back first. */
class pool_memory_resource_impl {
  public:
    void *allocate(cuda::__4::stream_ref stream, std::size_t bytes, std::size_t alignment);
    void deallocate(cuda::__4::stream_ref stream, void *address, std::size_t bytes, std::size_t alignment);

  protected:
    split_block allocate_from_block(block const &from, std::size_t bytes);
    block free_block(void *address, std::size_t bytes) noexcept;

  private:
    std::vector<block> blocks;
};

class arena_memory_resource_impl {
  public:
    void *allocate(cuda::__4::stream_ref stream, std::size_t bytes, std::size_t alignment);
    void deallocate(cuda::__4::stream_ref stream, void *address, std::size_t bytes, std::size_t alignment) noexcept;

  private:
    char *begin = nullptr;
    std::size_t used = 0;
};

}

using pool_type = rmm::_RMM_99_01::mr::detail::pool_memory_resource_impl;
using arena_type = rmm::_RMM_99_01::mr::detail::arena_memory_resource_impl;
using stream_type = cuda::__4::stream_ref;
#endif
