#include <opus.h>
#include <opus_multistream.h>

// The ctl functions are variadic, which Swift cannot call.
static inline int verbio_opus_set_gain(OpusDecoder *decoder, opus_int32 gain) {
    return opus_decoder_ctl(decoder, OPUS_SET_GAIN(gain));
}
static inline int verbio_opus_multistream_set_gain(OpusMSDecoder *decoder, opus_int32 gain) {
    return opus_multistream_decoder_ctl(decoder, OPUS_SET_GAIN(gain));
}
static inline int verbio_opus_get_lookahead(OpusEncoder *encoder, opus_int32 *samples) {
    return opus_encoder_ctl(encoder, OPUS_GET_LOOKAHEAD(samples));
}
static inline int verbio_opus_set_bitrate(OpusEncoder *encoder, opus_int32 bits) {
    return opus_encoder_ctl(encoder, OPUS_SET_BITRATE(bits));
}
