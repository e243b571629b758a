import Audio
import Plumbing
import ProviderAdapters
import Providers
import Testing

/// The list of providers: what is read from it, and what is said of mistakes in it.
@Suite struct CatalogTests {
    @Test func builtInProvidersAreRead() throws {
        let catalog = try ProviderCatalog.builtIn()
        #expect(catalog.providers.count >= 18)
        for name in [
            "openai", "groq", "elevenlabs", "deepgram", "deepl", "anthropic", "google", "azure", "whisper.cpp",
        ] {
            #expect(catalog.providers[name] != nil, "\(name)")
        }
        #expect(catalog.providers["openai"]?.recognition?.model == "gpt-transcribe")
        #expect(catalog.providers["openai"]?.synthesis?.sunset?.date == "2027-01-06")
        #expect(catalog.providers["whisper.cpp"]?.recognition?.upload == UploadOrder(.wav))
        // Every way of speaking there is an adapter for is of use to somebody.
        let providers = catalog.providers.values
        #expect(Set(providers.compactMap(\.recognition?.wire)) == Set(RecognitionWire.allCases))
        #expect(Set(providers.compactMap(\.translation?.wire)) == Set(TranslationWire.allCases))
        #expect(Set(providers.compactMap(\.synthesis?.wire)) == Set(SynthesisWire.allCases))
    }

    /// One sentence, which names the file, the place and the cure.
    @Test(arguments: [
        ("a: {url: x, sst: {}}", "providers.unknown-key", "list.yaml: a has no setting 'sst'; it takes "),
        (
            "a: {url: x, stt: {wire: deepgram, model: m, modle: n}}", "providers.unknown-key",
            "list.yaml: a.stt has no setting 'modle'; it takes "
        ),
        (
            "a: {url: x, mt: {wire: telepathy, model: m}}", "providers.value",
            "list.yaml: a: mt.wire has a value that is not known; it may be openai-chat, openai-responses, "
        ),
        ("a: {key: K}", "providers.value", "list.yaml: a: url is missing; "),
        ("a: {url: x, tts: {wire: google, model: m}}", "providers.value", "list.yaml: a: tts.voices is missing; "),
        (
            "a: {url: x, mt: {wire: google, model: m, concurrency: many}}", "providers.value",
            "list.yaml: a: mt.concurrency has a value "
        ),
        (
            "a: {url: x, mt: {wire: google, model: m, languages: [en, xx]}}", "providers.value",
            "list.yaml: a: mt.languages"
        ),
        ("a: {url: x", "providers.unreadable", "list.yaml: the list of providers cannot be read as YAML; "),
        ("- a\n- b", "providers.unreadable", "list.yaml: the list of providers is no list of names with settings; "),
        ("a", "providers.unreadable", "list.yaml: the list of providers is no list of names with settings; "),
        ("a: 5", "providers.value", "list.yaml: a has no settings; "),
        (
            "a: {url: x, mt: {wire: deepl, model: m, price: {as-of: 2026-01-01}}}", "providers.value",
            "list.yaml: a.mt.price names no amount; "
        ),
        (
            "a: {url: x, stt: {wire: google, model: m, price: {audio-minute: -1, as-of: 2026-01-01}}}",
            "providers.value",
            "list.yaml: a.stt.price has an amount below zero, or none; "
        ),
        (
            "a: {url: x, stt: {wire: google, model: m, price: {audio-minute: .nan, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.stt.price has an amount below zero, or none; "
        ),
        (
            "a: {url: x, stt: {wire: google, model: m, price: {audio-minute: 1, audio-step: 0, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.stt.price has an audio-step that is not above zero; "
        ),
        (
            "a: {url: x, tts: {wire: google, model: m, voices: {}, sunset: {date: soon}}}", "providers.value",
            "list.yaml: a.tts.sunset.date is no day: soon; "
        ),
        (
            "a: {url: x, mt: {wire: google, model: m, sunset: {date: 2027-13-01}}}", "providers.value",
            "list.yaml: a.mt.sunset.date is no day: 2027-13-01; "
        ),
        (
            "a: {url: x, tts: {wire: openai-speech, model: m, voices: {}, options: {speed: 1.1, sped: 2}}}",
            "providers.unknown-option",
            "list.yaml: a.tts has no option 'sped'; openai-speech takes format, instructions, speed"
        ),
        (
            "a: {url: x, mt: {wire: google, model: m, options: {region: here}}}", "providers.unknown-option",
            "list.yaml: a.mt has no option 'region'; leave it out: google takes none"
        ),
        (
            "a: {url: x, stt: {wire: azure, model: m, options: {locale-es: es-MX, locale-xx: no}}}",
            "providers.unknown-option", "list.yaml: a.stt has no option 'locale-xx'; azure takes locale-ar, "
        ),
        (
            "a: {url: x, mt: {wire: openai-chat, model: m, options: {temperature: warm}}}", "providers.value",
            "list.yaml: a.mt.options.temperature is 'warm'; openai-chat takes a number"
        ),
        (
            "a: {url: x, mt: {wire: anthropic, model: m, options: {max-tokens: -5}}}", "providers.value",
            "list.yaml: a.mt.options.max-tokens is '-5'; anthropic takes a whole number"
        ),
        (
            "a: {url: x, tts: {wire: openai-speech, model: m, voices: {any: a}, options: {format: mp3}}}",
            "providers.value",
            "list.yaml: a.tts.options.format is 'mp3'; openai-speech takes pcm or wav"
        ),
        (
            "a: {url: x, mt: {wire: openai-chat, model: m, options: {structured: 'no'}}}", "providers.value",
            "list.yaml: a.mt.options.structured is 'no'; openai-chat takes true or false"
        ),
        ("a: {url: x, stt: yes}", "providers.value", "list.yaml: a.stt has no settings; "),
        // Whoever writes the key itself there must not find it on the screen.
        (
            "a: {url: x, key: sk-proj-abc}", "providers.value",
            "list.yaml: a.key is no name of an environment variable; write the name there, "
        ),
        (
            "a: {url: x, key: b5f82fb0123456789abcdef0}", "providers.value",
            "list.yaml: a.key is no name of an environment variable; write the name there, "
        ),
        (
            "a: {url: x, sunsets: {old: {date: soon}}}", "providers.value",
            "list.yaml: a.sunsets.old.date is no day: soon; "
        ),
        (
            "a: {url: x, mt: {wire: google, model: m, price: {audio-minute: 1, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.mt.price has audio-minute, and nothing is heard there; "
        ),
        (
            "a: {url: x, stt: {wire: google, model: m, price: {million-characters: 3, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.stt.price has million-characters, and nothing is written there; "
        ),
        (
            "a: {url: x, mt: {wire: google, model: m, price: {million-characters: 3, as-of: yesterday}}}",
            "providers.value", "list.yaml: a.mt.price.as-of is no day: yesterday; "
        ),
        (
            "a: {url: x, mt: {wire: google, model: m, concurrency: 0}}", "providers.value",
            "list.yaml: a.mt.concurrency is not above zero; "
        ),
        (
            "a: {url: x, stt: {wire: google, model: m, maximum-seconds: -3}}", "providers.value",
            "list.yaml: a.stt.maximum-seconds is not above zero; "
        ),
    ])
    func mistakes(_ yaml: String, _ code: String, _ sentence: String) throws {
        let problem = #expect(throws: Problem.self) { try ProviderCatalog(yaml: yaml, at: "list.yaml") }
        #expect(problem?.kind == .usage)
        #expect(problem?.code == code)
        #expect(problem?.description.hasPrefix(sentence) == true, "\(problem?.description ?? "")")
        #expect(problem?.cure != nil)
        #expect(problem?.description.contains("abc") == false, "a key is shown")
        #expect(problem?.description.contains("\n") == false)
    }

    /// What the vendor may add tomorrow is sent to those who take options as they are.
    @Test func optionsAreThoseOfTheWire() throws {
        for wire in [RecognitionWire.deepgram, .elevenLabs] {
            let yaml = "a: {url: x, stt: {wire: \(wire.rawValue), model: m, options: {whatever: 'true'}}}"
            #expect(try ProviderCatalog(yaml: yaml, at: "list.yaml").providers["a"] != nil)
        }
        for wire in TranslationWire.allCases {
            let options = try #require(wire.options).map { "\($0.key): '\(Self.value($0.value))'" }
                .joined(separator: ", ")
            let yaml = "a: {url: x, mt: {wire: \(wire.rawValue), model: m, options: {\(options)}}}"
            #expect(try ProviderCatalog(yaml: yaml, at: "list.yaml").providers["a"] != nil)
        }
    }

    private static func value(_ kind: OptionValue) -> String {
        switch kind {
        case .text: "x"
        case .number: "0.5"
        case .count: "5"
        case .onOff: "true"
        case .oneOf(let words): words[0]
        }
    }

    /// What is not known before the environment is read is not judged before.
    @Test func valuesOfTheEnvironmentAreTakenAsTheyAre() throws {
        let yaml = "a: {url: x, mt: {wire: openai-chat, model: m, options: {temperature: '${WARMTH:-0.2}'}}}"
        #expect(try ProviderCatalog(yaml: yaml, at: "list.yaml").providers["a"] != nil)
    }

    @Test func nothingIsAnEmptyList() throws {
        #expect(try ProviderCatalog(yaml: "", at: "list.yaml").providers.isEmpty)
        #expect(try ProviderCatalog(yaml: "# only a remark\n", at: "list.yaml").providers.isEmpty)
    }

    @Test func entriesOfOnesOwnReplaceThoseOfTheSameName() throws {
        let own = try ProviderCatalog(
            yaml: "deepl: {url: 'http://mine', mt: {wire: deepl, model: mine}}\nnew: {url: x}", at: "own.yaml")
        let sum = try ProviderCatalog.builtIn().adding(own)
        #expect(sum.providers["deepl"]?.translation?.model == "mine")
        #expect(sum.providers["deepl"]?.key == nil)
        #expect(sum.providers["new"] != nil && sum.providers["groq"] != nil)
    }
}
