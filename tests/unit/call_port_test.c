// link: checker -lzstd -llz4
/* The rules answer all that a call's way asks where there is no event. */
#include "call/port.h"
#include "test.h"

TEST(nothing_is_left_open)
{
    const struct iq_call_port *port = &iq_call_port;
    char text[IQ_RELATION_BYTES];
    CHECK(port->result_fate && port->error_overwritten && port->process_ends && port->device_ends &&
          port->waits_long);
    for (int relation = 0; relation <= IQ_RELATION_NEXT_CALL; relation++)
        CHECK(*port->relation_words(text, (enum iq_relation)relation, "cuInit", "CUDA_SUCCESS"));
    CHECK_STR(port->relation_words(text, IQ_RELATION_FAILED_TOO, NULL, NULL),
              "the same cause also made an access fail");
}
