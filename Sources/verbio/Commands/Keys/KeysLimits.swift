import Access
import ArgumentParser
import Plumbing
import VerbioService

struct KeysLimits: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Shows or changes the limits of a key.",
        discussion: """
            Limits that are not named stay. A running server applies the new ones within \
            a second. What was used today counts.

            EXAMPLES
              verbio keys limits 4k2m9x1p7q3d
              verbio keys limits 4k2m9x1p7q3d --minutes-per-day 300
              verbio keys limits 4k2m9x1p7q3d --without translations,sessions
            """)

    @Argument(help: ArgumentHelp("The twelve characters that name the key.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Limits") var limits: KeyLimitOptions

    @Option(
        help: ArgumentHelp(
            "Limits to take away, after commas: requests-per-minute, translations, sessions, minutes-per-day, dollars-per-day.",
            valueName: "names"))
    var without: String?

    @Flag(help: "The key as one JSON object.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let gone = try removed()
        let ring = try await KeySetup(Assembly(try await common.settings())).ring()
        let key = try await ring.limit(id) { [given = limits.limits] limits in
            for remove in gone { remove(&limits) }
            limits.requestsPerMinute = given.requestsPerMinute ?? limits.requestsPerMinute
            limits.translations = given.translations ?? limits.translations
            limits.sessions = given.sessions ?? limits.sessions
            limits.minutesPerDay = given.minutesPerDay ?? limits.minutesPerDay
            limits.dollarsPerDay = given.dollarsPerDay ?? limits.dollarsPerDay
        }
        let console = Console()
        if json { return try console.json(KeyEntry(key), onOneLine: true) }
        try console.out("\(key.id)  \(key.label)")
        for (name, value) in key.limits.named { try console.out("  \(name): \(value ?? "no limit")") }
    }

    private func removed() throws(Problem) -> [@Sendable (inout AccessLimits) -> Void] {
        var found: [@Sendable (inout AccessLimits) -> Void] = []
        for word in (without ?? "").split(separator: ",").map({ $0.filter { !$0.isWhitespace } }) {
            switch word {
            case "requests-per-minute": found.append { $0.requestsPerMinute = nil }
            case "translations": found.append { $0.translations = nil }
            case "sessions": found.append { $0.sessions = nil }
            case "minutes-per-day": found.append { $0.minutesPerDay = nil }
            case "dollars-per-day": found.append { $0.dollarsPerDay = nil }
            default:
                throw Problem(
                    .usage, "key.limit", "there is no limit '\(word.clipped(to: 40).printableOnOneLine)'",
                    at: "--without", cure: "use \(AccessLimits().named.map(\.0).joined(separator: ", "))")
            }
        }
        return found
    }
}

extension AccessLimits {
    /// Each limit by the name of its option.
    fileprivate var named: [(String, String?)] {
        func text(_ amount: Double?) -> String? {
            amount.map { $0 == $0.rounded() && abs($0) < 1e9 ? String(Int($0)) : String($0) }
        }
        return [
            ("requests-per-minute", requestsPerMinute.map(String.init)),
            ("translations", translations.map(String.init)),
            ("sessions", sessions.map(String.init)), ("minutes-per-day", text(minutesPerDay)),
            ("dollars-per-day", text(dollarsPerDay)),
        ]
    }
}
