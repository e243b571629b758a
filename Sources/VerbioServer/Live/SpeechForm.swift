/// How the client of a live session gets speech.
enum SpeechForm: Sendable, Hashable {
    /// In the event, in base64.
    case text
    /// In one binary message that follows the event.
    case binary
    /// Opus packets without a container, each in a binary message that follows the event.
    case packets
}
