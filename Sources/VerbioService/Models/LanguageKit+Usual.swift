import Configuration
package import Language
package import LocalEngines
import Providers

extension LanguageKit {
    /// The languages of the settings, or of the locale with English. If there is only English, the first one that this machine
    /// translates, or else Spanish.
    package static func usualLanguages(_ assembly: Assembly, _ inventory: [EngineStatus]) -> [LanguageCode] {
        func code(_ text: String) -> LanguageCode? { (try? LanguageTag.reading(text))?.tag.code }
        let settings = ([assembly.settings.string(.from)] + assembly.settings.targets).compactMap(code)
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { assembly.environment[$0] }
            .first { !$0.isEmpty }.flatMap(code)
        let pairs = inventory.filter { $0.stage == .translation && $0.installed }.flatMap(\.pairs)
        let usual = LanguageCode.tested.first { other in
            other != .en && pairs.contains { $0.from == .en && $0.to == other }
        }
        var codes: [LanguageCode] = []
        for code in settings + [settings.count > 1 ? nil : locale, .en, usual ?? .es].compactMap(\.self)
        where !codes.contains(code) {
            if codes.count < max(2, settings.count) { codes.append(code) }
        }
        return codes
    }
}
