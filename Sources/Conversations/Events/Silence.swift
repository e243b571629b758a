internal import Audio
internal import Plumbing
internal import Providers

extension Conversation {
    /// What conversations that are written have as their container.
    public static let writtenContainer = "text"

    /// Whether it is written instead of spoken.
    public var isWritten: Bool { source.container == Self.writtenContainer }

    /// What a user has to be told if nothing was said, or if no recognizer found words in what was: the same sentence on the
    /// command line and in the document.
    ///
    /// - Parameters:
    ///   - finished: how the conversation ended.
    ///   - recognizers: the names of those that were asked; nil takes the one that the conversation was begun with.
    /// - Returns: nil if there is nothing to tell.
    public func silenceNotice(_ finished: Event.ConversationFinished, recognizers: [String]? = nil) -> String? {
        let wordless = finished.coverage.droppedMilliseconds["no-words"] ?? 0
        if wordless >= Self.tellingVoice {
            let names = recognizers ?? [settings.providers[.recognition]?.name].compactMap(\.self)
            let who = names.count == 1 ? "\(names[0]) found" : "none of \(names.joined(separator: ", ")) found"
            return "\(who) no words in \(tenths(Double(wordless) / 1_000)) s of voice; "
                + "have another recognizer asked, too: --stt \(names.joined(separator: ",")),OTHER"
        }
        guard !finished.hasSpeech, !isWritten, finished.state == .complete else { return nil }
        return "no speech was found in \(clockTime(finished.seconds)) of audio; give a recording with speech in it"
    }

    /// From how many milliseconds of voice without words on it is told, as from there on it is asked for again.
    private static let tellingVoice = 1_000
}

extension Event.ConversationFinished {
    /// Whether anything was said that came through.
    public var hasSpeech: Bool { coverage.spokenMilliseconds + coverage.textOnlyMilliseconds > 0 }
}
