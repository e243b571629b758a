import Access
import Plumbing
import Testing

@Suite("Limits of a key")
struct KeyLimitTests {
    @Test("given a key, when its limits are changed, then these alone change, for every process that has the file open")
    func changed() async throws {
        try await KeyPlace.with { place in
            let (ring, other) = (try place.ring(), try place.ring())
            var request = KeyRequest(label: "a")
            request.limits.translations = 2
            request.limits.minutesPerDay = 10
            let (key, text) = try await ring.create(request)
            let changed = try await ring.limit(key.id) { limits in
                limits.minutesPerDay = 300
                limits.translations = nil
                limits.sessions = 1
            }
            var wanted = AccessLimits()
            (wanted.minutesPerDay, wanted.sessions) = (300, 1)
            #expect(changed.limits == wanted && changed.hash == key.hash)
            guard case .accepted(let found) = try await other.check(text) else {
                Issue.record("the key is not accepted")
                return
            }
            #expect(found.limits == wanted)
        }
    }

    @Test("given an impossible limit, a revoked key or none, when limits are changed, then nothing changes")
    func refused() async throws {
        try await KeyPlace.with { place in
            let ring = try place.ring()
            let (key, _) = try await ring.create(KeyRequest(label: "a"))
            for change: @Sendable (inout AccessLimits) -> Void in [
                { $0.requestsPerMinute = 0 }, { $0.requestsPerMinute = 10_001 }, { $0.minutesPerDay = -1 },
                { $0.dollarsPerDay = .infinity }, { $0.dollarsPerDay = .nan }, { $0.sessions = 0 },
            ] {
                await #expect { try await ring.limit(key.id, change) } throws: { ($0 as? Problem)?.code == "key.limit" }
            }
            await #expect { try await ring.limit("x") { _ in } } throws: { ($0 as? Problem)?.code == "key.unknown" }
            _ = try await ring.revoke(key.id)
            await #expect { try await ring.limit(key.id) { $0.sessions = 1 } } throws: {
                ($0 as? Problem)?.code == "key.revoked"
            }
            #expect(try await ring.store.key(key.id)?.limits == AccessLimits())
        }
    }
}
