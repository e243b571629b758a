import Configuration
import Conversations
import Foundation
import Plumbing
import Providers
import StandIns
import Testing
import VerbioService

/// What happens to a conversation if a provider's entry names another model later, as it does when a model ends.
@Suite("Changed presets", .timeLimit(.minutes(5)))
struct ChangedPresetTests {
    private static let text = "Good morning.\nWhere is the station?\nThank you.\n"

    /// Translates every line that is not refused, and is asked for one line at a time.
    private static func answer(_ request: RecordedRequest, refusing refused: String?) throws -> StandInAnswer {
        let last = try request.json()["messages"]?.array?.last?["content"]?.string ?? ""
        if let refused, last.contains(refused) {
            return .json(402, #"{"error":{"message":"no credit","type":"insufficient_quota"}}"#)
        }
        let known = ["station": "¿Dónde está la estación?", "Thank": "Gracias."]
        let text = known.first { last.contains($0.key) }?.value ?? "Buenos días."
        return .json(
            200,
            #"""
            {"choices":[{"message":{"role":"assistant","content":"\#(text)"},"finish_reason":"stop"}],
            "usage":{"prompt_tokens":10,"completion_tokens":2}}
            """#)
    }

    private static func entry(_ url: String, model: String, options: String) -> String {
        """
        mill:
          url: \(url)/v1
          mt:
            wire: openai-chat
            model: \(model)
            options: {prompt-form: short, \(options)}
            price: {million-input-tokens: 1, million-output-tokens: 1, as-of: 2026-11-29}
        """
    }

    private static func models(_ server: StandInServer) throws -> [String] {
        try server.requests.map { try $0.json()["model"]?.string ?? "?" }
    }

    @Test(
        "given an unfinished conversation, when its provider's entry names another model and it is resumed, then only the missing line is asked for, of the first model"
    )
    func resumed() async throws {
        try await Workplace.with { workplace in
            let isRefusing = Locked(true)
            let place = workplace
            try await withStandIn {
                try Self.answer($0, refusing: isRefusing.withLock { $0 } ? "station" : nil)
            } test: { server in
                var workplace = place
                let file = try workplace.write(
                    Self.entry(server.url, model: "old", options: "max-tokens: 300"), to: "providers.yaml")
                workplace.settings.set(.providersFile, .string(file))
                workplace.settings.set(.translator, .stringArray(["mill"]))
                workplace.settings.set(.synthesizer, .stringArray(["none"]))
                let first = try await workplace.translate(Self.text)
                #expect(first.status == .partial, "\(first.notes)")
                #expect(try Self.models(server) == ["old", "old", "old"], "\(server.requests.map(\.text))")

                isRefusing.withLock { $0 = false }
                let changed = Self.entry(server.url, model: "new", options: "max-tokens: 600")
                try workplace.write(changed, to: "providers.yaml")
                #expect(try await workplace.resume().status == .complete)
                #expect(try Self.models(server) == ["old", "old", "old", "old"])
                let last = try #require(try server.requests.last?.json())
                #expect(last["messages"]?.array?.last?["content"]?.string?.contains("station") == true)
                #expect(try await workplace.resume().notes == ["there is nothing to resume"])
                #expect(try await workplace.conversations().map(\.state) == [.complete])
            }
        }
    }

    @Test(
        "given a finished text, when its provider's entry names another model and the command is repeated, then the new model does it, and what it finished is not asked for again"
    )
    func repeated() async throws {
        try await Workplace.with { workplace in
            let place = workplace
            try await withStandIn {
                try Self.answer($0, refusing: nil)
            } test: { server in
                var workplace = place
                workplace.settings.set(.translator, .stringArray(["mill"]))
                workplace.settings.set(.synthesizer, .stringArray(["none"]))
                for model in ["old", "new", "old"] {
                    let file = try workplace.write(
                        Self.entry(server.url, model: model, options: "max-tokens: 300"), to: "providers.yaml")
                    workplace.settings.set(.providersFile, .string(file))
                    #expect(try await workplace.translate(Self.text).status == .complete)
                }
                #expect(try Self.models(server) == ["old", "old", "old", "new", "new", "new"])
            }
        }
    }
}
