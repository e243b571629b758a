#include <FLAC/stream_decoder.h>
#include <FLAC/stream_encoder.h>
