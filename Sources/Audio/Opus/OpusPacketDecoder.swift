internal import COpus
package import Plumbing

/// Decodes Opus packets from a network, directly at 16 kHz mono, and conceals those that do not arrive.
///
/// ```swift
/// let decoder = try OpusPacketDecoder()
/// for await packet in packets {
///     audio += try decoder.decode(packet.bytes, afterLosing: packet.sequence - expected)
/// }
/// ```
///
/// The decoder is not shared, so one task at a time uses it. Stereo packets are mixed.
package final class OpusPacketDecoder {
    /// The longest packet, 120 ms, in samples at 16 kHz (RFC 6716, section 3.2).
    static let longestPacket = 1_920
    /// The longest concealment: after a second it has long faded to silence and the sender is gone.
    static let longestGap = speechSampleRate

    private let decoder: OpaquePointer
    /// Length of the last packet, in samples; lost ones are assumed to have the same length.
    private var lastLength = speechSampleRate / 50

    /// - Throws: ``Problem`` `audio.opus` if libopus has no memory for a decoder.
    package init() throws(Problem) {
        var error: Int32 = 0
        guard let decoder = opus_decoder_create(Int32(speechSampleRate), 1, &error), error == OPUS_OK else {
            throw Problem(.internal, "audio.opus", "no Opus decoder could be made")
        }
        self.decoder = decoder
    }

    deinit { opus_decoder_destroy(decoder) }

    /// The samples of a packet at 16 kHz, after those that replace the packets lost before it.
    ///
    /// This packet may carry a copy of the last lost one (in-band forward error correction). The others are concealed.
    ///
    /// - Parameter lost: packets missing directly before this one.
    /// - Throws: ``Problem`` `audio.opus-packet` if it is not an Opus packet; the decoder can continue with the next.
    package func decode(_ packet: [UInt8], afterLosing lost: Int = 0) throws(Problem) -> [Float] {
        let length = packet.withUnsafeBufferPointer { packet in
            packet.baseAddress.map { Int(opus_decoder_get_nb_samples(decoder, $0, Int32(clamping: packet.count))) } ?? 0
        }
        guard !packet.isEmpty, (1...Self.longestPacket).contains(length) else { throw Self.malformed }
        var samples = lost > 1 ? conceal(packets: lost - 1) : []
        if lost > 0, samples.count + lastLength <= Self.longestGap {
            samples += try run(packet, length: lastLength, isCorrection: true)
        }
        samples += try run(packet, length: length, isCorrection: false)
        lastLength = length
        return samples
    }

    /// Samples that replace lost packets, at most a second of them.
    package func conceal(packets: Int) -> [Float] {
        var samples: [Float] = []
        var left = max(0, packets)
        while left > 0, samples.count + lastLength <= Self.longestGap {
            guard let more = try? run(nil, length: lastLength, isCorrection: false) else { break }
            samples += more
            left -= 1
        }
        return samples
    }

    private func run(_ packet: [UInt8]?, length: Int, isCorrection: Bool) throws(Problem) -> [Float] {
        var made: Int32 = 0
        let samples = [Float](unsafeUninitializedCapacity: length) { output, count in
            guard let target = output.baseAddress else { return }
            guard let packet else {
                made = opus_decode_float(decoder, nil, 0, target, Int32(length), 0)
                count = max(0, min(length, Int(made)))
                return
            }
            made = packet.withUnsafeBufferPointer {
                opus_decode_float(
                    decoder, $0.baseAddress, Int32(clamping: $0.count), target, Int32(length), isCorrection ? 1 : 0)
            }
            count = max(0, min(length, Int(made)))
        }
        guard made > 0 else { throw Self.malformed }
        return samples
    }

    private static let malformed = Problem(
        .input, "audio.opus-packet", "this is not an Opus packet", cure: "send each packet whole, without a container")
}
