/* ptxas as a process of its own, as XLA (JAX) and Triton start it: the guest in it keeps what its
 * output was made of, and the process that loads that machine code finds it; see kernel_made.h.
 *
 *     ptxas [options] -o OUTPUT INPUT
 *
 * Several inputs at once are left alone. */
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "image/file.h"
#include "wrap/guest.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_made.h"
#include "wrap/kernel_store.h"

struct job {
    const char *output;
    struct iq_image_file input; /* of kind PTX */
    unsigned inputs, max_registers;
};

/* The value of [option] at words[*at], joined by "=" or the next word; NULL: it is another
 * option. */
static const char *value_of(char *const *words, size_t *at, const char *option)
{
    size_t length = strlen(option);
    const char *word = words[*at];
    if (strncmp(word, option, length) != 0 || (word[length] && word[length] != '='))
        return NULL;
    return word[length] ? word + length + 1 : words[*at + 1] ? words[++*at] : NULL;
}

static const char *either(char *const *words, size_t *at, const char *one, const char *other)
{
    const char *value = value_of(words, at, one);
    return value ? value : value_of(words, at, other);
}

/* A word that is a file of PTX; values of other options are no such files. */
static void take_input(struct job *job, const char *word)
{
    struct iq_image_file file;
    if (iq_image_file_open(word, &file))
        return;
    if (file.image.kind == IQ_IMAGE_PTX && !job->inputs++)
        job->input = file;
    else
        iq_image_file_close(&file);
}

static void read_words(struct job *job, char *const *words)
{
    for (size_t i = 1; words[0] && words[i]; i++) {
        const char *output = either(words, &i, "-o", "--output-file");
        const char *registers =
            output ? NULL : either(words, &i, "-maxrregcount", "--maxrregcount");
        if (output)
            job->output = output;
        else if (registers)
            job->max_registers = (unsigned)atoi(registers);
        else if (words[i][0] != '-')
            take_input(job, words[i]);
    }
}

static void keep(const struct job *job)
{
    struct iq_made_from from = { .max_registers = job->max_registers,
                                 .by = "code that ptxas compiled" };
    struct iq_image_file made;
    if (iq_image_file_open(job->output, &made))
        return;
    if (made.image.kind == IQ_IMAGE_CUBIN) {
        iq_made_add(&from, CU_JIT_INPUT_PTX, job->input.bytes, job->input.size);
        if (!from.failed)
            iq_kernel_store_made(made.bytes, made.size, &from);
    }
    iq_made_finish(&from);
    iq_image_file_close(&made);
}

static void at_exit(int code, void *user)
{
    struct job *job = user;
    if (!code)
        keep(job);
    iq_image_file_close(&job->input);
}

/* The words are read now, because ptxas changes them where they lie. */
void iq_kernel_ptxas_look(void)
{
    static struct job job;
    char *const *words = iq_guest_words();
    bool wanted = iq_kernel_checks_are_wanted() || iq_guest_is_soft();
    if (!words[0] || strcmp(iq_base_name(words[0]), "ptxas") != 0 || !wanted)
        return;
    read_words(&job, words);
    if (job.output && job.inputs == 1)
        on_exit(at_exit, &job);
    else if (job.inputs)
        iq_image_file_close(&job.input);
}
