#include "cli/program.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/loader.h"
#include "base/suggest.h"
#include "cli/options.h"

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

static const char *machine_name(unsigned machine)
{
    static const struct {
        unsigned machine;
        const char *name;
    } names[] = {
        { EM_386, "32-bit x86" }, { EM_X86_64, "x86-64" },
        { EM_ARM, "32-bit ARM" }, { EM_AARCH64, "AArch64" },
        { EM_PPC64, "PowerPC" },  { EM_RISCV, "RISC-V" },
        { EM_S390, "S/390" },     { EM_CUDA, "an NVIDIA GPU (a cubin)" },
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].machine == machine)
            return names[i].name;
    return "another machine";
}

const char *iq_program_other_machine(const char *path)
{
    Elf64_Ehdr header; /* of 32 bits as well, up to e_machine */
    size_t least = offsetof(Elf64_Ehdr, e_version);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* it may be a pipe */
    bool is_elf = fd >= 0 && pread(fd, &header, sizeof header, 0) >= (ssize_t)least &&
                  !memcmp(header.e_ident, ELFMAG, SELFMAG);
    if (fd >= 0)
        close(fd);
    return is_elf && header.e_machine != IQ_ARCH_ELF ? machine_name(header.e_machine) : NULL;
}

/* Can [path] be executed?  Returns 0, or an errno value that says why not. */
static int usable(const char *path)
{
    struct stat info;
    if (stat(path, &info))
        return errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    if (!S_ISREG(info.st_mode))
        return EACCES;
    return access(path, X_OK) ? errno : 0;
}

/* Looks through PATH; program->path gets the first file that can be executed, else the first that
 * exists. */
static int search_path(struct iq_executable *program, const char *name)
{
    const char *path = getenv("PATH");
    int result = ENOENT;
    char candidate[sizeof program->path];
    for (const char *dir = path ? path : "/bin:/usr/bin"; dir;
         dir = strchr(dir, ':') ? strchr(dir, ':') + 1 : NULL) {
        int length = (int)strcspn(dir, ":");
        if (snprintf(candidate, sizeof candidate, "%.*s%s%s", length, dir, length ? "/" : "./",
                     name) >= (int)sizeof candidate)
            continue;
        int error = usable(candidate);
        if (error == EISDIR || (error && error != EACCES))
            continue;
        if (!error || result == ENOENT)
            memcpy(program->path, candidate, sizeof candidate);
        result = error;
        if (!error)
            break;
    }
    return result;
}

/* A command of ours that looks like a misspelt [name]; NULL: none. */
static const char *near_command(const char *name)
{
    struct iq_suggest suggest = { .word = name };
#define COMMAND(command, ...) iq_suggest_offer(&suggest, command);
#include "cli/commands.def"
    return iq_suggest_is_near(&suggest, 0) ? suggest.best[0] : NULL;
}

static int locate(struct iq_executable *program, const char *name, struct iq_str *error)
{
    int problem;
    if (strchr(name, '/')) {
        snprintf(program->path, sizeof program->path, "%s", name);
        problem = strlen(name) < sizeof program->path ? usable(name) : ENAMETOOLONG;
    } else {
        problem = *name ? search_path(program, name) : ENOENT;
    }
    if (!problem)
        return 0;
    if (problem == ENOENT || problem == ENOTDIR) {
        iq_str_printf(error, "%s: %s", *name ? name : "''",
                      strchr(name, '/') ? strerror(problem) : "not found in PATH");
        if (!strchr(name, '/') && *name && !usable(name))
            iq_str_printf(error, "; did you mean ./%s?", name);
        else if (iq_option_named(name)) /* `inquest help' */
            iq_str_printf(error, "; did you mean the option `--%s'?", name);
        else if (near_command(name))
            iq_str_printf(error, "; did you mean the command `inquest %s'?", near_command(name));
        return NOT_FOUND;
    }
    iq_str_printf(error, "%s: %s", name,
                  problem == EISDIR   ? "is a folder"
                  : problem == EACCES ? "not executable (permission denied)"
                                      : strerror(problem));
    return NOT_EXECUTABLE;
}

/* Symbol table [section]: does it show a runtime or a sanitizer linked into the file? */
static void read_symbols(struct iq_executable *program, Elf_Scn *section, const GElf_Shdr *header,
                         Elf *elf)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol))
            break;
        const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
        if (!name)
            continue;
        bool defined = symbol.st_shndx != SHN_UNDEF;
        if (name[0] == 'c' && defined &&
            (!strcmp(name, "cudaMalloc") || !strcmp(name, "cudaGetDeviceCount")))
            program->runtime = IQ_RUNTIME_STATIC;
        else if (name[0] == '_' && !strcmp(name, "__asan_init"))
            program->has_asan = true;
    }
}

static void read_dynamic(struct iq_executable *program, Elf_Scn *section, const GElf_Shdr *header,
                         Elf *elf)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Dyn entry;
        if (!gelf_getdyn(data, (int)i, &entry) || entry.d_tag == DT_NULL)
            break;
        const char *name =
            entry.d_tag == DT_NEEDED ? elf_strptr(elf, header->sh_link, entry.d_un.d_val) : NULL;
        if (!name)
            continue;
        if (!strncmp(name, "libcudart.so", 12))
            program->runtime = IQ_RUNTIME_SHARED;
        bool asan = !strncmp(name, "libasan.so", 10) || !strncmp(name, "libclang_rt.asan", 16);
        if (asan || !strncmp(name, "libtsan.so", 10) || !strncmp(name, "libclang_rt.tsan", 16))
            snprintf(program->sanitizer, sizeof program->sanitizer, "%s", name);
        program->has_asan |= asan;
    }
}

static void read_sections(struct iq_executable *program, Elf *elf)
{
    size_t names;
    bool has_kernels = false, has_symtab = false;
    Elf_Scn *section = NULL;
    if (elf_getshdrstrndx(elf, &names))
        return;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header))
            return;
        const char *name = elf_strptr(elf, names, header.sh_name);
        has_kernels |= name && !strcmp(name, ".nvFatBinSegment");
        if (header.sh_type == SHT_DYNAMIC)
            read_dynamic(program, section, &header, elf);
        if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
            read_symbols(program, section, &header, elf);
        has_symtab |= header.sh_type == SHT_SYMTAB;
    }
    program->stripped = !has_symtab;
    /* code of kernels that somebody must register, but no runtime in sight: it is inside, without
     * names */
    if (has_kernels && program->runtime == IQ_RUNTIME_NONE && program->stripped)
        program->runtime = IQ_RUNTIME_HIDDEN;
}

static int read_elf(struct iq_executable *program, const char *name, int fd, struct iq_str *error)
{
    GElf_Ehdr header;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    int status = NOT_EXECUTABLE;
    if (!elf || !gelf_getehdr(elf, &header))
        iq_str_printf(error, "%s: damaged ELF file", name);
    else if (header.e_machine != IQ_ARCH_ELF)
        iq_str_printf(error, "%s: " IQ_OTHER_MACHINE, name, machine_name(header.e_machine));
    else if (header.e_ident[EI_CLASS] != ELFCLASS64)
        iq_str_printf(error, "%s: a 32-bit program; inquest runs 64-bit programs", name);
    else if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        iq_str_printf(error, "%s: %s, not a program", name,
                      header.e_type == ET_REL ? "an object file" : "an ELF file of another type");
    else {
        read_sections(program, elf);
        status = 0;
    }
    elf_end(elf);
    return status;
}

/* "#!/path argument": can the interpreter be run, and watched? */
static int read_script(struct iq_executable *program, const char *name, const char *head,
                       struct iq_str *error)
{
    char interpreter[256];
    const char *start = head + 2 + strspn(head + 2, " \t");
    snprintf(interpreter, sizeof interpreter, "%.*s", (int)strcspn(start, " \t\r\n"), start);
    program->script = true;
    if (access(interpreter, X_OK)) {
        iq_str_printf(error, "%s: its interpreter '%s' cannot be run: %s", name, interpreter,
                      strerror(errno));
        return NOT_EXECUTABLE;
    }
    const char *other = iq_program_other_machine(interpreter);
    if (!other)
        return 0;
    iq_str_printf(error, "%s: its interpreter '%s' is " IQ_OTHER_MACHINE, name, interpreter, other);
    return NOT_EXECUTABLE;
}

int iq_program_find(struct iq_executable *program, const char *name, struct iq_str *error)
{
    char head[260] = { 0 };
    struct stat info;
    *program = (struct iq_executable){ 0 };
    int status = locate(program, name, error);
    if (status)
        return status;
    int fd = open(program->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) /* executable but not readable: the kernel may still run it */
        return 0;
    if (!fstat(fd, &info))
        program->privileged = ((info.st_mode & S_ISUID) && info.st_uid != getuid()) ||
                              ((info.st_mode & S_ISGID) && info.st_gid != getgid()) ||
                              (getuid() && fgetxattr(fd, "security.capability", NULL, 0) > 0);
    ssize_t length = pread(fd, head, sizeof head - 1, 0);
    if (length >= 4 && !memcmp(head, ELFMAG, SELFMAG))
        status = read_elf(program, name, fd, error);
    else if (length >= 2 && !memcmp(head, "#!", 2))
        status = read_script(program, name, head, error);
    else {
        iq_str_printf(error, "%s: neither an ELF program nor a script with #! in its first line",
                      name);
        status = NOT_EXECUTABLE;
    }
    char loader[sizeof program->foreign_loader];
    enum iq_loader kind = iq_loader_of(program->path, loader, sizeof loader);
    program->is_static = kind == IQ_LOADER_NONE && !program->script;
    if (kind == IQ_LOADER_FOREIGN)
        snprintf(program->foreign_loader, sizeof program->foreign_loader, "%s",
                 loader[0] ? loader : "32-bit");
    close(fd);
    return status;
}
