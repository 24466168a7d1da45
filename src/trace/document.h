/* What one process image left behind: the form between trace files or saved reports on one side and
 * report formats on the other.  Owner: the caller of iq_document_init; every string belongs to the
 * document's arena.
 * Threads: none of its own.  Launcher only. */
#ifndef IQ_TRACE_DOCUMENT_H
#define IQ_TRACE_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/contract.h"
#include "base/counters.h"
#include "base/map.h"
#include "base/vec.h"
#include "trace/calls.h"
#include "trace/collectives.h"
#include "trace/finding.h"

struct iq_frame {
    const char *function, *file; /* NULL: unknown */
    uint32_t line;               /* 0: unknown */
    const char *module;          /* base name of the object; NULL: unknown */
    uint64_t offset;             /* in the module; valid if has_offset */
    bool has_offset;
    const char *block, *thread; /* device frames: "x,y,z"; NULL otherwise */
    const char *directory;      /* what a relative file is relative to; NULL: unknown */
    /* interpreter frames: called by machine code, not by the next frame */
    bool entered;
};
typedef IQ_VEC(struct iq_frame) iq_frames;

struct iq_trace_stack {
    uint32_t id;
    IQ_VEC(uint64_t) pcs;     /* return addresses, innermost first */
    iq_frames interpreter;    /* frames of an interpreter, innermost first */
    iq_frames frames;         /* what reports show; filled by the symboliser or a saved report */
    const char *mark, *range; /* what the program was doing; NULL: it did not say */
    const char *overload; /* of the runtime's header, through which the call was made; NULL: none */
    bool resolved;
};

/* Code that a runtime compiled: what it says of a return address. */
struct iq_compiled {
    uint64_t pc;
    const char *function, *assembly, *file; /* all but function may be NULL: unknown */
    uint32_t line;
    uint32_t method, il_offset; /* metadata token, offset in its code; 0: unknown */
};

struct iq_document_module {
    uint64_t base, end, bias;
    const char *path, *build_id;
    bool deleted;
};
struct iq_untracked {
    const char *name;
    uint64_t count;
};
/* level: 0 information, 1 warning, 2 error */
struct iq_message {
    int level;
    const char *text;
    bool of_job; /* of all processes, not of this one */
};
/* Launches of a module's kernels, and how many were checked inside; why_not NULL: all, or nobody
 * asked. */
struct iq_kernels {
    const char *module, *why_not;
    uint64_t launches, checked;
};
typedef IQ_VEC(const char *) iq_strings;
/* A finding that another document has, too, and that is kept there only: its identity
 * (report/view.h). */
struct iq_repeat {
    uint64_t key, count;
    enum iq_severity severity;
};

struct iq_document;
/* Findings that are too many for the document: read file by file while a report is written. */
struct iq_further {
    iq_strings files; /* names, in the folder of [trace], the document's own file */
    const char *trace;
    uint64_t severity[IQ_ERROR + 1]; /* what is in those files, and is wanted */
    struct iq_map sites;             /* iq_view_site -> how many are there */
    /* reads file [n] into [part], resolved, without what is not wanted; NULL: nobody does */
    int (*read)(void *user, const struct iq_document *document, size_t n, struct iq_document *part);
    void *user;
};
struct iq_document {
    struct iq_arena arena;
    const char *version; /* of the inquest that wrote a saved report; NULL: this one */
    uint32_t pid, ppid;
    uint64_t start_ns;
    iq_strings argv;
    const char *host, *rank, *exe; /* NULL: unknown */
    const char *job;               /* name of the parallel job; NULL: unknown */
    uint32_t ranks;                /* of that job; 0: unknown */
    bool exit_known;
    int exit_code;                    /* -1: ended by exit_signal */
    int exit_signal;                  /* 0: none */
    const char *exec_path;            /* the image was replaced by this one; NULL: not */
    const char *device_kind, *driver; /* NULL: no device was used */
    iq_strings apis, names;
    uint64_t calls;
    IQ_VEC(struct iq_last_call) last_calls;   /* of threads, as the process left them */
    IQ_VEC(struct iq_recorded_call) recorded; /* the last calls, as they began */
    uint64_t recorded_count;                  /* with those that came before and were not kept */
    uint64_t recorded_lost; /* those; a saved report holds only some of the rest */
    /* of a saved report: calls near its findings, names of the streams that they have */
    IQ_VEC(struct iq_timeline_call) timeline;
    iq_strings timeline_lanes;
    struct iq_map entry_names, kernel_names; /* of them, by number, while a trace is read */
    const char *runtime;                     /* patched, hidden or none; NULL: unknown */
    IQ_VEC(struct iq_untracked) untracked;
    bool kernels_known;        /* launches were counted */
    struct iq_kernels kernels; /* of all modules */
    IQ_VEC(struct iq_kernels) kernel_modules;
    IQ_VEC(struct iq_document_module) modules;
    IQ_VEC(struct iq_trace_stack) stacks;
    struct iq_map stack_index; /* id -> position in stacks + 1 */
    IQ_VEC(struct iq_compiled) compiled;
    struct iq_map compiled_index; /* return address -> position in compiled + 1 */
    IQ_VEC(struct iq_finding) findings;
    struct iq_further further;
    bool is_part; /* while a trace is read: no findings are, see iq_trace_read_part */
    IQ_VEC(struct iq_repeat) repeats;
    IQ_VEC(struct iq_communicator_calls) communicators;
    struct iq_map finding_index; /* id -> position in findings + 1, while a trace is read */
    IQ_VEC(struct iq_message) messages;
    IQ_VEC(struct iq_fault) faults;
    uint64_t dropped; /* records that were lost */
    bool counted;     /* .counters are known */
    struct iq_counters counters;
    /* why lines of `inquest trace` could not be written; NULL: all were */
    const char *lines_lost;
    /* findings over --max, which are counted only, by severity */
    uint64_t folded[IQ_ERROR + 1];
    const char *perf_map; /* file that names just-in-time compiled functions; NULL: none */
    /* the trace ends in the middle or holds nonsense; what was readable is here */
    bool damaged;
    bool foreign;      /* was read from a file: nothing in it is to be trusted */
    bool main_program; /* the one named on the command line */
    uint32_t trace;    /* its number among the traces of the session, or in the file of reports */
};

/* Starts an empty document. */
IQ_NONNULL void iq_document_init(struct iq_document *document);

/* Frees everything that belongs to [document]. */
void iq_document_finish(struct iq_document *document);

/* Stack with [id], NULL if there is none (also for id 0).  Borrowed until the next stack is
 * added. */
IQ_NONNULL struct iq_trace_stack *iq_document_stack(const struct iq_document *document,
                                                    uint32_t id);

/* Adds an empty stack with [id]; NULL when out of memory.  Borrowed until the next one is added. */
IQ_NODISCARD IQ_NONNULL struct iq_trace_stack *iq_document_add_stack(struct iq_document *document,
                                                                     uint32_t id);

/* Keeps a copy of [compiled], instead of what was known of its address.  Returns 0, IQ_ENOMEM. */
IQ_NODISCARD IQ_NONNULL int iq_document_add_compiled(struct iq_document *document,
                                                     const struct iq_compiled *compiled);

/* What a runtime says of return address [pc]; NULL: nothing. */
IQ_NONNULL const struct iq_compiled *iq_document_compiled(const struct iq_document *document,
                                                          uint64_t pc);

/* Finding with [id], NULL if there is none. */
IQ_NONNULL struct iq_finding *iq_document_finding(const struct iq_document *document, uint64_t id);

/* Copies [length] bytes into the document's arena; "" when out of memory, so that callers need no
 * check. */
IQ_NODISCARD const char *iq_document_copy(struct iq_document *document, const char *text,
                                          size_t length);

/* Is [api] ("cuda") among those that were used? */
IQ_NONNULL bool iq_document_uses(const struct iq_document *document, const char *api);

/* Number of findings of [severity], those over --max and in further files included; ..proven:
 * without those of which only debug information tells whether they are any. */
uint64_t iq_document_count(const struct iq_document *document, enum iq_severity severity);
uint64_t iq_document_count_proven(const struct iq_document *document, enum iq_severity severity);

/* Calls [part] with the document and then with each part of .further, until it returns not 0. */
IQ_NODISCARD int iq_document_each_part(const struct iq_document *document,
                                       int (*part)(void *user, const struct iq_document *part),
                                       void *user);

/* Number of findings that are counted only. */
IQ_NONNULL uint64_t iq_document_folded(const struct iq_document *document);

/* "error", "warning", "note"; and back (-1: no such word). */
const char *iq_severity_name(enum iq_severity severity);
IQ_NONNULL int iq_severity_from_name(const char *name);

#endif
