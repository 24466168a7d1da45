/* See standin.hpp. */
#include "standin.hpp"

enum : std::size_t { ALL = 1 << 20, UNIT = 256 };

namespace rmm::_RMM_99_01::mr::detail {

static std::size_t round_up(std::size_t bytes) { return (bytes + UNIT - 1) / UNIT * UNIT; }

void *pool_memory_resource_impl::allocate(cuda::__4::stream_ref, std::size_t bytes, std::size_t)
{
    if (blocks.empty()) {
        void *memory = nullptr;
        if (cudaMalloc(&memory, ALL))
            return nullptr;
        blocks.push_back({ static_cast<char *>(memory), ALL, true });
    }
    block from = blocks.back();
    blocks.pop_back();
    split_block split = allocate_from_block(from, round_up(bytes));
    if (split.rest.bytes)
        blocks.push_back(split.rest);
    return split.taken.address;
}

void pool_memory_resource_impl::deallocate(cuda::__4::stream_ref, void *address, std::size_t bytes, std::size_t)
{
    blocks.push_back(free_block(address, round_up(bytes)));
}

split_block pool_memory_resource_impl::allocate_from_block(block const &from, std::size_t bytes)
{
    return { { from.address, bytes, from.head }, { from.address + bytes, from.bytes - bytes, false } };
}

block pool_memory_resource_impl::free_block(void *address, std::size_t bytes) noexcept { return { static_cast<char *>(address), bytes, false }; }

void *arena_memory_resource_impl::allocate(cuda::__4::stream_ref, std::size_t bytes, std::size_t)
{
    void *memory = nullptr;
    if (!begin && !cudaMalloc(&memory, ALL))
        begin = static_cast<char *>(memory);
    std::size_t at = used;
    used += round_up(bytes);
    return begin + at;
}

void arena_memory_resource_impl::deallocate(cuda::__4::stream_ref, void *, std::size_t, std::size_t) noexcept {}

}
