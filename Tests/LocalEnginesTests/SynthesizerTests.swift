import Audio
import Foundation
import Language
import LocalEngines
import Providers
import Testing

private func speak(
    _ text: String, _ language: LanguageCode, _ voice: String? = nil, with synthesizer: some SpeechSynthesizer
) async throws -> (Synthesis, VoiceAudio) {
    let pieces = Collected<VoiceAudio>()
    let synthesis = try await synthesizer.synthesize(
        SynthesisRequest(text: text, language: language, voice: voice, context: anywhere),
        audio: { await pieces.append($0) })
    let all = await pieces.all
    #expect(all.allSatisfy { $0.sampleRate == synthesis.sampleRate })
    let joined = VoiceAudio(sampleRate: synthesis.sampleRate, samples: all.flatMap(\.samples))
    #expect(joined.samples.count == synthesis.sampleCount)
    return (synthesis, joined)
}

@Suite(.enabled("espeak-ng is not installed") { await Machine.has("espeak-ng") })
struct EspeakSynthesizerTests {
    static let texts: [(LanguageCode, String)] = [
        (.en, "Where is the station, please?"), (.es, "¿Dónde está la estación, por favor?"),
        (.fr, "Où est la gare, s'il vous plaît ?"), (.de, "Wo ist bitte der Bahnhof?"),
        (.it, "Dov'è la stazione, per favore?"), (.pt, "Onde fica a estação, por favor?"), (.zh, "请问，火车站在哪里？"),
        (.ja, "えき は どこ です か"), (.ko, "역이 어디에 있습니까?"), (.ar, "أين المحطة من فضلك؟"), (.hi, "स्टेशन कहाँ है?"),
        (.ru, "Где находится вокзал?"),
    ]

    @Test(
        "Given any language, when a text is spoken, then its length is human and the same each time", arguments: texts)
    func languages(language: LanguageCode, text: String) async throws {
        let (synthesis, audio) = try await speak(text, language, with: EspeakSynthesizer())
        #expect(synthesis.sampleRate == 22_050)
        #expect(audio.seconds > 0.8 && audio.seconds < 5)
        #expect((audio.samples.max() ?? 0) > 3_000)
        #expect(try await speak(text, language, with: EspeakSynthesizer()).1 == audio)
    }

    @Test("Given espeak-ng, when its languages are listed, then they are all twelve")
    func coverage() {
        #expect(EspeakSynthesizer().capabilities.languages == Set(LanguageCode.known))
    }

    @Test("Given a higher speed, when a text is spoken, then the speech is shorter")
    func speed() async throws {
        var quick = EspeakSynthesizer.Configuration()
        quick.wordsPerMinute = 300
        let text = "One two three four five six seven eight"
        let fast = try await speak(text, .en, with: EspeakSynthesizer(quick)).1
        let usual = try await speak(text, .en, with: EspeakSynthesizer()).1
        #expect(fast.seconds < usual.seconds * 0.8)
    }

    @Test("Given text that looks like an option, when it is spoken, then it is read aloud and writes no file")
    func looksLikeOption() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).wav")
        let path = file.path(percentEncoded: false)
        let (_, audio) = try await speak("-w \(path)", .en, with: EspeakSynthesizer())
        #expect(audio.seconds > 1)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await speak("--version", .en, with: EspeakSynthesizer()).1.seconds > 0.3)
    }

    @Test("Given phonemes in brackets, when they are spoken, then they are read as letters")
    func brackets() async throws {
        let bracketed = try await speak("[[h@l@U]]", .en, with: EspeakSynthesizer()).1
        let plain = try await speak("h@l@U", .en, with: EspeakSynthesizer()).1
        #expect(bracketed.seconds > plain.seconds * 0.8)
    }

    @Test("Given a long text, when it is spoken, then all of it is spoken, and a longer one than the limit is refused")
    func longText() async throws {
        let text = String(repeating: "This is one sentence of many. ", count: 60)
        let (_, audio) = try await speak(text, .en, with: EspeakSynthesizer())
        #expect(audio.seconds > 60)
        let error = await #expect(throws: ProviderError.self) {
            try await speak(String(repeating: "a ", count: 10_001), .en, with: EspeakSynthesizer())
        }
        #expect(error?.failure == .unsupported)
    }

    @Test(
        "Given text without words, when it is spoken, then it is silence and no failure",
        arguments: ["", " ", "\u{0}\u{1}", "…"])
    func empty(text: String) async throws {
        #expect(try await speak(text, .en, with: EspeakSynthesizer()).1.seconds < 1)
    }

    @Test(
        "Given Japanese with kanji, when it is spoken, then it sounds as its pronunciation in kana does",
        .enabled("needs mecab and mecab-ipadic-utf8") { SearchPath.environment.find("mecab") != nil },
        arguments: [
            ("駅はどこですか。", "エキワドコデスカ。"), ("東京へは明日の午後三時に行きます", "トーキョーエワアシタノゴゴサンジニイキマス"),
            ("一日中、雨が降った。\n今日は100円です", "イチニチチュー、アメガフッタ。 キョーワ100エンデス"),
        ])
    func japanese(_ text: String, _ kana: String) async throws {
        let read = try await speak(text, .ja, with: EspeakSynthesizer()).1
        #expect(read.seconds > 0.5)
        #expect(try await speak(kana, .ja, with: EspeakSynthesizer()).1.samples == read.samples)
    }

    @Test("Given kanji without MeCab or an unknown voice, when it is spoken, then the refusal has reason and cure")
    func refusals() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-path-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try #require(SearchPath.environment.find("espeak-ng"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/espeak-ng", withDestinationPath: program)
        var configuration = EspeakSynthesizer.Configuration()
        configuration.searchPath = SearchPath([folder.path])
        let synthesizer = EspeakSynthesizer(configuration)
        let kanji = await #expect(throws: ProviderError.self) {
            try await speak("駅はどこですか", .ja, with: synthesizer)
        }
        #expect(kanji?.failure == .unsupported)
        #expect(kanji?.message.contains("MeCab") == true)
        #expect(kanji?.cure == "apt-get install mecab mecab-ipadic-utf8")
        let voice = await #expect(throws: ProviderError.self) {
            try await speak("hello", .en, "../../etc/passwd", with: EspeakSynthesizer())
        }
        #expect(voice?.failure == .unsupported)
    }

    @Test("Given a listener that fails, when a text is spoken, then the speech ends")
    func cancellation() async throws {
        struct Enough: Error {}
        let text = String(repeating: "This is one sentence of many. ", count: 500)
        await #expect(throws: Enough.self) {
            _ = try await EspeakSynthesizer().synthesize(
                SynthesisRequest(text: text, language: .en, context: anywhere), audio: { _ in throw Enough() })
        }
        let task = Task { try await speak(text, .en, with: EspeakSynthesizer()) }
        await Task.yield()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Given many texts at once, when they are spoken, then each is as if spoken alone")
    func concurrent() async throws {
        let expected = try await speak("number one", .en, with: EspeakSynthesizer()).1
        let synthesizer = EspeakSynthesizer()
        try await withThrowingTaskGroup(of: VoiceAudio.self) { group in
            for _ in 1...12 { group.addTask { try await speak("number one", .en, with: synthesizer).1 } }
            for try await audio in group { #expect(audio == expected) }
        }
    }
}

@Suite(.enabled("flite is not installed") { await Machine.has("flite") })
struct FliteSynthesizerTests {
    @Test(
        "Given each voice of flite, when English is spoken, then that voice speaks",
        arguments: FliteSynthesizer().capabilities.voices)
    func voices(voice: SynthesizerCapabilities.Voice) async throws {
        let (synthesis, audio) = try await speak("Where is the station?", .en, voice.id, with: FliteSynthesizer())
        #expect(synthesis.voice == voice.id)
        #expect(audio.seconds > 0.8 && audio.seconds < 4)
    }

    @Test("Given text that looks like an option, when flite speaks it, then it is read aloud and no file is left")
    func looksLikeOption() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        var configuration = FliteSynthesizer.Configuration()
        configuration.temporaryDirectory = directory.path(percentEncoded: false)
        let synthesizer = FliteSynthesizer(configuration)
        #expect(try await speak("-t hello world", .en, with: synthesizer).1.seconds > 0.5)
        #expect(try await speak("", .en, with: synthesizer).1.seconds < 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: configuration.temporaryDirectory).isEmpty)
    }

    @Test("Given the offline voice, when English is spoken, then flite speaks it")
    func english() async throws {
        #expect(try await speak("Good morning", .en, with: OfflineSynthesizer()).0.voice == "slt")
    }

    @Test(
        "Given the offline voice, when another voice or language is spoken, then espeak-ng speaks it",
        .enabled("espeak-ng is not installed") { await Machine.has("espeak-ng") })
    func composite() async throws {
        let offline = OfflineSynthesizer()
        #expect(try await speak("Good morning", .en, "en-us", with: offline).0.voice == "en-us")
        #expect(try await speak("Buenos días", .es, with: offline).0.voice == "es")
    }

    @Test(
        "given a variety with a voice of its own, when a text is spoken in it, then that voice speaks",
        .enabled("espeak-ng is not installed") { await Machine.has("espeak-ng") },
        arguments: [
            ("Good morning", "en-GB", "en"), ("Good morning", "en-US", "slt"), ("Bom dia", "pt-BR", "pt-br"),
            ("Bom dia", "pt", "pt"), ("Bonjour", "fr-CA", "fr-fr"), ("你好", "zh-Hant", "cmn-latn-pinyin"),
        ])
    func varieties(text: String, tag: String, voice: String) async throws {
        let tag = try #require(LanguageTag(rawValue: tag))
        let request = SynthesisRequest(text: text, language: tag.code, variety: tag.variety, context: anywhere)
        #expect(try await OfflineSynthesizer().synthesize(request) { _ in }.voice == voice)
    }
}

@Suite struct MissingSynthesizerTests {
    @Test("Given a missing program, when a text is spoken, then the cure names its package")
    func missing() async throws {
        var espeak = EspeakSynthesizer.Configuration()
        espeak.searchPath = SearchPath([])
        let first = await #expect(throws: ProviderError.self) {
            try await speak("hello", .en, with: EspeakSynthesizer(espeak))
        }
        #expect(first?.failure == .unavailable)
        #expect(first?.cure == "apt-get install espeak-ng")
        var flite = FliteSynthesizer.Configuration()
        flite.searchPath = SearchPath([])
        let second = await #expect(throws: ProviderError.self) {
            try await speak("hello", .en, with: FliteSynthesizer(flite))
        }
        #expect(second?.cure == "apt-get install flite")
        var openJTalk = OpenJTalkSynthesizer.Configuration(modelsDirectory: "/nonexistent")
        openJTalk.searchPath = SearchPath([])
        let third = await #expect(throws: ProviderError.self) {
            try await speak("はい", .ja, with: OpenJTalkSynthesizer(openJTalk))
        }
        #expect(third?.failure == .unavailable && third?.cure == "run 'verbio models install open-jtalk-mei'")
        var offline = OfflineSynthesizer.Configuration()
        (offline.flite, offline.openJTalk, offline.espeak) = (flite, openJTalk, espeak)
        #expect(OfflineSynthesizer(offline).descriptor.model == "espeak-ng")
    }
}
