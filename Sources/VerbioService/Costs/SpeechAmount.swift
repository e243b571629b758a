package import Audio
import AudioReport
import Captions
import Hearing
import Interpreting
package import Language
package import Plumbing
import Providers

/// How much speech there is.
package struct SpeechAmount: Sendable {
    /// The length of the whole recording.
    package var seconds = 0.0
    /// The length of the voiced parts.
    package var speech = 0.0
    /// The length of each utterance as the recognizer gets it, with what is around the voice.
    package var sent: [Double] = []
    package var utterances = 0
    /// The characters of a text, which is not heard; nil for speech.
    package var written: Int?
    private var writtenTokens: Int?
    /// Whether each utterance has a time, in which its translation is spoken.
    private(set) var isTimed = true
    /// The audio tracks of the recording.
    package var tracks: [AudioTrack] = []

    package init(seconds: Double = 0, speech: Double = 0, sent: [Double] = [], utterances: Int = 0) {
        self.seconds = seconds
        self.speech = speech
        self.sent = sent
        self.utterances = utterances
    }

    /// Seconds sent with each utterance before and after its voice.
    package static let padding = 1.0

    /// A minute of speech, for cost estimates: twelve utterances of five seconds.
    package static let minute = SpeechAmount(
        seconds: 60, speech: 60, sent: Array(repeating: 5 + padding, count: 12), utterances: 12)

    /// The amount of a text, each line of which is translated by itself.
    package init(text: String) {
        let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
        isTimed = false
        utterances = lines.count
        written = lines.reduce(0) { $0 + $1.unicodeScalars.count }
        writtenTokens = lines.reduce(0) { $0 + TokenEstimate.tokens(in: String($1)) }
    }

    /// The amount of a caption file, each passage of which is translated by itself.
    ///
    /// - Throws: `Problem` of kind `input` if it cannot be read as captions.
    package init(captionsAt path: String, language: LanguageCode?) throws(Problem) {
        let language = language ?? .en
        let script = try CaptionScript(path: path, language: language)
        let texts = CaptionPassage.all(of: script.cues).map { $0.text(in: language) }
        self.init(text: texts.filter { $0.contains { $0.isLetter || $0.isNumber } }.joined(separator: "\n"))
        isTimed = true
    }

    /// The characters of the text, or an estimate of those that are said.
    package var characters: Int {
        written ?? Int(exactly: (speech * UsageForecast.charactersPerSecond).rounded(.up)) ?? 0
    }

    /// How many tokens of a language model these characters are.
    var tokens: Int { writtenTokens ?? UsageForecast.tokens(characters: characters) }

    /// Listens to a recording for speech, on this machine.
    ///
    /// - Parameter language: the spoken language; a track in that language is preferred to others.
    /// - Throws: `Problem` of kind `input`, or of kind `usage` for impossible settings.
    package static func heard(
        in input: AudioInput, _ listening: ConversationRequest.Listening, language: LanguageCode?, assembly: Assembly
    ) async throws -> SpeechAmount {
        var reading = listening.options(ffmpeg: assembly.settings.string(.ffmpeg))
        reading.spokenLanguage = language
        let model = try assembly.speech.model()
        assembly.speech.notice(model).map(assembly.note)
        let analysis = Analysis(
            segmentation: try assembly.speech.segmentation(live: false, model: model), model: model, peaks: nil)
        let report = try await input.explained(reading, analysis.run(_:options:)).0
        var heard = SpeechAmount(seconds: report.seconds)
        heard.tracks = report.tracks ?? []
        for utterance in report.lanes.flatMap(\.utterances) where utterance.passes {
            heard.utterances += 1
            heard.speech += Double(utterance.voicedMilliseconds) / 1_000
            heard.sent.append(utterance.end - utterance.start + SpeechAmount.padding)
        }
        return heard
    }
}
