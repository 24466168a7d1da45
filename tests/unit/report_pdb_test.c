// link: report trace base
/* A program of Mono's compiler whose lines tests/languages/portable_pdb.py wrote, and the same with
 * bytes changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "report/pdb.h"
#include "test.h"

#define CORPUS IQ_TEST_DATA "/../fuzz/corpus/pdb/"
enum { METHOD = 0x06000000, LOAD_KERNELS = METHOD + 8, EXTERN = METHOD + 1 };

static char *read_all(const char *path, size_t *size)
{
    char *data = NULL;
    CHECK_INT(iq_fd_read_file(path, 1 << 20, &data, size), 0);
    return data;
}

static void write_all(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    CHECK_INT(fwrite(data, 1, size, file), size);
    fclose(file);
}

static uint32_t line_at(const struct iq_pdb *pdb, uint32_t method, uint32_t offset,
                        const char *file)
{
    struct iq_str name;
    iq_str_init_heap(&name);
    uint32_t line = iq_pdb_line(pdb, method, offset, &name);
    CHECK_STR(iq_str_text(&name), line ? file : "");
    iq_str_finish(&name);
    return line;
}

TEST(lines_of_a_method)
{
    static const char source[] = "/tmp/app/Program.cs";
    struct iq_pdb pdb;
    size_t size;
    char *data = read_all(CORPUS "pdb", &size);
    CHECK_INT(iq_pdb_parse(&pdb, data, size), 0);
    CHECK_INT(pdb.methods.count, 9);
    CHECK_INT(line_at(&pdb, LOAD_KERNELS, 0, source), 39);
    CHECK_INT(line_at(&pdb, LOAD_KERNELS, 0x10, source), 40);
    CHECK_INT(line_at(&pdb, LOAD_KERNELS, 0x11, source), 41);
    CHECK_INT(line_at(&pdb, LOAD_KERNELS, 0x33, source), 43);
    CHECK_INT(line_at(&pdb, LOAD_KERNELS, 9999, source), 43);
    CHECK_INT(line_at(&pdb, EXTERN, 0, source), 0);
    CHECK_INT(line_at(&pdb, METHOD, 0, source), 0);
    CHECK_INT(line_at(&pdb, METHOD + 10, 0, source), 0);
    CHECK_INT(line_at(&pdb, 0x0a000001, 0, source), 0);
    free(data);
}

TEST(what_is_no_pdb)
{
    struct iq_pdb pdb;
    size_t size;
    char *data = read_all(CORPUS "pdb", &size);
    for (size_t cut = 0; cut < size; cut++) {
        char *exact = malloc(cut + 1);
        memcpy(exact, data, cut);
        if (!iq_pdb_parse(&pdb, exact, cut))
            (void)line_at(&pdb, EXTERN, 0, "");
        free(exact);
    }
    CHECK(iq_pdb_parse(&pdb, "Microsoft C/C++ MSF 7.00\r\n", 26) != 0);
    CHECK(iq_pdb_parse(&pdb, "", 0) != 0);
    free(data);
}

static const char *pdb_path;
static struct iq_pdb loaded(const char *assembly, const char *data, size_t size)
{
    struct iq_pdb pdb;
    write_all(pdb_path, data, size);
    iq_pdb_load(&pdb, assembly);
    return pdb;
}

TEST(the_pdb_of_this_very_build)
{
    char folder[] = "/tmp/iq-pdb-XXXXXX", assembly[64], beside[64];
    const char *written = NULL;
    uint8_t id[IQ_PDB_ID_BYTES];
    size_t size, pdb_size;
    char *data = read_all(CORPUS "assembly", &size), *lines = read_all(CORPUS "pdb", &pdb_size);
    CHECK(mkdtemp(folder));
    snprintf(assembly, sizeof assembly, "%s/Some.Program.dll", folder);
    snprintf(beside, sizeof beside, "%s/Some.Program.pdb", folder);
    write_all(assembly, data, size);
    pdb_path = beside;
    CHECK(iq_pdb_wanted(data, size, id, &written));
    CHECK_STR(written, "Program.pdb");

    struct iq_pdb pdb = loaded(assembly, lines, pdb_size);
    CHECK_INT(line_at(&pdb, LOAD_KERNELS, 0x11, "/tmp/app/Program.cs"), 41);
    iq_pdb_finish(&pdb);

    char *at = memmem(lines, pdb_size, id, sizeof id);
    CHECK(at != NULL);
    at[0] ^= 1; /* of another build: its lines are wrong */
    pdb = loaded(assembly, lines, pdb_size);
    CHECK_INT(line_at(&pdb, LOAD_KERNELS, 0x11, ""), 0);
    iq_pdb_finish(&pdb);

    unlink(beside);
    CHECK_INT(mkfifo(beside, 0600), 0); /* would be waited for */
    iq_pdb_load(&pdb, assembly);
    CHECK(!pdb.file);
    unlink(beside);
    iq_pdb_load(&pdb, assembly);
    CHECK(!pdb.file);
    unlink(assembly);
    rmdir(folder);
    free(data);
    free(lines);
}

TEST(assemblies_without_one)
{
    const char *written = NULL;
    uint8_t id[IQ_PDB_ID_BYTES];
    size_t size;
    char *data = read_all(CORPUS "assembly", &size);
    for (size_t cut = 0; cut < size; cut += 7) {
        char *exact = malloc(cut + 1);
        memcpy(exact, data, cut);
        if (iq_pdb_wanted(exact, cut, id, &written))
            CHECK_STR(written, "Program.pdb");
        free(exact);
    }
    CHECK(!iq_pdb_wanted("MZ", 2, id, &written));
    free(data);
}
