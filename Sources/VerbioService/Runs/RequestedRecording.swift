internal import Audio
internal import Interpreting
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// A recording with what is asked for it.
package struct RequestedRecording {
    package var recording: RecordingArguments.Recording
    /// One for each target language.
    package var requests: [ConversationRequest]

    package init(_ recording: RecordingArguments.Recording, _ requests: [ConversationRequest]) {
        self.recording = recording
        self.requests = requests
    }
}

extension [RequestedRecording] {
    /// One for each different list of languages.
    var distinct: [RequestedRecording] {
        var seen: Set<[LanguagePair]> = []
        return filter { seen.insert($0.requests.map(\.pair)).inserted }
    }
}

/// Finds out the languages of recordings if the user names none (`--from auto`).
package struct RecordingLanguages {
    private let assembly: Assembly
    private let listening: ConversationRequest.Listening
    private let captions: String?

    /// - Parameters:
    ///   - assembly: with the settings of the command.
    ///   - captions: the path of a caption file, whose text is used in place of what is said; nil if there is none.
    package init(_ assembly: Assembly, _ listening: ConversationRequest.Listening, captions: String? = nil) {
        self.assembly = assembly
        self.listening = listening
        self.captions = captions
    }

    /// The settings for each recording, in their order: those of the command, with the language that was found out.
    ///
    /// - Parameter note: called with one sentence on each recording of which the language was found out.
    /// - Throws: `Problem` of kind `usage`: `recognizer.detection` if the recognizer does not detect languages without charge,
    ///   `language.automatic` if a recording can be read only once; of kind `provider`.
    package func settings(
        of recordings: [RecordingArguments.Recording], note: (String) -> Void
    ) async throws -> [Settings] {
        guard assembly.settings.findsLanguage else { return recordings.map { _ in assembly.settings } }
        return try await languages(of: recordings, note: note).map(assembly.settings.spoken)
    }

    /// The language of each recording.
    ///
    /// A recording without speech, or one that cannot be read, counts as English: its run reports what it is.
    private func languages(
        of recordings: [RecordingArguments.Recording], note: (String) -> Void
    ) async throws -> [LanguageTag] {
        let areHeard = recordings.contains { text(of: $0.path) == nil }
        var spoken: SpokenLanguage?
        if areHeard {
            try await assembly.requireEngines()
            spoken = SpokenLanguage(assembly: assembly, recognizer: try assembly.providers().recognizers.first)
            try spoken?.check(at: "--from auto")
        }
        var found: [LanguageTag] = []
        for recording in recordings {
            let text = text(of: recording.path)
            guard let spoken, text == nil else {
                let language = try CaptionArgument.language(of: text ?? recording.path)
                found.append(LanguageTag(language))
                note("\(recording.path.printableOnOneLine): \(LanguageTag(language).englishName), by its text")
                continue
            }
            let isOnce = regularFile(recording.path) == nil && FileState(following: recording.path) != nil
            guard recording.path != "-", !isOnce else {
                throw Problem(
                    .usage, "language.automatic",
                    "it can be read only once, and finding out its language reads it, too",
                    at: recording.path, cure: "save it to a file first, or name the language with --from")
            }
            let language = try await language(of: recording.path, spoken)
            found.append(language ?? LanguageTag(.en))
            note("\(recording.path.printableOnOneLine): \(SpokenLanguage.sentence(on: language))")
        }
        return found
    }

    /// The caption file with the text of a recording; nil if its speech is recognized.
    private func text(of path: String) -> String? { captions ?? (CaptionArgument.isCaptions(path) ? path : nil) }

    private func language(of path: String, _ spoken: SpokenLanguage) async throws -> LanguageTag? {
        do {
            return try await spoken.find(in: AudioInput(argument: path), listening).0
        } catch let problem as Problem where problem.kind == .input {
            return nil
        }
    }
}
