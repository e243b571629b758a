import Audio
package import Captions
import Conversations
package import Delivery
import Glibc
package import Interpreting
package import Plumbing

/// Captions of a live conversation, which grow by whole cues. So the file is valid at every moment.
package final class LiveCaptions: Sendable {
    private struct State {
        var number = 0
        /// Milliseconds at which the last cue ends.
        var end = 0
        var descriptor: Int32 = -1
        /// The recognized and translated texts, and the spoken pieces, of the utterances in the file.
        var answers = 0
        /// The last utterance that has ended.
        var last = 0
        /// Utterances in the file that have not ended, in their order.
        var unfinished: [UtteranceRecord] = []
        /// Utterances that are being corrected.
        var reopened: Set<Int> = []
        /// Whole cues that could not be written yet.
        var unwritten = ""
        var problem: Problem?
    }

    private enum Content {
        case cues(any CaptionFormat)
        case text
    }

    private let path: String
    private let conversation: Conversation
    private let content: Content
    private let style: CaptionStyle
    private let marks: DirectionMarks
    private let profile: CaptionProfile
    private let speakers: Locked<SpeakerNames>
    private let store: any ContentStore
    private let admission: OutputGuard
    private let former: FormerFile?
    private let worker = WorkerThread("captions")
    private let state = Locked(State())

    /// The names of the formats: those that need no end, because a session may be cut off.
    package static var formats: [String] { CaptionFormats.written.filter(\.footer.isEmpty).map(\.name) + ["txt"] }

    /// - Parameters:
    ///   - path: its extension is one of ``formats``; `-` is standard output, with SRT.
    /// - Throws: `Problem` of kind `usage` if the extension is another one, or the file must not be replaced.
    package init(
        path: String, opened: OpenedConversation, style: CaptionStyle, marks: DirectionMarks, profile: CaptionProfile,
        admission: OutputGuard
    ) throws(Problem) {
        self.path = path
        self.style = style
        self.marks = marks
        self.profile = profile
        self.admission = admission
        conversation = opened.conversation
        store = opened.store
        speakers = Locked(SpeakerNames(sides: opened.conversation.settings.hasBothSides))
        content =
            switch try Self.format(path) {
            case "txt": .text
            case let name: .cues(CaptionFormats.all.first { $0.name == name } ?? SRT())
            }
        let descriptor: Int32
        if path == "-" {
            descriptor = STDOUT_FILENO
            former = nil
        } else {
            former = try FormerFile(at: path, by: admission)
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_APPEND, 0o644)
        }
        guard descriptor >= 0 else { throw Self.unwritable(path) }
        state.withLock { $0.descriptor = descriptor }
        try write(beginning)
    }

    deinit { if path != "-" { close(state.withLock { $0.descriptor }) } }

    /// The format that a path names.
    ///
    /// - Throws: `Problem` of kind `usage`.
    package static func format(_ path: String) throws(Problem) -> String {
        guard path != "-" else { return "srt" }
        let name = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard path.contains("."), formats.contains(name) else {
            throw Problem(
                .usage, "live.captions", "the name does not say which captions to write", at: path,
                cure: "end it in \(formats.map { "." + $0 }.joined(separator: ", "))")
        }
        return name
    }

    private var beginning: String {
        switch content {
        case .cues(let format): format.header(CaptionHeading(of: conversation, style: style))
        case .text: PlainText(speakers.withLock { $0 }).heading(of: conversation)
        }
    }

    /// Why captions are missing in the file; nil if none are. They are written with the next ones, if that is possible then.
    package var problem: Problem? { state.withLock { $0.problem } }

    /// Adds the captions of an utterance when its texts are settled. If it was corrected, the file is replaced by one with its
    /// new text when the correction has ended.
    package func take(_ delivered: Delivered) async throws {
        switch delivered {
        case .texts(let record):
            let isNew = state.withLock { state in
                guard !state.reopened.contains(record.utterance.sequence) else { return false }
                state.unfinished.append(record)
                return true
            }
            guard isNew else { return }
            try await findSpeakers()
            try await worker.run { try self.write(self.text(of: record)) }
        case .event(let event):
            switch event.body {
            case .utteranceReopened(let body): state.withLock { _ = $0.reopened.insert(body.utterance) }
            case .speakersCorrected, .conversationFinished:
                // The first lines were written when there was one speaker.
                if try await findSpeakers() { try await replace() }
            case .utteranceFinished(let body):
                let isAgain = state.withLock { state in
                    state.last = max(state.last, body.utterance)
                    state.unfinished.removeAll { $0.utterance.sequence == body.utterance }
                    return state.reopened.remove(body.utterance) != nil
                }
                if isAgain { try await replace() }
            default: break
            }
        default: break
        }
    }

    /// Finds out who is known to speak by now.
    ///
    /// - Returns: whether speakers are told apart.
    @discardableResult
    private func findSpeakers() async throws -> Bool {
        guard conversation.settings.sides.persons != nil else { return false }
        let persons = try await store.conversation(conversation.id)?.persons
        speakers.withLock { $0 = SpeakerNames(sides: conversation.settings.hasBothSides, persons) }
        return true
    }

    /// Writes all captions again. What went to standard output cannot be taken back.
    private func replace() async throws {
        guard path != "-" else { return }
        let (last, unfinished) = state.withLock { state in
            (state.number, state.end, state.answers) = (0, 0, 0)
            return (state.last, state.unfinished)
        }
        var (text, behind) = (beginning, 0)
        while behind < last {
            let page = try await store.utterances(of: conversation.id, after: behind, limit: min(64, last - behind))
            guard let newest = page.last else { break }
            for record in page { text += self.text(of: record) }
            behind = newest.utterance.sequence
        }
        for record in unfinished { text += self.text(of: record) }
        try await worker.run { [text] in
            let file = try AtomicFile(path: self.path)
            try file.write(text)
            try file.commit(by: nil)
            let descriptor = open(self.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_APPEND)
            guard descriptor >= 0 else { throw Self.unwritable(self.path) }
            close(
                self.state.withLock { state in
                    defer { state.descriptor = descriptor }
                    return state.descriptor
                })
        }
    }

    private static func unwritable(_ path: String) -> Problem {
        Problem(
            .usage, "output.unwritable", "the captions cannot be written (\(String(cString: strerror(errno))))",
            at: path, cure: "name another place")
    }

    private func text(of record: UtteranceRecord) -> String {
        state.withLock { $0.answers += record.answers }
        let speakers = speakers.withLock { $0 }
        switch content {
        case .text: return PlainText(speakers).paragraph(of: record)
        case .cues(let format):
            var builder = CueBuilder(style: style, profile: profile, speakers: speakers)
            let cues = builder.add(record) + builder.finish()
            return state.withLock { state in
                cues.map { cue in
                    var cue = cue
                    if state.number > 0 { cue.start = max(cue.start, state.end + profile.gap) }
                    cue.end = max(cue.end, cue.start + 1)
                    state.end = cue.end
                    state.number += 1
                    return format.text(
                        of: marks.marked(cue, goesByLetters: format.goesByLetters), number: state.number)
                }.joined()
            }
        }
    }

    /// Writes what could not be written before, and records the file as Verbio's own. A complete session may be shorter than the
    /// one before, so it does not replace a file that holds more.
    ///
    /// - Returns: a sentence if a file of an earlier run holds more, so that it stays.
    package func finish() -> String? {
        if problem != nil { try? write("") }
        guard path != "-", let file = FileState(ofDescriptor: state.withLock({ $0.descriptor })) else { return nil }
        let content = OutputContent(answers: state.withLock { $0.answers }, isComplete: false)
        admission.recording(content).remember(path, as: file)
        return former?.settle(against: content)
    }

    /// One call writes whole cues, so that a reader of the file never sees a part of one. If the disk is full, nothing of them
    /// is left in the file, and they are kept for the next call.
    private func write(_ text: String) throws(Problem) {
        let (descriptor, text) = state.withLock { ($0.descriptor, $0.unwritten + text) }
        let size = lseek(descriptor, 0, SEEK_END)
        do throws(Problem) {
            try Array(text.utf8).withRawBytes { bytes throws(Problem) in try descriptor.writeAll(bytes, path: path) }
            state.withLock { ($0.unwritten, $0.problem) = ("", nil) }
        } catch {
            guard path != "-", size >= 0, ftruncate(descriptor, size) == 0,
                text.utf8.count <= Self.maximumUnwrittenBytes
            else { throw error }
            state.withLock { ($0.unwritten, $0.problem) = (text, error) }
        }
    }

    /// Bytes of captions that may wait for room on the disk: those of several days.
    private static let maximumUnwrittenBytes = 16 << 20
}

/// The words of the moment in their own file, for programs that show a text file, such as OBS.
///
/// The file is replaced as a whole, so that a reader never sees half a line.
package final class CurrentLine: Sendable {
    private let path: String
    private let showsPartials: Bool
    private let admission: OutputGuard
    private let worker = WorkerThread("current-line")
    private let isFirst = Locked(true)
    private let newest = Locked<FileState?>(nil)
    private let failure = Locked<Problem?>(nil)

    /// - Parameter showsPartials: whether the line is what is being said, because nothing is translated.
    /// - Throws: `Problem` of kind `usage` if the file must not be replaced or cannot be written.
    package init(path: String, showsPartials: Bool, admission: OutputGuard) throws(Problem) {
        self.path = path
        self.showsPartials = showsPartials
        self.admission = admission
        _ = try admission.replacement(at: path)
        try show("")
    }

    /// Shows a new text if one was delivered, and ignores the rest.
    ///
    /// - Throws: nothing if the file cannot be written; see ``problem``.
    package func take(_ delivered: Delivered) async throws {
        switch delivered {
        case .partial(let partial) where showsPartials: try await set(partial.stable + partial.tentative)
        case .event(let event):
            switch event.body {
            case .recognized(let body) where showsPartials: try await set(body.text)
            case .translated(let body): try await set(body.text)
            default: break
            }
        default: break
        }
    }

    /// Records the file as Verbio's own with its last line, so that the next run replaces it. Not each line is recorded: the
    /// list of Verbio's files would be full of one file.
    package func finish() {
        guard let newest = newest.withLock(\.self), newest == FileState(of: path) else { return }
        admission.remember(path, as: newest)
    }

    /// Why the newest line is not in the file; nil if it is.
    package var problem: Problem? { failure.withLock { $0 } }

    private func set(_ line: String) async throws {
        try await worker.run {
            do {
                try self.show(line)
                self.failure.withLock { $0 = nil }
            } catch let problem as Problem {
                // The next line may find room.
                self.failure.withLock { $0 = problem }
            }
        }
    }

    private func show(_ line: String) throws(Problem) {
        let file = try AtomicFile(path: path)
        try file.write(line.isEmpty ? "" : line.printableOnOneLine + "\n")
        try file.prepare()
        try file.commit(
            by: isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            } ? admission : nil)
        newest.withLock { $0 = FileState(of: path) }
    }
}
