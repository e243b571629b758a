internal import Conversations
internal import Language

/// The checks of the log of events.
struct EventChecks: StoreChecks {
    func logsEvents(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let other = try await prepare(store)
        let blob = try await store.put([1])
        let events = [
            StoreSamples.started(id),
            StoreSamples.recognized(1, "line\nbreak \"quoted\" — ünïcode / slash", in: id),
            Event(.translated(.init(utterance: 1, language: .es, text: "buenos días")), in: id),
            Event(.spoken(.init(utterance: 1, voice: "es-1", seconds: 1.25, blob: blob)), in: id),
            Event(
                .utteranceFinished(
                    .init(utterance: 1, speaker: .other, start: 0, end: 5, outcome: "dropped", reason: "no-words")),
                in: id),
            StoreSamples.finished(id),
        ]
        try await store.commit([.event(events[0]), .event(events[1])])
        try await store.commit([.event(StoreSamples.started(other))])
        try await store.commit(events[2...].map { .event($0) })
        let logged = events.enumerated().map { LoggedEvent(position: $0.offset + 1, event: $0.element) }
        try expectEqual(try await store.events(of: id, after: 0, limit: 100), logged, "all events in order")
        try expectEqual(try await store.events(of: id, after: 2, limit: 3), Array(logged[2..<5]), "a page of them")
        try expectEqual(try await store.events(of: id, after: 6, limit: 3), [], "beyond the end")
        try expectEqual(try await store.events(of: id, after: 0, limit: 0), [], "a limit of 0")
        try expectEqual(try await store.events(of: other, after: 0, limit: 9).map(\.position), [1], "each its own log")
        try expectEqual(try await store.events(of: .random(), after: 0, limit: 9), [], "no log, no events")
    }

    func logsOnce(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let first = StoreSamples.recognized(1, "first", in: id)
        try await store.commit([.event(first), .event(first)])
        try await store.commit([
            .event(StoreSamples.recognized(1, "second", in: id)), .event(StoreSamples.recognized(2, "next", in: id)),
        ])
        try expectEqual(
            try await store.events(of: id, after: 0, limit: 9),
            [
                LoggedEvent(position: 1, event: first),
                LoggedEvent(position: 2, event: StoreSamples.recognized(2, "next", in: id)),
            ], "the first of its kind stays, and positions have no gap")
    }

    /// The failure of an utterance is logged once per run, its final outcome only once.
    func logsEveryFailure(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        func ended(_ outcome: String) -> Event {
            Event(
                .utteranceFinished(
                    .init(utterance: 1, speaker: .user, start: 0, end: 5, outcome: outcome, reason: nil)), in: id)
        }
        let outcomes = ["failed", "untranslated", "untranslated", "unspoken", "spoken"]
        for outcome in outcomes {
            try await store.commit([
                .event(StoreSamples.started(id)), .event(ended(outcome)), .event(ended(outcome)),
            ])
        }
        try await store.commit([.event(StoreSamples.started(id)), .event(ended("spoken"))])
        try expectEqual(
            try await store.events(of: id, after: 0, limit: 99).map(\.event).filter { $0.utterance == 1 },
            outcomes.map(ended), "each run's failure, and the end once")
    }

    func logsCorrectedSpeakers(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let corrected = [1, 2].map { person in
            Event(.speakersCorrected(.init(utterances: [.init(utterance: 1, start: 0.5, person: person)])), in: id)
        }
        for event in corrected { try await store.commit([.event(event)]) }
        try expectEqual(
            try await store.events(of: id, after: 0, limit: 99).map(\.event).filter { $0.name == "speakers.corrected" },
            corrected, "each correction of speakers")
    }

    func logsReopened(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let reopened = Event(
            .utteranceReopened(.init(utterance: 1, speaker: .other, pair: StoreSamples.pair, reason: .direction)),
            in: id)
        func ended(_ outcome: String) -> Event {
            Event(
                .utteranceFinished(
                    .init(utterance: 1, speaker: .user, start: 0, end: 5, outcome: outcome, reason: nil)), in: id)
        }
        let next = StoreSamples.recognized(2, "next", in: id)
        var wanted: [Event] = []
        for text in ["first", "second", "third"] {
            // A failure in the previous run must not keep the end in this run out of the log.
            let events = [
                StoreSamples.started(id), StoreSamples.recognized(1, text, in: id), ended("failed"),
                StoreSamples.started(id), ended("spoken"),
            ]
            for event in events + [StoreSamples.recognized(1, "again", in: id), next] {
                try await store.commit([.event(event)])
            }
            wanted += events + (text == "first" ? [next] : []) + [reopened]
            try await store.commit([.event(reopened)])
        }
        try expectEqual(
            try await store.events(of: id, after: 0, limit: 99).map(\.event), wanted,
            "everything once more, that of others not")
    }

    /// Every `conversation.started` begins a run; a run is finished only once.
    func logsEveryRun(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        for state in [ConversationState.interrupted, .complete] {
            try await store.commit([
                .event(StoreSamples.started(id)), .event(StoreSamples.recognized(1, "once", in: id)),
                .event(StoreSamples.finished(id, state)), .event(StoreSamples.finished(id, .partial)),
            ])
        }
        try expectEqual(
            try await store.events(of: id, after: 0, limit: 99),
            [
                StoreSamples.started(id), StoreSamples.recognized(1, "once", in: id),
                StoreSamples.finished(id, .interrupted), StoreSamples.started(id), StoreSamples.finished(id, .complete),
            ].enumerated().map { LoggedEvent(position: $0.offset + 1, event: $0.element) },
            "both runs, each finished once")
    }
}
