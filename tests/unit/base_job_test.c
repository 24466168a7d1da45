// link: base
/* The place of a process in a parallel job. */
#include "base/job.h"
#include "test.h"

TEST(the_first_launcher_counts)
{
    char *const environment[] = { "RANK=3", "WORLD_SIZE=5", "OMPI_COMM_WORLD_RANK=12",
                                  "OMPI_COMM_WORLD_SIZE=16", NULL };
    CHECK_STR(iq_job_rank(environment), "12");
    CHECK_INT(iq_job_size(environment), 16);
    CHECK(!iq_job_name(environment));
}

TEST(what_is_no_number_is_no_rank)
{
    char *const environment[] = { "RANK=first", "PMI_RANK=", "PMI_RANKS=4", NULL };
    CHECK(!iq_job_rank(environment));
    CHECK(!iq_job_rank(NULL));
    CHECK_INT(iq_job_size(NULL), 0);
}
