internal import Audio
package import Conversations
internal import FoundationEssentials
package import Plumbing

extension SpeakerTurns {
    /// A recording has a day at most.
    private static let lastSecond = 86_400.0

    /// Reads lines of JSON, such as `{"at": 12.5, "speaker": "user"}`.
    ///
    /// From that second of the recording on, this side speaks, or neither side if `speaker` is null. Blank lines are skipped.
    ///
    /// - Parameter place: what the lines came from, for the messages.
    /// - Throws: `Problem` of kind `usage` that names the line: `speaker-events.malformed`, `.time`, `.order`, `.speaker` or
    ///   `.too-many`.
    package init(reading text: String, from place: String) throws(Problem) {
        self.init()
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            _ = try append(SpeakerLine(reading: String(line)), number: index + 1, from: place, now: nil)
        }
    }

    /// Reads a JSON list of such objects.
    ///
    /// - Throws: as ``init(reading:from:)``.
    package init(list text: String, from place: String) throws(Problem) {
        self.init()
        guard let list = try? JSONDecoder().decode([SpeakerLine].self, from: Data(text.utf8)) else {
            throw Problem(
                .usage, "speaker-events.malformed", "it is no list of objects of 'at' and 'speaker'", at: place,
                cure: #"write it as [{"at": 12.5, "speaker": "user"}]"#)
        }
        for (index, line) in list.enumerated() {
            _ = try append(line, "event \(index + 1)", from: place, now: nil)
        }
    }

    /// Takes the next event from its line.
    ///
    /// - Parameters:
    ///   - line: nil if it could not be read.
    ///   - number: of the line, from 1.
    ///   - now: the sample that `"now"` stands for; nil if `"now"` is not allowed.
    /// - Returns: the sample at which an utterance ends because of the event, if there is one (``append(_:)``).
    mutating func append(_ line: SpeakerLine?, number: Int, from place: String, now: Int?) throws(Problem) -> Int? {
        try append(line, "line \(number)", from: place, now: now)
    }

    /// - Parameter read: nil if the line could not be read.
    private mutating func append(
        _ read: SpeakerLine?, _ name: String, from place: String, now: Int?
    ) throws(Problem) -> Int? {
        func problem(_ code: String, _ what: String, _ cure: String) -> Problem {
            Problem(.usage, "speaker-events.\(code)", "\(name): \(what)", at: place, cure: cure)
        }
        guard events.count < Self.maximumEvents else { throw Self.tooMany(at: place) }
        guard let read, read.isWhole else {
            throw problem(
                "malformed", "it is no object of 'at' and 'speaker'", #"write it as {"at": 12.5, "speaker": "user"}"#)
        }
        guard let sample = read.time.flatMap({ $0.sample(now: now, last: Self.lastSecond) }) else {
            let orNow = now == nil ? "" : #", or "now""#
            throw problem(
                "time", "'at' is no time of a recording",
                "give seconds from its beginning, from 0 to \(Int(Self.lastSecond))\(orNow)")
        }
        guard let speaker = read.speaker.map({ Speaker(rawValue: $0) }) ?? .some(nil),
            speaker != nil || read.speaker == nil
        else {
            throw problem(
                "speaker", "there is no speaker '\((read.speaker ?? "").prefix(40))'",
                #"say "user", "other", or null for neither side"#)
        }
        if let last = events.last, sample < last.at {
            throw problem(
                "order", "its time is before that of the event before", "give events in the order of their times")
        }
        return append(SpeakerEvent(at: sample, speaker: speaker)) ? sample : nil
    }

    static func tooMany(at place: String) -> Problem {
        Problem(
            .usage, "speaker-events.too-many", "there are more than \(maximumEvents) events", at: place,
            cure: "leave out those that change nothing")
    }
}

/// From a time on, this side speaks: one line of speaker events, as far as it could be read.
package struct SpeakerLine: Decodable, Sendable {
    package enum Time: Sendable {
        case now
        /// Of the recording.
        case seconds(Double)

        fileprivate func sample(now: Int?, last: Double) -> Int? {
            switch self {
            case .now: now
            case .seconds(let seconds):
                (0...last).contains(seconds)
                    ? Int(exactly: (seconds * Double(speechSampleRate)).rounded()) : nil
            }
        }
    }

    private struct Key: CodingKey {
        static let (at, speaker) = (Key(stringValue: "at"), Key(stringValue: "speaker"))
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Nil if the value is no time.
    fileprivate let time: Time?
    fileprivate let speaker: String?
    /// Whether both members are there, and no other.
    fileprivate let isWhole: Bool

    /// - Parameter speaker: nil if neither side speaks.
    package init(at time: Time, _ speaker: Speaker?) {
        (self.time, self.speaker, isWhole) = (time, speaker?.rawValue, true)
    }

    /// Reads a line of JSON; nil if it is none, or too long.
    init?(reading text: String) {
        guard text.utf8.count <= 1_000,
            let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
        else { return nil }
        self = read
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        isWhole = Set(container.allKeys.map(\.stringValue)) == ["at", "speaker"]
        if let seconds = try? container.decode(Double.self, forKey: .at) {
            time = .seconds(seconds)
        } else if (try? container.decode(String.self, forKey: .at)) == "now" {
            time = .now
        } else {
            time = nil
        }
        speaker = try container.decodeIfPresent(String.self, forKey: .speaker)
    }
}
