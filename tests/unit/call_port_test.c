// link: checker -lzstd -llz4
/* The rules answer all that a call's way asks where there is no event. */
#include "call/port.h"
#include "test.h"

TEST(nothing_is_left_open)
{
    const struct iq_call_port *port = &iq_call_port;
    CHECK(port->result_fate && port->error_overwritten && port->process_ends && port->device_ends &&
          port->waits_long);
}
