import ArgumentParser
import Conversations
import Interpreting
import Plumbing
import VerbioService

extension ConversationsCommand {
    struct Flip: AsyncParsableCommand, Resumable {
        static let configuration = CommandConfiguration(
            commandName: "flip",
            abstract: "Corrects the direction of an utterance, and repeats everything that depends on it.",
            discussion: """
                The utterance is translated and spoken the other way, and recognized again if it was recognized in the \
                wrong language. So are the translations that were shown it as context. Utterances directly after it whose \
                words do not show a language turn with it; everything else stays. Finished work is not requested \
                again, so a second flip, back, costs nothing, and corrected texts come back. No later run changes the direction.

                Exit codes: 0 done; 2 there is no such utterance, or nothing in it to translate; 3 nothing was \
                recognized before, and its audio is gone; 4 an engine is missing; 5 a part of it failed, and \
                'verbio resume' continues; 6 the store failed; 130 interrupted, and 'verbio resume' continues.

                EXAMPLES
                  verbio conversations flip c0123456789abcdefghjk 4
                  verbio conversations flip c0123456789abcdefghjk 4 --speaker other -o out
                """)

        @OptionGroup var target: UtteranceArguments

        @Option(help: "The side that spoke: user or other. If not given, the opposite of the current side.")
        var speaker: SpeakerArgument?

        @OptionGroup(title: "Engines, if others are to be used") var engines: EngineOptions
        @OptionGroup(title: "Output, with -o only") var output: OutputOptions
        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let changing = try await ChangedConversation.open(target, output, common)
            defer { changing.claim.release() }
            let correction = try await Correction.open(
                target.sequence, of: changing.conversation, to: speaker?.speaker, assembly: changing.assembly,
                store: changing.store, engines: engines.choice)
            guard let correction else {
                return changing.console.note("verbio: utterance \(target.sequence) already has that direction")
            }
            if let notice = correction.notice {
                changing.console.note(
                    "verbio: utterance \(target.sequence) cannot be recognized again, so what was recognized as another "
                        + "language is translated: \(notice)")
            }
            try await changing.perform(correction) { Self.described(correction, $0) }
        }

        /// A sentence on what was done.
        private static func described(_ correction: Correction, _ reopened: [Int]) -> String {
            let others = reopened.dropFirst().map(String.init)
            let first = "utterance \(correction.utterance.sequence) goes \(correction.correction.pair)"
            guard !others.isEmpty else { return first }
            return first
                + ", and so \(others.count == 1 ? "utterance" : "utterances") \(others.joined(separator: ", ")), "
                + "whose translation was shown it, \(others.count == 1 ? "was" : "were") translated again"
        }
    }
}
