// link: checker -lzstd -llz4
/* The rules answer all that the engines of order ask. */
#include "checker_world.h"
#include "order/port.h"

TEST(nothing_is_left_open)
{
    const struct iq_order_port *port = &iq_order_port;
    CHECK(port->race && port->freed && port->early && port->unmapped && port->warn);
    CHECK(port->watch_kernels && port->watch_host && port->is_inside_call && port->runs_callback);
}

TEST(facts_about_calls)
{
    world_begin();
    CHECK(!iq_order_port.is_inside_call());
    CHECK(!iq_order_port.runs_callback());
    CHECK(!iq_order_port.watch_kernels()); /* no software device */
    CHECK(iq_order_port.watch_host());
}

TEST(a_warning_is_said_once)
{
    CU("cuInit", 0, 0ul);
    world_look();
    size_t before = world.messages.count;
    iq_order_port.warn("guards are off");
    iq_order_port.warn("guards are off");
    world_look();
    CHECK_INT(world.messages.count, before + 1);
}
