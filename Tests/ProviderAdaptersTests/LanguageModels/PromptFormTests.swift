import CurlHTTP
import Foundation
import Language
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// How small models are asked with few words.
@Suite("Forms of prompts", .serialized, .timeLimit(.minutes(5)))
struct PromptFormTests {
    private static let good = StandInAnswer.json(
        200, #"{"choices":[{"message":{"content":"Hola."},"finish_reason":"stop"}]}"#)

    private func translator(_ form: String?, at url: String) -> any Translator {
        var declaration = TranslationDeclaration(wire: .openAIChat, model: "small")
        declaration.options = form.map { ["prompt-form": $0] }
        declaration.contextPairs = 4
        return declaration.translator(at: Endpoint(name: "own", url: url, client: HTTPClient(), time: .patient))
    }

    /// The messages of the request, each with its role, and the request itself.
    private func asked(
        _ form: String?, _ request: TranslationRequest
    ) async throws -> (messages: [String], body: JSONDocument) {
        let good = Self.good
        let script: StandInServer.Script = { _ in good }
        return try await withStandIn(script) { server in
            let translation = try await translator(form, at: server.url).translate(request) { _ in }
            #expect(translation.text == "Hola." && translation.isOutOfForm == (form == nil))
            let body = try #require(try server.requests.first?.json())
            var messages: [String] = []
            while let message = body["messages"]?[messages.count] {
                messages.append("\(message["role"]?.string ?? ""): \(message["content"]?.string ?? "")")
            }
            return (messages, body)
        }
    }

    private func request(
        _ text: String = "Good day.", _ from: LanguageTag = LanguageTag(.en), _ to: LanguageTag = LanguageTag(.es),
        _ change: (inout TranslationRequest) -> Void = { _ in }
    ) throws -> TranslationRequest {
        TranslationRequest(
            text: text, pair: try LanguagePair(from, to: to), context: CallContext(conversation: "test", utterance: 1),
            change)
    }

    @Test(
        "Given the short form, when a text is translated, then it is the last message, after one sentence, without a schema"
    )
    func short() async throws {
        let (messages, body) = try await asked("short", request())
        #expect(
            messages == [
                "system: You are a translator from English to Spanish. Answer each message with its translation into "
                    + "Spanish and nothing else.", "user: Good day.",
            ])
        #expect(body["response_format"] == nil && body["temperature"]?.number == 0)
    }

    @Test("Given no form, when a text is translated, then a schema is requested as before")
    func usual() async throws {
        let body = try await asked(nil, request()).body
        #expect(body["response_format"] != nil)
    }

    @Test(
        "Given terms, a form of address and a refused answer, when a small model is asked, then one sentence has each")
    func wishes() async throws {
        let wanted = try request("Good day, Mr. Miller.", LanguageTag(.en), LanguageTag(.de)) {
            $0.terms = [GlossaryTerm("Miller", as: ["Müller"])]
            $0.formality = .formal
            $0.hint = "It was in English."
        }
        let instructions = try #require(try await asked("short", wanted).messages.first)
        #expect(instructions.contains("In the translation, 'Miller' is 'Müller'."))
        #expect(instructions.contains("in the formal way: Sie"), "\(instructions)")
        #expect(instructions.hasSuffix("A first translation was refused. It was in English."))
    }

    @Test(
        "Given a translation that is too long, when a model is asked again, then it gets the text and the characters that fit"
    )
    func shorter() async throws {
        let longer = "Que tenga usted un muy buen día."
        let wanted = try request { $0.shorter = ShorterWish(longer: longer, characters: 12) }
        for form in ["short", "examples", "hy-mt", nil] {
            let (messages, _) = try await asked(form, wanted)
            let all = messages.joined(separator: "\n")
            #expect(all.contains("at most 12 characters") && all.contains(longer), "\(all)")
            #expect(!all.contains("refused"))
            let refused = try request {
                ($0.shorter, $0.hint) = (wanted.shorter, "Keep these numbers of the text: 5.")
            }
            let again = try await asked(form, refused).messages.joined(separator: "\n")
            #expect(again.contains("A shorter translation") && again.contains("Keep these numbers of the text: 5."))
        }
        // In the document it is a member, as all texts are.
        let document = try #require(try await asked(nil, wanted).messages.last)
        #expect(document.contains("\"longer\":\"\(longer)\""), "\(document)")
        #expect(try await !asked(nil, request()).messages.joined().contains("longer"))
    }

    @Test("Given examples, when a text is translated, then three translated sentences precede it, in every pair")
    func examples() async throws {
        for from in LanguageCode.tested {
            for to in LanguageCode.tested where from != to {
                let messages = try await asked("examples", request("Good day.", LanguageTag(from), LanguageTag(to)))
                    .messages
                #expect(messages.count == 8 && messages.last == "user: Good day.", "\(from) \(to)")
                #expect(Set(messages).count == 8, "\(from) \(to)")
            }
            guard from == .en else { break }
        }
    }

    @Test(
        "Given a variety or an informal address, when examples would contradict it, then these are left out",
        arguments: [("zh-Hant", nil as Formality?, 2), ("pt-PT", nil, 2), ("es", .informal, 6), ("es", .formal, 8)])
    func contradictions(target: String, formality: Formality?, count: Int) async throws {
        let tag = try LanguageTag(parsing: target)
        let wanted = try request("Good day.", LanguageTag(.en), tag) { $0.formality = formality }
        let messages = try await asked("examples", wanted).messages
        #expect(messages.count == count)
    }

    @Test("Given models with a wording of their own, when they are asked, then with that and without a system message")
    func trained() async throws {
        let english = try await asked("hy-mt", request()).messages
        #expect(
            english == [
                "user: Translate the following text into Spanish. Note that you should only output the translated result "
                    + "without any additional explanation:\n\nGood day."
            ])
        let termed = try request("Good day.") { $0.terms = [GlossaryTerm("day", as: ["día"])] }
        let wanted = try await asked("hy-mt", termed).messages
        #expect(wanted[0].hasPrefix("user: Reference the following translations:\nday translates to día\n\nTranslate "))
        let chinese = try await asked("hy-mt", request("Good day.", LanguageTag(.en), LanguageTag(.zh))).messages
        #expect(chinese.count == 1 && chinese[0].contains("翻译为中文") && chinese[0].hasSuffix("\n\nGood day."))
        let (messages, body) = try await asked("translate-gemma", request())
        #expect(messages == ["user: Good day."])
        #expect(body["chat_template_kwargs"]?["source_lang_code"]?.string == "en")
        #expect(body["chat_template_kwargs"]?["target_lang_code"]?.string == "es")
        let written = try await asked("translate-gemma-text", request())
        #expect(written.messages.count == 1 && written.body["chat_template_kwargs"] == nil)
        #expect(written.messages[0].hasPrefix("user: You are a professional English (en) to Spanish (es) translator. "))
        #expect(written.messages[0].hasSuffix("English text into Spanish:\n\n\nGood day."))
    }

    @Test(
        "Given a form, when its translator is made, then it offers what the form can tell the model, under its own key")
    func abilities() {
        let forms = ["interpreter", "short", "examples", "hy-mt", "translate-gemma", "translate-gemma-text"]
        let translators = forms.map { translator($0, at: "http://127.0.0.1:9") }
        #expect(translators.map(\.capabilities.contextPairs) == [4, 0, 0, 0, 0, 0])
        #expect(translators.map(\.capabilities.takesHints) == [true, true, true, true, false, false])
        #expect(translators.map(\.capabilities.termLanguages.isEmpty) == [false, false, false, false, true, true])
        #expect(translators.map(\.capabilities.addressedLanguages.isEmpty) == [false, false, false, false, true, true])
        #expect(translators.allSatisfy { $0.capabilities.isOwnServer })
        #expect(Set(translators.map(\.descriptor)).count == 6)
        // Work that was finished before there were forms keeps its key.
        #expect(translator(nil, at: "http://127.0.0.1:9").descriptor.parameters["prompt"] == "1")
    }
}
