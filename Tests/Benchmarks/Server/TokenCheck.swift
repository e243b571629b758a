import Accounts
import Crypto
import Foundation
import Glibc

/// The CPU of checking an access token whose key is known, against the bare signature check of the library, in turns.
enum TokenCheck {
    private static let rounds = 7
    private static let count = 500

    static func measure() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-tokens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tokens = AccessTokens(
            issuer: "https://verbio.example.com", audience: "https://verbio.example.com",
            store: try AccountDatabase(at: folder.path + "/accounts.sqlite"),
            sealing: Sealing(try AccountSecrets(at: folder.path + "/secret")))
        let name = String(repeating: "a", count: 26)
        guard let account = AccountID(name), let session = SessionID(name) else { return [] }
        let token = try await tokens.make(for: account, session: session)

        let key = P256.Signing.PrivateKey()
        let text = Data(token.prefix { $0 != "." }.utf8)
        let signature = try key.signature(for: text)
        let known = key.publicKey
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            ours.append(try await seconds { _ = try await tokens.check(token) })
            theirs.append(try await seconds { _ = known.isValidSignature(signature, for: text) })
        }
        let (own, bare) = (ours.percentile(0.5) * 1e6, theirs.percentile(0.5) * 1e6)
        return [
            Figure(
                name: "check of an access token", value: own, unit: "µs of CPU", target: 100,
                note: "the signature alone takes \(bare.brief) µs")
        ]
    }

    /// CPU seconds of the process for one call.
    private static func seconds(_ call: () async throws -> Void) async throws -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        for _ in 0..<count { try await call() }
        return (now() - start) / Double(count)
    }
}
