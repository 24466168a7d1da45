/* Where things stand in the structures of a CPython interpreter, by version.  Internal to
 * python*.c.
 * Threads: found once under IQ_LOCK_MODULES, constant afterwards. */
#ifndef IQ_PROCESS_PYTHON_LAYOUT_H
#define IQ_PROCESS_PYTHON_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

enum { IQ_PYTHON_NONE = 0xffff };

enum iq_python_lines { IQ_PYTHON_LNOTAB, IQ_PYTHON_LINETABLE_310, IQ_PYTHON_LOCATIONS };

/* Offsets in bytes; IQ_PYTHON_NONE: this version has no such field. */
struct iq_python_layout {
    uint32_t runtime_interpreters, interpreter_next, interpreter_threads;
    uint16_t thread_next, thread_interpreter, thread_id;
    uint16_t thread_frame; /* innermost frame, or with [cframe_frame] what holds it */
    uint16_t cframe_frame;
    uint16_t frame_code, frame_previous;
    /* instruction: a pointer, or (without code_instructions) an int index */
    uint16_t frame_at;
    /* bytes: owner >= 3 is a border to C; entry: called from C */
    uint16_t frame_owner, frame_entry;
    uint16_t code_file, code_name, code_line, code_table, code_instructions;
    uint16_t at_scale; /* bytes per unit of an index */
    /* size of an object's head; the type stands in its last word */
    uint16_t head;
    uint16_t ascii; /* size of the head of an ASCII string */
    uint8_t lines;  /* enum iq_python_lines */
};

/* Layout for [version] (PY_VERSION_HEX).  [runtime] is the address of _PyRuntime: from 3.13 on it
 * says itself where things are.  False: not a version that we know, or the structures do not look
 * like it. */
IQ_NODISCARD bool iq_python_layout_find(struct iq_python_layout *layout, uint32_t version,
                                        uintptr_t runtime);

#endif
