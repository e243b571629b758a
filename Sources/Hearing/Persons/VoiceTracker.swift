package import Audio

/// Gives the utterances of a live conversation their persons, one after the other.
///
/// The voices in an utterance are told apart first, because people answer within the pause that ends an utterance. Each is then
/// compared with the voices that are known. After each half minute of speech, and at the end, all speech that is kept is grouped
/// again, which may move earlier speech to another person.
///
/// The numbers are those of a measurement with CAM++ on 41 recordings: 9.3 % of the speech is missed or has the wrong person. With
/// one person for each utterance it is 35.8 %.
package struct VoiceTracker: Sendable {
    /// Cosine: voices within one utterance are one from here on.
    private static let sameVoice: Float = 0.40
    /// Seconds: a voice with less speech in an utterance is part of the most similar one in it.
    private static let leastPart: Float = 1
    /// Cosine: a voice is a known person's from here on.
    private static let samePerson: Float = 0.35
    /// Seconds: a voice with less speech is no new person.
    private static let leastNew: Float = 1.2
    /// Seconds of one utterance that count at most for the voice of a person.
    private static let mostLearned: Float = 6
    /// Seconds of speech after which all is grouped again.
    private static let interval: Float = 30

    /// What was heard in one utterance.
    private struct Heard {
        var stretches: [SampleRange]
        var windows: [SampleRange]
        var vectors: [[Float]]
        var labels: [Int] = []
        var turns: [PersonTurn] = []
    }

    /// How many people there are; nil if that is not known.
    private let count: Int?
    /// The highest number of a person.
    private let limit: Int
    /// How many windows can be grouped again.
    private let kept: Int
    private var heard: [Heard] = []
    /// The sum of a person's vectors.
    private var voices: [Int: [Float]] = [:]
    /// The part of ``voices`` whose windows are not kept any more.
    private var settledVoices: [Int: [Float]] = [:]
    private var settledTurns: [PersonTurn] = []
    private var highest = 0
    /// Seconds of speech since all was grouped.
    private var ungrouped: Float = 0

    /// - Parameters:
    ///   - count: how many people speak; nil if that is not known.
    ///   - limit: the most people that are told apart.
    ///   - kept: how many windows can be grouped again: those of 20 minutes of speech.
    package init(count: Int?, limit: Int, keeping kept: Int = VoiceGroups.most) {
        (self.count, self.limit, self.kept) = (count, limit, kept)
    }

    /// Who speaks when, in order.
    package var turns: [PersonTurn] { settledTurns + heard.flatMap(\.turns) }

    /// The turns of the utterance that was heard last.
    package var lastTurns: [PersonTurn] { heard.last?.turns ?? [] }

    /// The sample before which no person changes any more.
    package var settledEnd: Int { settledTurns.last?.range.end ?? 0 }

    /// The windows of which vectors are to be made.
    package static func windows(of stretches: [SampleRange]) -> [SampleRange] {
        stretches.flatMap(VoiceWindow.windows)
    }

    /// Takes vectors of a person that is known from before.
    package mutating func learn(_ person: Int, _ vectors: [[Float]], _ windows: [SampleRange]) {
        for (vector, window) in zip(vectors, windows) {
            settledVoices[person] = sum(settledVoices[person], vector, Float(window.seconds))
        }
        voices[person] = settledVoices[person]
        highest = max(highest, person)
    }

    /// Takes the next utterance.
    ///
    /// - Parameters:
    ///   - stretches: its stretches of speech.
    ///   - vectors: one for each of their ``windows(of:)``.
    package mutating func hear(_ stretches: [SampleRange], _ windows: [SampleRange], _ vectors: [[Float]]) {
        var next = Heard(stretches: stretches, windows: windows, vectors: vectors)
        next.labels = labels(of: next)
        heard.append(next)
        place(heard.count - 1)
        ungrouped += stretches.reduce(0) { $0 + Float($1.seconds) }
        settle()
        if ungrouped >= Self.interval { group(isLast: false) }
    }

    /// Groups all speech that is kept once more.
    ///
    /// - Parameter isLast: whether nothing more will be heard, so that a known number of people is reached.
    package mutating func group(isLast: Bool) {
        ungrouped = 0
        let vectors = heard.flatMap(\.vectors)
        let spoken = heard.flatMap(\.stretches).reduce(0) { $0 + Float($1.seconds) }
        // In less speech, one of two people may be too short for a group of their own.
        guard vectors.count > 1, spoken >= Self.interval || count != nil && isLast && settledVoices.isEmpty else {
            return
        }
        let seconds = heard.flatMap { $0.windows.map { Float($0.seconds) } }
        let groups = VoiceGroups(vectors, seconds: seconds)
        var found = groups.labels(count: nil)
        if let count, Set(found).count > count || isLast && settledVoices.isEmpty {
            found = groups.labels(count: min(count, vectors.count))
        }
        let persons = persons(of: found, heard.flatMap(\.labels), vectors, seconds)
        voices = settledVoices
        var labels = found.map { persons[$0] ?? 1 }[...]
        for index in heard.indices {
            let own = heard[index].windows.count
            heard[index].labels = Array(labels.prefix(own))
            labels = labels.dropFirst(own)
            place(index)
            for (place, label) in heard[index].labels.enumerated() {
                let (vector, window) = (heard[index].vectors[place], heard[index].windows[place])
                voices[label] = sum(voices[label], vector, Float(window.seconds))
            }
        }
    }

    // MARK: One utterance

    private mutating func labels(of next: Heard) -> [Int] {
        guard !next.windows.isEmpty else { return [] }
        let seconds = next.windows.map { Float($0.seconds) }
        var groups = VoiceGroups(next.vectors, seconds: seconds)
        (groups.likeness, groups.leastSeconds, groups.leastWindow) = (Self.sameVoice, Self.leastPart, 0)
        let parts = groups.labels(count: nil)
        let spoken = next.stretches.reduce(0) { $0 + Float($1.seconds) }
        var persons: [Int: Int] = [:]
        for part in parts where persons[part] == nil {
            let members = parts.indices.filter { parts[$0] == part }
            let voice = members.reduce(nil as [Float]?) { sum($0, next.vectors[$1], seconds[$1]) } ?? []
            // The windows overlap by half.
            let length = members.reduce(0) { $0 + seconds[$1] } * 0.6 + 0.4
            persons[part] = person(of: unit(voice), seconds: min(length, spoken))
        }
        return parts.map { persons[$0] ?? 1 }
    }

    private mutating func person(of voice: [Float], seconds: Float) -> Int {
        guard let (known, likeness) = nearest(to: voice) else { return begin(voice, seconds) }
        let isFull = voices.count >= min(count ?? limit, limit)
        guard likeness < Self.samePerson, seconds >= Self.leastNew, !isFull else {
            if likeness >= Self.samePerson || isFull && seconds >= Self.leastNew {
                voices[known] = sum(voices[known], voice, min(seconds, Self.mostLearned))
            }
            return known
        }
        return begin(voice, seconds)
    }

    private mutating func begin(_ voice: [Float], _ seconds: Float) -> Int {
        let number = unused(besides: Set(voices.keys))
        voices[number] = sum(nil, voice, seconds)
        return number
    }

    /// The number of the next new person. The number of one that turned out to be another one is used again only if there is no
    /// other.
    private mutating func unused(besides taken: Set<Int>) -> Int {
        if highest < min(count ?? limit, limit) {
            highest += 1
            return highest
        }
        return (1...limit).first { !taken.contains($0) } ?? limit
    }

    private func nearest(to voice: [Float]) -> (person: Int, likeness: Float)? {
        voices.sorted { $0.key < $1.key }.map { ($0.key, dot(voice, unit($0.value))) }
            .max { $0.1 < $1.1 }.map { (person: $0.0, likeness: $0.1) }
    }

    /// Makes the turns of an utterance from its labels. What is too short for a window is said by the person before.
    private mutating func place(_ index: Int) {
        let utterance = heard[index]
        if utterance.windows.isEmpty {
            let former = index > 0 ? heard[index - 1].turns.last : settledTurns.last
            heard[index].turns =
                former.map { former in
                    utterance.stretches.map { PersonTurn(range: $0, person: former.person) }
                } ?? []
        } else {
            heard[index].turns = PersonTurn.turns(of: utterance.stretches, utterance.windows, utterance.labels)
        }
    }

    /// Forgets the vectors of the oldest utterances. Their persons stay as they are.
    private mutating func settle() {
        var count = heard.reduce(0) { $0 + $1.windows.count }
        while count > kept, heard.count > 1 {
            let oldest = heard.removeFirst()
            count -= oldest.windows.count
            settledTurns += oldest.turns
            for (place, label) in oldest.labels.enumerated() {
                settledVoices[label] = sum(
                    settledVoices[label], oldest.vectors[place], Float(oldest.windows[place].seconds))
            }
        }
    }

    // MARK: All of them

    /// The person of each group: the one with most of its speech, or the one whose voice is like it, or a new one.
    private mutating func persons(
        of groups: [Int], _ before: [Int], _ vectors: [[Float]], _ seconds: [Float]
    ) -> [Int: Int] {
        var common: [[Int]: Float] = [:]
        for (place, group) in groups.enumerated() { common[[group, before[place]], default: 0] += seconds[place] }
        let pairs = common.sorted {
            $0.value > $1.value || $0.value == $1.value && $0.key.lexicographicallyPrecedes($1.key)
        }
        var persons: [Int: Int] = [:]
        var taken: Set<Int> = []
        for (pair, _) in pairs where persons[pair[0]] == nil && !taken.contains(pair[1]) {
            persons[pair[0]] = pair[1]
            taken.insert(pair[1])
        }
        for group in groups where persons[group] == nil {
            let members = groups.indices.filter { groups[$0] == group }
            let voice = unit(members.reduce(nil as [Float]?) { sum($0, vectors[$1], seconds[$1]) } ?? [])
            let known = settledVoices.filter { !taken.contains($0.key) }.map { ($0.key, dot(voice, unit($0.value))) }
                .filter { $0.1 >= Self.samePerson }.max { ($0.1, $1.0) < ($1.1, $0.0) }?.0
            let present = Set(settledVoices.keys).union(taken)
            let person =
                known ?? (present.count >= limit ? nearest(to: voice)?.person ?? 1 : unused(besides: present))
            persons[group] = person
            taken.insert(person)
        }
        return persons
    }

    // MARK: Arithmetic

    private func sum(_ one: [Float]?, _ other: [Float], _ weight: Float) -> [Float] {
        guard let one else { return other.map { $0 * weight } }
        return zip(one, other).map { $0 + $1 * weight }
    }

    private func unit(_ vector: [Float]) -> [Float] {
        let length = dot(vector, vector).squareRoot()
        return length > 0 ? vector.map { $0 / length } : vector
    }
}
