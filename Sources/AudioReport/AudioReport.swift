public import Audio

/// The result of one pass over a recording. Encodes as the JSON that `verbio analyze --json` prints.
public struct AudioReport: Sendable, Encodable {
    public var source: SourceDescription
    /// All audio tracks, with those marked that were heard; nil if there is one.
    public var tracks: [AudioTrack]?
    public var seconds: Double
    /// As recorded, before mixing and resampling: one entry per channel.
    public var channels: [Channel]
    /// Of all channels together; nil if there was nothing to measure.
    public var loudness: Loudness?
    /// The lanes that the pipeline hears: the mix, one channel, or one lane for each speaker's channel.
    public var lanes: [Lane]
    public var damage: [AudioDamage]

    /// One channel of the recording.
    public struct Channel: Sendable, Encodable {
        /// −120 for silence, as all levels.
        public var peakDBFS: Double
        public var rmsDBFS: Double
        /// The largest magnitude, with the values between the samples.
        public var truePeakDBTP: Double
        /// Mean of the samples, full scale ±1.
        public var dcOffset: Double
        public var clippedSamples: Int
        /// Stretches of at least three samples at full scale.
        public var clippedRuns: Int
    }

    /// EBU R 128.
    public struct Loudness: Sendable, Encodable {
        public var integratedLUFS: Double?
        public var rangeLU: Double?
        public var maximumMomentaryLUFS: Double?
        public var maximumShortTermLUFS: Double?
        public var truePeakDBTP: Double
        /// Not part of the JSON.
        public var line: LoudnessLine

        enum CodingKeys: String, CodingKey {
            case integratedLUFS, rangeLU, maximumMomentaryLUFS, maximumShortTermLUFS, truePeakDBTP
        }
    }

    /// One lane on the speech clock.
    public struct Lane: Sendable, Encodable {
        /// Which channel of the recording it is, counted from 1; nil for the mix of all.
        public var channel: Int?
        public var speechSeconds: Double
        /// From 0 to 1.
        public var speechShare: Double
        /// Mean power of the utterances that pass, relative to that of the rest, in decibels. It is nil if there is no rest or
        /// no utterance, or if the rest is louder.
        public var snrDB: Double?
        public var utterances: [Utterance]
        /// Not part of the JSON.
        public var sketch: WaveformSketch
        /// Of this lane alone, if it is not the mix of all channels. Not part of the JSON.
        public var loudnessLine: LoudnessLine?

        enum CodingKeys: String, CodingKey { case channel, speechSeconds, speechShare, snrDB, utterances }
    }

    /// One utterance as the pipeline would take it.
    public struct Utterance: Sendable, Encodable {
        /// Seconds from the start of the recording.
        public var start: Double
        public var end: Double
        /// The same on the speech clock.
        public var samples: Samples
        /// The same at the recording's own rate. If the rate changes, this is the first one.
        public var sourceSamples: Samples
        public var rmsDBFS: Double
        public var peakDBFS: Double
        public var snrDB: Double
        public var clippedSamples: Int
        public var voicedMilliseconds: Int
        /// The output of the speech network, from 0 to 1, for the 32 ms that sound most like a voice; nil if no network
        /// listened.
        public var speechProbability: Double?
        /// `pass`, or why the utterance would not be recognized: `too-short`, `too-quiet`, `too-even`.
        public var gate: String

        public var passes: Bool { gate == "pass" }
    }

    /// The first sample and the one after the last, at `rate` Hz.
    public struct Samples: Sendable, Encodable {
        public var start: Int
        public var end: Int
        public var rate: Int

        init(_ range: SampleRange, rate: Int) {
            (start, end, self.rate) = (range.start, range.end, rate)
        }
    }
}

/// Rounded to three decimals; values that are not numbers, and digital silence, become −120 dB.
func thousandths(_ value: Double) -> Double {
    value.isFinite ? (value * 1_000).rounded() / 1_000 : -120
}
