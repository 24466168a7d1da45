// link: base
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/disk_cache.h"
#include "test.h"

static char folder[] = "/tmp/iq_disk_cache_XXXXXX";
static uint8_t key[IQ_DIGEST_BYTES] = { 0x12, 0xab };

__attribute__((destructor)) static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    IQ_DROP(system(command));
}

/* An empty cache, in a folder that is not there yet. */
static const char *start(void)
{
    static char path[64];
    static int number;
    if (!number)
        CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/%d/deep", folder, number++);
    setenv("INQUEST_KERNEL_CACHE", path, 1);
    return path;
}

static const char *entry_path(const char *path)
{
    static char text[160];
    snprintf(text, sizeof text, "%s/12ab%060d", path, 0);
    return text;
}

static bool has(const char *wanted)
{
    char *data;
    size_t size;
    if (!iq_disk_cache_get(key, &data, &size))
        return false;
    bool same = size == strlen(wanted) && !memcmp(data, wanted, size);
    free(data);
    return same;
}

TEST(what_was_stored_is_found)
{
    const char *path = start();
    struct stat info;
    CHECK(!has("hello"));
    iq_disk_cache_put(key, "hello", 5);
    CHECK(has("hello"));
    iq_disk_cache_put(key, "", 0);
    CHECK(has(""));
    CHECK(!stat(path, &info) && (info.st_mode & 0777) == 0700);
    CHECK(!stat(entry_path(path), &info) && (info.st_mode & 0777) == 0600);
    key[0] ^= 1;
    CHECK(!has(""));
    key[0] ^= 1;
}

TEST(what_was_changed_or_cut_off_is_not_there)
{
    const char *path = start();
    char bytes[69];
    for (int at = 0; at < 69; at++) {
        iq_disk_cache_put(key, "hello", 5);
        int file = open(entry_path(path), O_RDWR);
        CHECK_INT(pread(file, bytes, sizeof bytes, 0), sizeof bytes);
        bytes[at] ^= 0x40;
        CHECK_INT(pwrite(file, bytes, sizeof bytes, 0), sizeof bytes);
        CHECK(!has("hello"));
        CHECK_INT(ftruncate(file, at), 0);
        CHECK(!has("hello"));
        close(file);
    }
    iq_disk_cache_put(key, "hello", 5);
    CHECK(has("hello"));
}

TEST(an_entry_of_another_key_is_not_taken)
{
    const char *path = start();
    char other[160];
    iq_disk_cache_put(key, "hello", 5);
    snprintf(other, sizeof other, "%s", entry_path(path));
    other[strlen(path) + 1] = '0';
    CHECK_INT(rename(entry_path(path), other), 0);
    key[0] = 0x02;
    CHECK(!has("hello"));
    key[0] = 0x12;
}

TEST(links_and_folders_are_no_entries)
{
    const char *path = start();
    iq_disk_cache_put(key, "hello", 5);
    char moved[170];
    snprintf(moved, sizeof moved, "%s.moved", entry_path(path));
    CHECK_INT(rename(entry_path(path), moved), 0);
    CHECK_INT(symlink(moved, entry_path(path)), 0);
    CHECK(!has("hello"));
    CHECK_INT(unlink(entry_path(path)), 0);
    CHECK_INT(mkdir(entry_path(path), 0700), 0);
    CHECK(!has("hello"));
    iq_disk_cache_put(key, "hello", 5); /* in vain */
    CHECK(!has("hello"));
    CHECK_INT(rmdir(entry_path(path)), 0);
    CHECK_INT(mkfifo(entry_path(path), 0600), 0);
    CHECK(!has("hello"));
}

TEST(a_folder_that_others_may_write_is_not_used)
{
    const char *path = start();
    iq_disk_cache_put(key, "hello", 5);
    CHECK_INT(chmod(path, 0770), 0);
    CHECK_STR(iq_disk_cache_problem(path), "others may write to it");
    CHECK(!has("hello"));
    CHECK_INT(chmod(path, 0700), 0);
    CHECK(has("hello"));
}

TEST(where_there_can_be_no_folder_there_is_no_cache)
{
    const char *path = start();
    char parent[64], place[64];
    setenv("INQUEST_KERNEL_CACHE", "no", 1);
    CHECK(!iq_disk_cache_folder(place, sizeof place));
    iq_disk_cache_put(key, "hello", 5);
    CHECK(!has("hello"));
    setenv("INQUEST_KERNEL_CACHE", path, 1);
    snprintf(parent, sizeof parent, "%.*s", (int)(strlen(path) - 5), path);
    close(open(parent, O_CREAT | O_WRONLY, 0600)); /* a file is in the way */
    CHECK(iq_disk_cache_problem(path) != NULL);
    iq_disk_cache_put(key, "hello", 5);
    CHECK(!has("hello"));
    unsetenv("INQUEST_KERNEL_CACHE");
    setenv("XDG_CACHE_HOME", "/x", 1);
    CHECK(iq_disk_cache_folder(place, sizeof place));
    CHECK_STR(place, "/x/inquest/kernels");
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", "/h", 1);
    CHECK(iq_disk_cache_folder(place, sizeof place));
    CHECK_STR(place, "/h/.cache/inquest/kernels");
}

TEST(what_was_not_used_for_longest_goes)
{
    const char *path = start();
    enum { COUNT = 4 };
    uint64_t bytes;
    size_t count;
    struct stat info;
    iq_disk_cache_put(key, "hello", 5);
    for (int i = 0; i < COUNT; i++) { /* as large as they may be, the third is the oldest */
        char name[160];
        struct timespec times[2] = { { 100 + (i + 2) % COUNT, 0 }, { 100 + (i + 2) % COUNT, 0 } };
        snprintf(name, sizeof name, "%s/%d%063d", path, i, 0);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        CHECK_INT(ftruncate(file, IQ_DISK_CACHE_BYTES / COUNT), 0);
        CHECK_INT(futimens(file, times), 0);
        close(file);
    }
    key[1] = 0xac;
    iq_disk_cache_put(key, "world", 5);
    CHECK(has("world"));
    key[1] = 0xab;
    CHECK(has("hello"));
    iq_disk_cache_count(path, &count, &bytes);
    CHECK(bytes <= IQ_DISK_CACHE_BYTES / 4 * 3);
    for (int i = 0; i < COUNT; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s/%d%063d", path, i, 0);
        CHECK_INT(!stat(name, &info), i < 2);
    }
}
