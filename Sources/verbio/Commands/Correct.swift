import ArgumentParser
import Conversations
import Interpreting
import Plumbing
import VerbioService

struct ConversationsCorrect: AsyncParsableCommand, Resumable {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Corrects what was recognized or translated, and repeats what depends on it.",
        discussion: """
            A corrected source is translated and spoken again, and this utterance alone. A corrected translation is \
            spoken again. No engine replaces it afterwards, unless --translate-again asks for that. A flip of \
            the utterance sets it aside until it is flipped back. Finished work is not requested again, so a former text costs nothing.

            Exit codes: 0 done; 2 there is no such utterance, or the text has no words; 4 an engine is missing; 5 a \
            part of it failed, and 'verbio resume' continues; 6 the store failed; 130 interrupted, and 'verbio \
            resume' continues.

            EXAMPLES
              verbio conversations correct c01234567 4 --source "Where is it?"
              verbio conversations correct c01234567 4 --translation "¿Dónde está?"
              verbio conversations correct c01234567 4 --translate-again -o out
            """)

    @OptionGroup var target: UtteranceArguments

    @Option(help: ArgumentHelp("What was said, in its language.", valueName: "text"))
    var source: String?

    @Option(help: ArgumentHelp("The translation of it.", valueName: "text"))
    var translation: String?

    @Flag(help: "Let the engine translate again what a correction had replaced.")
    var translateAgain = false

    @OptionGroup(title: "Engines, if others are to be used") var engines: EngineOptions
    @OptionGroup(title: "Output, with -o only") var output: OutputOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let texts = try texts()
        let changing = try await ChangedConversation.open(target, output, common)
        defer { changing.claim.release() }
        let request = RewritingRequest(
            conversation: changing.conversation, sequence: target.sequence, texts: texts)
        let rewriting = try await Rewriting.open(
            request, of: changing.conversation, assembly: changing.assembly, store: changing.store,
            engines: engines.choice)
        guard let rewriting else {
            return changing.console.note("verbio: utterance \(target.sequence) already says that")
        }
        try await changing.perform(rewriting) { _ in "utterance \(target.sequence) is corrected" }
    }

    private func texts() throws(Problem) -> CorrectedTexts {
        guard translation == nil || !translateAgain else {
            throw Problem(
                .usage, "correct.both", "a translation is given, and the engine is to make one",
                at: "--translation and --translate-again", cure: "give one of them")
        }
        do {
            return try CorrectedTexts(
                checking: source, translateAgain ? .madeAnew : translation.map { .given($0) } ?? .follows)
        } catch {
            var problem = error
            problem.place =
                problem.code == "utterance.unchanged"
                ? "--source, --translation and --translate-again" : problem.place.map { "--\($0)" }
            throw problem
        }
    }
}
