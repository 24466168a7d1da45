/* Instructions that compare a result, or a variable, with 712, and such that do not: for
 * process_compared_test.c. */
static const uint8_t filler[] = { 0xc0, 0x03, 0x5f, 0xd6 }; /* ret */
static const struct comparing cases[] = {
    { "cmp w0, 712; b.eq . + 8", "1f 20 0b 71 40 00 00 54", true },
    { "str w0, [sp, 12]; ldr w1, [sp, 12]; cmp w1, 712", "e0 0f 00 b9 e1 0f 40 b9 3f 20 0b 71",
      true },
    { "stur w0, [x29, -4]; ldur w1, [x29, -4]; cmp w1, 712", "a0 c3 1f b8 a1 c3 5f b8 3f 20 0b 71",
      true },
    { "mov w19, w0; bl . + 64; cmp w19, 712", "f3 03 00 2a 10 00 00 94 7f 22 0b 71", true },
    { "cbz w0, . + 8; cmp w0, 712", "40 00 00 34 1f 20 0b 71", true },
    { "sub w1, w0, 712", "01 20 0b 51", true },
    { "b.eq . + 8; nop; cmp w0, 712", "40 00 00 54 1f 20 03 d5 1f 20 0b 71", true },
    { "cmp w0, 713; ret", "1f 24 0b 71 c0 03 5f d6", false },
    { "cmp w0, 0; ret", "1f 00 00 71 c0 03 5f d6", false },
    { "cmp w19, 712; ret", "7f 22 0b 71 c0 03 5f d6", false },
    { "bl . + 64; cmp w0, 712; ret", "10 00 00 94 1f 20 0b 71 c0 03 5f d6", false },
    { "str w0, [sp, 12]; ldr w1, [sp, 8]; cmp w1, 712; ret",
      "e0 0f 00 b9 e1 0b 40 b9 3f 20 0b 71 c0 03 5f d6", false },
    { "str w0, [sp, 12]; str w1, [sp, 12]; ldr w2, [sp, 12]; cmp w2, 712; ret",
      "e0 0f 00 b9 e1 0f 00 b9 e2 0f 40 b9 5f 20 0b 71 c0 03 5f d6", false },
    { "mov w19, w0; mov w19, w1; cmp w19, 712; ret",
      "f3 03 00 2a f3 03 01 2a 7f 22 0b 71 c0 03 5f d6", false },
};

/* The variable is 12 bytes above the stack pointer and 4 below the frame pointer. */
static const struct comparing variables[] = {
    { "ldr w1, [sp, 12]; cmp w1, 712", "e1 0f 40 b9 3f 20 0b 71", true },
    { "ldur w1, [x29, -4]; cmp w1, 712", "a1 c3 5f b8 3f 20 0b 71", true },
    { "str x0, [sp]; ldr w0, [sp, 12]; cmp w0, 712", "e0 03 00 f9 e0 0f 40 b9 1f 20 0b 71", true },
    { "bl . + 64; ldr w2, [sp, 12]; cmp w2, 712", "10 00 00 94 e2 0f 40 b9 5f 20 0b 71", true },
    { "ldr w1, [sp, 12]; cmp w1, 1; b.eq . + 12; ldr w1, [sp, 12]; cmp w1, 712; nop; b . - 4",
      "e1 0f 40 b9 3f 04 00 71 60 00 00 54 e1 0f 40 b9 3f 20 0b 71 1f 20 03 d5 ff ff ff 17", true },
    { "cmp w0, 712; ret", "1f 20 0b 71 c0 03 5f d6", false },
    { "ldr w1, [sp, 12]; cmp w1, 713; ret", "e1 0f 40 b9 3f 24 0b 71 c0 03 5f d6", false },
    { "ldr w1, [sp, 8]; cmp w1, 712; ret", "e1 0b 40 b9 3f 20 0b 71 c0 03 5f d6", false },
    { "ldur w1, [x29, -8]; cmp w1, 712; ret", "a1 83 5f b8 3f 20 0b 71 c0 03 5f d6", false },
    { "str w1, [sp, 12]; ldr w2, [sp, 12]; cmp w2, 712; ret",
      "e1 0f 00 b9 e2 0f 40 b9 5f 20 0b 71 c0 03 5f d6", false },
};
