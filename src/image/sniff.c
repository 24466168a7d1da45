/* What the bytes are: reads the first few of them, within the bounds that the caller and the format
 * give. */
#include <ctype.h>
#include <elf.h>
#include <unistd.h>

#include "base/page.h"
#include "base/probe.h"
#include "image/inner.h"

enum { SNIFF_BYTES = 4096 };
#define LARGEST_TEXT ((uint64_t)1 << 30)

size_t iq_image_probe_readable(void *user, const void *at, size_t wanted)
{
    (void)user;
    return iq_probe_readable((uintptr_t)at, wanted);
}

size_t iq_image_have(const struct iq_image_source *source, uint64_t offset, uint64_t wanted)
{
    if (source->size != IQ_IMAGE_SIZE_UNKNOWN) {
        uint64_t left = offset < source->size ? source->size - offset : 0;
        return wanted < left ? wanted : left;
    }
    uintptr_t base = (uintptr_t)source->bytes;
    if (!base || offset > UINTPTR_MAX - base)
        return 0;
    if (wanted > UINTPTR_MAX - base - offset)
        wanted = UINTPTR_MAX - base - offset;
    return source->readable
               ? source->readable(source->user, (const uint8_t *)source->bytes + offset, wanted)
               : wanted;
}

bool iq_image_has(const struct iq_image_source *source, uint64_t offset, uint64_t wanted)
{
    return iq_image_have(source, offset, wanted) == wanted;
}

bool iq_image_has_memory(const struct iq_image_source *source, const void *at, size_t wanted)
{
    return !source->file && at && source->readable &&
           source->readable(source->user, at, wanted) == wanted;
}

void iq_image_blame(struct iq_image *image, enum iq_image_health health, int answer,
                    uint64_t offset, enum iq_image_problem problem)
{
    if (image->health != IQ_IMAGE_WHOLE)
        return;
    image->health = health;
    image->answer = answer;
    image->problem_offset = offset;
    image->problem = problem;
}

static bool all_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

/* Length of the text at [offset] up to a NUL or the end of what may be read. */
static size_t text_length(const struct iq_image_source *source, uint64_t offset, bool *terminated)
{
    const uint8_t *base = source->bytes;
    uint64_t start = offset;
    *terminated = false;
    while (offset - start < LARGEST_TEXT) {
        uint64_t step = iq_page_bytes - iq_page_offset((uintptr_t)base + offset);
        size_t have = iq_image_have(source, offset, step);
        const uint8_t *nul = have ? memchr(base + offset, 0, have) : NULL;
        if (nul) {
            *terminated = true;
            return (size_t)(nul - base) - start;
        }
        offset += have;
        if (have < step)
            break;
    }
    return offset - start;
}

static void check_ptx(struct iq_image *image, const uint8_t *text, uint64_t skip)
{
    bool terminated;
    size_t length = text_length(&image->source, skip, &terminated);
    image->size = skip + length;
    iq_image_ptx_header((const char *)text, length, &image->ptx);
    if (!terminated && image->source.size == IQ_IMAGE_SIZE_UNKNOWN)
        iq_image_blame(image, IQ_IMAGE_TRUNCATED, IQ_IMAGE_CRASHES, image->size,
                       IQ_PROBLEM_PTX_NO_END);
}

/* Copies the low bytes of UTF-16 text and asks whether that is PTX. */
static bool utf16_ptx(const uint8_t *bytes, size_t size, struct iq_ptx_facts *facts)
{
    char text[SNIFF_BYTES / 2 + 1];
    size_t length = 0, low = 0, skip = 0;
    if (size < 4)
        return false;
    if ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)) {
        low = bytes[0] == 0xfe;
        skip = 2;
    } else if (!bytes[1] && bytes[0]) {
        low = 0;
    } else if (!bytes[0] && bytes[1]) {
        low = 1;
    } else {
        return false;
    }
    for (size_t i = skip; i + 1 < size && length < sizeof text - 1; i += 2) {
        if (bytes[i + !low] || !bytes[i + low])
            break;
        text[length++] = (char)bytes[i + low];
    }
    text[length] = '\0';
    if (!iq_image_is_ptx(text, length))
        return false;
    iq_image_ptx_header(text, length, facts);
    return true;
}

static enum iq_image_kind elf_kind(const struct iq_image_source *source, const uint8_t *bytes)
{
    bool machine = iq_image_has(source, 0, offsetof(Elf64_Ehdr, e_version));
    if (machine && iq_image_u16(bytes + offsetof(Elf64_Ehdr, e_machine)) == IQ_ELF_CUDA)
        return IQ_IMAGE_CUBIN;
    if (!machine || !iq_image_has(source, 0, sizeof(Elf32_Ehdr)))
        return IQ_IMAGE_CUT_ELF;
    switch (iq_image_u16(bytes + offsetof(Elf64_Ehdr, e_machine))) {
    case EM_X86_64:
    case EM_386:
    case EM_AARCH64:
    case EM_ARM:
    case EM_PPC64:
    case EM_RISCV:
    case EM_S390: return IQ_IMAGE_HOST_ELF;
    default: return IQ_IMAGE_OTHER_ELF;
    }
}

static void sniff_binary(struct iq_image *image, const uint8_t *bytes)
{
    uint32_t magic = iq_image_u32(bytes);
    if (!memcmp(bytes, ELFMAG, SELFMAG)) {
        image->kind = elf_kind(&image->source, bytes);
        if (image->kind == IQ_IMAGE_CUBIN)
            iq_image_check_cubin(image);
    } else if (magic == IQ_FATBIN_MAGIC) {
        image->kind = IQ_IMAGE_FATBIN;
        iq_image_check_fatbin(image);
    } else if (magic == IQ_FATBIN_WRAPPER_MAGIC) {
        image->kind = IQ_IMAGE_FATBIN_WRAPPER;
        iq_image_check_wrapper(image);
    }
}

/* What cuLinkComplete of the software device hands out (src/softdev/program.c). */
static bool is_linked(const uint8_t *bytes, size_t have)
{
    static const char mark[] = "inquest-linked-1";
    return have >= sizeof mark - 1 && !memcmp(bytes, mark, sizeof mark - 1);
}

static void sniff_text(struct iq_image *image, const uint8_t *bytes, size_t have)
{
    size_t bom = have >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    const uint8_t *nul = memchr(bytes, 0, have);
    size_t length = nul ? (size_t)(nul - bytes) : have;
    if (utf16_ptx(bytes, have, &image->ptx)) {
        image->kind = IQ_IMAGE_PTX_UTF16;
        image->size = have;
    } else if (iq_image_is_ptx((const char *)bytes + bom, length - (length < bom ? length : bom))) {
        image->kind = bom ? IQ_IMAGE_PTX_BOM : IQ_IMAGE_PTX;
        check_ptx(image, bytes + bom, bom);
    } else {
        image->kind = iq_image_guess_foreign(bytes, have);
    }
}

/* Text in 16-bit characters: such a start cannot be that of a useful C string. */
static bool looks_wide(const uint8_t *bytes)
{
    return (bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff) ||
           ((bytes[0] == '.' || bytes[0] == '/') && !bytes[1]);
}

/* How much to look at.  With an unknown size no byte after the NUL of a text is touched, nor any
 * that is not readable; the magic numbers of the binary formats have no NUL in them. */
static size_t first_bytes(const struct iq_image_source *source)
{
    if (source->size != IQ_IMAGE_SIZE_UNKNOWN)
        return iq_image_have(source, 0, SNIFF_BYTES);
    const uint8_t *bytes = source->bytes;
    size_t have = 0, page = iq_page_bytes - iq_page_offset((uintptr_t)bytes);
    bool wide = false;
    size_t limit = iq_image_have(source, 0, page);
    if (limit == page)
        limit += iq_image_have(source, page, SNIFF_BYTES > page ? SNIFF_BYTES - page : 0);
    while (have < limit && have < SNIFF_BYTES) {
        bool nul = !bytes[have++];
        if (have == 2)
            wide = looks_wide(bytes);
        if (wide ? nul && !(have & 1) && !bytes[have - 2] : nul)
            break;
    }
    return have;
}

int iq_image_sniff(const struct iq_image_source *source, struct iq_image *image)
{
    const uint8_t *bytes = source->bytes;
    *image = (struct iq_image){ .source = *source,
                                .size = source->size == IQ_IMAGE_SIZE_UNKNOWN ? 0 : source->size };
    image->ptx.version_major = image->ptx.version_minor = -1;
    if (!bytes) {
        image->kind = source->file ? IQ_IMAGE_EMPTY : IQ_IMAGE_NULL;
        return 0;
    }
    size_t have = first_bytes(source);
    if (!have) {
        image->kind = source->size == IQ_IMAGE_SIZE_UNKNOWN ? IQ_IMAGE_UNREADABLE : IQ_IMAGE_EMPTY;
        return 0;
    }
    if (have >= 4)
        sniff_binary(image, bytes);
    if (is_linked(bytes, have))
        image->kind = IQ_IMAGE_LINKED;
    if (image->kind != IQ_IMAGE_UNKNOWN)
        return 0;
    bool known = source->size != IQ_IMAGE_SIZE_UNKNOWN;
    if (known && all_zero(bytes, source->size))
        image->kind = IQ_IMAGE_ZEROS;
    else if (!bytes[0] && !known)
        image->kind = IQ_IMAGE_EMPTY;
    else
        sniff_text(image, bytes, have);
    if (!image->size)
        image->size = have;
    return 0;
}
