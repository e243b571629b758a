internal import Audio
internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import Plumbing

/// A piece of an utterance's spoken translation, on its way to a client that asked for speech among the events.
///
/// Each piece is a complete file, so that a client can play it at once with any decoder. Played one after the other, the
/// pieces are the whole speech without a gap.
struct SpokenPiece: Sendable {
    let conversation: ConversationID
    let utterance: Int
    /// The number of the piece in its utterance, from 1.
    let piece: Int
    let voice: VoiceAudio
    let encoding: PieceEncoding

    init(
        _ piece: Int, of utterance: Int, in conversation: ConversationID, _ voice: VoiceAudio,
        as encoding: PieceEncoding
    ) {
        self.piece = piece
        self.utterance = utterance
        self.conversation = conversation
        self.voice = voice
        self.encoding = encoding
    }

    /// The piece as a server-sent event. It has no identifier, because it is not in the conversation's log.
    ///
    /// - Throws: ``Problem`` of kind `internal` if the samples cannot be encoded.
    func serverSent() throws -> String { "event: \(Self.name)\ndata: \(try json())\n\n" }

    /// The piece as one line of JSON.
    ///
    /// - Throws: ``Problem`` of kind `internal` if the samples cannot be encoded.
    func json() throws -> String {
        let (fields, bytes) = try encoded()
        var all = fields
        all.audio = Data(bytes).base64EncodedString()
        return try JSONEncoder.sorted.text(all)
    }

    /// The piece as one line of JSON that tells how many bytes follow it, and these bytes.
    ///
    /// - Throws: ``Problem`` of kind `internal` if the samples cannot be encoded.
    func framed() throws -> (head: String, bytes: [UInt8]) {
        let (fields, bytes) = try encoded()
        var head = fields
        head.bytes = bytes.count
        return (try JSONEncoder.sorted.text(head), bytes)
    }

    private func encoded() throws -> (Fields, [UInt8]) {
        // Opus supports only certain rates.
        let rate =
            encoding == .opus ? OpusFileWriter.rates.first { $0 >= voice.sampleRate } ?? 48_000 : voice.sampleRate
        let spoken = try VoiceResampler.resample(voice, to: rate)
        let fields = Fields(
            event: Self.name, conversation: conversation, utterance: utterance, piece: piece,
            type: encoding.contentType, sampleRate: rate, seconds: spoken.seconds)
        return (fields, try encoding.encode(spoken.samples, sampleRate: rate))
    }

    private static let name = "utterance.audio"

    private struct Fields: Encodable {
        var event: String
        var conversation: ConversationID
        var utterance: Int
        var piece: Int
        var type: String
        var sampleRate: Int
        var seconds: Double
        var audio: String?
        var bytes: Int?
    }
}

/// Numbers the pieces of each utterance, from 1.
struct SpokenPieces: Sendable {
    private var utterance = 0
    private var count = 0

    mutating func next(of utterance: Int) -> Int {
        if utterance != self.utterance { (self.utterance, count) = (utterance, 0) }
        count += 1
        return count
    }
}
