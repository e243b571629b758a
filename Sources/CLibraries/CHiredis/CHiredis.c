#include "CHiredis.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

// The beginnings of the structures that callers of hiredis read: those of 0.14, and those of all versions from 1.0 on.

struct old_connection {
    int error;
    char message[128];
    int descriptor;
};

struct connection {
    const void *functions;
    int error;
    char message[128];
    int descriptor;
};

struct old_reply {
    int kind;
    long long integer;
    size_t length;
    char *bytes;
    size_t count;
    struct old_reply **elements;
};

struct reply {
    int kind;
    long long integer;
    double number;
    size_t length;
    char *bytes;
    char format[4];
    size_t count;
    struct reply **elements;
};

static struct {
    void *(*connect)(const char *host, int port, struct timeval patience);
    void (*close)(void *connection);
    int (*set_patience)(void *connection, struct timeval patience);
    int (*append)(void *connection, int count, const char **words, const size_t *lengths);
    int (*next)(void *connection, void **reply);
    void (*free)(void *reply);
    bool is_old;
} library;

struct symbol {
    const char *name;
    void *slot;
};

bool verbio_redis_open(const char *name, char *message, size_t message_size) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(message, message_size, "%s", dlerror());
        return false;
    }
    const struct symbol symbols[] = {
        {"redisConnectWithTimeout", &library.connect},
        {"redisFree", &library.close},
        {"redisSetTimeout", &library.set_patience},
        {"redisAppendCommandArgv", &library.append},
        {"redisGetReply", &library.next},
        {"freeReplyObject", &library.free},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(handle, symbols[i].name);
        if (!address) {
            snprintf(message, message_size, "%s has no function %s", name, symbols[i].name);
            dlclose(handle);
            return false;
        }
        // memcpy, because ISO C does not convert an object pointer to a function pointer.
        memcpy(symbols[i].slot, &address, sizeof address);
    }
    // Version 1.0 has added this function together with the fields.
    library.is_old = dlsym(handle, "redisConnectWithOptions") == NULL;
    return true;
}

// Connections

static struct timeval duration(int milliseconds) {
    return (struct timeval){.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
}

static int descriptor_of(const verbio_redis_connection *connection) {
    return library.is_old ? ((const struct old_connection *)connection)->descriptor
                          : ((const struct connection *)connection)->descriptor;
}

verbio_redis_connection *verbio_redis_connect(const char *host, int port, int milliseconds) {
    verbio_redis_connection *connection = library.connect(host, port, duration(milliseconds));
    // Versions before 1.4 leave the socket to the programs that Verbio starts.
    if (connection && verbio_redis_is_whole(connection)) fcntl(descriptor_of(connection), F_SETFD, FD_CLOEXEC);
    return connection;
}

void verbio_redis_close(verbio_redis_connection *connection) { library.close(connection); }

bool verbio_redis_is_whole(const verbio_redis_connection *connection) {
    return (library.is_old ? ((const struct old_connection *)connection)->error
                           : ((const struct connection *)connection)->error) == 0;
}

bool verbio_redis_has_ended(const verbio_redis_connection *connection) {
    struct pollfd descriptor = {.fd = descriptor_of(connection), .events = POLLIN};
    return poll(&descriptor, 1, 0) != 0;
}

const char *verbio_redis_message(const verbio_redis_connection *connection) {
    return library.is_old ? ((const struct old_connection *)connection)->message
                          : ((const struct connection *)connection)->message;
}

bool verbio_redis_set_patience(verbio_redis_connection *connection, int milliseconds) {
    return library.set_patience(connection, duration(milliseconds)) == 0;
}

bool verbio_redis_append(verbio_redis_connection *connection, int count, const char **words, const size_t *lengths) {
    return library.append(connection, count, words, lengths) == 0;
}

verbio_redis_reply *verbio_redis_next(verbio_redis_connection *connection) {
    void *reply = NULL;
    return library.next(connection, &reply) == 0 ? reply : NULL;
}

void verbio_redis_free(verbio_redis_reply *reply) { library.free(reply); }

// Replies

int verbio_redis_kind(const verbio_redis_reply *reply) { return ((const struct reply *)reply)->kind; }

int64_t verbio_redis_integer(const verbio_redis_reply *reply) { return ((const struct reply *)reply)->integer; }

const char *verbio_redis_bytes(const verbio_redis_reply *reply, size_t *count) {
    if (library.is_old) {
        *count = ((const struct old_reply *)reply)->length;
        return ((const struct old_reply *)reply)->bytes;
    }
    *count = ((const struct reply *)reply)->length;
    return ((const struct reply *)reply)->bytes;
}

size_t verbio_redis_count(const verbio_redis_reply *reply) {
    return library.is_old ? ((const struct old_reply *)reply)->count : ((const struct reply *)reply)->count;
}

const verbio_redis_reply *verbio_redis_element(const verbio_redis_reply *reply, size_t index) {
    return library.is_old ? (const verbio_redis_reply *)((const struct old_reply *)reply)->elements[index]
                          : (const verbio_redis_reply *)((const struct reply *)reply)->elements[index];
}
