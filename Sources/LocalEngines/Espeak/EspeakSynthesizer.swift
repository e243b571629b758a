package import Audio
package import Language
internal import Plumbing
package import Providers

/// Voices for all of Verbio's languages without a network: espeak-ng, as a child process.
///
/// It speaks all languages, with two reservations. Chinese is read by way of pinyin, with one reading for each
/// character. Japanese with kanji is read in kana by MeCab; if MeCab is not installed, such a text is
/// refused as unsupported.
package struct EspeakSynthesizer: SpeechSynthesizer {
    /// Its voice, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        package var searchPath = SearchPath.environment
        /// Words per minute, 80 to 450.
        package var wordsPerMinute = 165
        /// The pitch, 0 to 99.
        package var pitch = 50
        /// The voice of a language, if it is not to be the usual one.
        package var voices: [LanguageCode: String] = [:]
        /// The longest text that is taken.
        package var maximumCharacters = 20_000
        /// The largest number of children that run at once.
        package var concurrency = 4

        package init() {}
    }

    package static let name = "espeak-ng"
    static let packages = ["espeak-ng"]

    package let descriptor: ProviderDescriptor
    package let capabilities: SynthesizerCapabilities
    private let configuration: Configuration
    private let program: String?
    private let limiter: Limiter

    package init(_ configuration: Configuration = Configuration()) {
        var configuration = configuration
        configuration.wordsPerMinute = min(450, max(80, configuration.wordsPerMinute))
        configuration.pitch = min(99, max(0, configuration.pitch))
        self.configuration = configuration
        limiter = Limiter(limit: configuration.concurrency)
        program = configuration.searchPath.find("espeak-ng")
        let own = configuration.voices.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        descriptor = ProviderDescriptor(
            name: Self.name, model: "espeak-ng",
            parameters: [
                "file": FileFacts.fingerprint(of: [program].compactMap(\.self)),
                "rate": "\(configuration.wordsPerMinute)", "pitch": "\(configuration.pitch)", "voices": own,
            ])
        let concurrency = limiter.limit
        capabilities = SynthesizerCapabilities(languages: Set(EspeakVoices.all.map(\.tag.code))) {
            $0.varieties = Set(EspeakVoices.all.map(\.tag)).intersection(LanguageTag.ofVarieties)
            $0.streams = true
            $0.voices = EspeakVoices.listed
            $0.maximumCharacters = configuration.maximumCharacters
            $0.maximumConcurrency = concurrency
            $0.spelledOut = EspeakVoices.spelledOut
        }
    }

    package func synthesize(
        _ request: SynthesisRequest, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        try Task.checkCancellation()
        let voice = try voice(for: request)
        guard let program else {
            throw failure(
                .unavailable, "espeak-ng is not installed",
                cure: "apt-get install \(Self.packages.joined(separator: " "))")
        }
        let text: String
        do {
            text = try EspeakVoices.spelled(try await readable(request), in: request.language)
        } catch let error as EspeakVoices.Unspeakable {
            throw failure(
                .unsupported, error.message,
                cure: "configure another synthesizer for \(request.language.englishName)")
        }
        let command = ChildCommand(
            path: program,
            arguments: [
                "-v", EspeakVoices.programName(of: voice), "-s", "\(configuration.wordsPerMinute)", "-p",
                "\(configuration.pitch)", "-b", "1",
                "--stdin", "--stdout",
            ], searchPath: configuration.searchPath)
        let speech = SpokenChild(command: command, provider: Self.name, install: Self.packages)
        return try await limiter.run { try await speech.speak(text, request, voice: voice, audio) }
    }

    /// The text, with Japanese in kana.
    private func readable(_ request: SynthesisRequest) async throws -> String {
        guard request.language == .ja, JapaneseReading.isNeeded(for: request.text) else { return request.text }
        do {
            return try await JapaneseReading(searchPath: configuration.searchPath).kana(request.text)
        } catch let reading as JapaneseReading.Failure {
            let why =
                switch reading {
                case .notInstalled:
                    "it reads Japanese in kana only, and MeCab, which knows how kanji are read, is not installed"
                case .unreadable: "MeCab gave no reading in UTF-8"
                }
            throw failure(
                .unsupported, why, cure: "apt-get install \(JapaneseReading.packages.joined(separator: " "))")
        }
    }

    private func voice(for request: SynthesisRequest) throws -> String {
        let known = EspeakVoices.listed.filter { $0.language == request.language }.map(\.id)
        _ = try request.requireLength(atMost: configuration.maximumCharacters, for: Self.name)
        guard
            let voice = request.voice ?? configuration.voices[request.language] ?? EspeakVoices.voice(for: request.tag)
        else {
            throw failure(.unsupported, "it has no voice for \(request.language.englishName)", cure: nil)
        }
        guard known.contains(voice) else {
            throw failure(
                .unsupported, "it has no voice '\(voice)' for \(request.language.englishName)",
                cure: "use one of: \(known.joined(separator: " "))")
        }
        return voice
    }

    private func failure(_ failure: ProviderError.Failure, _ message: String, cure: String?) -> ProviderError {
        ProviderError(failure, stage: .synthesis, provider: Self.name, message, cure: cure)
    }
}
