#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct verbio_pq_library verbio_pq_library;

struct symbol {
    const char *name;
    void *slot;
};

bool verbio_pq_open(const char *name, char *message, size_t message_size) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(message, message_size, "%s", dlerror());
        return false;
    }
    struct verbio_pq_library library;
    const struct symbol symbols[] = {
        {"PQlibVersion", &library.version},
        {"PQconninfoParse", &library.parse},
        {"PQconninfoFree", &library.free_options},
        {"PQfreemem", &library.free_memory},
        {"PQconnectdbParams", &library.connect},
        {"PQfinish", &library.finish},
        {"PQstatus", &library.status},
        {"PQerrorMessage", &library.message},
        {"PQsocket", &library.descriptor},
        {"PQsetnonblocking", &library.set_nonblocking},
        {"PQsetNoticeProcessor", &library.set_notices},
        {"PQenterPipelineMode", &library.enter_pipeline},
        {"PQsendQueryParams", &library.send},
        {"PQpipelineSync", &library.sync},
        {"PQflush", &library.flush},
        {"PQconsumeInput", &library.consume},
        {"PQisBusy", &library.is_busy},
        {"PQgetResult", &library.result},
        {"PQclear", &library.clear},
        {"PQresultStatus", &library.result_status},
        {"PQresultErrorField", &library.error_field},
        {"PQcmdStatus", &library.command},
        {"PQcmdTuples", &library.changes},
        {"PQntuples", &library.rows},
        {"PQnfields", &library.columns},
        {"PQftype", &library.type},
        {"PQgetisnull", &library.is_null},
        {"PQgetvalue", &library.value},
        {"PQgetlength", &library.length},
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
    verbio_pq_library = library;
    return true;
}

static void ignore_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

bool verbio_pq_prepare(verbio_pq_connection *connection) {
    // Otherwise libpq writes notices, such as that a table exists, to the error output.
    verbio_pq_library.set_notices(connection, ignore_notice, NULL);
    return verbio_pq_library.set_nonblocking(connection, 1) == 0 && verbio_pq_library.enter_pipeline(connection) == 1;
}
