/* Second half of the thunks that patch.c writes: %r11 points to a struct iq_patch { enter, original, wrapper, ... }.
 * Argument registers are kept; %rax, %r10 and %r11 are free (no intercepted function is variadic). */
        .section .text.hot, "ax", @progbits

/* Keeps every register that can carry an argument around a call of C.  The stack is aligned to 16 less 8 on entry. */
        .macro  SAVE
        .cfi_startproc
        endbr64
        push    %rdi
        push    %rsi
        push    %rdx
        push    %rcx
        push    %r8
        push    %r9
        push    %r11
        .cfi_adjust_cfa_offset 56
        sub     $128, %rsp
        .cfi_adjust_cfa_offset 128
        movups  %xmm0, (%rsp)
        movups  %xmm1, 16(%rsp)
        movups  %xmm2, 32(%rsp)
        movups  %xmm3, 48(%rsp)
        movups  %xmm4, 64(%rsp)
        movups  %xmm5, 80(%rsp)
        movups  %xmm6, 96(%rsp)
        movups  %xmm7, 112(%rsp)
        mov     %r11, %rdi
        .endm

        .macro  RESTORE
        movups  (%rsp), %xmm0
        movups  16(%rsp), %xmm1
        movups  32(%rsp), %xmm2
        movups  48(%rsp), %xmm3
        movups  64(%rsp), %xmm4
        movups  80(%rsp), %xmm5
        movups  96(%rsp), %xmm6
        movups  112(%rsp), %xmm7
        add     $128, %rsp
        .cfi_adjust_cfa_offset -128
        pop     %r11
        pop     %r9
        pop     %r8
        pop     %rcx
        pop     %rdx
        pop     %rsi
        pop     %rdi
        .cfi_adjust_cfa_offset -56
        .endm

        .globl  iq_thunk_first
        .hidden iq_thunk_first
        .type   iq_thunk_first, @function
iq_thunk_first:
        SAVE
        call    iq_patch_first
        RESTORE
        jmp     iq_thunk_direct
        .cfi_endproc
        .size   iq_thunk_first, . - iq_thunk_first

        .globl  iq_thunk_direct
        .hidden iq_thunk_direct
        .type   iq_thunk_direct, @function
iq_thunk_direct:
        .cfi_startproc
        endbr64
        mov     iq_patch_current@gottpoff(%rip), %rax
        mov     %r11, %fs:(%rax)
        mov     iq_wrap_original@gottpoff(%rip), %rax
        mov     8(%r11), %r10
        mov     %r10, %fs:(%rax)
        jmp     *16(%r11)
        .cfi_endproc
        .size   iq_thunk_direct, . - iq_thunk_direct

/* A query (call/query.h) with \n arguments.  The order of what is pushed is struct iq_query_frame; numbers are offsets in struct
 * iq_target (%r11) and struct iq_call_here (%fs).  What is pushed, an odd number of words, leaves the stack aligned. */
        .macro  KEEP reg
        push    \reg
        .cfi_adjust_cfa_offset 8
        .endm

        .macro  KEEP_IF n, least, reg
        .if     \n >= \least
        KEEP    \reg
        .endif
        .endm

/* Forwards what nothing can be learnt from; %rax: iq_call_here.  Afterwards one test: that it is still a query, and has succeeded.
 * Of a result of 32 bits the upper half may be anything: what looks like a failure then, is none to iq_query_back. */
        .macro  PASS n, words
        .if     (\n & 1)
        KEEP    %rax
        .endif
        KEEP_IF \n, 6, %r9
        KEEP_IF \n, 5, %r8
        KEEP_IF \n, 4, %rcx
        KEEP_IF \n, 3, %rdx
        KEEP_IF \n, 2, %rsi
        KEEP_IF \n, 1, %rdi
        KEEP    %r11
        mov     %rsp, %fs:(%rax)
        incq    %fs:16(%rax)
        call    *8(%r11)
        mov     iq_call_here@gottpoff(%rip), %rdx
        lea     (%rsp,%rax), %rcx
        xor     %rcx, %fs:(%rdx)
        jnz     1f
        add     $8 * \words, %rsp
        .cfi_adjust_cfa_offset -8 * \words
        ret
        .cfi_adjust_cfa_offset 8 * \words
1:      xor     %rcx, %fs:(%rdx)
        mov     %rsp, %rdi
        mov     %eax, %esi
        KEEP    %rax
        KEEP    %rax
        call    iq_query_back
        pop     %rax
        .cfi_adjust_cfa_offset -8
        add     $8 * (\words + 1), %rsp
        .cfi_adjust_cfa_offset -8 * (\words + 1)
        ret
        .endm

/* What every query begins with: not while anything is armed, or inside of another call, which closes iq_call_here.query.  %rax: the
 * thread's struct iq_call_here.  No endbr64: the library does not ask for tracked jumps, and nobody else gets its address. */
        .macro  OPEN name
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .cfi_startproc
        mov     iq_call_here@gottpoff(%rip), %rax
        mov     iq_armed(%rip), %r10d
        or      %fs:(%rax), %r10
        jnz     iq_thunk_direct
        .endm

        .macro  QUERY n, words
        OPEN    iq_thunk_query\n
        PASS    \n, \words
        .cfi_endproc
        .size   iq_thunk_query\n, . - iq_thunk_query\n
        .endm

/* A question about a handle, in \handle and its lower half in \half: it passes if the thread's struct iq_asked of that entry and that
 * handle holds. */
        .macro  ASK name, n, words, handle, half
        OPEN    \name
        mov     24(%r11), %r10
        add     \half, %r10d
        imul    $-1640531535, %r10d, %r10d
        shr     $28, %r10d
        shl     $5, %r10d
        add     %rax, %r10
        mov     24(%r11), %rax
        cmp     %rax, %fs:32(%r10)
        jne     iq_thunk_direct
        cmp     \handle, %fs:40(%r10)
        jne     iq_thunk_direct
        mov     iq_handle_deaths(%rip), %eax
        add     iq_clock_changes(%rip), %eax
        cmp     %eax, %fs:56(%r10)
        jne     iq_thunk_direct
        mov     %fs:48(%r10), %rax
        cmpb    $0, (%rax)
        je      iq_thunk_direct
        mov     iq_call_here@gottpoff(%rip), %rax
        PASS    \n, \words
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .macro  ASK_FIRST n, words
        ASK     iq_thunk_ask\n, \n, \words, %rdi, %edi
        .endm
        .macro  ASK_SECOND n, words
        ASK     iq_thunk_ask\n\()_second, \n, \words, %rsi, %esi
        .endm
        .macro  ASK_THIRD n, words
        ASK     iq_thunk_ask\n\()_third, \n, \words, %rdx, %edx
        .endm

        .globl  iq_thunk_queries
        .hidden iq_thunk_queries
iq_thunk_queries:
        QUERY   0, 1
        QUERY   1, 3
        QUERY   2, 3
        QUERY   3, 5
        QUERY   4, 5
        QUERY   5, 7
        QUERY   6, 7
        ASK_FIRST 1, 3
        ASK_FIRST 2, 3
        ASK_FIRST 3, 5
        ASK_FIRST 4, 5
        ASK_FIRST 5, 7
        ASK_FIRST 6, 7
        ASK_SECOND 2, 3
        ASK_SECOND 3, 5
        ASK_SECOND 4, 5
        ASK_SECOND 5, 7
        ASK_SECOND 6, 7
        ASK_THIRD 3, 5
        ASK_THIRD 4, 5
        ASK_THIRD 5, 7
        ASK_THIRD 6, 7
        .globl  iq_thunk_queries_end
        .hidden iq_thunk_queries_end
iq_thunk_queries_end:

        .globl  iq_thunk_count
        .hidden iq_thunk_count
        .type   iq_thunk_count, @function
iq_thunk_count:
        SAVE
        call    iq_patch_count
        RESTORE
        jmp     *8(%r11)
        .cfi_endproc
        .size   iq_thunk_count, . - iq_thunk_count

        .section .note.GNU-stack, "", @progbits
