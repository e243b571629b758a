import Access
import Conversations
import Foundation
import Plumbing
import Testing
import VerbioTesting

@Suite("Limits of a tier", .timeLimit(.minutes(1))) struct TierLimitTests {
    private func principal(_ change: (inout AccessLimits) -> Void) -> Principal {
        var limits = AccessLimits()
        change(&limits)
        return Principal(
            identity: .account(id: "abc", session: "s"), scope: .local, permissions: [.translate], limits: limits)
    }

    private func meter(_ place: KeyPlace) throws -> UseMeter {
        UseMeter(store: try UseTable(at: place.folder.path + "/use.sqlite"), time: place.time.source)
    }

    /// Takes seconds of audio with many permits at once, one second at a time.
    ///
    /// - Returns: how many seconds were given.
    private func taken(_ seconds: Int, by count: Int, _ meter: UseMeter, _ principal: Principal) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask {
                    guard let permit = try? await meter.begin(.translation, for: principal) else { return 0 }
                    var given = 0
                    for _ in 0..<seconds where try await permit.take(audioMilliseconds: 1_000) { given += 1 }
                    if given < seconds { #expect(permit.reached?.limit == .month) }
                    await permit.end()
                    return given
                }
            }
            return try await group.reduce(0, +)
        }
    }

    @Test(
        "given minutes of a month, when fifty requests take them at once, then exactly these are given, until the next month"
    )
    func month() async throws {
        try await KeyPlace.with { place in
            let meter = try meter(place)
            let one = principal { $0.minutesPerMonth = 2 }
            #expect(try await taken(7, by: 50, meter, one) == 120)
            #expect(try await meter.minutesOfMonth(of: one) == 2)
            let refused = await #expect(throws: LimitReached.self) { try await meter.begin(.translation, for: one) }
            #expect(refused?.limit == .month && refused?.amount == 2)
            // A higher tier counts at once, and what was used stays used.
            #expect(try await taken(7, by: 50, meter, principal { $0.minutesPerMonth = 3 }) == 60)
            place.time.advance(by: refused?.retryAfter ?? .zero)
            #expect(try await taken(1, by: 1, meter, one) == 1)
            #expect(CalendarDay(at: place.time.source.wallClockMilliseconds()).text.hasSuffix("-01"))
        }
    }

    @Test("given minutes heard without a limit, when a tier with one follows in the same month, then they count")
    func unlimited() async throws {
        try await KeyPlace.with { place in
            let free = principal { $0.minutesPerMonth = 2 }
            let unlimited = principal { _ in }
            let meter = try meter(place)
            #expect(try await taken(9, by: 10, meter, unlimited) == 90)
            #expect(try await meter.minutesOfMonth(of: unlimited) == 1.5)
            #expect(try await taken(7, by: 50, meter, free) == 30)
            // Also if the tier changes while the work runs.
            place.time.advance(by: .seconds(31 * 86_400))
            let permit = try await meter.begin(.translation, for: unlimited)
            for _ in 0..<90 { #expect(try await permit.take(audioMilliseconds: 1_000)) }
            permit.limit(to: free.limits)
            var given = 0
            while try await permit.take(audioMilliseconds: 1_000) { given += 1 }
            #expect(given == 30)
            await permit.end()
            // After a kill, at most a minute counts in addition.
            place.time.advance(by: .seconds(31 * 86_400))
            let lost = try await meter.begin(.translation, for: unlimited)
            for _ in 0..<30 { #expect(try await lost.take(audioMilliseconds: 1_000)) }
            #expect(try await self.meter(place).minutesOfMonth(of: free) == 1)
            let key = Principal(identity: .key(id: "k"), scope: .local, permissions: [], limits: .init())
            #expect(!key.isCounted && unlimited.isCounted)
        }
    }

    @Test("given a process that was killed in the middle, when the next one counts, then nothing is given twice")
    func killed() async throws {
        try await KeyPlace.with { place in
            let one = principal { $0.minutesPerMonth = 2 }
            let first = try await meter(place).begin(.translation, for: one)
            for _ in 0..<50 { #expect(try await first.take(audioMilliseconds: 1_000)) }
            // No end: the first one is gone. At most a hundredth of the limit counts in addition.
            let rest = try await taken(7, by: 50, try meter(place), one)
            #expect((68...70).contains(rest), "\(rest)")
        }
    }

    @Test("given work of an account that is forgotten, when the work ends, then nothing of the account is stored")
    func forgotten() async throws {
        try await KeyPlace.with { place in
            let meter = try meter(place)
            let one = principal { $0.minutesPerMonth = 100 }
            let other = Principal(
                identity: .account(id: "eve", session: "s"), scope: .local, permissions: [], limits: one.limits)
            func traces() throws -> Int {
                let bytes = try Data(contentsOf: place.folder.appending(path: "use.sqlite"))
                return ["abcaudio", "eveaudio"].count { bytes.range(of: Data($0.utf8)) != nil }
            }
            let permits = [
                try await meter.begin(.translation, for: one), try await meter.begin(.translation, for: other),
            ]
            for permit in permits { #expect(try await permit.take(audioMilliseconds: 1_000)) }
            #expect(try traces() == 2)
            try await meter.forget("abc")
            #expect(try traces() == 1)
            for permit in permits { await permit.end() }
            #expect(try traces() == 1)
            #expect(try await meter.minutesOfMonth(of: other) == 1.0 / 60)
        }
    }

    @Test("given the longest recording, when one is longer, then it is refused from there on, and live speech is not")
    func length() async throws {
        try await KeyPlace.with { place in
            let meter = try meter(place)
            let one = principal { $0.longestMinutes = 1 }
            let file = try await meter.begin(.translation, for: one)
            for _ in 0..<61 { #expect(try await file.take(audioMilliseconds: 1_000)) }
            #expect(try await file.take(audioMilliseconds: 1_000) == false)
            #expect(file.reached?.limit == .length)
            let live = try await meter.begin(.session, for: one)
            for _ in 0..<100 { #expect(try await live.take(audioMilliseconds: 1_000)) }
            #expect(live.reached == nil)
            let known = try await meter.begin(.translation, for: one)
            #expect(known.admits(seconds: 61) && known.reached == nil)
            #expect(!known.admits(seconds: 61.1) && known.reached?.limit == .length)
            #expect(live.admits(seconds: 1_000))
        }
    }

    @Test(
        "given providers and voices of a tier, when others are wanted, then they are refused, and what calls nothing is not"
    )
    func names() async throws {
        try await KeyPlace.with { place in
            let permit = try await meter(place).begin(
                .translation,
                for: principal {
                    $0.providers = ["whisper", "sim"]
                    $0.voices = ["anna"]
                })
            for name in ["whisper", "sim:instant", "text", "none"] { #expect(permit.allows(provider: name)) }
            #expect(permit.reached == nil)
            #expect(!permit.allows(provider: "deepl"))
            #expect(permit.reached?.limit == .provider)
            try permit.check(voice: "anna")
            #expect(throws: LimitReached.self) { try permit.check(voice: "eve") }
            let other = try await meter(place).begin(.translation, for: principal { $0.voices = ["anna"] })
            #expect(other.allows(voice: "anna") && other.reached == nil)
            #expect(!other.allows(voice: nil) && !other.allows(voice: "eve") && other.reached?.limit == .voice)
            #expect(try await meter(place).begin(.translation, for: principal { _ in }).allows(voice: nil))
        }
    }
}
