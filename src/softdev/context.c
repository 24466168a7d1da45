/* Contexts: making, draining, breaking, ending; what kernels print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "softdev/array.h"
#include "softdev/module.h"
#include "softdev/pool.h"
#include "softdev/stream.h"

void iq_ctx_renew(struct iq_ctx *ctx)
{
    static const size_t limits[CU_LIMIT_MAX] = { 1024, 7u << 20, 8 << 20, 2, 2048, 64, 0, 0, 0, 0 };
    memcpy(ctx->limits, limits, sizeof limits);
    atomic_store(&ctx->sticky, 0);
    atomic_store(&ctx->ending, false);
    ctx->destroyed = false;
    ctx->peers = 0;
    ctx->id = iq_next_id();
    ctx->cache_config = CU_FUNC_CACHE_PREFER_NONE;
    ctx->shared_config = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
    if (!ctx->legacy) {
        ctx->legacy = iq_stream_new(ctx, CU_STREAM_DEFAULT, 0);
        if (ctx->legacy)
            ctx->legacy->legacy = true;
    }
}

struct iq_ctx *iq_ctx_new(struct iq_device *device, unsigned flags)
{
    struct iq_ctx *ctx = iq_obj_new(IQ_OBJ_CONTEXT, sizeof *ctx);
    if (!ctx)
        return NULL;
    ctx->device = device;
    ctx->flags = flags;
    pthread_mutex_init(&ctx->print_lock, NULL);
    iq_ctx_renew(ctx);
    if (!ctx->legacy) {
        iq_obj_kill(ctx, false);
        return NULL;
    }
    if (device->primary) {
        ctx->next = device->primary->next;
        device->primary->next = ctx;
    }
    return ctx;
}

CUresult iq_ctx_get(CUcontext handle, struct iq_ctx **ctx)
{
    CUresult why;
    *ctx = handle ? iq_obj_get(handle, IQ_OBJ_CONTEXT, &why) : iq_ctx_current();
    if (!*ctx)
        return CUDA_ERROR_INVALID_CONTEXT;
    return (*ctx)->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
}

CUresult iq_ctx_usable(const struct iq_ctx *ctx)
{
    if (!ctx)
        return CUDA_ERROR_INVALID_CONTEXT;
    return ctx->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : (CUresult)atomic_load(&ctx->sticky);
}

void iq_ctx_follow(struct iq_ctx *ctx, struct iq_op *other)
{
    struct iq_op *op = iq_op_new(ctx, NULL);
    if (!op)
        return;
    iq_op_after(op, other);
    iq_op_after(op, ctx->foreign);
    iq_op_unref(ctx->foreign);
    ctx->foreign = op;
    iq_op_ref(op);
    iq_op_submit(op);
    iq_op_unref(op);
}

CUresult iq_ctx_drain(struct iq_ctx *ctx)
{
    while (ctx->foreign && !ctx->foreign->done)
        iq_op_wait(ctx->foreign);
    for (struct iq_stream *stream = ctx->streams; stream;) {
        struct iq_op *tail = stream->tail;
        if (tail && !tail->done) {
            iq_op_wait(tail);
            stream = ctx->streams; /* the list may have changed meanwhile */
        } else {
            stream = stream->next;
        }
    }
    if (ctx->print_size)
        iq_ctx_flush_prints(ctx);
    return (CUresult)atomic_load(&ctx->sticky);
}

static bool is_busy(const struct iq_ctx *ctx)
{
    bool busy = ctx->foreign && !ctx->foreign->done;
    for (const struct iq_stream *stream = ctx->streams; stream && !busy; stream = stream->next)
        busy = stream->tail && !stream->tail->done;
    return busy;
}

bool iq_ctx_drain_all(void)
{
    bool busy = false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < iq_soft.device_count; i++)
            for (struct iq_ctx *ctx = iq_soft.devices[i].primary; ctx; ctx = ctx->next)
                if (pass)
                    busy |= is_busy(ctx);
                else
                    iq_ctx_drain(ctx);
    return !busy;
}

void iq_ctx_drain_or_stop(struct iq_ctx *ctx)
{
    uint64_t limit = iq_now_ns() + 5000000000u;
    for (struct iq_stream *stream = ctx->streams; stream;) {
        struct iq_op *tail = stream->tail;
        if (tail && !tail->done) {
            iq_op_ref(tail);
            if (!iq_op_wait_until(tail, limit))
                atomic_store(&ctx->ending, true);
            while (!tail->done)
                iq_wait_change();
            iq_op_unref(tail);
            stream = ctx->streams;
        } else {
            stream = stream->next;
        }
    }
    while (ctx->foreign && !ctx->foreign->done && iq_wait_change_until(limit))
        ;
    /* of streams that are gone, it can be stopped */
    if (ctx->foreign && !ctx->foreign->done)
        atomic_store(&ctx->ending, true);
    while (ctx->foreign && !ctx->foreign->done && iq_wait_change_until(limit + 1000000000u))
        ;
    if (ctx->foreign && !ctx->foreign->done) {
        iq_op_unref(ctx->foreign);
        ctx->foreign = NULL;
    }
    iq_ctx_drain(ctx);
}

void iq_ctx_break(struct iq_ctx *ctx, CUresult code)
{
    int none = 0;
    atomic_compare_exchange_strong(&ctx->sticky, &none, (int)code);
    ctx->broken = true;
}

/* All that hangs on a context dies with it; the record stays, so that its handle is recognised for
 * ever. */
void iq_ctx_end(struct iq_ctx *ctx)
{
    iq_ctx_drain_or_stop(ctx);
    iq_module_unload_all(ctx);
    iq_array_kill_all(ctx);
    iq_event_kill_all(ctx);
    while (ctx->streams)
        iq_stream_destroy(ctx->streams, true);
    ctx->legacy = NULL;
    iq_op_unref(ctx->foreign);
    ctx->foreign = NULL;
    iq_memory_free_all(ctx);
    iq_heap_destroy(ctx);
    ctx->destroyed = true;
}

void iq_ctx_print(struct iq_ctx *ctx, const char *text, size_t size)
{
    pthread_mutex_lock(&ctx->print_lock);
    if (ctx->print_size + size > ctx->print_capacity) {
        size_t capacity = (ctx->print_size + size) * 2 + 4096;
        char *grown = realloc(ctx->print_text, capacity);
        if (grown) {
            ctx->print_text = grown;
            ctx->print_capacity = capacity;
        }
    }
    if (ctx->print_size + size <= ctx->print_capacity) {
        memcpy(ctx->print_text + ctx->print_size, text, size);
        ctx->print_size += size;
    }
    pthread_mutex_unlock(&ctx->print_lock);
}

void iq_ctx_flush_prints(struct iq_ctx *ctx)
{
    pthread_mutex_lock(&ctx->print_lock);
    if (ctx->print_size)
        fwrite(ctx->print_text, 1, ctx->print_size, stdout);
    ctx->print_size = 0;
    pthread_mutex_unlock(&ctx->print_lock);
}
