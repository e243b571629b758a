internal import Conversations
internal import Guards
internal import Language
internal import Providers

/// A recognition, and what the guards have decided on it.
struct CheckedRecognition: Sendable {
    var recognition: Recognition
    var flags: [RecognitionFlag]

    /// Whether the guards decided that the text was not said.
    var isDropped: Bool { flags.contains { $0.verdict == .dropped } }
    /// Whether a guard has cut a part of the text.
    var isCut: Bool { flags.contains { $0.verdict == .cut } }

    init(_ recognition: Recognition, flags: [RecognitionFlag]) {
        self.recognition = recognition
        self.flags = flags
    }

    /// The recognition of an earlier run; nil if nothing was recognized.
    init?(of record: UtteranceRecord?) {
        guard let record, let recognition = record.recognition else { return nil }
        self.init(recognition, flags: record.recognitionFlags)
    }
}
