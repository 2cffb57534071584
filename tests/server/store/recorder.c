/* Preloaded into a process, it records what that does to the files of one folder, in order.
 *
 * QTTT_RECORD names the folder, QTTT_RECORD_TO the record. One line of the record:
 *
 *     op  name length  offset        data length   name   data
 *     u32 u32          u64           u64           bytes  bytes
 *
 * Each call is carried out and recorded under one lock, so the record's order is the real one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum op { CREATE = 1, WRITE, TRUNCATE, SYNC, UNLINK };
enum { FILES = 4096, LONGEST = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char names[FILES][LONGEST]; /* by descriptor; "." is the folder itself, "" another file */
static const char *folder;
static int record = -1;

__attribute__((constructor)) static void begin(void) {
    const char *to = getenv("QTTT_RECORD_TO");
    folder = getenv("QTTT_RECORD");
    if (to && folder)
        record = (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static void put(const void *data, size_t size) {
    for (const char *at = data; size;) {
        ssize_t done = syscall(SYS_write, record, at, size);
        if (done < 0) abort();
        at += done, size -= (size_t)done;
    }
}

static void note(enum op op, const char *name, uint64_t offset, const void *data, uint64_t size) {
    struct { uint32_t op, name; uint64_t offset, size; } head = {op, (uint32_t)strlen(name), offset, size};
    put(&head, sizeof head), put(name, head.name);
    if (data) put(data, size);
}

/* The name of a path inside the folder, or NULL. */
static const char *inside(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    if (!length || strncmp(path, folder, length)) return NULL;
    if (!path[length]) return ".";
    return path[length] == '/' && strlen(path + length) < LONGEST ? path + length + 1 : NULL;
}

static const char *name_of(int file) {
    return record >= 0 && file >= 0 && file < FILES && names[file][0] ? names[file] : NULL;
}

static int opened(int at, const char *path, int flags, mode_t mode) {
    const char *name = record >= 0 ? inside(path) : NULL;
    pthread_mutex_lock(&lock);
    int is_new = name && (flags & O_CREAT) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK);
    int file = (int)syscall(SYS_openat, at, path, flags, mode);
    if (file >= 0 && file < FILES) strcpy(names[file], name ? name : "");
    if (file >= 0 && is_new) note(CREATE, name, 0, NULL, 0);
    if (file >= 0 && name && (flags & O_TRUNC)) note(TRUNCATE, name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return file;
}

#define OPEN(called) \
    int called(const char *path, int flags, ...) { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        return opened(AT_FDCWD, path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

static ssize_t written(int file, const void *data, size_t size, off_t offset) {
    const char *name = name_of(file);
    pthread_mutex_lock(&lock);
    if (offset < 0 && name) offset = lseek(file, 0, SEEK_CUR);
    ssize_t done = name ? syscall(SYS_pwrite64, file, data, size, offset)
                        : syscall(SYS_write, file, data, size);
    if (name && done > 0) note(WRITE, name, (uint64_t)offset, data, (uint64_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
    return name_of(file) ? written(file, data, size, offset)
                         : syscall(SYS_pwrite64, file, data, size, offset);
}
ssize_t pwrite64(int file, const void *data, size_t size, off_t offset) {
    return pwrite(file, data, size, offset);
}
ssize_t write(int file, const void *data, size_t size) {
    if (!name_of(file)) return syscall(SYS_write, file, data, size);
    ssize_t done = written(file, data, size, -1);
    if (done > 0) lseek(file, done, SEEK_CUR);
    return done;
}

#define OTHER(call, op, number, offset, ...) \
    call { \
        const char *name = name_of(file); \
        pthread_mutex_lock(&lock); \
        int failed = (int)syscall(number, __VA_ARGS__); \
        if (name && !failed) note(op, name, offset, NULL, 0); \
        pthread_mutex_unlock(&lock); \
        return failed; \
    }
OTHER(int ftruncate(int file, off_t size), TRUNCATE, SYS_ftruncate, (uint64_t)size, file, size)
OTHER(int ftruncate64(int file, off_t size), TRUNCATE, SYS_ftruncate, (uint64_t)size, file, size)
OTHER(int fsync(int file), SYNC, SYS_fsync, 0, file)
OTHER(int fdatasync(int file), SYNC, SYS_fdatasync, 0, file)

int unlink(const char *path) {
    const char *name = record >= 0 ? inside(path) : NULL;
    pthread_mutex_lock(&lock);
    int failed = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (name && !failed) note(UNLINK, name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return failed;
}

int close(int file) {
    if (file >= 0 && file < FILES) names[file][0] = 0;
    return (int)syscall(SYS_close, file);
}
