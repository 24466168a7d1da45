#include "cli/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int iq_environment_init(struct iq_environment *environment)
{
    *environment = (struct iq_environment){ 0 };
    for (char **variable = environ; *variable; variable++) {
        char *copy = strdup(*variable);
        if (!copy || iq_vec_push(&environment->list, copy)) {
            free(copy);
            return IQ_ENOMEM;
        }
    }
    return 0;
}

void iq_environment_finish(struct iq_environment *environment)
{
    for (size_t i = 0; i < environment->list.count; i++)
        free(environment->list.data[i]);
    iq_vec_finish(&environment->list);
}

static size_t find(const struct iq_environment *environment, const char *name)
{
    size_t length = strlen(name), i = 0;
    for (; i < environment->list.count; i++)
        if (!strncmp(environment->list.data[i], name, length) &&
            environment->list.data[i][length] == '=')
            break;
    return i;
}

const char *iq_environment_value(const struct iq_environment *environment, const char *name)
{
    size_t i = find(environment, name);
    return i < environment->list.count ? strchr(environment->list.data[i], '=') + 1 : NULL;
}

int iq_environment_set(struct iq_environment *environment, const char *name, const char *value)
{
    size_t i = find(environment, name);
    char *text = NULL;
    if (value && asprintf(&text, "%s=%s", name, value) < 0)
        return IQ_ENOMEM;
    if (i < environment->list.count) {
        free(environment->list.data[i]);
        if (text)
            environment->list.data[i] = text;
        else
            environment->list.data[i] = environment->list.data[--environment->list.count];
        return 0;
    }
    if (!text)
        return 0;
    if (iq_vec_push(&environment->list, text)) {
        free(text);
        return IQ_ENOMEM;
    }
    return 0;
}

int iq_environment_prepend(struct iq_environment *environment, const char *name, const char *value)
{
    const char *old = iq_environment_value(environment, name);
    char *text = NULL;
    if (asprintf(&text, "%s%s%s", value, old && *old ? ":" : "", old ? old : "") < 0)
        return IQ_ENOMEM;
    int error = iq_environment_set(environment, name, text);
    free(text);
    return error;
}

int iq_environment_append(struct iq_environment *environment, const char *name, const char *value)
{
    const char *old = iq_environment_value(environment, name);
    char *text = NULL;
    if (asprintf(&text, "%s%s%s", old ? old : "", old && *old ? ":" : "", value) < 0)
        return IQ_ENOMEM;
    int error = iq_environment_set(environment, name, text);
    free(text);
    return error;
}

char **iq_environment_get(struct iq_environment *environment)
{
    if (iq_vec_push(&environment->list, NULL))
        return NULL;
    environment->list.count--;
    return environment->list.data;
}
