/* The text of python_pools.py. */
    .section .rodata
    .global iq_python_pools_text
    .hidden iq_python_pools_text
    .type iq_python_pools_text, @object
iq_python_pools_text:
    .incbin IQ_PYTHON_POOLS
    .byte 0
    .size iq_python_pools_text, . - iq_python_pools_text
    .section .note.GNU-stack, "", @progbits
