#include "base/job.h"

#include <stdlib.h>
#include <string.h>

/* The first one whose rank is set decides; NULL: the launcher does not tell. */
static const struct {
    const char *rank, *size, *name;
} launchers[] = {
    { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE" },
    { "PMIX_RANK", NULL, "PMIX_NAMESPACE" },
    { "PMI_RANK", "PMI_SIZE", "SLURM_JOB_ID" },
    { "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", NULL },
    { "MPI_RANKID", "MPI_NRANKS", NULL },
    { "FLUX_TASK_RANK", "FLUX_JOB_SIZE", "FLUX_JOB_ID" },
    { "RANK", "WORLD_SIZE", "TORCHELASTIC_RUN_ID" },
    /* also set for a batch script, which may start one of the above */
    { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_JOB_ID" },
    { "LOCAL_RANK", "LOCAL_WORLD_SIZE", NULL },
};
enum { COUNT = sizeof launchers / sizeof *launchers, DIGITS = 9 };

static const char *value_of(char *const *environment, const char *name)
{
    size_t length = name ? strlen(name) : 0;
    for (; length && environment && *environment; environment++)
        if (!strncmp(*environment, name, length) && (*environment)[length] == '=')
            return *environment + length + 1;
    return NULL;
}

/* The value of [name] if it is a number; NULL otherwise. */
static const char *number(char *const *environment, const char *name)
{
    const char *value = value_of(environment, name);
    size_t length = value ? strlen(value) : 0;
    return length && length <= DIGITS && strspn(value, "0123456789") == length ? value : NULL;
}

static int launcher(char *const *environment)
{
    for (int i = 0; i < COUNT; i++)
        if (number(environment, launchers[i].rank))
            return i;
    return -1;
}

const char *iq_job_rank(char *const *environment)
{
    int i = launcher(environment);
    return i < 0 ? NULL : number(environment, launchers[i].rank);
}

uint32_t iq_job_size(char *const *environment)
{
    int i = launcher(environment);
    const char *size = i < 0 ? NULL : number(environment, launchers[i].size);
    return size ? (uint32_t)atoi(size) : 0;
}

const char *iq_job_name(char *const *environment)
{
    int i = launcher(environment);
    return i < 0 ? NULL : value_of(environment, launchers[i].name);
}
