// link: report trace base
/* Source lines and the marks in them: the first byte picks the line, the second the argument, then a name up to a newline, then the file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/declared.h"
#include "report/excerpt.h"

static void check(const struct iq_excerpt *excerpt)
{
    size_t length = strnlen(excerpt->line, sizeof excerpt->line);
    if (length == sizeof excerpt->line || excerpt->begin < 0 || excerpt->begin > excerpt->end || (size_t)excerpt->end > length)
        abort();
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)excerpt->line[i] < ' ' || excerpt->line[i] == 127)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int fd = -1;
    char path[64], name[96] = "", text[512], parameter[32];
    struct iq_excerpt excerpt;
    if (fd < 0)
        fd = memfd_create("source", 0);
    if (fd < 0 || size < 2)
        return 0;
    size_t at = 2, length = 0;
    while (at < size && data[at] != '\n' && length < sizeof name - 1)
        name[length++] = (char)data[at++];
    name[length] = '\0';
    if (ftruncate(fd, 0) || pwrite(fd, data + at, size - at, 0) != (ssize_t)(size - at))
        return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct iq_frame frame = { .file = path, .line = data[0] % 8 };
    struct iq_finding finding = { .api = name, .entry = "cuMemcpyHtoD_v2", .arg_index = data[1] % 16 - 1, .arg_of_kernel = data[1] & 16 };
    if (iq_excerpt_read(&frame, &finding, NULL, &excerpt))
        check(&excerpt);
    size_t got = iq_excerpt_text(&frame, text, sizeof text);
    if (got != strlen(text) || got >= sizeof text)
        abort();
    if (got && name[0] && iq_declared_parameter(text, name, data[1] % 16, parameter, sizeof parameter) && !memchr(parameter, 0, sizeof parameter))
        abort();
    return 0;
}
