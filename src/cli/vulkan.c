/* The loader of Debian 12 (1.3.239) takes layers in the order in which it finds their manifests,
 * later ones in the order of VK_INSTANCE_LAYERS: ours is the first in both. */
#include "cli/vulkan.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/errors.h"
#include "base/fd.h"
#include "base/str.h"

#define OWN_LAYER "VK_LAYER_INQUEST_guest"
#define KHRONOS_LAYER "VK_LAYER_KHRONOS_validation"
#define SWITCHES \
    "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT:VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT"

enum { MANIFEST_BYTES = 1 << 20, PATH_BYTES = 8192 };

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

/* Looks at the manifests in the folders of [list], separated by colons. */
static bool look_in(const char *list, char *path, size_t size)
{
    char pattern[PATH_BYTES];
    bool is = false;
    for (const char *at = list; at && *at && !is; at += strcspn(at, ":"), at += *at == ':') {
        glob_t found = { 0 };
        snprintf(pattern, sizeof pattern, "%.*s/*.json", (int)strcspn(at, ":"), at);
        if (!glob(pattern, 0, NULL, &found))
            for (size_t i = 0; i < found.gl_pathc && !is; i++)
                if ((is = names_layer(found.gl_pathv[i])))
                    snprintf(path, size, "%s", found.gl_pathv[i]);
        globfree(&found);
    }
    return is;
}

static const char *value_of(const struct iq_environment *environment, const char *name)
{
    const char *value = environment ? iq_environment_value(environment, name) : getenv(name);
    return value && *value ? value : NULL;
}

/* Adds each folder of [list] with [below] after it. */
static void add_folders(struct iq_str *out, const char *list, const char *below)
{
    for (const char *at = list; at && *at; at += strcspn(at, ":"), at += *at == ':')
        iq_str_printf(out, "%s%.*s%s", out->length ? ":" : "", (int)strcspn(at, ":"), at, below);
}

/* The folders where loaders look for layers that are asked for, unless VK_LAYER_PATH says
 * otherwise. */
static void put_default_folders(struct iq_str *out, const struct iq_environment *environment)
{
    static const char below[] = "/vulkan/explicit_layer.d";
    const char *home = value_of(environment, "HOME"),
               *config = value_of(environment, "XDG_CONFIG_DIRS"),
               *data = value_of(environment, "XDG_DATA_DIRS");
    const char *own_config = value_of(environment, "XDG_CONFIG_HOME"),
               *own_data = value_of(environment, "XDG_DATA_HOME");
    add_folders(out, own_config ? own_config : home,
                own_config ? below : "/.config/vulkan/explicit_layer.d");
    add_folders(out, config ? config : "/etc/xdg", below);
    add_folders(out, "/etc", below);
    add_folders(out, own_data ? own_data : home,
                own_data ? below : "/.local/share/vulkan/explicit_layer.d");
    add_folders(out, data ? data : "/usr/local/share:/usr/share", below);
    if (data)
        add_folders(out, "/usr/local/share:/usr/share", below);
}

bool iq_vulkan_find_validation(const struct iq_environment *environment, char *path, size_t size)
{
    char folders[PATH_BYTES];
    struct iq_str list;
    const char *only = value_of(environment, "VK_LAYER_PATH");
    if (only)
        return look_in(only, path, size);
    iq_str_init_buffer(&list, folders, sizeof folders);
    add_folders(&list, value_of(environment, "VK_ADD_LAYER_PATH"), "");
    put_default_folders(&list, environment);
    return look_in(folders, path, size);
}

/* Loaders before 1.3.207 (Ubuntu 22.04 has 1.3.204) do not know VK_ADD_LAYER_PATH.  The file behind
 * libvulkan.so.1 is named by its version. */
static bool is_old_loader(const struct iq_environment *environment)
{
    char folders[PATH_BYTES], name[PATH_BYTES], file[PATH_BYTES];
    struct iq_str list;
    iq_str_init_buffer(&list, folders, sizeof folders);
    add_folders(&list, value_of(environment, "LD_LIBRARY_PATH"), "");
    add_folders(&list,
                "/usr/local/lib:/usr/lib/" IQ_ARCH_TRIPLET ":/lib/" IQ_ARCH_TRIPLET
                ":/usr/lib64:/lib64:/usr/lib",
                "");
    for (const char *at = folders; *at; at += strcspn(at, ":"), at += *at == ':') {
        unsigned minor, patch;
        snprintf(name, sizeof name, "%.*s/libvulkan.so.1", (int)strcspn(at, ":"), at);
        ssize_t length = readlink(name, file, sizeof file - 1);
        if (length <= 0)
            continue;
        file[length] = 0;
        const char *version = strstr(file, "libvulkan.so.1.");
        return version && sscanf(version, "libvulkan.so.1.%u.%u", &minor, &patch) == 2 &&
               (minor < 3 || (minor == 3 && patch < 207));
    }
    return false;
}

/* Where loaders are to look: the user's folders, or the usual ones, after ours. */
static int set_folders(struct iq_environment *environment, const char *folder)
{
    char folders[PATH_BYTES];
    struct iq_str list;
    if (value_of(environment, "VK_LAYER_PATH"))
        return iq_environment_prepend(environment, "VK_LAYER_PATH", folder);
    if (!is_old_loader(environment))
        return iq_environment_prepend(environment, "VK_ADD_LAYER_PATH", folder);
    iq_str_init_buffer(&list, folders, sizeof folders);
    add_folders(&list, folder, "");
    put_default_folders(&list, environment);
    return iq_environment_set(environment, "VK_LAYER_PATH", folders);
}

/* VK_LOADER_LAYERS_DISABLE may name every layer there is; what is enabled by name is not among
 * them. */
static int stay_enabled(struct iq_environment *environment)
{
    char names[PATH_BYTES];
    struct iq_str list;
    const char *enabled = value_of(environment, "VK_LOADER_LAYERS_ENABLE");
    if (!value_of(environment, "VK_LOADER_LAYERS_DISABLE"))
        return 0;
    iq_str_init_buffer(&list, names, sizeof names);
    iq_str_printf(&list, "%s%s%s", OWN_LAYER, enabled ? "," : "", enabled ? enabled : "");
    return iq_environment_set(environment, "VK_LOADER_LAYERS_ENABLE", names);
}

int iq_vulkan_prepare(struct iq_environment *environment, const char *folder, bool validation)
{
    int failed = set_folders(environment, folder) | stay_enabled(environment);
    if (validation) {
        failed |= iq_environment_prepend(environment, "VK_INSTANCE_LAYERS", KHRONOS_LAYER);
        failed |= iq_environment_prepend(environment, "VK_LAYER_ENABLES", SWITCHES);
        /* the newer layer's name for the same */
        if (!iq_environment_value(environment, "VK_KHRONOS_VALIDATION_VALIDATE_SYNC"))
            failed |=
                iq_environment_set(environment, "VK_KHRONOS_VALIDATION_VALIDATE_SYNC", "true");
    }
    failed |= iq_environment_prepend(environment, "VK_INSTANCE_LAYERS", OWN_LAYER);
    return failed ? IQ_ENOMEM : 0;
}
