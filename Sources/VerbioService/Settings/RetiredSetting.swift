package import Plumbing

/// A setting of earlier versions. Where it is still given, it is refused in one sentence, because its value would have no effect.
package struct RetiredSetting: Sendable {
    /// `context.lag`; in the environment `VERBIO_CONTEXT_LAG`.
    package let name: String
    /// The version that does not have it any more.
    package let since: String
    /// What applies now, as a clause.
    package let now: String

    /// Settings that had one right value, or one that Verbio finds itself.
    package static let all: [RetiredSetting] = [
        RetiredSetting(
            name: "output.rtl-marks", since: "0.2.0",
            now: "Arabic lines get direction marks in SRT, and in WebVTT if they need them"),
        RetiredSetting(name: "pipeline.stt-hedge-after", since: "0.2.0", now: hedges),
        RetiredSetting(name: "pipeline.mt-hedge-after", since: "0.2.0", now: hedges),
        RetiredSetting(name: "pipeline.tts-hedge-after", since: "0.2.0", now: hedges),
        RetiredSetting(
            name: "segmentation.minimum-voice", since: "0.2.0",
            now: "an utterance needs 300 ms of voice, or 30 ms with the speech network"),
        RetiredSetting(
            name: "live.partial-interval", since: "0.2.0",
            now: "live.latency decides how often speech is recognized again"),
        RetiredSetting(
            name: "live.speculation", since: "0.2.0",
            now: "recognition begins at the first silence if the recognizer is local and fast"),
        RetiredSetting(
            name: "context.lag", since: "0.2.0", now: "the newest earlier pair is always two utterances back"),
        RetiredSetting(
            name: "context.look-ahead", since: "0.2.0",
            now: "translators that can use them get the next two utterances, and a server of your own gets none"),
        RetiredSetting(
            name: "context.stt-lag", since: "0.2.0", now: "recognizers get no earlier text, because they repeat it"),
        RetiredSetting(
            name: "jobs.queue-megabytes", since: "0.2.0", now: "8192 megabytes of one tenant's uploads may wait"),
        RetiredSetting(
            name: "pocketsphinx.decoders", since: "0.2.0",
            now: "there is one decoder for each processor, up to pipeline.stt-concurrency"),
    ]

    private static let hedges = "the next provider is called when the one before it has failed"

    /// `VERBIO_CONTEXT_LAG`
    package var environmentName: String { Setting.environmentName(of: name) }

    /// The refusal of a value.
    ///
    /// - Parameters:
    ///   - place: the file with the value, or nil for a variable of the environment.
    package func refusal(at place: String?) -> Problem {
        Problem(
            .usage, "config.retired", "there is no setting '\(name)' since version \(since): \(now)",
            at: place ?? environmentName, cure: place == nil ? "unset the variable" : "delete its line")
    }
}
