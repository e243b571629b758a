import Audio
import Conversations
import Delivery
import Interpreting
import Language
import Plumbing
import Resilience

/// Interprets recordings, one after the other.
package struct RecordingRuns {
    package let assembly: Assembly
    package let plan: OutputPlan
    /// Whether a recording is left out if its files exist already.
    package let skipsExisting: Bool
    /// The recordings with their requests: one for each target language. What is recognized for the first is reused for the
    /// others.
    package let recordings: [RequestedRecording]
    /// The common cost limit of all runs, once it is known.
    private let budget = CommonBudget()

    package init(
        assembly: Assembly, recordings: [RequestedRecording], plan: OutputPlan, skipsExisting: Bool
    ) {
        self.assembly = assembly.keepingEngines
        self.recordings = recordings
        self.plan = plan
        self.skipsExisting = skipsExisting
    }

    /// One recording in one language, and the destination of its files.
    struct Item {
        var recording: RecordingArguments.Recording
        var request: ConversationRequest
        var plan: OutputPlan
        /// Its files, if their names are known.
        var paths: [String]
    }

    /// Interprets all recordings.
    ///
    /// - Parameter observer: made when no problem prevents the start of the work.
    /// - Returns: the worst status of all runs.
    /// - Throws: `Problem` of kind `usage` before any work, if two recordings would have files of the same names, or if
    ///   existing files must not be replaced.
    package func perform(observer: () -> any RunObserver) async throws -> RunStatus {
        var items = try items()
        guard !plan.isPrinted || items.count == 1 else {
            let one = recordings.contains { $0.requests.count > 1 } ? "one language" : "one recording"
            throw Problem(
                .usage, "output.standard-output", "standard output takes the file of \(one)", at: "-o -",
                cure: "name a folder, or \(one)")
        }
        // One recognition serves all languages, so all are checked before it.
        for recording in recordings.distinct where recording.requests.count > 1 {
            for request in recording.requests { try await OpenedConversation.check(request, assembly: assembly) }
        }
        if !skipsExisting { try plan.check(items.flatMap(\.paths)) }
        let store = try await assembly.store()
        let run = ConversationRun(observer: observer())
        if skipsExisting { items = try await unwritten(items, in: store, tellingOn: run.observer) }
        var worst = RunStatus.complete
        var told: Set<String> = []
        var unusable: String?
        var tally = RecordingTally(of: items.map(\.recording.path))
        defer { tally.tell(run.observer) }
        let order = RecordingOrder(assembly: assembly, store: store)
        guard try await order.place(&items, endedBy: { run.observer.isInterrupted }) else { return .interrupted }
        for (number, item) in items.enumerated() where item.recording.path != unusable {
            do {
                let status = try await perform(item, on: run, in: store, told: &told)
                tally.note(item.recording.path, status)
                worst = max(worst, status)
            } catch let problem as Problem
                where problem.kind == .input || ChannelPolicy.misfits.contains(problem.code)
            {
                let problem = problem.at(item.recording.path)
                guard recordings.count > 1 else { throw problem }
                unusable = item.recording.path
                tally.noteUnread(item.recording.path)
                for item in items where item.recording.path == unusable { try await order.withdraw(item) }
                // If one recording fails, the others are still done.
                run.observer.note("\(problem)")
                worst = max(worst, RunStatus(problem))
            }
            if run.observer.isInterrupted, number + 1 < items.count { return max(worst, .interrupted) }
        }
        return worst
    }

    private func perform(
        _ item: Item, on run: ConversationRun, in store: any ContentStore, told: inout Set<String>
    ) async throws -> RunStatus {
        try await item.plan.checkFilms(of: item.recording.path)
        var opened = try await OpenedConversation.open(
            item.request, from: .recording(item.recording.path), assembly: assembly, store: store)
        for notice in opened.notes.all where told.insert(notice).inserted { run.observer.note(notice) }
        opened.sharedBudget = try budget.budget(opened.assembly.costLimit, for: opened.providers)
        opened.notes.tracks(of: item.recording.path).map(run.observer.note)
        return try await run.perform(opened, outputs: item.plan)
    }

    /// The recordings with their files.
    ///
    /// - Throws: `Problem` of kind `usage` if two recordings have a file of the same name, which would be written twice.
    private func items() throws(Problem) -> [Item] {
        var owners: [String: String] = [:]
        var items: [Item] = []
        for requested in recordings {
            let recording = requested.recording
            let plan = plan.below(recording.subfolder).suited(to: recording.path)
            for request in requested.requests {
                let paths = plan.paths(
                    ofRecording: recording.path, part: request.listening.part, title: request.title,
                    languages(of: request), isSpoken: request.isTranslated && assembly.settings.speaks)
                for path in paths {
                    guard let owner = owners.updateValue(recording.path, forKey: OutputPlace.resolved(path)) else {
                        continue
                    }
                    guard owner != recording.path else { throw sameName(path, at: recording.path) }
                    throw Problem(
                        .usage, "translate.same-name", "its files would have the names of those of \(owner)",
                        at: recording.path, cure: differentNames)
                }
                items.append(Item(recording: recording, request: request, plan: plan, paths: paths))
            }
        }
        return items
    }

    private func sameName(_ path: String, at recording: String) -> Problem {
        Problem(
            .usage, "translate.same-name", "several languages would have one file \(path)", at: recording,
            cure: plan.pattern.has(.language)
                ? "leave --captions source out, or name one language" : "have {language} in --name-pattern")
    }

    private var differentNames: String {
        let title = recordings.first?.requests.first?.title
        if !plan.pattern.has(.stem), title == nil, !plan.pattern.has(.title) { return "have {stem} in --name-pattern" }
        return "translate them one by one, each with its own \(title == nil ? "-o or --title" : "--title")"
    }

    /// The languages in the file names.
    private func languages(of request: ConversationRequest) -> OutputLanguages {
        OutputLanguages(
            request.speaker == .other && !request.hearsBothSides ? request.pair.reversed : request.pair,
            isTranslated: request.isTranslated && assembly.settings.translates)
    }

    /// The items whose files do not exist yet, or whose conversation is not finished.
    private func unwritten(
        _ items: [Item], in store: any ContentStore, tellingOn observer: any RunObserver
    ) async throws -> [Item] {
        let unfinished = Set(
            try await store.conversations(limit: 10_000).compactMap { summary -> String? in
                guard summary.conversation.isResumable, case .file(let path, _) = summary.conversation.origin else {
                    return nil
                }
                return path
            })
        return items.filter { item in
            let kept = item.plan.kept(item.paths)
            let isUnfinished = kept.isEmpty && unfinished.contains(regularFile(item.recording.path) ?? "")
            guard let there = kept.first ?? item.paths.first(where: { FileState(of: $0) != nil }), !isUnfinished else {
                return true
            }
            observer.note(
                "\(item.recording.path.printableOnOneLine): left out, as "
                    + "\(there.printableOnOneLine) is there already")
            return false
        }
    }
}
