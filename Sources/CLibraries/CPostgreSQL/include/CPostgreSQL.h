#ifndef VERBIO_CPOSTGRESQL_H
#define VERBIO_CPOSTGRESQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of the interface of libpq 14 and later (libpq.so.5) that Verbio calls, written down by hand and resolved while
// running: no header of PostgreSQL is needed to build, and a machine without the library still starts Verbio.

typedef struct pg_conn verbio_pq_connection;
typedef struct pg_result verbio_pq_result;

/// A parameter of a connection, as libpq has read it from an address.
typedef struct {
    char *keyword;
    char *environment;
    char *compiled;
    char *value;
    char *label;
    char *display;
    int display_size;
} verbio_pq_option;

enum {
    VERBIO_PQ_CONNECTED = 0,
    VERBIO_PQ_COMMAND = 1,
    VERBIO_PQ_ROWS = 2,
    VERBIO_PQ_SYNC = 10,
    VERBIO_PQ_ABORTED = 11,
};

struct verbio_pq_library {
    int (*version)(void);
    verbio_pq_option *(*parse)(const char *address, char **message);
    void (*free_options)(verbio_pq_option *);
    void (*free_memory)(void *);
    verbio_pq_connection *(*connect)(const char *const *keywords, const char *const *values, int expands);
    void (*finish)(verbio_pq_connection *);
    int (*status)(const verbio_pq_connection *);
    char *(*message)(const verbio_pq_connection *);
    int (*descriptor)(const verbio_pq_connection *);
    int (*set_nonblocking)(verbio_pq_connection *, int);
    void (*(*set_notices)(verbio_pq_connection *, void (*)(void *, const char *), void *))(void *, const char *);
    int (*enter_pipeline)(verbio_pq_connection *);
    int (*send)(verbio_pq_connection *, const char *sql, int count, const unsigned *types, const char *const *values,
                const int *lengths, const int *formats, int result_format);
    int (*sync)(verbio_pq_connection *);
    int (*flush)(verbio_pq_connection *);
    int (*consume)(verbio_pq_connection *);
    int (*is_busy)(verbio_pq_connection *);
    verbio_pq_result *(*result)(verbio_pq_connection *);
    void (*clear)(verbio_pq_result *);
    int (*result_status)(const verbio_pq_result *);
    char *(*error_field)(const verbio_pq_result *, int field);
    char *(*command)(verbio_pq_result *);
    char *(*changes)(verbio_pq_result *);
    int (*rows)(const verbio_pq_result *);
    int (*columns)(const verbio_pq_result *);
    unsigned (*type)(const verbio_pq_result *, int column);
    int (*is_null)(const verbio_pq_result *, int row, int column);
    char *(*value)(const verbio_pq_result *, int row, int column);
    int (*length)(const verbio_pq_result *, int row, int column);
};

/// The functions of the library. None may be called before `verbio_pq_open` has returned true.
extern struct verbio_pq_library verbio_pq_library;

/// Opens a library and fills in the table. It stays open for the life of the process. Returns false with a message of what
/// is missing. Only one thread may call it.
bool verbio_pq_open(const char *name, char *message, size_t message_size);

static inline verbio_pq_option *verbio_pq_parse(const char *address, char **message) {
    return verbio_pq_library.parse(address, message);
}
static inline void verbio_pq_free_options(verbio_pq_option *options) { verbio_pq_library.free_options(options); }
static inline void verbio_pq_free_memory(void *memory) { verbio_pq_library.free_memory(memory); }
/// Connects and waits for it. The address is the value of `dbname`.
static inline verbio_pq_connection *verbio_pq_connect(const char *const *keywords, const char *const *values) {
    return verbio_pq_library.connect(keywords, values, 1);
}
static inline void verbio_pq_finish(verbio_pq_connection *connection) { verbio_pq_library.finish(connection); }
static inline bool verbio_pq_is_connected(const verbio_pq_connection *connection) {
    return verbio_pq_library.status(connection) == VERBIO_PQ_CONNECTED;
}
static inline const char *verbio_pq_message(const verbio_pq_connection *connection) {
    return verbio_pq_library.message(connection);
}
static inline int verbio_pq_descriptor(const verbio_pq_connection *connection) {
    return verbio_pq_library.descriptor(connection);
}
/// Makes the connection non-blocking and silent, and begins its pipeline, which never ends.
bool verbio_pq_prepare(verbio_pq_connection *connection);
/// Queues a statement. Its results come as text.
static inline bool verbio_pq_send(verbio_pq_connection *connection, const char *sql, int count, const unsigned *types,
                                  const char *const *values, const int *lengths, const int *formats) {
    return verbio_pq_library.send(connection, sql, count, types, values, lengths, formats, 0) == 1;
}
static inline bool verbio_pq_sync(verbio_pq_connection *connection) { return verbio_pq_library.sync(connection) == 1; }
/// 0 if all has been sent, 1 if not yet, -1 after an error.
static inline int verbio_pq_flush(verbio_pq_connection *connection) { return verbio_pq_library.flush(connection); }
static inline bool verbio_pq_consume(verbio_pq_connection *connection) {
    return verbio_pq_library.consume(connection) == 1;
}
static inline bool verbio_pq_is_busy(verbio_pq_connection *connection) {
    return verbio_pq_library.is_busy(connection) == 1;
}
/// The next result; null between the results of two statements.
static inline verbio_pq_result *verbio_pq_result_of(verbio_pq_connection *connection) {
    return verbio_pq_library.result(connection);
}
static inline void verbio_pq_clear(verbio_pq_result *result) { verbio_pq_library.clear(result); }
static inline int verbio_pq_result_status(const verbio_pq_result *result) {
    return verbio_pq_library.result_status(result);
}
static inline const char *verbio_pq_error_state(const verbio_pq_result *result) {
    return verbio_pq_library.error_field(result, 'C');
}
static inline const char *verbio_pq_error_message(const verbio_pq_result *result) {
    return verbio_pq_library.error_field(result, 'M');
}
/// The name of the command, such as `COMMIT`.
static inline const char *verbio_pq_command(verbio_pq_result *result) { return verbio_pq_library.command(result); }
/// The number of changed rows in digits; empty if the command changes none.
static inline const char *verbio_pq_changes(verbio_pq_result *result) { return verbio_pq_library.changes(result); }
static inline int verbio_pq_rows(const verbio_pq_result *result) { return verbio_pq_library.rows(result); }
static inline int verbio_pq_columns(const verbio_pq_result *result) { return verbio_pq_library.columns(result); }
static inline unsigned verbio_pq_type(const verbio_pq_result *result, int column) {
    return verbio_pq_library.type(result, column);
}
static inline bool verbio_pq_is_null(const verbio_pq_result *result, int row, int column) {
    return verbio_pq_library.is_null(result, row, column) == 1;
}
static inline const char *verbio_pq_value(const verbio_pq_result *result, int row, int column) {
    return verbio_pq_library.value(result, row, column);
}
static inline int verbio_pq_length(const verbio_pq_result *result, int row, int column) {
    return verbio_pq_library.length(result, row, column);
}

#endif
