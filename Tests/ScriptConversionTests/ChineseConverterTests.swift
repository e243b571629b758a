import Language
import Plumbing
import Providers
import ScriptConversion
import Testing
import VerbioTesting

@Suite("Chinese scripts", .enabled("ICU is not installed") { ChineseConverter().fault == nil })
struct ChineseConverterTests {
    private let converter = ChineseConverter()

    @Test(
        "given a text in the other script, when it is converted, then words decide on the characters",
        arguments: [
            ("头发和发现", "頭髮和發現"), ("干净的里面", "乾淨的裡面"), ("三公里以后", "三公里以後"), ("欢迎来到台湾", "歡迎來到台灣"),
        ])
    func words(simplified: String, traditional: String) {
        #expect(converter.converted(simplified, to: .traditional, assuming: .simplified) == traditional)
        #expect(converter.converted(traditional, to: .simplified) == simplified)
    }

    @Test("given a text in the script already, when it is converted, then it stays as it is")
    func idempotent() {
        for text in ["皇后在歡迎我們", "OK 42", "", "Where?", "こんにちは"] {
            #expect(converter.converted(text, to: .traditional) == text)
        }
        #expect(converter.converted("皇后", to: .traditional) == "皇后")
    }

    @Test("given characters of both scripts, when the engine knows only one, then that script is assumed")
    func assumed() {
        #expect(converter.converted("三天后", to: .traditional, assuming: .simplified) == "三天後")
        #expect(converter.converted("三天后", to: .traditional) == "三天后")
    }

    @Test("given a text with both scripts, when it is converted, then what is right stays")
    func mixed() {
        #expect(converter.converted("皇后说這個很好", to: .traditional) == "皇后說這個很好")
    }

    private let context = CallContext(conversation: "c", utterance: 1)

    @Test("given a translator of simplified Chinese, when it streams, then the pieces join to the converted text")
    func streamed() async throws {
        let base = ChineseTranslator(text: "我的头发很长，请你后天来。再见", pieces: 3)
        let translator = base.writing(with: converter)
        let pieces = Locked("")
        let request = TranslationRequest(text: "x", pair: try LanguagePair(.en, to: .zhHant), context: context)
        let translation = try await translator.translate(request) { piece in pieces.withLock { $0 += piece } }
        #expect(translation.text == "我的頭髮很長，請你後天來。再見")
        #expect(pieces.withLock { $0 } == translation.text)
    }

    @Test("given a translator of simplified Chinese, when simplified Chinese is wanted, then nothing changes")
    func unchanged() async throws {
        let translator = ChineseTranslator(text: "我的头发很长").writing(with: converter)
        let request = TranslationRequest(text: "x", pair: try LanguagePair(.en, to: .zh), context: context)
        #expect(try await translator.translate(request) { _ in }.text == "我的头发很长")
    }

    @Test("given a recognizer that writes either script, when one is requested, then text and words are in it")
    func recognized() async throws {
        let recognizer = ChineseRecognizer(text: "我的头发").writing(with: converter)
        let variety = try #require(LanguageTag.zhHant.variety)
        let traditional = RecognitionRequest(audio: [0], language: .zh, varieties: [variety], context: context)
        let recognition = try await recognizer.recognize(traditional) { _ in }
        #expect(recognition.text == "我的頭髮" && recognition.words.map(\.text) == ["我的頭髮"])
        let simplified = RecognitionRequest(audio: [0], language: .zh, context: context)
        let other = ChineseRecognizer(text: "我的頭髮").writing(with: converter)
        #expect(try await other.recognize(simplified) { _ in }.text == "我的头发")
        let detecting = RecognitionRequest(
            audio: [0], language: .en, candidates: [.en, .zh], varieties: [variety], context: context)
        #expect(try await recognizer.recognize(detecting) { _ in }.text == "我的頭髮")
    }
}

/// Gives one text for every request.
private struct ChineseTranslator: Translator {
    var text: String
    /// Characters of a piece.
    var pieces = 0
    let descriptor = ProviderDescriptor(name: "chinese", model: "1")

    var capabilities: TranslatorCapabilities {
        let pair = try? LanguagePair(from: .en, to: .zh)
        return TranslatorCapabilities(pairs: Set([pair].compactMap(\.self))) { $0.streams = true }
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        var rest = text[...]
        while pieces > 0, !rest.isEmpty {
            try await piece(String(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        return Translation(text: text, tag: request.pair.target)
    }
}

private struct ChineseRecognizer: SpeechRecognizer {
    var text: String
    let descriptor = ProviderDescriptor(name: "chinese", model: "1")
    let capabilities = RecognizerCapabilities(languages: [.en, .zh])

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        Recognition(text: text, language: .zh, words: [Recognition.Word(text: text, start: 0, end: 1)])
    }
}
