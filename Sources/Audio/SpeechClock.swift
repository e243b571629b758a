/// The rate of all audio after decoding: 16 kHz mono Float32, full scale ± 1.
package let speechSampleRate = 16_000

/// A half-open range of samples on the speech clock (16 kHz, sample 0 is the first of the recording).
package struct SampleRange: Sendable, Hashable, Codable {
    package var start: Int
    package var end: Int

    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    package var count: Int { end - start }
    /// Seconds from the start of the recording.
    package var startSeconds: Double { Double(start) / Double(speechSampleRate) }
    package var endSeconds: Double { Double(end) / Double(speechSampleRate) }
    package var seconds: Double { Double(count) / Double(speechSampleRate) }

    /// The same stretch, later by this many samples.
    package func later(by samples: Int) -> SampleRange { SampleRange(start: start + samples, end: end + samples) }

    /// The same stretch in samples of another rate, rounded down at both ends so that neighbours still meet.
    package func scaled(to rate: Int) -> SampleRange {
        SampleRange(start: start * rate / speechSampleRate, end: end * rate / speechSampleRate)
    }
}

/// The format of the recording, as found by reading it; the header's claims are not repeated here.
package struct SourceDescription: Sendable, Hashable, Codable {
    /// The file's name without its folder, `-` for standard input, or the name that the client gave.
    package var name: String
    /// `wav`, `flac`, `ogg`, `mp3`, `raw`, … as found in the bytes.
    package var container: String
    /// `pcm_s16le`, `flac`, `opus`, … if known.
    package var codec: String
    /// Native rate in Hz and native number of channels.
    package var sampleRate: Int
    package var channels: Int

    package init(name: String, container: String, codec: String, sampleRate: Int, channels: Int) {
        self.name = name
        self.container = container
        self.codec = codec
        self.sampleRate = sampleRate
        self.channels = channels
    }
}

/// Consecutive speech audio: one array of samples per lane, all of the same length. There is one lane, or with speakers by
/// channel one per channel.
package struct SpeechBlock: Sendable {
    /// Position of the first sample on the speech clock.
    package var start: Int
    package var lanes: [[Float]]
    /// For each lane the frames of the block in which the recording itself is at full scale.
    ///
    /// They are in order and counted from where the first block begins. It is nil if the recording's samples are those of the
    /// lane, so that clipping can be read from them.
    package var clipping: [[ClippedFrame]]?

    package init(start: Int, lanes: [[Float]], clipping: [[ClippedFrame]]? = nil) {
        self.start = start
        self.lanes = lanes
        self.clipping = clipping
    }
}

/// How many of a recording's own samples reach full scale within 10 ms.
///
/// The count covers all channels that a lane is made of, at the rate of the recording.
package struct ClippedFrame: Sendable, Hashable {
    /// Samples of the speech clock in a frame.
    package static let length = speechSampleRate / 100

    /// The index of the 10 ms on the speech clock, from 0.
    package var frame: Int
    /// At least one.
    package var samples: Int

    package init(frame: Int, samples: Int) {
        self.frame = frame
        self.samples = samples
    }
}

/// The input of the pipeline: audio of 16 kHz Float32 in consecutive blocks of any size.
///
/// One task reads. `stop()` may be called from any thread. The next `next()` returns the audio that has arrived and
/// then nil, even if the bytes come from a pipe that stays open. For a file, which can be read again, it returns nil at
/// once.
package protocol SpeechSource: Sendable {
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
package enum Listening: Sendable {
    case goOn, end
}

extension SpeechSource {
    /// The beginning of the recording.
    package var firstSample: Int { 0 }

    /// No known tracks.
    package var tracks: [AudioTrack] { [] }

    package func hear(_ body: (SpeechBlock) throws -> Listening) async throws {
        while let block = try await next() {
            try Task.checkCancellation()
            guard try body(block) == .goOn else { return }
        }
    }
}

/// Mono 16-bit audio from a synthesizer, at the synthesizer's own rate.
package struct VoiceAudio: Sendable, Hashable {
    /// Hz.
    package var sampleRate: Int
    package var samples: [Int16]

    package init(sampleRate: Int, samples: [Int16]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    package var seconds: Double { sampleRate > 0 ? Double(samples.count) / Double(sampleRate) : 0 }
}
