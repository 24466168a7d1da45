// link: base
/* Messages of Oclgrind's log. */
#include "../../src/rules/opencl/deep_log.c"
#include "test.h"

static const char log_text[] =
    "\nInvalid write of size 4 at global memory address 0x1000000001000\n\tKernel: scale\n\tEntity: Global(1024,0,0) Local(0,0,0) Group(1024,0,0)\n"
    "\t  store float %mul\n\tAt line 12 (column 78) of input.cl:\n\t  data[get_global_id(0)] *= factor;\n\n"
    "\nRead-write data race at local memory address 0x20\n\tKernel: sum\n\t\n\tFirst entity:  Global(1,0,0)\n\n"
    "Something else\n\n"
    "\nInvalid read of size";

static bool is(const struct iq_cl_deep_message *message, enum iq_rule_id rule)
{
    return message->kind && message->kind->rules[message->local] == rule;
}

TEST(messages)
{
    struct iq_cl_deep_message message;
    size_t size = sizeof log_text - 1, at = iq_cl_deep_read(log_text, size, false, &message);
    CHECK(at && is(&message, IQ_RULE_KERNEL_OUT_OF_BOUNDS));
    CHECK_INT(message.address, 0x1000000001000);
    CHECK_INT(message.line, 12);
    CHECK_INT(message.column, 78);
    CHECK(message.kernel.size == 5 && !memcmp(message.kernel.at, "scale", 5));
    CHECK(message.statement.size == 33 && !memcmp(message.statement.at, "data[", 5));
    size_t more = iq_cl_deep_read(log_text + at, size - at, false, &message);
    CHECK(more && is(&message, IQ_RULE_KERNEL_SHARED_RACE));
    CHECK(message.item.size == 13);
    at += more;
    more = iq_cl_deep_read(log_text + at, size - at, false, &message);
    CHECK(more && is(&message, IQ_RULE_VALIDATION) && !message.kind->beginning);
    CHECK(message.title.size == 14 && !memcmp(message.title.at, "Something else", 14));
    at += more;
    CHECK(!iq_cl_deep_read(log_text + at, size - at, false, &message));
    CHECK(!iq_cl_deep_read(log_text + at, size - at, true, &message)); /* half a line */
}

static const char split[] =
    "\nUninitialized value written to global memory address 0x10\n\tKernel: k\n\tEntity: Global(0,0,0)\n\t  store <2 x float> undef, <2 x float> addrspace(1)* %a\n\n"
    "\nInvalid write of size 8 at global memory address 0x10\n\tKernel: k\n\t  store <2 x float> undef, <2 x float> addrspace(1)* %a\n\n";

TEST(a_store_of_no_value_is_a_split_vector)
{
    struct iq_cl_deep_message message;
    size_t at = iq_cl_deep_read(split, sizeof split - 1, false, &message);
    CHECK(at && !message.kind);
    CHECK(iq_cl_deep_read(split + at, sizeof split - 1 - at, false, &message) &&
          is(&message, IQ_RULE_KERNEL_OUT_OF_BOUNDS));
}

static const char one[] =
    "\nInvalid write of size 4 at global memory address 0x1000000001000\n\tKernel: scale\n\t\n";

TEST(the_last_message_has_nothing_behind_it)
{
    struct iq_cl_deep_message message;
    size_t size = sizeof one - 1;
    CHECK(!iq_cl_deep_read(one, size, false, &message));
    CHECK_INT(iq_cl_deep_read(one, size, true, &message), size);
    CHECK(message.kind && message.kernel.size == 5);
}

/* What 21.10 writes, each with the rule that it becomes and its severity. */
static const struct {
    const char *title;
    enum iq_rule_id rule;
    enum iq_severity severity;
} all[] = {
    { "Invalid read of size 4 at global memory address 0x1000000000010",
      IQ_RULE_KERNEL_OUT_OF_BOUNDS, IQ_ERROR },
    { "Invalid write of size 16 at constant memory address 0x10", IQ_RULE_KERNEL_OUT_OF_BOUNDS,
      IQ_ERROR },
    { "Invalid write of size 16 at local memory address 0x10", IQ_RULE_KERNEL_SHARED_OUT_OF_BOUNDS,
      IQ_ERROR },
    { "Invalid read from write-only buffer", IQ_RULE_BAD_FLAGS, IQ_WARNING },
    { "Invalid write to read-only buffer", IQ_RULE_BAD_FLAGS, IQ_WARNING },
    { "Invalid read from buffer mapped for writing", IQ_RULE_MAPPED_CONFLICT, IQ_ERROR },
    { "Invalid write to mapped buffer", IQ_RULE_MAPPED_CONFLICT, IQ_ERROR },
    { "Index (5) exceeds static array size (4)", IQ_RULE_KERNEL_OUT_OF_BOUNDS, IQ_ERROR },
    { "Index (-1) exceeds static array size (4)", IQ_RULE_KERNEL_OUT_OF_BOUNDS, IQ_ERROR },
    { "Read-write data race at global memory address 0x10", IQ_RULE_KERNEL_RACE, IQ_WARNING },
    { "Write-write data race at local memory address 0x10", IQ_RULE_KERNEL_SHARED_RACE,
      IQ_WARNING },
    { "Uninitialized value written to global memory address 0x10", IQ_RULE_KERNEL_UNINITIALIZED,
      IQ_WARNING },
    { "Uninitialized address used to read from private memory address 0x10",
      IQ_RULE_KERNEL_UNINITIALIZED, IQ_WARNING },
    { "Controlflow depends on uninitialized value", IQ_RULE_KERNEL_UNINITIALIZED, IQ_WARNING },
    { "Instruction depends on an uninitialized index value", IQ_RULE_KERNEL_UNINITIALIZED,
      IQ_WARNING },
    { "Work-group divergence detected (barrier)", IQ_RULE_BARRIER_DIVERGENCE, IQ_ERROR },
    { "Work-group divergence detected (async copy)", IQ_RULE_BARRIER_DIVERGENCE, IQ_ERROR },
    { "Invalid wait event", IQ_RULE_NEVER_SIGNALLED, IQ_ERROR },
    { "Work-item finished without waiting for events", IQ_RULE_KERNEL_SHARED_RACE, IQ_ERROR },
    { "Unaligned address on atomic_fetch_add_explicit", IQ_RULE_KERNEL_MISALIGNED, IQ_ERROR },
    { "Invalid memory load - source pointer is not aligned to the pointed type",
      IQ_RULE_KERNEL_MISALIGNED, IQ_ERROR },
    { "Invalid memory store - source pointer is not aligned to the pointed type",
      IQ_RULE_KERNEL_MISALIGNED, IQ_ERROR },
    { "OCLGRIND FATAL ERROR (WorkItem.cpp:271)\nEncountered unreachable instruction",
      IQ_RULE_KERNEL_TRAP, IQ_ERROR },
    { "OCLGRIND FATAL ERROR (WorkItemBuiltins.cpp:3552)\nEncountered trap instruction",
      IQ_RULE_KERNEL_TRAP, IQ_ERROR },
    { "OCLGRIND FATAL ERROR (WorkItem.cpp:1681)\nUndefined external function: f",
      IQ_RULE_VALIDATION, IQ_WARNING },
    { "Oclgrind: 1000 errors generated - suppressing further errors", IQ_RULE_VALIDATION, IQ_NOTE },
};

TEST(every_message_of_oclgrind_is_known)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct iq_cl_deep_message message;
        char text[400];
        int size =
            snprintf(text, sizeof text,
                     "\n%s\n\tKernel: k\n\tEntity: Global(0,0,0) Local(0,0,0) Group(0,0,0)\n\t\n\n",
                     all[i].title);
        CHECK(iq_cl_deep_read(text, (size_t)size, false, &message));
        CHECK(is(&message, all[i].rule));
        CHECK(message.kind && message.kind->beginning && message.kind->severity == all[i].severity);
        CHECK(message.kernel.size == 1);
    }
}

static const char diverged[] =
    "\nWork-group divergence detected (barrier)\n\tKernel:     k\n\tWork-group: (2,0,0)\n\tOnly 3 out of 4 work-items executed barrier\n"
    "\t  tail call spir_func void @_Z7barrierj(i32 noundef 2)\n\tAt line 6 (column 5) of input.cl:\n\t  barrier(CLK_GLOBAL_MEM_FENCE);\n\t\n\n"
    "\nWork-group divergence detected (async copy)\n\tKernel:     k\n\tWork-group: (0,0,0)\n\t\n\tWork-item:  Global(2,0,0) Local(2,0,0) Group(0,0,0)\n"
    "\t  call\n\tAt line 14 (column 13) of input.cl:\n\t  event = copy;\n\tdest=0x1, src=0x1\n\t\n\tPrevious work-items executed:\n\t  call\n"
    "\tAt line 3 (column 1) of input.cl:\n\t  other;\n\t\n\n";

TEST(who_diverged)
{
    struct iq_cl_deep_message message;
    size_t at = iq_cl_deep_read(diverged, sizeof diverged - 1, false, &message);
    CHECK(message.item.size == 7 && !memcmp(message.item.at, "(2,0,0)", 7));
    CHECK(message.detail.size == 43 && !memcmp(message.detail.at, "Only 3 out", 10));
    CHECK(at && iq_cl_deep_read(diverged + at, sizeof diverged - 1 - at, false, &message));
    CHECK(message.item.size == 39 && !memcmp(message.item.at, "Global(2", 8));
    CHECK_INT(message.line, 14);
    CHECK(message.statement.size == 13 && !memcmp(message.statement.at, "event", 5));
}

static const char array[] =
    "\nIndex (4) exceeds static array size (4)\n\tKernel: k\n\t  store i32 %0, i32 addrspace(3)* %arrayidx, align 4\n\t\n\n";

TEST(an_array_in_local_memory)
{
    struct iq_cl_deep_message message;
    CHECK(iq_cl_deep_read(array, sizeof array - 1, false, &message) &&
          is(&message, IQ_RULE_KERNEL_SHARED_OUT_OF_BOUNDS));
}
