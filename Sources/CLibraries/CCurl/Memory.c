#include "CCurl.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// Blocks come from malloc and any thread may free them, but who works on a loop has lists of those that were freed in it. glibc has
// such lists, too, for each thread, of seven blocks up to a kibibyte: a round of many requests frees more than that of a kind, each
// needs a buffer of 16 KiB besides, and what one thread allocates another one frees. What its lists do not hold goes through locks,
// is joined with its neighbours and cut up again.

// Sizes go by 64 bytes to a kibibyte, and from there by kibibytes to a little above curl's buffer for reading.
enum { FINE = 64, COARSE = 1024, KINDS = COARSE / FINE + 17, MOST = 1 << 20 };

struct block {
    struct block *next;
};

struct verbio_curl_memory {
    struct block *first[KINDS];
    // Bytes in all lists.
    size_t size;
};

static _Thread_local struct verbio_curl_memory *kept;

static size_t size_of(size_t kind) {
    const size_t fine = COARSE / FINE;
    return kind < fine ? (kind + 1) * FINE : (kind - fine + 2) * COARSE;
}

// The smallest kind that has room for that many bytes; KINDS if there is none.
static size_t kind_for(size_t size) {
    if (size <= COARSE) return size ? (size - 1) / FINE : 0;
    return size <= size_of(KINDS - 1) ? COARSE / FINE + (size - 1) / COARSE - 1 : KINDS;
}

static void *take(size_t size) {
    const size_t kind = kind_for(size);
    if (kind == KINDS) return malloc(size);
    struct block *block = kept ? kept->first[kind] : NULL;
    if (!block) return malloc(size_of(kind));
    kept->first[kind] = block->next;
    kept->size -= size_of(kind);
    return block;
}

static void give(void *memory) {
    if (!memory || !kept) return free(memory);
    // Wherever it comes from, it has room for all of the largest kind that is not larger.
    const size_t usable = malloc_usable_size(memory);
    size_t kind = kind_for(usable);
    if (kind == KINDS) return free(memory);
    if (size_of(kind) > usable) {
        if (kind == 0) return free(memory);
        kind--;
    }
    if (kept->size + size_of(kind) > MOST) return free(memory);
    struct block *block = memory;
    block->next = kept->first[kind];
    kept->first[kind] = block;
    kept->size += size_of(kind);
}

static void *take_zeroed(size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) return NULL;
    void *memory = take(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

static void *resize(void *memory, size_t size) {
    if (!memory) return take(size);
    const size_t usable = malloc_usable_size(memory);
    if (size && size <= usable) return memory;
    if (kind_for(size) == KINDS) return realloc(memory, size);
    void *larger = take(size);
    if (!larger) return NULL;
    memcpy(larger, memory, usable < size ? usable : size);
    give(memory);
    return larger;
}

static char *copy(const char *text) {
    const size_t size = strlen(text) + 1;
    char *memory = take(size);
    return memory ? memcpy(memory, text, size) : NULL;
}

CURLcode verbio_curl_global_init(long flags) {
    if (!verbio_curl_open()) return CURLE_FAILED_INIT;
    return verbio_curl_library.global_init_mem(flags, take, give, resize, copy, take_zeroed);
}

struct verbio_curl_memory *verbio_curl_memory_create(void) {
    return calloc(1, sizeof(struct verbio_curl_memory));
}

void verbio_curl_memory_use(struct verbio_curl_memory *memory) {
    kept = memory;
}

void verbio_curl_memory_destroy(struct verbio_curl_memory *memory) {
    if (!memory) return;
    for (size_t kind = 0; kind < KINDS; kind++) {
        for (struct block *block = memory->first[kind]; block;) {
            struct block *next = block->next;
            free(block);
            block = next;
        }
    }
    free(memory);
}
