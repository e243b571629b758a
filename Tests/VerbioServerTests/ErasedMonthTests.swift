import Accounts
import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("The month of an erased account", .serialized, .timeLimit(.minutes(5)))
struct ErasedMonthTests {
    /// A tenth of a minute in a month.
    private static func tiers() throws -> TierCatalogue {
        try TierCatalogue(
            yaml: """
                free: { minutes-a-month: 0.1, longest-file: unlimited, sessions: 1, providers: all, voices: all,
                  history-days: unlimited, requests-a-minute: unlimited }
                """, at: "tiers.yaml")
    }

    @Test(
        "given a month's minutes that are used, when the account is erased and its person signs in again, then they stay used in that month"
    )
    func monthsOfErased() async throws {
        try await AccountPlace.withServer(tiers: try Self.tiers()) { place, server in
            let ada = try await server.signIn(place, "zoltan")
            for number in 0..<3 {
                _ = try await server.send(
                    "POST", MonthlySpeech.translation, fields: [ada.field], body: try MonthlySpeech.speech(number))
            }
            let used = try #require(try await MonthlySpeech.limits(server, ada)["minutesUsed"] as? Double)
            #expect(used > 0.05)
            let erased = try await server.send("DELETE", "/api/user/profile", fields: [ada.field])
            #expect(erased.status == 200)
            // The file has a hash and a number, and nothing that names the person.
            for suffix in ["", "-wal"] {
                let file = (try? Data(contentsOf: place.folder.appending(path: "use.sqlite\(suffix)"))) ?? Data()
                for name in ["zoltan", "appleid"] { #expect(file.firstRange(of: Data(name.utf8)) == nil) }
            }
            place.time.advance(by: .seconds(60))
            let again = try await server.signIn(place, "zoltan")
            #expect(again.account != ada.account)
            #expect(try await MonthlySpeech.limits(server, again)["minutesUsed"] as? Double == used)
            // Signing in once more adds nothing, and another person begins with nothing.
            _ = try await server.signIn(place, "zoltan")
            #expect(try await MonthlySpeech.limits(server, again)["minutesUsed"] as? Double == used)
            place.time.advance(by: .seconds(31 * 86_400))
            let later = try await server.signIn(place, "zoltan")
            #expect(later.account == again.account)
            #expect(try await MonthlySpeech.limits(server, later)["minutesUsed"] as? Double == 0)
        }
    }
}
