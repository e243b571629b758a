internal import Audio
package import Conversations
package import Hearing
internal import Plumbing
internal import Providers

/// Who speaks in a conversation that is heard once: a person for each utterance when it ends.
///
/// What a voice sounds like stays in this object. Only labels are stored.
package final class LivePersons: Sendable {
    /// Samples: a shorter piece of another person does not divide an utterance.
    private static let shortestPart = speechSampleRate / 2
    /// Samples of each known person from which the voices of an earlier run are learned again: a minute.
    private static let learned = 60 * speechSampleRate

    private struct State {
        var tracker: VoiceTracker
        /// What earlier runs have found out.
        var earlier: Persons
        /// Utterances whose person may still change.
        var utterances: [(sequence: Int, speech: SampleRange, person: Int?)] = []
        var moves: [Event.PersonOfUtterance] = []
        var hasFailed = false
        /// The persons with their voices, without turns.
        var cast: Persons

        var persons: Persons {
            var persons = cast
            persons.turns = (earlier.turns ?? []) + tracker.turns
            return persons
        }

        /// Notes the utterances that have another person now.
        mutating func compare() {
            let (turns, settled) = (Persons(turns: tracker.turns), tracker.settledEnd)
            for index in utterances.indices {
                let utterance = utterances[index]
                let person = turns.holder(of: utterance.speech)
                guard let person, person != utterance.person else { continue }
                utterances[index].person = person
                moves.removeAll { $0.utterance == utterance.sequence }
                moves.append(
                    Event.PersonOfUtterance(
                        utterance: utterance.sequence, start: utterance.speech.startSeconds, person: person))
            }
            utterances.removeAll { $0.speech.end <= settled }
        }
    }

    private let embedding: any VoiceEmbedding
    private let voices: PersonVoices?
    private let note: @Sendable (String) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - count: how many people speak.
    ///   - earlier: what earlier runs have found out, and the names.
    ///   - voices: chooses a voice for each new person; nil if none is chosen.
    ///   - note: takes a sentence if persons cannot be told apart any more.
    package init(
        _ embedding: any VoiceEmbedding, count: PersonCount, earlier: Persons, voices: PersonVoices? = nil,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.embedding = embedding
        self.voices = voices
        self.note = note
        let tracker = VoiceTracker(count: count.number, limit: PersonCount.most)
        var cast = earlier
        cast.turns = nil
        state = Locked(State(tracker: tracker, earlier: earlier, cast: cast))
    }

    /// What is known now.
    package var persons: Persons { state.withLock { $0.persons } }

    func person(of utterance: Utterance) -> Int? { persons.holder(of: utterance.speech) }

    /// Finds out who speaks in an utterance that has ended.
    ///
    /// - Parameter first: the first sample of the source, from which the segmenter counts.
    /// - Returns: the utterance; as several if several people speak in it.
    /// - Throws: `CancellationError`.
    func divide(_ heard: HeardUtterance, from first: Int) async throws -> [HeardUtterance] {
        guard heard.gate == .pass, !heard.stretches.isEmpty else { return [heard] }
        let windows = VoiceTracker.windows(of: heard.stretches)
        let places = windows.map { $0.later(by: -heard.range.start) }
        guard let vectors = try await vectors(of: heard.samples, in: places) else { return [heard] }
        let turns = state.withLock { state in
            state.tracker.hear(
                heard.stretches.map { $0.later(by: first) }, windows.map { $0.later(by: first) }, vectors)
            state.compare()
            choose(for: state.tracker.lastTurns, in: heard, from: first, &state)
            return state.tracker.lastTurns
        }
        return heard.divided(at: Self.cuts(turns).map { $0 - first })
    }

    /// Chooses voices for persons that are heard for the first time. Those of an earlier run keep what they had.
    private func choose(for turns: [PersonTurn], in heard: HeardUtterance, from first: Int, _ state: inout State) {
        guard let voices else { return }
        let known = Set(state.cast.voices?.keys.map(\.self) ?? []).union(state.earlier.numbers)
        var people: [Int] = []
        for turn in turns where !known.contains(turn.person) && !people.contains(turn.person) {
            people.append(turn.person)
        }
        var pitches: [Int: Double] = [:]
        for person in people {
            var track = PitchTrack()
            let own = turns.filter { $0.person == person }.map { $0.range.later(by: -first - heard.range.start) }
            for range in own {
                let start = min(max(0, range.start), heard.samples.count)
                let place = start..<max(start, min(range.end, heard.samples.count))
                track.add(heard.samples[place], from: place.lowerBound)
            }
            pitches[person] = track.median(in: own)
        }
        voices.choose(for: people, pitches: pitches, in: &state.cast)
    }

    /// The samples at which another person begins to speak for a while.
    private static func cuts(_ turns: [PersonTurn]) -> [Int] {
        var runs: [PersonTurn] = []
        for turn in turns {
            if runs.last?.person == turn.person {
                runs[runs.count - 1].range.end = turn.range.end
            } else {
                runs.append(turn)
            }
        }
        var long: [PersonTurn] = []
        for run in runs where run.range.count >= shortestPart {
            if long.last?.person == run.person {
                long[long.count - 1].range.end = run.range.end
            } else {
                long.append(run)
            }
        }
        return zip(long, long.dropFirst()).map { ($0.range.end + $1.range.start) / 2 }
    }

    /// The vectors; nil if they cannot be made, which is told once.
    private func vectors(of samples: [Float], in places: [SampleRange]) async throws -> [[Float]]? {
        guard !places.isEmpty else { return [] }
        do {
            let vectors = try await embedding.vectors(of: samples, in: places)
            state.withLock { $0.hasFailed = false }
            return vectors
        } catch let error as CancellationError {
            throw error
        } catch {
            let isFirst = state.withLock { state in
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            if isFirst { note((error as? Problem)?.what ?? "the speaker of an utterance is not known") }
            return nil
        }
    }

    /// An utterance has its number.
    func number(_ utterance: Utterance) {
        state.withLock { state in
            let person = state.persons.holder(of: utterance.speech)
            state.utterances.append((utterance.sequence, utterance.speech, person))
        }
    }

    /// Utterances that have got another person since the last call.
    func takeMoves() -> [Event.PersonOfUtterance] {
        state.withLock { state in
            defer { state.moves = [] }
            return state.moves
        }
    }

    /// Nothing more will be heard: all is compared once more.
    func end() {
        state.withLock { state in
            state.tracker.group(isLast: true)
            state.compare()
        }
    }

    /// Learns the voices of an earlier run from the stored utterances, because voices themselves are not stored.
    ///
    /// - Throws: what the store throws; `CancellationError`.
    func recall(_ conversation: ConversationID, from store: any ContentStore) async throws {
        let earlier = state.withLock { $0.earlier }
        var left: [Int: Int] = [:]
        var heardTo = 0
        for try await page in store.pages(of: conversation) {
            for record in page {
                let range = record.utterance.range
                heardTo = max(heardTo, range.end)
                let turns = (earlier.turns ?? []).filter { turn in
                    turn.range.start >= range.start && turn.range.end <= range.end
                        && left[turn.person, default: Self.learned] > 0
                }
                guard !turns.isEmpty, let blob = record.audio, let bytes = try await store.blob(blob) else { continue }
                let samples = PCM16.samples(fromLittleEndian: bytes).map { Float($0) / 32_768 }
                for turn in turns {
                    let windows = VoiceTracker.windows(of: [turn.range])
                    let places = windows.map { $0.later(by: -range.start) }
                    guard let vectors = try await vectors(of: samples, in: places) else { continue }
                    left[turn.person, default: Self.learned] -= turn.range.count
                    state.withLock { $0.tracker.learn(turn.person, vectors, windows) }
                }
            }
        }
        // The rest of an utterance that was divided is heard again.
        state.withLock { [heardTo] state in
            state.earlier.turns = (earlier.turns ?? []).filter { $0.range.start < heardTo }
        }
    }
}
