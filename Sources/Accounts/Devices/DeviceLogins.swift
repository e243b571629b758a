package import Coordination
internal import Crypto
internal import FoundationEssentials
package import Plumbing

/// Logins on devices without a browser, such as `verbio login` (RFC 8628). The device shows a code, and a signed-in
/// person types and approves it. The device polls until then and gets a session of that account.
///
/// The device's code has 256 bits and is stored as its hash; the person's code is found by a keyed hash. Both work once. Neither
/// many devices nor many guesses fill anything: the logins, the looks at one code, and the wrong codes of one account are bounded.
package final class DeviceLogins: Sendable {
    /// What a device gets when it begins.
    package struct Begun: Sendable, Hashable {
        package var deviceCode: String
        package var userCode: String
    }

    /// What a person sees before they decide.
    package struct Waiting: Sendable, Hashable {
        /// The name of the device, if it gave one.
        package var device: String?
        /// Milliseconds since 1970.
        package var expires: Int64
    }

    /// How often a device has asked.
    private struct Questions: CoordinatedValue {
        static let kind = "device"

        var last: Duration
        var interval: Int

        func life(at now: Duration) -> Duration { .seconds(DeviceLogins.life) - (now - last) }
    }

    /// How long a person has, in seconds.
    package static let life: Int64 = 600
    /// How many seconds a device waits between two questions; one that asks sooner waits this much longer each time.
    package static let interval = 5
    /// The most logins that wait.
    static let capacity = 10_000
    /// How often one code may be looked at.
    static let maximumViews = 10
    /// How many wrong codes an account may type within ``life``.
    static let maximumGuesses = 10

    private let store: any AccountStore
    private let sealing: Sealing
    private let sessions: Sessions
    private let time: TimeSource
    private let random: RandomSource
    private let coordination: any Coordination

    package init(
        store: any AccountStore, sealing: Sealing, sessions: Sessions, coordination: any Coordination,
        time: TimeSource = .system, random: RandomSource = .system
    ) {
        self.coordination = coordination
        self.store = store
        self.sealing = sealing
        self.sessions = sessions
        self.time = time
        self.random = random
    }

    // MARK: The device

    /// Begins a login.
    ///
    /// - Parameter device: the device's name; what cannot be one is left out.
    /// - Throws: ``DeviceRefusal/busy``; ``Problem`` of the store.
    package func begin(device: String? = nil) async throws -> Begun {
        let code = Self.codePrefix + Base64URL.encode(random.bytes(Self.codeBytes))
        let label = device.flatMap { Profile.isText($0) && $0.utf8.count <= Sessions.maximumLabelBytes ? $0 : nil }
        return try await store.write { [self, now = time.wallClockMilliseconds()] tables in
            // Expired logins are kept for as long again, so that the device learns the reason.
            try tables.removeDeviceLogins(expiredBefore: now - Self.life * 1_000)
            guard try tables.deviceLoginCount() < Self.capacity else { throw DeviceRefusal.busy }
            var user = UserCode.random(random)
            while try login(user, in: tables) != nil { user = UserCode.random(random) }
            var row = DeviceLoginRow(
                code: Self.hash(code), lookup: lookups(user)[0], expires: now + Self.life * 1_000)
            row.sealedLabel = try label.map { try sealing.seal(Array($0.utf8), for: Self.place) }
            try tables.save(row)
            return Begun(deviceCode: code, userCode: user.text)
        }
    }

    /// Gives the device its session, once the login is approved. The code works once.
    ///
    /// - Throws: ``DeviceRefusal``; ``Problem`` of the store.
    package func redeem(_ code: String) async throws -> Sessions.Grant {
        guard code.utf8.count < 64, code.hasPrefix(Self.codePrefix),
            Base64URL.decode(String(code.dropFirst(Self.codePrefix.count)))?.count == Self.codeBytes
        else { throw DeviceRefusal.unknown }
        let hash = Self.hash(code)
        let now = time.wallClockMilliseconds()
        // A repeated poll only reads.
        guard let known = try await store.read({ try $0.deviceLogin(code: hash) }) else { throw DeviceRefusal.unknown }
        guard known.account != nil, !known.isDenied, now < known.expires else {
            if known.isDenied { throw DeviceRefusal.denied }
            guard now < known.expires else { throw DeviceRefusal.expired }
            throw try await waiting(hash)
        }
        let grant = try await store.write { [self] tables -> Sessions.Grant? in
            guard let row = try tables.deviceLogin(code: hash), let account = row.account else {
                throw DeviceRefusal.unknown
            }
            try tables.removeDeviceLogin(code: hash)
            do {
                return try sessions.begin(account, label: try label(row), at: now, in: tables)
            } catch is RefreshRefusal {
                // The account was closed after it had approved. The code is used all the same.
                return nil
            }
        }
        guard let grant else { throw DeviceRefusal.denied }
        return grant
    }

    /// Counts a question that comes before the decision.
    private func waiting(_ code: [UInt8]) async throws -> DeviceRefusal {
        let name = code.hexadecimal
        return try await coordination.change([name]) { (devices: inout [String: Questions], moment) in
            let now = moment.now
            guard var known = devices[name] else {
                devices[name] = Questions(last: now, interval: Self.interval)
                return .pending
            }
            // Half a second of the way to the server is not held against the device.
            let isEarly = now - known.last < .seconds(known.interval) - .milliseconds(500)
            known.last = now
            if isEarly { known.interval = min(60, known.interval + Self.interval) }
            devices[name] = known
            return isEarly ? .slowDown(interval: known.interval) : .pending
        }
    }

    // MARK: The person

    /// What a person sees of the login with a code.
    ///
    /// - Throws: ``DeviceRefusal``: `unknown`, `guessing`.
    package func waiting(_ text: String, for account: AccountID) async throws -> Waiting {
        try await found(text, by: account) { [self] row, _ in
            Waiting(device: try label(row), expires: row.expires)
        }
    }

    /// Approves or denies the login with a code. The decision is final.
    ///
    /// - Throws: ``DeviceRefusal``: `unknown`, `guessing`.
    package func decide(_ text: String, approves: Bool, by account: AccountID) async throws {
        let now = time.wallClockMilliseconds()
        try await found(text, by: account) { row, tables in
            var row = row
            if approves { row.account = account } else { row.isDenied = true }
            try tables.save(row)
            if approves { try AuditLog.note(.deviceApproved, account, at: now, in: tables) }
        }
    }

    private func found<Value: Sendable>(
        _ text: String, by account: AccountID,
        _ work: @escaping @Sendable (DeviceLoginRow, any AccountTables) throws -> Value
    ) async throws -> Value {
        // Each code counts as wrong until it is found, so that codes that are tried at the same time count, too.
        let guesses = "guesses " + account.text
        let status = try await coordination.count(guesses, limit: Self.maximumGuesses, per: .seconds(Self.life))
        guard status.isAdmitted else { throw DeviceRefusal.guessing(wait: status.reset) }
        let value: Value?
        do { value = try await self.value(of: text, work) } catch {
            // It could not be looked up.
            try? await coordination.withdraw(guesses)
            throw error
        }
        guard let value else { throw DeviceRefusal.unknown }
        try await coordination.withdraw(guesses)
        return value
    }

    /// - Returns: nil if no login waits with the code.
    private func value<Value: Sendable>(
        of text: String, _ work: @escaping @Sendable (DeviceLoginRow, any AccountTables) throws -> Value
    ) async throws -> Value? {
        guard let code = UserCode(text) else { return nil }
        let now = time.wallClockMilliseconds()
        return try await store.write { [self] tables -> Value? in
            guard var row = try login(code, in: tables), row.isOpen, now < row.expires,
                row.views < Self.maximumViews
            else { return nil }
            row.views += 1
            try tables.save(row)
            return try work(row, tables)
        }
    }

    // MARK: Codes

    private static let codePrefix = "vd_"
    private static let codeBytes = 32
    private static let place = "the login of a device"

    private static func hash(_ code: String) -> [UInt8] { Array(SHA256.hash(data: Data(code.utf8))) }

    private func lookups(_ code: UserCode) -> [[UInt8]] { sealing.lookups(code.letters, purpose: "device login") }

    private func login(_ code: UserCode, in tables: any AccountTables) throws -> DeviceLoginRow? {
        for lookup in lookups(code) {
            if let row = try tables.deviceLogin(lookup) { return row }
        }
        return nil
    }

    /// The device's name. A login is left out if the secret that sealed it no longer exists.
    private func label(_ row: DeviceLoginRow) throws -> String? {
        guard let sealed = row.sealedLabel, let bytes = try? sealing.open(sealed, for: Self.place) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
