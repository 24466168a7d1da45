/* The loader of Debian 12 (1.3.239) takes layers in the order in which it finds their manifests, later ones in the order of
 * VK_INSTANCE_LAYERS: ours is the first in both. */
#include "cli/vulkan.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "base/fd.h"

#define OWN_LAYER "VK_LAYER_INQUEST_guest"
#define KHRONOS_LAYER "VK_LAYER_KHRONOS_validation"
#define SWITCHES "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT:VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT"

enum { MANIFEST_BYTES = 1 << 20 };

static bool names_layer(const char *file)
{
    char *text;
    size_t length;
    if (iq_fd_read_file(file, MANIFEST_BYTES, &text, &length))
        return false;
    bool found = strstr(text, "\"" KHRONOS_LAYER "\"") != NULL;
    free(text);
    return found;
}

/* Looks at the manifests in [list], folders separated by colons, each with [below] behind it. */
static bool look_in(const char *list, const char *below, char *path, size_t size)
{
    char pattern[4300];
    for (const char *at = list; at && *at; at += strcspn(at, ":"), at += *at == ':') {
        glob_t found = {0};
        bool is = false;
        snprintf(pattern, sizeof pattern, "%.*s%s/*.json", (int)strcspn(at, ":"), at, below);
        if (!glob(pattern, 0, NULL, &found))
            for (size_t i = 0; i < found.gl_pathc && !is; i++)
                if (names_layer(found.gl_pathv[i])) {
                    snprintf(path, size, "%s", found.gl_pathv[i]);
                    is = true;
                }
        globfree(&found);
        if (is)
            return true;
    }
    return false;
}

static const char *value_of(const struct iq_environment *environment, const char *name)
{
    return environment ? iq_environment_value(environment, name) : getenv(name);
}

bool iq_vulkan_find_validation(const struct iq_environment *environment, char *path, size_t size)
{
    const char *only = value_of(environment, "VK_LAYER_PATH"), *data = value_of(environment, "XDG_DATA_DIRS");
    const char *home = value_of(environment, "HOME");
    char own[4200];
    if (only && *only)
        return look_in(only, "", path, size);
    snprintf(own, sizeof own, "%s/.local/share", home ? home : "");
    return look_in(value_of(environment, "VK_ADD_LAYER_PATH"), "", path, size) ||
           look_in(own, "/vulkan/explicit_layer.d", path, size) || look_in("/etc/xdg:/etc", "/vulkan/explicit_layer.d", path, size) ||
           look_in(data && *data ? data : "/usr/local/share:/usr/share", "/vulkan/explicit_layer.d", path, size) ||
           look_in("/usr/local/share:/usr/share", "/vulkan/explicit_layer.d", path, size);
}

int iq_vulkan_prepare(struct iq_environment *environment, const char *folder, bool validation)
{
    const char *only = iq_environment_value(environment, "VK_LAYER_PATH");
    bool has_only = only && *only;
    int failed = iq_environment_prepend(environment, has_only ? "VK_LAYER_PATH" : "VK_ADD_LAYER_PATH", folder);
    if (validation) {
        failed |= iq_environment_prepend(environment, "VK_INSTANCE_LAYERS", KHRONOS_LAYER);
        failed |= iq_environment_prepend(environment, "VK_LAYER_ENABLES", SWITCHES);
        if (!iq_environment_value(environment, "VK_KHRONOS_VALIDATION_VALIDATE_SYNC"))     /* the newer layer's name for the same */
            failed |= iq_environment_set(environment, "VK_KHRONOS_VALIDATION_VALIDATE_SYNC", "true");
    }
    failed |= iq_environment_prepend(environment, "VK_INSTANCE_LAYERS", OWN_LAYER);
    return failed ? IQ_ENOMEM : 0;
}
