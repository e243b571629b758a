internal import CFLAC
package import Plumbing

/// How the audio of an utterance is encoded for a remote recognizer.
///
/// FLAC and WAV are lossless, so a retry with another provider hears the same audio as the first one. Opus is for the case that
/// they are too large.
package enum SpeechEncoding: String, Sendable, Codable, CaseIterable, Hashable {
    /// About half the size of `wav`.
    case flac
    case wav
    /// Ogg Opus at 24 kbit/s, about a tenth of `wav`.
    case opus

    /// The media type.
    package var contentType: String {
        switch self {
        case .flac: "audio/flac"
        case .wav: "audio/wav"
        case .opus: "audio/ogg; codecs=opus"
        }
    }

    /// The extension of its files.
    package var fileExtension: String { self == .opus ? "ogg" : rawValue }

    /// Bits per second of Opus; 16,000 to 20,000 is what its authors recommend for speech at 16 kHz (RFC 6716, section 2.1.1).
    private static let opusBitRate = 24_000

    /// The largest number of bytes that this many mono samples take. Opus is counted with half as much again as its average:
    /// its rate is a mean, and dense sound is above it.
    package func maximumBytes(samples: Int, sampleRate: Int) -> Int {
        switch self {
        case .wav: 44 + samples * 2
        // Samples that cannot be compressed are stored as they are, in blocks with heads.
        case .flac: 8_192 + samples * 2 + samples / 64
        case .opus: 4_096 + Self.opusBitRate / 8 * 3 / 2 * samples / max(1, sampleRate)
        }
    }

    /// A whole file of mono samples.
    ///
    /// - Parameter sampleRate: Hz.
    /// - Throws: ``Problem`` of kind `internal` if libFLAC or libopus refuses: Opus supports only certain rates.
    package func encode(_ samples: [Int16], sampleRate: Int) throws(Problem) -> [UInt8] {
        switch self {
        case .wav:
            let header = WAVHeader(sampleRate: sampleRate, channels: 1, dataBytes: samples.count * 2)
            return header.bytes + PCM16.littleEndianBytes(samples)
        case .flac:
            return try FLACEncoding(sampleRate: sampleRate).encode(samples)
        case .opus:
            var bytes: [UInt8] = []
            let stream = try OpusStream(sampleRate: sampleRate, bitRate: Self.opusBitRate) { page throws(Problem) in
                bytes.append(contentsOf: page)
            }
            try stream.write(samples)
            try stream.finish()
            return bytes
        }
    }
}

/// Mono samples to a FLAC file in memory.
private final class FLACEncoding {
    /// libFLAC's own middle level; 8 would save one more per cent for twice the time.
    private static let compression: UInt32 = 5

    private let sampleRate: Int
    private var bytes: [UInt8] = []

    init(sampleRate: Int) { self.sampleRate = sampleRate }

    func encode(_ samples: [Int16]) throws(Problem) -> [UInt8] {
        guard let encoder = FLAC__stream_encoder_new() else { throw Self.refused }
        defer { FLAC__stream_encoder_delete(encoder) }
        FLAC__stream_encoder_set_channels(encoder, 1)
        FLAC__stream_encoder_set_bits_per_sample(encoder, 16)
        FLAC__stream_encoder_set_sample_rate(encoder, UInt32(clamping: sampleRate))
        FLAC__stream_encoder_set_compression_level(encoder, Self.compression)
        // The length goes into the header now, because the header cannot be overwritten later.
        FLAC__stream_encoder_set_total_samples_estimate(encoder, UInt64(samples.count))
        bytes.reserveCapacity(samples.count + 8_192)
        let status = FLAC__stream_encoder_init_stream(
            encoder,
            { _, buffer, count, _, _, context in
                guard let buffer, let context else { return FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR }
                Unmanaged<FLACEncoding>.fromOpaque(context).takeUnretainedValue().bytes
                    .append(contentsOf: UnsafeBufferPointer(start: buffer, count: count))
                return FLAC__STREAM_ENCODER_WRITE_STATUS_OK
            },
            nil, nil, nil, Unmanaged.passUnretained(self).toOpaque())
        guard status == FLAC__STREAM_ENCODER_INIT_STATUS_OK else { throw Self.refused }
        let wide = samples.map(Int32.init)
        let isWhole =
            wide.withUnsafeBufferPointer {
                FLAC__stream_encoder_process_interleaved(encoder, $0.baseAddress, UInt32(clamping: $0.count)) != 0
            } && FLAC__stream_encoder_finish(encoder) != 0
        guard isWhole else { throw Self.refused }
        return bytes
    }

    private static var refused: Problem {
        Problem(.internal, "audio.flac", "libFLAC refused to encode an utterance")
    }
}
