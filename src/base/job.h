/* The parallel job that a process belongs to, by the variables that its launcher has set: mpirun of
 * Open MPI, MPICH and MVAPICH, srun, flux, torchrun.
 * Owner: the environment, until it is changed.  Threads: as getenv. */
#ifndef IQ_BASE_JOB_H
#define IQ_BASE_JOB_H

#include <stdint.h>

/* The rank of this process, in digits; NULL: not in a job. */
const char *iq_job_rank(void);

/* The number of ranks of that job; 0: not known. */
uint32_t iq_job_size(void);

/* A name that the launcher has given to that job; NULL: none, or not in one. */
const char *iq_job_name(void);

#endif
