#include "rules/common/held.h"

#include "model/range.h"
#include "process/hostheap.h"
#include "process/peek.h"
#include "rules/words.h"

enum {
    VECTOR_BYTES = 24, /* of the objects themselves */
    STRING_BYTES = 32,
    WORDS = 4,      /* of the object: allocators and sizes come before or after the address */
    ALIGNMENT = 128 /* bytes that allocators of aligned memory may skip in their block */
};

static bool find_device(uint64_t word, uint64_t size, struct iq_held *held)
{
    struct iq_range range;
    if (!iq_range_find(word, &range) ||
        (range.kind != IQ_KIND_DEVICE_MEMORY && range.kind != IQ_KIND_MANAGED_MEMORY))
        return false;
    *held = (struct iq_held){ .address = word,
                              .size = range.base + range.size - word,
                              .is_device = true };
    return held->size >= size;
}

static bool find_host(uint64_t word, uint64_t size, struct iq_held *held)
{
    struct iq_hostheap_block block;
    if (iq_hostheap_find(word, &block) != IQ_HOSTHEAP_LIVE || word - block.base > ALIGNMENT ||
        !iq_hostheap_certainly_live(&block))
        return false;
    *held = (struct iq_held){ .address = word, .size = block.base + block.size - word };
    return held->size >= size;
}

/* Does the object say that [size] bytes are in use, as vectors do by pointers to the end and
 * strings by their length, with the room that it has after that? */
static bool is_in_use(const uint64_t *rest, uint64_t begin, uint64_t size)
{
    return (rest[0] - begin == size && rest[1] >= rest[0]) || (rest[0] == size && rest[1] >= size);
}

/* ... that the memory has as many elements as a thrust::device_vector says twice? */
static bool is_counted(const uint64_t *rest, const struct iq_held *held)
{
    enum { LARGEST = 64 /* bytes of an element */ };
    return rest[0] && rest[0] == rest[1] && held->size % rest[0] == 0 &&
           held->size / rest[0] <= LARGEST;
}

static bool find(uint64_t word, uint64_t size, bool device, struct iq_held *held)
{
    return word >= 4096 &&
           (find_device(word, size, held) || (!device && find_host(word, size, held)));
}

static bool read_word(uint64_t *word, uint64_t address)
{
    return iq_peek(word, (uintptr_t)address, sizeof *word, false);
}

/* An array that has the address of a block of the heap for each row of the access, at the start of
 * each of its elements of [step] bytes: pointers, or vectors. */
static bool find_rows(uint64_t object, uint64_t room, uint64_t size, uint64_t step,
                      struct iq_held *held)
{
    enum { MOST = 64 /* rows that are looked at */ };
    uint64_t count = room / step, word;
    if (count < 2 || room % step || size % count || size <= room)
        return false;
    for (uint64_t i = count < MOST ? count : MOST; i-- > 0;)
        if (!read_word(&word, object + i * step) || !find_host(word, size / count, held))
            return false;
    held->rows = count;
    held->size = size / count;
    return true;
}

bool iq_held_find(uint64_t object, uint64_t room, uint64_t size, bool device, struct iq_held *held)
{
    enum { POINTER = sizeof(uint64_t), VECTOR = 3 * POINTER };
    uint64_t words[WORDS], last;
    struct iq_held other;
    if (!device && (find_rows(object, room, size, POINTER, held) ||
                    find_rows(object, room, size, VECTOR, held)))
        return true;
    /* what lies after the access is another object's */
    uint64_t most = (room < size ? room : size) / sizeof *words;
    uint32_t count = 0, found = 0, at = 0;
    while (count < WORDS && count < most &&
           read_word(&words[count], object + count * sizeof *words))
        count++;
    for (uint32_t i = count; i-- > 0;)
        if (find(words[i], size, device, &other)) {
            *held = other;
            at = i;
            found++;
        }
    if (!found || (held->address >= object && held->address - object < sizeof words))
        return false; /* a short string leads into itself */
    if (found == count && most > 1 && read_word(&last, object + (most - 1) * sizeof last) &&
        find(last, 1, device, &other))
        return false; /* an array of pointers */
    if (at + 2 < count) {
        held->is_in_use = is_in_use(&words[at + 1], held->address, size);
        held->is_counted = is_counted(&words[at + 1], held);
    }
    return true;
}

/* { begin, end, end of the room }. */
static bool is_vector(const uint64_t *words, uint64_t size, struct iq_held *held)
{
    return size < VECTOR_BYTES && words[1] - words[0] == size && words[2] >= words[1] &&
           find_host(words[0], words[2] - words[0], held);
}

/* { begin, length, room or the characters themselves }; with or without the NUL. */
static bool is_string(uint64_t object, const uint64_t *words, uint64_t size, struct iq_held *held)
{
    if (size >= STRING_BYTES || (words[1] != size && words[1] + 1 != size))
        return false;
    if (words[0] != object + 2 * sizeof *words)
        return words[2] >= words[1] && find_host(words[0], size, held);
    *held = (struct iq_held){ .address = words[0], .size = words[1] };
    return words[1] < 2 * sizeof *words;
}

bool iq_held_instead(uint64_t object, uint64_t size, struct iq_held *held)
{
    uint64_t words[3];
    if (size >= STRING_BYTES || object & 7 || !read_word(&words[0], object) || words[0] < 4096 ||
        words[0] >> 47 || !read_word(&words[1], object + sizeof *words) ||
        !read_word(&words[2], object + 2 * sizeof *words))
        return false;
    return is_vector(words, size, held) || is_string(object, words, size, held);
}

bool iq_held_find_in_kernel(uint64_t object, struct iq_held *held)
{
    enum { OBJECT = WORDS * sizeof(uint64_t) };
    return iq_held_find(object, sizeof(uint64_t), sizeof(uint64_t), true, held) ||
           (iq_held_find(object, OBJECT, OBJECT, true, held) && held->is_counted);
}

const char *iq_held_fix(const struct iq_held *held)
{
    if (held->rows)
        return "copy each row by itself, or keep all rows in one block of memory";
    return held->is_device
               ? "pass the pointer that the object holds, not the address of the object: p instead of &p for a pointer, thrust::raw_pointer_cast(v.data()) instead of &v for a thrust::device_vector"
               : "pass the address of the elements, not of the object that holds it: v.data() instead of &v for a vector, p.get() instead of &p for a smart pointer, p instead of &p for a pointer";
}

void iq_put_held(struct iq_str *cause, const struct iq_held *held)
{
    if (held->rows) {
        iq_str_printf(cause, "; the block holds the addresses of %llu rows of ",
                      (unsigned long long)held->rows);
        iq_put_bytes(cause, held->size);
        iq_str_puts(cause, ", not the rows");
        return;
    }
    iq_str_puts(cause, "; the object there holds a pointer to ");
    iq_put_bytes(cause, held->size);
    iq_str_printf(cause, " of %s memory at 0x%llx", held->is_device ? "device" : "host",
                  (unsigned long long)held->address);
}
