#include "report/perfmap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errors.h"

enum { MAX_BYTES = 256 << 20 };

/* Reads hexadecimal digits up to [end]; false if there are none or too many. */
static bool read_hex(char **at, const char *end, uint64_t *value)
{
    const char *start = *at;
    *value = 0;
    for (; *at < end; ++*at) {
        char c = **at;
        int digit = c >= '0' && c <= '9'                 ? c - '0'
                    : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                         : -1;
        if (digit < 0)
            break;
        *value = *value << 4 | (unsigned)digit;
    }
    return *at > start && *at - start <= 16;
}

static bool parse_line(char *line, char *end, struct iq_perfmap_entry *entry)
{
    if (end - line > 2 && line[0] == '0' && (line[1] | 32) == 'x')
        line += 2;
    if (!read_hex(&line, end, &entry->start) || line == end || *line++ != ' ')
        return false;
    if (end - line > 2 && line[0] == '0' && (line[1] | 32) == 'x')
        line += 2;
    if (!read_hex(&line, end, &entry->size) || line == end || *line++ != ' ')
        return false;
    while (line < end && *line == ' ')
        line++;
    if (end > line && end[-1] == '\r')
        end--;
    entry->name = line;
    *end = '\0';
    return *line && entry->size && entry->start + entry->size > entry->start;
}

/* By start; of equal ones the later line last. */
static int compare(const void *a, const void *b)
{
    const struct iq_perfmap_entry *left = a, *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->line < right->line ? -1 : left->line > right->line;
}

int iq_perfmap_parse(struct iq_perfmap *map, char *text, size_t size)
{
    size_t number = 0;
    *map = (struct iq_perfmap){ .text = text };
    for (char *line = text, *all = text + size, *end; line < all; line = end + 1) {
        struct iq_perfmap_entry entry = { .line = number++ };
        if (!(end = memchr(line, '\n', (size_t)(all - line))))
            break; /* a last line without its end may be half a line */
        if (parse_line(line, end, &entry) && iq_vec_push(&map->entries, entry))
            return IQ_ENOMEM;
    }
    if (map->entries.count)
        qsort(map->entries.data, map->entries.count, sizeof *map->entries.data, compare);
    return 0;
}

int iq_perfmap_load(struct iq_perfmap *map, const char *path)
{
    struct stat info;
    *map = (struct iq_perfmap){ 0 };
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK), error = 0;
    if (file < 0)
        return errno == ENOENT ? IQ_ENOENT : IQ_EACCESS;
    if (fstat(file, &info))
        error = IQ_EIO;
    else if (!S_ISREG(info.st_mode) || (info.st_uid != geteuid() && info.st_uid != 0))
        error = IQ_EACCESS;
    else if (info.st_size > MAX_BYTES)
        error = IQ_ETOOBIG;
    char *text = error ? NULL : malloc((size_t)info.st_size + 1);
    size_t size = 0;
    ssize_t got;
    while (text && size < (size_t)info.st_size &&
           (got = read(file, text + size, (size_t)info.st_size - size)) > 0)
        size += (size_t)got;
    close(file);
    if (!text)
        return error ? error : IQ_ENOMEM;
    return iq_perfmap_parse(map, text, size);
}

const struct iq_perfmap_entry *iq_perfmap_find(const struct iq_perfmap *map, uint64_t address)
{
    /* older, longer functions may begin before newer ones that reused their memory */
    enum { NEIGHBOURS = 64 };
    const struct iq_perfmap_entry *best = NULL;
    size_t low = 0, high = map->entries.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->entries.data[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i > 0 && low - i < NEIGHBOURS; i--) {
        const struct iq_perfmap_entry *entry = &map->entries.data[i - 1];
        if (address - entry->start < entry->size && (!best || entry->line > best->line))
            best = entry;
    }
    return best;
}

void iq_perfmap_finish(struct iq_perfmap *map)
{
    iq_vec_finish(&map->entries);
    free(map->text);
    map->text = NULL;
}
