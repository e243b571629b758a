import Foundation
import Language
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

@Suite("Varieties of a language on the wire", .serialized)
struct VarietyTests {
    /// What is sent for one of them: a translator asked to translate into it.
    private func request(of adapter: String, to tag: LanguageTag) async throws -> RecordedRequest {
        try await withStandIn(EchoStandIn.script) { server in
            guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: server.url) else {
                throw StandInProblem("\(adapter) is no translator")
            }
            let request = TranslationRequest(
                text: "Buongiorno.", pair: try LanguagePair(.it, to: tag),
                context: CallContext(conversation: "test", utterance: 1))
            // Whatever comes back: only the request counts.
            _ = try? await translator.translate(request) { _ in }
            return try #require(server.requests.first)
        }
    }

    @Test(
        "given a variety that the provider knows, when a text is translated into it, then its code is sent",
        arguments: [
            ("deepl", "target_lang", "zh", "ZH-HANS"), ("deepl", "target_lang", "zh-Hant", "ZH-HANT"),
            ("deepl", "target_lang", "en-GB", "EN-GB"), ("deepl", "target_lang", "en-US", "EN-US"),
            ("deepl", "target_lang", "pt-PT", "PT-PT"), ("deepl", "target_lang", "pt-BR", "PT-BR"),
            ("deepl", "target_lang", "es-MX", "ES"), ("google-mt", "target", "zh", "zh-CN"),
            ("google-mt", "target", "zh-Hant", "zh-TW"), ("google-mt", "target", "pt-PT", "pt-PT"),
            ("google-mt", "target", "en-GB", "en"), ("libretranslate", "target", "zh-Hant", "zt"),
            ("libretranslate", "target", "zh", "zh"),
        ])
    func targets(adapter: String, field: String, tag: String, code: String) async throws {
        let sent = try await request(of: adapter, to: #require(LanguageTag(rawValue: tag)))
        let body = try #require(try JSONSerialization.jsonObject(with: Data(sent.body)) as? [String: Any])
        #expect(body[field] as? String == code)
    }

    @Test(
        "given a variety that Azure knows, when a text is translated into it, then its code is in the query",
        arguments: [("zh", "zh-Hans"), ("zh-Hant", "zh-Hant"), ("pt-PT", "pt-PT"), ("pt-BR", "pt"), ("en-GB", "en")])
    func azure(tag: String, code: String) async throws {
        let sent = try await request(of: "azure-mt", to: #require(LanguageTag(rawValue: tag)))
        #expect(sent.query.first { $0.name == "to" }?.value == code)
    }

    @Test("given a server without a model of a variety, when it refuses, then the language as such is requested")
    func missingModel() async throws {
        let script: StandInServer.Script = { request in
            request.text.contains(#""target":"zt""#)
                ? .json(400, #"{"error":"zt is not supported"}"#) : .json(200, #"{"translatedText":"欢迎"}"#)
        }
        let codes = try await withStandIn(script) { server in
            guard case .translator(let translator) = AdapterCases.named("libretranslate").adapter(at: server.url) else {
                throw StandInProblem("it is no translator")
            }
            let request = TranslationRequest(
                text: "Welcome.", pair: try LanguagePair(.en, to: .zhHant),
                context: CallContext(conversation: "test", utterance: 1))
            for _ in 1...2 { #expect(try await translator.translate(request) { _ in }.text == "欢迎") }
            return server.requests.map { $0.text.contains(#""target":"zt""#) ? "zt" : "zh" }
        }
        #expect(codes == ["zt", "zh", "zh"])
    }

    @Test("given words that Apertium's server marks, when the source has stars, too, then none is left before a word")
    func marks() async throws {
        let answer = #"{"responseData":{"translatedText":"*bold* y *zorbling #casa"},"responseStatus":200}"#
        let translation = try await withStandIn(.json(200, answer)) { server in
            guard case .translator(let translator) = AdapterCases.named("apertium-apy").adapter(at: server.url) else {
                throw StandInProblem("it is no translator")
            }
            let request = TranslationRequest(
                text: "*bold* and zorbling #house", pair: try LanguagePair(.en, to: .es),
                context: CallContext(conversation: "test", utterance: 1))
            return try await translator.translate(request) { _ in }
        }
        #expect(translation.text == "bold* y zorbling #casa")
        #expect(translation.origin.unknownWords == ["bold", "zorbling"])
    }

    @Test(
        "given a language model, when it translates into a variety, then its prompt names the variety",
        arguments: [
            ("zh", "Simplified Chinese"), ("zh-Hant", "Traditional Chinese"), ("pt-BR", "Brazilian Portuguese"),
            ("en-GB", "British English"), ("fr", "French"),
        ])
    func words(tag: String, name: String) async throws {
        for adapter in ["openai-chat", "openai-responses", "anthropic"] {
            let sent = try await request(of: adapter, to: #require(LanguageTag(rawValue: tag)))
            #expect(sent.text.contains("into \(name)"), "\(adapter)")
        }
    }

    @Test(
        "given a recognizer that knows languages by country, when a variety is spoken, then its locale is sent",
        arguments: [
            ("google-stt", "zh-Hant", "zh-TW"), ("google-stt", "zh", "zh-CN"), ("google-stt", "es-MX", "es-MX"),
            ("azure-stt", "zh-Hant", "zh-TW"), ("azure-stt", "en-GB", "en-GB"), ("deepgram-stt", "en-GB", "en-GB"),
            ("deepgram-stt", "es-MX", "es"), ("elevenlabs-stt", "en-GB", "en"), ("openai-stt", "zh-Hant", "zh"),
            ("googlev2-stt", "zh-Hant", "cmn-Hant-TW"), ("googlev2-stt", "zh", "cmn-Hans-CN"),
            ("googlev2-stt", "es-MX", "es-MX"), ("speechmatics-stt", "zh-Hant", "cmn-Hant"),
            ("speechmatics-stt", "en-GB", "en-GB"), ("mistral-stt", "en-GB", "en"), ("cohere-stt", "es-MX", "es"),
            ("gemini-stt", "es-MX", "Spanish (es)"), ("assemblyai-stt", "en-GB", "en_uk"),
            ("assemblyai-stt", "es-MX", "\"es\""), ("soniox-stt", "en-GB", "[\"en\"]"),
            ("gladia-stt", "es-MX", "[\"es\"]"),
            ("deepgram-stt-chinese", "zh-Hant", "zh-Hant"),
        ])
    func heard(adapter: String, tag: String, locale: String) async throws {
        let tag = try #require(LanguageTag(rawValue: tag))
        let sent = try await withStandIn(EchoStandIn.script) { server in
            let chinese = AdapterCase.recognizer("deepgram-stt-chinese", .deepgram, model: "nova-3", from: [])
            let row = AdapterCases.all.first { $0.name == adapter } ?? chinese
            guard case .recognizer(let recognizer) = row.adapter(at: server.url) else {
                throw StandInProblem("\(adapter) is no recognizer")
            }
            let request = RecognitionRequest(
                audio: [Float](repeating: 0.1, count: 16_000), language: tag.code,
                varieties: [tag.variety].compactMap(\.self), context: CallContext(conversation: "test", utterance: 1))
            _ = try? await recognizer.recognize(request) { _ in }
            return server.requests
        }
        let named = sent.flatMap { [$0.target, String(decoding: $0.body, as: UTF8.self)] }.joined(separator: "\n")
        #expect(named.contains(locale))
        #expect(locale.contains("-") || !named.contains("\(tag)\""))
    }

    @Test(
        "given voices of varieties, when a text is spoken in one, then its own voice speaks, else that of its language")
    func voices() throws {
        let declaration = SynthesisDeclaration(
            wire: .azure, model: "neural",
            voices: ["zh": "zh-CN-A", "zh-TW": "zh-TW-B", "pt": "pt-BR-C", "en_gb": "en-GB-D"])
        #expect(declaration.voice(for: .zh) == "zh-CN-A" && declaration.voice(for: .zhHant) == "zh-TW-B")
        #expect(declaration.voice(for: try LanguageTag(parsing: "pt-PT")) == "pt-BR-C")
        #expect(declaration.voice(for: try LanguageTag(parsing: "en-GB")) == "en-GB-D")
        #expect(declaration.voice(for: .en) == nil && declaration.voice(for: .de) == nil)
        #expect(Set(declaration.varieties.map(\.rawValue)) == ["zh-Hant", "en-GB", "pt-BR"])
    }
}
