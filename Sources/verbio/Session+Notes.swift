import Configuration
import Conversations
import Interpreting
import Language
import Plumbing
import ProviderAdapters
import Providers
import Resilience

extension Assembly {
    /// What to type to do more in the same store, with the same settings: what was said of these on the command line is said
    /// again.
    func command(_ words: String) -> String {
        var command = "verbio " + words
        if settings.value(.storePath).origin == "flag" {
            command += " --store " + settings.string(.storePath).asArgument
        }
        if let file = settings.namedFile { command += " --config " + file.asArgument }
        return command
    }
}

extension Session {
    /// How it is gone on with. What was said on the command line of costs holds for that run alone, so it is said again; where
    /// not even the next call can be paid for with it, what that one needs.
    var resumeCommand: String {
        let settings = assembly.settings
        var words = "resume \(conversation.id)"
        if settings.value(.maximumCost).origin == "flag", let limit = try? assembly.maximumCost() {
            let needed = budget.withLock { $0 }.dearestRefused.map { ($0.dollars * 10_000).rounded(.up) / 10_000 }
            let dollars = max(limit, needed ?? 0)
            words += " --max-cost " + (Int(exactly: dollars).map(String.init) ?? String(dollars))
        }
        if settings.value(.unknownPrices).origin == "flag" { words += " --allow-unknown-prices" }
        return assembly.command(words)
    }

    /// How to get the whole of a conversation whose run wrote no files.
    var wayToFiles: String {
        let again = "the run before wrote no files, so this one did not either; for all of it "
        if conversation.isWritten, case .file = conversation.origin {
            return again + "run the same 'verbio text' again, which asks for nothing that is finished"
        }
        return again + "'\(assembly.command("conversations export \(conversation.id) -o FOLDER"))'"
    }

    /// What is said where it is ended in the middle of a call.
    var lastWord: String { "verbio: stopped at once; go on with '\(resumeCommand)'" }

    /// What earlier runs have asked for.
    func tallyOfEarlierRuns() async throws -> StageTally {
        var tally = StageTally(conversation)
        try await store.forEachUtterance(of: conversation.id) { tally.add($0) }
        return tally
    }

    /// As ``run(control:deliver:)``, telling at once what keeps it waiting.
    func run(
        control: RunControl, on console: Console, deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        let notes = CallNotes(time: assembly.time)
        return try await CallWatch.$current.withValue(
            CallWatch { notice in
                if let note = notes.note(on: notice) { console.note("verbio: \(note)") }
            }
        ) { try await run(control: control, deliver: deliver) }
    }

    /// Who has failed in this run so that somebody else was asked, and why at first, one sentence each.
    var failureNotes: [String] {
        notes(providers.recognizers, \.descriptor) + notes(providers.translators, \.descriptor)
            + (providers.synthesizers.map { notes($0, \.descriptor) } ?? [])
    }

    private func notes<Provider>(
        _ chain: ProviderChain<Provider>, _ descriptor: (Provider) -> ProviderDescriptor
    ) -> [String] {
        zip(chain.links, chain.links.dropFirst()).compactMap { link, next in
            guard let error = link.failures.first else { return nil }
            let count = link.failures.count
            let other = descriptor(next.provider).name
            // A voice that is being heard is not taken over by another one.
            let follows =
                link.failures.isPassedOn ? "so \(other) was asked" : "and \(other) was not asked to go on with it"
            return
                "\(error.provider) (\(error.stage.rawValue)) gave no answer \(count == 1 ? "once" : "\(count) times"), \(follows): "
                + error.message + (error.cure.map { "; \($0)" } ?? "")
        }
    }
}

extension String {
    /// As it is given to a command in a shell.
    var asArgument: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "/._-+:@%,=".contains($0) }
        return isPlain ? self : "\"" + replacing(/[\\"$`]/) { "\\" + $0.output } + "\""
    }
}

extension Assembly {
    /// The models among those of the settings whose days are numbered, one sentence each.
    func sunsetNotices() -> [String] {
        named.compactMap { sunsetNotice(of: $0.engine, $0.stage) }
    }

    /// The engines of the settings, stage by stage.
    private var named: [(engine: String, stage: Stage)] {
        let stages: [(Setting, Stage)] = [
            (.recognizer, .recognition), (.translator, .translation), (.synthesizer, .synthesis),
        ]
        return stages.flatMap { setting, stage in engineNames(setting).map { ($0, stage) } }
    }

    /// The same, and the providers whose keys are sent so that everybody on the way can read them.
    func providerNotices() -> [String] {
        var told: Set<String> = []
        let inClear = named.filter { !isLocal($0.engine) }
            .compactMap { try? remoteProviders().notice(ofKeyInClear: $0.engine, $0.stage) }
        return sunsetNotices() + inClear.filter { told.insert($0).inserted }
    }

    /// What is to be said of the engine's model where its provider shuts it down.
    func sunsetNotice(of name: String, _ stage: Stage) -> String? {
        // The catalog need not be read for what is built in.
        guard !isLocal(name) else { return nil }
        return try? remoteProviders().sunset(of: name, stage)?.sentence(of: name, today: today(self))
    }
}
