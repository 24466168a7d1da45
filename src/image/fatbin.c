/* Fatbins: a header, then entries one after another; and the wrapper struct that compiled code
 * hands to the driver.
 *
 *   wrapper  u32 magic, u32 version (1; 2: -rdc=true), pointer to a fatbin, pointer to a
 *   NULL-terminated list of fatbins (version 2)
 *   fatbin   u32 magic, u16 version 1, u16 header size 16, u64 size of what follows
 *   entry    u16 kind, u16 version, u32 header size, u64 payload size (to the next entry), 16: u32
 *   compressed size, u32 options,
 *            24: u16 minor, u16 major, 28: u32 architecture, 32: u32 name offset, u32 name length,
 *            40: u64 flags, 56: u64 unpacked size
 * A driver walks entries by their sizes; one of zero bytes makes it go round for ever. */
#include "image/inner.h"

enum {
    FLAG_64BIT = 1,
    FLAG_DEBUG = 2,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    FLAG_VARIANT_A = 0x100000,
    FLAG_VARIANT_F = 0x200000,
    LARGEST_HEADER = 64 * 1024,
    MAX_LINKED = 65536
};
#define ZSTD_MAGIC 0xfd2fb528u
#define LARGEST_FATBIN ((uint64_t)64 << 30)

/* Where the fatbin with number [index] is; its header is known to be readable. */
static const uint8_t *fatbin_at(const struct iq_image *image, size_t index)
{
    if (!index)
        return image->fatbin;
    return index <= image->linked_count ? image->linked[index - 1] : NULL;
}

static bool header_is_good(const uint8_t *header)
{
    unsigned size = iq_image_u16(header + 6);
    return iq_image_u32(header) == IQ_FATBIN_MAGIC && size == IQ_FATBIN_HEADER;
}

/* The source that bounds reads of fatbin [index]: the image's own, or memory that a pointer leads
 * to. */
static struct iq_image_source bounds_of(const struct iq_image *image, const uint8_t *fatbin)
{
    struct iq_image_source source = image->source;
    if (fatbin != source.bytes) {
        source.bytes = fatbin;
        source.size = IQ_IMAGE_SIZE_UNKNOWN;
    }
    return source;
}

void iq_image_check_fatbin(struct iq_image *image)
{
    struct iq_image_source *source = &image->source;
    const uint8_t *bytes = source->bytes;
    size_t have = iq_image_have(source, 0, IQ_FATBIN_HEADER);
    image->size = have;
    if (have < IQ_FATBIN_HEADER) {
        iq_image_blame(image, IQ_IMAGE_TRUNCATED, IQ_IMAGE_CRASHES, have,
                       IQ_PROBLEM_FATBIN_HEADER_CUT);
        return;
    }
    if (iq_image_u16(bytes + 4) != 1) {
        iq_image_blame(image, IQ_IMAGE_CORRUPT, IQ_ANSWER_IMAGE, 4, IQ_PROBLEM_FATBIN_VERSION);
        return;
    }
    if (!header_is_good(bytes)) {
        iq_image_blame(image, IQ_IMAGE_CORRUPT, IQ_ANSWER_NO_BINARY, 6,
                       IQ_PROBLEM_FATBIN_HEADER_SIZE);
        return;
    }
    uint64_t body = iq_image_u64(bytes + 8);
    if (body > LARGEST_FATBIN) {
        iq_image_blame(image, IQ_IMAGE_CORRUPT, IQ_ANSWER_NO_BINARY, 8, IQ_PROBLEM_FATBIN_SIZE);
        return;
    }
    image->fatbin = bytes;
    image->size = iq_image_u16(bytes + 6) + body;
    if (source->size != IQ_IMAGE_SIZE_UNKNOWN && image->size > source->size)
        image->size = source->size;
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);) {
    }
    if (cursor.health != IQ_IMAGE_WHOLE)
        iq_image_blame(image, cursor.health, cursor.answer, cursor.problem_offset, cursor.problem);
}

/* Counts the pointers of a version 2 wrapper's list, as far as they lead to fatbins. */
static void read_linked(struct iq_image *image, const uint8_t *const *list)
{
    size_t count = 0;
    while (count < MAX_LINKED && iq_image_has_memory(&image->source, list + count, sizeof *list)) {
        const uint8_t *fatbin = list[count];
        if (!fatbin)
            break;
        if (!iq_image_has_memory(&image->source, fatbin, IQ_FATBIN_HEADER) ||
            !header_is_good(fatbin))
            break;
        count++;
    }
    image->linked = list;
    image->linked_count = count;
}

void iq_image_check_wrapper(struct iq_image *image)
{
    struct iq_image_source *source = &image->source;
    const uint8_t *bytes = source->bytes;
    size_t have = iq_image_have(source, 0, IQ_FATBIN_WRAPPER);
    image->size = have;
    if (have < IQ_FATBIN_WRAPPER) {
        iq_image_blame(image, IQ_IMAGE_TRUNCATED, IQ_IMAGE_CRASHES, have, IQ_PROBLEM_WRAPPER_CUT);
        return;
    }
    image->wrapper_version = iq_image_u32(bytes + 4);
    if (image->wrapper_version != 1 && image->wrapper_version != 2) {
        iq_image_blame(image, IQ_IMAGE_CORRUPT, IQ_ANSWER_IMAGE, 4, IQ_PROBLEM_WRAPPER_VERSION);
        return;
    }
    if (source->file || !source->readable)
        return;
    const uint8_t *fatbin = (const uint8_t *)(uintptr_t)iq_image_u64(bytes + 8);
    if (!iq_image_has_memory(source, fatbin, IQ_FATBIN_HEADER) || !header_is_good(fatbin)) {
        iq_image_blame(image, IQ_IMAGE_CORRUPT, IQ_IMAGE_CRASHES, 8, IQ_PROBLEM_WRAPPER_POINTER);
        return;
    }
    image->fatbin = fatbin;
    uintptr_t list = (uintptr_t)iq_image_u64(bytes + 16);
    if (image->wrapper_version == 2 && list && !(list & 7))
        read_linked(image, (const uint8_t *const *)list);
}

void iq_image_begin(const struct iq_image *image, struct iq_image_cursor *cursor)
{
    *cursor = (struct iq_image_cursor){ .image = image };
    bool walkable =
        image->kind == IQ_IMAGE_FATBIN || image->kind == IQ_IMAGE_FATBIN_WRAPPER
            ? image->fatbin != NULL
            : image->kind == IQ_IMAGE_PTX || (image->kind == IQ_IMAGE_CUBIN && !image->answer);
    cursor->done = !walkable;
}

static bool plain_entry(const struct iq_image *image, struct iq_image_entry *entry)
{
    uint64_t size = iq_image_have(&image->source, 0, image->size); /* the end may be cut off */
    *entry = (struct iq_image_entry){
        .plain = true, .payload = image->source.bytes, .payload_size = size, .unpacked_size = size
    };
    if (image->kind == IQ_IMAGE_PTX) {
        const struct iq_ptx_facts *ptx = &image->ptx;
        entry->kind = IQ_ENTRY_PTX;
        entry->arch = ptx->target;
        entry->variant = ptx->variant;
        entry->version_major = ptx->version_major;
        entry->version_minor = ptx->version_minor;
        entry->debug = ptx->debug;
        entry->bits64 = ptx->address_size == 64;
    } else {
        entry->kind = IQ_ENTRY_ELF;
        entry->arch = image->cubin.arch;
        entry->variant = image->cubin.variant;
        entry->debug = image->cubin.debug;
        entry->bits64 = image->cubin.bits64;
    }
    return true;
}

static bool stop(struct iq_image_cursor *cursor, enum iq_image_health health, int answer,
                 uint64_t offset, enum iq_image_problem problem)
{
    cursor->done = true;
    cursor->answer = answer;
    cursor->health = health;
    cursor->problem_offset = offset;
    cursor->problem = problem;
    return false;
}

static void decode(const uint8_t *at, uint64_t header_size, struct iq_image_entry *entry)
{
    uint64_t flags = iq_image_u64(at + 40), stored = iq_image_u64(at + 8),
             packed = iq_image_u32(at + 16);
    entry->kind = iq_image_u16(at);
    entry->version_minor = iq_image_u16(at + 24);
    entry->version_major = iq_image_u16(at + 26);
    entry->arch = (int)(iq_image_u32(at + 28) & 0xffff);
    entry->variant = flags & FLAG_VARIANT_A ? 'a' : flags & FLAG_VARIANT_F ? 'f' : 0;
    entry->flags = flags;
    entry->packing = flags & FLAG_ZSTD  ? IQ_PACKING_ZSTD
                     : flags & FLAG_LZ4 ? IQ_PACKING_LZ4
                                        : IQ_PACKING_NONE;
    entry->debug = flags & FLAG_DEBUG;
    entry->bits64 = flags & FLAG_64BIT;
    entry->payload = at + header_size;
    entry->payload_size =
        entry->packing != IQ_PACKING_NONE && packed && packed < stored ? packed : stored;
    entry->unpacked_size = entry->packing != IQ_PACKING_NONE ? iq_image_u64(at + 56) : stored;
    uint64_t name = iq_image_u32(at + 32), length = iq_image_u32(at + 36);
    if (name >= IQ_FATBIN_ENTRY_HEADER && name < header_size && length <= header_size - name) {
        entry->name = (const char *)at + name;
        entry->name_length = strnlen(entry->name, length);
    }
}

/* The entry at cursor->offset of [fatbin], which ends at [end]. */
static bool read_entry(struct iq_image_cursor *cursor, const uint8_t *fatbin, uint64_t end,
                       struct iq_image_entry *entry)
{
    struct iq_image_source source = bounds_of(cursor->image, fatbin);
    uint64_t at = cursor->offset;
    size_t have = iq_image_have(&source, at, IQ_FATBIN_ENTRY_HEADER);
    if (have < IQ_FATBIN_ENTRY_HEADER)
        return stop(cursor, IQ_IMAGE_TRUNCATED, IQ_IMAGE_CRASHES, at + have,
                    IQ_PROBLEM_ENTRY_HEADER_CUT);
    if (end - at < IQ_FATBIN_ENTRY_HEADER)
        return stop(cursor, IQ_IMAGE_CORRUPT, IQ_IMAGE_CRASHES, at, IQ_PROBLEM_ENTRY_HEADER_ROOM);
    uint64_t header_size = iq_image_u32(fatbin + at + 4), payload = iq_image_u64(fatbin + at + 8);
    if (!header_size && !payload)
        return stop(cursor, IQ_IMAGE_TRUNCATED, IQ_IMAGE_CRASHES, at, IQ_PROBLEM_ENTRY_ZERO);
    if (header_size < IQ_FATBIN_ENTRY_HEADER)
        return stop(cursor, IQ_IMAGE_CORRUPT, IQ_ANSWER_UNKNOWN, at + 4,
                    IQ_PROBLEM_ENTRY_HEADER_SMALL);
    if (header_size > LARGEST_HEADER || header_size > end - at)
        return stop(cursor, IQ_IMAGE_CORRUPT, IQ_IMAGE_CRASHES, at + 4,
                    IQ_PROBLEM_ENTRY_HEADER_SIZE);
    if (payload > end - at - header_size)
        return stop(cursor, IQ_IMAGE_CORRUPT, IQ_ANSWER_IMAGE, at + 8, IQ_PROBLEM_ENTRY_SIZE);
    have = iq_image_have(&source, at, header_size + payload);
    if (have < header_size + payload)
        return stop(cursor, IQ_IMAGE_TRUNCATED, IQ_IMAGE_CRASHES, at + have, IQ_PROBLEM_ENTRY_CUT);
    *entry = (struct iq_image_entry){ .fatbin = cursor->fatbin, .offset = at };
    decode(fatbin + at, header_size, entry);
    if (entry->kind == IQ_ENTRY_PTX && entry->packing == IQ_PACKING_ZSTD &&
        (payload < 4 || iq_image_u32(entry->payload) != ZSTD_MAGIC))
        return stop(cursor, IQ_IMAGE_CORRUPT, IQ_ANSWER_UNKNOWN, at + header_size,
                    IQ_PROBLEM_ENTRY_PACKING);
    cursor->offset = at + header_size + payload;
    return true;
}

bool iq_image_next(struct iq_image_cursor *cursor, struct iq_image_entry *entry)
{
    const struct iq_image *image = cursor->image;
    if (cursor->done)
        return false;
    if (image->kind == IQ_IMAGE_PTX || image->kind == IQ_IMAGE_CUBIN) {
        cursor->done = true;
        return plain_entry(image, entry);
    }
    for (const uint8_t *fatbin; (fatbin = fatbin_at(image, cursor->fatbin));
         cursor->fatbin++, cursor->offset = 0) {
        uint64_t body = iq_image_u64(fatbin + 8), start = iq_image_u16(fatbin + 6);
        if (body > LARGEST_FATBIN)
            return stop(cursor, IQ_IMAGE_CORRUPT, IQ_ANSWER_NO_BINARY, 8, IQ_PROBLEM_FATBIN_SIZE);
        if (!cursor->offset)
            cursor->offset = start;
        if (cursor->offset < start + body)
            return read_entry(cursor, fatbin, start + body, entry);
    }
    return stop(cursor, IQ_IMAGE_WHOLE, 0, 0, IQ_PROBLEM_NONE);
}
