package import Access
internal import VerbioTesting

/// The promises of every store of use, as checks that any test target can run.
package struct UseStoreCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case countsApart = "days, names and resources are counted apart"
        case keepsLimits = "no more is added than the limit allows"
        case addsInTurn = "additions at the same moment together keep the limit"
        case corrects = "a correction changes what is there, and a negative one adds nothing"
        case forgets = "all use of a name is removed, except for what marks keep of the month"
        case recalls = "what a mark has kept counts for a name, at least, and the mark is gone"
        case moves = "the use of a name is added to that of another one"

        package var description: String { rawValue }
    }

    private let makeStore: @Sendable () async throws -> any UseStore

    /// - Parameter makeStore: gives an empty store, another one each time.
    package init(makeStore: @escaping @Sendable () async throws -> any UseStore) { self.makeStore = makeStore }

    /// Runs one check.
    ///
    /// - Throws: `ComplianceFailure`, or an error of the store if it fails when it should not.
    package func run(_ check: Check) async throws {
        let store = try await makeStore()
        switch check {
        case .countsApart: try await countsApart(store)
        case .keepsLimits: try await keepsLimits(store)
        case .addsInTurn: try await addsInTurn(store)
        case .corrects: try await corrects(store)
        case .forgets: try await forgets(store)
        case .recalls: try await recalls(store)
        case .moves: try await moves(store)
        }
    }

    private func expect(
        _ store: any UseStore, _ resource: Resource, _ name: String, _ day: Int, _ amount: Int64, _ when: String
    ) async throws {
        let used = try await store.used(resource, by: name, day: day)
        try ComplianceCheck.require(
            used == amount, "\(when), \(used) of \(resource) was used by \(name) on day \(day), not \(amount)")
    }

    private func countsApart(_ store: any UseStore) async throws {
        try await expect(store, .audio, "a", 1, 0, "at first")
        var amount: Int64 = 1
        for resource in Resource.allCases {
            for name in ["a", "é \"b\""] {
                for day in [20_000, 20_001] {
                    try await store.correct(amount, of: resource, by: name, day: day)
                    amount *= 3
                }
            }
        }
        amount = 1
        for resource in Resource.allCases {
            for name in ["a", "é \"b\""] {
                for day in [20_000, 20_001] {
                    try await expect(store, resource, name, day, amount, "after one correction each")
                    amount *= 3
                }
            }
        }
    }

    private func keepsLimits(_ store: any UseStore) async throws {
        for (amount, limit, added) in [(60, 100, 60), (60, 100, 40), (1, 100, 0), (5, 50, 0), (7, Int64.max, 7)] {
            let result = try await store.add(Int64(amount), of: .money, by: "a", day: 5, limit: Int64(limit))
            try ComplianceCheck.require(
                result == added, "\(result) of \(amount) was added within a limit of \(limit), not \(added)")
        }
        try await expect(store, .money, "a", 5, 107, "after additions")
    }

    private func addsInTurn(_ store: any UseStore) async throws {
        let added = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<40 {
                group.addTask { try await store.add(3, of: .audio, by: "a", day: 5, limit: 100) }
            }
            return try await group.reduce(0, +)
        }
        try ComplianceCheck.require(added == 100, "\(added) was added within a limit of 100")
        try await expect(store, .audio, "a", 5, 100, "after additions at the same moment")
    }

    private func corrects(_ store: any UseStore) async throws {
        try await store.correct(-5, of: .audio, by: "a", day: 5)
        try await expect(store, .audio, "a", 5, 0, "after a negative correction of nothing")
        try await store.correct(8, of: .audio, by: "a", day: 5)
        try await store.correct(-5, of: .audio, by: "a", day: 5)
        try await expect(store, .audio, "a", 5, 3, "after corrections")
    }

    private func forgets(_ store: any UseStore) async throws {
        let (month, mark, old) = (20_000, UseMark("x"), UseMark("y"))
        try await store.correct(9, of: .monthlyAudio, by: "o", day: month - 31)
        try await store.forget("o", leaving: [old], of: month - 31)
        for resource in Resource.allCases { try await store.correct(7, of: resource, by: "a", day: month) }
        try await store.correct(4, of: .audio, by: "b", day: month)
        try await store.forget("a", leaving: [mark], of: month)
        for resource in Resource.allCases { try await expect(store, resource, "a", month, 0, "after it was forgotten") }
        try await expect(store, .audio, "b", month, 4, "after another one was forgotten")
        try await expect(store, .monthlyAudio, mark.name, month, 7, "after its person was forgotten")
        try await expect(store, .monthlyAudio, old.name, month - 31, 0, "in a later month")
        // What the same person used again is not added to what is there.
        try await store.correct(5, of: .monthlyAudio, by: "a", day: month)
        try await store.forget("a", leaving: [mark], of: month)
        try await expect(store, .monthlyAudio, mark.name, month, 7, "after less use was forgotten")
        try await store.forget("b", leaving: [], of: month)
        try await expect(store, .audio, "b", month, 0, "after it was forgotten without a mark")
    }

    private func recalls(_ store: any UseStore) async throws {
        let (month, marks) = (20_000, [UseMark("x"), UseMark("y")])
        try await store.recall(marks, for: "a", of: month)
        try await expect(store, .monthlyAudio, "a", month, 0, "after a recall of nothing")
        try await store.correct(7, of: .monthlyAudio, by: "o", day: month)
        try await store.forget("o", leaving: marks, of: month)
        try await store.correct(2, of: .monthlyAudio, by: "a", day: month)
        try await store.recall(marks, for: "a", of: month)
        try await expect(store, .monthlyAudio, "a", month, 7, "after a recall")
        for mark in marks { try await expect(store, .monthlyAudio, mark.name, month, 0, "after a recall") }
        try await store.recall(marks, for: "b", of: month)
        try await expect(store, .monthlyAudio, "b", month, 0, "after a second recall")
    }

    private func moves(_ store: any UseStore) async throws {
        for (name, day, amount) in [("guest", 1, 5), ("guest", 2, 7), ("ada", 2, 10)] {
            try await store.correct(Int64(amount), of: .audio, by: name, day: day)
        }
        for _ in 1...2 { try await store.move("guest", to: "ada") }
        try await expect(store, .audio, "ada", 1, 5, "after a move")
        try await expect(store, .audio, "ada", 2, 17, "after a move")
        for day in [1, 2] { try await expect(store, .audio, "guest", day, 0, "after a move") }
    }
}
