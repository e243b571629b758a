import Audio
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing

struct RequestCheckTests {
    private let scenario = Scenario(name: "few", languages: [.en, .es])
    private let time = TimeSource.system

    private func check(_ from: LanguageCode, _ to: LanguageCode, voice: String? = nil) throws -> RequestCheck {
        RequestCheck(pairs: [try LanguagePair(from: from, to: to)], voice: voice)
    }

    private func sentence(_ check: () throws(Problem) -> Void) -> String {
        do {
            try check()
            return "accepted"
        } catch {
            return "\(error.description)"
        }
    }

    @Test("Given a request that all engines can serve, when it is checked, then it is accepted")
    func accepted() throws {
        let check = try check(.en, .es, voice: "sim-es-high")
        try check.check(SimulatedRecognizer(scenario, time: time))
        try check.check(SimulatedTranslator(scenario, time: time))
        try check.check(SimulatedSynthesizer(scenario, time: time))
    }

    @Test(
        "Given a language that an engine does not cover, when it is checked, then the refusal lists those that it covers"
    )
    func languages() throws {
        let recognizer = SimulatedRecognizer(scenario, time: time)
        let synthesizer = SimulatedSynthesizer(scenario, time: time)
        let fromJapanese = try check(.ja, .en)
        #expect(
            sentence { () throws(Problem) in try fromJapanese.check(recognizer) }
                == "--stt: sim:few does not recognize Japanese; it recognizes English (en), Spanish (es); speak one "
                + "of these languages, or name another recognizer")
        let toGerman = try check(.en, .de)
        #expect(
            sentence { () throws(Problem) in try toGerman.check(synthesizer) }
                == "--tts: sim:few does not speak German; it speaks English (en), Spanish (es); choose one of these "
                + "languages, or name another synthesizer")
    }

    @Test("Given a pair that a translator lacks, when it is checked, then the refusal lists the available targets")
    func pairs() throws {
        let translator = SimulatedTranslator(scenario, time: time)
        let toGerman = try check(.en, .de)
        #expect(
            sentence { () throws(Problem) in try toGerman.check(translator) }
                == "--mt: sim:few does not translate from English to German; from English it translates to Spanish "
                + "(es); choose one of these, or name another translator")
        let fromGerman = try check(.de, .en)
        #expect(
            sentence { () throws(Problem) in try fromGerman.check(translator) }
                == "--mt: sim:few does not translate from German to English; it translates from English (en), Spanish "
                + "(es); choose one of these, or name another translator")
    }

    @Test("Given a two-way conversation, when it is checked, then both directions count")
    func bothDirections() throws {
        let pair = try LanguagePair(from: .en, to: .ja)
        let check = RequestCheck(pairs: [pair, pair.reversed])
        #expect(
            sentence { () throws(Problem) in try check.check(SimulatedRecognizer(scenario, time: time)) }
                .hasPrefix("--stt: sim:few does not recognize Japanese"))
    }

    @Test(
        "Given a voice that is unknown or speaks another language, when it is checked, then the refusal lists usable ones"
    )
    func voices() throws {
        let synthesizer = SimulatedSynthesizer(scenario, time: time)
        let unknown = try check(.en, .es, voice: "anna")
        #expect(
            sentence { () throws(Problem) in try unknown.check(synthesizer) }
                == "--voice: sim:few has no voice 'anna'; use one of: sim-es-high, sim-es-low")
        let other = try check(.en, .es, voice: "sim-en-low")
        #expect(
            sentence { () throws(Problem) in try other.check(synthesizer) }
                == "--voice: sim:few's voice 'sim-en-low' speaks English, not Spanish; use one of: sim-es-high, "
                + "sim-es-low")
    }

    @Test("Given a voice for each language, when one is unknown, then it is refused, and one of the other side is not")
    func severalVoices() throws {
        let synthesizer = SimulatedSynthesizer(scenario, time: time)
        try check(.en, .es, voice: "sim-en-low, sim-es-high").check(synthesizer)
        let unknown = try check(.en, .es, voice: "sim-es-high,anna")
        #expect(
            sentence { () throws(Problem) in try unknown.check(synthesizer) }
                == "--voice: sim:few has no voice 'anna'; use one of: sim-es-high, sim-es-low")
    }

    @Test("Given a voice for each person, when all of one person speak another language, then they are refused")
    func voicesOfPersons() throws {
        let synthesizer = SimulatedSynthesizer(scenario, time: time)
        try check(.en, .es, voice: "1=sim-es-high,2=sim-es-low").check(synthesizer)
        // A person may have one voice for each of several target languages.
        try check(.en, .es, voice: "1=sim-es-high,2=sim-en-low,2=sim-es-low").check(synthesizer)
        let other = try check(.en, .es, voice: "1=sim-es-high,2=sim-en-low")
        #expect(
            sentence { () throws(Problem) in try other.check(synthesizer) }
                == "--voice: sim:few's voice 'sim-en-low' speaks English, not Spanish; use one of: sim-es-high, "
                + "sim-es-low")
        let both = RequestCheck(
            pairs: [try LanguagePair(from: .en, to: .es), try LanguagePair(from: .es, to: .en)],
            voice: "1=sim-es-high,2=sim-en-low")
        try both.check(synthesizer)
    }

    @Test(
        "Given names of voices, when one is needed for a language, then it is that of the language, or one that is not listed"
    )
    func namedVoices() {
        let listed: [SynthesizerCapabilities.Voice] = [
            .init(id: "es-1", language: .es), .init(id: "en-2", language: .en),
        ]
        for (text, language, voice) in [
            ("es-1", LanguageCode.es, "es-1"), ("es-1", .en, nil), ("es-1,en-2", .en, "en-2"),
            ("en-2,es-1", .es, "es-1"),
            ("en-2,mine", .es, "mine"), ("mine", .fr, "mine"), (" es-1 , ", .es, "es-1"), (",", .es, nil),
        ] {
            #expect(NamedVoices(text).voice(for: language, listed: listed) == voice, "\(text) \(language)")
        }
    }

    @Test(
        "Given a synthesizer with unlisted voices, when any voice is requested, then it is called, but not for another language's voice"
    )
    func otherVoices() throws {
        struct Speaking: SpeechSynthesizer {
            let descriptor = ProviderDescriptor(name: "open", model: "1")
            let capabilities = SynthesizerCapabilities(languages: [.en, .es]) {
                $0.voices = [.init(id: "anna", language: .es), .init(id: "ben", language: .en)]
                $0.hasOtherVoices = true
            }
            func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
                throw CancellationError()
            }
        }
        try check(.en, .es, voice: "anna").check(Speaking())
        try check(.en, .es, voice: "nova").check(Speaking())
        // Which languages a voice of its own speaks, the provider alone knows.
        try check(.en, .de, voice: "nova").check(Speaking())
        let unnamed = try check(.en, .de)
        #expect(
            sentence { () throws(Problem) in try unnamed.check(Speaking()) }
                == "--tts: open is configured with no voice for German; name one with --voice ('verbio providers voices "
                + "open' lists them), or name another synthesizer")
        let other = try check(.en, .es, voice: "ben")
        #expect(sentence { () throws(Problem) in try other.check(Speaking()) }.contains("speaks English, not Spanish"))
    }
}
