internal import Hearing

/// How speech is cut into utterances.
struct InterpreterHearing: Sendable {
    var segmentation: SegmentationConfiguration
    var model: SpeechModel?
}
