package import Audio
package import Providers

/// A request that may be made again after some of its answer has reached a listener.
package protocol RepeatableRequest<Partial>: ProviderRequest {
    associatedtype Partial: Sendable
    associatedtype Delivered: DeliveredPartials<Partial>
}

/// The partial answers that have been delivered over several attempts, and so what a later attempt adds to them.
package protocol DeliveredPartials<Partial>: Sendable {
    associatedtype Partial: Sendable

    init()

    /// The part of a partial answer that is new to the listener; nil if there is none.
    ///
    /// - Parameter attempt: from 1.
    /// - Throws: ``PartialMismatch`` if the attempt cannot continue what was delivered.
    mutating func news(in given: Partial, attempt: Int) throws(PartialMismatch) -> Partial?
}

/// Audio of a later attempt has another sample rate than the audio delivered before.
package struct PartialMismatch: Error {}

extension RecognitionRequest: RepeatableRequest {
    package typealias Delivered = DeliveredHypotheses
}

extension TranslationRequest: RepeatableRequest {
    package typealias Delivered = DeliveredPieces
}

extension SynthesisRequest: RepeatableRequest {
    package typealias Delivered = DeliveredAudio
}

extension BatchRequest: RepeatableRequest {
    package typealias Delivered = DeliveredLines
}

extension SpeechTranslationRequest: RepeatableRequest {
    package typealias Delivered = DeliveredHypotheses
}

extension SummaryRequest: RepeatableRequest {
    package typealias Delivered = NothingDelivered
}

/// Hypotheses. Those of a later attempt are withheld while they are only the beginning of the one shown last. So a
/// listener never sees the text shrink.
package struct DeliveredHypotheses: DeliveredPartials {
    private var attempt = 1
    private var shown = ""

    package init() {}

    package mutating func news(in given: String, attempt: Int) -> String? {
        if attempt > self.attempt, shown.hasPrefix(given) { return nil }
        self.attempt = attempt
        shown = given
        return given
    }
}

/// Pieces of a text. None is delivered twice: of a later attempt only the text beyond them is passed on. If it gives a different
/// text, no more pieces are delivered.
///
/// They are compared byte by byte: a letter and its accent may come in different pieces.
package struct DeliveredPieces: DeliveredPartials {
    private var attempt = 1
    private var delivered: [UInt8] = []
    /// How much of the delivered text this attempt has repeated.
    private var repeated = 0
    private var diverged = false

    package init() {}

    package mutating func news(in given: String, attempt: Int) -> String? {
        if attempt != self.attempt {
            self.attempt = attempt
            repeated = 0
        }
        guard !diverged else { return nil }
        let bytes = Array(given.utf8)
        let overlap = min(bytes.count, delivered.count - repeated)
        guard bytes[..<overlap].elementsEqual(delivered[repeated..<repeated + overlap]) else {
            diverged = true
            return nil
        }
        delivered.append(contentsOf: bytes[overlap...])
        repeated += bytes.count
        return overlap < bytes.count ? String(decoding: bytes[overlap...], as: UTF8.self) : nil
    }
}

/// Audio. What has been delivered may have been played and cannot be taken back. So a later attempt continues after as many
/// samples as were delivered before, whatever they were. There is no audio twice and no gap. The price is a possible click if a
/// provider does not speak the same text the same way twice.
package struct DeliveredAudio: DeliveredPartials {
    private var attempt = 1
    private var sampleRate: Int?
    private var delivered = 0
    /// How many samples this attempt has given.
    private var repeated = 0

    package init() {}

    package mutating func news(in given: VoiceAudio, attempt: Int) throws(PartialMismatch) -> VoiceAudio? {
        if attempt != self.attempt {
            self.attempt = attempt
            repeated = 0
        }
        guard sampleRate ?? given.sampleRate == given.sampleRate else { throw PartialMismatch() }
        sampleRate = given.sampleRate
        let skipped = min(given.samples.count, delivered - repeated)
        repeated += given.samples.count
        delivered = max(delivered, repeated)
        let news = given.samples[skipped...]
        return news.isEmpty ? nil : VoiceAudio(sampleRate: given.sampleRate, samples: Array(news))
    }
}

/// Lines. None is delivered twice: a later attempt may translate it otherwise.
package struct DeliveredLines: DeliveredPartials {
    private var delivered: Set<Int> = []

    package init() {}

    package mutating func news(in given: TranslatedLine, attempt: Int) -> TranslatedLine? {
        delivered.insert(given.index).inserted ? given : nil
    }
}

/// For answers that come at once.
package struct NothingDelivered: DeliveredPartials {
    package init() {}

    package mutating func news(in given: Never, attempt: Int) -> Never? {}
}
