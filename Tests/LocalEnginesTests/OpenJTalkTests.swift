import Audio
import Foundation
import Language
import LocalEngines
import Providers
import Testing

/// A program with the name and the arguments of Open JTalk, which keeps what it reads and writes a WAV of a tenth of a second.
private struct StandIn {
    let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-jtalk-\(UUID().uuidString)")

    init() throws {
        for name in ["bin", "dictionary", "models/open-jtalk-mei"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        for name in ["dictionary/sys.dic", "models/open-jtalk-mei/mei_normal.htsvoice"] {
            try Data("x".utf8).write(to: folder.appending(path: name))
        }
        var wave = Data("RIFF".utf8)
        func append(_ number: Int, bytes: Int) {
            for byte in 0..<bytes { wave.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
        }
        append(36 + 9_600, bytes: 4)
        wave += Data("WAVEfmt ".utf8)
        for (number, bytes) in [(16, 4), (1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)] {
            append(number, bytes: bytes)
        }
        wave += Data("data".utf8)
        append(9_600, bytes: 4)
        wave += Data(repeating: 1, count: 9_600)
        try wave.write(to: folder.appending(path: "voice.wav"))
        let program = folder.appending(path: "bin/open_jtalk")
        try "#!/bin/sh\ncat >>'\(folder.path)/read'\ncat '\(folder.path)/voice.wav'\n".write(
            to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    }

    var configuration: OpenJTalkSynthesizer.Configuration {
        var own = OpenJTalkSynthesizer.Configuration(modelsDirectory: folder.appending(path: "models").path)
        own.searchPath = SearchPath([folder.appending(path: "bin").path, "/usr/bin", "/bin"])
        own.dictionary = folder.appending(path: "dictionary").path
        return own
    }

    /// The lines that the program has read.
    var lines: [String] {
        ((try? String(contentsOf: folder.appending(path: "read"), encoding: .utf8)) ?? "")
            .split(separator: "\n").map(String.init)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

@Suite struct OpenJTalkTests {
    private func speak(
        _ text: String, _ language: LanguageCode = .ja, _ voice: String? = nil, with synthesizer: some SpeechSynthesizer
    ) async throws -> (Synthesis, [VoiceAudio]) {
        let pieces = Collected<VoiceAudio>()
        let request = SynthesisRequest(text: text, language: language, voice: voice, context: anywhere)
        let synthesis = try await synthesizer.synthesize(request) { await pieces.append($0) }
        return (synthesis, await pieces.all)
    }

    @Test("Given two sentences, when they are spoken, then each is one line, and the first is heard before the second")
    func sentences() async throws {
        let standIn = try StandIn()
        defer { standIn.remove() }
        let synthesizer = OpenJTalkSynthesizer(standIn.configuration)
        let text = "おはようございます、市立博物館へようこそ。\n入場料は1,500円です、よろしくお願いします。"
        let (synthesis, pieces) = try await speak(text, with: synthesizer)
        #expect(standIn.lines.count == 2 && standIn.lines.joined().contains("1,500円"), "\(standIn.lines)")
        #expect(synthesis.voice == "mei" && synthesis.sampleRate == 48_000 && synthesis.sampleCount == 9_600)
        #expect(pieces.reduce(0) { $0 + $1.samples.count } == 9_600)
        #expect(synthesis.usage.characters == text.unicodeScalars.count)
    }

    @Test(
        "Given any text, when it is spoken, then no line is longer than the program can hold, and nothing is lost",
        arguments: [
            String(repeating: "あ", count: 3_000), String(repeating: "a", count: 2_000),
            String(repeating: "漢字とABC、😀 ", count: 200), "一\u{0}二\u{7}三\r\n四", String(repeating: "👩‍👩‍👧‍👦字", count: 120),
        ])
    func longTexts(text: String) async throws {
        let standIn = try StandIn()
        defer { standIn.remove() }
        _ = try await speak(text, with: OpenJTalkSynthesizer(standIn.configuration))
        let lines = standIn.lines
        #expect(lines.allSatisfy { $0.unicodeScalars.count <= 200 })
        func letters(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter(\.properties.isAlphabetic)))
        }
        #expect(letters(lines.joined()) == letters(text))
    }

    @Test("Given a text without words, when it is spoken, then the program is not started")
    func noWords() async throws {
        let standIn = try StandIn()
        defer { standIn.remove() }
        let (synthesis, pieces) = try await speak("……。", with: OpenJTalkSynthesizer(standIn.configuration))
        #expect(synthesis.sampleCount == 0 && pieces.isEmpty && standIn.lines.isEmpty)
    }

    @Test("Given another language, another voice or too long a text, when it is spoken, then it is refused")
    func refusals() async throws {
        let standIn = try StandIn()
        defer { standIn.remove() }
        var configuration = standIn.configuration
        configuration.maximumCharacters = 4
        let synthesizer = OpenJTalkSynthesizer(configuration)
        for (text, language, voice) in [("hello", LanguageCode.en, nil), ("はい", .ja, "takumi"), ("ありがとう", .ja, nil)] {
            let error = await #expect(throws: ProviderError.self) {
                try await speak(text, language, voice, with: synthesizer)
            }
            #expect(error?.failure == .unsupported && error?.cure != nil)
        }
    }

    @Test("Given the voice without its program or dictionary, when Japanese is spoken, then the packages are named")
    func missing() async throws {
        let standIn = try StandIn()
        defer { standIn.remove() }
        var configurations = [standIn.configuration, standIn.configuration]
        configurations[0].searchPath = SearchPath([])
        configurations[1].dictionary = "/nonexistent"
        for configuration in configurations {
            let error = await #expect(throws: ProviderError.self) {
                try await speak("はい", with: OpenJTalkSynthesizer(configuration))
            }
            #expect(error?.cure == "run 'apt-get install open-jtalk open-jtalk-mecab-naist-jdic'")
        }
    }

    @Test(
        "Given the offline voices, when Japanese is spoken, then Open JTalk speaks it, and espeak-ng if its voice is named",
        .enabled("espeak-ng is not installed") { await Machine.has("espeak-ng") })
    func offline() async throws {
        let standIn = try StandIn()
        defer { standIn.remove() }
        var configuration = OfflineSynthesizer.Configuration()
        configuration.openJTalk = standIn.configuration
        let synthesizer = OfflineSynthesizer(configuration)
        #expect(synthesizer.descriptor.model.contains("open-jtalk"))
        #expect(try await speak("駅はどこですか。", with: synthesizer).0.voice == "mei")
        #expect(try await speak("えき", .ja, "ja", with: synthesizer).0.voice == "ja")
        #expect(OfflineSynthesizer.engine(of: "mei") == "open-jtalk")
        #expect(
            synthesizer.capabilities.spelledOut[.ja]
                == OpenJTalkSynthesizer(standIn.configuration).capabilities.spelledOut[.ja])
    }

    @Test(
        "Given the real program, when Japanese is spoken, then its length is human and the same each time",
        .enabled("Open JTalk or its voice is not installed") { await Machine.has("open-jtalk") })
    func real() async throws {
        let synthesizer = OpenJTalkSynthesizer(
            OpenJTalkSynthesizer.Configuration(modelsDirectory: Machine.whisper.worker.modelsDirectory))
        let (synthesis, pieces) = try await speak("おはようございます。市立博物館へようこそ。", with: synthesizer)
        let samples = pieces.flatMap(\.samples)
        let seconds = Double(samples.count) / Double(synthesis.sampleRate)
        #expect(seconds > 2 && seconds < 7 && (samples.max() ?? 0) > 3_000)
        #expect(try await speak("おはようございます。市立博物館へようこそ。", with: synthesizer).1.flatMap(\.samples) == samples)
    }
}
