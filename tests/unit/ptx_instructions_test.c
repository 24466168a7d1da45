// link: ptx
/* Every arithmetic instruction against the cases of tests/ptx/make_cases.py, with all lanes and
 * with every other lane. On a real device (ptx_run_cuda.h) the same cases prove themselves. */
#include <ctype.h>

#include "ptx_run.h"
#ifndef ON_CUDA
#include "ptx/isa.h"
#endif

enum { MOST_CASES = 128, MOST_IN = 4, MOST_OUT = 2 };
struct expected {
    uint64_t value, tolerance;
};
struct block {
    char template[200];
    char out_type[MOST_OUT][8], in_type[MOST_IN][8];
    uint32_t outs, ins, cases;
    uint64_t in[MOST_CASES][MOST_IN];
    struct expected expect[MOST_CASES][MOST_OUT];
};
static uint32_t blocks_run, cases_run;

static uint32_t bytes_of(const char *type)
{
    return !strcmp(type, "b16") ? 2 : !strcmp(type, "b64") ? 8 : 4;
}

static bool is_small(const struct block *b)
{
    return strstr(b->template, ".e2m") || strstr(b->template, ".e3m") ||
           strstr(b->template, ".ue8m") || strstr(b->template, "cvt.rs.");
}
static bool is_of_sm_100(const struct block *b)
{
    return strstr(b->template, ".f32x2") || strstr(b->template, ".f32.f16 %d, %a, ") ||
           strstr(b->template, ".f32.bf16 %d, %a, ") || strstr(b->template, "satfinite.tf32") ||
           (strchr("m", *b->template) && strstr(b->template, ".f32 %d, %a, %b, %c") &&
            !strstr(b->template, "mad")) ||
           is_small(b);
}

/* One thread per case; with `odd` only odd threads run the instruction. */
static void make_text(const struct block *b, bool odd, char *text, size_t size)
{
    static const char *const in_name[] = { "%a", "%b", "%c", "%f" }, *const out_name[] = { "%d",
                                                                                           "%e" };
    FILE *t = fmemopen(text, size, "w");
    fprintf(
        t,
        ".version 8.8\n.target sm_%d%s\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n)\n{\n",
        is_of_sm_100(b) ? 100 : 90, is_small(b) ? "a" : "");
    fprintf(t, "  .reg .b32 %%t<4>; .reg .b64 %%x<4>; .reg .pred %%p<2>;\n");
    for (uint32_t k = 0; k < b->ins; k++)
        fprintf(t, "  .reg .%s %s;\n", b->in_type[k], in_name[k]);
    for (uint32_t k = 0; k < b->outs; k++)
        fprintf(t, "  .reg .%s %s;\n", b->out_type[k], out_name[k]);
    fprintf(
        t,
        "  mov.u32 %%t1, %%tid.x; ld.param.u64 %%x1, [in]; ld.param.u64 %%x2, [out];\n  mul.wide.u32 %%x3, %%t1, 32; add.s64 %%x1, %%x1, %%x3;\n"
        "  mul.wide.u32 %%x3, %%t1, 16; add.s64 %%x2, %%x2, %%x3;\n  ld.param.u32 %%t2, [n]; setp.ge.u32 %%p1, %%t1, %%t2; @%%p1 bra DONE;\n");
    if (odd)
        fprintf(t, "  and.b32 %%t2, %%t1, 1; setp.eq.u32 %%p1, %%t2, 0; @%%p1 bra DONE;\n");
    for (uint32_t k = 0; k < b->ins; k++) {
        bool pred = !strcmp(b->in_type[k], "pred");
        fprintf(t, "  ld.global.b%u %s, [%%x1+%u];\n", pred ? 32 : 8 * bytes_of(b->in_type[k]),
                pred ? "%t2" : in_name[k], 8 * k);
        if (pred)
            fprintf(t, "  setp.ne.u32 %s, %%t2, 0;\n", in_name[k]);
    }
    fprintf(t, "  %s\n", b->template);
    for (uint32_t k = 0; k < b->outs; k++) {
        bool pred = !strcmp(b->out_type[k], "pred");
        if (pred)
            fprintf(t, "  selp.b32 %%t2, 1, 0, %s;\n", out_name[k]);
        fprintf(t, "  st.global.b%u [%%x2+%u], %s;\n", pred ? 32 : 8 * bytes_of(b->out_type[k]),
                8 * k, pred ? "%t2" : out_name[k]);
    }
    fprintf(t, "DONE:\n  ret;\n}\n");
    fclose(t);
}

static bool execute(const char *text, const struct block *b, uint64_t (*out)[MOST_OUT])
{
    static struct run r;
    struct iq_ptx_diag diag = { 0 };
    if (run_load_text(&r, text, strlen(text), &diag)) {
        char *said = iq_ptx_diag_format(&diag, b->template);
        fprintf(stderr, "%s", said);
        free(said);
        iq_ptx_diag_finish(&diag);
        return false;
    }
    void *in_at = run_array(&r, sizeof b->in),
         *out_at = run_array(&r, sizeof(uint64_t) * MOST_CASES * MOST_OUT);
    memcpy(in_at, b->in, sizeof b->in);
    ARG(&r, void *, in_at);
    ARG(&r, void *, out_at);
    ARG(&r, uint32_t, b->cases);
    bool ok = run_kernel(&r, "k", 1, MOST_CASES, 0);
    if (!ok)
        fprintf(stderr, "%s: %s\n", b->template, r.fault.message);
    memcpy(out, out_at, sizeof(uint64_t) * MOST_CASES * MOST_OUT);
    run_finish(&r);
    return ok;
}

static bool close_enough(struct expected e, uint64_t got)
{
    uint64_t apart = e.value > got ? e.value - got : got - e.value;
    return apart <= e.tolerance;
}

static void run_block(const struct block *b)
{
    static char text[8192];
    static uint64_t out[MOST_CASES][MOST_OUT];
    uint32_t shown = 0;
    for (uint32_t odd = 0; odd < 2; odd++) {
        make_text(b, odd, text, sizeof text);
        CHECK(execute(text, b, out));
        for (uint32_t c = 0; c < b->cases; c++)
            for (uint32_t k = 0; k < b->outs; k++) {
                struct expected e = b->expect[c][k];
                if (odd && !(c & 1))
                    e = (struct expected){ 0, 0 };
                cases_run++;
                if (close_enough(e, out[c][k]))
                    continue;
                CHECK(!"result differs");
                if (shown++ < 3)
                    fprintf(
                        stderr,
                        "  %s  %s lanes, in %llx %llx %llx %llx: result %u is %llx, expected %llx\n",
                        b->template, odd ? "odd" : "all", (unsigned long long)b->in[c][0],
                        (unsigned long long)b->in[c][1], (unsigned long long)b->in[c][2],
                        (unsigned long long)b->in[c][3], k, (unsigned long long)out[c][k],
                        (unsigned long long)e.value);
            }
    }
    blocks_run++;
}

static void read_header(struct block *b, char *line)
{
    *b = (struct block){ 0 };
    char *types = strstr(line, " | "), *word;
    *types = 0;
    snprintf(b->template, sizeof b->template, "%.199s", line + 2);
    bool inputs = false;
    for (word = strtok(types + 3, " \n"); word; word = strtok(NULL, " \n")) {
        if (*word == '=')
            inputs = true;
        else if (inputs)
            snprintf(b->in_type[b->ins++], 8, "%.7s", word);
        else
            snprintf(b->out_type[b->outs++], 8, "%.7s", word);
    }
}

static void read_case(struct block *b, char *line)
{
    uint32_t c = b->cases++;
    char *at = line;
    for (uint32_t k = 0; k < b->ins; k++)
        b->in[c][k] = strtoull(at, &at, 16);
    at = strchr(at, '=') + 1;
    for (uint32_t k = 0; k < b->outs; k++) {
        while (isspace((unsigned char)*at))
            at++;
        if (*at == '~')
            b->expect[c][k].tolerance = strtoull(at + 1, &at, 10);
        b->expect[c][k].value = strtoull(at, &at, 16);
    }
}

#ifndef ON_CUDA
static bool row_seen[512];

static void note_rows(const char *template)
{
    char copy[200];
    snprintf(copy, sizeof copy, "%s", template);
    for (char *part = strtok(copy, ";"); part; part = strtok(NULL, ";")) {
        while (*part == ' ')
            part++;
        size_t length = strcspn(part, ". "), whole = strcspn(part, " ");
        for (const struct iq_ptx_row *row = iq_ptx_row_find(part, length); row;
             row = iq_ptx_row_next(row))
            for (size_t at = length; at < whole; at += 1 + strcspn(part + at + 1, ". ")) {
                enum iq_ptx_type t = iq_ptx_type_find(part + at + 1, strcspn(part + at + 1, ". "));
                if (t != TY_COUNT && (row->types >> t & 1))
                    row_seen[row - iq_ptx_rows] = true;
            }
    }
}
#endif

TEST(cases)
{
    char command[1200], line[400];
    static struct block b;
    snprintf(command, sizeof command, "python3 %s", ptx_file("make_cases.py"));
    FILE *in = popen(command, "r");
    bool any = false;
    while (in && fgets(line, sizeof line, in)) {
        if (*line == '@') {
            if (any)
                run_block(&b);
            any = true;
            read_header(&b, line);
#ifndef ON_CUDA
            note_rows(b.template);
#endif
        } else if (b.cases < MOST_CASES) {
            read_case(&b, line);
        }
    }
    if (any)
        run_block(&b);
    if (in)
        pclose(in);
    CHECK(blocks_run > 600);
    printf("%u instructions, %u results\n", blocks_run, cases_run);
}

#ifndef ON_CUDA
/* Instructions whose meaning is not a function of registers are tested elsewhere. */
TEST(every_row_has_a_test)
{
    static const char *const elsewhere[] = { "cvta",        "isspacep",   "ld",
                                             "ldu",         "st",         "prefetch",
                                             "prefetchu",   "discard",    "applypriority",
                                             "atom",        "red",        "membar",
                                             "fence",       "bra",        "brx",
                                             "call",        "ret",        "exit",
                                             "trap",        "brkpt",      "nanosleep",
                                             "pmevent",     "setmaxnreg", "wgmma",
                                             "tensormap",   "bar",        "barrier",
                                             "shfl",        "vote",       "match",
                                             "activemask",  "redux",      "elect",
                                             "mapa",        "getctarank", "griddepcontrol",
                                             "cp",          "tex",        "tld4",
                                             "suld",        "sust",       "sured",
                                             "txq",         "suq",        "mma",
                                             "wmma",        "ldmatrix",   "stmatrix",
                                             "movmatrix",   "mbarrier",   "clusterlaunchcontrol",
                                             "alloca",      "stacksave",  "stackrestore",
                                             "createpolicy" };
    for (uint32_t k = 0; k < iq_ptx_row_count; k++) {
        const struct iq_ptx_row *row = &iq_ptx_rows[k];
        bool covered = row_seen[k] || row->types == ~0ull;
        for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
            covered |= !strcmp(elsewhere[i], row->mnemonic);
        if (!covered)
            fprintf(stderr, "row of isa.def without a test: %s (%s)\n", row->mnemonic,
                    row->meaning);
        CHECK(covered);
        CHECK(*row->meaning);
    }
}
#endif
