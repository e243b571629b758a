internal import Conversations
internal import Providers

/// The checks of audio in blobs, and of deletion.
struct BlobChecks: StoreChecks {
    func keepsBlobs(_ store: any ContentStore) async throws {
        for bytes in [[], [0], Array("audio".utf8), (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }] {
            var hash = ContentHash()
            hash.update(bytes)
            let id = try await store.put(bytes)
            try expectEqual(id.rawValue, hash.hexadecimal(), "named after the SHA-256 of the bytes")
            try expectEqual(try await store.put(bytes), id, "the same bytes have the same name")
            try expect(try await store.blob(id) == bytes, "\(bytes.count) bytes come back")
        }
        let nowhere = BlobID(rawValue: String(repeating: "0", count: 64))
        try expectEqual(try await store.blob(nowhere), nil, "an unknown blob is nil")
    }

    func refusesMalformedBlobs(_ store: any ContentStore) async throws {
        for name in [
            "", "abc", "../../../etc/passwd", String(repeating: "A", count: 64), String(repeating: "/", count: 64),
        ] {
            try await expectProblem("store.malformed-blob", "the name '\(name)'") {
                _ = try await store.blob(BlobID(rawValue: name))
            }
        }
    }

    func synchronizes(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let blob = try await store.put([1, 2, 3])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sequence in 2...21 {
                group.addTask {
                    try await store.commit([.utterance(StoreSamples.utterance(sequence, of: id), audio: blob)])
                    try await store.synchronize()
                }
            }
            try await group.waitForAll()
        }
        try await store.synchronize()
        try expectEqual(try await store.utterances(of: id, after: 0, limit: 99).count, 21, "nothing is lost by it")
    }

    func deletes(_ store: any ContentStore) async throws {
        let id = try await prepare(store, utterances: 1)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        let kept = try await store.put([1])
        let spoken = try await store.put([2])
        let replaced = try await store.put([3])
        let attempt = StoreSamples.attempt(.synthesis, 1, of: utterance, key: StoreSamples.key("replaced"))
        try await store.commit([
            .utterance(StoreSamples.utterance(2, of: id), audio: kept), .attemptBegan(attempt),
            answered(1, of: id, "heard", .recognition(StoreSamples.recognition("hello"))),
            answered(1, of: id, "translated", .translation(StoreSamples.translation("hola"))),
            attemptAnswered(1, at: 1, of: id, "replaced", .speech(StoreSamples.speech(replaced))),
            answered(1, of: id, "spoken", .speech(StoreSamples.speech(spoken))),
            .event(StoreSamples.started(id)),
        ])
        try expect(try await store.delete(id), "it was there")
        try expectEqual(try await store.conversation(id), nil, "the conversation is gone")
        try expectEqual(try await store.conversations(limit: 9), [], "from the list too")
        try expectEqual(try await store.utterances(of: id, after: 0, limit: 9), [], "its utterances are gone")
        try expectEqual(try await store.events(of: id, after: 0, limit: 9), [], "its events are gone")
        for key in ["heard", "translated", "spoken", "replaced"] {
            try expectEqual(try await store.answer(for: StoreSamples.key(key)), nil, "the answer '\(key)' is gone")
        }
        for blob in [kept, spoken, replaced] {
            try expectEqual(try await store.blob(blob), nil, "its audio is gone")
        }
        try expect(try await !store.delete(id), "it is not there any more")
        try await expectProblem("store.conflict", "nothing can be added to it") {
            try await store.commit([.event(StoreSamples.started(id))])
        }
    }

    func deletesOnlyItsOwn(_ store: any ContentStore) async throws {
        let first = try await prepare(store)
        let second = try await prepare(store)
        let audio = try await store.put([1])
        let voice = try await store.put([2])
        let recognition = StageAnswer.recognition(StoreSamples.recognition("hello"))
        let speech = StageAnswer.speech(StoreSamples.speech(voice))
        for id in [first, second] {
            try await store.commit([
                .utterance(StoreSamples.utterance(2, of: id), audio: audio),
                answered(1, of: id, "heard", recognition), answered(1, of: id, "spoken", speech),
                .event(StoreSamples.started(id)),
            ])
        }
        let expected = try await store.utterances(of: second, after: 0, limit: 9)
        try expect(try await store.delete(first), "it was there")
        try expectEqual(try await store.utterances(of: second, after: 0, limit: 9), expected, "the other keeps its own")
        try expectEqual(try await store.events(of: second, after: 0, limit: 9).count, 1, "and its events")
        try expectEqual(try await store.answer(for: StoreSamples.key("heard")), recognition, "and shared answers")
        try expectEqual(try await store.blob(audio), [1], "and shared audio")
        try expectEqual(try await store.blob(voice), [2], "and shared speech")
    }
}
