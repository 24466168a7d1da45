#include "base/loader.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"

enum { HEAD = 256, SCRIPTS = 5 /* in a row; the kernel gives up, too */ };

/* The path after "#!" in [head], a string; false if there is none. */
static int interpreter_of_script(char *head)
{
    size_t start = 2 + strspn(head + 2, " \t"), length = strcspn(head + start, " \t\r\n");
    memmove(head, head + start, length);
    head[length] = '\0';
    return length > 0;
}

static int is_foreign(const char *loader)
{
    static const char *const known[] = { "ld-musl-",  "ld-linux.so.", "ld-linux-x32.so.",
                                         "ld-uClibc", "ld64-uClibc",  "linker",
                                         NULL };
    const char *name = iq_base_name(loader);
    for (size_t i = 0; known[i]; i++)
        if (!strncmp(name, known[i], strlen(known[i])))
            return 1;
    return 0;
}

static enum iq_loader loader_of_elf(int fd, const Elf64_Ehdr *header, char *name, size_t size)
{
    Elf64_Phdr segment;
    if (header->e_ident[EI_CLASS] != ELFCLASS64)
        return IQ_LOADER_FOREIGN;
    if (header->e_phentsize != sizeof segment)
        return IQ_LOADER_USUAL;
    for (unsigned i = 0; i < header->e_phnum; i++) {
        if (pread(fd, &segment, sizeof segment, (off_t)(header->e_phoff + i * sizeof segment)) !=
            (ssize_t)sizeof segment)
            return IQ_LOADER_USUAL;
        if (segment.p_type != PT_INTERP)
            continue;
        size_t length = segment.p_filesz < size ? segment.p_filesz : size - 1;
        ssize_t got = pread(fd, name, length, (off_t)segment.p_offset);
        name[got > 0 ? got : 0] = '\0';
        return is_foreign(name) ? IQ_LOADER_FOREIGN : IQ_LOADER_USUAL;
    }
    return IQ_LOADER_NONE;
}

enum iq_loader iq_loader_of(const char *path, char *name, size_t size)
{
    union {
        char text[HEAD + 1];
        Elf64_Ehdr elf;
    } head;
    name[0] = '\0';
    for (int script = 0; script < SCRIPTS; script++) {
        int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        ssize_t length = fd < 0 ? -1 : pread(fd, head.text, HEAD, 0);
        enum iq_loader loader = IQ_LOADER_USUAL;
        int is_script = length > 2 && !memcmp(head.text, "#!", 2);
        if (length >= (ssize_t)sizeof head.elf && !memcmp(head.text, ELFMAG, SELFMAG))
            loader = loader_of_elf(fd, &head.elf, name, size);
        if (fd >= 0)
            close(fd);
        if (!is_script)
            return loader;
        head.text[length] = '\0';
        if (!interpreter_of_script(head.text))
            break;
        path = head.text;
    }
    return IQ_LOADER_USUAL;
}
