package import Audio
internal import Foundation
internal import Language
internal import Plumbing
package import Providers

/// English voices without a network that sound more pleasant than those of espeak-ng: flite, as a child process.
package struct FliteSynthesizer: SpeechSynthesizer {
    /// Its voice, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        package var searchPath = SearchPath.environment
        /// The voice: `slt`, `rms`, `awb`, `kal16` (16 kHz) or `kal` (8 kHz).
        package var voice = "slt"
        /// The longest text that is taken.
        package var maximumCharacters = 20_000
        /// The largest number of children that run at once.
        package var concurrency = 2
        /// The folder in which its audio is written before it is read; flite writes no WAV to a pipe.
        package var temporaryDirectory = NSTemporaryDirectory()

        package init() {}
    }

    static let name = "flite"
    static let packages = ["flite"]
    /// The voices built into Debian's flite 2.2.
    static let voices = pitches.map(\.key)
    /// The voices with their pitch in Hz, as `PitchTrack` measures it.
    private static let pitches: KeyValuePairs<String, Double> = [
        "slt": 166, "rms": 103, "awb": 128, "kal16": 89, "kal": 91,
    ]

    package let descriptor: ProviderDescriptor
    package let capabilities: SynthesizerCapabilities
    private let configuration: Configuration
    private let program: String?
    private let limiter: Limiter
    private let disk = WorkerThread("flite-audio")

    package init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        limiter = Limiter(limit: configuration.concurrency)
        program = configuration.searchPath.find("flite")
        descriptor = ProviderDescriptor(
            name: Self.name, model: configuration.voice,
            parameters: ["file": FileFacts.fingerprint(of: [program].compactMap(\.self))])
        let concurrency = limiter.limit
        capabilities = SynthesizerCapabilities(languages: [.en]) {
            $0.varieties = Set([LanguageTag(rawValue: "en-US")].compactMap(\.self))
            $0.streams = false
            $0.voices = Self.pitches.map {
                SynthesizerCapabilities.Voice(
                    id: $0.key, language: .en, variety: LanguageTag(rawValue: "en-US")?.variety, pitch: $0.value)
            }
            $0.maximumCharacters = configuration.maximumCharacters
            $0.maximumConcurrency = concurrency
            // It reads dollars, years and times of day well. It spells units, and loses euros and degrees.
            $0.spelledOut = [.en: [.minus, .grouping, .ordinal, .date, .money, .unit, .phone, .address, .acronym]]
        }
    }

    /// Whether the program is installed.
    var isInstalled: Bool { program != nil }

    /// Gives the audio in pieces of half a second after all of it was made.
    package func synthesize(
        _ request: SynthesisRequest, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        try Task.checkCancellation()
        guard request.language == .en else {
            throw failure(
                .unsupported, "it speaks English only, not \(request.language.englishName)",
                cure: "use espeak-ng for \(request.language.englishName)")
        }
        let voice = request.voice ?? configuration.voice
        guard Self.voices.contains(voice) else {
            throw failure(
                .unsupported, "it has no voice '\(voice)'", cure: "use one of: \(Self.voices.joined(separator: " "))")
        }
        let count = try request.requireLength(atMost: configuration.maximumCharacters, for: Self.name)
        guard let program else {
            throw failure(.unavailable, "flite is not installed", cure: Self.install)
        }
        let samples = try await limiter.run { try await speak(request.text, voice: voice, program: program) }
        let hasWords = request.text.unicodeScalars.contains { $0.properties.isAlphabetic }
        guard !samples.samples.isEmpty || !hasWords else {
            throw failure(.unusable, "it gave no audio for a text with words")
        }
        for start in stride(from: 0, to: samples.samples.count, by: samples.sampleRate / 2) {
            let end = min(start + samples.sampleRate / 2, samples.samples.count)
            try await audio(
                VoiceAudio(sampleRate: samples.sampleRate, samples: Array(samples.samples[start..<end])))
        }
        return Synthesis(
            voice: voice, sampleRate: samples.sampleRate, sampleCount: samples.samples.count,
            usage: Usage(characters: count))
    }

    private static let install = "apt-get install \(packages.joined(separator: " "))"

    private func speak(_ text: String, voice: String, program: String) async throws -> VoiceAudio {
        let file = configuration.temporaryDirectory + "/verbio-flite-\(UUID().uuidString).wav"
        defer { unlink(file) }
        let command = ChildCommand(
            path: program, arguments: ["-voice", voice, "-f", "-", "-o", file],
            searchPath: configuration.searchPath)
        do {
            _ = try await command.output(input: Array((text.withBlanksForControls + "\n").utf8), limit: 64 * 1024)
        } catch let child as ChildFailure {
            switch child {
            case .notStarted(let why): throw failure(.unavailable, "it does not start (\(why))", cure: Self.install)
            default: throw failure(.unusable, "it ended without speaking the text (\(child))")
            }
        }
        return try await disk.run {
            guard let bytes = FileManager.default.contents(atPath: file), !bytes.isEmpty else {
                return VoiceAudio(sampleRate: 16_000, samples: [])
            }
            var wave = WaveStream()
            do {
                let samples = try wave.samples(from: [UInt8](bytes)) + wave.finish()
                return VoiceAudio(sampleRate: wave.sampleRate ?? 16_000, samples: samples)
            } catch let wrong as WaveStream.Failure {
                throw failure(.unusable, wrong.what)
            }
        }
    }

    private func failure(_ failure: ProviderError.Failure, _ message: String, cure: String? = nil) -> ProviderError {
        ProviderError(failure, stage: .synthesis, provider: Self.name, message, cure: cure)
    }
}
