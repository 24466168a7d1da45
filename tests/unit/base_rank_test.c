// link: base
/* The place of a process in a parallel job. */
#include "base/rank.h"
#include "test.h"

TEST(the_first_variable_counts)
{
    char *const environment[] = { "RANK=3", "OMPI_COMM_WORLD_RANK=12", NULL };
    CHECK(!strcmp(iq_rank_of(environment), "12"));
}

TEST(what_is_no_number_is_no_rank)
{
    char *const environment[] = { "RANK=first", "PMI_RANK=", "PMI_RANKS=4", NULL };
    CHECK(!iq_rank_of(environment));
    CHECK(!iq_rank_of(NULL));
}
