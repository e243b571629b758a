package import Audio

/// The result of one pass over a recording. Encodes as the JSON that `verbio analyze --json` prints.
package struct AudioReport: Sendable, Encodable {
    package var source: SourceDescription
    /// All audio tracks, with those marked that were heard; nil if there is one.
    package var tracks: [AudioTrack]?
    /// The length of the recording.
    package var seconds: Double
    /// The channels as recorded, before mixing and resampling: one entry per channel.
    package var channels: [Channel]
    /// The loudness of all channels together; nil if there was nothing to measure.
    package var loudness: Loudness?
    /// The lanes that the pipeline hears: the mix, one channel, or one lane for each speaker's channel.
    package var lanes: [Lane]
    package var damage: [AudioDamage]

    /// One channel of the recording.
    package struct Channel: Sendable, Encodable {
        /// −120 for silence, as all levels.
        package var peakDBFS: Double
        /// The root mean square of all samples.
        package var rmsDBFS: Double
        /// The largest magnitude, with the values between the samples.
        package var truePeakDBTP: Double
        /// Mean of the samples, full scale ±1.
        package var dcOffset: Double
        /// Samples at full scale.
        package var clippedSamples: Int
        /// Stretches of at least three samples at full scale.
        package var clippedRuns: Int
    }

    /// EBU R 128.
    package struct Loudness: Sendable, Encodable {
        /// Loudness of the whole; nil if nothing is long and loud enough to be measured, as for the next three.
        package var integratedLUFS: Double?
        package var rangeLU: Double?
        package var maximumMomentaryLUFS: Double?
        package var maximumShortTermLUFS: Double?
        package var truePeakDBTP: Double
        /// Not part of the JSON.
        package var line: LoudnessLine

        enum CodingKeys: String, CodingKey {
            case integratedLUFS, rangeLU, maximumMomentaryLUFS, maximumShortTermLUFS, truePeakDBTP
        }
    }

    /// One lane on the speech clock.
    package struct Lane: Sendable, Encodable {
        /// Which channel of the recording it is, counted from 1; nil for the mix of all.
        package var channel: Int?
        /// The speech of the utterances that pass, without the audio that is kept around it.
        package var speechSeconds: Double
        /// From 0 to 1.
        package var speechShare: Double
        /// Mean power of the utterances that pass, relative to that of the rest, in decibels. It is nil if there is no rest or
        /// no utterance, or if the rest is louder.
        package var snrDB: Double?
        package var utterances: [Utterance]
        /// Not part of the JSON.
        package var sketch: WaveformSketch
        /// The loudness of this lane alone, if it is not the mix of all channels. Not part of the JSON.
        package var loudnessLine: LoudnessLine?

        enum CodingKeys: String, CodingKey { case channel, speechSeconds, speechShare, snrDB, utterances }
    }

    /// One utterance as the pipeline would take it.
    package struct Utterance: Sendable, Encodable {
        /// Seconds from the start of the recording.
        package var start: Double
        package var end: Double
        /// The same on the speech clock.
        package var samples: Samples
        /// The same at the recording's own rate. If the rate changes, this is the first one.
        package var sourceSamples: Samples
        package var rmsDBFS: Double
        package var peakDBFS: Double
        package var snrDB: Double
        package var clippedSamples: Int
        package var voicedMilliseconds: Int
        /// The output of the speech network, from 0 to 1, for the 32 ms that sound most like a voice; nil if no network
        /// listened.
        package var speechProbability: Double?
        /// `pass`, or why the utterance would not be recognized: `too-short`, `too-quiet`, `too-even`.
        package var gate: String

        package var passes: Bool { gate == "pass" }
    }

    /// The first sample and the one after the last, at `rate` Hz.
    package struct Samples: Sendable, Encodable {
        package var start: Int
        package var end: Int
        package var rate: Int

        init(_ range: SampleRange, rate: Int) {
            (start, end, self.rate) = (range.start, range.end, rate)
        }
    }
}

/// Rounded to three decimals; values that are not numbers, and digital silence, become −120 dB.
func thousandths(_ value: Double) -> Double {
    value.isFinite ? (value * 1_000).rounded() / 1_000 : -120
}
