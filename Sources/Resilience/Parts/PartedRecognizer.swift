internal import Audio
public import Providers

/// A recognizer that splits long audio into parts it can take, and joins the answers.
///
/// The joined answer has every word once, times on the clock of the whole, and the summed usage of all parts.
///
/// Parts are asked for one after the other, so that hypotheses come in order. This wrapper is outside of retry: a part that was
/// answered is not asked for again because a later one failed. A part that the provider finds too large is split once more.
public struct PartedRecognizer: SpeechRecognizer {
    /// Seconds below which a part that the provider finds too large is not split: then something else is wrong.
    static let shortest = 1.0

    private let base: any SpeechRecognizer
    private let longest: Int
    private let part: @Sendable (RecognitionRequest) -> any SpeechRecognizer

    /// - Parameters:
    ///   - longest: how many samples a part may have; the recognizer's own limit if that is less.
    ///   - part: gives the recognizer for a part's request; `base` itself if there is nothing to wrap it in.
    public init(
        _ base: any SpeechRecognizer, longest: Int = .max,
        part: (@Sendable (RecognitionRequest) -> any SpeechRecognizer)? = nil
    ) {
        self.base = base
        self.longest = min(longest, base.capabilities.mostSamples)
        self.part = part ?? { _ in base }
    }

    public var descriptor: ProviderDescriptor { base.descriptor }

    /// The base's capabilities, without a limit on the length.
    public var capabilities: RecognizerCapabilities {
        var capabilities = base.capabilities
        capabilities.maximumSeconds = nil
        return capabilities
    }

    public func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        try await answers(to: request, hypothesis: hypothesis, recognition: \.self) { [part] question, hypothesis in
            try await part(question).recognize(question, hypothesis: hypothesis)
        }.whole
    }

    /// As ``recognize(_:hypothesis:)``, for calls that return more than a recognition.
    ///
    /// - Parameters:
    ///   - recognition: the recognition in what a call returns.
    ///   - call: asks for one part.
    /// - Returns: the answers put together, and what the calls returned, in the order of the parts.
    public func answers<Part>(
        to request: RecognitionRequest, hypothesis: PartialSink<String>,
        recognition: (Part) -> Recognition,
        _ call: @escaping (RecognitionRequest, PartialSink<String>) async throws -> Part
    ) async throws -> (whole: Recognition, parts: [Part]) {
        var left = AudioParts.cut(request.audio, longest: longest)[...]
        var answered: [(part: AudioPart, answer: Recognition)] = []
        var parts: [Part] = []
        while let next = left.popFirst() {
            var question = request
            question.audio = Array(request.audio[next.range.start..<next.range.end])
            let before = answered
            do {
                // Audio that is not split is answered as it is.
                if question.audio.count == request.audio.count {
                    let part = try await call(request, hypothesis)
                    return (recognition(part), [part])
                }
                let part = try await call(question) { text in
                    let unfinished = Recognition(
                        text: text, language: before.last?.answer.language ?? request.language)
                    let heard = MergedTranscript.recognition(before + [(next, unfinished)], language: request.language)
                    try await hypothesis(heard.text)
                }
                answered.append((next, recognition(part)))
                parts.append(part)
            } catch let error as ProviderError where error.failure == .tooLarge {
                guard let smaller = Self.smaller(than: question.audio.count) else { throw error }
                left = (next.cut(question.audio, longest: smaller) + left)[...]
            }
        }
        return (MergedTranscript.recognition(answered, language: request.language), parts)
    }
}

extension PartedRecognizer {
    /// How many samples to try if this number is too large; nil if it is small already.
    public static func smaller(than samples: Int) -> Int? {
        let half = samples / 2 + 1
        return Double(half) < shortest * Double(speechSampleRate) ? nil : half
    }
}

extension AudioPart {
    /// The part, split into smaller ones.
    fileprivate func cut(_ samples: [Float], longest: Int) -> [AudioPart] {
        func placed(_ place: SampleRange) -> SampleRange {
            SampleRange(start: range.start + place.start, end: range.start + place.end)
        }
        return AudioParts.cut(samples, longest: longest).map { piece in
            var part = piece
            part.range = placed(piece.range)
            part.overlap = piece.range.start == 0 ? overlap : piece.overlap.map(placed)
            return part
        }
    }
}

extension RecognizerCapabilities {
    /// How many samples of 16 kHz one call takes.
    fileprivate var mostSamples: Int {
        maximumSeconds.flatMap { Int(exactly: ($0 * Double(speechSampleRate)).rounded(.down)) } ?? .max
    }

    /// The most seconds that this much audio is billed as.
    ///
    /// Audio that is longer than one call takes goes in parts. Two neighbouring parts may have the same sound in them, and each
    /// is rounded up if the price says so.
    public func mostBilled(seconds: Double) -> Double {
        let whole = price?.billed(seconds) ?? seconds
        guard let samples = Int(exactly: (seconds * Double(speechSampleRate)).rounded(.up)), isTooLong(samples: samples)
        else { return whole }
        let most = AudioParts.most(samples: samples, longest: mostSamples)
        let heard = Double(most.samples) / Double(speechSampleRate)
        guard let price, let step = price.audioStep, step > 0 else { return max(whole, heard) }
        let longest = price.billed(Double(mostSamples) / Double(speechSampleRate))
        return max(whole, min(Double(most.parts) * longest, heard + Double(most.parts) * step))
    }

    /// Whether this is more samples than one call takes.
    public func isTooLong(samples: Int) -> Bool { samples > mostSamples }
}
