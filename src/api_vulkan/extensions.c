#include "api_vulkan/extensions.h"

#include <stddef.h>
#include <string.h>

enum level { DEVICE, INSTANCE };

static const struct {
    const char *extension, *functions;
    enum level level;
} extensions[] = {
#define PROVIDES(level, extension, ...) { #extension, #__VA_ARGS__ ",", level },
#include "api_vulkan/extensions.def"
};

/* Is [name] a word of the list [functions], each of which ends with a comma? */
static bool has(const char *functions, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(functions, name); length && at; at = strstr(at + length, name))
        if ((at == functions || at[-1] == ' ') && at[length] == ',')
            return true;
    return false;
}

const char *iq_vk_extension_of(const char *name, bool *of_instance)
{
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (has(extensions[i].functions, name)) {
            *of_instance = extensions[i].level == INSTANCE;
            return extensions[i].extension;
        }
    return NULL;
}
