/// A way in which a language is written or spoken in a part of the world, if engines can be asked for it.
///
/// This table is the only place to add one. All other code uses it: the reader of tags, the names for language models, the
/// locales of vendors, and the list of `verbio providers`. No row is ever removed, because stores contain its tag.
package struct LanguageVariety: Sendable, Hashable {
    package let language: LanguageCode
    /// The script or the region that follows the language in its tag: `Hant`, `GB`, `419`.
    package let subtag: String
    /// The name for people and language models: "Brazilian Portuguese".
    package let englishName: String
    /// A language and a country, for services that identify languages by country.
    package let locale: String
    /// The regions in which the variety is written, in addition to one that is its ``subtag``.
    let regions: Set<String>

    private init(
        _ language: LanguageCode, _ subtag: String, _ englishName: String, locale: String? = nil,
        regions: Set<String> = []
    ) {
        self.language = language
        self.subtag = subtag
        self.englishName = englishName
        self.locale = locale ?? "\(language)-\(subtag)"
        self.regions = regions
    }

    /// The script of the variety; nil if it is the usual one of its language.
    package var script: ChineseScript? { ChineseScript(rawValue: subtag) }

    /// All varieties there are.
    package static let all: [LanguageVariety] = [
        LanguageVariety(.zh, "Hant", "Traditional Chinese", locale: "zh-TW", regions: ["TW", "HK", "MO"]),
        LanguageVariety(.en, "US", "American English"),
        LanguageVariety(.en, "GB", "British English"),
        LanguageVariety(.en, "AU", "Australian English"),
        LanguageVariety(.en, "CA", "Canadian English"),
        LanguageVariety(.en, "IE", "Irish English"),
        LanguageVariety(.en, "IN", "Indian English"),
        LanguageVariety(.en, "NZ", "New Zealand English"),
        LanguageVariety(.en, "ZA", "South African English"),
        LanguageVariety(.es, "ES", "European Spanish"),
        LanguageVariety(.es, "419", "Latin American Spanish", locale: "es-MX"),
        LanguageVariety(.es, "MX", "Mexican Spanish"),
        LanguageVariety(.es, "AR", "Argentinian Spanish"),
        LanguageVariety(.es, "CL", "Chilean Spanish"),
        LanguageVariety(.es, "CO", "Colombian Spanish"),
        LanguageVariety(.es, "PE", "Peruvian Spanish"),
        LanguageVariety(.es, "US", "United States Spanish"),
        LanguageVariety(.fr, "BE", "Belgian French"),
        LanguageVariety(.fr, "CA", "Canadian French"),
        LanguageVariety(.fr, "CH", "Swiss French"),
        LanguageVariety(.de, "AT", "Austrian German"),
        LanguageVariety(.de, "CH", "Swiss Standard German"),
        LanguageVariety(.it, "CH", "Swiss Italian"),
        LanguageVariety(.pt, "BR", "Brazilian Portuguese"),
        LanguageVariety(.pt, "PT", "European Portuguese"),
        LanguageVariety(.ar, "AE", "Arabic of the United Arab Emirates"),
        LanguageVariety(.ar, "DZ", "Algerian Arabic"),
        LanguageVariety(.ar, "EG", "Egyptian Arabic"),
        LanguageVariety(.ar, "IQ", "Iraqi Arabic"),
        LanguageVariety(.ar, "JO", "Jordanian Arabic"),
        LanguageVariety(.ar, "LB", "Lebanese Arabic"),
        LanguageVariety(.ar, "MA", "Moroccan Arabic"),
        LanguageVariety(.ar, "SA", "Saudi Arabic"),
    ]
}
