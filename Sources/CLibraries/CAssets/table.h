#include <stddef.h>

// A file of a list that is found by its place in it.
struct file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

static inline const unsigned char *file_at(
    size_t index, const struct file *files, size_t length, const char **name, size_t *count) {
    if (index >= length) return NULL;
    *name = files[index].name;
    *count = files[index].count;
    return files[index].bytes;
}
