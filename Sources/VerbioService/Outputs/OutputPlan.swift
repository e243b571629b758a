package import Audio
package import Captions
package import Conversations
package import Delivery
import FoundationEssentials
import Interpreting
package import Plumbing

/// The files that are written for a conversation, and their folder.
package struct OutputPlan: Sendable {
    /// The value that means standard output instead of a folder.
    package static let standardOutput = "-"

    package var formats: Set<OutputFormat>
    package var directory: String
    package var captions: CaptionStyle
    /// Those of a conversation that an earlier version began, which let the user choose.
    package var marks = DirectionMarks.auto
    /// The rules for captions.
    package let profile: CaptionProfile
    private let profileName: String
    private let timesWords: Bool
    package var pattern: NamePattern
    /// How films are made.
    package var films: FilmPlans
    /// Whether nothing names the formats, so that captions are written in the format of their file.
    private let isUsual: Bool
    private let admission: OutputGuard
    private let standardOutput: StandardOutput

    /// Whether the only requested format is printed.
    package var isPrinted: Bool { directory == Self.standardOutput }

    /// - Parameters:
    ///   - standardOutput: takes the file that is printed.
    ///   - admission: decides which files may be replaced.
    /// - Throws: `Problem` of kind `usage` if a format, a caption style or a field of names does not exist. The same kind if
    ///   standard output cannot take what is wanted.
    package init(_ assembly: Assembly, printing standardOutput: StandardOutput, admission: OutputGuard) throws {
        let settings = assembly.settings
        formats = try settings.formats()
        isUsual = settings.value(.formats).origin == "default"
        directory = settings.string(.directory)
        pattern = try NamePattern(parsing: settings.string(.namePattern))
        let style = settings.string(.captions)
        guard let captions = CaptionStyle(rawValue: style) else {
            throw Problem(
                .usage, "output.captions", "there is no caption style '\(style)'",
                cure: cure(
                    for: style, among: CaptionStyle.allCases.map(\.rawValue),
                    otherwise: "use one of: \(CaptionStyle.allCases.map(\.rawValue).joined(separator: ", "))"
                        + (CaptionFormats.format(ofFile: style) == nil
                            ? ""
                            : "; 'verbio translate' takes captions instead of a recording, or beside it with --captions")
                ))
        }
        self.captions = captions
        profile = try CaptionRules(settings).profile()
        profileName = settings.string(.captionProfile)
        timesWords = try CaptionRules(settings).timesWords()
        films = try FilmPlans(assembly)
        self.admission = admission
        self.standardOutput = standardOutput
        if !settings.translates, settings.value(.formats).origin == "flag", let voice = formats.first(where: \.isAudio)
        {
            throw Problem(
                .usage, "transcript.voiceless", "without a translation there is nothing to speak in a track",
                at: "--formats \(voice)", cure: "leave \(voice) out")
        }
        if isPrinted { try checkPrinting() }
    }

    private func checkPrinting() throws(Problem) {
        guard !standardOutput.takesEvents else {
            throw Problem(
                .usage, "output.standard-output", "--json prints events on standard output, so no file can go there",
                at: "-o -", cure: "leave one of them out")
        }
        guard formats.count == 1, let format = formats.first else {
            throw Problem(
                .usage, "output.standard-output", "standard output takes one format", at: "-o -",
                cure: "choose it, for example --formats srt, or name a folder")
        }
        guard !format.hasVoice || !standardOutput.isTerminal else {
            throw Problem(
                .usage, "output.standard-output", "a terminal cannot show a voice", at: "-o -",
                cure: "redirect standard output, or name a folder")
        }
    }

    /// The same plan for an input: a caption file becomes captions of the same format, unless the user names formats.
    package func suited(to path: String) -> OutputPlan {
        guard isUsual, CaptionArgument.isCaptions(path), let format = CaptionFormats.format(ofFile: path) else {
            return self
        }
        var plan = self
        let name = format.isWritten ? format.name : OutputFormat.srt.name
        plan.formats = Set(OutputFormat.all.filter { $0.name == name })
        return plan
    }

    /// The same plan for a subfolder of this folder.
    package func below(_ subfolder: String) -> OutputPlan {
        guard !subfolder.isEmpty, !isPrinted else { return self }
        var plan = self
        plan.directory = (directory.isEmpty ? "." : directory) + "/" + subfolder
        return plan
    }

    /// The formats that a conversation can have. Typed text has no times for captions, and a conversation that is only
    /// transcribed has no voice.
    private func formats(of conversation: Conversation) -> Set<OutputFormat> {
        formats.filter { format in
            if conversation.isWritten, format.captions != nil || format.film != nil { return false }
            return conversation.settings.isTranslated || !format.isAudio
        }
    }

    /// Why no file of a conversation was written.
    package func reasonForNone(of conversation: Conversation) -> String {
        conversation.isWritten && formats(of: conversation).isEmpty
            ? "a text has no times, so there are no captions to write"
            : "nothing was spoken in it, so there is no track to write"
    }

    /// The record of the files for the store; nil if nothing is written.
    package func files(of conversation: Conversation) -> ConversationFiles? {
        let formats = formats(of: conversation)
        guard !formats.isEmpty, !isPrinted else { return nil }
        var files = ConversationFiles(
            directory: absolutePath(directory.isEmpty ? "." : directory),
            formats: OutputFormat.all.filter(formats.contains).map(\.name), captions: captions.rawValue,
            marks: marks == .auto ? nil : marks.rawValue, pattern: pattern == .standard ? nil : pattern.description)
        files.profile = profileName == CaptionProfile.netflix.name ? nil : profileName
        files.karaoke = timesWords ? true : nil
        files.film = formats.contains { $0.film != nil } ? films.choices : nil
        return files
    }

    // MARK: Before the work

    /// Checks whether all files of a conversation may be written, and makes their folder.
    ///
    /// - Throws: `Problem` of kind `usage`: `output.is-input`, `output.exists` or `output.unwritable`; or one of a film, as
    ///   ``checkFilms(of:)``.
    package func prepare(for conversation: Conversation) async throws {
        let containers = formats(of: conversation).compactMap(\.film)
        try await films.check(containers, of: conversation, showing: captions)
        guard !formats(of: conversation).isEmpty, !isPrinted else { return }
        let settings = conversation.settings
        try admission.check(
            paths(
                OutputNaming(of: conversation, pattern: pattern), OutputLanguages(of: settings),
                isSpoken: settings.isSpoken, id: conversation.id, formats(of: conversation)))
        try OutputWriter.prepare(directory)
    }

    /// Checks whether a recording that is not opened yet can become the films that are wanted.
    ///
    /// - Throws: `Problem`: `film.stream`, `film.captions`, or as `FilmWriter` does.
    package func checkFilms(of path: String) async throws {
        try await films.check(formats.compactMap(\.film), of: path)
    }

    /// The files of a recording that is not opened yet; empty if their names cannot be known yet.
    ///
    /// - Parameter isSpoken: whether there is a voice for an audio track.
    package func paths(
        ofRecording path: String, part: RecordingPart?, title: String?, _ languages: OutputLanguages, isSpoken: Bool
    ) -> [String] {
        guard !isPrinted, !pattern.has(.id) else { return [] }
        let naming = OutputNaming(
            stem: OutputNaming.stem(ofRecording: path), title: title, part: part, pattern: pattern)
        return paths(naming, languages, isSpoken: isSpoken, id: nil, formats)
    }

    /// - Throws: as ``prepare(for:)``.
    package func check(_ paths: [String]) throws(Problem) { try admission.check(paths) }

    /// The paths at which a file exists that must not be replaced.
    package func kept(_ paths: [String]) -> [String] { admission.kept(paths) }

    private func paths(
        _ naming: OutputNaming, _ languages: OutputLanguages, isSpoken: Bool, id: ConversationID?,
        _ formats: Set<OutputFormat>
    ) -> [String] {
        // If nothing is spoken, there is no audio track.
        OutputFormat.all.filter { formats.contains($0) && (!$0.isAudio || isSpoken) }.map {
            naming.path(of: $0, languages: languages, id: id, in: directory, captions: captions)
        }
    }

    // MARK: Writing

    /// Writes the files of a conversation, or prints the one that is asked for.
    ///
    /// - Returns: the files; empty if they were printed.
    /// - Throws: `Problem` if one cannot be written; `CancellationError` if the task was cancelled.
    package func write(
        _ conversation: Conversation, finished: Event.ConversationFinished, store: any ContentStore
    ) async throws -> [WrittenFile] {
        let formats = formats(of: conversation)
        guard !formats.isEmpty else { return [] }
        let film = formats.contains { $0.film != nil } ? try await films.order(for: conversation) : nil
        guard !isPrinted else {
            try await print(formats, of: conversation, film, finished: finished, store: store)
            return []
        }
        return try await OutputWriter(
            store: store, admission: admission, profile: profile, timesWords: timesWords, film: film
        ).write(
            formats, of: conversation.id, to: directory, naming: OutputNaming(of: conversation, pattern: pattern),
            captions: captions, marks: marks, finished: finished)
    }

    /// The header of an audio track is known only at the end, so even a printed track is written to a file first.
    private func print(
        _ formats: Set<OutputFormat>, of conversation: Conversation, _ film: FilmOrder?,
        finished: Event.ConversationFinished, store: any ContentStore
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try await OutputWriter(store: store, profile: profile, timesWords: timesWords, film: film).write(
            formats, of: conversation.id, to: folder, naming: OutputNaming(title: "output"), captions: captions,
            marks: marks, finished: finished)
        for file in files { try standardOutput.copy(file.path) }
    }

    /// Sentences on files of earlier runs that this one has left as they are.
    ///
    /// - Parameter files: what ``write(_:finished:store:)`` has returned.
    package func notes(on files: [WrittenFile], of conversation: Conversation) -> [String] {
        [
            noteOnKept(files), noteOnFormerTracks(of: conversation, besides: files), noteOnStyles(files),
            conversation.isWritten ? nil : files.lazy.compactMap(\.voices).first?.sentence,
        ].compactMap(\.self)
    }

    /// A sentence on styles of some words without a certain place in the translation; nil if there are none.
    private func noteOnStyles(_ files: [WrittenFile]) -> String? {
        guard let count = files.compactMap(\.captions?.unplacedStyles).max(), count > 0 else { return nil }
        return count == 1
            ? "1 style inside a text has no certain place in the translation and was left out"
            : "\(count) styles inside texts have no certain place in the translation and were left out"
    }

    /// A sentence on the files of an earlier run that hold more than this run gave, so they were not replaced. Nil if there are
    /// none.
    private func noteOnKept(_ files: [WrittenFile]) -> String? {
        let former = files.filter(\.isFormer).map(\.path)
        guard let first = former.first else { return nil }
        let (what, hold, it) =
            former.count == 1
            ? (first, "holds", "it") : ("\(first) and \(former.count - 1) more of its files", "hold", "them")
        return "\(what) \(hold) more than this run gave, so it did not replace \(it)"
    }

    /// A sentence on an older audio track that does not belong to the conversation as it is now. Nothing is spoken in this
    /// conversation, so no new track replaced it. The old track stays, because nothing shows its owner. Nil if there is none.
    ///
    /// - Parameter files: the files that were written.
    private func noteOnFormerTracks(of conversation: Conversation, besides files: [WrittenFile]) -> String? {
        guard !isPrinted else { return nil }
        let wanted = [OutputFormat.wav, .opus].filter { format in
            formats(of: conversation).contains(format) && !files.contains { $0.format == format }
        }
        let left = wanted.map {
            OutputNaming(of: conversation, pattern: pattern).path(
                of: $0, languages: OutputLanguages(of: conversation.settings), id: conversation.id, in: directory)
        }
        .filter { FileManager.default.fileExists(atPath: $0) }
        guard !left.isEmpty else { return nil }
        let (was, it) = left.count == 1 ? ("was", "it") : ("were", "them")
        return
            "\(left.joined(separator: " and ")) \(was) there before: nothing is spoken in this conversation, so no "
            + "track was written over \(it); remove \(it) unless you want to keep \(it)"
    }
}

extension Conversation {
    /// The path of its recording or text; nil if it came from a pipe.
    package var recording: String? { if case .file(let path, _) = origin { path } else { nil } }

    /// The paths of the files of which it was made, which no file may replace.
    package var inputs: [String] { [recording, captionFile?.path].compactMap(\.self) }
}

extension Settings {
    /// The formats of the files.
    ///
    /// - Throws: `Problem` of kind `usage` if one does not exist.
    package func formats() throws(Problem) -> Set<OutputFormat> {
        var formats: Set<OutputFormat> = []
        for name in strings(.formats) { formats.insert(try OutputFormat(parsing: name)) }
        return formats
    }
}
