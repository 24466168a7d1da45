/* The environment of the traced program: the user's, with our libraries put first and our options
 * added.
 * Owner: iq_environment_init and _finish.  Threads: start-up only. */
#ifndef IQ_CLI_ENVIRONMENT_H
#define IQ_CLI_ENVIRONMENT_H

#include "base/vec.h"

/* "NAME=value", NULL at the end once iq_environment_get was called */
struct iq_environment {
    IQ_VEC(char *) list;
};

/* Starts with a copy of this process's environment.  Returns 0, IQ_ENOMEM. */
int iq_environment_init(struct iq_environment *environment);
void iq_environment_finish(struct iq_environment *environment);

/* Sets, replaces or (value NULL) removes.  Returns 0, IQ_ENOMEM. */
int iq_environment_set(struct iq_environment *environment, const char *name, const char *value);

/* Puts [value] and a colon before what is there. */
int iq_environment_prepend(struct iq_environment *environment, const char *name, const char *value);

/* Puts a colon and [value] after what is there. */
int iq_environment_append(struct iq_environment *environment, const char *name, const char *value);

/* Value, NULL if not set.  Borrowed until the next change. */
const char *iq_environment_value(const struct iq_environment *environment, const char *name);

/* The array for execve, NULL when out of memory. */
char **iq_environment_get(struct iq_environment *environment);

#endif
