// link: base dl
/* The dynamic linker's cache of libraries, from arbitrary bytes. */
#include "cli/driver.c"

/* Nothing is opened here. */
const char *iq_program_other_machine(const char *path)
{
    (void)path;
    return NULL;
}

static size_t visited;

static bool visit(void *user, const char *path)
{
    (void)user;
    if (access(path, R_OK))
        abort();
    return ++visited % 3 != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1);
    if (!copy)
        return 0;
    if (size)
        memcpy(copy, data, size);
    copy[size] = '\0';
    (void)each_in_cache(copy, size, visit, NULL);
    free(copy);
    return 0;
}
