internal import Audio
internal import Captions
package import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// The transcript for people: what was said and its translation, with the time at which each utterance begins.
///
/// ```
/// Interview
/// English → Spanish
///
/// [00:00:03]
///   en: Good morning.
///   es: Buenos días.
/// ```
///
/// The names of the guards that doubt a text follow it, after the mark ⚑.
package struct PlainText: Sendable {
    private let speakers: SpeakerNames

    /// - Parameter speakers: the names that it shows.
    package init(_ speakers: SpeakerNames) { self.speakers = speakers }

    /// The first lines of the file: the title, and the languages in English.
    package func heading(of conversation: Conversation) -> String {
        let pair = conversation.settings.namedPair
        let between = !conversation.settings.isTranslated ? " and " : speakers.namesSides ? " ↔ " : " → "
        let languages = pair.tags.map(\.englishName).joined(separator: between)
        return "\(CaptionText.flattened(conversation.title))\n\(languages)\n"
    }

    /// The paragraph of one utterance; empty if nothing was understood.
    package func paragraph(of record: UtteranceRecord) -> String {
        if case .dropped = record.outcome, !record.isOutside { return "" }
        var lines: [String] = []
        if let said = record.saidText {
            let text = CaptionText.flattened(said)
            if !text.isEmpty { lines.append("\(record.spokenLanguage): \(text)\(DoubtMark.text(record.doubts))") }
        }
        if let translation = record.translation {
            let text = CaptionText.flattened(translation.text)
            if !text.isEmpty { lines.append("\(translation.tag): \(text)") }
        }
        if case .failed(let failure) = record.outcome {
            lines.append("(\(failure.stage.rawValue) failed: \(CaptionText.flattened(failure.message)))")
        }
        guard !lines.isEmpty else { return "" }
        let time = CueTime.clock(
            wholeSeconds: Milliseconds.of(samples: max(0, record.utterance.speech.start)) / 1_000)
        let speaker = speakers.name(of: record).map { " " + CaptionText.flattened($0) } ?? ""
        return "\n[\(time)]\(speaker)\n" + lines.map { "  \($0)\n" }.joined()
    }
}

/// Writes the transcript while the utterances arrive.
struct PlainTextOutput {
    private let format: PlainText
    private let file: AtomicFile

    init(path: String, conversation: Conversation, _ speakers: SpeakerNames) throws(Problem) {
        format = PlainText(speakers)
        file = try AtomicFile(path: path)
        try file.write(format.heading(of: conversation))
    }

    func add(_ record: UtteranceRecord) throws(Problem) { try file.write(format.paragraph(of: record)) }

    func add(_ lost: LostSpeech, after end: Int) throws(Problem) {
        try file.write("\n[\(CueTime.clock(wholeSeconds: end / 1_000))]\n  \(lost.mark)\n")
    }

    func prepare() throws(Problem) { try file.prepare() }

    func commit(by admission: (any OutputAdmission)?) throws(Problem) -> Int {
        try file.commit(by: admission)
        return file.byteCount
    }
}
