package import Conversations
import Delivery
import FoundationEssentials
import Plumbing

/// How a live conversation kept up with its speaker. All times are milliseconds if their names do not say otherwise.
package struct LiveReport: Sendable, Encodable {
    /// One utterance. The times count from when its last sound came.
    package struct Utterance: Sendable, Encodable {
        package var utterance: Int
        /// Seconds in the audio.
        package var start = 0.0
        package var end = 0.0
        package var outcome: String?
        /// Until the end of the utterance was noticed: the silence that ends it, and what the program adds.
        package var endpoint: Double?
        /// From there until its recognition was requested.
        package var request: Double?
        /// From the request to the first part of the answer.
        package var firstByte: Double?
        /// Until its text, its translation and its first sound were delivered.
        package var text: Double?
        package var translation: Double?
        package var firstAudio: Double?
        package var averageLagging: Double?
        package var lengthAdaptiveAverageLagging: Double?
        /// Words of partials that were taken back, for each word of the final text.
        package var normalizedErasure: Double?
    }

    package var conversation: ConversationID
    /// The length of the audio.
    package var seconds: Double
    /// How long the conversation took.
    package var elapsedSeconds: Double
    /// Elapsed seconds for each second of audio; nil without audio.
    package var realTimeFactor: Double?
    /// The share of the voiced time that was not dropped and did not fail.
    package var voicedCoverage: Double?
    /// US dollars.
    package var cost: Double
    package var endpoint: Percentiles?
    package var request: Percentiles?
    package var firstByte: Percentiles?
    package var text: Percentiles?
    package var translation: Percentiles?
    package var firstAudio: Percentiles?
    /// Partials, behind the end of the audio that they cover.
    package var partial: Percentiles?
    package var averageLagging: Percentiles?
    package var lengthAdaptiveAverageLagging: Percentiles?
    package var normalizedErasure: Percentiles?
    /// Utterances whose final text differs from stable words of their partials.
    package var revised: Int
    /// Voices that were left out because they were too late.
    package var skippedVoices: Int
    package var utterances: [Utterance]

    /// The report as indented JSON.
    package func json() throws -> String {
        let encoder = JSONEncoder.sorted
        encoder.outputFormatting.insert(.prettyPrinted)
        return try encoder.text(self) + "\n"
    }

    /// The rows of a table for people: what is measured, and its percentiles.
    package var rows: [[String]] {
        let measured: [(String, Percentiles?)] = [
            ("words while spoken", partial), ("end noticed", endpoint), ("text", text), ("translation", translation),
            ("first sound", firstAudio), ("average lagging", averageLagging),
        ]
        return measured.compactMap { name, values in
            values.map { [name] + [$0.p50, $0.p95, $0.p99].map { "\(Int($0.rounded())) ms" } }
        }
    }
}
