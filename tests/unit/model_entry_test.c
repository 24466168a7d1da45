// link: checker_bare -lzstd -llz4
/* The generated rows: look-up, order, and what the foundations of the checks rely on. */
#include <stdint.h>

#include "iq_entries.h"
#include "model/entry.h"
#include "test.h"

static const struct iq_entry *driver(const char *symbol)
{
    const struct iq_entry *entry = iq_entry_find(IQ_API_CUDA, symbol);
    if (!entry) {
        fprintf(stderr, "no row: %s\n", symbol);
        exit(1);
    }
    return entry;
}

static const struct iq_entry *runtime(const char *symbol)
{
    const struct iq_entry *entry = iq_entry_find(IQ_API_CUDART, symbol);
    if (!entry) {
        fprintf(stderr, "no row: %s\n", symbol);
        exit(1);
    }
    return entry;
}

static int with_role(const struct iq_entry *entry, enum iq_role role)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].role == role)
            return i;
    return -1;
}

TEST(every_row_is_found)
{
    CHECK_INT(iq_entry_count, IQ_ID_COUNT);
    for (uint32_t i = 0; i < iq_entry_count; i++) {
        const struct iq_entry *entry = &iq_entries[i];
        CHECK_INT(entry->id, i);
        const struct iq_entry *found = iq_entry_find(entry->api, entry->symbol);
        CHECK(found && strcmp(found->symbol, entry->symbol) == 0);
        CHECK((entry->args != NULL) == (entry->arg_count != 0));
    }
    CHECK(!iq_entry_find(IQ_API_CUDA, "cuNoSuchThing"));
    CHECK(!iq_entry_find(IQ_API_CUDA, "cudaMalloc"));
    CHECK(!iq_entry_find(IQ_API_CUDART, "cuMemAlloc_v2"));
    CHECK(!iq_entry_find(IQ_API_CUDA, ""));
    CHECK(!iq_entry_find(IQ_API_CUDA, "zzz"));
    CHECK(!iq_entry_find(IQ_API_OPENCL, "cuInit"));
}

TEST(newest_form_of_a_runtime_symbol)
{
    CHECK_INT(runtime("cudaMemAdvise")->id, IQ_ID_cudaMemAdvise);
    CHECK_INT(runtime("cudaGraphInstantiate")->arg_count, 3);
    CHECK_INT(iq_entries[IQ_ID_cudaGraphInstantiate_abi11].arg_count, 5);
    CHECK_STR(iq_entries[IQ_ID_cudaGraphInstantiate_abi11].symbol, "cudaGraphInstantiate");
    CHECK_STR(runtime("cudaGetDeviceProperties_v2")->name, "cudaGetDeviceProperties");
}

TEST(indices_are_sane)
{
    for (uint32_t i = 0; i < iq_entry_count; i++)
        for (int a = 0; a < iq_entries[i].arg_count; a++) {
            const struct iq_arg *arg = &iq_entries[i].args[a];
            CHECK(arg->size_arg >= -1 && arg->size_arg < iq_entries[i].arg_count);
            CHECK(arg->kind < IQ_KIND_COUNT);
            CHECK((arg->role == IQ_ROLE_FLAGS) <= (arg->set != 0));
            bool is_read = arg->role == IQ_ROLE_READ || arg->role == IQ_ROLE_WRITE,
                 is_host = arg->role == IQ_ROLE_POINTER && arg->space == IQ_SPACE_HOST;
            CHECK((is_read || is_host) == (arg->space != IQ_SPACE_NONE));
            CHECK(arg->unit >= 1);
        }
}

TEST(twins_share_all_but_the_stream)
{
    const struct iq_entry *plain = driver("cuMemcpyHtoDAsync_v2"),
                          *twin = driver("cuMemcpyHtoDAsync_v2_ptsz");
    CHECK(plain->args == twin->args);
    CHECK_STR(plain->name, "cuMemcpyHtoDAsync");
    CHECK_STR(twin->name, "cuMemcpyHtoDAsync");
    CHECK_INT(twin->flags, plain->flags | IQ_ENTRY_PTSZ);
    CHECK_INT(plain->since, 3020);
    CHECK_INT(twin->since, 7000);
}

TEST(copies_have_spaces_and_sizes)
{
    static const char *const linear[] = { "cuMemcpyHtoD_v2",     "cuMemcpyDtoH_v2",
                                          "cuMemcpyDtoD_v2",     "cuMemcpy",
                                          "cuMemcpyAsync",       "cuMemcpyPeer",
                                          "cuMemcpyPeerAsync",   "cuMemcpyHtoDAsync_v2",
                                          "cuMemcpyDtoHAsync_v2" };
    for (size_t i = 0; i < sizeof linear / sizeof linear[0]; i++) {
        const struct iq_entry *entry = driver(linear[i]);
        int to = with_role(entry, IQ_ROLE_WRITE), from = with_role(entry, IQ_ROLE_READ);
        CHECK(to >= 0 && from >= 0);
        if (to < 0 || from < 0)
            continue;
        CHECK(entry->args[to].size_arg >= 0 &&
              entry->args[to].size_arg == entry->args[from].size_arg);
        CHECK_INT(entry->args[(int)entry->args[to].size_arg].role, IQ_ROLE_SIZE);
    }
    const struct iq_entry *fill = driver("cuMemsetD32_v2");
    CHECK_INT(fill->args[0].unit, 4);
    CHECK_INT(fill->args[0].size_arg, 2);
    const struct iq_entry *rectangle = runtime("cudaMemcpy2D");
    CHECK_INT(rectangle->args[0].size_arg, 4);
    CHECK_INT(rectangle->args[0].pitch, 1 + 1);
    CHECK_INT(rectangle->args[2].pitch, 3 + 1);
    CHECK_INT(rectangle->args[2].rows, 5 + 1);
    const struct iq_entry *copy = runtime("cudaMemcpy");
    CHECK_INT(copy->args[0].space, IQ_SPACE_BY_KIND);
    CHECK_INT(copy->args[3].role, IQ_ROLE_MEMKIND);
    CHECK(copy->flags & IQ_ENTRY_SYNC_HOST);
    CHECK_INT(runtime("cudaMemcpyToSymbol")->args[0].role, IQ_ROLE_SYMBOL);
}

TEST(every_kind_is_made_and_destroyed)
{
    static const struct {
        const char *make, *destroy;
        enum iq_kind kind;
    } pairs[] = {
        { "cuStreamCreate", "cuStreamDestroy_v2", IQ_KIND_STREAM },
        { "cuEventCreate", "cuEventDestroy_v2", IQ_KIND_EVENT },
        { "cuCtxCreate_v2", "cuCtxDestroy_v2", IQ_KIND_CONTEXT },
        { "cuModuleLoadData", "cuModuleUnload", IQ_KIND_MODULE },
        { "cuLibraryLoadData", "cuLibraryUnload", IQ_KIND_LIBRARY },
        { "cuArrayCreate_v2", "cuArrayDestroy", IQ_KIND_ARRAY },
        { "cuMipmappedArrayCreate", "cuMipmappedArrayDestroy", IQ_KIND_MIPMAPPED_ARRAY },
        { "cuTexObjectCreate", "cuTexObjectDestroy", IQ_KIND_TEXTURE },
        { "cuSurfObjectCreate", "cuSurfObjectDestroy", IQ_KIND_SURFACE },
        { "cuGraphCreate", "cuGraphDestroy", IQ_KIND_GRAPH },
        { "cuGraphInstantiateWithFlags", "cuGraphExecDestroy", IQ_KIND_GRAPH_EXEC },
        { "cuMemPoolCreate", "cuMemPoolDestroy", IQ_KIND_POOL },
        { "cuLinkCreate_v2", "cuLinkDestroy", IQ_KIND_LINK_STATE },
        { "cuMemCreate", "cuMemRelease", IQ_KIND_VMM_HANDLE },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct iq_entry *make = driver(pairs[i].make), *destroy = driver(pairs[i].destroy);
        int made = with_role(make, IQ_ROLE_NEW), destroyed = with_role(destroy, IQ_ROLE_DEL);
        CHECK(made >= 0 && make->args[made].kind == pairs[i].kind);
        CHECK(destroyed >= 0 && destroy->args[destroyed].kind == pairs[i].kind);
    }
}
