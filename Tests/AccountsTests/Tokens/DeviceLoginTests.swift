import Accounts
import Coordination
import Foundation
import Plumbing
import Testing
import VerbioTesting

struct DeviceLoginTests {
    private let place: AccountPlace
    private let store: AccountDatabase
    private let directory: AccountDirectory
    private let devices: DeviceLogins
    private let ada: AccountID

    init() async throws {
        place = try AccountPlace()
        store = try place.store()
        directory = try place.directory(store)
        devices = try Self.devices(place, store)
        ada = try await directory.signIn(.ada).account.id
    }

    private static func devices(_ place: AccountPlace, _ store: AccountDatabase) throws -> DeviceLogins {
        let sealing = try place.sealing()
        return DeviceLogins(
            store: store, sealing: sealing,
            sessions: Sessions(store: store, sealing: sealing, time: place.time.source),
            coordination: LocalCoordination(time: place.time.source), time: place.time.source)
    }

    private func refusal(_ work: () async throws -> Void) async -> DeviceRefusal? {
        do { try await work() } catch { return error as? DeviceRefusal }
        return nil
    }

    private func redeemed(_ code: String) async -> DeviceRefusal? {
        await refusal { _ = try await devices.redeem(code) }
    }

    @Test(
        "Given a code that a person approves, when the device asks, then it gets a session with its name, and once only"
    )
    func approves() async throws {
        let begun = try await devices.begin(device: "laptop")
        #expect(try begun.userCode.wholeMatch(of: Regex("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}")) != nil)
        #expect(begun.deviceCode.utf8.count == 3 + 43)
        #expect(await redeemed(begun.deviceCode) == .pending)
        // A person may type the code in this form.
        let typed = begun.userCode.lowercased().replacing("-", with: " ")
        #expect(try await devices.waiting(typed, for: ada).device == "laptop")
        try await devices.decide(typed, approves: true, by: ada)
        let grant = try await devices.redeem(begun.deviceCode)
        #expect(grant.account == ada)
        let sessions = Sessions(store: store, sealing: try place.sealing(), time: place.time.source)
        #expect(try await sessions.list(ada).map(\.label) == ["laptop"])
        #expect(try await sessions.refresh(grant.refreshToken).session == grant.session)
        #expect(await redeemed(begun.deviceCode) == .unknown)
        #expect(await refusal { try await devices.decide(typed, approves: true, by: ada) } == .unknown)
        let events = try await store.read { try $0.audit(after: 0, limit: 99).map(\.event) }
        #expect(events == ["signed-up", "device-approved"])
    }

    @Test("Given 20 questions at once after the approval, when all are answered, then one gets the session")
    func redeemsOnce() async throws {
        let begun = try await devices.begin()
        try await devices.decide(begun.userCode, approves: true, by: ada)
        let count = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? await devices.redeem(begun.deviceCode)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
        let sessions = Sessions(store: store, sealing: try place.sealing(), time: place.time.source)
        #expect(try await sessions.list(ada).count == 1)
    }

    @Test(
        "Given a code that is denied or ten minutes old, when the device asks, then it learns that, and no one can approve"
    )
    func ends() async throws {
        let denied = try await devices.begin()
        try await devices.decide(denied.userCode, approves: false, by: ada)
        #expect(await redeemed(denied.deviceCode) == .denied)
        #expect(await refusal { try await devices.decide(denied.userCode, approves: true, by: ada) } == .unknown)
        let old = try await devices.begin()
        place.time.advance(by: .seconds(600))
        #expect(await redeemed(old.deviceCode) == .expired)
        #expect(await refusal { try await devices.decide(old.userCode, approves: true, by: ada) } == .unknown)
        let late = try await devices.begin()
        try await devices.decide(late.userCode, approves: true, by: ada)
        place.time.advance(by: .seconds(600))
        #expect(await redeemed(late.deviceCode) == .expired)
        // Ten minutes later it is forgotten.
        place.time.advance(by: .seconds(1_201))
        _ = try await devices.begin()
        #expect(await redeemed(late.deviceCode) == .unknown)
        #expect(try await store.read { try $0.deviceLoginCount() } == 1)
    }

    @Test("Given a device that asks too often, when it asks again, then it has to wait longer each time")
    func slowsDown() async throws {
        let begun = try await devices.begin()
        #expect(await redeemed(begun.deviceCode) == .pending)
        place.time.advance(by: .seconds(1))
        #expect(await redeemed(begun.deviceCode) == .slowDown(interval: 10))
        place.time.advance(by: .seconds(5))
        #expect(await redeemed(begun.deviceCode) == .slowDown(interval: 15))
        place.time.advance(by: .seconds(15))
        #expect(await redeemed(begun.deviceCode) == .pending)
        try await devices.decide(begun.userCode, approves: true, by: ada)
        #expect(await redeemed(begun.deviceCode) == nil)
    }

    @Test(
        "Given an account that types fifty wrong codes at once, then ten are looked up, and a right one does not count")
    func countsGuessesExactly() async throws {
        let eve = try await directory.makeGuest().id
        let begun = try await devices.begin()
        for _ in 0..<5 { _ = try await devices.waiting(begun.userCode, for: eve) }
        let refusals = await withTaskGroup(of: DeviceRefusal?.self) { group in
            for number in 0..<50 {
                let letters = Array("BCDFGHJKLM")
                let code = "BBBB-BB\(letters[number / 10])\(letters[number % 10])"
                group.addTask { [devices] in
                    do { _ = try await devices.waiting(code, for: eve) } catch { return error as? DeviceRefusal }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals.count { $0 == .unknown } == 10)
        #expect(refusals.count { $0 == .guessing(wait: .seconds(600)) } == 40)
    }

    @Test("Given an account that types wrong codes, when it has typed ten, then it has to wait, and others do not")
    func limitsGuesses() async throws {
        let eve = try await directory.makeGuest().id
        let begun = try await devices.begin()
        for number in 0..<10 {
            let code = number % 2 == 0 ? "BBBB-BBB\("BCDFGHJKLM".dropFirst(number).first ?? "B")" : "no code"
            #expect(await refusal { _ = try await devices.waiting(code, for: eve) } == .unknown)
        }
        #expect(
            await refusal { _ = try await devices.waiting(begun.userCode, for: eve) } == .guessing(wait: .seconds(600)))
        #expect(try await devices.waiting(begun.userCode, for: ada).device == nil)
        place.time.advance(by: .seconds(300))
        let next = try await devices.begin()
        #expect(await refusal { try await devices.decide(next.userCode, approves: true, by: eve) } != nil)
        place.time.advance(by: .seconds(300))
        try await devices.decide(next.userCode, approves: true, by: eve)
    }

    @Test("Given one code, when it has been looked at ten times, then it cannot be approved any more")
    func limitsViews() async throws {
        let begun = try await devices.begin()
        for _ in 0..<10 { _ = try await devices.waiting(begun.userCode, for: ada) }
        #expect(await refusal { try await devices.decide(begun.userCode, approves: true, by: ada) } == .unknown)
    }

    @Test("Given the maximum number of waiting logins, when one more begins, then it is refused until some have ended")
    func boundsLogins() async throws {
        try await store.write { tables in
            for number in 0..<10_000 {
                try tables.save(
                    DeviceLoginRow(
                        code: Array("code \(number)".utf8), lookup: Array("lookup \(number)".utf8),
                        expires: 1_700_000_000_000 + 600_000))
            }
        }
        #expect(await refusal { _ = try await devices.begin() } == .busy)
        place.time.advance(by: .seconds(1_201))
        _ = try await devices.begin()
    }

    @Test("Given an account that is closed after it has approved, when the device asks, then it gets nothing")
    func endsWithTheAccount() async throws {
        let begun = try await devices.begin()
        try await devices.decide(begun.userCode, approves: true, by: ada)
        try await directory.set(isDisabled: true, of: ada)
        #expect(await redeemed(begun.deviceCode) == .denied)
        try await directory.set(isDisabled: false, of: ada)
        #expect(await redeemed(begun.deviceCode) == .unknown)
    }

    @Test("Given a login, when the server restarts, then the login continues, and neither code nor name is in the file")
    func survivesRestarts() async throws {
        let begun = try await devices.begin(device: "Ada's laptop")
        let next = try Self.devices(place, try place.store())
        try await next.decide(begun.userCode, approves: true, by: ada)
        let bytes = try place.storedBytes()
        for text in [begun.deviceCode, begun.userCode, begun.userCode.replacing("-", with: ""), "Ada's laptop"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil)
        }
        #expect(try await devices.redeem(begun.deviceCode).account == ada)
    }

    @Test(
        "Given a text that is no code of a device, when it comes, then it is unknown",
        arguments: [
            "", "vd_", "vd_YQ", "vr_" + String(repeating: "A", count: 43), "vd_" + String(repeating: "/", count: 43),
        ])
    func refusesTexts(text: String) async throws {
        #expect(await redeemed(text) == .unknown)
    }
}
