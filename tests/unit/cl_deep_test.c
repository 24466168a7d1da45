// link: base
/* Messages of Oclgrind's log. */
#include "../../src/api_opencl/deep_log.c"
#include "test.h"

static const char log_text[] =
    "\nInvalid write of size 4 at global memory address 0x1000000001000\n\tKernel: scale\n\tEntity: Global(1024,0,0) Local(0,0,0) Group(1024,0,0)\n"
    "\t  store float %mul\n\tAt line 12 (column 78) of input.cl:\n\t  data[get_global_id(0)] *= factor;\n\n"
    "\nRead-write data race at local memory address 0x20\n\tKernel: sum\n\t\n\tFirst entity:  Global(1,0,0)\n\n"
    "Something else\n\n"
    "\nInvalid read of size";

TEST(messages)
{
    struct iq_cl_deep_message message;
    size_t size = sizeof log_text - 1, at = iq_cl_deep_read(log_text, size, false, &message);
    CHECK(at && message.rule && !strcmp(message.rule, "kernel-out-of-bounds"));
    CHECK_INT(message.address, 0x1000000001000);
    CHECK_INT(message.line, 12);
    CHECK_INT(message.column, 78);
    CHECK(message.kernel.size == 5 && !memcmp(message.kernel.at, "scale", 5));
    CHECK(message.statement.size == 33 && !memcmp(message.statement.at, "data[", 5));
    size_t more = iq_cl_deep_read(log_text + at, size - at, false, &message);
    CHECK(more && message.rule && !strcmp(message.rule, "kernel-shared-race"));
    CHECK(message.item.size == 13);
    at += more;
    more = iq_cl_deep_read(log_text + at, size - at, false, &message);
    CHECK(more && !message.rule);
    at += more;
    CHECK(!iq_cl_deep_read(log_text + at, size - at, false, &message));
    CHECK(!iq_cl_deep_read(log_text + at, size - at, true, &message));      /* half a line */
}

static const char split[] = "\nUninitialized value written to global memory address 0x10\n\tKernel: k\n\tEntity: Global(0,0,0)\n\t  store <2 x float> undef, <2 x float> addrspace(1)* %a\n\n"
                            "\nInvalid write of size 8 at global memory address 0x10\n\tKernel: k\n\t  store <2 x float> undef, <2 x float> addrspace(1)* %a\n\n";

TEST(a_store_of_no_value_is_a_split_vector)
{
    struct iq_cl_deep_message message;
    size_t at = iq_cl_deep_read(split, sizeof split - 1, false, &message);
    CHECK(at && !message.rule);
    CHECK(iq_cl_deep_read(split + at, sizeof split - 1 - at, false, &message) && message.rule && !strcmp(message.rule, "kernel-out-of-bounds"));
}

static const char one[] = "\nInvalid write of size 4 at global memory address 0x1000000001000\n\tKernel: scale\n\t\n";

TEST(the_last_message_has_nothing_behind_it)
{
    struct iq_cl_deep_message message;
    size_t size = sizeof one - 1;
    CHECK(!iq_cl_deep_read(one, size, false, &message));
    CHECK_INT(iq_cl_deep_read(one, size, true, &message), size);
    CHECK(message.rule && message.kernel.size == 5);
}
