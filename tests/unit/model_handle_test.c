// link: checker -lzstd -llz4
/* Handles: generations of a value, owners, what dies with what. */
#include <pthread.h>
#include <stdlib.h>

#include "model/handle.h"
#include "test.h"

static struct iq_call_ref ref(uint64_t number) { return (struct iq_call_ref){ .number = number }; }

TEST(a_value_that_comes_back_is_a_new_generation)
{
    CHECK(!iq_handle_find(IQ_KIND_STREAM, 0x1000));
    struct iq_handle *first = iq_handle_create(IQ_KIND_STREAM, 0x1000, NULL, ref(1));
    CHECK(first && first->generation == 1 && !iq_handle_is_dead(first));
    CHECK(iq_handle_create(IQ_KIND_STREAM, 0x1000, NULL, ref(1)) == first); /* the same call */
    iq_handle_destroy(first, ref(2));
    CHECK(iq_handle_is_dead(first) && iq_handle_find(IQ_KIND_STREAM, 0x1000) == first);
    CHECK_INT(iq_handle_end(first).number, 2);
    struct iq_handle *second = iq_handle_create(IQ_KIND_STREAM, 0x1000, NULL, ref(3));
    CHECK(second->generation == 2 && iq_handle_find(IQ_KIND_STREAM, 0x1000) == second);
    CHECK(second->serial > first->serial && second->older == first);
}

TEST(an_end_that_failed_is_taken_back)
{
    struct iq_handle *handle = iq_handle_create(IQ_KIND_EVENT, 0x2000, NULL, ref(4));
    uint32_t deaths = iq_handle_deaths;
    iq_handle_destroy(handle, ref(5));
    CHECK(iq_handle_deaths > deaths);
    iq_handle_restore(handle);
    CHECK(!iq_handle_is_dead(handle));
}

TEST(kinds_that_are_numbers_do_not_meet)
{
    struct iq_handle *texture = iq_handle_create(IQ_KIND_TEXTURE, 7, NULL, ref(6)),
                     *surface = iq_handle_create(IQ_KIND_SURFACE, 7, NULL, ref(7));
    CHECK(iq_handle_find(IQ_KIND_TEXTURE, 7) == texture);
    CHECK(iq_handle_find(IQ_KIND_SURFACE, 7) == surface);
    CHECK(iq_handle_is_number(IQ_KIND_TEXTURE) && !iq_handle_is_number(IQ_KIND_STREAM));
}

TEST(kinds_of_memory_objects_fit_each_other)
{
    CHECK(iq_kind_fits(IQ_KIND_CL_MEM, IQ_KIND_CL_BUFFER));
    CHECK(iq_kind_fits(IQ_KIND_CL_IMAGE, IQ_KIND_CL_MEM));
    CHECK(!iq_kind_fits(IQ_KIND_CL_IMAGE, IQ_KIND_CL_BUFFER));
    CHECK(!iq_kind_fits(IQ_KIND_STREAM, IQ_KIND_EVENT));
}

TEST(children_die_with_their_parents)
{
    struct iq_context *context = iq_context_create(0x10, 0, false, ref(8));
    struct iq_handle *module = iq_handle_create(IQ_KIND_MODULE, 0x3000, context, ref(9)),
                     *kernel = iq_handle_create(IQ_KIND_KERNEL, 0x3100, context, ref(10));
    iq_handle_set_parent(kernel, module);
    CHECK(!iq_handle_is_dead(kernel) && !iq_handle_is_dead(NULL));
    iq_handle_destroy(module, ref(11));
    CHECK(iq_handle_is_dead(kernel) && iq_handle_is_orphan(kernel));
    CHECK_INT(iq_handle_end(kernel).number, 11);
    struct iq_handle *stream = iq_handle_create(IQ_KIND_STREAM, 0x3200, context, ref(12));
    iq_context_destroy(context, false, ref(13));
    CHECK(iq_handle_is_dead(stream));
    CHECK_INT(iq_handle_end(stream).number, 13);
}

static int compare(const void *one, const void *other)
{
    uintptr_t a = *(const uintptr_t *)one, b = *(const uintptr_t *)other;
    return a < b ? -1 : a > b;
}

/* A program that loads and unloads modules for hours gets the same few values again and again. */
TEST(what_dies_with_its_parent_is_forgotten_at_last)
{
    enum { ROUNDS = 100000, VALUES = 64, MOST = 3 * 16384 };
    static uintptr_t records[2 * ROUNDS];
    size_t distinct = 1;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t value = 0x7000 + (uint64_t)(i % VALUES) * 16;
        struct iq_handle *module = iq_handle_create(IQ_KIND_MODULE, value, NULL, ref(1000 + i)),
                         *kernel =
                             iq_handle_create(IQ_KIND_KERNEL, 0x10000 + value, NULL, ref(1000 + i));
        iq_handle_set_parent(kernel, module);
        CHECK(!iq_handle_is_dead(kernel));
        iq_handle_destroy(module, ref(1000 + i));
        CHECK(iq_handle_is_dead(kernel));
        records[2 * i] = (uintptr_t)module;
        records[2 * i + 1] = (uintptr_t)kernel;
    }
    qsort(records, 2 * ROUNDS, sizeof *records, compare);
    for (int i = 1; i < 2 * ROUNDS; i++)
        distinct += records[i] != records[i - 1];
    CHECK(distinct < MOST);
}

TEST(a_parent_is_remembered_as_long_as_its_children)
{
    struct iq_handle *graph = iq_handle_create(IQ_KIND_GRAPH, 0x8000, NULL, ref(19)),
                     *node = iq_handle_create(IQ_KIND_GRAPH_NODE, 0x8100, NULL, ref(20));
    iq_handle_set_parent(node, graph);
    iq_handle_destroy(graph, ref(21));
    for (int i = 0; i < 40000; i++) {
        struct iq_handle *other = iq_handle_create(IQ_KIND_GRAPH, 0x8000, NULL, ref(200000 + i));
        CHECK(iq_handle_is_dead(node));
        CHECK_INT(iq_handle_end(node).number, 21);
        iq_handle_destroy(other, ref(200000 + i));
    }
}

TEST(owners_are_counted)
{
    struct iq_handle *queue = iq_handle_create(IQ_KIND_CL_QUEUE, 0x4000, NULL, ref(14));
    queue->refs = 1;
    iq_handle_retain(queue, ref(15));
    CHECK_INT(queue->retained.number, 15);
    CHECK(!iq_handle_release(queue, ref(16)));
    CHECK(iq_handle_release(queue, ref(17)));
}

TEST(details_stay_with_the_handle)
{
    struct iq_handle *handle = iq_handle_create(IQ_KIND_EVENT, 0x5000, NULL, ref(18));
    unsigned char *details = iq_handle_details(handle, 64, 0);
    CHECK(details && handle->details == details);
    for (int i = 0; i < 64; i++)
        CHECK_INT(details[i], 0);
    CHECK(iq_handle_details(handle, 64, 0) == details);
}

static void count(void *user, const struct iq_handle *handle)
{
    *(int *)user += handle->kind == IQ_KIND_GRAPH;
}

static void *create(void *base)
{
    for (uint64_t i = 0; i < 500; i++)
        iq_handle_create(IQ_KIND_GRAPH, (uint64_t)(uintptr_t)base + i * 16, NULL, ref(100 + i));
    return NULL;
}

TEST(threads_make_handles_and_find_them)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int found = 0;
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, create, (void *)(uintptr_t)((t + 1) << 20));
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    iq_handle_visit(count, &found);
    CHECK_INT(found, THREADS * 500);
    for (uint64_t i = 0; i < 500; i++)
        CHECK(iq_handle_find(IQ_KIND_GRAPH, (2 << 20) + i * 16) != NULL);
    CHECK(!iq_handle_find(IQ_KIND_GRAPH, (2 << 20) + 8));
}
