internal import Plumbing

/// Interleaved samples as a decoder gives them. A stream may change its rate and channels on the way, so every chunk states its
/// own.
struct DecodedChunk {
    /// Hz.
    var rate: Int
    var channels: Int
    /// A whole number of frames.
    var samples: NativeSamples
    /// The form of the samples before they were Float: whole numbers of this many bits over 2^(bits − 1), none of them larger
    /// than ± 1. nil if they had another form.
    var bits: Int?
    /// The largest possible sample; samples that reach it were clipped.
    var fullScale = DecodedChunk.usualFullScale

    /// The same at the rate of the recording, if the samples are at another rate and a listener needs the recording's own.
    var recorded: (rate: Int, samples: [Float])?

    /// The value for 16 bits; converters leave it a little below 1.
    static let usualFullScale: Float = 32_767 / 32_768

    var frames: Int { channels > 0 ? samples.count / channels : 0 }

    /// Removes the audio after this time.
    mutating func cut(toSeconds seconds: Double) {
        func places(_ rate: Int) -> Int { Int(seconds * Double(rate)) * channels }
        samples.cut(to: places(rate))
        guard let recorded else { return }
        let kept = recorded.samples.prefix(places(recorded.rate))
        self.recorded = (recorded.rate, Array(kept))
    }
}

extension DecodedChunk {
    /// Removes all frames outside this range.
    mutating func keep(_ range: Range<Int>) {
        samples.cut(to: range.upperBound * channels)
        samples.drop(range.lowerBound * channels)
        guard let recorded, rate > 0 else { return }
        func place(_ frame: Int) -> Int {
            min(recorded.samples.count, frame * recorded.rate / rate * channels)
        }
        let kept = recorded.samples[place(range.lowerBound)..<place(range.upperBound)]
        self.recorded = (recorded.rate, Array(kept))
    }
}

/// The format of the stream at its beginning, as a decoder found it.
struct NativeFormat: Equatable {
    var container: String
    var codec: String
    /// Hz, the rate of the recording; the chunks may have another rate (Opus is decoded directly at 16 kHz).
    var rate: Int
    var channels: Int
}

/// Turns the bytes of one kind of file into samples. One thread reads; it may block for bytes.
protocol AudioDecoder: AnyObject {
    var format: NativeFormat { get }

    /// The next samples, at most about a second of them, or nil at the end.
    ///
    /// - Throws: ``Problem`` if the stream turns out not to be readable at all.
    func read() throws -> DecodedChunk?

    /// The damage that was found so far.
    var damage: [AudioDamage] { get }

    /// Seconds of audio if the header and the file's size agree about it.
    var expectedSeconds: Double? { get }

    /// The place in the source where the recording has ended, at the end; nil for decoders that read on to the end of all
    /// bytes.
    var end: Int? { get }

    /// Whether the source's position says how many bytes have been decoded. It does not if another thread or program reads
    /// the bytes.
    var readsInStep: Bool { get }

    /// All audio tracks of the recording.
    var tracks: [AudioTrack] { get }
}

extension AudioDecoder {
    var expectedSeconds: Double? { nil }
    var end: Int? { nil }
    var readsInStep: Bool { true }

    /// The only track.
    var tracks: [AudioTrack] {
        [AudioTrack.only(codec: format.codec, sampleRate: format.rate)]
    }
}

/// The inputs of a decoder.
struct DecoderContext {
    var source: ReplaySource
    var limits: DecodingLimits
    /// The converter program, if one is installed.
    var ffmpegPath: String?
    /// Whether a listener hears the recording as it was made.
    var isHeardAsRecorded = false
    /// The name of the input, which counts only for kinds of files that their bytes do not show.
    var name = ""
    /// The tracks that are requested.
    var trackRequest = TrackRequest(choice: .automatic)
}
