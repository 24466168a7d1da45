#include "ptx/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool iq_ptx_is_header(const char *file)
{
    const char *folder = file ? strstr(file, "/include/") : NULL;
    if (!folder)
        return file && strstr(file, "/cccl/");
    const char *parent = folder;
    while (parent > file && parent[-1] != '/')
        parent--;
    bool toolkit =
        !strncmp(parent, "cuda", 4) &&
        (strchr("/_", parent[4]) || (parent[4] == '-' && parent[5] >= '0' && parent[5] <= '9'));
    return toolkit || strstr(file, "/targets/") || !strncmp(file, "/usr/", 5);
}

/* The parser names variables inside of functions FUNCTION$LINE$NAME; the compiler names s in f()
 * _ZZ1fvE1s, with the name of the unit before it where that is linked with others (-rdc=true). */
void iq_ptx_variable_name(const char *unique, char *to, size_t size)
{
    const char *name = strrchr(unique, '$') ? strrchr(unique, '$') + 1 : unique;
    const char *local = strncmp(name, "__nv_static_", 12) ? NULL : strstr(name, "__ZZ");
    name = local ? local + 1 : name;
    const char *inner = strncmp(name, "_ZZ", 3) ? NULL : strrchr(name, 'E');
    for (; inner && inner > name; inner--) {
        size_t digits = strspn(inner + 1, "0123456789"),
               length = *inner == 'E' && digits && digits < 4 ? (size_t)atoi(inner + 1) : 0;
        const char *at = inner + 1 + digits;
        if (!length || strlen(at) < length || (at[length] && at[length] != '_'))
            continue;
        snprintf(to, size, "%.*s", (int)length, at);
        return;
    }
    snprintf(to, size, "%s", name);
}

void iq_ptx_say_variable(char *text, size_t size, const char *variable, uint64_t first,
                         uint64_t count, uint64_t address)
{
    char name[IQ_PTX_NAME_BYTES];
    int64_t at = (int32_t)address, begin = (int64_t)first, bytes = (int64_t)count,
            away = at < begin ? begin - at : at - begin - bytes;
    iq_ptx_variable_name(variable, name, sizeof name);
    if (at >= begin + bytes && !away)
        snprintf(text, size, "directly after the end of variable %s of %llu bytes", name,
                 (unsigned long long)bytes);
    else if (at >= begin && at < begin + bytes)
        snprintf(text, size, "byte %llu of variable %s of %llu bytes, and beyond its end",
                 (unsigned long long)(at - begin), name, (unsigned long long)bytes);
    else
        snprintf(text, size, "%llu bytes %s variable %s of %llu bytes", (unsigned long long)away,
                 at < begin ? "before" : "past the end of", name, (unsigned long long)bytes);
}

uint64_t iq_ptx_say_dynamic(char *text, size_t size, uint64_t given, uint64_t at, uint32_t bytes,
                            uint64_t threads, bool is_count)
{
    uint64_t elements = given * bytes, each = threads ? given / threads : 0;
    int length =
        snprintf(text, size,
                 "the launch gives the block %llu bytes of dynamic shared memory, and this "
                 "is byte %llu of it",
                 (unsigned long long)given, (unsigned long long)at);
    if (!is_count && given != threads && each && each < bytes && given % threads == 0 &&
        at + bytes <= threads * bytes) {
        snprintf(
            text + length, size - (size_t)length,
            "; these are %llu for each of its %llu threads, and an element that it accesses has %u",
            (unsigned long long)each, (unsigned long long)threads, bytes);
        return threads * bytes;
    }
    if ((!is_count && given != threads) || bytes < 2 || at + bytes > elements)
        return 0;
    snprintf(
        text + length, size - (size_t)length,
        "; %llu elements of %u bytes have %llu bytes: the launch was given a number of elements as a size in bytes",
        (unsigned long long)given, bytes, (unsigned long long)elements);
    return elements;
}

void iq_ptx_say_short_texture(char *text, size_t size, uint64_t bytes, uint32_t texel_bytes)
{
    unsigned long long texels = bytes / texel_bytes;
    snprintf(
        text, size,
        "the texture was made with %llu bytes (sizeInBytes), but its memory has %llu, which is %llu elements of "
        "%u bytes: it seems that elements and bytes were confused",
        texels, (unsigned long long)bytes, texels, texel_bytes);
}

bool iq_ptx_is_element(uint64_t factor, uint32_t access)
{
    if (access < 2 || factor > 64)
        return false;
    return factor == access || (access > factor && (factor == 4 || factor == 8)) ||
           (factor >= 12 && factor % access == 0);
}
