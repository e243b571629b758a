#include "CAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char providers[] = {
#embed "../../../config/providers.yaml"
};

const unsigned char *verbio_asset_providers(size_t *count) {
    *count = sizeof providers;
    return providers;
}

static const unsigned char hello[] = {
#embed "../../../Samples/hello.flac"
};

const unsigned char *verbio_asset_hello(size_t *count) {
    *count = sizeof hello;
    return hello;
}

// The files in the order in which the worker needs them, as one program.
static const unsigned char worker[] = {
#embed "../../OfflineEngines/Worker/Python/whisper.py"
    , '\n',
#embed "../../OfflineEngines/Worker/Python/translation.py"
    , '\n',
#embed "../../OfflineEngines/Worker/Python/worker.py"
};

const unsigned char *verbio_asset_worker(size_t *count) {
    *count = sizeof worker;
    return worker;
}

static const unsigned char models[] = {
#embed "../../../config/models.yaml"
};

const unsigned char *verbio_asset_models(size_t *count) {
    *count = sizeof models;
    return models;
}

static const unsigned char worker_requirements[] = {
#embed "../../../config/worker-requirements.txt"
};

const unsigned char *verbio_asset_worker_requirements(size_t *count) {
    *count = sizeof worker_requirements;
    return worker_requirements;
}
