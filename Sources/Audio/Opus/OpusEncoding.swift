internal import COpus
internal import Plumbing

/// Samples to Opus packets of 20 ms.
final class OpusEncoding {
    /// Rates an encoder takes, in Hz.
    static let rates = [8_000, 12_000, 16_000, 24_000, 48_000]

    /// Samples of one packet.
    let frameLength: Int
    /// Samples by which the decoder's output lags; they are dropped from its beginning.
    let lookahead: Int

    private let encoder: OpaquePointer
    private static let largestPacket = 1_500

    /// - Parameters:
    ///   - rate: one of ``rates``.
    ///   - bitRate: bits per second on average.
    init(rate: Int, bitRate: Int) throws(Problem) {
        var error: Int32 = 0
        guard Self.rates.contains(rate),
            let encoder = opus_encoder_create(Int32(rate), 1, OPUS_APPLICATION_VOIP, &error), error == OPUS_OK
        else { throw Self.failed(error) }
        self.encoder = encoder
        frameLength = rate / 50
        var samples: opus_int32 = 0
        let bits = Int32(clamping: min(510_000, max(6_000, bitRate)))
        let isReady =
            verbio_opus_set_bitrate(encoder, bits) == OPUS_OK && verbio_opus_get_lookahead(encoder, &samples) == OPUS_OK
        lookahead = Int(samples)
        guard isReady else {
            opus_encoder_destroy(encoder)
            throw Self.failed(OPUS_INTERNAL_ERROR)
        }
    }

    deinit { opus_encoder_destroy(encoder) }

    /// The packet of exactly ``frameLength`` samples.
    func packet(of samples: ArraySlice<Int16>) throws(Problem) -> [UInt8] {
        var made: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.largestPacket) { output, count in
            samples.withUnsafeBufferPointer { samples in
                guard let input = samples.baseAddress, let packet = output.baseAddress else { return }
                made = opus_encode(encoder, input, Int32(samples.count), packet, Int32(Self.largestPacket))
            }
            count = max(0, Int(made))
        }
        guard made > 0 else { throw Self.failed(made) }
        return bytes
    }

    private static func failed(_ code: Int32) -> Problem {
        Problem(.internal, "output.opus", "libopus refused to encode (\(code))")
    }
}
