import Audio
package import Conversations
import Delivery
import Interpreting
import Plumbing

/// Interprets conversations, writes their files, and reports to an observer.
package struct ConversationRun: Sendable {
    package let observer: any RunObserver

    package init(observer: any RunObserver) { self.observer = observer }

    /// Interprets one conversation and writes its files. If the decoder of its recording gives utterances at other places than
    /// before, a new conversation replaces it.
    package func perform(_ opened: OpenedConversation, outputs: OutputPlan) async throws -> RunStatus {
        try await opened.replacedIfNeeded(note: observer.note) { try await interpret($0, outputs) }
    }

    private func interpret(_ opened: OpenedConversation, _ outputs: OutputPlan) async throws -> RunStatus {
        try await outputs.prepare(for: opened.conversation)
        var opened = opened
        opened.conversation.files = outputs.files(of: opened.conversation)
        opened.conversation.filesAreWritten = false
        let control = RunControl()
        let view = try await observer.view(of: opened)
        defer { view.close() }
        let finished = try await view.follow(control) { [opened] deliver in
            try await opened.run(control: control, deliver: deliver)
        }
        let name = opened.conversation.source.name.printableOnOneLine
        if control.isDecodedDifferently {
            observer.note(
                "\(name): the recording decodes slightly differently than in the previous run, perhaps because of "
                    + "another ffmpeg version; recognized text is kept")
        }
        if let problem = opened.lines?.problem { throw problem }
        if let reason = control.earlyEnd { observer.note("\(name): ended early because \(reason)") }
        for note in opened.notes.failures { observer.note(note) }
        guard
            let files = try await write(outputs, of: opened.conversation, finished: finished, store: opened.store)
        else { return .interrupted }
        try await view.conclude(finished, files: files.filter { !$0.isFormer })
        outputs.notes(on: files, of: opened.conversation).forEach(observer.note)
        return control.outage == nil ? RunStatus(finished, of: opened.conversation) : .partial
    }

    /// Writes the files of a complete conversation if an earlier run was to write them and did not.
    ///
    /// - Parameter show: shows the files.
    package func writeMissingFiles(
        of conversation: Conversation, outputs: OutputPlan, store: any ContentStore,
        show: ([String]) throws -> Void
    ) async throws -> RunStatus {
        try await outputs.prepare(for: conversation)
        let finished = try await store.ending(of: conversation)
        guard let files = try await write(outputs, of: conversation, finished: finished, store: store) else {
            return .interrupted
        }
        try show(files.filter { !$0.isFormer }.map(\.path))
        outputs.notes(on: files, of: conversation).forEach(observer.note)
        return RunStatus(finished, of: conversation)
    }

    /// When this returns, the files are on the disk, and the store has recorded them.
    ///
    /// - Returns: nil if the user has ended the work before; then `verbio resume` writes them.
    private func write(
        _ outputs: OutputPlan, of conversation: Conversation, finished: Event.ConversationFinished,
        store: any ContentStore
    ) async throws -> [WrittenFile]? {
        let films = outputs.formats.filter { $0.film != nil }.map(\.name).sorted()
        if !films.isEmpty, !outputs.isPrinted { observer.remark("writing the film (\(films.joined(separator: ", ")))") }
        let files: [WrittenFile]
        do {
            files = try await observer.writing {
                try await outputs.write(conversation, finished: finished, store: store)
            }
        } catch is CancellationError {
            observer.note(
                "the files of \(conversation.id) are not written; continue with 'verbio resume \(conversation.id)'")
            return nil
        }
        // A run whose files were not replaced is not done: a later one writes them.
        if outputs.files(of: conversation) != nil, !files.contains(where: \.isFormer) {
            try await store.commit([.filesWritten(conversation.id)])
        }
        try await store.synchronize()
        return files
    }
}
