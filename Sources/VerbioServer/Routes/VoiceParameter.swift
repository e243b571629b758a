internal import Audio
internal import Plumbing

/// The format of stored speech that a client fetches.
enum VoiceParameter {
    /// The parameter of the query.
    static let name = "format"

    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    static func read(_ query: QueryParameters) throws(Problem) -> SpeechEncoding {
        try query.word(name, among: [("wav", .wav), ("opus", .opus)], otherwise: .wav)
    }
}
