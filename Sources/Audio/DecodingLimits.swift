/// The limits beyond which a recording is refused. The defaults leave room for every real recording and keep a hostile one from
/// exhausting the machine.
package struct DecodingLimits: Sendable, Hashable {
    /// Channels of one stream.
    package var channels = 64
    /// Sample rates in Hz. Below 1 kHz there is no speech; 768 kHz is the highest rate converters offer.
    package var rates = 1_000...768_000
    /// Bytes searched for the beginning of the audio: chunks before WAV data, an ID3 tag with its pictures.
    package var headerBytes = 64 << 20
    /// Seconds of audio that are decoded; the rest is reported as damage.
    package var seconds = 24.0 * 3_600
    /// Bytes that a second of audio takes on average, at least, and how much is decoded of audio that takes fewer, which is a
    /// bomb. Speech takes hundreds even if its pauses are left out, and silence in FLAC some fifty.
    package var bytesPerSecond = 8.0
    package var unpackedSeconds = 3_600.0
    /// Samples of all channels that a byte holds on average, at most, and those that are decoded of a recording that holds
    /// more. Encoders put silence into fewer: 350 of FLAC in one channel, 960 in eight, 1,020 of Vorbis in stereo.
    package var samplesPerByte = 1_200.0
    package var unpackedSamples = 96_000 * 3_600
    /// The longest gap, in seconds, that lost packets may leave and that is filled to keep the time.
    package var gapSeconds = 600.0
    /// Bytes of a stream that are written to a temporary file if its container can only be read by seeking.
    package var spooledBytes = 2 << 30
    /// Seconds of work without any result after which the converter program is stopped.
    package var converterSeconds = 10.0

    package init() {}
}
