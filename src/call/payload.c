#include "call/payload.h"

#include <string.h>

#include "base/numbered.h"
#include "call/api.h"
#include "image/image.h"
#include "model/range.h"
#include "process/peek.h"
#include "trace/writer.h"

/* PIECES: of memory, of one call; CHUNK: bytes that are copied where no row says how many; NAME: of
 * memory that only has to be there, if its size is not known or above NAMED; LIST: elements; PART:
 * what structs and lists lead to. */
enum {
    PIECES = 192,
    CHUNK = 256,
    PART = 128,
    NAME = 16,
    LIST = 256,
    STRING = 1 << 20,
    IMAGE = 8 << 20
};

struct iq_pieces {
    uint32_t count;
    uint64_t bytes; /* of all, with their heads */
    struct iq_trace_piece at[PIECES];
};

static const uint64_t NAMED = 1ull << 40;

static struct iq_trace_payloads *payloads;

void iq_payload_start(bool wanted)
{
    payloads = wanted ? iq_trace_take_payloads(IQ_PAYLOADS_BYTES) : NULL;
}

static uint64_t padded(uint64_t bytes) { return (bytes + 7) & ~(uint64_t)7; }

static void add(struct iq_pieces *pieces, uint64_t address, uint64_t size, uint64_t flags)
{
    if (pieces->count == PIECES || !size)
        return;
    pieces->at[pieces->count++] = (struct iq_trace_piece){ address, size, flags };
    pieces->bytes += sizeof(struct iq_trace_piece) + (flags & IQ_PIECE_BARE ? 0 : padded(size));
}

static bool is_there(const struct iq_pieces *pieces, uint64_t address)
{
    for (uint32_t i = 0; i < pieces->count; i++)
        if (pieces->at[i].address == address && !(pieces->at[i].flags & IQ_PIECE_BARE))
            return true;
    return false;
}

static bool is_address(uint64_t value) { return value >= 0x10000 && value < 1ull << 47; }

/* Is it memory that the program got from the API, which has a name of its own? */
static bool is_made(uint64_t address)
{
    struct iq_range range;
    return iq_range_find(address, &range) && range.kind != IQ_KIND_REGISTERED_MEMORY;
}

static uint64_t readable(uint64_t address, uint64_t wanted)
{
    char probe[CHUNK];
    if (wanted <= sizeof probe && iq_peek(probe, (uintptr_t)address, wanted, false))
        return wanted;
    return iq_image_probe_readable(NULL, (const void *)(uintptr_t)address, wanted);
}

/* Copies up to [size] bytes at [address], and what they lead to in [depth] steps. */
static void follow(struct iq_pieces *pieces, uint64_t address, uint64_t size, int depth)
{
    uint64_t words[CHUNK / 8] = { 0 };
    if (!is_address(address) || is_there(pieces, address) || is_made(address) ||
        !(size = readable(address, size)))
        return;
    add(pieces, address, size, 0);
    size_t known = size < sizeof words ? size : sizeof words;
    if (!depth || !iq_peek(words, (uintptr_t)address, known, false))
        return;
    for (size_t i = 0; i < known / 8; i++)
        follow(pieces, words[i], PART, depth - 1);
}

/* Memory whose contents do not matter; only that it is there. */
static void name(struct iq_pieces *pieces, uint64_t address, uint64_t size)
{
    char byte;
    if (is_address(address) && !is_made(address) && iq_peek(&byte, (uintptr_t)address, 1, false))
        add(pieces, address, size && size < NAMED ? size : NAME, IQ_PIECE_BARE);
}

/* A parameter of a kernel at [address] that may point to memory of the host. */
static void host_pointer(struct iq_pieces *pieces, uint64_t address)
{
    uint64_t value;
    if (iq_peek(&value, (uintptr_t)address, sizeof value, false))
        name(pieces, value, 0);
}

/* Values of a kernel's parameters: the list ends before what is no address. */
static void arguments(struct iq_pieces *pieces, uint64_t address)
{
    uint64_t words[CHUNK / 8], count = 0;
    char byte;
    while (count < CHUNK / 8 &&
           iq_peek(&words[count], (uintptr_t)(address + 8 * count), 8, false) &&
           is_address(words[count]) && iq_peek(&byte, (uintptr_t)words[count], 1, false))
        count++;
    add(pieces, address, count ? 8 * count : readable(address, 8), 0);
    for (uint64_t i = 0; i < count; i++) {
        follow(pieces, words[i], PART / 2, 0);
        host_pointer(pieces, words[i]);
    }
}

static void string(struct iq_pieces *pieces, uint64_t address)
{
    char text[CHUNK];
    uint64_t length = 0;
    while (length < STRING) {
        uint64_t part = readable(address + length, sizeof text);
        if (!part || !iq_peek(text, (uintptr_t)(address + length), part, false))
            return;
        uint64_t end = strnlen(text, part);
        length += end;
        if (end < part)
            break;
    }
    add(pieces, address, length + 1, 0);
}

static size_t image_readable(void *user, const void *at, size_t wanted)
{
    return iq_image_probe_readable(user, at, wanted);
}

/* A module image; of a wrapper also the fatbin that it points to. */
static void image(struct iq_pieces *pieces, uint64_t address)
{
    const struct iq_image_source source = { .bytes = (const void *)(uintptr_t)address,
                                            .size = IQ_IMAGE_SIZE_UNKNOWN,
                                            .readable = image_readable };
    struct iq_image found;
    if (!is_address(address) || iq_image_sniff(&source, &found))
        return;
    bool wrapper = found.kind == IQ_IMAGE_FATBIN_WRAPPER;
    uint64_t size = wrapper ? 24 : found.size && found.size < IMAGE ? found.size + 1 : CHUNK;
    add(pieces, address, readable(address, size < IMAGE ? size : IMAGE), 0);
    if (wrapper && found.fatbin) {
        uint64_t inner = 0, at = (uint64_t)(uintptr_t)found.fatbin;
        if (iq_peek(&inner, (uintptr_t)at + 8, sizeof inner, false))
            add(pieces, at, readable(at, inner < IMAGE ? inner + 16 : IMAGE), 0);
    }
}

bool iq_payload_add(struct iq_pieces *pieces, uint64_t address, uint64_t size, uint64_t flags)
{
    if (!is_address(address) || is_there(pieces, address) || !size || size > IMAGE ||
        readable(address, size) < size || pieces->count == PIECES)
        return false;
    add(pieces, address, size, flags);
    return true;
}

void iq_payload_add_string(struct iq_pieces *pieces, uint64_t address)
{
    if (is_address(address) && !is_there(pieces, address))
        string(pieces, address);
}

static void kernel_value(struct iq_pieces *pieces, uint64_t address, uint64_t size)
{
    follow(pieces, address, size, 0);
    if (size == 8)
        host_pointer(pieces, address);
}

static uint64_t count_of(const struct iq_call *call, const struct iq_arg *arg)
{
    uint64_t count = arg->size_arg >= 0 ? call->args[arg->size_arg] : 1;
    return count < LIST ? count : LIST;
}

/* Bytes of memory that [arg] says are read or written. */
static uint64_t extent_of(const struct iq_call *call, const struct iq_arg *arg)
{
    uint64_t bytes = arg->size_arg >= 0 ? call->args[arg->size_arg] : 0;
    if (arg->pitch && arg->rows)
        return call->args[arg->pitch - 1] * call->args[arg->rows - 1];
    return bytes * (arg->unit ? arg->unit : 1);
}

/* Bytes of the structs or the list that [arg] points to; a list may end with a 0 that is not
 * counted. */
static uint64_t target_of(const struct iq_call *call, const struct iq_arg *arg)
{
    bool counted = arg->size_arg >= 0 || arg->target > 8;
    return arg->target && counted ? arg->target * count_of(call, arg) : CHUNK;
}

/* Strings that a list points to, as OpenCL's sources: their lengths are in an array of their own.
 */
static void strings(struct iq_pieces *pieces, const struct iq_call *call, const struct iq_arg *arg,
                    uint64_t address)
{
    uint64_t text;
    for (uint64_t i = 0; i < count_of(call, arg); i++)
        if (iq_peek(&text, (uintptr_t)(address + 8 * i), sizeof text, false))
            string(pieces, text);
}

/* The row as it is in api/, without the members of a struct. */
static const struct iq_entry *row_of(const struct iq_call *call)
{
    return &iq_entries[call->entry->id];
}

static void take(struct iq_pieces *pieces, const struct iq_call *call, int i, bool failed)
{
    const struct iq_entry *entry = row_of(call);
    const struct iq_arg *arg = &entry->args[i];
    uint64_t value = call->args[i];
    const struct iq_api *api = iq_api_of(entry);
    if (!value || (api->payload && api->payload(call, i, failed, pieces)))
        return;
    switch (arg->role) {
    case IQ_ROLE_NEWMEM:
        if (!failed)
            add(pieces, value, readable(value, 8), IQ_PIECE_MADE);
        break;
    case IQ_ROLE_NEW:
    case IQ_ROLE_OUTLIST:
        if (!failed)
            add(pieces, value, readable(value, 8 * count_of(call, arg)), IQ_PIECE_MADE);
        break;
    case IQ_ROLE_OUT:
        if (!failed && arg->form == IQ_FORM_OUT_PTR && !(entry->flags & IQ_ENTRY_HIDDEN))
            add(pieces, value, readable(value, 8), IQ_PIECE_MADE);
        else if (!failed && arg->target)
            add(pieces, value, readable(value, arg->target), IQ_PIECE_MADE);
        break;
    case IQ_ROLE_READ:
        if (arg->space == IQ_SPACE_HOST && extent_of(call, arg) <= PART / 2)
            kernel_value(pieces, value, extent_of(call, arg));
        else
            name(pieces, value, extent_of(call, arg));
        break;
    case IQ_ROLE_WRITE:
    case IQ_ROLE_REGMEM: name(pieces, value, extent_of(call, arg)); break;
    case IQ_ROLE_UNREGMEM:
    case IQ_ROLE_POINTER:
    case IQ_ROLE_SYMBOL:
    case IQ_ROLE_FUNC:
    case IQ_ROLE_USER:
    case IQ_ROLE_DELMEM: name(pieces, value, 0); break;
    case IQ_ROLE_IMAGE: image(pieces, value); break;
    case IQ_ROLE_PATH:
    case IQ_ROLE_STR: string(pieces, value); break;
    case IQ_ROLE_ARGS: arguments(pieces, value); break;
    case IQ_ROLE_LIST:
    case IQ_ROLE_WAITS: follow(pieces, value, 8 * count_of(call, arg), 0); break;
    case IQ_ROLE_PARAMS:
    case IQ_ROLE_EXTRA:
    case IQ_ROLE_CONFIG:
    case IQ_ROLE_INOUT:
        if (strstr(arg->type, "char **") || strstr(arg->type, "char *const *"))
            strings(pieces, call, arg, value);
        follow(pieces, value, target_of(call, arg), 2);
        break;
    default:
        if (!arg->bytes)
            add(pieces, value, CHUNK / 4, 0); /* a struct by value: our own copy */
        else if (failed && arg->kind)
            name(pieces, value, CHUNK);
        break;
    }
}

/* Gives away [bytes] in one piece; UINT64_MAX: more than there are. */
static uint64_t reserve(uint64_t bytes)
{
    uint64_t used = __atomic_load_n(&payloads->used, __ATOMIC_RELAXED), place;
    if (bytes > payloads->capacity / 2)
        return UINT64_MAX;
    do {
        uint64_t left = payloads->capacity - used % payloads->capacity;
        place = left < bytes ? used + left : used;
    } while (!__atomic_compare_exchange_n(&payloads->used, &used, place + bytes, false,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return place;
}

static void put_pieces(char *to, const struct iq_pieces *pieces)
{
    for (uint32_t i = 0; i < pieces->count; i++) {
        const struct iq_trace_piece *piece = &pieces->at[i];
        memcpy(to, piece, sizeof *piece);
        to += sizeof *piece;
        if (piece->flags & IQ_PIECE_BARE)
            continue;
        if (!iq_peek(to, (uintptr_t)piece->address, piece->size, false))
            memset(to, 0, piece->size);
        memset(to + piece->size, 0, padded(piece->size) - piece->size);
        to += padded(piece->size);
    }
}

/* Its frame is larger than a page, which recording without arguments does not touch. */
__attribute__((noinline)) static uint64_t write_payload(const struct iq_call *call, uint64_t number,
                                                        bool failed)
{
    struct iq_pieces pieces;
    pieces.count = 0;
    pieces.bytes = 0;
    uint8_t count = row_of(call)->arg_count;
    for (int i = 0; i < count; i++)
        take(&pieces, call, i, failed);
    uint64_t values = 8ull * count;
    struct iq_trace_payload head = { .bytes = (uint32_t)(sizeof head + values + pieces.bytes),
                                     .args = count,
                                     .pieces = (uint16_t)pieces.count,
                                     .returned = (uint64_t)call->result };
    uint64_t place = reserve(head.bytes);
    if (place == UINT64_MAX)
        return place;
    char *to = (char *)(payloads + 1) + place % payloads->capacity;
    struct iq_trace_payload *at = (void *)to;
    iq_numbered_open(&at->number);
    memcpy(to + sizeof head.number, (const char *)&head + sizeof head.number,
           sizeof head - sizeof head.number);
    if (values)
        memcpy(to + sizeof head, call->args, values);
    put_pieces(to + sizeof head + values, &pieces);
    iq_numbered_close(&at->number, number);
    return place;
}

uint64_t iq_payload_write(const struct iq_call *call, uint64_t number, bool failed)
{
    return payloads ? write_payload(call, number, failed) : UINT64_MAX;
}
