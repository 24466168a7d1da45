// link: report trace base
/* The symboliser on this test's own stacks, and its small helpers; some lines are counted. */
#include <link.h>
#include <stdint.h>
#include <string.h>

#include "report/demangle.h"
#include "report/drawing.h"
#include "report/excerpt.h"
#include "report/frames.h"
#include "report/symbols.h"
#include "test.h"

static uint64_t captured;

__attribute__((noinline)) static void capture(void)
{
    captured = (uint64_t)(uintptr_t)__builtin_return_address(0);
    __asm__ volatile("" ::: "memory");
}

static inline __attribute__((always_inline)) void inner_inlined(void)
{
    capture(); /* line 24 */
    __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void outer_function(void)
{
    inner_inlined(); /* line 30 */
    __asm__ volatile("" ::: "memory");
}

static int add_module(struct dl_phdr_info *info, size_t size, void *user)
{
    struct iq_document *document = user;
    (void)size;
    struct iq_document_module module = { .bias = info->dlpi_addr, .base = UINT64_MAX };
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD)
            continue;
        uint64_t start = info->dlpi_addr + segment->p_vaddr;
        module.base = start < module.base ? start : module.base;
        module.end = start + segment->p_memsz > module.end ? start + segment->p_memsz : module.end;
    }
    char self[4096] = "";
    if (!info->dlpi_name[0] && !realpath("/proc/self/exe", self))
        return 0;
    const char *path = info->dlpi_name[0] ? info->dlpi_name : self;
    module.path = iq_document_copy(document, path, strlen(path));
    return iq_vec_push(&document->modules, module);
}

/* A script's kernel is called as in the script, one of a module with the module. */
TEST(kernels_of_numba)
{
    static const char *const names[][2] = {
        { "_ZN6cudapy8__main__5scaleB2v1B3abcE5ArrayIfLi1E1C7mutable7alignedEx", "scale" },
        { "_ZN6cudapy8__main__9scale$241E5ArrayIfLi1E1C7mutable7alignedEx", "scale" },
        { "_ZN6cudapy3lib5scaleB2v1Ex", "lib::scale" },
        { "_ZN6cudapx3lib5scaleEx", "cudapx::lib::scale" },
        { "_ZN8__main__5scaleB2v1B6cw51cXE5ArrayIfLi1E1C7mutable7alignedEd", "scale" },
        { "_ZN8__main__2mk12_3clocals_3e5innerB2v2B6cw51cXEx", "mk::<locals>::inner" },
        { "_ZN3lib5scaleB5cxx11Ex", "lib::scale[abi:cxx11]" },
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct iq_str text;
        iq_str_init_heap(&text);
        iq_demangle(names[i][0], &text);
        CHECK_STR(iq_str_text(&text), names[i][1]);
        iq_str_finish(&text);
    }
}

/* Source and assembly of one project: the source is named from their common folder on. */
TEST(what_a_runtime_told_names_a_frame)
{
    struct iq_compiled told[] = {
        { .pc = 0x1000, .function = "(wrapper managed-to-native) Cuda:f ()" },
        { .pc = 0x1010,
          .function = "LoadKernels",
          .line = 42,
          .file = "/no/app/Program.cs",
          .assembly = "/no/app/bin/P.exe" },
        { .pc = 0x1020, .function = "P:Main ()", .assembly = "/no/app/bin/P.exe" }
    };
    struct iq_document document;
    iq_document_init(&document);
    struct iq_trace_stack *stack = iq_document_add_stack(&document, 5);
    for (int i = 0; i < 3; i++) {
        CHECK(!iq_document_add_compiled(&document, &told[i]));
        CHECK(!iq_vec_push(&stack->pcs, told[i].pc));
    }
    CHECK(
        !iq_vec_push(&document.findings,
                     (struct iq_finding){ .rule_text = "leak", .message = "m", .stack_call = 5 }));
    CHECK_INT(iq_symbols_resolve(&document), 0);
    const iq_frames *frames = &iq_document_stack(&document, 5)->frames;
    CHECK_INT(frames->count, 2); /* no stub */
    CHECK_STR(frames->data[0].function, "LoadKernels");
    CHECK_STR(frames->data[0].file, "Program.cs");
    CHECK_STR(frames->data[0].directory, "/no/app");
    CHECK_INT(frames->data[0].line, 42);
    CHECK_STR(frames->data[1].function, "P:Main ()");
    CHECK_STR(frames->data[1].module, "P.exe");
    CHECK(!frames->data[1].file);
    iq_document_finish(&document);
}

TEST(inlined_functions_are_frames)
{
    struct iq_document document;
    iq_document_init(&document);
    outer_function();
    dl_iterate_phdr(add_module, &document);
    struct iq_trace_stack *stack = iq_document_add_stack(&document, 5);
    CHECK(!iq_vec_push(&stack->pcs, captured));
    CHECK(
        !iq_vec_push(&document.findings,
                     (struct iq_finding){ .rule_text = "leak", .message = "m", .stack_call = 5 }));
    CHECK_INT(iq_symbols_resolve(&document), 0);
    stack = iq_document_stack(&document, 5);
    CHECK_INT(stack->frames.count, 2);
    if (stack->frames.count == 2) {
        CHECK_STR(stack->frames.data[0].function, "inner_inlined");
        CHECK_INT(stack->frames.data[0].line, 24);
        CHECK_STR(stack->frames.data[1].function, "outer_function");
        CHECK_INT(stack->frames.data[1].line, 30);
        CHECK(strstr(stack->frames.data[1].file, "report_symbols_test.c") != NULL);
        CHECK_STR(stack->frames.data[0].module, "report_symbols_test");
        CHECK(stack->frames.data[0].has_offset);
    }
    iq_document_finish(&document);
}

TEST(unknown_addresses_stay)
{
    struct iq_document document;
    iq_document_init(&document);
    struct iq_trace_stack *stack = iq_document_add_stack(&document, 1);
    CHECK(!iq_vec_push(&stack->pcs, 0x1234));
    CHECK(!iq_vec_push(&document.findings,
                       (struct iq_finding){ .rule_text = "leak",
                                            .message = "m",
                                            .stack_call = 1,
                                            .kernel_site = "a b.cu:12|_Z3addPfi|1,2,3|4,0,0" }));
    CHECK_INT(iq_symbols_resolve(&document), 0);
    CHECK_INT(iq_document_stack(&document, 1)->frames.data[0].offset, 0x1233);
    const struct iq_frame *kernel =
        &iq_document_stack(&document, document.findings.data[0].stack_kernel)->frames.data[0];
    CHECK_STR(kernel->file, "a b.cu");
    CHECK_INT(kernel->line, 12);
    CHECK_STR(kernel->function, "add");
    CHECK_STR(kernel->block, "1,2,3");
    CHECK_STR(kernel->thread, "4,0,0");
    iq_document_finish(&document);
}

static void push(iq_frames *frames, const char *function, const char *module, const char *file)
{
    CHECK(!iq_vec_push(frames,
                       (struct iq_frame){ .function = function, .module = module, .file = file }));
}

TEST(frames_of_the_machinery_are_left_out)
{
    iq_frames native = { 0 }, none = { 0 }, out = { 0 };
    push(&native, "cuMemcpy", "libcuda.so.580.1", NULL);
    push(&native, "cudaLaunchKernel<char>", "app", "/usr/local/cuda/include/cuda_runtime.h");
    push(&native, "__device_stub__Z3addPf", "app", "/tmp/x.cudafe1.stub.c");
    push(&native, "add", "app", "add.cu");
    push(&native, "run", "app", "add.cu");
    push(&native, "main", "app", "add.cu");
    push(&native, "__libc_start_call_main", "libc.so.6", NULL);
    push(&native, "_start", "app", NULL);
    CHECK_INT(iq_frames_select(&native, &none, &out), 0);
    CHECK_INT(out.count, 2);
    CHECK_STR(out.data[0].function, "run");
    CHECK_STR(out.data[1].function, "main");
    iq_vec_finish(&native);
    iq_vec_finish(&out);
}

/* Without debug information the templates of cuda_runtime.h have only their names. */
TEST(templates_of_the_runtimes_header_are_left_out)
{
    iq_frames native = { 0 }, none = { 0 }, out = { 0 };
    push(&native, "cudaMalloc<float>", "app", NULL);
    push(&native, "cudaMallocAll<float>", "app", NULL);
    push(&native, "main", "app", NULL);
    CHECK_INT(iq_frames_select(&native, &none, &out), 0);
    CHECK_INT(out.count, 2);
    CHECK_STR(out.data[0].function, "cudaMallocAll<float>");
    iq_vec_finish(&native);
    iq_vec_finish(&out);
}

TEST(interpreter_frames_take_the_interpreters_place)
{
    iq_frames native = { 0 }, python = { 0 }, out = { 0 };
    push(&native, "at::copy", "libtorch.so", NULL);
    push(&native, "_PyEval_EvalFrameDefault", "libpython3.11.so.1.0", NULL);
    push(&native, "main", "python3.11", NULL);
    push(&python, "step", NULL, "train.py");
    push(&python, "<module>", NULL, "train.py");
    CHECK_INT(iq_frames_select(&native, &python, &out), 0);
    CHECK_INT(out.count, 3);
    CHECK_STR(out.data[0].function, "at::copy");
    CHECK_STR(out.data[1].function, "step");
    CHECK_STR(out.data[2].function, "<module>");
    CHECK_STR(iq_frames_best(&out)->function, "step");
    iq_vec_finish(&native);
    iq_vec_finish(&python);
    iq_vec_finish(&out);
}

/* A hook of ours, written in Python, that an extension calls. */
TEST(frozen_frames_are_counted_and_left_out)
{
    iq_frames native = { 0 }, python = { 0 }, out = { 0 };
    push(&native, "_PyEval_EvalFrameDefault", "libpython3.11.so.1.0", NULL);
    push(&native, "malloc", "memory.so", "memory.pyx");
    push(&native, "_PyEval_EvalFrameDefault", "libpython3.11.so.1.0", NULL);
    push(&native, "main", "python3.11", NULL);
    push(&python, "made", NULL, "<frozen inquest.pools>");
    push(&python, "<module>", NULL, "train.py");
    python.data[0].entered = python.data[1].entered = true;
    CHECK_INT(iq_frames_select(&native, &python, &out), 0);
    CHECK_INT(out.count, 2);
    CHECK_STR(out.data[0].function, "malloc");
    CHECK_STR(out.data[1].function, "<module>");
    iq_vec_finish(&native);
    iq_vec_finish(&python);
    iq_vec_finish(&out);
}

static const char *demangled(const char *name)
{
    static char buffer[256];
    struct iq_str text;
    iq_str_init_buffer(&text, buffer, sizeof buffer);
    iq_demangle(name, &text);
    return buffer;
}

TEST(functions_of_cython_have_the_names_of_their_source)
{
    CHECK_STR(demangled("__pyx_f_13cupy_backends_4cuda_3api_6driver_launchKernel"), "launchKernel");
    CHECK_STR(demangled("__pyx_f_4cupy_4cuda_8function__launch"), "_launch");
    CHECK_STR(demangled("__pyx_pw_4copy_3sum"), "sum");
    CHECK_STR(demangled("__pyx_tp_new_Thing"), "__pyx_tp_new_Thing");
}

TEST(names_that_were_cut_are_demangled_as_far_as_they_go)
{
    CHECK_STR(
        demangled(
            "_ZN50_GLOBAL__N__2fa45684_17_RangeFactories_cu_38772b0829elementwise_kernel_with_indexIiZZZN2at6nat"),
        "(anonymous namespace)::elementwise_kernel_with_index<...>");
    CHECK_STR(demangled("_ZN2at6native13reduce_kernelILi512ELi1ENS0_8Red"),
              "at::native::reduce_kernel<...>");
    CHECK_STR(demangled("_Z4scanIfLi1EN3cub11DeviceScan"), "scan<...>");
    CHECK_STR(demangled("_ZN2at6native13redu"), "_ZN2at6native13redu");
}

TEST(names_are_demangled_without_parameters)
{
    CHECK_STR(demangled("main"), "main");
    CHECK_STR(demangled("_Z3addPfi"), "add");
    CHECK_STR(demangled("_ZN2ns3Box3putEi"), "ns::Box::put");
    CHECK_STR(demangled("_ZNK2ns3BoxIiE3getEv"), "ns::Box<int>::get");
    CHECK_STR(demangled("_Z5scaleIfEvPT_i"), "scale<float>");
    CHECK_STR(demangled("__nv_static_23__ef53c7bd_6_rdc_cu_main__Z4fillPi"), "fill");
    CHECK_STR(demangled("__nv_static_23__ef53c7bd_6_rdc_cu_main_plain"), "plain");
    CHECK_STR(
        demangled(
            "__nv_static_23__ef53c7bd_6_rdc_cu_main__ZN34_GLOBAL__N__ef53c7bd_6_rdc_cu_main5fill3IiEEvPT_"),
        "(anonymous namespace)::fill3<int>");
    CHECK_STR(
        demangled(
            "__nv_static_23__ef53c7bd_6_rdc_cu_main__ZN32_INTERNAL_ef53c7bd_6_rdc_cu_main5outer34_GLOBAL__N__ef53c7bd_6_rdc_cu_main4deepE"),
        "outer::(anonymous namespace)::deep");
    CHECK_STR(demangled("_ZN32_INTERNAL_ef53c7bd_6_rdc_cu_main5tableE"), "table");
    CHECK_STR(demangled("_ZZ1kPfE5calls"), "k(float*)::calls");
    CHECK_STR(demangled("__nv_static_99__short"), "__nv_static_99__short");
    CHECK_STR(demangled("__nv_static_x"), "__nv_static_x");
    CHECK_STR(demangled("_ZN12_GLOBAL__N_13runEv"), "(anonymous namespace)::run");
    CHECK_STR(demangled("_ZlsRSoRK3Box"), "operator<<");
    CHECK_STR(demangled("_ZN5twice10read_freed17h8ccc23deb483e31fE"), "twice::read_freed");
    CHECK_STR(demangled("_ZN5twice1hE"), "twice::h");
    CHECK_STR(demangled("_Znonsense"), "_Znonsense");
}

TEST(mangled_words_in_a_text)
{
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_demangle_words("kernel \"_Z3addPfi\" of x_Z3 and _Znope, '_Z3addPfi' verbatim", &text,
                      iq_str_puts);
    CHECK_STR(iq_str_text(&text), "kernel \"add\" of x_Z3 and _Znope, '_Z3addPfi' verbatim");
    iq_str_finish(&text);
}

TEST(place_is_in_the_programs_own_files_if_there_are_any)
{
    iq_frames frames = { 0 };
    push(&frames, "at", "app", NULL);
    push(&frames, "std::vector<int>::operator[]", "app", "/usr/include/c++/12/bits/stl_vector.h");
    CHECK_STR(iq_frames_best(&frames)->function, "std::vector<int>::operator[]");
    push(&frames, "core::ptr::read_volatile", "app",
         "/rustc/59807616e1fa/library/core/src/ptr/mod.rs");
    push(&frames, "enqueue_copy", "_cl.so", "/usr/lib/python3/dist-packages/pyopencl/__init__.py");
    push(&frames, "_sum", "numpy", "venv/lib/python3.12/site-packages/numpy/core/_methods.py");
    push(&frames, "work", "app", "src/work.cpp");
    push(&frames, "main", "app", "main.cpp");
    CHECK_STR(iq_frames_best(&frames)->function, "work");
    frames.count = 1;
    CHECK_STR(iq_frames_best(&frames)->function, "at");
    frames.count = 0;
    CHECK(!iq_frames_best(&frames));
    iq_vec_finish(&frames);
}

TEST(a_package_with_debug_information_is_a_library)
{
    iq_frames frames = { 0 };
    push(&frames, "launch_kernel", "_driver.cpython-311-x86_64-linux-gnu.so", "src/cpp/cuda.hpp");
    push(&frames, "work", "app", "src/work.cpp");          /* built elsewhere */
    push(&frames, "mine", "libmine.so", "/proc/self/exe"); /* a file that is there */
    CHECK(iq_frames_is_library(&frames.data[0]));
    CHECK(!iq_frames_is_library(&frames.data[1]));
    CHECK(!iq_frames_is_library(&frames.data[2]));
    CHECK_STR(iq_frames_best(&frames)->function, "mine");
    iq_vec_finish(&frames);
}

/* The call of a Go program; of a Java program whose virtual machine tells no names. */
TEST(bridges_of_other_languages_are_left_out)
{
    iq_frames native = { 0 }, none = { 0 }, out = { 0 };
    push(&native, "_cgo_1a2b_Cfunc_cuMemFree_v2", "app", "cgo-gcc-prolog");
    push(&native, "runtime.asmcgocall", "app", "asm_amd64.s");
    push(&native, "main._Cfunc_cuMemFree_v2", "app", "_cgo_gotypes.go");
    push(&native, "main.work", "app", "main.go");
    push(&native, "runtime.main", "app", "proc.go");
    CHECK_INT(iq_frames_select(&native, &none, &out), 0);
    CHECK_INT(out.count, 1);
    CHECK_STR(out.data[0].function, "main.work");
    native.count = out.count = 0;
    push(&native, "ffi_call", "libffi.so.8", NULL);
    push(&native, NULL, "libjnidispatch.system.so", NULL);
    push(&native, NULL, NULL, NULL);
    CHECK_INT(iq_frames_select(&native, &none, &out), 0);
    CHECK_INT(out.count, 3);
    out.count = 0;
    native.data[2].function = "void Twice.main(java.lang.String[])";
    CHECK_INT(iq_frames_select(&native, &none, &out), 0);
    CHECK_INT(out.count, 1);
    iq_vec_finish(&native);
    iq_vec_finish(&out);
}

TEST(nameless_libc_frames_end_a_stack)
{
    iq_frames native = { 0 }, none = { 0 }, out = { 0 };
    push(&native, "work", "app", "a.c");
    push(&native, NULL, "libc.so.6", NULL);
    push(&native, NULL, "libc.so.6", NULL);
    CHECK_INT(iq_frames_select(&native, &none, &out), 0);
    CHECK_INT(out.count, 1);
    native.count = out.count = 0;
    push(&native, "main", "app", "a.c");
    push(&native, NULL, "libc.so.6", NULL);
    push(&native, "_start", "app", NULL);
    CHECK_INT(iq_frames_select(&native, &none, &out), 0);
    CHECK_INT(out.count, 1);
    iq_vec_finish(&native);
    iq_vec_finish(&out);
}

TEST(long_lines_are_cut_around_the_mark)
{
    char line[IQ_EXCERPT_LINE], whole[IQ_EXCERPT_LINE];
    for (int length = 0; length < 300; length += 13)
        for (int width = 20; width < 120; width += 7)
            for (int begin = 0; begin < length; begin += 5) {
                int first = begin, end = begin + 4 < length ? begin + 4 : length;
                memset(whole, 'x', sizeof whole);
                memset(whole + begin, 'M', (size_t)(end - begin));
                whole[length] = '\0';
                memcpy(line, whole, sizeof line);
                iq_excerpt_fit(line, &first, &end, width);
                CHECK((int)strlen(line) <= (width > length ? length : width));
                CHECK(end - first > 0 && line[first] == 'M' && line[end - 1] == 'M');
                CHECK(!first || line[first - 1] != 'M');
            }
}

TEST(the_guilty_argument_is_marked)
{
    struct iq_excerpt excerpt = { .line = "    x = f(a, g(b, \"c,d\"), e);" };
    iq_excerpt_mark(&excerpt, "f", 1);
    CHECK_INT(excerpt.begin, 13);
    CHECK_INT(excerpt.end, 24);
    excerpt = (struct iq_excerpt){ .line = "prefix_f(1); f (2, 3" };
    iq_excerpt_mark(&excerpt, "f", 7);
    CHECK_INT(excerpt.begin, 13);
    CHECK_INT(excerpt.end, 14);
    excerpt = (struct iq_excerpt){ .line = "nothing" };
    iq_excerpt_mark(&excerpt, "f", 0);
    CHECK_INT(excerpt.begin, excerpt.end);
    /* not what is in quotes */
    excerpt = (struct iq_excerpt){ .line = "printf(\"f: %s \\\" f\", f(a, b));" };
    iq_excerpt_mark(&excerpt, "f", 1);
    CHECK_INT(excerpt.begin, 26);
    CHECK_INT(excerpt.end, 27);
    /* but better that than nothing */
    excerpt = (struct iq_excerpt){ .line = "if (c == '\"') f(a);" };
    iq_excerpt_mark(&excerpt, "f", 0);
    CHECK_INT(excerpt.begin, 16);
}

TEST(drawings_only_of_what_leaves_the_object)
{
    struct iq_drawing drawing;
    struct iq_finding finding = { .object_kind = "device-memory",
                                  .object_address = 0x1000,
                                  .object_size = 100,
                                  .access_address = 0x1000,
                                  .access_size = 100 };
    CHECK(!iq_drawing_make(&finding, &drawing));
    finding.access_address = 0xff0;
    CHECK(iq_drawing_make(&finding, &drawing));
    CHECK(strstr(drawing.access_text, "from 16 before the start") != NULL);
    finding.access_address = UINT64_MAX - 4;
    CHECK(!iq_drawing_make(&finding, &drawing));
    finding.access_address = 0x10000;
    finding.access_size = 1;
    CHECK(iq_drawing_make(&finding, &drawing));
    CHECK(strlen(drawing.object) < sizeof drawing.object &&
          strlen(drawing.access) < sizeof drawing.access);
}
