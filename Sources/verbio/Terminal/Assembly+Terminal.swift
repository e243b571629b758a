import VerbioService

extension Assembly {
    /// Makes the engines and stores of the settings, with notes on standard error.
    init(_ settings: Settings, requiresKeys: Bool = true) {
        self.init(settings: settings, requiresKeys: requiresKeys, note: Console.tell)
    }
}
