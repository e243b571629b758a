internal import Audio
package import Providers

/// The parts of long audio.
///
/// The joined answer has every word once, times on the clock of the whole, and the summed usage of all parts.
package struct RecognitionParts: RequestParts {
    /// Seconds below which a part that the provider finds too large is not split: then something else is wrong.
    private static let shortest = 1.0

    private let request: RecognitionRequest
    private var left: ArraySlice<AudioPart>
    private var asked: (part: AudioPart, audio: [Float])?
    private var answered: [(part: AudioPart, answer: Recognition)] = []

    /// - Parameter longest: how many samples a part may have; what the recognizer can take if that is less.
    package init(_ request: RecognitionRequest, for capabilities: RecognizerCapabilities, longest: Int = .max) {
        self.request = request
        left = AudioParts.cut(request.audio, longest: min(longest, capabilities.maximumSamples))[...]
    }

    package mutating func next() -> RecognitionRequest? {
        guard let part = left.popFirst() else { return nil }
        var question = request
        question.audio = Array(request.audio[part.range.start..<part.range.end])
        asked = (part, question.audio)
        return question
    }

    package func whole(_ partial: String) -> String {
        guard let asked, !isWhole(asked.part) else { return partial }
        let unfinished = Recognition(text: partial, language: answered.last?.answer.language ?? request.language)
        return MergedTranscript.recognition(answered + [(asked.part, unfinished)], language: request.language).text
    }

    package mutating func take(_ answer: Recognition) {
        if let asked { answered.append((asked.part, answer)) }
    }

    package mutating func divide() -> Bool {
        guard let asked, let smaller = Self.smaller(than: asked.audio.count) else { return false }
        left = (asked.part.cut(asked.audio, longest: smaller) + left)[...]
        return true
    }

    package var answer: Recognition? {
        // The answer to audio that is not split stays as it is.
        if let only = answered.first, isWhole(only.part) { return only.answer }
        return MergedTranscript.recognition(answered, language: request.language)
    }

    private func isWhole(_ part: AudioPart) -> Bool { part.range.end - part.range.start == request.audio.count }

    /// How many samples to try if this number is too large; nil if it is small already.
    package static func smaller(than samples: Int) -> Int? {
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
    var maximumSamples: Int {
        maximumSeconds.flatMap { Int(exactly: ($0 * Double(speechSampleRate)).rounded(.down)) } ?? .max
    }

    /// The most seconds that this much audio is billed as.
    ///
    /// Audio that is longer than one call takes goes in parts. Two neighbouring parts may have the same sound in them, and each
    /// is rounded up if the price says so.
    package func maximumBilled(seconds: Double) -> Double {
        let whole = price?.billed(seconds) ?? seconds
        guard let samples = Int(exactly: (seconds * Double(speechSampleRate)).rounded(.up)), isTooLong(samples: samples)
        else { return whole }
        let most = AudioParts.most(samples: samples, longest: maximumSamples)
        let heard = Double(most.samples) / Double(speechSampleRate)
        guard let price, let step = price.audioStep, step > 0 else { return max(whole, heard) }
        let longest = price.billed(Double(maximumSamples) / Double(speechSampleRate))
        return max(whole, min(Double(most.parts) * longest, heard + Double(most.parts) * step))
    }

    /// Whether this is more samples than one call takes.
    package func isTooLong(samples: Int) -> Bool { samples > maximumSamples }
}
