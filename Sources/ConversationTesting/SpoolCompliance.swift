internal import Audio
package import Conversations
internal import Plumbing
internal import VerbioTesting

/// The promises of every spool, as checks that any test target can run; the counterpart of ``StoreCompliance``.
package struct SpoolCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case keepsSound = "sound comes back as it was added, in any pieces"
        case keepsLanes = "the lanes of a block stay apart"
        case goesOn = "a spool that is opened again has what was added, and goes on behind it"
        case keepsEvents = "speaker events come back in their order"
        case refusesGaps = "sound that does not follow is refused"
        case releases = "released sound may go, and all later sound stays"
        case releasesMeanwhile = "sound may be released while more is added, and none of it is refused"
        case removes = "a removed spool is empty, and another conversation's is not touched"
        case goesWithItsConversation = "a deleted conversation has no spool"

        package var description: String { rawValue }
    }

    private let makeStore: @Sendable () async throws -> any ContentStore
    private let id = ConversationID(rawValue: "c00000000000000000009")

    /// - Parameter makeStore: gives an empty store, another one each time.
    package init(makeStore: @escaping @Sendable () async throws -> any ContentStore) { self.makeStore = makeStore }

    /// Runs one check.
    ///
    /// - Throws: ``ComplianceFailure``, or an error of the store if it fails when it should not.
    package func run(_ check: Check) async throws {
        let store = try await makeStore()
        let spool = try await store.spool(of: id)
        switch check {
        case .keepsSound: try await keepsSound(spool)
        case .keepsLanes: try await keepsLanes(spool)
        case .goesOn: try await goesOn(store, spool)
        case .keepsEvents: try await keepsEvents(store, spool)
        case .refusesGaps: try await refusesGaps(spool)
        case .releases: try await releases(spool)
        case .releasesMeanwhile: try await releasesMeanwhile(spool)
        case .removes: try await removes(store, spool)
        case .goesWithItsConversation: try await goesWithItsConversation(store, spool)
        }
    }

    /// Twenty-five seconds, which are more than one file of any store.
    private static let length = 25 * speechSampleRate

    private static func sample(_ place: Int) -> Float { Float(place % 30_000) / 32_768 }

    private func fill(_ spool: any SpeechSpool, from start: Int = 0, to end: Int = length) async throws {
        var sizes = SplitMix64(seed: 7)
        var place = start
        while place < end {
            let next = min(end, place + Int.random(in: 1...9_000, using: &sizes))
            try await spool.append(SpeechBlock(start: place, lanes: [(place..<next).map(Self.sample)]))
            place = next
        }
    }

    private func expect(_ spool: any SpeechSpool, from start: Int, to end: Int) async throws {
        var place = start
        while let block = try await spool.read(from: place, most: 7_001) {
            let count = block.lanes[0].count
            try ComplianceCheck.require(block.start == place && count > 0 && count <= 7_001, "a block is out of place")
            try ComplianceCheck.require(
                block.lanes[0] == (place..<place + count).map(Self.sample), "samples from \(place) on are others")
            place += count
        }
        try ComplianceCheck.require(place == end, "the sound ends at \(place), not at \(end)")
    }

    private func keepsSound(_ spool: any SpeechSpool) async throws {
        try ComplianceCheck.require(try await spool.kept().count == 0, "a new spool is not empty")
        try ComplianceCheck.require(try await spool.read(from: 0, most: 10) == nil, "a new spool has sound")
        try await fill(spool)
        try ComplianceCheck.require(try await spool.synchronize() == Self.length, "not all of it is safe")
        try await expect(spool, from: 0, to: Self.length)
        try await expect(spool, from: 123_457, to: Self.length)
    }

    private func keepsLanes(_ spool: any SpeechSpool) async throws {
        let lanes: [[Float]] = [[0.1, 0.2, 0.3], [-0.1, -0.2, -0.3], [0, 1, -1]]
        try await spool.append(SpeechBlock(start: 40, lanes: lanes))
        let block = try await spool.read(from: 41, most: 100)
        try ComplianceCheck.require(block?.lanes == lanes.map { Array($0.dropFirst()) }, "lanes are mixed up")
        try ComplianceCheck.require(try await spool.kept() == SampleRange(start: 40, end: 43), "the place is lost")
    }

    private func goesOn(_ store: any ContentStore, _ spool: any SpeechSpool) async throws {
        try await fill(spool, to: 200_000)
        _ = try await spool.synchronize()
        let again = try await store.spool(of: id)
        try ComplianceCheck.require(
            try await again.kept() == SampleRange(start: 0, end: 200_000), "what was added is not there")
        try await fill(again, from: 200_000, to: Self.length)
        try await expect(again, from: 0, to: Self.length)
    }

    private func keepsEvents(_ store: any ContentStore, _ spool: any SpeechSpool) async throws {
        let events = [SpeakerEvent(at: 5, speaker: .user), SpeakerEvent(at: 9, speaker: nil)]
        for event in events { try await spool.append(event) }
        try ComplianceCheck.require(try await spool.events() == events, "events are others")
        try ComplianceCheck.require(try await store.spool(of: id).events() == events, "events do not last")
    }

    private func refusesGaps(_ spool: any SpeechSpool) async throws {
        try await spool.append(SpeechBlock(start: 0, lanes: [[0, 1]]))
        do {
            try await spool.append(SpeechBlock(start: 3, lanes: [[0]]))
        } catch {
            return
        }
        throw ComplianceFailure("a gap is accepted")
    }

    private func releases(_ spool: any SpeechSpool) async throws {
        try await fill(spool)
        try await spool.release(before: 390_000)
        try await expect(spool, from: 390_000, to: Self.length)
        let kept = try await spool.kept()
        try ComplianceCheck.require(kept.start > 0 && kept.end == Self.length, "nothing is dropped")
        try await spool.release(before: Self.length)
        try await fill(spool, from: Self.length, to: Self.length + 50_000)
        try await expect(spool, from: Self.length, to: Self.length + 50_000)
    }

    private func releasesMeanwhile(_ spool: any SpeechSpool) async throws {
        let (size, count) = (1_600, 150)
        let added = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for index in 0..<count {
                    let place = index * size
                    let block = SpeechBlock(start: place, lanes: [(place..<place + size).map(Self.sample)])
                    try await spool.append(block)
                    added.withLock { $0 = place + size }
                }
            }
            group.addTask {
                while added.withLock({ $0 }) < count * size, !Task.isCancelled {
                    try await spool.release(before: added.withLock { $0 } - 4 * size)
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        try ComplianceCheck.require(try await spool.kept().end == count * size, "some of the sound is not there")
        try await expect(spool, from: (count - 4) * size, to: count * size)
    }

    private func removes(_ store: any ContentStore, _ spool: any SpeechSpool) async throws {
        let other = try await store.spool(of: ConversationID(rawValue: "c00000000000000000008"))
        try await fill(other, to: 1_000)
        try await fill(spool, to: 1_000)
        try await spool.append(SpeakerEvent(at: 5, speaker: .user))
        try await spool.remove()
        let again = try await store.spool(of: id)
        try ComplianceCheck.require(try await again.kept().count == 0, "the sound is still there")
        try ComplianceCheck.require(try await again.events().isEmpty, "the events are still there")
        try await expect(other, from: 0, to: 1_000)
    }

    private func goesWithItsConversation(_ store: any ContentStore, _ spool: any SpeechSpool) async throws {
        try await store.commit([.conversation(StoreSamples.conversation(id))])
        try await fill(spool, to: 1_000)
        _ = try await store.delete(id)
        try ComplianceCheck.require(
            try await store.spool(of: id).kept().count == 0, "the sound outlives its conversation")
    }
}
