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
        return try all.json()
    }

    /// The piece as one line of JSON with the number of bytes that follow, and these bytes.
    ///
    /// - Throws: ``Problem`` of kind `internal` if the samples cannot be encoded.
    func framed() throws -> (head: String, bytes: [UInt8]) {
        let (fields, bytes) = try encoded()
        var head = fields
        head.bytes = bytes.count
        return (try head.json(), bytes)
    }

    private func encoded() throws -> (SpokenPieceFields, [UInt8]) {
        let rate = encoding == .opus ? OpusPackets.rate(keeping: voice.sampleRate) : voice.sampleRate
        let spoken = try VoiceResampler.resample(voice, to: rate)
        let fields = SpokenPieceFields(
            conversation: conversation, utterance: utterance, piece: piece, type: encoding.contentType,
            sampleRate: rate,
            seconds: spoken.seconds)
        return (fields, try encoding.encode(spoken.samples, sampleRate: rate))
    }

    fileprivate static let name = "utterance.audio"
}

/// The description of a piece of speech for a client.
struct SpokenPieceFields: Encodable {
    private(set) var event = SpokenPiece.name
    var conversation: ConversationID
    var utterance: Int
    /// The number of the piece in its utterance, from 1.
    var piece: Int
    /// The media type.
    var type: String
    /// Hz.
    var sampleRate: Int
    var seconds: Double
    /// The piece in base64.
    var audio: String?
    /// The bytes that follow in binary messages.
    var bytes: Int?
    /// The binary messages that follow; nil if it is one for the whole piece.
    var packets: Int?
    /// The samples at 48 kHz that are dropped at the beginning of the decoder's output, as in RFC 7845, section 5.1.
    var preSkip: Int?

    /// One line.
    func json() throws -> String { try JSONEncoder.sorted.text(self) }
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
