/* The parallel job that a process belongs to, by the variables that its launcher has set: mpirun of
 * Open MPI, MPICH and MVAPICH, srun, flux, torchrun.
 * [environment] is an array of "NAME=value" with NULL at the end, or NULL.
 * Owner: results are borrowed from it.  Threads: any.  Works before libc is ready. */
#ifndef IQ_BASE_JOB_H
#define IQ_BASE_JOB_H

#include <stdint.h>

/* The rank of the process, in digits; NULL: not in a job. */
const char *iq_job_rank(char *const *environment);

/* The number of ranks of that job; 0: not known. */
uint32_t iq_job_size(char *const *environment);

/* A name that the launcher has given to that job; NULL: none, or not in one. */
const char *iq_job_name(char *const *environment);

#endif
