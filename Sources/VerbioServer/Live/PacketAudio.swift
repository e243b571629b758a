internal import Audio
internal import Plumbing

/// The sound of a client that sends Opus packets without a container, as WebCodecs and WebRTC make them.
final class PacketAudio: Sendable {
    /// The name of the parameter.
    static let parameter = "packets"
    /// What the packets are decoded to.
    static let format = RawFormat(sample: .f32le, rate: speechSampleRate, channels: 1)

    private let decoder: Locked<OpusPacketDecoder>

    /// - Throws: ``Problem`` if there is no memory for a decoder.
    init() throws(Problem) { decoder = Locked(try OpusPacketDecoder()) }

    /// The samples of a packet as bytes of ``format``.
    ///
    /// - Throws: ``Problem`` `live.packet` if it is not an Opus packet. ``concealed()`` then replaces it.
    func bytes(of packet: [UInt8]) throws(Problem) -> [UInt8] {
        do { return try decoder.withLock { Self.bytes(try $0.decode(packet)) } } catch {
            throw Problem(
                .input, "live.packet", "a message is not an Opus packet",
                cure: "send each packet whole, without a container")
        }
    }

    /// What replaces a packet that cannot be read, so that time advances.
    func concealed() -> [UInt8] { decoder.withLock { Self.bytes($0.conceal(packets: 1)) } }

    private static func bytes(_ samples: [Float]) -> [UInt8] {
        samples.map(\.bitPattern.littleEndian).withUnsafeBytes { Array($0) }
    }
}
