import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

@Suite("What a model thinks before it answers is no part of its answer", .serialized, .timeLimit(.minutes(5)))
struct ThinkingTests {
    private static let thought = "<think>\nThe user wants \"station\" < here > in Spanish. </thin k> So:\n</think>\n\n"
    private static let translation = "¿Dónde está la estación?"

    private func adapter(structured: Bool, streams: Bool) -> AdapterCase {
        .translator(
            "chat", .openAIChat, model: "m", base: "/v1", streams: streams,
            options: structured ? [:] : ["structured": "false"], from: [])
    }

    /// A model's answer at once, or in pieces of so many scalars.
    private func answer(_ text: String, pieces: Int?, ending: String = "stop") -> StandInAnswer {
        guard let pieces else {
            return .json(
                200, #"{"choices":[{"message":{"content":\#(EchoStandIn.quoted(text))},"finish_reason":"\#(ending)"}]}"#
            )
        }
        let scalars = Array(text.unicodeScalars)
        let deltas = stride(from: 0, to: scalars.count, by: pieces).map { start in
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[start..<min(start + pieces, scalars.count)])
            return #"data: {"choices":[{"delta":{"content":\#(EchoStandIn.quoted(String(piece)))}}]}"#
        }
        return .events(
            deltas + [#"data: {"choices":[{"delta":{},"finish_reason":"\#(ending)"}]}"#, "data: [DONE]"])
    }

    private func outcome(
        _ text: String, structured: Bool = false, pieces: Int?, of source: String = "Where is the station?"
    ) async throws -> Outcome {
        try await withStandIn(answer(text, pieces: pieces)) {
            await adapter(structured: structured, streams: pieces != nil).adapter(at: $0.url).call(source)
        }
    }

    @Test(
        "Given a thought before an answer, when it arrives in any pieces, then only the answer is left",
        arguments: [nil, 1, 2, 3, 7, 40, 1_000],
        [true, false])
    func leftOut(pieces: Int?, structured: Bool) async throws {
        let answer = structured ? #"{"translation": "\#(Self.translation)"}"# : Self.translation
        for thought in ["", Self.thought, "\n " + Self.thought, "<think></think>"] {
            let outcome = try await outcome(thought + answer, structured: structured, pieces: pieces)
            #expect(outcome.text == Self.translation, "\(outcome)")
            #expect(outcome.partials.joined() == (pieces == nil ? "" : Self.translation))
        }
    }

    @Test(
        "Given a thought within a document's text, when it is read, then only the translation is left",
        arguments: [nil, 1, 5, 1_000])
    func withinTheDocument(pieces: Int?) async throws {
        let answer = #"{"translation": "<think>\nHm.\n</think>\n\n\#(Self.translation)"}"#
        let outcome = try await outcome(answer, structured: true, pieces: pieces)
        #expect(outcome.text == Self.translation, "\(outcome)")
        #expect(outcome.partials.joined() == (pieces == nil ? "" : Self.translation))

        let unfinished = #"{"translation": "<think>\nHm."}"#
        #expect(try await self.outcome(unfinished, structured: true, pieces: pieces).failure == .unusable)
    }

    @Test("Given only the end of a thought, when a whole answer is read, then only the translation is left")
    func onlyEnded() async throws {
        let document = #"{"translation": "\#(Self.translation)"}"#
        for (answer, structured) in [
            ("Okay, {\"a\"} it is.\n</think>\n\n\(Self.translation)", false), ("</think>\(Self.translation)", false),
            ("Okay.\n</think>\n\n\(document)", true), ("Okay.</think>```json\n\(document)\n```", true),
            (#"{"translation": "Okay.</think> \#(Self.translation)"}"#, true),
        ] {
            let outcome = try await outcome(answer, structured: structured, pieces: nil)
            #expect(outcome.text == Self.translation, "\(outcome)")
        }
        let spoken = "Cierra con </think>, y ya."
        #expect(try await outcome(spoken, pieces: nil, of: "Close it with </think>, that is all.").text == spoken)
    }

    @Test("Given only the end of a thought, when the answer is streamed, then it is refused with a cure")
    func onlyEndedInAStream() async throws {
        let outcome = try await outcome("Okay.\n</think>\n\n\(Self.translation)", pieces: 3)
        #expect(outcome.failure == .unusable && outcome.text == nil)
        #expect("\(outcome)".contains("streams: false"), "\(outcome)")
    }

    @Test(
        "Given a thought without an end or an answer, when it is read, then the answer is unusable",
        arguments: [nil, 1, 5])
    func unfinished(pieces: Int?) async throws {
        for text in ["<think>The user wants", "<think>", "<think>The user wants</think>\n\n", "<think>Well</think"] {
            for structured in [true, false] {
                let outcome = try await outcome(text, structured: structured, pieces: pieces)
                #expect(outcome.failure == .unusable && outcome.text == nil, "\(outcome)")
                #expect(outcome.partials.isEmpty)
            }
        }
    }

    @Test("Given text that only looks like a thought, when it is read, then it stays", arguments: [nil, 1, 4])
    func kept(pieces: Int?) async throws {
        for text in ["<thing>", "<thin", "< think>a b", "Se dice <think>así</think>.", "<<think>a</think>"] {
            #expect(try await outcome(text, pieces: pieces).text == text)
        }
        let spoken = "<think>pienso</think> luego existo"
        let outcome = try await outcome(spoken, pieces: pieces, of: " <think>I think</think> therefore I am")
        #expect(outcome.text == spoken)
        #expect(outcome.partials.joined() == (pieces == nil ? "" : spoken))
    }
}
