/* The program to run: where it is, and what must be known about it before it starts.
 * Owner: the caller.  Threads: start-up only. */
#ifndef IQ_CLI_PROGRAM_H
#define IQ_CLI_PROGRAM_H

#include <stdbool.h>

#include "arch/arch.h"
#include "base/str.h"

enum iq_runtime_link { IQ_RUNTIME_NONE, IQ_RUNTIME_SHARED, IQ_RUNTIME_STATIC, IQ_RUNTIME_HIDDEN };

struct iq_executable {
    char path[4096]; /* what is passed to execve */
    bool script;     /* starts with #! */
    bool is_static;  /* no dynamic loader: nothing can be preloaded */
    /* what starts it if that is not glibc's loader: it would fail over our library; "" usually */
    char foreign_loader[256];
    /* set-user-ID, file capabilities or the like: the loader ignores LD_PRELOAD */
    bool privileged;
    bool stripped;
    /* how it brings the CUDA runtime, as far as its own file shows */
    enum iq_runtime_link runtime;
    char sanitizer[64]; /* "libasan.so.8" to be loaded first; "" none */
    bool has_asan;      /* also when it is linked into the program */
};

/* Finds [name] as execvp would and looks into the file.
 * Returns 0, or the exit status for the user (126, 127) with one line of reason in [error]. */
int iq_program_find(struct iq_executable *program, const char *name, struct iq_str *error);

/* Of a file for another processor, whose name follows: "... is built for AArch64; ...". */
#define IQ_OTHER_MACHINE "built for %s; this inquest runs " IQ_ARCH_NAME " programs"

/* The name of the processor that the ELF file at [path] is for if it is not this one; else, and for
 * what is no ELF file, NULL. */
const char *iq_program_other_machine(const char *path);

#endif
