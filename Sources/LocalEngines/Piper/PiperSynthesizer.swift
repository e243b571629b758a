package import Audio
internal import FoundationEssentials
internal import Language
package import Plumbing
package import Providers

/// A natural voice without a network: one of Piper's, run by onnxruntime in a separate process.
///
/// espeak-ng finds how words are spoken. Sentences are made one by one, so that the first is heard while the rest is made.
package final class PiperSynthesizer: SpeechSynthesizer {
    /// Its voice, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        /// The name, such as `en_US-joe-medium`, or the path of a file `….onnx` that has its description next to it.
        package var voice = "en_US-joe-medium"
        /// The voice that the run names; nil if any voice will do.
        package var named: String?
        /// The voice whose installation is advised if none is installed; nil for ``voice``.
        package var advised: String?
        package var worker: LocalWorkerSettings
        package var searchPath = SearchPath.environment
        /// The longest text that is taken.
        package var maximumCharacters = 20_000

        package init(worker: LocalWorkerSettings) { self.worker = worker }
    }

    struct Question: Encodable, Sendable {
        var phonemes: String
        var speaker: Int?
    }

    struct Reply: Decodable, Sendable {
        var rate: Int
        /// The samples: 16 bits, little endian, in base64.
        var samples: Data
    }

    package static let name = "piper"
    /// The most characters that are made at once.
    private static let longestSentence = 300
    /// The largest number of processes. Each computes with one thread and loads the voice, some 60 MB.
    private static let maximumProcesses = 4
    /// The seconds between two sentences.
    private static let pause = 0.2

    package let descriptor: ProviderDescriptor
    package let capabilities: SynthesizerCapabilities
    private let voice: PiperVoice
    private let configuration: Configuration
    private let espeak: String?
    private let pool: WorkerPool

    /// Makes the synthesizer. It starts no process yet.
    package init(_ configuration: Configuration, time: TimeSource = .system) {
        self.configuration = configuration
        let voice = PiperVoice(configuration.voice, in: configuration.worker.modelsDirectory)
        self.voice = voice
        espeak = configuration.searchPath.find("espeak-ng")
        let processes = min(max(1, configuration.worker.threads), Self.maximumProcesses)
        pool = WorkerPool(
            configuration.worker, processes: processes, threads: 1,
            model: ["--voice", voice.file], in: voice.directory, weights: voice.size, time: time)
        let files = [voice.file, voice.file + ".json"] + [espeak].compactMap(\.self)
        descriptor = ProviderDescriptor(
            name: Self.name, model: voice.name, parameters: ["files": FileFacts.fingerprint(of: files)])
        let language = voice.tag?.code ?? .en
        let names = voice.speakers.isEmpty ? [voice.name] : voice.speakers.keys.sorted()
        capabilities = SynthesizerCapabilities(languages: [language]) {
            $0.varieties = Set([voice.tag].compactMap(\.self)).intersection(LanguageTag.ofVarieties)
            $0.streams = true
            $0.voices = names.map {
                SynthesizerCapabilities.Voice(
                    id: $0, language: language, variety: voice.tag?.variety, pitch: PiperVoice.pitches[$0])
            }
            $0.maximumCharacters = configuration.maximumCharacters
            $0.maximumConcurrency = processes
            $0.spelledOut = EspeakVoices.spelledOut.filter { $0.key == language }
        }
    }

    /// Whether a voice, the Python environment and espeak-ng are installed.
    package static func hasVoice(_ worker: LocalWorkerSettings) -> Bool {
        FileFacts(worker.python)?.isRegular == true && !PiperVoice.installed(in: worker.modelsDirectory).isEmpty
            && SearchPath.environment.find("espeak-ng") != nil
    }

    /// The names of the voices that are installed.
    package static func installed(_ worker: LocalWorkerSettings) -> [String] {
        PiperVoice.installed(in: worker.modelsDirectory).map(\.name)
    }

    package func synthesize(
        _ request: SynthesisRequest, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        try Task.checkCancellation()
        try requireVoice()
        let (name, speaker) = try speaker(for: request)
        var rate = voice.sampleRate
        var count = 0
        for sentence in sentences(of: request.text) {
            let phonemes = try await phonemes(of: sentence)
            guard phonemes.contains(where: \.isLetter) else { continue }
            let spoken = try await speak(Question(phonemes: phonemes, speaker: speaker))
            rate = spoken.sampleRate
            var samples = spoken.samples
            if count > 0 { samples = [Int16](repeating: 0, count: Int(Self.pause * Double(rate))) + samples }
            count += samples.count
            try await audio(VoiceAudio(sampleRate: rate, samples: samples))
        }
        let hasWords = request.text.unicodeScalars.contains { $0.properties.isAlphabetic }
        guard count > 0 || !hasWords else { throw failure(.unusable, "it gave no audio for a text with words") }
        return Synthesis(
            voice: name, sampleRate: rate, sampleCount: count,
            usage: Usage(characters: request.text.unicodeScalars.count))
    }

    private func sentences(of text: String) -> [String] {
        let splitter = SentenceSplitter(
            language: voice.tag?.code ?? .en, minimumLength: 12, maximumLength: Self.longestSentence)
        return splitter.segments(of: text).map(\.text.withBlanksForControls)
    }

    /// How a sentence is spoken; if the voice reads letters, the sentence itself.
    private func phonemes(of sentence: String) async throws -> String {
        guard let name = voice.espeakVoice, let espeak else { return sentence.lowercased() }
        do {
            return try await EspeakPhonemes(path: espeak, searchPath: configuration.searchPath, voice: name)
                .phonemes(of: sentence)
        } catch let child as ChildFailure {
            throw failure(
                .unavailable, "espeak-ng did not say how the text is spoken (\(child))", cure: Self.installingEspeak)
        }
    }

    private func speak(_ question: Question) async throws -> VoiceAudio {
        do {
            // The limit is enough for a processor ten times slower than a usual one; a process that takes longer hangs.
            let answer: Reply = try await pool.ask("speak", question, limit: .seconds(120))
            guard TimeStretch.sampleRates.contains(answer.rate) else { throw WorkerFailure.unreadable }
            return VoiceAudio(
                sampleRate: answer.rate, samples: PCM16.samples(fromLittleEndian: Array(answer.samples)))
        } catch let worker as WorkerFailure {
            throw worker.error(.synthesis, provider: Self.name, installing: needs.installing)
        }
    }

    // MARK: Checks

    private func speaker(for request: SynthesisRequest) throws(ProviderError) -> (name: String, number: Int?) {
        let language = capabilities.languages
        guard language.contains(request.language) else {
            throw failure(
                .unsupported, "its voice \(voice.name) does not speak \(request.language.englishName)",
                cure: "use a voice for \(request.language.englishName); 'verbio models list' shows them")
        }
        _ = try request.requireLength(atMost: configuration.maximumCharacters, for: Self.name)
        guard let wanted = request.voice else {
            let first = voice.speakers.min { ($0.value, $0.key) < ($1.value, $1.key) }
            return (first?.key ?? voice.name, first?.value)
        }
        if let number = voice.speakers[wanted] { return (wanted, number) }
        guard voice.speakers.isEmpty, wanted == voice.name else {
            throw failure(
                .unsupported, "it has no voice '\(wanted)'",
                cure: "use one of: \(capabilities.voices.map(\.id).joined(separator: " "))")
        }
        return (wanted, nil)
    }

    private var needs: LocalModelNeeds { voice.needs(configuration.worker) }

    private func requireVoice() throws(ProviderError) {
        try needs.require(.synthesis, provider: Self.name)
        guard voice.tag != nil else {
            throw failure(
                .unavailable,
                "its voice \(voice.name) speaks none of Verbio's languages, or its description cannot be read",
                cure: "use another voice; 'verbio models list' shows some")
        }
        guard espeak != nil || voice.espeakVoice == nil else {
            throw failure(.unavailable, "it needs espeak-ng, which is not installed", cure: Self.installingEspeak)
        }
    }

    private static let installingEspeak = "apt-get install \(EspeakSynthesizer.packages.joined(separator: " "))"

    private func failure(_ failure: ProviderError.Failure, _ message: String, cure: String? = nil) -> ProviderError {
        ProviderError(failure, stage: .synthesis, provider: Self.name, message, cure: cure)
    }
}
