internal import Audio
internal import Conversations
internal import Language
internal import Providers

/// The text of a conversation as OpenAI's clients read it: what was said, or its translation.
struct Transcript: Sendable {
    struct Word: Encodable, Sendable {
        var word: String
        /// Seconds from the start of the audio.
        var start: Double
        var end: Double
    }

    /// An utterance. What the recognizer does not report is 0, because the schema requires a number.
    struct Segment: Encodable, Sendable {
        var id: Int
        var seek = 0
        var start: Double
        var end: Double
        var text: String
        var tokens: [Int] = []
        var temperature = 0.0
        var avgLogprob: Double
        var compressionRatio: Double
        var noSpeechProb: Double
    }

    /// The audio that was listened to.
    struct Usage: Encodable, Sendable {
        var type = "duration"
        var seconds: Double
    }

    private(set) var text = ""
    private(set) var words: [Word] = []
    private(set) var segments: [Segment] = []
    /// The range of the voice for each segment.
    private(set) var speech: [SampleRange] = []
    let language: LanguageTag
    let isTranslated: Bool

    /// - Parameter language: the language of the text.
    init(in language: LanguageTag, isTranslated: Bool) {
        self.language = language
        self.isTranslated = isTranslated
    }

    /// Adds the next utterance, if it has a text.
    ///
    /// - Returns: what it adds to the text, with the space before it; nil if it adds nothing.
    @discardableResult
    mutating func add(_ record: UtteranceRecord) -> String? {
        if case .dropped = record.outcome { return nil }
        guard let said = isTranslated ? record.translation?.text : record.saidText, !said.isEmpty else { return nil }
        let delta = (text.isEmpty || language.code.isWrittenWithoutSpaces ? "" : " ") + said
        text += delta
        let signals = record.recognition?.signals
        speech.append(record.utterance.speech)
        segments.append(
            Segment(
                id: segments.count, start: Self.rounded(record.utterance.speech.startSeconds),
                end: Self.rounded(record.utterance.speech.endSeconds), text: said,
                avgLogprob: Self.rounded(signals?.meanLogProbability ?? 0),
                compressionRatio: Self.rounded(signals?.compressionRatio ?? 0),
                noSpeechProb: Self.rounded(signals?.noSpeech ?? 0)))
        let start = record.utterance.range.startSeconds
        for word in isTranslated ? [] : record.said?.words ?? [] {
            words.append(
                Word(
                    word: word.text, start: Self.rounded(start + word.start), end: Self.rounded(start + word.end)))
        }
        return delta
    }

    /// Adds the utterances of a conversation.
    mutating func add(_ conversation: ConversationID, from store: any ContentStore) async throws {
        for try await page in store.pages(of: conversation) {
            for record in page { add(record) }
        }
    }

    private static func rounded(_ value: Double) -> Double { value.isFinite ? (value * 1_000).rounded() / 1_000 : 0 }

    // MARK: Answers

    /// The segments as whisper's command writes them: start and end in milliseconds, and the text, with tabs between them.
    var table: String {
        let rows = segments.map { segment in
            let text = segment.text.replacing("\t", with: " ")
            return "\(Int((segment.start * 1_000).rounded()))\t\(Int((segment.end * 1_000).rounded()))\t\(text)\n"
        }
        return "start\tend\ttext\n" + rows.joined()
    }

    struct Plain: Encodable {
        var text: String
        var usage: Usage?
    }

    struct Verbose: Encodable {
        var task: String
        var language: String
        var duration: Double
        var text: String
        var words: [Word]?
        var segments: [Segment]?
        var usage: Usage?
    }

    /// - Parameter seconds: the length of the audio.
    func plain(seconds: Double) -> Plain {
        Plain(text: text, usage: isTranslated ? nil : Usage(seconds: Self.rounded(seconds)))
    }

    /// - Parameter order: says which parts are wanted; nil for none of them.
    func verbose(seconds: Double, _ order: TranscriptionOrder? = nil) -> Verbose {
        Verbose(
            task: isTranslated ? "translate" : "transcribe", language: language.code.englishName.lowercased(),
            duration: Self.rounded(seconds), text: text, words: order?.hasWords == true ? words : nil,
            segments: order?.hasSegments == true || isTranslated ? segments : nil,
            usage: isTranslated ? nil : Usage(seconds: Self.rounded(seconds)))
    }
}
