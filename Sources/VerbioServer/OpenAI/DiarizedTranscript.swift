internal import Audio
internal import Conversations

/// A transcript with the person of each segment, as OpenAI's clients read it.
struct DiarizedTranscript: Encodable, Sendable {
    /// An utterance of one person. As an event of a stream it is the same.
    struct Segment: Encodable, Sendable {
        var type = "transcript.text.segment"
        var id: String
        /// Seconds from the start of the audio.
        var start: Double
        var end: Double
        var text: String
        var speaker: String
    }

    var task = "transcribe"
    var duration: Double
    var text: String
    var segments: [Segment]
    var usage: Transcript.Usage
}

extension Persons {
    /// The name that the user gave, or a letter as OpenAI has it: `A` for the first one.
    fileprivate func label(of person: Int) -> String {
        names[person] ?? Unicode.Scalar(UInt32(64 + person)).map { String(Character($0)) } ?? String(person)
    }

    /// The person of a range, or of the turn that is nearest to it. If no turn was found, it is the first one.
    fileprivate func nearestHolder(of range: SampleRange) -> Int {
        if let holder = holder(of: range) { return holder }
        func distance(_ turn: PersonTurn) -> Int { max(turn.range.start - range.end, range.start - turn.range.end) }
        return (turns ?? []).min { distance($0) < distance($1) }?.person ?? 1
    }
}

extension Transcript {
    /// The segments from a place on, with their persons.
    func diarizedSegments(from first: Int = 0, _ persons: Persons?) -> [DiarizedTranscript.Segment] {
        let persons = persons ?? Persons()
        return zip(segments, speech).dropFirst(first).map { segment, range in
            DiarizedTranscript.Segment(
                id: "seg_\(segment.id + 1)", start: segment.start, end: segment.end, text: segment.text,
                speaker: persons.label(of: persons.nearestHolder(of: range)))
        }
    }

    /// - Parameter seconds: the length of the audio.
    func diarized(seconds: Double, _ persons: Persons?) -> DiarizedTranscript {
        let plain = verbose(seconds: seconds)
        return DiarizedTranscript(
            duration: plain.duration, text: text, segments: diarizedSegments(persons),
            usage: Usage(seconds: plain.duration))
    }
}
