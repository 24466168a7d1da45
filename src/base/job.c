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

/* The value of [name] if it is a number; NULL otherwise. */
static const char *number(const char *name)
{
    const char *value = name ? getenv(name) : NULL;
    size_t length = value ? strlen(value) : 0;
    return length && length <= DIGITS && strspn(value, "0123456789") == length ? value : NULL;
}

static int launcher(void)
{
    for (int i = 0; i < COUNT; i++)
        if (number(launchers[i].rank))
            return i;
    return -1;
}

const char *iq_job_rank(void)
{
    int i = launcher();
    return i < 0 ? NULL : number(launchers[i].rank);
}

uint32_t iq_job_size(void)
{
    int i = launcher();
    const char *size = i < 0 ? NULL : number(launchers[i].size);
    return size ? (uint32_t)atoi(size) : 0;
}

const char *iq_job_name(void)
{
    int i = launcher();
    return i < 0 || !launchers[i].name ? NULL : getenv(launchers[i].name);
}
