/* What the launcher does for Vulkan programs: the environment by which the loader finds our layer,
 * and the Khronos one after it.
 * Owner: the caller's environment.  Threads: the main thread. */
#ifndef IQ_CLI_VULKAN_H
#define IQ_CLI_VULKAN_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/environment.h"

/* Finds the manifest of the Khronos validation layer where the loader would look, given [value] of
 * each variable (NULL: the process's own environment).  Copies its path to [path]; false if there
 * is none. */
bool iq_vulkan_find_validation(const struct iq_environment *environment, char *path, size_t size);

/* Adds our layer in [folder] and, if [validation], the Khronos layer to what the user has set.
 * Returns 0, IQ_ENOMEM. */
int iq_vulkan_prepare(struct iq_environment *environment, const char *folder, bool validation);

#endif
