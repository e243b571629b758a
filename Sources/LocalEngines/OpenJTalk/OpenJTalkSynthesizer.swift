package import Audio
internal import Language
internal import Plumbing
package import Providers

/// A Japanese voice without a network that reads kanji as they are spoken: Open JTalk, as a child process for each sentence.
///
/// It finds readings, accents and counters with a dictionary of its own, and makes the voice from a statistical model.
package struct OpenJTalkSynthesizer: SpeechSynthesizer {
    /// Its files, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        package var searchPath = SearchPath.environment
        /// The folder with Verbio's models.
        package var modelsDirectory: String
        /// The folder of the dictionary; the usual one is that of Debian's package.
        package var dictionary = "/var/lib/mecab/dic/open-jtalk/naist-jdic"
        /// The longest text that is taken.
        package var maximumCharacters = 20_000
        /// The largest number of children that run at once.
        package var concurrency = 2

        package init(modelsDirectory: String) { self.modelsDirectory = modelsDirectory }
    }

    package static let name = "open-jtalk"
    /// The catalogue's name of its voice.
    package static let model = "open-jtalk-mei"
    package static let packages = ["open-jtalk", "open-jtalk-mecab-naist-jdic"]
    /// The command that installs the program and its dictionary.
    package static let packageCommand = "apt-get install \(packages.joined(separator: " "))"
    static let voice = "mei"
    /// The program reads one line into 1,024 bytes, after it has made each ASCII character three bytes long, and does not check
    /// the length. A line of 200 scalars has at most 800 bytes.
    private static let longestLine = 200

    package let descriptor: ProviderDescriptor
    package let capabilities: SynthesizerCapabilities
    private let files: OpenJTalkFiles
    private let configuration: Configuration
    private let limiter: Limiter

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        files = OpenJTalkFiles(configuration)
        limiter = Limiter(limit: configuration.concurrency)
        let facts = [files.program, files.voice, files.dictionary + "/sys.dic"].compactMap(\.self)
        descriptor = ProviderDescriptor(
            name: Self.name, model: Self.voice, parameters: ["files": FileFacts.fingerprint(of: facts)])
        let concurrency = limiter.limit
        capabilities = SynthesizerCapabilities(languages: [.ja]) {
            $0.streams = true
            $0.voices = [SynthesizerCapabilities.Voice(id: Self.voice, language: .ja)]
            $0.maximumCharacters = configuration.maximumCharacters
            $0.maximumConcurrency = concurrency
            // It reads numbers, decimals, dates, per cent, phone numbers and acronyms well. It loses a minus and the signs of
            // currencies, and makes a pause of the colon of a time.
            $0.spelledOut = [.ja: [.minus, .clock, .money, .unit, .address]]
        }
    }

    /// Whether the voice is in a folder of models.
    package static func hasVoice(in models: String) -> Bool {
        OpenJTalkFiles(Configuration(modelsDirectory: models)).hasVoice
    }

    /// Whether the program, its dictionary and the voice are installed.
    package var isInstalled: Bool { files.missing.isEmpty }

    package func synthesize(
        _ request: SynthesisRequest, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        try Task.checkCancellation()
        let characters = try check(request)
        let program = try files.requireProgram()
        let command = ChildCommand(
            path: program, arguments: ["-x", files.dictionary, "-m", files.voice, "-ow", "/dev/stdout"],
            searchPath: configuration.searchPath)
        let child = SpokenChild(command: command, provider: Self.name, install: Self.packages)
        var (rate, count) = (48_000, 0)
        for line in Self.lines(of: request.text) {
            let spoken = try await limiter.run { try await child.speak(line, request, voice: Self.voice, audio) }
            rate = spoken.sampleRate
            count += spoken.sampleCount
        }
        return Synthesis(
            voice: Self.voice, sampleRate: rate, sampleCount: count,
            usage: Usage(characters: characters))
    }

    /// The sentences of a text that have something to say, each on one line that the program can hold.
    static func lines(of text: String) -> [String] {
        let splitter = SentenceSplitter(language: .ja, minimumLength: 12, maximumLength: longestLine)
        return splitter.segments(of: text).flatMap { segment in
            let scalars = Array(segment.text.withBlanksForControls.unicodeScalars)
            return stride(from: 0, to: scalars.count, by: longestLine).map { start in
                String(String.UnicodeScalarView(scalars[start..<min(start + longestLine, scalars.count)]))
            }
        }.filter { $0.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
    }

    /// - Returns: the number of characters.
    private func check(_ request: SynthesisRequest) throws(ProviderError) -> Int {
        guard request.language == .ja else {
            throw failure(
                .unsupported, "it speaks Japanese only, not \(request.language.englishName)",
                cure: "use another voice for \(request.language.englishName)")
        }
        guard request.voice ?? Self.voice == Self.voice else {
            throw failure(
                .unsupported, "it has no voice '\(request.voice ?? "")'", cure: "use its only voice, \(Self.voice)")
        }
        return try request.requireLength(atMost: configuration.maximumCharacters, for: Self.name)
    }

    private func failure(_ failure: ProviderError.Failure, _ message: String, cure: String? = nil) -> ProviderError {
        ProviderError(failure, stage: .synthesis, provider: Self.name, message, cure: cure)
    }
}

/// The program, dictionary and voice of Open JTalk.
struct OpenJTalkFiles: Sendable {
    /// Nil if it is not installed.
    let program: String?
    let dictionary: String
    let voice: String

    init(_ configuration: OpenJTalkSynthesizer.Configuration) {
        program = configuration.searchPath.find("open_jtalk")
        dictionary = configuration.dictionary
        voice = "\(configuration.modelsDirectory)/\(OpenJTalkSynthesizer.model)/mei_normal.htsvoice"
    }

    var hasVoice: Bool { FileFacts(voice)?.isRegular == true }

    /// What is missing, each as one clause.
    var missing: [String] {
        [
            program == nil ? "the program open_jtalk" : nil,
            FileFacts(dictionary + "/sys.dic")?.isRegular == true ? nil : "its dictionary (\(dictionary))",
            hasVoice ? nil : "its voice (\(voice))",
        ].compactMap(\.self)
    }

    /// The command that installs what is missing; nil if nothing is.
    var installCommand: String? {
        guard !missing.isEmpty else { return nil }
        return hasVoice ? OpenJTalkSynthesizer.packageCommand : "verbio models install \(OpenJTalkSynthesizer.model)"
    }

    /// - Throws: ``ProviderError`` (`unavailable`) with what to install.
    func requireProgram() throws(ProviderError) -> String {
        if let program, missing.isEmpty { return program }
        throw ProviderError(
            .unavailable, stage: .synthesis, provider: OpenJTalkSynthesizer.name,
            "\(missing.first ?? "its program") is not installed", cure: installCommand.map { "run '\($0)'" })
    }
}
