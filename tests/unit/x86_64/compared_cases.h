/* Instructions that compare a result, or a variable, with 712, and such that do not: for
 * process_compared_test.c. */
static const uint8_t filler[] = { 0xc3 }; /* ret */
static const struct comparing cases[] = {
    { "cmp $712,%eax; je", "3d c8 02 00 00 74 02", true },
    { "mov %eax,-4(%rbp); cmpl $712,-4(%rbp)", "89 45 fc 81 7d fc c8 02 00 00", true },
    { "mov %eax,%ebx; call; cmp $712,%ebx", "89 c3 e8 11 22 33 44 81 fb c8 02 00 00", true },
    { "test %eax,%eax; je +5; cmp $712,%eax", "85 c0 74 05 3d c8 02 00 00", true },
    { "mov %eax,0xc(%rsp); mov 0xc(%rsp),%edx; cmp $712,%edx",
      "89 44 24 0c 8b 54 24 0c 81 fa c8 02 00 00", true },
    { "lea -712(%rax),%edx", "8d 90 38 fd ff ff", true },
    { "cmp $713,%eax; ret", "3d c9 02 00 00 c3", false },
    { "test %eax,%eax; ret", "85 c0 c3", false },
    { "cmp $712,%ebx; ret", "81 fb c8 02 00 00 c3", false },
    { "call; cmp $712,%eax; ret", "e8 11 22 33 44 3d c8 02 00 00 c3", false },
    { "mov %eax,-4(%rbp); cmpl $712,-8(%rbp); ret", "89 45 fc 81 7d f8 c8 02 00 00 c3", false },
    { "mov %eax,-4(%rbp); mov %ebx,-4(%rbp); cmpl $712,-4(%rbp); ret",
      "89 45 fc 89 5d fc 81 7d fc c8 02 00 00 c3", false },
};

/* The variable is 12 bytes above the stack pointer and 4 below the frame pointer. */
static const struct comparing variables[] = {
    { "cmpl $712,-4(%rbp)", "81 7d fc c8 02 00 00", true },
    { "cmpl $712,0xc(%rsp)", "81 7c 24 0c c8 02 00 00", true },
    { "mov %rax,-16(%rbp); mov -4(%rbp),%eax; cmp $712,%eax", "48 89 45 f0 8b 45 fc 3d c8 02 00 00",
      true },
    { "call; mov 0xc(%rsp),%edx; cmp $712,%edx", "e8 11 22 33 44 8b 54 24 0c 81 fa c8 02 00 00",
      true },
    { "cmpl $1,-4(%rbp); je, to a loop without an end; cmpl $712,-4(%rbp)",
      "83 7d fc 01 74 07 81 7d fc c8 02 00 00 90 eb fd", true },
    { "cmp $712,%eax; ret", "3d c8 02 00 00 c3", false },
    { "cmpl $713,-4(%rbp); ret", "81 7d fc c9 02 00 00 c3", false },
    { "cmpl $712,-8(%rbp); ret", "81 7d f8 c8 02 00 00 c3", false },
    { "cmpl $712,8(%rsp); ret", "81 7c 24 08 c8 02 00 00 c3", false },
    { "mov %ebx,-4(%rbp); cmpl $712,-4(%rbp); ret", "89 5d fc 81 7d fc c8 02 00 00 c3", false },
};
