internal import Audio
internal import Language
internal import Plumbing
package import Providers

/// English speech recognition without a network: CMU pocketsphinx, opened at run time.
///
/// The same audio gives the same words, whatever was decoded before and whichever decoder of the pool takes it.
package final class PocketSphinxRecognizer: SpeechRecognizer {
    /// Its model and libraries, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        /// The folder of the package `pocketsphinx-en-us`.
        package var modelDirectory = "/usr/share/pocketsphinx/model/en-us"
        /// The shared libraries, by name or by path.
        package var library = "libpocketsphinx.so.3"
        package var baseLibrary = "libsphinxbase.so.3"
        /// The number of decoders that are kept, each of about 110 MB; at least 1. As many utterances are recognized at once.
        package var decoders = 1
        /// The longest utterance that is taken, in seconds.
        package var maximumSeconds = 120.0
        /// Options of the decoder (`-beam`, …) in addition to Verbio's own, which they may override.
        package var options: [String] = []

        package init() {}
    }

    static let packages = ["libpocketsphinx3", "pocketsphinx-en-us"]
    static let name = "pocketsphinx"

    /// The decoder's options, chosen by measuring.
    ///
    /// The first figure is the word error rate over 27 English clips of 145 s in total. Five are read prose from librivox,
    /// five are cards, one is goforward, and 16 are of mixed origin. The second is processor time as a share of the audio.
    /// The times are from a busy machine; the chosen options took 0.26 with less other load.
    ///
    ///     streaming in blocks of 100 ms, all defaults   0.337   0.43     (librivox 0.31, cards 0.10, goforward 0)
    ///     whole utterances, all defaults                0.238   0.42     (librivox 0.28, cards 0.05, goforward 0)
    ///     the same with -remove_silence no              0.233   0.43
    ///     the same with -maxhmmpf 10000                 0.224   0.37     (librivox 0.28, cards 0.05, goforward 0)
    ///
    ///     instead of -maxhmmpf 10000:
    ///     -maxhmmpf 3000 -maxwpf 5                      0.282   0.21
    ///     -ds 2                                         0.302   0.33
    ///     -remove_noise no                              0.267   0.40
    ///     -lw 8                                         0.302   0.35
    ///
    /// Frames of silence are also kept because the times of words would otherwise be those of a shorter recording.
    static let standardOptions = ["-remove_silence", "no", "-maxhmmpf", "10000"]

    private let configuration: Configuration
    private let pool: EnginePool<PocketSphinxDecoder>
    package let descriptor: ProviderDescriptor
    package let capabilities: RecognizerCapabilities

    /// Reads no model yet: the first utterance or ``prepare()`` does that.
    package init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        let limit = max(1, configuration.decoders)
        pool = EnginePool(limit: limit) { try await Self.load(configuration) }
        let files = PocketSphinxModel(directory: configuration.modelDirectory).files
        var parameters = ["files": FileFacts.fingerprint(of: files)]
        if !configuration.options.isEmpty { parameters["options"] = configuration.options.joined(separator: " ") }
        descriptor = ProviderDescriptor(name: Self.name, model: "en-us", parameters: parameters)
        capabilities = RecognizerCapabilities(languages: [.en]) {
            $0.streams = false
            $0.wordTimes = true
            $0.confidence = true
            $0.isDeterministic = true
            $0.maximumSeconds = configuration.maximumSeconds
            $0.maximumConcurrency = limit
        }
    }

    /// Loads a decoder now, so that the first utterance does not wait for it.
    ///
    /// - Throws: ``ProviderError`` (`unavailable`) with the packages to install.
    package func prepare() async throws {
        try await pool.prepare()
    }

    /// Decodes an utterance as a whole, without partial hypotheses.
    package func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        try Task.checkCancellation()
        guard request.language == .en else {
            throw failure(
                .unsupported, "it understands English only, not \(request.language.englishName)",
                cure: "configure another recognizer for \(request.language.englishName)")
        }
        let seconds = Double(request.audio.count) / Double(speechSampleRate)
        guard seconds <= configuration.maximumSeconds else {
            throw failure(
                .unsupported,
                "the utterance lasts \(Int(seconds.rounded(.up))) s, the longest it takes is "
                    + "\(Int(configuration.maximumSeconds)) s", cure: "cut the speech into shorter utterances")
        }
        let usage = Usage(audioSeconds: seconds)
        let gain = QuietInput.gain(for: request.audio)
        let samples = QuietInput.pcm(request.audio, gain: gain)
        guard samples.contains(where: { $0 != 0 }) else {
            return Recognition(text: "", language: .en, usage: usage)
        }
        guard let heard = try await pool.run({ try await $0.decode(samples) }) else {
            throw failure(.unusable, "the decoder failed on this utterance", cure: nil)
        }
        let words = heard.map { word in
            Recognition.Word(
                text: word.text, start: min(Double(word.firstFrame) / 100, seconds),
                end: min(Double(word.lastFrame + 1) / 100, seconds), confidence: max(0, min(1, word.probability)))
        }
        // The mean of the words' values: the posterior of the whole path falls with every word and shows little about any word.
        let confidence = words.isEmpty ? nil : words.compactMap(\.confidence).reduce(0, +) / Double(words.count)
        return Recognition(
            text: words.map(\.text).joined(separator: " "), language: .en, confidence: confidence, words: words,
            usage: usage)
    }

    private static func load(_ configuration: Configuration) async throws -> PocketSphinxDecoder {
        let cure = "apt-get install \(packages.joined(separator: " "))"
        func missing(_ message: String) -> ProviderError {
            ProviderError(.unavailable, stage: .recognition, provider: name, message, cure: cure)
        }
        let library: PocketSphinxLibrary
        do {
            library = try PocketSphinxLibrary(
                pocketsphinx: configuration.library, sphinxbase: configuration.baseLibrary)
        } catch {
            throw missing("its library cannot be opened (\(error.message))")
        }
        let model = PocketSphinxModel(directory: configuration.modelDirectory)
        if let file = model.missing.first { throw missing("its English model is not installed (no \(file))") }
        let options = standardOptions + configuration.options
        guard let decoder = try await PocketSphinxDecoder.load(library, model: model, options: options) else {
            throw missing("it refuses its model in \(configuration.modelDirectory) or its options")
        }
        return decoder
    }

    private func failure(_ failure: ProviderError.Failure, _ message: String, cure: String?) -> ProviderError {
        ProviderError(failure, stage: .recognition, provider: Self.name, message, cure: cure)
    }
}
