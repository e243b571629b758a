internal import Audio
internal import Conversations
internal import Plumbing

/// The speech of one utterance as Opus packets without a container, as WebRTC and WebCodecs take them.
///
/// The packets of an utterance are one stream, so its client hears no seam between the pieces of a voice. What a piece does not
/// fill a packet with goes with the next one.
final class PacketSpeech {
    let conversation: ConversationID
    let utterance: Int
    private let stream: OpusPackets
    private var resampling: VoiceResampling
    /// Hz of the voice.
    private var rate: Int
    /// Messages made so far.
    private var pieces = 0
    /// Samples that a decoder has given after them, those before the speech included.
    private var decoded = 0

    /// An `utterance.audio` event and the packets that follow it.
    struct Message {
        var head: String
        var packets: [[UInt8]]
    }

    /// Begins the speech of the utterance of a piece.
    ///
    /// - Throws: ``Problem`` of kind `internal` if libopus refuses.
    init(of piece: SpokenPiece) throws(Problem) {
        conversation = piece.conversation
        utterance = piece.utterance
        rate = piece.voice.sampleRate
        stream = try OpusPackets(sampleRate: OpusPackets.rate(keeping: rate))
        resampling = VoiceResampling(from: rate, to: stream.sampleRate)
    }

    /// The packets that are complete with a piece; nil if it is too short for one.
    ///
    /// - Throws: ``Problem`` of kind `internal` if the samples cannot be encoded.
    func add(_ voice: VoiceAudio) throws -> Message? {
        var samples: [Int16] = []
        if voice.sampleRate != rate {
            samples = try resampling.end()
            rate = voice.sampleRate
            resampling = VoiceResampling(from: rate, to: stream.sampleRate)
        }
        samples += try resampling.samples(adding: voice.samples)
        let packets = try stream.packets(adding: samples)
        guard !packets.isEmpty else { return nil }
        return try message(packets, upTo: decoded + packets.count * stream.frameLength - stream.lookahead)
    }

    /// The rest of the utterance.
    ///
    /// - Throws: ``Problem`` of kind `internal` if the samples cannot be encoded.
    func end() throws -> Message {
        let packets = try stream.packets(adding: resampling.end()) + stream.end()
        return try message(packets, upTo: stream.sampleCount)
    }

    /// - Parameter speech: the samples of speech that a decoder has given after these packets.
    private func message(_ packets: [[UInt8]], upTo speech: Int) throws -> Message {
        defer {
            decoded += packets.count * stream.frameLength
            pieces += 1
        }
        let sent = max(0, decoded - stream.lookahead)
        let skipped = stream.lookahead * 48_000 / stream.sampleRate
        let fields = SpokenPieceFields(
            conversation: conversation, utterance: utterance, piece: pieces + 1, type: "audio/opus",
            sampleRate: stream.sampleRate, seconds: Double(speech - sent) / Double(stream.sampleRate),
            bytes: packets.reduce(0) { $0 + $1.count }, packets: packets.count, preSkip: pieces == 0 ? skipped : nil)
        return Message(head: try fields.json(), packets: packets)
    }
}
