internal import Audio
internal import Plumbing
internal import Providers

extension Conversation {
    /// Whether the conversation is lines of text, without times.
    package var isWritten: Bool { kind == .written }

    /// The notice for the user if nothing was said, or if no recognizer found words in the speech. The command line and the
    /// document use the same sentence.
    ///
    /// - Parameters:
    ///   - finished: how the conversation ended.
    ///   - recognizers: the names of the recognizers that were called; nil stands for the first recognizer of the
    ///     conversation.
    /// - Returns: nil if there is nothing to report.
    package func silenceNotice(_ finished: Event.ConversationFinished, recognizers: [String]? = nil) -> String? {
        guard !kind.isGiven else { return nil }
        let wordless = finished.coverage.droppedMilliseconds["no-words"] ?? 0
        if wordless >= Self.tellingVoice {
            let names = recognizers ?? [settings.providers[.recognition]?.name].compactMap(\.self)
            let who = names.count == 1 ? "\(names[0]) found" : "none of \(names.joined(separator: ", ")) found"
            return "\(who) no words in \(tenths(Double(wordless) / 1_000)) s of voice; "
                + "have another recognizer asked, too: --stt \(names.joined(separator: ",")),OTHER"
        }
        guard !finished.hasSpeech, finished.state == .complete else { return nil }
        return "no speech was found in \(clockTime(finished.seconds)) of audio; give a recording with speech in it"
    }

    /// The notice is given from this many milliseconds of voice without words on. From the same length on, the
    /// recognizer is called again.
    private static let tellingVoice = 1_000
}

extension Event.ConversationFinished {
    /// Whether any speech was delivered.
    package var hasSpeech: Bool { coverage.spokenMilliseconds + coverage.textOnlyMilliseconds > 0 }
}
