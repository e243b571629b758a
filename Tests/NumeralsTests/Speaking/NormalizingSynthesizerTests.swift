import Audio
import Foundation
import Language
import LocalEngines
import Numerals
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite(.enabled("ICU is not installed") { ICU.speller != nil })
struct NormalizingSynthesizerTests {
    /// Records the texts that it has to speak.
    private struct Listener: SpeechSynthesizer {
        var forms: [LanguageCode: Set<SpokenForm>]
        var longest: Int?
        let heard = Locked<[String]>([])
        let descriptor = ProviderDescriptor(name: "listener", model: "1", parameters: ["rate": "9"])
        var capabilities: SynthesizerCapabilities {
            SynthesizerCapabilities(languages: [.en, .de]) {
                $0.maximumCharacters = longest
                $0.spelledOut = forms
            }
        }

        func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
            heard.withLock { $0.append(request.text) }
            return Synthesis(voice: "v", sampleRate: 8_000, sampleCount: 1)
        }
    }

    private func said(_ text: String, _ language: LanguageCode, by listener: Listener) async throws -> [String] {
        let synthesizer = listener.normalizing(try ICU.normalizer)
        _ = try await synthesizer.synthesize(
            SynthesisRequest(text: text, language: language, context: CallContext(conversation: "c", utterance: 1))
        ) { _ in }
        return listener.heard.withLock { $0 }
    }

    @Test("Given a synthesizer, when it gets a text, then only the forms that it reads badly are in words")
    func wanted() async throws {
        let text = "5 km, 50 %, am 3. Mai"
        #expect(
            try await said(text, .de, by: Listener(forms: [.de: [.unit, .date]])) == [
                "fünf Kilometer, 50 %, am dritten Mai"
            ])
        #expect(try await said(text, .de, by: Listener(forms: [.en: [.unit]])) == [text])
    }

    @Test("Given a limit of characters, when the words would exceed it, then the text is sent as written")
    func tooLong() async throws {
        #expect(try await said("5 km", .en, by: Listener(forms: [.en: [.unit]], longest: 8)) == ["5 km"])
        #expect(try await said("5 km", .en, by: Listener(forms: [.en: [.unit]], longest: 15)) == ["five kilometers"])
    }

    @Test("Given spoken forms, when the descriptor is made, then it contains the rules and differs from the plain one")
    func key() throws {
        let normalizer = try ICU.normalizer
        let plain = Listener(forms: [:]).normalizing(normalizer)
        #expect(plain.descriptor == Listener(forms: [:]).descriptor)
        let wrapped = Listener(forms: [.en: [.unit]]).normalizing(normalizer)
        #expect(wrapped.descriptor.parameters == ["rate": "9", "spoken-forms": normalizer.identity])
        #expect(normalizer.identity.wholeMatch(of: /[0-9]+\/icu[0-9]+/) != nil)
    }

    /// Written with signs, and as espeak-ng has to be given it to say the same.
    static let spoken: [(LanguageCode, String, String)] = [
        (.en, "It is 5 km and costs €12.50.", "It is five kilometers and costs twelve euros and fifty cents."),
        (.de, "am 3. Mai 1990 um 15:30 Uhr", "am dritten Mai neunzehnhundertneunzig um fünfzehn Uhr dreißig"),
        (.fr, "à 15h30, 12,50 €", "à quinze heures trente, douze euros cinquante"),
        (.es, "21 km, 12,50 €", "veintiún kilómetros, doce euros con cincuenta céntimos"),
        (.it, "5 km, 12,50 €", "cinque chilometri, dodici euro e cinquanta"),
        (.pt, "5 km, R$ 12,50", "cinco quilômetros, doze reais e cinquenta"),
        (.ru, "5 км, 500 ₽", "пять километров, пятьсот рублей"), (.zh, "50%", "百分之五十"), (.ja, "5 km", "ごキロメートル"),
        (.ko, "50%", "오십 퍼센트"), (.ar, "50%", "50 بالمئة"), (.hi, "5 किमी", "पाँच किलोमीटर"),
    ]

    /// Forms whose meaning is reversed or lost if espeak-ng reads them without help.
    static let meant: [(LanguageCode, String, String)] = [
        (.es, "Hace -5 grados.", "Hace menos 5 grados."), (.fr, "-5 degrés", "moins 5 degrés"),
        (.zh, "-5度", "负五度"), (.ko, "-5도", "마이너스 5도"), (.hi, "-5 डिग्री", "माइनस 5 डिग्री"),
        (.ar, "-5 °C", "ناقص 5 درجة مئوية"), (.ru, "до -20 °C", "до минус 20 °C"),
        (.ja, "3.14です", "さんてんいちよんです"), (.ko, "1.5배", "일 점 오배"), (.es, "100 000 personas", "100000 personas"),
        (.hi, "100 000 लोग", "100000 लोग"), (.pt, "12 500 pessoas", "12500 pessoas"),
    ]

    @Test("Given forms whose meaning espeak-ng loses, when they are normalized, then it gets words", arguments: meant)
    func kept(language: LanguageCode, written: String, given: String) throws {
        let forms = try #require(EspeakSynthesizer().capabilities.spelledOut[language])
        #expect(try ICU.normalizer.normalized(written, language, forms) == given)
    }

    @Test(
        "Given a written form, when it is normalized, then espeak-ng says its words, which it did not before",
        .enabled(if: Espeak.path != nil), arguments: spoken)
    func phonemes(language: LanguageCode, written: String, words: String) async throws {
        let forms = try #require(EspeakSynthesizer().capabilities.spelledOut[language])
        let normalized = try ICU.normalizer.normalized(written, language, forms)
        let heard = try await Espeak.phonemes(normalized, language)
        #expect(!heard.isEmpty)
        #expect(try await Espeak.phonemes(words, language) == heard)
        #expect(try await Espeak.phonemes(written, language) != heard)
    }
}

/// The phonemes espeak-ng makes of a text.
private enum Espeak {
    static let path = ["/usr/bin/espeak-ng", "/usr/local/bin/espeak-ng"].first(
        where: FileManager.default.isExecutableFile)

    static func phonemes(_ text: String, _ language: LanguageCode) async throws -> String {
        let voice = language == .fr ? "fr-fr" : language == .zh ? "cmn" : language.rawValue
        let output = FileManager.default.temporaryDirectory.appending(path: "verbio-phonemes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let program = try Program(
            try #require(path), ["-q", "-v", voice, "-x", text], environment: [:], folder: "/", input: "/dev/null",
            output: output.path, errors: "/dev/null")
        _ = await program.end()
        return try String(contentsOf: output, encoding: .utf8)
    }
}
