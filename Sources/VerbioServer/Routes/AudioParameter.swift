internal import Plumbing

/// The form in which a client asks for speech among the events.
enum AudioParameter {
    /// The parameter of the query.
    static let name = "audio"

    /// - Returns: nil if no speech is asked for.
    /// - Throws: ``Problem`` of kind `usage`, codes `query.value` and `audio.no-events`.
    static func read(_ query: QueryParameters, isEventStream: Bool) throws(Problem) -> PieceEncoding? {
        let encoding = try query.word(
            name, among: [("none", nil), ("wav", .wav), ("opus", .opus), ("pcm", .pcm)],
            otherwise: PieceEncoding?.none)
        guard encoding == nil || isEventStream else {
            throw Problem(
                .usage, "audio.no-events", "speech is sent among the events only", at: name,
                cure: "ask for events with Accept: text/event-stream, or leave it out")
        }
        return encoding
    }
}
