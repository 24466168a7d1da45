/* Images and programs: a module bound to addresses, and per kernel one flat run of instructions
 * made for this CPU. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arch/levels.h"
#include "ptx/cluster.h"
#include "ptx/cold.h"
#include "ptx/copies.h"
#include "ptx/cpu.h"
#include "ptx/exec_cold.h"
#include "ptx/isa.h"
#include "ptx/race.h"
#include "ptx/runtime.h"

enum { FUNCTION_HANDLE_STEP = 16 };

struct iq_ptx_image {
    const struct iq_ptx_module *module;
    uint64_t *addresses;
    pthread_mutex_t lock; /* programs */
    struct iq_ptx_program *programs;
};

static iq_ptx_exec_fn *const cold_handlers[] = {
#define HOT(n) NULL,
#define COLD(n) iq_ptx_x_##n,
#include "ptx/exec.def"
};

const struct iq_ptx_cpu *iq_ptx_cpu(void)
{
    static const struct iq_ptx_cpu *cpu; /* any thread may find it out; all find the same */
    const struct iq_ptx_cpu *known = __atomic_load_n(&cpu, __ATOMIC_RELAXED);
    if (known)
        return known;
    static const struct iq_ptx_cpu *const levels[] = {
#define LEVEL(name, number) &iq_ptx_cpu_##name,
#include "arch/levels.def"
#undef LEVEL
    };
    const char *asked = getenv("INQUEST_PTX_LEVEL"); /* for tests: a digit */
    known = levels[iq_arch_level(asked && *asked >= '1' && *asked <= '9' ? *asked - '0' : 9)];
    __atomic_store_n(&cpu, known, __ATOMIC_RELAXED);
    return known;
}

static iq_ptx_exec_fn *handler(const struct iq_ptx_insn *i, bool unchecked)
{
    uint32_t exec = i->exec;
    iq_ptx_exec_fn *common = exec == X_lane ? iq_ptx_cpu()->lane_handler(i) : NULL;
    if (common)
        return common;
    if (cold_handlers[exec])
        return cold_handlers[exec];
    return unchecked && iq_ptx_is_plain_access(exec) ? iq_ptx_cpu()->open[exec - X_ldg8]
                                                     : iq_ptx_cpu()->handlers[exec];
}

struct iq_ptx_image *iq_ptx_image_create(const struct iq_ptx_module *module,
                                         const uint64_t *addresses)
{
    struct iq_ptx_image *image = calloc(1, sizeof *image);
    if (!image)
        return NULL;
    image->module = module;
    image->addresses = calloc(module->variable_count + 1, sizeof *image->addresses);
    if (!image->addresses || pthread_mutex_init(&image->lock, NULL)) {
        free(image->addresses);
        free(image);
        return NULL;
    }
    if (module->variable_count)
        memcpy(image->addresses, addresses, module->variable_count * sizeof *addresses);
    return image;
}

uint64_t iq_ptx_image_address(const struct iq_ptx_image *image, uint32_t index)
{
    return image->addresses[index];
}

const struct iq_ptx_variable *iq_ptx_image_variable_at(const struct iq_ptx_image *image,
                                                       uint64_t address)
{
    for (uint32_t i = 0; address && i < image->module->variable_count; i++)
        if (image->addresses[i] == address && image->module->variables[i].space != IQ_PTX_SHARED)
            return &image->module->variables[i];
    return NULL;
}

static void program_destroy(struct iq_ptx_program *p)
{
    free(p->insns);
    free(p->functions);
    free(p->calls);
    free(p->consts);
    free(p->aux);
    free(p->targets);
    free(p->origins);
    free(p->variables);
    free(p->loads);
    free(p->demand);
    free(p->last);
    free(p->shared_offset);
    free(p);
}

void iq_ptx_image_destroy(struct iq_ptx_image *image)
{
    if (!image)
        return;
    for (struct iq_ptx_program *p = image->programs, *next; p; p = next) {
        next = p->next;
        program_destroy(p);
    }
    pthread_mutex_destroy(&image->lock);
    free(image->addresses);
    free(image);
}

static uint64_t handle_of(uint32_t function_index)
{
    return (uint64_t)(function_index + 1) * FUNCTION_HANDLE_STEP;
}

/* Address of what a use names, in generic terms (shared: offset in the window by the program's
 * places). */
static uint64_t address_of(const struct iq_ptx_image *image, const struct iq_ptx_use *use,
                           const uint32_t *shared_offset)
{
    const struct iq_ptx_module_private *m = image->module->private;
    if (use->function >= 0)
        return handle_of((uint32_t)use->function);
    if (use->variable < 0)
        return 0;
    if (m->globals[use->variable].pub.space == IQ_PTX_SHARED)
        return shared_offset && shared_offset[use->variable] != UINT32_MAX
                   ? shared_offset[use->variable]
                   : 0;
    int32_t index = m->globals[use->variable].index;
    return index >= 0 ? image->addresses[index] : 0;
}

int iq_ptx_image_initialise(const struct iq_ptx_image *image, uint32_t index, void *dst)
{
    const struct iq_ptx_module_private *m = image->module->private;
    const struct iq_ptx_variable *v = &image->module->variables[index];
    const struct iq_ptx_global *g = &m->globals[m->variable_global[index]];
    uint64_t n = v->init_size < v->size ? v->init_size : v->size;
    memset(dst, 0, v->size);
    if (v->init)
        memcpy(dst, v->init, n);
    for (uint32_t k = 0; k < g->ref_count; k++) {
        const struct iq_ptx_symbol_ref *r = &g->refs[k];
        uint64_t value = address_of(image, &m->uses[r->use], NULL) + (uint64_t)r->addend;
        value >>= r->shift;
        if (r->offset + r->size <= v->size)
            memcpy((char *)dst + r->offset, &value, r->size < 8 ? r->size : 8);
    }
    return 0;
}

uint64_t iq_ptx_image_function(const struct iq_ptx_image *image, const char *name)
{
    const struct iq_ptx_module_private *m = image->module->private;
    for (uint32_t i = 0; i < m->function_count; i++)
        if (m->functions[i]->defined && !strcmp(m->functions[i]->name, name))
            return handle_of(i);
    return 0;
}

const struct iq_ptx_kernel *iq_ptx_image_kernel(const struct iq_ptx_image *image, uint64_t handle)
{
    const struct iq_ptx_module_private *m = image->module->private;
    uint64_t index = handle / FUNCTION_HANDLE_STEP - 1;
    if (!handle || handle % FUNCTION_HANDLE_STEP || index >= m->function_count)
        return NULL;
    for (uint32_t k = 0; k < image->module->kernel_count; k++)
        if (image->module->kernels[k].function == m->functions[index])
            return &image->module->kernels[k];
    return NULL;
}

bool iq_ptx_image_is_constant(const struct iq_ptx_image *image, uint64_t address)
{
    for (uint32_t k = 0; k < image->module->variable_count; k++)
        if (image->module->variables[k].space == IQ_PTX_CONST &&
            address - image->addresses[k] < image->module->variables[k].size)
            return true;
    return false;
}

struct assembly {
    struct iq_ptx_program *p;
    struct iq_ptx_reach reach;
    uint32_t aux_count;
    int32_t *program_index;
};

static bool allocate(struct assembly *a, const struct iq_ptx_module_private *m)
{
    struct iq_ptx_program *p = a->p;
    uint32_t consts = 0, aux = 0;
    for (uint32_t i = 0; i < a->reach.function_count; i++) {
        const struct iq_ptx_function *f = a->reach.functions[i];
        p->insn_count += f->insn_count;
        p->call_count += f->call_count;
        consts += f->const_count;
        aux += f->aux_count + f->switch_count;
    }
    p->insns = aligned_alloc(64, (size_t)(p->insn_count + 1) * sizeof *p->insns);
    p->calls = calloc(p->call_count + 1, sizeof *p->calls);
    p->consts = calloc(consts + 1, sizeof *p->consts);
    p->aux = calloc(aux + 1, sizeof *p->aux);
    p->targets = calloc(aux + 1, sizeof(struct iq_ptx_insn *));
    p->functions = calloc(m->function_count + 1, sizeof *p->functions);
    p->origins = calloc(p->insn_count + 1, sizeof *p->origins);
    p->variables = calloc(p->insn_count + 1, sizeof *p->variables);
    p->loads = calloc(p->insn_count + 1, sizeof *p->loads);
    p->demand = malloc((p->insn_count + 1) * sizeof *p->demand);
    a->program_index = malloc((m->function_count + 1) * sizeof *a->program_index);
    return p->insns && p->calls && p->consts && p->aux && p->targets && p->origins &&
           p->variables && p->loads && p->demand && p->functions && a->program_index;
}

/* The entry of a function in the program's table; system functions join when they are first
 * called. */
static int32_t callee_index(struct assembly *a, const struct iq_ptx_module_private *m, int32_t use)
{
    int32_t f = use >= 0 ? m->uses[use].function : -1;
    if (f < 0)
        return -1;
    if (a->program_index[f] >= 0)
        return a->program_index[f];
    enum iq_ptx_system system = iq_ptx_system_function(m->functions[f]->name);
    if (m->functions[f]->defined || !system)
        return -1;
    a->p->functions[a->p->function_count] =
        (struct iq_ptx_program_function){ .source = m->functions[f], .system = system };
    return a->program_index[f] = (int32_t)a->p->function_count++;
}

static uint32_t lane_bytes(uint32_t size) { return size == 1 ? 64 : 32 * size; }

static void add_consts(struct assembly *a, const struct iq_ptx_function *f)
{
    struct iq_ptx_program *p = a->p;
    for (uint32_t k = 0; k < f->const_count; k++) {
        p->uses_reserved |=
            f->consts[k].kind == CONST_SREG &&
            (f->consts[k].ref == SREG_RESERVED_SMEM || f->consts[k].ref == SREG_RESERVED_END);
        p->consts[p->const_count++] =
            (struct iq_ptx_program_const){ f->consts[k], p->uniform_bytes };
        p->uniform_bytes += lane_bytes(f->consts[k].size);
    }
}

/* A shared access whose variable is known must stay inside of it. */
static void limit_shared(const struct assembly *a, const struct iq_ptx_module_private *m,
                         struct iq_ptx_insn *x)
{
    uint32_t use = x->aux;
    int32_t v = use ? m->uses[use - 1].variable : -1;
    x->aux = 0;
    x->target = UINT32_MAX;
    if (v < 0 || m->globals[v].pub.space != IQ_PTX_SHARED ||
        a->reach.shared_offset[v] == UINT32_MAX)
        return;
    x->aux = a->reach.shared_offset[v];
    if (m->globals[v].pub.size)
        x->target = x->aux + (uint32_t)m->globals[v].pub.size;
}

/* The variable of the module that instruction [k] of [f] is for: 1 + its index in the public array,
 * 0 if that is not known. */
static uint32_t variable_of(const struct iq_ptx_module_private *m, const struct iq_ptx_function *f,
                            uint32_t k)
{
    uint32_t use = f->owners ? f->owners[k] : 0;
    int32_t v = use ? m->uses[use - 1].variable : -1;
    if (v < 0 || m->globals[v].pub.space == IQ_PTX_SHARED || m->globals[v].index < 0)
        return 0;
    return (uint32_t)m->globals[v].index + 1;
}

static void copy_insns(struct assembly *a, const struct iq_ptx_function *f, struct iq_ptx_insn *to,
                       uint32_t call_base)
{
    const struct iq_ptx_module_private *m = a->p->module->private;
    struct iq_ptx_program *p = a->p;
    uint32_t const_base = p->const_count - f->const_count, aux_base = a->aux_count;
    memcpy(to, f->insns, f->insn_count * sizeof *to);
    if (f->origins)
        memcpy(p->origins + (to - p->insns), f->origins, f->insn_count * sizeof *f->origins);
    for (uint32_t k = 0; k < f->insn_count; k++) {
        struct iq_ptx_insn *x = &to[k];
        p->demand[x - p->insns] = f->demand ? f->demand[k] : 0xffff;
        p->variables[x - p->insns] = variable_of(m, f, k);
        if (f->loads && f->loads[k])
            p->loads[x - p->insns] = (uint32_t)(to - p->insns) + f->loads[k];
        x->fn = handler(x, p->unchecked);
        if (p->unchecked && iq_ptx_is_plain_access(x->exec))
            x->mod = 0; /* any alignment */
        for (uint32_t o = 0; o < (uint32_t)x->nd + x->ns; o++)
            if (OPND_BASE(x->o[o]) == BASE_UNIFORM)
                x->o[o] = OPND(BASE_UNIFORM, p->consts[const_base + OPND_OFFSET(x->o[o])].offset);
        if (x->exec == X_bra || x->exec == X_bra_if)
            x->to = to + x->target;
        if (x->exec == X_call || x->exec == X_call_indirect)
            x->target += call_base;
        if (iq_ptx_is_plain_shared(x->exec))
            limit_shared(a, m, x);
        if (x->exec == X_unsupported)
            x->aux += aux_base;
        if (x->exec == X_brx)
            x->aux += aux_base + f->aux_count;
    }
    if (f->aux_count)
        memcpy(p->aux + aux_base, f->aux, f->aux_count * sizeof *p->aux);
    for (uint32_t k = 0; k < f->switch_count; k += f->switches[k] + 1) {
        uint32_t at = aux_base + f->aux_count + k;
        p->aux[at] = f->switches[k];
        for (uint32_t t = 1; t <= f->switches[k]; t++)
            p->targets[at + t] = to + f->switches[k + t];
    }
    a->aux_count += f->aux_count + f->switch_count;
}

static bool copy_calls(struct assembly *a, const struct iq_ptx_module_private *m,
                       const struct iq_ptx_function *f, uint32_t aux_base, uint32_t *used)
{
    bool resolved = true;
    for (uint32_t k = 0; k < f->call_count; k++) {
        struct iq_ptx_program_call *c = &a->p->calls[(*used)++];
        *c = (struct iq_ptx_program_call){ callee_index(a, m, f->calls[k].use), f->calls[k].args,
                                           f->calls[k].results,
                                           a->p->aux + aux_base + f->calls[k].first };
        resolved &= f->calls[k].use < 0 || c->callee >= 0;
    }
    return resolved;
}

/* What races need to know of a program: does it write global memory, and through which
 * arguments?  Does it write arrays? */
static void note_writes(struct iq_ptx_program *p)
{
    bool known = true;
    for (uint32_t k = 0; k < p->insn_count; k++) {
        const struct iq_ptx_insn *i = &p->insns[k];
        bool plain = iq_ptx_is_plain_access(i->exec) && i->exec < X_ldl8;
        bool global = i->exec >= X_ldg8 && i->exec <= X_stgv2_64,
             atomic = i->exec == X_atom && (i->mod >> 16 & 15) != IQ_PTX_SHARED;
        bool bulk =
            (i->exec == X_copy_bulk || i->exec == X_copy_tensor) && !(i->mod & BULK_TO_SHARED);
        bool narrow =
            (plain && iq_ptx_element_bytes(i->exec) < 4) ||
            (i->exec == X_atom && iq_ptx_type_size((enum iq_ptx_type)(i->mod >> 8 & 255)) < 4);
        /* rows of arrays may begin anywhere */
        bool surface = i->exec == X_texture && i->mod & TEXTURE_STORE;
        p->writes_surfaces |= surface;
        p->narrow_global |= surface || (narrow && (global || atomic));
        p->narrow_shared |= narrow && !(global && i->o[5] & SEM_GLOBAL);
        if (!(global && iq_ptx_is_plain_store(i->exec)) && !atomic && !bulk)
            continue;
        p->writes = true;
        known &= p->origins[k] != 0;
        p->written |= p->origins[k];
    }
    if (!known)
        p->written = 0;
}

static int assemble(struct assembly *a, const struct iq_ptx_module_private *m)
{
    struct iq_ptx_program *p = a->p;
    bool resolved = true;
    uint32_t at = 0, calls = 0;
    memset(a->program_index, 0xff, (m->function_count + 1) * sizeof *a->program_index);
    for (uint32_t i = 0; i < a->reach.function_count; i++) {
        const struct iq_ptx_function *f = a->reach.functions[i];
        a->program_index[f->index] = (int32_t)i;
        p->functions[i] =
            (struct iq_ptx_program_function){ .source = f,
                                              .entry = p->insns + at,
                                              .frame_bytes = f->frame_bytes,
                                              .local_bytes = (f->local_bytes + 15) & ~15u,
                                              .handle = handle_of(f->index) };
        p->uses_local |= f->local_bytes != 0 || f->call_count != 0 || f->allocates;
        p->recursive |= f->allocates;
        at += f->insn_count;
    }
    p->function_count = a->reach.function_count;
    for (uint32_t i = 0; i < a->reach.function_count; i++) {
        const struct iq_ptx_function *f = a->reach.functions[i];
        uint32_t call_base = calls, aux_base = a->aux_count;
        add_consts(a, f);
        copy_insns(a, f, (struct iq_ptx_insn *)(uintptr_t)p->functions[i].entry, call_base);
        resolved &= copy_calls(a, m, f, aux_base, &calls);
    }
    p->uniform_bytes = (p->uniform_bytes + 63) & ~63u;
    note_writes(p);
    return resolved ? 0 : IQ_PTX_EUNRESOLVED;
}

static int program_create(const struct iq_ptx_image *image, const struct iq_ptx_kernel *kernel,
                          bool unchecked, struct iq_ptx_program **program)
{
    const struct iq_ptx_module_private *m = image->module->private;
    struct assembly a = { .p = calloc(1, sizeof *a.p) };
    if (!a.p)
        return IQ_PTX_ENOMEM;
    a.p->module = image->module;
    a.p->unchecked = unchecked;
    a.p->last = calloc(1, sizeof *a.p->last); /* without it all is done each time */
    int error = iq_ptx_reach_init(&a.reach, m, kernel->function);
    if (!error) {
        error = allocate(&a, m) ? assemble(&a, m) : IQ_PTX_ENOMEM;
        a.p->kernel = kernel;
        a.p->shared_bytes = a.reach.shared_bytes;
        a.p->local_bytes = a.reach.local_bytes;
        a.p->recursive |= a.reach.recursive || a.reach.indirect;
        a.p->shared_offset = a.reach.shared_offset;
        a.reach.shared_offset = NULL;
        iq_ptx_reach_finish(&a.reach);
    }
    free(a.program_index);
    if (error)
        program_destroy(a.p);
    else
        *program = a.p;
    return error;
}

int iq_ptx_image_program(struct iq_ptx_image *image, const struct iq_ptx_kernel *kernel,
                         bool unchecked, const struct iq_ptx_program **program)
{
    int error = 0;
    struct iq_ptx_program *p;
    pthread_mutex_lock(&image->lock);
    for (p = image->programs; p && (p->kernel != kernel || p->unchecked != unchecked); p = p->next)
        ;
    if (!p && !(error = program_create(image, kernel, unchecked, &p))) {
        p->next = image->programs;
        image->programs = p;
    }
    pthread_mutex_unlock(&image->lock);
    *program = p;
    return error;
}

/* --- values of constants --- */

static uint64_t special_value(const struct iq_ptx_launch *l, uint32_t sreg, uint32_t lane,
                              uint64_t addend)
{
    const struct iq_ptx_launch_desc *d = &l->desc;
    switch (sreg) {
    case SREG_NCTAID_X:
    case SREG_NCTAID_Y:
    case SREG_NCTAID_Z: return d->grid[sreg - SREG_NCTAID_X];
    case SREG_NTID_X:
    case SREG_NTID_Y:
    case SREG_NTID_Z: return d->block[sreg - SREG_NTID_X];
    case SREG_LANEID: return lane;
    case SREG_LANEMASK_EQ: return 1u << lane;
    case SREG_LANEMASK_LT: return (1u << lane) - 1;
    case SREG_LANEMASK_LE: return (2u << lane) - 1;
    case SREG_LANEMASK_GE: return ~((1u << lane) - 1);
    case SREG_LANEMASK_GT: return ~((2u << lane) - 1);
    case SREG_NSMID: return d->sm_count ? d->sm_count : 1;
    case SREG_NWARPID: return 64;
    case SREG_GRIDID: return d->grid_id;
    case SREG_ENVREG1: return d->grid_workspace >> 32;
    case SREG_ENVREG2: return d->grid_workspace & 0xffffffff;
    case SREG_DYNAMIC_SMEM: return d->dynamic_shared_bytes;
    case SREG_TOTAL_SMEM:
        return l->program->uses_reserved ? l->shared_bytes - IQ_PTX_RESERVED_SHARED
                                         : l->shared_bytes;
    case SREG_RESERVED_SMEM: return l->shared_bytes - IQ_PTX_RESERVED_SHARED;
    case SREG_RESERVED_END: return l->shared_bytes;
    case SREG_NCLUSTERID_X:
    case SREG_NCLUSTERID_Y:
    case SREG_NCLUSTERID_Z:
        return d->grid[sreg - SREG_NCLUSTERID_X] / d->cluster[sreg - SREG_NCLUSTERID_X];
    case SREG_CLUSTER_NCTAID_X:
    case SREG_CLUSTER_NCTAID_Y:
    case SREG_CLUSTER_NCTAID_Z: return d->cluster[sreg - SREG_CLUSTER_NCTAID_X];
    case SREG_CLUSTER_SIZE: return iq_ptx_cluster_size(l);
    case SREG_IS_CLUSTER: return l->explicit_cluster ? 0xffffffff : 0;
    case SREG_WARPSZ: return 32;
    case SREG_PARAM_BASE: return (uint64_t)(uintptr_t)l->params + addend;
    case SREG_ONE: return 1;
    default: return 0;
    }
}

static uint64_t param_value(const struct iq_ptx_launch *l, const struct iq_ptx_const *c)
{
    static const uint8_t sizes[TY_COUNT] = {
        [TY_B8] = 1,  [TY_U8] = 1,   [TY_S8] = 1,  [TY_B16] = 2, [TY_U16] = 2, [TY_S16] = 2,
        [TY_F16] = 2, [TY_BF16] = 2, [TY_B64] = 8, [TY_U64] = 8, [TY_S64] = 8, [TY_F64] = 8
    };
    uint32_t size = sizes[c->value] ? sizes[c->value] : 4;
    bool sign = c->value == TY_S8 || c->value == TY_S16 || c->value == TY_S32;
    uint64_t value = 0;
    memcpy(&value, l->params + c->ref, size);
    return sign ? (uint64_t)((int64_t)(value << (64 - 8 * size)) >> (64 - 8 * size)) : value;
}

bool iq_ptx_launch_asks_grid(const struct iq_ptx_launch *l)
{
    const struct iq_ptx_program *p = l->program;
    for (uint32_t k = 0; k < p->const_count; k++)
        if (p->consts[k].c.kind == CONST_SREG &&
            (p->consts[k].c.ref == SREG_ENVREG1 || p->consts[k].c.ref == SREG_ENVREG2))
            return true;
    return false;
}

uint64_t iq_ptx_launch_value(const struct iq_ptx_launch *l, const struct iq_ptx_const *c)
{
    return c->kind == CONST_KPARAM ? param_value(l, c)
           : c->kind == CONST_SREG ? special_value(l, c->ref, 0, c->value)
                                   : c->value;
}

void iq_ptx_image_uniform(const struct iq_ptx_image *image, const struct iq_ptx_launch *l,
                          uint8_t *uniform)
{
    const struct iq_ptx_program *p = l->program;
    const struct iq_ptx_module_private *m = image->module->private;
    for (uint32_t k = 0; k < p->const_count; k++) {
        const struct iq_ptx_const *c = &p->consts[k].c;
        uint8_t *at = uniform + p->consts[k].offset;
        uint64_t value = c->kind == CONST_VALUE    ? c->value
                         : c->kind == CONST_KPARAM ? param_value(l, c)
                         : c->kind == CONST_SYMBOL
                             ? address_of(image, &m->uses[c->ref], p->shared_offset) + c->value
                             : 0;
        if (c->size == 1) {
            value = c->kind == CONST_SREG ? special_value(l, c->ref, 0, 0) : value;
            memcpy(at, &value, 4);
            continue;
        }
        for (uint32_t lane = 0; lane < 32; lane++) {
            if (c->kind == CONST_SREG)
                value = special_value(l, c->ref, lane, c->value);
            memcpy(at + lane * c->size, &value, c->size < 8 ? c->size : 8);
            if (c->size > 8)
                memset(at + lane * c->size + 8, 0, 8);
        }
    }
}
