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
        // Every wire that has an adapter is used by a provider.
        let providers = catalog.providers.values
        #expect(Set(providers.compactMap(\.recognition?.wire)) == Set(RecognitionWire.allCases))
        #expect(Set(providers.compactMap(\.translation?.wire)) == Set(TranslationWire.allCases))
        #expect(Set(providers.compactMap(\.synthesis?.wire)) == Set(SynthesisWire.allCases))
    }

    /// One sentence, which names the file, the place and the cure.
    @Test(arguments: [
        ("a: {url: http://x, sst: {}}", "providers.unknown-key", "list.yaml: a has no setting 'sst'; it takes "),
        (
            "a: {url: http://x, stt: {wire: deepgram, model: m, modle: n}}", "providers.unknown-key",
            "list.yaml: a.stt has no setting 'modle'; it takes "
        ),
        (
            "a: {url: http://x, mt: {wire: telepathy, model: m}}", "providers.value",
            "list.yaml: a: mt.wire is 'telepathy'; it may be openai-chat, openai-responses, "
        ),
        ("a: {key: K}", "providers.value", "list.yaml: a: url is missing; "),
        (
            "a: {url: http://x, tts: {wire: google, model: m}}", "providers.value",
            "list.yaml: a: tts.voices is missing; "
        ),
        (
            "a: {url: http://x, mt: {wire: google, model: m, concurrency: many}}", "providers.value",
            "list.yaml: a: mt.concurrency has a value "
        ),
        (
            "a: {url: http://x, mt: {wire: google, model: m, languages: [en, xx]}}", "providers.value",
            "list.yaml: a: mt.languages, item 2 is 'xx'; it may be en, "
        ),
        (
            "a: {url: http://x", "providers.unreadable",
            "list.yaml, line 1: the list of providers cannot be read as YAML: did not find expected ',' or '}'; "
        ),
        ("- a\n- b", "providers.unreadable", "list.yaml: the list of providers is no list of names with settings; "),
        ("a", "providers.unreadable", "list.yaml: the list of providers is no list of names with settings; "),
        ("a: 5", "providers.value", "list.yaml: a has no settings; "),
        (
            "a: {url: http://x, mt: {wire: deepl, model: m, price: {as-of: 2026-01-01}}}", "providers.value",
            "list.yaml: a.mt.price names no amount; "
        ),
        (
            "a: {url: http://x, stt: {wire: google, model: m, price: {audio-minute: -1, as-of: 2026-01-01}}}",
            "providers.value",
            "list.yaml: a.stt.price has an amount below zero, or none; "
        ),
        (
            "a: {url: http://x, stt: {wire: google, model: m, price: {audio-minute: .nan, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.stt.price has an amount below zero, or none; "
        ),
        (
            "a: {url: http://x, stt: {wire: google, model: m, price: {audio-minute: 1, audio-step: 0, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.stt.price has an audio-step that is not above zero; "
        ),
        (
            "a: {url: http://x, stt: {wire: google, model: m, price: {audio-minute: 1e12, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.stt.price has audio-minute above 100000: it is meant in US dollars; "
        ),
        (
            "a: {url: http://x, tts: {wire: google, model: m, voices: {}, "
                + "price: {million-characters: 100001, as-of: 2026-01-01}}}",
            "providers.value",
            "list.yaml: a.tts.price has million-characters above 100000: it is meant in US dollars; "
        ),
        (
            "a: {url: http://x, stt: {wire: google, model: m, price: {audio-minute: 1, audio-step: 1e9, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.stt.price has audio-step above 3600: it is meant in seconds; "
        ),
        (
            "a: {url: http://x, tts: {wire: google, model: m, voices: {}, sunset: {date: soon}}}", "providers.value",
            "list.yaml: a.tts.sunset.date is no day: soon; "
        ),
        (
            "a: {url: http://x, mt: {wire: google, model: m, sunset: {date: 2027-13-01}}}", "providers.value",
            "list.yaml: a.mt.sunset.date is no day: 2027-13-01; "
        ),
        (
            "a: {url: http://x, tts: {wire: openai-speech, model: m, voices: {}, options: {speed: 1.1, sped: 2}}}",
            "providers.unknown-option",
            "list.yaml: a.tts has no option 'sped'; openai-speech takes format, instructions, speed"
        ),
        (
            "a: {url: http://x, mt: {wire: google, model: m, options: {region: here}}}", "providers.unknown-option",
            "list.yaml: a.mt has no option 'region'; leave it out: google takes none"
        ),
        (
            "a: {url: http://x, stt: {wire: azure, model: m, options: {locale-es: es-MX, locale-xx: no}}}",
            "providers.unknown-option", "list.yaml: a.stt has no option 'locale-xx'; azure takes locale-ar, "
        ),
        (
            "a: {url: http://x, mt: {wire: openai-chat, model: m, options: {temperature: warm}}}", "providers.value",
            "list.yaml: a.mt.options.temperature is 'warm'; openai-chat takes a number"
        ),
        (
            "a: {url: http://x, mt: {wire: anthropic, model: m, options: {max-tokens: -5}}}", "providers.value",
            "list.yaml: a.mt.options.max-tokens is '-5'; anthropic takes a whole number"
        ),
        (
            "a: {url: http://x, tts: {wire: openai-speech, model: m, voices: {any: a}, options: {format: midi}}}",
            "providers.value",
            "list.yaml: a.tts.options.format is 'midi'; openai-speech takes pcm, wav, mp3, opus, flac or aac"
        ),
        (
            "a: {url: http://x, mt: {wire: openai-chat, model: m, options: {structured: 'no'}}}", "providers.value",
            "list.yaml: a.mt.options.structured is 'no'; openai-chat takes true or false"
        ),
        ("a: {url: http://x, stt: yes}", "providers.value", "list.yaml: a.stt has no settings; "),
        // If a user writes the key itself there, it must not appear on the screen.
        (
            "a: {url: http://x, key: sk-proj-abc}", "providers.value",
            "list.yaml: a.key is no name of an environment variable; write the name there, "
        ),
        (
            "a: {url: http://x, key: b5f82fb0123456789abcdef0}", "providers.value",
            "list.yaml: a.key is no name of an environment variable; write the name there, "
        ),
        (
            "a: {url: http://x, sunsets: {old: {date: soon}}}", "providers.value",
            "list.yaml: a.sunsets.old.date is no day: soon; "
        ),
        (
            "a: {url: http://x, mt: {wire: google, model: m, price: {audio-minute: 1, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.mt.price has audio-minute, and nothing is heard there; "
        ),
        (
            "a: {url: http://x, stt: {wire: google, model: m, price: {million-characters: 3, as-of: 2026-01-01}}}",
            "providers.value", "list.yaml: a.stt.price has million-characters, and nothing is written there; "
        ),
        (
            "a: {url: http://x, mt: {wire: google, model: m, price: {million-characters: 3, as-of: 2026-02-31}}}",
            "providers.value", "list.yaml: a.mt.price.as-of is no day: 2026-02-31; "
        ),
        (
            "a: {url: http://x, mt: {wire: google, model: m, price: {million-characters: 3, as-of: yesterday}}}",
            "providers.value", "list.yaml: a.mt.price.as-of is no day: yesterday; "
        ),
        (
            "a: {url: http://x, headers: {Authorization: Basic abc}, mt: {wire: google, model: m}}", "providers.value",
            "list.yaml: a.headers.Authorization has a secret written out; "
        ),
        (
            "a: {url: 'http://bücher.invalid', mt: {wire: google, model: m}}", "providers.value",
            "list.yaml: a.url has letters that no URL has; write its host as DNS knows it"
        ),
        (
            "a: {url: http://x, mt: {wire: google, model: m, concurrency: 0}}", "providers.value",
            "list.yaml: a.mt.concurrency is not above zero; "
        ),
        (
            "a: {url: http://x, stt: {wire: google, model: m, maximum-seconds: -3}}", "providers.value",
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

    /// Faults that otherwise only the first call would show, or nothing at all.
    @Test(arguments: [
        ("url: 'http://x:99999/v1'", "a.url has the port '99999'; give one from 1 to 65535, or none"),
        ("url: 'http://x:/v1'", "a.url has the port ''; "), ("url: 'http://[::1]:x'", "a.url has the port 'x'; "),
        ("url: 'http://x y/v1'", "a.url has a space or a control character in it; "),
        ("url: 'http:///v1'", "a.url has no host; write it whole, as https://"),
        ("url: 'https://:80'", "a.url has no host; "), ("url: 'https://[::1'", "a.url has no host; "),
        ("url: 'http://me:abc@x/v1'", "a.url has a name or a password in it; "),
        ("url: 'http://x/v1#abc'", "a.url has a part behind '#', which is never sent; "),
        ("url: 'http://x/é'", "a.url has letters that no URL has; "),
        ("url: 'ftp://x'", "a.url begins with neither http:// nor https://; write it whole, as https://"),
        ("url: localhost", "a.url begins with neither http:// nor https://; "),
        ("url: '${BASE:-ftp://x}/v1'", "a.url begins with neither http:// nor https://; "),
        (
            "url: http://x, stt: {wire: google, model: m, url: 'http://x:0'}",
            "a.stt.url has the port '0'; give one from 1 to 65535, or none"
        ),
        ("url: http://x, mt: {wire: google, model: ''}", "a.mt.model is empty; write the model's id there"),
        (
            "url: http://x, mt: {wire: google, model: m, sunset: {date: 2027-01-01, succesor: z}}",
            "a.mt.sunset has no setting 'succesor'; it takes date, instead, successor"
        ),
        (
            "url: http://x, sunsets: {old: {date: 2027-01-01, until: z}}",
            "a.sunsets.old has no setting 'until'; it takes date, instead, successor"
        ),
        (
            "url: http://x, stt: {wire: google, model: m, upload: mp3}",
            "a: stt.upload is 'mp3'; it may be "
        ),
        (
            "url: http://x, stt: {wire: google, model: m, upload: [flac, mp3]}",
            "a: stt.upload, item 2 is 'mp3'; it may be "
        ),
        (
            "url: http://x, stt: {wire: google, model: m, maximum-bytes: 3000}",
            "a.stt.maximum-bytes holds less than a second of audio; as flac that has up to "
        ),
        (
            "url: http://x, stt: {wire: google, model: m, maximum-seconds: 0.5}",
            "a.stt.maximum-seconds holds less than a second of audio; leave it out where there is no limit"
        ),
        ("url: http://x, headers: {Host: y}", "a.headers.Host is sent by Verbio itself; leave it out"),
        ("url: http://x, headers: {content-length: '3'}", "a.headers.content-length is sent by Verbio itself; "),
        ("url: http://x, headers: {'a b': y}", "a.headers.a b is no name of a header; "),
        ("url: http://x, headers: {X-A: \"y\\r\\nX-B: z\"}", "a.headers.X-A has a line end or another control "),
        (
            "url: http://x, key: A_KEY, headers: {authorization: abc}, mt: {wire: openai-chat, model: m}",
            "a.headers.authorization is where its key goes; leave the header out, or 'key:'"
        ),
        (
            "url: http://x, mt: {wire: openai-chat, model: m, price: {million-input-tokens: 1, as-of: 2026-01-01}}",
            "a.mt.price has no million-output-tokens: a model charged by tokens needs both input and output, "
                + "and 0 is a price; "
        ),
        (
            "url: http://x, mt: {wire: openai-chat, model: m, price: {million-output-tokens: 1, as-of: 2026-01-01}}",
            "a.mt.price has no million-input-tokens: a model "
        ),
        (
            "url: http://x, mt: {wire: anthropic, model: m, price: {million-cached-tokens: 1, as-of: 2026-01-01}}",
            "a.mt.price has no million-input-tokens: a model "
        ),
    ])
    func hiddenMistakes(_ entry: String, _ sentence: String) throws {
        let problem = #expect(throws: Problem.self) { try ProviderCatalog(yaml: "a: {\(entry)}", at: "list.yaml") }
        #expect(problem?.kind == .usage)
        #expect(problem?.description.hasPrefix("list.yaml: " + sentence) == true, "\(problem?.description ?? "")")
        #expect(problem?.cure != nil)
        #expect(problem?.description.contains("abc") == false, "a secret is shown")
        #expect(problem?.description.contains("\n") == false)
    }

    /// A custom header may be set if no key uses it, and a price may be 0.
    @Test func whatIsRightIsAccepted() throws {
        for entry in [
            "url: 'https://[::1]:8080/v1?api-version=1'", "url: '${BASE}'", "url: 'http://x:${PORT}'",
            "url: 'http://x', headers: {Authorization: \"Basic ${CREDENTIALS}\"}, mt: {wire: openai-chat, model: m}",
            "url: 'http://x', key: A_KEY, headers: {Authorization: '${B}'}, mt: {wire: azure, model: m}",
            "url: 'http://x', stt: {wire: google, model: m, upload: wav, maximum-bytes: 40000, maximum-seconds: 1}",
            "url: http://x, mt: {wire: openai-chat, model: m, "
                + "price: {million-input-tokens: 1, million-output-tokens: 0, as-of: 2026-01-01}}",
        ] {
            #expect(throws: Never.self) { try ProviderCatalog(yaml: "a: {\(entry)}", at: "list.yaml") }
        }
    }

    @Test func whereTheFileIsBrokenIsTold() throws {
        let twice = #expect(throws: Problem.self) {
            try ProviderCatalog(yaml: "b: {url: http://x}\na: {url: http://x}\na: {url: http://y}", at: "list.yaml")
        }
        #expect(twice?.code == "providers.unreadable")
        #expect(twice?.description.hasPrefix("list.yaml, line ") == true)
        #expect(twice?.description.hasSuffix(": 'a' is there twice; keep one of them") == true, "\(twice as Any)")
        let broken = #expect(throws: Problem.self) {
            try ProviderCatalog(yaml: "b:\n  url: http://x\n a: c\n", at: "list.yaml")
        }
        #expect(broken?.place == "list.yaml, line 3", "\(broken as Any)")
    }

    /// Options that the vendor may add later are sent on wires that take options as they are.
    @Test func optionsAreThoseOfTheWire() throws {
        for wire in [RecognitionWire.deepgram, .elevenLabs] {
            let yaml = "a: {url: http://x, stt: {wire: \(wire.rawValue), model: m, options: {whatever: 'true'}}}"
            #expect(try ProviderCatalog(yaml: yaml, at: "list.yaml").providers["a"] != nil)
        }
        for wire in TranslationWire.allCases {
            let options = try #require(wire.options).map { "\($0.key): '\(Self.value($0.value))'" }
                .joined(separator: ", ")
            let yaml = "a: {url: http://x, mt: {wire: \(wire.rawValue), model: m, options: {\(options)}}}"
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
        let yaml = "a: {url: http://x, mt: {wire: openai-chat, model: m, options: {temperature: '${WARMTH:-0.2}'}}}"
        #expect(try ProviderCatalog(yaml: yaml, at: "list.yaml").providers["a"] != nil)
    }

    @Test func nothingIsAnEmptyList() throws {
        #expect(try ProviderCatalog(yaml: "", at: "list.yaml").providers.isEmpty)
        #expect(try ProviderCatalog(yaml: "# only a remark\n", at: "list.yaml").providers.isEmpty)
    }

    @Test func entriesOfOnesOwnReplaceThoseOfTheSameName() throws {
        let own = try ProviderCatalog(
            yaml: "deepl: {url: 'http://mine', mt: {wire: deepl, model: mine}}\nnew: {url: http://x}", at: "own.yaml")
        let sum = try ProviderCatalog.builtIn().adding(own)
        #expect(sum.providers["deepl"]?.translation?.model == "mine")
        #expect(sum.providers["deepl"]?.key == nil)
        #expect(sum.providers["new"] != nil && sum.providers["groq"] != nil)
    }
}
