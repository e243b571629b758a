import Interpreting
import Plumbing
import Providers

/// How live utterances are shown while they are being said, as the settings say.
struct PartialSettings: Sendable {
    let settings: Settings

    /// How often a live utterance is recognized while it is being said; nil if nothing is shown of it.
    ///
    /// - Throws: `Problem` of kind `usage`, code `config.value`.
    func schedule(for recognizer: any SpeechRecognizer) throws(Problem) -> PartialSchedule? {
        switch settings.string(.partials) {
        case "auto": guard recognizer.capabilities.repeatsCheaply else { return nil }
        case "on": break
        case "off": return nil
        case let other:
            throw Problem(
                .usage, "config.value", "\(Setting.partials.name) is '\(other)'", cure: "give it auto, on or off")
        }
        return PartialSchedule(interval: try LatencyDial(settings).partialInterval)
    }

    /// Whether an utterance is recognized at the first silence in which it may end: if that costs nothing.
    static func speculates(with recognizer: any SpeechRecognizer) -> Bool {
        recognizer.capabilities.repeatsCheaply && recognizer.capabilities.price == .free
    }

    /// A sentence on how many times the cost of recognition partials cause. Nil if that is nothing, or too little to mention.
    ///
    /// - Parameter twoWay: whether the language of an utterance has to be detected, so that it cannot be streamed.
    func notice(_ schedule: PartialSchedule?, _ recognizer: any SpeechRecognizer, twoWay: Bool) -> String? {
        guard let schedule, recognizer.capabilities.price != .free else { return nil }
        guard twoWay || recognizer.streaming == nil else {
            return
                "partials stream each utterance to \(recognizer.descriptor.name) while it is being said, in addition "
                + "to its recognition: it costs about twice as much, or more if streams have a higher price; "
                + "live.partials: off does without"
        }
        let factor = schedule.costFactor(seconds: Self.usualUtterance)
        return "partials send each utterance again while it is being said: an utterance of "
            + "\(Int(Self.usualUtterance)) s costs about \(Int(factor.rounded())) times as much at "
            + "\(recognizer.descriptor.name); live.partials: off does without"
    }

    /// Seconds of an utterance for the example.
    private static let usualUtterance = 6.0
}
