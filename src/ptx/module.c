/* Modules: memory, messages, binding of names, what a kernel can reach. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/ir.h"
#include "ptx/runtime.h"

void *iq_ptx_arena_alloc(struct iq_ptx_arena *a, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    struct iq_ptx_chunk *c = a->first;
    if (!c || c->size - c->used < size) {
        size_t room = size > 65536 ? size : 65536;
        c = malloc(sizeof *c + room);
        if (!c) {
            a->failed = true;
            return NULL;
        }
        *c = (struct iq_ptx_chunk){ a->first, 0, room };
        a->first = c;
    }
    char *at = (char *)(c + 1) + c->used;
    c->used += size;
    return at;
}

char *iq_ptx_arena_string(struct iq_ptx_arena *a, const char *text, size_t size)
{
    char *copy = iq_ptx_arena_alloc(a, size + 1);
    if (copy) {
        memcpy(copy, text, size);
        copy[size] = 0;
    }
    return copy;
}

void iq_ptx_arena_finish(struct iq_ptx_arena *a)
{
    for (struct iq_ptx_chunk *c = a->first, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    a->first = NULL;
}

bool iq_ptx_grow(void **items, uint32_t *cap, uint32_t count, size_t item_size)
{
    uint32_t more = count < 8 ? 16 : count * 2;
    void *grown = count < 0x40000000u ? realloc(*items, more * item_size) : NULL;
    if (!grown)
        return false;
    *items = grown;
    *cap = more;
    return true;
}

void iq_ptx_diag_add(struct iq_ptx_diag *diag, uint32_t line, uint32_t column, bool warning,
                     const char *format, ...)
{
    char text[500];
    if (!diag)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct iq_ptx_diag_item *items = realloc(diag->items, (diag->count + 1) * sizeof *items);
    if (!items)
        return;
    diag->items = items;
    char *copy = strdup(text);
    if (copy)
        items[diag->count++] = (struct iq_ptx_diag_item){ line, column, warning, copy };
}

void iq_ptx_diag_finish(struct iq_ptx_diag *diag)
{
    for (size_t i = 0; i < diag->count; i++)
        free(diag->items[i].message);
    free(diag->items);
    *diag = (struct iq_ptx_diag){ 0 };
}

char *iq_ptx_diag_format(const struct iq_ptx_diag *diag, const char *name)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (size_t i = 0; i < diag->count; i++) {
        const struct iq_ptx_diag_item *d = &diag->items[i];
        fprintf(out, "ptxas %s", name ? name : "application ptx input");
        if (d->line)
            fprintf(out, ", line %u", d->line);
        fprintf(out, "; %s : %s\n", d->warning ? "warning" : "error  ", d->message);
    }
    return fclose(out) ? NULL : text;
}

struct iq_ptx_module *iq_ptx_module_create(void)
{
    struct iq_ptx_module *m = calloc(1, sizeof *m);
    if (m && !(m->private = calloc(1, sizeof *m->private))) {
        free(m);
        return NULL;
    }
    return m;
}

static void function_destroy(struct iq_ptx_function *f)
{
    free(f->insns);
    free(f->consts);
    free(f->aux);
    free(f->calls);
    free(f->vreg_size);
    free(f->origins);
    free(f->owners);
    free(f->loads);
    free(f->demand);
    free(f->passive);
    iq_ptx_forms_finish(&f->forms);
    free(f->switches);
    free(f);
}

void iq_ptx_module_destroy(struct iq_ptx_module *module)
{
    if (!module)
        return;
    struct iq_ptx_module_private *m = module->private;
    for (uint32_t i = 0; i < m->function_count; i++)
        function_destroy(m->functions[i]);
    for (uint32_t i = 0; i < m->global_count; i++)
        free(m->globals[i].refs);
    for (uint32_t i = 0; i < m->unit_count; i++)
        free(m->units[i].text);
    free(m->units);
    free(m->functions);
    free(m->globals);
    free(m->uses);
    free(m->locs);
    free(m->files);
    iq_ptx_arena_finish(&m->arena);
    free(m);
    free(module);
}

const struct iq_ptx_kernel *iq_ptx_module_kernel(const struct iq_ptx_module *module,
                                                 const char *name)
{
    for (uint32_t i = 0; i < module->kernel_count; i++)
        if (!strcmp(module->kernels[i].name, name))
            return &module->kernels[i];
    return NULL;
}

const struct iq_ptx_variable *iq_ptx_module_variable(const struct iq_ptx_module *module,
                                                     const char *name)
{
    for (uint32_t i = 0; i < module->variable_count; i++)
        if (!strcmp(module->variables[i].name, name))
            return &module->variables[i];
    return NULL;
}

const char *iq_ptx_module_unresolved(const struct iq_ptx_module *module)
{
    return module->private->unresolved;
}

enum iq_ptx_system iq_ptx_system_function(const char *name)
{
    static const struct {
        const char *name;
        enum iq_ptx_system code;
    } plain[] = {
#define SYSTEM(name, code) { #name, SYSTEM_##code },
#include "ptx/system.def"
    }, runtime[] = {
#define RUNTIME(name, code) { #name, (enum iq_ptx_system)(SYSTEM_RUNTIME + IQ_PTX_RUNTIME_##code) },
#include "ptx/system.def"
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strcmp(name, plain[i].name))
            return plain[i].code;
    const char *rest = !strncmp(name, "__cudaCDP2", 10) ? name + 10
                       : !strncmp(name, "cuda", 4)      ? name + 4
                                                        : NULL;
    size_t length = rest ? strlen(rest) : 0;
    if (length > 5 && !strcmp(rest + length - 5, "_ptsz"))
        length -= 5;
    for (size_t i = 0; rest && i < sizeof runtime / sizeof *runtime; i++)
        if (strlen(runtime[i].name) == length && !strncmp(rest, runtime[i].name, length))
            return runtime[i].code;
    return SYSTEM_NONE;
}

/* --- binding of names --- */

/* symbol numbers: functions first, then globals; 0 = end */
struct names {
    uint32_t *heads, *next;
    uint32_t mask;
};

static uint32_t hash_name(const char *s)
{
    uint32_t h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (uint8_t)*s) * 16777619u;
    return h ^ h >> 15;
}

static bool names_init(struct names *n, const struct iq_ptx_module_private *m)
{
    uint32_t total = m->function_count + m->global_count, size = 16;
    while (size < 2 * total)
        size *= 2;
    n->mask = size - 1;
    n->heads = calloc(size, sizeof *n->heads);
    n->next = calloc((size_t)total + 1, sizeof *n->next);
    if (!n->heads || !n->next)
        return false;
    for (uint32_t i = total; i-- > 0;) { /* backwards, so that chains run in order of declaration */
        const char *name = i < m->function_count ? m->functions[i]->name
                                                 : m->globals[i - m->function_count].pub.name;
        uint32_t h = hash_name(name) & n->mask;
        n->next[i + 1] = n->heads[h];
        n->heads[h] = i + 1;
    }
    return true;
}

static int strength(enum iq_ptx_linkage l)
{
    return l == IQ_PTX_COMMON ? 1 : l == IQ_PTX_WEAK ? 2 : 3;
}

/* Best function for a name used in a unit: a definition of that unit, else a visible one, else a
 * declaration. */
static int32_t find_function(const struct iq_ptx_module_private *m, const struct names *n,
                             const char *name, uint32_t unit)
{
    int32_t best = -1, best_rank = -1;
    for (uint32_t i = n->heads[hash_name(name) & n->mask]; i; i = n->next[i]) {
        if (i > m->function_count)
            continue;
        const struct iq_ptx_function *f = m->functions[i - 1];
        bool here = f->unit == unit, body = f->defined || f->alias >= 0;
        if (strcmp(f->name, name) || (!here && (f->linkage == IQ_PTX_STATIC || !body)))
            continue;
        int rank = !body ? 0 : strength(f->linkage) + (f->linkage == IQ_PTX_STATIC && here ? 8 : 0);
        if (rank > best_rank) {
            best = (int32_t)(i - 1);
            best_rank = rank;
        }
    }
    return best;
}

static int32_t find_global(const struct iq_ptx_module_private *m, const struct names *n,
                           const char *name, uint32_t unit)
{
    int32_t best = -1, best_rank = -1;
    for (uint32_t i = n->heads[hash_name(name) & n->mask]; i; i = n->next[i]) {
        if (i <= m->function_count)
            continue;
        const struct iq_ptx_global *g = &m->globals[i - 1 - m->function_count];
        bool here = g->unit == unit;
        if (strcmp(g->pub.name, name) ||
            (!here && (g->pub.linkage == IQ_PTX_STATIC || !g->defined)))
            continue;
        int rank = !g->defined ? 0
                               : strength(g->pub.linkage) +
                                     (g->pub.linkage == IQ_PTX_STATIC && here ? 8 : 0);
        if (rank > best_rank) {
            best = (int32_t)(i - 1 - m->function_count);
            best_rank = rank;
        }
    }
    return best;
}

static int check_duplicates(const struct iq_ptx_module_private *m, const struct names *n,
                            struct iq_ptx_diag *diag)
{
    int error = 0;
    for (uint32_t i = 0; i < m->function_count; i++) {
        const struct iq_ptx_function *f = m->functions[i];
        int32_t best = f->defined && f->linkage == IQ_PTX_VISIBLE
                           ? find_function(m, n, f->name, UINT32_MAX)
                           : -1;
        if (best >= 0 && m->functions[best] != f && m->functions[best]->linkage == IQ_PTX_VISIBLE &&
            m->functions[best]->defined) {
            iq_ptx_diag_add(diag, 0, 0, false, "Multiple definition of '%s'", f->name);
            error = IQ_PTX_EDUPLICATE;
        }
    }
    for (uint32_t i = 0; i < m->global_count; i++) {
        const struct iq_ptx_global *g = &m->globals[i];
        int32_t best = g->defined && g->pub.linkage == IQ_PTX_VISIBLE
                           ? find_global(m, n, g->pub.name, UINT32_MAX)
                           : -1;
        if (best >= 0 && &m->globals[best] != g && m->globals[best].pub.linkage == IQ_PTX_VISIBLE) {
            iq_ptx_diag_add(diag, 0, 0, false, "Multiple definition of '%s'", g->pub.name);
            error = IQ_PTX_EDUPLICATE;
        }
    }
    return error;
}

/* External shared arrays need no definition: they are the dynamic shared memory. */
static bool needs_definition(const struct iq_ptx_global *g)
{
    return !g->defined && g->pub.space != IQ_PTX_SHARED;
}

static void bind_uses(struct iq_ptx_module_private *m, const struct names *n)
{
    for (uint32_t i = 0; i < m->use_count; i++) {
        struct iq_ptx_use *u = &m->uses[i];
        u->function = find_function(m, n, u->name, u->unit);
        u->variable = u->function >= 0 ? -1 : find_global(m, n, u->name, u->unit);
        const struct iq_ptx_function *f = u->function >= 0 ? m->functions[u->function] : NULL;
        bool missing = f ? !f->defined && f->alias < 0 && !iq_ptx_system_function(f->name)
                         : u->variable < 0 || needs_definition(&m->globals[u->variable]);
        if (missing && !m->unresolved)
            m->unresolved = u->name;
    }
    for (uint32_t round = 0; round < 4; round++) /* aliases of aliases */
        for (uint32_t i = 0; i < m->use_count; i++) {
            struct iq_ptx_use *u = &m->uses[i];
            if (u->function >= 0 && m->functions[u->function]->alias >= 0)
                u->function = m->uses[m->functions[u->function]->alias].function;
        }
}

/* A plain name that no declaration in its own unit explains is an error of that text. */
static int undeclared(const struct iq_ptx_module_private *m, struct iq_ptx_diag *diag)
{
    int error = 0;
    for (uint32_t i = 0; i < m->use_count; i++)
        if (m->uses[i].function < 0 && m->uses[i].variable < 0) {
            iq_ptx_diag_add(diag, m->uses[i].line, 0, false, "Unknown symbol '%s'",
                            m->uses[i].name);
            error = IQ_PTX_ESYNTAX;
        }
    return error;
}

static bool publish_variables(struct iq_ptx_module *module, const struct names *n)
{
    struct iq_ptx_module_private *m = module->private;
    struct iq_ptx_variable *vars =
        iq_ptx_arena_alloc(&m->arena, (m->global_count + 1) * sizeof *vars);
    int32_t *back = iq_ptx_arena_alloc(&m->arena, (m->global_count + 1) * sizeof *back);
    if (!vars || !back)
        return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->global_count; i++) {
        struct iq_ptx_global *g = &m->globals[i];
        g->real = find_global(m, n, g->pub.name, g->unit);
        if (g->real != (int32_t)i)
            continue;
        struct iq_ptx_reloc *relocs =
            iq_ptx_arena_alloc(&m->arena, (g->ref_count + 1) * sizeof *relocs);
        if (!relocs)
            return false;
        for (uint32_t k = 0; k < g->ref_count; k++)
            relocs[k] = (struct iq_ptx_reloc){ g->refs[k].offset, g->refs[k].size,
                                               m->uses[g->refs[k].use].name, g->refs[k].addend };
        g->pub.relocs = relocs;
        g->pub.reloc_count = g->ref_count;
        g->index = (int32_t)count;
        back[count] = (int32_t)i;
        vars[count++] = g->pub;
    }
    for (uint32_t i = 0; i < m->global_count; i++)
        m->globals[i].index = m->globals[i].real >= 0 ? m->globals[m->globals[i].real].index : -1;
    module->variables = m->variables = vars;
    module->variable_count = count;
    m->variable_global = back;
    return true;
}

static void mark_taken(struct iq_ptx_module_private *m)
{
    for (uint32_t i = 0; i < m->global_count; i++)
        for (uint32_t k = 0; k < m->globals[i].ref_count; k++) {
            int32_t f = m->uses[m->globals[i].refs[k].use].function;
            if (f >= 0)
                m->functions[f]->taken = true;
        }
    for (uint32_t i = 0; i < m->function_count; i++)
        for (uint32_t k = 0; k < m->functions[i]->const_count; k++) {
            const struct iq_ptx_const *c = &m->functions[i]->consts[k];
            int32_t f = c->kind == CONST_SYMBOL ? m->uses[c->ref].function : -1;
            if (f >= 0)
                m->functions[f]->taken = true;
        }
}

static bool calls_launch(const struct iq_ptx_module_private *m, const struct iq_ptx_function *f)
{
    for (uint32_t i = 0; i < f->call_count; i++) {
        int32_t callee = f->calls[i].use >= 0 ? m->uses[f->calls[i].use].function : -1;
        uint32_t system = callee >= 0 && !m->functions[callee]->defined
                              ? iq_ptx_system_function(m->functions[callee]->name)
                              : SYSTEM_NONE;
        if (system == SYSTEM_RUNTIME + IQ_PTX_RUNTIME_LAUNCH_DEVICE ||
            system == SYSTEM_RUNTIME + IQ_PTX_RUNTIME_LAUNCH_DEVICE_V2)
            return true;
    }
    return false;
}

bool iq_ptx_kernel_launches(const struct iq_ptx_kernel *kernel)
{
    return kernel->function->launches;
}

static bool fill_kernel(struct iq_ptx_module_private *m, struct iq_ptx_function *f,
                        struct iq_ptx_kernel *k)
{
    struct iq_ptx_reach reach;
    struct iq_ptx_param *params =
        iq_ptx_arena_alloc(&m->arena, (f->formal_count + 1) * sizeof *params);
    if (!params || iq_ptx_reach_init(&reach, m, f))
        return false;
    for (uint32_t i = 0; i < f->formal_count; i++) {
        const struct iq_ptx_formal *x = &f->formals[i];
        params[i] = (struct iq_ptx_param){ x->name,   x->type_name, x->size,   x->align,
                                           x->offset, x->elements,  x->pointer };
    }
    *k = (struct iq_ptx_kernel){ .name = f->name,
                                 .params = params,
                                 .param_count = f->formal_count,
                                 .param_bytes = f->param_bytes,
                                 .shared_bytes = reach.shared_bytes,
                                 .local_bytes = reach.local_bytes,
                                 .min_blocks = f->min_blocks,
                                 .recursive = reach.recursive,
                                 .indirect_calls = reach.indirect,
                                 .linkage = f->linkage,
                                 .function = f };
    memcpy(k->max_threads, f->max_threads, sizeof k->max_threads);
    memcpy(k->required_threads, f->required_threads, sizeof k->required_threads);
    memcpy(k->cluster, f->cluster, sizeof k->cluster);
    for (uint32_t i = 0; i < reach.function_count; i++) {
        uint32_t registers = reach.functions[i]->live_bytes / 4 + 6;
        if (registers > k->register_count)
            k->register_count = registers;
    }
    for (uint32_t i = 0; i < reach.function_count && !f->launches; i++)
        f->launches = calls_launch(m, reach.functions[i]);
    k->register_count = k->register_count > 255 ? 255
                        : k->register_count < 8 ? 8
                                                : k->register_count;
    iq_ptx_reach_finish(&reach);
    return true;
}

static bool publish_kernels(struct iq_ptx_module *module, const struct names *n)
{
    struct iq_ptx_module_private *m = module->private;
    struct iq_ptx_kernel *kernels =
        iq_ptx_arena_alloc(&m->arena, (m->function_count + 1) * sizeof *kernels);
    if (!kernels)
        return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->function_count; i++) {
        struct iq_ptx_function *f = m->functions[i];
        if (f->entry && f->defined && find_function(m, n, f->name, f->unit) == (int32_t)i &&
            !fill_kernel(m, f, &kernels[count++]))
            return false;
    }
    module->kernels = m->kernels = kernels;
    module->kernel_count = count;
    module->source_files = m->files;
    module->source_file_count = m->file_count;
    return true;
}

int iq_ptx_module_finish(struct iq_ptx_module *module, struct iq_ptx_diag *diag)
{
    struct iq_ptx_module_private *m = module->private;
    struct names n = { 0 };
    int error = names_init(&n, m) ? check_duplicates(m, &n, diag) : IQ_PTX_ENOMEM;
    if (!error) {
        bind_uses(m, &n);
        error = undeclared(m, diag);
    }
    if (!error) {
        mark_taken(m);
        if (!publish_variables(module, &n) || !publish_kernels(module, &n))
            error = IQ_PTX_ENOMEM;
    }
    free(n.heads);
    free(n.next);
    return error;
}

/* --- what a kernel reaches --- */

enum { STATE_NEW, STATE_OPEN, STATE_DONE };
struct walk {
    const struct iq_ptx_module_private *m;
    struct iq_ptx_reach *reach;
    uint8_t *state;
    uint32_t *depth_bytes;
    uint32_t depth;
};

static uint32_t visit(struct walk *w, struct iq_ptx_function *f);

static uint32_t visit_callee(struct walk *w, struct iq_ptx_function *callee)
{
    if (!callee->defined)
        return 0;
    if (w->state[callee->index] == STATE_OPEN || w->depth > 2000) {
        w->reach->recursive = true;
        return 0;
    }
    return visit(w, callee);
}

static uint32_t visit(struct walk *w, struct iq_ptx_function *f)
{
    if (w->state[f->index] == STATE_DONE)
        return w->depth_bytes[f->index];
    w->state[f->index] = STATE_OPEN;
    w->depth++;
    w->reach->functions[w->reach->function_count++] = f;
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < f->call_count; i++) {
        int32_t callee = f->calls[i].use >= 0 ? w->m->uses[f->calls[i].use].function : -1;
        uint32_t bytes = callee >= 0 ? visit_callee(w, w->m->functions[callee]) : 0;
        deepest = bytes > deepest ? bytes : deepest;
    }
    w->reach->indirect |= f->indirect;
    for (uint32_t i = 0; f->indirect && i < w->m->function_count; i++)
        if (w->m->functions[i]->taken && !w->m->functions[i]->entry) {
            uint32_t bytes = visit_callee(w, w->m->functions[i]);
            deepest = bytes > deepest ? bytes : deepest;
        }
    w->depth--;
    w->state[f->index] = STATE_DONE;
    return w->depth_bytes[f->index] = ((f->local_bytes + 15) & ~15u) + deepest;
}

#define NOT_PLACED (UINT32_MAX - 1) /* UINT32_MAX: not used */

static void mark_shared(struct iq_ptx_reach *r, const struct iq_ptx_module_private *m)
{
    for (uint32_t i = 0; i < r->function_count; i++)
        for (uint32_t k = 0; k < r->functions[i]->const_count; k++) {
            const struct iq_ptx_const *c = &r->functions[i]->consts[k];
            int32_t v = c->kind == CONST_SYMBOL ? m->uses[c->ref].variable : -1;
            if (v >= 0 && m->globals[v].pub.space == IQ_PTX_SHARED)
                r->shared_offset[v] = NOT_PLACED;
        }
}

/* In the order of the text, as hardware does it: what is aligned there by its neighbours is aligned
 * here, too. */
static int place_shared(struct iq_ptx_reach *r, const struct iq_ptx_module_private *m)
{
    uint64_t bytes = 0;
    mark_shared(r, m);
    /* dynamic shared memory comes after all static variables */
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t v = 0; v < m->global_count; v++) {
            const struct iq_ptx_global *g = &m->globals[v];
            bool dynamic = !g->defined || !g->pub.size;
            if (r->shared_offset[v] != NOT_PLACED || dynamic != (pass == 1))
                continue;
            uint64_t at = (bytes + g->pub.align - 1) / g->pub.align * g->pub.align;
            r->shared_offset[v] = (uint32_t)at;
            bytes = dynamic ? bytes : at + g->pub.size;
            if (bytes > 1u << 30)
                return IQ_PTX_ENOMEM;
        }
    r->shared_bytes = (uint32_t)bytes;
    return 0;
}

int iq_ptx_reach_init(struct iq_ptx_reach *r, const struct iq_ptx_module_private *m,
                      struct iq_ptx_function *kernel)
{
    *r = (struct iq_ptx_reach){ 0 };
    struct walk w = { m, r, calloc(m->function_count, 1),
                      calloc(m->function_count, sizeof(uint32_t)), 0 };
    r->functions = calloc(m->function_count, sizeof(struct iq_ptx_function *));
    r->shared_offset = malloc((m->global_count + 1) * sizeof *r->shared_offset);
    int error = w.state && w.depth_bytes && r->functions && r->shared_offset ? 0 : IQ_PTX_ENOMEM;
    if (!error) {
        memset(r->shared_offset, 0xff, (m->global_count + 1) * sizeof *r->shared_offset);
        r->local_bytes = visit(&w, kernel);
        error = place_shared(r, m);
    }
    free(w.state);
    free(w.depth_bytes);
    if (error)
        iq_ptx_reach_finish(r);
    return error;
}

void iq_ptx_reach_finish(struct iq_ptx_reach *r)
{
    free(r->functions);
    free(r->shared_offset);
}
