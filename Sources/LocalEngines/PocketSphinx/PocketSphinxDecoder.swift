internal import CPocketSphinx
internal import Glibc
internal import Plumbing

/// One pocketsphinx decoder with the models it has loaded, and its thread.
///
/// It decodes whole utterances only. The cepstral mean is taken over the utterance itself (`full_utt`), so earlier utterances
/// do not change the text. The words are also better than with the running mean that streaming needs. The price is that there
/// are no partial results.
final class PocketSphinxDecoder: @unchecked Sendable {
    // `decoder` is used on `worker` only, until deinit, when there are no other references.
    private let library: PocketSphinxLibrary
    private let worker: WorkerThread
    private let decoder: OpaquePointer

    struct Word: Sendable {
        var text: String
        /// Frames of 10 ms, both included.
        var firstFrame: Int
        var lastFrame: Int
        /// The posterior probability within the word lattice.
        var probability: Double
    }

    private init(_ library: PocketSphinxLibrary, _ worker: WorkerThread, _ decoder: OpaquePointer) {
        self.library = library
        self.worker = worker
        self.decoder = decoder
    }

    deinit { _ = library.functions.free_decoder?(decoder) }

    /// Loads the models, which takes about a second and 110 MB.
    ///
    /// - Returns: nil if pocketsphinx refuses the models or the options.
    static func load(
        _ library: PocketSphinxLibrary, model: PocketSphinxModel, options: [String]
    ) async throws -> PocketSphinxDecoder? {
        let worker = WorkerThread("pocketsphinx")
        return try await worker.run {
            let arguments =
                ["verbio", "-hmm", model.acoustic, "-lm", model.language, "-dict", model.dictionary]
                + ["-logfn", "/dev/null"] + options
            var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
            defer { for pointer in pointers { free(pointer) } }
            let functions = library.functions
            guard let count = Int32(exactly: pointers.count),
                let config = functions.parse?(nil, functions.options?(), count, &pointers, 1)
            else { return nil }
            defer { _ = functions.free_config?(config) }
            guard let decoder = functions.`init`?(config) else { return nil }
            return PocketSphinxDecoder(library, worker, decoder)
        }
    }

    /// The words in one utterance of 16 kHz mono samples; nil if the decoder fails.
    func decode(_ samples: [Int16]) async throws -> [Word]? {
        try await worker.run { [self] in
            let functions = library.functions
            // A new stream forgets what the decoder learned about the noise of the previous one.
            guard functions.start_stream?(decoder) == 0, functions.start_utterance?(decoder) == 0 else { return nil }
            let frames = samples.withUnsafeBufferPointer {
                functions.process?(decoder, $0.baseAddress, $0.count, 0, 1) ?? -1
            }
            guard functions.end_utterance?(decoder) == 0, frames >= 0 else { return nil }
            return words()
        }
    }

    private func words() -> [Word] {
        let functions = library.functions
        let logmath = functions.logmath?(decoder)
        var words: [Word] = []
        var segment = functions.segments?(decoder)
        while let current = segment {
            if let name = functions.segment_word?(current).map({ String(cString: $0) }), let text = Self.spoken(name) {
                var first: Int32 = 0
                var last: Int32 = 0
                functions.segment_frames?(current, &first, &last)
                let score = functions.segment_probability?(current, nil, nil, nil) ?? 0
                let probability = logmath.flatMap { functions.exponential?($0, score) } ?? 0
                words.append(
                    Word(text: text, firstFrame: Int(first), lastFrame: Int(last), probability: probability))
            }
            segment = functions.next_segment?(current)
        }
        return words
    }

    /// The word as it is written: without the number of its pronunciation (`read(2)`); nil if it is silence or a noise
    /// (`<sil>`, `[NOISE]`, `++UH++`).
    static func spoken(_ name: String) -> String? {
        guard let first = name.first, first != "<", first != "[", !name.hasPrefix("++") else { return nil }
        guard name.last == ")", let open = name.lastIndex(of: "("), open > name.startIndex,
            name[name.index(after: open)...].dropLast().allSatisfy(\.isNumber)
        else { return name }
        return String(name[..<open])
    }
}
