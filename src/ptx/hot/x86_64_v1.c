/* The vector handlers for the v1 level of x86-64 (options in folder.cmake). */
#define HANDLERS iq_ptx_handlers_v1
#define FLOAT_STEP iq_ptx_float_step_v1
#define LANE_WORDS iq_ptx_lane_words_v1
#define MATRIX_STEPS iq_ptx_matrix_steps_v1
#define OPEN_HANDLERS iq_ptx_open_handlers_v1
#include "ptx/hot/handlers.inc"
#include "ptx/hot/matrix.inc"
#include "ptx/hot/words.inc"
#include "ptx/hot/memory.inc"
