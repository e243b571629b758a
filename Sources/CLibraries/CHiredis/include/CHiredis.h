#ifndef VERBIO_CHIREDIS_H
#define VERBIO_CHIREDIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of the interface of hiredis 0.14 and 1.x that Verbio calls, written down by hand and resolved while running: no
// header of hiredis is needed to build, and a machine without the library still starts Verbio.

typedef struct verbio_redis_connection verbio_redis_connection;
typedef struct verbio_redis_reply verbio_redis_reply;

/// Kinds of replies.
enum {
    VERBIO_REDIS_TEXT = 1,
    VERBIO_REDIS_LIST = 2,
    VERBIO_REDIS_INTEGER = 3,
    VERBIO_REDIS_NOTHING = 4,
    VERBIO_REDIS_STATUS = 5,
    VERBIO_REDIS_ERROR = 6,
};

/// Opens a library and fills in the table. It stays open for the life of the process. Returns false with a message of what
/// is missing. Only one thread may call it, and no other function may be called before it has returned true.
bool verbio_redis_open(const char *name, char *message, size_t message_size);

/// Connects and waits for it, at most so many milliseconds. Null without memory; otherwise check `verbio_redis_is_whole`.
verbio_redis_connection *verbio_redis_connect(const char *host, int port, int milliseconds);
void verbio_redis_close(verbio_redis_connection *connection);
/// Whether the connection has not failed.
bool verbio_redis_is_whole(const verbio_redis_connection *connection);
/// Whether the server has said something unasked, which it does only when it closes the connection.
bool verbio_redis_has_ended(const verbio_redis_connection *connection);
/// Why the connection has failed. It is valid until the connection is closed.
const char *verbio_redis_message(const verbio_redis_connection *connection);
/// How long the connection waits for an answer. Returns false if the socket does not take it.
bool verbio_redis_set_patience(verbio_redis_connection *connection, int milliseconds);
/// Queues a command.
bool verbio_redis_append(verbio_redis_connection *connection, int count, const char **words, const size_t *lengths);
/// Sends what is queued and waits for the next reply. Null if the connection has failed.
verbio_redis_reply *verbio_redis_next(verbio_redis_connection *connection);
/// Frees a reply with its elements.
void verbio_redis_free(verbio_redis_reply *reply);

int verbio_redis_kind(const verbio_redis_reply *reply);
int64_t verbio_redis_integer(const verbio_redis_reply *reply);
/// The bytes of a text, of a status or of an error.
const char *verbio_redis_bytes(const verbio_redis_reply *reply, size_t *count);
size_t verbio_redis_count(const verbio_redis_reply *reply);
const verbio_redis_reply *verbio_redis_element(const verbio_redis_reply *reply, size_t index);

#endif
