#ifndef CASSETS_H
#define CASSETS_H

#include <stddef.h>

// Files of the repository that are part of the program. The bytes live as long as the process.
const unsigned char *verbio_asset_providers(size_t *count);

// A spoken sentence in English, as FLAC: Samples/hello.flac.
const unsigned char *verbio_asset_hello(size_t *count);

// The version of the program, with a line feed: config/VERSION.
const unsigned char *verbio_asset_version(size_t *count);

// The Python program of the local worker: Sources/LocalEngines/Worker/Python.
const unsigned char *verbio_asset_worker(size_t *count);

// The Python program that takes members out of an archive: Sources/LocalModels/Python/unpack.py.
const unsigned char *verbio_asset_unpack(size_t *count);

// The Python program that ends a module together with Verbio: Sources/LocalModels/Python/guard.py.
const unsigned char *verbio_asset_guard(size_t *count);

// config/tiers.yaml
const unsigned char *verbio_asset_tiers(size_t *count);

// config/models.yaml
const unsigned char *verbio_asset_models(size_t *count);

// config/openapi.yaml
const unsigned char *verbio_asset_openapi(size_t *count);

// config/worker-requirements.txt
const unsigned char *verbio_asset_worker_requirements(size_t *count);

// The scenarios of simulated engines, from index 0 on: config/scenarios/NAME.yaml. NULL behind the last one.
const unsigned char *verbio_asset_scenario(size_t index, const char **name, size_t *count);

// The files of the console, from index 0 on: Sources/VerbioServer/Console/Page/NAME. NULL behind the last one.
const unsigned char *verbio_asset_console(size_t index, const char **name, size_t *count);

#endif
