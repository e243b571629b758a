import Audio
import Conversations
import Delivery
import Interpreting
import Language
import Plumbing
import Resilience

/// Interprets recordings, one after the other.
struct RecordingRuns {
    let assembly: Assembly
    let recordings: [RecordingArguments.Recording]
    let plan: OutputPlan
    let title: String?
    /// Whether recordings whose files are there already are left out.
    let skipsExisting: Bool
    /// What is asked for of a recording, except for its input, path and title: one request for each language that it is
    /// translated into. What is recognized for the first is reused for the others.
    let requests: [Session.Request]
    /// What all of it may cost together, once it is known.
    private let budget = Locked<Budget?>(nil)

    init(
        assembly: Assembly, recordings: [RecordingArguments.Recording], plan: OutputPlan, title: String?,
        skipsExisting: Bool, requests: [Session.Request]
    ) {
        self.assembly = assembly
        self.recordings = recordings
        self.plan = plan
        self.title = title
        self.skipsExisting = skipsExisting
        self.requests = requests
    }

    /// One recording in one language, and where its files go.
    private struct Item {
        var recording: RecordingArguments.Recording
        var request: Session.Request
        var plan: OutputPlan
        /// Its files, as far as their names are known.
        var paths: [String]
    }

    /// Does all of it.
    ///
    /// - Returns: the worst exit code of them.
    /// - Throws: `Problem` of kind `usage` before any work: for recordings whose files would have the same names, and for files
    ///   that must not be replaced.
    func perform(mode: Run.Mode) async throws -> Int32 {
        var items = try items()
        guard !plan.isPrinted || items.count == 1 else {
            let one = requests.count > 1 ? "one language" : "one recording"
            throw Problem(
                .usage, "output.standard-output", "standard output takes the file of \(one)", at: "-o -",
                cure: "name a folder, or \(one)")
        }
        // One recognition is for all languages, so none is found impossible after it.
        if requests.count > 1 { for request in requests { try await Session.check(request, assembly: assembly) } }
        if !skipsExisting { try plan.check(items.flatMap(\.paths)) }
        let store = try await assembly.store()
        let run = Run(console: Console(aside: plan.isPrinted), mode: mode)
        if skipsExisting { items = try await unwritten(items, in: store, tellingOn: run.console) }
        var worst = Exit.success
        var told: Set<String> = []
        var unusable: String?
        for (number, item) in items.enumerated() where item.recording.path != unusable {
            do {
                worst = max(worst, try await perform(item, on: run, in: store, told: &told))
            } catch let problem as Problem
                where problem.kind == .input || ChannelPolicy.misfits.contains(problem.code)
            {
                let problem = problem.at(item.recording.path)
                guard recordings.count > 1 else { throw problem }
                unusable = item.recording.path
                // One bad recording does not cost the others.
                run.console.note("verbio: \(problem)")
                worst = max(worst, Exit.code(for: problem))
            }
            if run.interrupted, number + 1 < items.count { return max(worst, Exit.interrupted) }
        }
        return worst
    }

    private func perform(
        _ item: Item, on run: Run, in store: any ConversationStore, told: inout Set<String>
    ) async throws -> Int32 {
        var request = item.request
        request.input = try AudioInput(argument: item.recording.path)
        request.path = regularFile(item.recording.path)
        request.title = title
        var session = try await Session.open(request, assembly: assembly, store: store)
        for notice in session.notices where told.insert(notice).inserted { run.console.note("verbio: \(notice)") }
        let budget = try budget.withLock { budget in
            let shared = try budget ?? assembly.budget(for: session.providers)
            budget = shared
            return shared
        }
        session.sharedBudget = budget
        if let source = session.source { run.console.note(source.tracks, of: item.recording.path) }
        return try await run.perform(session, outputs: item.plan)
    }

    /// The recordings with their files.
    ///
    /// - Throws: `Problem` of kind `usage` if two have a file of the same name, which would be written twice.
    private func items() throws(Problem) -> [Item] {
        var owners: [String: String] = [:]
        var items: [Item] = []
        for recording in recordings {
            let plan = plan.below(recording.subfolder)
            for request in requests {
                let paths = plan.paths(
                    ofRecording: recording.path, part: request.reading.part, title: title,
                    languages(of: request), isSpoken: assembly.settings.speaks)
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
        if !plan.pattern.has(.stem), title == nil, !plan.pattern.has(.title) { return "have {stem} in --name-pattern" }
        return "translate them one by one, each with its own \(title == nil ? "-o or --title" : "--title")"
    }

    /// The languages that the files are named after.
    private func languages(of request: Session.Request) -> OutputLanguages {
        let hasBothSides =
            request.twoWay || request.reading.channels == .speakersByChannel || request.speakers != nil
        return OutputLanguages(
            request.speaker == .other && !hasBothSides ? request.pair.reversed : request.pair,
            isTranslated: assembly.settings.translates)
    }

    /// Those whose files are not there yet, or whose conversation is not finished.
    private func unwritten(
        _ items: [Item], in store: any ConversationStore, tellingOn console: Console
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
            console.note(
                "verbio: \(item.recording.path.printableOnOneLine): left out, as "
                    + "\(there.printableOnOneLine) is there already")
            return false
        }
    }
}
