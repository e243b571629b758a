#include "CAssets.h"
#include "table.h"

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

static const unsigned char version[] = {
#embed "../../../config/VERSION"
};

const unsigned char *verbio_asset_version(size_t *count) {
    *count = sizeof version;
    return version;
}

// The files in the order in which the worker needs them, as one program.
static const unsigned char worker[] = {
#embed "../../LocalEngines/Worker/Python/whisper.py"
    , '\n',
#embed "../../LocalEngines/Worker/Python/translation.py"
    , '\n',
#embed "../../LocalEngines/Worker/Python/piper.py"
    , '\n',
#embed "../../LocalEngines/Worker/Python/graph.py"
    , '\n',
#embed "../../LocalEngines/Worker/Python/voices.py"
    , '\n',
#embed "../../LocalEngines/Worker/Python/background.py"
    , '\n',
#embed "../../LocalEngines/Worker/Python/worker.py"
};

const unsigned char *verbio_asset_worker(size_t *count) {
    *count = sizeof worker;
    return worker;
}

static const unsigned char guard[] = {
#embed "../../LocalModels/Python/guard.py"
};

const unsigned char *verbio_asset_guard(size_t *count) {
    *count = sizeof guard;
    return guard;
}

static const unsigned char unpack[] = {
#embed "../../LocalModels/Python/unpack.py"
};

const unsigned char *verbio_asset_unpack(size_t *count) {
    *count = sizeof unpack;
    return unpack;
}

static const unsigned char tiers[] = {
#embed "../../../config/tiers.yaml"
};

const unsigned char *verbio_asset_tiers(size_t *count) {
    *count = sizeof tiers;
    return tiers;
}

static const unsigned char models[] = {
#embed "../../../config/models.yaml"
};

const unsigned char *verbio_asset_models(size_t *count) {
    *count = sizeof models;
    return models;
}

static const unsigned char openapi[] = {
#embed "../../../config/openapi.yaml"
};

const unsigned char *verbio_asset_openapi(size_t *count) {
    *count = sizeof openapi;
    return openapi;
}

static const unsigned char worker_requirements[] = {
#embed "../../../config/worker-requirements.txt"
};

const unsigned char *verbio_asset_worker_requirements(size_t *count) {
    *count = sizeof worker_requirements;
    return worker_requirements;
}

static const unsigned char scenario_crash[] = {
#embed "../../../config/scenarios/crash.yaml"
};

static const unsigned char scenario_flaky[] = {
#embed "../../../config/scenarios/flaky.yaml"
};

static const unsigned char scenario_hallucinating[] = {
#embed "../../../config/scenarios/hallucinating.yaml"
};

static const unsigned char scenario_instant[] = {
#embed "../../../config/scenarios/instant.yaml"
};

static const unsigned char scenario_out_of_order[] = {
#embed "../../../config/scenarios/out-of-order.yaml"
};

static const unsigned char scenario_outage[] = {
#embed "../../../config/scenarios/outage.yaml"
};

static const unsigned char scenario_realistic[] = {
#embed "../../../config/scenarios/realistic.yaml"
};

static const unsigned char scenario_slow_one[] = {
#embed "../../../config/scenarios/slow-one.yaml"
};

static const unsigned char scenario_slow_voice[] = {
#embed "../../../config/scenarios/slow-voice.yaml"
};

static const struct file scenarios[] = {
    {"crash", scenario_crash, sizeof scenario_crash},
    {"flaky", scenario_flaky, sizeof scenario_flaky},
    {"hallucinating", scenario_hallucinating, sizeof scenario_hallucinating},
    {"instant", scenario_instant, sizeof scenario_instant},
    {"out-of-order", scenario_out_of_order, sizeof scenario_out_of_order},
    {"outage", scenario_outage, sizeof scenario_outage},
    {"realistic", scenario_realistic, sizeof scenario_realistic},
    {"slow-one", scenario_slow_one, sizeof scenario_slow_one},
    {"slow-voice", scenario_slow_voice, sizeof scenario_slow_voice},
};

const unsigned char *verbio_asset_scenario(size_t index, const char **name, size_t *count) {
    return file_at(index, scenarios, sizeof scenarios / sizeof *scenarios, name, count);
}
