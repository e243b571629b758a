import Audio
import Configuration
import Conversations
import Delivery
import FoundationEssentials
import Interpreting
import Language
import Plumbing
import Providers
import VerbioService

/// The work behind the tools: the same conversations, engines and store as those of the other commands.
struct AssistantWork: Sendable {
    /// The most utterances in one answer, so that it fits into the assistant's context.
    static let mostUtterances = 400
    /// The most characters of a text.
    static let mostCharacters = 10_000

    let settings: Settings
    /// Files outside of this folder are not read or written; nil for no such limit.
    let folder: String?

    /// What the client's model is told about this program.
    var instructions: String {
        "Verbio translates speech. Files are named by their path on this machine"
            + (folder.map { ", and only those in \($0) are used. " } ?? ". ")
            + "Each recording and text becomes a conversation, which the tool conversation returns again."
    }

    /// Performs a call.
    ///
    /// - Parameter progress: takes the seconds of the recording that are done.
    func perform(
        _ tool: AssistantTool, _ arguments: ToolArguments, _ control: RunControl,
        progress: @escaping @Sendable (Double) throws -> Void
    ) async -> ToolResult {
        do {
            try arguments.check(tool.arguments)
            switch tool {
            case .transcribe: return try await heard(arguments, to: nil, control, progress)
            case .translate: return try await heard(arguments, to: arguments.required(.to), control, progress)
            case .translateText: return try await translated(arguments, control)
            case .speak: return try await spoken(arguments)
            case .search: return try await found(arguments)
            case .conversation: return try await stored(arguments)
            }
        } catch {
            return ToolResult(content: [.text(Self.sentence(error))], isError: true)
        }
    }

    /// What went wrong, for the assistant's model.
    private static func sentence(_ error: any Error) -> String {
        switch error {
        case let problem as Problem: problem.description
        case is CancellationError: "the call was cancelled"
        default: "\(error)"
        }
    }

    // MARK: Recordings and texts

    private func heard(
        _ arguments: ToolArguments, to target: String?, _ control: RunControl,
        _ progress: @escaping @Sendable (Double) throws -> Void
    ) async throws -> ToolResult {
        let path = try place(arguments.required(.path), mustExist: true)
        var own = settings
        own.set(.from, .string(arguments[.from] ?? "auto"))
        own.set(.to, .string(target ?? ""))
        own.set(.synthesizer, .stringArray(["none"]))
        if target == nil { own.set(.translator, .stringArray([NoTranslation.name])) }
        let captions = CaptionInputs([path])
        own = captions.settings(own)
        let listening = ConversationRequest.Listening()
        try captions.check(listening, named: [])
        let recordings = try RecordingArguments(
            [path], recursive: false, besides: Assembly(own).writtenFiles, note: Console.tell
        ).recordings
        guard
            let spoken = try await RecordingLanguages(Assembly(own), listening).settings(
                of: recordings, note: Console.tell
            ).first
        else { return ToolResult(content: []) }
        let request = ConversationRequest(try spoken.languageHeard(twoWay: false)) { $0.listening = listening }
        let assembly = Assembly(spoken)
        let opened = try await OpenedConversation.open(
            request, from: .recording(path), assembly: assembly, store: try await assembly.store())
        return try await text(of: opened, control, progress)
    }

    private func translated(_ arguments: ToolArguments, _ control: RunControl) async throws -> ToolResult {
        let text = try Self.text(arguments)
        var own = settings
        own.set(.from, .string(try arguments.required(.from)))
        own.set(.to, .string(try arguments.required(.to)))
        own.set(.recognizer, .stringArray([GivenText().descriptor.name]))
        own.set(.synthesizer, .stringArray(["none"]))
        try own.requireTranslator()
        let assembly = Assembly(own)
        let opened = try await OpenedConversation.open(
            ConversationRequest(try own.languagePair()), from: .text(.words(text)), assembly: assembly,
            store: try await assembly.store())
        return try await self.text(of: opened, control) { _ in }
    }

    private static func text(_ arguments: ToolArguments) throws(Problem) -> String {
        let text = try arguments.required(.text)
        guard text.count <= mostCharacters else {
            throw Problem(
                .usage, "text.too-long", "it has more than \(mostCharacters) characters", at: "text", cure: "send less")
        }
        return text
    }

    /// Runs a conversation, and returns its text. What is finished already is not done again.
    private func text(
        of opened: OpenedConversation, _ control: RunControl, _ progress: @escaping @Sendable (Double) throws -> Void
    ) async throws -> ToolResult {
        defer { opened.claim?.release() }
        for note in opened.notes.all { Console.tell(note) }
        let finished = try await opened.run(control: control) { item in
            guard case .event(let event) = item, case .utteranceFinished(let utterance) = event.body else { return }
            try progress(utterance.end)
        }
        if let problem = opened.lines?.problem { throw problem }
        var lines = try await lines(of: opened.conversation, in: opened.store, after: 0)
        if finished.state != .complete {
            lines.append("not finished: \(finished.state.rawValue); the same call continues it")
        }
        return ToolResult(content: [.text(lines.joined(separator: "\n"))])
    }

    /// The text of a conversation: a line with what it is, and each utterance in its languages.
    private func lines(
        of conversation: Conversation, in store: any ContentStore, after first: Int
    ) async throws -> [String] {
        let pair = conversation.settings.pair
        let isTranslated = conversation.settings.isTranslated
        var lines = [
            "conversation \(conversation.id), \(pair.source.rawValue)"
                + (isTranslated ? " into \(pair.target.rawValue)" : "")
        ]
        var count = 0
        for try await page in store.pages(of: conversation.id, after: first) {
            for record in page {
                guard let said = record.saidText else { continue }
                if count == Self.mostUtterances {
                    let last = record.utterance.sequence - 1
                    lines.append("there is more: call conversation with id \(conversation.id) and after \(last)")
                    return lines
                }
                count += 1
                let time = conversation.kind == .written ? "" : "[\(clockTime(record.utterance.speech.startSeconds))] "
                lines.append(time + said)
                if let translation = record.translation?.text {
                    lines.append("  → " + translation)
                } else if isTranslated {
                    lines.append("  → (not translated)")
                }
            }
        }
        if count == 0 { lines.append("nothing was said") }
        return lines
    }

    // MARK: Speech

    private func spoken(_ arguments: ToolArguments) async throws -> ToolResult {
        let text = try Self.text(arguments)
        let language = try LanguageTag(parsing: arguments.required(.language))
        let output = try arguments[.output].map { (path) throws(Problem) in try place(path, mustExist: false) }
        try output.map(Self.requireNew)
        let assembly = Assembly(settings)
        let service = try await PipelineServices(assembly: assembly, stores: assembly.stores().conversations()).service(
            for: .local)
        let voice = try await service.speak(text, in: language, voice: arguments[.voice], within: nil, heard: nil)
        let wav = try SpeechEncoding.wav.encode(voice.samples, sampleRate: voice.sampleRate)
        let seconds = (voice.seconds * 10).rounded() / 10
        guard let output else { return ToolResult(content: [.text("\(seconds) s of speech"), .sound(wav)]) }
        let file = try AtomicFile(path: output)
        try file.write(wav)
        try file.commit(by: NewFileOnly())
        return ToolResult(content: [.text("\(seconds) s of speech in \(output)")])
    }

    // MARK: What is stored

    private func found(_ arguments: ToolArguments) async throws -> ToolResult {
        let limit = arguments.number(.limit) ?? 20
        guard (1...200).contains(limit) else {
            throw Problem(.usage, "list.limit", "it is \(limit)", at: "limit", cure: "give a number from 1 to 200")
        }
        let words = try SearchWords(try arguments.required(.query))
        let store = try await Assembly(settings).store(readOnly: true)
        let found = try await store.matches(for: words, before: nil, limit: limit).map(FoundText.init)
        let lines = found.map { match in
            let time = match.start.map { " [\(clockTime($0))]" } ?? ""
            return ["\(match.conversation), utterance \(match.utterance)\(time), \(match.title), \(match.createdAt)"]
                + [match.source, match.translation.map { "→ " + $0 }].compactMap { $0.map { "  " + $0 } }
        }
        return ToolResult(
            content: [.text(lines.isEmpty ? "nothing was found" : lines.joined().joined(separator: "\n"))])
    }

    private func stored(_ arguments: ToolArguments) async throws -> ToolResult {
        let name = try arguments.required(.id)
        let store = try await Assembly(settings).store(readOnly: true)
        guard let conversation = try await store.conversation(ConversationID(rawValue: name)) else {
            throw Problem(
                .usage, "conversation.unknown", "there is no conversation '\(name.prefix(40))'", at: "id",
                cure: "take it from the answer of another tool")
        }
        let lines = try await lines(of: conversation, in: store, after: max(0, arguments.number(.after) ?? 0))
        return ToolResult(content: [.text(lines.joined(separator: "\n"))])
    }

    // MARK: Files

    /// Commits a file only if there is none of its name.
    private struct NewFileOnly: OutputAdmission {
        func admit(_ path: String, as state: FileState, from partial: String) throws(Problem) -> Replacement {
            try AssistantWork.requireNew(path)
            return .nothing
        }
    }

    private static func requireNew(_ path: String) throws(Problem) {
        guard FileState(of: path) == nil else {
            throw Problem(.usage, "tool.exists", "there is such a file already", at: path, cure: "name a new file")
        }
    }

    /// A path of the client, if this program may use it.
    ///
    /// - Throws: `Problem`: `tool.folder` of kind `usage` if it is outside of the folder, `tool.not-found` of kind `input`.
    private func place(_ path: String, mustExist: Bool) throws(Problem) -> String {
        let path = try localPath(path)
        guard path != "-" else {
            throw Problem(.usage, "tool.path", "standard input is the client's", at: path, cure: "name a file")
        }
        guard !mustExist || FileState(following: path)?.kind == .regular else {
            throw Problem(.input, "tool.not-found", "there is no such file", at: path, cure: "check the path")
        }
        if let folder {
            // A link may lead out of the folder.
            let (place, home) = (OutputPlace.resolved(path), OutputPlace.resolved(folder))
            guard place.hasPrefix(home.hasSuffix("/") ? home : home + "/") else {
                throw Problem(
                    .usage, "tool.folder", "it is outside of \(folder)", at: path, cure: "name a file in that folder")
            }
        }
        return path
    }
}
