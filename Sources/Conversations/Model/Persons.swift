package import Audio
package import Language
internal import Plumbing

/// How many people speak in a recording, if they are told apart.
package enum PersonCount: Sendable, Hashable, Codable {
    /// It is found out.
    case automatic
    case known(Int)

    /// The most people that can be named.
    package static let most = 20
    package static let automaticName = "auto"

    /// - Parameter name: `auto` or a number from 1 to ``most``; nil is returned for anything else.
    package init?(name: String) {
        if name == Self.automaticName {
            self = .automatic
        } else if let count = Int(name), (1...Self.most).contains(count) {
            self = .known(count)
        } else {
            return nil
        }
    }

    package var name: String {
        switch self {
        case .automatic: Self.automaticName
        case .known(let count): String(count)
        }
    }

    /// Nil if it is found out.
    package var number: Int? {
        if case .known(let count) = self { count } else { nil }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let count = PersonCount(name: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number of people")
        }
        self = count
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

/// Who speaks when in a recording, and their names. There are labels only: what a voice sounds like is never stored.
package struct Persons: Sendable, Hashable, Codable {
    /// In order; they do not overlap. Nil until it is found out.
    package var turns: [PersonTurn]?
    /// The names that the user gave.
    package var names: [Int: String]
    /// The voices that were chosen for them, by language (`es`); nil if none was.
    package private(set) var voices: [Int: [String: String]]?

    package init(turns: [PersonTurn]? = nil, names: [Int: String] = [:]) {
        self.turns = turns
        self.names = names
    }

    /// The voice that was chosen for a person in a language; nil if none was.
    package func voice(of person: Int, in language: LanguageCode) -> String? { voices?[person]?[language.rawValue] }

    /// The chosen voices in a language, by person.
    package func voices(in language: LanguageCode) -> [Int: String] {
        (voices ?? [:]).compactMapValues { $0[language.rawValue] }
    }

    /// Gives people voices. Those of others stay.
    package mutating func give(_ given: [Int: String], in language: LanguageCode) {
        guard !given.isEmpty else { return }
        var all = voices ?? [:]
        for (person, voice) in given { all[person, default: [:]][language.rawValue] = voice }
        voices = all
    }

    /// Their numbers, in order.
    package var numbers: [Int] { Set((turns ?? []).map(\.person)).sorted() }

    /// The name of a person: the one that the user gave, or `Speaker 1`.
    package func name(of person: Int) -> String { names[person] ?? "Speaker \(person)" }

    /// Seconds of speech of a person.
    package func seconds(of person: Int) -> Double {
        (turns ?? []).reduce(0) { $1.person == person ? $0 + $1.range.seconds : $0 }
    }

    /// The samples at which another person begins. In a pause between two people it is the middle of the pause.
    package var changes: [Int] {
        let turns = turns ?? []
        return zip(turns, turns.dropFirst()).compactMap { former, next in
            former.person == next.person ? nil : (former.range.end + next.range.start) / 2
        }
    }

    /// The person that speaks for the longest part of a range; nil if no person speaks in it. Of equally long parts, the first
    /// one wins.
    package func holder(of range: SampleRange) -> Int? {
        let turns = turns ?? []
        var held: [(person: Int, samples: Int)] = []
        var place = turns.partitioningIndex { $0.range.end > range.start }
        while place < turns.count, turns[place].range.start < range.end {
            let turn = turns[place]
            let samples = min(turn.range.end, range.end) - max(turn.range.start, range.start)
            if let known = held.firstIndex(where: { $0.person == turn.person }) {
                held[known].samples += samples
            } else {
                held.append((turn.person, samples))
            }
            place += 1
        }
        let most = held.lazy.map(\.samples).max() ?? 0
        return held.first { $0.samples == most }?.person
    }
}

extension Persons {
    /// Makes one person of two. Its name is that of the one that stays, if that has one.
    package mutating func merge(_ person: Int, into other: Int) {
        turns = turns?.map { $0.person == person ? PersonTurn(range: $0.range, person: other) : $0 }
        let name = names.removeValue(forKey: person)
        if names[other] == nil { names[other] = name }
        let own = voices?.removeValue(forKey: person)
        if let own, voices?[other] == nil { voices?[other] = own }
    }

    /// Lets a person speak in all turns of a range.
    package mutating func assign(_ range: SampleRange, to person: Int) {
        var changed: [PersonTurn] = []
        for turn in turns ?? [] {
            let start = min(max(turn.range.start, range.start), turn.range.end)
            let end = max(start, min(turn.range.end, range.end))
            let parts = [
                (turn.range.start, start, turn.person), (start, end, person), (end, turn.range.end, turn.person),
            ]
            for (from, to, speaker) in parts where to > from {
                changed.append(PersonTurn(range: SampleRange(start: from, end: to), person: speaker))
            }
        }
        turns = changed
    }
}

extension Conversation {
    /// Gives people names. Those of others stay.
    package mutating func name(_ names: [Int: String]) {
        guard !names.isEmpty else { return }
        persons = persons ?? Persons()
        persons?.names.merge(names) { $1 }
    }

    /// The person that says an utterance; nil if the speakers are not told apart.
    package func person(of utterance: Utterance) -> Int? { persons?.holder(of: utterance.speech) }
}
