/* Names for data that is not a module image, so that reports can say what was loaded by mistake. */
#include <ctype.h>
#include <strings.h>

#include "image/inner.h"

struct magic {
    const char *bytes;
    uint8_t length, kind;
};

static const struct magic magics[] = {
    { "!<arch>\n", 8, IQ_IMAGE_ARCHIVE },
    { "!<thin>\n", 8, IQ_IMAGE_ARCHIVE },
    { "\x1f\x8b", 2, IQ_IMAGE_GZIP },
    { "PK\3\4", 4, IQ_IMAGE_ZIP },
    { "MZ", 2, IQ_IMAGE_PE },
    { "BC\xc0\xde", 4, IQ_IMAGE_LLVM },
    { "\xde\xc0\x17\x0b", 4, IQ_IMAGE_LLVM },
    { "\x03\x02\x23\x07", 4, IQ_IMAGE_SPIRV },
    { "\x7fNVVM", 5, IQ_IMAGE_LTOIR },
    { "\xed\x43\x4e\x7f", 4, IQ_IMAGE_LTOIR },
    { "version https://git-lfs", 23, IQ_IMAGE_LFS_POINTER },
};

static bool begins(const char *text, size_t size, const char *with)
{
    return size >= strlen(with) && !strncasecmp(text, with, strlen(with));
}

static bool holds(const char *text, size_t size, const char *what)
{
    return memmem(text, size, what, strlen(what)) != NULL;
}

/* A single line that ends like the name of an image file. */
static bool is_path(const char *text, size_t size)
{
    static const char *const ends[] = { ".ptx", ".cubin", ".fatbin", ".fatbin.o",
                                        ".so",  ".dll",   ".cu" };
    if (size > 1024 || memchr(text, '\n', size))
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t length = strlen(ends[i]);
        if (size > length && !strncasecmp(text + size - length, ends[i], length))
            return true;
    }
    return false;
}

static enum iq_image_kind guess_text(const char *text, size_t size)
{
    if (is_path(text, size))
        return IQ_IMAGE_PATH;
    while (size && isspace((unsigned char)*text)) {
        text++;
        size--;
    }
    if (begins(text, size, "<!doctype html") || begins(text, size, "<html") ||
        (begins(text, size, "<") && holds(text, size, "<body")))
        return IQ_IMAGE_HTML;
    if (size && (*text == '{' || *text == '[') && holds(text, size, "\""))
        return IQ_IMAGE_JSON;
    if (holds(text, size, "#include") || holds(text, size, "__global__") ||
        holds(text, size, "__kernel"))
        return IQ_IMAGE_SOURCE;
    return IQ_IMAGE_TEXT;
}

enum iq_image_kind iq_image_guess_foreign(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
        if (size >= magics[i].length && !memcmp(bytes, magics[i].bytes, magics[i].length))
            return (enum iq_image_kind)magics[i].kind;
    const uint8_t *nul = memchr(bytes, 0, size);
    size_t length = nul ? (size_t)(nul - bytes) : size;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] < 0x20 && !isspace(bytes[i]))
            return IQ_IMAGE_UNKNOWN;
    /* text with a NUL in the middle of known bytes is binary; a NUL at the end is a C string */
    for (size_t i = length; i < size; i++)
        if (bytes[i] && size > length + 8)
            return IQ_IMAGE_UNKNOWN;
    return length ? guess_text((const char *)bytes, length) : IQ_IMAGE_UNKNOWN;
}
