import Audio
import Configuration
package import Conversations
import Delivery
import Interpreting
import Plumbing

/// Receives what is reported only when conversations are resumed.
package protocol ResumeObserver: RunObserver {
    /// Takes advice for a reader of the transcript.
    func advise(_ sentence: String)

    /// Shows the files that an earlier run was to write, and that are written now.
    func show(missing files: [String], of conversation: Conversation) throws
}

/// Resumes conversations, one after the other.
package struct ResumedRuns {
    package let assembly: Assembly
    /// Identifiers, or their beginnings. If there are none, all conversations are meant that are not complete, or whose files
    /// are not.
    package let ids: [String]
    /// The engines for the rest.
    package let engines: EngineChoice
    /// Whether the user names a folder, so that files are written even if the run before wrote none.
    package let namesFolder: Bool
    /// The files by settings that are those of the run before, unless the user asks for others. It is given the recordings,
    /// which no file may replace.
    private let plan: (_ settings: Settings, _ recordings: [String]) throws -> OutputPlan
    /// The common cost limit of all runs, once it is known.
    private let budget = CommonBudget()

    package init(
        assembly: Assembly, ids: [String], engines: EngineChoice, namesFolder: Bool,
        plan: @escaping (_ settings: Settings, _ recordings: [String]) throws -> OutputPlan
    ) {
        self.assembly = assembly.keepingEngines
        self.ids = ids
        self.engines = engines
        self.namesFolder = namesFolder
        self.plan = plan
    }

    /// Resumes all of them. If there are several and one fails, the others are still resumed.
    ///
    /// - Parameter observer: made when the options are valid.
    /// - Returns: the worst status of all runs.
    /// - Throws: `Problem` of kind `usage` before any work if the options are invalid.
    package func perform(observer: (_ isPrinted: Bool) -> any ResumeObserver) async throws -> RunStatus {
        let isPrinted = try plan(assembly.settings, []).isPrinted
        let store: any ContentStore = try await assembly.store()
        let observer = observer(isPrinted)
        let conversations = try await chosen(store)
        guard !isPrinted || conversations.count < 2 else {
            throw Problem(
                .usage, "output.standard-output", "standard output takes the file of one conversation", at: "-o -",
                cure: "name one conversation, or a folder")
        }
        if conversations.isEmpty { observer.note("there is nothing to resume") }
        let recordings = conversations.flatMap(\.inputs)
        var worst = RunStatus.complete
        var tally = RecordingTally(of: conversations.map(\.inputName), called: "inputs")
        defer { tally.tell(observer) }
        for conversation in conversations {
            do {
                let status = try await resume(conversation, besides: recordings, in: store, observer)
                tally.note(conversation.inputName, status)
                worst = max(worst, status)
            } catch  where conversations.count > 1 {
                let status = try await RunStatus(ofOneOfMany: error, in: store)
                if status == .input {
                    tally.noteUnread(conversation.inputName)
                } else {
                    tally.note(conversation.inputName, status)
                }
                worst = max(worst, status)
                observer.note("\(conversation.id): \(error)")
            }
            if observer.isInterrupted, conversation != conversations.last { return max(worst, .interrupted) }
        }
        return worst
    }

    private func resume(
        _ listed: Conversation, besides recordings: [String], in store: any ContentStore,
        _ observer: any ResumeObserver
    ) async throws -> RunStatus {
        guard let claim = try await claim(listed, in: store, observer) else { return .complete }
        defer { claim.release() }
        // Its last owner may have finished the conversation in the meantime.
        let conversation = try await store.conversation(listed.id) ?? listed
        if ids.isEmpty, !conversation.isResumable { return .complete }
        var plan = try plan(settings(for: conversation), recordings)
        plan.marks = conversation.files?.marks.flatMap(DirectionMarks.init) ?? plan.marks
        let run = ConversationRun(observer: observer)
        if ids.isEmpty, conversation.state == .complete {
            return try await run.writeMissingFiles(of: conversation, outputs: plan, store: store) {
                try observer.show(missing: $0, of: conversation)
            }
        }
        var opened = try await OpenedConversation.resume(
            conversation, assembly: assembly, store: store, engines: engines)
        opened.sharedBudget = try budget.budget(opened.assembly.costLimit, for: opened.providers)
        let status = try await run.perform(opened, outputs: plan)
        if conversation.files == nil, plan.formats.isEmpty { observer.advise(opened.notes.wayToFiles) }
        return status
    }

    /// The settings with the files of the run before. If it wrote none, this one writes none either, and it replaces no file of
    /// the same name.
    private func settings(for conversation: Conversation) -> Settings {
        var settings = assembly.settings
        if let files = conversation.files {
            settings.set(.directory, .string(files.directory))
            settings.set(.formats, .stringArray(files.formats))
            settings.set(.captions, .string(files.captions))
            if let profile = files.profile { settings.set(.captionProfile, .string(profile)) }
            if files.karaoke == true { settings.set(.captionKaraoke, .string("on")) }
            if let film = files.film {
                settings.set(.notice, .string(film.notice))
                settings.set(.mix, .string(film.mix))
                settings.set(.loudness, .double(film.loudness))
                settings.set(.burn, .string(film.burn == true ? "on" : "off"))
            }
            settings.set(.namePattern, .string(files.pattern ?? NamePattern.standard.description))
        } else if !namesFolder {
            settings.set(.formats, .stringArray([]))
        }
        return settings
    }

    /// - Returns: nil if another process is working on the conversation and the user did not name it.
    private func claim(
        _ conversation: Conversation, in store: any ContentStore, _ observer: any ResumeObserver
    ) async throws -> ConversationClaim? {
        let name = conversation.title.clipped(to: 60)
        guard ids.isEmpty else { return try await store.claimInTurn(conversation.id, called: name, by: assembly) }
        if let claim = try await store.claim(conversation.id) { return claim }
        if let owner = try await store.owner(of: conversation.id) {
            observer.remark("\(conversation.id)  \(name): \(owner) is working on it, so it is skipped")
        }
        return nil
    }

    private func chosen(_ store: any ContentStore) async throws -> [Conversation] {
        guard !ids.isEmpty else {
            return try await store.conversations(limit: 10_000).map(\.conversation).filter(\.isResumable).reversed()
        }
        var chosen: [Conversation] = []
        for id in ids {
            let named = try await store.existing(id)
            chosen.append(try await store.latest(named.id) ?? named)
        }
        return chosen
    }
}

extension Conversation {
    /// The path of its recording, or its title.
    fileprivate var inputName: String { recording ?? title }
}

extension ConversationStore {
    /// Finds a conversation by its identifier or the beginning of it.
    ///
    /// - Throws: `Problem` of kind `usage` if there is none, or more than one.
    package func existing(_ text: String) async throws -> Conversation {
        if ConversationID.isWellFormed(text), let found = try await conversation(ConversationID(rawValue: text)) {
            return found
        }
        let matches = try await conversations(limit: 10_000).map(\.conversation).filter {
            text.count >= 4 && $0.id.rawValue.hasPrefix(text)
        }
        guard let match = matches.first, matches.count == 1 else {
            throw Problem(
                .usage, "conversation.unknown",
                matches.isEmpty
                    ? "there is no conversation '\(text)'" : "'\(text)' begins \(matches.count) conversations",
                cure: "see 'verbio conversations list'")
        }
        return match
    }
}
