import Access
import ArgumentParser

/// How much a key may be used.
struct KeyLimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Requests within any 60 seconds, at most 10000.", valueName: "number"))
    var requestsPerMinute: Int?

    @Option(
        help: ArgumentHelp(
            "Translations, corrections, speeches and questions about recordings at once.", valueName: "number"))
    var translations: Int?

    @Option(help: ArgumentHelp("Live sessions at once.", valueName: "number"))
    var sessions: Int?

    @Option(help: ArgumentHelp("Minutes of audio in a day (UTC).", valueName: "number"))
    var minutesPerDay: Double?

    @Option(help: ArgumentHelp("US dollars in a day (UTC), by the declared prices.", valueName: "amount"))
    var dollarsPerDay: Double?

    var limits: AccessLimits {
        var limits = AccessLimits()
        limits.requestsPerMinute = requestsPerMinute
        limits.translations = translations
        limits.sessions = sessions
        limits.minutesPerDay = minutesPerDay
        limits.dollarsPerDay = dollarsPerDay
        return limits
    }
}
