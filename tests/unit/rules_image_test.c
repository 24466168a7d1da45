// link: checker -lzstd -llz4
/* What is said of each way in which an image does not load. */
#include "checker_world.h"
#include "rules/cuda/image_words.h"

static void check_words(bool interprets, const struct iq_image_verdict *verdict,
                        const char *message, const char *cause, const char *fix)
{
    struct iq_image image = { .kind = IQ_IMAGE_FATBIN };
    struct iq_image_target target = { 9, 0, 9, 0, interprets };
    struct iq_words words;
    iq_str_init_heap(&words.message);
    iq_str_init_heap(&words.cause);
    iq_str_init_heap(&words.fix);
    iq_put_image_verdict(&words, &image, &target, verdict);
    CHECK(strstr(iq_str_text(&words.message), message));
    CHECK(strstr(iq_str_text(&words.cause), cause));
    CHECK(strstr(iq_str_text(&words.fix), fix));
    iq_str_finish(&words.message);
    iq_str_finish(&words.cause);
    iq_str_finish(&words.fix);
}

#define WORDS(message, cause, fix, ...) \
    check_words(true, &(struct iq_image_verdict){ __VA_ARGS__ }, message, cause, fix)

TEST(no_image)
{
    WORDS("is a NULL pointer", "this is a NULL pointer", "check the result of reading the file",
          .defect = IQ_DEFECT_ABSENT, .kind = IQ_IMAGE_NULL);
    WORDS("is text, but not PTX", "a driver loads PTX", "pass the contents of a .ptx",
          .defect = IQ_DEFECT_UNRECOGNIZED, .kind = IQ_IMAGE_TEXT);
}

TEST(damage)
{
    for (int problem = IQ_PROBLEM_NONE + 1; problem < IQ_PROBLEM_COUNT; problem++)
        WORDS("a cubin is cut off at byte 9", iq_image_problem_text(problem), "compare its size",
              .defect = IQ_DEFECT_TRUNCATED, .kind = IQ_IMAGE_CUBIN, .problem = problem,
              .offset = 9);
    WORDS("a fatbin is damaged at byte 9", "drivers do not check this", "bytes have changed",
          .defect = IQ_DEFECT_CORRUPT, .kind = IQ_IMAGE_FATBIN, .problem = IQ_PROBLEM_ENTRY_SIZE,
          .offset = 9, .crashes = true);
}

TEST(ptx)
{
    WORDS("sm_999, which no PTX version", "does not support", "-arch=compute_90",
          .defect = IQ_DEFECT_PTX_TARGET_UNKNOWN, .arch = 999);
    WORDS("PTX is for sm_100a, but the device is sm_90", "architecture or family",
          "-arch=compute_90", .defect = IQ_DEFECT_PTX_TARGET_MISFIT, .arch = 100, .variant = 'a');
    WORDS(".version 7.0, but its target sm_90 exists only since 7.8", "in the first line",
          "-arch=compute_90", .defect = IQ_DEFECT_PTX_TARGET_TOO_NEW, .arch = 90, .isa = { 7, 0 },
          .known = { 7, 8 });
    WORDS(".address_size 32", "64-bit code only", "-m64", .defect = IQ_DEFECT_PTX_ADDRESS_SIZE,
          .address_size = 32);
    WORDS("line 3", "never closed", "add the }", .defect = IQ_DEFECT_PTX_SYNTAX, .line = 3,
          .problem = IQ_PROBLEM_PTX_OPEN_BRACE);
    WORDS("version 9.1, but the driver supports versions up to 9.0", "newer than the driver",
          "arch=compute_90,code=sm_90", .defect = IQ_DEFECT_PTX_VERSION, .isa = { 9, 1 },
          .known = { 9, 0 });
}

TEST(no_code_for_the_device)
{
    check_words(false, &(struct iq_image_verdict){ .defect = IQ_DEFECT_WRONG_ARCH, .arch = 90 },
                "compute capability 9.0", "it holds no code at all", "arch=compute_90,code=sm_90");
    WORDS("compute capability 9.0", "it holds no code at all", "arch=compute_90,code=compute_90",
          .defect = IQ_DEFECT_WRONG_ARCH, .arch = 90);
    WORDS("a limit of the software device", "runs PTX", "arch=compute_80,code=compute_80",
          .defect = IQ_DEFECT_MACHINE_CODE, .arch = 80, .limit = true);
    WORDS("compute capability 9.0", "it holds no code at all", "arch=compute_80,code=compute_80",
          .defect = IQ_DEFECT_MACHINE_CODE, .arch = 80);
}
