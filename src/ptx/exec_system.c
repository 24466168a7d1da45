/* Functions that the driver provides to device code: vprintf, malloc, free, __assertfail,
 * cudaGraphSetConditional, the device runtime. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/exec_runtime.h"
#include "ptx/race.h"
#include "ptx/shadow.h"

enum { MOST_TEXT = 4096 };

/* Readable bytes at a generic address of this lane: at least 1, NULL if there are none. */
static const uint8_t *readable(struct iq_warp *w, uint64_t addr, uint32_t lane, uint64_t *size)
{
    struct iq_ptx_block *b = w->block;
    uint64_t shared = addr - IQ_PTX_SHARED_BASE, local = addr - IQ_PTX_LOCAL_BASE;
    struct iq_ptx_range r = { 0 };
    if (shared < IQ_PTX_WINDOW_BYTES) {
        *size = shared < b->shared_bytes ? b->shared_bytes - shared : 0;
        return *size ? b->shared + shared : NULL;
    }
    if (local < IQ_PTX_WINDOW_BYTES) {
        *size = local < b->local_bytes ? b->local_bytes - local : 0;
        return *size ? w->local + (size_t)b->local_stride * lane + local : NULL;
    }
    if (!b->env->resolve || addr >> 47 || !b->env->resolve(b->env->ctx, addr, 1, false, &r) ||
        addr < r.begin || addr >= r.end)
        return NULL;
    *size = r.end - addr;
    return (const uint8_t *)(uintptr_t)(addr + (uint64_t)r.bias);
}

/* A NUL-terminated device string, cut at size - 1. */
static void copy_string(struct iq_warp *w, uint64_t addr, uint32_t lane, char *text, size_t size)
{
    uint64_t room = 0;
    const uint8_t *from = readable(w, addr, lane, &room);
    size_t n = 0;
    for (; from && n < room && n + 1 < size && from[n]; n++)
        text[n] = (char)from[n];
    text[n] = 0;
    if (!from)
        snprintf(text, size, "(null)");
}

static uint64_t argument(struct iq_warp *w, const struct iq_ptx_program_call *call, uint32_t k,
                         uint32_t lane)
{
    uint64_t value = 0;
    if (k >= call->args)
        return 0;
    const uint32_t *place = call->places + 2 * (call->results + k);
    memcpy(&value, w->local + (size_t)w->block->local_stride * lane + w->frame->sp + place[0],
           place[1] < 8 ? place[1] : 8);
    return value;
}

static void set_result(struct iq_warp *w, const struct iq_ptx_program_call *call, uint32_t lane,
                       uint64_t value)
{
    if (call->results)
        memcpy(w->local + (size_t)w->block->local_stride * lane + w->frame->sp + call->places[0],
               &value, call->places[1] < 8 ? call->places[1] : 8);
}

struct output {
    char text[MOST_TEXT];
    size_t used;
};
struct argument_block {
    const uint8_t *at;
    uint64_t size, used;
};

static uint64_t take(struct argument_block *a, uint32_t size)
{
    uint64_t value = 0;
    a->used = (a->used + size - 1) / size * size;
    if (a->at && a->used + size <= a->size)
        memcpy(&value, a->at + a->used, size);
    a->used += size;
    return value;
}

static void put(struct output *o, const char *text, size_t n)
{
    n = n < sizeof o->text - o->used ? n : sizeof o->text - o->used;
    memcpy(o->text + o->used, text, n);
    o->used += n;
}

/* size: h, H for hh, l or L for ll */
struct spec {
    char text[40];
    size_t length;
    char conversion, size;
    bool star;
};

/* One conversion after '%', as drivers know them; the length of what is none is 0.  It is rebuilt,
 * never passed on blindly. */
static size_t parse_spec(const char *f, struct spec *s)
{
    size_t n = 0, digits = 0;
    *s = (struct spec){ .text = "%", .length = 1 };
    for (; f[n] && strchr("-+ #0", f[n]) && s->length < 8; n++)
        s->text[s->length++] = f[n];
    s->star = f[n] == '*';
    n += s->star;
    for (; !s->star && isdigit((unsigned char)f[n]) && digits < 4; n++, digits++)
        s->text[s->length++] = f[n];
    if (s->star)
        s->text[s->length++] = '*';
    if (f[n] == '.') {
        s->text[s->length++] = f[n++];
        for (digits = 0; isdigit((unsigned char)f[n]) && digits < 4; n++, digits++)
            s->text[s->length++] = f[n];
    }
    if (f[n] == 'h' || f[n] == 'l')
        s->size = f[n++];
    if (s->size && f[n] == s->size)
        s->size = s->size == 'h' ? 'H' : 'L', n++;
    s->conversion = f[n];
    return f[n] && strchr("diouxXcsfFeEgGaAp%", f[n]) ? n + 1 : 0;
}

/* The argument of an integer conversion.  Those of hh lie as if they were eight bytes. */
static int64_t take_integer(const struct spec *s, struct argument_block *args)
{
    bool is_signed = s->conversion == 'd' || s->conversion == 'i';
    uint64_t value = take(args, s->size && s->size != 'h' ? 8 : 4);
    switch (s->size) {
    case 'H': return is_signed ? (int64_t)(int8_t)value : (int64_t)(uint8_t)value;
    case 'h': return is_signed ? (int64_t)(int16_t)value : (int64_t)(uint16_t)value;
    case 0: return is_signed ? (int64_t)(int32_t)value : (int64_t)(uint32_t)value;
    default: return (int64_t)value;
    }
}

#define FORMAT(...)                                                     \
    (s->star ? snprintf(text, sizeof text, s->text, width, __VA_ARGS__) \
             : snprintf(text, sizeof text, s->text, __VA_ARGS__))
static void convert(struct iq_warp *w, uint32_t lane, struct spec *s, struct argument_block *args,
                    struct output *o)
{
    char text[1200], string[1024];
    int n = 0, width = s->star ? (int)take(args, 4) : 0;
    char *end = s->text + s->length, conversion[] = { 'l', 'l', s->conversion, 0 };
    strcpy(end, strchr("diouxX", s->conversion) ? conversion : conversion + 2);
    switch (s->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': n = FORMAT((long long)take_integer(s, args)); break;
    case 'c': n = FORMAT((int)take(args, 4)); break;
    case 'p': n = FORMAT((void *)(uintptr_t)take(args, 8)); break;
    case 's':
        copy_string(w, take(args, 8), lane, string, sizeof string);
        n = FORMAT(string);
        break;
    case '%': n = snprintf(text, sizeof text, "%%"); break;
    default: {
        uint64_t bits = take(args, 8);
        double d;
        memcpy(&d, &bits, 8);
        n = FORMAT(d);
    }
    }
    put(o, text, n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

static void print_lane(struct iq_warp *w, const struct iq_ptx_program_call *call, uint32_t lane)
{
    char format[1024];
    struct output o = { .used = 0 };
    struct argument_block args = { NULL, 0, 0 };
    copy_string(w, argument(w, call, 0, lane), lane, format, sizeof format);
    args.at = readable(w, argument(w, call, 1, lane), lane, &args.size);
    uint32_t count = 0;
    for (size_t n = 0; format[n];) {
        struct spec s;
        size_t length = format[n] == '%' ? parse_spec(&format[n + 1], &s) : 0;
        if (!length) { /* what is no conversion stands as it is */
            put(&o, &format[n++], 1);
            continue;
        }
        n += 1 + length;
        convert(w, lane, &s, &args, &o);
        count += s.conversion != '%';
    }
    if (w->block->env->print)
        w->block->env->print(w->block->env->ctx, o.text, o.used);
    set_result(w, call, lane, count);
}

static void assert_lane(struct iq_warp *w, const struct iq_ptx_insn *i,
                        const struct iq_ptx_program_call *call, uint32_t lane)
{
    struct iq_ptx_fault fault;
    iq_ptx_fault_place(w->block, w, i, lane, &fault);
    fault.kind = IQ_PTX_FAULT_ASSERT;
    copy_string(w, argument(w, call, 0, lane), lane, fault.message, sizeof fault.message);
    copy_string(w, argument(w, call, 1, lane), lane, fault.assert_file, sizeof fault.assert_file);
    fault.assert_line = (uint32_t)argument(w, call, 2, lane);
    copy_string(w, argument(w, call, 3, lane), lane, fault.assert_function,
                sizeof fault.assert_function);
    if (w->block->env->assertion)
        w->block->env->assertion(w->block->env->ctx, &fault);
    iq_ptx_fault_assertion(w, &fault);
}

const struct iq_ptx_insn *iq_ptx_system_call(struct iq_warp *w, const struct iq_ptx_insn *i,
                                             enum iq_ptx_system system,
                                             const struct iq_ptx_program_call *call)
{
    const struct iq_ptx_env *env = w->block->env;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        switch (system) {
        case SYSTEM_VPRINTF: print_lane(w, call, l); break;
        case SYSTEM_MALLOC: {
            uint64_t size = argument(w, call, 0, l),
                     addr = env->device_malloc ? env->device_malloc(env->ctx, size) : 0;
            if (addr)
                iq_ptx_race_forget(w, addr, size);
            set_result(w, call, l, addr);
            break;
        }
        case SYSTEM_FREE: {
            uint64_t addr = argument(w, call, 0, l);
            iq_ptx_forget_ranges(w->block);
            if (addr && env->device_free && !env->device_free(env->ctx, addr))
                return iq_ptx_fault_raise(w, i, l, IQ_PTX_FAULT_ILLEGAL_ADDRESS,
                                          "free of 0x%llx, which device malloc did not return",
                                          (unsigned long long)addr);
            break;
        }
        case SYSTEM_SET_CONDITIONAL:
            if (!env->set_condition || !env->set_condition(env->ctx, argument(w, call, 0, l),
                                                           (uint32_t)argument(w, call, 1, l)))
                return iq_ptx_fault_raise(
                    w, i, l, IQ_PTX_FAULT_ILLEGAL_ADDRESS,
                    "cudaGraphSetConditional of %llu, which is the handle of no graph that exists",
                    (unsigned long long)argument(w, call, 0, l));
            break;
        case SYSTEM_ASSERTFAIL: assert_lane(w, i, call, l); break;
        case SYSTEM_NONE: break;
        default: {
            uint64_t result;
            if (!iq_ptx_runtime_do(w, i, (enum iq_ptx_runtime)(system - SYSTEM_RUNTIME), call, l,
                                   &result))
                return NULL;
            set_result(w, call, l, result);
        }
        }
    }
    return system == SYSTEM_ASSERTFAIL ? NULL : i + 1;
}
