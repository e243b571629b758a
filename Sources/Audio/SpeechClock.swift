/// The rate of all audio after decoding: 16 kHz mono Float32, full scale ± 1.
public let speechSampleRate = 16_000

/// A half-open range of samples on the speech clock (16 kHz, sample 0 is the first of the recording).
public struct SampleRange: Sendable, Hashable, Codable {
    public var start: Int
    public var end: Int

    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    public var count: Int { end - start }
    /// Seconds from the start of the recording.
    public var startSeconds: Double { Double(start) / Double(speechSampleRate) }
    public var endSeconds: Double { Double(end) / Double(speechSampleRate) }
    public var seconds: Double { Double(count) / Double(speechSampleRate) }

    /// The same stretch, later by this many samples.
    public func later(by samples: Int) -> SampleRange { SampleRange(start: start + samples, end: end + samples) }

    /// The same stretch in samples of another rate, rounded down at both ends so that neighbours still meet.
    public func scaled(to rate: Int) -> SampleRange {
        SampleRange(start: start * rate / speechSampleRate, end: end * rate / speechSampleRate)
    }
}

/// The format of the recording, as found by reading it; the header's claims are not repeated here.
public struct SourceDescription: Sendable, Hashable, Codable {
    /// The file's name without its folder, `-` for standard input, or the name that the client gave.
    public var name: String
    /// `wav`, `flac`, `ogg`, `mp3`, `raw`, … as found in the bytes.
    public var container: String
    /// `pcm_s16le`, `flac`, `opus`, … if known.
    public var codec: String
    /// Native rate in Hz and native number of channels.
    public var sampleRate: Int
    public var channels: Int

    public init(name: String, container: String, codec: String, sampleRate: Int, channels: Int) {
        self.name = name
        self.container = container
        self.codec = codec
        self.sampleRate = sampleRate
        self.channels = channels
    }
}

/// Consecutive speech audio: one array of samples per lane, all of the same length. There is one lane, or with speakers by
/// channel one per channel.
public struct SpeechBlock: Sendable {
    /// Position of the first sample on the speech clock.
    public var start: Int
    public var lanes: [[Float]]
    /// For each lane the frames of the block in which the recording itself is at full scale.
    ///
    /// They are in order and counted from where the first block begins. It is nil if the recording's samples are those of the
    /// lane, so that clipping can be read from them.
    public var clipping: [[ClippedFrame]]?

    public init(start: Int, lanes: [[Float]], clipping: [[ClippedFrame]]? = nil) {
        self.start = start
        self.lanes = lanes
        self.clipping = clipping
    }
}

/// How many of a recording's own samples reach full scale within 10 ms.
///
/// The count covers all channels that a lane is made of, at the rate of the recording.
public struct ClippedFrame: Sendable, Hashable {
    /// Samples of the speech clock in a frame.
    public static let length = speechSampleRate / 100

    /// The index of the 10 ms on the speech clock, from 0.
    public var frame: Int
    /// At least one.
    public var samples: Int

    public init(frame: Int, samples: Int) {
        self.frame = frame
        self.samples = samples
    }
}

/// The input of the pipeline: audio of 16 kHz Float32 in consecutive blocks of any size.
///
/// One task reads. `stop()` may be called from any thread. The next `next()` returns the audio that has arrived and
/// then nil, even if the bytes come from a pipe that stays open. For a file, which can be read again, it returns nil at
/// once.
public protocol SpeechSource: Sendable {
    var source: SourceDescription { get }
    /// How many lanes every block has.
    var laneCount: Int { get }
    /// Seconds of audio if a trustworthy figure is known beforehand (a regular file), for progress only.
    var expectedSeconds: Double? { get }
    /// The position on the speech clock at which the first block begins: 0 unless a part is heard that begins later.
    var firstSample: Int { get }
    /// The audio tracks of the recording, with those marked that are heard.
    var tracks: [AudioTrack] { get }
    /// The next block, or nil at the end.
    ///
    /// - Throws: ``Problem`` of kind `input` if the audio cannot be read at all. Damage after a readable beginning does not
    ///   throw: it ends the audio and is reported in ``damage``.
    func next() async throws -> SpeechBlock?
    /// Delivers the remaining blocks, as long as more are needed; no block is decoded ahead.
    ///
    /// If decoding has its own thread, the body runs there. Switching to another thread and back costs as much as
    /// decoding some seconds of a WAV file. Also, the decoded audio is still in that core's cache.
    ///
    /// - Throws: as ``next()`` does, what the body throws, and `CancellationError` before the next block.
    func hear(_ body: (SpeechBlock) throws -> Listening) async throws
    func stop()
    /// The damage of the recording, complete once `next()` has returned nil.
    var damage: [AudioDamage] { get }
}

/// Whether the listener of a source needs more samples.
public enum Listening: Sendable {
    case goOn, end
}

extension SpeechSource {
    /// The beginning of the recording.
    public var firstSample: Int { 0 }

    /// No known tracks.
    public var tracks: [AudioTrack] { [] }

    public func hear(_ body: (SpeechBlock) throws -> Listening) async throws {
        while let block = try await next() {
            try Task.checkCancellation()
            guard try body(block) == .goOn else { return }
        }
    }
}

/// Mono 16-bit audio from a synthesizer, at the synthesizer's own rate.
public struct VoiceAudio: Sendable, Hashable {
    /// Hz.
    public var sampleRate: Int
    public var samples: [Int16]

    public init(sampleRate: Int, samples: [Int16]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    public var seconds: Double { sampleRate > 0 ? Double(samples.count) / Double(sampleRate) : 0 }
}
